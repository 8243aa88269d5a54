//! What the end of a symbol says of the exchange where it is traded, as Yahoo writes symbols.

use super::reader::Money;
use crate::domain::currency::Currency;

/// An exchange: its currency, its zone, and whether shares are quoted in hundredths there.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Exchange {
    code: &'static str,
    pub(super) zone: &'static str,
    /// What most shares are quoted in where that is a part of the currency: pence, cents, agorot, fils.
    pub(super) part: Option<&'static str>,
}

/// Indices, and the ending of the shares that are in them.
const INDICES: [(&str, &str); 30] = [
    ("GDAXI", "DE"),
    ("MDAXI", "DE"),
    ("FCHI", "PA"),
    ("AEX", "AS"),
    ("BFX", "BR"),
    ("IBEX", "MC"),
    ("ATX", "VI"),
    ("FTSE", "L"),
    ("FTMC", "L"),
    ("SSMI", "SW"),
    ("OMX", "ST"),
    ("OMXC25", "CO"),
    ("OMXH25", "HE"),
    ("TA125.TA", "TA"),
    ("N225", "T"),
    ("HSI", "HK"),
    ("HSCE", "HK"),
    ("NSEI", "NS"),
    ("NSEBANK", "NS"),
    ("BSESN", "BO"),
    ("KS11", "KS"),
    ("KQ11", "KQ"),
    ("TWII", "TW"),
    ("STI", "SI"),
    ("JKSE", "JK"),
    ("KLSE", "KL"),
    ("AXJO", "AX"),
    ("AORD", "AX"),
    ("GSPTSE", "TO"),
    ("BVSP", "SA"),
];

impl Exchange {
    pub(super) fn currency(self) -> Option<Currency> {
        Currency::parse(self.code)
    }

    /// The exchange of a symbol with an ending such as `.DE`, or of a well-known index.
    pub(super) fn of(symbol: &str) -> Option<Self> {
        if let Some(index) = symbol.strip_prefix('^') {
            let (_, ending) = INDICES.iter().find(|(known, _)| *known == index)?;
            // An index is in points: nobody quotes it in pence.
            return Self::of(&format!("X.{ending}")).map(|it| Self { part: None, ..it });
        }
        let (_, ending) = symbol.rsplit_once('.')?;
        let (code, zone, part) = match ending {
            "US" => ("USD", "America/New_York", None),
            "DE" | "F" | "BE" | "SG" | "MU" | "HM" | "DU" | "HA" => ("EUR", "Europe/Berlin", None),
            "PA" => ("EUR", "Europe/Paris", None),
            "AS" => ("EUR", "Europe/Amsterdam", None),
            "BR" => ("EUR", "Europe/Brussels", None),
            "LS" => ("EUR", "Europe/Lisbon", None),
            "MI" => ("EUR", "Europe/Rome", None),
            "MC" => ("EUR", "Europe/Madrid", None),
            "VI" => ("EUR", "Europe/Vienna", None),
            "HE" => ("EUR", "Europe/Helsinki", None),
            "IR" => ("EUR", "Europe/Dublin", None),
            "AT" => ("EUR", "Europe/Athens", None),
            "TL" => ("EUR", "Europe/Tallinn", None),
            "VS" => ("EUR", "Europe/Vilnius", None),
            "RG" => ("EUR", "Europe/Riga", None),
            "L" | "IL" => ("GBP", "Europe/London", Some("GBX")),
            "SW" => ("CHF", "Europe/Zurich", None),
            "ST" => ("SEK", "Europe/Stockholm", None),
            "OL" => ("NOK", "Europe/Oslo", None),
            "CO" => ("DKK", "Europe/Copenhagen", None),
            "IC" => ("ISK", "Atlantic/Reykjavik", None),
            "WA" => ("PLN", "Europe/Warsaw", None),
            "PR" => ("CZK", "Europe/Prague", None),
            "BD" => ("HUF", "Europe/Budapest", None),
            "RO" => ("RON", "Europe/Bucharest", None),
            "ME" => ("RUB", "Europe/Moscow", None),
            "IS" => ("TRY", "Europe/Istanbul", None),
            "TA" => ("ILS", "Asia/Jerusalem", Some("ILA")),
            "JO" => ("ZAR", "Africa/Johannesburg", Some("ZAc")),
            "CA" => ("EGP", "Africa/Cairo", None),
            "SR" => ("SAR", "Asia/Riyadh", None),
            "QA" => ("QAR", "Asia/Qatar", None),
            "KW" => ("KWD", "Asia/Kuwait", Some("KWF")),
            "AE" => ("AED", "Asia/Dubai", None),
            "NS" | "BO" => ("INR", "Asia/Kolkata", None),
            "T" => ("JPY", "Asia/Tokyo", None),
            "HK" => ("HKD", "Asia/Hong_Kong", None),
            "SS" | "SZ" => ("CNY", "Asia/Shanghai", None),
            "TW" | "TWO" => ("TWD", "Asia/Taipei", None),
            "KS" | "KQ" => ("KRW", "Asia/Seoul", None),
            "SI" => ("SGD", "Asia/Singapore", None),
            "KL" => ("MYR", "Asia/Kuala_Lumpur", None),
            "JK" => ("IDR", "Asia/Jakarta", None),
            "BK" => ("THB", "Asia/Bangkok", None),
            "VN" => ("VND", "Asia/Ho_Chi_Minh", None),
            "PS" => ("PHP", "Asia/Manila", None),
            "AX" => ("AUD", "Australia/Sydney", None),
            "NZ" => ("NZD", "Pacific/Auckland", None),
            "TO" | "V" | "CN" | "NE" => ("CAD", "America/Toronto", None),
            "MX" => ("MXN", "America/Mexico_City", None),
            "SA" => ("BRL", "America/Sao_Paulo", None),
            "BA" => ("ARS", "America/Argentina/Buenos_Aires", None),
            "SN" => ("CLP", "America/Santiago", None),
            _ => return None,
        };
        Some(Self { code, zone, part })
    }
}

/// What the prices of a new ticker are in: as a person says, as the file says, as its exchange has it. An error where
/// neither a person nor the file tells between a currency and its hundredths.
pub(super) fn currency_of(
    symbol: &str,
    said: Option<Money>,
    found: Option<Money>,
) -> Result<Option<Currency>, String> {
    let exchange = Exchange::of(symbol);
    let usual = exchange
        .and_then(Exchange::currency)
        .or_else(|| quote_currency(symbol));
    if let Some(money) = said.or(found) {
        return match money.currency(usual) {
            Some(currency) => Ok(Some(currency)),
            None => Err(format!(
                "{money} may be several currencies; say --currency, such as --currency SEK"
            )),
        };
    }
    match exchange {
        Some(Exchange {
            code,
            part: Some(part),
            ..
        }) => Err(format!(
            "shares with the ending of {symbol} are quoted in hundredths of the currency by some and in whole units by others, and the file does not say which; say --currency {part} or --currency {code}"
        )),
        _ => Ok(usual),
    }
}

/// The second currency of a pair: `EURUSD=X`, `EURUSD`, `BTC-EUR`, `BTCUSDT`.
fn quote_currency(symbol: &str) -> Option<Currency> {
    let pair = symbol.strip_suffix("=X").unwrap_or(symbol);
    if ["USDT", "USDC"].iter().any(|coin| pair.ends_with(coin)) {
        return Some(Currency::USD);
    }
    let (base, code) = pair.split_at_checked(pair.len().checked_sub(3)?)?;
    let is_pair = symbol.ends_with("=X")
        || base.ends_with('-')
        || super::symbol::guess(symbol) != crate::domain::ticker::TickerKind::Stock;
    Currency::in_use(code).filter(|_| is_pair)
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_new_ticker_takes_what_is_said_then_what_the_file_says_then_its_exchange() {
        let money = |word| Money::parse(word);
        let code = |symbol, said, found| {
            currency_of(symbol, said, found).map(|found| found.map(|code| code.to_string()))
        };
        assert_eq!(code("SAP.DE", None, None), Ok(Some("EUR".into())));
        assert_eq!(code("SAP.DE", None, money("CHF")), Ok(Some("CHF".into())));
        assert_eq!(code("SAP.DE", money("usd"), None), Ok(Some("USD".into())));
        assert_eq!(code("SHOP.TO", None, money("$")), Ok(Some("CAD".into())));
        assert_eq!(code("SHOP", None, money("$")), Ok(Some("USD".into())));
        assert_eq!(code("VOLV-B.ST", None, money("kr")), Ok(Some("SEK".into())));
        assert!(
            code("VOLV", None, money("kr"))
                .unwrap_err()
                .contains("--currency")
        );
        assert_eq!(code("XYZ", None, None), Ok(None));
        assert_eq!(code("EURUSD=X", None, None), Ok(Some("USD".into())));
        assert_eq!(code("BTC-EUR", None, None), Ok(Some("EUR".into())));
        assert_eq!(code("BTCUSDT", None, None), Ok(Some("USD".into())));
        let pence = code("VOD.L", None, None).unwrap_err();
        assert!(
            pence.contains("--currency GBX or --currency GBP"),
            "{pence}"
        );
        assert_eq!(code("VOD.L", money("GBX"), None), Ok(Some("GBP".into())));
    }
}

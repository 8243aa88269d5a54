//! The exchange of a symbol, which follows from its suffix in the notation of Yahoo.

use super::reader::Money;
use crate::domain::currency::Currency;

/// An exchange, with the currency, time zone and quoting unit of its shares.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Exchange {
    code: &'static str,
    pub(super) zone: &'static str,
    /// The subunit in which most shares are quoted, such as pence, cents, agorot or fils.
    pub(super) part: Option<&'static str>,
}

/// Indices with the suffix of their shares.
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

    /// Returns the exchange of a symbol with a suffix such as `.DE`, or of a well-known index.
    pub(super) fn of(symbol: &str) -> Option<Self> {
        if let Some(index) = symbol.strip_prefix('^') {
            let (_, ending) = INDICES.iter().find(|(known, _)| *known == index)?;
            // An index is quoted in points, so it has no subunit.
            return Self::of(&format!("X.{ending}")).map(|exchange| Self {
                part: None,
                ..exchange
            });
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

/// Returns the currency of a new ticker, which is specified by the user, found in the file or
/// implied by the exchange. Returns an error if the exchange quotes shares in a subunit and neither
/// the user nor the file names the currency.
pub(super) fn currency_of(
    symbol: &str,
    specified: Option<Money>,
    found: Option<Money>,
) -> Result<Option<Currency>, String> {
    let exchange = Exchange::of(symbol);
    let implied = exchange
        .and_then(Exchange::currency)
        .or_else(|| quote_currency(symbol));
    if let Some(money) = specified.or(found) {
        return match money.currency(implied) {
            Some(currency) => Ok(Some(currency)),
            None => Err(format!(
                "{money} could be several currencies; specify one, such as --currency SEK"
            )),
        };
    }
    match exchange {
        Some(Exchange {
            code,
            part: Some(part),
            ..
        }) => Err(format!(
            "some sources quote shares with the suffix of {symbol} in hundredths of the currency, others in whole units, and the file does not tell which; specify --currency {part} or --currency {code}"
        )),
        _ => Ok(implied),
    }
}

/// Returns the second currency of a pair such as `EURUSD=X`, `EURUSD`, `BTC-EUR` or `BTCUSDT`.
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
    fn options_precede_the_file_which_precedes_the_exchange() {
        let money = |word| Money::parse(word);
        let code = |symbol, specified, found| {
            currency_of(symbol, specified, found).map(|found| found.map(|code| code.to_string()))
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

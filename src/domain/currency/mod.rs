//! Currencies by ISO 4217 code, and the units that exchanges quote prices in.

use serde::{Deserialize, Serialize};

/// A currency code.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Currency([u8; 3]);

impl Currency {
    /// The US dollar.
    pub(crate) const USD: Self = Self(*b"USD");

    /// Parses a code of three capital letters.
    pub fn parse(code: &str) -> Option<Self> {
        let letters: [u8; 3] = code.as_bytes().try_into().ok()?;
        let is_code = letters.iter().all(u8::is_ascii_uppercase);
        is_code.then_some(Self(letters))
    }

    /// Parses the ISO 4217 code of a currency in use.
    pub(crate) fn in_use(code: &str) -> Option<Self> {
        Self::parse(code).filter(|_| IN_USE.split_ascii_whitespace().any(|known| known == code))
    }

    /// Returns the symbol of the traded pair of this currency and the US dollar: `EURUSD=X`, `JPY=X`; `None` for the
    /// dollar.
    pub(crate) fn dollar_pair(self) -> Option<String> {
        match self.as_str() {
            "USD" => None,
            "AUD" | "EUR" | "GBP" | "NZD" => Some(format!("{self}USD=X")),
            _ => Some(format!("{self}=X")),
        }
    }

    /// Parses the symbol of a currency pair: `EURUSD=X` is (EUR, USD), and `JPY=X` is (USD, JPY). The price of a pair is the
    /// price of one unit of the first currency in the second.
    pub(crate) fn pair(symbol: &str) -> Option<(Self, Self)> {
        let codes = symbol.strip_suffix("=X")?;
        let (first, second) = match codes.len() {
            3 => (Self::USD, Self::parse(codes)?),
            6 => (Self::parse(codes.get(..3)?)?, Self::parse(codes.get(3..)?)?),
            _ => return None,
        };
        (first != second).then_some((first, second))
    }

    /// Returns the code: `EUR`.
    pub fn as_str(&self) -> &str {
        // Every constructor accepts only ASCII letters.
        std::str::from_utf8(&self.0).unwrap_or_default()
    }

    /// Adds the currency to a formatted number: the currency sign if it is widely known, else the code.
    pub(crate) fn format_amount(self, figure: &str) -> String {
        let sign = match self.as_str() {
            "USD" => "$",
            "EUR" => "€",
            "GBP" => "£",
            "JPY" => "¥",
            "INR" => "₹",
            code => return format!("{code} {figure}"),
        };
        match figure.strip_prefix('-') {
            Some(rest) => format!("-{sign}{rest}"),
            None => format!("{sign}{figure}"),
        }
    }
}

impl Default for Currency {
    fn default() -> Self {
        Self::USD
    }
}

impl std::fmt::Display for Currency {
    fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
        f.pad(self.as_str())
    }
}

impl TryFrom<String> for Currency {
    type Error = String;

    fn try_from(code: String) -> Result<Self, Self::Error> {
        Self::parse(&code).ok_or_else(|| format!("invalid currency '{code}'"))
    }
}

impl From<Currency> for String {
    fn from(currency: Currency) -> Self {
        currency.as_str().to_owned()
    }
}

/// ISO 4217 codes of currencies in use.
const IN_USE: &str = "AED AFN ALL AMD AOA ARS AUD AWG AZN BAM BBD BDT BGN BHD BIF BMD BND BOB BRL BSD \
    BTN BWP BYN BZD CAD CDF CHF CLP CNY COP CRC CUP CVE CZK DJF DKK DOP DZD EGP ERN ETB EUR FJD FKP GBP \
    GEL GHS GIP GMD GNF GTQ GYD HKD HNL HTG HUF IDR ILS INR IQD IRR ISK JMD JOD JPY KES KGS KHR KMF KPW \
    KRW KWD KYD KZT LAK LBP LKR LRD LSL LYD MAD MDL MGA MKD MMK MNT MOP MRU MUR MVR MWK MXN MYR MZN NAD \
    NGN NIO NOK NPR NZD OMR PAB PEN PGK PHP PKR PLN PYG QAR RON RSD RUB RWF SAR SBD SCR SDG SEK SGD SHP \
    SLE SOS SRD SSP STN SVC SYP SZL THB TJS TMT TND TOP TRY TTD TWD TZS UAH UGX USD UYU UZS VES VND VUV \
    WST XAF XCD XCG XOF XPF YER ZAR ZMW ZWG";

/// Unit of a price: a currency or a fraction of one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct PriceUnit {
    /// The currency.
    pub currency: Currency,
    /// Number of price units per currency unit: 100 for pence.
    pub parts: f64,
}

/// Fractional units as providers write them: London quotes pence, Johannesburg and some futures cents, Tel Aviv
/// agorot, Kuwait fils.
const FRACTIONAL_UNITS: [(&str, Currency, f64); 8] = [
    ("GBp", Currency(*b"GBP"), 100.0),
    ("GBX", Currency(*b"GBP"), 100.0),
    ("ZAc", Currency(*b"ZAR"), 100.0),
    ("ZAC", Currency(*b"ZAR"), 100.0),
    ("ILA", Currency(*b"ILS"), 100.0),
    ("USX", Currency(*b"USD"), 100.0),
    ("USx", Currency(*b"USD"), 100.0),
    ("KWF", Currency(*b"KWD"), 1_000.0),
];

impl PriceUnit {
    /// Parses a provider's unit: a currency code or a fraction of a currency.
    pub(crate) fn parse(text: &str) -> Option<Self> {
        let fraction = FRACTIONAL_UNITS.iter().find(|(name, ..)| *name == text);
        match fraction {
            Some((_, currency, parts)) => Some(Self {
                currency: *currency,
                parts: *parts,
            }),
            None => Currency::parse(text).map(|currency| Self {
                currency,
                parts: 1.0,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pence_cents_and_agorot_are_hundredths_of_their_currency() {
        for (word, code, parts) in [
            ("GBp", "GBP", 100.0),
            ("GBX", "GBP", 100.0),
            ("ZAc", "ZAR", 100.0),
            ("ILA", "ILS", 100.0),
            ("USX", "USD", 100.0),
            ("GBP", "GBP", 1.0),
            ("JPY", "JPY", 1.0),
        ] {
            let unit = PriceUnit::parse(word).unwrap();
            assert_eq!((unit.currency.as_str(), unit.parts), (code, parts));
        }
    }

    #[test]
    fn amount_contains_its_currency() {
        let amount = |code, figure| Currency::parse(code).unwrap().format_amount(figure);
        assert_eq!(amount("USD", "90,100"), "$90,100");
        assert_eq!(amount("USD", "-37.63"), "-$37.63");
        assert_eq!(amount("GBP", "0.875"), "£0.875");
        assert_eq!(amount("SEK", "12"), "SEK 12");
    }

    #[test]
    fn dollar_pair_is_the_traded_pair() {
        let pair = |code| Currency::in_use(code).unwrap().dollar_pair();
        assert_eq!(pair("EUR").as_deref(), Some("EURUSD=X"));
        assert_eq!(pair("JPY").as_deref(), Some("JPY=X"));
        assert_eq!(pair("USD"), None);
        assert_eq!(
            Currency::in_use("EUA"),
            None,
            "EUA is not a currency in use"
        );
        assert_eq!(Currency::in_use("AED BRL"), None);
    }

    #[test]
    fn symbols_of_pairs_are_parsed() {
        let pair = |symbol| {
            let (first, second) = Currency::pair(symbol)?;
            Some(format!("{first} {second}"))
        };
        assert_eq!(pair("EURUSD=X").as_deref(), Some("EUR USD"));
        assert_eq!(pair("JPY=X").as_deref(), Some("USD JPY"));
        for symbol in ["EURUSD", "USD=X", "EUREUR=X", "EURUS=X", "GC=F", "€AUSD=X"] {
            assert_eq!(pair(symbol), None, "{symbol}");
        }
    }

    #[test]
    fn invalid_codes_are_rejected() {
        for word in ["", "eur", "EURO", "E R", "€", "12$"] {
            assert_eq!(PriceUnit::parse(word), None, "{word}");
        }
        assert!(serde_json::from_str::<Currency>("\"eur\"").is_err());
    }
}

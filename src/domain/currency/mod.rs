//! Currencies by their ISO 4217 codes, and the units in which exchanges quote them.

use serde::{Deserialize, Serialize};

/// A currency.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct Currency([u8; 3]);

impl Currency {
    /// The US dollar.
    pub const USD: Self = Self(*b"USD");

    /// The currency with this code: three capital letters.
    pub fn parse(code: &str) -> Option<Self> {
        let letters: [u8; 3] = code.as_bytes().try_into().ok()?;
        let is_code = letters.iter().all(u8::is_ascii_uppercase);
        is_code.then_some(Self(letters))
    }

    /// Its code: `EUR`.
    pub fn as_str(&self) -> &str {
        // Only letters are let in.
        std::str::from_utf8(&self.0).unwrap_or_default()
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
        Self::parse(&code).ok_or_else(|| format!("'{code}' is no currency"))
    }
}

impl From<Currency> for String {
    fn from(currency: Currency) -> Self {
        currency.as_str().to_owned()
    }
}

/// What prices are quoted in: a currency, or a part of one.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct QuotedIn {
    /// The currency.
    pub currency: Currency,
    /// What to multiply a price with to have it in whole units of the currency.
    pub scale: f64,
}

/// Parts of a currency, as providers write them: London quotes pence, Johannesburg and some futures
/// cents, Tel Aviv agorot, Kuwait fils.
const PARTS: [(&str, Currency, f64); 8] = [
    ("GBp", Currency(*b"GBP"), 0.01),
    ("GBX", Currency(*b"GBP"), 0.01),
    ("ZAc", Currency(*b"ZAR"), 0.01),
    ("ZAC", Currency(*b"ZAR"), 0.01),
    ("ILA", Currency(*b"ILS"), 0.01),
    ("USX", Currency(*b"USD"), 0.01),
    ("USx", Currency(*b"USD"), 0.01),
    ("KWF", Currency(*b"KWD"), 0.001),
];

impl QuotedIn {
    /// What a provider's word means: a code, or a part of a currency.
    pub fn parse(word: &str) -> Option<Self> {
        let part = PARTS.iter().find(|(name, ..)| *name == word);
        match part {
            Some((_, currency, scale)) => Some(Self {
                currency: *currency,
                scale: *scale,
            }),
            None => Currency::parse(word).map(|currency| Self {
                currency,
                scale: 1.0,
            }),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pence_cents_and_agorot_are_hundredths_of_their_currency() {
        for (word, code, scale) in [
            ("GBp", "GBP", 0.01),
            ("GBX", "GBP", 0.01),
            ("ZAc", "ZAR", 0.01),
            ("ILA", "ILS", 0.01),
            ("USX", "USD", 0.01),
            ("GBP", "GBP", 1.0),
            ("JPY", "JPY", 1.0),
        ] {
            let quoted = QuotedIn::parse(word).unwrap();
            assert_eq!((quoted.currency.as_str(), quoted.scale), (code, scale));
        }
    }

    #[test]
    fn what_is_no_code_is_no_currency() {
        for word in ["", "eur", "EURO", "E R", "€", "12$"] {
            assert_eq!(QuotedIn::parse(word), None, "{word}");
        }
        assert!(serde_json::from_str::<Currency>("\"eur\"").is_err());
    }
}

//! Currencies of prices in a file, which are written as signs, codes or subunits.

use std::fmt;

use crate::domain::currency::{Currency, PriceUnit};

/// A currency or an ambiguous currency sign, and the number of units in the file per currency unit.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Money {
    meaning: Meaning,
    /// Number of units in the file per currency unit: 1, or 100 for pence and cents.
    parts: f64,
}

#[derive(Debug, Clone, Copy, PartialEq)]
enum Meaning {
    Currency(Currency),
    /// A sign and the codes of the currencies that it may mean. The first code is the default,
    /// unless it is empty.
    Sign(&'static str, &'static [&'static str]),
}

const DOLLARS: &[&str] = &[
    "USD", "CAD", "AUD", "HKD", "NZD", "SGD", "TWD", "MXN", "ARS", "CLP", "COP",
];

/// Currency signs with the codes of their currencies and the units per currency unit. A longer sign
/// comes before a sign with which it starts.
const SIGNS: [(&str, &[&str], f64); 44] = [
    ("US$", &["USD"], 1.0),
    ("U$S", &["USD"], 1.0),
    ("CA$", &["CAD"], 1.0),
    ("AU$", &["AUD"], 1.0),
    ("NZ$", &["NZD"], 1.0),
    ("HK$", &["HKD"], 1.0),
    ("NT$", &["TWD"], 1.0),
    ("MX$", &["MXN"], 1.0),
    ("SG$", &["SGD"], 1.0),
    ("C$", &["CAD"], 1.0),
    ("A$", &["AUD"], 1.0),
    ("S$", &["SGD"], 1.0),
    ("R$", &["BRL"], 1.0),
    ("$", DOLLARS, 1.0),
    ("€", &["EUR"], 1.0),
    ("£", &["GBP"], 1.0),
    ("JP¥", &["JPY"], 1.0),
    ("CN¥", &["CNY"], 1.0),
    ("¥", &["JPY", "CNY"], 1.0),
    ("￥", &["JPY", "CNY"], 1.0),
    ("円", &["JPY"], 1.0),
    ("元", &["CNY"], 1.0),
    ("₹", &["INR"], 1.0),
    ("Rs.", &["INR"], 1.0),
    ("Rs", &["INR"], 1.0),
    ("₩", &["KRW"], 1.0),
    ("원", &["KRW"], 1.0),
    ("zł", &["PLN"], 1.0),
    ("Kč", &["CZK"], 1.0),
    ("Ft", &["HUF"], 1.0),
    ("₺", &["TRY"], 1.0),
    ("TL", &["TRY"], 1.0),
    ("₽", &["RUB"], 1.0),
    ("₪", &["ILS"], 1.0),
    ("฿", &["THB"], 1.0),
    ("₫", &["VND"], 1.0),
    ("₱", &["PHP"], 1.0),
    ("Fr.", &["CHF"], 1.0),
    ("kr.", &["", "SEK", "NOK", "DKK", "ISK"], 1.0),
    ("kr", &["", "SEK", "NOK", "DKK", "ISK"], 1.0),
    ("Kr", &["", "SEK", "NOK", "DKK", "ISK"], 1.0),
    ("Euro", &["EUR"], 1.0),
    ("R", &["ZAR"], 1.0),
    ("p", &["GBP"], 100.0),
];

impl Money {
    /// Parses a code (`EUR`, `gbp`), a subunit (`GBX`, `GBp`, `ZAc`) or a sign (`€`).
    pub fn parse(word: &str) -> Option<Self> {
        let word = word.trim();
        Self::code(word)
            .or_else(|| Self::code(&word.to_ascii_uppercase()))
            .or_else(|| Self::sign(word))
    }

    /// Parses a code of three letters, case-sensitively.
    fn code(word: &str) -> Option<Self> {
        let unit = PriceUnit::parse(word)?;
        Currency::in_use(unit.currency.as_str())?;
        Some(Self {
            meaning: Meaning::Currency(unit.currency),
            parts: unit.parts,
        })
    }

    fn sign(word: &str) -> Option<Self> {
        let (sign, codes, parts) = SIGNS.iter().find(|(sign, ..)| *sign == word)?;
        Some(Self::of_sign(sign, codes, *parts))
    }

    fn of_sign(sign: &'static str, codes: &'static [&'static str], parts: f64) -> Self {
        let meaning = match codes {
            [code] => Currency::parse(code).map(Meaning::Currency),
            _ => None,
        };
        Self {
            meaning: meaning.unwrap_or(Meaning::Sign(sign, codes)),
            parts,
        }
    }

    /// Splits a currency sign or code off a number. Returns the currency, if any, and the number.
    pub(super) fn strip(cell: &str) -> (Option<Self>, &str) {
        let cell = cell.trim();
        let is_boundary = |c: Option<char>| c.is_none_or(|c| !c.is_alphabetic());
        for (sign, codes, parts) in &SIGNS {
            let without_prefix = cell
                .strip_prefix(sign)
                .filter(|rest| *sign != "p" && is_boundary(rest.chars().next()));
            let without_suffix = || {
                cell.strip_suffix(sign)
                    .filter(|rest| *sign != "R" && is_boundary(rest.chars().next_back()))
            };
            if let Some(rest) = without_prefix.or_else(without_suffix) {
                return (Some(Self::of_sign(sign, codes, *parts)), rest.trim());
            }
        }
        if let Some((code, rest)) = cell.split_at_checked(3)
            && is_boundary(rest.chars().next())
            && let Some(money) = Self::code(code)
        {
            return (Some(money), rest.trim());
        }
        if let Some(index) = cell.len().checked_sub(3)
            && let Some((rest, code)) = cell.split_at_checked(index)
            && is_boundary(rest.chars().next_back())
            && let Some(money) = Self::code(code)
        {
            return (Some(money), rest.trim());
        }
        (None, cell)
    }

    /// Returns the number of units in the file per currency unit.
    pub(in crate::import) fn parts(self) -> f64 {
        self.parts
    }

    /// Returns the currency. An ambiguous sign means `expected` if it can, and otherwise its
    /// default, or `None` if it has no default.
    pub(in crate::import) fn currency(self, expected: Option<Currency>) -> Option<Currency> {
        match self.meaning {
            Meaning::Currency(currency) => Some(currency),
            Meaning::Sign(_, codes) => expected
                .filter(|expected| codes.contains(&expected.as_str()))
                .or_else(|| Currency::parse(codes.first()?)),
        }
    }

    /// Returns true if this sign or code may mean `currency`.
    pub(in crate::import) fn can_be(self, currency: Currency) -> bool {
        match self.meaning {
            Meaning::Currency(one) => one == currency,
            Meaning::Sign(_, codes) => codes.contains(&currency.as_str()),
        }
    }

    /// Returns true if both may mean the same currency.
    pub(in crate::import) fn agrees(self, other: Self) -> bool {
        let same = match (self.meaning, other.meaning) {
            (Meaning::Currency(one), _) => other.can_be(one),
            (_, Meaning::Currency(one)) => self.can_be(one),
            (Meaning::Sign(_, a), Meaning::Sign(_, b)) => a == b,
        };
        same && self.parts.to_bits() == other.parts.to_bits()
    }
}

impl fmt::Display for Money {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        match self.meaning {
            Meaning::Currency(currency) if self.parts > 1.0 => {
                write!(
                    f,
                    "{} of a {currency}",
                    if self.parts > 100.0 {
                        "thousandths"
                    } else {
                        "hundredths"
                    }
                )
            }
            Meaning::Currency(currency) => currency.fmt(f),
            Meaning::Sign(sign, _) => f.write_str(sign),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn currency_signs_and_codes_are_read_before_or_after_a_number() {
        for (cell, code, parts, bare) in [
            (" 110.7 €", "EUR", 1.0, "110.7"),
            ("$37.63", "USD", 1.0, "37.63"),
            ("US$ 37.63", "USD", 1.0, "37.63"),
            ("C$12", "CAD", 1.0, "12"),
            ("12.50 EUR", "EUR", 1.0, "12.50"),
            ("CHF 1'234.50", "CHF", 1.0, "1'234.50"),
            ("71.3p", "GBP", 100.0, "71.3"),
            ("7130 GBX", "GBP", 100.0, "7130"),
            ("7130 GBp", "GBP", 100.0, "7130"),
            ("₹1,02,345", "INR", 1.0, "1,02,345"),
            ("¥12,345", "JPY", 1.0, "12,345"),
            ("35,20 zł", "PLN", 1.0, "35,20"),
        ] {
            let (money, rest) = Money::strip(cell);
            let money = money.unwrap_or_else(|| panic!("{cell}"));
            assert_eq!(money.currency(None).unwrap().as_str(), code, "{cell}");
            assert!((money.parts() - parts).abs() < 1e-9, "{cell}");
            assert_eq!(rest, bare);
        }
        for cell in ["12.5", "3.5M", "1e6", "2K", "ABC", "12 XYZ", "nap", ""] {
            assert_eq!(Money::strip(cell).0, None, "{cell}");
        }
    }

    #[test]
    fn an_ambiguous_currency_sign_means_the_expected_currency() {
        let currency = |code| Currency::parse(code);
        let dollar = Money::parse("$").unwrap();
        assert_eq!(dollar.currency(currency("CAD")), currency("CAD"));
        assert_eq!(dollar.currency(currency("EUR")), currency("USD"));
        assert!(!dollar.can_be(currency("EUR").unwrap()));
        let crown = Money::parse("kr").unwrap();
        assert_eq!(crown.currency(None), None);
        assert_eq!(crown.currency(currency("NOK")), currency("NOK"));
        assert!(
            !Money::parse("GBp")
                .unwrap()
                .agrees(Money::parse("GBP").unwrap())
        );
        assert!(dollar.agrees(Money::parse("usd").unwrap()));
    }
}

//! International identifiers of instruments: ISIN, CUSIP, WKN and FIGI.
//!
//! A symbol belongs to one exchange. An identifier belongs to an instrument on all its exchanges (a FIGI to one listing or
//! to all listings of a country), so it shows which listings are of the same instrument.

mod code;
mod cusip;
mod error;
mod figi;
mod isin;
mod wkn;

use std::{fmt, str::FromStr};

use serde::{Deserialize, Deserializer};

pub use self::{cusip::Cusip, error::InvalidIdentifier, figi::Figi, isin::Isin, wkn::Wkn};
use super::letters::normalize_characters;

/// An identifier of an instrument.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub enum Identifier {
    /// International Securities Identification Number.
    Isin(Isin),
    /// Number of the North American securities numbering agency, or of its international extension (CINS).
    Cusip(Cusip),
    /// German Wertpapierkennnummer.
    Wkn(Wkn),
    /// Financial Instrument Global Identifier.
    Figi(Figi),
}

impl Identifier {
    /// Returns the identifier without spaces and hyphens.
    pub fn as_str(&self) -> &str {
        match self {
            Self::Isin(isin) => isin.as_str(),
            Self::Cusip(cusip) => cusip.as_str(),
            Self::Wkn(wkn) => wkn.as_str(),
            Self::Figi(figi) => figi.as_str(),
        }
    }

    /// Returns `ISIN`, `CUSIP`, `WKN` or `FIGI`.
    pub fn kind(&self) -> &'static str {
        match self {
            Self::Isin(_) => Isin::KIND,
            Self::Cusip(_) => Cusip::KIND,
            Self::Wkn(_) => Wkn::KIND,
            Self::Figi(_) => Figi::KIND,
        }
    }

    /// Returns true if the same text may be a symbol, so that symbols must be searched first. A WKN has no check digit, and
    /// the symbols of several Asian exchanges are numbers of six digits.
    pub(crate) fn may_be_symbol(&self) -> bool {
        matches!(self, Self::Wkn(_))
    }

    /// Returns true if an instrument with these identifiers is the one that `self` identifies.
    pub(crate) fn matches(&self, isin: Option<Isin>, figi: Option<Figi>) -> bool {
        match self {
            Self::Isin(wanted) => isin == Some(*wanted),
            Self::Cusip(wanted) => isin.and_then(|isin| isin.cusip()) == Some(*wanted),
            Self::Wkn(wanted) => isin.and_then(|isin| isin.wkn()) == Some(*wanted),
            Self::Figi(wanted) => figi == Some(*wanted),
        }
    }
}

impl fmt::Display for Identifier {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.write_str(self.as_str())
    }
}

/// Reads a typed text as an identifier: in any letter case, with spaces and hyphens, and with its kind before it
/// (`WKN 716460`). Returns `None` for a text that does not look like an identifier, such as a symbol or a name.
///
/// A text of six letters and digits counts as a WKN only if it contains a digit; see also [`Identifier::may_be_symbol`].
pub fn recognize(typed: &str) -> Option<Result<Identifier, InvalidIdentifier>> {
    let text = normalize_characters(typed);
    if let Some((kind, rest)) = labeled(&text) {
        return Some(parse(kind, &compact(rest)));
    }
    let compact = compact(&text);
    let kind = if Figi::looks_like(&compact) {
        Figi::KIND
    } else if Isin::looks_like(&compact) {
        Isin::KIND
    } else if Cusip::looks_like(&compact) {
        Cusip::KIND
    } else if Wkn::looks_like(&text) {
        Wkn::KIND
    } else {
        return None;
    };
    Some(parse(kind, &compact))
}

/// Returns the identifier of a typed text; `None` if it is not a valid one.
pub(crate) fn identifier(typed: &str) -> Option<Identifier> {
    recognize(typed)?.ok()
}

/// Splits the kind from the text after it: `ISIN: US…`.
fn labeled(text: &str) -> Option<(&'static str, &str)> {
    [Isin::KIND, Cusip::KIND, Wkn::KIND, Figi::KIND]
        .into_iter()
        .find_map(|kind| {
            let rest = text.strip_prefix(kind)?;
            let value = rest.trim_start_matches([':', '=', '#', ' ']);
            let is_separated =
                value.len() < rest.len() && value.contains(|c: char| c.is_ascii_digit());
            is_separated.then_some((kind, value))
        })
}

fn compact(text: &str) -> String {
    text.chars().filter(|c| !matches!(c, ' ' | '-')).collect()
}

fn parse(kind: &'static str, text: &str) -> Result<Identifier, InvalidIdentifier> {
    match kind {
        Isin::KIND => text.parse().map(Identifier::Isin),
        Cusip::KIND => text.parse().map(Identifier::Cusip),
        Wkn::KIND => text.parse().map(Identifier::Wkn),
        _ => text.parse().map(Identifier::Figi),
    }
}

/// For `#[serde(deserialize_with)]`: an invalid identifier counts as unknown.
pub(crate) fn valid_or_none<'de, D, T>(deserializer: D) -> Result<Option<T>, D::Error>
where
    D: Deserializer<'de>,
    T: FromStr,
{
    let text = Option::<String>::deserialize(deserializer)?;
    Ok(text.and_then(|text| text.parse().ok()))
}

#[cfg(test)]
mod tests {
    use super::*;

    fn sentence(typed: &str) -> String {
        recognize(typed).unwrap().unwrap_err().to_string()
    }

    #[test]
    fn identifiers_are_recognized_in_any_spelling() {
        for (typed, kind, text) in [
            ("US0378331005", "ISIN", "US0378331005"),
            (" us 037833100 5 ", "ISIN", "US0378331005"),
            ("US-037833100-5", "ISIN", "US0378331005"),
            ("ISIN: DE0007164600", "ISIN", "DE0007164600"),
            ("(DE0007164600)", "ISIN", "DE0007164600"),
            ("PLGTC0000037", "ISIN", "PLGTC0000037"),
            ("037833100", "CUSIP", "037833100"),
            ("cusip 38259P508", "CUSIP", "38259P508"),
            ("H1467J104", "CUSIP", "H1467J104"),
            ("716460", "WKN", "716460"),
            ("a1ewww", "WKN", "A1EWWW"),
            ("WKN 716 460", "WKN", "716460"),
            ("bbg000b9xry4", "FIGI", "BBG000B9XRY4"),
        ] {
            let identifier = recognize(typed).unwrap().unwrap();
            assert_eq!(
                (identifier.kind(), identifier.as_str()),
                (kind, text),
                "{typed}"
            );
        }
    }

    #[test]
    fn symbols_and_names_are_not_identifiers() {
        for typed in [
            "",
            "AAPL",
            "GOOGLE",
            "BRK-B",
            "SAP.DE",
            "0700.HK",
            "0700 HK",
            "EURUSD",
            "EURUSD=X",
            "BTC-USD",
            "SUI20947-USD",
            "^GDAXI",
            "Microsoft",
            "Berkshire Hathaway",
            "S&P 500",
            "GC=F",
            "Figi Corp",
            "ISIN",
            "005930.KS",
        ] {
            assert_eq!(recognize(typed), None, "{typed}");
        }
    }

    #[test]
    fn an_invalid_identifier_is_described_in_a_sentence() {
        for (typed, expected) in [
            (
                "us0378331006",
                "Invalid ISIN 'US0378331006': the check digit should be 5.",
            ),
            (
                "037833101",
                "Invalid CUSIP '037833101': the check digit should be 0.",
            ),
            (
                "BBG000B9XRY5",
                "Invalid FIGI 'BBG000B9XRY5': the check digit should be 4.",
            ),
            (
                "ISIN US03783310",
                "Invalid ISIN 'US03783310': expected two letters, nine letters or digits, and a check digit.",
            ),
            (
                "WKN 12345",
                "Invalid WKN '12345': expected six digits or letters (without I and O).",
            ),
        ] {
            assert_eq!(sentence(typed), expected);
        }
    }

    #[test]
    fn an_instrument_matches_the_identifiers_in_its_isin() {
        let apple = (
            Some("US0378331005".parse().unwrap()),
            Some("BBG000B9XRY4".parse().unwrap()),
        );
        let sap = (Some("DE0007164600".parse().unwrap()), None);
        for (typed, matches_apple, matches_sap) in [
            ("US0378331005", true, false),
            ("037833100", true, false),
            ("BBG000B9XRY4", true, false),
            ("716460", false, true),
            ("DE0007164600", false, true),
        ] {
            let identifier = identifier(typed).unwrap();
            let matches = [apple, sap].map(|(isin, figi)| identifier.matches(isin, figi));
            assert_eq!(matches, [matches_apple, matches_sap], "{typed}");
        }
    }

    #[test]
    fn an_invalid_stored_identifier_counts_as_unknown() {
        #[derive(Deserialize)]
        struct Record {
            #[serde(default, deserialize_with = "valid_or_none")]
            isin: Option<Isin>,
        }
        let read = |json: &str| serde_json::from_str::<Record>(json).unwrap().isin;
        assert!(read(r#"{"isin":"US0378331005"}"#).is_some());
        for json in [r#"{"isin":"US0378331006"}"#, r#"{"isin":null}"#, "{}"] {
            assert_eq!(read(json), None, "{json}");
        }
    }
}

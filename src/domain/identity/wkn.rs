//! WKN: the number of an instrument in Germany.

use std::str::FromStr;

use super::{
    code::{Code, identifier, value},
    error::{InvalidIdentifier, Problem},
};

/// A Wertpapierkennnummer, which `WM Datenservice` assigns: six digits or letters except I and O, without a check digit.
/// `716460` is SAP. Instruments of other countries have one too, if they are traded in Germany.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Wkn(Code<6>);

identifier!(Wkn, "WKN");

impl Wkn {
    /// Returns true for six characters of a WKN with at least one digit, as symbols consist mostly of letters.
    pub(super) fn looks_like(text: &str) -> bool {
        has_form(text) && text.contains(|c: char| c.is_ascii_digit())
    }
}

fn has_form(text: &str) -> bool {
    let is_valid = |byte: u8| value(byte).is_some() && !b"IO".contains(&byte);
    text.len() == 6 && text.bytes().all(is_valid)
}

impl FromStr for Wkn {
    type Err = InvalidIdentifier;

    fn from_str(text: &str) -> Result<Self, InvalidIdentifier> {
        let code = Code::new(text).filter(|_| has_form(text));
        code.map(Self).ok_or_else(|| InvalidIdentifier {
            kind: Self::KIND,
            text: text.to_owned(),
            problem: Problem::Form("six digits or letters (without I and O)"),
        })
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_wkn_has_six_digits_or_letters_without_i_and_o() {
        for valid in ["716460", "A1EWWW", "BASF11"] {
            assert_eq!(valid.parse::<Wkn>().unwrap().as_str(), valid);
        }
        for invalid in [
            "", "71646", "7164600", "A1IWWW", "A1OWWW", "a1ewww", "71 460",
        ] {
            assert!(invalid.parse::<Wkn>().is_err(), "{invalid}");
        }
    }
}

//! FIGI: the open identifier of one listing.

use std::str::FromStr;

use super::{
    code::{Code, double_add_double, identifier, value},
    error::{InvalidIdentifier, Problem},
};

/// A Financial Instrument Global Identifier (ANSI X9.145): the code of a provider, `G`, eight consonants or digits, and a
/// check digit. Each listing has one, and so have all listings of a country together (composite FIGI) and all listings of
/// an instrument (share class FIGI). `BBG000B9XRY4` is Apple in the United States.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Figi(Code<12>);

identifier!(Figi, "FIGI");

/// Beginnings of the FIGIs of the two providers that assign them, Bloomberg and Kaiko. An ISIN may have any other
/// beginning of the form of a FIGI.
const PROVIDERS: [&str; 2] = ["BBG", "KKG"];

impl Figi {
    /// Returns true for twelve characters in the form of a FIGI.
    pub(super) fn looks_like(text: &str) -> bool {
        let is_valid = |byte: u8| value(byte).is_some() && !b"AEIOU".contains(&byte);
        text.len() == 12
            && PROVIDERS.iter().any(|provider| text.starts_with(provider))
            && text.bytes().all(is_valid)
            && text.ends_with(|c: char| c.is_ascii_digit())
    }
}

impl FromStr for Figi {
    type Err = InvalidIdentifier;

    fn from_str(text: &str) -> Result<Self, InvalidIdentifier> {
        let invalid = |problem| InvalidIdentifier {
            kind: Self::KIND,
            text: text.to_owned(),
            problem,
        };
        let form = Problem::Form("BBG or KKG, eight digits or consonants, and a check digit");
        let code = Code::new(text)
            .filter(|_| Self::looks_like(text))
            .ok_or_else(|| invalid(form))?;
        let (number, digit) = text.split_at(11);
        let expected = double_add_double(number.bytes().filter_map(value));
        if digit.as_bytes() != [b'0' + expected] {
            return Err(invalid(Problem::CheckDigit(expected)));
        }
        Ok(Self(code))
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::identity::code::testing::assert_single_digit_errors_are_found;

    #[test]
    fn single_digit_errors_are_found() {
        assert_single_digit_errors_are_found::<Figi>(&["BBG000B9XRY4", "BBG000BLNNH6"]);
    }

    #[test]
    fn a_figi_has_no_vowels() {
        assert!("BBG000A9XRY4".parse::<Figi>().is_err());
    }
}

//! CUSIP: the number of an American or Canadian instrument.

use std::str::FromStr;

use super::{
    code::{Code, double_add_double, identifier, value},
    error::{InvalidIdentifier, Problem},
};

/// A CUSIP (ANSI X9.6): six characters of the issuer, two of the issue, and a check digit. `037833100` is Apple. If the
/// first character is a letter, it is a CINS, the number of an instrument from another country.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Cusip(Code<9>);

identifier!(Cusip, "CUSIP");

impl Cusip {
    /// Returns true for nine characters that are hardly a symbol or a name: characters two to four are digits, as in the
    /// numbers of all issuers of shares.
    pub(super) fn looks_like(text: &str) -> bool {
        let bytes = text.as_bytes();
        has_form(text) && bytes[1..4].iter().all(u8::is_ascii_digit) && !text.contains(SPECIAL)
    }

    /// Returns true for the number of an instrument from outside of the United States and Canada (CINS).
    pub(crate) fn is_international(&self) -> bool {
        self.as_str().starts_with(|c: char| c.is_ascii_uppercase())
    }
}

/// Characters of private placements, with the values 36 to 38 in the check digit formula.
const SPECIAL: [char; 3] = ['*', '@', '#'];

fn has_form(text: &str) -> bool {
    let is_valid = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || SPECIAL.contains(&c);
    text.len() == 9 && text.chars().all(is_valid) && text.ends_with(|c: char| c.is_ascii_digit())
}

impl FromStr for Cusip {
    type Err = InvalidIdentifier;

    fn from_str(text: &str) -> Result<Self, InvalidIdentifier> {
        let invalid = |problem| InvalidIdentifier {
            kind: Self::KIND,
            text: text.to_owned(),
            problem,
        };
        let form = Problem::Form("eight letters or digits, and a check digit");
        let code = Code::new(text)
            .filter(|_| has_form(text))
            .ok_or_else(|| invalid(form))?;
        let (number, digit) = text.split_at(8);
        let value = |byte| {
            let special = SPECIAL
                .iter()
                .zip(36..)
                .find(|(c, _)| **c == char::from(byte));
            value(byte).or(special.map(|(_, value)| value))
        };
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
        assert_single_digit_errors_are_found::<Cusip>(&[
            "037833100",
            "594918104",
            "38259P508",
            "02079K305",
            "88160R101",
            "78462F103",
            "82509L107",
            "H1467J104",
            "G0177J108",
        ]);
    }

    #[test]
    fn a_number_that_starts_with_a_letter_is_international() {
        let is_international = |text: &str| text.parse::<Cusip>().unwrap().is_international();
        assert!(is_international("H1467J104") && !is_international("037833100"));
    }
}

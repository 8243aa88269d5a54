//! ISIN: the number of an instrument in all countries.

use std::str::FromStr;

use super::{
    code::{Code, check_digit, identifier, value},
    cusip::Cusip,
    error::{InvalidIdentifier, Problem},
    wkn::Wkn,
};

/// An International Securities Identification Number (ISO 6166): the code of a country, nine characters that its
/// numbering agency assigned, and a check digit. `US0378331005` is Apple.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub struct Isin(Code<12>);

identifier!(Isin, "ISIN");

/// Beginning of the ISINs that contain a WKN.
const WITH_WKN: &str = "DE000";
/// Countries whose ISINs contain a CUSIP.
const WITH_CUSIP: [&str; 2] = ["US", "CA"];

impl Isin {
    /// Returns true for twelve characters in the form of an ISIN.
    pub(super) fn looks_like(text: &str) -> bool {
        let bytes = text.as_bytes();
        bytes.len() == 12
            && bytes[..2].iter().all(u8::is_ascii_uppercase)
            && bytes.iter().all(|byte| value(*byte).is_some())
            && bytes[11].is_ascii_digit()
    }

    /// Returns the code of the country in which the instrument was numbered, usually the company's country. `XS` and `EU`
    /// are no countries.
    pub fn country(&self) -> &str {
        &self.as_str()[..2]
    }

    /// Returns the CUSIP of an American or Canadian instrument.
    pub fn cusip(&self) -> Option<Cusip> {
        let has_cusip = WITH_CUSIP.contains(&self.country());
        has_cusip
            .then(|| self.as_str()[2..11].parse().ok())
            .flatten()
    }

    /// Returns the WKN of a German instrument.
    pub fn wkn(&self) -> Option<Wkn> {
        let number = self.as_str().strip_prefix(WITH_WKN)?;
        number[..6].parse().ok()
    }

    /// Returns the ISIN that a company of `country` has if its number in that country is `cusip`.
    pub(crate) fn from_cusip(country: &str, cusip: Cusip) -> Option<Self> {
        Self::complete(&format!("{country}{cusip}"))
    }

    /// Returns the ISIN that an instrument has if its WKN is `wkn` and it was numbered in Germany.
    pub(crate) fn from_wkn(wkn: Wkn) -> Option<Self> {
        Self::complete(&format!("{WITH_WKN}{wkn}"))
    }

    /// Appends the check digit.
    fn complete(text: &str) -> Option<Self> {
        format!("{text}{}", luhn(text)).parse().ok()
    }
}

impl FromStr for Isin {
    type Err = InvalidIdentifier;

    fn from_str(text: &str) -> Result<Self, InvalidIdentifier> {
        let invalid = |problem| InvalidIdentifier {
            kind: Self::KIND,
            text: text.to_owned(),
            problem,
        };
        let form = Problem::Form("two letters, nine letters or digits, and a check digit");
        let code = Code::new(text)
            .filter(|_| Self::looks_like(text))
            .ok_or_else(|| invalid(form))?;
        let (number, digit) = text.split_at(11);
        let expected = luhn(number);
        if digit.as_bytes() != [b'0' + expected] {
            return Err(invalid(Problem::CheckDigit(expected)));
        }
        Ok(Self(code))
    }
}

/// Returns the check digit of ISO 6166: letters become two digits (A = 10), and the digits are summed by the formula of
/// Luhn (ISO/IEC 7812-1, annex B), which doubles every second digit from the right.
fn luhn(number: &str) -> u8 {
    let values = number.bytes().filter_map(value);
    let digits: Vec<u32> = values
        .flat_map(|value| {
            [value / 10, value % 10]
                .into_iter()
                .skip(usize::from(value < 10))
        })
        .collect();
    let sum = digits
        .iter()
        .rev()
        .enumerate()
        .map(|(index, digit)| if index % 2 == 0 { digit * 2 } else { *digit })
        .map(|value| value / 10 + value % 10)
        .sum();
    check_digit(sum)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::identity::code::testing::assert_single_digit_errors_are_found;

    #[test]
    fn single_digit_errors_are_found() {
        assert_single_digit_errors_are_found::<Isin>(&[
            "US0378331005",
            "DE0007164600",
            "DE000A1EWWW0",
            "GB0002634946",
            "FR0000121014",
            "NL0010273215",
            "CH0038863350",
            "JP3633400001",
            "CA82509L1076",
            "IE00B4L5Y983",
            "US88160R1014",
        ]);
    }

    #[test]
    fn swapped_neighboring_digits_are_detected_unless_they_are_9_and_0() {
        let valid = "US0378331005";
        for index in 2..11 {
            let mut bytes = valid.as_bytes().to_vec();
            bytes.swap(index, index + 1);
            let swapped = String::from_utf8(bytes).unwrap();
            assert_eq!(
                swapped.parse::<Isin>().is_ok(),
                swapped == valid,
                "{swapped}"
            );
        }
    }

    #[test]
    fn national_numbers_are_part_of_the_isin() {
        let isin = |text: &str| text.parse::<Isin>().unwrap();
        let cusip = |text: &str| isin(text).cusip().map(|cusip| cusip.to_string());
        let wkn = |text: &str| isin(text).wkn().map(|wkn| wkn.to_string());
        assert_eq!(cusip("US0378331005").as_deref(), Some("037833100"));
        assert_eq!(cusip("CA82509L1076").as_deref(), Some("82509L107"));
        assert_eq!(cusip("DE0007164600"), None);
        assert_eq!(wkn("DE0007164600").as_deref(), Some("716460"));
        assert_eq!(wkn("DE000A1EWWW0").as_deref(), Some("A1EWWW"));
        assert_eq!(wkn("US0378331005"), None);
        let apple = Isin::from_cusip("US", "037833100".parse().unwrap());
        assert_eq!(apple, Some(isin("US0378331005")));
        let adidas = Isin::from_wkn("A1EWWW".parse().unwrap());
        assert_eq!(adidas, Some(isin("DE000A1EWWW0")));
    }
}

//! The common parts of all identifiers: a fixed number of capitals and digits, and serialization as text.

/// A text of `N` ASCII characters.
#[derive(Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord)]
pub(super) struct Code<const N: usize>([u8; N]);

impl<const N: usize> Code<N> {
    /// Creates a code. `None` if the text does not consist of `N` ASCII characters.
    pub(super) fn new(text: &str) -> Option<Self> {
        let bytes: [u8; N] = text.as_bytes().try_into().ok()?;
        bytes.is_ascii().then_some(Self(bytes))
    }

    pub(super) fn as_str(&self) -> &str {
        std::str::from_utf8(&self.0).unwrap_or_default()
    }
}

/// Returns the number that a check digit formula uses for a character: 0 to 9 for a digit, 10 to 35 for a capital. `None`
/// for other characters.
pub(super) fn value(byte: u8) -> Option<u32> {
    match byte {
        b'0'..=b'9' => Some(u32::from(byte - b'0')),
        b'A'..=b'Z' => Some(u32::from(byte - b'A') + 10),
        _ => None,
    }
}

/// Returns the check digit of `values` by the formula 'modulus 10 double add double': every second value is doubled, and
/// the sum of all decimal digits and the check digit is a multiple of 10. Source: ANSI X9.6 (CUSIP) and the FIGI
/// allocation rules of `OpenFIGI`, section 'check digit'.
pub(super) fn double_add_double(values: impl Iterator<Item = u32>) -> u8 {
    let sum: u32 = values
        .enumerate()
        .map(|(index, value)| if index % 2 == 1 { value * 2 } else { value })
        .map(|value| value / 10 + value % 10)
        .sum();
    check_digit(sum)
}

/// Returns the digit that makes the sum a multiple of 10.
pub(super) fn check_digit(sum: u32) -> u8 {
    u8::try_from((10 - sum % 10) % 10).unwrap_or_default()
}

/// Implements the common parts of all identifiers. The type must be a struct around a [`Code`] and implement `FromStr`.
macro_rules! identifier {
    ($name:ident, $kind:literal) => {
        impl $name {
            /// The short name of this kind of identifier.
            pub(super) const KIND: &'static str = $kind;

            /// Returns the identifier as text.
            pub fn as_str(&self) -> &str {
                self.0.as_str()
            }
        }

        impl std::fmt::Display for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                f.write_str(self.as_str())
            }
        }

        impl std::fmt::Debug for $name {
            fn fmt(&self, f: &mut std::fmt::Formatter<'_>) -> std::fmt::Result {
                write!(f, "{}({})", stringify!($name), self.as_str())
            }
        }

        impl serde::Serialize for $name {
            fn serialize<S: serde::Serializer>(&self, serializer: S) -> Result<S::Ok, S::Error> {
                serializer.serialize_str(self.as_str())
            }
        }
    };
}

pub(super) use identifier;

/// Checks shared by the tests of all identifiers with a check digit.
#[cfg(test)]
pub(super) mod testing {
    use std::{fmt::Display, str::FromStr};

    /// Asserts that each text is valid and remains the same, and that no other digit at any position is accepted.
    pub(crate) fn assert_single_digit_errors_are_found<T>(valid: &[&str])
    where
        T: FromStr + Display,
        T::Err: Display,
    {
        for text in valid {
            let parsed = text.parse::<T>();
            let parsed = parsed.unwrap_or_else(|error| panic!("{error}"));
            assert_eq!(parsed.to_string(), *text);
            for (index, byte) in text
                .bytes()
                .enumerate()
                .filter(|(_, byte)| byte.is_ascii_digit())
            {
                for other in (b'0'..=b'9').filter(|other| *other != byte) {
                    let mut wrong = text.as_bytes().to_vec();
                    wrong[index] = other;
                    let wrong = String::from_utf8(wrong).unwrap();
                    assert!(wrong.parse::<T>().is_err(), "{wrong}");
                }
            }
        }
    }
}

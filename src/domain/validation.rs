//! Checks of user input, and the error for invalid values.

use jiff::civil::{Date, date};

/// The first and the last day that a user may enter.
pub(super) const DAYS: std::ops::RangeInclusive<Date> = date(1900, 1, 1)..=date(2199, 12, 31);
/// Maximum length of a name in a URL.
pub(super) const MAX_URL_NAME_LENGTH: usize = 40;

/// A sentence for the user that says why a value is invalid.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct ValidationError(pub String);

/// Returns true for control characters such as line breaks, and for marks that change the direction of text.
pub(crate) fn is_control(letter: char) -> bool {
    letter.is_control()
        || matches!(letter, '\u{202a}'..='\u{202e}' | '\u{2066}'..='\u{2069}' | '\u{200e}' | '\u{200f}' | '\u{61c}')
}

/// Returns true for letters and marks that have no width or no ink.
fn is_invisible(letter: char) -> bool {
    matches!(letter, '\u{200b}'..='\u{200d}' | '\u{2060}'..='\u{2064}' | '\u{feff}' | '\u{ad}' | '\u{115f}' | '\u{1160}' | '\u{3164}')
}

/// Returns true for a name that may be the last path segment of a page's URL: 1 to 40 lower-case letters, digits and hyphens.
pub(crate) fn is_url_name(name: &str) -> bool {
    let is_allowed = |byte: u8| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-';
    (1..=MAX_URL_NAME_LENGTH).contains(&name.len()) && name.bytes().all(is_allowed)
}

/// Returns true if `text` has no visible character.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars()
        .all(|letter| letter.is_whitespace() || is_invisible(letter))
}

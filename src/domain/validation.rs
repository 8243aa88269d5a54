//! Checks of text that users enter, and the error for invalid values.

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

/// Returns true if `text` has no visible character.
pub(crate) fn is_blank(text: &str) -> bool {
    text.chars()
        .all(|letter| letter.is_whitespace() || is_invisible(letter))
}

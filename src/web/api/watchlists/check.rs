//! Validates names and notes of watchlists.

use crate::{
    domain::validation::{is_blank, is_control},
    web::http::error::{ApiError, Result},
};

/// Maximum length of a name, in characters.
const MAX_NAME_CHARS: usize = 80;
/// Maximum length of a note, in characters.
const MAX_NOTE_CHARS: usize = 500;

/// Trims and validates the name of a watchlist or a screen; `noun` is the word for it.
pub(crate) fn clean_name(name: &str, noun: &str) -> Result<String> {
    let name = name.trim();
    if name.chars().any(is_control) {
        return Err(ApiError::unprocessable(
            "A name can't contain control characters.",
        ));
    }
    if is_blank(name) {
        return Err(ApiError::unprocessable(format!(
            "Please enter a name for your {noun}."
        )));
    }
    if name.chars().count() > MAX_NAME_CHARS {
        return Err(ApiError::unprocessable(format!(
            "A name can have at most {MAX_NAME_CHARS} characters."
        )));
    }
    Ok(name.to_owned())
}

/// Trims and validates the note of an entry.
pub(crate) fn clean_note(note: &str) -> Result<String> {
    let note = note.trim();
    if note.chars().count() > MAX_NOTE_CHARS {
        return Err(ApiError::unprocessable(format!(
            "A note can have at most {MAX_NOTE_CHARS} characters."
        )));
    }
    Ok(note.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn blank_names_and_names_with_control_characters_are_rejected() {
        for valid in ["Mine", "  Mine  ", "Meine Übersicht", "👩‍👩‍👧 Family", "自選"]
        {
            assert_eq!(
                clean_name(valid, "watchlist").unwrap(),
                valid.trim(),
                "{valid}"
            );
        }
        for invalid in [
            "",
            "  ",
            "a\0b",
            "a\nb",
            "\u{202e}enim",
            "\u{200b}",
            "\u{200b} \u{feff}",
            "a\u{2066}b",
        ] {
            assert!(clean_name(invalid, "watchlist").is_err(), "{invalid:?}");
        }
    }
}

//! What a person may write into a list.

use crate::{
    domain::validation::{is_blank, is_control},
    web::http::error::{ApiError, Result},
};

/// Letters of a name at most.
const NAME: usize = 80;
/// Letters of a note at most.
const NOTE: usize = 500;

pub(crate) fn clean_name(name: &str) -> Result<String> {
    let name = name.trim();
    if name.chars().any(is_control) {
        return Err(ApiError::unprocessable(
            "A name may hold no control characters.",
        ));
    }
    if is_blank(name) {
        return Err(ApiError::unprocessable(
            "Please enter a name for your watchlist.",
        ));
    }
    if name.chars().count() > NAME {
        return Err(ApiError::unprocessable(format!(
            "A name may have at most {NAME} letters."
        )));
    }
    Ok(name.to_owned())
}

pub(crate) fn clean_note(note: &str) -> Result<String> {
    let note = note.trim();
    if note.chars().count() > NOTE {
        return Err(ApiError::unprocessable(format!(
            "A note may have at most {NOTE} letters."
        )));
    }
    Ok(note.to_owned())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_name_can_be_seen_and_changes_nothing_around_it() {
        for good in ["Mine", "  Mine  ", "Meine Übersicht", "👩‍👩‍👧 Family", "自選"]
        {
            assert_eq!(clean_name(good).unwrap(), good.trim(), "{good}");
        }
        for bad in [
            "",
            "  ",
            "a\0b",
            "a\nb",
            "\u{202e}enim",
            "\u{200b}",
            "\u{200b} \u{feff}",
            "a\u{2066}b",
        ] {
            assert!(clean_name(bad).is_err(), "{bad:?}");
        }
    }
}

//! What a person may write into a list.

use crate::web::http::error::{ApiError, Result};

/// Letters of a name at most.
const NAME: usize = 80;
/// Letters of a note at most.
const NOTE: usize = 500;

pub(super) fn clean_name(name: &str) -> Result<String> {
    let name = name.trim();
    match name.chars().count() {
        0 => Err(ApiError::bad_request(
            "Please enter a name for your watchlist.",
        )),
        length if length > NAME => Err(ApiError::bad_request(format!(
            "A name may have at most {NAME} letters."
        ))),
        _ => Ok(name.to_owned()),
    }
}

pub(super) fn clean_note(note: &str) -> Result<String> {
    let note = note.trim();
    if note.chars().count() > NOTE {
        return Err(ApiError::bad_request(format!(
            "A note may have at most {NOTE} letters."
        )));
    }
    Ok(note.to_owned())
}

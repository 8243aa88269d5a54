//! Notes on tickers: a text about a ticker and a day.

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

use super::{
    Timestamp,
    search::fold,
    ticker::TickerId,
    validation::{DAYS, ValidationError, is_blank, is_control},
};

/// Maximum number of notes.
pub const MAX_NOTES: usize = 2_000;
/// Maximum length of a note, in characters.
pub const MAX_NOTE_CHARS: usize = 2_000;

/// A note on a ticker.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Note {
    /// Id in this store.
    pub id: u32,
    /// The ticker.
    pub ticker_id: TickerId,
    /// The day that the note is about, at the ticker's exchange.
    pub date: Date,
    /// The text; never blank, lines end with `\n`.
    pub text: String,
    /// Time at which the note was written.
    pub created_at: Timestamp,
    /// Time at which the note was last changed.
    pub changed_at: Timestamp,
}

impl Note {
    /// Returns true if the text contains every word of a query, in any order; case and accents are ignored.
    pub fn contains_words(&self, query: &str) -> bool {
        let (text, query) = (fold(&self.text), fold(query));
        query.split_whitespace().all(|word| text.contains(word))
    }

    /// Returns true if another note has the same text, ticker and day.
    pub fn is_same(&self, other: &Self) -> bool {
        self.ticker_id == other.ticker_id && self.date == other.date && self.text == other.text
    }
}

/// Trims and validates the text of a note.
///
/// # Errors
/// A sentence, if the text is blank or too long, or contains control characters other than tabs and line breaks.
pub fn clean_text(text: &str) -> Result<String, ValidationError> {
    let text = text.replace("\r\n", "\n");
    let text = text.trim();
    let is_allowed = |letter: char| matches!(letter, '\n' | '\t') || !is_control(letter);
    if !text.chars().all(is_allowed) {
        return Err(ValidationError(
            "A note can't contain control characters.".into(),
        ));
    }
    if is_blank(text) {
        return Err(ValidationError("Please enter the text of the note.".into()));
    }
    let count = text.chars().count();
    if count > MAX_NOTE_CHARS {
        return Err(ValidationError(format!(
            "A note can have at most {MAX_NOTE_CHARS} characters; this one has {count}."
        )));
    }
    Ok(text.to_owned())
}

/// Validates the day of a note.
///
/// # Errors
/// A sentence, if the day is before 1900 or after 2199.
pub fn check_day(day: Date) -> Result<Date, ValidationError> {
    if DAYS.contains(&day) {
        Ok(day)
    } else {
        Err(ValidationError(format!(
            "Invalid date {day}; expected a day from {} to {}.",
            DAYS.start(),
            DAYS.end()
        )))
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::date;

    use super::*;

    fn note(text: &str) -> Note {
        Note {
            id: 1,
            ticker_id: TickerId(1),
            date: date(2026, 11, 20),
            text: text.into(),
            created_at: Timestamp::UNIX_EPOCH,
            changed_at: Timestamp::UNIX_EPOCH,
        }
    }

    #[test]
    fn texts_are_trimmed_and_invalid_ones_rejected_in_a_sentence() {
        assert_eq!(clean_text("  two\r\nlines ").unwrap(), "two\nlines");
        let long = "ü".repeat(MAX_NOTE_CHARS);
        assert_eq!(clean_text(&long).unwrap(), long);
        for (text, error) in [
            ("", "Please enter the text of the note."),
            (" \u{200b}\n", "Please enter the text of the note."),
            ("a\0b", "A note can't contain control characters."),
            ("a\u{202e}b", "A note can't contain control characters."),
        ] {
            assert_eq!(clean_text(text).unwrap_err().to_string(), error, "{text:?}");
        }
        assert_eq!(
            clean_text(&format!("{long}x")).unwrap_err().to_string(),
            "A note can have at most 2000 characters; this one has 2001."
        );
    }

    #[test]
    fn days_far_from_now_are_rejected() {
        assert!(check_day(date(2026, 11, 20)).is_ok());
        assert_eq!(
            check_day(date(1812, 1, 1)).unwrap_err().to_string(),
            "Invalid date 1812-01-01; expected a day from 1900-01-01 to 2199-12-31."
        );
    }

    #[test]
    fn words_are_found_in_any_order_without_case_and_accents() {
        let note = note("Café chain bought;\nwait for MARGINS");
        assert!(note.contains_words("margins cafe"));
        assert!(note.contains_words("bought;"));
        assert!(!note.contains_words("margins sold"));
    }
}

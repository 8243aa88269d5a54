//! Exports notes on tickers, and plans their import.

use jiff::Timestamp;

use super::{
    draft::Draft,
    shapes::{ExportedNote, Mode},
};
use crate::{
    domain::note::{MAX_NOTES, Note, check_day, clean_text},
    market::MarketState,
    web::http::error::{ApiError, Result},
};

/// Maximum length of the text in the description of a note, in characters.
const MAX_DESCRIBED_CHARS: usize = 40;

impl ExportedNote {
    /// Exports a note; `None` if the market does not have its ticker.
    pub(super) fn of(note: Note, market: &MarketState) -> Option<Self> {
        Some(Self {
            symbol: market.get(note.ticker_id)?.ticker.profile.symbol.clone(),
            date: note.date,
            text: note.text,
            created_at: Some(note.created_at),
            changed_at: Some(note.changed_at),
        })
    }
}

/// Plans the import of notes, which are identified by ticker, day and text. With 'replace', existing notes that are not in the file are
/// removed.
pub(super) fn plan(
    draft: &mut Draft,
    in_file: Vec<ExportedNote>,
    mut existing: Vec<Note>,
    market: &MarketState,
    now: Timestamp,
) -> Result<()> {
    let existing_count = existing.len();
    for file in in_file {
        let described = |error: &dyn std::fmt::Display| {
            ApiError::unprocessable(format!("A note on {}: {error}", file.symbol))
        };
        let text = clean_text(&file.text).map_err(|error| described(&error))?;
        let date = check_day(file.date).map_err(|error| described(&error))?;
        let Some(listing) = market.find_symbol(&file.symbol) else {
            draft.add_unknown_of("Notes", &file.symbol);
            continue;
        };
        let created_at = file.created_at.unwrap_or(now);
        let note = Note {
            id: 0,
            ticker_id: listing.ticker.id,
            date,
            text,
            created_at,
            changed_at: file.changed_at.unwrap_or(created_at),
        };
        if let Some(index) = existing.iter().position(|known| known.is_same(&note)) {
            existing.swap_remove(index);
            draft.plan.notes.same += 1;
        } else if draft.import.notes.iter().any(|known| known.is_same(&note)) {
            draft.plan.notes.same += 1;
        } else {
            draft.plan.notes.added.push(describe(&note, market));
            draft.import.notes.push(note);
        }
    }
    if draft.mode == Mode::Replace {
        existing.sort_unstable_by_key(|note| note.id);
        for note in existing {
            draft.plan.notes.removed.push(describe(&note, market));
            draft.import.removed_notes.push(note.id);
        }
    }
    let count = existing_count + draft.import.notes.len() - draft.import.removed_notes.len();
    if count > MAX_NOTES {
        return Err(ApiError::conflict(format!(
            "The import would result in {count} notes; the maximum is {MAX_NOTES}."
        )));
    }
    Ok(())
}

/// Describes a note: 'AAPL 2026-11-20: The first words…'.
fn describe(note: &Note, market: &MarketState) -> String {
    let listing = market.get(note.ticker_id);
    let symbol = listing.map_or("Unknown ticker", |listing| &listing.ticker.profile.symbol);
    let words: Vec<&str> = note.text.split_whitespace().collect();
    let text = words.join(" ");
    let mut shown: String = text.chars().take(MAX_DESCRIBED_CHARS).collect();
    if shown.len() < text.len() {
        shown.push('…');
    }
    format!("{symbol} {}: {shown}", note.date)
}

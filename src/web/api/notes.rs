//! Endpoints for notes on tickers. Every write is on disk before it is acknowledged.

use std::cmp::Reverse;

use hyper::StatusCode;
use jiff::{Timestamp, civil::Date};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use crate::{
    domain::note::{MAX_NOTES, Note, check_day, clean_text},
    market::MarketState,
    web::{
        AppState,
        api::tickers::lookup::{find_listing, resolve_symbol},
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, count_param, positive_number},
        },
    },
};

/// The noun of a note in messages.
const NOUN: &str = "note";

/// A note on a ticker.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct NoteRow {
    /// The note's id.
    id: u32,
    /// Symbol of the ticker.
    symbol: String,
    /// Name of the ticker.
    name: String,
    /// Id of the ticker.
    ticker_id: u32,
    /// The day that the note is about, at the ticker's exchange.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// The text; line breaks are `\n`.
    text: String,
    /// When the note was written.
    #[schema(value_type = String, format = DateTime)]
    created_at: Timestamp,
    /// When the note was last changed.
    #[schema(value_type = String, format = DateTime)]
    changed_at: Timestamp,
}

impl NoteRow {
    /// Converts a note; `None` if the market does not have its ticker.
    fn of(note: Note, market: &MarketState) -> Option<Self> {
        let profile = &market.get(note.ticker_id)?.ticker.profile;
        Some(Self {
            id: note.id,
            symbol: profile.symbol.clone(),
            name: profile.name.clone(),
            ticker_id: note.ticker_id.0,
            date: note.date,
            text: note.text,
            created_at: note.created_at,
            changed_at: note.changed_at,
        })
    }
}

/// Request body for a new note.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NewNote {
    /// Symbol of the ticker.
    symbol: String,
    /// The text; must not be blank.
    #[schema(min_length = 1, max_length = 2000)]
    text: String,
    /// The day that the note is about, from 1900-01-01 to 2199-12-31; default: today at the ticker's exchange.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Date)]
    date: Option<String>,
}

/// Request body for changing a note; missing fields keep their values.
#[derive(Deserialize, ToSchema)]
pub(crate) struct NoteChange {
    /// New text.
    #[serde(default)]
    #[schema(min_length = 1, max_length = 2000)]
    text: Option<String>,
    /// New day, from 1900-01-01 to 2199-12-31.
    #[serde(default)]
    #[schema(value_type = Option<String>, format = Date)]
    date: Option<String>,
}

/// Lists notes by day, newest first. Notes on tickers that this market does not have are left out.
#[utoipa::path(get, path = "/api/notes", params(
        ("symbol" = Option<String>, Query, description = "Only notes on this ticker"),
        ("q" = Option<String>, Query, description = "Only notes whose text contains all of these words"),
        ("limit" = Option<u32>, Query, minimum = 1, maximum = 2000, description = "Maximum number of notes")),
    responses((status = 200, description = "The notes, newest day first.", body = Vec<NoteRow>),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let limit = count_param(request, "limit", 1, MAX_NOTES)?.unwrap_or(MAX_NOTES);
    let ticker = request
        .query("symbol")
        .map(|symbol| resolve_symbol(&state.market.read(), &symbol))
        .transpose()?;
    let words = request.query("q").unwrap_or_default();
    let mut notes = request.store(state, |store| store.notes()).await?;
    notes.retain(|note| {
        ticker.is_none_or(|ticker| note.ticker_id == ticker) && note.contains_words(&words)
    });
    notes.sort_by_key(|note| Reverse((note.date, note.id)));
    let market = state.market.read();
    let rows = notes.into_iter();
    let rows = rows.filter_map(|note| NoteRow::of(note, &market));
    let rows: Vec<NoteRow> = rows.take(limit).collect();
    Ok(reply::json(StatusCode::OK, &rows))
}

/// Saves a new note.
#[utoipa::path(post, path = "/api/notes", request_body = NewNote,
    responses((status = 201, description = "The new note.", body = NoteRow),
        (status = 404, description = "There is no such ticker.", body = String),
        (status = 409, description = "There are too many notes.", body = String)))]
pub(crate) async fn create(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new: NewNote = request.json()?;
    let now = state.now();
    let note = {
        let market = state.market.read();
        let ticker_id = resolve_symbol(&market, &new.symbol)?;
        let date = match &new.date {
            Some(day) => parse_day(day)?,
            None => find_listing(&market, ticker_id)?.date_at(now),
        };
        Note {
            id: 0,
            ticker_id,
            date,
            text: clean_text(&new.text)?,
            created_at: now,
            changed_at: now,
        }
    };
    let note = request.store(state, move |store| store.create_note(&note));
    respond(state, StatusCode::CREATED, note.await?)
}

/// Changes the text or the day of a note.
#[utoipa::path(patch, path = "/api/notes/{id}", params(("id" = u32, Path)), request_body = NoteChange,
    responses((status = 200, description = "The changed note.", body = NoteRow),
        (status = 404, description = "There is no such note.", body = String)))]
pub(crate) async fn change(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let (id, change) = (positive_number(id, NOUN)?, request.json::<NoteChange>()?);
    let text = change.text.as_deref().map(clean_text).transpose()?;
    let date = change.date.as_deref().map(parse_day).transpose()?;
    if text.is_none() && date.is_none() {
        return Err(ApiError::unprocessable(
            "Nothing to change: send text or date.",
        ));
    }
    let now = state.now();
    let note = request.store(state, move |store| {
        store.change_note(id, date, text.as_deref(), now)
    });
    respond(state, StatusCode::OK, note.await?)
}

/// Deletes a note.
#[utoipa::path(delete, path = "/api/notes/{id}", params(("id" = u32, Path)),
    responses((status = 204, description = "The note is deleted."),
        (status = 404, description = "There is no such note.", body = String)))]
pub(crate) async fn delete(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let id = positive_number(id, NOUN)?;
    request
        .store(state, move |store| store.delete_note(id))
        .await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Returns a saved note. Its ticker is unknown only if it was removed from the market since.
fn respond(state: &AppState, status: StatusCode, note: Note) -> Result<Reply> {
    let ticker = note.ticker_id;
    let row = NoteRow::of(note, &state.market.read());
    let row = row.ok_or_else(|| {
        ApiError::not_found(format!("There is no ticker with the number {ticker}."))
    })?;
    Ok(reply::json(status, &row))
}

fn parse_day(text: &str) -> Result<Date> {
    let day = text.parse().map_err(|_| {
        ApiError::unprocessable(format!(
            "Invalid date '{text}'; expected a day such as 2026-11-20."
        ))
    })?;
    Ok(check_day(day)?)
}

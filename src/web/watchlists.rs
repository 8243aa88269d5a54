//! Watchlists. Every write is on disk before it is acknowledged.

use hyper::{
    StatusCode,
    header::{CONTENT_DISPOSITION, CONTENT_TYPE, HeaderValue},
};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    State,
    error::{Refusal, Result},
    reply::{self, Reply},
    request::{Call, number},
    tickers,
    wire::TickerRow,
};
use crate::{
    domain::{ticker::TickerId, watchlist::Watchlist},
    store::StoreError,
};

/// The one person there is until there are accounts.
const USER: u32 = 1;
/// Letters of a name at most.
const NAME: usize = 80;
/// Letters of a note at most.
const NOTE: usize = 500;

/// A list.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WatchlistSummary {
    /// Number.
    id: u32,
    /// Chosen by the person.
    name: String,
    /// Whose it is.
    user_id: u32,
    /// How many tickers it holds.
    count: usize,
}

/// A list with its tickers.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct WatchlistContents {
    /// Number.
    id: u32,
    /// Chosen by the person.
    name: String,
    /// In the person's order.
    tickers: Vec<WatchlistRow>,
}

/// One entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct WatchlistRow {
    /// The ticker.
    #[serde(flatten)]
    row: TickerRow,
    /// Number of the entry.
    watchlist_item_id: u32,
    /// The person's own words.
    note: String,
}

/// A new entry.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct AddedItem {
    /// Number of the entry.
    watchlist_item_id: u32,
    /// Number of the ticker.
    ticker_id: u32,
}

/// A new list.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewWatchlist {
    /// Not blank.
    name: String,
    /// 1.
    #[serde(default)]
    user_id: Option<u32>,
}

/// A new name.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewName {
    /// Not blank.
    name: String,
}

/// A ticker to add.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewItem {
    /// Its number.
    ticker_id: u32,
}

/// A new order.
#[derive(Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct NewOrder {
    /// Every entry of the list, once.
    item_ids: Vec<u32>,
}

/// A new note.
#[derive(Deserialize, ToSchema)]
pub(super) struct NewNote {
    /// Empty to remove it.
    note: String,
}

/// An entry as it is exported and imported: by symbol, so that it fits any database.
#[derive(Debug, Serialize, Deserialize, ToSchema)]
pub(super) struct Entry {
    /// As exchanges write it.
    symbol: String,
    /// The person's own words.
    #[serde(default)]
    note: String,
}

/// What an import did.
#[derive(Debug, Default, Serialize, ToSchema)]
pub(super) struct ImportReport {
    /// Entries that were added.
    added: usize,
    /// Symbols that were in the list already.
    present: Vec<String>,
    /// Symbols that this market does not know.
    unknown: Vec<String>,
}

/// A person's lists.
#[utoipa::path(get, path = "/api/watchlists", params(("userId" = Option<u32>, Query)),
    responses((status = 200, body = Vec<WatchlistSummary>)))]
pub(super) async fn list(state: &State, call: &Call) -> Result<Reply> {
    let user = call
        .query("userId")
        .map(|id| number(&id, "user"))
        .transpose()?
        .unwrap_or(USER);
    let lists = state.store.run(move |store| store.watchlists(user)).await?;
    let lists: Vec<_> = lists.into_iter().map(WatchlistSummary::from).collect();
    Ok(reply::json(StatusCode::OK, &lists))
}

/// Makes a list.
#[utoipa::path(post, path = "/api/watchlists", request_body = NewWatchlist,
    responses((status = 201, body = WatchlistSummary), (status = 400, body = String)))]
pub(super) async fn create(state: &State, call: &Call) -> Result<Reply> {
    let new: NewWatchlist = call.json()?;
    let name = clean_name(&new.name)?;
    let user = new.user_id.unwrap_or(USER);
    let list = state
        .store
        .run(move |store| store.create_watchlist(user, &name))
        .await?;
    Ok(reply::json(
        StatusCode::CREATED,
        &WatchlistSummary::from(list),
    ))
}

/// Renames a list.
#[utoipa::path(patch, path = "/api/watchlists/{id}", params(("id" = u32, Path)), request_body = NewName,
    responses((status = 200, body = WatchlistSummary), (status = 404, body = String)))]
pub(super) async fn rename(state: &State, call: &Call, id: &str) -> Result<Reply> {
    let (id, new) = (number(id, "watchlist")?, call.json::<NewName>()?);
    let name = clean_name(&new.name)?;
    let list = state
        .store
        .run(move |store| store.rename_watchlist(id, &name))
        .await?;
    Ok(reply::json(StatusCode::OK, &WatchlistSummary::from(list)))
}

/// Deletes a list with its entries.
#[utoipa::path(delete, path = "/api/watchlists/{id}", params(("id" = u32, Path)),
    responses((status = 204), (status = 404, body = String)))]
pub(super) async fn delete(state: &State, id: &str) -> Result<Reply> {
    let id = number(id, "watchlist")?;
    state
        .store
        .run(move |store| store.delete_watchlist(id))
        .await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// A list with its tickers.
#[utoipa::path(get, path = "/api/watchlists/{id}/tickers", params(("id" = u32, Path)),
    responses((status = 200, body = WatchlistContents), (status = 404, body = String)))]
pub(super) async fn tickers(state: &State, id: &str) -> Result<Reply> {
    let list = read(state, id).await?;
    let (now, book) = (state.now(), state.market.read());
    let tickers = list
        .items
        .into_iter()
        .filter_map(|item| {
            let row = tickers::row(&book, item.ticker_id, now)?;
            Some(WatchlistRow {
                row,
                watchlist_item_id: item.id,
                note: item.note,
            })
        })
        .collect();
    Ok(reply::json(
        StatusCode::OK,
        &WatchlistContents {
            id: list.id,
            name: list.name,
            tickers,
        },
    ))
}

/// Adds a ticker.
#[utoipa::path(post, path = "/api/watchlists/{id}/tickers", params(("id" = u32, Path)), request_body = NewItem,
    responses((status = 201, body = AddedItem), (status = 404, body = String), (status = 409, body = String)))]
pub(super) async fn add(state: &State, call: &Call, id: &str) -> Result<Reply> {
    let (list, new) = (number(id, "watchlist")?, call.json::<NewItem>()?);
    let ticker = TickerId(new.ticker_id);
    let symbol = tickers::known(&state.market.read(), ticker)?
        .ticker
        .profile
        .symbol
        .clone();
    let added = state
        .store
        .run(move |store| store.add_watchlist_item(list, ticker))
        .await;
    let item = added.map_err(|error| match error {
        StoreError::Duplicate(_) => Refusal::new(
            StatusCode::CONFLICT,
            format!("{symbol} is in this watchlist already."),
        ),
        error => error.into(),
    })?;
    let added = AddedItem {
        watchlist_item_id: item.id,
        ticker_id: item.ticker_id.0,
    };
    Ok(reply::json(StatusCode::CREATED, &added))
}

/// Puts the entries into a new order.
#[utoipa::path(put, path = "/api/watchlists/{id}/order", params(("id" = u32, Path)), request_body = NewOrder,
    responses((status = 204), (status = 400, body = String), (status = 404, body = String)))]
pub(super) async fn order(state: &State, call: &Call, id: &str) -> Result<Reply> {
    let list = read(state, id).await?;
    let NewOrder { item_ids } = call.json()?;
    let sorted = |mut ids: Vec<u32>| {
        ids.sort_unstable();
        ids
    };
    if sorted(item_ids.clone()) != sorted(list.items.iter().map(|item| item.id).collect()) {
        return Err(Refusal::bad(
            "The order must name every entry of the list once.",
        ));
    }
    state
        .store
        .run(move |store| store.order_watchlist(list.id, &item_ids))
        .await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Changes an entry's note.
#[utoipa::path(patch, path = "/api/watchlist-items/{id}", params(("id" = u32, Path)), request_body = NewNote,
    responses((status = 200, body = AddedItem), (status = 404, body = String)))]
pub(super) async fn note(state: &State, call: &Call, id: &str) -> Result<Reply> {
    let (id, NewNote { note }) = (number(id, "watchlist entry")?, call.json()?);
    let note = clean_note(&note)?;
    let item = state
        .store
        .run(move |store| store.note_watchlist_item(id, &note))
        .await?;
    let changed = AddedItem {
        watchlist_item_id: item.id,
        ticker_id: item.ticker_id.0,
    };
    Ok(reply::json(StatusCode::OK, &changed))
}

/// Removes an entry.
#[utoipa::path(delete, path = "/api/watchlist-items/{id}", params(("id" = u32, Path)),
    responses((status = 204), (status = 404, body = String)))]
pub(super) async fn remove(state: &State, id: &str) -> Result<Reply> {
    let id = number(id, "watchlist entry")?;
    state
        .store
        .run(move |store| store.remove_watchlist_item(id))
        .await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// A list as a file, JSON or CSV, by symbol.
#[utoipa::path(get, path = "/api/watchlists/{id}/export",
    params(("id" = u32, Path), ("format" = Option<String>, Query, description = "json (default) or csv")),
    responses((status = 200, body = Vec<Entry>), (status = 404, body = String)))]
pub(super) async fn export(state: &State, call: &Call, id: &str) -> Result<Reply> {
    let list = read(state, id).await?;
    let entries: Vec<Entry> = {
        let book = state.market.read();
        let entry = |item: crate::domain::watchlist::WatchlistItem| {
            let symbol = book.get(item.ticker_id)?.ticker.profile.symbol.clone();
            Some(Entry {
                symbol,
                note: item.note,
            })
        };
        list.items.into_iter().filter_map(entry).collect()
    };
    match call.query("format").as_deref() {
        None | Some("json") => Ok(as_file(
            reply::json(StatusCode::OK, &entries),
            list.id,
            "json",
            "application/json",
        )),
        Some("csv") => {
            let mut writer = csv::Writer::from_writer(Vec::new());
            for entry in &entries {
                writer
                    .serialize(entry)
                    .map_err(|error| Refusal::bad(error.to_string()))?;
            }
            let bytes = writer
                .into_inner()
                .map_err(|error| Refusal::bad(error.to_string()))?;
            let body = if entries.is_empty() {
                b"symbol,note\n".to_vec()
            } else {
                bytes
            };
            let reply = hyper::Response::new(http_body_util::Full::new(body.into()));
            Ok(as_file(reply, list.id, "csv", "text/csv; charset=utf-8"))
        }
        Some(other) => Err(Refusal::bad(format!(
            "'{other}' is no format; possible are json and csv."
        ))),
    }
}

/// Adds the entries of an exported list, skipping what is there and telling what is unknown.
#[utoipa::path(post, path = "/api/watchlists/{id}/import", params(("id" = u32, Path)), request_body = Vec<Entry>,
    responses((status = 200, body = ImportReport), (status = 400, body = String), (status = 404, body = String)))]
pub(super) async fn import(state: &State, call: &Call, id: &str) -> Result<Reply> {
    let list = read(state, id).await?;
    let mut entries: Vec<Entry> = call.json()?;
    // All of them first: a list is not half imported because of one note.
    for entry in &mut entries {
        entry.note = clean_note(&entry.note)?;
    }
    let mut report = ImportReport::default();
    let mut known = Vec::new();
    for Entry { symbol, note } in entries {
        match state.market.read().id_of(&symbol) {
            Some(ticker) => known.push((symbol, (ticker, note))),
            None => report.unknown.push(symbol),
        }
    }
    let (symbols, items): (Vec<_>, Vec<_>) = known.into_iter().unzip();
    // One transaction: a list is not half imported because the browser went away.
    let added = state
        .store
        .run(move |store| store.add_watchlist_items(list.id, &items))
        .await?;
    for (symbol, new) in symbols.into_iter().zip(added) {
        if new {
            report.added += 1;
        } else {
            report.present.push(symbol);
        }
    }
    Ok(reply::json(StatusCode::OK, &report))
}

async fn read(state: &State, id: &str) -> Result<Watchlist> {
    let id = number(id, "watchlist")?;
    Ok(state.store.run(move |store| store.watchlist(id)).await?)
}

fn as_file(mut reply: Reply, id: u32, ending: &str, kind: &'static str) -> Reply {
    let headers = reply.headers_mut();
    headers.insert(CONTENT_TYPE, HeaderValue::from_static(kind));
    if let Ok(name) =
        HeaderValue::from_str(&format!("attachment; filename=\"watchlist-{id}.{ending}\""))
    {
        headers.insert(CONTENT_DISPOSITION, name);
    }
    reply
}

fn clean_name(name: &str) -> Result<String> {
    let name = name.trim();
    match name.chars().count() {
        0 => Err(Refusal::bad("Please enter a name for your watchlist.")),
        length if length > NAME => Err(Refusal::bad(format!(
            "A name may have at most {NAME} letters."
        ))),
        _ => Ok(name.to_owned()),
    }
}

fn clean_note(note: &str) -> Result<String> {
    let note = note.trim();
    if note.chars().count() > NOTE {
        return Err(Refusal::bad(format!(
            "A note may have at most {NOTE} letters."
        )));
    }
    Ok(note.to_owned())
}

impl From<Watchlist> for WatchlistSummary {
    fn from(list: Watchlist) -> Self {
        Self {
            id: list.id,
            count: list.items.len(),
            user_id: list.user_id,
            name: list.name,
        }
    }
}

//! Watchlists. Every write is on disk before it is acknowledged.

mod check;
mod shapes;

use std::collections::HashSet;

use hyper::StatusCode;

pub(crate) use self::check::{clean_name, clean_note};
pub(crate) use self::shapes::{
    AddedItem, Entry, ImportReport, NewItem, NewName, NewNote, NewOrder, NewWatchlist,
    WatchlistContents, WatchlistRow, WatchlistSummary,
};
use crate::{
    domain::{ticker::TickerId, watchlist::Watchlist},
    store::StoreError,
    web::{
        AppState,
        api::{follows, shapes::DisplayRates, tickers},
        http::{
            body::Body,
            error::{ApiError, Result},
            format::Format,
            reply::as_file,
            reply::{self, Reply},
            request::{ApiRequest, flag, number},
        },
    },
};

/// The only user.
pub(crate) const USER: u32 = 1;
/// UTF-8 byte order mark, for spreadsheet programs that assume another encoding without it.
const BYTE_ORDER_MARK: &[u8; 3] = b"\xef\xbb\xbf";
/// Maximum number of watchlists.
pub(crate) const MAX_LISTS: usize = 200;

/// Lists the watchlists.
#[utoipa::path(get, path = "/api/watchlists", params(("userId" = Option<u32>, Query)),
    responses((status = 200, description = "The watchlists, without their entries.", body = Vec<WatchlistSummary>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let user = request
        .query("userId")
        .map(|id| number(&id, "user"))
        .transpose()?
        .unwrap_or(USER);
    let lists = state.store.run(move |store| store.watchlists(user)).await?;
    let lists: Vec<_> = lists.into_iter().map(WatchlistSummary::from).collect();
    Ok(reply::json(StatusCode::OK, &lists))
}

/// Creates a watchlist.
#[utoipa::path(post, path = "/api/watchlists", request_body = NewWatchlist,
    responses((status = 201, description = "The new watchlist.", body = WatchlistSummary)))]
pub(crate) async fn create(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new: NewWatchlist = request.json()?;
    let name = clean_name(&new.name)?;
    let user = new.user_id.unwrap_or(USER);
    if user != USER {
        return Err(ApiError::unprocessable(format!(
            "Invalid userId {user}; expected {USER}, the only user of this server."
        )));
    }
    // Writes are serialized: no list can be created between the count and the creation.
    let lists = state.store.run(move |store| store.watchlists(user)).await?;
    if lists.len() >= MAX_LISTS {
        return Err(ApiError::conflict(format!(
            "There are already {MAX_LISTS} watchlists; delete some first."
        )));
    }
    let list = state
        .store
        .run(move |store| store.create_watchlist(user, &name))
        .await?;
    Ok(reply::json(
        StatusCode::CREATED,
        &WatchlistSummary::from(list),
    ))
}

/// Renames a watchlist.
#[utoipa::path(patch, path = "/api/watchlists/{id}", params(("id" = u32, Path)), request_body = NewName,
    responses((status = 200, description = "The renamed watchlist.", body = WatchlistSummary),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn rename(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let (id, new) = (number(id, "watchlist")?, request.json::<NewName>()?);
    let name = clean_name(&new.name)?;
    let list = state
        .store
        .run(move |store| store.rename_watchlist(id, &name))
        .await?;
    Ok(reply::json(StatusCode::OK, &WatchlistSummary::from(list)))
}

/// Deletes a watchlist with its entries.
#[utoipa::path(delete, path = "/api/watchlists/{id}", params(("id" = u32, Path)),
    responses((status = 204, description = "The watchlist is deleted."),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn delete(state: &AppState, id: &str) -> Result<Reply> {
    let id = number(id, "watchlist")?;
    state
        .store
        .run(move |store| store.delete_watchlist(id))
        .await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Returns a watchlist with its tickers.
#[utoipa::path(get, path = "/api/watchlists/{id}/tickers", params(("id" = u32, Path)),
    responses((status = 200, description = "The watchlist with its tickers.", body = WatchlistContents),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn tickers(state: &AppState, id: &str) -> Result<Reply> {
    let list = read(state, id).await?;
    let (now, market) = (state.now(), state.market.read());
    let rates = DisplayRates::new(&market, state.display_currency());
    let tickers = list
        .items
        .into_iter()
        .filter_map(|item| {
            let row = tickers::row(&rates, item.ticker_id, now)?;
            let quote = market.get(item.ticker_id)?.quote.as_ref();
            Some(WatchlistRow {
                row,
                day_low: quote.and_then(|quote| quote.day_low),
                day_high: quote.and_then(|quote| quote.day_high),
                previous_close: quote.and_then(|quote| quote.previous_close),
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

/// Adds a ticker to a watchlist.
#[utoipa::path(post, path = "/api/watchlists/{id}/tickers", params(("id" = u32, Path)), request_body = NewItem,
    responses((status = 201, description = "The new entry.", body = AddedItem),
        (status = 404, description = "There is no such watchlist or ticker.", body = String),
        (status = 409, description = "The ticker is in this watchlist already.", body = String)))]
pub(crate) async fn add(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let (list, new) = (number(id, "watchlist")?, request.json::<NewItem>()?);
    let ticker = TickerId(new.ticker_id);
    let symbol = tickers::lookup::known(&state.market.read(), ticker)?
        .ticker
        .profile
        .symbol
        .clone();
    let added = state
        .store
        .run(move |store| store.add_watchlist_item(list, ticker))
        .await;
    let item = added.map_err(|error| match error {
        StoreError::Duplicate(_) => {
            ApiError::conflict(format!("{symbol} is in this watchlist already."))
        }
        error => error.into(),
    })?;
    let added = AddedItem {
        watchlist_item_id: item.id,
        ticker_id: item.ticker_id.0,
    };
    Ok(reply::json(StatusCode::CREATED, &added))
}

/// Reorders the entries of a watchlist.
#[utoipa::path(put, path = "/api/watchlists/{id}/order", params(("id" = u32, Path)), request_body = NewOrder,
    responses((status = 204, description = "The order is changed."),
        (status = 404, description = "There is no such watchlist.", body = String),
        (status = 409, description = "The order names other entries than the watchlist has.", body = String)))]
pub(crate) async fn order(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let list = read(state, id).await?;
    let NewOrder { item_ids } = request.json()?;
    let named: HashSet<u32> = item_ids.iter().copied().collect();
    if named.len() < item_ids.len() {
        return Err(ApiError::unprocessable(
            "The order must contain every entry of the list exactly once.",
        ));
    }
    // Another device may have added or removed entries.
    if named != list.items.iter().map(|item| item.id).collect() {
        return Err(ApiError::conflict(
            "The order must contain every entry of the list exactly once, and no other.",
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
    responses((status = 200, description = "The changed entry.", body = AddedItem),
        (status = 404, description = "There is no such entry.", body = String)))]
pub(crate) async fn note(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let (id, NewNote { note }) = (number(id, "watchlist entry")?, request.json()?);
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

/// Removes an entry from its watchlist.
#[utoipa::path(delete, path = "/api/watchlist-items/{id}", params(("id" = u32, Path)),
    responses((status = 204, description = "The entry is removed."),
        (status = 404, description = "There is no such entry.", body = String)))]
pub(crate) async fn remove(state: &AppState, id: &str) -> Result<Reply> {
    let id = number(id, "watchlist entry")?;
    state
        .store
        .run(move |store| store.remove_watchlist_item(id))
        .await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Exports a watchlist as JSON or CSV, by symbol.
#[utoipa::path(get, path = "/api/watchlists/{id}/export",
    params(("id" = u32, Path), ("format" = Option<String>, Query, pattern = "^(json|csv)$", description = "json (default) or csv"),
        ("bom" = Option<bool>, Query, description = "true: start the CSV with a byte order mark, which Excel needs to recognize UTF-8")),
    responses((status = 200, description = "The entries of the watchlist.", content((Vec<Entry> = "application/json"), (String = "text/csv"))),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn export(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let list = read(state, id).await?;
    let items = list.items;
    let entries: Vec<Entry> = {
        let market = state.market.read();
        let entry = |item: crate::domain::watchlist::WatchlistItem| {
            let symbol = market.get(item.ticker_id)?.ticker.profile.symbol.clone();
            Some(Entry {
                symbol,
                note: item.note,
            })
        };
        items.into_iter().filter_map(entry).collect()
    };
    let is_marked = flag(request, "bom")?;
    if Format::of(request)? == Format::Csv {
        let mut text = csv(&entries)?;
        if is_marked {
            text.splice(0..0, *BYTE_ORDER_MARK);
        }
        let reply = hyper::Response::new(Body::from(bytes::Bytes::from(text)));
        return Ok(as_file(reply, &list.name, "csv", "text/csv; charset=utf-8"));
    }
    Ok(as_file(
        reply::json(StatusCode::OK, &entries),
        &list.name,
        "json",
        "application/json",
    ))
}

/// Adds the entries of an exported list. Existing entries are skipped and unknown symbols reported. A preview writes and follows
/// nothing.
#[utoipa::path(post, path = "/api/watchlists/{id}/import", params(("id" = u32, Path),
    ("preview" = Option<bool>, Query, description = "true: only report which entries would be added, exist already or are unknown"),
    ("follow" = Option<bool>, Query, description = "true: look up unknown symbols at a provider and follow them first, one by one")), request_body = Vec<Entry>,
    responses((status = 200, description = "Which entries were added, existed already, or are unknown.", body = ImportReport),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn import(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let list = read(state, id).await?;
    let mut entries: Vec<Entry> = request.items()?;
    // All of them first: a list is not half imported because of one note.
    for entry in &mut entries {
        entry.note = clean_note(&unguarded(std::mem::take(&mut entry.note)))?;
    }
    let is_preview = flag(request, "preview")?;
    let mut report = ImportReport::default();
    if flag(request, "follow")? && !is_preview {
        let symbols = entries.iter().map(|entry| unguarded(entry.symbol.clone()));
        let symbols: Vec<String> = symbols.collect();
        let wanted = follows::unfollowed(&symbols, &state.market.read());
        (report.followed, report.not_followed) = follows::follow(state, wanted).await;
    }
    let mut known = Vec::new();
    for Entry { symbol, note } in entries {
        let symbol = unguarded(symbol);
        let market = state.market.read();
        match market.find_symbol(&symbol).map(|known| known.ticker.id) {
            Some(ticker) => known.push((symbol, (ticker, note))),
            None => report.unknown.push(symbol),
        }
    }
    if is_preview {
        let is_held = |id| list.items.iter().any(|item| item.ticker_id == id);
        let (present, new): (Vec<_>, Vec<_>) =
            known.into_iter().partition(|(_, (id, _))| is_held(*id));
        report.added = new.len();
        report.present = present.into_iter().map(|(symbol, _)| symbol).collect();
        return Ok(reply::json(StatusCode::OK, &report));
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

async fn read(state: &AppState, id: &str) -> Result<Watchlist> {
    let id = number(id, "watchlist")?;
    Ok(state.store.run(move |store| store.watchlist(id)).await?)
}

/// Writes the entries as CSV, with a header row even if there are none.
fn csv(entries: &[Entry]) -> Result<Vec<u8>> {
    if entries.is_empty() {
        return Ok(b"symbol,note\n".to_vec());
    }
    let mut writer = csv::Writer::from_writer(Vec::new());
    for entry in entries {
        let guarded = Entry {
            symbol: guarded(&entry.symbol),
            note: guarded(&entry.note),
        };
        writer.serialize(guarded).map_err(|error| {
            tracing::error!(%error, "writing a list as CSV failed");
            ApiError::internal()
        })?;
    }
    writer.into_inner().map_err(|_| ApiError::internal())
}

/// First characters that make spreadsheets treat a cell as a formula.
const FORMULA: [char; 6] = ['=', '+', '-', '@', '\t', '\r'];

/// Prefixes a cell that looks like a formula with a quote, as OWASP recommends.
fn guarded(cell: &str) -> String {
    if cell.trim_start_matches('\'').starts_with(FORMULA) {
        format!("'{cell}")
    } else {
        cell.to_owned()
    }
}

/// Reverses [`guarded`].
fn unguarded(cell: String) -> String {
    match cell.strip_prefix('\'') {
        Some(rest) if rest.trim_start_matches('\'').starts_with(FORMULA) => rest.to_owned(),
        _ => cell,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn formulas_are_escaped_and_read_back_unchanged() {
        for formula in ["=HYPERLINK(1)", "+1", "-1", "@A1", "\tx", "'=1"] {
            let cell = guarded(formula);
            assert!(cell.starts_with('\''), "{cell}");
            assert_eq!(unguarded(cell), formula);
        }
        for text in ["GC=F", "^GSPC", "'tis a note", "a - b"] {
            assert_eq!(guarded(text), text);
            assert_eq!(unguarded(text.to_owned()), text);
        }
    }
}

//! Endpoints for watchlists. Every write is on disk before it is acknowledged.

mod check;
mod holding;
mod portfolio;
mod shapes;
mod sharing;

use std::collections::HashSet;

use hyper::StatusCode;

pub(crate) use self::check::{clean_name, clean_note};
pub(crate) use self::holding::AppliedSplit;
use self::holding::HeldFields;
pub(crate) use self::portfolio::{__path_import_portfolio, import_portfolio};
pub(crate) use self::shapes::{
    AddedItem, Entry, EntryChange, ImportReport, NewItem, NewName, NewOrder, NewWatchlist,
    WatchlistContents, WatchlistRow, WatchlistSummary,
};
pub(crate) use self::sharing::{__path_share, share};
use crate::{
    domain::{
        identity,
        ticker::TickerId,
        watchlist::{EntryContent, Watchlist, WatchlistItem},
    },
    store::StoreError,
    web::{
        AppState,
        api::{follows, paging::Page, shapes::DisplayRates, sharing::name_of, tickers},
        http::{
            csv::{self, CsvWriter, escape_formula, unescape_formula},
            error::{ApiError, Result},
            format::Format,
            reply::as_download,
            reply::{self, Reply},
            request::{ApiRequest, bool_param, positive_number},
        },
        versions::{self, VersionConflict},
    },
};

/// Maximum number of watchlists.
pub(crate) const MAX_LISTS: usize = 200;

/// Lists the watchlists without their entries.
#[utoipa::path(get, path = "/api/watchlists", params(("userId" = Option<u32>, Query)),
    responses((status = 200, description = "The watchlists, without their entries.", body = Vec<WatchlistSummary>)))]
pub(crate) async fn list(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let user = request
        .query("userId")
        .map(|id| positive_number(&id, "user"))
        .transpose()?;
    let mut lists = request
        .store(state, |store| {
            let mut lists = store.watchlists()?;
            lists.extend(store.shared_watchlists()?);
            Ok(lists)
        })
        .await?;
    lists.retain(|list| user.is_none_or(|user| list.user_id.0 == user));
    let lists: Vec<_> = lists
        .into_iter()
        .map(|list| summary(state, request, list))
        .collect();
    Ok(reply::json(StatusCode::OK, &lists))
}

/// Creates a watchlist.
#[utoipa::path(post, path = "/api/watchlists", request_body = NewWatchlist,
    responses((status = 201, description = "The new watchlist.", body = WatchlistSummary)))]
pub(crate) async fn create(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let new: NewWatchlist = request.json()?;
    let name = clean_name(&new.name, "watchlist")?;
    let person = request.person();
    if new.user_id.is_some_and(|user| user != person.0) {
        return Err(ApiError::unprocessable(format!(
            "Invalid userId; expected {person}, your own."
        )));
    }
    // Requests that write run one at a time, so no other list can be created between the count and the creation.
    let lists = request
        .store(state, move |store| store.watchlists())
        .await?;
    if lists.len() >= MAX_LISTS {
        return Err(ApiError::conflict(format!(
            "There are already {MAX_LISTS} watchlists; delete some first."
        )));
    }
    let list = request
        .store(state, move |store| store.create_watchlist(&name))
        .await?;
    Ok(reply::json(
        StatusCode::CREATED,
        &summary(state, request, list),
    ))
}

/// Renames a watchlist.
#[utoipa::path(patch, path = "/api/watchlists/{id}", params(("id" = u32, Path)), request_body = NewName,
    responses((status = 200, description = "The renamed watchlist.", body = WatchlistSummary),
        (status = 404, description = "There is no such watchlist.", body = String),
        (status = 409, description = "Another device has changed the watchlist since that version.",
            content((VersionConflict<WatchlistContents> = "application/json"), (String = "text/plain")))))]
pub(crate) async fn rename(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let (id, new) = (
        positive_number(id, "watchlist")?,
        request.json::<NewName>()?,
    );
    let name = clean_name(&new.name, "watchlist")?;
    let list = request
        .store(state, move |store| store.watchlist(id))
        .await?;
    if let Some(conflict) = check_version(state, request, new.version, &list)? {
        return Ok(conflict);
    }
    let list = request
        .store(state, move |store| store.rename_watchlist(id, &name))
        .await?;
    Ok(reply::json(StatusCode::OK, &summary(state, request, list)))
}

/// Deletes a watchlist with its entries.
#[utoipa::path(delete, path = "/api/watchlists/{id}", params(("id" = u32, Path)),
    responses((status = 204, description = "The watchlist is deleted."),
        (status = 404, description = "There is no such watchlist.", body = String),
        (status = 409, description = "A saved screen searches this watchlist.", body = String)))]
pub(crate) async fn delete(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let id = positive_number(id, "watchlist")?;
    request
        .store(state, move |store| store.delete_watchlist(id))
        .await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

fn summary(state: &AppState, request: &ApiRequest, list: Watchlist) -> WatchlistSummary {
    WatchlistSummary::of(list, request.person(), |owner| name_of(state, owner))
}

/// Returns a watchlist with its tickers.
#[utoipa::path(get, path = "/api/watchlists/{id}/tickers", params(("id" = u32, Path)),
    responses((status = 200, description = "The watchlist with its tickers.", body = WatchlistContents),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn tickers(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let page = Page::from_request(request)?;
    let mut list = read(state, request, id).await?;
    let total = list.items.len();
    if let Some(page) = page {
        list.items = page.of(list.items).collect();
    }
    let path = format!("api/watchlists/{}/tickers", list.id);
    let contents = contents(state, request, list);
    match page {
        Some(page) => page.reply((state, request), &path, total, contents).await,
        None => Ok(reply::json(StatusCode::OK, &contents)),
    }
}

/// Returns a list with the current figures of its tickers.
fn contents(state: &AppState, request: &ApiRequest, list: Watchlist) -> WatchlistContents {
    let (now, market) = (state.now(), state.market.read());
    let rates = DisplayRates::new(&market, state.display_currency(request.person()));
    let row = |item: WatchlistItem| {
        let row = tickers::row(&rates, item.ticker_id, now)?;
        let listing = market.get(item.ticker_id)?;
        let quote = listing.quote.as_ref();
        let holding = HeldFields::of(item.holding.as_ref(), listing, &market, now);
        Some(WatchlistRow {
            row,
            day_low: quote.and_then(|quote| quote.day_low),
            day_high: quote.and_then(|quote| quote.day_high),
            previous_close: quote.and_then(|quote| quote.previous_close),
            watchlist_item_id: item.id,
            note: item.note,
            holding,
        })
    };
    WatchlistContents {
        id: list.id,
        name: list.name,
        version: list.version,
        tickers: list.items.into_iter().filter_map(row).collect(),
    }
}

/// Rejects a request that names another version than the current one of the list.
fn check_version(
    state: &AppState,
    request: &ApiRequest,
    named: Option<u32>,
    list: &Watchlist,
) -> Result<Option<Reply>> {
    if !versions::is_outdated(named, Some(list.version)) {
        return Ok(None);
    }
    let current = contents(state, request, list.clone());
    versions::conflict("This list was", Some(current), request).map(Some)
}

/// Adds a ticker to a watchlist.
#[utoipa::path(post, path = "/api/watchlists/{id}/tickers", params(("id" = u32, Path)), request_body = NewItem,
    responses((status = 201, description = "The new entry.", body = AddedItem),
        (status = 404, description = "There is no such watchlist or ticker.", body = String),
        (status = 409, description = "The ticker is in this watchlist already.", body = String)))]
pub(crate) async fn add(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let (list, new) = (
        positive_number(id, "watchlist")?,
        request.json::<NewItem>()?,
    );
    let ticker = TickerId(new.ticker_id);
    let symbol = tickers::lookup::find_listing(&state.market.read(), ticker)?
        .ticker
        .profile
        .symbol
        .clone();
    let added = request
        .store(state, move |store| store.add_watchlist_item(list, ticker))
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

/// Changes the order of the entries of a watchlist.
#[utoipa::path(put, path = "/api/watchlists/{id}/order", params(("id" = u32, Path)), request_body = NewOrder,
    responses((status = 204, description = "The order is changed."),
        (status = 404, description = "There is no such watchlist.", body = String),
        (status = 409, description = "The order does not contain exactly the entries of the watchlist, or another device has changed the watchlist since that version.",
            content((VersionConflict<WatchlistContents> = "application/json"), (String = "text/plain")))))]
pub(crate) async fn reorder(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let list = read(state, request, id).await?;
    let NewOrder { item_ids, version } = request.json()?;
    if let Some(conflict) = check_version(state, request, version, &list)? {
        return Ok(conflict);
    }
    let unique_ids: HashSet<u32> = item_ids.iter().copied().collect();
    if unique_ids.len() < item_ids.len() {
        return Err(ApiError::unprocessable(
            "The order must contain every entry of the list exactly once.",
        ));
    }
    // Another device may have added or removed entries.
    if unique_ids != list.items.iter().map(|item| item.id).collect() {
        return Err(ApiError::conflict(
            "The order must contain every entry of the list exactly once, and no other.",
        ));
    }
    request
        .store(state, move |store| {
            store.order_watchlist(list.id, &item_ids)
        })
        .await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Changes the note of an entry, or the holding in its ticker: a quantity with its average cost, or lots from which both follow.
#[utoipa::path(patch, path = "/api/watchlist-items/{id}", params(("id" = u32, Path)), request_body = EntryChange,
    responses((status = 200, description = "The changed entry.", body = AddedItem),
        (status = 404, description = "There is no such entry.", body = String),
        (status = 409, description = "Another device has changed the watchlist since that version.",
            content((VersionConflict<WatchlistContents> = "application/json"), (String = "text/plain")))))]
pub(crate) async fn change_entry(
    state: &AppState,
    request: &ApiRequest,
    id: &str,
) -> Result<Reply> {
    let (id, change) = (
        positive_number(id, "watchlist entry")?,
        request.json::<EntryChange>()?,
    );
    if change.note.is_none() && change.holding.is_empty() {
        return Err(ApiError::unprocessable(
            "Nothing to change; expected note, quantity, cost or lots.",
        ));
    }
    let note = change.note.as_deref().map(clean_note).transpose()?;
    // Requests that write run one at a time, so the entry cannot change before it is written.
    let (list, item) = request
        .store(state, move |store| store.watchlist_item(id))
        .await?;
    if let Some(conflict) = check_version(state, request, change.version, &list)? {
        return Ok(conflict);
    }
    let mut content = EntryContent {
        note: note.unwrap_or(item.note),
        holding: item.holding,
    };
    if !change.holding.is_empty() {
        let market = state.market.read();
        let listing = tickers::lookup::find_listing(&market, item.ticker_id)?;
        let current = content.holding.as_ref();
        content.holding = change
            .holding
            .apply(current, listing, &market, state.now())?;
    }
    let item = request
        .store(state, move |store| store.change_watchlist_item(id, content))
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
pub(crate) async fn remove(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let id = positive_number(id, "watchlist entry")?;
    request
        .store(state, move |store| store.remove_watchlist_item(id))
        .await?;
    Ok(reply::empty(StatusCode::NO_CONTENT))
}

/// Exports the symbols and notes of a watchlist as JSON or CSV.
#[utoipa::path(get, path = "/api/watchlists/{id}/export",
    params(("id" = u32, Path), ("format" = Option<String>, Query, pattern = "^(json|csv)$", description = "json (default) or csv"),
        ("bom" = Option<bool>, Query, description = "true: start the CSV with a byte order mark, by which Excel recognizes UTF-8")),
    responses((status = 200, description = "The entries of the watchlist.", content((Vec<Entry> = "application/json"), (String = "text/csv"))),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn export(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let list = read(state, request, id).await?;
    let items = list.items;
    let entries: Vec<Entry> = {
        let market = state.market.read();
        let entry = |item: WatchlistItem| {
            let symbol = market.get(item.ticker_id)?.ticker.profile.symbol.clone();
            Some(Entry {
                symbol,
                note: item.note,
                holding: item.holding.as_ref().into(),
            })
        };
        items.into_iter().filter_map(entry).collect()
    };
    let with_byte_order_mark = bool_param(request, "bom")?;
    if Format::from_request(request)? == Format::Csv {
        let text = csv(&entries)?;
        return Ok(csv::download(text, &list.name, with_byte_order_mark));
    }
    Ok(as_download(
        reply::json(StatusCode::OK, &entries),
        &list.name,
        "json",
        "application/json",
    ))
}

/// Adds the entries of an exported list to a watchlist. Existing entries are skipped. The response lists unknown symbols. A preview neither
/// adds entries nor follows symbols.
#[utoipa::path(post, path = "/api/watchlists/{id}/import", params(("id" = u32, Path),
    ("preview" = Option<bool>, Query, description = "true: only report which entries would be added, exist already, or are unknown"),
    ("follow" = Option<bool>, Query, description = "true: first look up unknown symbols at the providers and follow them, one by one")), request_body = Vec<Entry>,
    responses((status = 200, description = "Which entries were added, existed already, or are unknown.", body = ImportReport),
        (status = 404, description = "There is no such watchlist.", body = String)))]
pub(crate) async fn import(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let list = read(state, request, id).await?;
    let mut entries: Vec<Entry> = request.items()?;
    // Validates all notes first, so that an invalid note does not leave the import half done.
    for entry in &mut entries {
        entry.note = clean_note(&unescape_formula(std::mem::take(&mut entry.note)))?;
    }
    let is_preview = bool_param(request, "preview")?;
    let mut report = ImportReport::default();
    let is_following = bool_param(request, "follow")? && !is_preview;
    if is_following {
        let symbols = entries
            .iter()
            .map(|entry| unescape_formula(entry.symbol.clone()));
        let symbols: Vec<String> = symbols.collect();
        let unfollowed = follows::unfollowed(&symbols, &state.market.read());
        let follow_report = follows::follow(state, unfollowed).await;
        report.followed = follow_report.followed;
        report.not_followed = follow_report.errors;
    }
    let mut known = Vec::new();
    for Entry {
        symbol,
        note,
        holding,
    } in entries
    {
        let symbol = unescape_formula(symbol);
        let market = state.market.read();
        if let Some(listing) = market.find_symbol(&symbol) {
            let holding = holding
                .parse(listing, &market, state.now())
                .map_err(|error| ApiError::unprocessable(format!("{symbol}: {error}")))?;
            known.push((symbol, (listing.ticker.id, EntryContent { note, holding })));
            continue;
        }
        if !is_following && let Some(Err(invalid)) = identity::recognize(&symbol) {
            report.not_followed.push(invalid.to_string());
        }
        report.unknown.push(symbol);
    }
    if is_preview {
        let is_in_list = |id| list.items.iter().any(|item| item.ticker_id == id);
        let (present, new): (Vec<_>, Vec<_>) =
            known.into_iter().partition(|(_, (id, _))| is_in_list(*id));
        report.added = new.len();
        report.present = present.into_iter().map(|(symbol, _)| symbol).collect();
        return Ok(reply::json(StatusCode::OK, &report));
    }
    let (symbols, items): (Vec<_>, Vec<_>) = known.into_iter().unzip();
    // Adds all entries in one transaction, so that a closed connection does not leave the import half done.
    let added = request
        .store(state, move |store| {
            store.add_watchlist_items(list.id, &items)
        })
        .await?;
    for (symbol, is_new) in symbols.into_iter().zip(added) {
        if is_new {
            report.added += 1;
        } else {
            report.present.push(symbol);
        }
    }
    Ok(reply::json(StatusCode::OK, &report))
}

/// Reads a watchlist by id. Returns 404 if there is none.
async fn read(state: &AppState, request: &ApiRequest, id: &str) -> Result<Watchlist> {
    let id = positive_number(id, "watchlist")?;
    Ok(request
        .store(state, move |store| store.watchlist(id))
        .await?)
}

/// Writes entries as CSV. There is a header row even without entries.
fn csv(entries: &[Entry]) -> Result<Vec<u8>> {
    let mut writer = CsvWriter::new("a watchlist");
    writer.row(&["symbol", "note"])?;
    for entry in entries {
        writer.row(&[&entry.symbol, &entry.note].map(|cell| escape_formula(cell)))?;
    }
    writer.finish()
}

//! Endpoints for watchlists. Every write is on disk before it is acknowledged.

mod check;
mod files;
mod holding;
mod portfolio;
mod shapes;
mod sharing;

use std::collections::HashSet;

use hyper::StatusCode;

pub(crate) use self::check::{clean_name, clean_note};
pub(crate) use self::files::{__path_export, __path_import, export, import};
pub(crate) use self::holding::AppliedSplit;
use self::holding::HeldFields;
pub(crate) use self::portfolio::{__path_import_portfolio, import_portfolio};
pub(crate) use self::shapes::{
    AddedItem, Entry, EntryChange, NewItem, NewName, NewOrder, NewWatchlist, WatchlistContents,
    WatchlistRow, WatchlistSummary,
};
pub(crate) use self::sharing::{__path_share, share};
use crate::{
    domain::{
        ticker::TickerId,
        watchlist::{EntryContent, Watchlist, WatchlistItem},
    },
    store::StoreError,
    web::{
        AppState,
        api::{paging::Page, shapes::DisplayRates, sharing::name_of, tickers},
        http::{
            error::{ApiError, Result},
            reply::{self, Reply},
            request::{ApiRequest, positive_number},
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

/// Reads a watchlist by id. Returns 404 if there is none.
async fn read(state: &AppState, request: &ApiRequest, id: &str) -> Result<Watchlist> {
    let id = positive_number(id, "watchlist")?;
    Ok(request
        .store(state, move |store| store.watchlist(id))
        .await?)
}

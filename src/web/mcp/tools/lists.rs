//! The tool `list`.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{numbers::truncate, price::PricedTicker};
use crate::{
    domain::{
        holding::Holding,
        watchlist::{Watchlist, WatchlistItem},
    },
    market::MarketState,
    web::{
        AppState,
        http::{
            error::{ApiError, Result},
            request::ApiRequest,
        },
    },
};

/// Maximum number of tickers, and of lists, in an answer.
const MAX_ROWS: usize = 50;

/// Arguments of `list`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct ListArguments {
    /// Name or id of a watchlist; without it, the watchlists are returned.
    #[serde(default)]
    list: Option<String>,
}

/// The watchlists, or one with its tickers.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct ListAnswer {
    /// The watchlists: all, or the requested one.
    #[schema(inline)]
    lists: Vec<ListSummary>,
    /// Tickers of the requested watchlist, in the user's order; missing without the argument list.
    #[schema(inline)]
    tickers: Option<Vec<ListRow>>,
    /// Number of further rows that were left out.
    more: usize,
}

/// A watchlist.
#[derive(Debug, Serialize, ToSchema)]
struct ListSummary {
    /// Id.
    id: u32,
    /// Name.
    name: String,
    /// Number of tickers.
    count: usize,
}

/// A ticker in a watchlist.
#[derive(Debug, Serialize, ToSchema)]
struct ListRow {
    /// The ticker with its price.
    #[schema(inline)]
    ticker: PricedTicker,
    /// The user's note.
    note: Option<String>,
    /// Number of units that the user holds.
    quantity: Option<f64>,
}

impl From<&Watchlist> for ListSummary {
    fn from(list: &Watchlist) -> Self {
        Self {
            id: list.id,
            name: list.name.clone(),
            count: list.items.len(),
        }
    }
}

/// Returns all watchlists, or the one with this name (case-insensitive) or id.
pub(super) async fn watchlists(
    state: &AppState,
    request: &ApiRequest,
    wanted: Option<&str>,
) -> Result<Vec<Watchlist>> {
    let mut lists = request.store(state, |store| store.watchlists()).await?;
    let Some(wanted) = wanted else {
        return Ok(lists);
    };
    let by_name = |list: &Watchlist| list.name.to_lowercase() == wanted.trim().to_lowercase();
    let by_id = |list: &Watchlist| wanted.trim().parse() == Ok(list.id);
    let position = lists.iter().position(by_name);
    let position = position.or_else(|| lists.iter().position(by_id));
    let Some(position) = position else {
        let mut names: Vec<String> = lists.into_iter().map(|list| list.name).collect();
        let more = truncate(&mut names, 20);
        let names = match (names.len(), more) {
            (0, _) => "there is no watchlist".to_owned(),
            (_, 0) => format!("the watchlists are: {}", names.join(", ")),
            (_, more) => format!("the watchlists are: {} and {more} more", names.join(", ")),
        };
        return Err(ApiError::not_found(format!(
            "Unknown watchlist '{wanted}'; {names}."
        )));
    };
    Ok(vec![lists.swap_remove(position)])
}

/// Returns the watchlists, or one with its tickers.
pub(super) async fn list(
    state: &AppState,
    request: &ApiRequest,
    arguments: ListArguments,
) -> Result<ListAnswer> {
    let wanted = arguments.list.as_deref();
    let found = watchlists(state, request, wanted).await?;
    let mut lists: Vec<ListSummary> = found.iter().map(ListSummary::from).collect();
    let Some(list) = found.first().filter(|_| wanted.is_some()) else {
        let more = truncate(&mut lists, MAX_ROWS);
        return Ok(ListAnswer {
            lists,
            tickers: None,
            more,
        });
    };
    let market = state.market.read();
    let shown = list.items.iter().take(MAX_ROWS);
    let rows = shown.filter_map(|item| row(state, &market, item));
    Ok(ListAnswer {
        lists,
        tickers: Some(rows.collect()),
        more: list.items.len().saturating_sub(MAX_ROWS),
    })
}

fn row(state: &AppState, market: &MarketState, item: &WatchlistItem) -> Option<ListRow> {
    let (listing, now) = (market.get(item.ticker_id)?, state.now());
    let quantity = |holding: &Holding| {
        let splits = market.splits_of(item.ticker_id);
        let quotation = listing.ticker.profile.quotation;
        let position = holding.position(quotation, splits, listing.date_at(now), |_| None);
        position.quantity
    };
    Some(ListRow {
        ticker: PricedTicker::of(listing, now),
        note: Some(item.note.clone()).filter(|note| !note.is_empty()),
        quantity: item.holding.as_ref().map(quantity),
    })
}

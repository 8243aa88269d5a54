//! Age of each price, and why there is no newer one.

use std::collections::HashMap;

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{provider::HistoryProgress, session::Phase},
    market::Listing,
    web::{
        AppState,
        api::{
            shapes::{SessionPhase, Ticker},
            tickers::trouble::Troubles,
        },
    },
};

/// The age of a ticker's price.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TickerStatus {
    /// Symbol as exchanges write it.
    symbol: String,
    /// Source of the price.
    source: Option<String>,
    /// Time of the price.
    #[schema(value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
    /// Whether the price is older than is usual for its source.
    stale: bool,
    /// Current phase of its market; unknown if its hours are.
    #[schema(value_type = SessionPhase)]
    session: Phase,
    /// Why there is no newer price: the source fails, or has none.
    last_error: Option<String>,
    /// Progress of fetching its history, if that takes several requests.
    history: Option<History>,
}

/// Progress of fetching a ticker's history.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct History {
    /// Number of completed requests.
    done: usize,
    /// Number of requests in total.
    of: usize,
    /// Estimated time of completion; null when complete, or while the source has nothing.
    #[schema(value_type = Option<String>, format = DateTime)]
    ready_at: Option<Timestamp>,
}

/// Lists every ticker in the market's order.
pub(super) fn list(state: &AppState) -> Vec<TickerStatus> {
    let troubles = Troubles::read(&state.board);
    let histories = state.board.histories();
    let histories: HashMap<&str, &HistoryProgress> = histories
        .iter()
        .map(|history| (history.symbol.as_str(), history))
        .collect();
    let now = state.now();
    let market = state.market.read();
    let status = |listing: &Listing| {
        let ticker = Ticker::of(listing, now);
        TickerStatus {
            last_error: troubles
                .of(&ticker, listing.price_review.last.as_ref())
                .map(|trouble| trouble.last_error),
            history: histories
                .get(ticker.symbol.as_str())
                .map(|history| History {
                    done: history.done,
                    of: history.total,
                    ready_at: history.ready_at,
                }),
            symbol: ticker.symbol,
            source: ticker.source,
            updated_at: ticker.updated_at,
            stale: ticker.stale,
            session: ticker.session,
        }
    };
    market.listings().iter().map(status).collect()
}

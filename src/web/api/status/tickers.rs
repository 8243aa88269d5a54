//! The age of each ticker's price in the status of the server, and the problem if there is no newer price.

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
            tickers::trouble::TroubleIndex,
        },
    },
};

/// The age of a ticker's price.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TickerStatus {
    /// Symbol as exchanges write it.
    symbol: String,
    /// Source of the price; null without a price.
    source: Option<String>,
    /// Time of the price.
    #[schema(value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
    /// Whether the price is older than is usual for its source.
    stale: bool,
    /// Current phase of the ticker's market; unknown if its trading hours are unknown.
    #[schema(value_type = SessionPhase)]
    session: Phase,
    /// Why there is no newer price; null without a problem.
    last_error: Option<String>,
    /// Progress of fetching the ticker's history; null unless that takes several requests.
    history: Option<HistoryFetch>,
}

/// Progress of fetching a ticker's history.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct HistoryFetch {
    /// Number of completed requests.
    done: usize,
    /// Number of requests in total.
    of: usize,
    /// Estimated time of completion; null when all requests are completed, and while the source returns no data.
    #[schema(value_type = Option<String>, format = DateTime)]
    ready_at: Option<Timestamp>,
}

/// Lists all tickers in the order of the market.
pub(super) fn list(state: &AppState) -> Vec<TickerStatus> {
    let troubles = TroubleIndex::read(&state.health_board);
    let histories = state.health_board.histories();
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
                .trouble_of(&ticker, listing.price_review.last.as_ref())
                .map(|trouble| trouble.last_error),
            history: histories
                .get(ticker.symbol.as_str())
                .map(|history| HistoryFetch {
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

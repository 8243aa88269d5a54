//! How old each price is, and why it gets no newer one.

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

/// How old a price is.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct TickerStatus {
    /// As exchanges write it.
    symbol: String,
    /// Who priced it.
    source: Option<String>,
    /// When the price was true.
    #[schema(value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
    /// Older than its source's usual pace allows.
    stale: bool,
    /// Phase of its market now; unknown where nobody tells its hours.
    #[schema(value_type = SessionPhase)]
    session: Phase,
    /// Why it gets no new price: its source fails, or has nothing for it.
    last_error: Option<String>,
    /// How much of its history was fetched, where that comes in pieces.
    history: Option<History>,
}

/// How much of a ticker's history was fetched.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct History {
    /// Requests that were answered.
    done: usize,
    /// Requests that it takes.
    of: usize,
    /// About when the rest will be there; null when it is, or while its source has nothing.
    #[schema(value_type = Option<String>, format = DateTime)]
    ready_at: Option<Timestamp>,
}

/// Every ticker, in the market's order.
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
                    of: history.of,
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

//! Tickers whose sources disagree, in the status of the server.

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::web::{AppState, api::shapes::Disagreement};

/// Maximum number of disagreements in the status.
const MAX_ROWS: usize = 100;

/// Tickers whose sources disagree.
#[derive(Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct DisagreementStatus {
    /// Number of disagreements.
    total: usize,
    /// Number of tickers that were compared across at least two sources.
    compared_tickers: usize,
    /// Time of the newest response of a second source; null if there is none.
    #[schema(value_type = Option<String>, format = DateTime)]
    compared_at: Option<Timestamp>,
    /// The newest disagreements, at most 100.
    rows: Vec<Disagreement>,
}

impl DisagreementStatus {
    /// Reads the disagreements of all tickers.
    pub(super) fn read(state: &AppState) -> Self {
        let now = state.now();
        let market = state.market.read();
        let (mut rows, mut compared_tickers, mut compared_at) = (Vec::new(), 0, None);
        for listing in market.listings() {
            rows.extend(Disagreement::of_ticker(&market, listing, now));
            let check = market.cross_check(listing.ticker.id);
            let newest = check.and_then(|check| check.compared_at());
            compared_tickers += usize::from(newest.is_some());
            compared_at = compared_at.max(newest);
        }
        rows.sort_by(|a, b| (b.date, &a.symbol).cmp(&(a.date, &b.symbol)));
        let total = rows.len();
        rows.truncate(MAX_ROWS);
        Self {
            total,
            compared_tickers,
            compared_at,
            rows,
        }
    }
}

//! What is not answered before the market is there.

use super::Route;
use crate::{
    domain::ticker::TickerId,
    web::{
        AppState,
        http::error::{ApiError, Result},
        mark::Mark,
    },
};

impl Route {
    /// Refuses what depends on the market with 503 while the first market is being loaded: an empty list or
    /// 404 would say that there is none.
    pub(in crate::web) fn check_loaded(&self, state: &AppState, path: &[&str]) -> Result<()> {
        if !state.market.is_loading() {
            return self.check_history(state, path);
        }
        let is_edge = state.upstream.is_some();
        // An edge gets the records with the market.
        let is_ready = self.is(Mark::Early) || (self.is(Mark::Records) && !is_edge);
        if is_ready || (is_edge && self.is_for_source()) {
            return Ok(());
        }
        Err(ApiError::still_loading())
    }

    /// Refuses the history of a ticker, and what is computed from those of many, while they are being loaded.
    fn check_history(&self, state: &AppState, path: &[&str]) -> Result<()> {
        if !state.market.is_loading_histories() {
            return Ok(());
        }
        let is_there = if self.is(Mark::History) {
            let asked = self.places(path).next().unwrap_or_default();
            let market = state.market.read();
            let number = asked.parse().ok().map(TickerId);
            let id = number.or_else(|| market.id_of(asked));
            // Nothing comes of a ticker that does not exist, or whose bars are those of a file.
            let waits = |id: &TickerId| {
                let listing = market.get(*id);
                listing.is_some_and(|listing| listing.ticker.imported.is_none())
            };
            id.filter(waits).is_none_or(|id| market.has_histories(id))
        } else {
            !self.is(Mark::Histories)
        };
        is_there.then_some(()).ok_or_else(ApiError::still_loading)
    }
}

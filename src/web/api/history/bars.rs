//! Stored bars of a ticker.

use std::ops::Range;

use crate::{
    domain::{
        bar::{Bar, Interval},
        ticker::TickerId,
    },
    market::overlay,
    web::{AppState, http::error::Result},
};

/// Reads the bars of a range, committed or not, without implausible ones.
pub(crate) async fn stored_bars(
    state: &AppState,
    id: TickerId,
    interval: Interval,
    range: Range<i64>,
) -> Result<Vec<Bar>> {
    // Memory first: a bar committed in between is then seen twice instead of never.
    let (unsaved, mut bar_filter) = {
        let market = state.market.read();
        let unsaved = market.unsaved_within(id, interval, &range);
        (unsaved, market.bar_filter(id, interval, state.now()))
    };
    let mut bars = state
        .store
        .run(move |store| store.bars(id, interval, range))
        .await?;
    overlay(&mut bars, &unsaved);
    bars.retain(|bar| bar_filter.accepts(bar));
    Ok(bars)
}

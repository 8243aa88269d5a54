//! Reads the bars of a ticker.

use std::ops::Range;

use crate::{
    domain::{
        bar::{Bar, Interval},
        ticker::TickerId,
    },
    market::overlay,
    web::{AppState, http::error::Result},
};

/// Reads the bars whose start (Unix seconds) is in `range`: committed bars, overlaid with bars not yet committed. Leaves out
/// implausible bars.
pub(crate) async fn read_bars(
    state: &AppState,
    id: TickerId,
    interval: Interval,
    range: Range<i64>,
) -> Result<Vec<Bar>> {
    // Reads memory before the database: a bar that is committed in between is read twice. In the other order, it would be missed.
    let (unsaved, mut bar_filter) = {
        let market = state.market.read();
        let unsaved = market.unsaved_bars_within(id, interval, &range);
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

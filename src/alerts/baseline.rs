//! What is known of an alert's ticker when it begins to be watched.

use std::ops::Range;

use jiff::Timestamp;

use super::engine::{Baseline, needed_bars};
use crate::{
    domain::{
        alert::Alert,
        bar::{Bar, Interval},
        ticker::{Ticker, TickerId},
    },
    market::{Market, overlay},
    store::{Result, Store},
};

/// The newest quote of an alert's ticker, and the bars that the alert needs of it. Reads the disk.
pub(super) fn gather(
    store: &Store,
    market: &Market,
    alert: &Alert,
    now: Timestamp,
) -> Result<Baseline> {
    with_bars(store, market, alert, &needed_bars(alert), now)
}

/// The same with the bars of `needed`: their lengths, and how many seconds of them up to now.
pub(super) fn with_bars(
    store: &Store,
    market: &Market,
    alert: &Alert,
    needed: &[(Interval, i64)],
    now: Timestamp,
) -> Result<Baseline> {
    let (id, quote, calendar, currency, splits) = {
        let market = market.read();
        let Some(listing) = market.by_symbol(&alert.symbol) else {
            return Ok(Baseline::default());
        };
        let Ticker { id, profile, .. } = &listing.ticker;
        (
            *id,
            listing.quote.clone(),
            profile.calendar(),
            profile.currency,
            market
                .splits
                .get(id)
                .map_or_else(Vec::new, |known| known.to_vec()),
        )
    };
    let mut known: [Vec<Bar>; 3] = Default::default();
    let end = now.as_second() + 1;
    for (interval, span) in needed {
        known[*interval as usize] = bars(store, market, id, *interval, end - span..end, now)?;
    }
    Ok(Baseline {
        quote,
        bars: known,
        calendar,
        currency,
        splits,
    })
}

/// Bars from disk, and those that wait to go there, without those that cannot be true.
fn bars(
    store: &Store,
    market: &Market,
    id: TickerId,
    interval: Interval,
    range: Range<i64>,
    now: Timestamp,
) -> Result<Vec<Bar>> {
    // Memory first: a bar that is committed in between is then seen twice, never not at all.
    let (unsaved, mut bar_filter) = {
        let market = market.read();
        let unsaved = market.unsaved_within(id, interval, &range);
        (unsaved, market.bar_filter(id, interval, now))
    };
    let mut bars = store.bars(id, interval, range)?;
    overlay(&mut bars, &unsaved);
    bars.retain(|bar| bar_filter.accepts(bar));
    Ok(bars)
}

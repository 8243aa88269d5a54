//! Merging bars: refuses impossible ones, and bounds the number of unsaved ones.

use super::{
    outcome::{MergeOutcome, change, find_not_imported},
    pending::PendingChanges,
};
use crate::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
        quote::{FAR_FACTOR, price_ratio},
        session::{Calendar, exchange_date},
        session_filter::BarVerdict,
        ticker::TickerId,
    },
    market::{Listing, MarketState, Topic},
};

/// Bars of a ticker with their source.
pub(super) struct Rows<'a> {
    pub(super) symbol: &'a str,
    pub(super) interval: Interval,
    /// Ascending by start.
    pub(super) bars: &'a [Bar],
    pub(super) source: &'static str,
}

pub(super) fn put_bars(
    market: &mut MarketState,
    rows: &Rows<'_>,
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    let Rows {
        symbol,
        interval,
        bars,
        ..
    } = *rows;
    let Some((id, kind)) = find_not_imported(market, symbol) else {
        merged.dropped += bars.len() as u64;
        return;
    };
    let calendar = market
        .get(id)
        .map(|listing| listing.ticker.profile.calendar());
    let is_good = |bar: &Bar| {
        bar.is_valid(|price| kind.allows_price(price))
            && !bar.is_from_the_future(interval, now)
            && (interval != Interval::Day
                || calendar.is_none_or(|calendar| has_begun(bar, calendar, now)))
    };
    let Some(mut dates) = market.session_filter(id, interval, now) else {
        return;
    };
    let mut out_of_calendar = 0;
    let mut is_taken = |bar: &Bar| {
        let verdict = dates.classify(bar);
        out_of_calendar += usize::from(verdict == BarVerdict::TradedWhenClosed);
        verdict.is_accepted()
    };
    let mut good: Vec<Bar> = bars
        .iter()
        .copied()
        .filter(|bar| is_good(bar) && is_taken(bar))
        .collect();
    if out_of_calendar > 0 {
        let interval = interval.as_str();
        tracing::info!(
            symbol,
            interval,
            count = out_of_calendar,
            "ingest: kept bars of days on which the calendar has the exchange closed: they were traded"
        );
    }
    merged.dropped += (bars.len() - good.len()) as u64;
    if good.is_empty() {
        return;
    }
    merged.bars = good.len() as u64;
    let kept = bars_with_room(market, id, rows, &good, pending);
    if !kept.is_empty() {
        market.add_unsaved(id, interval, &kept);
        pending.add_bars(id, interval, &kept);
    }
    if let Some(listing) = market.get_mut(id) {
        listing.recent.merge(interval, &good);
        let symbol = listing.ticker.profile.symbol.clone();
        if is_doubtful(&good, interval, listing, now) {
            good.pop();
        }
        merged.new_bars = Some((symbol, interval, good));
    }
    merged.topics.push(Topic::Bars);
}

/// Merges the bars of a requested history and marks it as fetched.
pub(super) fn put_history(
    market: &mut MarketState,
    rows: &Rows<'_>,
    over_years: bool,
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    put_bars(market, rows, now, pending, merged);
    let (id, interval) = (market.id_of(rows.symbol), rows.interval);
    let was_refused = id.is_some_and(|id| pending.take_refused_history(id, interval));
    if interval == Interval::Day
        && let Some(listing) = id.and_then(|id| market.get_mut(id))
    {
        listing.price_review.bars_came();
    }
    // A history with refused bars is requested again.
    if !was_refused {
        change(market, id, pending, |ticker| {
            ticker.fetched.record(interval, over_years, now);
        });
    }
}

/// Returns the bars for which there is room: all of them, or, if commits fail and too many wait, those that replace an unsaved bar.
/// If any are refused, the history counts as not fetched and is requested again.
fn bars_with_room(
    market: &mut MarketState,
    id: TickerId,
    rows: &Rows<'_>,
    good: &[Bar],
    pending: &mut PendingChanges,
) -> Vec<Bar> {
    if pending.has_room_for(good.len()) {
        return good.to_vec();
    }
    let interval = rows.interval;
    let waiting = market.unsaved(id, interval);
    let waits = |bar: &&Bar| {
        let found = waiting.binary_search_by_key(&bar.start, |known| known.start);
        found.is_ok()
    };
    let kept: Vec<Bar> = good.iter().filter(waits).copied().collect();
    let refused = good.len() - kept.len();
    if refused > 0 {
        pending.refuse(rows.source, id, interval, refused);
        change(market, Some(id), pending, |ticker| {
            ticker.fetched.clear(interval);
        });
    }
    kept
}

/// Returns true if the last bar is still open and far from the last believed price. It may contain a single wrong price, so alerts
/// are not evaluated on it: the bar is sent again, and the price is checked separately.
fn is_doubtful(bars: &[Bar], interval: Interval, listing: &Listing, now: Timestamp) -> bool {
    let Some((bar, quote)) = bars.last().zip(listing.quote.as_ref()) else {
        return false;
    };
    let is_over = bar.start + interval.seconds() <= now.as_second();
    !is_over
        && bar.close > 0.0
        && quote.price > 0.0
        && price_ratio(bar.close, quote.price) >= FAR_FACTOR
}

/// Returns true if the session of a daily bar has begun, according to the calendar.
fn has_begun(bar: &Bar, calendar: Calendar, now: Timestamp) -> bool {
    let at = Timestamp::from_second(bar.start).unwrap_or_default();
    let session = calendar.session_on(exchange_date(Calendar::Always, at));
    session.is_none_or(|session| session.open <= now.as_second())
}

//! Merges bars: drops invalid bars and limits the number of unsaved bars.

use super::{
    cross_check,
    outcome::{MergeOutcome, edit_ticker, find_not_imported},
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

/// Bars of one ticker and interval from a source.
pub(super) struct BarsUpdate<'a> {
    pub(super) symbol: &'a str,
    pub(super) interval: Interval,
    /// Ascending by start.
    pub(super) bars: &'a [Bar],
    pub(super) source: &'static str,
}

/// Merges valid bars and counts the others as dropped. Daily bars are compared with other sources' bars.
pub(super) fn merge_bars(
    market: &mut MarketState,
    update: &BarsUpdate<'_>,
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    let Some((id, mut accepted)) = accepted_bars(market, update, now, merged) else {
        return;
    };
    if update.interval == Interval::Day {
        cross_check::review_bars(market, id, update.source, &mut accepted, now, pending);
    }
    store_bars(market, id, update, accepted, now, pending, merged);
}

/// Compares daily bars of a source that is not the preferred one, and stores the bars of sessions that the preferred one lacks.
pub(super) fn compare_bars(
    market: &mut MarketState,
    (symbol, source): (&str, &'static str),
    bars: &[Bar],
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    let update = &BarsUpdate {
        symbol,
        interval: Interval::Day,
        bars,
        source,
    };
    if let Some((id, accepted)) = accepted_bars(market, update, now, merged) {
        let fills = cross_check::compare_bars(market, id, update.source, &accepted, now, pending);
        store_bars(market, id, update, fills, now, pending, merged);
    }
}

/// Returns the id of the ticker and the valid bars. Counts the others as dropped.
fn accepted_bars(
    market: &MarketState,
    update: &BarsUpdate<'_>,
    now: Timestamp,
    merged: &mut MergeOutcome,
) -> Option<(TickerId, Vec<Bar>)> {
    let BarsUpdate {
        symbol,
        interval,
        bars,
        ..
    } = *update;
    let Some((id, kind)) = find_not_imported(market, symbol) else {
        merged.dropped += bars.len() as u64;
        return None;
    };
    let calendar = market
        .get(id)
        .map(|listing| listing.ticker.profile.calendar());
    let is_valid = |bar: &Bar| {
        bar.is_valid(|price| kind.allows_price(price))
            && !bar.is_from_the_future(interval, now)
            && (interval != Interval::Day
                || calendar.is_none_or(|calendar| has_opened(bar, calendar, now)))
    };
    let mut session_filter = market.session_filter(id, interval, now)?;
    let mut count_when_closed = 0;
    let mut passes_session_filter = |bar: &Bar| {
        let verdict = session_filter.classify(bar);
        count_when_closed += usize::from(verdict == BarVerdict::TradedWhenClosed);
        verdict.is_accepted()
    };
    let accepted: Vec<Bar> = bars
        .iter()
        .copied()
        .filter(|bar| is_valid(bar) && passes_session_filter(bar))
        .collect();
    if count_when_closed > 0 {
        let interval = interval.as_str();
        tracing::info!(
            symbol,
            interval,
            bars = count_when_closed,
            "ingest: accepted bars with trades on days on which the exchange is closed in our calendar"
        );
    }
    merged.dropped += (bars.len() - accepted.len()) as u64;
    Some((id, accepted))
}

/// Stores valid bars.
fn store_bars(
    market: &mut MarketState,
    id: TickerId,
    update: &BarsUpdate<'_>,
    mut accepted: Vec<Bar>,
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    if accepted.is_empty() {
        return;
    }
    let interval = update.interval;
    merged.bars = accepted.len() as u64;
    let fitting = limit_unsaved_bars(market, id, update, &accepted, pending);
    if !fitting.is_empty() {
        market.add_unsaved_bars(id, interval, &fitting);
        pending.add_bars(id, interval, &fitting);
    }
    if let Some(listing) = market.get_mut(id) {
        listing.recent.merge(interval, &accepted);
        let symbol = listing.ticker.profile.symbol.clone();
        if is_last_bar_doubtful(&accepted, interval, listing, now) {
            accepted.pop();
        }
        merged.new_bars = Some((symbol, interval, accepted));
    }
    merged.topics.push(Topic::Bars);
}

/// Merges the bars of a requested history and marks it as fetched.
pub(super) fn merge_history(
    market: &mut MarketState,
    update: &BarsUpdate<'_>,
    over_years: bool,
    now: Timestamp,
    pending: &mut PendingChanges,
    merged: &mut MergeOutcome,
) {
    merge_bars(market, update, now, pending, merged);
    let (id, interval) = (market.id_of(update.symbol), update.interval);
    let was_refused = id.is_some_and(|id| pending.take_refused_history(id, interval));
    if interval == Interval::Day
        && let Some(listing) = id.and_then(|id| market.get_mut(id))
    {
        listing.price_review.clear_possible_split();
    }
    // A history with refused bars is not marked as fetched, so that it is requested again.
    if !was_refused {
        edit_ticker(market, id, pending, |ticker| {
            ticker.fetched.record(interval, over_years, now);
        });
    }
}

/// Returns the bars that may be added within the limit of unsaved bars. When the limit is reached because commits fail, these are
/// only the bars that replace an unsaved bar. If any bar is refused, the history counts as not fetched and is requested again.
fn limit_unsaved_bars(
    market: &mut MarketState,
    id: TickerId,
    update: &BarsUpdate<'_>,
    bars: &[Bar],
    pending: &mut PendingChanges,
) -> Vec<Bar> {
    if pending.has_room_for(bars.len()) {
        return bars.to_vec();
    }
    let interval = update.interval;
    let unsaved = market.unsaved_bars(id, interval);
    let replaces_unsaved = |bar: &&Bar| {
        let found = unsaved.binary_search_by_key(&bar.start, |known| known.start);
        found.is_ok()
    };
    let fitting: Vec<Bar> = bars.iter().filter(replaces_unsaved).copied().collect();
    let refused = bars.len() - fitting.len();
    if refused > 0 {
        pending.record_refused(update.source, id, interval, refused);
        edit_ticker(market, Some(id), pending, |ticker| {
            ticker.fetched.clear(interval);
        });
    }
    fitting
}

/// Returns true if the last bar is incomplete and its close is far from the last accepted price. The close may be a single wrong
/// price, so alerts are not evaluated on the bar. Its source sends the bar again, and the price is checked separately.
fn is_last_bar_doubtful(
    bars: &[Bar],
    interval: Interval,
    listing: &Listing,
    now: Timestamp,
) -> bool {
    let Some((bar, quote)) = bars.last().zip(listing.quote.as_ref()) else {
        return false;
    };
    let is_complete = bar.start + interval.seconds() <= now.as_second();
    !is_complete
        && bar.close > 0.0
        && quote.price > 0.0
        && price_ratio(bar.close, quote.price) >= FAR_FACTOR
}

/// Returns true if the session of a daily bar has opened, according to the calendar.
fn has_opened(bar: &Bar, calendar: Calendar, now: Timestamp) -> bool {
    let at = Timestamp::from_second(bar.start).unwrap_or_default();
    let session = calendar.session_on(exchange_date(Calendar::Always, at));
    session.is_none_or(|session| session.open <= now.as_second())
}

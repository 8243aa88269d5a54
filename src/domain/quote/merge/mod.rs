//! Merges a reported price with the known quote.
//!
//! A source may omit any value. A session value (previous close, change, high, low, volume) stays until a source reports
//! it again or the next session begins. So the range of one day never appears with the price of another day.

use super::{Quote, QuoteUpdate, plausibility::is_more_current};
use crate::domain::{
    price::percent_change,
    session::Calendar,
    ticker::{TickerId, TickerKind},
};

/// Maximum factor between two prices of a ticker. If the factor is larger, one of the prices is wrong or in another
/// unit.
const MAX_FACTOR: f64 = 50.0;

/// Known data of a ticker into which an update is merged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MergeContext<'a> {
    /// Id of the ticker.
    pub id: TickerId,
    /// Kind of the ticker.
    pub kind: TickerKind,
    /// Trading calendar.
    pub calendar: Calendar,
    /// Units outstanding, if known.
    pub units: Option<f64>,
    /// Known quote, if any.
    pub quote: Option<&'a Quote>,
    /// Price seven days before the update, if known.
    pub week_ago: Option<f64>,
}

/// Merges `update` into the known quote. Values that neither contains stay unknown.
pub(crate) fn merge(update: &QuoteUpdate, context: &MergeContext<'_>, source: &str) -> Quote {
    let price = update.price;
    let known = context.quote;
    let session = |at| context.calendar.session_at_or_before(at).date;
    let known_in_session = known.filter(|quote| session(quote.as_of) == session(update.as_of));
    // After a real hundredfold move, the previous close is far from the price, but the reported 52-week range contains
    // both.
    let plausible = |value: Option<f64>| {
        value.filter(|value| {
            is_same_scale(context.kind, *value, price)
                || year_range_contains_price_and(update, *value)
        })
    };
    // A value that was plausible with an earlier price stays, even if the price has moved far since.
    let or_known_in_session =
        |new: Option<f64>, old: fn(&Quote) -> Option<f64>| new.or(known_in_session.and_then(old));
    let or_known = |new: Option<f64>, old: fn(&Quote) -> Option<f64>| new.or(known.and_then(old));
    let include_price_in_high = |high: f64| high.max(price);
    let include_price_in_low = |low: f64| low.min(price);

    let (previous_close, is_bar_close) = previous_close(update, known_in_session, plausible);
    let supply = implied_supply(update).or(known.and_then(|quote| quote.supply));
    let plausible_edge = |edge: Option<f64>| {
        edge.filter(|edge| year_range_contains_price(update) || plausible(Some(*edge)).is_some())
    };
    Quote {
        id: context.id,
        price,
        as_of: update.as_of,
        source: source.to_owned(),
        previous_close,
        is_bar_close,
        change_24h: percent_change(previous_close, price)
            .or_else(|| {
                update
                    .change_24h
                    .filter(|percent| is_plausible_change(*percent))
            })
            .or_else(|| {
                known_in_session
                    .and_then(|quote| rebase_change(quote.change_24h, quote.price, price))
            }),
        change_7d: update
            .change_7d
            .filter(|percent| is_plausible_change(*percent))
            .or_else(|| percent_change(context.week_ago, price))
            .or_else(|| {
                known_in_session
                    .and_then(|quote| rebase_change(quote.change_7d, quote.price, price))
            }),
        market_cap: non_negative(update.market_cap)
            .or_else(|| supply.or(context.units).map(|units| units * price))
            .or(known.and_then(|quote| quote.market_cap)),
        volume_24h: or_known_in_session(non_negative(update.volume_24h), |quote| quote.volume_24h),
        day_high: or_known_in_session(plausible(update.day_high), |quote| quote.day_high)
            .map(include_price_in_high),
        day_low: or_known_in_session(plausible(update.day_low), |quote| quote.day_low)
            .map(include_price_in_low),
        year_high: or_known(plausible_edge(update.year_high), |quote| quote.year_high)
            .map(include_price_in_high),
        year_low: or_known(plausible_edge(update.year_low), |quote| quote.year_low)
            .map(include_price_in_low),
        all_time_high: or_known(
            update
                .all_time_high
                .filter(|high| context.kind.allows_price(*high)),
            |quote| quote.all_time_high,
        )
        .map(include_price_in_high),
        supply,
        extended: known
            .and_then(|quote| quote.extended.clone())
            .filter(|extended| is_more_current(extended.as_of, update.as_of, context.calendar)),
        adjusted_for: None,
    }
}

/// Returns the previous close, and true if it comes from a daily bar. A reported close takes precedence over a bar, and
/// the new update over the known quote.
fn previous_close(
    update: &QuoteUpdate,
    known_in_session: Option<&Quote>,
    plausible: impl Fn(Option<f64>) -> Option<f64>,
) -> (Option<f64>, bool) {
    let known_close = |is_bar_close: bool| {
        known_in_session
            .filter(|quote| quote.is_bar_close == is_bar_close)
            .and_then(|quote| quote.previous_close)
    };
    let reported = plausible(update.previous_close).or_else(|| known_close(false));
    let from_bar = || plausible(update.bar_close).or_else(|| known_close(true));
    let close = reported.or_else(from_bar);
    (close, close.is_some() && reported.is_none())
}

/// Returns true if the reported 52-week range contains the reported price. Then low and high are plausible even if they
/// are far apart.
fn year_range_contains_price(update: &QuoteUpdate) -> bool {
    year_range_contains(update, update.price)
}

/// Returns true if the reported 52-week range contains both the reported price and `value`.
fn year_range_contains_price_and(update: &QuoteUpdate, value: f64) -> bool {
    year_range_contains_price(update) && year_range_contains(update, value)
}

fn year_range_contains(update: &QuoteUpdate, value: f64) -> bool {
    let range = update.year_low.zip(update.year_high);
    range.is_some_and(|(low, high)| (low..=high).contains(&value))
}

/// Fills missing values of the known quote from an older update of the same session: streams send newer prices, but few
/// other values. Returns `None` if nothing changes.
pub(crate) fn fill_missing(
    update: &QuoteUpdate,
    quote: &Quote,
    kind: TickerKind,
    calendar: Calendar,
) -> Option<Quote> {
    let session = |at| calendar.session_at_or_before(at).date;
    if session(update.as_of) != session(quote.as_of) {
        return None;
    }
    let price = quote.price;
    let plausible = |value: Option<f64>| value.filter(|value| is_same_scale(kind, *value, price));
    let rebased_change = |percent: Option<f64>| {
        let percent = percent.filter(|percent| is_plausible_change(*percent));
        rebase_change(percent, update.price, price)
    };
    let reported_close = quote
        .previous_close
        .filter(|_| !quote.is_bar_close)
        .or(plausible(update.previous_close));
    let bar_close = || plausible(update.bar_close).or(quote.previous_close);
    let previous_close = reported_close.or_else(bar_close);
    let supply = implied_supply(update).or(quote.supply);
    // Without sessions, the volume covers the last 24 hours, so the newest response is the best.
    let volume = non_negative(update.volume_24h);
    let volume_24h = if calendar == Calendar::Always {
        volume.or(quote.volume_24h)
    } else {
        quote.volume_24h.or(volume)
    };
    let filled = Quote {
        previous_close,
        is_bar_close: previous_close.is_some() && reported_close.is_none(),
        change_24h: percent_change(previous_close, price)
            .or(quote.change_24h)
            .or_else(|| rebased_change(update.change_24h)),
        change_7d: rebased_change(update.change_7d).or(quote.change_7d),
        market_cap: supply.map(|units| units * price).or(quote.market_cap),
        volume_24h,
        day_high: quote
            .day_high
            .or(plausible(update.day_high))
            .map(|high| high.max(price)),
        day_low: quote
            .day_low
            .or(plausible(update.day_low))
            .map(|low| low.min(price)),
        year_high: plausible(update.year_high)
            .or(quote.year_high)
            .map(|high| high.max(price)),
        year_low: plausible(update.year_low)
            .or(quote.year_low)
            .map(|low| low.min(price)),
        all_time_high: update
            .all_time_high
            .filter(|high| kind.allows_price(*high))
            .or(quote.all_time_high)
            .map(|high| high.max(price)),
        supply,
        ..quote.clone()
    };
    (filled != *quote).then_some(filled)
}

/// Returns the units outstanding: reported market cap divided by reported price.
fn implied_supply(update: &QuoteUpdate) -> Option<f64> {
    let cap = non_negative(update.market_cap).filter(|cap| *cap > 0.0)?;
    Some(cap / update.price)
}

/// Converts a percent change that was reported with `old_price` to `new_price`, relative to the same base price. `None`
/// unless both prices are positive.
fn rebase_change(percent: Option<f64>, old_price: f64, new_price: f64) -> Option<f64> {
    let percent = percent.filter(|_| old_price > 0.0 && new_price > 0.0)?;
    if old_price.to_bits() == new_price.to_bits() {
        return Some(percent);
    }
    let base_price = old_price / (1.0 + percent / 100.0);
    percent_change(Some(base_price), new_price)
}

/// Returns the value if it is finite and not negative.
fn non_negative(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite() && *value >= 0.0)
}

/// Returns true if `value` and `price` may be prices of the same ticker in the same unit: they differ at most by
/// [`MAX_FACTOR`], or one of them is negative.
pub(crate) fn is_same_scale(kind: TickerKind, value: f64, price: f64) -> bool {
    let is_within_factor = || value <= price * MAX_FACTOR && price <= value * MAX_FACTOR;
    kind.allows_price(value) && (value < 0.0 || price < 0.0 || is_within_factor())
}

/// Returns true if a change in percent is a price move by at most [`MAX_FACTOR`].
pub(in crate::domain::quote) fn is_plausible_change(percent: f64) -> bool {
    let factor = 1.0 + percent / 100.0;
    (1.0 / MAX_FACTOR..=MAX_FACTOR).contains(&factor)
}

#[cfg(test)]
mod tests;

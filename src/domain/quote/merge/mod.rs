//! Merges a reported price with the known quote.
//!
//! A source may omit any value. Session values (previous close, change, high, low, volume) are kept until they are
//! reported again within the session and dropped when the next session begins, so that one day's range never appears
//! with another day's price.

use super::{Quote, QuoteUpdate, judge::is_more_current};
use crate::domain::{
    price::percent_change,
    session::Calendar,
    ticker::{TickerId, TickerKind},
};

/// Maximum factor between prices of one ticker; beyond it, one of them is in another unit or wrong.
const MAX_FACTOR: f64 = 50.0;

/// What is known about a ticker when an update is merged.
#[derive(Debug, Clone, Copy)]
pub(crate) struct MergeContext<'a> {
    /// Id of the ticker.
    pub id: TickerId,
    /// Kind of the ticker.
    pub kind: TickerKind,
    /// Trading calendar.
    pub calendar: Calendar,
    /// Units outstanding.
    pub units: Option<f64>,
    /// Known quote.
    pub quote: Option<&'a Quote>,
    /// Price seven days before the update.
    pub week_ago: Option<f64>,
}

/// Returns the quote that follows from `update` and the known values; unknown values stay unknown.
pub(crate) fn merge(update: &QuoteUpdate, known: &MergeContext<'_>, source: &str) -> Quote {
    let price = update.price;
    let before = known.quote;
    let session = |at| known.calendar.session_at_or_before(at).date;
    let of_session = before.filter(|quote| session(quote.as_of) == session(update.as_of));
    // A real hundredfold move is far from its own previous close; the reported 52-week range contains both.
    let near = |value: Option<f64>| {
        value.filter(|value| is_same_scale(known.kind, *value, price) || is_of_year(update, *value))
    };
    // A value accepted with an earlier price of the session stays, however far the price has moved since.
    let kept = |new: Option<f64>, old: fn(&Quote) -> Option<f64>| new.or(of_session.and_then(old));
    let lasting = |new: Option<f64>, old: fn(&Quote) -> Option<f64>| new.or(before.and_then(old));
    let high = |value: f64| value.max(price);
    let low = |value: f64| value.min(price);

    let (previous_close, is_bar_close) = previous_close(update, of_session, near);
    let supply = supply(update).or(before.and_then(|quote| quote.supply));
    let year =
        |edge: Option<f64>| edge.filter(|edge| encloses(update) || near(Some(*edge)).is_some());
    Quote {
        id: known.id,
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
            .or_else(|| of_session.and_then(|quote| moved(quote.change_24h, quote.price, price))),
        change_7d: update
            .change_7d
            .filter(|percent| is_plausible_change(*percent))
            .or_else(|| percent_change(known.week_ago, price))
            .or_else(|| of_session.and_then(|quote| moved(quote.change_7d, quote.price, price))),
        market_cap: amount(update.market_cap)
            .or_else(|| supply.or(known.units).map(|units| units * price))
            .or(before.and_then(|quote| quote.market_cap)),
        volume_24h: kept(amount(update.volume_24h), |quote| quote.volume_24h),
        day_high: kept(near(update.day_high), |quote| quote.day_high).map(high),
        day_low: kept(near(update.day_low), |quote| quote.day_low).map(low),
        year_high: lasting(year(update.year_high), |quote| quote.year_high).map(high),
        year_low: lasting(year(update.year_low), |quote| quote.year_low).map(low),
        all_time_high: lasting(
            update
                .all_time_high
                .filter(|high| known.kind.can_cost(*high)),
            |quote| quote.all_time_high,
        )
        .map(high),
        supply,
        extended: before
            .and_then(|quote| quote.extended.clone())
            .filter(|extended| is_more_current(extended.as_of, update.as_of, known.calendar)),
        units_of: None,
    }
}

/// Returns the previous close, and whether it comes from a bar. A reported close takes precedence over a bar, and the
/// new report over earlier ones of the session.
fn previous_close(
    update: &QuoteUpdate,
    of_session: Option<&Quote>,
    near: impl Fn(Option<f64>) -> Option<f64>,
) -> (Option<f64>, bool) {
    let known = |is_bar_close: bool| {
        let known = of_session.filter(|quote| quote.is_bar_close == is_bar_close);
        known.and_then(|quote| quote.previous_close)
    };
    let stated = near(update.previous_close).or_else(|| known(false));
    let of_bar = || near(update.bar_close).or_else(|| known(true));
    let close = stated.or_else(of_bar);
    (close, close.is_some() && stated.is_none())
}

/// Returns true if the reported 52-week range contains the reported price: its edges are then right, however far
/// apart.
fn encloses(update: &QuoteUpdate) -> bool {
    let edges = update.year_low.zip(update.year_high);
    edges.is_some_and(|(low, high)| (low..=high).contains(&update.price))
}

/// Returns true if the reported 52-week range contains both the reported price and `value`.
fn is_of_year(update: &QuoteUpdate, value: f64) -> bool {
    let edges = update.year_low.zip(update.year_high);
    encloses(update) && edges.is_some_and(|(low, high)| (low..=high).contains(&value))
}

/// Fills the known quote with values of an older update of the same session: streams send newer prices and little
/// else. Returns `None` if nothing changes.
pub(crate) fn completed(
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
    let near = |value: Option<f64>| value.filter(|value| is_same_scale(kind, *value, price));
    let reported = |percent: Option<f64>| {
        let percent = percent.filter(|percent| is_plausible_change(*percent));
        moved(percent, update.price, price)
    };
    let stated = quote.previous_close.filter(|_| !quote.is_bar_close);
    let stated = stated.or(near(update.previous_close));
    let of_bar = || near(update.bar_close).or(quote.previous_close);
    let previous_close = stated.or_else(of_bar);
    let supply = supply(update).or(quote.supply);
    // Without sessions, values cover the last 24 hours, and the newest response has the best ones.
    let volume = amount(update.volume_24h);
    let volume_24h = if calendar == Calendar::Always {
        volume.or(quote.volume_24h)
    } else {
        quote.volume_24h.or(volume)
    };
    let completed = Quote {
        previous_close,
        is_bar_close: previous_close.is_some() && stated.is_none(),
        change_24h: percent_change(previous_close, price)
            .or(quote.change_24h)
            .or_else(|| reported(update.change_24h)),
        change_7d: reported(update.change_7d).or(quote.change_7d),
        market_cap: supply.map(|units| units * price).or(quote.market_cap),
        volume_24h,
        day_high: quote
            .day_high
            .or(near(update.day_high))
            .map(|high| high.max(price)),
        day_low: quote
            .day_low
            .or(near(update.day_low))
            .map(|low| low.min(price)),
        year_high: near(update.year_high)
            .or(quote.year_high)
            .map(|high| high.max(price)),
        year_low: near(update.year_low)
            .or(quote.year_low)
            .map(|low| low.min(price)),
        all_time_high: update
            .all_time_high
            .filter(|high| kind.can_cost(*high))
            .or(quote.all_time_high)
            .map(|high| high.max(price)),
        supply,
        ..quote.clone()
    };
    (completed != *quote).then_some(completed)
}

/// Returns the units outstanding that the reported market cap implies.
fn supply(update: &QuoteUpdate) -> Option<f64> {
    let cap = amount(update.market_cap).filter(|cap| *cap > 0.0)?;
    Some(cap / update.price)
}

/// Converts a change in percent at price `then` into the change at price `now` since the same moment; `None` unless
/// both are positive.
fn moved(percent: Option<f64>, then: f64, now: f64) -> Option<f64> {
    let percent = percent.filter(|_| then > 0.0 && now > 0.0)?;
    if then.to_bits() == now.to_bits() {
        return Some(percent);
    }
    percent_change(Some(then / (1.0 + percent / 100.0)), now)
}

/// Returns the value if it is finite and not negative.
fn amount(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite() && *value >= 0.0)
}

/// Returns true if `value` and `price` may be prices of the same ticker (same unit). No factor applies to negative
/// prices.
pub(crate) fn is_same_scale(kind: TickerKind, value: f64, price: f64) -> bool {
    let is_within = || value <= price * MAX_FACTOR && price <= value * MAX_FACTOR;
    kind.can_cost(value) && (value < 0.0 || price < 0.0 || is_within())
}

/// Returns true if a change in percent is within the maximum factor.
pub(in crate::domain::quote) fn is_plausible_change(percent: f64) -> bool {
    let factor = 1.0 + percent / 100.0;
    (1.0 / MAX_FACTOR..=MAX_FACTOR).contains(&factor)
}

#[cfg(test)]
mod tests;

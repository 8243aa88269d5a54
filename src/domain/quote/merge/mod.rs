//! How what a source says now joins what is known already.
//!
//! A source may leave out anything. What belongs to a session (previous close, change, high, low,
//! volume) is kept together with it: within the session it stays until it is told anew, and with
//! the next session all of it goes. So no day's range stands under another day's price.

use super::{Quote, QuoteUpdate, extended::stands_beside};
use crate::domain::{
    price::percent_change,
    session::Calendar,
    ticker::{TickerId, TickerKind},
};

/// Prices of one ticker that belong together differ by this factor at most; further apart, one of
/// them is in another unit or an error.
const MOST_APART: f64 = 50.0;

/// What is known of a ticker beside the update.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Known<'a> {
    /// The ticker.
    pub id: TickerId,
    /// What it is.
    pub kind: TickerKind,
    /// When it trades.
    pub calendar: Calendar,
    /// Units outstanding.
    pub units: Option<f64>,
    /// Its quote until now.
    pub quote: Option<&'a Quote>,
    /// Its price seven days before the update.
    pub week_ago: Option<f64>,
}

/// The quote that follows from `update` and what is known; what nobody knows stays unknown.
pub(crate) fn merge(update: &QuoteUpdate, known: &Known<'_>, source: &str) -> Quote {
    let price = update.price;
    let before = known.quote;
    let session = |at| known.calendar.session_at_or_before(at).date;
    let of_session = before.filter(|quote| session(quote.as_of) == session(update.as_of));
    // A price that really moved a hundredfold is far from its own close before; the told year holds both.
    let near = |value: Option<f64>| {
        value.filter(|value| is_near(known.kind, *value, price) || is_of_year(update, *value))
    };
    // A figure that was believed beside an earlier price of the session stays, however far the price moved since.
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
            .or_else(|| update.change_24h.filter(|percent| is_change(*percent)))
            .or_else(|| of_session.and_then(|quote| moved(quote.change_24h, quote.price, price))),
        change_7d: update
            .change_7d
            .filter(|percent| is_change(*percent))
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
            .filter(|extended| stands_beside(extended.as_of, update.as_of, known.calendar)),
        units_of: None,
    }
}

/// The close of the session before, and whether it is a bar's: what a source states counts more than a bar, and what is told now
/// more than what was told before in the same session.
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

/// Returns true if the year that a source tells holds the price it tells: then its edges are right however far apart they are.
fn encloses(update: &QuoteUpdate) -> bool {
    let edges = update.year_low.zip(update.year_high);
    edges.is_some_and(|(low, high)| (low..=high).contains(&update.price))
}

/// Returns true if the year that a source tells holds both the price it tells and another one.
fn is_of_year(update: &QuoteUpdate, value: f64) -> bool {
    let edges = update.year_low.zip(update.year_high);
    encloses(update) && edges.is_some_and(|(low, high)| (low..=high).contains(&value))
}

/// The known quote with what an older one of its session says beside the price: a stream brings
/// newer prices and little else. `None` where it adds nothing.
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
    let near = |value: Option<f64>| value.filter(|value| is_near(kind, *value, price));
    let told = |percent: Option<f64>| {
        let percent = percent.filter(|percent| is_change(*percent));
        moved(percent, update.price, price)
    };
    let stated = quote.previous_close.filter(|_| !quote.is_bar_close);
    let stated = stated.or(near(update.previous_close));
    let of_bar = || near(update.bar_close).or(quote.previous_close);
    let previous_close = stated.or_else(of_bar);
    let supply = supply(update).or(quote.supply);
    // Without sessions figures are of the last 24 hours, which the newest answer knows best.
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
            .or_else(|| told(update.change_24h)),
        change_7d: told(update.change_7d).or(quote.change_7d),
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

/// Units outstanding, as the market cap that is told makes them.
fn supply(update: &QuoteUpdate) -> Option<f64> {
    let cap = amount(update.market_cap).filter(|cap| *cap > 0.0)?;
    Some(cap / update.price)
}

/// A change of so many percent at price `then`, at another price: since the same moment. Where one of the
/// two is not above zero, no percentage tells it.
fn moved(percent: Option<f64>, then: f64, now: f64) -> Option<f64> {
    let percent = percent.filter(|_| then > 0.0 && now > 0.0)?;
    if then.to_bits() == now.to_bits() {
        return Some(percent);
    }
    percent_change(Some(then / (1.0 + percent / 100.0)), now)
}

/// An amount that is one.
fn amount(value: Option<f64>) -> Option<f64> {
    value.filter(|value| value.is_finite() && *value >= 0.0)
}

/// Whether a price of the same ticker can stand beside `price`. Of one below nothing no factor says
/// how far away another is.
pub(crate) fn is_near(kind: TickerKind, value: f64, price: f64) -> bool {
    let is_within = || value <= price * MOST_APART && price <= value * MOST_APART;
    kind.can_cost(value) && (value < 0.0 || price < 0.0 || is_within())
}

/// Whether a change, in percent, stays within what prices can be apart.
pub(in crate::domain::quote) fn is_change(percent: f64) -> bool {
    let factor = 1.0 + percent / 100.0;
    (1.0 / MOST_APART..=MOST_APART).contains(&factor)
}

#[cfg(test)]
mod tests;

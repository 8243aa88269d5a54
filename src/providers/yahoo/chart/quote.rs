//! The quote in an answer, with a previous close that is one, or none.

use jiff::{Timestamp, tz::TimeZone};

use super::{
    days::{DAY, day_of},
    prices::Prices,
};
use crate::{
    domain::{
        bar::{Bar, Interval},
        quote::{QuoteUpdate, percent_change},
    },
    providers::{
        core::lenient::Number,
        yahoo::{repair, wire},
    },
};

/// The quote that `meta` tells, or the last row where it tells none. `daily` are the answer's
/// daily bars, where it has such.
pub(super) fn quote(
    symbol: &str,
    meta: &wire::Meta,
    prices: Prices,
    last: Option<Bar>,
    daily: Option<&[Bar]>,
    zone: &TimeZone,
) -> Option<QuoteUpdate> {
    let price = prices.price(meta.regular_market_price);
    let stated = price.zip(meta.regular_market_time.seconds());
    let (mut price, at) = stated.or_else(|| last.map(|bar| (bar.close, bar.start)))?;
    if let Some(bar) = last {
        price = repair::like(price, bar.close);
    }
    let scaled = |value: Number| prices.price(value);
    Some(QuoteUpdate {
        symbol: symbol.to_owned(),
        price,
        as_of: Timestamp::from_second(at).ok()?,
        previous_close: previous_close(meta, prices, price, day_of(at, zone), daily),
        day_high: scaled(meta.regular_market_day_high),
        day_low: scaled(meta.regular_market_day_low),
        volume_24h: meta.regular_market_volume.positive(),
        year_high: scaled(meta.fifty_two_week_high),
        year_low: scaled(meta.fifty_two_week_low),
        ..QuoteUpdate::default()
    })
}

/// The close of the session before. `chartPreviousClose` is the close before the *range*, so it
/// counts only where the range is the day; what nobody tells stays unknown. `today` is the number
/// of the day that the price is of.
fn previous_close(
    meta: &wire::Meta,
    prices: Prices,
    price: f64,
    today: i64,
    daily: Option<&[Bar]>,
) -> Option<f64> {
    let of_range = prices.price(meta.chart_previous_close);
    let of_day = of_range.filter(|_| meta.range.as_deref() == Some("1d"));
    let stated = prices.price(meta.previous_close).or(of_day);
    stated
        .or_else(|| close_before(daily?, today))
        .or_else(|| implied_close(meta, prices.parts, price))
        .filter(|close| prices.kind.can_cost(*close))
}

/// The close of the bar before today's, where today's is the last: an old chart under a new price
/// knows nothing of yesterday. Five days reach over a weekend between two holidays.
fn close_before(daily: &[Bar], today: i64) -> Option<f64> {
    let [.., before, last] = daily else {
        return None;
    };
    let adjacent = last.start == today * DAY && last.start - before.start <= 5 * DAY;
    adjacent.then_some(before.close)
}

/// Worked back from a change that is told. Where a price of the whole day is told as well, the
/// percentage is of that one and not of the regular session's.
fn implied_close(meta: &wire::Meta, parts: f64, price: f64) -> Option<f64> {
    let whole_day = meta.fullday_price.0.zip(meta.fullday_change.0);
    whole_day
        .map(|(price, change)| (price - change) / parts)
        .or_else(|| {
            let percent = meta
                .regular_market_change_percent
                .0
                .filter(|percent| *percent > -100.0)?;
            Some(price / (1.0 + percent / 100.0))
        })
}

/// Without sessions there is no previous close, and the figures told contradict each other; the
/// change is the one from the bar 24 hours before, give or take half an hour.
pub(super) fn around_the_clock(
    quote: QuoteUpdate,
    interval: Option<Interval>,
    bars: &[Bar],
) -> QuoteUpdate {
    let yesterday = quote.as_of.as_second() - DAY;
    let before = bars
        .iter()
        .filter(|_| interval != Some(Interval::Day))
        .min_by_key(|bar| (bar.start - yesterday).abs())
        .filter(|bar| (bar.start - yesterday).abs() <= 1_800)
        .map(|bar| bar.close);
    QuoteUpdate {
        previous_close: None,
        change_24h: percent_change(before, quote.price),
        ..quote
    }
}

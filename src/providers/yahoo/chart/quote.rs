//! Reads the quote and its previous close. The previous close is omitted if it is not certain.

use jiff::Timestamp;

use super::{
    days::{DAY, Days, day_number},
    prices::Prices,
};
use crate::{
    domain::{
        bar::{Bar, Interval},
        outliers::YearRange,
        price::{in_whole_units, round_to_15_digits},
        quote::{QuoteUpdate, percent_change},
        split::Split,
    },
    providers::{
        core::lenient::Number,
        yahoo::{repair, wire},
    },
};

/// How far the time of a price may differ from 24 hours ago, in seconds.
const DAY_AGO_TOLERANCE: i64 = 1_800;

/// The time of a response, and the known splits.
#[derive(Debug, Clone, Copy)]
pub(in crate::providers::yahoo) struct ReadContext<'a> {
    /// The time of the response.
    pub(in crate::providers::yahoo) now: Timestamp,
    /// The known splits of the ticker.
    pub(in crate::providers::yahoo) splits: &'a [Split],
}

impl ReadContext<'_> {
    /// Creates a context without known splits.
    pub(in crate::providers::yahoo) fn at(now: Timestamp) -> Self {
        Self { now, splits: &[] }
    }
}

/// The rows of a response.
pub(super) struct Rows<'a> {
    /// The newest row.
    pub(super) last: Option<Bar>,
    /// The interval of the rows in seconds; `None` for unusable rows.
    pub(super) step: Option<i64>,
    /// The daily bars, if the rows are daily.
    pub(super) daily: Option<&'a [Bar]>,
}

/// A price with its time (Unix seconds). `is_dated` is true if the response contains the time.
struct Price {
    value: f64,
    at: i64,
    is_dated: bool,
}

/// Returns the quote in `meta`, or the newest row if `meta` contains no quote or an older one. Also returns whether the response
/// contains the time of the quote.
pub(super) fn quote(
    symbol: &str,
    meta: &wire::Meta,
    prices: Prices,
    rows: &Rows<'_>,
    days: &Days,
    year: &YearRange,
    context: &ReadContext<'_>,
) -> Option<(QuoteUpdate, bool)> {
    let stated_price = stated_price(meta, prices, rows, days, year, context.splits);
    let row_price = rows
        .last
        .and_then(|bar| row_price(&bar, rows.step, days, context.now));
    let is_older = |stated: &Price, row: &Price| {
        rows.daily.is_some()
            && days.of_price(stated.at) < days.of_price(row.at)
            && (row.is_dated || row.at < context.now.as_second())
    };
    let price = match (stated_price, row_price) {
        (Some(stated), Some(row)) if is_older(&stated, &row) => row,
        (stated, row) => stated.or(row)?,
    };
    let day = days.of_price(price.at);
    let is_stated_price = prices
        .price(meta.regular_market_price)
        .is_some_and(|stated| (stated - price.value).abs() <= stated.abs() * 1e-9);
    // The high, low and volume of the day belong to the stated price.
    let stated_value = |value: Number| prices.price(value).filter(|_| is_stated_price);
    let close_of_day = rows.daily.and_then(|daily| close_of(daily, day));
    let previous_of_bars = rows
        .daily
        .and_then(|daily| previous_close_of_bars(daily, day, days));
    let stated = stated_previous_close(
        meta,
        prices,
        &price,
        close_of_day.zip(previous_of_bars),
        days,
        context.now,
    )
    .filter(|_| is_stated_price || is_in_stated_session(meta, price.at));
    let implied =
        || implied_previous_close(meta, prices.parts, price.value).filter(|_| is_stated_price);
    let is_valid = |close: &f64| prices.kind.allows_price(*close);
    let update = QuoteUpdate {
        symbol: symbol.to_owned(),
        price: price.value,
        as_of: Timestamp::from_second(price.at).ok()?,
        previous_close: stated.filter(is_valid),
        bar_close: previous_of_bars.or_else(implied).filter(is_valid),
        day_high: stated_value(meta.regular_market_day_high),
        day_low: stated_value(meta.regular_market_day_low),
        volume_24h: meta
            .regular_market_volume
            .positive()
            .filter(|_| is_stated_price),
        year_high: prices.price(meta.fifty_two_week_high),
        year_low: prices.price(meta.fifty_two_week_low),
        ..QuoteUpdate::default()
    };
    Some((update, price.is_dated))
}

/// Returns the stated price with its time, in the unit of the rows.
fn stated_price(
    meta: &wire::Meta,
    prices: Prices,
    rows: &Rows<'_>,
    days: &Days,
    year: &YearRange,
    splits: &[Split],
) -> Option<Price> {
    let mut value = prices.price(meta.regular_market_price)?;
    let at = meta.regular_market_time.seconds()?;
    if let Some(bar) = rows.last
        && !year.confirms(at, value, bar.close)
        && (prices.parts > 1.0 || year.excludes(at, value))
    {
        value = repair::in_unit_of(value, bar.close);
    }
    // Shortly before a split, the bars may already be adjusted while the price is not.
    let day = days.of_price(at);
    let close = rows.daily.and_then(|daily| close_of(daily, day));
    let applied_split = splits.iter().find(|split| {
        let is_upcoming = (1..=7).contains(&(day_number(split.date) - day));
        is_upcoming && close.is_some_and(|close| split.explains_factor(value / close))
    });
    Some(Price {
        value: applied_split.map_or(value, |split| round_to_15_digits(value / split.ratio())),
        at,
        is_dated: true,
    })
}

/// Returns the close of a row as a price. Its time is the close of the session or the end of the row's interval.
fn row_price(bar: &Bar, step: Option<i64>, days: &Days, now: Timestamp) -> Option<Price> {
    let (at, is_dated) = match step {
        Some(DAY) => days.time_of_row(bar.start, now),
        Some(step) => {
            let close = days.bounds(days.of_row(bar.start)).map(|(_, close)| close);
            let end = bar.start + step;
            let end = close
                .filter(|close| *close >= bar.start)
                .map_or(end, |close| end.min(close));
            (end.min(now.as_second().max(bar.start)), false)
        }
        None => (bar.start, false),
    };
    Timestamp::from_second(at).ok()?;
    Some(Price {
        value: bar.close,
        at,
        is_dated,
    })
}

/// Returns the previous close that the response states. `chartPreviousClose` is the close before the *range*, so it counts only if
/// the range is one day. Before the opening, some responses already describe the next session; their previous close is that of the
/// price's own session (apart from the closing auction) and is ignored. `closes` are the closes of the price's day and of the
/// session before from the bars, if both exist.
fn stated_previous_close(
    meta: &wire::Meta,
    prices: Prices,
    price: &Price,
    closes: Option<(f64, f64)>,
    days: &Days,
    now: Timestamp,
) -> Option<f64> {
    let before_range = prices.price(meta.chart_previous_close);
    let before_day = before_range.filter(|_| meta.range.as_deref() == Some("1d"));
    let stated = prices.price(meta.previous_close).or(before_day)?;
    let day = days.of_price(price.at);
    let is_over = days
        .bounds(day)
        .is_some_and(|(_, close)| close <= now.as_second());
    let stated_day = meta
        .current_trading_period
        .regular
        .start
        .seconds()
        .map(|open| days.of_price(open));
    let is_same_session = match closes {
        Some((close, previous)) => (stated - close).abs() < (stated - previous).abs(),
        None => (stated - price.value).abs() <= stated.abs() * 1e-6,
    };
    let describes_next = is_over && is_same_session && stated_day.is_none_or(|stated| stated > day);
    (!describes_next).then_some(stated)
}

/// Returns true if a price is from the regular session that the response describes, so that the previous close applies to it.
fn is_in_stated_session(meta: &wire::Meta, at: i64) -> bool {
    let regular = &meta.current_trading_period.regular;
    let hours = regular.start.seconds().zip(regular.end.seconds());
    hours.is_some_and(|(open, close)| (open..=close).contains(&at))
}

/// Returns the previous close from the bars: the close of the session before `day`, if the bar of that session exists.
fn previous_close_of_bars(daily: &[Bar], day: i64, days: &Days) -> Option<f64> {
    close_of(daily, days.before(day)?)
}

/// Returns the close of a day's bar.
fn close_of(daily: &[Bar], day: i64) -> Option<f64> {
    let index = daily
        .binary_search_by_key(&(day * DAY), |bar| bar.start)
        .ok()?;
    Some(daily[index].close)
}

/// Computes the previous close from the stated change. If the response also contains a price of the whole day, the change in
/// percent refers to that price and not to the regular session.
fn implied_previous_close(meta: &wire::Meta, parts: f64, price: f64) -> Option<f64> {
    let whole_day = meta.fullday_price.0.zip(meta.fullday_change.0);
    whole_day
        .map(|(price, change)| in_whole_units(round_to_15_digits(price - change), parts))
        .or_else(|| {
            let percent = meta
                .regular_market_change_percent
                .0
                .filter(|percent| *percent > -100.0)?;
            Some(price / (1.0 + percent / 100.0))
        })
}

/// Adjusts the quote of a market that never closes, which has no previous close. Its change is measured from the price 24 hours
/// earlier, plus or minus half an hour. The open of a bar has the time of its start, the close that of its end.
pub(super) fn around_the_clock(
    quote: QuoteUpdate,
    interval: Option<Interval>,
    bars: &[Bar],
) -> QuoteUpdate {
    let day_ago = quote.as_of.as_second() - DAY;
    let length = interval.map_or(0, Interval::seconds);
    let price_day_ago = bars
        .iter()
        .filter(|_| interval != Some(Interval::Day))
        .flat_map(|bar| [(bar.start + length, bar.close), (bar.start, bar.open)])
        .min_by_key(|(at, _)| (at - day_ago).abs())
        .filter(|(at, _)| (at - day_ago).abs() <= DAY_AGO_TOLERANCE)
        .map(|(_, price)| price);
    QuoteUpdate {
        previous_close: None,
        bar_close: None,
        change_24h: percent_change(price_day_ago, quote.price),
        ..quote
    }
}

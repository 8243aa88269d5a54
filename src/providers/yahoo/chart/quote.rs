//! Reads the quote, with a correct previous close or none.

use jiff::Timestamp;

use super::{
    days::{DAY, Days, number},
    prices::Prices,
};
use crate::{
    domain::{
        bar::{Bar, Interval},
        outliers::YearRange,
        price::{decimal, in_whole_units},
        quote::{QuoteUpdate, percent_change},
        split::Split,
    },
    providers::{
        core::lenient::Number,
        yahoo::{repair, wire},
    },
};

/// Tolerance for a price 24 hours earlier, in seconds.
const DAY_AGO_TOLERANCE: i64 = 1_800;

/// When a response arrived, and what was known before.
#[derive(Debug, Clone, Copy)]
pub(in crate::providers::yahoo) struct Reading<'a> {
    /// Time of the response.
    pub(in crate::providers::yahoo) now: Timestamp,
    /// Known splits of the ticker.
    pub(in crate::providers::yahoo) splits: &'a [Split],
}

impl Reading<'_> {
    /// Creates a context without known splits.
    pub(in crate::providers::yahoo) fn at(now: Timestamp) -> Self {
        Self { now, splits: &[] }
    }
}

/// The rows of a response.
pub(super) struct Rows<'a> {
    /// Newest row, with its own time.
    pub(super) last: Option<Bar>,
    /// Interval of the rows in seconds; `None` for unusable rows.
    pub(super) step: Option<i64>,
    /// Daily bars, if the rows are daily.
    pub(super) daily: Option<&'a [Bar]>,
}

/// A price with its time; `is_dated` if the source states the time.
struct Price {
    value: f64,
    at: i64,
    is_dated: bool,
}

/// Returns the quote in `meta`, or the newest row if there is none or it is older; and whether its time was stated.
pub(super) fn quote(
    symbol: &str,
    meta: &wire::Meta,
    prices: Prices,
    rows: &Rows<'_>,
    days: &Days,
    year: &YearRange,
    reading: &Reading<'_>,
) -> Option<(QuoteUpdate, bool)> {
    let stated_price = stated_price(meta, prices, rows, days, year, reading.splits);
    let of_row = rows
        .last
        .and_then(|bar| of_row(&bar, rows.step, days, reading.now));
    let is_older = |stated: &Price, row: &Price| {
        rows.daily.is_some()
            && days.of_price(stated.at) < days.of_price(row.at)
            && (row.is_dated || row.at < reading.now.as_second())
    };
    let price = match (stated_price, of_row) {
        (Some(stated), Some(row)) if is_older(&stated, &row) => row,
        (stated, row) => stated.or(row)?,
    };
    let day = days.of_price(price.at);
    let is_stated_price = prices
        .price(meta.regular_market_price)
        .is_some_and(|stated| (stated - price.value).abs() <= stated.abs() * 1e-9);
    // The day's figures belong to the stated price.
    let scaled = |value: Number| prices.price(value).filter(|_| is_stated_price);
    let own_day = rows.daily.and_then(|daily| close_of(daily, day));
    let of_bars = rows.daily.and_then(|daily| close_before(daily, day, days));
    let stated = stated_close(
        meta,
        prices,
        &price,
        own_day.zip(of_bars),
        days,
        reading.now,
    )
    .filter(|_| is_stated_price || is_of_stated_session(meta, price.at));
    let implied = || implied_close(meta, prices.parts, price.value).filter(|_| is_stated_price);
    let can_cost = |close: &f64| prices.kind.can_cost(*close);
    let update = QuoteUpdate {
        symbol: symbol.to_owned(),
        price: price.value,
        as_of: Timestamp::from_second(price.at).ok()?,
        previous_close: stated.filter(can_cost),
        bar_close: of_bars.or_else(implied).filter(can_cost),
        day_high: scaled(meta.regular_market_day_high),
        day_low: scaled(meta.regular_market_day_low),
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
        && !year.holds(at, value, bar.close)
        && (prices.parts > 1.0 || year.excludes(at, value))
    {
        value = repair::like(value, bar.close);
    }
    // Before the first day after a split, bars may already be restated but the price not.
    let day = days.of_price(at);
    let own = rows.daily.and_then(|daily| close_of(daily, day));
    let ahead = splits.iter().find(|split| {
        let is_ahead = (1..=7).contains(&(number(split.date) - day));
        is_ahead && own.is_some_and(|own| split.is_jump(value / own))
    });
    Some(Price {
        value: ahead.map_or(value, |split| decimal(value / split.ratio())),
        at,
        is_dated: true,
    })
}

/// Returns the close of a row, as of the close of its session or the end of its interval.
fn of_row(bar: &Bar, step: Option<i64>, days: &Days, now: Timestamp) -> Option<Price> {
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

/// Returns the stated close of the previous session. `chartPreviousClose` is the close before the *range*, so it counts
/// only if the range is one day. Before the opening, some responses already describe the next session: then the stated
/// close is that of the price's own day, up to the closing auction. `closes` are the bars' closes of that day and of
/// the session before, if both exist.
fn stated_close(
    meta: &wire::Meta,
    prices: Prices,
    price: &Price,
    closes: Option<(f64, f64)>,
    days: &Days,
    now: Timestamp,
) -> Option<f64> {
    let of_range = prices.price(meta.chart_previous_close);
    let of_day = of_range.filter(|_| meta.range.as_deref() == Some("1d"));
    let stated = prices.price(meta.previous_close).or(of_day)?;
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
    let is_itself = match closes {
        Some((own, before)) => (stated - own).abs() < (stated - before).abs(),
        None => (stated - price.value).abs() <= stated.abs() * 1e-6,
    };
    let is_of_next = is_over && is_itself && stated_day.is_none_or(|stated| stated > day);
    (!is_of_next).then_some(stated)
}

/// Returns true if a price was made in the regular session of the response, so that its session figures apply.
fn is_of_stated_session(meta: &wire::Meta, at: i64) -> bool {
    let regular = &meta.current_trading_period.regular;
    let hours = regular.start.seconds().zip(regular.end.seconds());
    hours.is_some_and(|(open, close)| (open..=close).contains(&at))
}

/// Returns the close of the session before `day` if that session's bar exists; an earlier bar is of another day.
fn close_before(daily: &[Bar], day: i64, days: &Days) -> Option<f64> {
    close_of(daily, days.before(day)?)
}

/// Returns the close of a day's bar.
fn close_of(daily: &[Bar], day: i64) -> Option<f64> {
    let at = daily
        .binary_search_by_key(&(day * DAY), |bar| bar.start)
        .ok()?;
    Some(daily[at].close)
}

/// Computes the previous close from the stated change. If a whole-day price is stated too, the
/// percentage refers to that one rather than the regular session.
fn implied_close(meta: &wire::Meta, parts: f64, price: f64) -> Option<f64> {
    let whole_day = meta.fullday_price.0.zip(meta.fullday_change.0);
    whole_day
        .map(|(price, change)| in_whole_units(decimal(price - change), parts))
        .or_else(|| {
            let percent = meta
                .regular_market_change_percent
                .0
                .filter(|percent| *percent > -100.0)?;
            Some(price / (1.0 + percent / 100.0))
        })
}

/// Adjusts the quote of a market that never closes: it has no previous close; the change is that from the price 24
/// hours earlier, plus or minus half an hour. A bar's close is of its end, its open of its start.
pub(super) fn around_the_clock(
    quote: QuoteUpdate,
    interval: Option<Interval>,
    bars: &[Bar],
) -> QuoteUpdate {
    let yesterday = quote.as_of.as_second() - DAY;
    let length = interval.map_or(0, Interval::seconds);
    let before = bars
        .iter()
        .filter(|_| interval != Some(Interval::Day))
        .flat_map(|bar| [(bar.start + length, bar.close), (bar.start, bar.open)])
        .min_by_key(|(at, _)| (at - yesterday).abs())
        .filter(|(at, _)| (at - yesterday).abs() <= DAY_AGO_TOLERANCE)
        .map(|(_, price)| price);
    QuoteUpdate {
        previous_close: None,
        bar_close: None,
        change_24h: percent_change(before, quote.price),
        ..quote
    }
}

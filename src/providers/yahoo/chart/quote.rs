//! The quote in an answer, with a previous close that is one, or none.

use jiff::Timestamp;

use super::{
    days::{DAY, Days, number},
    prices::Prices,
    reading::Reading,
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

/// A price 24 hours before may be so many seconds off.
const NEAR_A_DAY: i64 = 1_800;

/// What an answer to one request says beside its meta data.
pub(super) struct Rows<'a> {
    /// Newest row as the answer has it, with its own time.
    pub(super) last: Option<Bar>,
    /// How long the rows are, in seconds; `None` for rows that are of no use here.
    pub(super) step: Option<i64>,
    /// The answer's daily bars, where it has such.
    pub(super) daily: Option<&'a [Bar]>,
}

/// A price, when it was true, and whether the source says so.
struct Price {
    value: f64,
    at: i64,
    is_dated: bool,
}

/// The quote that `meta` tells, or the newest row where it tells none or an older one; and whether its time is the source's word.
pub(super) fn quote(
    symbol: &str,
    meta: &wire::Meta,
    prices: Prices,
    rows: &Rows<'_>,
    days: &Days,
    year: &YearRange,
    reading: &Reading<'_>,
) -> Option<(QuoteUpdate, bool)> {
    let told = told(meta, prices, rows, days, year, reading.splits);
    let of_row = rows
        .last
        .and_then(|bar| of_row(&bar, rows.step, days, reading.now));
    let is_older = |told: &Price, row: &Price| {
        rows.daily.is_some()
            && days.of_price(told.at) < days.of_price(row.at)
            && (row.is_dated || row.at < reading.now.as_second())
    };
    let price = match (told, of_row) {
        (Some(told), Some(row)) if is_older(&told, &row) => row,
        (told, row) => told.or(row)?,
    };
    let day = days.of_price(price.at);
    let is_told_price = prices
        .price(meta.regular_market_price)
        .is_some_and(|told| (told - price.value).abs() <= told.abs() * 1e-9);
    // What is told of a day is that of the told price.
    let scaled = |value: Number| prices.price(value).filter(|_| is_told_price);
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
    .filter(|_| is_told_price || is_of_told_session(meta, price.at));
    let implied = || implied_close(meta, prices.parts, price.value).filter(|_| is_told_price);
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
            .filter(|_| is_told_price),
        year_high: prices.price(meta.fifty_two_week_high),
        year_low: prices.price(meta.fifty_two_week_low),
        ..QuoteUpdate::default()
    };
    Some((update, price.is_dated))
}

/// The price that is told with its time, in the unit of the rows.
fn told(
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
    // Before a split's first day a source may have restated its bars and not the price.
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

/// The close of a row, at the time when it was true: the close of its session, or the end of its step.
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

/// The close of the session before, as the answer states it. `chartPreviousClose` is the close before the *range*, so it
/// counts only where the range is the day. Before the opening some answers are of the session to come already: the close
/// before that is the price itself, or as near to the close of the price's own day as the auction leaves it. `closes` are the
/// bars' of that day and of the session before, where both are there.
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
    let told_day = meta
        .current_trading_period
        .regular
        .start
        .seconds()
        .map(|open| days.of_price(open));
    let is_itself = match closes {
        Some((own, before)) => (stated - own).abs() < (stated - before).abs(),
        None => (stated - price.value).abs() <= stated.abs() * 1e-6,
    };
    let is_of_next = is_over && is_itself && told_day.is_none_or(|told| told > day);
    (!is_of_next).then_some(stated)
}

/// Returns true if a price was made in the regular session whose hours the answer gives: what it states of a session is of that one.
fn is_of_told_session(meta: &wire::Meta, at: i64) -> bool {
    let regular = &meta.current_trading_period.regular;
    let hours = regular.start.seconds().zip(regular.end.seconds());
    hours.is_some_and(|(open, close)| (open..=close).contains(&at))
}

/// The close of the session before `day`, where that day's own bar is there: of a session that is missing nothing is known, and
/// the bar before it is of another day.
fn close_before(daily: &[Bar], day: i64, days: &Days) -> Option<f64> {
    close_of(daily, days.before(day)?)
}

/// The close of the bar of a day.
fn close_of(daily: &[Bar], day: i64) -> Option<f64> {
    let at = daily
        .binary_search_by_key(&(day * DAY), |bar| bar.start)
        .ok()?;
    Some(daily[at].close)
}

/// Worked back from a change that is told. Where a price of the whole day is told as well, the
/// percentage is of that one and not of the regular session's.
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

/// Without sessions there is no previous close, and the figures told contradict each other; the
/// change is the one from the price 24 hours before, give or take half an hour. A bar's close was true at its end, its open at
/// its start.
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
        .filter(|(at, _)| (at - yesterday).abs() <= NEAR_A_DAY)
        .map(|(_, price)| price);
    QuoteUpdate {
        previous_close: None,
        bar_close: None,
        change_24h: percent_change(before, quote.price),
        ..quote
    }
}

//! From a chart answer to a quote, bars and dividends.
//!
//! What is wrong in an answer is dropped or refused here, so that nothing after has to doubt it.

use jiff::{Timestamp, civil::Date, tz::TimeZone};

use super::{repair, wire};
use crate::{
    domain::{
        bar::{Bar, Interval},
        dividend::{Dividend, Frequency},
        quote::{QuoteUpdate, percent_change},
        ticker::TickerKind,
    },
    importer::ImportError,
};

const DAY: i64 = 86_400;

/// Why there is nothing for a symbol. The source itself is well.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum Nothing {
    /// Yahoo does not know it, or no longer.
    #[error("{0}")]
    Unknown(String),
    /// Quoted in another currency; prices here are US dollars.
    #[error("it is quoted in {0}, and prices here are US dollars")]
    Currency(String),
}

/// What an answer says about one symbol.
#[derive(Debug, Default)]
pub(super) struct Facts {
    pub(super) quote: Option<QuoteUpdate>,
    pub(super) interval: Option<Interval>,
    pub(super) bars: Vec<Bar>,
    /// Newest first.
    pub(super) dividends: Vec<Dividend>,
    /// A split lies in the answer's range: bars from before it have been restated.
    pub(super) split: bool,
}

/// Reads an answer for `symbol`. The outer error means the source is ill, the inner one that it
/// has nothing for this symbol.
pub(super) fn read(
    symbol: &str,
    kind: TickerKind,
    body: &[u8],
) -> Result<Result<Facts, Nothing>, ImportError> {
    let envelope: wire::Envelope =
        serde_json::from_slice(body).map_err(|error| shape(body, &error))?;
    let chart = envelope
        .chart
        .or(envelope.finance)
        .ok_or_else(|| ImportError::Shape("it has no chart".to_owned()))?;
    if let Some(error) = chart.error {
        return explain(error);
    }
    let Some(result) = chart.result.unwrap_or_default().into_iter().next() else {
        return Ok(Err(Nothing::Unknown("it has no data for it".to_owned())));
    };
    Ok(facts(symbol, kind, result))
}

/// Not JSON at all: the text of a block page or of throttling, whatever the status was.
fn shape(body: &[u8], error: &serde_json::Error) -> ImportError {
    if body.trim_ascii().starts_with(b"Too Many Requests") {
        return ImportError::Throttled {
            status: 429,
            retry_after: None,
        };
    }
    if body.trim_ascii().starts_with(b"<") {
        return ImportError::Shape("a web page came instead of data".to_owned());
    }
    ImportError::Shape(error.to_string())
}

/// An error object: about the symbol when it says so, else about the source.
fn explain(error: wire::ChartError) -> Result<Result<Facts, Nothing>, ImportError> {
    let code = error.code.unwrap_or_default();
    let text = error.description.unwrap_or_else(|| code.clone());
    match code.as_str() {
        "Not Found" | "Bad Request" | "Unprocessable Entity" => Ok(Err(Nothing::Unknown(text))),
        _ => Err(ImportError::Refused(text)),
    }
}

fn facts(symbol: &str, kind: TickerKind, result: wire::ChartResult) -> Result<Facts, Nothing> {
    let wire::ChartResult {
        meta,
        timestamp,
        events,
        indicators,
    } = result;
    let scale = dollars(meta.currency.as_deref(), kind)?;
    let interval = granularity(meta.data_granularity.as_deref());
    let columns = indicators.quote.into_iter().next().unwrap_or_default();
    let mut bars = rows(&timestamp.unwrap_or_default(), &columns, scale);
    let hundredfold_split = events
        .splits
        .values()
        .any(|s| repair::is_hundredfold(s.numerator / s.denominator));
    if !hundredfold_split {
        repair::units(&mut bars, measure(&meta, scale));
    }
    let last = bars.last().copied();
    let zone = zone(&meta);
    let bars = match interval {
        Some(Grid::Of(Interval::Day)) => daily(bars, &zone),
        Some(Grid::Of(interval)) => on_grid(bars, interval.seconds()),
        Some(Grid::Finer(interval)) => aggregate(&bars, interval.seconds()),
        None => Vec::new(),
    };
    let interval = interval.map(Grid::interval);
    let quote = quote(
        symbol,
        &meta,
        scale,
        last,
        (interval == Some(Interval::Day)).then_some(&bars[..]),
        &zone,
    );
    let quote = quote.map(|quote| match (kind, interval) {
        (TickerKind::Crypto, interval) => around_the_clock(quote, interval, &bars),
        _ => quote,
    });
    if quote.is_none() && bars.is_empty() {
        return Err(Nothing::Unknown("it has no prices for it".to_owned()));
    }
    let dividends = dividends(&events, &zone, scale, &bars);
    Ok(Facts {
        quote,
        interval,
        bars,
        dividends,
        split: !events.splits.is_empty(),
    })
}

/// The price that tells in which unit bars are meant, unless it is itself in doubt.
fn measure(meta: &wire::Meta, scale: f64) -> Option<f64> {
    let price = meta.regular_market_price.filter(|price| *price > 0.0)?;
    repair::is_plausible(price, meta.fifty_two_week_low, meta.fifty_two_week_high)
        .then_some(price * scale)
}

/// The exchange's time zone: by name, because today's offset is wrong for half of the year.
fn zone(meta: &wire::Meta) -> TimeZone {
    let named = meta.exchange_timezone_name.as_deref();
    named
        .and_then(|name| TimeZone::get(name).ok())
        .or_else(|| {
            let offset = jiff::tz::Offset::from_seconds(meta.gmtoffset).ok()?;
            Some(TimeZone::fixed(offset))
        })
        .unwrap_or(TimeZone::UTC)
}

/// The number of the day that `second` lies in, where the exchange is.
fn day_of(second: i64, zone: &TimeZone) -> i64 {
    Timestamp::from_second(second).map_or(0, |at| {
        let offset = zone.to_offset(at).seconds();
        (second + i64::from(offset)).div_euclid(DAY)
    })
}

/// What to multiply prices with to get dollars: some futures are quoted in US cents.
fn dollars(currency: Option<&str>, kind: TickerKind) -> Result<f64, Nothing> {
    match currency {
        // Points have no currency.
        _ if kind == TickerKind::Index => Ok(1.0),
        Some("USD") => Ok(1.0),
        Some("USX") => Ok(0.01),
        Some(other) => Err(Nothing::Currency(other.to_owned())),
        None => Err(Nothing::Currency("an unnamed currency".to_owned())),
    }
}

/// The grid of an answer's bars.
#[derive(Clone, Copy)]
enum Grid {
    /// One of ours.
    Of(Interval),
    /// Finer than this one of ours.
    Finer(Interval),
}

impl Grid {
    fn interval(self) -> Interval {
        match self {
            Self::Of(interval) | Self::Finer(interval) => interval,
        }
    }
}

/// The answer's own word counts, not what was asked for. Coarser grids than ours are of no use.
fn granularity(word: Option<&str>) -> Option<Grid> {
    Some(match word? {
        "1m" | "2m" => Grid::Finer(Interval::FiveMinutes),
        "5m" => Grid::Of(Interval::FiveMinutes),
        "15m" | "30m" => Grid::Finer(Interval::Hour),
        "60m" | "1h" => Grid::Of(Interval::Hour),
        "1d" => Grid::Of(Interval::Day),
        _ => return None,
    })
}

/// Rows with a close; a row with a null close is no bar. Other nulls take the close's value.
fn rows(starts: &[i64], columns: &wire::Columns, scale: f64) -> Vec<Bar> {
    let at = |column: &[Option<f64>], row: usize| {
        column
            .get(row)
            .copied()
            .flatten()
            .filter(|value| value.is_finite() && *value > 0.0)
    };
    let mut bars: Vec<Bar> = starts
        .iter()
        .enumerate()
        .filter_map(|(row, start)| {
            let close = at(&columns.close, row)? * scale;
            let price =
                |column: &[Option<f64>]| at(column, row).map_or(close, |value| value * scale);
            let (open, high, low) = (
                price(&columns.open),
                price(&columns.high),
                price(&columns.low),
            );
            let volume = at(&columns.volume, row).unwrap_or_default();
            Some(Bar {
                start: *start,
                open,
                high,
                low,
                close,
                volume,
            })
        })
        .collect();
    bars.sort_by_key(|bar| bar.start);
    for bar in &mut bars {
        repair::stray_fields(bar);
        bar.high = bar.high.max(bar.open).max(bar.close);
        bar.low = bar.low.min(bar.open).min(bar.close);
    }
    bars
}

/// Daily bars start at midnight UTC of the exchange's date; of two for one date the later wins
/// (the last may be live).
fn daily(bars: Vec<Bar>, zone: &TimeZone) -> Vec<Bar> {
    let mut out: Vec<Bar> = Vec::with_capacity(bars.len());
    for bar in bars {
        let bar = Bar {
            start: day_of(bar.start, zone) * DAY,
            ..bar
        };
        match out.last_mut() {
            Some(last) if last.start == bar.start => *last = bar,
            _ => out.push(bar),
        }
    }
    out
}

/// Without a last point that is off the grid of the others: that is the live price, and no bar.
fn on_grid(mut bars: Vec<Bar>, seconds: i64) -> Vec<Bar> {
    if let [.., before, last] = bars[..]
        && (last.start - before.start) % seconds != 0
    {
        bars.pop();
    }
    bars
}

fn aggregate(bars: &[Bar], seconds: i64) -> Vec<Bar> {
    let mut out: Vec<Bar> = Vec::new();
    for bar in bars {
        let start = bar.start.div_euclid(seconds) * seconds;
        match out.last_mut() {
            Some(whole) if whole.start == start => {
                whole.high = whole.high.max(bar.high);
                whole.low = whole.low.min(bar.low);
                whole.close = bar.close;
                whole.volume += bar.volume;
            }
            _ => out.push(Bar { start, ..*bar }),
        }
    }
    out
}

fn quote(
    symbol: &str,
    meta: &wire::Meta,
    scale: f64,
    last: Option<Bar>,
    daily: Option<&[Bar]>,
    zone: &TimeZone,
) -> Option<QuoteUpdate> {
    let told = meta
        .regular_market_price
        .zip(meta.regular_market_time)
        .map(|(price, at)| (price * scale, at));
    let (mut price, at) = told.or_else(|| last.map(|bar| (bar.close, bar.start)))?;
    if let Some(bar) = last {
        price = repair::like(price, bar.close);
    }
    let scaled = |value: Option<f64>| value.map(|value| value * scale);
    Some(QuoteUpdate {
        symbol: symbol.to_owned(),
        price,
        as_of: Timestamp::from_second(at).ok()?,
        previous_close: previous_close(meta, scale, price, day_of(at, zone), daily),
        day_high: scaled(meta.regular_market_day_high),
        day_low: scaled(meta.regular_market_day_low),
        volume_24h: meta.regular_market_volume.filter(|volume| *volume > 0.0),
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
    scale: f64,
    price: f64,
    today: i64,
    daily: Option<&[Bar]>,
) -> Option<f64> {
    let told = meta.previous_close.or(meta
        .chart_previous_close
        .filter(|_| meta.range.as_deref() == Some("1d")));
    told.map(|close| close * scale)
        .or_else(|| close_before(daily?, today))
        .or_else(|| implied_close(meta, scale, price))
        .filter(|close| close.is_finite() && *close > 0.0)
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
fn implied_close(meta: &wire::Meta, scale: f64, price: f64) -> Option<f64> {
    let whole_day = meta.fullday_price.zip(meta.fullday_change);
    whole_day
        .map(|(price, change)| (price - change) * scale)
        .or_else(|| {
            let percent = meta
                .regular_market_change_percent
                .filter(|percent| *percent > -100.0)?;
            Some(price / (1.0 + percent / 100.0))
        })
}

/// Without sessions there is no previous close, and the figures told contradict each other; the
/// change is the one from the bar 24 hours before, give or take half an hour.
fn around_the_clock(quote: QuoteUpdate, interval: Option<Interval>, bars: &[Bar]) -> QuoteUpdate {
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

fn dividends(events: &wire::Events, zone: &TimeZone, scale: f64, bars: &[Bar]) -> Vec<Dividend> {
    let mut paid: Vec<(i64, f64)> = events
        .dividends
        .values()
        .filter(|event| event.amount.is_finite() && event.amount > 0.0)
        .map(|event| (day_of(event.date, zone), event.amount * scale))
        .collect();
    paid.sort_by_key(|(day, _)| std::cmp::Reverse(*day));
    // A special dividend on the day of a regular one: one payment, not a rhythm of no days.
    paid.dedup_by(|earlier, kept| {
        let same = earlier.0 == kept.0;
        kept.1 += if same { earlier.1 } else { 0.0 };
        same
    });
    let frequency = frequency(&paid);
    paid.iter()
        .filter_map(|(day, amount)| {
            // The price at the time; today's would make an old yield wrong.
            let price = bars
                .iter()
                .rev()
                .find(|bar| bar.start <= day * DAY)
                .filter(|bar| day * DAY - bar.start <= 7 * DAY)
                .map(|bar| bar.close);
            Some(Dividend {
                ex_date: date(*day)?,
                amount: *amount,
                dividend_yield: price
                    .map(|price| amount * f64::from(frequency.per_year()) / price * 100.0),
                frequency,
                is_projected: false,
            })
        })
        .collect()
}

/// From the middle distance between ex-dates; a single payment says nothing and counts as yearly.
fn frequency(paid: &[(i64, f64)]) -> Frequency {
    let mut gaps: Vec<i64> = paid.windows(2).map(|pair| pair[0].0 - pair[1].0).collect();
    gaps.sort_unstable();
    gaps.get(gaps.len() / 2).map_or(Frequency::Annually, |gap| {
        Frequency::from_gap_days(*gap as f64)
    })
}

fn date(day: i64) -> Option<Date> {
    Timestamp::from_second(day * DAY)
        .ok()
        .map(|at| at.to_zoned(jiff::tz::TimeZone::UTC).date())
}

#[cfg(test)]
mod tests;

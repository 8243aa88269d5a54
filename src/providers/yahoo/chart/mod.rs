//! From a chart answer to a quote, bars and dividends.
//!
//! What is wrong in an answer is dropped or refused here, so that nothing after has to doubt it.

mod bars;
mod days;
mod dividends;
mod prices;
mod quote;
mod reading;
mod splits;

use jiff::Timestamp;

use self::{bars::Grid, days::Days, prices::Prices, quote::Rows};
pub(super) use self::{prices::NoData, reading::Reading};
use super::{
    profile,
    repair::{self, Evidence},
    target::Target,
    wire,
};
use crate::{
    domain::{
        bar::{Bar, Close, Interval},
        dividend::Payment,
        outliers::{self, YearRange},
        price::in_whole_units,
        quote::QuoteUpdate,
        session::Phase,
        split::{Split, merge_splits},
        ticker::{TickerKind, Venue},
    },
    providers::core::lenient,
    source::SourceError,
};

/// What an answer says about one symbol.
#[derive(Debug, Default)]
pub(super) struct ParsedChart {
    pub(super) quote: Option<QuoteUpdate>,
    /// The quote's time is the source's word: else it is that of its row's session.
    pub(super) is_dated: bool,
    pub(super) interval: Option<Interval>,
    pub(super) bars: Vec<Bar>,
    /// Bars that are many times off their neighbours, and so not among them.
    pub(super) outliers: Vec<Bar>,
    /// Dividends and capital gains.
    pub(super) payments: Vec<Payment>,
    /// The newest split in the answer's range (Unix seconds): bars from before it have been restated.
    pub(super) split: Option<i64>,
    /// All splits in it that are understood.
    pub(super) splits: Vec<Split>,
    /// Where it is traded.
    pub(super) venue: Venue,
}

/// Reads an answer for `target`. The outer error means the source is failing, the inner one that it
/// has nothing for this symbol.
pub(super) fn read(
    target: &Target,
    body: &[u8],
    reading: &Reading<'_>,
) -> Result<Result<ParsedChart, NoData>, SourceError> {
    Ok(result(body)?.and_then(|result| parsed(target, result, reading)))
}

/// The prices outside of regular hours in an answer in short steps, each under the second in which its step began.
pub(super) fn extended_hours(
    target: &Target,
    body: &[u8],
) -> Result<Result<Vec<Close>, NoData>, SourceError> {
    Ok(result(body)?.and_then(|result| {
        let prices = Prices::of(result.meta.currency.as_deref(), target)?;
        let columns = result.indicators.quote.into_iter().find_map(|one| one.0);
        let evidence = evidence(&result.meta, prices, Timestamp::UNIX_EPOCH);
        let columns = columns.unwrap_or_default();
        let mut rows = bars::rows(&result.timestamp, &columns, prices, &evidence.year);
        repair::units(&mut rows, &evidence, Interval::FiveMinutes);
        let is_extended = |bar: &&Bar| {
            let at = Timestamp::from_second(bar.start);
            let phase = at.map(|at| target.calendar().phase(at));
            matches!(phase, Ok(Phase::Pre | Phase::Post))
        };
        let point = |bar: &Bar| (bar.start, bar.close);
        Ok(rows.iter().filter(is_extended).map(point).collect())
    }))
}

/// The chart within an answer, of whomever it is.
pub(super) fn result(body: &[u8]) -> Result<Result<wire::ChartResult, NoData>, SourceError> {
    let envelope: wire::Envelope = lenient::json(body)?;
    let chart = envelope
        .chart
        .or(envelope.finance)
        .ok_or_else(|| SourceError::Shape("it has no chart".to_owned()))?;
    if let Some(error) = chart.error.filter(wire::ChartError::says_something) {
        return explain(error);
    }
    let result = chart.result.into_iter().find_map(|result| result.0);
    Ok(result.ok_or_else(|| NoData::Unknown("it has no data for it".to_owned())))
}

/// An error object: about the symbol when it says so, else about the source.
fn explain(error: wire::ChartError) -> Result<Result<wire::ChartResult, NoData>, SourceError> {
    let code = error.code.0.unwrap_or_default();
    let text = error.description.0.unwrap_or_else(|| code.clone());
    match code.as_str() {
        "Not Found" | "Bad Request" | "Unprocessable Entity" => Ok(Err(NoData::Unknown(text))),
        _ => Err(SourceError::Refused(text)),
    }
}

/// What a chart says about `target`.
pub(super) fn parsed(
    target: &Target,
    result: wire::ChartResult,
    reading: &Reading<'_>,
) -> Result<ParsedChart, NoData> {
    let wire::ChartResult {
        meta,
        timestamp,
        events,
        indicators,
    } = result;
    let prices = Prices::of(meta.currency.as_deref(), target)?;
    let grid = bars::granularity(meta.data_granularity.as_deref());
    let interval = grid.map(Grid::interval);
    let days = Days::of(&meta, target);
    let told = splits::splits(&events, &days.zone);
    let splits = merge_splits(reading.splits, &told);
    let reading = &Reading {
        splits: &splits,
        ..*reading
    };
    let evidence = evidence(&meta, prices, reading.now);
    let columns = indicators.quote.into_iter().find_map(|columns| columns.0);
    let columns = columns.unwrap_or_default();
    let mut rows = bars::rows(&timestamp, &columns, prices, &evidence.year);
    let price = evidence.price.zip(meta.regular_market_time.seconds());
    let price = price.map(|(price, at)| (at, price));
    let of_day = price.map(|(at, price)| (days.of_price(at), price));
    let restated = splits::restate(&mut rows, &splits, &days, of_day);
    if !splits
        .iter()
        .any(|split| repair::is_hundredfold(split.ratio()))
    {
        repair::units(&mut rows, &evidence, interval.unwrap_or(Interval::Day));
    }
    if interval == Some(Interval::Day) {
        // A fund's price of a day may well be that of the day before.
        let price = price.filter(|_| target.kind != TickerKind::Fund);
        rows = bars::begun(rows, &days, price, reading.now);
    }
    let last = rows.last().copied();
    let bars = grid.map_or_else(Vec::new, |grid| grid.gather(rows, &days));
    // After a split that is told of, the price may still be the one from before it.
    let measure = evidence.price.filter(|_| told.is_empty());
    let step = interval.unwrap_or(Interval::Day);
    let (bars, outliers) = outliers::split_outliers(bars, step, measure, &evidence.year);
    // A last row that was set aside is no price.
    let last =
        last.filter(|_| bars.last().map(|bar| bar.start) >= outliers.last().map(|bar| bar.start));
    let rows = Rows {
        last,
        step: bars::step(meta.data_granularity.as_deref()),
        daily: (interval == Some(Interval::Day)).then_some(&bars[..]),
    };
    let year = &evidence.year;
    let quote = quote::quote(&target.symbol, &meta, prices, &rows, &days, year, reading);
    let is_dated = quote.as_ref().is_some_and(|(_, is_dated)| *is_dated);
    let mut quote = quote.map(|(quote, _)| quote);
    if target.kind == TickerKind::Crypto {
        quote = quote.map(|quote| quote::around_the_clock(quote, interval, &bars));
    }
    if quote.is_none() && bars.is_empty() {
        return Err(NoData::Unknown("it has no prices for it".to_owned()));
    }
    let mut payments =
        dividends::payments(&events, &days.zone, target.currency, prices.parts, &bars);
    if interval == Some(Interval::Day) {
        splits::restate_payments(&mut payments, &restated);
    }
    Ok(ParsedChart {
        quote,
        is_dated,
        interval,
        bars,
        outliers,
        payments,
        split: events
            .splits()
            .filter_map(|split| split.date.seconds())
            .max(),
        splits: told,
        venue: profile::venue(&meta),
    })
}

/// What tells real prices from errors: the price of now, unless it is itself in doubt, and the year.
fn evidence(meta: &wire::Meta, prices: Prices, now: Timestamp) -> Evidence {
    let edge = |number| prices.price(number);
    let at = meta
        .regular_market_time
        .seconds()
        .map_or(now.as_second(), |at| at.max(now.as_second()));
    Evidence {
        price: measure(meta, prices),
        year: YearRange {
            low: edge(meta.fifty_two_week_low),
            high: edge(meta.fifty_two_week_high),
            as_of: at,
        },
        in_hundredths: prices.parts > 1.0,
    }
}

/// The price that tells in which unit bars are meant, unless it is itself in doubt.
fn measure(meta: &wire::Meta, prices: Prices) -> Option<f64> {
    let price = prices.raw(meta.regular_market_price)?;
    repair::is_plausible(price, meta.fifty_two_week_low.0, meta.fifty_two_week_high.0)
        .then_some(in_whole_units(price, prices.parts))
}

#[cfg(test)]
mod days_tests;
#[cfg(test)]
mod tests;

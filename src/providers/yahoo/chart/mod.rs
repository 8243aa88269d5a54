//! Parses chart responses, which contain a quote, bars, dividends and splits. Invalid data is dropped or rejected here, so that
//! other code need not check it.

mod bars;
mod days;
mod dividends;
mod prices;
mod quote;
mod splits;

use jiff::Timestamp;

use self::{bars::RowInterval, days::Days, prices::Prices, quote::Rows};
pub(super) use self::{prices::NoData, quote::ReadContext};
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

/// The contents of a chart response for one symbol.
#[derive(Debug, Default)]
pub(super) struct ParsedChart {
    pub(super) quote: Option<QuoteUpdate>,
    /// True if the response contains the time of the quote; otherwise the time is derived from the session of its row.
    pub(super) is_dated: bool,
    pub(super) interval: Option<Interval>,
    pub(super) bars: Vec<Bar>,
    /// Bars that were omitted because their prices are far from those of their neighbors.
    pub(super) outliers: Vec<Bar>,
    /// Dividends and capital gains.
    pub(super) payments: Vec<Payment>,
    /// The newest split in the response (Unix seconds), for which earlier bars were adjusted.
    pub(super) split: Option<i64>,
    /// All valid splits.
    pub(super) splits: Vec<Split>,
    /// The exchange.
    pub(super) venue: Venue,
}

/// Parses a response for `target`. The outer error means that the source is failing, the inner error that it has no data for the
/// symbol.
pub(super) fn read(
    target: &Target,
    body: &[u8],
    context: &ReadContext<'_>,
) -> Result<Result<ParsedChart, NoData>, SourceError> {
    Ok(result(body)?.and_then(|result| parse_result(target, result, context)))
}

/// Parses the extended-hours prices of a response with short intervals. Each price has the time of the start of its interval.
pub(super) fn extended_hours(
    target: &Target,
    body: &[u8],
) -> Result<Result<Vec<Close>, NoData>, SourceError> {
    Ok(result(body)?.and_then(|result| {
        let prices = Prices::of(result.meta.currency.as_deref(), target)?;
        let columns = result
            .indicators
            .quote
            .into_iter()
            .find_map(|columns| columns.0);
        let evidence = evidence(&result.meta, prices, Timestamp::UNIX_EPOCH);
        let columns = columns.unwrap_or_default();
        let mut rows = bars::rows(&result.timestamp, &columns, prices, &evidence.year);
        repair::repair_units(&mut rows, &evidence, Interval::FiveMinutes);
        let is_extended = |bar: &&Bar| {
            let at = Timestamp::from_second(bar.start);
            let phase = at.map(|at| target.calendar().phase(at));
            matches!(phase, Ok(Phase::Pre | Phase::Post))
        };
        let point = |bar: &Bar| (bar.start, bar.close);
        Ok(rows.iter().filter(is_extended).map(point).collect())
    }))
}

/// Parses the chart of a response, without checking its symbol.
pub(super) fn result(body: &[u8]) -> Result<Result<wire::ChartResult, NoData>, SourceError> {
    let envelope: wire::Envelope = lenient::json(body)?;
    let chart = envelope
        .chart
        .or(envelope.finance)
        .ok_or_else(|| SourceError::InvalidResponse("no chart in the response".to_owned()))?;
    if let Some(error) = chart.error.filter(wire::ChartError::has_text) {
        return classify_error(error);
    }
    let result = chart.result.into_iter().find_map(|result| result.0);
    Ok(result.ok_or_else(|| NoData::Unknown("no data".to_owned())))
}

/// Classifies an error object by its code: as an error of the symbol or of the source.
fn classify_error(
    error: wire::ChartError,
) -> Result<Result<wire::ChartResult, NoData>, SourceError> {
    let code = error.code.0.unwrap_or_default();
    let text = error.description.0.unwrap_or_else(|| code.clone());
    match code.as_str() {
        "Not Found" | "Bad Request" | "Unprocessable Entity" => Ok(Err(NoData::Unknown(text))),
        _ => Err(SourceError::Refused(text)),
    }
}

/// Converts a chart of `target`.
pub(super) fn parse_result(
    target: &Target,
    result: wire::ChartResult,
    context: &ReadContext<'_>,
) -> Result<ParsedChart, NoData> {
    let wire::ChartResult {
        meta,
        timestamp,
        events,
        indicators,
    } = result;
    let prices = Prices::of(meta.currency.as_deref(), target)?;
    let row_interval = bars::row_interval(meta.data_granularity.as_deref());
    let interval = row_interval.map(RowInterval::interval);
    let days = Days::of(&meta, target);
    let new_splits = splits::splits(&events, &days.zone);
    let splits = merge_splits(context.splits, &new_splits);
    let context = &ReadContext {
        splits: &splits,
        ..*context
    };
    let evidence = evidence(&meta, prices, context.now);
    let columns = indicators.quote.into_iter().find_map(|columns| columns.0);
    let columns = columns.unwrap_or_default();
    let mut rows = bars::rows(&timestamp, &columns, prices, &evidence.year);
    let price = evidence.price.zip(meta.regular_market_time.seconds());
    let price = price.map(|(price, at)| (at, price));
    let day_and_price = price.map(|(at, price)| (days.of_price(at), price));
    let applied_splits = splits::adjust_for_splits(&mut rows, &splits, &days, day_and_price);
    if !splits
        .iter()
        .any(|split| repair::is_hundredfold(split.ratio()))
    {
        repair::repair_units(&mut rows, &evidence, interval.unwrap_or(Interval::Day));
    }
    if interval == Some(Interval::Day) {
        // The price of a fund may equal that of the day before.
        let price = price.filter(|_| target.kind != TickerKind::Fund);
        rows = bars::without_unstarted_sessions(rows, &days, price, context.now);
    }
    let last = rows.last().copied();
    let bars = row_interval.map_or_else(Vec::new, |row_interval| row_interval.to_bars(rows, &days));
    // Directly after a split, the price may be unadjusted.
    let reference = evidence.price.filter(|_| new_splits.is_empty());
    let step = interval.unwrap_or(Interval::Day);
    let (bars, outliers) = outliers::separate_outliers(bars, step, reference, &evidence.year);
    // A last row that was omitted must not become the quote.
    let last =
        last.filter(|_| bars.last().map(|bar| bar.start) >= outliers.last().map(|bar| bar.start));
    let rows = Rows {
        last,
        step: bars::row_seconds(meta.data_granularity.as_deref()),
        daily: (interval == Some(Interval::Day)).then_some(&bars[..]),
    };
    let year = &evidence.year;
    let quote = quote::quote(&target.symbol, &meta, prices, &rows, &days, year, context);
    let is_dated = quote.as_ref().is_some_and(|(_, is_dated)| *is_dated);
    let mut quote = quote.map(|(quote, _)| quote);
    if target.kind == TickerKind::Crypto {
        quote = quote.map(|quote| quote::around_the_clock(quote, interval, &bars));
    }
    if quote.is_none() && bars.is_empty() {
        return Err(NoData::Unknown("no prices".to_owned()));
    }
    let mut payments =
        dividends::payments(&events, &days.zone, target.currency, prices.parts, &bars);
    if interval == Some(Interval::Day) {
        splits::adjust_payments_for_splits(&mut payments, &applied_splits);
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
        splits: new_splits,
        venue: profile::venue(&meta),
    })
}

/// Collects the data that reveals wrong prices: the current price, if it is plausible, and the 52-week range.
fn evidence(meta: &wire::Meta, prices: Prices, now: Timestamp) -> Evidence {
    let edge = |number| prices.price(number);
    let at = meta
        .regular_market_time
        .seconds()
        .map_or(now.as_second(), |at| at.max(now.as_second()));
    Evidence {
        price: plausible_price(meta, prices),
        year: YearRange {
            low: edge(meta.fifty_two_week_low),
            high: edge(meta.fifty_two_week_high),
            as_of: at,
        },
        in_hundredths: prices.parts > 1.0,
    }
}

/// Returns the current price if it is plausible.
fn plausible_price(meta: &wire::Meta, prices: Prices) -> Option<f64> {
    let price = prices.raw(meta.regular_market_price)?;
    repair::is_plausible(price, meta.fifty_two_week_low.0, meta.fifty_two_week_high.0)
        .then_some(in_whole_units(price, prices.parts))
}

#[cfg(test)]
mod days_tests;
#[cfg(test)]
mod tests;

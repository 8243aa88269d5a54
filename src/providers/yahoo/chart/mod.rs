//! From a chart answer to a quote, bars and dividends.
//!
//! What is wrong in an answer is dropped or refused here, so that nothing after has to doubt it.

mod bars;
mod days;
mod dividends;
mod quote;

use self::bars::Grid;
use super::{repair, wire};
use crate::{
    domain::{
        bar::{Bar, Interval},
        dividend::Payment,
        outliers,
        quote::QuoteUpdate,
        ticker::TickerKind,
    },
    providers::core::lenient,
    source::SourceError,
};

/// Why there is nothing for a symbol. The source itself is well.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoData {
    /// Yahoo does not know it, or no longer.
    #[error("{0}")]
    Unknown(String),
    /// Quoted in another currency; prices here are US dollars.
    #[error("it is quoted in {0}, and prices here are US dollars")]
    Currency(String),
}

/// What an answer says about one symbol.
#[derive(Debug, Default)]
pub(super) struct ParsedChart {
    pub(super) quote: Option<QuoteUpdate>,
    pub(super) interval: Option<Interval>,
    pub(super) bars: Vec<Bar>,
    /// Bars that are many times off their neighbours, and so not among them.
    pub(super) set_aside: Vec<Bar>,
    /// Dividends and capital gains.
    pub(super) payments: Vec<Payment>,
    /// The newest split in the answer's range (Unix seconds): bars from before it have been restated.
    pub(super) split: Option<i64>,
}

/// Reads an answer for `symbol`. The outer error means the source is failing, the inner one that it
/// has nothing for this symbol.
pub(super) fn read(
    symbol: &str,
    kind: TickerKind,
    body: &[u8],
) -> Result<Result<ParsedChart, NoData>, SourceError> {
    let envelope: wire::Envelope = lenient::json(body)?;
    let chart = envelope
        .chart
        .or(envelope.finance)
        .ok_or_else(|| SourceError::Shape("it has no chart".to_owned()))?;
    if let Some(error) = chart.error.filter(wire::ChartError::says_something) {
        return explain(error);
    }
    let Some(result) = chart.result.into_iter().find_map(|result| result.0) else {
        return Ok(Err(NoData::Unknown("it has no data for it".to_owned())));
    };
    Ok(parsed(symbol, kind, result))
}

/// An error object: about the symbol when it says so, else about the source.
fn explain(error: wire::ChartError) -> Result<Result<ParsedChart, NoData>, SourceError> {
    let code = error.code.0.unwrap_or_default();
    let text = error.description.0.unwrap_or_else(|| code.clone());
    match code.as_str() {
        "Not Found" | "Bad Request" | "Unprocessable Entity" => Ok(Err(NoData::Unknown(text))),
        _ => Err(SourceError::Refused(text)),
    }
}

/// What a chart says about `symbol`.
pub(super) fn parsed(
    symbol: &str,
    kind: TickerKind,
    result: wire::ChartResult,
) -> Result<ParsedChart, NoData> {
    let wire::ChartResult {
        meta,
        timestamp,
        events,
        indicators,
    } = result;
    let scale = dollars(meta.currency.as_deref(), kind)?;
    let grid = bars::granularity(meta.data_granularity.as_deref());
    let columns = indicators.quote.into_iter().find_map(|columns| columns.0);
    let mut rows = bars::rows(&timestamp, &columns.unwrap_or_default(), scale);
    let hundredfold_split = events.splits().any(|split| {
        let ratio = split.numerator.positive().zip(split.denominator.positive());
        ratio.is_some_and(|(new, old)| repair::is_hundredfold(new / old))
    });
    if !hundredfold_split {
        repair::units(&mut rows, measure(&meta, scale));
    }
    let last = rows.last().copied();
    let zone = days::zone(&meta);
    let bars = grid.map_or_else(Vec::new, |grid| grid.gather(rows, &zone));
    // After a split that is told of, the price may still be the one from before it.
    let is_split = events.splits().next().is_some();
    let price = measure(&meta, scale).filter(|_| !is_split);
    let (bars, set_aside) = outliers::set_aside(bars, price);
    let interval = grid.map(Grid::interval);
    let daily = (interval == Some(Interval::Day)).then_some(&bars[..]);
    let mut quote = quote::quote(symbol, &meta, scale, last, daily, &zone);
    if kind == TickerKind::Crypto {
        quote = quote.map(|quote| quote::around_the_clock(quote, interval, &bars));
    }
    if quote.is_none() && bars.is_empty() {
        return Err(NoData::Unknown("it has no prices for it".to_owned()));
    }
    let payments = dividends::payments(&events, &zone, scale, &bars);
    Ok(ParsedChart {
        quote,
        interval,
        bars,
        set_aside,
        payments,
        split: events
            .splits()
            .filter_map(|split| split.date.seconds())
            .max(),
    })
}

/// What to multiply prices with to get dollars: some futures are quoted in US cents.
fn dollars(currency: Option<&str>, kind: TickerKind) -> Result<f64, NoData> {
    match currency {
        // Points have no currency.
        _ if kind == TickerKind::Index => Ok(1.0),
        Some("USD") => Ok(1.0),
        Some("USX") => Ok(0.01),
        Some(other) => Err(NoData::Currency(other.to_owned())),
        None => Err(NoData::Currency("an unnamed currency".to_owned())),
    }
}

/// The price that tells in which unit bars are meant, unless it is itself in doubt.
fn measure(meta: &wire::Meta, scale: f64) -> Option<f64> {
    let price = meta.regular_market_price.positive()?;
    repair::is_plausible(price, meta.fifty_two_week_low.0, meta.fifty_two_week_high.0)
        .then_some(price * scale)
}

#[cfg(test)]
mod tests;

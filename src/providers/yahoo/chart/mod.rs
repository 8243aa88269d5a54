//! From a chart answer to a quote, bars and dividends.
//!
//! What is wrong in an answer is dropped or refused here, so that nothing after has to doubt it.

mod bars;
mod days;
mod dividends;
mod quote;

use self::bars::Grid;
use super::{repair, target::Target, wire};
use crate::{
    domain::{
        bar::{Bar, Interval},
        currency::{Currency, QuotedIn},
        dividend::Dividend,
        quote::{QuoteUpdate, is_price},
        ticker::TickerKind,
    },
    providers::core::lenient::{self, Number},
    source::SourceError,
};

/// Why there is nothing for a symbol. The source itself is well.
#[derive(Debug, PartialEq, Eq, thiserror::Error)]
pub(super) enum NoData {
    /// Yahoo does not know it, or no longer.
    #[error("{0}")]
    Unknown(String),
    /// Quoted in another currency than before: one series is never in two.
    #[error("it is quoted in {0}, and its prices here are in {1}")]
    OtherCurrency(String, Currency),
    /// Nobody knows what its prices are in.
    #[error("it does not say in which currency it is quoted")]
    NoCurrency,
}

/// What an answer says about one symbol.
#[derive(Debug, Default)]
pub(super) struct ParsedChart {
    pub(super) quote: Option<QuoteUpdate>,
    pub(super) interval: Option<Interval>,
    pub(super) bars: Vec<Bar>,
    /// Newest first.
    pub(super) dividends: Vec<Dividend>,
    /// The newest split in the answer's range (Unix seconds): bars from before it have been restated.
    pub(super) split: Option<i64>,
}

/// Reads an answer for `target`. The outer error means the source is failing, the inner one that it
/// has nothing for this symbol.
pub(super) fn read(
    target: &Target,
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
    Ok(parsed(target, result))
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

/// What a chart says about `target`.
pub(super) fn parsed(target: &Target, result: wire::ChartResult) -> Result<ParsedChart, NoData> {
    let kind = target.kind;
    let wire::ChartResult {
        meta,
        timestamp,
        events,
        indicators,
    } = result;
    let parts = parts(meta.currency.as_deref(), target)?;
    let prices = Prices { kind, parts };
    let grid = bars::granularity(meta.data_granularity.as_deref());
    let columns = indicators.quote.into_iter().find_map(|columns| columns.0);
    let mut rows = bars::rows(&timestamp, &columns.unwrap_or_default(), prices);
    let hundredfold_split = events.splits().any(|split| {
        let ratio = split.numerator.positive().zip(split.denominator.positive());
        ratio.is_some_and(|(new, old)| repair::is_hundredfold(new / old))
    });
    if !hundredfold_split {
        repair::units(&mut rows, measure(&meta, prices));
    }
    let last = rows.last().copied();
    let zone = days::zone(&meta);
    let bars = grid.map_or_else(Vec::new, |grid| grid.gather(rows, &zone));
    let interval = grid.map(Grid::interval);
    let daily = (interval == Some(Interval::Day)).then_some(&bars[..]);
    let mut quote = quote::quote(&target.symbol, &meta, prices, last, daily, &zone);
    if kind == TickerKind::Crypto {
        quote = quote.map(|quote| quote::around_the_clock(quote, interval, &bars));
    }
    if quote.is_none() && bars.is_empty() {
        return Err(NoData::Unknown("it has no prices for it".to_owned()));
    }
    let dividends = dividends::dividends(&events, &zone, parts, &bars);
    Ok(ParsedChart {
        quote,
        interval,
        bars,
        dividends,
        split: events
            .splits()
            .filter_map(|split| split.date.seconds())
            .max(),
    })
}

/// How prices are read: which ones can be, and how many of what is quoted make a unit of the currency.
#[derive(Debug, Clone, Copy)]
struct Prices {
    kind: TickerKind,
    parts: f64,
}

impl Prices {
    /// The price as it stands, where it can be one.
    fn raw(self, number: Number) -> Option<f64> {
        number.0.filter(|price| is_price(self.kind, *price))
    }

    /// The price in whole units, where it can be one.
    fn price(self, number: Number) -> Option<f64> {
        Some(self.raw(number)? / self.parts)
    }
}

/// What to divide prices by to have them in whole units of the target's currency: London quotes
/// pence, some futures US cents.
fn parts(word: Option<&str>, target: &Target) -> Result<f64, NoData> {
    // Points have no currency.
    if target.kind == TickerKind::Index {
        return Ok(1.0);
    }
    let word = word.ok_or(NoData::NoCurrency)?;
    QuotedIn::parse(word)
        .filter(|quoted| quoted.currency == target.currency)
        .map(|quoted| quoted.parts)
        .ok_or_else(|| NoData::OtherCurrency(word.to_owned(), target.currency))
}

/// The price that tells in which unit bars are meant, unless it is itself in doubt.
fn measure(meta: &wire::Meta, prices: Prices) -> Option<f64> {
    let price = prices.raw(meta.regular_market_price)?;
    repair::is_plausible(price, meta.fifty_two_week_low.0, meta.fifty_two_week_high.0)
        .then_some(price / prices.parts)
}

#[cfg(test)]
mod tests;

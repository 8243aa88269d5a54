//! From a chart answer to a quote, bars and dividends.
//!
//! What is wrong in an answer is dropped or refused here, so that nothing after has to doubt it.

mod bars;
mod days;
mod dividends;
mod prices;
mod quote;
mod splits;

use jiff::Timestamp;

pub(super) use self::prices::NoData;
use self::{bars::Grid, prices::Prices};
use super::{profile, repair, target::Target, wire};
use crate::{
    domain::{
        bar::{Bar, Close, Interval},
        dividend::Payment,
        outliers,
        quote::QuoteUpdate,
        session::Phase,
        split::Split,
        ticker::{TickerKind, Venue},
    },
    providers::core::lenient,
    source::SourceError,
};

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
) -> Result<Result<ParsedChart, NoData>, SourceError> {
    Ok(result(body)?.and_then(|result| parsed(target, result)))
}

/// The prices outside of regular hours in an answer in short steps, each under the second in which its step began.
pub(super) fn extended_hours(
    target: &Target,
    body: &[u8],
) -> Result<Result<Vec<Close>, NoData>, SourceError> {
    Ok(result(body)?.and_then(|result| {
        let prices = Prices::of(result.meta.currency.as_deref(), target)?;
        let columns = result.indicators.quote.into_iter().find_map(|one| one.0);
        let mut rows = bars::rows(&result.timestamp, &columns.unwrap_or_default(), prices);
        repair::units(&mut rows, measure(&result.meta, prices));
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
pub(super) fn parsed(target: &Target, result: wire::ChartResult) -> Result<ParsedChart, NoData> {
    let kind = target.kind;
    let wire::ChartResult {
        meta,
        timestamp,
        events,
        indicators,
    } = result;
    let prices = Prices::of(meta.currency.as_deref(), target)?;
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
    // After a split that is told of, the price may still be the one from before it.
    let is_split = events.splits().next().is_some();
    let price = measure(&meta, prices).filter(|_| !is_split);
    let (bars, set_aside) = outliers::set_aside(bars, price);
    let interval = grid.map(Grid::interval);
    let daily = (interval == Some(Interval::Day)).then_some(&bars[..]);
    let mut quote = quote::quote(&target.symbol, &meta, prices, last, daily, &zone);
    if kind == TickerKind::Crypto {
        quote = quote.map(|quote| quote::around_the_clock(quote, interval, &bars));
    }
    if quote.is_none() && bars.is_empty() {
        return Err(NoData::Unknown("it has no prices for it".to_owned()));
    }
    let splits = splits::splits(&events, &zone);
    let payments = dividends::payments(&events, &zone, target.currency, prices.parts, &bars);
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
        splits,
        venue: profile::venue(&meta),
    })
}

/// The price that tells in which unit bars are meant, unless it is itself in doubt.
fn measure(meta: &wire::Meta, prices: Prices) -> Option<f64> {
    let price = prices.raw(meta.regular_market_price)?;
    repair::is_plausible(price, meta.fifty_two_week_low.0, meta.fifty_two_week_high.0)
        .then_some(price / prices.parts)
}

#[cfg(test)]
mod tests;

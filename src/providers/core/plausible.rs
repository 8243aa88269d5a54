//! Filters implausible bars, with the same rules for every provider.

use jiff::Timestamp;

use crate::{
    domain::{
        bar::{Bar, Interval},
        outliers::{self, YearRange},
        quote::is_far_from,
        session_filter::{BarVerdict, SessionFilter},
    },
    source::{Context, SourceError, TickerInfo, Update},
};

/// Splits `bars` of `ticker`, which must be ascending. Returns one update with the plausible bars and one with the starts of
/// the bars whose prices are far from those of their neighbors. Neither contains bars on days when the exchange is closed.
/// All omitted bars are reported to the health record.
pub(crate) fn plausible_bars(
    context: &Context,
    ticker: &TickerInfo,
    interval: Interval,
    bars: Vec<Bar>,
) -> [Update; 2] {
    let now = context.clock.now();
    let count = bars.len();
    let mut closed = 0;
    let mut dates = SessionFilter::new(ticker.kind, ticker.calendar, interval, now);
    let is_accepted = |bar: &Bar| {
        let verdict = dates.classify(bar);
        // A bar of a session that has not begun is not reported, because the source's clock may be ahead of the server's.
        closed += usize::from(verdict == BarVerdict::Closed);
        verdict.is_accepted()
    };
    let traded: Vec<Bar> = bars.into_iter().filter(is_accepted).collect();
    let price = context.market.price(&ticker.symbol);
    let (low, high) = context.market.year_range(&ticker.symbol);
    let year = YearRange {
        low,
        high,
        as_of: now.as_second(),
    };
    let (plausible, outliers) = outliers::separate_outliers(traded, interval, price, &year);
    let mut reasons = Vec::new();
    if closed > 0 {
        reasons.push(format!("{closed} on non-trading days"));
    }
    if let Some(last) = outliers.last() {
        let latest = Timestamp::from_second(last.start).unwrap_or_default();
        let outlier_count = outliers.len();
        reasons.push(format!(
            "{outlier_count} with prices far from those of neighboring bars, the latest at {latest}"
        ));
    }
    if !reasons.is_empty() {
        let (symbol, reasons) = (&ticker.symbol, reasons.join(", and "));
        let error =
            SourceError::InvalidResponse(format!("{symbol}: of {count} bars, omitted {reasons}"));
        context.health.failed_in_part(now, &error);
    }
    let omitted_bars = omitted_bars(&ticker.symbol, interval, &plausible, &outliers);
    let bars = Update::Bars {
        symbol: ticker.symbol.clone(),
        interval,
        bars: plausible,
    };
    [bars, omitted_bars]
}

/// Returns the reason if the newest of `bars` (ascending) is far from the ticker's price, by the rule that prices of another source must
/// pass: the bars are probably those of another instrument with the same letters.
pub(crate) fn far_price(context: &Context, ticker: &TickerInfo, bars: &[Bar]) -> Option<String> {
    let (last, price) = (bars.last()?, context.market.price(&ticker.symbol)?);
    let age = context.clock.now().as_second().saturating_sub(last.start);
    is_far_from(last.close, price, age).then(|| {
        let close = last.close;
        format!("their last close, {close}, is far from the price, {price}")
    })
}

/// Like [`plausible_bars`], but returns [`Update::Fetched`], so that the history of the ticker is not requested again after a restart.
/// `over_years` is true if several years were requested.
pub(crate) fn fetched_bars(
    context: &Context,
    ticker: &TickerInfo,
    interval: Interval,
    bars: Vec<Bar>,
    over_years: bool,
) -> [Update; 2] {
    let [update, omitted] = plausible_bars(context, ticker, interval, bars);
    let update = match update {
        Update::Bars {
            symbol,
            interval,
            bars,
        } => Update::Fetched {
            symbol,
            interval,
            bars,
            over_years,
        },
        other => other,
    };
    [update, omitted]
}

/// Returns the update that lists the bars that were omitted from a response, so that charts do not show them.
pub(crate) fn omitted_bars(
    symbol: &str,
    interval: Interval,
    plausible: &[Bar],
    outliers: &[Bar],
) -> Update {
    let edges = [
        plausible.first(),
        plausible.last(),
        outliers.first(),
        outliers.last(),
    ];
    let starts = || edges.into_iter().flatten().map(|bar| bar.start);
    Update::ExcludedBars {
        symbol: symbol.to_owned(),
        interval,
        checked: starts()
            .min()
            .zip(starts().max())
            .map_or(0..0, |(first, last)| first..last + 1),
        starts: outliers.iter().map(|bar| bar.start).collect(),
    }
}

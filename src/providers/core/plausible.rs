//! Filters implausible bars, with the same rules for every provider.

use jiff::Timestamp;

use crate::{
    domain::{
        bar::{Bar, Interval},
        outliers::{self, YearRange},
        session_filter::{SessionFilter, Verdict},
    },
    source::{Context, SourceError, TickerInfo, Update},
};

/// Returns two updates: the plausible bars of `ticker` (`bars` must be ascending), and the starts of those that were
/// omitted because they are many times off their neighbors. Bars on days when the exchange is closed are in neither.
/// All dropped bars are reported to the health record.
pub(crate) fn plausible_bars(
    context: &Context,
    ticker: &TickerInfo,
    interval: Interval,
    bars: Vec<Bar>,
) -> [Update; 2] {
    let now = context.clock.now();
    let all = bars.len();
    let mut closed = 0;
    let mut dates = SessionFilter::new(ticker.kind, ticker.calendar, interval, now);
    let is_taken = |bar: &Bar| {
        let verdict = dates.judge(bar);
        // A session that has not begun is not the source's fault: its clock may be ahead of ours.
        closed += usize::from(verdict == Verdict::Closed);
        verdict.is_accepted()
    };
    let traded: Vec<Bar> = bars.into_iter().filter(is_taken).collect();
    let price = context.market.price(&ticker.symbol);
    let (low, high) = context.market.year(&ticker.symbol);
    let year = YearRange {
        low,
        high,
        as_of: now.as_second(),
    };
    let (kept, outliers) = outliers::split_outliers(traded, interval, price, &year);
    let mut reasons = Vec::new();
    if closed > 0 {
        reasons.push(format!("{closed} on non-trading days"));
    }
    if let Some(last) = outliers.last() {
        let at = Timestamp::from_second(last.start).unwrap_or_default();
        let count = outliers.len();
        reasons.push(format!("{count} far off their neighbors, latest at {at}"));
    }
    if !reasons.is_empty() {
        let (symbol, reasons) = (&ticker.symbol, reasons.join(", and "));
        let error = SourceError::Shape(format!("{symbol}: omitted bars out of {all}: {reasons}"));
        context.health.failed_in_part(now, &error);
    }
    let omitted_bars = omitted_bars(&ticker.symbol, interval, &kept, &outliers);
    let bars = Update::Bars {
        symbol: ticker.symbol.clone(),
        interval,
        bars: kept,
    };
    [bars, omitted_bars]
}

/// Returns the update that tells charts which bars within the span of a response were omitted.
pub(crate) fn omitted_bars(
    symbol: &str,
    interval: Interval,
    kept: &[Bar],
    outliers: &[Bar],
) -> Update {
    let ends = [kept.first(), kept.last(), outliers.first(), outliers.last()];
    let ends = || ends.into_iter().flatten().map(|bar| bar.start);
    Update::ExcludedBars {
        symbol: symbol.to_owned(),
        interval,
        checked: ends()
            .min()
            .zip(ends().max())
            .map_or(0..0, |(first, last)| first..last + 1),
        starts: outliers.iter().map(|bar| bar.start).collect(),
    }
}

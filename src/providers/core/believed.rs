//! Which bars of a provider are believed: the same rules for each of them.

use jiff::Timestamp;

use crate::{
    domain::{
        bar::{Bar, Interval},
        outliers::{self, YearRange},
        session_filter::{SessionFilter, Verdict},
    },
    source::{Context, SourceError, TickerInfo, Update},
};

/// The bars (ascending) of `ticker` that are believed, and those that are left out because they are many times off their
/// neighbors. Bars of days on which its exchange is closed are none of both; all that are not believed are reported.
pub(crate) fn believed(
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
        // A session that has not begun is no fault of the source: its clock may be ahead of ours.
        closed += usize::from(verdict == Verdict::Closed);
        verdict.is_accepted()
    };
    let traded: Vec<Bar> = bars.into_iter().filter(is_taken).collect();
    let price = context.known.price(&ticker.symbol);
    let (low, high) = context.known.year(&ticker.symbol);
    let year = YearRange {
        low,
        high,
        as_of: now.as_second(),
    };
    let (kept, outliers) = outliers::split_outliers(traded, interval, price, &year);
    let mut reasons = Vec::new();
    if closed > 0 {
        reasons.push(format!("{closed} of days without trade"));
    }
    if let Some(last) = outliers.last() {
        let at = Timestamp::from_second(last.start).unwrap_or_default();
        let count = outliers.len();
        reasons.push(format!(
            "{count} many times off their neighbors, the latest of {at}"
        ));
    }
    if !reasons.is_empty() {
        let (symbol, reasons) = (&ticker.symbol, reasons.join(", and "));
        let error = SourceError::Shape(format!(
            "{symbol}: of {all} bars these were left out: {reasons}"
        ));
        context.health.failed_in_part(now, &error);
    }
    let left_out = left_out(&ticker.symbol, interval, &kept, &outliers);
    let bars = Update::Bars {
        symbol: ticker.symbol.clone(),
        interval,
        bars: kept,
    };
    [bars, left_out]
}

/// Which bars of the span of an answer were left out, for the charts to say.
pub(crate) fn left_out(symbol: &str, interval: Interval, kept: &[Bar], outliers: &[Bar]) -> Update {
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

//! Which bars of a provider are believed: the same rules for each of them.

use jiff::Timestamp;

use crate::{
    domain::{
        bar::{Bar, Interval},
        outliers::{self, YearRange},
        session::{Calendar, exchange_date},
    },
    source::{Context, KnownTicker, SourceError},
};

/// The bars (ascending) of `ticker` that are believed. Those of days on which its exchange is closed, and
/// those many times off their neighbours, are left out and reported.
pub(crate) fn believed(
    context: &Context,
    ticker: &KnownTicker,
    interval: Interval,
    bars: Vec<Bar>,
) -> Vec<Bar> {
    let all = bars.len();
    let traded: Vec<Bar> = bars
        .into_iter()
        .filter(|bar| is_of_trading_day(ticker.calendar, interval, bar.start))
        .collect();
    let closed = all - traded.len();
    let price = context.known.price(&ticker.symbol);
    let (kept, set_aside) = outliers::set_aside(traded, interval, price, &YearRange::default());
    let mut reasons = Vec::new();
    if closed > 0 {
        reasons.push(format!("{closed} of days without trade"));
    }
    if let Some(last) = set_aside.last() {
        let at = Timestamp::from_second(last.start).unwrap_or_default();
        let count = set_aside.len();
        reasons.push(format!(
            "{count} many times off their neighbors, the latest of {at}"
        ));
    }
    if !reasons.is_empty() {
        let (symbol, reasons) = (&ticker.symbol, reasons.join(", and "));
        let error = SourceError::Shape(format!(
            "{symbol}: of {all} bars these were left out: {reasons}"
        ));
        context.health.failed_in_part(context.clock.now(), &error);
    }
    kept
}

/// Whether an exchange trades on the day of a bar. A daily bar begins at midnight UTC of the exchange's date.
fn is_of_trading_day(calendar: Calendar, interval: Interval, start: i64) -> bool {
    let Ok(at) = Timestamp::from_second(start) else {
        return false;
    };
    let date = match interval {
        Interval::Day => at.to_zoned(jiff::tz::TimeZone::UTC).date(),
        _ => exchange_date(calendar, at),
    };
    calendar == Calendar::Always || calendar.session_on(date).is_some()
}

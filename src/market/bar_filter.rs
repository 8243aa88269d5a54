//! Filters stored bars: drops bars outside sessions and excluded ones.

use jiff::Timestamp;

use super::MarketState;
use crate::domain::{
    bar::{Bar, Interval},
    session_filter::SessionFilter,
    ticker::{ExcludedBar, TickerId},
};

/// Filter for the stored bars of one ticker and length, in ascending order. Older versions of the program stored bars
/// that are rejected today.
#[derive(Debug, Default)]
pub(crate) struct BarFilter {
    /// `None` for imported bars.
    dates: Option<SessionFilter>,
    /// Starts of the excluded bars in Unix seconds, ascending.
    left_out: Vec<i64>,
}

impl MarketState {
    /// Returns the filter for stored bars of a ticker at `now`.
    pub(crate) fn bar_filter(&self, id: TickerId, interval: Interval, now: Timestamp) -> BarFilter {
        let Some(listing) = self.get(id) else {
            return BarFilter::default();
        };
        let is_of_length = |bar: &&ExcludedBar| bar.interval == interval;
        let left_out = listing.ticker.excluded_bars.iter().filter(is_of_length);
        BarFilter {
            dates: self.session_filter(id, interval, now),
            left_out: left_out.map(|bar| bar.start).collect(),
        }
    }
}

impl BarFilter {
    /// Returns true if the next bar is valid.
    pub(crate) fn accepts(&mut self, bar: &Bar) -> bool {
        let is_of_session = self.dates.as_mut().is_none_or(|dates| dates.accepts(bar));
        is_of_session && self.left_out.binary_search(&bar.start).is_err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::{Profile, Ticker, TickerKind};

    #[test]
    fn excluded_bars_and_bars_of_closed_days_are_dropped() {
        let mut market = MarketState::default();
        let id = market.next_id();
        let mut ticker = Ticker::new(id, Profile::new("AAPL", "Apple", TickerKind::Stock));
        let day = |date: &str| {
            let start: Timestamp = format!("{date}T00:00:00Z").parse().unwrap();
            start.as_second()
        };
        let odd = day("2026-11-18");
        ticker.exclude_bars(Interval::Day, &(odd..odd + 1), &[odd]);
        market.put(ticker);
        let now = "2026-11-20T22:00:00Z".parse().unwrap();
        let taken = |interval| {
            let mut bars = market.bar_filter(id, interval, now);
            let days = ["2026-11-17", "2026-11-18", "2026-11-20", "2026-11-21"];
            let bar = |date: &str| Bar {
                start: day(date),
                open: 10.0,
                high: 10.0,
                low: 10.0,
                close: 10.0,
                volume: 0.0,
            };
            days.map(|date| bars.accepts(&bar(date)))
        };
        assert_eq!(taken(Interval::Day), [true, false, true, false]);
    }
}

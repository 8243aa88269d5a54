//! Filters stored bars: drops bars outside sessions and excluded bars.

use jiff::Timestamp;

use super::MarketState;
use crate::domain::{
    bar::{Bar, Interval},
    session_filter::SessionFilter,
    ticker::{ExcludedBar, TickerId},
};

/// Filter for the stored bars of one ticker and interval, in ascending order. The filter is necessary because older versions of the
/// program stored bars that are dropped today.
#[derive(Debug, Default)]
pub(crate) struct BarFilter {
    /// `None` for imported bars.
    session_filter: Option<SessionFilter>,
    /// Starts of the excluded bars in Unix seconds, ascending.
    excluded: Vec<i64>,
}

impl MarketState {
    /// Returns the filter for stored bars of a ticker at `now`.
    pub(crate) fn bar_filter(&self, id: TickerId, interval: Interval, now: Timestamp) -> BarFilter {
        let Some(listing) = self.get(id) else {
            return BarFilter::default();
        };
        let has_interval = |bar: &&ExcludedBar| bar.interval == interval;
        let excluded = listing.ticker.excluded_bars.iter().filter(has_interval);
        BarFilter {
            session_filter: self.session_filter(id, interval, now),
            excluded: excluded.map(|bar| bar.start).collect(),
        }
    }
}

impl BarFilter {
    /// Returns true if the next bar is valid.
    pub(crate) fn accepts(&mut self, bar: &Bar) -> bool {
        let is_in_session = self
            .session_filter
            .as_mut()
            .is_none_or(|filter| filter.accepts(bar));
        is_in_session && self.excluded.binary_search(&bar.start).is_err()
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
        let excluded = day("2026-11-18");
        ticker.exclude_bars(Interval::Day, &(excluded..excluded + 1), &[excluded]);
        market.put(ticker);
        let now = "2026-11-20T22:00:00Z".parse().unwrap();
        let accepted = |interval| {
            let mut filter = market.bar_filter(id, interval, now);
            let dates = ["2026-11-17", "2026-11-18", "2026-11-20", "2026-11-21"];
            let bar = |date: &str| Bar {
                start: day(date),
                open: 10.0,
                high: 10.0,
                low: 10.0,
                close: 10.0,
                volume: 0.0,
            };
            dates.map(|date| filter.accepts(&bar(date)))
        };
        assert_eq!(accepted(Interval::Day), [true, false, true, false]);
    }
}

//! Which stored bars count: those that can be what they say and were not left out as errors.

use jiff::Timestamp;

use super::MarketState;
use crate::domain::{
    bar::{Bar, Interval},
    bar_dates::BarDates,
    ticker::{LeftOutBar, TickerId},
};

/// Judges the stored bars of one ticker and one length, in ascending order. An older version of the program may have stored
/// what is refused or left out today.
#[derive(Debug, Default)]
pub(crate) struct TrueBars {
    /// `None` for bars of a file, which are a person's own.
    dates: Option<BarDates>,
    /// When those that were left out start, in Unix seconds; ascending.
    left_out: Vec<i64>,
}

impl MarketState {
    /// What judges the stored bars of a ticker at `now`.
    pub(crate) fn true_bars(&self, id: TickerId, interval: Interval, now: Timestamp) -> TrueBars {
        let Some(listing) = self.get(id) else {
            return TrueBars::default();
        };
        let is_of_length = |bar: &&LeftOutBar| bar.interval == interval;
        let left_out = listing.ticker.left_out.iter().filter(is_of_length);
        TrueBars {
            dates: self.bar_dates(id, interval, now),
            left_out: left_out.map(|bar| bar.start).collect(),
        }
    }
}

impl TrueBars {
    /// Whether the next bar counts.
    pub(crate) fn takes(&mut self, bar: &Bar) -> bool {
        let is_of_session = self.dates.as_mut().is_none_or(|dates| dates.takes(bar));
        is_of_session && self.left_out.binary_search(&bar.start).is_err()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::{Profile, Ticker, TickerKind};

    #[test]
    fn a_bar_that_was_left_out_and_one_of_a_closed_day_do_not_count() {
        let mut market = MarketState::default();
        let id = market.next_id();
        let mut ticker = Ticker::new(id, Profile::new("AAPL", "Apple", TickerKind::Stock));
        let day = |date: &str| {
            let start: Timestamp = format!("{date}T00:00:00Z").parse().unwrap();
            start.as_second()
        };
        let odd = day("2026-11-18");
        ticker.leave_out(Interval::Day, &(odd..odd + 1), &[odd]);
        market.put(ticker);
        let now = "2026-11-20T22:00:00Z".parse().unwrap();
        let taken = |interval| {
            let mut bars = market.true_bars(id, interval, now);
            let days = ["2026-11-17", "2026-11-18", "2026-11-20", "2026-11-21"];
            let bar = |date: &str| Bar {
                start: day(date),
                open: 10.0,
                high: 10.0,
                low: 10.0,
                close: 10.0,
                volume: 0.0,
            };
            days.map(|date| bars.takes(&bar(date)))
        };
        assert_eq!(taken(Interval::Day), [true, false, true, false]);
    }
}

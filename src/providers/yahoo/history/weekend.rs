//! The queue over the close of a Friday and the weekend after it, with the catalogue's own numbers,
//! one request every two seconds, while spark does not answer and prices come with the charts.

use std::collections::HashMap;

use super::*;
use crate::{
    catalogue::Catalogue,
    domain::{session::Calendar, ticker::TickerKind},
    providers::yahoo::target::interleaved,
};

/// The pause between two requests, in seconds, as the settings have it.
const GAP: i64 = 2;

/// A queue in a time of its own, and when everything was asked last.
struct Weekend {
    queue: HistoryQueue,
    now: i64,
    asked: HashMap<(String, Interval), i64>,
}

impl Weekend {
    /// Everything the catalogue would have asked from `now` on.
    fn from(now: &str, crypto_elsewhere: bool) -> Self {
        let catalogue = Catalogue::embedded().unwrap();
        let targets = catalogue.instruments.iter().filter_map(Target::of);
        let mut queue = HistoryQueue::new(interleaved(targets.collect()));
        queue.set_priced_by(|_, target| match target.kind {
            TickerKind::Crypto if crypto_elsewhere => PricedBy::Others,
            _ => PricedBy::Chart,
        });
        Self {
            queue,
            now: second(now),
            asked: HashMap::new(),
        }
    }

    /// Asks until `end`. Answers the longest time between two prices of a ticker of `calendar`,
    /// the second of which came meanwhile.
    fn until(&mut self, end: &str, calendar: Calendar) -> i64 {
        let mut longest = 0;
        while self.now < second(end) {
            let now = Timestamp::from_second(self.now).unwrap();
            if let Some(request) = self
                .queue
                .next(now, |_| false, |_| false, |_, _| Some(self.now))
            {
                let target = &request.target;
                let key = (target.symbol.clone(), request.interval);
                let before = self.asked.insert(key, self.now);
                if request.interval == Interval::FiveMinutes && target.kind.calendar() == calendar {
                    longest = longest.max(before.map_or(0, |before| self.now - before));
                }
                self.queue.answered(&request, now, 60);
            }
            self.now += GAP;
        }
        longest
    }

    /// How many tickers of `calendar` were not asked for `interval` since then.
    fn unasked_since(&self, then: &str, calendar: Calendar, interval: Interval) -> usize {
        let targets = self.queue.targets.iter();
        targets
            .filter(|target| target.kind.calendar() == calendar)
            .map(|target| (target.symbol.clone(), interval))
            .filter(|key| self.asked.get(key).is_none_or(|at| *at < second(then)))
            .count()
    }

    /// Whether everything about tickers of `calendar` was asked since then.
    fn all_asked_since(&self, then: &str, calendar: Calendar) -> bool {
        let mut intervals = Interval::ALL.into_iter();
        intervals.all(|interval| self.unasked_since(then, calendar, interval) == 0)
    }
}

fn second(text: &str) -> i64 {
    text.parse::<Timestamp>().unwrap().as_second()
}

#[test]
fn every_close_is_asked_for_in_time_and_open_markets_keep_their_pace_meanwhile() {
    // Friday 20 November 2026: New York closes at 21:00, the futures at 22:00 UTC.
    let mut weekend = Weekend::from("2026-11-20T18:00:00Z", true);
    weekend.until("2026-11-20T19:00:00Z", Calendar::NewYork);
    let pace = weekend.until("2026-11-20T21:00:00Z", Calendar::NewYork);
    assert!(pace <= 1_080, "a price of an open market after {pace} s");
    weekend.until("2026-11-20T21:20:00Z", Calendar::NewYork);
    let settled = "2026-11-20T21:20:00Z";
    let pace = weekend.until("2026-11-20T21:50:00Z", Calendar::Futures);
    assert!(pace <= 120, "a price of the futures after {pace} s");
    // Every answer brings the price, and the day's comes first.
    let unpriced = weekend.unasked_since(settled, Calendar::NewYork, Interval::Day);
    assert_eq!(unpriced, 0, "everybody has the close");
    weekend.until("2026-11-20T22:40:00Z", Calendar::NewYork);
    assert!(weekend.all_asked_since(settled, Calendar::NewYork));
    weekend.until("2026-11-20T23:20:00Z", Calendar::Futures);
    let settled = "2026-11-20T22:20:00Z";
    assert!(weekend.all_asked_since(settled, Calendar::Futures));
}

#[test]
fn crypto_that_is_priced_here_leaves_every_close_its_slots() {
    let mut weekend = Weekend::from("2026-11-20T20:00:00Z", false);
    weekend.until("2026-11-20T21:20:00Z", Calendar::NewYork);
    let pace = weekend.until("2026-11-20T22:40:00Z", Calendar::Always);
    assert!(pace <= 600, "a price of crypto after {pace} s");
    let settled = "2026-11-20T21:20:00Z";
    assert!(weekend.all_asked_since(settled, Calendar::NewYork));
}

#[test]
fn an_install_on_a_saturday_has_the_history_of_everybody_within_the_hour() {
    let installed = "2026-11-21T10:00:00Z";
    let mut weekend = Weekend::from(installed, true);
    weekend.until("2026-11-21T11:00:00Z", Calendar::Always);
    for calendar in [Calendar::NewYork, Calendar::Futures, Calendar::Always] {
        assert!(weekend.all_asked_since(installed, calendar));
    }
}

#[test]
fn a_first_start_on_a_weekend_has_the_markets_of_the_home_page_within_a_minute() {
    let mut weekend = Weekend::from("2026-11-21T19:00:00Z", true);
    weekend.until("2026-11-21T19:01:00Z", Calendar::NewYork);
    for symbol in ["^GSPC", "^IXIC", "^DJI", "GC=F", "AAPL", "SPY"] {
        let asked = (symbol.to_owned(), Interval::Day);
        assert!(weekend.asked.contains_key(&asked), "{symbol}");
    }
    let coins = weekend.asked.keys().any(|(symbol, _)| symbol == "BTC");
    assert!(!coins, "another provider prices them");
}

//! Simulates the queue from a Friday evening over the weekend, with the tickers of the catalogue and one request every two seconds.
//! Charts supply the prices, as they do while the spark endpoint fails.

use std::collections::HashMap;

use super::*;
use crate::{
    catalogue::Catalogue,
    domain::{session::Calendar, ticker::TickerKind},
    providers::yahoo::target::interleaved,
};

/// The interval between two requests in seconds, as in the default settings.
const GAP: i64 = 2;

/// A queue with a simulated clock, and the times of the last requests.
struct Simulation {
    queue: HistoryQueue,
    now: i64,
    last_requests: HashMap<(String, Interval), i64>,
}

impl Simulation {
    /// Creates a queue whose requests start at `now`.
    fn starting_at(now: &str, crypto_from_other_provider: bool) -> Self {
        let catalogue = Catalogue::embedded().unwrap();
        let targets = catalogue.instruments.iter().filter_map(Target::of);
        let mut queue = HistoryQueue::new(interleaved(targets.collect()));
        queue.set_price_source(|_, target| match target.kind {
            TickerKind::Crypto if crypto_from_other_provider => PriceSource::Others,
            _ => PriceSource::Chart,
        });
        Self {
            queue,
            now: second(now),
            last_requests: HashMap::new(),
        }
    }

    /// Runs until `end`. Returns the longest time between two prices of a ticker with this calendar.
    fn run_until(&mut self, end: &str, calendar: Calendar) -> i64 {
        let mut longest = 0;
        while self.now < second(end) {
            let now = Timestamp::from_second(self.now).unwrap();
            if let Some(request) = self
                .queue
                .next(now, |_| false, |_| false, |_, _| Some(self.now))
            {
                let target = &request.target;
                let key = (target.symbol.clone(), request.interval);
                let before = self.last_requests.insert(key, self.now);
                if request.interval == Interval::FiveMinutes
                    && target.kind.default_calendar() == calendar
                {
                    longest = longest.max(before.map_or(0, |before| self.now - before));
                }
                self.queue.record_response(&request, now, 60);
            }
            self.now += GAP;
        }
        longest
    }

    /// Returns how many tickers with this calendar had no request for `interval` since `then`.
    fn unrequested_since(&self, then: &str, calendar: Calendar, interval: Interval) -> usize {
        let targets = self.queue.targets.iter();
        targets
            .filter(|target| target.kind.default_calendar() == calendar)
            .map(|target| (target.symbol.clone(), interval))
            .filter(|key| {
                self.last_requests
                    .get(key)
                    .is_none_or(|at| *at < second(then))
            })
            .count()
    }

    /// Returns true if all intervals of all tickers with this calendar were requested since `then`.
    fn all_requested_since(&self, then: &str, calendar: Calendar) -> bool {
        let mut intervals = Interval::ALL.into_iter();
        intervals.all(|interval| self.unrequested_since(then, calendar, interval) == 0)
    }
}

fn second(text: &str) -> i64 {
    text.parse::<Timestamp>().unwrap().as_second()
}

#[test]
fn every_close_is_requested_in_time_and_open_markets_keep_their_interval() {
    // Friday 20 November 2026: New York closes at 21:00, the futures at 22:00 UTC.
    let mut simulation = Simulation::starting_at("2026-11-20T18:00:00Z", true);
    simulation.run_until("2026-11-20T19:00:00Z", Calendar::NewYork);
    let longest_wait = simulation.run_until("2026-11-20T21:00:00Z", Calendar::NewYork);
    assert!(
        longest_wait <= 1_080,
        "the price of an open market was not requested for {longest_wait} s"
    );
    simulation.run_until("2026-11-20T21:20:00Z", Calendar::NewYork);
    let settled = "2026-11-20T21:20:00Z";
    let longest_wait = simulation.run_until("2026-11-20T21:50:00Z", Calendar::Futures);
    assert!(
        longest_wait <= 120,
        "the price of a future was not requested for {longest_wait} s"
    );
    // Responses of all intervals contain the price. The daily bars are requested first.
    let unpriced = simulation.unrequested_since(settled, Calendar::NewYork, Interval::Day);
    assert_eq!(unpriced, 0, "tickers have no closing price");
    simulation.run_until("2026-11-20T22:40:00Z", Calendar::NewYork);
    assert!(simulation.all_requested_since(settled, Calendar::NewYork));
    simulation.run_until("2026-11-20T23:20:00Z", Calendar::Futures);
    let settled = "2026-11-20T22:20:00Z";
    assert!(simulation.all_requested_since(settled, Calendar::Futures));
}

#[test]
fn every_close_is_requested_while_crypto_is_requested_too() {
    let mut simulation = Simulation::starting_at("2026-11-20T20:00:00Z", false);
    simulation.run_until("2026-11-20T21:20:00Z", Calendar::NewYork);
    let longest_wait = simulation.run_until("2026-11-20T22:40:00Z", Calendar::Always);
    assert!(
        longest_wait <= 600,
        "the price of a coin was not requested for {longest_wait} s"
    );
    let settled = "2026-11-20T21:20:00Z";
    assert!(simulation.all_requested_since(settled, Calendar::NewYork));
}

#[test]
fn a_first_start_on_a_saturday_requests_all_history_within_an_hour() {
    let installed = "2026-11-21T10:00:00Z";
    let mut simulation = Simulation::starting_at(installed, true);
    simulation.run_until("2026-11-21T11:00:00Z", Calendar::Always);
    for calendar in [Calendar::NewYork, Calendar::Futures, Calendar::Always] {
        assert!(simulation.all_requested_since(installed, calendar));
    }
}

#[test]
fn a_first_start_on_a_weekend_requests_the_markets_of_the_home_page_within_a_minute() {
    let mut simulation = Simulation::starting_at("2026-11-21T19:00:00Z", true);
    simulation.run_until("2026-11-21T19:01:00Z", Calendar::NewYork);
    for symbol in ["^GSPC", "^IXIC", "^DJI", "GC=F", "AAPL", "SPY"] {
        let key = (symbol.to_owned(), Interval::Day);
        assert!(simulation.last_requests.contains_key(&key), "{symbol}");
    }
    let has_requested_coins = simulation
        .last_requests
        .keys()
        .any(|(symbol, _)| symbol == "BTC");
    assert!(
        !has_requested_coins,
        "coins were requested although their prices come from another provider"
    );
}

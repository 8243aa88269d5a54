//! Simulates polling the quotes and the history of the whole catalogue with one request every two seconds.

use std::collections::{HashMap, HashSet};

use super::*;
use crate::{
    catalogue::Catalogue,
    domain::{bar::Interval, session::Calendar},
    providers::yahoo::{history::HistoryQueue, spark::MAX_SYMBOLS, target::interleaved},
};

/// The interval between two requests in seconds, as in the default settings.
const GAP: i64 = 2;
/// The interval between two cycles in seconds, as in the default settings.
const POLL_INTERVAL: i64 = 30;

/// Whether responses contain a symbol.
type IsInResponse = fn(&str) -> bool;

struct Simulation {
    poller: QuotePoller,
    history: HistoryQueue,
    now: i64,
    watched: HashSet<String>,
    /// The symbols that responses contain.
    has: IsInResponse,
    /// The times when each quote was requested, by symbol.
    quoted: HashMap<String, Vec<i64>>,
    /// The time and the number of symbols of each request for quotes.
    quote_requests: Vec<(i64, usize)>,
    /// The time, symbol and interval of each request for history.
    history_requests: Vec<(i64, String, Interval)>,
}

impl Simulation {
    /// Starts at `now` with the whole catalogue. The prices of coins come from another provider.
    fn starting_at(now: &str) -> Self {
        Self::with_first(usize::MAX, now)
    }

    /// Starts at `now` with the first `count` instruments of the catalogue.
    fn with_first(count: usize, now: &str) -> Self {
        let catalogue = Catalogue::embedded().unwrap();
        let targets = catalogue.instruments.iter().filter_map(Target::of);
        let targets = interleaved(targets.take(count).collect());
        let mut poller = QuotePoller::new(&targets, POLL_INTERVAL);
        poller.set_priced_by_yahoo(|target| target.kind != TickerKind::Crypto);
        Self {
            poller,
            history: HistoryQueue::new(targets),
            now: second(now),
            watched: HashSet::new(),
            has: |_| true,
            quoted: HashMap::new(),
            quote_requests: Vec::new(),
            history_requests: Vec::new(),
        }
    }

    /// Sends one request and advances the time to the next one.
    fn step(&mut self) {
        let now = Timestamp::from_second(self.now).unwrap();
        let names = self.watched.clone();
        let watched = |symbol: &str| names.contains(symbol);
        let poller = &self.poller;
        self.history
            .set_price_source(|index, _| poller.price_source(index));
        let due = self.history.next_due(now, |_| false, watched);
        let is_history_due = due.is_some_and(|due| due <= self.now);
        if let Some(request) = self.poller.next(now, |_| false, watched, is_history_due) {
            self.receive_quotes(&request, now);
        } else if let Some(request) =
            self.history
                .next(now, |_| false, watched, |_, _| Some(self.now))
        {
            let symbol = request.target.symbol.clone();
            self.history_requests
                .push((self.now, symbol, request.interval));
            self.history.record_response(&request, now, POLL_INTERVAL);
        }
        self.now += GAP;
        let now = Timestamp::from_second(self.now).unwrap();
        let chart = self.history.next_due(now, |_| false, watched);
        let quote = self.poller.next_due(now, |_| false, watched);
        self.now = self.now.max(chart.into_iter().chain(quote).min().unwrap());
    }

    fn receive_quotes(&mut self, request: &QuoteRequest, now: Timestamp) {
        self.quote_requests.push((self.now, request.0.len()));
        self.poller.record_response();
        for index in &request.0 {
            let symbol = self.poller.target(*index).symbol.clone();
            let requested = self.quoted.entry(symbol.clone()).or_default();
            requested.push(self.now);
            if (self.has)(&symbol) {
                self.poller.record_found(*index, now);
            } else {
                self.poller.record_missing(*index, now);
            }
        }
    }

    fn run_until(&mut self, end: &str) {
        while self.now < second(end) {
            self.step();
        }
    }

    /// Returns the symbols with this calendar.
    fn symbols(&self, calendar: Calendar) -> Vec<String> {
        let targets = self.poller.tasks.iter().map(|task| &task.target);
        let symbols = targets.filter(|target| target.calendar() == calendar);
        symbols.map(|target| target.symbol.clone()).collect()
    }

    /// Returns the seconds after `then` until every symbol with this calendar was requested.
    fn seconds_until_all_requested(&self, then: &str, calendar: Calendar) -> i64 {
        let first = |symbol: &String| {
            let requested = self.quoted.get(symbol).into_iter().flatten();
            requested
                .copied()
                .find(|at| *at >= second(then))
                .unwrap_or(i64::MAX)
        };
        let last = self.symbols(calendar).iter().map(first).max().unwrap();
        last - second(then)
    }

    /// Returns the longest time in seconds between two quotes of one of `symbols` within a span.
    fn longest_wait(&self, symbols: &[String], from: &str, to: &str) -> i64 {
        let span = second(from)..second(to);
        let wait = |symbol: &String| {
            let requested: Vec<i64> = self.quoted[symbol]
                .iter()
                .copied()
                .filter(|at| span.contains(at))
                .collect();
            assert!(
                requested.len() > 1,
                "{symbol} was requested at {requested:?}"
            );
            requested
                .windows(2)
                .map(|pair| pair[1] - pair[0])
                .max()
                .unwrap()
        };
        symbols.iter().map(wait).max().unwrap()
    }

    /// Returns the numbers of requests for quotes and for history within a span.
    fn count_requests(&self, from: &str, to: &str) -> (usize, usize) {
        let span = second(from)..second(to);
        let quotes = self
            .quote_requests
            .iter()
            .filter(|(at, _)| span.contains(at));
        let charts = self
            .history_requests
            .iter()
            .filter(|(at, ..)| span.contains(at));
        (quotes.count(), charts.count())
    }
}

fn second(text: &str) -> i64 {
    text.parse::<Timestamp>().unwrap().as_second()
}

#[test]
fn every_price_is_requested_within_half_a_minute_of_the_first_start_even_if_markets_are_closed() {
    // The times are a Friday afternoon in New York and the Saturday after it.
    for start in ["2026-11-20T18:00:00Z", "2026-11-21T19:00:00Z"] {
        let mut simulation = Simulation::starting_at(start);
        (0..30).for_each(|_| simulation.step());
        for calendar in [Calendar::NewYork, Calendar::Futures] {
            let took = simulation.seconds_until_all_requested(start, calendar);
            assert!(
                took <= 30,
                "{calendar:?}: the last quote was requested after {took} s"
            );
        }
        let coins = simulation.symbols(Calendar::Always);
        let requested = coins
            .iter()
            .any(|coin| simulation.quoted.contains_key(coin));
        assert!(
            !requested,
            "a coin was requested although its price comes from another provider"
        );
        let (.., largest) = simulation
            .quote_requests
            .iter()
            .max_by_key(|(_, count)| count)
            .unwrap();
        assert_eq!(*largest, MAX_SYMBOLS);
    }
}

#[test]
fn every_price_is_requested_within_45_seconds_of_the_open() {
    let mut simulation = Simulation::starting_at("2026-11-20T12:00:00Z");
    simulation.run_until("2026-11-20T14:35:00Z");
    // Five seconds after the open, which is at 14:30:00.
    let took = simulation.seconds_until_all_requested("2026-11-20T14:30:05Z", Calendar::NewYork);
    assert!(took <= 40, "the last quote was requested after {took} s");
}

#[test]
fn prices_of_open_markets_are_requested_at_least_every_45_seconds_while_history_is_requested() {
    let mut simulation = Simulation::starting_at("2026-11-20T15:00:00Z");
    simulation.run_until("2026-11-20T17:00:00Z");
    let symbols = simulation.symbols(Calendar::NewYork);
    // The spans cover the first two hours of a new installation, except its first minute.
    for (from, to) in [
        ("2026-11-20T15:01:00Z", "2026-11-20T16:00:00Z"),
        ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"),
    ] {
        let wait = simulation.longest_wait(&symbols, from, to);
        assert!(
            wait <= 45,
            "the price of an open market was not requested for {wait} s"
        );
    }
    let (quotes, charts) =
        simulation.count_requests("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z");
    assert!(
        quotes + charts <= 1_800,
        "more than one request in two seconds: {quotes} + {charts} in an hour"
    );
    assert!(
        charts * 3 >= quotes,
        "{charts} requests for history, {quotes} for quotes"
    );
    let symbols_requested = |interval: Interval| {
        let requested = simulation
            .history_requests
            .iter()
            .filter(|(.., step)| *step == interval);
        let symbols: HashSet<&String> = requested.map(|(_, symbol, _)| symbol).collect();
        symbols.len()
    };
    for interval in Interval::ALL {
        assert_eq!(
            symbols_requested(interval),
            simulation.poller.tasks.len(),
            "{interval:?}"
        );
    }
}

#[test]
fn watched_quotes_are_requested_every_ten_seconds_and_bars_every_five_minutes() {
    let mut simulation = Simulation::starting_at("2026-11-20T15:00:00Z");
    simulation.run_until("2026-11-20T16:30:00Z");
    simulation.watched = ["AAPL", "GC=F", "BTC"].map(str::to_owned).into();
    simulation.run_until("2026-11-20T17:30:00Z");
    let shown = ["AAPL", "GC=F"].map(str::to_owned);
    let wait = simulation.longest_wait(&shown, "2026-11-20T16:30:10Z", "2026-11-20T17:30:00Z");
    assert!(
        wait <= WATCHED_INTERVAL + GAP,
        "a watched price was requested after {wait} s"
    );
    let bars = |requested: &str| {
        let requested = simulation
            .history_requests
            .iter()
            .filter(|(at, symbol, step)| {
                *at >= second("2026-11-20T16:30:00Z")
                    && symbol == requested
                    && *step == Interval::FiveMinutes
            });
        requested.count()
    };
    assert!((11..=13).contains(&bars("AAPL")), "{}", bars("AAPL"));
    assert!(bars("MSFT") <= 2);
    let symbols = simulation.symbols(Calendar::NewYork);
    let wait = simulation.longest_wait(&symbols, "2026-11-20T16:31:00Z", "2026-11-20T17:30:00Z");
    assert!(wait <= 60, "other prices were requested after {wait} s");
}

/// The unconfirmed prices belong to a coin and to a streamed stock at night.
#[test]
fn an_unconfirmed_price_is_requested_several_times_in_a_minute() {
    let mut simulation = Simulation::starting_at("2026-11-20T15:00:00Z");
    simulation.run_until("2026-11-21T03:00:00Z");
    simulation.poller.set_streamed(|symbol| symbol == "MSFT");
    simulation
        .poller
        .set_unconfirmed(["BTC", "MSFT"].map(str::to_owned).into());
    let from = simulation.now;
    simulation.now += 1;
    for _ in 0..12 {
        simulation.step();
    }
    let count = |simulation: &Simulation, symbol: &str| {
        let requested = simulation.quoted.get(symbol).into_iter().flatten();
        requested
            .filter(|at| **at > from && **at <= from + 65)
            .count()
    };
    assert!(
        (2..=7).contains(&count(&simulation, "BTC")),
        "{}",
        count(&simulation, "BTC")
    );
    assert!(
        (2..=7).contains(&count(&simulation, "MSFT")),
        "{}",
        count(&simulation, "MSFT")
    );
    simulation.poller.set_unconfirmed(HashSet::new());
    let before = simulation.quoted["BTC"].len();
    simulation.run_until("2026-11-21T04:00:00Z");
    assert_eq!(simulation.quoted["BTC"].len(), before);
}

#[test]
fn watching_all_stocks_leaves_time_for_history_requests() {
    let mut simulation = Simulation::starting_at("2026-11-20T15:00:00Z");
    simulation.watched = simulation.symbols(Calendar::NewYork).into_iter().collect();
    simulation.run_until("2026-11-20T16:00:00Z");
    let (quotes, charts) =
        simulation.count_requests("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z");
    assert!(
        charts * 4 >= quotes,
        "{charts} requests for history, {quotes} for quotes"
    );
}

#[test]
fn streamed_symbols_are_requested_rarely_and_within_a_minute_of_the_streams_end() {
    let mut simulation = Simulation::starting_at("2026-11-20T15:00:00Z");
    simulation.watched = ["AAPL".to_owned()].into();
    simulation.run_until("2026-11-20T15:02:00Z");
    simulation.poller.set_streamed(|symbol| symbol != "MSFT");
    simulation.run_until("2026-11-20T16:00:00Z");
    let requests = |simulation: &Simulation, symbol: &str| {
        let hour = second("2026-11-20T15:02:00Z")..second("2026-11-20T16:00:00Z");
        let requested = simulation.quoted[symbol]
            .iter()
            .filter(|at| hour.contains(at));
        requested.count()
    };
    assert!(
        (5..=8).contains(&requests(&simulation, "AAPL")),
        "a watched streamed symbol was requested {} times",
        requests(&simulation, "AAPL")
    );
    assert!(
        requests(&simulation, "MSFT") > 80,
        "a symbol that is not streamed was requested {} times",
        requests(&simulation, "MSFT")
    );
    let end = simulation.now;
    simulation.poller.set_streamed(|_| false);
    simulation.run_until("2026-11-20T16:05:00Z");
    for symbol in simulation.symbols(Calendar::NewYork) {
        let next = simulation.quoted[&symbol]
            .iter()
            .find(|at| **at > end)
            .unwrap();
        assert!(
            next - end <= 60,
            "{symbol} was requested after {} s",
            next - end
        );
    }
}

#[test]
fn no_quotes_are_requested_on_a_weekend_after_all_closes_are_known() {
    let mut simulation = Simulation::starting_at("2026-11-20T20:00:00Z");
    simulation.run_until("2026-11-21T00:00:00Z");
    let took = simulation.seconds_until_all_requested("2026-11-20T21:20:00Z", Calendar::NewYork);
    assert!(
        took <= 60,
        "the last closing price was requested after {took} s"
    );
    simulation.run_until("2026-11-22T23:00:00Z");
    let (quotes, _) = simulation.count_requests("2026-11-21T00:00:00Z", "2026-11-22T23:00:00Z");
    assert_eq!(quotes, 0);
    simulation.run_until("2026-11-22T23:01:00Z");
    let took = simulation.seconds_until_all_requested("2026-11-22T23:00:00Z", Calendar::Futures);
    assert!(
        took <= 30,
        "the first prices of futures were requested after {took} s"
    );
}

#[test]
fn a_symbol_missing_from_responses_gets_its_price_from_charts_and_is_retried_with_increasing_delays()
 {
    let mut simulation = Simulation::with_first(50, "2026-11-20T15:00:00Z");
    simulation.has = |symbol| symbol != "MSFT";
    simulation.run_until("2026-11-20T20:59:00Z");
    let requested = &simulation.quoted["MSFT"];
    assert!((5..=6).contains(&requested.len()), "{requested:?}");
    let index = simulation
        .poller
        .tasks
        .iter()
        .position(|task| task.target.symbol == "MSFT");
    assert_eq!(
        simulation.poller.price_source(index.unwrap()),
        PriceSource::Chart
    );
    let third = requested[2];
    let chart = simulation
        .history_requests
        .iter()
        .find(|(at, symbol, step)| {
            *at > third && symbol == "MSFT" && *step == Interval::FiveMinutes
        });
    let waited = chart.unwrap().0 - third;
    assert!(waited <= 120, "its chart was requested after {waited} s");
    let was_alone = |at: &i64| simulation.quote_requests.contains(&(*at, 1));
    assert!(
        requested[3..].iter().all(was_alone),
        "the symbol was requested together with others"
    );
    simulation.has = |_| true;
    let monday = "2026-11-23T15:00:00Z";
    simulation.run_until(monday);
    assert_eq!(
        simulation.poller.price_source(index.unwrap()),
        PriceSource::Spark
    );
}

#[test]
fn all_prices_come_from_charts_while_quote_requests_fail() {
    let mut simulation = Simulation::starting_at("2026-11-20T15:00:00Z");
    let now = |simulation: &Simulation| Timestamp::from_second(simulation.now).unwrap();
    let mut failures = Vec::new();
    while failures.len() < 8 {
        if let Some(request) = simulation
            .poller
            .next(now(&simulation), |_| false, |_| false, true)
        {
            simulation
                .poller
                .record_failure(&request, now(&simulation), true);
            failures.push(simulation.now);
        }
        simulation.now += GAP;
    }
    let pauses: Vec<i64> = failures.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(pauses, [60, 120, 240, 480, 900, 900, 900]);
    assert_eq!(simulation.poller.price_source(0), PriceSource::Chart);
    let missing: Vec<_> = simulation
        .poller
        .tasks
        .iter()
        .filter(|task| task.missing > 1)
        .collect();
    assert!(missing.is_empty(), "symbols count as missing: {missing:?}");
    simulation.run_until("2026-11-20T16:30:00Z");
    let symbols = simulation.symbols(Calendar::NewYork);
    let recovered_at = simulation.quote_requests[0].0;
    let is_late = |symbol: &String| simulation.quoted[symbol][0] - recovered_at > 30;
    assert!(!symbols.iter().any(is_late));
    assert_eq!(simulation.poller.price_source(0), PriceSource::Spark);
}

#[test]
fn a_rejected_symbol_delays_others_only_briefly() {
    let mut simulation = Simulation::starting_at("2026-11-20T15:00:00Z");
    while simulation.now < second("2026-11-20T15:30:00Z") {
        let now = Timestamp::from_second(simulation.now).unwrap();
        if let Some(request) = simulation.poller.next(now, |_| false, |_| false, true) {
            let is_rejected = |index: &usize| simulation.poller.target(*index).symbol == "MSFT";
            if request.0.iter().any(is_rejected) {
                simulation.poller.record_failure(&request, now, true);
            } else {
                simulation.receive_quotes(&request, now);
            }
        }
        simulation.now += GAP;
    }
    let others = simulation.symbols(Calendar::NewYork);
    let others: Vec<_> = others
        .into_iter()
        .filter(|symbol| symbol != "MSFT")
        .collect();
    let wait = simulation.longest_wait(&others, "2026-11-20T15:24:00Z", "2026-11-20T15:30:00Z");
    assert!(wait <= 90, "other prices were requested after {wait} s");
}

#[test]
fn requests_continue_after_the_clock_is_set_back() {
    let mut simulation = Simulation::starting_at("2026-11-21T01:00:00Z");
    (0..60).for_each(|_| simulation.step());
    simulation.now = second("2026-11-20T15:00:00Z");
    (0..30).for_each(|_| simulation.step());
    let set_back = simulation.now - 30 * GAP;
    let symbols = simulation.symbols(Calendar::NewYork);
    let was_requested = |symbol: &String| {
        let requested = simulation.quoted[symbol].iter();
        requested
            .copied()
            .any(|at| (set_back..set_back + 60).contains(&at))
    };
    assert!(symbols.iter().all(was_requested));
}

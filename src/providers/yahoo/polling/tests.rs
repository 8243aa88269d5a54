//! Polling the whole catalogue together with its history, one request every two seconds, with a
//! simulated clock.

use std::collections::{HashMap, HashSet};

use super::*;
use crate::{
    catalogue::Catalogue,
    domain::{bar::Interval, session::Calendar},
    providers::yahoo::{history::HistoryQueue, spark::MAX_SYMBOLS, target::interleaved},
};

/// Interval between two requests in seconds, as in the default settings.
const GAP: i64 = 2;
/// Interval between two cycles in seconds, as in the default settings.
const EVERY: i64 = 30;

/// The simulated response for one symbol.
type SymbolFilter = fn(&str) -> bool;

struct Days {
    poller: QuotePoller,
    history: HistoryQueue,
    now: i64,
    watched: HashSet<String>,
    /// Symbols that responses include.
    has: SymbolFilter,
    /// When each quote was requested.
    quoted: HashMap<String, Vec<i64>>,
    /// When each request for quotes was sent, and its number of symbols.
    calls: Vec<(i64, usize)>,
    /// When each request for history was sent, and what it was.
    charts: Vec<(i64, String, Interval)>,
}

impl Days {
    /// The whole catalogue from `now` on, with coins priced elsewhere.
    fn from(now: &str) -> Self {
        Self::of(now, usize::MAX)
    }

    /// The first `count` of the catalogue.
    fn of(now: &str, count: usize) -> Self {
        let catalogue = Catalogue::embedded().unwrap();
        let targets = catalogue.instruments.iter().filter_map(Target::of);
        let targets = interleaved(targets.take(count).collect());
        let mut poller = QuotePoller::new(&targets, EVERY);
        poller.set_priced_here(|target| target.kind != TickerKind::Crypto);
        Self {
            poller,
            history: HistoryQueue::new(targets),
            now: second(now),
            watched: HashSet::new(),
            has: |_| true,
            quoted: HashMap::new(),
            calls: Vec::new(),
            charts: Vec::new(),
        }
    }

    /// Sends one request and waits the interval, or until one is due.
    fn step(&mut self) {
        let now = Timestamp::from_second(self.now).unwrap();
        let names = self.watched.clone();
        let watched = |symbol: &str| names.contains(symbol);
        let poller = &self.poller;
        self.history.set_priced_by(|at, _| poller.priced_by(at));
        let due = self.history.next_due(now, |_| false, watched);
        let is_history_due = due.is_some_and(|due| due <= self.now);
        if let Some(request) = self.poller.next(now, |_| false, watched, is_history_due) {
            self.answer(&request, now);
        } else if let Some(request) =
            self.history
                .next(now, |_| false, watched, |_, _| Some(self.now))
        {
            let symbol = request.target.symbol.clone();
            self.charts.push((self.now, symbol, request.interval));
            self.history.answered(&request, now, EVERY);
        }
        self.now += GAP;
        let now = Timestamp::from_second(self.now).unwrap();
        let chart = self.history.next_due(now, |_| false, watched);
        let quote = self.poller.next_due(now, |_| false, watched);
        self.now = self.now.max(chart.into_iter().chain(quote).min().unwrap());
    }

    fn answer(&mut self, request: &QuoteRequest, now: Timestamp) {
        self.calls.push((self.now, request.0.len()));
        self.poller.answered();
        for at in &request.0 {
            let symbol = self.poller.target(*at).symbol.clone();
            let asked = self.quoted.entry(symbol.clone()).or_default();
            asked.push(self.now);
            if (self.has)(&symbol) {
                self.poller.found(*at, now);
            } else {
                self.poller.missing(*at, now);
            }
        }
    }

    fn until(&mut self, end: &str) {
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

    /// Returns the seconds after `then` until each symbol of `calendar` was requested.
    fn all_quoted_after(&self, then: &str, calendar: Calendar) -> i64 {
        let first = |symbol: &String| {
            let asked = self.quoted.get(symbol).into_iter().flatten();
            asked
                .copied()
                .find(|at| *at >= second(then))
                .unwrap_or(i64::MAX)
        };
        let last = self.symbols(calendar).iter().map(first).max().unwrap();
        last - second(then)
    }

    /// Returns the longest time between two quotes of one of `symbols` within a span.
    fn longest_wait(&self, symbols: &[String], from: &str, to: &str) -> i64 {
        let span = second(from)..second(to);
        let wait = |symbol: &String| {
            let asked: Vec<i64> = self.quoted[symbol]
                .iter()
                .copied()
                .filter(|at| span.contains(at))
                .collect();
            assert!(asked.len() > 1, "{symbol} was asked for {asked:?}");
            asked
                .windows(2)
                .map(|pair| pair[1] - pair[0])
                .max()
                .unwrap()
        };
        symbols.iter().map(wait).max().unwrap()
    }

    fn requests(&self, from: &str, to: &str) -> (usize, usize) {
        let span = second(from)..second(to);
        let quotes = self.calls.iter().filter(|(at, _)| span.contains(at));
        let charts = self.charts.iter().filter(|(at, ..)| span.contains(at));
        (quotes.count(), charts.count())
    }
}

fn second(text: &str) -> i64 {
    text.parse::<Timestamp>().unwrap().as_second()
}

#[test]
fn a_first_start_has_every_price_within_half_a_minute_whether_markets_are_open_or_not() {
    // A Friday afternoon in New York, and the Saturday after.
    for start in ["2026-11-20T18:00:00Z", "2026-11-21T19:00:00Z"] {
        let mut days = Days::from(start);
        (0..30).for_each(|_| days.step());
        for calendar in [Calendar::NewYork, Calendar::Futures] {
            let took = days.all_quoted_after(start, calendar);
            assert!(took <= 30, "{calendar:?} took {took} s");
        }
        let coins = days.symbols(Calendar::Always);
        let asked = coins.iter().any(|coin| days.quoted.contains_key(coin));
        assert!(!asked, "another provider prices them");
        let (.., largest) = days.calls.iter().max_by_key(|(_, count)| count).unwrap();
        assert_eq!(*largest, MAX_SYMBOLS);
    }
}

#[test]
fn every_price_is_requested_within_half_a_minute_of_the_open() {
    let mut days = Days::from("2026-11-20T12:00:00Z");
    days.until("2026-11-20T14:35:00Z");
    let took = days.all_quoted_after("2026-11-20T14:30:05Z", Calendar::NewYork);
    assert!(took <= 40, "the last of them after {took} s");
}

#[test]
fn prices_of_open_markets_are_at_most_a_minute_old_while_history_progresses() {
    let mut days = Days::from("2026-11-20T15:00:00Z");
    days.until("2026-11-20T17:00:00Z");
    let all = days.symbols(Calendar::NewYork);
    // From the first minute of a new installation to the second hour.
    for (from, to) in [
        ("2026-11-20T15:01:00Z", "2026-11-20T16:00:00Z"),
        ("2026-11-20T16:00:00Z", "2026-11-20T17:00:00Z"),
    ] {
        let wait = days.longest_wait(&all, from, to);
        assert!(wait <= 45, "a price of an open market after {wait} s");
    }
    let (quotes, charts) = days.requests("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z");
    assert!(quotes + charts <= 1_800, "one in two seconds");
    assert!(
        charts * 3 >= quotes,
        "{charts} for history, {quotes} for quotes"
    );
    let of = |interval: Interval| {
        let asked = days.charts.iter().filter(|(.., step)| *step == interval);
        let symbols: HashSet<&String> = asked.map(|(_, symbol, _)| symbol).collect();
        symbols.len()
    };
    for interval in Interval::ALL {
        assert_eq!(of(interval), days.poller.tasks.len(), "{interval:?}");
    }
}

#[test]
fn watched_quotes_are_requested_every_ten_seconds_and_bars_every_five_minutes() {
    let mut days = Days::from("2026-11-20T15:00:00Z");
    days.until("2026-11-20T16:30:00Z");
    days.watched = ["AAPL", "GC=F", "BTC"].map(str::to_owned).into();
    days.until("2026-11-20T17:30:00Z");
    let shown = ["AAPL", "GC=F"].map(str::to_owned);
    let wait = days.longest_wait(&shown, "2026-11-20T16:30:10Z", "2026-11-20T17:30:00Z");
    assert!(
        wait <= WATCHED_INTERVAL + GAP,
        "a price that is looked at after {wait} s"
    );
    let bars = |of: &str| {
        let asked = days.charts.iter().filter(|(at, symbol, step)| {
            *at >= second("2026-11-20T16:30:00Z") && symbol == of && *step == Interval::FiveMinutes
        });
        asked.count()
    };
    assert!((11..=13).contains(&bars("AAPL")), "{}", bars("AAPL"));
    assert!(bars("MSFT") <= 2);
    let all = days.symbols(Calendar::NewYork);
    let wait = days.longest_wait(&all, "2026-11-20T16:31:00Z", "2026-11-20T17:30:00Z");
    assert!(wait <= 60, "the others after {wait} s");
}

/// Prices of a single stream at night, of a coin and of a streamed stock: the source is requested at once.
#[test]
fn an_unconfirmed_price_is_requested_at_once() {
    let mut days = Days::from("2026-11-20T15:00:00Z");
    days.until("2026-11-21T03:00:00Z");
    days.poller.set_streamed(|symbol| symbol == "MSFT");
    days.poller
        .set_unconfirmed(["BTC", "MSFT"].map(str::to_owned).into());
    let from = days.now;
    days.now += 1;
    for _ in 0..12 {
        days.step();
    }
    let count = |days: &Days, of: &str| {
        let asked = days.quoted.get(of).into_iter().flatten();
        asked.filter(|at| **at > from && **at <= from + 65).count()
    };
    assert!(
        (2..=7).contains(&count(&days, "BTC")),
        "{}",
        count(&days, "BTC")
    );
    assert!(
        (2..=7).contains(&count(&days, "MSFT")),
        "{}",
        count(&days, "MSFT")
    );
    days.poller.set_unconfirmed(HashSet::new());
    let before = days.quoted["BTC"].len();
    days.until("2026-11-21T04:00:00Z");
    assert_eq!(days.quoted["BTC"].len(), before);
}

#[test]
fn watching_everything_leaves_slots_for_history() {
    let mut days = Days::from("2026-11-20T15:00:00Z");
    days.watched = days.symbols(Calendar::NewYork).into_iter().collect();
    days.until("2026-11-20T16:00:00Z");
    let (quotes, charts) = days.requests("2026-11-20T15:00:00Z", "2026-11-20T16:00:00Z");
    assert!(
        charts * 4 >= quotes,
        "{charts} for history, {quotes} for quotes"
    );
}

#[test]
fn streamed_symbols_are_requested_rarely_and_within_a_minute_of_the_streams_end() {
    let mut days = Days::from("2026-11-20T15:00:00Z");
    days.watched = ["AAPL".to_owned()].into();
    days.until("2026-11-20T15:02:00Z");
    days.poller.set_streamed(|symbol| symbol != "MSFT");
    days.until("2026-11-20T16:00:00Z");
    let requests = |days: &Days, of: &str| {
        let hour = second("2026-11-20T15:02:00Z")..second("2026-11-20T16:00:00Z");
        let asked = days.quoted[of].iter().filter(|at| hour.contains(at));
        asked.count()
    };
    assert!((5..=8).contains(&requests(&days, "AAPL")), "watched or not");
    assert!(requests(&days, "MSFT") > 80, "the stream has nothing of it");
    let end = days.now;
    days.poller.set_streamed(|_| false);
    days.until("2026-11-20T16:05:00Z");
    for symbol in days.symbols(Calendar::NewYork) {
        let next = days.quoted[&symbol].iter().find(|at| **at > end).unwrap();
        assert!(next - end <= 60, "{symbol} after {} s", next - end);
    }
}

#[test]
fn no_quotes_are_requested_on_a_weekend_after_all_closes_are_known() {
    let mut days = Days::from("2026-11-20T20:00:00Z");
    days.until("2026-11-21T00:00:00Z");
    let took = days.all_quoted_after("2026-11-20T21:20:00Z", Calendar::NewYork);
    assert!(took <= 60, "the close of everybody after {took} s");
    days.until("2026-11-22T23:00:00Z");
    let (quotes, _) = days.requests("2026-11-21T00:00:00Z", "2026-11-22T23:00:00Z");
    assert_eq!(quotes, 0);
    days.until("2026-11-22T23:01:00Z");
    let took = days.all_quoted_after("2026-11-22T23:00:00Z", Calendar::Futures);
    assert!(took <= 30, "the futures open again: {took} s");
}

#[test]
fn a_symbol_missing_from_responses_is_left_to_charts_and_retried_with_growing_delays() {
    let mut days = Days::of("2026-11-20T15:00:00Z", 50);
    days.has = |symbol| symbol != "MSFT";
    days.until("2026-11-20T20:59:00Z");
    let asked = &days.quoted["MSFT"];
    assert!((5..=6).contains(&asked.len()), "{asked:?}");
    let at = days
        .poller
        .tasks
        .iter()
        .position(|task| task.target.symbol == "MSFT");
    assert_eq!(days.poller.priced_by(at.unwrap()), PricedBy::Chart);
    let third = asked[2];
    let chart = days.charts.iter().find(|(at, symbol, step)| {
        *at > third && symbol == "MSFT" && *step == Interval::FiveMinutes
    });
    let waited = chart.unwrap().0 - third;
    assert!(waited <= 120, "its price by a chart after {waited} s");
    let alone = |at: &i64| days.calls.contains(&(*at, 1));
    assert!(asked[3..].iter().all(alone), "it spoils nobody's answer");
    days.has = |_| true;
    let tomorrow = "2026-11-23T15:00:00Z";
    days.until(tomorrow);
    assert_eq!(days.poller.priced_by(at.unwrap()), PricedBy::Spark);
}

#[test]
fn while_quotes_fail_all_symbols_are_left_to_charts_until_recovery() {
    let mut days = Days::from("2026-11-20T15:00:00Z");
    let now = |days: &Days| Timestamp::from_second(days.now).unwrap();
    let mut failures = Vec::new();
    while failures.len() < 8 {
        if let Some(request) = days.poller.next(now(&days), |_| false, |_| false, true) {
            days.poller.failed(&request, now(&days), true);
            failures.push(days.now);
        }
        days.now += GAP;
    }
    let pauses: Vec<i64> = failures.windows(2).map(|pair| pair[1] - pair[0]).collect();
    assert_eq!(pauses, [60, 120, 240, 480, 900, 900, 900]);
    assert_eq!(days.poller.priced_by(0), PricedBy::Chart);
    let left: Vec<_> = days
        .poller
        .tasks
        .iter()
        .filter(|task| task.missing > 1)
        .collect();
    assert!(left.is_empty(), "no symbol is blamed for it");
    days.until("2026-11-20T16:30:00Z");
    let everybody = days.symbols(Calendar::NewYork);
    let back = days.calls[0].0;
    let late = |symbol: &String| days.quoted[symbol][0] - back > 30;
    assert!(!everybody.iter().any(late));
    assert_eq!(days.poller.priced_by(0), PricedBy::Spark);
}

#[test]
fn a_refused_symbol_costs_others_only_a_few_requests() {
    let mut days = Days::from("2026-11-20T15:00:00Z");
    while days.now < second("2026-11-20T15:30:00Z") {
        let now = Timestamp::from_second(days.now).unwrap();
        if let Some(request) = days.poller.next(now, |_| false, |_| false, true) {
            let is_odd = |at: &usize| days.poller.target(*at).symbol == "MSFT";
            if request.0.iter().any(is_odd) {
                days.poller.failed(&request, now, true);
            } else {
                days.answer(&request, now);
            }
        }
        days.now += GAP;
    }
    let others = days.symbols(Calendar::NewYork);
    let others: Vec<_> = others
        .into_iter()
        .filter(|symbol| symbol != "MSFT")
        .collect();
    let wait = days.longest_wait(&others, "2026-11-20T15:24:00Z", "2026-11-20T15:30:00Z");
    assert!(wait <= 90, "{wait}");
}

#[test]
fn a_clock_set_back_stops_no_request() {
    let mut days = Days::from("2026-11-21T01:00:00Z");
    (0..60).for_each(|_| days.step());
    days.now = second("2026-11-20T15:00:00Z");
    (0..30).for_each(|_| days.step());
    let set_back = days.now - 30 * GAP;
    let everybody = days.symbols(Calendar::NewYork);
    let again = |symbol: &String| {
        let asked = days.quoted[symbol].iter();
        asked
            .copied()
            .any(|at| (set_back..set_back + 60).contains(&at))
    };
    assert!(everybody.iter().all(again));
}

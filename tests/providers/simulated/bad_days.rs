//! Every source with every fault. On a bad day, several sources fail, each with a different fault, and the others work. The faults rotate
//! from day to day.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::{Arc, Mutex},
    time::Duration,
};

use marketdeck::{
    catalogue::Catalogue,
    domain::{Timestamp, quote::QuoteUpdate},
    providers::live,
    source::{Update, health::HealthBoard},
    testing::ManualClock,
};
use serde_json::Value;

use super::{
    Fault, START, Simulation, responses, run_simulation,
    source_groups::{SOURCE_GROUPS, SourceGroup},
    streams,
};
use crate::common::quote;

const MINUTE: Duration = Duration::from_secs(60);
/// A longer delay is skipped in one step.
const LONG_DELAY: Duration = Duration::from_secs(5 * 60);
/// Seconds after the start until every source was requested once.
const START_SECONDS: i64 = 300;
/// Seconds until every source has recovered: facts are not requested for six hours after a rejection.
const RECOVERY_SECONDS: i64 = 7 * 3_600;
/// Seconds until every price is fresh after its source has recovered.
const FRESH_SECONDS: i64 = 600;
/// Maximum number of requests to a failing source on a bad day.
const MAX_REQUESTS_WHILE_FAILING: usize = 20;

const HTTP_FAULTS: &[Fault] = &[
    Fault::Throttled,
    Fault::Broken,
    Fault::Hangs,
    Fault::Garbage,
    Fault::WebPage,
    Fault::Truncated,
    Fault::OddField,
    Fault::ChangedShape,
    Fault::DayOld,
];

const STREAM_FAULTS: &[Fault] = &[
    Fault::Throttled,
    Fault::Broken,
    Fault::Hangs,
    Fault::Garbage,
    Fault::WebPage,
    Fault::Truncated,
    Fault::OddField,
    Fault::ChangedShape,
    Fault::DayOld,
    Fault::Refused,
    Fault::Dropped,
    Fault::Silent,
];

/// Clock offsets in seconds. Times that differ by more than two hours from the clock are rejected.
const CLOCK_OFFSETS: [i64; 3] = [3_600, -3_600, -3 * 3_600];

/// The condition of a source on a day.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum DayCondition {
    NoFault,
    Faulty(Fault),
    /// The program's clock is ahead by this many seconds.
    ClockAhead(i64),
}

impl DayCondition {
    fn name(self) -> String {
        match self {
            Self::NoFault => "no fault".to_owned(),
            Self::Faulty(fault) => format!("{fault:?}"),
            Self::ClockAhead(ahead) => format!("clock {:+} h", ahead / 3_600),
        }
    }

    /// Returns true if the source supplies no data in this condition.
    fn stops_all_data(self) -> bool {
        matches!(self, Self::Faulty(fault) if !matches!(fault, Fault::OddField | Fault::DayOld))
    }

    /// Returns the expected state of a source that supplies no data. Facts are optional, so a rejected facts request is not a failure.
    fn state(self, source: &str) -> &'static str {
        match (self, source) {
            // Nasdaq does not answer some clients at all, so this is not a failure.
            (Self::Faulty(Fault::Throttled), "yahoo_facts")
            | (Self::Faulty(Fault::Hangs), "nasdaq_history" | "nasdaq_screener")
            | (Self::Faulty(Fault::Refused), "binance_stream") => "refused",
            _ => "failing",
        }
    }

    /// Returns a part of the expected error on the status page.
    fn expected_error(self, source: &str) -> &'static str {
        let Self::Faulty(fault) = self else { return "" };
        match fault {
            Fault::Throttled => "slow down (HTTP 429)",
            Fault::Broken => "HTTP 500",
            Fault::Hangs if source.starts_with("nasdaq") => "did not respond within 10s",
            Fault::Hangs if source.starts_with("bls") => "did not respond within 30s",
            Fault::Hangs if source == "sec" => "did not respond within 120s",
            Fault::Hangs => "did not respond within 15s",
            Fault::Garbage | Fault::ChangedShape => "is invalid",
            Fault::WebPage if is_stream(source) => "HTTP 200",
            Fault::WebPage => "got a web page",
            Fault::Truncated if source == "rss" => "before end of input",
            Fault::Truncated => "is truncated",
            Fault::OddField | Fault::DayOld => "",
            Fault::Refused => "HTTP 403",
            Fault::Dropped => "closed the connection",
            Fault::Silent => "was silent for",
        }
    }
}

fn is_stream(name: &str) -> bool {
    streams::STREAMS.contains(&name)
}

fn faults_of(name: &str) -> &'static [Fault] {
    if is_stream(name) {
        STREAM_FAULTS
    } else {
        HTTP_FAULTS
    }
}

/// A day, with the condition of each source.
struct Day {
    group: &'static SourceGroup,
    conditions: Vec<DayCondition>,
}

/// Returns days on which each source has each fault once.
fn days() -> Vec<Day> {
    let mut days = Vec::new();
    for group in SOURCE_GROUPS {
        let names = group.names();
        // One day more than there are faults, so that every source has a day without a fault.
        let count = names.iter().map(|name| faults_of(name).len() + 1).max();
        for day in 0..count.unwrap_or_default() {
            let condition = |(at, name): (usize, &&str)| {
                let faults = faults_of(name);
                let fault = faults.get((day + 3 * at) % (faults.len() + 1));
                fault.map_or(DayCondition::NoFault, |fault| DayCondition::Faulty(*fault))
            };
            let conditions = names.iter().enumerate().map(condition).collect();
            days.push(Day { group, conditions });
        }
        for ahead in CLOCK_OFFSETS {
            let conditions = vec![DayCondition::ClockAhead(ahead); group.sources.len()];
            days.push(Day { group, conditions });
        }
    }
    days
}

/// The result for one source on one day.
struct Row {
    source: &'static str,
    condition: DayCondition,
    /// The entry of the source in `/api/status` at the end of the day.
    status: Value,
    /// Whether the price of the source's ticker was stale at that time, and the ticker's error; `None` if the source supplies no price.
    ticker: Option<(bool, Value)>,
    /// True if another source supplied the price.
    has_fallback: bool,
    /// The maximum number of requests in any minute of the bad day.
    requests_per_minute: usize,
    /// The number of requests on the bad day.
    total_requests: usize,
    /// When the bad day began.
    began: Timestamp,
    /// Seconds from the end of the bad day until the source worked again; `None` if it did not within [`RECOVERY_SECONDS`].
    recovery_seconds: Option<i64>,
}

impl Row {
    fn error(&self) -> &str {
        self.status["lastError"].as_str().unwrap_or_default()
    }

    fn print(&self) {
        let price = match self.ticker {
            Some((true, _)) => "old",
            Some((false, _)) => "fresh",
            None => "-",
        };
        println!(
            "{:<15} {:<10} {:<8} {:<8} {:<6} {:>5} {:>5} {:>8} s  {}",
            self.source,
            self.condition.name(),
            self.status["state"].as_str().unwrap_or_default(),
            self.time_of_next_attempt(),
            price,
            self.requests_per_minute,
            self.total_requests,
            self.recovery_seconds
                .map_or_else(|| "never".to_owned(), |seconds| seconds.to_string()),
            self.error()
        );
    }

    /// Returns the UTC time of day of the next attempt.
    fn time_of_next_attempt(&self) -> &str {
        let next = self.status["nextAttempt"].as_str();
        next.and_then(|next| next.get(11..19)).unwrap_or("-")
    }

    /// Returns true if the source supplied data on its bad day.
    fn has_supplied_data(&self) -> bool {
        let last = self.status["lastSuccess"].as_str();
        let last = last.and_then(|last| last.parse::<Timestamp>().ok());
        last.is_some_and(|last| last > self.began)
    }

    /// Returns the violated expectations.
    fn violations(&self) -> Vec<String> {
        let mut violations = Vec::new();
        let mut check = |is_met: bool, violation: &str| {
            if !is_met {
                let condition = self.condition.name();
                violations.push(format!(
                    "{} ({condition}): {violation}: {}",
                    self.source, self.status
                ));
            }
        };
        check(self.recovery_seconds.is_some(), "no recovery");
        let is_old = self.ticker.as_ref().map(|(is_old, _)| *is_old);
        match self.condition {
            condition if condition.stops_all_data() => {
                let state = condition.state(self.source);
                check(self.status["state"] == state, "unexpected state");
                check(
                    self.error().contains(condition.expected_error(self.source)),
                    "unexpected error",
                );
                check(
                    self.error().ends_with('.'),
                    "the error does not end with a full stop",
                );
                check(self.status["nextAttempt"].is_string(), "no next attempt");
                check(!self.has_supplied_data(), "unexpected data");
                check(
                    is_old != Some(self.has_fallback),
                    "unexpected age of the price",
                );
                let has_error = self.ticker.as_ref().map(|(_, error)| error.is_string());
                check(
                    has_error != Some(self.has_fallback),
                    "unexpected error of the ticker",
                );
                check(
                    self.total_requests > 0,
                    "the source was not requested again",
                );
                let feeds = if self.source == "rss" { 4 } else { 1 };
                check(
                    self.total_requests <= MAX_REQUESTS_WHILE_FAILING * feeds,
                    "too many requests",
                );
            }
            DayCondition::ClockAhead(ahead) if ahead < -2 * 3_600 => {
                let dates = [
                    "yahoo",
                    "coingecko",
                    "finnhub",
                    "twelve_data",
                    "cboe",
                    "cnbc",
                    "binance",
                    "nasdaq_quotes",
                ];
                if dates.contains(&self.source) || is_stream(self.source) {
                    check(
                        self.error().contains("clock"),
                        "the error does not mention the clock",
                    );
                }
            }
            condition => {
                check(self.status["state"] == "ok", "the state is not ok");
                check(self.error().is_empty(), "unexpected error");
                check(
                    self.has_supplied_data() || condition != DayCondition::NoFault,
                    "no data",
                );
                // A custom source does not supply a time.
                let is_old_at_source = matches!(
                    condition,
                    DayCondition::ClockAhead(1..) | DayCondition::Faulty(Fault::DayOld)
                ) && self.source != "sources";
                let has_fresh_fallback =
                    self.has_fallback && condition == DayCondition::Faulty(Fault::DayOld);
                check(
                    is_old.is_none_or(|is_old| is_old == (is_old_at_source && !has_fresh_fallback)),
                    "unexpected age of the price",
                );
            }
        }
        violations
    }
}

/// The entry of a list whose field is `value`.
fn entry(list: &Value, field: &str, value: &str) -> Value {
    let found = list
        .as_array()
        .and_then(|all| all.iter().find(|one| one[field] == value));
    found
        .unwrap_or_else(|| panic!("no {value} in {list}"))
        .clone()
}

impl Simulation {
    /// Advances the time until every source has worked since `since`, or for `max_seconds`. Returns the seconds that each source needed;
    /// `None` for a source that did not work.
    async fn wait_for(
        &mut self,
        group: &SourceGroup,
        names: &[&str],
        max_seconds: i64,
        since: Timestamp,
    ) -> Vec<Option<i64>> {
        let began = self.milliseconds;
        let mut recovery_seconds = vec![None; names.len()];
        loop {
            let seconds = (self.milliseconds - began) / 1_000;
            for (name, recovered) in names.iter().zip(&mut recovery_seconds) {
                if recovered.is_none() && self.is_ok_since(name, since) {
                    *recovered = Some(seconds);
                }
            }
            if recovery_seconds.iter().all(Option::is_some) || seconds > max_seconds {
                return recovery_seconds;
            }
            let missing = names
                .iter()
                .zip(&recovery_seconds)
                .filter(|(_, recovered)| recovered.is_none());
            let delay = missing.map(|(name, _)| self.delay(name)).min();
            // A long delay is skipped in one step.
            let step = delay
                .filter(|delay| *delay > LONG_DELAY)
                .unwrap_or(group.step);
            self.step(step).await;
        }
    }

    /// The delay until a source's next request.
    fn delay(&self, name: &str) -> Duration {
        let next = self.health(name).next_attempt;
        let delay = next.map(|next| next.duration_since(self.world.now()).as_secs());
        Duration::from_secs(delay.unwrap_or_default().max(0).unsigned_abs())
    }

    /// Advances the time until each ticker that only one source prices has a fresh price.
    async fn wait_for_prices(&mut self, group: &SourceGroup) {
        let began = self.milliseconds;
        let symbols = group.sources.iter().filter_map(|(_, symbol)| *symbol);
        let is_fresh = |ticker: &Value| {
            // Some days end after the close in New York; stocks then have no regular price.
            let is_over = ["post", "closed"]
                .iter()
                .any(|session| ticker["session"] == *session);
            ticker["price"].is_number() && (ticker["stale"] == false || is_over)
        };
        for symbol in symbols {
            let path = format!("/api/tickers/{symbol}");
            loop {
                let ticker = self.json(&path).await;
                if is_fresh(&ticker) {
                    break;
                }
                let seconds = (self.milliseconds - began) / 1_000;
                assert!(
                    seconds <= FRESH_SECONDS,
                    "{symbol} is stale after {seconds} s: {ticker}"
                );
                self.step(group.step).await;
            }
        }
    }
}

/// Runs a start without faults, a bad day, and the recovery.
async fn run_day(day: &Day) -> Vec<Row> {
    let group = day.group;
    let mut run = Simulation::start(group.start, group.profiles(), group.adjust).await;
    let starts = run
        .wait_for(group, &group.names(), START_SECONDS, Timestamp::MIN)
        .await;
    assert!(starts.iter().all(Option::is_some), "{starts:?}");
    run.wait_for_prices(group).await;
    let (since, mut began) = (run.milliseconds, run.world.now());
    let mut faults = Vec::new();
    let mut ahead = 0;
    for (name, condition) in group.names().into_iter().zip(&day.conditions) {
        match condition {
            DayCondition::NoFault => {}
            DayCondition::Faulty(fault) => faults.push((name, *fault)),
            DayCondition::ClockAhead(seconds) => ahead = *seconds,
        }
    }
    run.world.set_faults(&faults);
    run.server.clock.advance(ahead);
    began += jiff::SignedDuration::from_secs(ahead);
    run.add_tickers(group.added_profiles()).await;
    if group.names().contains(&"yahoo_facts") {
        run.send_update(Update::Quotes(vec![quote("JPM", 310.0)]))
            .await;
    }
    if group.names().contains(&"nasdaq_screener") {
        // Rows are only used for stocks with a price.
        let price = QuoteUpdate {
            as_of: run.world.now(),
            ..quote("MSFT", 250.5)
        };
        run.send_update(Update::Quotes(vec![price])).await;
    }
    run.advance(group.bad_day, group.step).await;
    let status = run.json("/api/status").await;
    let mut rows = Vec::new();
    for ((source, symbol), condition) in group.sources.iter().copied().zip(&day.conditions) {
        let mut ticker = None;
        if let Some(symbol) = symbol {
            let row = entry(&status["tickers"], "symbol", symbol);
            let detail = run.json(&format!("/api/tickers/{symbol}")).await;
            assert_eq!(row["stale"], detail["stale"], "{symbol}");
            ticker = Some((row["stale"] == true, row["lastError"].clone()));
        }
        rows.push(Row {
            source,
            condition: *condition,
            status: entry(&status["providers"], "name", source),
            ticker,
            has_fallback: source == "binance_stream"
                || source == "finnhub_stream"
                    && !day.conditions[0].stops_all_data()
                    && day.conditions[0] != DayCondition::Faulty(Fault::DayOld),
            requests_per_minute: run.max_requests_within(source, MINUTE, since),
            total_requests: run.max_requests_within(source, group.bad_day, since),
            began,
            recovery_seconds: Some(0),
        });
    }
    run.world.set_faults(&[]);
    run.server.clock.advance(-ahead);
    let is_failing = |row: &&mut Row| row.status["state"] != "ok";
    let failing: Vec<&mut Row> = rows.iter_mut().filter(is_failing).collect();
    let names: Vec<&str> = failing.iter().map(|row| row.source).collect();
    let faults_ended_at = run.world.now();
    let seconds = run
        .wait_for(group, &names, RECOVERY_SECONDS, faults_ended_at)
        .await;
    for (row, seconds) in failing.into_iter().zip(seconds) {
        row.recovery_seconds = seconds;
    }
    if rows.iter().all(|row| row.recovery_seconds.is_some()) {
        run.wait_for_prices(group).await;
    }
    rows
}

#[test]
fn every_source_reports_every_fault_and_recovers() {
    let days = Mutex::new(VecDeque::from(days()));
    let rows = Mutex::new(Vec::new());
    let next = || days.lock().unwrap().pop_front();
    let work = || {
        while let Some(day) = next() {
            let day_rows = run_simulation(run_day(&day));
            rows.lock().unwrap().extend(day_rows);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let mut rows = rows.into_inner().unwrap();
    rows.sort_by_key(|row| (row.source, row.condition.name()));
    println!(
        "{:<15} {:<10} {:<8} {:<8} {:<6} {:>5} {:>5} {:>10}  error on the status page",
        "source", "fault", "state", "next", "price", "1 min", "all", "recovered"
    );
    let violations: Vec<String> = rows.iter().flat_map(Row::violations).collect();
    // Some sources had the same fault on several days.
    rows.dedup_by_key(|row| (row.source, row.condition));
    rows.iter().for_each(Row::print);
    assert!(violations.is_empty(), "{}", violations.join("\n"));
    for (source, count) in [("yahoo", 13), ("kraken", 16), ("twelve_data", 13)] {
        let of_source = rows.iter().filter(|row| row.source == source);
        assert_eq!(of_source.count(), count, "{source}");
    }
}

#[tokio::test]
async fn every_source_is_in_a_group() {
    let board = HealthBoard::default();
    let clock = Arc::new(ManualClock::new(START.parse().unwrap()));
    let settings = responses::settings("http://127.0.0.1:9");
    let market = live(
        &settings,
        Catalogue::embedded().unwrap(),
        &board,
        &(clock as _),
    );
    let all: BTreeSet<&str> = market.sources.iter().map(|spec| spec.name).collect();
    let grouped: BTreeSet<&str> = SOURCE_GROUPS
        .iter()
        .flat_map(|group| group.names())
        .collect();
    assert_eq!(grouped, all);
}

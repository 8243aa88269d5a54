//! The table of every source on every bad day. On a day several sources are ill, each in its own way, and
//! the others are well; the faults change places from day to day.

use std::{
    collections::{BTreeSet, VecDeque},
    sync::{Arc, Mutex},
    time::Duration,
};

use marketdeck::{
    catalogue::Catalogue,
    domain::{Timestamp, ticker::TickerKind::Stock},
    providers::live,
    source::{Update, health::HealthBoard},
    testing::ManualClock,
};
use serde_json::Value;

use super::{
    Fault, START, Simulation, answers,
    cast::{CASTS, Cast},
    simulated, streams,
};
use crate::common::{profile, quote};

const MINUTE: Duration = Duration::from_secs(60);
/// A rest of more than this is waited for in one step.
const LONG: Duration = Duration::from_secs(5 * 60);
/// After so many seconds everybody was asked for the first time.
const START_LASTS: i64 = 300;
/// After so many seconds everybody is back: facts are left alone for six hours after a refusal.
const RECOVERY_LASTS: i64 = 7 * 3_600;
/// After so many seconds every price is fresh when its source is back.
const FRESH_AFTER: i64 = 600;
/// A source that is ill is asked so often on a bad day at most.
const MOST_WHILE_ILL: usize = 20;

const OF_ANSWERS: &[Fault] = &[
    Fault::Throttled,
    Fault::Broken,
    Fault::Hangs,
    Fault::Garbage,
    Fault::WebPage,
    Fault::Truncated,
    Fault::OddField,
];

const OF_STREAMS: &[Fault] = &[
    Fault::Throttled,
    Fault::Broken,
    Fault::Hangs,
    Fault::Garbage,
    Fault::WebPage,
    Fault::Truncated,
    Fault::OddField,
    Fault::Refused,
    Fault::Dropped,
    Fault::Silent,
];

/// The most that clocks may differ before a source's times are not believed is two hours.
const CLOCKS: [i64; 3] = [3_600, -3_600, -3 * 3_600];

/// What is wrong with a source.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Wrong {
    Nothing,
    With(Fault),
    /// The program's clock is so many seconds ahead.
    Clock(i64),
}

impl Wrong {
    fn name(self) -> String {
        match self {
            Self::Nothing => "nothing".to_owned(),
            Self::With(fault) => format!("{fault:?}"),
            Self::Clock(ahead) => format!("clock {:+} h", ahead / 3_600),
        }
    }

    /// Whether nothing comes from a source meanwhile.
    fn stops(self) -> bool {
        matches!(self, Self::With(fault) if fault != Fault::OddField)
    }

    /// The state of a source from which nothing comes: facts are done without where it lets nobody in.
    fn state(self, source: &str) -> &'static str {
        match (self, source) {
            (Self::With(Fault::Throttled), "yahoo_facts") => "refused",
            _ => "failing",
        }
    }

    /// What the status page says of it.
    fn words(self, source: &str) -> &'static str {
        let Self::With(fault) = self else { return "" };
        match fault {
            Fault::Throttled => "slow down (HTTP 429)",
            Fault::Broken => "HTTP 500",
            Fault::Hangs => "did not answer within 15s",
            Fault::Garbage => "not understood",
            Fault::WebPage if is_stream(source) => "HTTP 200",
            Fault::WebPage => "a web page came",
            Fault::Truncated if source == "rss" => "before end of input",
            Fault::Truncated => "ends in the middle",
            Fault::OddField => "",
            Fault::Refused => "HTTP 403",
            Fault::Dropped => "closed the connection",
            Fault::Silent => "was silent for",
        }
    }
}

fn is_stream(name: &str) -> bool {
    streams::ALL.contains(&name)
}

fn faults_of(name: &str) -> &'static [Fault] {
    if is_stream(name) {
        OF_STREAMS
    } else {
        OF_ANSWERS
    }
}

/// One day: who is ill, and how.
struct Day {
    cast: &'static Cast,
    wrong: Vec<Wrong>,
}

/// Every day that there is to live through.
fn days() -> Vec<Day> {
    let mut days = Vec::new();
    for cast in CASTS {
        let names = cast.names();
        // On one more than there are faults everybody is well once.
        let count = names.iter().map(|name| faults_of(name).len() + 1).max();
        for day in 0..count.unwrap_or_default() {
            let wrong = |(at, name): (usize, &&str)| {
                let all = faults_of(name);
                let fault = all.get((day + 3 * at) % (all.len() + 1));
                fault.map_or(Wrong::Nothing, |fault| Wrong::With(*fault))
            };
            let wrong = names.iter().enumerate().map(wrong).collect();
            days.push(Day { cast, wrong });
        }
        for ahead in CLOCKS {
            let wrong = vec![Wrong::Clock(ahead); cast.sources.len()];
            days.push(Day { cast, wrong });
        }
    }
    days
}

/// What became of one source on one day.
struct Row {
    source: &'static str,
    wrong: Wrong,
    /// As `/api/status` had it at the end of the day.
    shown: Value,
    /// Whether its ticker's price was old then, and what was said of it; `None` where it prices none.
    ticker: Option<(bool, Value)>,
    /// Another source that was not ill brought the price.
    stood_in: bool,
    in_minute: usize,
    in_all: usize,
    began: Timestamp,
    /// How many seconds after the end of the day it was well.
    well_after: i64,
}

impl Row {
    fn says(&self) -> &str {
        self.shown["lastError"].as_str().unwrap_or_default()
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
            self.wrong.name(),
            self.shown["state"].as_str().unwrap_or_default(),
            self.time_of_next_try(),
            price,
            self.in_minute,
            self.in_all,
            self.well_after,
            self.says()
        );
    }

    /// To the second, in UTC.
    fn time_of_next_try(&self) -> &str {
        let next = self.shown["nextAttempt"].as_str();
        next.and_then(|next| next.get(11..19)).unwrap_or("-")
    }

    /// Whether anything came from it on its bad day.
    fn came(&self) -> bool {
        let last = self.shown["lastSuccess"].as_str();
        let last = last.and_then(|last| last.parse::<Timestamp>().ok());
        last.is_some_and(|last| last > self.began)
    }

    /// What is not as it should be.
    fn mistakes(&self) -> Vec<String> {
        let mut mistakes = Vec::new();
        let mut check = |is_so: bool, what: &str| {
            if !is_so {
                let wrong = self.wrong.name();
                mistakes.push(format!("{} ({wrong}): {what}: {}", self.source, self.shown));
            }
        };
        let is_old = self.ticker.as_ref().map(|(is_old, _)| *is_old);
        match self.wrong {
            wrong if wrong.stops() => {
                let state = self.wrong.state(self.source);
                check(self.shown["state"] == state, "its state");
                check(
                    self.says().contains(wrong.words(self.source)),
                    "other words",
                );
                check(self.says().ends_with('.'), "no sentence");
                check(self.shown["nextAttempt"].is_string(), "no next try");
                check(!self.came(), "something came");
                check(is_old != Some(self.stood_in), "its price's age");
                let told = self.ticker.as_ref().map(|(_, error)| error.is_string());
                check(told != Some(self.stood_in), "what its ticker says");
                check(self.in_all > 0, "it was not asked again");
                let feeds = if self.source == "rss" { 4 } else { 1 };
                check(self.in_all <= MOST_WHILE_ILL * feeds, "asked too often");
            }
            Wrong::Clock(ahead) if ahead < -2 * 3_600 => {
                let dates = ["yahoo", "coingecko", "finnhub", "twelve_data"];
                if dates.contains(&self.source) || is_stream(self.source) {
                    check(self.says().contains("clock"), "nothing of the clock");
                }
            }
            wrong => {
                check(self.shown["state"] == "ok", "it is not well");
                check(self.says().is_empty(), "it complains");
                check(self.came() || wrong != Wrong::Nothing, "nothing came");
                // The price by address has no time of its own.
                let is_ahead = matches!(wrong, Wrong::Clock(1..)) && self.source != "sources";
                check(
                    is_old.is_none_or(|is_old| is_old == is_ahead),
                    "its price's age",
                );
            }
        }
        mistakes
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
    /// Goes on until all of them were well since a moment; after how many seconds each was.
    async fn wait_for(
        &mut self,
        cast: &Cast,
        names: &[&str],
        most: i64,
        since: Timestamp,
    ) -> Vec<i64> {
        let began = self.milliseconds;
        let mut well = vec![None; names.len()];
        loop {
            let seconds = (self.milliseconds - began) / 1_000;
            for (name, well) in names.iter().zip(&mut well) {
                if well.is_none() && self.is_well_since(name, since) {
                    *well = Some(seconds);
                }
            }
            if well.iter().all(Option::is_some) {
                return well.into_iter().flatten().collect();
            }
            assert!(
                seconds <= most,
                "not back after {seconds} s: {:?}",
                names.iter().zip(&well).collect::<Vec<_>>()
            );
            let missing = names.iter().zip(&well).filter(|(_, well)| well.is_none());
            let rest = missing.map(|(name, _)| self.rest(name)).min();
            // A long rest passes at once.
            let step = rest.filter(|rest| *rest > LONG).unwrap_or(cast.step);
            self.step(step).await;
        }
    }

    /// How long until a source is asked again.
    fn rest(&self, name: &str) -> Duration {
        let next = self.health(name).next_attempt;
        let rest = next.map(|next| next.duration_since(self.world.now()).as_secs());
        Duration::from_secs(rest.unwrap_or_default().max(0).unsigned_abs())
    }

    /// Goes on until every ticker that is one source's has a fresh price.
    async fn wait_for_prices(&mut self, cast: &Cast) {
        let began = self.milliseconds;
        let symbols = cast.sources.iter().filter_map(|(_, symbol)| *symbol);
        let is_fresh = |ticker: &Value| {
            // Some days end after the close in New York, when no stock has a regular price any more.
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
                    seconds <= FRESH_AFTER,
                    "{symbol} is old after {seconds} s: {ticker}"
                );
                self.step(cast.step).await;
            }
        }
    }
}

/// A good start, a bad day, and the recovery.
async fn live_through(day: &Day) -> Vec<Row> {
    let cast = day.cast;
    let mut run = Simulation::start(START, cast.profiles(), cast.adjust).await;
    run.wait_for(cast, &cast.names(), START_LASTS, Timestamp::MIN)
        .await;
    run.wait_for_prices(cast).await;
    let (since, mut began) = (run.milliseconds, run.world.now());
    let mut faults = Vec::new();
    let mut ahead = 0;
    for (name, wrong) in cast.names().into_iter().zip(&day.wrong) {
        match wrong {
            Wrong::Nothing => {}
            Wrong::With(fault) => faults.push((name, *fault)),
            Wrong::Clock(seconds) => ahead = *seconds,
        }
    }
    run.world.set(&faults);
    run.server.clock.advance(ahead);
    began += jiff::SignedDuration::from_secs(ahead);
    if cast.names().contains(&"yahoo_facts") {
        run.list(vec![profile("JPM", Stock, None)]).await;
        run.tell(Update::Quotes(vec![quote("JPM", 310.0)])).await;
    }
    run.pass(cast.bad, cast.step).await;
    let status = run.json("/api/status").await;
    let mut rows = Vec::new();
    for ((source, symbol), wrong) in cast.sources.iter().copied().zip(&day.wrong) {
        let mut ticker = None;
        if let Some(symbol) = symbol {
            let shown = entry(&status["tickers"], "symbol", symbol);
            let alone = run.json(&format!("/api/tickers/{symbol}")).await;
            assert_eq!(shown["stale"], alone["stale"], "{symbol}");
            ticker = Some((shown["stale"] == true, shown["lastError"].clone()));
        }
        rows.push(Row {
            source,
            wrong: *wrong,
            shown: entry(&status["providers"], "name", source),
            ticker,
            stood_in: source == "finnhub_stream" && !day.wrong[0].stops(),
            in_minute: run.most_within(source, MINUTE, since),
            in_all: run.most_within(source, cast.bad, since),
            began,
            well_after: 0,
        });
    }
    run.world.set(&[]);
    run.server.clock.advance(-ahead);
    let is_ill = |row: &&mut Row| row.shown["state"] != "ok";
    let ill: Vec<&mut Row> = rows.iter_mut().filter(is_ill).collect();
    let names: Vec<&str> = ill.iter().map(|row| row.source).collect();
    let healed = run.world.now();
    let after = run.wait_for(cast, &names, RECOVERY_LASTS, healed).await;
    for (row, after) in ill.into_iter().zip(after) {
        row.well_after = after;
    }
    run.wait_for_prices(cast).await;
    rows
}

#[test]
fn the_table_of_every_source_on_every_bad_day_tells_what_is_old_and_everybody_comes_back() {
    let days = Mutex::new(VecDeque::from(days()));
    let rows = Mutex::new(Vec::new());
    let next = || days.lock().unwrap().pop_front();
    let work = || {
        while let Some(day) = next() {
            let lived = simulated(live_through(&day));
            rows.lock().unwrap().extend(lived);
        }
    };
    std::thread::scope(|scope| {
        scope.spawn(work);
        scope.spawn(work);
    });
    let mut rows = rows.into_inner().unwrap();
    rows.sort_by_key(|row| (row.source, row.wrong.name()));
    println!(
        "{:<15} {:<10} {:<8} {:<8} {:<6} {:>5} {:>5} {:>10}  the status page says",
        "source", "wrong", "state", "next try", "price", "1 min", "all", "well after"
    );
    let mistakes: Vec<String> = rows.iter().flat_map(Row::mistakes).collect();
    // Some lived through the same more than once.
    rows.dedup_by_key(|row| (row.source, row.wrong));
    rows.iter().for_each(Row::print);
    assert!(mistakes.is_empty(), "{}", mistakes.join("\n"));
    for (source, count) in [("yahoo", 11), ("kraken", 14), ("twelve_data", 11)] {
        let of_source = rows.iter().filter(|row| row.source == source);
        assert_eq!(of_source.count(), count, "{source}");
    }
}

#[tokio::test]
async fn the_table_has_every_source_that_there_is() {
    let board = HealthBoard::default();
    let clock = Arc::new(ManualClock::new(START.parse().unwrap()));
    let all = answers::settings("http://127.0.0.1:9");
    let all = live(&all, Catalogue::embedded().unwrap(), &board, &(clock as _));
    let all: BTreeSet<&str> = all.sources.iter().map(|spec| spec.name).collect();
    let ours: BTreeSet<&str> = CASTS.iter().flat_map(|cast| cast.names()).collect();
    assert_eq!(ours, all);
}

//! Which quotes to ask for next. Everybody is asked about in cycles, up to twenty in one request and
//! those whom somebody watches first; between two cycles history has its turns.

mod pick;
#[cfg(test)]
mod tests;

use std::collections::{HashSet, VecDeque};

use jiff::Timestamp;

use super::{
    target::{PricedBy, Target},
    timing::{Due, MINUTE, again, no_data_pause},
};
use crate::domain::ticker::TickerKind;

/// So many answers in a row without a symbol, and it is asked for by a chart.
const MOST_MISSING: u32 = 3;
/// So many requests in a row that failed, and everybody is asked for by charts.
const MOST_FAILURES: u32 = 2;
/// Pause after a request that failed; it doubles each time.
const FAILED: i64 = MINUTE;
/// Longest such pause.
const LONGEST_PAUSE: i64 = 15 * MINUTE;
/// The first quote of a session is asked for so long after its opening.
const OPENING: i64 = 10;
/// Pause between two quotes of a ticker that somebody watches, and between two requests for such
/// that are sent ahead of their cycle.
const WATCHED: i64 = 10;
/// Pause between two quotes of a ticker that a stream prices, in seconds: they bring what it leaves
/// out.
const STREAMED: i64 = 10 * MINUTE;
/// For so many requests of a cycle history may send one before the next.
const REQUESTS_PER_HISTORY_TURN: u32 = 2;

/// Decides which quotes are asked for next.
#[derive(Debug)]
pub(super) struct QuotePoller {
    tasks: Vec<Task>,
    /// Pause between the starts of two cycles, in seconds.
    every: i64,
    /// Who is left to ask about in the cycle that runs.
    cycle: VecDeque<usize>,
    /// When it started, in Unix seconds.
    started: i64,
    /// How many requests it sent.
    sent: u32,
    /// How many requests history may send before the next cycle.
    owed: u32,
    /// When watched tickers may be asked about ahead of their cycle again.
    watched: Due,
    /// Symbols whose newest price waits for a second one.
    unconfirmed: HashSet<String>,
    /// How many requests in a row failed.
    failures: u32,
    /// When the next request may be sent.
    paused: Due,
}

/// The quote of one target.
#[derive(Debug)]
struct Task {
    target: Target,
    /// Whether it is priced here, and not by another provider.
    here: bool,
    /// Whether a stream prices it at present.
    streamed: bool,
    due: Due,
    /// When it was asked for last.
    asked: Due,
    /// How many answers in a row were without it.
    missing: u32,
}

impl Task {
    fn new(target: &Target) -> Self {
        Self {
            target: target.clone(),
            here: false,
            streamed: false,
            due: Due::default(),
            asked: Due::default(),
            missing: 0,
        }
    }

    /// Whether a chart is asked for its quote: the answers to others are without it.
    fn is_left_to_charts(&self) -> bool {
        self.missing >= MOST_MISSING
    }

    fn is_coin(&self) -> bool {
        self.target.kind == TickerKind::Crypto
    }
}

/// A request for the quotes of targets, by their numbers.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct QuoteRequest(pub(super) Vec<usize>);

impl QuotePoller {
    /// Cycles over `targets`, `every` so many seconds; all are due at once.
    pub(super) fn new(targets: &[Target], every: i64) -> Self {
        Self {
            tasks: targets.iter().map(Task::new).collect(),
            every,
            cycle: VecDeque::new(),
            started: 0,
            sent: 0,
            owed: 0,
            watched: Due::default(),
            unconfirmed: HashSet::new(),
            failures: 0,
            paused: Due::default(),
        }
    }

    /// The symbols that somebody follows, or followed.
    pub(super) fn followed(&self) -> HashSet<String> {
        let followed = self.tasks.iter().filter(|task| task.target.is_followed);
        followed.map(|task| task.target.symbol.clone()).collect()
    }

    /// Adds a target, due at once.
    pub(super) fn add(&mut self, target: &Target) {
        self.tasks.push(Task::new(target));
    }

    /// Replaces what is known of the target with a number.
    pub(super) fn update(&mut self, at: usize, target: &Target) {
        self.tasks[at].target = target.clone();
    }

    /// The target with a number.
    pub(super) fn target(&self, at: usize) -> &Target {
        &self.tasks[at].target
    }

    /// Says whose quotes are wanted from here. What others priced until now is
    /// asked for at once.
    pub(super) fn set_priced_here(&mut self, priced_here: impl Fn(&Target) -> bool) {
        for task in &mut self.tasks {
            let before = std::mem::replace(&mut task.here, priced_here(&task.target));
            if task.here && !before {
                task.due.at_once();
            }
        }
    }

    /// Says which symbols a stream prices at present. What it priced until now is asked for at once.
    pub(super) fn set_streamed(&mut self, is_streamed: impl Fn(&str) -> bool) {
        for task in &mut self.tasks {
            let before = std::mem::replace(&mut task.streamed, is_streamed(&task.target.symbol));
            if before && !task.streamed {
                task.due.at_once();
            }
        }
    }

    /// Says whose newest price, of whichever source, waits for a second one: they are asked about like those that somebody
    /// watches, also while another provider prices them.
    pub(super) fn set_unconfirmed(&mut self, symbols: HashSet<String>) {
        self.unconfirmed = symbols;
    }

    /// Whether a stream prices any of them at present: it may end at any moment.
    pub(super) fn is_any_streamed(&self) -> bool {
        self.tasks.iter().any(|task| task.streamed)
    }

    /// What brings the quote of a target at present.
    pub(super) fn priced_by(&self, at: usize) -> PricedBy {
        let task = &self.tasks[at];
        match task.here {
            false => PricedBy::Others,
            true if task.is_left_to_charts() || self.failures >= MOST_FAILURES => PricedBy::Chart,
            true => PricedBy::Spark,
        }
    }

    /// Whether the last request failed.
    pub(super) fn is_failing(&self) -> bool {
        self.failures > 0
    }

    /// A request was answered.
    pub(super) fn answered(&mut self) {
        self.failures = 0;
    }

    /// The answer had a quote of the target. Whether that is news, after answers without.
    pub(super) fn found(&mut self, at: usize, now: Timestamp) -> bool {
        // Everybody of a cycle is due together again, whenever in it they were asked about.
        let rest = self.started + self.every - now.as_second();
        let pause = Some(rest).filter(|rest| (1..=self.every).contains(rest));
        let pause = pause.unwrap_or(self.every);
        let task = &mut self.tasks[at];
        let pause = if task.streamed { STREAMED } else { pause };
        let due = again(task.target.calendar(), now, pause, OPENING);
        task.due.wait(now.as_second(), due);
        std::mem::take(&mut task.missing) > 0
    }

    /// The answer had no quote of the target: after some such it is left to charts, and asked for
    /// here with pauses that grow to a day.
    pub(super) fn missing(&mut self, at: usize, now: Timestamp) {
        let task = &mut self.tasks[at];
        task.missing = task.missing.saturating_add(1);
        let pause = match task.missing.checked_sub(MOST_MISSING) {
            Some(times) => no_data_pause(times),
            None => self.every,
        };
        let now = now.as_second();
        task.due.wait(now, now + pause);
    }

    /// The request failed. Once it may be for one of its symbols that the source does not like, as
    /// `may_be_a_symbol` says; twice in a row it is the source.
    pub(super) fn failed(&mut self, request: &QuoteRequest, now: Timestamp, may_be_a_symbol: bool) {
        if may_be_a_symbol && self.failures == 0 {
            request.0.iter().for_each(|at| self.missing(*at, now));
        }
        let pause = FAILED.saturating_mul(2_i64.saturating_pow(self.failures));
        self.failures = self.failures.saturating_add(1);
        self.pause(now, pause.min(LONGEST_PAUSE));
    }

    /// Ends the cycle, and sends nothing for so many seconds: all of them are history's.
    pub(super) fn pause(&mut self, now: Timestamp, seconds: i64) {
        let now = now.as_second();
        self.cycle.clear();
        self.owed = 0;
        self.paused.wait(now, now + seconds);
    }
}

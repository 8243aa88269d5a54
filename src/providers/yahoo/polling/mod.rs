//! Schedules requests for quotes. Tickers are requested in cycles, up to twenty per request,
//! watched ones first; between two cycles history gets its turns.

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

/// Number of responses in a row without a symbol after which a chart is requested for it.
const MAX_MISSING: u32 = 3;
/// Number of failed requests in a row after which charts are requested for all.
const MAX_FAILURES: u32 = 2;
/// First delay after a failed request; it doubles each time.
const FAILED_DELAY: i64 = MINUTE;
/// Longest such delay.
const MAX_DELAY: i64 = 15 * MINUTE;
/// Delay of a session's first quote after its opening, in seconds.
const OPENING_DELAY: i64 = 10;
/// Interval between two quotes of a watched ticker, and between two requests for watched tickers
/// ahead of their cycle.
const WATCHED_INTERVAL: i64 = 10;
/// Interval between two quotes of a streamed ticker, in seconds: they have what the stream omits.
const STREAMED_INTERVAL: i64 = 10 * MINUTE;
/// Number of quote requests in a cycle for which history may send one request before the next
/// cycle.
const REQUESTS_PER_HISTORY_TURN: u32 = 2;

/// Decides which quotes to request next.
#[derive(Debug)]
pub(super) struct QuotePoller {
    tasks: Vec<Task>,
    /// Interval between the starts of two cycles, in seconds.
    every: i64,
    /// Targets still to request in the current cycle.
    cycle: VecDeque<usize>,
    /// Start of the current cycle, in Unix seconds.
    started: i64,
    /// Number of requests sent in the current cycle.
    sent: u32,
    /// Number of history requests before the next cycle.
    history_turns: u32,
    /// When watched tickers may be requested ahead of their cycle again.
    watched: Due,
    /// Symbols whose newest price waits for confirmation.
    unconfirmed: HashSet<String>,
    /// Number of failed requests in a row.
    failures: u32,
    /// When the next request may be sent.
    paused: Due,
}

/// The schedule of one target's quote.
#[derive(Debug)]
struct Task {
    target: Target,
    /// True if Yahoo prices it, rather than another provider.
    here: bool,
    /// True if a stream prices it at present.
    streamed: bool,
    due: Due,
    /// When it was last requested.
    asked: Due,
    /// Number of responses in a row without it.
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

    /// Returns true if charts are requested for its quote, because quote responses omit it.
    fn is_left_to_charts(&self) -> bool {
        self.missing >= MAX_MISSING
    }

    fn is_coin(&self) -> bool {
        self.target.kind == TickerKind::Crypto
    }
}

/// A request for quotes, by target index.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct QuoteRequest(pub(super) Vec<usize>);

impl QuotePoller {
    /// Creates cycles of `every` seconds over `targets`; all are due at once.
    pub(super) fn new(targets: &[Target], every: i64) -> Self {
        Self {
            tasks: targets.iter().map(Task::new).collect(),
            every,
            cycle: VecDeque::new(),
            started: 0,
            sent: 0,
            history_turns: 0,
            watched: Due::default(),
            unconfirmed: HashSet::new(),
            failures: 0,
            paused: Due::default(),
        }
    }

    /// Returns the symbols that are or were followed.
    pub(super) fn followed(&self) -> HashSet<String> {
        let followed = self.tasks.iter().filter(|task| task.target.is_followed);
        followed.map(|task| task.target.symbol.clone()).collect()
    }

    /// Adds a target, due at once.
    pub(super) fn add(&mut self, target: &Target) {
        self.tasks.push(Task::new(target));
    }

    /// Replaces the data of a target.
    pub(super) fn update(&mut self, at: usize, target: &Target) {
        self.tasks[at].target = target.clone();
    }

    /// Returns a target.
    pub(super) fn target(&self, at: usize) -> &Target {
        &self.tasks[at].target
    }

    /// Sets which targets Yahoo prices. Those that another provider priced until now are due at
    /// once.
    pub(super) fn set_priced_here(&mut self, priced_here: impl Fn(&Target) -> bool) {
        for task in &mut self.tasks {
            let before = std::mem::replace(&mut task.here, priced_here(&task.target));
            if task.here && !before {
                task.due.at_once();
            }
        }
    }

    /// Sets which symbols a stream prices. Those that it no longer prices are due at once.
    pub(super) fn set_streamed(&mut self, is_streamed: impl Fn(&str) -> bool) {
        for task in &mut self.tasks {
            let before = std::mem::replace(&mut task.streamed, is_streamed(&task.target.symbol));
            if before && !task.streamed {
                task.due.at_once();
            }
        }
    }

    /// Sets the symbols whose newest price (of any source) waits for confirmation: they are requested like watched
    /// ones, even if another provider prices them.
    pub(super) fn set_unconfirmed(&mut self, symbols: HashSet<String>) {
        self.unconfirmed = symbols;
    }

    /// Returns true if a stream prices any target: it may end at any moment.
    pub(super) fn is_any_streamed(&self) -> bool {
        self.tasks.iter().any(|task| task.streamed)
    }

    /// Returns what prices a target at present.
    pub(super) fn priced_by(&self, at: usize) -> PricedBy {
        let task = &self.tasks[at];
        match task.here {
            false => PricedBy::Others,
            true if task.is_left_to_charts() || self.failures >= MAX_FAILURES => PricedBy::Chart,
            true => PricedBy::Spark,
        }
    }

    /// Returns true if the last request failed.
    pub(super) fn is_failing(&self) -> bool {
        self.failures > 0
    }

    /// Notes that a request was answered.
    pub(super) fn answered(&mut self) {
        self.failures = 0;
    }

    /// Notes that a response had a quote of the target. Returns true if earlier ones did not.
    pub(super) fn found(&mut self, at: usize, now: Timestamp) -> bool {
        // All targets of a cycle are due together again, whenever they were requested within it.
        let rest = self.started + self.every - now.as_second();
        let pause = Some(rest).filter(|rest| (1..=self.every).contains(rest));
        let pause = pause.unwrap_or(self.every);
        let task = &mut self.tasks[at];
        let pause = if task.streamed {
            STREAMED_INTERVAL
        } else {
            pause
        };
        let due = again(task.target.calendar(), now, pause, OPENING_DELAY);
        task.due.wait(now.as_second(), due);
        std::mem::take(&mut task.missing) > 0
    }

    /// Notes that a response had no quote of the target: after several of these charts are
    /// requested for it, and quotes with delays that grow to a day.
    pub(super) fn missing(&mut self, at: usize, now: Timestamp) {
        let task = &mut self.tasks[at];
        task.missing = task.missing.saturating_add(1);
        let pause = match task.missing.checked_sub(MAX_MISSING) {
            Some(times) => no_data_pause(times),
            None => self.every,
        };
        let now = now.as_second();
        task.due.wait(now, now + pause);
    }

    /// Notes that a request failed. A first failure may be due to one of its symbols, if
    /// `may_be_a_symbol`; two in a row are the source's.
    pub(super) fn failed(&mut self, request: &QuoteRequest, now: Timestamp, may_be_a_symbol: bool) {
        if may_be_a_symbol && self.failures == 0 {
            request.0.iter().for_each(|at| self.missing(*at, now));
        }
        let pause = FAILED_DELAY.saturating_mul(2_i64.saturating_pow(self.failures));
        self.failures = self.failures.saturating_add(1);
        self.pause(now, pause.min(MAX_DELAY));
    }

    /// Ends the cycle and pauses quote requests for `seconds`; history may use the time.
    pub(super) fn pause(&mut self, now: Timestamp, seconds: i64) {
        let now = now.as_second();
        self.cycle.clear();
        self.history_turns = 0;
        self.paused.wait(now, now + seconds);
    }
}

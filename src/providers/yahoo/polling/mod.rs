//! Schedules requests for quotes. Tickers are requested in cycles, with up to twenty per request and watched ones first. Between two
//! cycles, requests for history are sent.

mod pick;
#[cfg(test)]
mod tests;

use std::collections::{HashSet, VecDeque};

use jiff::Timestamp;

use super::{
    target::{PricedBy, Target},
    timing::{Due, MINUTE, next_due, no_data_pause},
};
use crate::domain::ticker::TickerKind;

/// The number of consecutive responses without a symbol after which charts are requested for its price.
const MAX_MISSING: u32 = 3;
/// The number of consecutive failed requests after which charts are requested for all prices.
const MAX_FAILURES: u32 = 2;
/// The first delay after a failed request, in seconds. It doubles each time.
const FAILED_DELAY: i64 = MINUTE;
/// The maximum delay after a failed request, in seconds.
const MAX_DELAY: i64 = 15 * MINUTE;
/// The delay of the first request for quotes of a session after its opening, in seconds.
const OPENING_DELAY: i64 = 10;
/// The interval between two quotes of a watched ticker, and between two requests for watched tickers ahead of their cycle, in
/// seconds.
const WATCHED_INTERVAL: i64 = 10;
/// The interval between two quotes of a streamed ticker, in seconds. Quotes contain data that the stream omits.
const STREAMED_INTERVAL: i64 = 10 * MINUTE;
/// The number of quote requests of a cycle per request for history before the next cycle.
const REQUESTS_PER_HISTORY_TURN: u32 = 2;

/// Decides which quotes to request next.
#[derive(Debug)]
pub(super) struct QuotePoller {
    tasks: Vec<Task>,
    /// The interval between the starts of two cycles, in seconds.
    poll_interval: i64,
    /// The targets that are not yet requested in the current cycle.
    cycle: VecDeque<usize>,
    /// The start of the current cycle (Unix seconds).
    started: i64,
    /// The number of requests sent in the current cycle.
    sent: u32,
    /// The number of history requests before the next cycle.
    history_turns: u32,
    /// When watched tickers may be requested ahead of their cycle again.
    watched: Due,
    /// Symbols whose newest price needs confirmation.
    unconfirmed: HashSet<String>,
    /// The number of consecutive failed requests.
    failures: u32,
    /// When the next request may be sent.
    paused: Due,
}

/// The schedule of one target's quote.
#[derive(Debug)]
struct Task {
    target: Target,
    /// True if Yahoo prices the target and not another provider.
    is_priced_by_yahoo: bool,
    /// True if a stream currently prices the target.
    is_streamed: bool,
    due: Due,
    /// When the target may be requested ahead of its cycle.
    ahead_due: Due,
    /// The number of consecutive responses without the target.
    missing: u32,
}

impl Task {
    fn new(target: &Target) -> Self {
        Self {
            target: target.clone(),
            is_priced_by_yahoo: false,
            is_streamed: false,
            due: Due::default(),
            ahead_due: Due::default(),
            missing: 0,
        }
    }

    /// Returns true if charts are requested for the price because quote responses omit the target.
    fn needs_chart(&self) -> bool {
        self.missing >= MAX_MISSING
    }

    fn is_coin(&self) -> bool {
        self.target.kind == TickerKind::Crypto
    }
}

/// A request for the quotes of targets, which are given by their indices.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct QuoteRequest(pub(super) Vec<usize>);

impl QuotePoller {
    /// Creates a poller with cycles of `poll_interval` seconds over `targets`, all of which are due immediately.
    pub(super) fn new(targets: &[Target], poll_interval: i64) -> Self {
        Self {
            tasks: targets.iter().map(Task::new).collect(),
            poll_interval,
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

    /// Adds a target, which is due immediately.
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

    /// Sets which targets Yahoo prices. Targets that Yahoo newly prices are due immediately.
    pub(super) fn set_priced_by_yahoo(&mut self, priced_by_yahoo: impl Fn(&Target) -> bool) {
        for task in &mut self.tasks {
            let before =
                std::mem::replace(&mut task.is_priced_by_yahoo, priced_by_yahoo(&task.target));
            if task.is_priced_by_yahoo && !before {
                task.due.set_due_now();
            }
        }
    }

    /// Sets which symbols a stream prices. Symbols that it no longer prices are due immediately.
    pub(super) fn set_streamed(&mut self, is_streamed: impl Fn(&str) -> bool) {
        for task in &mut self.tasks {
            let before = std::mem::replace(&mut task.is_streamed, is_streamed(&task.target.symbol));
            if before && !task.is_streamed {
                task.due.set_due_now();
            }
        }
    }

    /// Sets the symbols whose newest price, from any source, needs confirmation. They are requested like watched ones, even if
    /// another provider prices them.
    pub(super) fn set_unconfirmed(&mut self, symbols: HashSet<String>) {
        self.unconfirmed = symbols;
    }

    /// Returns true if a stream prices any target.
    pub(super) fn is_any_streamed(&self) -> bool {
        self.tasks.iter().any(|task| task.is_streamed)
    }

    /// Returns what currently prices a target.
    pub(super) fn priced_by(&self, at: usize) -> PricedBy {
        let task = &self.tasks[at];
        match task.is_priced_by_yahoo {
            false => PricedBy::Others,
            true if task.needs_chart() || self.failures >= MAX_FAILURES => PricedBy::Chart,
            true => PricedBy::Spark,
        }
    }

    /// Returns true if the last request failed.
    pub(super) fn is_failing(&self) -> bool {
        self.failures > 0
    }

    /// Records a response to a request.
    pub(super) fn record_response(&mut self) {
        self.failures = 0;
    }

    /// Records that a response contains a quote of the target. Returns true if the previous one did not.
    pub(super) fn found(&mut self, at: usize, now: Timestamp) -> bool {
        // All targets of a cycle become due at the same time, regardless of when they were requested in the cycle.
        let rest = self.started + self.poll_interval - now.as_second();
        let pause = Some(rest).filter(|rest| (1..=self.poll_interval).contains(rest));
        let pause = pause.unwrap_or(self.poll_interval);
        let task = &mut self.tasks[at];
        let pause = if task.is_streamed {
            STREAMED_INTERVAL
        } else {
            pause
        };
        let due = next_due(task.target.calendar(), now, pause, OPENING_DELAY);
        task.due.wait(now.as_second(), due);
        std::mem::take(&mut task.missing) > 0
    }

    /// Records that a response contains no quote of the target. After several such responses, charts are requested for its price, and
    /// quotes with delays that grow to a day.
    pub(super) fn missing(&mut self, at: usize, now: Timestamp) {
        let task = &mut self.tasks[at];
        task.missing = task.missing.saturating_add(1);
        let pause = match task.missing.checked_sub(MAX_MISSING) {
            Some(times) => no_data_pause(times),
            None => self.poll_interval,
        };
        let now = now.as_second();
        task.due.wait(now, now + pause);
    }

    /// Records that a request failed. If `may_be_a_symbol`, one of the symbols may have caused a first failure; two consecutive
    /// failures are caused by the source.
    pub(super) fn failed(&mut self, request: &QuoteRequest, now: Timestamp, may_be_a_symbol: bool) {
        if may_be_a_symbol && self.failures == 0 {
            request.0.iter().for_each(|at| self.missing(*at, now));
        }
        let pause = FAILED_DELAY.saturating_mul(2_i64.saturating_pow(self.failures));
        self.failures = self.failures.saturating_add(1);
        self.pause(now, pause.min(MAX_DELAY));
    }

    /// Ends the cycle and pauses quote requests for `seconds`. Requests for history are still sent.
    pub(super) fn pause(&mut self, now: Timestamp, seconds: i64) {
        let now = now.as_second();
        self.cycle.clear();
        self.history_turns = 0;
        self.paused.wait(now, now + seconds);
    }
}

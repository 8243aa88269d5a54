//! Schedules requests for quotes. Tickers are requested in cycles, with up to twenty per request and watched ones first. Between two
//! cycles, requests for history are sent.

mod pick;
#[cfg(test)]
mod tests;

use std::collections::{HashSet, VecDeque};

use jiff::Timestamp;

use super::{
    target::{PriceSource, Target},
    timing::{Due, MINUTE, next_due, no_data_delay},
};
use crate::domain::ticker::TickerKind;

/// The number of consecutive responses that omit a symbol before its price is taken from the chart endpoint.
const MAX_MISSING: u32 = 3;
/// The number of consecutive failed requests before all prices are taken from the chart endpoint.
const MAX_FAILURES: u32 = 2;
/// The first delay after a failed request, in seconds. It doubles each time.
const FAILED_DELAY: i64 = MINUTE;
/// The maximum delay after a failed request, in seconds.
const MAX_DELAY: i64 = 15 * MINUTE;
/// How long after a session opens its first quotes are requested, in seconds.
const OPENING_DELAY: i64 = 10;
/// The interval between two quotes of a watched ticker, and between two requests for watched tickers ahead of their cycle, in
/// seconds.
const WATCHED_INTERVAL: i64 = 10;
/// The interval between two quotes of a streamed ticker, in seconds. Quotes contain data that the stream omits.
const STREAMED_INTERVAL: i64 = 10 * MINUTE;
/// After a cycle, one history request may be sent for every this many quote requests of the cycle.
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
    cycle_start: i64,
    /// The number of requests sent in the current cycle.
    sent: u32,
    /// The number of history requests before the next cycle.
    history_turns: u32,
    /// When watched tickers may be requested ahead of their cycle again.
    next_ahead_at: Due,
    /// Symbols whose newest price needs confirmation.
    unconfirmed: HashSet<String>,
    /// The number of consecutive failed requests.
    failures: u32,
    /// When the next request may be sent.
    paused_until: Due,
}

/// The schedule of one target's quote.
#[derive(Debug)]
struct Task {
    target: Target,
    /// True if the target's price comes from Yahoo and not from another provider.
    is_priced_by_yahoo: bool,
    /// True if the target's price currently comes from a stream.
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
            cycle_start: 0,
            sent: 0,
            history_turns: 0,
            next_ahead_at: Due::default(),
            unconfirmed: HashSet::new(),
            failures: 0,
            paused_until: Due::default(),
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
    pub(super) fn update(&mut self, index: usize, target: &Target) {
        self.tasks[index].target = target.clone();
    }

    /// Returns a target.
    pub(super) fn target(&self, index: usize) -> &Target {
        &self.tasks[index].target
    }

    /// Sets which targets Yahoo prices. Targets that Yahoo did not price before are due immediately.
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
    /// their prices come from another provider.
    pub(super) fn set_unconfirmed(&mut self, symbols: HashSet<String>) {
        self.unconfirmed = symbols;
    }

    /// Returns true if a stream prices any target.
    pub(super) fn is_any_streamed(&self) -> bool {
        self.tasks.iter().any(|task| task.is_streamed)
    }

    /// Returns the current source of a target's price.
    pub(super) fn price_source(&self, index: usize) -> PriceSource {
        let task = &self.tasks[index];
        match task.is_priced_by_yahoo {
            false => PriceSource::Others,
            true if task.needs_chart() || self.failures >= MAX_FAILURES => PriceSource::Chart,
            true => PriceSource::Spark,
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
    pub(super) fn record_found(&mut self, index: usize, now: Timestamp) -> bool {
        // All targets of a cycle become due at the same time, regardless of when they were requested in the cycle.
        let remaining = self.cycle_start + self.poll_interval - now.as_second();
        let until_next_cycle = Some(remaining)
            .filter(|remaining| (1..=self.poll_interval).contains(remaining))
            .unwrap_or(self.poll_interval);
        let task = &mut self.tasks[index];
        let delay = if task.is_streamed {
            STREAMED_INTERVAL
        } else {
            until_next_cycle
        };
        let due = next_due(task.target.calendar(), now, delay, OPENING_DELAY);
        task.due.set(now.as_second(), due);
        std::mem::take(&mut task.missing) > 0
    }

    /// Records that a response contains no quote of the target. After several such responses, its price comes from the chart
    /// endpoint, and quotes are retried after delays of up to a day.
    pub(super) fn record_missing(&mut self, index: usize, now: Timestamp) {
        let task = &mut self.tasks[index];
        task.missing = task.missing.saturating_add(1);
        let delay = match task.missing.checked_sub(MAX_MISSING) {
            Some(times) => no_data_delay(times),
            None => self.poll_interval,
        };
        let now = now.as_second();
        task.due.set(now, now + delay);
    }

    /// Records that a request failed. If `is_symbol_suspect`, one of the symbols may have caused a first failure; two consecutive
    /// failures are caused by the source.
    pub(super) fn record_failure(
        &mut self,
        request: &QuoteRequest,
        now: Timestamp,
        is_symbol_suspect: bool,
    ) {
        if is_symbol_suspect && self.failures == 0 {
            request
                .0
                .iter()
                .for_each(|index| self.record_missing(*index, now));
        }
        let delay = FAILED_DELAY.saturating_mul(2_i64.saturating_pow(self.failures));
        self.failures = self.failures.saturating_add(1);
        self.pause(now, delay.min(MAX_DELAY));
    }

    /// Ends the cycle and pauses quote requests for `seconds`. Requests for history are still sent.
    pub(super) fn pause(&mut self, now: Timestamp, seconds: i64) {
        let now = now.as_second();
        self.cycle.clear();
        self.history_turns = 0;
        self.paused_until.set(now, now + seconds);
    }
}

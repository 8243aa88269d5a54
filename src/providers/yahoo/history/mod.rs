//! Schedules requests for bars. Each ticker has three: for daily, hourly and five-minute bars.

mod order;
mod range;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod weekend;

use std::collections::HashMap;

use jiff::Timestamp;

use super::{
    target::{PriceSource, Target},
    timing::{DAY, Due, HOUR, MINUTE, next_bars_due, no_data_delay},
};
use crate::domain::{bar::Interval, ticker::FetchTimes};

pub(super) use range::EVERYTHING;

/// The interval between requests for five-minute bars of a watched ticker while its market is open, in seconds.
const WATCHED_BARS_INTERVAL: i64 = 5 * MINUTE;
/// The interval between requests for the whole history after a split, in seconds. The source may adjust the history some hours late.
const WHOLE_HISTORY_INTERVAL: i64 = DAY;
/// The delay before a price that needs confirmation is requested again, in seconds.
const CONFIRMATION_DELAY: i64 = 22;
/// The first delay before a contradicted bar is requested again, in seconds. It doubles each time.
const FIRST_RECHECK_DELAY: i64 = 30 * MINUTE;
/// The maximum delay before a contradicted bar is requested again, in seconds.
const MAX_RECHECK_DELAY: i64 = 12 * HOUR;
/// The maximum age in seconds of a newly reported split that is handled. Hourly and five-minute bars from before are not stored.
const MAX_SPLIT_AGE: i64 = 200 * DAY;

/// The schedule of the requests for one interval of a target.
#[derive(Debug)]
struct Task {
    /// The index of the target.
    target: usize,
    interval: Interval,
    due: Due,
    /// True once there was a response with data.
    has_response: bool,
    /// The number of consecutive responses without data.
    empty_responses: u32,
    /// When the long range was last received (Unix seconds; daily bars only).
    long_range_received_at: Option<i64>,
    /// True if all stored bars must be requested again because of a split.
    needs_reload: bool,
    /// A stored close that a quote contradicts (daily bars only).
    contradicted: Option<RecheckedBar>,
    /// A session that only other sources have (daily bars only).
    missing: Option<RecheckedBar>,
    /// True if a newly followed ticker needs the bars.
    is_new: bool,
}

impl Task {
    fn of(target: usize, interval: Interval) -> Self {
        Self {
            target,
            interval,
            due: Due::default(),
            has_response: false,
            empty_responses: 0,
            long_range_received_at: None,
            needs_reload: false,
            contradicted: None,
            missing: None,
            is_new: false,
        }
    }
}

/// A daily bar that is requested again, because it is missing or contradicted by a quote.
#[derive(Debug, Clone, Copy)]
struct RecheckedBar {
    /// The start of the bar (Unix seconds).
    start: i64,
    /// The number of repeated requests.
    repeats: u32,
    /// When the next request is due (Unix seconds).
    due_at: i64,
}

/// All requests for bars.
#[derive(Debug)]
pub(super) struct HistoryQueue {
    targets: Vec<Target>,
    /// The source of each target's price.
    price_source: Vec<PriceSource>,
    tasks: Vec<Task>,
    /// The newest split for which the history was requested again, and the time of that request, by target.
    splits: HashMap<usize, (i64, i64)>,
    /// The time of the last possible split that was checked, by target.
    checked_splits: HashMap<usize, Timestamp>,
    /// The time of the last price whose confirmation was requested, by target.
    confirmation_requests: HashMap<usize, Timestamp>,
    /// True if the last request was an awaited one (see [`HistoryQueue::is_awaited`]).
    was_last_awaited: bool,
}

/// A request that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChartRequest {
    task: usize,
    /// The index of the target.
    pub(super) target_index: usize,
    pub(super) target: Target,
    /// The source of the target's price.
    pub(super) price_source: PriceSource,
    /// The interval of the bars.
    pub(super) interval: Interval,
    /// The range, in Yahoo's notation.
    pub(super) range: &'static str,
    /// True if all stored bars are requested because of a split.
    is_reload: bool,
    /// The start of the newest stored bar.
    last: Option<i64>,
}

impl ChartRequest {
    /// Returns true if the range is long enough to contain all relevant dividends.
    pub(super) fn is_long(&self) -> bool {
        self.range == "5y"
    }
}

impl Task {
    /// Returns true for daily bars that were never received. A ticker without daily bars has almost no data.
    fn is_first(&self) -> bool {
        self.interval == Interval::Day && !self.has_response
    }

    /// Makes the request due within the hour because the daily bar that starts at `start` is missing or contradicted; later calls for
    /// the same bar use increasing delays. `field` is the field of the task that contains the bar. Has no effect before the first
    /// response.
    fn recheck(
        &mut self,
        start: i64,
        now: Timestamp,
        field: impl Fn(&mut Self) -> &mut Option<RecheckedBar>,
    ) {
        if !self.has_response {
            return;
        }
        let second = now.as_second();
        let existing = field(self).filter(|bar| bar.start == start);
        // A pending request is ignored if the clock was set back.
        let is_pending = |bar: &RecheckedBar| (second..=second + DAY).contains(&(bar.due_at - 1));
        if let Some(pending) = existing.filter(is_pending) {
            self.due.advance_to(pending.due_at);
            return;
        }
        let repeats = existing.map_or(0, |bar| bar.repeats + 1);
        let delay = FIRST_RECHECK_DELAY
            .saturating_mul(2_i64.saturating_pow(repeats))
            .min(MAX_RECHECK_DELAY);
        let due_at = second + delay;
        *field(self) = Some(RecheckedBar {
            start,
            repeats,
            due_at,
        });
        self.due.advance_to(due_at);
    }
}

impl HistoryQueue {
    /// Returns true if there are no targets.
    pub(super) fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Creates the requests for `targets`, all of which are due immediately. Other providers price all targets at first.
    pub(super) fn new(targets: Vec<Target>) -> Self {
        let tasks = [Interval::Day, Interval::FiveMinutes, Interval::Hour]
            .into_iter()
            .flat_map(|interval| (0..targets.len()).map(move |target| (interval, target)))
            .map(|(interval, target)| Task::of(target, interval))
            .collect();
        Self {
            price_source: vec![PriceSource::Others; targets.len()],
            targets,
            tasks,
            splits: HashMap::new(),
            checked_splits: HashMap::new(),
            confirmation_requests: HashMap::new(),
            was_last_awaited: false,
        }
    }

    /// Adds a target. Bars that were never received get the highest priority.
    pub(super) fn add(
        &mut self,
        target: Target,
        now: Timestamp,
        fetched: &FetchTimes,
        poll_interval: i64,
    ) {
        let index = self.targets.len();
        self.targets.push(target);
        self.price_source.push(PriceSource::Others);
        for interval in [Interval::Day, Interval::FiveMinutes, Interval::Hour] {
            self.tasks.push(Task {
                is_new: fetched.of(interval).is_none(),
                ..Task::of(index, interval)
            });
        }
        self.resume(index, now, fetched, poll_interval);
    }

    /// Replaces the data of a target.
    pub(super) fn update(&mut self, index: usize, target: &Target) {
        self.targets[index] = target.clone();
    }

    /// Resets a target: all its requests are due again, with the highest priority.
    pub(super) fn restart(&mut self, target: usize) {
        for task in self.tasks.iter_mut().filter(|task| task.target == target) {
            *task = Task {
                is_new: true,
                ..Task::of(target, task.interval)
            };
        }
        self.splits.remove(&target);
    }

    /// Resumes a target after a restart: bars that were already received are requested again only when there may be new ones.
    pub(super) fn resume(
        &mut self,
        target: usize,
        now: Timestamp,
        fetched: &FetchTimes,
        poll_interval: i64,
    ) {
        let calendar = self.targets[target].calendar();
        let tasks = self.tasks.iter_mut();
        for task in tasks.filter(|task| task.target == target && !task.has_response) {
            let Some(at) = fetched.of(task.interval) else {
                continue;
            };
            // The time is in the future if the clock was set back.
            let at = at.min(now);
            task.has_response = true;
            task.is_new = false;
            task.long_range_received_at = fetched.years.map(Timestamp::as_second);
            let due = next_bars_due(
                calendar,
                task.interval,
                at,
                default_delay(task.interval).max(poll_interval),
            );
            task.due.set(at.as_second(), due);
        }
    }

    /// Returns how many of a target's requests had a response with data, and their total number.
    pub(super) fn progress(&self, target: usize) -> (usize, usize) {
        let tasks = self.tasks.iter().filter(|task| task.target == target);
        let done = tasks.clone().filter(|task| task.has_response).count();
        (done, tasks.count())
    }

    /// Returns the number of requests until the history of a target is complete. For a new target, only the requests of new targets
    /// count. Returns `None` while the source has no data for the target.
    pub(super) fn requests_until_complete(&self, target: usize) -> Option<usize> {
        let is_pending = |task: &&Task| task.target == target && !task.has_response;
        let mut pending = self.tasks.iter().filter(is_pending);
        if pending.clone().any(|task| task.empty_responses > 0) {
            return None;
        }
        let is_new = pending.next()?.is_new;
        let is_ahead = |task: &&Task| {
            !task.has_response && task.empty_responses == 0 && (task.is_new || !is_new)
        };
        Some(self.tasks.iter().filter(is_ahead).count())
    }

    /// Records a response with data. The request is due again when there may be new bars, but not within `poll_interval` seconds.
    pub(super) fn record_response(
        &mut self,
        request: &ChartRequest,
        now: Timestamp,
        poll_interval: i64,
    ) {
        let delay = match request.interval {
            Interval::FiveMinutes if request.price_source == PriceSource::Chart => poll_interval,
            interval => default_delay(interval),
        };
        let task = &mut self.tasks[request.task];
        task.has_response = true;
        task.is_new = false;
        task.empty_responses = 0;
        if request.is_long() {
            task.long_range_received_at = Some(now.as_second());
        }
        let calendar = request.target.calendar();
        let mut due = next_bars_due(calendar, request.interval, now, delay.max(poll_interval));
        if request.is_reload {
            task.needs_reload = false;
            if request.interval == Interval::Day {
                // The usual range is requested immediately afterwards, because of its dividends.
                due = now.as_second();
            }
        }
        task.due.set(now.as_second(), due);
    }

    /// Makes the daily bars of a target due because it may have been split at `since`. Has no effect if called again with the same
    /// `since`.
    pub(super) fn check_split(&mut self, target: usize, since: Timestamp) {
        if self.checked_splits.insert(target, since) == Some(since) {
            return;
        }
        let tasks = self.tasks.iter_mut();
        let days = tasks.filter(|task| task.target == target && task.interval == Interval::Day);
        days.for_each(|task| task.due.set_due_now());
    }

    /// Makes the chart of a target due soon if its price, which needs confirmation since `since`, comes from charts. Has no effect if
    /// called again with the same `since`.
    pub(super) fn check_price(&mut self, target: usize, since: Timestamp) {
        let is_priced_by_chart = self.price_source[target] == PriceSource::Chart;
        if !is_priced_by_chart || self.confirmation_requests.insert(target, since) == Some(since) {
            return;
        }
        let at = since.as_second() + CONFIRMATION_DELAY;
        let tasks = self.tasks.iter_mut().filter(|task| {
            task.target == target
                && task.interval == Interval::FiveMinutes
                && task.empty_responses == 0
        });
        tasks.for_each(|task| task.due.advance_to(at));
    }

    /// Delays a request that failed for a reason unrelated to its ticker.
    pub(super) fn postpone(&mut self, request: &ChartRequest, now: Timestamp, seconds: i64) {
        let now = now.as_second();
        self.tasks[request.task].due.set(now, now + seconds);
    }

    /// Delays a request whose response could not be read. The retry does not request the whole history.
    pub(super) fn retry_with_less(&mut self, request: &ChartRequest, now: Timestamp, seconds: i64) {
        self.tasks[request.task].needs_reload = false;
        self.postpone(request, now, seconds);
    }

    /// Records that the daily bar that starts at `start` is missing or contradicted by a quote. Daily bars are requested again within the
    /// hour, and then with increasing delays, because the source may never correct the bar.
    pub(super) fn mark_contradicted(&mut self, target: usize, start: i64, now: Timestamp) {
        let is_day = |task: &&mut Task| task.target == target && task.interval == Interval::Day;
        if let Some(task) = self.tasks.iter_mut().find(is_day) {
            task.recheck(start, now, |task| &mut task.contradicted);
        }
    }

    /// Sets the sessions that only other sources have, by target. Their daily bars are requested again, like contradicted ones.
    pub(super) fn set_missing(&mut self, sessions: &HashMap<usize, i64>, now: Timestamp) {
        let is_day = |task: &&mut Task| task.interval == Interval::Day;
        for task in self.tasks.iter_mut().filter(is_day) {
            match sessions.get(&task.target) {
                Some(start) => task.recheck(*start, now, |task| &mut task.missing),
                None => task.missing = None,
            }
        }
    }

    /// Records that the stored daily bar is not contradicted any more.
    pub(super) fn confirm(&mut self, target: usize) {
        let tasks = self.tasks.iter_mut().filter(|task| task.target == target);
        tasks.for_each(|task| task.contradicted = None);
    }

    /// Delays a request for which the source has no data. The delays increase to a day. A ticker without daily bars has no other bars, so
    /// all of its requests are then delayed. Returns when the request is due (Unix seconds).
    pub(super) fn back_off(&mut self, request: &ChartRequest, now: Timestamp) -> i64 {
        let now = now.as_second();
        let Task {
            target,
            empty_responses,
            ..
        } = self.tasks[request.task];
        let delay = no_data_delay(empty_responses);
        for (index, task) in self.tasks.iter_mut().enumerate() {
            let is_whole_target = request.interval == Interval::Day && task.target == target;
            if index == request.task || is_whole_target {
                task.due.set(now, now + delay);
                task.empty_responses = empty_responses.saturating_add(1);
                task.needs_reload = false;
            }
        }
        now + delay
    }

    /// Sets where the price of each target comes from. Targets whose price now comes from charts, and did not before, are due
    /// immediately.
    pub(super) fn set_price_source(
        &mut self,
        price_source: impl Fn(usize, &Target) -> PriceSource,
    ) {
        for (index, target) in self.targets.iter().enumerate() {
            let now = price_source(index, target);
            let before = std::mem::replace(&mut self.price_source[index], now);
            if before == now || now != PriceSource::Chart {
                continue;
            }
            let prices = self.tasks.iter_mut().filter(|task| {
                task.target == index
                    && task.interval == Interval::FiveMinutes
                    && task.empty_responses == 0
            });
            prices.for_each(|task| task.due.set_due_now());
        }
    }

    /// Requests the whole history of the ticker again after a split at `split` (Unix seconds), because the stored bars are in old units.
    /// Does nothing if the history was reloaded recently, or if no bars from before the split are stored. `is_new` is true if the split
    /// was not known before this response.
    pub(super) fn reload_after_split(
        &mut self,
        request: &ChartRequest,
        split: i64,
        is_new: bool,
        now: Timestamp,
    ) {
        let Some(last) = request.last else {
            return;
        };
        let now = now.as_second();
        let target = self.tasks[request.task].target;
        // A long range contains years of splits. Those before the newest stored bar were already handled.
        let is_late = is_new && now - split < MAX_SPLIT_AGE;
        let is_old = request.is_long() && split < last && !is_late;
        let was_handled = self.splits.get(&target).is_some_and(|(handled, at)| {
            split <= *handled && (0..WHOLE_HISTORY_INTERVAL).contains(&(now - at))
        });
        if is_old || was_handled {
            return;
        }
        self.splits.insert(target, (split, now));
        for task in self.tasks.iter_mut().filter(|task| task.target == target) {
            task.due.set_due_now();
            task.long_range_received_at = None;
            task.needs_reload = true;
        }
    }
}

/// Returns the default interval between two requests for bars, in seconds.
fn default_delay(interval: Interval) -> i64 {
    match interval {
        Interval::FiveMinutes | Interval::Hour => HOUR,
        Interval::Day => 6 * HOUR,
    }
}

//! Schedules requests for bars: three per ticker (daily, hourly, five minutes).

mod order;
mod range;
#[cfg(test)]
mod tests;
#[cfg(test)]
mod weekend;

use std::collections::HashMap;

use jiff::Timestamp;

use super::{
    target::{PricedBy, Target},
    timing::{DAY, Due, HOUR, MINUTE, next_bars_due, no_data_pause},
};
use crate::domain::{bar::Interval, ticker::FetchTimes};

pub(super) use range::EVERYTHING;

/// Interval between requests for five-minute bars of a watched ticker while its market is open.
const WATCHED_BARS_INTERVAL: i64 = 5 * MINUTE;
/// Interval between requests for history while a split is within its range: the source may restate
/// it some hours late.
const RESTATED_INTERVAL: i64 = DAY;
/// Time after which an unchanged price is accepted, in seconds.
const CONFIRMED_AFTER: i64 = 22;
/// First delay before a contradicted bar is requested again; it doubles each time.
const FIRST_RECHECK_DELAY: i64 = 30 * MINUTE;
/// Longest such delay.
const MAX_RECHECK_DELAY: i64 = 12 * HOUR;
/// Maximum age of a split that was announced late: no shorter bars are stored from before.
const MAX_SPLIT_AGE: i64 = 200 * DAY;

/// A request about a target.
#[derive(Debug)]
struct Task {
    target: usize,
    interval: Interval,
    due: Due,
    /// True once it was answered.
    answered: bool,
    /// Number of empty responses in a row.
    empty: u32,
    /// When the long range was last answered (daily bars only).
    long: Option<i64>,
    /// True if everything stored was restated.
    restated: bool,
    /// A stored close that a quote contradicts (daily bars only).
    contradicted: Option<ContradictedBar>,
    /// True if a newly followed ticker waits for it.
    new: bool,
}

impl Task {
    fn of(target: usize, interval: Interval) -> Self {
        Self {
            target,
            interval,
            due: Due::default(),
            answered: false,
            empty: 0,
            long: None,
            restated: false,
            contradicted: None,
            new: false,
        }
    }
}

/// A daily bar that is missing or contradicted by a quote.
#[derive(Debug, Clone, Copy)]
struct ContradictedBar {
    /// Start of the bar, in Unix seconds.
    day: i64,
    /// Number of repeated requests.
    times: u32,
    /// When it is due again, in Unix seconds.
    until: i64,
}

/// All requests for bars.
#[derive(Debug)]
pub(super) struct HistoryQueue {
    targets: Vec<Target>,
    /// By target.
    priced_by: Vec<PricedBy>,
    tasks: Vec<Task>,
    /// By target: the newest split for which history was requested again, and when.
    splits: HashMap<usize, (i64, i64)>,
    /// By target: since when it may have been split, if that was checked.
    checked: HashMap<usize, Timestamp>,
    /// By target: since when its price waits for confirmation, if that was requested.
    unconfirmed: HashMap<usize, Timestamp>,
    /// True if the last request was an awaited one.
    awaited_had_its_turn: bool,
}

/// A request that is due.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChartRequest {
    task: usize,
    /// Index of the target.
    pub(super) at: usize,
    pub(super) target: Target,
    /// What prices the target.
    pub(super) priced_by: PricedBy,
    /// Interval of the bars.
    pub(super) interval: Interval,
    /// Range, in Yahoo's notation.
    pub(super) range: &'static str,
    /// True if it requests everything stored, because that was restated.
    restated: bool,
    /// Start of the newest stored bar.
    last: Option<i64>,
}

impl ChartRequest {
    /// Returns true if the range contains every dividend that matters.
    pub(super) fn is_long(&self) -> bool {
        self.range == "5y"
    }
}

impl Task {
    /// Returns true for daily bars that were never answered: without them a ticker has almost no
    /// data.
    fn is_first(&self) -> bool {
        self.interval == Interval::Day && !self.answered
    }
}

impl HistoryQueue {
    /// Returns true if there are no targets.
    pub(super) fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Creates all requests for `targets`, due at once; no prices come with them.
    pub(super) fn new(targets: Vec<Target>) -> Self {
        let tasks = [Interval::Day, Interval::FiveMinutes, Interval::Hour]
            .into_iter()
            .flat_map(|interval| (0..targets.len()).map(move |target| (interval, target)))
            .map(|(interval, target)| Task::of(target, interval))
            .collect();
        Self {
            priced_by: vec![PricedBy::Others; targets.len()],
            targets,
            tasks,
            splits: HashMap::new(),
            checked: HashMap::new(),
            unconfirmed: HashMap::new(),
            awaited_had_its_turn: false,
        }
    }

    /// Adds a target. What was not fetched yet gets top priority.
    pub(super) fn add(&mut self, target: Target, now: Timestamp, fetched: &FetchTimes, every: i64) {
        let at = self.targets.len();
        self.targets.push(target);
        self.priced_by.push(PricedBy::Others);
        for interval in [Interval::Day, Interval::FiveMinutes, Interval::Hour] {
            self.tasks.push(Task {
                new: fetched.of(interval).is_none(),
                ..Task::of(at, interval)
            });
        }
        self.resume(at, now, fetched, every);
    }

    /// Replaces the data of a target.
    pub(super) fn update(&mut self, at: usize, target: &Target) {
        self.targets[at] = target.clone();
    }

    /// Resets a target: everything is due again, with top priority.
    pub(super) fn restart(&mut self, target: usize) {
        for task in self.tasks.iter_mut().filter(|task| task.target == target) {
            *task = Task {
                new: true,
                ..Task::of(target, task.interval)
            };
        }
        self.splits.remove(&target);
    }

    /// Resumes after a restart: what was fetched and is on disk is not requested before there can be something new.
    pub(super) fn resume(
        &mut self,
        target: usize,
        now: Timestamp,
        fetched: &FetchTimes,
        every: i64,
    ) {
        let calendar = self.targets[target].calendar();
        let tasks = self.tasks.iter_mut();
        for task in tasks.filter(|task| task.target == target && !task.answered) {
            let Some(at) = fetched.of(task.interval) else {
                continue;
            };
            // The clock may have been set back since.
            let at = at.min(now);
            task.answered = true;
            task.new = false;
            task.long = fetched.years.map(Timestamp::as_second);
            let due = next_bars_due(
                calendar,
                task.interval,
                at,
                usual_pause(task.interval).max(every),
            );
            task.due.wait(at.as_second(), due);
        }
    }

    /// Returns the number of requests of a target, and how many of them were answered.
    pub(super) fn progress(&self, target: usize) -> (usize, usize) {
        let tasks = self.tasks.iter().filter(|task| task.target == target);
        let answered = tasks.clone().filter(|task| task.answered).count();
        (answered, tasks.count())
    }

    /// Returns the number of requests until all of a target are answered; for a new one, only those of other new ones
    /// count. `None` while the source has no data for it.
    pub(super) fn ahead_of(&self, target: usize) -> Option<usize> {
        let own = |task: &&Task| task.target == target && !task.answered;
        let mut open = self.tasks.iter().filter(own);
        if open.clone().any(|task| task.empty > 0) {
            return None;
        }
        let is_new = open.next()?.new;
        let waits = |task: &&Task| !task.answered && task.empty == 0 && (task.new || !is_new);
        Some(self.tasks.iter().filter(waits).count())
    }

    /// Notes that a request was answered; it is due again when there can be something new, but not
    /// within `every` seconds.
    pub(super) fn answered(&mut self, request: &ChartRequest, now: Timestamp, every: i64) {
        let pause = match request.interval {
            Interval::FiveMinutes if request.priced_by == PricedBy::Chart => every,
            interval => usual_pause(interval),
        };
        let task = &mut self.tasks[request.task];
        task.answered = true;
        task.new = false;
        task.empty = 0;
        if request.is_long() {
            task.long = Some(now.as_second());
        }
        let calendar = request.target.calendar();
        let mut due = next_bars_due(calendar, request.interval, now, pause.max(every));
        if request.restated {
            task.restated = false;
            if request.interval == Interval::Day {
                // The usual range follows at once, for its dividends.
                due = now.as_second();
            }
        }
        task.due.wait(now.as_second(), due);
    }

    /// Requests the daily bars of a target that may have been split: once for each moment `since`.
    pub(super) fn check_split(&mut self, target: usize, since: Timestamp) {
        if self.checked.insert(target, since) == Some(since) {
            return;
        }
        let tasks = self.tasks.iter_mut();
        let days = tasks.filter(|task| task.target == target && task.interval == Interval::Day);
        days.for_each(|task| task.due.at_once());
    }

    /// Requests a price that waits for confirmation `since` then, if it comes with charts.
    pub(super) fn check_price(&mut self, target: usize, since: Timestamp) {
        let is_of_chart = self.priced_by[target] == PricedBy::Chart;
        if !is_of_chart || self.unconfirmed.insert(target, since) == Some(since) {
            return;
        }
        let at = since.as_second() + CONFIRMED_AFTER;
        let tasks = self.tasks.iter_mut().filter(|task| {
            task.target == target && task.interval == Interval::FiveMinutes && task.empty == 0
        });
        tasks.for_each(|task| task.due.hurry(at));
    }

    /// Delays a request that failed independently of the ticker.
    pub(super) fn postpone(&mut self, request: &ChartRequest, now: Timestamp, seconds: i64) {
        let now = now.as_second();
        self.tasks[request.task].due.wait(now, now + seconds);
    }

    /// Notes that a response could not be read: the request is repeated later, for less.
    pub(super) fn retry_with_less(&mut self, request: &ChartRequest, now: Timestamp, seconds: i64) {
        self.tasks[request.task].restated = false;
        self.postpone(request, now, seconds);
    }

    /// Notes that a daily bar is missing or contradicted by a quote: daily bars are requested again within the hour,
    /// then with growing delays, for the source may never correct it.
    pub(super) fn mark_contradicted(&mut self, target: usize, day: i64, now: Timestamp) {
        let second = now.as_second();
        let is_day = |task: &&mut Task| task.target == target && task.interval == Interval::Day;
        let Some(task) = self
            .tasks
            .iter_mut()
            .find(is_day)
            .filter(|task| task.answered)
        else {
            return;
        };
        let known = task
            .contradicted
            .filter(|contradicted| contradicted.day == day);
        // The clock may have been set back since.
        let is_pending = |contradicted: &ContradictedBar| {
            (second..=second + DAY).contains(&(contradicted.until - 1))
        };
        if known.as_ref().is_some_and(is_pending) {
            task.due
                .hurry(known.map_or(second, |contradicted| contradicted.until));
            return;
        }
        let times = known.map_or(0, |contradicted| contradicted.times + 1);
        let pause = FIRST_RECHECK_DELAY
            .saturating_mul(2_i64.saturating_pow(times))
            .min(MAX_RECHECK_DELAY);
        let until = second + pause;
        task.contradicted = Some(ContradictedBar { day, times, until });
        task.due.hurry(until);
    }

    /// Notes that the contradicted daily bar is now right.
    pub(super) fn confirm(&mut self, target: usize) {
        let of_target = self.tasks.iter_mut().filter(|task| task.target == target);
        of_target.for_each(|task| task.contradicted = None);
    }

    /// Notes that the source has no data for a request: it is repeated with delays that grow to a
    /// day. A ticker without daily bars has no others. Returns when it is due, in Unix seconds.
    pub(super) fn back_off(&mut self, request: &ChartRequest, now: Timestamp) -> i64 {
        let now = now.as_second();
        let Task { target, empty, .. } = self.tasks[request.task];
        let pause = no_data_pause(empty);
        for (at, task) in self.tasks.iter_mut().enumerate() {
            let whole = request.interval == Interval::Day && task.target == target;
            if at == request.task || whole {
                task.due.wait(now, now + pause);
                task.empty = empty.saturating_add(1);
                task.restated = false;
            }
        }
        now + pause
    }

    /// Sets what prices each target, by index. Targets that charts must price are due at once.
    pub(super) fn set_priced_by(&mut self, priced_by: impl Fn(usize, &Target) -> PricedBy) {
        for (at, target) in self.targets.iter().enumerate() {
            let now = priced_by(at, target);
            let before = std::mem::replace(&mut self.priced_by[at], now);
            if before == now || now != PricedBy::Chart {
                continue;
            }
            let prices = self.tasks.iter_mut().filter(|task| {
                task.target == at && task.interval == Interval::FiveMinutes && task.empty == 0
            });
            prices.for_each(|task| task.due.at_once());
        }
    }

    /// Handles a split: requests all stored data of the ticker again, unless that was done lately or nothing from
    /// before the split is stored. `is_new` if the split was unknown before.
    pub(super) fn split(
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
        // A long range contains years of splits; those before the newest bar were handled.
        let is_late = is_new && now - split < MAX_SPLIT_AGE;
        let is_old = request.is_long() && split < last && !is_late;
        let of_late = self.splits.get(&target).is_some_and(|(known, at)| {
            split <= *known && (0..RESTATED_INTERVAL).contains(&(now - at))
        });
        if is_old || of_late {
            return;
        }
        self.splits.insert(target, (split, now));
        for task in self.tasks.iter_mut().filter(|task| task.target == target) {
            task.due.at_once();
            task.long = None;
            task.restated = true;
        }
    }
}

/// Returns the usual interval between two requests for bars, in seconds.
fn usual_pause(interval: Interval) -> i64 {
    match interval {
        Interval::FiveMinutes | Interval::Hour => HOUR,
        Interval::Day => 6 * HOUR,
    }
}

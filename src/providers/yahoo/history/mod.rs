//! Which bars to ask for next: every ticker has three requests (bars of a day, an hour, five
//! minutes), and each request its time.

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

/// Pause for the five-minute bars of a ticker that somebody watches, while its market is open.
const WATCHED_BARS: i64 = 5 * MINUTE;
/// While a split lies in what is asked for, history is asked again so often: the source may restate
/// it some hours late.
const RESTATED_EVERY: i64 = DAY;
/// A source that says the same again after so many seconds stands by it.
const STANDS_BY: i64 = 22;
/// A bar that a quote contradicts is asked for again so soon; the pause doubles each time.
const FIRST_DOUBT: i64 = 30 * MINUTE;
/// The longest such pause.
const LONGEST_DOUBT: i64 = 12 * HOUR;
/// A split that was told late is of so many days at most: of older ones no short bars are stored.
const LATE_SPLIT: i64 = 200 * DAY;

/// A request about a target.
#[derive(Debug)]
struct Task {
    target: usize,
    interval: Interval,
    due: Due,
    /// Whether it was ever answered.
    answered: bool,
    /// How often in a row there was nothing.
    empty: u32,
    /// When the long range was last answered (daily bars only).
    long: Option<i64>,
    /// Everything that is stored has been restated.
    restated: bool,
    /// A stored close that a quote contradicts (daily bars only).
    doubt: Option<Doubt>,
    /// Somebody began to follow the ticker, and waits for it.
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
            doubt: None,
            new: false,
        }
    }
}

/// A daily bar that is missing, or has another close than a quote says.
#[derive(Debug, Clone, Copy)]
struct Doubt {
    /// When the bar starts, in Unix seconds.
    day: i64,
    /// How often it was asked for again.
    times: u32,
    /// When it is asked for again, in Unix seconds.
    until: i64,
}

/// All requests.
#[derive(Debug)]
pub(super) struct HistoryQueue {
    targets: Vec<Target>,
    /// By target.
    priced_by: Vec<PricedBy>,
    tasks: Vec<Task>,
    /// By target: the newest split that history was asked again for, and when.
    splits: HashMap<usize, (i64, i64)>,
    /// By target: since when it may have been split, where it was asked about that.
    checked: HashMap<usize, Timestamp>,
    /// By target: since when its price waits for a second one, where it is asked about that.
    unconfirmed: HashMap<usize, Timestamp>,
    /// The last request was for what somebody waits for.
    awaited_had_its_turn: bool,
}

/// A request whose time has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChartRequest {
    task: usize,
    /// About whom, by number and in full.
    pub(super) at: usize,
    pub(super) target: Target,
    /// What brings its price.
    pub(super) priced_by: PricedBy,
    /// In which steps.
    pub(super) interval: Interval,
    /// Since when, in Yahoo's words.
    pub(super) range: &'static str,
    /// It asks for all that is kept, because that was restated.
    restated: bool,
    /// Where stored bars end.
    last: Option<i64>,
}

impl ChartRequest {
    /// Whether the answer reaches back far enough to hold every dividend that matters.
    pub(super) fn is_long(&self) -> bool {
        self.range == "5y"
    }
}

impl Task {
    /// Daily bars that were never answered: without them a ticker has next to nothing.
    fn is_first(&self) -> bool {
        self.interval == Interval::Day && !self.answered
    }
}

impl HistoryQueue {
    /// Whether there is nothing to ask about.
    pub(super) fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Every request about every target, due at once; nobody's price comes with them.
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

    /// Adds a target. What was not fetched of it yet goes ahead of everything else.
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

    /// Replaces what is known of the target with a number.
    pub(super) fn update(&mut self, at: usize, target: &Target) {
        self.targets[at] = target.clone();
    }

    /// Forgets what was answered of a target: everything is due again, ahead of all else.
    pub(super) fn restart(&mut self, target: usize) {
        for task in self.tasks.iter_mut().filter(|task| task.target == target) {
            *task = Task {
                new: true,
                ..Task::of(target, task.interval)
            };
        }
        self.splits.remove(&target);
    }

    /// Takes up where the program left off before it was started: what was fetched and is on disk is not
    /// asked for before there can be something new.
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

    /// How many requests there are of a target, and how many of them were answered.
    pub(super) fn progress(&self, target: usize) -> (usize, usize) {
        let tasks = self.tasks.iter().filter(|task| task.target == target);
        let answered = tasks.clone().filter(|task| task.answered).count();
        (answered, tasks.count())
    }

    /// How many requests are sent until all of a target are answered: of one that is new, only those of
    /// others that are. `None` while the source has nothing for it.
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

    /// The request was answered; it comes up again when there can be something new, but not
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
                // The usual range comes right after, for it brings dividends.
                due = now.as_second();
            }
        }
        task.due.wait(now.as_second(), due);
    }

    /// Asks for the daily bars of a target at once, which may have been split: once for each moment `since`.
    pub(super) fn check_split(&mut self, target: usize, since: Timestamp) {
        if self.checked.insert(target, since) == Some(since) {
            return;
        }
        let tasks = self.tasks.iter_mut();
        let days = tasks.filter(|task| task.target == target && task.interval == Interval::Day);
        days.for_each(|task| task.due.at_once());
    }

    /// Asks again soon for the price of a target that comes with its charts and waits for a second one `since` then.
    pub(super) fn check_price(&mut self, target: usize, since: Timestamp) {
        let is_of_chart = self.priced_by[target] == PricedBy::Chart;
        if !is_of_chart || self.unconfirmed.insert(target, since) == Some(since) {
            return;
        }
        let at = since.as_second() + STANDS_BY;
        let tasks = self.tasks.iter_mut().filter(|task| {
            task.target == target && task.interval == Interval::FiveMinutes && task.empty == 0
        });
        tasks.for_each(|task| task.due.hurry(at));
    }

    /// The request failed through nobody's fault of the ticker: others first.
    pub(super) fn postpone(&mut self, request: &ChartRequest, now: Timestamp, seconds: i64) {
        let now = now.as_second();
        self.tasks[request.task].due.wait(now, now + seconds);
    }

    /// The answer was not understood: it is asked again later, and for less.
    pub(super) fn ask_for_less(&mut self, request: &ChartRequest, now: Timestamp, seconds: i64) {
        self.tasks[request.task].restated = false;
        self.postpone(request, now, seconds);
    }

    /// The daily bar of `day` of a target is missing, or a quote contradicts it: daily bars are asked for again within the hour, and
    /// then with growing pauses, for the source may never mend it.
    pub(super) fn doubt(&mut self, target: usize, day: i64, now: Timestamp) {
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
        let known = task.doubt.filter(|doubt| doubt.day == day);
        // The clock may have been set back since.
        let is_pending = |doubt: &Doubt| (second..=second + DAY).contains(&(doubt.until - 1));
        if known.as_ref().is_some_and(is_pending) {
            task.due.hurry(known.map_or(second, |doubt| doubt.until));
            return;
        }
        let times = known.map_or(0, |doubt| doubt.times + 1);
        let pause = FIRST_DOUBT
            .saturating_mul(2_i64.saturating_pow(times))
            .min(LONGEST_DOUBT);
        let until = second + pause;
        task.doubt = Some(Doubt { day, times, until });
        task.due.hurry(until);
    }

    /// The daily bar that was in doubt is right now.
    pub(super) fn confirm(&mut self, target: usize) {
        let of_target = self.tasks.iter_mut().filter(|task| task.target == target);
        of_target.for_each(|task| task.doubt = None);
    }

    /// The source has nothing for this request: it is asked again after a pause that grows to a
    /// day. A ticker without daily bars has no others either. Answers when, in Unix seconds.
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

    /// Says what brings the price of each target, by its number. What falls to charts is asked for
    /// at once.
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

    /// An answer tells of a split: all that is stored of the ticker is asked for again, unless it
    /// was of late, or there is nothing from before the split. A split that `is_new` was not known before.
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
        // Years of splits lie in a long range; those before the newest bar were seen to.
        let is_late = is_new && now - split < LATE_SPLIT;
        let is_old = request.is_long() && split < last && !is_late;
        let of_late = self.splits.get(&target).is_some_and(|(known, at)| {
            split <= *known && (0..RESTATED_EVERY).contains(&(now - at))
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

/// Pause between two requests for bars of a length, in seconds.
fn usual_pause(interval: Interval) -> i64 {
    match interval {
        Interval::FiveMinutes | Interval::Hour => HOUR,
        Interval::Day => 6 * HOUR,
    }
}

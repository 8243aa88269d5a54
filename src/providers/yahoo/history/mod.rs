//! What to ask next: every ticker has three requests (bars of a day, an hour, five minutes; the
//! quote comes with each), and each request its time.

use std::collections::HashMap;

use jiff::Timestamp;

use crate::{
    catalogue::Instrument,
    domain::{
        bar::Interval,
        session::{Calendar, Phase},
        ticker::TickerKind,
    },
};

const MINUTE: i64 = 60;
const HOUR: i64 = 60 * MINUTE;
const DAY: i64 = 24 * HOUR;
/// How long after the close the day's numbers have settled.
const SETTLING: i64 = 20 * MINUTE;
/// The long range is asked again so often: it brings dividends and what was restated.
const LONG_EVERY: i64 = 7 * DAY;
/// Pause for five-minute bars of a ticker whose price comes from elsewhere: they fill a chart, and
/// nobody waits for them.
const PRICED_ELSEWHERE: i64 = 15 * MINUTE;
/// Pause after the first time that there was nothing for a request; it grows fourfold each time.
const NO_DATA: i64 = 15 * MINUTE;
/// While a split lies in what is asked for, history is asked again so often: the source may restate
/// it some hours late.
const RESTATED_EVERY: i64 = DAY;

/// The range of everything there is.
pub(super) const EVERYTHING: &str = "max";

/// A ticker to ask about.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Target {
    /// Ours.
    pub(super) symbol: String,
    /// Yahoo's.
    pub(super) yahoo: String,
    /// What it is.
    pub(super) kind: TickerKind,
    /// Whether its quotes come from here.
    pub(super) quotes: bool,
}

impl Target {
    /// The instrument as Yahoo knows it; `None` where it does not.
    pub(super) fn of(instrument: &Instrument) -> Option<Self> {
        Some(Self {
            symbol: instrument.profile.symbol.clone(),
            yahoo: instrument.yahoo.clone()?,
            kind: instrument.profile.kind,
            quotes: true,
        })
    }
}

/// A request about a target.
#[derive(Debug)]
struct Task {
    target: usize,
    interval: Interval,
    /// Unix seconds.
    due: i64,
    /// When `due` was set.
    set: i64,
    /// Whether it was ever answered.
    answered: bool,
    /// How often in a row there was nothing.
    empty: u32,
    /// When the long range was last answered (daily bars only).
    long: Option<i64>,
    /// Everything that is stored has been restated.
    restated: bool,
}

/// All requests.
#[derive(Debug)]
pub(super) struct HistoryQueue {
    targets: Vec<Target>,
    tasks: Vec<Task>,
    /// By target: the newest split that history was asked again for, and when.
    splits: HashMap<usize, (i64, i64)>,
    /// The last request, other than for a first price, was for the price of an open market.
    price_had_its_turn: bool,
}

/// A request whose time has come.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct ChartRequest {
    task: usize,
    /// About whom.
    pub(super) target: Target,
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
    /// When it comes up, as of `now`: at once, where the clock was set back since that was reckoned.
    fn due(&self, now: i64) -> i64 {
        if self.set > now { 0 } else { self.due }
    }

    fn wait(&mut self, now: i64, until: i64) {
        self.set = now;
        self.due = until;
    }
}

impl HistoryQueue {
    /// Whether there is nothing to ask about.
    pub(super) fn is_empty(&self) -> bool {
        self.targets.is_empty()
    }

    /// Every request about every target, due at once.
    pub(super) fn new(targets: Vec<Target>) -> Self {
        let targets = interleaved(targets);
        let tasks = [Interval::Day, Interval::FiveMinutes, Interval::Hour]
            .into_iter()
            .flat_map(|interval| (0..targets.len()).map(move |target| (interval, target)))
            .map(|(interval, target)| Task {
                target,
                interval,
                due: 0,
                set: 0,
                answered: false,
                empty: 0,
                long: None,
                restated: false,
            })
            .collect();
        Self {
            targets,
            tasks,
            splits: HashMap::new(),
            price_had_its_turn: false,
        }
    }

    /// The most urgent request that is due; `skip` names tickers to leave alone, `last_bar`
    /// knows where stored bars end.
    pub(super) fn next(
        &mut self,
        now: Timestamp,
        skip: impl Fn(&str) -> bool,
        last_bar: impl Fn(&str, Interval) -> Option<i64>,
    ) -> Option<ChartRequest> {
        let second = now.as_second();
        let (at, task) = self
            .tasks
            .iter()
            .enumerate()
            .filter(|(_, task)| {
                task.due(second) <= second && !skip(&self.targets[task.target].symbol)
            })
            .min_by_key(|(at, task)| (self.urgency(task, now), task.due(second), *at))?;
        if !is_first(task) {
            self.price_had_its_turn = self.is_price(task, now);
        }
        let target = self.targets[task.target].clone();
        let last = last_bar(&target.symbol, task.interval);
        let range = match task.interval {
            interval if task.restated => all_that_is_kept(interval),
            Interval::Day => daily_range(task, last, second),
            Interval::Hour => hourly_range(last, second),
            Interval::FiveMinutes => five_minute_range(&target, last, now),
        };
        Some(ChartRequest {
            task: at,
            target,
            interval: task.interval,
            range,
            restated: task.restated,
            last,
        })
    }

    /// When the next request is due, in Unix seconds.
    pub(super) fn next_due(&self, now: Timestamp, skip: impl Fn(&str) -> bool) -> Option<i64> {
        self.tasks
            .iter()
            .filter(|task| !skip(&self.targets[task.target].symbol))
            .map(|task| task.due(now.as_second()))
            .min()
    }

    /// The first price of everybody comes first; what another provider prices can wait for its
    /// history. Then prices of open markets take turns with all else: either could fill every slot,
    /// and nobody would see the close of a market that is asked for only after the next opening.
    fn urgency(&self, task: &Task, now: Timestamp) -> u8 {
        if is_first(task) {
            return match (self.targets[task.target].quotes, self.calendar(task)) {
                (true, calendar) if is_open(calendar, now) => 0,
                (true, _) => 1,
                (false, _) => 2,
            };
        }
        if self.is_price(task, now) == self.price_had_its_turn {
            4
        } else {
            3
        }
    }

    /// Whether it is for the price of an open market.
    fn is_price(&self, task: &Task, now: Timestamp) -> bool {
        task.interval == Interval::FiveMinutes
            && self.targets[task.target].quotes
            && is_open(self.calendar(task), now)
    }

    fn calendar(&self, task: &Task) -> Calendar {
        self.targets[task.target].kind.calendar()
    }

    /// The request was answered; it comes up again when there can be something new, but not
    /// within `every` seconds.
    pub(super) fn answered(&mut self, request: &ChartRequest, now: Timestamp, every: i64) {
        let calendar = self.calendar(&self.tasks[request.task]);
        let pause = match request.interval {
            Interval::FiveMinutes if !request.target.quotes => PRICED_ELSEWHERE,
            Interval::FiveMinutes => every,
            Interval::Hour => HOUR,
            Interval::Day => 6 * HOUR,
        };
        let task = &mut self.tasks[request.task];
        task.answered = true;
        task.empty = 0;
        if request.is_long() {
            task.long = Some(now.as_second());
        }
        let mut due = again(calendar, request.interval, now, pause.max(every));
        if request.restated {
            task.restated = false;
            if request.interval == Interval::Day {
                // The usual range comes right after, for it brings dividends.
                due = now.as_second();
            }
        }
        task.wait(now.as_second(), due);
    }

    /// The request failed through nobody's fault of the ticker: others first.
    pub(super) fn postpone(&mut self, request: &ChartRequest, now: Timestamp, seconds: i64) {
        let now = now.as_second();
        self.tasks[request.task].wait(now, now + seconds);
    }

    /// The answer was not understood: it is asked again later, and for less.
    pub(super) fn ask_for_less(&mut self, request: &ChartRequest, now: Timestamp, seconds: i64) {
        self.tasks[request.task].restated = false;
        self.postpone(request, now, seconds);
    }

    /// The source has nothing for this request: it is asked again after a pause that grows to a
    /// day. A ticker without daily bars has no others either. Answers when, in Unix seconds.
    pub(super) fn back_off(&mut self, request: &ChartRequest, now: Timestamp) -> i64 {
        let now = now.as_second();
        let Task { target, empty, .. } = self.tasks[request.task];
        let pause = NO_DATA.saturating_mul(4_i64.saturating_pow(empty)).min(DAY);
        for (at, task) in self.tasks.iter_mut().enumerate() {
            let whole = request.interval == Interval::Day && task.target == target;
            if at == request.task || whole {
                task.wait(now, now + pause);
                task.empty = empty.saturating_add(1);
                task.restated = false;
            }
        }
        now + pause
    }

    /// Says of which kinds of ticker prices are wanted from here. What others priced until now is
    /// asked for at once.
    pub(super) fn set_priced_here(&mut self, priced_here: impl Fn(TickerKind) -> bool) {
        for (at, target) in self.targets.iter_mut().enumerate() {
            let before = std::mem::replace(&mut target.quotes, priced_here(target.kind));
            if before || !target.quotes {
                continue;
            }
            let prices = self.tasks.iter_mut().filter(|task| {
                task.target == at && task.interval == Interval::FiveMinutes && task.empty == 0
            });
            prices.for_each(|task| task.due = 0);
        }
    }

    /// An answer tells of a split: all that is stored of the ticker is asked for again, unless it
    /// was of late, or there is nothing from before the split.
    pub(super) fn split(&mut self, request: &ChartRequest, split: i64, now: Timestamp) {
        let Some(last) = request.last else {
            return;
        };
        let now = now.as_second();
        let target = self.tasks[request.task].target;
        // Years of splits lie in a long range; those before the newest bar were seen to.
        let is_old = request.is_long() && split < last;
        let of_late = self.splits.get(&target).is_some_and(|(known, at)| {
            split <= *known && (0..RESTATED_EVERY).contains(&(now - at))
        });
        if is_old || of_late {
            return;
        }
        self.splits.insert(target, (split, now));
        for task in self.tasks.iter_mut().filter(|task| task.target == target) {
            task.due = 0;
            task.long = None;
            task.restated = true;
        }
    }
}

/// The first of each kind, then the second of each: a new market soon shows something of everything.
fn interleaved(targets: Vec<Target>) -> Vec<Target> {
    let mut of_kind: HashMap<TickerKind, usize> = HashMap::new();
    let mut ranked: Vec<(usize, Target)> = targets
        .into_iter()
        .map(|target| {
            let rank = of_kind.entry(target.kind).or_default();
            *rank += 1;
            (*rank, target)
        })
        .collect();
    ranked.sort_by_key(|(rank, _)| *rank);
    ranked.into_iter().map(|(_, target)| target).collect()
}

fn is_first(task: &Task) -> bool {
    task.interval == Interval::Day && !task.answered
}

fn is_open(calendar: Calendar, now: Timestamp) -> bool {
    matches!(calendar.phase(now), Phase::Regular | Phase::Always)
}

/// When a request comes up again: after `pause` while the market is open, once more when the
/// day's numbers have settled, then not before the next session.
fn again(calendar: Calendar, interval: Interval, now: Timestamp, pause: i64) -> i64 {
    let second = now.as_second();
    if calendar == Calendar::Always {
        return second + pause;
    }
    let session = calendar.session_at_or_before(now);
    let settled = session.close + SETTLING;
    if interval == Interval::Day && second < settled {
        return settled;
    }
    if is_open(calendar, now) {
        return second + pause;
    }
    if second < settled {
        return settled;
    }
    let next = calendar.next_session(now);
    if interval == Interval::Day {
        next.close + SETTLING
    } else {
        next.open + interval.seconds()
    }
}

/// What covers every stored bar: of days everything there is.
fn all_that_is_kept(interval: Interval) -> &'static str {
    match interval {
        Interval::Day => EVERYTHING,
        Interval::Hour => "6mo",
        Interval::FiveMinutes => "1mo",
    }
}

fn daily_range(task: &Task, last: Option<i64>, now: i64) -> &'static str {
    // The clock may have been set back since.
    let age = task.long.map(|long| now - long);
    let fresh = age.is_some_and(|age| (0..LONG_EVERY).contains(&age));
    match last.filter(|_| fresh).map(|last| now - last) {
        Some(gap) if gap <= 4 * DAY => "5d",
        Some(gap) if gap <= 25 * DAY => "1mo",
        _ => "5y",
    }
}

fn hourly_range(last: Option<i64>, now: i64) -> &'static str {
    match last.map(|last| now - last) {
        Some(gap) if gap <= 4 * DAY => "5d",
        Some(gap) if gap <= 25 * DAY => "1mo",
        _ => "3mo",
    }
}

/// One day when stored bars reach into the current session. A crypto currency's day begins at
/// midnight, so its change over 24 hours needs more than that.
fn five_minute_range(target: &Target, last: Option<i64>, now: Timestamp) -> &'static str {
    let calendar = target.kind.calendar();
    let open = calendar.session_at_or_before(now).open;
    let needs_yesterday = calendar == Calendar::Always && target.quotes;
    if last.is_some_and(|last| last >= open) && !needs_yesterday {
        "1d"
    } else {
        "5d"
    }
}

#[cfg(test)]
mod tests;
#[cfg(test)]
mod weekend;

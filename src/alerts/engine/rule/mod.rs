//! One alert under watch.

mod catch_up;
mod joined;
mod lifetime;
mod occasion;
mod part;
mod report;
mod split;

use jiff::Timestamp;

use self::{
    catch_up::Snapshot,
    part::{FinishedPart, Part},
};
use super::{
    Outcome,
    downtime::Downtime,
    sentence::{already_met, headline, joined, sentence},
    threshold::{Crossing, Trigger},
};
use crate::domain::{
    alert::{Alert, AlertKind, Side},
    bar::{Bar, Interval},
    currency::Currency,
    news::NewsUpdate,
    quote::Quote,
    session::Calendar,
    split::Split,
};

/// How long an alert pauses after it fired, in seconds.
const PAUSE: i64 = 5 * 60;
/// When stored bars were received: nobody knows whether the newest of them was over by then.
const UNKNOWN: i64 = i64::MIN;

/// What is known of a ticker when its alert begins to be watched.
#[derive(Debug, Default)]
pub(crate) struct Baseline {
    /// The newest quote.
    pub(crate) quote: Option<Quote>,
    /// Stored bars as [`needed_bars`](super::needed_bars) asks for them, ascending; by interval as in [`Interval::ALL`].
    pub(crate) bars: [Vec<Bar>; 3],
    /// When it trades.
    pub(crate) calendar: Calendar,
    /// What its price is in.
    pub(crate) currency: Currency,
    /// The splits that are known.
    pub(crate) splits: Vec<Split>,
}

/// An alert with what it has seen.
#[derive(Debug)]
pub(super) struct Rule {
    alert: Alert,
    /// What its ticker's price is in.
    currency: Currency,
    /// When its ticker trades.
    calendar: Calendar,
    /// Its conditions, which must all hold at once; none for news and events.
    parts: Vec<Part>,
    /// Whether all of several held when that was known last.
    held: Option<bool>,
    /// What indicators said of bars that are to be judged with the other bars of the downtime.
    waiting: Vec<FinishedPart>,
    /// The time while the program was away, until its bars came.
    downtime: Option<Downtime>,
    /// Set once a quote did not wait for the bars of the downtime.
    snapshot: Option<Snapshot>,
    /// What happened before it does not concern the alert, however late it becomes known.
    since: Timestamp,
    /// What happened before this moment (Unix seconds) is noticed late.
    resumed: Option<i64>,
}

/// When something was measured, and at which price.
#[derive(Debug, Clone, Copy)]
struct Moment {
    at: Timestamp,
    price: f64,
    late: bool,
}

impl Rule {
    /// A rule that begins to watch now.
    pub(super) fn new(alert: Alert, baseline: &Baseline, now: Timestamp) -> Self {
        let mut rule = Self {
            currency: baseline.currency,
            calendar: baseline.calendar,
            parts: alert
                .terms()
                .map(|term| Part::new(term, baseline.calendar))
                .collect(),
            held: None,
            waiting: vec![],
            downtime: None,
            snapshot: None,
            since: alert.since.unwrap_or(alert.created_at),
            resumed: None,
            alert,
        };
        rule.believe_no_future(now);
        rule.learn(baseline, now.as_second());
        // The newest bar stays open, so this judges nothing.
        rule.finish_stored(baseline, now);
        rule
    }

    /// A rule that watched before the program stopped, and what its newest stored bars say.
    pub(super) fn resumed(
        alert: Alert,
        baseline: &Baseline,
        now: Timestamp,
    ) -> (Self, Vec<Outcome>) {
        let seen = baseline.quote.as_ref().map(|quote| quote.as_of);
        let since = [
            seen,
            Some(alert.created_at),
            alert.since,
            alert.last_fired_at,
        ];
        let since = since.into_iter().flatten().max().unwrap_or(now);
        let since = since.min(now).as_second();
        let fired_since = seen < alert.last_fired_at;
        let nothing = Baseline {
            calendar: baseline.calendar,
            currency: baseline.currency,
            ..Baseline::default()
        };
        let mut rule = Self::new(alert, &nothing, now);
        let mut splits = baseline.splits.clone();
        splits.sort_by_key(|split| split.date);
        for split in &splits {
            rule.count_split(split, now);
        }
        rule.learn(baseline, since);
        match (rule.alert.fired_side, &mut rule.parts[..]) {
            (Some(side), [only]) if fired_since => only.trigger = Trigger::on(side),
            (Some(_), _) if fired_since => rule.held = Some(true),
            _ => {}
        }
        rule.downtime = Some(Downtime::between(since, now.as_second()));
        rule.resumed = Some(now.as_second());
        let outcomes = rule.finish_stored(baseline, now);
        (rule, outcomes)
    }

    /// Takes in what is known up to `until` (Unix seconds), without reporting anything.
    fn learn(&mut self, baseline: &Baseline, until: i64) {
        for part in &mut self.parts {
            let condition = part.term.condition;
            if let Some(technical) = part.technical() {
                let bars = &baseline.bars[technical.interval() as usize];
                let over = bars.partition_point(|bar| technical.end(bar) <= until);
                for finished in technical.take(&bars[..over], UNKNOWN) {
                    part.before = part.trigger;
                    if let Some(measurement) = finished.measurement {
                        part.trigger.evaluate(&measurement, condition);
                    }
                }
            }
            for interval in Interval::ALL {
                if part.needs(interval) {
                    let bars = &baseline.bars[interval as usize];
                    part.measure.remember(bars, interval, until);
                }
            }
            let quote = baseline.quote.as_ref();
            if let Some(measurement) = quote.and_then(|quote| part.measure.of_quote(quote)) {
                part.trigger.evaluate(&measurement, condition);
            }
        }
        self.come_to_hold();
    }

    /// A sentence where the condition is met as far as is known, so that nobody waits for an alert
    /// that fires only when it is met anew.
    pub(super) fn already_met(&self) -> Option<String> {
        Some(already_met(&self.alert, self.currency, &self.met()?))
    }

    /// The side on which each condition is met, if all of them are.
    fn met(&self) -> Option<Vec<Side>> {
        let sides = self.parts.iter();
        let sides: Option<Vec<_>> = sides
            .map(|part| part.trigger.met(part.term.condition))
            .collect();
        sides.filter(|sides| !sides.is_empty())
    }

    pub(super) fn alert(&self) -> &Alert {
        &self.alert
    }

    /// Judges the alert on a quote.
    pub(super) fn quote(&mut self, quote: &Quote) -> Vec<Outcome> {
        for part in &mut self.parts {
            if let Some(technical) = part.technical() {
                technical.record_price(quote);
            }
        }
        let Some((mut outcomes, late)) = self.pass_downtime(quote.as_of.as_second()) else {
            return vec![];
        };
        let mut crossing = None;
        for part in 0..self.parts.len() {
            if let Some(measurement) = self.parts[part].measure.of_quote(quote) {
                crossing = self.measured(part, measurement).or(crossing);
            }
        }
        let moment = Moment {
            at: quote.as_of,
            price: quote.price,
            late,
        };
        outcomes.extend(self.judge(crossing, moment));
        outcomes
    }

    /// Judges the alert on bars of its ticker.
    pub(super) fn bars(
        &mut self,
        interval: Interval,
        bars: &[Bar],
        now: Timestamp,
    ) -> Vec<Outcome> {
        if let Some(downtime) = &mut self.downtime {
            downtime.take(interval, bars, now.as_second());
        } else {
            // After an outage of the quotes they show where a window begins.
            for part in self.parts.iter_mut().filter(|part| part.needs(interval)) {
                part.measure.remember(bars, interval, now.as_second());
            }
        }
        let mut finished = vec![];
        self.finish_bars(interval, bars, now.as_second(), now, &mut finished);
        self.judge_finished(finished)
    }

    /// Judges the alert on an article about its ticker.
    pub(super) fn news(&mut self, article: &NewsUpdate, price: Option<f64>) -> Option<Outcome> {
        let at = article.published_at;
        let on_news = self.alert.active && self.alert.kind == AlertKind::News;
        let wanted = self.alert.words.as_deref();
        let is_meant = on_news && wanted.is_none_or(|words| article.contains_words(words));
        if !is_meant || at < self.since || self.is_quiet(at) {
            return None;
        }
        let late = self.resumed.is_some_and(|resumed| at.as_second() < resumed);
        let text = headline(&self.alert.symbol, &article.title);
        Some(self.fire(at, price, late, text))
    }

    /// Judges the alert on the passing of time: a bar that is over, a downtime for which nothing more
    /// will come, a summary whose hour has come.
    pub(super) fn sweep(&mut self, now: Timestamp) -> Vec<Outcome> {
        self.believe_no_future(now);
        let mut finished = vec![];
        for interval in Interval::ALL {
            self.finish_bars(interval, &[], UNKNOWN, now, &mut finished);
        }
        let mut outcomes = self.judge_finished(finished);
        let downtime = self.downtime.as_ref();
        if downtime.is_some_and(|downtime| downtime.is_filled(now.as_second())) {
            outcomes.extend(self.catch_up());
        }
        outcomes.extend(self.summarise(now));
        outcomes.extend(self.expire(now));
        outcomes
    }

    /// A clock that was set back must not mute the alert until it has come round again.
    fn believe_no_future(&mut self, now: Timestamp) {
        self.since = self.since.min(now);
        let fired = &mut self.alert.last_fired_at;
        *fired = fired.map(|fired| fired.min(now));
    }

    /// Judges indicators on the bars that are stored.
    fn finish_stored(&mut self, baseline: &Baseline, now: Timestamp) -> Vec<Outcome> {
        let mut finished = vec![];
        for (interval, bars) in Interval::ALL.into_iter().zip(&baseline.bars) {
            self.finish_bars(interval, bars, UNKNOWN, now, &mut finished);
        }
        self.judge_finished(finished)
    }

    /// Hands bars received at `known_until` (Unix seconds) to the indicators of this length; adds what they say of those that
    /// are over at `now`.
    fn finish_bars(
        &mut self,
        interval: Interval,
        bars: &[Bar],
        known_until: i64,
        now: Timestamp,
        finished: &mut Vec<FinishedPart>,
    ) {
        for (at, part) in self.parts.iter_mut().enumerate() {
            let technical = part.technical();
            let Some(technical) = technical.filter(|it| it.interval() == interval) else {
                continue;
            };
            let over = technical.take(bars, known_until);
            let over = over.into_iter().chain(technical.over(now.as_second()));
            finished.extend(over.map(|bar| (at, bar)));
        }
    }

    /// Judges what was measured at one moment; `crossing` is the value that came to meet its condition then.
    fn judge(&mut self, crossing: Option<Crossing>, moment: Moment) -> Option<Outcome> {
        let comes = if self.is_joined() {
            self.come_to_hold()
        } else {
            crossing.is_some()
        };
        let counts = moment.at >= self.since && !self.is_quiet(moment.at);
        if !comes || !self.alert.active || !counts || self.pauses(moment.at) {
            return None;
        }
        let sides = self.met();
        let text = match (crossing, sides) {
            (crossing, Some(sides)) if self.is_joined() => {
                self.alert.fired_side = sides.first().copied();
                joined(&self.alert, self.currency, crossing, &sides)
            }
            (
                Some(Crossing {
                    side, measurement, ..
                }),
                _,
            ) => {
                self.alert.fired_side = Some(side);
                sentence(&self.alert, self.currency, side, &measurement)
            }
            (None, _) => return None,
        };
        Some(self.fire(moment.at, Some(moment.price), moment.late, text))
    }

    /// Whether it fired a moment ago, or later than `now`: what happened before its last report
    /// was judged then.
    fn pauses(&self, now: Timestamp) -> bool {
        let last = self.alert.last_fired_at;
        last.is_some_and(|last| now.as_second() - last.as_second() < PAUSE)
    }
}

//! A rule: one active alert and its state.

mod catch_up;
mod event;
mod joined;
mod lifetime;
mod part;
mod report;
mod split;

use jiff::Timestamp;

use self::part::{FinishedPart, Part, Snapshot};
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

/// Seconds after a report during which an alert does not fire again.
const COOLDOWN: i64 = 5 * 60;
/// The receive time of stored bars: unknown, so the newest may be unfinished.
const RECEIVED_UNKNOWN: i64 = i64::MIN;

/// The stored data of a ticker when a rule starts.
#[derive(Debug, Default)]
pub(crate) struct Baseline {
    pub(crate) quote: Option<Quote>,
    /// Stored bars as requested by [`needed_bars`](super::needed_bars), ascending; indexed by interval, in the order of
    /// [`Interval::ALL`].
    pub(crate) bars: [Vec<Bar>; 3],
    /// The calendar of its exchange.
    pub(crate) calendar: Calendar,
    /// The currency of its price.
    pub(crate) currency: Currency,
    /// Its known splits.
    pub(crate) splits: Vec<Split>,
}

/// An active alert and its state.
#[derive(Debug)]
pub(super) struct Rule {
    alert: Alert,
    /// The currency of the ticker's price.
    currency: Currency,
    /// The calendar of the ticker's exchange.
    calendar: Calendar,
    /// The conditions, which must all hold; none for news and events.
    parts: Vec<Part>,
    /// Whether all of several conditions held when last known.
    held: Option<bool>,
    /// Finished bars of indicators that are evaluated together with the downtime.
    waiting: Vec<FinishedPart>,
    /// The downtime of the program, until its bars arrive.
    downtime: Option<Downtime>,
    /// The state before the first quote that did not wait for the downtime.
    snapshot: Option<Snapshot>,
    /// Anything earlier does not fire the alert, even if it becomes known later.
    since: Timestamp,
    /// The restart (Unix seconds). Anything earlier is reported as late.
    resumed: Option<i64>,
}

/// The time and price of a measurement.
#[derive(Debug, Clone, Copy)]
struct Moment {
    at: Timestamp,
    price: f64,
    late: bool,
}

impl Rule {
    /// A rule for a new or reactivated alert.
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
        rule.clamp_to_now(now);
        rule.learn(baseline, now.as_second());
        // The newest bar stays open, so this reports nothing.
        rule.finish_stored(baseline, now);
        rule
    }

    /// A rule that continues after a restart, and the outcomes of its newest stored bars.
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

    /// Initializes the state from data up to `until` (Unix seconds) without reporting.
    fn learn(&mut self, baseline: &Baseline, until: i64) {
        for part in &mut self.parts {
            let condition = part.term.condition;
            if let Some(technical) = part.technical() {
                let bars = &baseline.bars[technical.interval() as usize];
                let over = bars.partition_point(|bar| technical.end(bar) <= until);
                for finished in technical.push_bars(&bars[..over], RECEIVED_UNKNOWN) {
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
        self.update_held();
    }

    /// A sentence if the condition is already met: the alert fires only after it was false.
    pub(super) fn already_met(&self) -> Option<String> {
        Some(already_met(&self.alert, self.currency, &self.met_sides()?))
    }

    /// The side of each condition, if all of them are met.
    fn met_sides(&self) -> Option<Vec<Side>> {
        let sides = self.parts.iter();
        let sides: Option<Vec<_>> = sides
            .map(|part| part.trigger.met_side(part.term.condition))
            .collect();
        sides.filter(|sides| !sides.is_empty())
    }

    pub(super) fn alert(&self) -> &Alert {
        &self.alert
    }

    /// Evaluates the alert on a quote.
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
        outcomes.extend(self.evaluate(crossing, moment));
        outcomes
    }

    /// Evaluates the alert on bars of its ticker (ascending; the last may be open), received at `now`.
    pub(super) fn bars(
        &mut self,
        interval: Interval,
        bars: &[Bar],
        now: Timestamp,
    ) -> Vec<Outcome> {
        if let Some(downtime) = &mut self.downtime {
            downtime.add_bars(interval, bars, now.as_second());
        } else {
            // After an outage of quotes, bars provide the start of a window.
            for part in self.parts.iter_mut().filter(|part| part.needs(interval)) {
                part.measure.remember(bars, interval, now.as_second());
            }
        }
        let mut finished = vec![];
        self.finish_bars(interval, bars, now.as_second(), now, &mut finished);
        self.evaluate_finished(finished)
    }

    /// Evaluates the alert on an article about its ticker.
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

    /// Evaluates what is due at `now`: a finished bar, a complete downtime, a daily summary, the expiry.
    pub(super) fn sweep(&mut self, now: Timestamp) -> Vec<Outcome> {
        self.clamp_to_now(now);
        let mut finished = vec![];
        for interval in Interval::ALL {
            self.finish_bars(interval, &[], RECEIVED_UNKNOWN, now, &mut finished);
        }
        let mut outcomes = self.evaluate_finished(finished);
        let downtime = self.downtime.as_ref();
        if downtime.is_some_and(|downtime| downtime.is_filled(now.as_second())) {
            outcomes.extend(self.catch_up());
        }
        outcomes.extend(self.summarise(now));
        outcomes.extend(self.expire(now));
        outcomes
    }

    /// Corrects times in the future, so that a clock that was set back does not mute the alert.
    fn clamp_to_now(&mut self, now: Timestamp) {
        self.since = self.since.min(now);
        let fired = &mut self.alert.last_fired_at;
        *fired = fired.map(|fired| fired.min(now));
    }

    /// Evaluates indicators on stored bars.
    fn finish_stored(&mut self, baseline: &Baseline, now: Timestamp) -> Vec<Outcome> {
        let mut finished = vec![];
        for (interval, bars) in Interval::ALL.into_iter().zip(&baseline.bars) {
            self.finish_bars(interval, bars, RECEIVED_UNKNOWN, now, &mut finished);
        }
        self.evaluate_finished(finished)
    }

    /// Adds bars received at `known_until` (Unix seconds) to the indicators of this interval. Appends the bars that have finished
    /// at `now` to `finished`.
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
            let over = technical.push_bars(bars, known_until);
            let over = over
                .into_iter()
                .chain(technical.finish_open(now.as_second()));
            finished.extend(over.map(|bar| (at, bar)));
        }
    }

    /// Decides whether the alert fires at one moment; `crossing` is the condition that was crossed.
    fn evaluate(&mut self, crossing: Option<Crossing>, moment: Moment) -> Option<Outcome> {
        let is_crossing = if self.is_joined() {
            self.update_held()
        } else {
            crossing.is_some()
        };
        let counts = moment.at >= self.since && !self.is_quiet(moment.at);
        if !is_crossing || !self.alert.active || !counts || self.is_in_cooldown(moment.at) {
            return None;
        }
        let sides = self.met_sides();
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

    /// Returns true shortly after a report, and for any time before it.
    fn is_in_cooldown(&self, now: Timestamp) -> bool {
        let last = self.alert.last_fired_at;
        last.is_some_and(|last| now.as_second() - last.as_second() < COOLDOWN)
    }
}

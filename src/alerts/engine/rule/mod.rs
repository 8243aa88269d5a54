//! One alert under watch.

mod catch_up;
mod lifetime;
mod occasion;
mod report;
mod snapshot;

use jiff::Timestamp;

use self::snapshot::Snapshot;
use super::{
    Outcome,
    downtime::Downtime,
    measure::{Measure, needed_bars},
    measurement::Measurement,
    sentence::{already_met, headline, sentence},
    threshold::Trigger,
};
use crate::domain::{
    alert::{Alert, AlertKind},
    bar::{Bar, Interval},
    currency::Currency,
    news::NewsUpdate,
    quote::Quote,
    session::Calendar,
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
    /// Stored bars as [`needed_bars`] asks for them, ascending.
    pub(crate) bars: Vec<Bar>,
    /// When it trades.
    pub(crate) calendar: Calendar,
    /// What its price is in.
    pub(crate) currency: Currency,
}

/// An alert with what it has seen.
#[derive(Debug)]
pub(super) struct Rule {
    alert: Alert,
    /// What its ticker's price is in.
    currency: Currency,
    measure: Measure,
    trigger: Trigger,
    /// The trigger as it was before the newest finished bar, which may be corrected.
    before: Trigger,
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
            measure: Measure::of(&alert, baseline.calendar),
            trigger: Trigger::default(),
            before: Trigger::default(),
            downtime: None,
            snapshot: None,
            since: alert.since.unwrap_or(alert.created_at),
            resumed: None,
            alert,
        };
        rule.believe_no_future(now);
        rule.learn(baseline, now.as_second());
        // The newest bar stays open, so this judges nothing.
        rule.finish_bars(&baseline.bars, UNKNOWN, now);
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
        rule.learn(baseline, since);
        if let Some(side) = rule.alert.fired_side.filter(|_| fired_since) {
            rule.trigger = Trigger::on(side);
        }
        rule.downtime = Some(Downtime::between(since, now.as_second()));
        rule.resumed = Some(now.as_second());
        let outcomes = rule.finish_bars(&baseline.bars, UNKNOWN, now);
        (rule, outcomes)
    }

    /// Takes in what is known up to `until` (Unix seconds), without reporting anything.
    fn learn(&mut self, baseline: &Baseline, until: i64) {
        let Some(condition) = self.alert.condition else {
            return;
        };
        if let Measure::Technical(technical) = &mut self.measure {
            let bars = &baseline.bars;
            let over = bars.partition_point(|bar| technical.end(bar) <= until);
            for finished in technical.take(&bars[..over], UNKNOWN) {
                self.before = self.trigger;
                if let Some(measurement) = finished.measurement {
                    self.trigger.evaluate(&measurement, condition);
                }
            }
        }
        if let Some((interval, _)) = needed_bars(&self.alert) {
            self.measure.remember(&baseline.bars, interval, until);
        }
        let quote = baseline.quote.as_ref();
        if let Some(measurement) = quote.and_then(|quote| self.measure.of_quote(quote)) {
            self.trigger.evaluate(&measurement, condition);
        }
    }

    /// A sentence where the condition is met as far as is known, so that nobody waits for an alert
    /// that fires only when it is met anew.
    pub(super) fn already_met(&self) -> Option<String> {
        let side = self.trigger.met(self.alert.condition?)?;
        Some(already_met(&self.alert, self.currency, side))
    }

    pub(super) fn alert(&self) -> &Alert {
        &self.alert
    }

    /// Judges the alert on a quote.
    pub(super) fn quote(&mut self, quote: &Quote) -> Vec<Outcome> {
        if let Measure::Technical(technical) = &mut self.measure {
            technical.record_price(quote);
        }
        let Some((mut outcomes, late)) = self.pass_downtime(quote.as_of.as_second()) else {
            return vec![];
        };
        if let Some(measurement) = self.measure.of_quote(quote) {
            let moment = Moment {
                at: quote.as_of,
                price: quote.price,
                late,
            };
            outcomes.extend(self.evaluate(&measurement, moment));
        }
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
        } else if needed_bars(&self.alert).is_some_and(|(needed, _)| needed == interval) {
            // After an outage of the quotes they show where a window begins.
            self.measure.remember(bars, interval, now.as_second());
        }
        match &self.measure {
            Measure::Technical(technical) if technical.interval() == interval => {
                self.finish_bars(bars, now.as_second(), now)
            }
            _ => vec![],
        }
    }

    /// Judges the alert on an article about its ticker.
    pub(super) fn news(&mut self, article: &NewsUpdate, price: Option<f64>) -> Option<Outcome> {
        let at = article.published_at;
        let on_news = self.alert.active && self.alert.kind == AlertKind::News;
        let wanted = self.alert.words.as_deref();
        let is_meant = on_news && wanted.is_none_or(|words| article.tells_of(words));
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
        let mut outcomes = self.finish_bars(&[], UNKNOWN, now);
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

    /// Judges an indicator on bars received at `known_until` (Unix seconds) that are over at `now`.
    fn finish_bars(&mut self, bars: &[Bar], known_until: i64, now: Timestamp) -> Vec<Outcome> {
        let Measure::Technical(technical) = &mut self.measure else {
            return vec![];
        };
        let mut finished = technical.take(bars, known_until);
        finished.extend(technical.over(now.as_second()));
        let outcome = |bar: &super::technical::Finished| {
            let moment = Moment {
                at: Timestamp::from_second(bar.end).ok()?,
                price: bar.close,
                late: self.resumed.is_some_and(|resumed| bar.end < resumed),
            };
            if bar.corrects {
                self.trigger = self.before;
            } else {
                self.before = self.trigger;
            }
            self.evaluate(&bar.measurement?, moment)
        };
        finished.iter().filter_map(outcome).collect()
    }

    /// Judges one measurement.
    fn evaluate(&mut self, measurement: &Measurement, moment: Moment) -> Option<Outcome> {
        let last_fired = self.alert.last_fired_at.map(Timestamp::as_second);
        if measurement
            .rearms_from
            .is_some_and(|open| last_fired < Some(open))
        {
            self.trigger.rearm();
        }
        let crossed = self.trigger.evaluate(measurement, self.alert.condition?)?;
        let counts = moment.at >= self.since && !self.is_quiet(moment.at);
        if !self.alert.active || !counts || self.pauses(moment.at) {
            return None;
        }
        self.alert.fired_side = Some(crossed);
        let text = sentence(&self.alert, self.currency, crossed, measurement);
        Some(self.fire(moment.at, Some(moment.price), moment.late, text))
    }

    /// Whether it fired a moment ago, or later than `now`: what happened before its last report
    /// was judged then.
    fn pauses(&self, now: Timestamp) -> bool {
        let last = self.alert.last_fired_at;
        last.is_some_and(|last| now.as_second() - last.as_second() < PAUSE)
    }
}

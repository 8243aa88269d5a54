//! One alert under watch.

use jiff::Timestamp;

use super::{
    Outcome,
    gap::Gap,
    gauge::{Gauge, Reading},
    sentence::{headline, sentence, summary},
    trigger::Trigger,
};
use crate::domain::{
    alert::{Alert, AlertFrequency, AlertKind, Condition, FiredAlert, Gathered},
    bar::{Bar, Interval},
    news::NewsUpdate,
    quote::Quote,
    session::{Calendar, next_new_york_time},
};

/// How long an alert pauses after it fired, in seconds.
const PAUSE: i64 = 5 * 60;
/// The hour of New York at which daily summaries are told: one after the regular close.
const SUMMARY_HOUR: i64 = 17;
/// A summary that is told this much after its time was kept back by an absence, in seconds.
const ON_TIME: i64 = 600;
/// When stored bars were heard: nobody knows whether the newest of them was over by then.
const UNKNOWN: i64 = i64::MIN;

/// What is known of a ticker when the watch begins.
#[derive(Debug, Default)]
pub struct Past {
    /// The newest quote.
    pub quote: Option<Quote>,
    /// Stored bars as [`super::wanted`] asks for them, ascending.
    pub bars: Vec<Bar>,
    /// When it trades.
    pub calendar: Calendar,
}

/// An alert with what it has seen.
#[derive(Debug)]
pub(super) struct Rule {
    alert: Alert,
    gauge: Gauge,
    trigger: Trigger,
    /// The trigger as it was before the newest finished bar, which may be corrected.
    before: Trigger,
    gap: Option<Gap>,
    /// Set once a quote did not wait for the gap to be filled.
    passed: Option<Passed>,
    /// What happened before it does not concern the alert, however late it becomes known.
    since: Timestamp,
    /// What happened before this moment (Unix seconds) is noticed late.
    resumed: Option<i64>,
}

/// The state in which a gap was left open: what happened in it is judged from here on.
#[derive(Debug)]
struct Passed {
    gauge: Gauge,
    trigger: Trigger,
    /// The first quote that was judged, Unix seconds.
    at: i64,
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
    pub(super) fn new(alert: Alert, past: &Past, now: Timestamp) -> Self {
        let mut rule = Self {
            gauge: Gauge::of(&alert, past.calendar),
            trigger: Trigger::default(),
            before: Trigger::default(),
            gap: None,
            passed: None,
            since: alert.since.unwrap_or(alert.created_at),
            resumed: None,
            alert,
        };
        rule.believe_no_future(now);
        rule.learn(past, now.as_second());
        // The newest bar stays open, so this judges nothing.
        rule.finish_bars(&past.bars, UNKNOWN, now);
        rule
    }

    /// A rule that watched before the program stopped, and what its newest stored bars say.
    pub(super) fn resumed(alert: Alert, past: &Past, now: Timestamp) -> (Self, Vec<Outcome>) {
        let seen = past.quote.as_ref().map(|quote| quote.as_of);
        let since = [
            seen,
            Some(alert.created_at),
            alert.since,
            alert.last_fired_at,
        ];
        let since = since.into_iter().flatten().max().unwrap_or(now);
        let since = since.min(now).as_second();
        let fired_since = seen < alert.last_fired_at;
        let nothing = Past {
            calendar: past.calendar,
            ..Past::default()
        };
        let mut rule = Self::new(alert, &nothing, now);
        rule.learn(past, since);
        if let Some(side) = rule.alert.fired_side.filter(|_| fired_since) {
            rule.trigger = Trigger::on(side);
        }
        rule.gap = Some(Gap::between(since, now.as_second()));
        rule.resumed = Some(now.as_second());
        let outcomes = rule.finish_bars(&past.bars, UNKNOWN, now);
        (rule, outcomes)
    }

    /// Takes in what is known without saying anything.
    fn learn(&mut self, past: &Past, until: i64) {
        let Some(condition) = self.condition() else {
            return;
        };
        if let Gauge::Technical(technical) = &mut self.gauge {
            let over = past.bars.partition_point(|bar| technical.end(bar) <= until);
            for finished in technical.take(&past.bars[..over], UNKNOWN) {
                self.before = self.trigger;
                if let Some(reading) = finished.reading {
                    self.trigger.pull(&reading, condition);
                }
            }
        }
        if let Some((interval, _)) = super::wanted(&self.alert) {
            self.gauge.remember(&past.bars, interval, until);
        }
        let quote = past.quote.as_ref();
        if let Some(reading) = quote.and_then(|quote| self.gauge.of_quote(quote)) {
            self.trigger.pull(&reading, condition);
        }
    }

    /// An alert without a condition is one on news, which measures nothing.
    fn condition(&self) -> Option<Condition> {
        self.alert.condition
    }

    pub(super) fn alert(&self) -> &Alert {
        &self.alert
    }

    /// What the alert says to a quote.
    pub(super) fn quote(&mut self, quote: &Quote) -> Vec<Outcome> {
        if let Gauge::Technical(technical) = &mut self.gauge {
            technical.note(quote);
        }
        let mut late = false;
        let mut outcomes = vec![];
        if let Some(gap) = &mut self.gap {
            let at = quote.as_of.as_second();
            if gap.holds(at) {
                return outcomes;
            }
            late = self.passed.is_none() && !gap.is_told() && gap.lasts_until(at);
            if gap.is_over(at) {
                outcomes = self.close_gap();
            } else if self.passed.is_none() {
                late = true;
                self.passed = Some(Passed {
                    gauge: self.gauge.clone(),
                    trigger: self.trigger,
                    at,
                });
            }
        }
        if let Some(reading) = self.gauge.of_quote(quote) {
            let moment = Moment {
                at: quote.as_of,
                price: quote.price,
                late,
            };
            outcomes.extend(self.step(&reading, moment));
        }
        outcomes
    }

    /// What it says to bars of its ticker.
    pub(super) fn bars(
        &mut self,
        interval: Interval,
        bars: &[Bar],
        now: Timestamp,
    ) -> Vec<Outcome> {
        if let Some(gap) = &mut self.gap {
            gap.take(interval, bars, now.as_second());
        } else if super::wanted(&self.alert).is_some_and(|(wanted, _)| wanted == interval) {
            // After an outage of the quotes they tell where a window begins.
            self.gauge.remember(bars, interval, now.as_second());
        }
        match &self.gauge {
            Gauge::Technical(technical) if technical.interval() == interval => {
                self.finish_bars(bars, now.as_second(), now)
            }
            _ => vec![],
        }
    }

    /// What it says to news about its ticker.
    pub(super) fn news(&mut self, article: &NewsUpdate, price: Option<f64>) -> Option<Outcome> {
        let at = article.published_at;
        if !self.is_on_news() || at < self.since {
            return None;
        }
        let late = self.resumed.is_some_and(|resumed| at.as_second() < resumed);
        let said = headline(&self.alert.symbol, &article.title);
        Some(self.fire(at, price, late, said))
    }

    /// A clock that was set back must not mute the alert until it has come round again.
    fn believe_no_future(&mut self, now: Timestamp) {
        self.since = self.since.min(now);
        let fired = &mut self.alert.last_fired_at;
        *fired = fired.map(|fired| fired.min(now));
    }

    fn is_on_news(&self) -> bool {
        self.alert.active && self.alert.kind == AlertKind::News
    }

    /// What the passing of time brings: a bar that is over, a gap that nothing more will fill, a
    /// summary whose hour has come.
    pub(super) fn beat(&mut self, now: Timestamp) -> Vec<Outcome> {
        self.believe_no_future(now);
        let mut outcomes = self.finish_bars(&[], UNKNOWN, now);
        if self
            .gap
            .as_ref()
            .is_some_and(|gap| gap.is_filled(now.as_second()))
        {
            outcomes.extend(self.close_gap());
        }
        outcomes.extend(self.summarise(now));
        outcomes
    }

    fn summarise(&mut self, now: Timestamp) -> Option<Outcome> {
        let first = self.alert.gathered.as_ref()?.first_at;
        let due = next_new_york_time(first, SUMMARY_HOUR);
        if now < due {
            return None;
        }
        let gathered = self.alert.gathered.take()?;
        Some(Outcome {
            report: Some(FiredAlert {
                alert_id: self.alert.id,
                symbol: self.alert.symbol.clone(),
                price: gathered.price,
                at: now,
                late: now.as_second() - due.as_second() > ON_TIME,
                sentence: summary(&gathered.sentence, gathered.times),
            }),
            alert: self.alert.clone(),
        })
    }

    fn close_gap(&mut self) -> Vec<Outcome> {
        let Some(gap) = self.gap.take() else {
            return vec![];
        };
        let heard = gap.heard_at();
        let mut passed = self.passed.take();
        let until = passed.as_ref().map_or(i64::MAX, |passed| passed.at);
        self.swap(passed.as_mut());
        let mut outcomes = vec![];
        let bars = gap.into_bars();
        for (interval, bar) in bars.iter().filter(|(_, bar)| bar.start < until) {
            for (at, price, reading) in self.gauge.of_past_bar(bar, *interval, heard) {
                let at = Timestamp::from_second(at).unwrap_or(Timestamp::UNIX_EPOCH);
                let moment = Moment {
                    at,
                    price,
                    late: true,
                };
                outcomes.extend(self.step(&reading, moment));
            }
        }
        if passed.is_some() {
            self.swap(passed.as_mut());
            for (interval, bar) in &bars {
                self.gauge.remember(&[*bar], *interval, heard);
            }
        }
        outcomes
    }

    /// Goes back to the state in which the gap was left open, and forth again.
    fn swap(&mut self, passed: Option<&mut Passed>) {
        if let Some(passed) = passed {
            std::mem::swap(&mut self.gauge, &mut passed.gauge);
            std::mem::swap(&mut self.trigger, &mut passed.trigger);
        }
    }

    fn finish_bars(&mut self, bars: &[Bar], heard: i64, now: Timestamp) -> Vec<Outcome> {
        let Gauge::Technical(technical) = &mut self.gauge else {
            return vec![];
        };
        let mut finished = technical.take(bars, heard);
        finished.extend(technical.over(now.as_second()));
        finished
            .iter()
            .filter_map(|bar| {
                let at = Timestamp::from_second(bar.end).ok()?;
                let moment = Moment {
                    at,
                    price: bar.close,
                    late: self.resumed.is_some_and(|resumed| bar.end < resumed),
                };
                if bar.corrects {
                    self.trigger = self.before;
                } else {
                    self.before = self.trigger;
                }
                self.step(&bar.reading?, moment)
            })
            .collect()
    }

    fn step(&mut self, reading: &Reading, moment: Moment) -> Option<Outcome> {
        let told = self.alert.last_fired_at.map(Timestamp::as_second);
        if reading.anew.is_some_and(|open| told < Some(open)) {
            self.trigger.rearm();
        }
        let crossed = self.trigger.pull(reading, self.condition()?)?;
        if !self.alert.active || moment.at < self.since || self.pauses(moment.at) {
            return None;
        }
        self.alert.fired_side = Some(crossed);
        let said = sentence(&self.alert, crossed, reading);
        Some(self.fire(moment.at, Some(moment.price), moment.late, said))
    }

    /// Reports, or keeps the report for the summary.
    fn fire(&mut self, at: Timestamp, price: Option<f64>, late: bool, said: String) -> Outcome {
        self.alert.last_fired_at = Some(at);
        self.alert.active = self.alert.frequency != AlertFrequency::Once;
        let report = if self.alert.frequency == AlertFrequency::Daily {
            let before = self.alert.gathered.take();
            self.alert.gathered = Some(Gathered {
                times: before.as_ref().map_or(1, |known| known.times + 1),
                first_at: before.map_or(at, |known| known.first_at),
                sentence: said,
                price,
            });
            None
        } else {
            Some(FiredAlert {
                alert_id: self.alert.id,
                symbol: self.alert.symbol.clone(),
                price,
                at,
                late,
                sentence: said,
            })
        };
        Outcome {
            alert: self.alert.clone(),
            report,
        }
    }

    /// Whether it fired a moment ago, or later than `now`: what happened before its last report
    /// was judged then.
    fn pauses(&self, now: Timestamp) -> bool {
        self.alert
            .last_fired_at
            .is_some_and(|last| now.as_second() - last.as_second() < PAUSE)
    }
}

//! A rule: one active alert and its state.

mod catch_up;
mod event;
mod filing;
mod holdings;
mod joined;
mod lifetime;
mod part;
mod report;
mod screen;
mod split;

use jiff::Timestamp;

use self::part::{FinishedPart, Part, Snapshot};
use super::{
    DayChange, Outcome,
    downtime::Downtime,
    holdings::HoldingsState,
    screen::ScreenState,
    sentence::{already_met, headline, joined, sentence},
    threshold::{Crossing, Trigger},
};
use crate::domain::{
    alert::{Alert, AlertKind, Side},
    bar::{Bar, Interval},
    fundamentals::filing::Filing,
    news::NewsUpdate,
    quotation::QuotedIn,
    quote::Quote,
    session::Calendar,
    split::Split,
};

/// The time after a report during which an alert does not fire again, in seconds.
const COOLDOWN: i64 = 5 * 60;
/// Replaces the unknown receive time of stored bars. The newest of these bars may be unfinished.
const UNKNOWN_RECEIVE_TIME: i64 = i64::MIN;

/// The stored data of a ticker from which a rule starts.
#[derive(Debug, Default)]
pub(crate) struct Baseline {
    pub(crate) quote: Option<Quote>,
    /// The bars that [`needed_bars`](super::needed_bars) asks for, ascending. The array is in the order of [`Interval::ALL`].
    pub(crate) bars: [Vec<Bar>; 3],
    /// The calendar of the ticker's exchange.
    pub(crate) calendar: Calendar,
    /// The currency and the unit of the ticker's price.
    pub(crate) quoted_in: QuotedIn,
    /// The known splits of the ticker.
    pub(crate) splits: Vec<Split>,
    /// The filings of the ticker, for an alert on filings; empty for others.
    pub(crate) filings: Vec<Filing>,
    /// The average cost of a unit in the unit of the ticker's price, for an alert on it; `None` if it is unknown or nothing is held.
    pub(crate) cost: Option<f64>,
    /// The day's change of the holdings, for an alert on it.
    pub(crate) day_change: Option<DayChange>,
}

/// An active alert and its state.
#[derive(Debug)]
pub(super) struct Rule {
    alert: Alert,
    /// The currency and the unit of the ticker's price.
    quoted_in: QuotedIn,
    /// The calendar of the ticker's exchange.
    calendar: Calendar,
    /// The state of an alert on a screen.
    screen: ScreenState,
    /// The state of an alert on the day's change of the holdings.
    holdings: HoldingsState,
    /// The conditions, which must all be met; empty for news, events and screens.
    parts: Vec<Part>,
    /// Whether all conditions were met when this was last known. Used only for an alert with several conditions.
    all_met: Option<bool>,
    /// Finished bars of indicators, queued until the downtime is evaluated.
    queued: Vec<FinishedPart>,
    /// The downtime of the program, until it is evaluated.
    downtime: Option<Downtime>,
    /// The state before the first quote that did not wait for the bars of the downtime.
    snapshot: Option<Snapshot>,
    /// Data before this time does not fire the alert, even if it is received later.
    since: Timestamp,
    /// The time of the restart (Unix seconds). Reports on earlier data are marked as late.
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
    /// Creates the rule of a new or reactivated alert.
    pub(super) fn new(alert: Alert, baseline: &Baseline, now: Timestamp) -> Self {
        let mut rule = Self {
            quoted_in: baseline.quoted_in,
            calendar: baseline.calendar,
            parts: alert
                .terms()
                .map(|term| Part::new(term, baseline.calendar))
                .collect(),
            screen: ScreenState::default(),
            holdings: HoldingsState::default(),
            all_met: None,
            queued: vec![],
            downtime: None,
            snapshot: None,
            since: alert.since.unwrap_or(alert.created_at),
            resumed: None,
            alert,
        };
        rule.clamp_to_now(now);
        rule.initialize(baseline, now.as_second());
        rule.start_holdings(baseline.day_change);
        rule.start_filings(&baseline.filings);
        // The newest bar stays unfinished, so the result is empty.
        rule.finish_stored(baseline, now);
        rule
    }

    /// Creates the rule of an alert after a restart. Also returns the outcomes of the newest stored bars, and of stored filings, whose
    /// report may not have been saved before the restart.
    pub(super) fn resumed(
        alert: Alert,
        baseline: &Baseline,
        now: Timestamp,
    ) -> (Self, Vec<Outcome>) {
        let last_quote = baseline.quote.as_ref().map(|quote| quote.as_of);
        let since = [
            last_quote,
            Some(alert.created_at),
            alert.since,
            alert.last_fired_at,
        ];
        let since = since.into_iter().flatten().max().unwrap_or(now);
        let since = since.min(now).as_second();
        let fired_since = last_quote < alert.last_fired_at;
        let no_data = Baseline {
            calendar: baseline.calendar,
            quoted_in: baseline.quoted_in,
            ..Baseline::default()
        };
        let mut rule = Self::new(alert, &no_data, now);
        let mut splits = baseline.splits.clone();
        splits.sort_by_key(|split| split.date);
        for split in &splits {
            rule.adjust_thresholds(split, now);
        }
        rule.initialize(baseline, since);
        match (rule.alert.fired_side, &mut rule.parts[..]) {
            (Some(side), [part]) if fired_since => part.trigger = Trigger::on(side),
            (Some(_), _) if fired_since => rule.all_met = Some(true),
            _ => {}
        }
        rule.downtime = Some(Downtime::between(since, now.as_second()));
        rule.resumed = Some(now.as_second());
        let mut outcomes = rule.finish_stored(baseline, now);
        let price = baseline.quote.as_ref().map(|quote| quote.price);
        outcomes.extend(rule.filings(&baseline.filings, price, now));
        (rule, outcomes)
    }

    /// Initializes the state from stored data up to `until` (Unix seconds) without reports.
    fn initialize(&mut self, baseline: &Baseline, until: i64) {
        self.set_cost(baseline.cost);
        for part in &mut self.parts {
            let condition = part.term.condition;
            if let Some(technical) = part.technical() {
                let bars = &baseline.bars[technical.interval() as usize];
                let finished = bars.partition_point(|bar| technical.end(bar) <= until);
                for finished in technical.push_bars(&bars[..finished], UNKNOWN_RECEIVE_TIME) {
                    part.before = part.trigger;
                    if let Some(measurement) = finished.measurement {
                        part.trigger.evaluate(&measurement, condition);
                    }
                }
            }
            for interval in Interval::ALL {
                if part.needs(interval) {
                    let bars = &baseline.bars[interval as usize];
                    part.measure.record_closes(bars, interval, until);
                }
            }
            let quote = baseline.quote.as_ref();
            if let Some(measurement) = quote.and_then(|quote| part.measure.measure_quote(quote)) {
                part.trigger.evaluate(&measurement, condition);
            }
        }
        self.update_all_met();
    }

    /// Returns a message for the user if the condition is already met, because the alert then fires only after the condition
    /// was false.
    pub(super) fn already_met(&self) -> Option<String> {
        if self.alert.kind == AlertKind::Holdings {
            return self.holdings_already_met();
        }
        Some(already_met(&self.alert, self.quoted_in, &self.met_sides()?))
    }

    /// Returns the side of each condition if all of them are met.
    fn met_sides(&self) -> Option<Vec<Side>> {
        let parts = self.parts.iter();
        let sides: Option<Vec<_>> = parts
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
            if let Some(measurement) = self.parts[part].measure.measure_quote(quote) {
                crossing = self.apply_measurement(part, measurement).or(crossing);
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

    /// Evaluates the alert on bars of its ticker, received at `now`. The bars are ascending, and the last one may be unfinished.
    pub(super) fn bars(
        &mut self,
        interval: Interval,
        bars: &[Bar],
        now: Timestamp,
    ) -> Vec<Outcome> {
        if let Some(downtime) = &mut self.downtime {
            downtime.add_bars(interval, bars, now.as_second());
        } else {
            // After an outage of quotes, bars provide the reference price of a window.
            for part in self.parts.iter_mut().filter(|part| part.needs(interval)) {
                part.measure.record_closes(bars, interval, now.as_second());
            }
        }
        let mut finished = vec![];
        self.finish_bars(interval, bars, now.as_second(), now, &mut finished);
        self.evaluate_finished(finished)
    }

    /// Evaluates the alert on an article about its ticker.
    pub(super) fn news(&mut self, article: &NewsUpdate, price: Option<f64>) -> Option<Outcome> {
        let at = article.published_at;
        let is_news_alert = self.alert.active && self.alert.kind == AlertKind::News;
        let words = self.alert.words.as_deref();
        let is_match = is_news_alert && words.is_none_or(|words| article.contains_words(words));
        if !is_match || at < self.since || self.is_quiet(at) {
            return None;
        }
        let late = self.resumed.is_some_and(|resumed| at.as_second() < resumed);
        let text = headline(&self.alert.symbol, &article.title);
        Some(self.fire(at, price, late, text))
    }

    /// Evaluates everything that is due at `now`: finished bars, a complete downtime, a daily summary, the expiry.
    pub(super) fn sweep(&mut self, now: Timestamp) -> Vec<Outcome> {
        self.clamp_to_now(now);
        let mut finished = vec![];
        for interval in Interval::ALL {
            self.finish_bars(interval, &[], UNKNOWN_RECEIVE_TIME, now, &mut finished);
        }
        let mut outcomes = self.evaluate_finished(finished);
        let downtime = self.downtime.as_ref();
        if downtime.is_some_and(|downtime| downtime.is_ready(now.as_second())) {
            outcomes.extend(self.catch_up());
        }
        outcomes.extend(self.report_due_summary(now));
        outcomes.extend(self.expire(now));
        outcomes
    }

    /// Moves times in the future back to `now`. Otherwise the alert would stay silent after the clock was set back.
    fn clamp_to_now(&mut self, now: Timestamp) {
        self.since = self.since.min(now);
        let fired = &mut self.alert.last_fired_at;
        *fired = fired.map(|fired| fired.min(now));
    }

    /// Evaluates indicators on stored bars.
    fn finish_stored(&mut self, baseline: &Baseline, now: Timestamp) -> Vec<Outcome> {
        let mut finished = vec![];
        for (interval, bars) in Interval::ALL.into_iter().zip(&baseline.bars) {
            self.finish_bars(interval, bars, UNKNOWN_RECEIVE_TIME, now, &mut finished);
        }
        self.evaluate_finished(finished)
    }

    /// Adds bars with data up to `data_end` (Unix seconds) to the indicators of this interval. Appends the bars that are
    /// finished at `now` to `finished`.
    fn finish_bars(
        &mut self,
        interval: Interval,
        bars: &[Bar],
        data_end: i64,
        now: Timestamp,
        finished: &mut Vec<FinishedPart>,
    ) {
        for (index, part) in self.parts.iter_mut().enumerate() {
            let technical = part.technical();
            let Some(technical) = technical.filter(|it| it.interval() == interval) else {
                continue;
            };
            let finished_bars = technical.push_bars(bars, data_end);
            let finished_bars = finished_bars
                .into_iter()
                .chain(technical.finish_open(now.as_second()));
            finished.extend(finished_bars.map(|bar| (index, bar)));
        }
    }

    /// Decides whether the alert fires at one moment; `crossing` is the condition whose threshold was crossed.
    fn evaluate(&mut self, crossing: Option<Crossing>, moment: Moment) -> Option<Outcome> {
        let is_newly_met = if self.is_joined() {
            self.update_all_met()
        } else {
            crossing.is_some()
        };
        let counts = moment.at >= self.since && !self.is_quiet(moment.at);
        if !is_newly_met || !self.alert.active || !counts || self.is_in_cooldown(moment.at) {
            return None;
        }
        let sides = self.met_sides();
        let text = match (crossing, sides) {
            (crossing, Some(sides)) if self.is_joined() => {
                self.alert.fired_side = sides.first().copied();
                joined(&self.alert, self.quoted_in, crossing, &sides)
            }
            (
                Some(Crossing {
                    side, measurement, ..
                }),
                _,
            ) => {
                self.alert.fired_side = Some(side);
                sentence(&self.alert, self.quoted_in, side, &measurement)
            }
            (None, _) => return None,
        };
        Some(self.fire(moment.at, Some(moment.price), moment.late, text))
    }

    /// Returns true if `now` is before the last report or within the cooldown after it.
    fn is_in_cooldown(&self, now: Timestamp) -> bool {
        let last = self.alert.last_fired_at;
        last.is_some_and(|last| now.as_second() - last.as_second() < COOLDOWN)
    }
}

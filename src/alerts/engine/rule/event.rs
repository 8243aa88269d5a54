//! Event alerts: upcoming earnings and ex-dividend dates, and stale prices. [`super::filing`] evaluates those on filings.

use jiff::Timestamp;

use super::Rule;
use crate::{
    alerts::engine::{
        Outcome,
        event::{EventContext, UpcomingEvent},
        sentence,
    },
    domain::{
        alert::{AlertKind, Indicator},
        session::{Calendar, date_with_day_start, exchange_date},
    },
};

/// The local hour at the exchange from which alerts announce events of the next day.
const ANNOUNCEMENT_HOUR: i64 = 9;
/// Seconds after a restart during which stale-price alerts do not fire, because sources have not sent prices yet.
const STARTUP_GRACE: i64 = 10 * 60;

impl Rule {
    /// Returns true for an active event alert, except on filings.
    pub(in crate::alerts::engine) fn awaits_event(&self) -> bool {
        self.alert.active && self.alert.kind == AlertKind::Event && !self.alert.is_on_filings()
    }

    /// Evaluates an event alert at `now`.
    pub(in crate::alerts::engine) fn event(
        &mut self,
        context: &EventContext,
        now: Timestamp,
    ) -> Option<Outcome> {
        if !self.awaits_event() || self.is_quiet(now) {
            return None;
        }
        let event = self.alert.indicator?;
        let (text, late) = match event {
            Indicator::Earnings => {
                self.day_before_event(context.earnings?, context.calendar, event, now)?
            }
            Indicator::ExDate => {
                self.day_before_event(context.ex_date?, context.calendar, event, now)?
            }
            Indicator::Stale => (self.stale(context.price?, now)?, false),
            Indicator::Rsi
            | Indicator::SmaCross
            | Indicator::YearHigh
            | Indicator::YearLow
            | Indicator::Gap
            | Indicator::Filing => return None,
        };
        Some(self.fire(now, None, late, text))
    }

    /// Returns the text that announces an event on the morning before it, and whether the announcement is late. It is late on the
    /// day of the event itself, which happens if the alert was not evaluated the day before. Each event is announced once.
    fn day_before_event(
        &self,
        upcoming: UpcomingEvent,
        calendar: Calendar,
        event: Indicator,
        now: Timestamp,
    ) -> Option<(String, bool)> {
        let date = |at: Timestamp| exchange_date(calendar, at);
        // A day that starts at the announcement hour.
        let announcement_day = |at: Timestamp| date_with_day_start(calendar, at, ANNOUNCEMENT_HOUR);
        let day_before = upcoming.day.yesterday().ok()?;
        let is_today = date(now) == upcoming.day;
        let is_reported = self
            .alert
            .last_fired_at
            .is_some_and(|fired| announcement_day(fired) >= day_before);
        let is_too_late = date(self.since) >= upcoming.day;
        if announcement_day(now) < day_before
            || date(now) > upcoming.day
            || is_reported
            || is_too_late
        {
            return None;
        }
        let text = sentence::upcoming_event(&self.alert.symbol, event, upcoming, is_today);
        Some((text, is_today))
    }

    /// Returns the text that reports a stale price, once per price.
    fn stale(&self, (as_of, stale_at): (Timestamp, Timestamp), now: Timestamp) -> Option<String> {
        let is_reported = self
            .alert
            .last_fired_at
            .is_some_and(|fired| fired >= stale_at);
        let is_starting = self
            .resumed
            .is_some_and(|resumed| now.as_second() - resumed < STARTUP_GRACE);
        if now < stale_at || stale_at < self.since || is_reported || is_starting {
            return None;
        }
        Some(sentence::stale(&self.alert.symbol, as_of))
    }
}

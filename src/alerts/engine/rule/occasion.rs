//! What an alert waits for beside prices and articles: days to come, and prices that stay away.

use jiff::Timestamp;

use super::Rule;
use crate::{
    alerts::engine::{
        Outcome,
        occasion::{Coming, Occasion},
        sentence,
    },
    domain::{
        alert::{AlertKind, Indicator},
        session::{Calendar, date_from_hour, exchange_date},
    },
};

/// The hour of the clocks at the ticker's exchange from which on alerts announce the next day: nobody is woken up.
const MORNING: i64 = 9;
/// After a start nobody is told of an old price for so many seconds: the sources have not brought theirs yet.
const SETTLING: i64 = 10 * 60;

impl Rule {
    /// Whether it waits for what an [`Occasion`] tells.
    pub(in crate::alerts::engine) fn awaits_occasion(&self) -> bool {
        self.alert.active && self.alert.kind == AlertKind::Event
    }

    /// Judges the alert on what is known of its ticker at `now`.
    pub(in crate::alerts::engine) fn occasion(
        &mut self,
        known: &Occasion,
        now: Timestamp,
    ) -> Option<Outcome> {
        if !self.awaits_occasion() || self.is_quiet(now) {
            return None;
        }
        let event = self.alert.indicator?;
        let (text, late) = match event {
            Indicator::Earnings => self.eve(known.earnings?, known.calendar, event, now)?,
            Indicator::ExDate => self.eve(known.ex_date?, known.calendar, event, now)?,
            Indicator::Stale => (self.stale(known.price?, now)?, false),
            Indicator::Rsi
            | Indicator::SmaCross
            | Indicator::YearHigh
            | Indicator::YearLow
            | Indicator::Gap => return None,
        };
        Some(self.fire(now, None, late, text))
    }

    /// What is said on the morning before a day, once; on the day itself where nobody watched on the day before.
    fn eve(
        &self,
        coming: Coming,
        calendar: Calendar,
        event: Indicator,
        now: Timestamp,
    ) -> Option<(String, bool)> {
        let date = |at: Timestamp| exchange_date(calendar, at);
        // Days that begin in the morning.
        let day = |at: Timestamp| date_from_hour(calendar, at, MORNING);
        let eve = coming.day.yesterday().ok()?;
        let is_today = date(now) == coming.day;
        let is_told = self
            .alert
            .last_fired_at
            .is_some_and(|fired| day(fired) >= eve);
        let is_made_too_late = date(self.since) >= coming.day;
        if day(now) < eve || date(now) > coming.day || is_told || is_made_too_late {
            return None;
        }
        let text = sentence::coming(&self.alert.symbol, event, coming, is_today);
        Some((text, is_today))
    }

    /// What is said of a price that is old, once for each price.
    fn stale(&self, (as_of, stale_at): (Timestamp, Timestamp), now: Timestamp) -> Option<String> {
        let is_told = self
            .alert
            .last_fired_at
            .is_some_and(|fired| fired >= stale_at);
        let settles = self
            .resumed
            .is_some_and(|resumed| now.as_second() - resumed < SETTLING);
        if now < stale_at || stale_at < self.since || is_told || settles {
            return None;
        }
        Some(sentence::stale(&self.alert.symbol, as_of))
    }
}

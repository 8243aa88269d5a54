//! Exchanges outside New York: week, hours in local time, and holidays, as far as providers and calendars know them.

use serde::{Deserialize, Serialize};

use super::{
    civil::{self, DAY, weekday},
    markets::{self, Market},
    phase::{Phase, Session},
    reported_days::{ReportedDay, ReportedDays},
    zone::Zone,
};

/// Usual trading hours of an exchange, in seconds of its local day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TradingHours {
    /// Opening of the regular session.
    pub open: u32,
    /// Close of the regular session.
    pub close: u32,
    /// Start of pre-market trading.
    #[serde(default)]
    pub pre: Option<u32>,
    /// End of after-hours trading.
    #[serde(default)]
    pub post: Option<u32>,
}

impl TradingHours {
    /// Returns hours without extended trading.
    const fn regular(open: i64, close: i64) -> Self {
        Self {
            open: open as u32,
            close: close as u32,
            pre: None,
            post: None,
        }
    }

    /// Returns true if the times are in order and within a day.
    pub(crate) fn is_sound(&self) -> bool {
        const DAY: u32 = 86_400;
        self.open < self.close
            && self.close <= DAY
            && self.pre.is_none_or(|pre| pre < self.open)
            && self
                .post
                .is_none_or(|post| self.close < post && post <= DAY)
    }
}

/// An exchange.
#[derive(Debug, Clone, Copy)]
pub struct Exchange {
    zone: Zone,
    /// Known calendar; `None` if there is none.
    market: Option<&'static Market>,
    /// Usual hours; `None` if unknown.
    hours: Option<TradingHours>,
    reported: ReportedDays,
}

impl PartialEq for Exchange {
    fn eq(&self, other: &Self) -> bool {
        let code = |exchange: &Self| exchange.market.map(|market| market.code);
        self.zone == other.zone
            && code(self) == code(other)
            && self.hours == other.hours
            && self.reported == other.reported
    }
}

impl Eq for Exchange {}

impl std::hash::Hash for Exchange {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.zone.hash(state);
        self.hours.hash(state);
        self.reported.hash(state);
    }
}

impl Exchange {
    /// Creates the exchange called `name` in a time zone. `reported` are the usual hours and `days` the single days that
    /// a provider reports.
    pub(super) fn new(
        zone: Zone,
        name: Option<&str>,
        reported: Option<TradingHours>,
        days: &[ReportedDay],
    ) -> Self {
        let market = markets::in_zone(zone.name());
        let by_rule = market
            .and_then(|market| market.hours)
            .map(|(open, close)| TradingHours::regular(open, close));
        let is_fixed = name.is_some() && market.is_some_and(|market| market.fixed_hours_of == name);
        let reported = reported.filter(|hours| !is_fixed && hours.is_sound());
        Self {
            zone,
            market,
            hours: reported.or(by_rule),
            reported: ReportedDays::of(days),
        }
    }

    pub(super) fn zone(&self) -> Zone {
        self.zone
    }

    /// Returns the usual hours, if known.
    pub(super) fn hours(&self) -> Option<TradingHours> {
        self.hours
    }

    /// Returns true if all holidays of the year of `day` are known.
    pub(super) fn knows_holidays(&self, day: i64) -> bool {
        self.market.is_some_and(|market| market.knows_holidays(day))
    }

    /// Returns true if the exchange usually trades on the weekday of `day`.
    pub(super) fn is_in_week(&self, day: i64) -> bool {
        match self.market {
            Some(market) => market.is_in_week(day),
            None => weekday(day) <= 5,
        }
    }

    /// Returns the holiday on a day of its week, if known.
    pub(super) fn holiday(&self, day: i64) -> Option<&'static str> {
        if let Some(reported) = self.reported.day(day) {
            let name = self.market.and_then(|market| market.holiday(day));
            let is_closed = reported.hours.is_none() && self.is_in_week(day);
            return is_closed.then_some(name.unwrap_or("Market holiday"));
        }
        self.market.and_then(|market| market.holiday(day))
    }

    /// Returns opening and close of a day in local seconds; `None` without a session; the whole day if the hours are
    /// unknown.
    pub(super) fn seconds_of(&self, day: i64) -> Option<(i64, i64)> {
        if let Some(reported) = self.reported.day(day) {
            return reported
                .hours
                .map(|(open, close)| (open.into(), close.into()));
        }
        let trades = self
            .market
            .map_or_else(|| weekday(day) <= 5, |market| market.trades(day));
        if !trades {
            return None;
        }
        let Some(hours) = self.hours else {
            return Some((0, DAY));
        };
        let usual = i64::from(hours.close);
        let early = self.market.and_then(|market| market.early_close(day));
        Some((
            hours.open.into(),
            early.map_or(usual, |early| usual.min(early)),
        ))
    }

    /// Returns true if a day has a session of the usual hours.
    pub(super) fn has_usual_day(&self, day: i64) -> bool {
        let usual = |hours: TradingHours| (i64::from(hours.open), i64::from(hours.close));
        self.seconds_of(day) == self.hours.map(usual)
    }

    /// Returns the last day with a session among the ten days before `day`.
    pub(super) fn last_day_before(&self, day: i64) -> Option<i64> {
        (day - 10..day).rfind(|day| self.seconds_of(*day).is_some())
    }

    pub(super) fn session(&self, day: i64) -> Option<Session> {
        let (open, close) = self.seconds_of(day)?;
        Some(Session {
            date: civil::date(day),
            open: self.zone.unix(day, open),
            close: self.zone.unix(day, close),
        })
    }

    /// Returns the lunch break of a trading day (Unix seconds).
    pub(super) fn lunch(&self, day: i64) -> Option<(i64, i64)> {
        let (from, to) = self.market?.lunch?;
        let (open, close) = self.seconds_of(day)?;
        let is_within = open < from && to < close;
        is_within.then(|| (self.zone.unix(day, from), self.zone.unix(day, to)))
    }

    /// Returns the phases that begin on a day, ascending.
    pub(super) fn boundaries(&self, day: i64) -> Vec<(i64, Phase)> {
        let midnight = self.zone.unix(day, 0);
        let reported = self.reported.day(day);
        match (self.session(day), self.hours) {
            (Some(session), None) if reported.is_some() => self.phases(day, session, None),
            (Some(session), Some(hours)) => self.phases(day, session, Some(hours)),
            (None, Some(_)) => vec![(midnight, Phase::Closed)],
            // A closed day needs no hours, if the week is known or a provider reports it.
            (None, None) if self.market.is_some() || reported.is_some() => {
                vec![(midnight, Phase::Closed)]
            }
            (_, None) => vec![(midnight, Phase::Unknown)],
        }
    }

    fn phases(&self, day: i64, session: Session, hours: Option<TradingHours>) -> Vec<(i64, Phase)> {
        let at = |second: u32| self.zone.unix(day, second.into());
        let pre = hours.and_then(|hours| hours.pre).map(at);
        // There is no after-hours trading after an early close.
        let post = hours
            .filter(|hours| at(hours.close) == session.close)
            .and_then(|hours| hours.post);
        let mut phases = Vec::with_capacity(6);
        phases.extend(
            pre.filter(|pre| *pre < session.open)
                .map(|pre| (pre, Phase::Pre)),
        );
        phases.push((session.open, Phase::Regular));
        if let Some((from, to)) = self.lunch(day) {
            phases.push((from, Phase::Closed));
            phases.push((to, Phase::Regular));
        }
        match post {
            Some(post) => {
                phases.push((session.close, Phase::Post));
                phases.push((at(post), Phase::Closed));
            }
            None => phases.push((session.close, Phase::Closed)),
        }
        phases
    }
}

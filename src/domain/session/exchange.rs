//! Exchanges other than those of New York: their week, their hours on their own clock, and their
//! holidays, as far as providers and calendars tell them.

use serde::{Deserialize, Serialize};

use super::{
    civil::{self, DAY, weekday},
    markets::{self, Market},
    phase::{Phase, Session},
    told::{ToldDay, ToldDays},
    zone::Zone,
};

/// When an exchange trades on a usual day, in seconds of its own day.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Serialize, Deserialize)]
pub struct TradingHours {
    /// Opening of the regular session.
    pub open: u32,
    /// Its close.
    pub close: u32,
    /// When trading before it begins.
    #[serde(default)]
    pub pre: Option<u32>,
    /// When trading after it ends.
    #[serde(default)]
    pub post: Option<u32>,
}

impl TradingHours {
    /// Hours without trading before and after them.
    const fn regular(open: i64, close: i64) -> Self {
        Self {
            open: open as u32,
            close: close as u32,
            pre: None,
            post: None,
        }
    }

    /// Whether the four follow one another within a day.
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
    /// What is known of its days; `None` where nobody wrote that down.
    market: Option<&'static Market>,
    /// Its usual hours; `None` where nobody tells them.
    hours: Option<TradingHours>,
    told: ToldDays,
}

impl PartialEq for Exchange {
    fn eq(&self, other: &Self) -> bool {
        let code = |exchange: &Self| exchange.market.map(|market| market.code);
        self.zone == other.zone
            && code(self) == code(other)
            && self.hours == other.hours
            && self.told == other.told
    }
}

impl Eq for Exchange {}

impl std::hash::Hash for Exchange {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.zone.hash(state);
        self.hours.hash(state);
        self.told.hash(state);
    }
}

impl Exchange {
    /// The exchange called `name` in a time zone. `told` are the usual hours that a provider tells,
    /// and `days` what it said of single days.
    pub(super) fn new(
        zone: Zone,
        name: Option<&str>,
        told: Option<TradingHours>,
        days: &[ToldDay],
    ) -> Self {
        let market = markets::in_zone(zone.name());
        let by_rule = market
            .and_then(|market| market.hours)
            .map(|(open, close)| TradingHours::regular(open, close));
        let is_fixed = name.is_some() && market.is_some_and(|market| market.fixed_hours_of == name);
        let told = told.filter(|hours| !is_fixed && hours.is_sound());
        Self {
            zone,
            market,
            hours: told.or(by_rule),
            told: ToldDays::of(days),
        }
    }

    pub(super) fn zone(&self) -> Zone {
        self.zone
    }

    /// Its usual hours, where they are known.
    pub(super) fn hours(&self) -> Option<TradingHours> {
        self.hours
    }

    /// Whether all holidays of a day's year are known.
    pub(super) fn knows_holidays(&self, day: i64) -> bool {
        self.market.is_some_and(|market| market.knows_holidays(day))
    }

    /// Whether it usually trades on the weekday of a day.
    pub(super) fn is_in_week(&self, day: i64) -> bool {
        match self.market {
            Some(market) => market.is_in_week(day),
            None => weekday(day) <= 5,
        }
    }

    /// Why it is closed on a day of its week, where that is known.
    pub(super) fn holiday(&self, day: i64) -> Option<&'static str> {
        if let Some(told) = self.told.day(day) {
            let name = self.market.and_then(|market| market.holiday(day));
            let is_closed = told.hours.is_none() && self.is_in_week(day);
            return is_closed.then_some(name.unwrap_or("Market holiday"));
        }
        self.market.and_then(|market| market.holiday(day))
    }

    /// Opening and close of a day in seconds of its clock; `None` where it has no session. A whole
    /// day, where its hours are unknown.
    pub(super) fn seconds_of(&self, day: i64) -> Option<(i64, i64)> {
        if let Some(told) = self.told.day(day) {
            return told.hours.map(|(open, close)| (open.into(), close.into()));
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

    /// Whether a day has a session of the usual hours.
    pub(super) fn has_usual_day(&self, day: i64) -> bool {
        let usual = |hours: TradingHours| (i64::from(hours.open), i64::from(hours.close));
        self.seconds_of(day) == self.hours.map(usual)
    }

    /// The last day with a session before `day`, of the ten before.
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

    /// The break in the middle of a trading day (Unix seconds).
    pub(super) fn lunch(&self, day: i64) -> Option<(i64, i64)> {
        let (from, to) = self.market?.lunch?;
        let (open, close) = self.seconds_of(day)?;
        let is_within = open < from && to < close;
        is_within.then(|| (self.zone.unix(day, from), self.zone.unix(day, to)))
    }

    /// The phases that begin on a day, ascending.
    pub(super) fn boundaries(&self, day: i64) -> Vec<(i64, Phase)> {
        let midnight = self.zone.unix(day, 0);
        let told = self.told.day(day);
        match (self.session(day), self.hours) {
            (Some(session), None) if told.is_some() => self.phases(day, session, None),
            (Some(session), Some(hours)) => self.phases(day, session, Some(hours)),
            (None, Some(_)) => vec![(midnight, Phase::Closed)],
            // A day off needs no hours, where the week is known or a provider tells it.
            (None, None) if self.market.is_some() || told.is_some() => {
                vec![(midnight, Phase::Closed)]
            }
            (_, None) => vec![(midnight, Phase::Unknown)],
        }
    }

    fn phases(&self, day: i64, session: Session, hours: Option<TradingHours>) -> Vec<(i64, Phase)> {
        let at = |second: u32| self.zone.unix(day, second.into());
        let pre = hours.and_then(|hours| hours.pre).map(at);
        // After an early close nobody trades on.
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

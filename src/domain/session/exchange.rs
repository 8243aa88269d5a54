//! Exchanges outside New York: trading week, hours in local time and holidays. Providers and built-in calendars supply
//! the data; any part may be unknown.

use serde::{Deserialize, Serialize};

use super::{
    civil::{self, DAY, weekday},
    markets::{self, Market},
    phase::{Phase, Session},
    reported_days::{ReportedDay, ReportedDays},
    zone::Zone,
};

/// Trading hours of an exchange, in seconds since local midnight.
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
    pub(crate) fn is_valid(&self) -> bool {
        const DAY: u32 = 86_400;
        self.open < self.close
            && self.close <= DAY
            && self.pre.is_none_or(|pre| pre < self.open)
            && self
                .post
                .is_none_or(|post| self.close < post && post <= DAY)
    }
}

/// An exchange: its time zone, calendar and hours.
#[derive(Debug, Clone, Copy)]
pub struct Exchange {
    zone: Zone,
    /// Built-in calendar of the exchange, if one exists.
    market: Option<&'static Market>,
    /// Usual hours; `None` if unknown.
    hours: Option<TradingHours>,
    /// Days with unusual hours reported by a provider.
    reported_days: ReportedDays,
}

impl PartialEq for Exchange {
    fn eq(&self, other: &Self) -> bool {
        // The code identifies a built-in calendar.
        let code = |exchange: &Self| exchange.market.map(|market| market.code);
        self.zone == other.zone
            && code(self) == code(other)
            && self.hours == other.hours
            && self.reported_days == other.reported_days
    }
}

impl Eq for Exchange {}

impl std::hash::Hash for Exchange {
    fn hash<H: std::hash::Hasher>(&self, state: &mut H) {
        self.zone.hash(state);
        self.hours.hash(state);
        self.reported_days.hash(state);
    }
}

impl Exchange {
    /// Creates the exchange `name` in a time zone, on which `symbol` is listed. `reported_hours` and `reported_days` come from a
    /// provider.
    pub(super) fn new(
        zone: Zone,
        (name, symbol): (Option<&str>, &str),
        reported_hours: Option<TradingHours>,
        reported_days: &[ReportedDay],
    ) -> Self {
        let market = markets::find_in_zone(zone.name(), name, symbol);
        let built_in_hours = market
            .and_then(|market| market.hours)
            .map(|(open, close)| TradingHours::regular(open, close));
        let has_wrong_hours =
            name.is_some() && market.is_some_and(|market| market.name_with_wrong_hours == name);
        let reported_hours = reported_hours.filter(|hours| !has_wrong_hours && hours.is_valid());
        Self {
            zone,
            market,
            hours: reported_hours.or(built_in_hours),
            reported_days: ReportedDays::new(reported_days),
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
    pub(super) fn is_trading_weekday(&self, day: i64) -> bool {
        match self.market {
            Some(market) => market.is_trading_weekday(day),
            None => weekday(day) <= 5,
        }
    }

    /// Returns the name of the holiday on a day; `None` if the exchange is open or the weekday is not a trading day.
    pub(super) fn holiday(&self, day: i64) -> Option<&'static str> {
        if let Some(reported) = self.reported_days.find(day) {
            let name = self.market.and_then(|market| market.holiday(day));
            let is_closed = reported.hours.is_none() && self.is_trading_weekday(day);
            return is_closed.then_some(name.unwrap_or("Market holiday"));
        }
        self.market.and_then(|market| market.holiday(day))
    }

    /// Returns the opening and close of a day in seconds since local midnight: `None` if the exchange is closed, the whole
    /// day if its hours are unknown.
    pub(super) fn hours_on(&self, day: i64) -> Option<(i64, i64)> {
        if let Some(reported) = self.reported_days.find(day) {
            return reported
                .hours
                .map(|(open, close)| (open.into(), close.into()));
        }
        let trades = self
            .market
            .map_or_else(|| weekday(day) <= 5, |market| market.is_trading_day(day));
        if !trades {
            return None;
        }
        let Some(hours) = self.hours else {
            return Some((0, DAY));
        };
        let usual_close = i64::from(hours.close);
        let early_close = self.market.and_then(|market| market.early_close(day));
        let close = early_close.map_or(usual_close, |early| usual_close.min(early));
        Some((hours.open.into(), close))
    }

    /// Returns true if a day has the usual hours.
    pub(super) fn has_usual_hours_on(&self, day: i64) -> bool {
        let open_and_close = |hours: TradingHours| (i64::from(hours.open), i64::from(hours.close));
        self.hours_on(day) == self.hours.map(open_and_close)
    }

    /// Returns the last day with a session among the ten days before `day`.
    pub(super) fn last_trading_day_before(&self, day: i64) -> Option<i64> {
        (day - 10..day).rfind(|day| self.hours_on(*day).is_some())
    }

    pub(super) fn session(&self, day: i64) -> Option<Session> {
        let (open, close) = self.hours_on(day)?;
        Some(Session {
            date: civil::to_date(day),
            open: self.zone.to_unix(day, open),
            close: self.zone.to_unix(day, close),
        })
    }

    /// Returns the start and end of the lunch break of a trading day (Unix seconds).
    pub(super) fn lunch_break(&self, day: i64) -> Option<(i64, i64)> {
        let (start, end) = self.market?.lunch?;
        let (open, close) = self.hours_on(day)?;
        let is_within_session = open < start && end < close;
        is_within_session.then(|| (self.zone.to_unix(day, start), self.zone.to_unix(day, end)))
    }

    /// Returns the starts (Unix seconds) of the phases that begin on a day, ascending.
    pub(super) fn phase_starts(&self, day: i64) -> Vec<(i64, Phase)> {
        let midnight = self.zone.to_unix(day, 0);
        let is_reported = self.reported_days.find(day).is_some();
        match (self.session(day), self.hours) {
            (Some(session), None) if is_reported => self.session_phases(day, session, None),
            (Some(session), Some(hours)) => self.session_phases(day, session, Some(hours)),
            (None, Some(_)) => vec![(midnight, Phase::Closed)],
            // Even with unknown hours, a day is closed if the trading week is known or a provider reports it.
            (None, None) if self.market.is_some() || is_reported => {
                vec![(midnight, Phase::Closed)]
            }
            (_, None) => vec![(midnight, Phase::Unknown)],
        }
    }

    fn session_phases(
        &self,
        day: i64,
        session: Session,
        hours: Option<TradingHours>,
    ) -> Vec<(i64, Phase)> {
        let at = |second: u32| self.zone.to_unix(day, second.into());
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
        if let Some((start, end)) = self.lunch_break(day) {
            phases.push((start, Phase::Closed));
            phases.push((end, Phase::Regular));
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

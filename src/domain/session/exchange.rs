//! Exchanges other than those of New York: hours on their own clock, and their holidays where they
//! are known by rule.

use serde::{Deserialize, Serialize};

use super::{
    abroad,
    civil::{self, weekday},
    phase::{Phase, Session, clock},
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

/// Where nobody says when an exchange trades.
const UNKNOWN_HOURS: TradingHours = TradingHours::regular(clock(9, 0), clock(17, 0));
const LONDON_HOURS: TradingHours = TradingHours::regular(clock(8, 0), clock(16, 30));
const XETRA_HOURS: TradingHours = TradingHours::regular(clock(9, 0), clock(17, 30));
const TOKYO_HOURS: TradingHours = TradingHours::regular(clock(9, 0), clock(15, 30));
/// Tokyo's close until 1 November 2024.
const TOKYO_CLOSE_BEFORE: i64 = clock(15, 0);
const TOKYO_LUNCH: (i64, i64) = (clock(11, 30), clock(12, 30));

/// Whose holidays an exchange keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Holidays {
    London,
    Frankfurt,
    Tokyo,
    /// Nobody's that are known.
    Unknown,
}

/// An exchange.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
pub struct Exchange {
    zone: Zone,
    hours: TradingHours,
    holidays: Holidays,
    /// It is the one whose hours are known by rule.
    is_by_rule: bool,
}

impl Exchange {
    /// The exchange called `name` in a time zone. `told` are the hours that a provider tells; where its
    /// hours are known by rule, those count.
    pub(super) fn new(zone: Zone, name: Option<&str>, told: Option<TradingHours>) -> Self {
        let (holidays, names, by_rule): (_, &[&str], _) = match zone.name() {
            "Europe/London" => (Holidays::London, &["LSE"], LONDON_HOURS),
            "Europe/Berlin" => (Holidays::Frankfurt, &["XETRA"], XETRA_HOURS),
            "Asia/Tokyo" => (Holidays::Tokyo, &["Tokyo"], TOKYO_HOURS),
            _ => (Holidays::Unknown, &[], UNKNOWN_HOURS),
        };
        let told = told.filter(TradingHours::is_sound);
        let is_by_rule = name.is_some_and(|name| names.contains(&name))
            || told.is_none() && holidays != Holidays::Unknown;
        Self {
            zone,
            hours: told.filter(|_| !is_by_rule).unwrap_or(by_rule),
            holidays,
            is_by_rule,
        }
    }

    pub(super) fn zone(&self) -> Zone {
        self.zone
    }

    /// Why it is closed on this weekday, where that is known.
    pub(super) fn holiday(&self, day: i64) -> Option<&'static str> {
        match self.holidays {
            Holidays::London => abroad::london(day),
            Holidays::Frankfurt => abroad::xetra(day),
            Holidays::Tokyo => abroad::tokyo(day),
            Holidays::Unknown => None,
        }
    }

    pub(super) fn session(&self, day: i64) -> Option<Session> {
        if weekday(day) > 5 || self.holiday(day).is_some() {
            return None;
        }
        Some(Session {
            date: civil::date(day),
            open: self.zone.unix(day, self.hours.open.into()),
            close: self.zone.unix(day, self.close(day)),
        })
    }

    /// When it closes on a trading day.
    fn close(&self, day: i64) -> i64 {
        let usual = i64::from(self.hours.close);
        match self.holidays {
            Holidays::London if abroad::london_closes_early(day) => usual.min(clock(12, 30)),
            Holidays::Frankfurt if abroad::xetra_closes_early(day) => usual.min(clock(14, 0)),
            Holidays::Tokyo if self.is_by_rule && day < civil::day_of(2024, 11, 5) => {
                TOKYO_CLOSE_BEFORE
            }
            _ => usual,
        }
    }

    /// The phases that begin on a trading day, ascending.
    pub(super) fn boundaries(&self, day: i64, session: Session) -> Vec<(i64, Phase)> {
        let at = |second: i64| self.zone.unix(day, second);
        let mut phases = Vec::with_capacity(4);
        phases.extend(self.hours.pre.map(|pre| (at(pre.into()), Phase::Pre)));
        phases.push((session.open, Phase::Regular));
        if self.holidays == Holidays::Tokyo {
            phases.push((at(TOKYO_LUNCH.0), Phase::Closed));
            phases.push((at(TOKYO_LUNCH.1), Phase::Regular));
        }
        // After an early close nobody trades on.
        let usual = session.close == at(self.hours.close.into());
        let post = self.hours.post.filter(|_| usual);
        match post {
            Some(post) => {
                phases.push((session.close, Phase::Post));
                phases.push((at(post.into()), Phase::Closed));
            }
            None => phases.push((session.close, Phase::Closed)),
        }
        phases
    }
}

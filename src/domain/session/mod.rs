//! Market sessions: when a ticker trades.
//!
//! Everything follows from rules (no list of years to keep up to date): New York's clock
//! (`eastern`), its holidays (`holidays`), other exchanges on their own clocks (`exchange`, `zone`)
//! with the holidays of some (`abroad`), and plain day arithmetic (`civil`).

mod abroad;
mod civil;
mod eastern;
mod exchange;
mod holidays;
mod phase;
#[cfg(test)]
mod tests;
mod zone;

use std::ops::Range;

use civil::DAY;
pub(crate) use exchange::{Exchange, TradingHours};
use jiff::{Timestamp, civil::Date};
pub use phase::Phase;
pub use phase::Session;
use phase::clock;
pub(crate) use zone::Zone;

/// Which hours a ticker keeps.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Calendar {
    /// New York stock exchanges: 9:30–16:00 Eastern, US holidays and early closes.
    NewYork,
    /// Futures: Sunday 18:00 to Friday 17:00 Eastern with an hour's break at 17:00.
    Futures,
    /// Currencies: Sunday 17:00 to Friday 17:00 Eastern without a break.
    Currencies,
    /// An exchange elsewhere.
    Exchange(Exchange),
    /// Never closed.
    #[default]
    Always,
}

impl Calendar {
    /// The calendar of the exchange called `name` in the zone with this IANA name, which opens and
    /// closes at the `hours` that its provider tells. `None` for a zone that nobody knows.
    pub fn of_exchange(
        zone: &str,
        name: Option<&str>,
        hours: Option<TradingHours>,
    ) -> Option<Self> {
        let zone = Zone::named(zone)?;
        Some(match zone.name() {
            "America/New_York" => Self::NewYork,
            _ => Self::Exchange(Exchange::new(zone, name, hours)),
        })
    }

    /// The session of the exchange's `date`, if it trades that day. `Always`: 00:00–24:00 UTC.
    pub(crate) fn session_on(self, date: Date) -> Option<Session> {
        self.session_of(civil::number(date))
    }

    /// The session that is open at `at`, or the last that opened before.
    pub fn session_at_or_before(self, at: Timestamp) -> Session {
        let now = at.as_second();
        let mut day = self.day_at(now);
        loop {
            if let Some(session) = self.session_of(day).filter(|s| s.open <= now) {
                return session;
            }
            day -= 1;
        }
    }

    /// The first session that opens after `at`.
    pub fn next_session(self, at: Timestamp) -> Session {
        let now = at.as_second();
        let mut day = self.day_at(now);
        loop {
            if let Some(session) = self.session_of(day).filter(|s| s.open > now) {
                return session;
            }
            day += 1;
        }
    }

    /// The phase at `at`. The second of the close belongs to what follows.
    pub fn phase(self, at: Timestamp) -> Phase {
        let now = at.as_second();
        if self == Self::Always {
            return Phase::Always;
        }
        // The last boundary that was passed today says it; before the first, the night goes on.
        self.boundaries(self.day_at(now))
            .iter()
            .rev()
            .find(|(from, _)| *from <= now)
            .map_or(Phase::Closed, |(_, phase)| *phase)
    }

    /// When the phase changes next after `at`, and to what. A market that never closes answers
    /// with the end of time.
    pub fn next_change(self, at: Timestamp) -> (Timestamp, Phase) {
        let now = at.as_second();
        if self == Self::Always {
            return (Timestamp::MAX, Phase::Always);
        }
        let before = self.phase(at);
        // No exchange was ever closed for a month by rule.
        (self.day_at(now)..)
            .take(31)
            .find_map(|day| {
                self.boundaries(day)
                    .into_iter()
                    .find(|(from, phase)| *from > now && *phase != before)
            })
            .and_then(|(from, phase)| Some((Timestamp::from_second(from).ok()?, phase)))
            .unwrap_or((Timestamp::MAX, Phase::Closed))
    }

    /// Returns true if what trades by this calendar can be split: shares and funds.
    pub(crate) fn has_splits(self) -> bool {
        !matches!(self, Self::Always | Self::Futures | Self::Currencies)
    }

    /// IANA name of the zone whose clock it goes by; `None` for what never closes.
    pub(crate) fn time_zone(self) -> Option<&'static str> {
        match self {
            Self::NewYork | Self::Futures | Self::Currencies => Some("America/New_York"),
            Self::Exchange(exchange) => Some(exchange.zone().name()),
            Self::Always => None,
        }
    }

    /// Why there is no session on `date`, when it is a holiday (a weekend is none).
    pub(crate) fn holiday_name(self, date: Date) -> Option<&'static str> {
        let day = civil::number(date);
        match self {
            _ if civil::weekday(day) > 5 => None,
            Self::NewYork => holidays::stock_holiday(day),
            Self::Futures => holidays::futures_holiday(day),
            Self::Exchange(exchange) => exchange.holiday(day),
            Self::Currencies | Self::Always => None,
        }
    }

    /// The day of New York, as a chart shows it, that a moment outside of its regular session lies in; `None` for one within the
    /// session, and for other calendars.
    pub(crate) fn extended_hours_of(self, second: i64) -> Option<Range<i64>> {
        if self != Self::NewYork {
            return None;
        }
        let session = self.session_of(self.day_at(second))?;
        let day = session.with_extended_hours();
        let is_outside = second < session.open || second >= session.close;
        (is_outside && day.contains(&second)).then_some(day)
    }

    /// The sessions of the dates in `range`, ascending.
    pub fn sessions(self, range: Range<Date>) -> impl Iterator<Item = Session> {
        (civil::number(range.start)..civil::number(range.end))
            .filter_map(move |day| self.session_of(day))
    }

    /// The dates in `range` that have a session, ascending.
    pub(crate) fn trading_days(self, range: Range<Date>) -> impl Iterator<Item = Date> {
        self.sessions(range).map(|session| session.date)
    }

    fn session_of(self, day: i64) -> Option<Session> {
        let (open, close) = match self {
            Self::Always => (day * DAY, (day + 1) * DAY),
            _ if civil::weekday(day) > 5 => return None,
            Self::NewYork => {
                if holidays::stock_holiday(day).is_some() {
                    return None;
                }
                let close = if holidays::closes_early(day) {
                    clock(13, 0)
                } else {
                    clock(16, 0)
                };
                (eastern::unix(day, clock(9, 30)), eastern::unix(day, close))
            }
            Self::Currencies => (
                eastern::unix(day - 1, clock(17, 0)),
                eastern::unix(day, clock(17, 0)),
            ),
            Self::Exchange(exchange) => return exchange.session(day),
            Self::Futures => {
                if holidays::futures_holiday(day).is_some() {
                    return None;
                }
                (
                    eastern::unix(day - 1, clock(18, 0)),
                    eastern::unix(day, futures_close(day)),
                )
            }
        };
        Some(Session {
            date: civil::date(day),
            open,
            close,
        })
    }

    /// The number of the exchange's date at `now`: an evening's futures belong to the next day.
    fn day_at(self, now: i64) -> i64 {
        match self {
            Self::Always => now.div_euclid(DAY),
            Self::NewYork => eastern::wall(now).0,
            Self::Futures | Self::Currencies => {
                let (day, second) = eastern::wall(now);
                let evening = if self == Self::Futures { 18 } else { 17 };
                day + i64::from(second >= clock(evening, 0))
            }
            Self::Exchange(exchange) => exchange.zone().wall(now).0,
        }
    }

    /// The phases that begin on an exchange's day, ascending.
    fn boundaries(self, day: i64) -> Vec<(i64, Phase)> {
        match (self, self.session_of(day)) {
            (Self::NewYork, Some(session)) => vec![
                (eastern::unix(day, clock(4, 0)), Phase::Pre),
                (session.open, Phase::Regular),
                (session.close, Phase::Post),
                (session.late_close(), Phase::Closed),
            ],
            // The next day begins at the second in which this one ends, but for the weekend.
            (Self::Currencies, Some(session)) if civil::weekday(day) < 5 => {
                vec![(session.open, Phase::Regular)]
            }
            (Self::Futures | Self::Currencies, Some(session)) => vec![
                (session.open, Phase::Regular),
                (session.close, Phase::Closed),
            ],
            (Self::Exchange(exchange), Some(session)) => exchange.boundaries(day, session),
            _ => vec![],
        }
    }
}

/// When a day's futures stop: 17:00; on holidays that only shorten them 14:30, and 13:45 on the
/// stock exchange's short days (CME Group's Globex holiday calendar, energy and metals).
fn futures_close(day: i64) -> i64 {
    if holidays::stock_holiday(day).is_some() {
        clock(14, 30)
    } else if holidays::closes_early(day) {
        clock(13, 45)
    } else {
        clock(17, 0)
    }
}

/// The exchange's date at `at`.
pub(crate) fn exchange_date(calendar: Calendar, at: Timestamp) -> Date {
    civil::date(calendar.day_at(at.as_second()))
}

/// The first moment after `at` at which New York's clocks say `hour` (0 to 23) sharp.
pub(crate) fn next_new_york_time(at: Timestamp, hour: i64) -> Timestamp {
    let (day, second) = eastern::wall(at.as_second());
    let passed = second >= clock(hour, 0);
    let next = eastern::unix(day + i64::from(passed), clock(hour, 0));
    Timestamp::from_second(next).unwrap_or(Timestamp::MAX)
}

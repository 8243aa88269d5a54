//! Trading calendars: sessions, phases and holidays.
//!
//! New York follows rules: its clock (`eastern_time`) and its holidays (`new_york_holidays`). Other exchanges
//! (`exchange`) have their own time zone (`zone`). Their hours come from a provider (`reported_days`, `learn`), their
//! weeks, hours, breaks and holidays from data (`markets`), rules (`rules`, `major_exchanges`) or a list of dates
//! (`listed_days`). `civil` is date arithmetic.

mod civil;
mod eastern_time;
mod exchange;
mod learn;
mod listed_days;
mod major_exchanges;
mod markets;
mod new_york_holidays;
mod phase;
mod reported_days;
mod rules;
#[cfg(test)]
mod tests;
mod zone;

use std::{cmp::Ordering, ops::Range};

use civil::DAY;
pub(crate) use exchange::{Exchange, TradingHours};
use jiff::{Timestamp, civil::Date};
pub use learn::TradedDay;
pub use phase::Phase;
pub use phase::Session;
use phase::clock;
pub use reported_days::{ReportedDay, TradingPeriod};
pub(crate) use zone::Zone;

/// What is known about the exchange where a ticker is listed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExchangeListing<'a> {
    /// IANA name of its time zone.
    pub(crate) zone: Option<&'a str>,
    /// Its name or code.
    pub(crate) exchange: Option<&'a str>,
    /// Symbol of the ticker, whose suffix may name the exchange.
    pub(crate) symbol: &'a str,
    /// Its usual hours, as reported by a provider.
    pub(crate) hours: Option<TradingHours>,
    /// Single days reported by a provider.
    pub(crate) days: &'a [ReportedDay],
}

/// The trading hours of a ticker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Calendar {
    /// New York stock exchanges: 9:30–16:00 Eastern, US holidays and early closes.
    NewYork,
    /// Futures: Sunday 18:00 to Friday 17:00 Eastern with an hour's break at 17:00.
    Futures,
    /// Currencies: Sunday 17:00 to Friday 17:00 Eastern without a break.
    Currencies,
    /// Any other exchange.
    Exchange(Exchange),
    /// Never closed.
    #[default]
    Always,
}

impl Calendar {
    /// Returns the calendar of the exchange called `name` in an IANA time zone, with the `hours` reported by its
    /// provider. `None` for an unknown zone.
    pub fn of_exchange(
        zone: &str,
        name: Option<&str>,
        hours: Option<TradingHours>,
    ) -> Option<Self> {
        let zone = Zone::named(zone)?;
        Some(Self::in_zone(zone, name, hours, &[]))
    }

    /// Returns the calendar of a listing. Without a zone, the exchange's name or the symbol's suffix identifies the
    /// exchange; `None` if neither does.
    pub(crate) fn of_listing(listing: &ExchangeListing<'_>) -> Option<Self> {
        let exchange = listing.exchange;
        let zone = match listing.zone {
            Some(zone) => Zone::named(zone)?,
            None => Zone::named(markets::named(exchange, listing.symbol)?.zones[0])?,
        };
        Some(Self::in_zone(zone, exchange, listing.hours, listing.days))
    }

    /// Returns the calendar of a ticker with unknown exchange and hours; its dates are in UTC.
    pub(crate) fn unknown() -> Self {
        Zone::named("UTC").map_or(Self::Always, |zone| Self::in_zone(zone, None, None, &[]))
    }

    fn in_zone(
        zone: Zone,
        name: Option<&str>,
        hours: Option<TradingHours>,
        days: &[ReportedDay],
    ) -> Self {
        match zone.name() {
            "America/New_York" => Self::NewYork,
            _ => Self::Exchange(Exchange::new(zone, name, hours, days)),
        }
    }

    /// Updates usual hours and reported days from a provider's report on one day: see [`learn`]. Calendars other than
    /// `Exchange` ignore it.
    pub(crate) fn learn(
        self,
        period: TradingPeriod,
        hours: TradingHours,
        now: Timestamp,
        usual: &mut Option<TradingHours>,
        days: &mut Vec<ReportedDay>,
    ) {
        if let Self::Exchange(exchange) = self {
            learn::learn(exchange, period, now, usual, days, hours);
        }
    }

    /// Updates usual hours and reported days from a provider's list of trading days: see [`learn::learn_traded`].
    pub(crate) fn learn_traded(
        self,
        traded: &[TradedDay],
        now: Timestamp,
        usual: &mut Option<TradingHours>,
        days: &mut Vec<ReportedDay>,
    ) {
        if let Self::Exchange(exchange) = self {
            learn::learn_traded(exchange, traded, now, usual, days);
        }
    }

    /// Returns true if the opening hours are known.
    pub(crate) fn knows_hours(self) -> bool {
        match self {
            Self::Exchange(exchange) => exchange.hours().is_some(),
            _ => true,
        }
    }

    /// Returns true if all holidays of the year of `date` are known.
    pub(crate) fn knows_holidays(self, date: Date) -> bool {
        match self {
            Self::Exchange(exchange) => exchange.knows_holidays(civil::number(date)),
            _ => true,
        }
    }

    /// Returns the lunch break of a session (Unix seconds), if the exchange has one.
    pub(crate) fn break_of(self, session: &Session) -> Option<Range<i64>> {
        let Self::Exchange(exchange) = self else {
            return None;
        };
        let (from, to) = exchange.lunch(civil::number(session.date))?;
        Some(from..to)
    }

    /// Returns the session of the exchange's `date`, if it trades that day. `Always`: 00:00–24:00 UTC.
    pub(crate) fn session_on(self, date: Date) -> Option<Session> {
        self.session_of(civil::number(date))
    }

    /// Returns the session that is open at `at`, or the last one before.
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

    /// Returns the first session that opens after `at`.
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

    /// Returns the phase at `at`. The second of the close belongs to the next phase.
    pub fn phase(self, at: Timestamp) -> Phase {
        let now = at.as_second();
        if self == Self::Always {
            return Phase::Always;
        }
        // The last boundary of the day before now decides; before the first one, it is still night.
        self.boundaries(self.day_at(now))
            .iter()
            .rev()
            .find(|(from, _)| *from <= now)
            .map_or(Phase::Closed, |(_, phase)| *phase)
    }

    /// Returns the time of the next phase change after `at`, and the new phase. A market that never closes returns
    /// [`Timestamp::MAX`].
    pub fn next_change(self, at: Timestamp) -> (Timestamp, Phase) {
        let now = at.as_second();
        if self == Self::Always {
            return (Timestamp::MAX, Phase::Always);
        }
        let before = self.phase(at);
        // No rule closes an exchange for a month.
        (self.day_at(now)..)
            .take(31)
            .find_map(|day| {
                self.boundaries(day)
                    .into_iter()
                    .find(|(from, phase)| *from > now && *phase != before)
            })
            .and_then(|(from, phase)| Some((Timestamp::from_second(from).ok()?, phase)))
            .unwrap_or((Timestamp::MAX, before))
    }

    /// Returns true if tickers with this calendar can be split: stocks and funds.
    pub(crate) fn has_splits(self) -> bool {
        !matches!(self, Self::Always | Self::Futures | Self::Currencies)
    }

    /// Returns the IANA name of the time zone; `None` for markets that never close.
    pub(crate) fn time_zone(self) -> Option<&'static str> {
        match self {
            Self::NewYork | Self::Futures | Self::Currencies => Some("America/New_York"),
            Self::Exchange(exchange) => Some(exchange.zone().name()),
            Self::Always => None,
        }
    }

    /// Returns the name of the holiday on `date`; `None` on other days and on weekends.
    pub(crate) fn holiday_name(self, date: Date) -> Option<&'static str> {
        let day = civil::number(date);
        match self {
            Self::Exchange(exchange) => exchange.holiday(day),
            _ if civil::weekday(day) > 5 => None,
            Self::NewYork => new_york_holidays::stock_holiday(day),
            Self::Futures => new_york_holidays::futures_holiday(day),
            Self::Currencies | Self::Always => None,
        }
    }

    /// Returns the range of a New York trading day including extended hours, as charts show it, if `second` is in its
    /// extended hours; `None` during the regular session and for other calendars.
    pub(crate) fn extended_hours_of(self, second: i64) -> Option<Range<i64>> {
        if self != Self::NewYork {
            return None;
        }
        let session = self.session_of(self.day_at(second))?;
        let day = session.with_extended_hours();
        let is_outside = second < session.open || second >= session.close;
        (is_outside && day.contains(&second)).then_some(day)
    }

    /// Returns true if US stocks trade overnight at `at`: in the night before each New York session.
    pub(crate) fn is_overnight(self, at: Timestamp) -> bool {
        self == Self::NewYork && self.next_session(at).night().contains(&at.as_second())
    }

    /// Returns true if the session of a daily bar that starts at `start` (00:00 UTC of its date) opens after `now`
    /// (Unix seconds).
    pub(crate) fn begins_after(self, start: i64, now: i64) -> bool {
        let (day, today) = (start.div_euclid(DAY), self.day_at(now));
        match day.cmp(&today) {
            Ordering::Less => false,
            Ordering::Equal => self.session_of(day).is_some_and(|it| it.open > now),
            // An evening session may already belong to the next day.
            Ordering::Greater => self.session_of(day).is_none_or(|it| it.open > now),
        }
    }

    /// Returns true if the date of a daily bar that starts at `start` has a session.
    pub(crate) fn trades_on(self, start: i64) -> bool {
        let day = start.div_euclid(DAY);
        match self {
            Self::Always => true,
            Self::Exchange(exchange) => exchange.seconds_of(day).is_some(),
            _ => self.session_of(day).is_some(),
        }
    }

    /// Returns true if a bar that starts at `start` (Unix seconds; 00:00 UTC of its date for a daily bar) is on a
    /// weekend without trading. Only known for New York: other exchanges sometimes trade on a weekend after a
    /// holiday.
    pub(crate) fn is_weekend(self, start: i64) -> bool {
        // New York traded on Saturdays until September 1952.
        let day = start.div_euclid(DAY);
        self == Self::NewYork && civil::weekday(day) > 5 && civil::civil(day).0 > 1952
    }

    /// Returns the session of the exchange's date at a time (Unix seconds).
    pub(crate) fn session_around(self, second: i64) -> Option<Session> {
        self.session_of(self.day_at(second))
    }

    /// Returns the sessions of the dates in `range`, ascending.
    pub fn sessions(self, range: Range<Date>) -> impl Iterator<Item = Session> {
        (civil::number(range.start)..civil::number(range.end))
            .filter_map(move |day| self.session_of(day))
    }

    /// Returns the dates in `range` that have a session, ascending.
    pub(crate) fn trading_days(self, range: Range<Date>) -> impl Iterator<Item = Date> {
        self.sessions(range).map(|session| session.date)
    }

    fn session_of(self, day: i64) -> Option<Session> {
        let (open, close) = match self {
            Self::Always => (day * DAY, (day + 1) * DAY),
            Self::Exchange(exchange) => return exchange.session(day),
            _ if civil::weekday(day) > 5 => return None,
            Self::NewYork => {
                if new_york_holidays::stock_holiday(day).is_some() {
                    return None;
                }
                let close = if new_york_holidays::closes_early(day) {
                    clock(13, 0)
                } else {
                    clock(16, 0)
                };
                (
                    eastern_time::unix(day, clock(9, 30)),
                    eastern_time::unix(day, close),
                )
            }
            Self::Currencies => (
                eastern_time::unix(day - 1, clock(17, 0)),
                eastern_time::unix(day, clock(17, 0)),
            ),
            Self::Futures => {
                if new_york_holidays::futures_holiday(day).is_some() {
                    return None;
                }
                (
                    eastern_time::unix(day - 1, clock(18, 0)),
                    eastern_time::unix(day, futures_close(day)),
                )
            }
        };
        Some(Session {
            date: civil::date(day),
            open,
            close,
        })
    }

    /// Returns the local time at the exchange: day number, and second of the day.
    fn wall(self, now: i64) -> (i64, i64) {
        match self {
            Self::Always => (now.div_euclid(DAY), now.rem_euclid(DAY)),
            Self::NewYork | Self::Futures | Self::Currencies => eastern_time::wall(now),
            Self::Exchange(exchange) => exchange.zone().wall(now),
        }
    }

    /// Returns the day number of the exchange's date at `now`: evening futures belong to the next day.
    fn day_at(self, now: i64) -> i64 {
        match self {
            Self::Always | Self::NewYork | Self::Exchange(_) => self.wall(now).0,
            Self::Futures | Self::Currencies => {
                let (day, second) = eastern_time::wall(now);
                let evening = if self == Self::Futures { 18 } else { 17 };
                day + i64::from(second >= clock(evening, 0))
            }
        }
    }

    /// Returns the phases that begin on an exchange's day, ascending.
    fn boundaries(self, day: i64) -> Vec<(i64, Phase)> {
        if let Self::Exchange(exchange) = self {
            return exchange.boundaries(day);
        }
        match (self, self.session_of(day)) {
            (Self::NewYork, Some(session)) => vec![
                (eastern_time::unix(day, clock(4, 0)), Phase::Pre),
                (session.open, Phase::Regular),
                (session.close, Phase::Post),
                (session.late_close(), Phase::Closed),
            ],
            // Except on Friday, the next session begins when this one ends.
            (Self::Currencies, Some(session)) if civil::weekday(day) < 5 => {
                vec![(session.open, Phase::Regular)]
            }
            (Self::Futures | Self::Currencies, Some(session)) => vec![
                (session.open, Phase::Regular),
                (session.close, Phase::Closed),
            ],
            _ => vec![],
        }
    }
}

/// Returns when futures close on a day, in seconds: 17:00; 14:30 on stock holidays; 13:45 on days when stocks close
/// early (CME Group's Globex holiday calendar, energy and metals).
fn futures_close(day: i64) -> i64 {
    if new_york_holidays::stock_holiday(day).is_some() {
        clock(14, 30)
    } else if new_york_holidays::closes_early(day) {
        clock(13, 45)
    } else {
        clock(17, 0)
    }
}

/// Returns the exchange's date at `at`.
pub(crate) fn exchange_date(calendar: Calendar, at: Timestamp) -> Date {
    civil::date(calendar.day_at(at.as_second()))
}

/// Returns the local date at the exchange, with days that start at `hour` (0 to 23).
pub(crate) fn date_from_hour(calendar: Calendar, at: Timestamp, hour: i64) -> Date {
    let (day, second) = calendar.wall(at.as_second());
    civil::date(day - i64::from(second < clock(hour, 0)))
}

/// Returns the first time after `at` at which it is `hour` (0 to 23) o'clock in New York.
pub(crate) fn next_new_york_time(at: Timestamp, hour: i64) -> Timestamp {
    let (day, second) = eastern_time::wall(at.as_second());
    let passed = second >= clock(hour, 0);
    let next = eastern_time::unix(day + i64::from(passed), clock(hour, 0));
    Timestamp::from_second(next).unwrap_or(Timestamp::MAX)
}

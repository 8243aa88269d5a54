//! Trading calendars: sessions, phases and holidays.
//!
//! - New York: `eastern_time` computes daylight saving time, `new_york_holidays` the holidays.
//! - Other exchanges (`exchange`): `zone` is the time zone. `markets` has trading weeks, hours, lunch breaks and
//!   holidays, as rules (`rules`, `major_exchanges`) or as dates (`listed_days`). Reports from providers correct the
//!   hours and add holidays (`reported_days`, `learn`).
//! - `civil` is date arithmetic, `phase` has the result types.

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
mod target_days;
#[cfg(test)]
mod tests;
mod zone;

use std::{cmp::Ordering, ops::Range};

use civil::DAY;
pub(crate) use exchange::{Exchange, TradingHours};
use jiff::{Timestamp, civil::Date};
pub use learn::TradingDay;
pub use phase::Phase;
pub use phase::Session;
use phase::time_of_day;
pub use reported_days::{ReportedDay, TradingPeriod};
pub(crate) use target_days::is_target_day;
pub(crate) use zone::Zone;

/// Data of a ticker that identifies its exchange and trading hours.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExchangeListing<'a> {
    /// IANA name of the exchange's time zone.
    pub(crate) zone: Option<&'a str>,
    /// Name or code of the exchange.
    pub(crate) exchange: Option<&'a str>,
    /// Symbol of the ticker; its suffix may identify the exchange.
    pub(crate) symbol: &'a str,
    /// Usual trading hours reported by a provider.
    pub(crate) hours: Option<TradingHours>,
    /// Days with unusual hours reported by a provider.
    pub(crate) days: &'a [ReportedDay],
}

/// The trading hours of a ticker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, Default)]
pub enum Calendar {
    /// New York stock exchanges: 9:30–16:00 Eastern Time, with US holidays and early closes.
    NewYork,
    /// US futures: Sunday 18:00 to Friday 17:00 Eastern Time, closed from 17:00 to 18:00.
    Futures,
    /// Currency pairs: Sunday 17:00 to Friday 17:00 Eastern Time without a break.
    Currencies,
    /// Any other exchange.
    Exchange(Exchange),
    /// Open around the clock, like coins.
    #[default]
    Always,
}

impl Calendar {
    /// Returns the calendar of the exchange `name` in the IANA time zone `zone`, with the `hours` reported by a
    /// provider. `None` for an unknown zone.
    pub fn for_exchange(
        zone: &str,
        name: Option<&str>,
        hours: Option<TradingHours>,
    ) -> Option<Self> {
        let zone = Zone::from_name(zone)?;
        Some(Self::in_zone(zone, (name, ""), hours, &[]))
    }

    /// Returns the calendar of a listing. Without a zone, the exchange's name or the symbol's suffix identifies the
    /// exchange; `None` if neither does.
    pub(crate) fn for_listing(listing: &ExchangeListing<'_>) -> Option<Self> {
        let exchange = listing.exchange;
        let zone_name = if let Some(zone) = listing.zone {
            zone
        } else {
            markets::find_by_name_or_suffix(exchange, listing.symbol)?.zones[0]
        };
        let zone = Zone::from_name(zone_name)?;
        let place = (exchange, listing.symbol);
        Some(Self::in_zone(zone, place, listing.hours, listing.days))
    }

    /// Returns the calendar of a ticker whose exchange and hours are unknown. Its dates are in UTC.
    pub(crate) fn unknown() -> Self {
        Zone::from_name("UTC").map_or(Self::Always, |zone| {
            Self::in_zone(zone, (None, ""), None, &[])
        })
    }

    fn in_zone(
        zone: Zone,
        place: (Option<&str>, &str),
        hours: Option<TradingHours>,
        days: &[ReportedDay],
    ) -> Self {
        match zone.name() {
            "America/New_York" => Self::NewYork,
            _ => Self::Exchange(Exchange::new(zone, place, hours, days)),
        }
    }

    /// Updates the usual hours and the reported days from a provider's report on one day: see
    /// [`learn::learn_period`]. Does nothing for calendars other than `Exchange`.
    pub(crate) fn learn_period(
        self,
        period: TradingPeriod,
        hours: TradingHours,
        now: Timestamp,
        usual_hours: &mut Option<TradingHours>,
        reported_days: &mut Vec<ReportedDay>,
    ) {
        if let Self::Exchange(exchange) = self {
            learn::learn_period(exchange, period, now, usual_hours, reported_days, hours);
        }
    }

    /// Updates the usual hours and the reported days from a provider's list of trading days: see
    /// [`learn::learn_trading_days`]. Does nothing for calendars other than `Exchange`.
    pub(crate) fn learn_trading_days(
        self,
        trading_days: &[TradingDay],
        now: Timestamp,
        usual_hours: &mut Option<TradingHours>,
        reported_days: &mut Vec<ReportedDay>,
    ) {
        if let Self::Exchange(exchange) = self {
            learn::learn_trading_days(exchange, trading_days, now, usual_hours, reported_days);
        }
    }

    /// Returns true if the trading hours are known.
    pub(crate) fn knows_hours(self) -> bool {
        match self {
            Self::Exchange(exchange) => exchange.hours().is_some(),
            _ => true,
        }
    }

    /// Returns true if all holidays of the year of `date` are known.
    pub(crate) fn knows_holidays(self, date: Date) -> bool {
        match self {
            Self::Exchange(exchange) => exchange.knows_holidays(civil::day_number(date)),
            _ => true,
        }
    }

    /// Returns the lunch break of a session in Unix seconds; `None` if the session has no lunch break.
    pub(crate) fn lunch_break(self, session: &Session) -> Option<Range<i64>> {
        let Self::Exchange(exchange) = self else {
            return None;
        };
        let (start, end) = exchange.lunch_break(civil::day_number(session.date))?;
        Some(start..end)
    }

    /// Returns the session on a date of the exchange; `None` if it is closed that day. The session of `Always` is
    /// 00:00–24:00 UTC.
    pub(crate) fn session_on(self, date: Date) -> Option<Session> {
        self.session_on_day(civil::day_number(date))
    }

    /// Returns the session that is open at `at`, or else the last session before `at`.
    pub fn session_at_or_before(self, at: Timestamp) -> Session {
        let now = at.as_second();
        let mut day = self.day_number_at(now);
        loop {
            if let Some(session) = self.session_on_day(day).filter(|s| s.open <= now) {
                return session;
            }
            day -= 1;
        }
    }

    /// Returns the first session that opens after `at`.
    pub fn next_session(self, at: Timestamp) -> Session {
        let now = at.as_second();
        let mut day = self.day_number_at(now);
        loop {
            if let Some(session) = self.session_on_day(day).filter(|s| s.open > now) {
                return session;
            }
            day += 1;
        }
    }

    /// Returns the phase at `at`. The regular session excludes the second of the close.
    pub fn phase(self, at: Timestamp) -> Phase {
        let now = at.as_second();
        if self == Self::Always {
            return Phase::Always;
        }
        // Before the first phase of the day, the market is closed for the night.
        self.phase_starts(self.day_number_at(now))
            .iter()
            .rev()
            .find(|(start, _)| *start <= now)
            .map_or(Phase::Closed, |(_, phase)| *phase)
    }

    /// Returns the time of the next phase change after `at`, and the new phase. Returns [`Timestamp::MAX`] and the
    /// current phase for a market that never closes or has unknown hours.
    pub fn next_change(self, at: Timestamp) -> (Timestamp, Phase) {
        let now = at.as_second();
        if self == Self::Always {
            return (Timestamp::MAX, Phase::Always);
        }
        let current = self.phase(at);
        // No exchange closes for a month.
        (self.day_number_at(now)..)
            .take(31)
            .find_map(|day| {
                self.phase_starts(day)
                    .into_iter()
                    .find(|(start, phase)| *start > now && *phase != current)
            })
            .and_then(|(start, phase)| Some((Timestamp::from_second(start).ok()?, phase)))
            .unwrap_or((Timestamp::MAX, current))
    }

    /// Returns true if tickers with this calendar can have stock splits: stocks and funds.
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
        let day = civil::day_number(date);
        match self {
            Self::Exchange(exchange) => exchange.holiday(day),
            _ if civil::weekday(day) > 5 => None,
            Self::NewYork => new_york_holidays::stock_holiday(day),
            Self::Futures => new_york_holidays::futures_holiday(day),
            Self::Currencies | Self::Always => None,
        }
    }

    /// Returns the range that charts show for a New York trading day (Unix seconds, with extended hours) if `second`
    /// is in its extended hours. `None` during the regular session and for other calendars.
    pub(crate) fn extended_hours_range(self, second: i64) -> Option<Range<i64>> {
        if self != Self::NewYork {
            return None;
        }
        let session = self.session_on_day(self.day_number_at(second))?;
        let range = session.extended_chart_range();
        let is_outside_session = second < session.open || second >= session.close;
        (is_outside_session && range.contains(&second)).then_some(range)
    }

    /// Returns true if US stocks trade overnight at `at`: 20:00 to 4:00 Eastern Time before each New York session.
    pub(crate) fn is_overnight(self, at: Timestamp) -> bool {
        self == Self::NewYork
            && self
                .next_session(at)
                .overnight_range()
                .contains(&at.as_second())
    }

    /// Returns true if the session of a daily bar opens after `now` (Unix seconds). `bar_start` is the start of the bar:
    /// 00:00 UTC of its date, in Unix seconds.
    pub(crate) fn opens_after(self, bar_start: i64, now: i64) -> bool {
        let (day, today) = (bar_start.div_euclid(DAY), self.day_number_at(now));
        let opens_later = |session: Session| session.open > now;
        match day.cmp(&today) {
            Ordering::Less => false,
            Ordering::Equal => self.session_on_day(day).is_some_and(opens_later),
            // An evening session may already belong to the next day.
            Ordering::Greater => self.session_on_day(day).is_none_or(opens_later),
        }
    }

    /// Returns true if the date of a daily bar has a session. `bar_start` is 00:00 UTC of that date, in Unix seconds.
    pub(crate) fn has_session_on(self, bar_start: i64) -> bool {
        let day = bar_start.div_euclid(DAY);
        match self {
            Self::Always => true,
            Self::Exchange(exchange) => exchange.hours_on(day).is_some(),
            _ => self.session_on_day(day).is_some(),
        }
    }

    /// Returns true if the session of a daily bar is closed at `now`, or if the bar's date has no session. `bar_start` is 00:00 UTC of
    /// that date, in Unix seconds.
    pub(crate) fn has_closed(self, bar_start: i64, now: Timestamp) -> bool {
        let session = self.session_on_day(bar_start.div_euclid(DAY));
        session.is_none_or(|session| session.close <= now.as_second())
    }

    /// Returns true if a bar is on a weekend without trading. `bar_start` is in Unix seconds; for a daily bar, 00:00 UTC
    /// of its date. Always false outside New York: some exchanges trade on a weekend near a holiday.
    pub(crate) fn is_weekend(self, bar_start: i64) -> bool {
        let day = bar_start.div_euclid(DAY);
        // New York traded on Saturdays until September 1952.
        self == Self::NewYork && civil::weekday(day) > 5 && civil::civil_from_days(day).0 > 1952
    }

    /// Returns the session of the exchange's date at `second` (Unix seconds), even if it is not open at that time.
    pub(crate) fn session_on_date_at(self, second: i64) -> Option<Session> {
        self.session_on_day(self.day_number_at(second))
    }

    /// Returns the sessions of the dates in `range`, ascending.
    pub fn sessions(self, range: Range<Date>) -> impl Iterator<Item = Session> {
        (civil::day_number(range.start)..civil::day_number(range.end))
            .filter_map(move |day| self.session_on_day(day))
    }

    /// Returns the dates in `range` that have a session, ascending.
    pub(crate) fn trading_days(self, range: Range<Date>) -> impl Iterator<Item = Date> {
        self.sessions(range).map(|session| session.date)
    }

    /// Returns the session of a day number.
    fn session_on_day(self, day: i64) -> Option<Session> {
        let (open, close) = match self {
            Self::Always => (day * DAY, (day + 1) * DAY),
            Self::Exchange(exchange) => return exchange.session(day),
            _ if civil::weekday(day) > 5 => return None,
            Self::NewYork => {
                if new_york_holidays::stock_holiday(day).is_some() {
                    return None;
                }
                let close = if new_york_holidays::closes_early(day) {
                    time_of_day(13, 0)
                } else {
                    time_of_day(16, 0)
                };
                (
                    eastern_time::to_unix(day, time_of_day(9, 30)),
                    eastern_time::to_unix(day, close),
                )
            }
            Self::Currencies => (
                eastern_time::to_unix(day - 1, time_of_day(17, 0)),
                eastern_time::to_unix(day, time_of_day(17, 0)),
            ),
            Self::Futures => {
                if new_york_holidays::futures_holiday(day).is_some() {
                    return None;
                }
                (
                    eastern_time::to_unix(day - 1, time_of_day(18, 0)),
                    eastern_time::to_unix(day, futures_close(day)),
                )
            }
        };
        Some(Session {
            date: civil::to_date(day),
            open,
            close,
        })
    }

    /// Returns the local time at the exchange: the day number and the second of the day.
    fn local_time(self, now: i64) -> (i64, i64) {
        match self {
            Self::Always => (now.div_euclid(DAY), now.rem_euclid(DAY)),
            Self::NewYork | Self::Futures | Self::Currencies => eastern_time::local_time(now),
            Self::Exchange(exchange) => exchange.zone().local_time(now),
        }
    }

    /// Returns the day number of the exchange's date at `now`. For futures and currencies, the evening belongs to the
    /// next date.
    fn day_number_at(self, now: i64) -> i64 {
        match self {
            Self::Always | Self::NewYork | Self::Exchange(_) => self.local_time(now).0,
            Self::Futures | Self::Currencies => {
                let (day, second) = eastern_time::local_time(now);
                let opening_hour = if self == Self::Futures { 18 } else { 17 };
                day + i64::from(second >= time_of_day(opening_hour, 0))
            }
        }
    }

    /// Returns the starts (Unix seconds) of the phases that begin in the session of a day, ascending.
    fn phase_starts(self, day: i64) -> Vec<(i64, Phase)> {
        if let Self::Exchange(exchange) = self {
            return exchange.phase_starts(day);
        }
        match (self, self.session_on_day(day)) {
            (Self::NewYork, Some(session)) => vec![
                (eastern_time::to_unix(day, time_of_day(4, 0)), Phase::Pre),
                (session.open, Phase::Regular),
                (session.close, Phase::Post),
                (session.after_hours_close(), Phase::Closed),
            ],
            // Except on Friday, the next session begins when this session ends.
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

/// Returns the close of futures in seconds of the day, Eastern Time: 17:00, on stock market holidays 14:30, and on days
/// when stocks close early 13:45. Source: CME Group's Globex holiday calendar, energy and metals.
fn futures_close(day: i64) -> i64 {
    if new_york_holidays::stock_holiday(day).is_some() {
        time_of_day(14, 30)
    } else if new_york_holidays::closes_early(day) {
        time_of_day(13, 45)
    } else {
        time_of_day(17, 0)
    }
}

/// Returns the exchange's date at `at`.
pub(crate) fn exchange_date(calendar: Calendar, at: Timestamp) -> Date {
    civil::to_date(calendar.day_number_at(at.as_second()))
}

/// Returns the local date at the exchange if days start at `start_hour` (0 to 23) instead of midnight.
pub(crate) fn date_with_day_start(calendar: Calendar, at: Timestamp, start_hour: i64) -> Date {
    let (day, second) = calendar.local_time(at.as_second());
    civil::to_date(day - i64::from(second < time_of_day(start_hour, 0)))
}

/// Returns the first full hour `hour` (0 to 23, New York time) after `at`.
pub(crate) fn next_new_york_time(at: Timestamp, hour: i64) -> Timestamp {
    let (day, second) = eastern_time::local_time(at.as_second());
    let is_past = second >= time_of_day(hour, 0);
    let next = eastern_time::to_unix(day + i64::from(is_past), time_of_day(hour, 0));
    Timestamp::from_second(next).unwrap_or(Timestamp::MAX)
}

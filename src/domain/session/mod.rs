//! Market sessions: when a ticker trades.
//!
//! New York follows rules: its clock (`eastern`) and its holidays (`holidays`). Other exchanges
//! (`exchange`) trade on their own clocks (`zone`), by what a provider tells of their hours and of
//! single days (`told`, `learn`), and by what is known of them (`markets`): their week, hours, breaks and
//! holidays, by rule (`rules`, `abroad`) or by a list (`listed`). `civil` is plain day arithmetic.

mod abroad;
mod civil;
mod eastern;
mod exchange;
mod holidays;
mod learn;
mod listed;
mod markets;
mod phase;
mod rules;
#[cfg(test)]
mod tests;
mod told;
mod zone;

use std::{cmp::Ordering, ops::Range};

use civil::DAY;
pub(crate) use exchange::{Exchange, TradingHours};
use jiff::{Timestamp, civil::Date};
pub use learn::TradedDay;
pub use phase::Phase;
pub use phase::Session;
use phase::clock;
pub use told::{ToldDay, TradingPeriod};
pub(crate) use zone::Zone;

/// What is known of the exchange where something is listed.
#[derive(Debug, Clone, Copy)]
pub(crate) struct ExchangeListing<'a> {
    /// IANA name of its time zone.
    pub(crate) zone: Option<&'a str>,
    /// Its name, or a code of it.
    pub(crate) exchange: Option<&'a str>,
    /// The symbol of what is listed, whose end may name the exchange.
    pub(crate) symbol: &'a str,
    /// Its usual hours, as a provider tells them.
    pub(crate) hours: Option<TradingHours>,
    /// What a provider told of single days.
    pub(crate) days: &'a [ToldDay],
}

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
    /// closes at the `hours` that its provider tells. `None` for an unknown zone.
    pub fn of_exchange(
        zone: &str,
        name: Option<&str>,
        hours: Option<TradingHours>,
    ) -> Option<Self> {
        let zone = Zone::named(zone)?;
        Some(Self::in_zone(zone, name, hours, &[]))
    }

    /// The calendar of what is listed at an exchange. Without a zone, the exchange's name or the end
    /// of the symbol says which exchange it is; `None` where neither does.
    pub(crate) fn of_listing(listing: &ExchangeListing<'_>) -> Option<Self> {
        let exchange = listing.exchange;
        let zone = match listing.zone {
            Some(zone) => Zone::named(zone)?,
            None => Zone::named(markets::named(exchange, listing.symbol)?.zones[0])?,
        };
        Some(Self::in_zone(zone, exchange, listing.hours, listing.days))
    }

    /// The calendar of what is traded nobody knows where or when; its days are those of UTC.
    pub(crate) fn unknown() -> Self {
        Zone::named("UTC").map_or(Self::Always, |zone| Self::in_zone(zone, None, None, &[]))
    }

    fn in_zone(
        zone: Zone,
        name: Option<&str>,
        hours: Option<TradingHours>,
        days: &[ToldDay],
    ) -> Self {
        match zone.name() {
            "America/New_York" => Self::NewYork,
            _ => Self::Exchange(Exchange::new(zone, name, hours, days)),
        }
    }

    /// Learns from what a provider tells of a day: see [`learn`]. Other calendars than those of an
    /// exchange follow their rules.
    pub(crate) fn learn(
        self,
        period: TradingPeriod,
        hours: TradingHours,
        now: Timestamp,
        usual: &mut Option<TradingHours>,
        days: &mut Vec<ToldDay>,
    ) {
        if let Self::Exchange(exchange) = self {
            learn::learn(exchange, period, now, usual, days, hours);
        }
    }

    /// Learns from a provider's list of the days on which an exchange traded: see [`learn::learn_traded`].
    pub(crate) fn learn_traded(
        self,
        traded: &[TradedDay],
        now: Timestamp,
        usual: &mut Option<TradingHours>,
        days: &mut Vec<ToldDay>,
    ) {
        if let Self::Exchange(exchange) = self {
            learn::learn_traded(exchange, traded, now, usual, days);
        }
    }

    /// Whether it is known when it opens and closes.
    pub(crate) fn knows_hours(self) -> bool {
        match self {
            Self::Exchange(exchange) => exchange.hours().is_some(),
            _ => true,
        }
    }

    /// Whether the holidays of the year of `date` are known.
    pub(crate) fn knows_holidays(self, date: Date) -> bool {
        match self {
            Self::Exchange(exchange) => exchange.knows_holidays(civil::number(date)),
            _ => true,
        }
    }

    /// The break in the middle of a session (Unix seconds), where the exchange has one.
    pub(crate) fn break_of(self, session: &Session) -> Option<Range<i64>> {
        let Self::Exchange(exchange) = self else {
            return None;
        };
        let (from, to) = exchange.lunch(civil::number(session.date))?;
        Some(from..to)
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
            .unwrap_or((Timestamp::MAX, before))
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
            Self::Exchange(exchange) => exchange.holiday(day),
            _ if civil::weekday(day) > 5 => None,
            Self::NewYork => holidays::stock_holiday(day),
            Self::Futures => holidays::futures_holiday(day),
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

    /// Whether other venues trade the shares of New York at `at`: in the night before each of its sessions.
    pub(crate) fn is_overnight(self, at: Timestamp) -> bool {
        self == Self::NewYork && self.next_session(at).night().contains(&at.as_second())
    }

    /// Whether the session of a daily bar that starts at `start` (00:00 UTC of its date) begins only
    /// after `now` (Unix seconds).
    pub(crate) fn begins_after(self, start: i64, now: i64) -> bool {
        let (day, today) = (start.div_euclid(DAY), self.day_at(now));
        match day.cmp(&today) {
            Ordering::Less => false,
            Ordering::Equal => self.session_of(day).is_some_and(|it| it.open > now),
            // An evening's session may be tomorrow's already.
            Ordering::Greater => self.session_of(day).is_none_or(|it| it.open > now),
        }
    }

    /// Whether the date of a daily bar that starts at `start` has a session.
    pub(crate) fn trades_on(self, start: i64) -> bool {
        let day = start.div_euclid(DAY);
        match self {
            Self::Always => true,
            Self::Exchange(exchange) => exchange.seconds_of(day).is_some(),
            _ => self.session_of(day).is_some(),
        }
    }

    /// Whether a bar that starts at `start` (Unix seconds; 00:00 UTC of its date for a day) is of a weekend on which nobody
    /// trades. Only of New York that is certain: others make up for a holiday now and then.
    pub(crate) fn is_weekend(self, start: i64) -> bool {
        // It traded on Saturdays until September 1952.
        let day = start.div_euclid(DAY);
        self == Self::NewYork && civil::weekday(day) > 5 && civil::civil(day).0 > 1952
    }

    /// The session of the exchange's date at a moment (Unix seconds).
    pub(crate) fn session_around(self, second: i64) -> Option<Session> {
        self.session_of(self.day_at(second))
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
            Self::Exchange(exchange) => return exchange.session(day),
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

    /// The clocks at the exchange at `now`: number of the day, and second of the day.
    fn wall(self, now: i64) -> (i64, i64) {
        match self {
            Self::Always => (now.div_euclid(DAY), now.rem_euclid(DAY)),
            Self::NewYork | Self::Futures | Self::Currencies => eastern::wall(now),
            Self::Exchange(exchange) => exchange.zone().wall(now),
        }
    }

    /// The number of the exchange's date at `now`: an evening's futures belong to the next day.
    fn day_at(self, now: i64) -> i64 {
        match self {
            Self::Always | Self::NewYork | Self::Exchange(_) => self.wall(now).0,
            Self::Futures | Self::Currencies => {
                let (day, second) = eastern::wall(now);
                let evening = if self == Self::Futures { 18 } else { 17 };
                day + i64::from(second >= clock(evening, 0))
            }
        }
    }

    /// The phases that begin on an exchange's day, ascending.
    fn boundaries(self, day: i64) -> Vec<(i64, Phase)> {
        if let Self::Exchange(exchange) = self {
            return exchange.boundaries(day);
        }
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

/// The date of the clocks at the exchange at `at`, where each day begins at `hour` (0 to 23) sharp.
pub(crate) fn date_from_hour(calendar: Calendar, at: Timestamp, hour: i64) -> Date {
    let (day, second) = calendar.wall(at.as_second());
    civil::date(day - i64::from(second < clock(hour, 0)))
}

/// The first moment after `at` at which New York's clocks say `hour` (0 to 23) sharp.
pub(crate) fn next_new_york_time(at: Timestamp, hour: i64) -> Timestamp {
    let (day, second) = eastern::wall(at.as_second());
    let passed = second >= clock(hour, 0);
    let next = eastern::unix(day + i64::from(passed), clock(hour, 0));
    Timestamp::from_second(next).unwrap_or(Timestamp::MAX)
}

//! Filters invalid bars: bars of sessions that have not begun and bars of days on which the exchange was closed. Some
//! sources fill such bars with the last price.

use jiff::Timestamp;

use super::{
    bar::{Bar, Interval},
    session::Calendar,
    ticker::TickerKind,
};

/// Classification of a bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum BarVerdict {
    /// The bar belongs to a session.
    InSession,
    /// The calendar has no session on the bar's day, but there was a trade. So the calendar is wrong and the bar valid.
    TradedWhenClosed,
    /// The session has not begun.
    BeforeSession,
    /// The exchange was closed and there was no trade.
    Closed,
}

impl BarVerdict {
    /// Returns true if the bar is valid.
    pub(crate) fn is_accepted(self) -> bool {
        matches!(self, Self::InSession | Self::TradedWhenClosed)
    }
}

/// Filter for the bars of one ticker and interval. The bars must be ascending.
#[derive(Debug)]
pub(crate) struct SessionFilter {
    kind: TickerKind,
    calendar: Calendar,
    interval: Interval,
    /// Current time in Unix seconds.
    now: i64,
    previous: Option<Bar>,
}

impl SessionFilter {
    /// Creates the filter. `now` is the current time.
    pub(crate) fn new(
        kind: TickerKind,
        calendar: Calendar,
        interval: Interval,
        now: Timestamp,
    ) -> Self {
        Self {
            kind,
            calendar,
            interval,
            now: now.as_second(),
            previous: None,
        }
    }

    /// Classifies the next bar.
    ///
    /// Bars of mutual funds are valid on any day, because funds are not traded on an exchange.
    pub(crate) fn classify(&mut self, bar: &Bar) -> BarVerdict {
        let previous = self.previous.replace(*bar);
        if self.kind == TickerKind::Fund {
            return BarVerdict::InSession;
        }
        let start = bar.start;
        let has_session = if self.interval == Interval::Day {
            if self.calendar.opens_after(start, self.now) && !self.calendar.is_weekend(start) {
                return BarVerdict::BeforeSession;
            }
            self.calendar.has_session_on(start)
        } else {
            if self.calendar == Calendar::Always {
                return BarVerdict::InSession;
            }
            let session = self.calendar.session_on_date_at(start);
            let end = start + self.interval.seconds();
            let is_before_open = session.is_some_and(|session| end <= session.open);
            if is_before_open && !was_traded(bar, previous.as_ref()) {
                return BarVerdict::BeforeSession;
            }
            session.is_some()
        };
        if has_session {
            BarVerdict::InSession
        } else if !self.calendar.is_weekend(start) && was_traded(bar, previous.as_ref()) {
            BarVerdict::TradedWhenClosed
        } else {
            BarVerdict::Closed
        }
    }

    /// Returns true if the next bar is valid.
    pub(crate) fn accepts(&mut self, bar: &Bar) -> bool {
        self.classify(bar).is_accepted()
    }
}

/// Returns true if there was a trade during the bar: the bar has a volume and a new price. A new price is enough if the
/// volume is unknown, or if the previous bar has no volume either (indices of some exchanges).
fn was_traded(bar: &Bar, previous: Option<&Bar>) -> bool {
    let prices = |bar: &Bar| [bar.open, bar.high, bar.low, bar.close].map(f64::to_bits);
    let has_range = bar.high > bar.low;
    let is_repeated = previous.is_some_and(|previous| prices(previous) == prices(bar));
    let has_moved =
        previous.is_some_and(|previous| previous.close.to_bits() != bar.close.to_bits());
    if bar.known_volume().is_none_or(|volume| volume > 0.0) {
        return !is_repeated && (has_range || has_moved);
    }
    let previous_volume = previous.and_then(Bar::known_volume);
    let has_no_volumes = previous_volume.is_none_or(|volume| volume <= 0.0);
    has_no_volumes && has_range && !is_repeated
}

#[cfg(test)]
mod tests {
    use super::*;

    const NOW: &str = "2026-09-16T06:30:00Z";

    fn bar(date: &str, price: f64, range: f64, volume: f64) -> Bar {
        let start: Timestamp = if date.contains('T') {
            date.parse().unwrap()
        } else {
            format!("{date}T00:00:00Z").parse().unwrap()
        };
        Bar {
            start: start.as_second(),
            open: price,
            high: price + range,
            low: price - range,
            close: price,
            volume,
        }
    }

    fn classify(zone: &str, kind: TickerKind, interval: Interval, bars: &[Bar]) -> Vec<BarVerdict> {
        let calendar = Calendar::for_exchange(zone, None, None).unwrap();
        let mut filter = SessionFilter::new(kind, calendar, interval, NOW.parse().unwrap());
        bars.iter().map(|bar| filter.classify(bar)).collect()
    }

    fn classify_days(zone: &str, bars: &[Bar]) -> Vec<BarVerdict> {
        classify(zone, TickerKind::Stock, Interval::Day, bars)
    }

    #[test]
    fn bar_of_a_session_that_has_not_begun_is_rejected() {
        let tuesday = bar("2026-09-15", 65.6, 0.5, 1e6);
        for today in [
            bar("2026-09-16", 65.6, 0.0, 0.0),
            bar("2026-09-16", 66.0, 0.5, 900.0),
            bar("2026-09-17", 65.6, 0.5, 900.0),
        ] {
            assert_eq!(
                classify_days("Europe/Berlin", &[tuesday, today]),
                [BarVerdict::InSession, BarVerdict::BeforeSession]
            );
        }
        // In Tokyo it is 15:30.
        let today = bar("2026-09-16", 65.6, 0.5, 900.0);
        assert_eq!(
            classify_days("Asia/Tokyo", &[today]),
            [BarVerdict::InSession]
        );
    }

    #[test]
    fn bar_of_a_closed_day_needs_a_trade() {
        let friday = bar("2026-08-28", 400.0, 4.0, 1e6);
        let on_holiday = |bar: Bar| classify_days("Europe/London", &[friday, bar])[1];
        for phantom in [
            bar("2026-08-31", 400.0, 0.0, 0.0),
            bar("2026-08-31", 400.0, 4.0, 0.0),
            bar("2026-08-31", 400.0, 0.0, 12.0),
            bar("2026-08-31", 400.0, 4.0, 1e6),
            bar("2026-08-30", 399.0, 0.0, 0.0),
        ] {
            assert_eq!(on_holiday(phantom), BarVerdict::Closed, "{phantom:?}");
        }
        let traded = bar("2026-08-31", 402.0, 3.0, 5e5);
        assert_eq!(on_holiday(traded), BarVerdict::TradedWhenClosed);
        // On a trading day, a bar without a trade is valid, because some stocks are rarely traded.
        assert_eq!(
            on_holiday(bar("2026-09-01", 400.0, 0.0, 0.0)),
            BarVerdict::InSession
        );
    }

    #[test]
    fn bar_without_volume_counts_as_traded_if_its_price_is_new() {
        let friday = bar("2026-08-28", 400.0, 4.0, Bar::UNKNOWN_VOLUME);
        for (price, range, verdict) in [
            (400.0, 0.0, BarVerdict::Closed),
            (400.0, 4.0, BarVerdict::Closed),
            (402.0, 0.0, BarVerdict::TradedWhenClosed),
            (402.0, 3.0, BarVerdict::TradedWhenClosed),
        ] {
            let holiday = bar("2026-08-31", price, range, Bar::UNKNOWN_VOLUME);
            let previous = Bar {
                high: 400.0 + range,
                low: 400.0 - range,
                ..friday
            };
            assert_eq!(
                classify_days("Europe/London", &[previous, holiday])[1],
                verdict,
                "{price} {range}"
            );
        }
    }

    #[test]
    fn weekend_bars_of_new_york_are_rejected() {
        let friday = bar("2026-09-11", 100.0, 1.0, 1e6);
        for date in ["2026-09-12", "2026-09-13"] {
            let weekend = bar(date, 103.0, 2.0, 1e6);
            assert_eq!(
                classify_days("America/New_York", &[friday, weekend])[1],
                BarVerdict::Closed,
                "{date}"
            );
        }
        // New York traded on Saturday mornings until 1952.
        let saturday = bar("1950-06-24", 19.1, 0.2, 1e5);
        assert_eq!(
            classify_days("America/New_York", &[saturday]),
            [BarVerdict::TradedWhenClosed]
        );
        let hours =
            |bar: Bar| classify("America/New_York", TickerKind::Etf, Interval::Hour, &[bar]);
        let saturday = bar("2026-09-12T15:00:00Z", 103.0, 2.0, 1e6);
        assert_eq!(hours(saturday), [BarVerdict::Closed]);
    }

    #[test]
    fn index_without_volumes_counts_as_traded_if_it_moved() {
        let index = |bar: Bar| {
            let friday = Bar {
                volume: 0.0,
                ..self::bar("2026-08-28", 9_000.0, 50.0, 0.0)
            };
            classify(
                "Europe/London",
                TickerKind::Index,
                Interval::Day,
                &[friday, bar],
            )[1]
        };
        assert_eq!(
            index(bar("2026-08-31", 9_000.0, 0.0, 0.0)),
            BarVerdict::Closed
        );
        assert_eq!(
            index(bar("2026-08-31", 9_010.0, 20.0, 0.0)),
            BarVerdict::TradedWhenClosed
        );
    }

    #[test]
    fn intraday_bars_outside_sessions_need_a_trade() {
        let hours =
            |bars: &[Bar]| classify("Europe/London", TickerKind::Stock, Interval::Hour, bars);
        let friday = bar("2026-08-28T15:00:00Z", 400.0, 1.0, 1e5);
        let phantom = bar("2026-08-31T10:00:00Z", 400.0, 0.0, 0.0);
        let early = bar("2026-09-01T05:00:00Z", 400.0, 0.0, 0.0);
        let quiet = bar("2026-09-01T10:00:00Z", 400.0, 0.0, 0.0);
        assert_eq!(
            hours(&[friday, phantom, early, quiet]),
            [
                BarVerdict::InSession,
                BarVerdict::Closed,
                BarVerdict::BeforeSession,
                BarVerdict::InSession
            ]
        );
    }

    #[test]
    fn trading_week_from_sunday_accepts_sunday_bars_and_rejects_friday_bars() {
        let thursday = bar("2026-09-10", 100.0, 1.0, 1e6);
        let friday = bar("2026-09-11", 100.0, 0.0, 0.0);
        let sunday = bar("2026-09-13", 103.0, 0.0, 0.0);
        assert_eq!(
            classify_days("Asia/Riyadh", &[thursday, friday, sunday]),
            [
                BarVerdict::InSession,
                BarVerdict::Closed,
                BarVerdict::InSession
            ]
        );
    }

    #[test]
    fn funds_and_coins_accept_bars_of_any_day() {
        let sunday = bar("2026-09-13", 103.0, 0.0, 0.0);
        let fund = classify("Europe/Paris", TickerKind::Fund, Interval::Day, &[sunday]);
        assert_eq!(fund, [BarVerdict::InSession]);
        let now = NOW.parse().unwrap();
        let mut coin = SessionFilter::new(TickerKind::Crypto, Calendar::Always, Interval::Day, now);
        assert_eq!(coin.classify(&sunday), BarVerdict::InSession);
        assert_eq!(
            coin.classify(&bar("2026-09-17", 103.0, 1.0, 1.0)),
            BarVerdict::BeforeSession
        );
    }
}

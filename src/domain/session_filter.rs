//! Filters invalid bars: those of sessions that have not begun, and of days on which the exchange was closed. Sources
//! fill both with the last price.

use jiff::Timestamp;

use super::{
    bar::{Bar, Interval},
    session::Calendar,
    ticker::TickerKind,
};

/// Result for a bar.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) enum Verdict {
    /// The bar belongs to a session.
    Fits,
    /// The calendar has no session on its day, but it was traded: the calendar is wrong.
    TradedWhenClosed,
    /// The session has not begun.
    NotBegun,
    /// The exchange was closed and nothing was traded.
    Closed,
}

impl Verdict {
    /// Returns true if the bar is valid.
    pub(crate) fn is_accepted(self) -> bool {
        matches!(self, Self::Fits | Self::TradedWhenClosed)
    }
}

/// Filter for the bars of one ticker, in ascending order.
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
    /// Creates the filter for bars of one length, as of `now`.
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
    /// Mutual funds are accepted on any day: their value is not traded on an exchange.
    pub(crate) fn judge(&mut self, bar: &Bar) -> Verdict {
        let previous = self.previous.replace(*bar);
        if self.kind == TickerKind::Fund {
            return Verdict::Fits;
        }
        let start = bar.start;
        let is_session = if self.interval == Interval::Day {
            if self.calendar.begins_after(start, self.now) && !self.calendar.is_weekend(start) {
                return Verdict::NotBegun;
            }
            self.calendar.trades_on(start)
        } else {
            if self.calendar == Calendar::Always {
                return Verdict::Fits;
            }
            let session = self.calendar.session_around(start);
            let end = start + self.interval.seconds();
            let is_early = session.is_some_and(|session| end <= session.open);
            if is_early && !was_traded(bar, previous.as_ref()) {
                return Verdict::NotBegun;
            }
            session.is_some()
        };
        match is_session {
            true => Verdict::Fits,
            false if self.calendar.is_weekend(bar.start) => Verdict::Closed,
            false if was_traded(bar, previous.as_ref()) => Verdict::TradedWhenClosed,
            false => Verdict::Closed,
        }
    }

    /// Returns true if the next bar is valid.
    pub(crate) fn accepts(&mut self, bar: &Bar) -> bool {
        self.judge(bar).is_accepted()
    }
}

/// Returns true if the bar was traded: it has a volume and a new price. If volumes are unknown, or the bar before has
/// none either (indices of some exchanges), a new price is enough.
fn was_traded(bar: &Bar, previous: Option<&Bar>) -> bool {
    let prices = |bar: &Bar| [bar.open, bar.high, bar.low, bar.close].map(f64::to_bits);
    let has_range = bar.high > bar.low;
    let is_repeated = previous.is_some_and(|before| prices(before) == prices(bar));
    let has_moved = previous.is_some_and(|before| before.close.to_bits() != bar.close.to_bits());
    if bar.known_volume().is_none_or(|volume| volume > 0.0) {
        return !is_repeated && (has_range || has_moved);
    }
    let volume_before = previous.and_then(Bar::known_volume);
    let has_no_volumes = volume_before.is_none_or(|volume| volume <= 0.0);
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

    fn judged(zone: &str, kind: TickerKind, interval: Interval, bars: &[Bar]) -> Vec<Verdict> {
        let calendar = Calendar::of_exchange(zone, None, None).unwrap();
        let mut dates = SessionFilter::new(kind, calendar, interval, NOW.parse().unwrap());
        bars.iter().map(|bar| dates.judge(bar)).collect()
    }

    fn days(zone: &str, bars: &[Bar]) -> Vec<Verdict> {
        judged(zone, TickerKind::Stock, Interval::Day, bars)
    }

    #[test]
    fn bar_of_a_session_that_has_not_begun_is_dropped() {
        let tuesday = bar("2026-09-15", 65.6, 0.5, 1e6);
        for today in [
            bar("2026-09-16", 65.6, 0.0, 0.0),
            bar("2026-09-16", 66.0, 0.5, 900.0),
            bar("2026-09-17", 65.6, 0.5, 900.0),
        ] {
            assert_eq!(
                days("Europe/Berlin", &[tuesday, today]),
                [Verdict::Fits, Verdict::NotBegun]
            );
        }
        // It is 15:30 in Tokyo.
        let today = bar("2026-09-16", 65.6, 0.5, 900.0);
        assert_eq!(days("Asia/Tokyo", &[today]), [Verdict::Fits]);
    }

    #[test]
    fn bar_of_a_closed_day_needs_a_trade() {
        let friday = bar("2026-08-28", 400.0, 4.0, 1e6);
        let on_holiday = |bar: Bar| days("Europe/London", &[friday, bar])[1];
        for phantom in [
            bar("2026-08-31", 400.0, 0.0, 0.0),
            bar("2026-08-31", 400.0, 4.0, 0.0),
            bar("2026-08-31", 400.0, 0.0, 12.0),
            bar("2026-08-31", 400.0, 4.0, 1e6),
            bar("2026-08-30", 399.0, 0.0, 0.0),
        ] {
            assert_eq!(on_holiday(phantom), Verdict::Closed, "{phantom:?}");
        }
        let traded = bar("2026-08-31", 402.0, 3.0, 5e5);
        assert_eq!(on_holiday(traded), Verdict::TradedWhenClosed);
        // The same flat bar of a trading day is valid: a rarely traded stock may have no trade.
        assert_eq!(
            on_holiday(bar("2026-09-01", 400.0, 0.0, 0.0)),
            Verdict::Fits
        );
    }

    #[test]
    fn bar_without_volume_counts_as_traded_with_a_new_price() {
        let friday = bar("2026-08-28", 400.0, 4.0, Bar::UNKNOWN_VOLUME);
        for (price, range, verdict) in [
            (400.0, 0.0, Verdict::Closed),
            (400.0, 4.0, Verdict::Closed),
            (402.0, 0.0, Verdict::TradedWhenClosed),
            (402.0, 3.0, Verdict::TradedWhenClosed),
        ] {
            let holiday = bar("2026-08-31", price, range, Bar::UNKNOWN_VOLUME);
            let before = Bar {
                high: 400.0 + range,
                low: 400.0 - range,
                ..friday
            };
            assert_eq!(
                days("Europe/London", &[before, holiday])[1],
                verdict,
                "{price} {range}"
            );
        }
    }

    #[test]
    fn weekend_bars_of_new_york_are_dropped() {
        let friday = bar("2026-09-11", 100.0, 1.0, 1e6);
        for date in ["2026-09-12", "2026-09-13"] {
            let weekend = bar(date, 103.0, 2.0, 1e6);
            assert_eq!(
                days("America/New_York", &[friday, weekend])[1],
                Verdict::Closed,
                "{date}"
            );
        }
        // New York traded on Saturday mornings until 1952.
        let saturday = bar("1950-06-24", 19.1, 0.2, 1e5);
        assert_eq!(
            days("America/New_York", &[saturday]),
            [Verdict::TradedWhenClosed]
        );
        let hours = |bar: Bar| judged("America/New_York", TickerKind::Etf, Interval::Hour, &[bar]);
        let saturday = bar("2026-09-12T15:00:00Z", 103.0, 2.0, 1e6);
        assert_eq!(hours(saturday), [Verdict::Closed]);
    }

    #[test]
    fn index_without_volumes_counts_as_traded_if_it_moved() {
        let index = |bar: Bar| {
            let friday = Bar {
                volume: 0.0,
                ..self::bar("2026-08-28", 9_000.0, 50.0, 0.0)
            };
            judged(
                "Europe/London",
                TickerKind::Index,
                Interval::Day,
                &[friday, bar],
            )[1]
        };
        assert_eq!(index(bar("2026-08-31", 9_000.0, 0.0, 0.0)), Verdict::Closed);
        assert_eq!(
            index(bar("2026-08-31", 9_010.0, 20.0, 0.0)),
            Verdict::TradedWhenClosed
        );
    }

    #[test]
    fn intraday_bars_outside_sessions_need_a_trade() {
        let hours = |bars: &[Bar]| judged("Europe/London", TickerKind::Stock, Interval::Hour, bars);
        let friday = bar("2026-08-28T15:00:00Z", 400.0, 1.0, 1e5);
        let phantom = bar("2026-08-31T10:00:00Z", 400.0, 0.0, 0.0);
        let early = bar("2026-09-01T05:00:00Z", 400.0, 0.0, 0.0);
        let quiet = bar("2026-09-01T10:00:00Z", 400.0, 0.0, 0.0);
        assert_eq!(
            hours(&[friday, phantom, early, quiet]),
            [
                Verdict::Fits,
                Verdict::Closed,
                Verdict::NotBegun,
                Verdict::Fits
            ]
        );
    }

    #[test]
    fn week_from_sunday_has_sunday_bars_and_no_friday_bars() {
        let thursday = bar("2026-09-10", 100.0, 1.0, 1e6);
        let friday = bar("2026-09-11", 100.0, 0.0, 0.0);
        let sunday = bar("2026-09-13", 103.0, 0.0, 0.0);
        assert_eq!(
            days("Asia/Riyadh", &[thursday, friday, sunday]),
            [Verdict::Fits, Verdict::Closed, Verdict::Fits]
        );
    }

    #[test]
    fn funds_and_coins_have_bars_on_any_day() {
        let sunday = bar("2026-09-13", 103.0, 0.0, 0.0);
        let fund = judged("Europe/Paris", TickerKind::Fund, Interval::Day, &[sunday]);
        assert_eq!(fund, [Verdict::Fits]);
        let now = NOW.parse().unwrap();
        let mut coin = SessionFilter::new(TickerKind::Crypto, Calendar::Always, Interval::Day, now);
        assert_eq!(coin.judge(&sunday), Verdict::Fits);
        assert_eq!(
            coin.judge(&bar("2026-09-17", 103.0, 1.0, 1.0)),
            Verdict::NotBegun
        );
    }
}

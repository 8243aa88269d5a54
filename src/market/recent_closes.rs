//! Recent closes of a ticker, in memory for sparklines and the seven-day change.

use std::{collections::VecDeque, ops::RangeInclusive};

use jiff::{SignedDuration, Timestamp};

use crate::domain::{
    bar::{Bar, Close, Interval},
    session::{Calendar, Session},
};

const DAY: i64 = 86_400;
/// Maximum number of points of a sparkline.
const MAX_SPARK_POINTS: usize = 42;
/// Maximum number of hourly closes: eight days of a market that never closes.
const MAX_HOURLY_CLOSES: usize = 8 * 24;
const HOUR: i64 = 3_600;
/// Maximum time in seconds between the start of an hourly bar and the moment a week ago for which its close is used.
const MAX_HOUR_DISTANCE: i64 = 3 * HOUR;
/// Maximum number of daily closes: enough for seven days across any holiday week.
const MAX_DAILY_CLOSES: usize = 12;

/// Closes as (start in Unix seconds, price), ascending.
#[derive(Debug, Clone, Default)]
pub struct RecentCloses {
    hourly: VecDeque<Close>,
    daily: VecDeque<Close>,
}

impl RecentCloses {
    /// Merges bars by start; five-minute bars are ignored.
    pub fn merge(&mut self, interval: Interval, bars: &[Bar]) {
        self.merge_each(interval, bars, |bar| (bar.start, bar.close));
    }

    /// Merges closes like [`RecentCloses::merge`].
    pub fn merge_closes(&mut self, interval: Interval, closes: &[Close]) {
        self.merge_each(interval, closes, |close| *close);
    }

    /// Returns true if this daily bar is one of the recent ones, with the same close.
    pub(crate) fn has_day(&self, bar: &Bar) -> bool {
        let found = self
            .daily
            .binary_search_by_key(&bar.start, |(start, _)| *start);
        found.is_ok_and(|at| self.daily[at].1.to_bits() == bar.close.to_bits())
    }

    /// Drops closes that repeat the previous close on a day on which the exchange was closed: nothing was traded.
    pub(crate) fn drop_closed_days(&mut self, calendar: Calendar) {
        let drop_repeated = |closes: &mut VecDeque<Close>, is_session: &dyn Fn(i64) -> bool| {
            let mut previous = None;
            closes.retain(|(start, close)| {
                let is_repeated = previous == Some(close.to_bits());
                previous = Some(close.to_bits());
                !is_repeated || is_session(*start)
            });
        };
        drop_repeated(&mut self.daily, &|start| calendar.has_session_on(start));
        drop_repeated(&mut self.hourly, &|start| {
            calendar.session_on_date_at(start).is_some()
        });
    }

    fn merge_each<T>(&mut self, interval: Interval, bars: &[T], close: impl Fn(&T) -> Close) {
        let (closes, max_len) = match interval {
            Interval::FiveMinutes => return,
            Interval::Hour => (&mut self.hourly, MAX_HOURLY_CLOSES),
            Interval::Day => (&mut self.daily, MAX_DAILY_CLOSES),
        };
        // One more than the maximum, because the newest close is added before the oldest is removed.
        closes.reserve_exact((max_len + 1).saturating_sub(closes.len()));
        for bar in &bars[bars.len().saturating_sub(max_len)..] {
            let (start, price) = close(bar);
            if closes.len() > max_len {
                closes.pop_front();
            }
            // In most cases, the bar is newer than all known ones.
            if closes.back().is_none_or(|(last, _)| *last < start) {
                closes.push_back((start, price));
                continue;
            }
            match closes.binary_search_by_key(&start, |(start, _)| *start) {
                Ok(at) => closes[at].1 = price,
                Err(at) => closes.insert(at, (start, price)),
            }
        }
        while closes.len() > max_len {
            closes.pop_front();
        }
    }

    /// Returns the closes of the latest completed hourly and the latest completed daily bar, if they started after `second` (Unix
    /// seconds). A bar counts as completed if a newer bar follows it.
    pub(crate) fn closes_since(&self, second: i64) -> Vec<f64> {
        let last_completed = |closes: &VecDeque<Close>| {
            let (start, close) = closes.iter().rev().nth(1)?;
            (*start > second).then_some(*close)
        };
        let closes = [&self.hourly, &self.daily].into_iter();
        closes.filter_map(last_completed).collect()
    }

    /// Returns the close of the daily bar that starts at `start` (Unix seconds), if that bar is in memory.
    pub(crate) fn day_close(&self, start: i64) -> Option<f64> {
        let at = self
            .daily
            .binary_search_by_key(&start, |(start, _)| *start)
            .ok()?;
        Some(self.daily[at].1)
    }

    /// Returns the base price of the seven-day change as of `at`: the close of the trading day a week earlier or, in a market that
    /// never closes, the last close seven days before.
    ///
    /// Returns `None` if that close is unknown, because the close of another day would be a wrong base.
    pub fn price_week_ago(&self, calendar: Calendar, at: Timestamp) -> Option<f64> {
        let Some(session) = session_week_ago(calendar, at) else {
            let week_ago = at.as_second() - 7 * DAY;
            return last_within(&self.hourly, week_ago - MAX_HOUR_DISTANCE..=week_ago - HOUR)
                .or_else(|| last_within(&self.daily, week_ago - 2 * DAY + 1..=week_ago - DAY));
        };
        let day = session.daily_bar_start();
        // The last bar of the session is either a short last hour, which starts within an hour before the close, or the closing
        // auction, which starts at the close.
        let last_hour = (session.close - HOUR).max(session.open)..=session.close;
        last_within(&self.daily, day..=day).or_else(|| last_within(&self.hourly, last_hour))
    }

    /// Returns the sparkline: at most 42 prices of the seven days before `at`, oldest first. It starts with the base price of the
    /// seven-day change and ends with `price`.
    pub(crate) fn sparkline(
        &self,
        calendar: Calendar,
        at: Timestamp,
        price: Option<f64>,
    ) -> Vec<f64> {
        let base_session = session_week_ago(calendar, at);
        let week_ago = at.as_second() - 7 * DAY;
        let hourly_since = base_session.map_or(week_ago, |session| session.close);
        let daily_since = base_session.map_or(week_ago, |session| session.daily_bar_start() + 1);
        let closes_since = |closes: &VecDeque<(i64, f64)>, since: i64| {
            closes
                .iter()
                .filter(|(start, _)| *start >= since)
                .map(|(_, close)| *close)
                .collect::<Vec<_>>()
        };
        let mut closes = closes_since(&self.hourly, hourly_since);
        if closes.len() < 2 {
            closes = closes_since(&self.daily, daily_since);
        }
        if let Some(base_price) = self.price_week_ago(calendar, at) {
            closes.insert(0, base_price);
        }
        closes.extend(price);
        downsample(&closes, MAX_SPARK_POINTS)
    }
}

/// Returns the session a week before the session of a price as of `at`. If that day was a holiday, returns the session before the
/// holiday. Returns `None` for a market that never closes.
pub fn session_week_ago(calendar: Calendar, at: Timestamp) -> Option<Session> {
    if calendar == Calendar::Always {
        return None;
    }
    let session = calendar.session_at_or_before(at);
    let week_ago =
        Timestamp::from_second(session.close - 1).ok()? - SignedDuration::from_hours(7 * 24);
    Some(calendar.session_at_or_before(week_ago))
}

/// Returns the last close of a bar that started within `starts`.
fn last_within(closes: &VecDeque<(i64, f64)>, starts: RangeInclusive<i64>) -> Option<f64> {
    let mut newest_first = closes.iter().rev();
    let (_, close) = newest_first.find(|(start, _)| starts.contains(start))?;
    Some(*close)
}

/// Returns at most `max_len` of `values`, evenly spaced, including the first and the last.
fn downsample(values: &[f64], max_len: usize) -> Vec<f64> {
    if values.len() <= max_len {
        return values.to_vec();
    }
    (0..max_len)
        .map(|i| values[i * (values.len() - 1) / (max_len - 1)])
        .collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hourly(count: i64) -> Vec<Bar> {
        (0..count)
            .map(|i| Bar {
                start: i * 3_600,
                close: i as f64,
                ..Bar::default()
            })
            .collect()
    }

    fn second(second: i64) -> Timestamp {
        Timestamp::from_second(second).unwrap()
    }

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn daily(closes: &[(&str, f64)]) -> Vec<Bar> {
        let bar = |(date, close): &(&str, f64)| Bar {
            start: at(&format!("{date}T00:00:00Z")).as_second(),
            close: *close,
            ..Bar::default()
        };
        closes.iter().map(bar).collect()
    }

    #[test]
    fn a_sparkline_has_at_most_42_points_and_ends_with_the_live_price() {
        let mut recent = RecentCloses::default();
        recent.merge(Interval::Hour, &hourly(180));
        let spark = recent.sparkline(Calendar::Always, second(180 * 3_600), Some(999.0));
        assert_eq!(spark.len(), 42);
        assert_eq!(spark.last(), Some(&999.0));
        assert_eq!(
            spark.first(),
            Some(&11.0),
            "starts with the price seven days ago"
        );
    }

    #[test]
    fn week_ago_price_of_a_24_hour_market_is_the_last_complete_close() {
        let mut recent = RecentCloses::default();
        recent.merge(Interval::Hour, &hourly(180));
        let price = |hour: i64| recent.price_week_ago(Calendar::Always, second(hour * 3_600));
        assert_eq!(price(170), Some(1.0));
        assert_eq!(price(1), None, "no price is known before the first bar");
    }

    /// Closes of Apple in October 2025 and of SPY in February 2026.
    #[test]
    fn seven_day_change_counts_from_the_close_a_week_earlier() {
        let mut apple = RecentCloses::default();
        let october = [
            ("2025-10-20", 262.24),
            ("2025-10-21", 262.77),
            ("2025-10-22", 258.45),
            ("2025-10-23", 259.58),
            ("2025-10-29", 269.70),
        ];
        apple.merge(Interval::Day, &daily(&october));
        // One second after the close, in the evening, and at noon.
        for time_on_29th in [
            "2025-10-29T20:00:01Z",
            "2025-10-29T23:00:00Z",
            "2025-10-29T16:00:00Z",
        ] {
            let price = apple.price_week_ago(Calendar::NewYork, at(time_on_29th));
            assert_eq!(price, Some(258.45), "{time_on_29th}");
        }
        let mut fund = RecentCloses::default();
        fund.merge(Interval::Day, &daily(&[("2026-02-13", 681.75)]));
        let friday = at("2026-02-20T21:00:00Z");
        assert_eq!(fund.price_week_ago(Calendar::NewYork, friday), Some(681.75));
        // The 16th was Presidents' Day, without a session, so the Friday before counts.
        let monday = at("2026-02-23T21:00:00Z");
        assert_eq!(fund.price_week_ago(Calendar::NewYork, monday), Some(681.75));
    }

    #[test]
    fn close_of_a_short_last_hour_is_the_session_close() {
        let hour = |start: &str, close: f64| Bar {
            start: at(start).as_second(),
            close,
            ..Bar::default()
        };
        let mut recent = RecentCloses::default();
        let hours = [
            hour("2026-11-13T19:30:00Z", 105.75),
            hour("2026-11-13T20:30:00Z", 106.0),
            hour("2026-11-16T14:30:00Z", 107.0),
        ];
        recent.merge(Interval::Hour, &hours);
        let friday = at("2026-11-20T21:00:00Z");
        assert_eq!(
            recent.price_week_ago(Calendar::NewYork, friday),
            Some(106.0)
        );
        let spark = recent.sparkline(Calendar::NewYork, friday, Some(111.0));
        assert_eq!(
            spark.first(),
            Some(&106.0),
            "the sparkline starts with the week-ago price"
        );
    }

    #[test]
    fn price_older_than_a_week_is_not_the_week_ago_price() {
        let mut recent = RecentCloses::default();
        recent.merge(Interval::Day, &daily(&[("1970-01-02", 1.0)]));
        for calendar in [Calendar::Always, Calendar::NewYork] {
            let price = |day: i64| recent.price_week_ago(calendar, second(day * DAY));
            assert_eq!(price(9), Some(1.0));
            assert_eq!(price(400), None);
        }
    }

    #[test]
    fn repeated_closes_of_closed_days_are_dropped() {
        let mut recent = RecentCloses::default();
        recent.merge(
            Interval::Day,
            &daily(&[
                ("2026-11-24", 10.0),
                ("2026-11-25", 10.0),
                // Thanksgiving repeats the previous close; the Saturday has a new price.
                ("2026-11-26", 10.0),
                ("2026-11-27", 11.0),
                ("2026-11-28", 12.0),
            ]),
        );
        recent.drop_closed_days(Calendar::NewYork);
        let closes: Vec<f64> = recent.daily.iter().map(|(_, close)| *close).collect();
        assert_eq!(closes, [10.0, 10.0, 11.0, 12.0]);
    }

    #[test]
    fn close_of_another_day_is_not_the_week_ago_price() {
        let mut recent = RecentCloses::default();
        // Friday the 28th is missing.
        recent.merge(
            Interval::Day,
            &daily(&[
                ("2026-08-26", 238.0),
                ("2026-08-27", 238.5),
                ("2026-08-31", 239.5),
            ]),
        );
        let friday = at("2026-09-04T20:00:00Z");
        assert_eq!(recent.price_week_ago(Calendar::NewYork, friday), None);
        let noon = Bar {
            start: at("2026-08-28T16:30:00Z").as_second(),
            close: 240.0,
            ..Bar::default()
        };
        recent.merge(Interval::Hour, &[noon]);
        assert_eq!(
            recent.price_week_ago(Calendar::NewYork, friday),
            None,
            "a price at noon is not a close"
        );
        recent.merge(Interval::Day, &daily(&[("2026-08-28", 239.0)]));
        assert_eq!(
            recent.price_week_ago(Calendar::NewYork, friday),
            Some(239.0)
        );
    }

    #[test]
    fn closing_auction_is_the_week_ago_close() {
        let mut recent = RecentCloses::default();
        let hour = |start: &str, close: f64| Bar {
            start: at(start).as_second(),
            close,
            ..Bar::default()
        };
        let hours = [
            hour("2026-08-28T19:30:00Z", 101.2),
            hour("2026-08-28T20:00:00Z", 101.7),
        ];
        recent.merge(Interval::Hour, &hours);
        let friday = at("2026-09-04T20:00:00Z");
        assert_eq!(
            recent.price_week_ago(Calendar::NewYork, friday),
            Some(101.7)
        );
    }

    #[test]
    fn bar_with_a_known_start_replaces_the_close() {
        let mut recent = RecentCloses::default();
        recent.merge(Interval::Hour, &hourly(3));
        recent.merge(
            Interval::Hour,
            &[Bar {
                start: 7_200,
                close: 9.0,
                ..Bar::default()
            }],
        );
        let spark = recent.sparkline(Calendar::Always, second(10_000), None);
        assert_eq!(spark, [0.0, 1.0, 9.0]);
    }
}

//! The last days of a ticker's closes, kept in memory for sparklines and the seven-day change.

use std::collections::VecDeque;

use crate::domain::bar::{Bar, Interval};

const DAY: i64 = 86_400;
/// Points of a sparkline.
const SPARK_POINTS: usize = 42;
/// How many hourly closes are kept: eight days around the clock.
const HOURS: usize = 8 * 24;
/// How much older than a week a 'week ago' price may be: a long holiday week-end.
const SLACK: i64 = 5 * DAY;
/// How many daily closes are kept: seven days back over any holiday week.
const DAYS: usize = 12;

/// Closes as (start in Unix seconds, price), ascending.
#[derive(Debug, Clone, Default)]
pub struct Recent {
    hours: VecDeque<(i64, f64)>,
    days: VecDeque<(i64, f64)>,
}

impl Recent {
    /// Merges bars by start; five-minute bars are not kept here.
    pub fn merge(&mut self, interval: Interval, bars: &[Bar]) {
        let (closes, keep) = match interval {
            Interval::FiveMinutes => return,
            Interval::Hour => (&mut self.hours, HOURS),
            Interval::Day => (&mut self.days, DAYS),
        };
        for bar in &bars[bars.len().saturating_sub(keep)..] {
            match closes.binary_search_by_key(&bar.start, |(start, _)| *start) {
                Ok(at) => closes[at].1 = bar.close,
                Err(at) => closes.insert(at, (bar.start, bar.close)),
            }
        }
        while closes.len() > keep {
            closes.pop_front();
        }
    }

    /// The price seven days before `now` (Unix seconds): the last hourly, else daily, close that
    /// was complete by then. `None` where that close is itself many days older.
    pub fn price_week_ago(&self, now: i64) -> Option<f64> {
        let then = now - 7 * DAY;
        let last_by = |closes: &VecDeque<(i64, f64)>, length: i64| {
            let complete = closes
                .iter()
                .rev()
                .find(|(start, _)| start + length <= then);
            complete
                .filter(|(start, _)| start + length >= then - SLACK)
                .map(|(_, close)| *close)
        };
        last_by(&self.hours, 3_600).or_else(|| last_by(&self.days, DAY))
    }

    /// At most 42 prices over the seven days before `now`, oldest first: from the price that stood then
    /// to `price`, as the seven-day change counts.
    pub fn spark(&self, now: i64, price: Option<f64>) -> Vec<f64> {
        let since = now - 7 * DAY;
        let within = |closes: &VecDeque<(i64, f64)>| {
            closes
                .iter()
                .filter(|(start, _)| *start >= since)
                .map(|(_, close)| *close)
                .collect::<Vec<_>>()
        };
        let mut closes = within(&self.hours);
        if closes.len() < 2 {
            closes = within(&self.days);
        }
        if let Some(then) = self.price_week_ago(now) {
            closes.insert(0, then);
        }
        closes.extend(price);
        thin(&closes, SPARK_POINTS)
    }
}

/// At most `most` of `values`, evenly spread, first and last included.
fn thin(values: &[f64], most: usize) -> Vec<f64> {
    if values.len() <= most {
        return values.to_vec();
    }
    (0..most)
        .map(|i| values[i * (values.len() - 1) / (most - 1)])
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

    #[test]
    fn a_sparkline_has_at_most_42_points_and_ends_with_the_live_price() {
        let mut recent = Recent::default();
        recent.merge(Interval::Hour, &hourly(180));
        let spark = recent.spark(180 * 3_600, Some(999.0));
        assert_eq!(spark.len(), 42);
        assert_eq!(spark.last(), Some(&999.0));
        assert_eq!(
            spark.first(),
            Some(&11.0),
            "starts with what stood seven days back"
        );
    }

    #[test]
    fn the_week_ago_price_is_the_last_close_complete_by_then() {
        let mut recent = Recent::default();
        recent.merge(Interval::Hour, &hourly(180));
        assert_eq!(recent.price_week_ago(170 * 3_600), Some(1.0));
        assert_eq!(
            recent.price_week_ago(3_600),
            None,
            "nothing is known before the first bar"
        );
    }

    #[test]
    fn a_price_from_years_ago_is_no_price_of_last_week() {
        let mut recent = Recent::default();
        recent.merge(
            Interval::Day,
            &[Bar {
                start: 0,
                close: 1.0,
                ..Bar::default()
            }],
        );
        assert_eq!(recent.price_week_ago(9 * DAY), Some(1.0));
        assert_eq!(recent.price_week_ago(400 * DAY), None);
    }

    #[test]
    fn a_bar_that_comes_again_replaces_itself() {
        let mut recent = Recent::default();
        recent.merge(Interval::Hour, &hourly(3));
        recent.merge(
            Interval::Hour,
            &[Bar {
                start: 7_200,
                close: 9.0,
                ..Bar::default()
            }],
        );
        assert_eq!(recent.spark(10_000, None), [0.0, 1.0, 9.0]);
    }
}

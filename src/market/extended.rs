//! Extended-hours prices for the one-day chart.
//!
//! The prices are in memory only: after a start, sources send today's prices again, and earlier days are not shown.

use std::ops::Range;

use crate::domain::bar::Close;

/// Length of a step in seconds. Each step has at most one point.
const STEP_SECONDS: i64 = 120;
/// Maximum number of points: two days, each with two and a half hours before the session and two hours after it.
const MAX_POINTS: usize = 2 * 135;

/// The newest price of each two-minute step of the last two days, as (Unix seconds, price).
#[derive(Debug, Clone, Default)]
pub struct ExtendedHours {
    /// Ascending by time, one per step.
    points: Vec<Close>,
}

impl ExtendedHours {
    /// Adds a price. In the same step, the later price wins. Drops the oldest points beyond the maximum.
    pub(crate) fn add(&mut self, (second, price): Close) {
        let step = second.div_euclid(STEP_SECONDS);
        let at = self
            .points
            .partition_point(|(known, _)| known.div_euclid(STEP_SECONDS) < step);
        match self.points.get_mut(at) {
            Some(known) if known.0.div_euclid(STEP_SECONDS) == step => {
                if known.0 <= second {
                    *known = (second, price);
                }
            }
            _ => self.points.insert(at, (second, price)),
        }
        let surplus = self.points.len().saturating_sub(MAX_POINTS);
        self.points.drain(..surplus);
    }

    /// Returns the points within a range of Unix seconds, ascending.
    pub(crate) fn within(&self, range: &Range<i64>) -> &[Close] {
        let at = |second: i64| self.points.partition_point(|(known, _)| *known < second);
        self.points
            .get(at(range.start)..at(range.end))
            .unwrap_or_default()
    }

    /// Returns the newest point.
    pub(crate) fn last(&self) -> Option<Close> {
        self.points.last().copied()
    }

    /// Returns the number of points.
    pub(crate) fn len(&self) -> usize {
        self.points.len()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn hours_with(points: &[Close]) -> ExtendedHours {
        let mut hours = ExtendedHours::default();
        for point in points {
            hours.add(*point);
        }
        hours
    }

    #[test]
    fn latest_price_of_a_step_wins_in_any_order() {
        let hours = hours_with(&[(240, 3.0), (119, 2.0), (60, 1.0), (250, 4.0)]);
        assert_eq!(hours.within(&(0..1_000)), [(119, 2.0), (250, 4.0)]);
        assert_eq!(hours.within(&(120..250)), []);
    }

    #[test]
    fn oldest_points_beyond_two_days_are_dropped() {
        let mut hours = ExtendedHours::default();
        for step in 0..1_000 {
            hours.add((step * STEP_SECONDS, 1.0));
        }
        assert_eq!(hours.len(), MAX_POINTS);
        assert_eq!(hours.last(), Some((999 * STEP_SECONDS, 1.0)));
    }
}

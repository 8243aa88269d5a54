//! Extended-hours prices for the one-day chart.
//!
//! They are kept in memory only: sources send today's prices again after a start, and earlier days are not shown.

use std::ops::Range;

use crate::domain::bar::Close;

/// Seconds per point.
const STEP_SECONDS: i64 = 120;
/// Maximum number of points: two days, each with two and a half hours before its session and two after it.
const MAX_POINTS: usize = 2 * 135;

/// Newest price per two minutes, of today and of the last session, as (Unix seconds, price).
#[derive(Debug, Clone, Default)]
pub struct ExtendedHours {
    /// Ascending by time, one per step.
    points: Vec<Close>,
}

impl ExtendedHours {
    /// Adds a price. Within two minutes the later one wins; the oldest points are dropped.
    pub(crate) fn note(&mut self, (second, price): Close) {
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

    fn noted(points: &[Close]) -> ExtendedHours {
        let mut hours = ExtendedHours::default();
        for point in points {
            hours.note(*point);
        }
        hours
    }

    #[test]
    fn newest_price_per_two_minutes_wins_in_any_order() {
        let hours = noted(&[(240, 3.0), (119, 2.0), (60, 1.0), (250, 4.0)]);
        assert_eq!(hours.within(&(0..1_000)), [(119, 2.0), (250, 4.0)]);
        assert_eq!(hours.within(&(120..250)), []);
    }

    #[test]
    fn two_days_are_kept_and_the_oldest_points_dropped() {
        let mut hours = ExtendedHours::default();
        for step in 0..1_000 {
            hours.note((step * STEP_SECONDS, 1.0));
        }
        assert_eq!(hours.len(), MAX_POINTS);
        assert_eq!(hours.last(), Some((999 * STEP_SECONDS, 1.0)));
    }
}

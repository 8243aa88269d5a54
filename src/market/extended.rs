//! Prices outside of regular hours, for the line of a day.
//!
//! They are kept in memory alone: who brings them brings those of the day again after a start, and of days before nothing is
//! shown.

use std::ops::Range;

use crate::domain::bar::Close;

/// Seconds for which one price stands.
const STEP: i64 = 120;
/// So many are kept: of two days, each with two and a half hours before its session and two after it.
const MOST: usize = 2 * 135;

/// The newest price of every two minutes, today's and those of the last session, as (moment in Unix seconds, price).
#[derive(Debug, Clone, Default)]
pub struct ExtendedHours {
    /// Ascending by moment, one to a step.
    points: Vec<Close>,
}

impl ExtendedHours {
    /// Takes a price of a moment. Within its two minutes the later one counts; the oldest go when there are too many.
    pub(crate) fn note(&mut self, (second, price): Close) {
        let step = second.div_euclid(STEP);
        let at = self
            .points
            .partition_point(|(known, _)| known.div_euclid(STEP) < step);
        match self.points.get_mut(at) {
            Some(known) if known.0.div_euclid(STEP) == step => {
                if known.0 <= second {
                    *known = (second, price);
                }
            }
            _ => self.points.insert(at, (second, price)),
        }
        let surplus = self.points.len().saturating_sub(MOST);
        self.points.drain(..surplus);
    }

    /// Those of a time (Unix seconds), ascending.
    pub(crate) fn within(&self, range: &Range<i64>) -> &[Close] {
        let at = |second: i64| self.points.partition_point(|(known, _)| *known < second);
        self.points
            .get(at(range.start)..at(range.end))
            .unwrap_or_default()
    }

    /// The newest.
    pub(crate) fn last(&self) -> Option<Close> {
        self.points.last().copied()
    }

    /// How many there are.
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
    fn two_minutes_have_their_newest_price_in_whatever_order_it_comes() {
        let hours = noted(&[(240, 3.0), (119, 2.0), (60, 1.0), (250, 4.0)]);
        assert_eq!(hours.within(&(0..1_000)), [(119, 2.0), (250, 4.0)]);
        assert_eq!(hours.within(&(120..250)), []);
    }

    #[test]
    fn two_days_are_kept_and_the_oldest_go() {
        let mut hours = ExtendedHours::default();
        for step in 0..1_000 {
            hours.note((step * STEP, 1.0));
        }
        assert_eq!(hours.len(), MOST);
        assert_eq!(hours.last(), Some((999 * STEP, 1.0)));
    }
}

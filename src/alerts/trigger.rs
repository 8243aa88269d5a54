//! When a value comes to a line, and when it merely hovers there.

use super::gauge::Reading;
use crate::domain::alert::{Condition, Side};

/// Waits for a value at its line; for a change in percent at the line of a rise and at that of a fall.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Trigger {
    line: Line,
    fall: Line,
}

impl Trigger {
    /// A trigger that knows the side already.
    pub(super) fn on(side: Side) -> Self {
        let other = match side {
            Side::Above => Side::Below,
            Side::Below => Side::Above,
        };
        Self {
            line: Line::on(side),
            fall: Line::on(other),
        }
    }

    /// A rise and a fall count anew, also one that is as large as the last.
    pub(super) fn rearm(&mut self) {
        self.line = Line::on(Side::Below);
        self.fall = Line::on(Side::Below);
    }

    /// The side to which the value has come with this reading, if `condition` asks for it. The
    /// first reading never counts: what is so already does not come to be so.
    pub(super) fn pull(&mut self, reading: &Reading, condition: Condition) -> Option<Side> {
        if condition != Condition::PercentChange {
            return self.line.pull(reading, condition);
        }
        let risen = self.line.pull(reading, Condition::Above);
        let fallen = self.fall.pull(&reading.mirrored(), Condition::Above);
        risen.or(fallen.map(|_| Side::Below))
    }
}

/// Remembers the side of the line on which a value was. The way to it counts from the line on; the
/// way back counts from the band beyond it, so that a value that hovers is no news.
#[derive(Debug, Clone, Copy, Default)]
struct Line {
    side: Option<Side>,
    /// The value was beyond the band since it came to its side.
    clear: bool,
}

impl Line {
    fn on(side: Side) -> Self {
        Self {
            side: Some(side),
            clear: false,
        }
    }

    fn pull(&mut self, reading: &Reading, condition: Condition) -> Option<Side> {
        let Reading {
            value, line, band, ..
        } = *reading;
        let slack = if self.clear { 0.0 } else { band };
        let (up, down) = match condition {
            Condition::Above | Condition::PercentChange => (line, line - band),
            Condition::Below => (line + band, line),
            Condition::Crosses => (line + slack, line - slack),
        };
        let beyond = (value - line).abs() > band;
        let now = match self.side {
            None if value > line => Side::Above,
            None if value < line => Side::Below,
            Some(Side::Below) if value > up => Side::Above,
            Some(Side::Above) if value < down => Side::Below,
            _ => {
                self.clear |= beyond;
                return None;
            }
        };
        let before = self.side.replace(now);
        self.clear = beyond || before.is_none();
        let meant = match condition {
            Condition::Above | Condition::PercentChange => now == Side::Above,
            Condition::Below => now == Side::Below,
            Condition::Crosses => true,
        };
        (before.is_some() && meant).then_some(now)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The places at which a trigger at 100 with a band of 0.2 goes off.
    fn pulls(condition: Condition, values: &[f64]) -> Vec<usize> {
        let mut trigger = Trigger::default();
        let pull = |(at, value): (usize, &f64)| {
            let reading = Reading {
                value: *value,
                line: 100.0,
                band: 0.2,
                anew: None,
            };
            trigger.pull(&reading, condition).map(|_| at)
        };
        values.iter().enumerate().filter_map(pull).collect()
    }

    /// ALRT-02: rises above, falls below.
    #[test]
    fn the_way_to_the_line_counts_from_the_line_on() {
        assert_eq!(pulls(Condition::Above, &[99.0, 100.01]), [1]);
        assert_eq!(pulls(Condition::Below, &[101.0, 99.99]), [1]);
        assert_eq!(pulls(Condition::Crosses, &[101.0, 99.99]), [1]);
        assert!(pulls(Condition::Above, &[101.0, 102.0]).is_empty());
        assert!(pulls(Condition::Below, &[99.0, 98.0]).is_empty());
        assert!(pulls(Condition::Above, &[101.0, 99.0]).is_empty());
    }

    /// ALRT-02: the way back must be clear.
    #[test]
    fn it_goes_off_again_only_after_the_value_was_clearly_back() {
        assert_eq!(pulls(Condition::Above, &[99.0, 101.0, 99.9, 101.0]), [1]);
        assert_eq!(pulls(Condition::Above, &[99.0, 101.0, 99.7, 101.0]), [1, 3]);
        assert_eq!(pulls(Condition::Below, &[101.0, 99.0, 100.1, 99.0]), [1]);
        assert_eq!(pulls(Condition::Below, &[101.0, 99.0, 100.3, 99.0]), [1, 3]);
    }

    /// ALRT-02: crosses, in either direction.
    #[test]
    fn crossing_counts_both_ways() {
        assert_eq!(pulls(Condition::Crosses, &[99.0, 101.0, 99.0]), [1, 2]);
        assert_eq!(
            pulls(Condition::Crosses, &[99.0, 100.1, 99.9, 99.7]),
            [1, 3]
        );
    }

    #[test]
    fn a_value_that_hovers_at_the_line_goes_off_once() {
        let values: Vec<f64> = (0..200)
            .map(|n| if n % 2 == 0 { 99.95 } else { 100.05 })
            .collect();
        for condition in [Condition::Above, Condition::Crosses] {
            assert_eq!(pulls(condition, &values), [1]);
        }
        assert_eq!(pulls(Condition::Below, &values[1..]), [1]);
    }
}

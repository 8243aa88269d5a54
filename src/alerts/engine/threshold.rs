//! When a value crosses its threshold, and when it merely hovers there.

use crate::domain::alert::{Condition, Side};

/// How far back the value must go before an alert is armed again, as a part of its threshold.
const HYSTERESIS: f64 = 0.002;

/// One measurement.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Measurement {
    /// What was measured.
    pub(super) value: f64,
    /// Where the condition begins.
    pub(super) threshold: f64,
    /// How far beyond the threshold the way back ends.
    pub(super) hysteresis: f64,
    /// What was reported before this moment (Unix seconds) is no reason to keep quiet: a session opened that is the first
    /// to be measured from another close, or a day ended that is held against another one.
    pub(super) rearms_from: Option<i64>,
}

impl Measurement {
    pub(super) fn at(value: f64, threshold: f64) -> Self {
        Self {
            value,
            threshold,
            hysteresis: threshold.abs() * HYSTERESIS,
            rearms_from: None,
        }
    }

    /// The same, seen from the other side of zero.
    pub(super) fn mirrored(&self) -> Self {
        Self {
            value: -self.value,
            ..*self
        }
    }
}

/// A value that came to meet its condition.
#[derive(Debug, Clone, Copy)]
pub(super) struct Crossing {
    /// Which of the alert's conditions.
    pub(super) part: usize,
    pub(super) side: Side,
    pub(super) measurement: Measurement,
}

/// Waits for a value at its threshold; for a change in percent at that of a rise and at that of a fall.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Trigger {
    rise: Threshold,
    fall: Threshold,
}

impl Trigger {
    /// A trigger that knows the side already.
    pub(super) fn on(side: Side) -> Self {
        let other = match side {
            Side::Above => Side::Below,
            Side::Below => Side::Above,
        };
        Self {
            rise: Threshold::on(side),
            fall: Threshold::on(other),
        }
    }

    /// A rise and a fall count again, also one that is as large as the last.
    pub(super) fn rearm(&mut self) {
        self.rise = Threshold::on(Side::Below);
        self.fall = Threshold::on(Side::Below);
    }

    /// The side on which the value is, where `condition` asks for coming there.
    pub(super) fn met(self, condition: Condition) -> Option<Side> {
        let is_on = |threshold: Threshold, side| threshold.side == Some(side);
        match condition {
            Condition::Above => is_on(self.rise, Side::Above).then_some(Side::Above),
            Condition::Below => is_on(self.rise, Side::Below).then_some(Side::Below),
            Condition::PercentChange if is_on(self.rise, Side::Above) => Some(Side::Above),
            Condition::PercentChange => is_on(self.fall, Side::Above).then_some(Side::Below),
            Condition::Crosses => None,
        }
    }

    /// Whether the value is where `condition` asks for; `None` before it was measured, and for what asks for a crossing.
    pub(super) fn holds(self, condition: Condition) -> Option<bool> {
        let is_known = match condition {
            Condition::Above | Condition::Below => self.rise.side.is_some(),
            // Exactly at one of its two thresholds, the other one tells.
            Condition::PercentChange => self.rise.side.or(self.fall.side).is_some(),
            Condition::Crosses => false,
        };
        is_known.then(|| self.met(condition).is_some())
    }

    /// The side to which the value has come with this measurement, if `condition` asks for it. The
    /// first one never counts: what is so already does not come to be so.
    pub(super) fn evaluate(
        &mut self,
        measurement: &Measurement,
        condition: Condition,
    ) -> Option<Side> {
        if condition != Condition::PercentChange {
            return self.rise.evaluate(measurement, condition);
        }
        let risen = self.rise.evaluate(measurement, Condition::Above);
        let fallen = self
            .fall
            .evaluate(&measurement.mirrored(), Condition::Above);
        risen.or(fallen.map(|_| Side::Below))
    }
}

/// Remembers the side on which a value was. The way to the threshold counts from the threshold on;
/// the way back counts from the hysteresis beyond it, so that a value that hovers is no news.
#[derive(Debug, Clone, Copy, Default)]
struct Threshold {
    side: Option<Side>,
    /// The value was beyond the hysteresis since it came to its side.
    clear: bool,
}

impl Threshold {
    fn on(side: Side) -> Self {
        Self {
            side: Some(side),
            clear: false,
        }
    }

    fn evaluate(&mut self, measurement: &Measurement, condition: Condition) -> Option<Side> {
        let Measurement {
            value,
            threshold,
            hysteresis,
            ..
        } = *measurement;
        let slack = if self.clear { 0.0 } else { hysteresis };
        let (up, down) = match condition {
            Condition::Above | Condition::PercentChange => (threshold, threshold - hysteresis),
            Condition::Below => (threshold + hysteresis, threshold),
            Condition::Crosses => (threshold + slack, threshold - slack),
        };
        let beyond = (value - threshold).abs() > hysteresis;
        let now = match self.side {
            None if value > threshold => Side::Above,
            None if value < threshold => Side::Below,
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

    /// The places at which a trigger at 100 with a hysteresis of 0.2 goes off.
    fn evaluate_all(condition: Condition, values: &[f64]) -> Vec<usize> {
        let mut trigger = Trigger::default();
        let evaluate = |(at, value): (usize, &f64)| {
            let measurement = Measurement {
                value: *value,
                threshold: 100.0,
                hysteresis: 0.2,
                rearms_from: None,
            };
            trigger.evaluate(&measurement, condition).map(|_| at)
        };
        values.iter().enumerate().filter_map(evaluate).collect()
    }

    /// ALRT-02: rises above, falls below.
    #[test]
    fn the_way_to_the_threshold_counts_from_the_threshold_on() {
        assert_eq!(evaluate_all(Condition::Above, &[99.0, 100.01]), [1]);
        assert_eq!(evaluate_all(Condition::Below, &[101.0, 99.99]), [1]);
        assert_eq!(evaluate_all(Condition::Crosses, &[101.0, 99.99]), [1]);
        assert!(evaluate_all(Condition::Above, &[101.0, 102.0]).is_empty());
        assert!(evaluate_all(Condition::Below, &[99.0, 98.0]).is_empty());
        assert!(evaluate_all(Condition::Above, &[101.0, 99.0]).is_empty());
    }

    /// ALRT-02: the way back must be clear.
    #[test]
    fn it_goes_off_again_only_after_the_value_was_clearly_back() {
        assert_eq!(
            evaluate_all(Condition::Above, &[99.0, 101.0, 99.9, 101.0]),
            [1]
        );
        assert_eq!(
            evaluate_all(Condition::Above, &[99.0, 101.0, 99.7, 101.0]),
            [1, 3]
        );
        assert_eq!(
            evaluate_all(Condition::Below, &[101.0, 99.0, 100.1, 99.0]),
            [1]
        );
        assert_eq!(
            evaluate_all(Condition::Below, &[101.0, 99.0, 100.3, 99.0]),
            [1, 3]
        );
    }

    /// ALRT-02: crosses, in either direction.
    #[test]
    fn crossing_counts_both_ways() {
        assert_eq!(
            evaluate_all(Condition::Crosses, &[99.0, 101.0, 99.0]),
            [1, 2]
        );
        assert_eq!(
            evaluate_all(Condition::Crosses, &[99.0, 100.1, 99.9, 99.7]),
            [1, 3]
        );
    }

    #[test]
    fn a_value_that_hovers_at_the_threshold_goes_off_once() {
        let values: Vec<f64> = (0..200)
            .map(|n| if n % 2 == 0 { 99.95 } else { 100.05 })
            .collect();
        for condition in [Condition::Above, Condition::Crosses] {
            assert_eq!(evaluate_all(condition, &values), [1]);
        }
        assert_eq!(evaluate_all(Condition::Below, &values[1..]), [1]);
    }
}

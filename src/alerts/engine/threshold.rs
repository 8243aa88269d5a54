//! Detects when a value crosses its threshold, and ignores hovering around it.

use crate::domain::alert::{Condition, Side};

/// How far the value must move back from the threshold before an alert rearms, as a fraction of the threshold.
const HYSTERESIS: f64 = 0.002;

/// A measured value and the threshold that it is compared with.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(super) struct Measurement {
    pub(super) value: f64,
    pub(super) threshold: f64,
    /// How far the value must move back from the threshold before the alert rearms.
    pub(super) hysteresis: f64,
    /// An alert that fired before this time (Unix seconds) rearms, because from then on the value is measured from another
    /// reference (the close before a new session, or the previous day).
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

    /// Returns the measurement with a negated value.
    pub(super) fn negated(&self) -> Self {
        Self {
            value: -self.value,
            ..*self
        }
    }
}

/// A value that crossed its threshold so that the condition became true.
#[derive(Debug, Clone, Copy)]
pub(super) struct Crossing {
    /// The index of the condition.
    pub(super) part: usize,
    pub(super) side: Side,
    pub(super) measurement: Measurement,
}

/// Detects crossings of one condition. A percent change has two thresholds: one for a rise and one for a fall.
#[derive(Debug, Clone, Copy, Default)]
pub(super) struct Trigger {
    rise: Threshold,
    fall: Threshold,
}

impl Trigger {
    /// Creates a trigger whose value is on `side`.
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

    /// Rearms both thresholds: the next measurement beyond one of them fires.
    pub(super) fn rearm(&mut self) {
        self.rise = Threshold::on(Side::Below);
        self.fall = Threshold::on(Side::Below);
    }

    /// Returns the side of the value if `condition` is met; `None` if it is not met, and for `crosses`.
    pub(super) fn met_side(self, condition: Condition) -> Option<Side> {
        let is_on = |threshold: Threshold, side| threshold.side == Some(side);
        match condition {
            Condition::Above => is_on(self.rise, Side::Above).then_some(Side::Above),
            Condition::Below => is_on(self.rise, Side::Below).then_some(Side::Below),
            Condition::PercentChange if is_on(self.rise, Side::Above) => Some(Side::Above),
            Condition::PercentChange => is_on(self.fall, Side::Above).then_some(Side::Below),
            Condition::Crosses => None,
        }
    }

    /// Returns whether `condition` is met; `None` before the first measurement, and for `crosses`.
    pub(super) fn is_met(self, condition: Condition) -> Option<bool> {
        let is_known = match condition {
            Condition::Above | Condition::Below => self.rise.side.is_some(),
            // A value that equals one threshold is on neither side of that one, but is on a side of the other.
            Condition::PercentChange => self.rise.side.or(self.fall.side).is_some(),
            Condition::Crosses => false,
        };
        is_known.then(|| self.met_side(condition).is_some())
    }

    /// Returns the new side if `condition` became true with this measurement. The first measurement never counts.
    pub(super) fn evaluate(
        &mut self,
        measurement: &Measurement,
        condition: Condition,
    ) -> Option<Side> {
        if condition != Condition::PercentChange {
            return self.rise.evaluate(measurement, condition);
        }
        let rise = self.rise.evaluate(measurement, Condition::Above);
        let fall = self.fall.evaluate(&measurement.negated(), Condition::Above);
        rise.or(fall.map(|_| Side::Below))
    }
}

/// A threshold with hysteresis. A crossing that makes the condition true counts at the threshold; a crossing back counts only
/// beyond the hysteresis, so that a hovering value does not fire again.
#[derive(Debug, Clone, Copy, Default)]
struct Threshold {
    side: Option<Side>,
    /// Whether the value has been beyond the hysteresis since it reached this side.
    is_clear: bool,
}

impl Threshold {
    fn on(side: Side) -> Self {
        Self {
            side: Some(side),
            is_clear: false,
        }
    }

    fn evaluate(&mut self, measurement: &Measurement, condition: Condition) -> Option<Side> {
        let Measurement {
            value,
            threshold,
            hysteresis,
            ..
        } = *measurement;
        let margin = if self.is_clear { 0.0 } else { hysteresis };
        let (up, down) = match condition {
            Condition::Above | Condition::PercentChange => (threshold, threshold - hysteresis),
            Condition::Below => (threshold + hysteresis, threshold),
            Condition::Crosses => (threshold + margin, threshold - margin),
        };
        let beyond = (value - threshold).abs() > hysteresis;
        let side = match self.side {
            None if value > threshold => Side::Above,
            None if value < threshold => Side::Below,
            Some(Side::Below) if value > up => Side::Above,
            Some(Side::Above) if value < down => Side::Below,
            _ => {
                self.is_clear |= beyond;
                return None;
            }
        };
        let before = self.side.replace(side);
        self.is_clear = beyond || before.is_none();
        let is_toward = match condition {
            Condition::Above | Condition::PercentChange => side == Side::Above,
            Condition::Below => side == Side::Below,
            Condition::Crosses => true,
        };
        (before.is_some() && is_toward).then_some(side)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// The indices of `values` at which a trigger at 100 with a hysteresis of 0.2 fires.
    fn evaluate_all(condition: Condition, values: &[f64]) -> Vec<usize> {
        let mut trigger = Trigger::default();
        let evaluate = |(index, value): (usize, &f64)| {
            let measurement = Measurement {
                value: *value,
                threshold: 100.0,
                hysteresis: 0.2,
                rearms_from: None,
            };
            trigger.evaluate(&measurement, condition).map(|_| index)
        };
        values.iter().enumerate().filter_map(evaluate).collect()
    }

    /// ALRT-02: An alert fires when the value rises above or falls below the threshold.
    #[test]
    fn crossing_into_the_condition_fires_at_the_threshold() {
        assert_eq!(evaluate_all(Condition::Above, &[99.0, 100.01]), [1]);
        assert_eq!(evaluate_all(Condition::Below, &[101.0, 99.99]), [1]);
        assert_eq!(evaluate_all(Condition::Crosses, &[101.0, 99.99]), [1]);
        assert!(evaluate_all(Condition::Above, &[101.0, 102.0]).is_empty());
        assert!(evaluate_all(Condition::Below, &[99.0, 98.0]).is_empty());
        assert!(evaluate_all(Condition::Above, &[101.0, 99.0]).is_empty());
    }

    /// ALRT-02: The value must move back beyond the hysteresis before the alert fires again.
    #[test]
    fn trigger_rearms_only_beyond_the_hysteresis() {
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

    /// ALRT-02: The condition 'crosses' fires in either direction.
    #[test]
    fn crosses_fires_in_both_directions() {
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
    fn hovering_value_fires_once() {
        let values: Vec<f64> = (0..200)
            .map(|n| if n % 2 == 0 { 99.95 } else { 100.05 })
            .collect();
        for condition in [Condition::Above, Condition::Crosses] {
            assert_eq!(evaluate_all(condition, &values), [1]);
        }
        assert_eq!(evaluate_all(Condition::Below, &values[1..]), [1]);
    }
}

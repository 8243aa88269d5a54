//! One measured value, and the threshold that it is held against.

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

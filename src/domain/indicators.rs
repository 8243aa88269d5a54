//! Streaming indicators. The chart uses the same formulas; both are tested against the same golden vectors.

use std::collections::VecDeque;

/// Relative strength index (RSI), 0 to 100, with Wilder's smoothing (J. W. Wilder, 'New Concepts in Technical Trading
/// Systems', 1978). 50 if the price never moved.
#[derive(Debug, Clone)]
pub(crate) struct Rsi {
    period: u32,
    seen: u32,
    last: Option<f64>,
    gain: f64,
    loss: f64,
}

impl Rsi {
    /// Creates an index over `period` closes.
    pub(crate) fn new(period: u32) -> Self {
        Self {
            period,
            seen: 0,
            last: None,
            gain: 0.0,
            loss: 0.0,
        }
    }

    /// Adds a close; returns the index once there are `period` changes.
    pub(crate) fn push(&mut self, close: f64) -> Option<f64> {
        let change = close - self.last.replace(close)?;
        let (up, down) = (change.max(0.0), (-change).max(0.0));
        let period = f64::from(self.period);
        if self.seen < self.period {
            self.seen += 1;
            self.gain += up / period;
            self.loss += down / period;
        } else {
            self.gain = (self.gain * (period - 1.0) + up) / period;
            self.loss = (self.loss * (period - 1.0) + down) / period;
        }
        if self.seen < self.period {
            return None;
        }
        let both = self.gain + self.loss;
        Some(if both > 0.0 {
            100.0 * self.gain / both
        } else {
            50.0
        })
    }

    /// Restates the index after a split: all closes are divided by `ratio`.
    pub(crate) fn restate(&mut self, ratio: f64) {
        self.last = self.last.map(|last| last / ratio);
        self.gain /= ratio;
        self.loss /= ratio;
    }
}

/// Simple moving average (SMA): the mean of the last `period` closes.
#[derive(Debug, Clone)]
pub(crate) struct Sma {
    closes: VecDeque<f64>,
    period: usize,
}

impl Sma {
    /// Creates an average over `period` closes.
    pub(crate) fn new(period: usize) -> Self {
        Self {
            closes: VecDeque::with_capacity(period + 1),
            period,
        }
    }

    /// Adds a close; returns the average once there are `period` closes.
    pub(crate) fn push(&mut self, close: f64) -> Option<f64> {
        self.closes.push_back(close);
        if self.closes.len() > self.period {
            self.closes.pop_front();
        }
        // Summed each time: a running sum accumulates rounding errors over years of bars.
        (self.closes.len() == self.period)
            .then(|| self.closes.iter().sum::<f64>() / self.period as f64)
    }

    /// Restates the average after a split: all closes are divided by `ratio`.
    pub(crate) fn restate(&mut self, ratio: f64) {
        for close in &mut self.closes {
            *close /= ratio;
        }
    }
}

#[cfg(test)]
mod tests {
    use serde::Deserialize;

    use super::*;

    /// The chart's golden vectors, computed with TA-Lib.
    #[derive(Deserialize)]
    struct Golden {
        close: Vec<f64>,
        sma20: Vec<Option<f64>>,
        rsi14: Vec<Option<f64>>,
    }

    fn golden() -> Golden {
        let text = include_str!("../../ui/src/market/indicators/golden/vectors.json");
        serde_json::from_str(text).expect("the vectors are JSON")
    }

    fn same(mut found: impl FnMut(f64) -> Option<f64>, closes: &[f64], expected: &[Option<f64>]) {
        assert_eq!(closes.len(), expected.len());
        for (at, (close, expected)) in closes.iter().zip(expected).enumerate() {
            match (found(*close), expected) {
                (None, None) => {}
                (Some(found), Some(expected)) => {
                    assert!(
                        (found - expected).abs() < 1e-8,
                        "at {at}: {found} for {expected}"
                    );
                }
                (found, expected) => panic!("at {at}: {found:?} for {expected:?}"),
            }
        }
    }

    /// ALRT-02, CHRT-04: an alert and the chart compute the same index.
    #[test]
    fn rsi_matches_the_chart() {
        let (golden, mut rsi) = (golden(), Rsi::new(14));
        same(|close| rsi.push(close), &golden.close, &golden.rsi14);
    }

    /// ALRT-02, CHRT-04: an alert and the chart compute the same average.
    #[test]
    fn sma_matches_the_chart() {
        let (golden, mut sma) = (golden(), Sma::new(20));
        same(|close| sma.push(close), &golden.close, &golden.sma20);
    }

    #[test]
    fn rsi_of_a_constant_price_is_50() {
        let mut rsi = Rsi::new(14);
        let last = (0..20).map(|_| rsi.push(5.0)).last().flatten();
        assert_eq!(last, Some(50.0));
    }
}

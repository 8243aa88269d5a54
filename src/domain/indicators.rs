//! Streaming indicators. The chart uses the same formulas; both are tested against the same golden vectors.

use std::collections::VecDeque;

/// Relative strength index (RSI), 0 to 100, with Wilder's smoothing (J. W. Wilder, 'New Concepts in Technical Trading
/// Systems', 1978). 50 if the price never changed.
#[derive(Debug, Clone)]
pub(crate) struct Rsi {
    period: u32,
    /// Number of changes so far, counted up to `period`.
    change_count: u32,
    last_close: Option<f64>,
    /// Average rise per bar.
    average_gain: f64,
    /// Average fall per bar, as a positive number.
    average_loss: f64,
}

impl Rsi {
    /// Creates an index over `period` closes.
    pub(crate) fn new(period: u32) -> Self {
        Self {
            period,
            change_count: 0,
            last_close: None,
            average_gain: 0.0,
            average_loss: 0.0,
        }
    }

    /// Adds a close. Returns the index; `None` until there are `period` changes between closes.
    pub(crate) fn push(&mut self, close: f64) -> Option<f64> {
        let change = close - self.last_close.replace(close)?;
        let (up, down) = (change.max(0.0), (-change).max(0.0));
        let period = f64::from(self.period);
        if self.change_count < self.period {
            self.change_count += 1;
            self.average_gain += up / period;
            self.average_loss += down / period;
        } else {
            self.average_gain = (self.average_gain * (period - 1.0) + up) / period;
            self.average_loss = (self.average_loss * (period - 1.0) + down) / period;
        }
        if self.change_count < self.period {
            return None;
        }
        let total = self.average_gain + self.average_loss;
        Some(if total > 0.0 {
            100.0 * self.average_gain / total
        } else {
            50.0
        })
    }

    /// Adjusts the index for a split: divides all closes by `ratio`.
    pub(crate) fn adjust_for_split(&mut self, ratio: f64) {
        self.last_close = self.last_close.map(|close| close / ratio);
        self.average_gain /= ratio;
        self.average_loss /= ratio;
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

    /// Adds a close. Returns the average; `None` until there are `period` closes.
    pub(crate) fn push(&mut self, close: f64) -> Option<f64> {
        self.closes.push_back(close);
        if self.closes.len() > self.period {
            self.closes.pop_front();
        }
        // Sums all closes each time: a running sum accumulates rounding errors over years of bars.
        (self.closes.len() == self.period)
            .then(|| self.closes.iter().sum::<f64>() / self.period as f64)
    }

    /// Adjusts the average for a split: divides all closes by `ratio`.
    pub(crate) fn adjust_for_split(&mut self, ratio: f64) {
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

    fn assert_values(
        mut push: impl FnMut(f64) -> Option<f64>,
        closes: &[f64],
        expected: &[Option<f64>],
    ) {
        assert_eq!(closes.len(), expected.len());
        for (index, (close, expected)) in closes.iter().zip(expected).enumerate() {
            match (push(*close), expected) {
                (None, None) => {}
                (Some(actual), Some(expected)) => {
                    assert!(
                        (actual - expected).abs() < 1e-8,
                        "bar {index}: {actual}, expected {expected}"
                    );
                }
                (actual, expected) => {
                    panic!("bar {index}: {actual:?}, expected {expected:?}");
                }
            }
        }
    }

    /// ALRT-02, CHRT-04: an alert and the chart compute the same index.
    #[test]
    fn rsi_matches_the_chart() {
        let (golden, mut rsi) = (golden(), Rsi::new(14));
        assert_values(|close| rsi.push(close), &golden.close, &golden.rsi14);
    }

    /// ALRT-02, CHRT-04: an alert and the chart compute the same average.
    #[test]
    fn sma_matches_the_chart() {
        let (golden, mut sma) = (golden(), Sma::new(20));
        assert_values(|close| sma.push(close), &golden.close, &golden.sma20);
    }

    #[test]
    fn rsi_of_a_constant_price_is_50() {
        let mut rsi = Rsi::new(14);
        let last = (0..20).map(|_| rsi.push(5.0)).last().flatten();
        assert_eq!(last, Some(50.0));
    }
}

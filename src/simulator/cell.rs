//! A five-minute cell, from which all bars are aggregated.

use super::noise;

/// One cell, in logarithms of the price.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
pub(super) struct Cell {
    pub(super) open: f64,
    pub(super) high: f64,
    pub(super) low: f64,
    pub(super) close: f64,
    /// Volume in units, or in US dollars for crypto.
    pub(super) volume: f64,
}

impl Cell {
    /// Creates a cell between two given levels, with the high and low drawn from their exact
    /// distribution and without volume.
    ///
    /// Source: the maximum of a Brownian bridge from a to b with variance s² is (a + b + √((b − a)²
    /// − 2 s² ln u)) / 2 for a uniform u (Borodin and Salminen, "Handbook of Brownian Motion",
    /// 1.1.8).
    pub(super) fn between(open: f64, close: f64, variance: f64, draw: u64) -> Self {
        let moved = (close - open) * (close - open);
        let range = |slice: u8| (moved + variance * noise::bridge_extreme(slice)).sqrt();
        let sum = open + close;
        Self {
            open,
            close,
            // Rounding must not push open or close outside of the bar.
            high: (0.5 * (sum + range(draw as u8))).max(open.max(close)),
            low: (0.5 * (sum - range((draw >> 8) as u8))).min(open.min(close)),
            volume: 0.0,
        }
    }

    /// Reflects `level` at the cell's high and low.
    pub(super) fn mirror(&self, level: f64) -> f64 {
        let mirrored = if level > self.high {
            2.0 * self.high - level
        } else if level < self.low {
            2.0 * self.low - level
        } else {
            level
        };
        mirrored.clamp(self.low, self.high)
    }
}

//! Technical indicators computed from daily bars: means, volatility, relative strength index.

use crate::domain::{bar::Bar, indicators::Rsi, quote::percent_change};

/// Returns the mean of the last `count` closes; `None` if there are fewer bars.
pub(super) fn mean_close(bars: &[Bar], count: usize) -> Option<f64> {
    let newest = newest(bars, count)?;
    Some(newest.iter().map(|bar| bar.close).sum::<f64>() / count as f64)
}

/// Returns the mean of the last `count` volumes; `None` if there are fewer bars, or if no volume is known.
pub(super) fn mean_volume(bars: &[Bar], count: usize) -> Option<f64> {
    let newest = newest(bars, count)?;
    let sum: f64 = newest.iter().map(|bar| bar.volume).sum();
    (sum > 0.0).then(|| sum / count as f64)
}

/// Returns the sample standard deviation of the last `count` daily returns, in percent; `None` if there are fewer returns.
pub(super) fn volatility(bars: &[Bar], count: usize) -> Option<f64> {
    if count < 2 {
        return None;
    }
    let newest = newest(bars, count + 1)?;
    // No return can be computed from a negative price, as of a futures contract.
    let returns: Vec<f64> = newest
        .windows(2)
        .map(|pair| percent_change(Some(pair[0].close), pair[1].close))
        .collect::<Option<_>>()?;
    let mean = returns.iter().sum::<f64>() / count as f64;
    let variance = returns.iter().map(|r| (r - mean).powi(2)).sum::<f64>() / (count - 1) as f64;
    Some(variance.sqrt())
}

/// Returns Wilder's relative strength index over `count` changes of closes; `None` if there are fewer changes.
pub(super) fn rsi(bars: &[Bar], count: u32) -> Option<f64> {
    let mut rsi = Rsi::new(count);
    bars.iter().fold(None, |_, bar| rsi.push(bar.close))
}

/// Returns the last `count` bars; `None` if there are fewer.
fn newest(bars: &[Bar], count: usize) -> Option<&[Bar]> {
    bars.len().checked_sub(count).map(|start| &bars[start..])
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Creates a bar for each close, with all prices equal to the close.
    fn bars_with_closes(closes: &[f64]) -> Vec<Bar> {
        let bar = |close: &f64| Bar {
            start: 0,
            open: *close,
            high: *close,
            low: *close,
            close: *close,
            volume: 0.0,
        };
        closes.iter().map(bar).collect()
    }

    #[test]
    fn volatility_is_the_sample_standard_deviation_of_daily_returns() {
        let mut prices = vec![100.0];
        for day in 0..30 {
            let factor = if day % 2 == 0 { 1.01 } else { 0.99 };
            prices.push(prices[day] * factor);
        }
        // Returns alternate between +1 % and −1 %: s² = Σ1 ÷ 29.
        let expected = (30.0_f64 / 29.0).sqrt();
        let result = volatility(&bars_with_closes(&prices), 30).unwrap();
        assert!((result - expected).abs() < 1e-9, "{result}");
        assert_eq!(
            volatility(&bars_with_closes(&[1.0]), 0),
            None,
            "a volatility needs at least two returns"
        );
    }

    #[test]
    fn rsi_matches_the_published_example() {
        // The worked example of RSI in textbooks: 70.53, 66.32 and 66.55 after 14, 15 and 16 changes.
        let prices = [
            44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433,
            46.0826, 45.8931, 46.0328, 45.6140, 46.2820, 46.2820, 46.0028, 46.0328,
        ];
        for (count, expected) in [(15, 70.53), (16, 66.32), (17, 66.55)] {
            let result = rsi(&bars_with_closes(&prices[..count]), 14).unwrap();
            assert!((result - expected).abs() < 0.01, "{count}: {result}");
        }
        assert_eq!(rsi(&bars_with_closes(&prices[..14]), 14), None);
        assert_eq!(rsi(&bars_with_closes(&[5.0; 20]), 14), Some(50.0));
        assert_eq!(rsi(&bars_with_closes(&[1.0, 2.0, 3.0]), 2), Some(100.0));
    }

    #[test]
    fn mean_volume_is_unknown_without_volumes() {
        assert_eq!(mean_volume(&bars_with_closes(&[1.0; 30]), 30), None);
    }
}

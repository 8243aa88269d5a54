//! Technical indicators of daily bars: means, volatility, relative strength. Pure functions.

use crate::domain::{bar::Bar, indicators::Rsi, quote::percent_change};

/// Mean of the last `count` closes; `None` where there are fewer.
pub(super) fn average(bars: &[Bar], count: usize) -> Option<f64> {
    let last = newest(bars, count)?;
    Some(last.iter().map(|bar| bar.close).sum::<f64>() / count as f64)
}

/// Mean of the last `count` volumes; `None` where there are fewer, or no volumes at all.
pub(super) fn mean_volume(bars: &[Bar], count: usize) -> Option<f64> {
    let last = newest(bars, count)?;
    let sum: f64 = last.iter().map(|bar| bar.volume).sum();
    (sum > 0.0).then(|| sum / count as f64)
}

/// Sample standard deviation of the last `count` daily returns, in percent.
pub(super) fn volatility(bars: &[Bar], count: usize) -> Option<f64> {
    if count < 2 {
        return None;
    }
    let last = newest(bars, count + 1)?;
    // A negative price of a future has no return.
    let returns: Vec<f64> = last
        .windows(2)
        .map(|pair| percent_change(Some(pair[0].close), pair[1].close))
        .collect::<Option<_>>()?;
    let mean = returns.iter().sum::<f64>() / count as f64;
    let variance = returns.iter().map(|r| (r - mean).powi(2)).sum::<f64>() / (count - 1) as f64;
    Some(variance.sqrt())
}

/// The relative strength index over `count` changes of closes; `None` where there are fewer.
pub(super) fn rsi(bars: &[Bar], count: u32) -> Option<f64> {
    let mut rsi = Rsi::new(count);
    bars.iter().fold(None, |_, bar| rsi.push(bar.close))
}

fn newest(bars: &[Bar], count: usize) -> Option<&[Bar]> {
    bars.len().checked_sub(count).map(|from| &bars[from..])
}

#[cfg(test)]
mod tests {
    use super::*;

    fn closes(closes: &[f64]) -> Vec<Bar> {
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
        let found = volatility(&closes(&prices), 30).unwrap();
        assert!((found - expected).abs() < 1e-9, "{found}");
        assert_eq!(
            volatility(&closes(&[1.0]), 0),
            None,
            "a constant price has no volatility"
        );
    }

    #[test]
    fn relative_strength_matches_the_published_example() {
        // The worked example of RSI in textbooks: 70.53, 66.32 and 66.55 after 14, 15 and 16 changes.
        let prices = [
            44.3389, 44.0902, 44.1497, 43.6124, 44.3278, 44.8264, 45.0955, 45.4245, 45.8433,
            46.0826, 45.8931, 46.0328, 45.6140, 46.2820, 46.2820, 46.0028, 46.0328,
        ];
        for (count, expected) in [(15, 70.53), (16, 66.32), (17, 66.55)] {
            let found = rsi(&closes(&prices[..count]), 14).unwrap();
            assert!((found - expected).abs() < 0.01, "{count}: {found}");
        }
        assert_eq!(rsi(&closes(&prices[..14]), 14), None);
        assert_eq!(rsi(&closes(&[5.0; 20]), 14), Some(50.0));
        assert_eq!(rsi(&closes(&[1.0, 2.0, 3.0]), 2), Some(100.0));
    }

    #[test]
    fn a_series_without_volumes_has_no_average_volume() {
        assert_eq!(mean_volume(&closes(&[1.0; 30]), 30), None);
    }
}

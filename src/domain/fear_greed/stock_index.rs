//! Marketdeck's fear and greed index of stocks, computed from daily closes. [`FORMULA`] describes the formula.

use super::FearGreedComponent;

/// Description of the formula for users.
pub(crate) const FORMULA: &str = "The mean of five components from 0 to 100, computed from daily closes; a component without enough data is omitted, and at least three are needed. \
    Market momentum: the S&P 500 against the mean of its last 125 closes; 50 at the mean, 100 from 6 % above, 0 from 6 % below. \
    Market volatility: the standard deviation of its daily changes over 20 sessions against the mean of that over 50 sessions; 50 if equal, 100 at half, 0 from one and a half times. \
    Stock price breadth: the percentage of stocks that close above the mean of their last 50 closes. \
    Stock price strength: of the stocks within 5 % of their highest or lowest close of a year, the percentage near the highest. \
    Safe haven demand: the gain of the S&P 500 over 20 sessions minus that of long-term Treasury bonds (TLT); 50 if equal, 100 from 6 points more, 0 from 6 points less.";

/// Number of closes in the mean that momentum compares the last close with.
const MOMENTUM_CLOSES: usize = 125;
/// Number of sessions of a standard deviation.
const VOLATILITY_SESSIONS: usize = 20;
/// Number of sessions of the mean that volatility compares the last standard deviation with.
const MEAN_VOLATILITY_SESSIONS: usize = 50;
/// Number of closes in the mean that breadth compares each stock with.
const BREADTH_CLOSES: usize = 50;
/// Number of sessions in a year, minus a few that a stock may have missed.
const YEAR_SESSIONS: usize = 245;
/// Number of sessions over which safe haven demand compares stocks and bonds.
const SAFE_HAVEN_SESSIONS: usize = 20;
/// Minimum number of stocks with enough data, for breadth and strength.
const MIN_STOCKS: usize = 20;
/// Minimum number of components with enough data.
const MIN_COMPONENTS: usize = 3;
/// Maximum distance of a close that is near a yearly high or low, as a share of the high or low.
const NEAR_EXTREME: f64 = 0.05;

/// Daily closes, oldest first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Closes<'a> {
    /// Closes of the S&P 500.
    pub index: &'a [f64],
    /// Closes of a fund of long-term Treasury bonds.
    pub bonds: &'a [f64],
    /// Closes of each stock.
    pub stocks: &'a [Vec<f64>],
}

/// Computes the value of the index and its components; `None` without enough data. See [`FORMULA`].
pub(crate) fn compute(closes: Closes<'_>) -> Option<(f64, Vec<FearGreedComponent>)> {
    let scores = [
        ("Market momentum", momentum(closes.index)),
        ("Market volatility", volatility(closes.index)),
        ("Stock price breadth", breadth(closes.stocks)),
        ("Stock price strength", strength(closes.stocks)),
        ("Safe haven demand", safe_haven(closes.index, closes.bonds)),
    ];
    let components: Vec<FearGreedComponent> = scores
        .into_iter()
        .filter_map(|(name, score)| {
            Some(FearGreedComponent {
                name: name.to_owned(),
                score: score.filter(|score| score.is_finite())?,
            })
        })
        .collect();
    let scores: Vec<f64> = components.iter().map(|component| component.score).collect();
    let value = mean(&scores).filter(|_| scores.len() >= MIN_COMPONENTS)?;
    Some((value, components))
}

/// Maps a value to a score: 50 at `middle`, 100 and 0 at `reach` above and below it.
fn score(value: f64, middle: f64, reach: f64) -> f64 {
    (50.0 + (value - middle) / reach * 50.0).clamp(0.0, 100.0)
}

fn momentum(index: &[f64]) -> Option<f64> {
    let mean_close = mean(last(index, MOMENTUM_CLOSES)?)?;
    Some(score(index.last()? / mean_close, 1.0, 0.06))
}

fn volatility(index: &[f64]) -> Option<f64> {
    let closes = last(index, MEAN_VOLATILITY_SESSIONS + VOLATILITY_SESSIONS)?;
    let changes: Vec<f64> = closes
        .windows(2)
        .map(|pair| (pair[1] / pair[0]).ln())
        .collect();
    let deviations: Vec<f64> = changes
        .windows(VOLATILITY_SESSIONS)
        .filter_map(standard_deviation)
        .collect();
    let mean_deviation = mean(&deviations).filter(|mean| *mean > 0.0)?;
    // Low volatility means greed.
    Some(score(-deviations.last()? / mean_deviation, -1.0, 0.5))
}

fn breadth(stocks: &[Vec<f64>]) -> Option<f64> {
    // 100 for each stock above its mean, 0 for each other stock.
    let scores: Vec<f64> = stocks
        .iter()
        .filter_map(|closes| {
            let mean_close = mean(last(closes, BREADTH_CLOSES)?)?;
            Some(if *closes.last()? > mean_close {
                100.0
            } else {
                0.0
            })
        })
        .collect();
    mean(&scores).filter(|_| scores.len() >= MIN_STOCKS)
}

fn strength(stocks: &[Vec<f64>]) -> Option<f64> {
    let (mut with_data, mut near_high, mut near_low) = (0, 0, 0);
    for closes in stocks
        .iter()
        .filter_map(|closes| last(closes, YEAR_SESSIONS))
    {
        let highest = closes.iter().copied().fold(f64::MIN, f64::max);
        let lowest = closes.iter().copied().fold(f64::MAX, f64::min);
        let close = closes.last()?;
        with_data += 1;
        near_high += usize::from(*close >= highest * (1.0 - NEAR_EXTREME));
        near_low += usize::from(*close <= lowest * (1.0 + NEAR_EXTREME));
    }
    let near_extreme = near_high + near_low;
    (with_data >= MIN_STOCKS && near_extreme > 0)
        .then(|| 100.0 * near_high as f64 / near_extreme as f64)
}

fn safe_haven(index: &[f64], bonds: &[f64]) -> Option<f64> {
    let gain = |closes: &[f64]| {
        let closes = last(closes, SAFE_HAVEN_SESSIONS + 1)?;
        Some(closes.last()? / closes.first()? - 1.0)
    };
    Some(score(gain(index)? - gain(bonds)?, 0.0, 0.06))
}

/// Returns the last `count` values; `None` if there are fewer.
fn last(values: &[f64], count: usize) -> Option<&[f64]> {
    values.get(values.len().checked_sub(count)?..)
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn standard_deviation(values: &[f64]) -> Option<f64> {
    let mean = mean(values)?;
    let squares: f64 = values.iter().map(|value| (value - mean).powi(2)).sum();
    Some((squares / values.len() as f64).sqrt())
}

#[cfg(test)]
#[expect(clippy::float_cmp, reason = "whole numbers")]
mod tests {
    use super::*;

    /// Returns closes that alternate by ±`swing` and grow by `growth` per session.
    fn closes(count: u32, swing: f64, growth: f64) -> Vec<f64> {
        (0..count)
            .map(|nth| {
                let side = if nth % 2 == 0 { 1.0 } else { -1.0 };
                100.0 * (1.0 + growth).powf(f64::from(nth)) * (1.0 + side * swing)
            })
            .collect()
    }

    fn component_score(closes: Closes<'_>, name: &str) -> Option<f64> {
        let (_, components) = compute(closes)?;
        components
            .into_iter()
            .find(|component| component.name == name)
            .map(|component| component.score)
    }

    #[test]
    fn market_at_its_mean_is_neutral_in_every_component() {
        let flat = closes(300, 0.001, 0.0);
        let stocks: Vec<_> = (0..40)
            .map(|nth| closes(300, if nth < 20 { 0.03 } else { -0.03 }, 0.0))
            .collect();
        let (value, components) = compute(Closes {
            index: &flat,
            bonds: &flat,
            stocks: &stocks,
        })
        .unwrap();
        assert_eq!(components.len(), 5, "{components:?}");
        assert!((value - 50.0).abs() < 1.0, "{value} {components:?}");
    }

    #[test]
    fn rising_stocks_that_beat_bonds_are_greed_and_falling_ones_fear() {
        let bonds = closes(300, 0.0, 0.0);
        let value_at_growth = |growth: f64| {
            let index = closes(300, 0.001, growth);
            let stocks = vec![closes(300, 0.001, growth); 30];
            compute(Closes {
                index: &index,
                bonds: &bonds,
                stocks: &stocks,
            })
            .unwrap()
            .0
        };
        assert_eq!(
            value_at_growth(0.004).round(),
            90.0,
            "all components except volatility are at their maximum"
        );
        assert_eq!(value_at_growth(-0.004).round(), 10.0);
    }

    #[test]
    fn high_volatility_after_calm_is_fear() {
        let mut index = closes(150, 0.001, 0.0);
        index.extend(closes(20, 0.03, 0.0));
        let stocks = vec![closes(300, 0.001, 0.0); 30];
        let closes = Closes {
            index: &index,
            bonds: &index,
            stocks: &stocks,
        };
        assert_eq!(component_score(closes, "Market volatility"), Some(0.0));
    }

    #[test]
    fn fewer_than_three_components_yield_no_reading() {
        let index = closes(130, 0.001, 0.0);
        let index_only = Closes {
            index: &index,
            bonds: &[],
            stocks: &[],
        };
        assert!(
            compute(index_only).is_none(),
            "only momentum and volatility have data"
        );
        let with_bonds = Closes {
            bonds: &index,
            ..index_only
        };
        assert_eq!(compute(with_bonds).unwrap().1.len(), 3);
        let short_history = Closes {
            index: &index[..60],
            ..with_bonds
        };
        assert!(compute(short_history).is_none());
    }
}

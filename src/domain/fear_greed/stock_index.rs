//! Marketdeck's own fear and greed index of stocks, computed from daily closes. See [`FORMULA`].

use super::FearGreedComponent;

/// Description of the formula for users.
pub(crate) const FORMULA: &str = "The mean of five components from 0 to 100, computed from daily closes; a component without enough data is omitted, and at least three are needed. \
    Market momentum: the S&P 500 against the mean of its last 125 closes; 50 at the mean, 100 from 6 % above, 0 from 6 % below. \
    Market volatility: the standard deviation of its daily changes over 20 sessions against the mean of that over 50 sessions; 50 if equal, 100 at half, 0 from one and a half times. \
    Stock price breadth: the percentage of stocks that close above the mean of their last 50 closes. \
    Stock price strength: of the stocks within 5 % of their highest or lowest close of a year, the percentage near the highest. \
    Safe haven demand: the gain of the S&P 500 over 20 sessions minus that of long-term Treasury bonds (TLT); 50 if equal, 100 from 6 points more, 0 from 6 points less.";

/// Closes in the mean that momentum is compared with.
const MOMENTUM_CLOSES: usize = 125;
/// Sessions of the standard deviation.
const VOLATILITY_SESSIONS: usize = 20;
/// Sessions of the mean that it is compared with.
const MEAN_VOLATILITY_SESSIONS: usize = 50;
/// Closes in the mean that breadth compares each stock with.
const BREADTH_CLOSES: usize = 50;
/// Sessions of a year, minus some that a stock may have missed.
const YEAR_SESSIONS: usize = 245;
/// Sessions over which stocks and bonds are compared.
const SAFE_HAVEN_SESSIONS: usize = 20;
/// Minimum number of stocks with data.
const MIN_STOCKS: usize = 20;
/// Minimum number of components.
const MIN_COMPONENTS: usize = 3;
/// A close is near a yearly extreme within this share of it.
const NEAR_EXTREME: f64 = 0.05;

/// Daily closes, oldest first.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Closes<'a> {
    /// Closes of the S&P 500.
    pub index: &'a [f64],
    /// Closes of a fund of long-term Treasury bonds.
    pub bonds: &'a [f64],
    /// Closes of each stock.
    pub shares: &'a [Vec<f64>],
}

/// Computes the index and its components; `None` without enough data. See [`FORMULA`].
pub(crate) fn measure(closes: Closes<'_>) -> Option<(f64, Vec<FearGreedComponent>)> {
    let parts = [
        ("Market momentum", momentum(closes.index)),
        ("Market volatility", volatility(closes.index)),
        ("Stock price breadth", breadth(closes.shares)),
        ("Stock price strength", strength(closes.shares)),
        ("Safe haven demand", safe_haven(closes.index, closes.bonds)),
    ];
    let components: Vec<FearGreedComponent> = parts
        .into_iter()
        .filter_map(|(name, score)| {
            Some(FearGreedComponent {
                name: name.to_owned(),
                score: score.filter(|score| score.is_finite())?,
            })
        })
        .collect();
    let scores: Vec<f64> = components.iter().map(|part| part.score).collect();
    let value = mean(&scores).filter(|_| scores.len() >= MIN_COMPONENTS)?;
    Some((value, components))
}

/// Maps a value to a score: 50 at `middle`, 100 and 0 at `reach` above and below it.
fn score(value: f64, middle: f64, reach: f64) -> f64 {
    (50.0 + (value - middle) / reach * 50.0).clamp(0.0, 100.0)
}

fn momentum(index: &[f64]) -> Option<f64> {
    let against = mean(last(index, MOMENTUM_CLOSES)?)?;
    Some(score(index.last()? / against, 1.0, 0.06))
}

fn volatility(index: &[f64]) -> Option<f64> {
    let closes = last(index, MEAN_VOLATILITY_SESSIONS + VOLATILITY_SESSIONS)?;
    let changes: Vec<f64> = closes
        .windows(2)
        .map(|two| (two[1] / two[0]).ln())
        .collect();
    let deviations: Vec<f64> = changes
        .windows(VOLATILITY_SESSIONS)
        .filter_map(deviation)
        .collect();
    let usual = mean(&deviations).filter(|usual| *usual > 0.0)?;
    // Low volatility means greed.
    Some(score(-deviations.last()? / usual, -1.0, 0.5))
}

fn breadth(shares: &[Vec<f64>]) -> Option<f64> {
    let above: Vec<f64> = shares
        .iter()
        .filter_map(|closes| {
            let against = mean(last(closes, BREADTH_CLOSES)?)?;
            Some(if *closes.last()? > against {
                100.0
            } else {
                0.0
            })
        })
        .collect();
    mean(&above).filter(|_| above.len() >= MIN_STOCKS)
}

fn strength(shares: &[Vec<f64>]) -> Option<f64> {
    let (mut known, mut high, mut low) = (0, 0, 0);
    for closes in shares
        .iter()
        .filter_map(|closes| last(closes, YEAR_SESSIONS))
    {
        let highest = closes.iter().copied().fold(f64::MIN, f64::max);
        let lowest = closes.iter().copied().fold(f64::MAX, f64::min);
        let close = closes.last()?;
        known += 1;
        high += usize::from(*close >= highest * (1.0 - NEAR_EXTREME));
        low += usize::from(*close <= lowest * (1.0 + NEAR_EXTREME));
    }
    let near = high + low;
    (known >= MIN_STOCKS && near > 0).then(|| 100.0 * high as f64 / near as f64)
}

fn safe_haven(index: &[f64], bonds: &[f64]) -> Option<f64> {
    let gain = |closes: &[f64]| {
        let closes = last(closes, SAFE_HAVEN_SESSIONS + 1)?;
        Some(closes.last()? / closes.first()? - 1.0)
    };
    Some(score(gain(index)? - gain(bonds)?, 0.0, 0.06))
}

/// Returns the last `count` values, if there are as many.
fn last(values: &[f64], count: usize) -> Option<&[f64]> {
    values.get(values.len().checked_sub(count)?..)
}

fn mean(values: &[f64]) -> Option<f64> {
    (!values.is_empty()).then(|| values.iter().sum::<f64>() / values.len() as f64)
}

fn deviation(values: &[f64]) -> Option<f64> {
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

    fn part(closes: Closes<'_>, name: &str) -> Option<f64> {
        let (_, parts) = measure(closes)?;
        parts
            .into_iter()
            .find(|part| part.name == name)
            .map(|part| part.score)
    }

    #[test]
    fn a_market_on_its_mean_is_neutral_in_every_part() {
        let flat = closes(300, 0.001, 0.0);
        let shares: Vec<_> = (0..40)
            .map(|nth| closes(300, if nth < 20 { 0.03 } else { -0.03 }, 0.0))
            .collect();
        let (value, parts) = measure(Closes {
            index: &flat,
            bonds: &flat,
            shares: &shares,
        })
        .unwrap();
        assert_eq!(parts.len(), 5, "{parts:?}");
        assert!((value - 50.0).abs() < 1.0, "{value} {parts:?}");
    }

    #[test]
    fn rising_stocks_that_beat_bonds_are_greed_and_falling_ones_fear() {
        let bonds = closes(300, 0.0, 0.0);
        let of = |growth: f64| {
            let index = closes(300, 0.001, growth);
            let shares = vec![closes(300, 0.001, growth); 30];
            measure(Closes {
                index: &index,
                bonds: &bonds,
                shares: &shares,
            })
            .unwrap()
            .0
        };
        assert_eq!(of(0.004).round(), 90.0, "all but volatility is at its end");
        assert_eq!(of(-0.004).round(), 10.0);
    }

    #[test]
    fn high_volatility_after_calm_is_fear() {
        let mut index = closes(150, 0.001, 0.0);
        index.extend(closes(20, 0.03, 0.0));
        let shares = vec![closes(300, 0.001, 0.0); 30];
        let all = Closes {
            index: &index,
            bonds: &index,
            shares: &shares,
        };
        assert_eq!(part(all, "Market volatility"), Some(0.0));
    }

    #[test]
    fn with_fewer_than_three_parts_there_is_no_reading() {
        let index = closes(130, 0.001, 0.0);
        let none = Closes {
            index: &index,
            bonds: &[],
            shares: &[],
        };
        assert!(measure(none).is_none(), "momentum and volatility alone");
        let with_bonds = Closes {
            bonds: &index,
            ..none
        };
        assert_eq!(measure(with_bonds).unwrap().1.len(), 3);
        let young = Closes {
            index: &index[..60],
            ..with_bonds
        };
        assert!(measure(young).is_none());
    }
}

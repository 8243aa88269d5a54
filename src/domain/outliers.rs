//! Bars that cannot be true: many times above or below what was before and after them. Sources file such
//! bars now and then; a single one would widen every range it lies in.

use super::bar::Bar;

/// A price so many times above or below its neighbours is an error: no market goes there and back.
const OFF: f64 = 4.5;
/// The neighbours on both sides must agree within this factor: where they do not, the price has moved for
/// good, as it does with a split.
const AGREE: f64 = 2.0;
/// Bars in a row that can be off: more of them are a level of their own.
const LONGEST: usize = 10;

/// Parts `bars` (ascending) into those to keep and those that are off their neighbours on both sides. At
/// the end of the list `price`, the ticker's at present, stands for what comes after. What comes before
/// the first bar is unknown, so it is kept.
pub(crate) fn set_aside(bars: Vec<Bar>, price: Option<f64>) -> (Vec<Bar>, Vec<Bar>) {
    let is_odd = odd(&bars, price);
    let (mut kept, mut aside) = (Vec::with_capacity(bars.len()), Vec::new());
    for (bar, is_odd) in bars.into_iter().zip(is_odd) {
        if is_odd { &mut aside } else { &mut kept }.push(bar);
    }
    (kept, aside)
}

fn odd(bars: &[Bar], price: Option<f64>) -> Vec<bool> {
    let mut odd = vec![false; bars.len()];
    let Some(mut before) = bars.first().map(|bar| bar.close) else {
        return odd;
    };
    let mut at = 1;
    while at < bars.len() {
        if !is_off(&bars[at], before) {
            before = bars[at].close;
            at += 1;
            continue;
        }
        let rest = &bars[at..];
        let run = rest.iter().take_while(|bar| is_off(bar, before)).count();
        let after = rest.get(run).map(|bar| bar.close).or(price);
        let returns = after.is_some_and(|after| factor(after, before) <= AGREE);
        if run <= LONGEST && returns {
            odd[at..at + run].fill(true);
            at += run;
        } else {
            before = bars[at].close;
            at += 1;
        }
    }
    odd
}

fn is_off(bar: &Bar, before: f64) -> bool {
    [bar.close, bar.high, bar.low]
        .into_iter()
        .any(|price| factor(price, before) >= OFF)
}

/// How many times the one is above the other; 1 where there is no such number, as below zero.
fn factor(one: f64, other: f64) -> f64 {
    if one > 0.0 && other > 0.0 {
        (one / other).max(other / one)
    } else {
        1.0
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bars(closes: &[f64]) -> Vec<Bar> {
        closes
            .iter()
            .zip(0..)
            .map(|(close, start)| Bar {
                start,
                open: *close,
                high: *close,
                low: *close,
                close: *close,
                volume: 1.0,
            })
            .collect()
    }

    fn starts_set_aside(closes: &[f64], price: Option<f64>) -> Vec<i64> {
        let (kept, aside) = set_aside(bars(closes), price);
        assert_eq!(kept.len() + aside.len(), closes.len());
        aside.iter().map(|bar| bar.start).collect()
    }

    /// The shape of a history that was filed a hundred times too high for a while.
    #[test]
    fn bars_five_or_a_hundred_times_off_their_neighbours_are_set_aside() {
        assert_eq!(starts_set_aside(&[10.0, 10.2, 51.0, 10.1], None), [2]);
        assert_eq!(
            starts_set_aside(&[14.5, 1_455.0, 1_460.0, 14.6], None),
            [1, 2]
        );
        assert_eq!(starts_set_aside(&[14.5, 0.145, 14.6, 14.4], None), [1]);
        let ten = [vec![1_000.0; 5], vec![5_000.0; 10], vec![1_010.0; 5]].concat();
        assert_eq!(starts_set_aside(&ten, None).len(), 10);
    }

    #[test]
    fn a_split_and_a_crash_are_none() {
        for real in [
            [100.0, 101.0, 10.0, 10.1, 10.2],
            [10.0, 10.1, 100.0, 101.0, 99.0],
            [100.0, 101.0, 1.0, 0.9, 0.8],
            [10.0, 5.0, 20.0, 8.0, 30.0],
        ] {
            assert_eq!(starts_set_aside(&real, Some(real[4])), [0; 0], "{real:?}");
        }
        let level = [vec![10.0; 5], vec![60.0; 12], vec![10.0; 5]].concat();
        assert_eq!(
            starts_set_aside(&level, None),
            [0; 0],
            "twelve sessions are a level"
        );
    }

    #[test]
    fn the_last_bar_is_judged_by_the_price_and_kept_without_one() {
        let closes = [10.0, 10.1, 55.0];
        assert_eq!(starts_set_aside(&closes, Some(10.2)), [2]);
        assert_eq!(starts_set_aside(&closes, Some(54.0)), [0; 0]);
        assert_eq!(starts_set_aside(&closes, None), [0; 0]);
    }

    #[test]
    fn a_high_alone_is_enough_and_prices_below_zero_are_left_alone() {
        let mut spike = bars(&[10.0, 10.0, 10.0]);
        spike[1].high = 500.0;
        assert_eq!(set_aside(spike, None).1.len(), 1);
        assert_eq!(starts_set_aside(&[18.0, -37.0, 10.0], None), [0; 0]);
    }
}

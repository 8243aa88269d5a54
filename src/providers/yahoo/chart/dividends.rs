//! Payments: their rhythm from the gaps between them, their yield from the price at the time.

use jiff::tz::TimeZone;

use super::{
    DAY,
    days::{date, day_of},
};
use crate::{
    domain::{
        bar::Bar,
        dividend::{Dividend, Frequency},
    },
    providers::yahoo::wire,
};

/// The payments of an answer, newest first. `bars` are its daily bars.
pub(super) fn dividends(
    events: &wire::Events,
    zone: &TimeZone,
    scale: f64,
    bars: &[Bar],
) -> Vec<Dividend> {
    let mut paid: Vec<(i64, f64)> = events
        .dividends
        .values()
        .filter(|event| event.amount.is_finite() && event.amount > 0.0)
        .map(|event| (day_of(event.date, zone), event.amount * scale))
        .collect();
    paid.sort_by_key(|(day, _)| std::cmp::Reverse(*day));
    // A special dividend on the day of a regular one: one payment, not a rhythm of no days.
    paid.dedup_by(|earlier, kept| {
        let same = earlier.0 == kept.0;
        kept.1 += if same { earlier.1 } else { 0.0 };
        same
    });
    let frequency = frequency(&paid);
    paid.iter()
        .filter_map(|(day, amount)| {
            // The price at the time; today's would make an old yield wrong.
            let price = bars
                .iter()
                .rev()
                .find(|bar| bar.start <= day * DAY)
                .filter(|bar| day * DAY - bar.start <= 7 * DAY)
                .map(|bar| bar.close);
            Some(Dividend {
                ex_date: date(*day)?,
                amount: *amount,
                dividend_yield: price
                    .map(|price| amount * f64::from(frequency.per_year()) / price * 100.0),
                frequency,
                is_projected: false,
            })
        })
        .collect()
}

/// From the middle distance between ex-dates; a single payment says nothing and counts as yearly.
fn frequency(paid: &[(i64, f64)]) -> Frequency {
    let mut gaps: Vec<i64> = paid.windows(2).map(|pair| pair[0].0 - pair[1].0).collect();
    gaps.sort_unstable();
    gaps.get(gaps.len() / 2).map_or(Frequency::Annually, |gap| {
        Frequency::from_gap_days(*gap as f64)
    })
}

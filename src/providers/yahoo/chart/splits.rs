//! The splits of an answer, and rows that it gives in old units although it tells of the split.

use jiff::tz::TimeZone;

use super::days::{Days, date, day_of, number};
use crate::{
    domain::{bar::Bar, dividend::Payment, split::Split},
    providers::yahoo::wire,
};

/// Rows further apart than so many days tell nothing of the split between them.
const LONGEST_GAP: i64 = 10;
/// A source may go on in old units for so many days after a split.
const MOST_LATE: i64 = 4;

/// Those that are understood, by the days of the exchange.
pub(super) fn splits(events: &wire::Events, zone: &TimeZone) -> Vec<Split> {
    let split = |event: &wire::SplitEvent| {
        Some(Split {
            date: date(day_of(event.date.seconds()?, zone))?,
            numerator: event.numerator.positive()?,
            denominator: event.denominator.positive()?,
        })
    };
    events.splits().filter_map(split).collect()
}

/// Brings rows (ascending) into the units of after `splits`, where they jump by the ratio of one at its day: each answer is
/// restated once, or not at all where its source did so. `price` is that of now with its day. Answers the splits by which rows
/// were restated.
pub(super) fn restate(
    rows: &mut [Bar],
    splits: &[Split],
    days: &Days,
    price: Option<(i64, f64)>,
) -> Vec<Split> {
    let mut ascending: Vec<Split> = splits
        .iter()
        .filter(|split| split.is_one())
        .copied()
        .collect();
    ascending.sort_by_key(|split| split.date);
    ascending.retain(|split| {
        let stretch = in_old_units(rows, split, days, price);
        let ratio = split.ratio();
        let old = stretch.map(|stretch| &mut rows[stretch]);
        let is_restated = old.is_some();
        for bar in old.into_iter().flatten() {
            for price in [&mut bar.open, &mut bar.high, &mut bar.low, &mut bar.close] {
                *price /= ratio;
            }
            bar.volume *= ratio;
        }
        is_restated
    });
    ascending
}

/// The rows from before a split that are in old units: up to the jump at its day, back to where the source's own restating ends.
fn in_old_units(
    rows: &[Bar],
    split: &Split,
    days: &Days,
    price: Option<(i64, f64)>,
) -> Option<std::ops::Range<usize>> {
    let day = number(split.date);
    let day_at = |at: usize| rows.get(at).map(|bar| days.of_row(bar.start));
    let first = rows.partition_point(|bar| days.of_row(bar.start) < day);
    let is_jump = |at: usize| {
        let before = rows[at - 1];
        let (after_day, after) = match (rows.get(at), price) {
            (Some(bar), _) => (days.of_row(bar.start), bar.open),
            (None, Some((price_day, price))) if price_day >= day => (price_day, price),
            _ => return false,
        };
        let gap = after_day - days.of_row(before.start);
        gap <= LONGEST_GAP && split.is_jump(before.close / after)
    };
    let is_late = |at: &usize| day_at(*at).is_none_or(|one| one <= day + MOST_LATE);
    let end = (first.max(1)..=rows.len())
        .take_while(is_late)
        .find(|at| is_jump(*at))?;
    let is_back = |at: &usize| split.is_jump(rows[*at].open / rows[*at - 1].close);
    let start = (1..end).rev().find(is_back).unwrap_or_default();
    Some(start..end)
}

/// Brings payments from before restated splits into the units of after them.
pub(super) fn restate_payments(payments: &mut [Payment], restated: &[Split]) {
    for split in restated {
        let before = payments.iter_mut().filter(|one| one.ex_date < split.date);
        before.for_each(|payment| payment.amount /= split.ratio());
    }
}

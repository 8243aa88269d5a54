//! The splits of an answer, and rows that it gives in old units although it tells of the split.

use jiff::tz::TimeZone;

use super::days::{Days, date, day_of_event, number};
use crate::{
    domain::{bar::Bar, dividend::Payment, outliers::median, split::Split},
    providers::yahoo::wire,
};

/// Rows further apart than so many days tell nothing of the split between them.
const LONGEST_GAP: i64 = 10;
/// A source may go on in old units for so many days after a split.
const MOST_LATE: i64 = 4;
/// A source's own restating for a split that a day's move may equal ends so many days before it at most.
const LONGEST_REACH: i64 = 60;
/// The usual move from one session to the next is the median of so many before a split, and as many after it.
const USUAL: usize = 20;
/// That move, where there are hardly any sessions to tell it.
const UNKNOWN_MOVE: f64 = 0.015;

/// Those that are understood, by the days of the exchange.
pub(super) fn splits(events: &wire::Events, zone: &TimeZone) -> Vec<Split> {
    let split = |event: &wire::SplitEvent| {
        Some(Split {
            date: date(day_of_event(event.date.seconds()?, zone))?,
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
        .filter(|split| split.is_valid())
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
    let usual = usual_move(rows, first, days);
    let is_jump = |at: usize| {
        let before = rows[at - 1];
        let (after_day, after) = match (rows.get(at), price) {
            (Some(bar), _) => (days.of_row(bar.start), bar.open),
            (None, Some((price_day, price))) if price_day >= day => (price_day, price),
            _ => return false,
        };
        let gap = after_day - days.of_row(before.start);
        gap <= LONGEST_GAP && split.is_jump_among(before.close / after, usual)
    };
    let is_late = |at: &usize| day_at(*at).is_none_or(|one| one <= day + MOST_LATE);
    // Within a session, and on the days after it, a price may move as far as a small split.
    let can_show = |at: &usize| split.is_large() || *at == first.max(1);
    let end = (first.max(1)..=rows.len())
        .take_while(is_late)
        .filter(can_show)
        .find(|at| is_jump(*at))?;
    let is_back = |at: &usize| split.is_jump(rows[*at].open / rows[*at - 1].close);
    let can_end = |at: &usize| {
        let is_near = || day_at(*at).is_some_and(|one| day - one <= LONGEST_REACH);
        split.is_large() || is_near() && day_at(*at) != day_at(*at - 1)
    };
    let mut starts = (1..end).rev().filter(can_end);
    let start = starts.find(is_back).unwrap_or_default();
    Some(start..end)
}

/// How far prices usually move from one session to the next around row `at`: the median of the logarithms.
fn usual_move(rows: &[Bar], at: usize, days: &Days) -> f64 {
    let is_new_day = |at: &usize| days.of_row(rows[*at].start) != days.of_row(rows[*at - 1].start);
    let gap = |at: usize| (rows[at].open / rows[at - 1].close).ln().abs();
    let before = (1..at).rev().filter(is_new_day).take(USUAL);
    let after = (at + 1..rows.len()).filter(is_new_day).take(USUAL);
    let gaps: Vec<f64> = before
        .chain(after)
        .map(gap)
        .filter(|gap| gap.is_finite())
        .collect();
    if gaps.len() < 3 {
        return UNKNOWN_MOVE;
    }
    median(gaps).unwrap_or(UNKNOWN_MOVE)
}

/// Brings payments from before restated splits into the units of after them.
pub(super) fn restate_payments(payments: &mut [Payment], restated: &[Split]) {
    for split in restated {
        let before = payments.iter_mut().filter(|one| one.ex_date < split.date);
        before.for_each(|payment| payment.amount /= split.ratio());
    }
}

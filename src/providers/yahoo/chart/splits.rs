//! Reads splits, and adjusts the rows that the source has not adjusted for them.

use jiff::tz::TimeZone;

use super::days::{Days, date_of, day_number, day_of_event};
use crate::{
    domain::{bar::Bar, dividend::Payment, outliers::median, split::Split},
    providers::yahoo::wire,
};

/// The maximum gap between two rows that can show a split, in days.
const MAX_GAP_DAYS: i64 = 10;
/// The maximum number of days after a split during which rows may still be unadjusted.
const MAX_LATE_DAYS: i64 = 4;
/// The maximum number of days between the last row that the source has adjusted and the split. Applies only to a split whose ratio a
/// daily price move may reach.
const MAX_UNADJUSTED_DAYS: i64 = 60;
/// The number of sessions before and after a split whose median price move counts as usual.
const MEDIAN_SESSIONS: usize = 20;
/// The usual price move if there are too few sessions, as a log return.
const DEFAULT_MOVE: f64 = 0.015;

/// Returns the splits in a response whose numbers are valid. Their dates are in the exchange's time zone.
pub(super) fn splits(events: &wire::Events, zone: &TimeZone) -> Vec<Split> {
    let split = |event: &wire::SplitEvent| {
        Some(Split {
            date: date_of(day_of_event(event.date.seconds()?, zone))?,
            numerator: event.numerator.positive()?,
            denominator: event.denominator.positive()?,
        })
    };
    events.splits().filter_map(split).collect()
}

/// Adjusts `rows`, which are ascending, for each split at whose date the prices jump by its ratio; without a jump, the source has
/// already adjusted them. `price` is the day and value of the current price. Returns the splits for which rows were adjusted.
pub(super) fn adjust_for_splits(
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
        let range = unadjusted_rows(rows, split, days, price);
        let ratio = split.ratio();
        let unadjusted = range.map(|range| &mut rows[range]);
        let is_adjusted = unadjusted.is_some();
        for bar in unadjusted.into_iter().flatten() {
            for price in [&mut bar.open, &mut bar.high, &mut bar.low, &mut bar.close] {
                *price /= ratio;
            }
            bar.volume *= ratio;
        }
        is_adjusted
    });
    ascending
}

/// Returns the range of rows that are not adjusted for a split. The range ends at the jump of the prices at the split. It starts after
/// the rows that the source has adjusted, if there are any; there the prices jump in the opposite direction.
fn unadjusted_rows(
    rows: &[Bar],
    split: &Split,
    days: &Days,
    price: Option<(i64, f64)>,
) -> Option<std::ops::Range<usize>> {
    let day = day_number(split.date);
    let day_of_row = |index: usize| rows.get(index).map(|bar| days.of_row(bar.start));
    let first = rows.partition_point(|bar| days.of_row(bar.start) < day);
    let usual = usual_move(rows, first, days);
    let is_split_jump = |index: usize| {
        let before = rows[index - 1];
        let (after_day, after) = match (rows.get(index), price) {
            (Some(bar), _) => (days.of_row(bar.start), bar.open),
            (None, Some((price_day, price))) if price_day >= day => (price_day, price),
            _ => return false,
        };
        let gap = after_day - days.of_row(before.start);
        gap <= MAX_GAP_DAYS && split.explains_factor_among_bars(before.close / after, usual)
    };
    let is_soon_after =
        |index: &usize| day_of_row(*index).is_none_or(|row_day| row_day <= day + MAX_LATE_DAYS);
    // A normal price move may reach the ratio of a small split, so only the first row after such a split can show it.
    let may_show_split = |index: &usize| split.is_large() || *index == first.max(1);
    let end = (first.max(1)..=rows.len())
        .take_while(is_soon_after)
        .filter(may_show_split)
        .find(|index| is_split_jump(*index))?;
    let is_opposite_jump =
        |index: &usize| split.explains_factor(rows[*index].open / rows[*index - 1].close);
    let may_be_start = |index: &usize| {
        let is_near =
            || day_of_row(*index).is_some_and(|row_day| day - row_day <= MAX_UNADJUSTED_DAYS);
        split.is_large() || is_near() && day_of_row(*index) != day_of_row(*index - 1)
    };
    let mut starts = (1..end).rev().filter(may_be_start);
    let start = starts.find(is_opposite_jump).unwrap_or_default();
    Some(start..end)
}

/// Returns the usual price move between sessions around the row with this index: the median of the absolute log returns.
fn usual_move(rows: &[Bar], index: usize, days: &Days) -> f64 {
    let is_new_day =
        |row: &usize| days.of_row(rows[*row].start) != days.of_row(rows[*row - 1].start);
    let gap = |row: usize| (rows[row].open / rows[row - 1].close).ln().abs();
    let before = (1..index).rev().filter(is_new_day).take(MEDIAN_SESSIONS);
    let after = (index + 1..rows.len())
        .filter(is_new_day)
        .take(MEDIAN_SESSIONS);
    let gaps: Vec<f64> = before
        .chain(after)
        .map(gap)
        .filter(|gap| gap.is_finite())
        .collect();
    if gaps.len() < 3 {
        return DEFAULT_MOVE;
    }
    median(gaps).unwrap_or(DEFAULT_MOVE)
}

/// Adjusts the payments before each of `splits`.
pub(super) fn adjust_payments_for_splits(payments: &mut [Payment], splits: &[Split]) {
    for split in splits {
        let before = payments.iter_mut().filter(|one| one.ex_date < split.date);
        before.for_each(|payment| payment.amount /= split.ratio());
    }
}

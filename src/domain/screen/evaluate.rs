//! Evaluates a screen.

use std::cmp::Ordering;

use super::{Choice, Range, Row, Screen, Sort, SortField, query::is_same_text};

/// The tickers that match a screen.
#[derive(Debug, Clone, PartialEq, Default)]
pub struct Matches {
    /// Indexes of the matching rows, in the order of the screen.
    pub rows: Vec<usize>,
    /// Number of tickers in the universe.
    pub universe_size: usize,
    /// Number of tickers in the universe that fail no criterion, but lack a value that a criterion needs.
    pub undecided: usize,
    /// For each criterion, the number of tickers in the universe without its value; only numbers above zero.
    pub unknown: Vec<UnknownCount>,
}

/// The number of tickers without a value.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct UnknownCount {
    /// Name of the field in queries.
    pub field: &'static str,
    /// Noun of the field for sentences.
    pub noun: &'static str,
    /// Number of tickers.
    pub count: usize,
}

/// Returns the rows that match a screen; `is_in_universe` selects the rows that are searched.
pub fn evaluate(screen: &Screen, rows: &[Row], is_in_universe: impl Fn(&Row) -> bool) -> Matches {
    let mut matches = Matches::default();
    let mut unknown_ranges = vec![0; screen.ranges.len()];
    let mut unknown_choices = vec![0; screen.choices.len()];
    for (index, row) in rows.iter().enumerate() {
        if !is_in_universe(row) {
            continue;
        }
        matches.universe_size += 1;
        let (mut fails, mut lacks) = (false, false);
        let mut record = |is_met: Option<bool>, unknown: &mut usize| {
            if let Some(is_met) = is_met {
                fails |= !is_met;
            } else {
                lacks = true;
                *unknown += 1;
            }
        };
        for (range, unknown) in screen.ranges.iter().zip(&mut unknown_ranges) {
            record(is_in_range(row, range), unknown);
        }
        for (choice, unknown) in screen.choices.iter().zip(&mut unknown_choices) {
            record(is_chosen(row, choice), unknown);
        }
        match (fails, lacks) {
            (false, false) => matches.rows.push(index),
            (false, true) => matches.undecided += 1,
            (true, _) => {}
        }
    }
    let ranges = screen.ranges.iter().zip(unknown_ranges);
    let ranges = ranges.map(|(range, count)| (range.field.name(), range.field.noun(), count));
    let choices = screen.choices.iter().zip(unknown_choices);
    let choices = choices.map(|(choice, count)| (choice.field.name(), choice.field.name(), count));
    matches.unknown = ranges
        .chain(choices)
        .filter(|(_, _, count)| *count > 0)
        .map(|(field, noun, count)| UnknownCount { field, noun, count })
        .collect();
    matches
        .rows
        .sort_by(|a, b| compare(&rows[*a], &rows[*b], screen.sort));
    matches
}

fn is_in_range(row: &Row, range: &Range) -> Option<bool> {
    let value = row.number(range.field)?;
    let is_above = range.min.is_none_or(|min| value >= min);
    let is_below = range.max.is_none_or(|max| value <= max);
    Some(is_above && is_below)
}

fn is_chosen(row: &Row, choice: &Choice) -> Option<bool> {
    let value = row.text(choice.field)?;
    let mut choices = choice.any_of.iter();
    Some(choices.any(|choice| is_same_text(choice, value)))
}

/// Compares rows in the order of `sort`; equal and unknown values by symbol.
fn compare(a: &Row, b: &Row, sort: Sort) -> Ordering {
    let by_value = match sort.field {
        SortField::Symbol => in_direction(a.texts.symbol.cmp(&b.texts.symbol), sort),
        SortField::Name => in_direction(a.texts.name.cmp(&b.texts.name), sort),
        SortField::Number(field) => {
            compare_known(a.number(field), b.number(field), sort, f64::total_cmp)
        }
        SortField::Text(field) => compare_known(a.text(field), b.text(field), sort, Ord::cmp),
    };
    by_value.then_with(|| a.texts.symbol.cmp(&b.texts.symbol))
}

/// Compares two values; an unknown value comes last in both directions.
fn compare_known<T>(
    a: Option<T>,
    b: Option<T>,
    sort: Sort,
    compare: impl Fn(&T, &T) -> Ordering,
) -> Ordering {
    match (a, b) {
        (Some(a), Some(b)) => in_direction(compare(&a, &b), sort),
        (a, b) => a.is_none().cmp(&b.is_none()),
    }
}

fn in_direction(order: Ordering, sort: Sort) -> Ordering {
    if sort.is_descending {
        order.reverse()
    } else {
        order
    }
}

//! Series of bars in memory: sorting and merging.

use std::{borrow::Cow, collections::BTreeMap};

use crate::domain::bar::Bar;

/// Merges two ascending series. If both have a bar with the same start, the bar in `newer` wins.
pub(super) fn merge_series(older: Vec<Bar>, newer: &[Bar]) -> Vec<Bar> {
    let Some(first) = newer.first() else {
        return older;
    };
    let mut merged = older;
    // Usually all older bars start before the newer series and stay in place.
    let rest = merged.split_off(merged.partition_point(|bar| bar.start < first.start));
    merged.reserve(rest.len() + newer.len());
    let mut rest = rest.into_iter().peekable();
    for bar in newer {
        while let Some(old) = rest.next_if(|old| old.start <= bar.start) {
            if old.start < bar.start {
                merged.push(old);
            }
        }
        merged.push(*bar);
    }
    merged.extend(rest);
    merged
}

/// Sorts bars by start. Keeps only the last of several bars with the same start.
pub(super) fn sorted(bars: &[Bar]) -> Cow<'_, [Bar]> {
    if bars.is_sorted_by(|a, b| a.start < b.start) {
        return Cow::Borrowed(bars);
    }
    let by_start: BTreeMap<i64, Bar> = bars.iter().map(|bar| (bar.start, *bar)).collect();
    Cow::Owned(by_start.into_values().collect())
}

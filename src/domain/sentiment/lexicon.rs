//! Terms that judge by themselves, and what they weigh.

use std::{collections::HashMap, sync::LazyLock};

/// The table: a term in lower case, a tab, its weight.
const TABLE: &str = include_str!("lists/terms.tsv");

/// What a term weighs: about 1 for a plain word, 2 for a strong one, 0 for an idiom that says nothing; `None` for others.
pub(super) fn weight(term: &str) -> Option<f64> {
    static WEIGHTS: LazyLock<HashMap<&str, f64>> = LazyLock::new(|| terms().collect());
    WEIGHTS.get(term).copied()
}

/// The rows of the table.
pub(super) fn terms() -> impl Iterator<Item = (&'static str, f64)> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| {
        let (term, weight) = row.split_once('\t')?;
        Some((term, weight.parse().ok()?))
    })
}

//! Recovery of the intact rows of a damaged table. Reads the table from both ends up to the first
//! unreadable page, and then the gaps in between.

use std::collections::{BTreeMap, VecDeque};

use redb::{Database, ReadableDatabase as _, ReadableTableMetadata as _};

use super::panics::catch_panics;
use crate::store::{checksum::verified, table::definition};

/// Maximum number of gaps that are read per table.
const MAX_READS: usize = 2_000;

/// Rows by key. Each value includes its checksum.
pub(super) type Rows = BTreeMap<Vec<u8>, Vec<u8>>;

/// Recovered and lost records of one table.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct RecoveredTable {
    /// Name of the table.
    pub table: &'static str,
    /// Number of recovered records.
    pub recovered: u64,
    /// Number of records that were damaged or unreachable.
    pub lost: u64,
}

/// Returns the number of rows that a table should have, or `None` if it cannot be opened.
pub(crate) fn row_count(view: &Database, name: &'static str) -> Option<u64> {
    let expected_count =
        catch_panics(|| Ok(view.begin_read()?.open_table(definition(name))?.len()?)).result;
    expected_count
        .inspect_err(|error| tracing::warn!(table = name, %error, "store: cannot open a table"))
        .ok()
}

/// Returns the readable rows of a table that have a valid checksum. Calls `progress` with the
/// number of rows so far.
pub(crate) fn rows(view: &Database, name: &'static str, progress: impl Fn(u64)) -> Rows {
    let mut rows = Rows::new();
    // Unread gaps between rows. A gap that cannot be read completely from either end is halved.
    let mut gaps = VecDeque::from([Gap::default()]);
    for _ in 0..MAX_READS {
        let Some(gap) = gaps.pop_front() else { break };
        let mut visit = |key: &[u8], value: &[u8]| {
            rows.insert(key.to_vec(), value.to_vec());
            progress(rows.len() as u64);
        };
        let forward = walk(view, name, &gap, false, &mut visit);
        if forward.reached_end {
            continue;
        }
        let backward = walk(view, name, &gap, true, &mut visit);
        let rest = Gap {
            from: forward.last.or(gap.from),
            to: backward.last.or(gap.to),
        };
        gaps.extend(rest.halves().into_iter().flatten());
    }
    rows
}

/// The range between two keys, which excludes both. `None` means the beginning or the end of the
/// table.
#[derive(Debug, Clone, Default)]
struct Gap {
    from: Option<Vec<u8>>,
    to: Option<Vec<u8>>,
}

impl Gap {
    /// Number of leading bytes of a key that are compared when a gap is halved.
    const PREFIX_BYTES: usize = 16;

    /// Splits the gap in the middle. Returns `None` if no key prefix lies between the ends.
    fn halves(self) -> Option<[Self; 2]> {
        // To find the middle, the keys are treated as 16-byte numbers.
        let low = number(self.from.as_deref(), 0);
        let high = number(self.to.as_deref(), u8::MAX);
        let middle = low + high.checked_sub(low)? / 2;
        if middle == low {
            return None;
        }
        let middle = Some(middle.to_be_bytes().to_vec());
        Some([
            Self {
                from: self.from,
                to: middle.clone(),
            },
            Self {
                from: middle,
                to: self.to,
            },
        ])
    }
}

fn number(key: Option<&[u8]>, fill: u8) -> u128 {
    let Some(key) = key else {
        return u128::from_be_bytes([fill; Gap::PREFIX_BYTES]);
    };
    let mut digits = [0; Gap::PREFIX_BYTES];
    let length = key.len().min(Gap::PREFIX_BYTES);
    digits[..length].copy_from_slice(&key[..length]);
    u128::from_be_bytes(digits)
}

/// The result of reading a gap from one end.
#[derive(Default)]
struct WalkResult {
    last: Option<Vec<u8>>,
    reached_end: bool,
}

/// Reads a gap from one end up to the first unreadable page and passes intact rows to `visit`.
fn walk(
    view: &Database,
    name: &str,
    gap: &Gap,
    backward: bool,
    visit: &mut impl FnMut(&[u8], &[u8]),
) -> WalkResult {
    let mut walk_result = WalkResult::default();
    let outcome = catch_panics(|| {
        let table = view.begin_read()?.open_table(definition(name))?;
        let bounds = (
            gap.from
                .as_deref()
                .map_or(std::ops::Bound::Unbounded, std::ops::Bound::Excluded),
            gap.to
                .as_deref()
                .map_or(std::ops::Bound::Unbounded, std::ops::Bound::Excluded),
        );
        let mut range = table.range::<&[u8]>(bounds)?;
        loop {
            let row = if backward {
                range.next_back()
            } else {
                range.next()
            };
            let Some(row) = row.transpose()? else {
                return Ok(());
            };
            let (key, value) = (row.0.value(), row.1.value());
            if verified(name, key, value).is_ok() {
                visit(key, value);
            }
            walk_result.last = Some(key.to_vec());
        }
    });
    walk_result.reached_end = outcome.result.is_ok();
    walk_result
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn gaps_are_halved_until_empty() {
        let gap = |from: u32, to: u32| Gap {
            from: Some(from.to_be_bytes().to_vec()),
            to: Some(to.to_be_bytes().to_vec()),
        };
        let [low, high] = gap(10, 20).halves().unwrap();
        assert_eq!(low.to, high.from);
        let middle = low.to.unwrap();
        assert!(middle > 14_u32.to_be_bytes().to_vec() && middle < 16_u32.to_be_bytes().to_vec());
        assert!(Gap::default().halves().is_some());
        assert!(gap(7, 7).halves().is_none());
        assert!(gap(8, 7).halves().is_none());
    }
}

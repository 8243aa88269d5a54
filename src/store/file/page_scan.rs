//! Records of a file whose index is gone: the last resort of a salvage.
//!
//! A copy that was made while the file was being written mixes two moments: its root may lead to pages that hold something
//! else by now, and then redb opens nothing of it. But a leaf page lists its own pairs, and every record carries a checksum over
//! the name of its table, its key and its value ([`verified`]), so it can be recognized wherever it is.

use std::{collections::BTreeMap, fs::File};

use super::{maintenance::Progress, platform, table_recovery::Rows};
use crate::store::{Result, table::verified};

/// Rows read or written between two that are told of.
pub(super) const STEP: u64 = 256;

/// A page of redb, in bytes; a longer one begins at a multiple of it, too.
const PAGE: usize = 4_096;
/// The first byte of a leaf page (redb `docs/design.md`, 'Leaf page').
const LEAF: u8 = 1;
/// Bytes of a leaf page before its lists of ends.
const HEAD: usize = 4;
/// The longest leaf page that is read, in bytes: pictures are its longest records.
const MAX_LEAF_BYTES: usize = 4 << 20;

/// The records of `tables` in the leaf pages of `file`, whichever commit wrote them. Of a record in several versions the longest
/// is taken: pages have no dates, and most records grow.
pub(crate) fn scan(
    file: &File,
    tables: &[&'static str],
    progress: Progress,
) -> Result<BTreeMap<&'static str, Rows>> {
    let length = file.metadata()?.len();
    let pages = length / PAGE as u64;
    let mut all: BTreeMap<&'static str, Rows> = BTreeMap::new();
    let mut page = vec![0; PAGE];
    for number in 0..pages {
        if number.is_multiple_of(STEP) {
            progress(number, pages);
        }
        let offset = number * PAGE as u64;
        page.resize(PAGE, 0);
        platform::read_exact_at(file, &mut page, offset)?;
        let Some(end) = leaf_end(&page) else { continue };
        if end > PAGE {
            let there = usize::try_from(length - offset).unwrap_or(usize::MAX);
            page.resize(end.min(there), 0);
            platform::read_exact_at(file, &mut page, offset)?;
        }
        // A leaf belongs to one table: that of most of its records.
        let of_table = |table: &&'static str| {
            let whole = pairs(&page).filter(|(key, value)| verified(table, key, value).is_ok());
            whole.count()
        };
        let best = tables.iter().map(|table| (of_table(table), *table)).max();
        let Some((1.., table)) = best else { continue };
        let rows = all.entry(table).or_default();
        for (key, value) in pairs(&page) {
            let is_longest = rows.get(key).is_none_or(|known| known.len() <= value.len());
            if is_longest && verified(table, key, value).is_ok() {
                rows.insert(key.to_vec(), value.to_vec());
            }
        }
    }
    progress(pages, pages);
    Ok(all)
}

/// Where the last value of a leaf ends; `None` for a page of another kind.
fn leaf_end(page: &[u8]) -> Option<usize> {
    let count = count(page)?;
    let end = end(page, 2 * count - 1)?;
    (end <= MAX_LEAF_BYTES).then_some(end)
}

/// How many pairs a leaf says it holds.
fn count(page: &[u8]) -> Option<usize> {
    let [LEAF, _, low, high, ..] = *page else {
        return None;
    };
    let count = usize::from(u16::from_le_bytes([low, high]));
    (count > 0).then_some(count)
}

/// The number at `place` among the ends of a leaf's keys and then of its values, in bytes from the start of the page.
fn end(page: &[u8], place: usize) -> Option<usize> {
    let bytes = page.get(HEAD + place * 4..)?.first_chunk::<4>()?;
    usize::try_from(u32::from_le_bytes(*bytes)).ok()
}

/// The pairs of a leaf that lie within it; none of a page that is no leaf.
fn pairs(page: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let count = count(page).unwrap_or(0);
    (0..count).filter_map(move |place| {
        // Keys follow the ends, and values the keys.
        let key_start = match place {
            0 => HEAD + count * 8,
            _ => end(page, place - 1)?,
        };
        let value_place = count + place;
        let key = page.get(key_start..end(page, place)?)?;
        let value = page.get(end(page, value_place - 1)?..end(page, value_place)?)?;
        Some((key, value))
    })
}

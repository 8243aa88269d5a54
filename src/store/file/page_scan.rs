//! Scans all pages of a file whose index is lost: the last resort of a salvage.
//!
//! A plain file copy made while the database was written mixes two states: its root may point to pages with other contents, and
//! redb opens none of it. But a leaf page lists its own key-value pairs, and every record has a checksum of its table's name, its
//! key and its value ([`verified`]), so a record can be recognized anywhere.

use std::{collections::BTreeMap, fs::File};

use super::{maintenance::Progress, platform, table_recovery::Rows};
use crate::store::{Result, table::verified};

/// Rows or pages between two progress reports.
pub(super) const STEP: u64 = 256;

/// Size of a redb page in bytes; longer pages also begin at a multiple of it.
const PAGE: usize = 4_096;
/// The first byte of a leaf page (redb `docs/design.md`, 'Leaf page').
const LEAF: u8 = 1;
/// Header bytes of a leaf page, before its list of end offsets.
const HEAD: usize = 4;
/// Maximum size of a leaf page in bytes; images are the longest records.
const MAX_LEAF_BYTES: usize = 4 << 20;

/// Returns the records of `tables` in all leaf pages of `file`, from any commit. Of several versions of a record the longest one
/// is returned: pages have no dates, and most records grow.
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
        // A leaf belongs to one table: the table of most of its records.
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

/// Offset of the end of a leaf's last value; `None` for a page of another type.
fn leaf_end(page: &[u8]) -> Option<usize> {
    let count = count(page)?;
    let end = end(page, 2 * count - 1)?;
    (end <= MAX_LEAF_BYTES).then_some(end)
}

/// The number of pairs in a leaf, from its header.
fn count(page: &[u8]) -> Option<usize> {
    let [LEAF, _, low, high, ..] = *page else {
        return None;
    };
    let count = usize::from(u16::from_le_bytes([low, high]));
    (count > 0).then_some(count)
}

/// The end offset at index `place` of a leaf's list (keys, then values), in bytes from the start of the page.
fn end(page: &[u8], place: usize) -> Option<usize> {
    let bytes = page.get(HEAD + place * 4..)?.first_chunk::<4>()?;
    usize::try_from(u32::from_le_bytes(*bytes)).ok()
}

/// The key-value pairs within a leaf; empty for a page of another type.
fn pairs(page: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let count = count(page).unwrap_or(0);
    (0..count).filter_map(move |place| {
        // Layout: end offsets, then keys, then values.
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

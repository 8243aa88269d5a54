//! A scan of all pages of a file whose index is lost, as the last resort of a salvage.
//!
//! If the file was copied while the database was being written, the copy mixes two states. Its root
//! may point to pages with other contents, so that redb cannot open it. But a leaf page lists its
//! own key-value pairs, and every record has a checksum over the name of its table, its key and its
//! value ([`verified`]), so that a record can be recognized anywhere.

use std::{collections::BTreeMap, fs::File};

use super::{maintenance::Progress, platform, table_recovery::Rows};
use crate::store::{Result, checksum::verified};

/// Number of rows or pages between two progress reports.
pub(super) const STEP: u64 = 256;

/// Size of a redb page in bytes. Longer pages also begin at a multiple of this size.
const PAGE_BYTES: usize = 4_096;
/// The first byte of a leaf page (redb `docs/design.md`, 'Leaf page').
const LEAF_TYPE: u8 = 1;
/// Size of the header of a leaf page in bytes. The list of end offsets follows.
const HEADER_BYTES: usize = 4;
/// Maximum size of a leaf page in bytes. The longest records are images.
const MAX_LEAF_BYTES: usize = 4 << 20;

/// Returns the records of `tables` in all leaf pages of `file`, from any commit. Returns the
/// longest of several versions of a record, because pages have no dates and most records grow.
pub(crate) fn scan(
    file: &File,
    tables: &[&'static str],
    progress: Progress,
) -> Result<BTreeMap<&'static str, Rows>> {
    let length = file.metadata()?.len();
    let pages = length / PAGE_BYTES as u64;
    let mut all: BTreeMap<&'static str, Rows> = BTreeMap::new();
    let mut page = vec![0; PAGE_BYTES];
    for number in 0..pages {
        if number.is_multiple_of(STEP) {
            progress(number, pages);
        }
        let offset = number * PAGE_BYTES as u64;
        page.resize(PAGE_BYTES, 0);
        platform::read_exact_at(file, &mut page, offset)?;
        let Some(end) = leaf_end(&page) else { continue };
        if end > PAGE_BYTES {
            let available = usize::try_from(length - offset).unwrap_or(usize::MAX);
            page.resize(end.min(available), 0);
            platform::read_exact_at(file, &mut page, offset)?;
        }
        // A leaf belongs to one table. The best guess is the table with the most valid checksums.
        let count_valid = |table: &&'static str| {
            let valid = pairs(&page).filter(|(key, value)| verified(table, key, value).is_ok());
            valid.count()
        };
        let best = tables
            .iter()
            .map(|table| (count_valid(table), *table))
            .max();
        let Some((1.., table)) = best else { continue };
        let rows = all.entry(table).or_default();
        for (key, value) in pairs(&page) {
            let is_longest = rows
                .get(key)
                .is_none_or(|existing| existing.len() <= value.len());
            if is_longest && verified(table, key, value).is_ok() {
                rows.insert(key.to_vec(), value.to_vec());
            }
        }
    }
    progress(pages, pages);
    Ok(all)
}

/// Returns the offset of the end of a leaf's last value, or `None` for a page of another type.
fn leaf_end(page: &[u8]) -> Option<usize> {
    let count = count(page)?;
    let end = end(page, 2 * count - 1)?;
    (end <= MAX_LEAF_BYTES).then_some(end)
}

/// Returns the number of pairs in the header of a leaf, or `None` for a page of another type.
fn count(page: &[u8]) -> Option<usize> {
    let [LEAF_TYPE, _, low, high, ..] = *page else {
        return None;
    };
    let count = usize::from(u16::from_le_bytes([low, high]));
    (count > 0).then_some(count)
}

/// Returns the end offset at `index` of a leaf's list (keys, then values), in bytes from the start
/// of the page.
fn end(page: &[u8], index: usize) -> Option<usize> {
    let bytes = page.get(HEADER_BYTES + index * 4..)?.first_chunk::<4>()?;
    usize::try_from(u32::from_le_bytes(*bytes)).ok()
}

/// Returns the key-value pairs of a leaf, or none for a page of another type.
fn pairs(page: &[u8]) -> impl Iterator<Item = (&[u8], &[u8])> {
    let count = count(page).unwrap_or(0);
    (0..count).filter_map(move |index| {
        // The layout is end offsets, then keys, then values.
        let key_start = match index {
            0 => HEADER_BYTES + count * 8,
            _ => end(page, index - 1)?,
        };
        let value_index = count + index;
        let key = page.get(key_start..end(page, index)?)?;
        let value = page.get(end(page, value_index - 1)?..end(page, value_index)?)?;
        Some((key, value))
    })
}

//! News: the newest articles, by number.

use std::cmp::Reverse;

use redb::{ReadableTable, ReadableTableMetadata, Table, WriteTransaction};
use serde::Deserialize;

use super::{Result, StoreError, record, tables::NEWS};
use crate::domain::{Timestamp, news::NewsItem};

/// How many articles are kept.
pub(super) const KEPT: usize = 2_000;

/// Upserts by id, and lets go of the oldest articles beyond [`KEPT`].
pub(super) fn put(txn: &WriteTransaction, items: &[NewsItem]) -> Result<()> {
    if items.is_empty() {
        return Ok(());
    }
    let mut table = txn.open_table(NEWS)?;
    for item in items {
        record::put(&mut table, item.id, item)?;
    }
    trim(&mut table)
}

/// All of them, newest first.
pub(super) fn all(table: &impl ReadableTable<u32, &'static [u8]>) -> Result<Vec<NewsItem>> {
    let mut items: Vec<NewsItem> = record::all(table)?;
    items.sort_by_key(|item| Reverse((item.update.published_at, item.id)));
    Ok(items)
}

fn trim(table: &mut Table<u32, &'static [u8]>) -> Result<()> {
    #[derive(Deserialize)]
    struct Dated {
        published_at: Timestamp,
    }
    if table.len()? <= KEPT as u64 {
        return Ok(());
    }
    let mut dates = Vec::new();
    record::each(table, |id, json| {
        let article: Dated = serde_json::from_slice(json).map_err(|error| {
            StoreError::Damaged(format!("an article is not understood: {error}"))
        })?;
        dates.push((article.published_at, id));
        Ok(())
    })?;
    dates.sort_unstable_by_key(|date| Reverse(*date));
    for (_, id) in &dates[KEPT..] {
        table.remove(id)?;
    }
    Ok(())
}

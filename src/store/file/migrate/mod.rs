//! Migration from older schemas. The records are written to a new file. The old file is only read
//! and is preserved under another name for a downgrade.

use std::{
    collections::BTreeMap,
    fs::{self, File},
    path::Path,
};

use redb::{Key, ReadTransaction, ReadableDatabase, WriteTransaction};

use super::{
    legacy::{self, ReadMode},
    table_recovery::RecoveredTable,
};
use crate::{
    domain::{Timestamp, bar::Interval},
    store::{
        Result, StoreError,
        bars::chunks,
        file,
        key::{PersonKey, RecordKey},
        record::StoredIdentity,
        retention,
        schema::{self, IDENTITY, QUOTES, SCHEMA},
        table::{Record, Table},
    },
};

/// Migrates the file at `path`, open and locked as `old`, from schema `found` to the current one.
pub(crate) fn upgrade(old: &File, path: &Path, found: u32) -> Result<()> {
    let preserved = file::preserved_name(path, &format!("schema{found}"));
    tracing::info!(
        "store: migrating {} from schema {found} to {SCHEMA}, which may take minutes; the old file will be preserved as {}",
        path.display(),
        preserved.display()
    );
    let temporary = file::temporary_path(path);
    let result = rewrite(old, &temporary, found)
        .and_then(|()| file::preserve(path, &preserved))
        .and_then(|()| file::rename_into_place(&temporary, path));
    if result.is_err() {
        let _ = fs::remove_file(&temporary);
    }
    result
}

/// Writes the records of a file of schema `found` to a new file at `temporary`.
pub(super) fn rewrite(old: &File, temporary: &Path, found: u32) -> Result<()> {
    let old = file::open_view(old)?;
    let from = old.begin_read()?;
    file::create_with(temporary, |new| {
        let mut txn = new.begin_write()?;
        txn.set_quick_repair(true);
        convert(&from, &txn, found, ReadMode::Strict)?;
        Ok(txn.commit()?)
    })
}

/// Writes every record of a file of schema 1 or 2 to a new file. Returns the number of recovered
/// and lost records per table.
pub(super) fn convert(
    from: &ReadTransaction,
    to: &WriteTransaction,
    found: u32,
    mode: ReadMode,
) -> Result<Vec<RecoveredTable>> {
    schema::create_all(to)?;
    let mut copy = Copy {
        from,
        to,
        mode,
        recovered: vec![],
    };
    copy.table::<&str, _, _>("meta", schema::COUNTERS, str::to_owned)?;
    copy.table::<u32, _, _>(
        "watchlists",
        schema::WATCHLISTS.everyone(),
        PersonKey::of_owner,
    )?;
    copy.table::<u32, _, _>("alerts", schema::ALERTS.everyone(), PersonKey::of_owner)?;
    copy.table::<u64, _, _>("fired", schema::REPORTS.everyone(), PersonKey::of_owner)?;
    copy.table::<u32, _, _>("tickers", schema::TICKERS, |id| id)?;
    copy.table::<u32, _, _>("quotes", schema::QUOTES, |id| id)?;
    copy.table::<u32, _, _>("dividends", schema::DIVIDENDS, |id| id)?;
    copy.table::<u32, _, _>("news", schema::NEWS, |id| id)?;
    copy.table::<u32, _, _>("icos", schema::ICOS, |id| id)?;
    copy.table::<&str, _, _>("earnings", schema::EARNINGS, str::to_owned)?;
    copy.table::<&str, _, _>("funds", schema::FUNDS, str::to_owned)?;
    // Several readings of a day follow in chronological order, so the last one of the day remains.
    copy.table::<(&str, i64), _, _>("fear_greed", schema::FEAR_GREED, |(market, second)| {
        let time = Timestamp::from_second(second).unwrap_or_default();
        (market.to_owned(), retention::day(time))
    })?;
    copy.bars(found)?;
    infer_identity(to)?;
    Ok(copy.recovered)
}

/// Copies tables from an old schema to the current one.
struct Copy<'a> {
    from: &'a ReadTransaction,
    to: &'a WriteTransaction,
    mode: ReadMode,
    recovered: Vec<RecoveredTable>,
}

impl Copy<'_> {
    fn table<Q: Key + 'static, K: RecordKey + PartialEq, V: Record>(
        &mut self,
        name: &str,
        table: Table<K, V>,
        key: impl Fn(Q::SelfType<'_>) -> K,
    ) -> Result<()> {
        let found = legacy::rows::<Q, K>(self.from, name, self.mode, key)?;
        self.add_report(table.name(), found.rows.len(), found.lost);
        let mut to = table.write(self.to)?;
        for (key, value) in found.rows {
            if name == "meta" {
                // Counters of four bytes became JSON. The schema version moved to a separate table.
                if key.encode() != b"schema" {
                    let number = counter(&value)?;
                    to.put_bytes(&key, &u64::from(number).to_bytes()?)?;
                }
            } else {
                to.put_bytes(&key, &value)?;
            }
        }
        Ok(())
    }

    fn bars(&mut self, found: u32) -> Result<()> {
        if found < 2 {
            return self.bars_of_schema_1();
        }
        for interval in Interval::ALL {
            let (chunks, tails) = (schema::chunks(interval), schema::tails(interval));
            self.table::<(i32, u32), _, _>(chunks.name(), chunks, |key| key)?;
            let rows = legacy::rows::<u32, u32>(self.from, tails.name(), self.mode, |id| id)?;
            self.add_report(tails.name(), rows.rows.len(), rows.lost);
            let newest = rows
                .rows
                .into_iter()
                .map(|(id, packed)| Ok((id, Record::from_bytes(&packed)?)))
                .collect::<Result<BTreeMap<_, _>>>()?;
            chunks::create_tails(self.to, interval, newest)?;
        }
        Ok(())
    }

    /// Copies the bars of schema 1, which had one table for all intervals. Its keys consist of the
    /// ticker, the index of the interval in [`Interval::ALL`], and the chunk.
    fn bars_of_schema_1(&mut self) -> Result<()> {
        let rows =
            legacy::rows::<(u32, u8, i32), (u32, u8, i32)>(self.from, "bars", self.mode, |key| {
                key
            })?;
        self.add_report("bars", rows.rows.len(), rows.lost);
        for ((id, interval, chunk), packed) in rows.rows {
            let interval = *Interval::ALL
                .get(usize::from(interval))
                .ok_or_else(|| StoreError::Damaged("bars of an unknown interval".into()))?;
            schema::chunks(interval)
                .write(self.to)?
                .put_bytes(&(chunk, id), &packed)?;
        }
        for interval in Interval::ALL {
            chunks::create_tails(self.to, interval, BTreeMap::new())?;
        }
        Ok(())
    }

    fn add_report(&mut self, table: &'static str, recovered: usize, lost: u64) {
        self.recovered.push(RecoveredTable {
            table,
            recovered: recovered as u64,
            lost,
        });
    }
}

fn counter(value: &[u8]) -> Result<u32> {
    value
        .try_into()
        .map(u32::from_le_bytes)
        .map_err(|_| StoreError::Damaged("a number does not have four bytes".into()))
}

/// Infers the identity of an older file from the sources of its quotes. Quotes of the simulator
/// identify the sample market. A file with real quotes belongs to the live market, which uses real
/// time.
fn infer_identity(to: &WriteTransaction) -> Result<()> {
    let (mut is_simulated, mut is_live) = (false, false);
    QUOTES.write(to)?.for_each(|_, quote| {
        match quote.source.as_str() {
            "sample" => is_simulated = true,
            "file" => {}
            _ => is_live = true,
        }
        Ok(())
    })?;
    let market = match (is_simulated, is_live) {
        (true, _) => Some("sample"),
        (false, true) => Some("live"),
        (false, false) => None,
    };
    let Some(market) = market else { return Ok(()) };
    let identity = StoredIdentity {
        // Older versions had only exchange hours.
        hours: (market == "sample").then(|| "exchange".to_owned()),
        market: Some(market.to_owned()),
        seed: None,
        clock_set: (market == "live").then_some(false),
        opened: None,
    };
    IDENTITY.write(to)?.put(&1, &identity)
}

#[cfg(test)]
mod tests;

//! Taking what is whole out of a damaged file. The file itself is only read.

use std::{
    collections::{BTreeMap, VecDeque},
    fs::{self, File},
    path::Path,
};

use redb::{Database, ReadableDatabase, ReadableTableMetadata, WriteTransaction};

use super::{
    Result, StoreError, chunks, file,
    legacy::Reading,
    maintenance::Progress,
    migrate,
    panics::guarded,
    salvaged::{Salvaged, Taken},
    scan::{Rows, STEP, scan},
    schema::{self, SCHEMA},
    table::{definition, verified},
    tail::Tail,
};
use crate::domain::bar::Interval;

/// How often a table is looked into anew behind something unreadable.
const PROBES: usize = 2_000;

/// Writes every record of the file at `from` that passes its checksum into a new file at `to`, which
/// must not exist.
pub fn salvage(from: &Path, to: &Path, progress: Progress) -> Result<Salvaged> {
    guarded(|| {
        let source = file::readable(from)?;
        file::remove_leftovers(to);
        let fresh = file::temporary(to);
        let taken = match guarded(|| file::recognise(&source, from)).result {
            Ok(found) => take_all(&source, found, &fresh, progress),
            Err(StoreError::Damaged(why)) => take_scanned(&source, &why, &fresh, progress),
            Err(error) => Err(error),
        };
        let taken = taken.and_then(|taken| {
            file::link_into_place(&fresh, to)
                .map_err(|error| StoreError::Target(error.to_string()))?;
            Ok(taken)
        });
        let _ = fs::remove_file(&fresh);
        taken
    })
    .result
}

/// Takes what a scan of every page finds, for a file whose index cannot be read because of `why`.
fn take_scanned(source: &File, why: &str, fresh: &Path, progress: Progress) -> Result<Salvaged> {
    let mut found = scan(source, &schema::names(), progress)?;
    if found.is_empty() {
        return Err(StoreError::Damaged(why.to_owned()));
    }
    let tables = file::make(fresh, |new| {
        let mut txn = new.begin_write()?;
        txn.set_quick_repair(true);
        schema::create_all(&txn)?;
        let mut tables = vec![];
        for name in schema::names() {
            let rows = found.remove(name).unwrap_or_default();
            write(&txn, name, &rows, |_| ())?;
            tables.push(Taken {
                table: name,
                taken: rows.len() as u64,
                lost: 0,
            });
        }
        remake_all_tails(&txn)?;
        txn.commit()?;
        Ok(tables)
    })?;
    Ok(Salvaged {
        tables,
        is_scanned: true,
    })
}

fn write(
    to: &WriteTransaction,
    name: &'static str,
    rows: &Rows,
    written: impl Fn(u64),
) -> Result<()> {
    let mut table = to.open_table(definition(name))?;
    for (number, (key, value)) in rows.iter().enumerate() {
        written(number as u64);
        table.insert(key.as_slice(), value.as_slice())?;
    }
    Ok(())
}

fn take_all(source: &File, found: u32, fresh: &Path, progress: Progress) -> Result<Salvaged> {
    let view = file::view(source)?;
    file::make(fresh, |new| {
        let mut txn = new.begin_write()?;
        txn.set_quick_repair(true);
        let taken = if found == SCHEMA {
            take_tables(&view, source, &txn, progress)?
        } else {
            progress(0, 0);
            Salvaged {
                tables: migrate::convert(&view.begin_read()?, &txn, found, Reading::Salvage)?,
                is_scanned: false,
            }
        };
        txn.commit()?;
        Ok(taken)
    })
}

fn take_tables(
    view: &Database,
    source: &File,
    to: &WriteTransaction,
    progress: Progress,
) -> Result<Salvaged> {
    schema::create_all(to)?;
    let tables = schema::names().into_iter();
    let tables: Vec<_> = tables.map(|name| (name, counted(view, name))).collect();
    let total = tables.iter().filter_map(|(_, counted)| *counted).sum();
    let closed = tables.iter().filter(|(_, counted)| counted.is_none());
    let closed: Vec<_> = closed.map(|(name, _)| *name).collect();
    let mut scanned = match closed[..] {
        [] => BTreeMap::new(),
        _ => scan(source, &closed, progress)?,
    };
    let (mut all, mut before) = (vec![], 0);
    for (name, counted) in tables {
        // A record is done when it is read and written, table by table.
        let half_done = |steps: u64| {
            if steps.is_multiple_of(STEP) {
                progress(before + steps / 2, total);
            }
        };
        let rows = match counted {
            Some(_) => rows(view, name, half_done),
            None => scanned.remove(name).unwrap_or_default(),
        };
        let (taken, counted) = (rows.len() as u64, counted.unwrap_or_default());
        all.push(Taken {
            table: name,
            taken,
            lost: counted.saturating_sub(taken),
        });
        write(to, name, &rows, |written| half_done(taken + written))?;
        before += counted;
    }
    progress(total, total);
    remake_all_tails(to)?;
    Ok(Salvaged {
        tables: all,
        is_scanned: !closed.is_empty(),
    })
}

fn remake_all_tails(to: &WriteTransaction) -> Result<()> {
    for interval in Interval::ALL {
        remake_tails(to, interval)?;
    }
    Ok(())
}

/// What a tail says of its chunks need not hold any more.
fn remake_tails(to: &WriteTransaction, interval: Interval) -> Result<()> {
    let mut newest = BTreeMap::new();
    schema::tails(interval)
        .write(to)?
        .each(|id, Tail { bars, .. }| {
            newest.insert(id, bars);
            Ok(())
        })?;
    chunks::make_tails(to, interval, newest)
}

/// How many rows a table should hold; `None` where it cannot be opened.
fn counted(view: &Database, name: &'static str) -> Option<u64> {
    let counted = guarded(|| Ok(view.begin_read()?.open_table(definition(name))?.len()?)).result;
    counted
        .inspect_err(|error| tracing::warn!(table = name, %error, "a table cannot be opened"))
        .ok()
}

/// The rows of a table that can be read and pass their checksum; `told` hears how many there are so far.
fn rows(view: &Database, name: &'static str, told: impl Fn(u64)) -> Rows {
    let mut rows = Rows::new();
    // Gaps between what was read, the widest first; a gap whose ends are both unreadable is halved.
    let mut gaps = VecDeque::from([Gap::default()]);
    for _ in 0..PROBES {
        let Some(gap) = gaps.pop_front() else { break };
        let mut take = |key: &[u8], value: &[u8]| {
            rows.insert(key.to_vec(), value.to_vec());
            told(rows.len() as u64);
        };
        let forward = walk(view, name, &gap, false, &mut take);
        if forward.reached_end {
            continue;
        }
        let backward = walk(view, name, &gap, true, &mut take);
        let rest = Gap {
            from: forward.last.or(gap.from),
            to: backward.last.or(gap.to),
        };
        gaps.extend(rest.halves().into_iter().flatten());
    }
    rows
}

/// The keys between two that are known, neither of them included.
#[derive(Debug, Clone, Default)]
struct Gap {
    from: Option<Vec<u8>>,
    to: Option<Vec<u8>>,
}

impl Gap {
    /// Longest key that is told apart when a gap is halved.
    const DIGITS: usize = 16;

    /// The two halves; `None` when there is nothing between the ends.
    fn halves(self) -> Option<[Self; 2]> {
        // Keys as numbers of sixteen bytes: the middle of two is half of their sum.
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

fn number(key: Option<&[u8]>, open_end: u8) -> u128 {
    let Some(key) = key else {
        return u128::from_be_bytes([open_end; Gap::DIGITS]);
    };
    let mut digits = [0; Gap::DIGITS];
    let length = key.len().min(Gap::DIGITS);
    digits[..length].copy_from_slice(&key[..length]);
    u128::from_be_bytes(digits)
}

/// How far a walk came.
#[derive(Default)]
struct Walked {
    last: Option<Vec<u8>>,
    reached_end: bool,
}

/// Reads a gap from one end until something is unreadable; what is whole is handed to `take`.
fn walk(
    view: &Database,
    name: &str,
    gap: &Gap,
    backward: bool,
    take: &mut impl FnMut(&[u8], &[u8]),
) -> Walked {
    let mut walked = Walked::default();
    let outcome = guarded(|| {
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
                take(key, value);
            }
            walked.last = Some(key.to_vec());
        }
    });
    walked.reached_end = outcome.result.is_ok();
    walked
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_gap_is_halved_until_nothing_is_between_its_ends() {
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

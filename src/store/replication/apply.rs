//! Reads of records for replication, and the application of replicated changes.

use std::{collections::HashSet, sync::Arc};

use super::{
    journal::{Change, Replication},
    scope::Scope,
};
use crate::{
    domain::{
        bar::Interval,
        cross_check::CrossCheck,
        dividend::Dividend,
        earnings::EarningsEvent,
        economy::EconomicEvent,
        fixing::Fixing,
        fund::FundFacts,
        ico::Ico,
        news::NewsItem,
        quote::Quote,
        split::Split,
        ticker::{Ticker, TickerId},
    },
    store::{
        Result, Store, StoreError, checksum,
        file::condition::DamageReportGuard,
        key::RecordKey,
        record::Cursor,
        schema::{self, PEOPLE, REPLICA},
        table::{self, definition, from_json},
    },
};

/// A market record that was written, or `None` if it was removed.
#[derive(Debug)]
pub(crate) enum MarketChange {
    /// Newest first.
    Dividends(TickerId, Option<Vec<Dividend>>),
    /// Newest first.
    Splits(TickerId, Option<Vec<Split>>),
    /// Identified by id.
    News(u32, Option<NewsItem>),
    /// Identified by id.
    Ico(u32, Option<Ico>),
    /// Identified by [`super::earnings_key`].
    Earnings(String, Option<EarningsEvent>),
    /// Identified by [`super::economy_key`].
    Economy(String, Option<EconomicEvent>),
    /// Identified by symbol.
    Fund(String, Option<FundFacts>),
    /// Some reading changed, so the newest reading of each index has to be read again.
    FearGreed,
    /// Identified by series and day. Fixings are never removed.
    Fixing(Option<Fixing>),
    /// Identified by ticker id.
    CrossCheck(TickerId, Option<CrossCheck>),
    /// Some logo changed.
    Logo,
    /// Fundamentals or filings of some ticker changed.
    Report,
}

impl Change {
    /// Returns the approximate size of the change in bytes.
    pub fn bytes(&self) -> usize {
        self.key.len() + self.value.as_ref().map_or(0, Vec::len)
    }

    /// Returns the record without its checksum, or [`StoreError::Damaged`] if the checksum does not
    /// match.
    fn record(&self) -> Result<Option<&[u8]>> {
        let value = self.value.as_deref();
        value
            .map(|value| checksum::verified(&self.table, &self.key, value))
            .transpose()
    }

    /// Returns true if the changed record is in the table `name`.
    fn is_in_table(&self, name: &str) -> bool {
        self.table == name
    }

    /// Returns the id of the changed ticker, and the ticker unless it was removed. Returns `None`
    /// for other tables.
    pub(crate) fn ticker(&self) -> Option<(TickerId, Option<Ticker>)> {
        self.is_in_table(schema::TICKERS.name()).then_some(())?;
        Some((TickerId(u32::decode(&self.key)?), self.decode()))
    }

    /// Returns the quote that was written, or `None` for other tables.
    pub(crate) fn quote(&self) -> Option<Quote> {
        self.is_in_table(schema::QUOTES.name()).then_some(())?;
        self.decode()
    }

    /// Returns the change of market data other than tickers, quotes and bars, or `None` for other
    /// tables.
    pub(crate) fn market_change(&self) -> Option<MarketChange> {
        let id = || u32::decode(&self.key);
        let name = || String::decode(&self.key);
        Some(match self.table.as_str() {
            table if table == schema::DIVIDENDS.name() => {
                MarketChange::Dividends(TickerId(id()?), self.decode())
            }
            table if table == schema::SPLITS.name() => {
                MarketChange::Splits(TickerId(id()?), self.decode())
            }
            table if table == schema::NEWS.name() => MarketChange::News(id()?, self.decode()),
            table if table == schema::ICOS.name() => MarketChange::Ico(id()?, self.decode()),
            table if table == schema::EARNINGS.name() => {
                MarketChange::Earnings(name()?, self.decode())
            }
            table if table == schema::ECONOMY.name() => {
                MarketChange::Economy(name()?, self.decode())
            }
            table if table == schema::FUNDS.name() => MarketChange::Fund(name()?, self.decode()),
            table if table == schema::FEAR_GREED.name() => MarketChange::FearGreed,
            table if table == schema::FIXINGS.name() => MarketChange::Fixing(self.decode()),
            table if table == schema::CROSS_CHECKS.name() => {
                MarketChange::CrossCheck(TickerId(id()?), self.decode())
            }
            table if table == schema::LOGOS.name() => MarketChange::Logo,
            table if table == schema::FUNDAMENTALS.name() || table == schema::FILINGS.name() => {
                MarketChange::Report
            }
            _ => return None,
        })
    }

    /// Returns the ticker and interval whose bars changed, or `None` for other tables.
    pub(crate) fn bars(&self) -> Option<(TickerId, Interval)> {
        Interval::ALL.into_iter().find_map(|interval| {
            let id = if self.is_in_table(schema::tails(interval).name()) {
                u32::decode(&self.key)?
            } else if self.is_in_table(schema::chunks(interval).name()) {
                <(i32, u32)>::decode(&self.key)?.1
            } else {
                return None;
            };
            Some((TickerId(id), interval))
        })
    }

    fn decode<T: serde::de::DeserializeOwned>(&self) -> Option<T> {
        from_json(self.record().ok()??).ok()
    }
}

impl Store {
    /// Sets the replication, which then receives the changes of each transaction after the commit,
    /// in commit order. Later calls of this function are ignored.
    pub fn set_replication(&self, replication: Arc<dyn Replication>) {
        self.handle.journal().expect_replication();
        self.handle.journal().set_replication(replication);
    }

    /// Announces that [`Store::set_replication`] will be called. Until then,
    /// [`Store::wait_replicated`] waits.
    pub fn expect_replication(&self) {
        self.handle.journal().expect_replication();
    }

    /// Returns the reason why changes are not replicated at the moment, as a sentence without a
    /// period. Returns `None` if they are replicated or if this server has no cluster.
    pub fn replication_problem(&self) -> Option<String> {
        self.handle.journal().problem()
    }

    /// Waits until everything committed so far is replicated. Returns immediately without a
    /// cluster.
    pub async fn wait_replicated(&self) {
        self.handle.journal().wait_replicated().await;
    }

    /// Suppresses reports of contradicting records until the returned guard is dropped.
    pub fn suppress_damage_reports(&self) -> DamageReportGuard {
        self.handle.suppress_damage_reports()
    }

    /// Returns the position of this file in the stream of a scope, or `None` if the file was never
    /// replicated.
    pub fn cursor(&self, scope: Scope) -> Result<Option<Cursor>> {
        self.handle
            .read(|txn| REPLICA.read(txn)?.get(&scope.name().to_owned()))
    }

    /// Stores the position of this file in the stream of a scope.
    pub fn set_cursor(&self, scope: Scope, cursor: &Cursor) -> Result<()> {
        self.handle
            .write(|txn| REPLICA.write(txn)?.put(&scope.name().to_owned(), cursor))
    }

    /// Applies replicated changes and stores the position in one transaction.
    ///
    /// # Errors
    /// Returns [`StoreError::Damaged`] for a damaged record and for a record of another scope.
    pub fn apply_changes(
        &self,
        scope: Scope,
        changes: &[Change],
        cursor: Option<&Cursor>,
    ) -> Result<()> {
        for change in changes {
            if Scope::of(&change.table) != Some(scope) {
                return Err(StoreError::Damaged(format!(
                    "a replicated record belongs to table '{}', which has another scope",
                    change.table
                )));
            }
            change.record()?;
        }
        self.handle.write(|txn| {
            // These writes bypass the journal, so that replicated changes are not replicated again.
            for change in changes {
                let mut table = txn.open_table(definition(&change.table))?;
                match &change.value {
                    Some(value) => table.insert(change.key.as_slice(), value.as_slice())?,
                    None => table.remove(change.key.as_slice())?,
                };
            }
            if changes.iter().any(|change| change.table == PEOPLE.name()) {
                schema::set_version(txn)?;
            }
            if let Some(cursor) = cursor {
                REPLICA.write(txn)?.put(&scope.name().to_owned(), cursor)?;
            }
            Ok(())
        })
    }

    /// Calls `visit` for every record of a scope in one consistent view. A record is visited before
    /// the records that refer to it. If a write breaks the handle meanwhile, the reading starts
    /// over and visits records again.
    pub fn each_record(&self, scope: Scope, visit: impl FnMut(Change)) -> Result<()> {
        let visit = std::cell::RefCell::new(visit);
        self.handle.read(|txn| {
            // In reverse order, chunks come before the tails that list them.
            for name in schema::names().into_iter().rev() {
                if Scope::of(name) != Some(scope) {
                    continue;
                }
                let rows = txn.open_table(definition(name))?;
                table::for_each_row(name, &rows, |key, record| {
                    (visit.borrow_mut())(Change {
                        table: name.to_owned(),
                        key: key.to_vec(),
                        value: Some(checksum::with_checksum(name, key, record)),
                    });
                    Ok(())
                })?;
            }
            Ok(())
        })
    }

    /// Removes the records of a scope whose table and key are not in `existing`. Returns the
    /// removals.
    pub fn remove_missing(
        &self,
        scope: Scope,
        existing: &HashSet<(String, Vec<u8>)>,
        cursor: &Cursor,
    ) -> Result<Vec<Change>> {
        let mut removed = Vec::new();
        self.each_record(scope, |change| {
            if !existing.contains(&(change.table.clone(), change.key.clone())) {
                removed.push(Change {
                    value: None,
                    ..change
                });
            }
        })?;
        self.apply_changes(scope, &removed, Some(cursor))?;
        Ok(removed)
    }
}

/// Version of the record format. Members with different versions cannot replicate each other.
pub const RECORD_FORMAT: u32 = schema::SCHEMA;

//! Reading records for replication, and applying replicated changes.

use std::{collections::HashSet, sync::Arc};

use super::{
    journal::{Change, Replication},
    scope::Scope,
};
use crate::{
    domain::{
        bar::Interval,
        dividend::Dividend,
        earnings::EarningsEvent,
        economy::EconomicEvent,
        fund::FundFacts,
        ico::Ico,
        news::NewsItem,
        quote::Quote,
        split::Split,
        ticker::{Ticker, TickerId},
    },
    store::{
        Result, Store, StoreError,
        file::condition::DamageReportGuard,
        key::RecordKey,
        record::Cursor,
        schema::{self, REPLICA},
        table::{self, definition, from_json},
    },
};

/// A market record that was written; `None` for a removed one.
#[derive(Debug)]
pub(crate) enum MarketChange {
    /// Newest first.
    Dividends(TickerId, Option<Vec<Dividend>>),
    /// Newest first.
    Splits(TickerId, Option<Vec<Split>>),
    /// By number.
    News(u32, Option<NewsItem>),
    /// By number.
    Ico(u32, Option<Ico>),
    /// By [`super::earnings_key`].
    Earnings(String, Option<EarningsEvent>),
    /// By [`super::economy_key`].
    Economy(String, Option<EconomicEvent>),
    /// By symbol.
    Fund(String, Option<FundFacts>),
    /// Any reading; the newest of each index has to be read again.
    FearGreed,
    /// Any logo.
    Logo,
}

impl Change {
    /// Approximate size in bytes.
    pub fn bytes(&self) -> usize {
        self.key.len() + self.value.as_ref().map_or(0, Vec::len)
    }

    /// The record without its checksum; [`StoreError::Damaged`] if the checksum is wrong.
    fn record(&self) -> Result<Option<&[u8]>> {
        let value = self.value.as_deref();
        value
            .map(|value| table::verified(&self.table, &self.key, value))
            .transpose()
    }

    /// Returns true if the changed record is in the table `name`.
    fn is_of(&self, name: &str) -> bool {
        self.table == name
    }

    /// The ticker that was written (`Some`) or removed (`None`); `None` for other tables.
    pub(crate) fn ticker(&self) -> Option<(TickerId, Option<Ticker>)> {
        self.is_of(schema::TICKERS.name()).then_some(())?;
        Some((TickerId(u32::decode(&self.key)?), self.parsed()))
    }

    /// The quote that was written; `None` for other tables.
    pub(crate) fn quote(&self) -> Option<Quote> {
        self.is_of(schema::QUOTES.name()).then_some(())?;
        self.parsed()
    }

    /// The change of market data other than tickers, quotes and bars.
    pub(crate) fn market_change(&self) -> Option<MarketChange> {
        let id = || u32::decode(&self.key);
        let name = || String::decode(&self.key);
        Some(match self.table.as_str() {
            table if table == schema::DIVIDENDS.name() => {
                MarketChange::Dividends(TickerId(id()?), self.parsed())
            }
            table if table == schema::SPLITS.name() => {
                MarketChange::Splits(TickerId(id()?), self.parsed())
            }
            table if table == schema::NEWS.name() => MarketChange::News(id()?, self.parsed()),
            table if table == schema::ICOS.name() => MarketChange::Ico(id()?, self.parsed()),
            table if table == schema::EARNINGS.name() => {
                MarketChange::Earnings(name()?, self.parsed())
            }
            table if table == schema::ECONOMY.name() => {
                MarketChange::Economy(name()?, self.parsed())
            }
            table if table == schema::FUNDS.name() => MarketChange::Fund(name()?, self.parsed()),
            table if table == schema::FEAR_GREED.name() => MarketChange::FearGreed,
            table if table == schema::LOGOS.name() => MarketChange::Logo,
            _ => return None,
        })
    }

    /// The ticker and interval whose bars changed; `None` for other tables.
    pub(crate) fn bars(&self) -> Option<(TickerId, Interval)> {
        Interval::ALL.into_iter().find_map(|interval| {
            let id = if self.is_of(schema::tails(interval).name()) {
                u32::decode(&self.key)?
            } else if self.is_of(schema::chunks(interval).name()) {
                <(i32, u32)>::decode(&self.key)?.1
            } else {
                return None;
            };
            Some((TickerId(id), interval))
        })
    }

    fn parsed<T: serde::de::DeserializeOwned>(&self) -> Option<T> {
        from_json(self.record().ok()??).ok()
    }
}

impl Store {
    /// Passes the changes of each transaction to `replication` after the commit, in commit order. Later calls are ignored.
    pub fn set_replication(&self, replication: Arc<dyn Replication>) {
        self.handle.journal().expect_replication();
        self.handle.journal().set_replication(replication);
    }

    /// Announces that [`Store::set_replication`] will follow; until then [`Store::wait_replicated`] does not resolve.
    pub fn expect_replication(&self) {
        self.handle.journal().expect_replication();
    }

    /// Why changes are not replicated at present, as a sentence without a full stop; `None` if they are, or if there are no other
    /// members.
    pub fn replication_problem(&self) -> Option<String> {
        self.handle.journal().problem()
    }

    /// Waits until everything committed so far is replicated; returns at once without replication.
    pub async fn wait_replicated(&self) {
        self.handle.journal().wait_replicated().await;
    }

    /// Suppresses damage reports of contradicting records while the guard exists.
    pub fn suppress_damage_reports(&self) -> DamageReportGuard {
        self.handle.suppress_damage_reports()
    }

    /// The position of this file in the stream of a scope; `None` if it was never replicated.
    pub fn cursor(&self, scope: Scope) -> Result<Option<Cursor>> {
        self.handle
            .read(|txn| REPLICA.read(txn)?.get(&scope.name().to_owned()))
    }

    /// Stores the position of this file in the stream of a scope.
    pub fn set_cursor(&self, scope: Scope, cursor: &Cursor) -> Result<()> {
        self.handle
            .write(|txn| REPLICA.write(txn)?.put(&scope.name().to_owned(), cursor))
    }

    /// Applies replicated changes and stores the position, in one transaction.
    ///
    /// # Errors
    /// [`StoreError::Damaged`] for a damaged record, and for one of another scope.
    pub fn apply_changes(
        &self,
        scope: Scope,
        changes: &[Change],
        cursor: Option<&Cursor>,
    ) -> Result<()> {
        for change in changes {
            if Scope::of(&change.table) != Some(scope) {
                return Err(StoreError::Damaged(format!(
                    "a replicated record is of table '{}', which has another scope",
                    change.table
                )));
            }
            change.record()?;
        }
        self.handle.write(|txn| {
            // Bypasses the journal: replicated changes are not replicated again.
            for change in changes {
                let mut table = txn.open_table(definition(&change.table))?;
                match &change.value {
                    Some(value) => table.insert(change.key.as_slice(), value.as_slice())?,
                    None => table.remove(change.key.as_slice())?,
                };
            }
            if let Some(cursor) = cursor {
                REPLICA.write(txn)?.put(&scope.name().to_owned(), cursor)?;
            }
            Ok(())
        })
    }

    /// Calls `visit` for every record of a scope in one consistent view. A record comes before records that refer to it. May start
    /// over if a write failed meanwhile; `visit` then gets some records twice.
    pub fn each_record(&self, scope: Scope, visit: impl FnMut(Change)) -> Result<()> {
        let visit = std::cell::RefCell::new(visit);
        self.handle.read(|txn| {
            // Reverse order: chunks before the tails, which list the chunks.
            for name in schema::names().into_iter().rev() {
                if Scope::of(name) != Some(scope) {
                    continue;
                }
                let open = txn.open_table(definition(name))?;
                table::each_row(name, &open, |key, record| {
                    (visit.borrow_mut())(Change {
                        table: name.to_owned(),
                        key: key.to_vec(),
                        value: Some(table::with_checksum(name, key, record)),
                    });
                    Ok(())
                })?;
            }
            Ok(())
        })
    }

    /// Removes the records of a scope that are not in `kept` (table and key). Returns the removals.
    pub fn remove_missing(
        &self,
        scope: Scope,
        kept: &HashSet<(String, Vec<u8>)>,
        cursor: &Cursor,
    ) -> Result<Vec<Change>> {
        let mut gone = Vec::new();
        self.each_record(scope, |change| {
            if !kept.contains(&(change.table.clone(), change.key.clone())) {
                gone.push(Change {
                    value: None,
                    ..change
                });
            }
        })?;
        self.apply_changes(scope, &gone, Some(cursor))?;
        Ok(gone)
    }
}

/// Version of the record format. Members with different versions cannot replicate each other.
pub const RECORD_FORMAT: u32 = schema::SCHEMA;

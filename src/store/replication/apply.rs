//! Copies of this file at other machines: what is passed on, and taking what was passed on.

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

/// A record of the market that was written, or removed where there is `None`.
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
    /// Some reading, of which the newest one of each index counts.
    FearGreed,
    /// Some logo.
    Logo,
}

impl Change {
    /// Its size, about.
    pub fn bytes(&self) -> usize {
        self.key.len() + self.value.as_ref().map_or(0, Vec::len)
    }

    /// The record, without its checksum; [`StoreError::Damaged`] where that is wrong.
    fn record(&self) -> Result<Option<&[u8]>> {
        let value = self.value.as_deref();
        value
            .map(|value| table::verified(&self.table, &self.key, value))
            .transpose()
    }

    /// Whether it is one of the table of this noun.
    fn is_of(&self, name: &str) -> bool {
        self.table == name
    }

    /// The ticker that was written or removed, where it is about one.
    pub(crate) fn ticker(&self) -> Option<(TickerId, Option<Ticker>)> {
        self.is_of(schema::TICKERS.name()).then_some(())?;
        Some((TickerId(u32::decode(&self.key)?), self.parsed()))
    }

    /// The quote that was written, where it is one.
    pub(crate) fn quote(&self) -> Option<Quote> {
        self.is_of(schema::QUOTES.name()).then_some(())?;
        self.parsed()
    }

    /// What changed of the market beside tickers, quotes and bars.
    pub(crate) fn of_market(&self) -> Option<MarketChange> {
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

    /// The ticker whose bars of a length it is about.
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
    /// Has `replication` told of what each transaction changed, once it is committed, in that order. The first one stays.
    pub fn set_replication(&self, replication: Arc<dyn Replication>) {
        self.handle.journal().expect_replication();
        self.handle.journal().set_replication(replication);
    }

    /// What is committed here is to be passed on, though nobody does yet: until then nothing is settled.
    pub fn expect_replication(&self) {
        self.handle.journal().expect_replication();
    }

    /// Why a change made now would not reach the other processes, as one sentence without its full stop; `None` where it would,
    /// or where there are no others.
    pub fn replication_problem(&self) -> Option<String> {
        self.handle.journal().problem()
    }

    /// Resolves when all that was committed so far is where a successor of this process finds it; at once where there is
    /// none.
    pub async fn wait_replicated(&self) {
        self.handle.journal().wait_replicated().await;
    }

    /// Has nobody note that records do not fit together while this is kept: see [`DamageReportGuard`].
    pub fn suppress_damage_reports(&self) -> DamageReportGuard {
        self.handle.suppress_damage_reports()
    }

    /// How far this file is with the stream of a scope; `None` where it never was with one.
    pub fn cursor(&self, scope: Scope) -> Result<Option<Cursor>> {
        self.handle
            .read(|txn| REPLICA.read(txn)?.get(&scope.name().to_owned()))
    }

    /// Notes how far it is.
    pub fn set_cursor(&self, scope: Scope, cursor: &Cursor) -> Result<()> {
        self.handle
            .write(|txn| REPLICA.write(txn)?.put(&scope.name().to_owned(), cursor))
    }

    /// Takes records of another file as they are, and notes with them how far this one is: all or nothing. Refuses
    /// records that are damaged, or not of this scope.
    pub fn apply_changes(
        &self,
        scope: Scope,
        changes: &[Change],
        cursor: Option<&Cursor>,
    ) -> Result<()> {
        for change in changes {
            if Scope::of(&change.table) != Some(scope) {
                return Err(StoreError::Damaged(format!(
                    "a record of '{}' was passed on, which is no table of this kind",
                    change.table
                )));
            }
            change.record()?;
        }
        self.handle.write(|txn| {
            // What is taken is no change of this file's own: nobody hears of it.
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

    /// Visits every record of a scope in one consistent view, as it is on disk. What others point at comes before what
    /// points at it. May begin anew where a write failed meanwhile; `visit` then hears of some twice.
    pub fn each_record(&self, scope: Scope, visit: impl FnMut(Change)) -> Result<()> {
        let visit = std::cell::RefCell::new(visit);
        self.handle.read(|txn| {
            // Chunks of bars stand behind their tails, which say which chunks there are.
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

    /// Removes the records of a scope that are not among `kept` (table and key), and gives what went.
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

/// The version of what records are made of: copies of another one are not to be mixed with these.
pub const RECORD_FORMAT: u32 = schema::SCHEMA;

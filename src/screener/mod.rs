//! The values that stock screens compare, for every ticker of the market.
//!
//! Values from daily bars and financial reports are read from the database once per day and ticker, and again when the
//! history of the ticker changes (`entry`). Together with the newest quotes they make a table (`table`), which is built at
//! most once per second and which all queries share. A query over 10,000 tickers reads only memory.

mod entry;
mod table;

use std::{
    collections::{BTreeSet, HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use jiff::Timestamp;

use self::entry::{Entry, EntryReader, StaleTicker};
pub(crate) use self::table::{PriceRanges, Table};
use crate::{
    domain::{
        screen::{Matches, Row, Screen, TextField, Texts, Universe, evaluate},
        ticker::{TickerId, TickerKind},
    },
    market::Market,
    source::generated_history::GeneratedHistory,
    store::{PersonStore, Result, Store},
};

/// Time for which a table is used before it is built again, in milliseconds.
const TABLE_LIFETIME_MS: i64 = 1_000;
/// Maximum number of tickers that a query itself reads from the database; a background task reads the others.
const MAX_INLINE_READS: usize = 500;

/// The members of an index, and the date of the list.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub struct IndexMembers {
    /// Symbols in the spelling of this market.
    pub symbols: HashSet<String>,
    /// The day of the list.
    pub as_of: jiff::civil::Date,
    /// The texts of the members that are searched even if they are not followed; empty if only followed members are searched.
    pub unfollowed: Vec<Arc<Texts>>,
}

/// Evaluates screens over the market.
pub struct Screener {
    market: Arc<Market>,
    reader: EntryReader,
    sp500: IndexMembers,
    entries: Mutex<HashMap<TickerId, Entry>>,
    table: Mutex<Option<Arc<Table>>>,
}

/// The result of a screen.
pub(crate) struct Evaluation {
    /// The rows of all tickers.
    pub(crate) table: Arc<Table>,
    /// The matching rows.
    pub(crate) matches: Matches,
    /// The searched tickers.
    universe: Members,
}

/// The tickers of a universe.
enum Members {
    Stocks,
    /// Stocks with these symbols, which may also be symbols of coins.
    Symbols(HashSet<String>),
    Ids(HashSet<TickerId>),
}

impl Members {
    fn contains(&self, row: &Row) -> bool {
        let is_stock = row.texts.kind == TickerKind::Stock;
        match self {
            Self::Stocks => is_stock && row.id.is_some(),
            Self::Symbols(symbols) => is_stock && symbols.contains(&row.texts.symbol),
            Self::Ids(ids) => row.id.is_some_and(|id| ids.contains(&id)),
        }
    }
}

impl Screener {
    /// Creates a screener without values. `sp500` are the members of the S&P 500.
    pub fn new(
        market: Arc<Market>,
        store: Store,
        generated_history: Option<Arc<dyn GeneratedHistory>>,
        sp500: IndexMembers,
    ) -> Self {
        let reader = EntryReader {
            market: Arc::clone(&market),
            store,
            generated_history,
        };
        Self {
            market,
            reader,
            sp500,
            entries: Mutex::default(),
            table: Mutex::default(),
        }
    }

    /// The members of the S&P 500.
    pub(crate) fn sp500(&self) -> &IndexMembers {
        &self.sp500
    }

    /// Reads the values of at most `max` tickers whose values are missing or outdated at `now`. Returns how many tickers are
    /// left. Blocks while it reads the database.
    pub fn refresh(&self, now: Timestamp, max: usize) -> Result<usize> {
        let (stale, left) = self.find_stale(now, max);
        for ticker in stale {
            let entry = self.reader.read(&ticker, now)?;
            lock(&self.entries).insert(ticker.id, entry);
        }
        Ok(left)
    }

    /// Returns at most `max` tickers with missing or outdated values, and the number of others. Forgets removed tickers.
    fn find_stale(&self, now: Timestamp, max: usize) -> (Vec<StaleTicker>, usize) {
        let mut entries = lock(&self.entries);
        let market = self.market.read();
        if entries.len() > market.listings().len() {
            entries.retain(|id, _| market.get(*id).is_some());
        }
        let mut stale = Vec::new();
        let mut left = 0;
        for listing in market.listings() {
            let entry = entries.get(&listing.ticker.id);
            let Some(ticker) = entry::find_stale(&market, listing, entry, now) else {
                continue;
            };
            if stale.len() < max {
                stale.push(ticker);
            } else {
                left += 1;
            }
        }
        (stale, left)
    }

    /// Returns the rows of all tickers, at most a second old. Blocks while it reads the database.
    pub(crate) fn table(&self, now: Timestamp) -> Result<Arc<Table>> {
        // Held while the table is built, so that simultaneous queries share one.
        let mut cached = lock(&self.table);
        if let Some(table) = &*cached {
            let age = now.as_millisecond() - table.built_at.as_millisecond();
            if (0..TABLE_LIFETIME_MS).contains(&age) {
                return Ok(Arc::clone(table));
            }
        }
        let pending = self.refresh(now, MAX_INLINE_READS)?;
        let entries = lock(&self.entries);
        let table = Table::build(&self.market, &entries, &self.sp500.unfollowed, pending, now);
        drop(entries);
        let table = Arc::new(table);
        *cached = Some(Arc::clone(&table));
        Ok(table)
    }

    /// Returns the price ranges of the tickers of a kind that have a price, ascending by id. Blocks while it reads the database.
    pub(crate) fn price_ranges(
        &self,
        kind: TickerKind,
        now: Timestamp,
    ) -> Result<Vec<PriceRanges>> {
        self.refresh(now, MAX_INLINE_READS)?;
        let (entries, market) = (lock(&self.entries), self.market.read());
        let ranges = market.of_kind(kind).filter_map(|listing| {
            let (quote, entry) = (listing.quote.as_ref()?, entries.get(&listing.ticker.id)?);
            Some(PriceRanges::of(&market, listing, quote, entry))
        });
        Ok(ranges.collect())
    }

    /// Evaluates a screen of the person whose records `store` opens. Blocks while it reads the database.
    ///
    /// # Errors
    /// [`StoreError::NotFound`](crate::store::StoreError::NotFound) if the universe is a watchlist that does not exist.
    pub(crate) fn evaluate(
        &self,
        store: PersonStore<'_>,
        screen: &Screen,
        now: Timestamp,
    ) -> Result<Evaluation> {
        let universe = match screen.universe {
            Universe::Stocks => Members::Stocks,
            Universe::Sp500 => Members::Symbols(self.sp500.symbols.clone()),
            Universe::List(id) => {
                let items = store.watchlist(id)?.items.into_iter();
                Members::Ids(items.map(|item| item.ticker_id).collect())
            }
        };
        let table = self.table(now)?;
        let matches = evaluate(screen, &table.rows, |row| universe.contains(row));
        Ok(Evaluation {
            table,
            matches,
            universe,
        })
    }
}

impl Evaluation {
    /// Returns the matching rows in their order.
    pub(crate) fn rows(&self) -> impl Iterator<Item = &Row> {
        let rows = self.matches.rows.iter();
        rows.filter_map(|index| self.table.rows.get(*index))
    }

    /// Returns the number of searched tickers that are not followed.
    pub(crate) fn unfollowed(&self) -> usize {
        let rows = self.table.rows.iter();
        rows.filter(|row| row.id.is_none() && self.universe.contains(row))
            .count()
    }

    /// Returns the values of a text field that occur among the searched tickers, ascending.
    pub(crate) fn values_of(&self, field: TextField) -> Vec<String> {
        let rows = self.table.rows.iter();
        let rows = rows.filter(|row| self.universe.contains(row));
        let values: BTreeSet<&str> = rows.filter_map(|row| row.text(field)).collect();
        values.into_iter().map(str::to_owned).collect()
    }
}

fn lock<T>(mutex: &Mutex<T>) -> MutexGuard<'_, T> {
    mutex.lock().unwrap_or_else(PoisonError::into_inner)
}

#[cfg(test)]
mod tests;

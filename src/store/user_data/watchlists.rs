//! Storage of watchlists, one record per list with its entries.

use std::collections::{BTreeMap, HashSet};

use crate::{
    domain::{
        holding::Holding,
        ticker::TickerId,
        watchlist::{EntryContent, Watchlist, WatchlistItem},
    },
    store::{
        Result, Store, StoreError, counters,
        schema::{COUNTERS, WATCHLISTS},
        table::Writer,
        user_data::screens,
    },
};

/// Maximum number of watchlists.
const MAX_WATCHLISTS: u64 = 1_000;
const NO_LIST: StoreError = StoreError::NotFound("watchlist");
const NO_ITEM: StoreError = StoreError::NotFound("watchlist entry");

impl Store {
    /// Returns the lists of a user, oldest first.
    pub fn watchlists(&self, user_id: u32) -> Result<Vec<Watchlist>> {
        let mut lists = self.handle.read(|txn| WATCHLISTS.read(txn)?.all())?;
        lists.retain(|list| list.user_id == user_id);
        Ok(lists)
    }

    /// Returns the names of the lists of all users that contain a ticker, oldest first.
    pub(crate) fn watchlists_with(&self, ticker: TickerId) -> Result<Vec<String>> {
        let lists = self.handle.read(|txn| WATCHLISTS.read(txn)?.all())?;
        let contains_ticker =
            |list: &Watchlist| list.items.iter().any(|item| item.ticker_id == ticker);
        let matching = lists.into_iter().filter(contains_ticker);
        Ok(matching.map(|list| list.name).collect())
    }

    /// Returns the list with an id.
    pub fn watchlist(&self, id: u32) -> Result<Watchlist> {
        self.handle
            .read(|txn| WATCHLISTS.read(txn)?.get(&id)?.ok_or(NO_LIST))
    }

    /// Creates an empty list. The change is durable when this function returns.
    ///
    /// # Errors
    /// Returns [`StoreError::Limit`] if 1,000 lists exist already.
    pub fn create_watchlist(&self, user_id: u32, name: &str) -> Result<Watchlist> {
        self.handle.write(|txn| {
            let mut lists = WATCHLISTS.write(txn)?;
            if lists.len()? >= MAX_WATCHLISTS {
                return Err(StoreError::Limit(format!(
                    "There are already {MAX_WATCHLISTS} watchlists; delete some first."
                )));
            }
            let list = Watchlist {
                id: counters::next_id(txn, "last_watchlist")?,
                user_id,
                version: 0,
                name: name.to_owned(),
                items: vec![],
            };
            lists.put(&list.id, &list)?;
            Ok(list)
        })
    }

    /// Creates a list with these tickers, each once, unless a list was created before. Returns the
    /// new list.
    pub fn create_first_watchlist(
        &self,
        user_id: u32,
        name: &str,
        tickers: &[TickerId],
    ) -> Result<Option<Watchlist>> {
        self.handle.write(|txn| {
            if counters::get(&COUNTERS.write(txn)?, "last_watchlist")? > 0 {
                return Ok(None);
            }
            let mut list = Watchlist {
                id: counters::next_id(txn, "last_watchlist")?,
                user_id,
                version: 0,
                name: name.to_owned(),
                items: vec![],
            };
            let mut listed = HashSet::new();
            for ticker_id in tickers.iter().filter(|ticker| listed.insert(**ticker)) {
                list.items.push(WatchlistItem {
                    id: counters::next_id(txn, "last_watchlist_item")?,
                    ticker_id: *ticker_id,
                    note: String::new(),
                    holding: None,
                });
            }
            WATCHLISTS.write(txn)?.put(&list.id, &list)?;
            Ok(Some(list))
        })
    }

    /// Renames a list.
    pub fn rename_watchlist(&self, id: u32, name: &str) -> Result<Watchlist> {
        self.change(id, |list| {
            name.clone_into(&mut list.name);
            Ok(())
        })
    }

    /// Deletes a list with its entries.
    ///
    /// # Errors
    /// Returns [`StoreError::Duplicate`] while a saved screen searches the list.
    pub fn delete_watchlist(&self, id: u32) -> Result<()> {
        self.handle.write(|txn| {
            screens::check_not_searched(txn, id)?;
            let removed = WATCHLISTS.write(txn)?.remove(&id)?;
            if removed { Ok(()) } else { Err(NO_LIST) }
        })
    }

    /// Sorts the entries in the order of `item_ids`, which must contain each entry exactly once.
    pub fn order_watchlist(&self, id: u32, item_ids: &[u32]) -> Result<Watchlist> {
        self.change(id, |list| {
            let mut items: BTreeMap<u32, WatchlistItem> =
                list.items.drain(..).map(|item| (item.id, item)).collect();
            for id in item_ids {
                list.items.push(items.remove(id).ok_or(NO_ITEM)?);
            }
            if items.is_empty() {
                Ok(())
            } else {
                Err(StoreError::Duplicate(
                    "the watchlist has changed; the new order does not name every entry".into(),
                ))
            }
        })
    }

    /// Appends a ticker. Returns [`StoreError::Duplicate`] if the list contains it already.
    pub fn add_watchlist_item(&self, list: u32, ticker: TickerId) -> Result<WatchlistItem> {
        self.handle.write(|txn| {
            let mut lists = WATCHLISTS.write(txn)?;
            let mut list = lists.get(&list)?.ok_or(NO_LIST)?;
            if list.items.iter().any(|item| item.ticker_id == ticker) {
                return Err(StoreError::Duplicate(
                    "This ticker is already in the watchlist.".into(),
                ));
            }
            let item = WatchlistItem {
                id: counters::next_id(txn, "last_watchlist_item")?,
                ticker_id: ticker,
                note: String::new(),
                holding: None,
            };
            list.items.push(item.clone());
            put(&mut lists, &mut list)?;
            Ok(item)
        })
    }

    /// Appends tickers with notes and holdings in one transaction. Entries of tickers that the list contains
    /// already stay unchanged. Returns for each ticker whether it was added.
    pub(crate) fn add_watchlist_items(
        &self,
        list: u32,
        entries: &[(TickerId, EntryContent)],
    ) -> Result<Vec<bool>> {
        self.handle.write(|txn| {
            let mut lists = WATCHLISTS.write(txn)?;
            let mut list = lists.get(&list)?.ok_or(NO_LIST)?;
            let mut tickers: HashSet<TickerId> =
                list.items.iter().map(|item| item.ticker_id).collect();
            let mut added = Vec::with_capacity(entries.len());
            for (ticker, content) in entries {
                let is_new = tickers.insert(*ticker);
                if is_new {
                    list.items.push(WatchlistItem {
                        id: counters::next_id(txn, "last_watchlist_item")?,
                        ticker_id: *ticker,
                        note: content.note.clone(),
                        holding: content.holding.clone(),
                    });
                }
                added.push(is_new);
            }
            put(&mut lists, &mut list)?;
            Ok(added)
        })
    }

    /// Returns an entry and its list.
    pub fn watchlist_item(&self, item: u32) -> Result<(Watchlist, WatchlistItem)> {
        let lists = self.handle.read(|txn| WATCHLISTS.read(txn)?.all())?;
        let with_item = |list: Watchlist| {
            let found = list.items.iter().find(|entry| entry.id == item)?.clone();
            Some((list, found))
        };
        lists.into_iter().find_map(with_item).ok_or(NO_ITEM)
    }

    /// Changes the note of an entry and the holding in its ticker, and returns the entry. The change is durable when this function
    /// returns.
    pub fn change_watchlist_item(&self, item: u32, content: EntryContent) -> Result<WatchlistItem> {
        self.change_list_with(item, |list, index| {
            let item = &mut list.items[index];
            (item.note, item.holding) = (content.note, content.holding);
            item.clone()
        })
    }

    /// Changes the holdings in several tickers in one transaction. Tickers that the list does not contain are appended.
    pub fn set_holdings(&self, list: u32, holdings: &[(TickerId, Holding)]) -> Result<()> {
        self.handle.write(|txn| {
            let mut lists = WATCHLISTS.write(txn)?;
            let mut list = lists.get(&list)?.ok_or(NO_LIST)?;
            for (ticker, holding) in holdings {
                let holding = Some(holding.clone());
                let mut items = list.items.iter_mut();
                match items.find(|item| item.ticker_id == *ticker) {
                    Some(item) => item.holding = holding,
                    None => list.items.push(WatchlistItem {
                        id: counters::next_id(txn, "last_watchlist_item")?,
                        ticker_id: *ticker,
                        note: String::new(),
                        holding,
                    }),
                }
            }
            put(&mut lists, &mut list)
        })
    }

    /// Removes an entry.
    pub fn remove_watchlist_item(&self, item: u32) -> Result<()> {
        self.change_list_with(item, |list, index| {
            list.items.remove(index);
        })
    }

    /// Edits a list, and returns it.
    fn change(
        &self,
        id: u32,
        edit: impl FnOnce(&mut Watchlist) -> Result<()>,
    ) -> Result<Watchlist> {
        self.handle.write(|txn| {
            let mut lists = WATCHLISTS.write(txn)?;
            let mut list = lists.get(&id)?.ok_or(NO_LIST)?;
            edit(&mut list)?;
            put(&mut lists, &mut list)?;
            Ok(list)
        })
    }

    /// Edits the list that contains `item`. `edit` gets the list and the index of the item. Reads
    /// all lists to find it, because there are few.
    fn change_list_with<T>(
        &self,
        item: u32,
        edit: impl FnOnce(&mut Watchlist, usize) -> T,
    ) -> Result<T> {
        self.handle.write(|txn| {
            let mut lists = WATCHLISTS.write(txn)?;
            let find_item = |mut list: Watchlist| {
                let index = list.items.iter_mut().position(|entry| entry.id == item)?;
                Some((list, index))
            };
            let (mut list, index) = lists
                .all()?
                .into_iter()
                .find_map(find_item)
                .ok_or(NO_ITEM)?;
            let result = edit(&mut list, index);
            put(&mut lists, &mut list)?;
            Ok(result)
        })
    }
}

/// Writes a changed list, and increments its version.
pub(super) fn put(lists: &mut Writer<'_, u32, Watchlist>, list: &mut Watchlist) -> Result<()> {
    list.version += 1;
    lists.put(&list.id, list)
}

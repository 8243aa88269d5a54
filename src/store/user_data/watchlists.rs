//! Watchlists: one record per list, including its entries.

use std::collections::{BTreeMap, HashSet};

use crate::{
    domain::{
        ticker::TickerId,
        watchlist::{Watchlist, WatchlistItem},
    },
    store::{Result, Store, StoreError, counters, schema::WATCHLISTS},
};

/// Maximum number of watchlists.
const MAX_WATCHLISTS: u64 = 1_000;
const NO_LIST: StoreError = StoreError::NotFound("watchlist");
const NO_ITEM: StoreError = StoreError::NotFound("watchlist entry");

impl Store {
    /// The lists of a user, oldest first.
    pub fn watchlists(&self, user_id: u32) -> Result<Vec<Watchlist>> {
        let mut lists = self.handle.read(|txn| WATCHLISTS.read(txn)?.all())?;
        lists.retain(|list| list.user_id == user_id);
        Ok(lists)
    }

    /// Names of all users' lists that contain a ticker, oldest first.
    pub(crate) fn watchlists_with(&self, ticker: TickerId) -> Result<Vec<String>> {
        let lists = self.handle.read(|txn| WATCHLISTS.read(txn)?.all())?;
        let holds = |list: &Watchlist| list.items.iter().any(|item| item.ticker_id == ticker);
        let holding = lists.into_iter().filter(holds);
        Ok(holding.map(|list| list.name).collect())
    }

    /// One list.
    pub fn watchlist(&self, id: u32) -> Result<Watchlist> {
        self.handle
            .read(|txn| WATCHLISTS.read(txn)?.get(&id)?.ok_or(NO_LIST))
    }

    /// Creates an empty list. Durable when it returns.
    ///
    /// # Errors
    /// [`StoreError::Limit`] if there are 1,000 already.
    pub fn create_watchlist(&self, user_id: u32, name: &str) -> Result<Watchlist> {
        self.handle.write(|txn| {
            let mut lists = WATCHLISTS.write(txn)?;
            if lists.len()? >= MAX_WATCHLISTS {
                return Err(StoreError::Limit(format!(
                    "There are {MAX_WATCHLISTS} watchlists already; delete some first."
                )));
            }
            let list = Watchlist {
                id: counters::next_id(txn, "last_watchlist")?,
                user_id,
                name: name.to_owned(),
                items: vec![],
            };
            lists.put(&list.id, &list)?;
            Ok(list)
        })
    }

    /// Renames a list.
    pub fn rename_watchlist(&self, id: u32, name: &str) -> Result<Watchlist> {
        self.change(id, |list| {
            name.clone_into(&mut list.name);
            Ok(list.clone())
        })
    }

    /// Deletes a list with its entries.
    pub fn delete_watchlist(&self, id: u32) -> Result<()> {
        self.handle.write(|txn| {
            let removed = WATCHLISTS.write(txn)?.remove(&id)?;
            if removed { Ok(()) } else { Err(NO_LIST) }
        })
    }

    /// Sorts the entries in the order of `item_ids`, which must contain each entry exactly once.
    pub fn order_watchlist(&self, id: u32, item_ids: &[u32]) -> Result<()> {
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

    /// Appends a ticker; [`StoreError::Duplicate`] if the list contains it already.
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
            };
            list.items.push(item.clone());
            lists.put(&list.id, &list)?;
            Ok(item)
        })
    }

    /// Appends tickers with notes in one transaction. Returns for each whether it was added; tickers that the list contains already
    /// stay unchanged.
    pub(crate) fn add_watchlist_items(
        &self,
        list: u32,
        entries: &[(TickerId, String)],
    ) -> Result<Vec<bool>> {
        self.handle.write(|txn| {
            let mut lists = WATCHLISTS.write(txn)?;
            let mut list = lists.get(&list)?.ok_or(NO_LIST)?;
            let mut held: HashSet<TickerId> =
                list.items.iter().map(|item| item.ticker_id).collect();
            let mut added = Vec::with_capacity(entries.len());
            for (ticker, note) in entries {
                let new = held.insert(*ticker);
                if new {
                    list.items.push(WatchlistItem {
                        id: counters::next_id(txn, "last_watchlist_item")?,
                        ticker_id: *ticker,
                        note: note.clone(),
                    });
                }
                added.push(new);
            }
            lists.put(&list.id, &list)?;
            Ok(added)
        })
    }

    /// Changes the note of an entry.
    pub fn note_watchlist_item(&self, item: u32, note: &str) -> Result<WatchlistItem> {
        self.change_holding(item, |list, at| {
            note.clone_into(&mut list.items[at].note);
            list.items[at].clone()
        })
    }

    /// Removes an entry.
    pub fn remove_watchlist_item(&self, item: u32) -> Result<()> {
        self.change_holding(item, |list, at| {
            list.items.remove(at);
        })
    }

    fn change<T>(&self, id: u32, edit: impl FnOnce(&mut Watchlist) -> Result<T>) -> Result<T> {
        self.handle.write(|txn| {
            let mut lists = WATCHLISTS.write(txn)?;
            let mut list = lists.get(&id)?.ok_or(NO_LIST)?;
            let done = edit(&mut list)?;
            lists.put(&id, &list)?;
            Ok(done)
        })
    }

    /// Edits the list that contains `item`; `edit` gets its index. Reads all lists, because there are few.
    fn change_holding<T>(
        &self,
        item: u32,
        edit: impl FnOnce(&mut Watchlist, usize) -> T,
    ) -> Result<T> {
        self.handle.write(|txn| {
            let mut lists = WATCHLISTS.write(txn)?;
            let holding = |mut list: Watchlist| {
                let at = list.items.iter_mut().position(|entry| entry.id == item)?;
                Some((list, at))
            };
            let (mut list, at) = lists.all()?.into_iter().find_map(holding).ok_or(NO_ITEM)?;
            let done = edit(&mut list, at);
            lists.put(&list.id, &list)?;
            Ok(done)
        })
    }
}

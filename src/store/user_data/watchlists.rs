//! Storage of watchlists, one record per list with its entries.

use std::collections::{BTreeMap, HashSet};

use redb::WriteTransaction;

use crate::{
    domain::{
        holding::Holding,
        person::PersonId,
        sharing::{Permission, Share},
        ticker::TickerId,
        watchlist::{EntryContent, Watchlist, WatchlistItem},
    },
    store::{
        PersonStore, Result, Store, StoreError, counters,
        schema::{COUNTERS, WATCHLISTS},
        user_data::screens,
    },
};

/// Maximum number of watchlists of a person.
const MAX_WATCHLISTS: u64 = 1_000;
const NO_LIST: StoreError = StoreError::NotFound("watchlist");
const NO_ITEM: StoreError = StoreError::NotFound("watchlist entry");

impl PersonStore<'_> {
    /// Returns the lists of the person, oldest first.
    pub fn watchlists(&self) -> Result<Vec<Watchlist>> {
        self.store
            .handle
            .read(|txn| WATCHLISTS.read(txn, self.person)?.all())
    }

    /// Returns the lists that other people share with the person, oldest first.
    pub fn shared_watchlists(&self) -> Result<Vec<Watchlist>> {
        let mut lists = self.store.watchlists_of_everyone()?;
        lists.retain(|list| list.user_id != self.person && list.permission(self.person).is_some());
        Ok(lists)
    }

    /// Returns the list with an id, which belongs to the person or is shared with them.
    pub fn watchlist(&self, id: u32) -> Result<Watchlist> {
        let own = self
            .store
            .handle
            .read(|txn| WATCHLISTS.read(txn, self.person)?.get(&id))?;
        if let Some(list) = own {
            return Ok(list);
        }
        let mut shared = self.shared_watchlists()?.into_iter();
        shared.find(|list| list.id == id).ok_or(NO_LIST)
    }

    /// Creates an empty list. The change is durable when this function returns.
    ///
    /// # Errors
    /// Returns [`StoreError::Limit`] if 1,000 lists exist already.
    pub fn create_watchlist(&self, name: &str) -> Result<Watchlist> {
        self.store.handle.write(|txn| {
            let mut lists = WATCHLISTS.write(txn, self.person)?;
            if lists.len()? >= MAX_WATCHLISTS {
                return Err(StoreError::Limit(format!(
                    "There are already {MAX_WATCHLISTS} watchlists; delete some first."
                )));
            }
            let list = Watchlist {
                id: counters::next_id(txn, "last_watchlist")?,
                user_id: self.person,
                version: 0,
                name: name.to_owned(),
                items: vec![],
                shares: vec![],
            };
            lists.put(&list.id, &list)?;
            Ok(list)
        })
    }

    /// Creates a list with these tickers, each once, unless a list was created before. Returns the
    /// new list.
    pub fn create_first_watchlist(
        &self,
        name: &str,
        tickers: &[TickerId],
    ) -> Result<Option<Watchlist>> {
        self.store.handle.write(|txn| {
            if counters::get(&COUNTERS.write(txn)?, "last_watchlist")? > 0 {
                return Ok(None);
            }
            let mut list = Watchlist {
                id: counters::next_id(txn, "last_watchlist")?,
                user_id: self.person,
                version: 0,
                name: name.to_owned(),
                items: vec![],
                shares: vec![],
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
            WATCHLISTS.write(txn, self.person)?.put(&list.id, &list)?;
            Ok(Some(list))
        })
    }

    /// Renames a list.
    pub fn rename_watchlist(&self, id: u32, name: &str) -> Result<Watchlist> {
        self.change(id, Permission::Write, |list| {
            name.clone_into(&mut list.name);
            Ok(())
        })
    }

    /// Replaces the permissions of other people to use a list.
    pub fn share_watchlist(&self, id: u32, shares: Vec<Share>) -> Result<Watchlist> {
        self.change(id, Permission::Own, |list| {
            list.shares = shares;
            Ok(())
        })
    }

    /// Deletes a list with its entries.
    ///
    /// # Errors
    /// Returns [`StoreError::Duplicate`] while a saved screen searches the list.
    pub fn delete_watchlist(&self, id: u32) -> Result<()> {
        self.store.handle.write(|txn| {
            find(txn, self.person, id, Permission::Own)?;
            screens::check_not_searched(txn, id)?;
            let removed = WATCHLISTS.write(txn, self.person)?.remove(&id)?;
            if removed { Ok(()) } else { Err(NO_LIST) }
        })
    }

    /// Sorts the entries in the order of `item_ids`, which must contain each entry exactly once.
    pub fn order_watchlist(&self, id: u32, item_ids: &[u32]) -> Result<Watchlist> {
        self.change(id, Permission::Write, |list| {
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
        self.store.handle.write(|txn| {
            let mut list = find(txn, self.person, list, Permission::Write)?;
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
            put(txn, &mut list)?;
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
        self.store.handle.write(|txn| {
            let mut list = find(txn, self.person, list, Permission::Write)?;
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
            put(txn, &mut list)?;
            Ok(added)
        })
    }

    /// Returns an entry and its list.
    pub fn watchlist_item(&self, item: u32) -> Result<(Watchlist, WatchlistItem)> {
        let lists = self.watchlists()?.into_iter();
        let mut lists = lists.chain(self.shared_watchlists()?);
        let with_item = |list: Watchlist| {
            let found = list.items.iter().find(|entry| entry.id == item)?.clone();
            Some((list, found))
        };
        lists.find_map(with_item).ok_or(NO_ITEM)
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
        self.store.handle.write(|txn| {
            let mut list = find(txn, self.person, list, Permission::Write)?;
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
            put(txn, &mut list)
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
        needed: Permission,
        edit: impl FnOnce(&mut Watchlist) -> Result<()>,
    ) -> Result<Watchlist> {
        self.store.handle.write(|txn| {
            let mut list = find(txn, self.person, id, needed)?;
            edit(&mut list)?;
            put(txn, &mut list)?;
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
        self.store.handle.write(|txn| {
            let find_item = |mut list: Watchlist| {
                list.permission(self.person)?;
                let index = list.items.iter_mut().position(|entry| entry.id == item)?;
                Some((list, index))
            };
            let lists = WATCHLISTS.everyone().write(txn)?.all()?;
            let (mut list, index) = lists.into_iter().find_map(find_item).ok_or(NO_ITEM)?;
            check_permission(&list, self.person, Permission::Write)?;
            let result = edit(&mut list, index);
            put(txn, &mut list)?;
            Ok(result)
        })
    }
}

impl Store {
    /// Returns the lists of all people, oldest first.
    pub(crate) fn watchlists_of_everyone(&self) -> Result<Vec<Watchlist>> {
        let mut lists = self
            .handle
            .read(|txn| WATCHLISTS.everyone().read(txn)?.all())?;
        lists.sort_by_key(|list| list.id);
        Ok(lists)
    }
}

/// Returns a list that a person may use in this way.
///
/// # Errors
/// Returns [`StoreError::NotFound`] for a list that the person may not see, and [`StoreError::Forbidden`] for one that they may see
/// but not use in this way.
fn find(
    txn: &WriteTransaction,
    person: PersonId,
    id: u32,
    needed: Permission,
) -> Result<Watchlist> {
    if let Some(list) = WATCHLISTS.write(txn, person)?.get(&id)? {
        return Ok(list);
    }
    let lists = WATCHLISTS.everyone().write(txn)?.all()?;
    let mut readable = lists
        .into_iter()
        .filter(|list| list.permission(person).is_some());
    let list = readable.find(|list| list.id == id).ok_or(NO_LIST)?;
    check_permission(&list, person, needed)?;
    Ok(list)
}

fn check_permission(list: &Watchlist, person: PersonId, needed: Permission) -> Result<()> {
    if list.permission(person) >= Some(needed) {
        return Ok(());
    }
    Err(StoreError::Forbidden(match needed {
        Permission::Own => {
            "This watchlist belongs to another person, who alone can delete or share it."
        }
        Permission::Read | Permission::Write => {
            "This watchlist is shared with you to read; its owner can let you change it."
        }
    }))
}

/// Writes a changed list, and increments its version.
pub(super) fn put(txn: &WriteTransaction, list: &mut Watchlist) -> Result<()> {
    list.version += 1;
    WATCHLISTS.write(txn, list.user_id)?.put(&list.id, list)
}

//! What an import brings of what a person made: all of it in one transaction, or nothing.

use std::collections::HashMap;

use redb::WriteTransaction;

use super::{alerts, settings};
use crate::{
    domain::{
        alert::Alert,
        board::{Board, TileContent},
        settings::Settings,
        ticker::TickerId,
        watchlist::{Watchlist, WatchlistItem},
    },
    store::{
        Result, Store, counters,
        record::BoardRecord,
        schema::{ALERTS, BOARDS, SETTINGS, WATCHLISTS},
    },
};

/// A list as an import leaves it.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ImportedList {
    /// By which the boards and the settings that come with it name it.
    pub(crate) number: u32,
    /// The stored list that becomes this one; a new one is made without.
    pub(crate) here: Option<u32>,
    /// Its name.
    pub(crate) name: String,
    /// Its tickers with their notes, each once, in order.
    pub(crate) entries: Vec<(TickerId, String)>,
}

/// What an import writes, and what it takes away.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct UserImport {
    /// Whose lists they are.
    pub(crate) user_id: u32,
    /// Every list that something here names, changed or not.
    pub(crate) lists: Vec<ImportedList>,
    /// Lists that go.
    pub(crate) removed_lists: Vec<u32>,
    /// New alerts; their numbers do not matter.
    pub(crate) alerts: Vec<Alert>,
    /// Alerts that go. What they reported stays.
    pub(crate) removed_alerts: Vec<u32>,
    /// Boards by name, whose lists are numbers of `lists`; `None` where one that is there from the start is deleted.
    pub(crate) boards: Vec<(String, Option<Board>)>,
    /// Boards that go; one that is there from the start is as it was then.
    pub(crate) removed_boards: Vec<String>,
    /// What is chosen for every device from now on.
    pub(crate) settings: Option<Settings>,
    /// The number in `lists` of the one on the first page, where it is one of them.
    pub(crate) home_list: Option<u32>,
}

impl Store {
    /// The boards that somebody changed, in the order in which they were made, and the names of deleted ones that are there
    /// from the start.
    pub(crate) fn changed_boards(&self) -> Result<Vec<(String, Option<Board>)>> {
        let mut stored = self.handle.read(|txn| {
            let mut stored = vec![];
            BOARDS.read(txn)?.each(|name, record| {
                stored.push((name, record));
                Ok(())
            })?;
            Ok(stored)
        })?;
        stored.sort_by_key(|(_, record)| record.number);
        let boards = stored.into_iter();
        Ok(boards.map(|(name, record)| (name, record.board)).collect())
    }

    /// Writes all that an import brings, and gives the new alerts with their numbers. Durable when it returns, like every
    /// write of a person.
    pub(crate) fn apply_import(&self, import: &UserImport) -> Result<Vec<Alert>> {
        self.handle.write(|txn| {
            let numbers = import_lists(txn, import)?;
            import_boards(txn, import, &numbers)?;
            if let Some(settings) = &import.settings {
                let mut settings = settings.clone();
                if let Some(number) = import.home_list {
                    settings.home_list = numbers.get(&number).copied();
                }
                SETTINGS.write(txn)?.put(&settings::ONLY, &settings)?;
            }
            for id in &import.removed_alerts {
                ALERTS.write(txn)?.remove(id)?;
            }
            let alerts = import.alerts.iter();
            let alerts = alerts.map(|alert| with_stored_list(alert, &numbers));
            alerts.map(|alert| alerts::create(txn, &alert)).collect()
        })
    }
}

/// An alert that names its list by the number under which it is stored.
fn with_stored_list(alert: &Alert, numbers: &HashMap<u32, u32>) -> Alert {
    let mut alert = alert.clone();
    if let Some(list) = &mut alert.list {
        list.id = numbers.get(&list.id).copied().unwrap_or_default();
    }
    alert
}

/// The stored numbers of the lists, by those that they have in what is import.
fn import_lists(txn: &WriteTransaction, import: &UserImport) -> Result<HashMap<u32, u32>> {
    let mut lists = WATCHLISTS.write(txn)?;
    for id in &import.removed_lists {
        lists.remove(id)?;
    }
    let mut numbers = HashMap::new();
    for list in &import.lists {
        let known = match list.here {
            Some(id) => lists.get(&id)?,
            None => None,
        };
        let id = match &known {
            Some(known) => known.id,
            None => counters::next_id(txn, "last_watchlist")?,
        };
        // Entries that stay keep their numbers.
        let mut held: HashMap<TickerId, u32> = known
            .into_iter()
            .flat_map(|known| known.items)
            .map(|item| (item.ticker_id, item.id))
            .collect();
        let mut items = Vec::with_capacity(list.entries.len());
        for (ticker_id, note) in &list.entries {
            let id = match held.remove(ticker_id) {
                Some(id) => id,
                None => counters::next_id(txn, "last_watchlist_item")?,
            };
            items.push(WatchlistItem {
                id,
                ticker_id: *ticker_id,
                note: note.clone(),
            });
        }
        let list_after = Watchlist {
            id,
            user_id: import.user_id,
            name: list.name.clone(),
            items,
        };
        lists.put(&id, &list_after)?;
        numbers.insert(list.number, id);
    }
    Ok(numbers)
}

fn import_boards(
    txn: &WriteTransaction,
    import: &UserImport,
    numbers: &HashMap<u32, u32>,
) -> Result<()> {
    let mut boards = BOARDS.write(txn)?;
    for name in &import.removed_boards {
        boards.remove(name)?;
    }
    for (name, board) in &import.boards {
        let number = match boards.get(name)? {
            Some(record) => record.number,
            None if board.is_none() => 0,
            None => counters::next_id(txn, "last_board")?,
        };
        let board = board.clone().map(|board| with_stored_lists(board, numbers));
        boards.put(name, &BoardRecord { number, board })?;
    }
    Ok(())
}

/// A board that names its lists by the numbers under which they are stored.
fn with_stored_lists(mut board: Board, numbers: &HashMap<u32, u32>) -> Board {
    for tile in &mut board.tiles {
        if let TileContent::List { watchlist, .. } = &mut tile.content {
            *watchlist = watchlist.and_then(|number| numbers.get(&number).copied());
        }
    }
    board
}

//! Storage of boards, one record per board. A preset board is only stored after a user has changed
//! or deleted it.

use std::collections::HashSet;

use redb::{ReadableTable, WriteTransaction};

use crate::{
    domain::{
        board::{Board, presets},
        person::PersonId,
        watchlist::Watchlist,
    },
    store::{
        PersonStore, Result, StoreError, counters,
        record::BoardRecord,
        schema::{BOARDS, WATCHLISTS},
        table::{Bytes, Records},
    },
};

/// Maximum number of boards.
pub(crate) const MAX_BOARDS: usize = 100;
pub(super) const NO_BOARD: StoreError = StoreError::NotFound("board");

impl PersonStore<'_> {
    /// Returns all boards with their versions, first the preset ones and then the others in order of
    /// creation.
    pub fn boards(&self) -> Result<Vec<Board>> {
        let boards = self.own_boards()?.into_iter();
        Ok(boards
            .filter_map(|(_, record)| record.into_board())
            .collect())
    }

    /// Returns the records of the person's boards with their names, in display order.
    pub(super) fn own_boards(&self) -> Result<Vec<(String, BoardRecord)>> {
        self.store.handle.read(|txn| {
            records(
                &WATCHLISTS.read(txn, self.person)?,
                &BOARDS.read(txn, self.person)?,
            )
        })
    }

    /// Returns the board with a name.
    pub fn board(&self, name: &str) -> Result<Board> {
        let mut boards = self.boards()?.into_iter();
        boards.find(|board| board.name == name).ok_or(NO_BOARD)
    }

    /// Saves a board under its name. Returns true if the board is new. The change is durable when
    /// this function returns.
    ///
    /// # Errors
    /// Returns [`StoreError::Limit`] if 100 boards exist already.
    pub fn save_board(&self, board: &Board) -> Result<bool> {
        self.store.handle.write(|txn| {
            let existing = names(txn, self.person)?;
            let is_new = !existing.contains(&board.name);
            if is_new && existing.len() >= MAX_BOARDS {
                return Err(StoreError::Limit(format!(
                    "There are already {MAX_BOARDS} boards; delete some first."
                )));
            }
            put(txn, self.person, &board.name, Some(board.clone()))?;
            Ok(is_new)
        })
    }

    /// Deletes a board. Returns [`StoreError::Duplicate`] for the last board, which cannot be
    /// deleted.
    pub fn delete_board(&self, name: &str) -> Result<()> {
        let name = name.to_owned();
        self.store.handle.write(|txn| {
            let existing = names(txn, self.person)?;
            if !existing.contains(&name) {
                return Err(NO_BOARD);
            }
            if existing.len() == 1 {
                return Err(StoreError::Duplicate(
                    "This is the last board; create another one first.".into(),
                ));
            }
            if presets(None).iter().any(|preset| preset.name == name) {
                put(txn, self.person, &name, None)
            } else {
                BOARDS.write(txn, self.person)?.remove(&name).map(|_| ())
            }
        })
    }

    /// Returns the titles of the boards that show a ticker.
    pub(crate) fn boards_showing(&self, symbol: &str) -> Result<Vec<String>> {
        let shows = |board: &Board| board.symbols().any(|tile_symbol| tile_symbol == symbol);
        let boards = self.boards()?.into_iter().filter(shows);
        Ok(boards.map(|board| board.title).collect())
    }
}

/// Writes a board with a new version; it keeps its position and the people with whom it is shared. `board` is `None` for a deleted
/// preset board.
pub(super) fn put(
    txn: &WriteTransaction,
    person: PersonId,
    name: &str,
    board: Option<Board>,
) -> Result<()> {
    let existing = BOARDS.write(txn, person)?.get(&name.to_owned())?;
    let (number, shares) = match existing {
        Some(record) => (record.number, record.shares),
        None if board.is_none() => (0, vec![]),
        None => (counters::next_id(txn, "last_board")?, vec![]),
    };
    let record = BoardRecord {
        number,
        version: counters::next_id(txn, "last_board_version")?,
        shares: if board.is_some() { shares } else { vec![] },
        board: board.map(|board| Board {
            version: None,
            ..board
        }),
    };
    BOARDS.write(txn, person)?.put(&name.to_owned(), &record)
}

/// Returns the records of a person's boards with their names, in display order. `lists` are the person's watchlists.
pub(super) fn records<L, B>(
    lists: &Records<u32, Watchlist, L>,
    boards: &Records<String, BoardRecord, B>,
) -> Result<Vec<(String, BoardRecord)>>
where
    L: ReadableTable<Bytes, Bytes>,
    B: ReadableTable<Bytes, Bytes>,
{
    let first_list = lists.all()?.first().map(|list| list.id);
    let mut stored = vec![];
    boards.for_each(|name, record| {
        stored.push((name, record));
        Ok(())
    })?;
    Ok(in_display_order(stored, first_list))
}

/// Returns the boards in display order: first the presets, with the changes of users, and then the
/// others by number.
fn in_display_order(
    mut stored: Vec<(String, BoardRecord)>,
    first_list: Option<u32>,
) -> Vec<(String, BoardRecord)> {
    stored.sort_by_key(|(_, record)| record.number);
    let presets = presets(first_list).into_iter().map(|preset| {
        let changed = stored.iter().position(|(name, _)| *name == preset.name);
        match changed {
            Some(index) => stored.remove(index),
            None => (preset.name.clone(), BoardRecord::of_preset(preset)),
        }
    });
    let mut boards: Vec<_> = presets.collect();
    boards.extend(stored);
    boards
}

impl BoardRecord {
    /// Returns the record of a preset board that was never changed.
    pub(super) fn of_preset(preset: Board) -> Self {
        Self {
            number: 0,
            version: 0,
            shares: vec![],
            board: Some(preset),
        }
    }

    /// Returns the board with its version; `None` for a deleted preset board.
    pub(super) fn into_board(self) -> Option<Board> {
        let version = Some(self.version);
        self.board.map(|board| Board { version, ..board })
    }
}

/// Returns the names of all boards as a write transaction sees them.
fn names(txn: &WriteTransaction, person: PersonId) -> Result<HashSet<String>> {
    let mut names: HashSet<String> = presets(None).into_iter().map(|board| board.name).collect();
    BOARDS.write(txn, person)?.for_each(|name, record| {
        match record.board {
            Some(_) => names.insert(name),
            None => names.remove(&name),
        };
        Ok(())
    })?;
    Ok(names)
}

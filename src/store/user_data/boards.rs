//! Boards: one record each. Preset boards are stored once they were changed.

use std::collections::HashSet;

use redb::WriteTransaction;

use crate::{
    domain::board::{Board, presets},
    store::{
        Result, Store, StoreError, counters,
        record::BoardRecord,
        schema::{BOARDS, WATCHLISTS},
    },
};

/// Maximum number of boards.
pub(crate) const MAX_BOARDS: usize = 100;
const NO_BOARD: StoreError = StoreError::NotFound("board");

impl Store {
    /// All boards: preset ones first, then the others in order of creation.
    pub fn boards(&self) -> Result<Vec<Board>> {
        let (first_list, stored) = self.handle.read(|txn| {
            let first_list = WATCHLISTS.read(txn)?.all()?.first().map(|list| list.id);
            let mut stored = vec![];
            BOARDS.read(txn)?.each(|name, record| {
                stored.push((name, record));
                Ok(())
            })?;
            Ok((first_list, stored))
        })?;
        Ok(shown(stored, first_list))
    }

    /// One board.
    pub fn board(&self, name: &str) -> Result<Board> {
        let mut boards = self.boards()?.into_iter();
        boards.find(|board| board.name == name).ok_or(NO_BOARD)
    }

    /// Saves a board under its name. Returns true if it is new. Durable when it returns.
    ///
    /// # Errors
    /// [`StoreError::Limit`] if there are 100 boards already.
    pub fn save_board(&self, board: &Board) -> Result<bool> {
        self.handle.write(|txn| {
            let there = names(txn)?;
            let is_new = !there.contains(&board.name);
            if is_new && there.len() >= MAX_BOARDS {
                return Err(StoreError::Limit(format!(
                    "There are {MAX_BOARDS} boards already; delete some first."
                )));
            }
            let mut boards = BOARDS.write(txn)?;
            let number = match boards.get(&board.name)? {
                Some(record) => record.number,
                None => counters::next_id(txn, "last_board")?,
            };
            let record = BoardRecord {
                number,
                board: Some(board.clone()),
            };
            boards.put(&board.name, &record)?;
            Ok(is_new)
        })
    }

    /// Deletes a board. The last one cannot be deleted ([`StoreError::Duplicate`]).
    pub fn delete_board(&self, name: &str) -> Result<()> {
        let name = name.to_owned();
        self.handle.write(|txn| {
            let there = names(txn)?;
            if !there.contains(&name) {
                return Err(NO_BOARD);
            }
            if there.len() == 1 {
                return Err(StoreError::Duplicate(
                    "This is the last board; make another one first.".into(),
                ));
            }
            let mut boards = BOARDS.write(txn)?;
            if presets(None).iter().any(|preset| preset.name == name) {
                let deleted = BoardRecord {
                    number: 0,
                    board: None,
                };
                boards.put(&name, &deleted)
            } else {
                boards.remove(&name).map(|_| ())
            }
        })
    }

    /// Titles of the boards that show a ticker.
    pub(crate) fn boards_showing(&self, symbol: &str) -> Result<Vec<String>> {
        let shows = |board: &Board| board.symbols().any(|shown| shown == symbol);
        let boards = self.boards()?.into_iter().filter(shows);
        Ok(boards.map(|board| board.title).collect())
    }
}

/// The boards in display order: presets, as changed, then the others by their number.
fn shown(mut stored: Vec<(String, BoardRecord)>, first_list: Option<u32>) -> Vec<Board> {
    stored.sort_by_key(|(_, record)| record.number);
    let mut boards = vec![];
    for preset in presets(first_list) {
        match stored.iter().position(|(name, _)| *name == preset.name) {
            Some(at) => boards.extend(stored.remove(at).1.board),
            None => boards.push(preset),
        }
    }
    boards.extend(stored.into_iter().filter_map(|(_, record)| record.board));
    boards
}

/// Names of all boards, read in the transaction that writes.
fn names(txn: &WriteTransaction) -> Result<HashSet<String>> {
    let mut names: HashSet<String> = presets(None).into_iter().map(|one| one.name).collect();
    BOARDS.write(txn)?.each(|name, record| {
        match record.board {
            Some(_) => names.insert(name),
            None => names.remove(&name),
        };
        Ok(())
    })?;
    Ok(names)
}

//! Boards that people share with each other.

use crate::{
    domain::{
        board::{Board, BoardAddress},
        person::PersonId,
        sharing::{Permission, Share},
    },
    store::{
        PersonStore, Result, StoreError,
        key::PersonKey,
        record::BoardRecord,
        schema::{BOARDS, WATCHLISTS},
        user_data::boards::{self, NO_BOARD},
    },
};

/// A board, its owner, and the other people who may use it.
#[derive(Debug, Clone, PartialEq)]
pub struct SharedBoard {
    /// The person who owns the board.
    pub owner: PersonId,
    /// The other people who may use the board.
    pub shares: Vec<Share>,
    /// The board.
    pub board: Board,
}

impl SharedBoard {
    /// Returns the board of a record; `None` for a deleted preset board.
    fn new(owner: PersonId, record: BoardRecord) -> Option<Self> {
        let shares = record.shares.clone();
        let board = record.into_board()?;
        Some(Self {
            owner,
            shares,
            board,
        })
    }

    /// Returns what a person may do with the board; `None` if they may not see it.
    pub fn permission(&self, person: PersonId) -> Option<Permission> {
        Permission::of(person, self.owner, &self.shares)
    }

    /// Returns the address under which a person finds the board.
    pub fn address(&self, person: PersonId) -> BoardAddress {
        BoardAddress {
            name: self.board.name.clone(),
            owner: Some(self.owner).filter(|owner| *owner != person),
        }
    }
}

impl PersonStore<'_> {
    /// Returns the boards that the person may see: their own, then those of others by owner and in order
    /// of creation.
    pub fn visible_boards(&self) -> Result<Vec<SharedBoard>> {
        let own = self.own_boards()?.into_iter();
        let own = own.filter_map(|(_, record)| SharedBoard::new(self.person, record));
        let mut others = self.store.handle.read(|txn| {
            let mut others = vec![];
            let table = BOARDS.everyone().read(txn)?;
            table.for_each(|PersonKey { person, .. }, record| {
                let (number, board) = (record.number, SharedBoard::new(person, record));
                others.extend(board.map(|board| (person, number, board)));
                Ok(())
            })?;
            Ok(others)
        })?;
        others.retain(|(owner, _, board)| {
            *owner != self.person && board.permission(self.person).is_some()
        });
        others.sort_by_key(|(owner, number, _)| (*owner, *number));
        Ok(own
            .chain(others.into_iter().map(|(_, _, board)| board))
            .collect())
    }

    /// Returns a board of the person, or one that another person shares with them.
    pub fn visible_board(&self, address: &BoardAddress) -> Result<SharedBoard> {
        let owner = address.owner.unwrap_or(self.person);
        let record = find(self.store.of(owner).own_boards()?, &address.name);
        record
            .and_then(|record| SharedBoard::new(owner, record))
            .filter(|shared| shared.permission(self.person).is_some())
            .ok_or(NO_BOARD)
    }

    /// Replaces a board that `owner` shares with the person. The change is durable when this function returns.
    ///
    /// # Errors
    /// Returns [`StoreError::NotFound`] if the person may not see the board, and
    /// [`StoreError::Forbidden`] if they may not change it.
    pub fn save_shared_board(&self, owner: PersonId, board: &Board) -> Result<()> {
        self.store.handle.write(|txn| {
            let record = BOARDS.write(txn, owner)?.get(&board.name)?;
            let record = record.filter(|record| record.board.is_some());
            let shares = record.map(|record| record.shares).unwrap_or_default();
            match Permission::of(self.person, owner, &shares) {
                None => Err(NO_BOARD),
                Some(Permission::Read) => Err(StoreError::Forbidden(
                    "This board is shared with you to read; its owner can let you change it.",
                )),
                Some(Permission::Write | Permission::Own) => {
                    boards::put(txn, owner, &board.name, Some(board.clone()))
                }
            }
        })
    }

    /// Replaces the permissions of other people to use a board of the person.
    pub fn share_board(&self, name: &str, shares: Vec<Share>) -> Result<SharedBoard> {
        let name = name.to_owned();
        let record = self.store.handle.write(|txn| {
            let lists = WATCHLISTS.write(txn, self.person)?;
            let mut boards = BOARDS.write(txn, self.person)?;
            // A preset board that was never changed is not stored yet.
            let records = boards::records(&lists, &boards)?;
            let record = find(records, &name).filter(|record| record.board.is_some());
            let record = BoardRecord {
                shares,
                ..record.ok_or(NO_BOARD)?
            };
            boards.put(&name, &record)?;
            Ok(record)
        })?;
        SharedBoard::new(self.person, record).ok_or(NO_BOARD)
    }
}

/// Returns the record of the board with a name.
fn find(records: Vec<(String, BoardRecord)>, name: &str) -> Option<BoardRecord> {
    let mut records = records.into_iter();
    records
        .find(|(known, _)| known == name)
        .map(|(_, record)| record)
}

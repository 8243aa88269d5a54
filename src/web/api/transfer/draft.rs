//! The draft of an import plan, and the user data that it is based on.

use super::shapes::{ImportPlan, Mode};
use crate::{
    domain::{
        alert::{Alert, ListRef},
        board::{Board, TileContent},
        settings::Settings,
        symbol,
        watchlist::Watchlist,
    },
    store::UserImport,
};

/// The user data in this store.
pub(super) struct Here {
    /// Watchlists, oldest first.
    pub(super) lists: Vec<Watchlist>,
    /// Alerts, oldest first, without those of the sample market.
    pub(super) alerts: Vec<Alert>,
    /// Boards that were changed, and deleted built-in ones.
    pub(super) boards: Vec<(String, Option<Board>)>,
    pub(super) settings: Settings,
}

/// An import plan in progress.
pub(super) struct Draft {
    pub(super) mode: Mode,
    pub(super) plan: ImportPlan,
    pub(super) brought: UserImport,
    /// Symbols that are unknown, but will be followed during the import.
    pub(super) coming: Vec<String>,
}

impl Draft {
    /// Returns true if an unknown symbol will be followed during the import.
    pub(super) fn comes(&self, symbol: &str) -> bool {
        symbol::normalize(symbol).is_some_and(|symbol| self.coming.contains(&symbol))
    }

    /// Records an unknown symbol.
    pub(super) fn unknown(&mut self, symbol: &str) {
        if self.comes(symbol) {
            return;
        }
        let unknown = &mut self.plan.unknown;
        if unknown.iter().all(|known| known != symbol) {
            unknown.push(symbol.to_owned());
        }
    }

    pub(super) fn left_out(&mut self, sentence: String) {
        if !self.plan.left_out.contains(&sentence) {
            self.plan.left_out.push(sentence);
        }
    }

    /// Returns true if the file has a list with this number.
    pub(super) fn knows_list(&self, number: u32) -> bool {
        self.brought.lists.iter().any(|list| list.number == number)
    }

    /// Maps a list number in the file to the one in this store, if the list exists.
    pub(super) fn list_here(&self, number: u32) -> Option<u32> {
        let mut lists = self.brought.lists.iter();
        lists.find(|list| list.number == number)?.replaced_id
    }

    /// Returns the file's list with this number.
    pub(super) fn list_of_file(&self, number: u32) -> Option<ListRef> {
        let mut lists = self.brought.lists.iter();
        let list = lists.find(|list| list.number == number)?;
        Some(ListRef {
            id: number,
            name: list.name.clone(),
        })
    }

    /// Returns the alert with its list's number in this store; 0, which no list has, if the list does not exist yet.
    pub(super) fn alert_as_here(&self, alert: &Alert) -> Alert {
        let mut alert = alert.clone();
        if let Some(list) = &mut alert.list {
            list.id = self.list_here(list.id).unwrap_or_default();
        }
        alert
    }

    /// Returns true if the file's value replaces the existing one.
    pub(super) fn takes<T: PartialEq>(&self, here: Option<&T>, file: Option<&T>) -> bool {
        here != file && (self.mode == Mode::Replace || here.is_none())
    }

    /// Returns the board with list numbers of this store; `None` if one of its lists does not exist yet.
    pub(super) fn as_here(&self, board: &Board) -> Option<Board> {
        let mut board = board.clone();
        for tile in &mut board.tiles {
            if let TileContent::List { watchlist, .. } = &mut tile.content
                && let Some(number) = watchlist
            {
                *number = self.list_here(*number)?;
            }
        }
        Some(board)
    }
}

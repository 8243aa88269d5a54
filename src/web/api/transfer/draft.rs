//! A plan while it is worked out, and what it is worked out from.

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

/// What a person made here.
pub(super) struct Here {
    /// Oldest first.
    pub(super) lists: Vec<Watchlist>,
    /// Oldest first, without those that came with the sample market.
    pub(super) alerts: Vec<Alert>,
    /// Those that somebody changed, and deleted ones of those that are there from the start.
    pub(super) boards: Vec<(String, Option<Board>)>,
    pub(super) settings: Settings,
}

/// A plan while it is worked out.
pub(super) struct Draft {
    pub(super) mode: Mode,
    pub(super) plan: ImportPlan,
    pub(super) brought: UserImport,
    /// Symbols that are unknown and will be known when the file is imported, as they are followed.
    pub(super) coming: Vec<String>,
}

impl Draft {
    /// Whether a symbol that is unknown will be known when the file is imported.
    pub(super) fn comes(&self, symbol: &str) -> bool {
        symbol::normalize(symbol).is_some_and(|symbol| self.coming.contains(&symbol))
    }

    /// Notes that this market does not know a symbol.
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

    /// Whether the file has a list of this number.
    pub(super) fn knows_list(&self, number: u32) -> bool {
        self.brought.lists.iter().any(|list| list.number == number)
    }

    /// The number here of a list of the file, if it is here.
    pub(super) fn list_here(&self, number: u32) -> Option<u32> {
        let mut lists = self.brought.lists.iter();
        lists.find(|list| list.number == number)?.here
    }

    /// A list of the file, by its number there.
    pub(super) fn list_of_file(&self, number: u32) -> Option<ListRef> {
        let mut lists = self.brought.lists.iter();
        let list = lists.find(|list| list.number == number)?;
        Some(ListRef {
            id: number,
            name: list.name.clone(),
        })
    }

    /// An alert with the number that its list has here; 0, which none has, where that is not here yet.
    pub(super) fn alert_as_here(&self, alert: &Alert) -> Alert {
        let mut alert = alert.clone();
        if let Some(list) = &mut alert.list {
            list.id = self.list_here(list.id).unwrap_or_default();
        }
        alert
    }

    /// Whether what a file has comes in the place of what is here.
    pub(super) fn takes<T: PartialEq>(&self, here: Option<&T>, file: Option<&T>) -> bool {
        here != file && (self.mode == Mode::Replace || here.is_none())
    }

    /// A board with the numbers that its lists have here; `None` where one of them is not here yet.
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

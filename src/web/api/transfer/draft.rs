//! The draft of an import, and the existing user data on which it is based.

use super::shapes::{ImportPlan, Mode};
use crate::{
    domain::{
        alert::{Alert, ListRef, ScreenEvent, ScreenRef},
        board::{Board, TileContent},
        chart_layout::ChartLayout,
        drawing::Drawing,
        note::Note,
        screen::SavedScreen,
        settings::Settings,
        symbol,
        watchlist::Watchlist,
    },
    store::UserImport,
};

/// The user data in the database before an import.
pub(super) struct ExistingData {
    /// Watchlists, oldest first.
    pub(super) lists: Vec<Watchlist>,
    /// Alerts, oldest first, without the sample market's alerts.
    pub(super) alerts: Vec<Alert>,
    /// Created or changed boards by name; `None` for a deleted built-in board.
    pub(super) boards: Vec<(String, Option<Board>)>,
    /// Saved screens, oldest first.
    pub(super) screens: Vec<SavedScreen>,
    /// Notes, oldest first.
    pub(super) notes: Vec<Note>,
    /// Drawings, oldest first.
    pub(super) drawings: Vec<Drawing>,
    /// Chart layouts sorted by name.
    pub(super) chart_layouts: Vec<ChartLayout>,
    /// Settings shared by all devices.
    pub(super) settings: Settings,
}

/// The draft of an import, to which each kind of data is added.
pub(super) struct Draft {
    pub(super) mode: Mode,
    /// Description of the changes, for the response.
    pub(super) plan: ImportPlan,
    /// Changes to the database.
    pub(super) import: UserImport,
    /// Symbols without a ticker that the import follows or imports bars of.
    pub(super) expected_symbols: Vec<String>,
}

impl Draft {
    /// Returns true if the import creates a ticker with this symbol.
    pub(super) fn expects(&self, symbol: &str) -> bool {
        symbol::normalize(symbol).is_some_and(|symbol| self.expected_symbols.contains(&symbol))
    }

    /// Adds a symbol to the unknown symbols of the plan, unless the import creates a ticker with it.
    pub(super) fn add_unknown(&mut self, symbol: &str) {
        if self.expects(symbol) {
            return;
        }
        let unknown = &mut self.plan.unknown;
        if unknown.iter().all(|known| known != symbol) {
            unknown.push(symbol.to_owned());
        }
    }

    /// Records in the plan that this market does not have a symbol, and that its `what` ('Notes') are left out unless the import creates a
    /// ticker with it.
    pub(super) fn add_unknown_of(&mut self, what: &str, symbol: &str) {
        self.add_unknown(symbol);
        if !self.expects(symbol) {
            self.add_left_out(format!("{what} on {symbol} are left out: unknown ticker."));
        }
    }

    /// Adds a sentence about data that is left out to the plan.
    pub(super) fn add_left_out(&mut self, sentence: String) {
        if !self.plan.left_out.contains(&sentence) {
            self.plan.left_out.push(sentence);
        }
    }

    /// Returns true if the file has a list with this number.
    pub(super) fn has_list(&self, number: u32) -> bool {
        self.import.lists.iter().any(|list| list.number == number)
    }

    /// Returns the id in the database of the list with this number in the file; `None` if the import creates the list.
    pub(super) fn existing_list_id(&self, number: u32) -> Option<u32> {
        let mut lists = self.import.lists.iter();
        lists.find(|list| list.number == number)?.replaced_id
    }

    /// Returns a reference to the list with this number in the file; `None` if the file has no such list.
    pub(super) fn list_ref(&self, number: u32) -> Option<ListRef> {
        let mut lists = self.import.lists.iter();
        let list = lists.find(|list| list.number == number)?;
        Some(ListRef {
            id: number,
            name: list.name.clone(),
        })
    }

    /// Returns a reference to the screen with this number in the file; `None` if the file has no such screen.
    pub(super) fn screen_ref(&self, number: u32, event: ScreenEvent) -> Option<ScreenRef> {
        let mut screens = self.import.screens.iter();
        let screen = screens.find(|screen| screen.number == number)?;
        Some(ScreenRef {
            id: number,
            name: screen.name.clone(),
            event,
        })
    }

    /// Replaces the number of the alert's list or screen in the file with its id in the database, or with 0 if the import creates it: no list or
    /// screen has the id 0.
    pub(super) fn with_existing_ids(&self, alert: &Alert) -> Alert {
        let mut alert = alert.clone();
        if let Some(watched) = &mut alert.screen {
            let mut screens = self.import.screens.iter();
            let screen = screens.find(|screen| screen.number == watched.id);
            watched.id = screen
                .and_then(|screen| screen.existing_id)
                .unwrap_or_default();
        }
        if let Some(list) = &mut alert.list {
            list.id = self.existing_list_id(list.id).unwrap_or_default();
        }
        alert
    }

    /// Returns true if the value in the file replaces the existing value.
    pub(super) fn replaces<T: PartialEq>(&self, existing: Option<&T>, file: Option<&T>) -> bool {
        existing != file && (self.mode == Mode::Replace || existing.is_none())
    }

    /// Replaces the list numbers of a board in the file with the ids in the database; returns `None` if the import creates one of the lists.
    pub(super) fn with_existing_list_ids(&self, board: &Board) -> Option<Board> {
        let mut board = board.clone();
        for tile in &mut board.tiles {
            if let TileContent::List { watchlist, .. } | TileContent::Holdings { watchlist, .. } =
                &mut tile.content
                && let Some(number) = watchlist
            {
                *number = self.existing_list_id(*number)?;
            }
        }
        Some(board)
    }
}

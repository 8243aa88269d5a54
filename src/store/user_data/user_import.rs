//! Application of a user data import in a single transaction.

use std::collections::HashMap;

use redb::WriteTransaction;

use super::{alerts, boards, chart_layouts, drawings, notes, screens, settings, watchlists};
use crate::{
    domain::{
        alert::Alert,
        board::{Board, TileContent},
        chart_layout::ChartLayout,
        drawing::Drawing,
        note::Note,
        person::PersonId,
        screen::{SavedScreen, Screen, Universe},
        settings::Settings,
        ticker::TickerId,
        watchlist::{EntryContent, Watchlist, WatchlistItem},
    },
    store::{
        PersonStore, Result, counters,
        schema::{ALERTS, BOARDS, CHART_LAYOUTS, DRAWINGS, NOTES, SCREENS, WATCHLISTS},
    },
};

/// The state of a watchlist after an import.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ImportedList {
    /// The number by which boards and settings of the import refer to the list.
    pub(crate) number: u32,
    /// Id of the stored list that is replaced; `None` creates a new list.
    pub(crate) replaced_id: Option<u32>,
    /// Name of the list.
    pub(crate) name: String,
    /// Tickers of the list with their notes and holdings, each once, in display order.
    pub(crate) entries: Vec<(TickerId, EntryContent)>,
}

/// The state of a saved screen after an import.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct ImportedScreen {
    /// The number by which alerts of the import refer to the screen.
    pub(crate) number: u32,
    /// Id of the stored screen with this name; `None` creates a new screen.
    pub(crate) existing_id: Option<u32>,
    /// Name of the screen.
    pub(crate) name: String,
    /// The new query, which refers to lists by [`ImportedList::number`]; `None` keeps the stored one.
    pub(crate) query: Option<String>,
}

/// The changes of an import of user data.
#[derive(Debug, Clone, Default, PartialEq)]
pub(crate) struct UserImport {
    /// All lists that the import refers to, including unchanged ones.
    pub(crate) lists: Vec<ImportedList>,
    /// Ids of lists to remove.
    pub(crate) removed_lists: Vec<u32>,
    /// All screens that the import refers to, including unchanged ones.
    pub(crate) screens: Vec<ImportedScreen>,
    /// Ids of screens to remove.
    pub(crate) removed_screens: Vec<u32>,
    /// New notes. Their ids are ignored.
    pub(crate) notes: Vec<Note>,
    /// Ids of notes to remove.
    pub(crate) removed_notes: Vec<u32>,
    /// New drawings. Their ids are ignored.
    pub(crate) drawings: Vec<Drawing>,
    /// Ids of drawings to remove.
    pub(crate) removed_drawings: Vec<u32>,
    /// New and changed chart layouts.
    pub(crate) chart_layouts: Vec<ChartLayout>,
    /// Names of chart layouts to remove.
    pub(crate) removed_chart_layouts: Vec<String>,
    /// New alerts. Their ids are ignored.
    pub(crate) alerts: Vec<Alert>,
    /// Ids of alerts to remove. Their reports stay in the history.
    pub(crate) removed_alerts: Vec<u32>,
    /// Boards by name. They refer to lists by [`ImportedList::number`]. `None` deletes a preset
    /// board.
    pub(crate) boards: Vec<(String, Option<Board>)>,
    /// Names of boards to remove. A preset board is reset to its original state.
    pub(crate) removed_boards: Vec<String>,
    /// New settings for all devices, if they change.
    pub(crate) settings: Option<Settings>,
    /// The [`ImportedList::number`] of the list on the home page, if it is in `lists`.
    pub(crate) home_list: Option<u32>,
}

impl PersonStore<'_> {
    /// Returns the stored boards by name, in order of creation. The board is `None` for a deleted
    /// preset board.
    pub(crate) fn changed_boards(&self) -> Result<Vec<(String, Option<Board>)>> {
        let mut stored = self.store.handle.read(|txn| {
            let mut stored = vec![];
            BOARDS.read(txn, self.person)?.for_each(|name, record| {
                stored.push((name, record));
                Ok(())
            })?;
            Ok(stored)
        })?;
        stored.sort_by_key(|(_, record)| record.number);
        let boards = stored.into_iter();
        Ok(boards.map(|(name, record)| (name, record.board)).collect())
    }

    /// Applies an import and returns the new alerts with their ids. The changes are durable when
    /// this function returns.
    pub(crate) fn apply_import(&self, import: &UserImport) -> Result<Vec<Alert>> {
        self.store.handle.write(|txn| {
            let ids_by_number = import_lists(txn, self.person, import)?;
            import_boards(txn, self.person, import, &ids_by_number)?;
            let screen_ids = import_screens(txn, self.person, import, &ids_by_number)?;
            for id in &import.removed_lists {
                screens::check_not_searched(txn, *id)?;
            }
            for id in &import.removed_notes {
                NOTES.write(txn, self.person)?.remove(id)?;
            }
            for note in &import.notes {
                notes::create(txn, self.person, note)?;
            }
            for id in &import.removed_drawings {
                DRAWINGS.write(txn, self.person)?.remove(id)?;
            }
            for drawing in &import.drawings {
                drawings::create(txn, self.person, drawing)?;
            }
            for name in &import.removed_chart_layouts {
                CHART_LAYOUTS.write(txn, self.person)?.remove(name)?;
            }
            for layout in &import.chart_layouts {
                chart_layouts::save(txn, self.person, layout)?;
            }
            if let Some(settings) = &import.settings {
                let mut settings = settings.clone();
                if let Some(number) = import.home_list {
                    settings.home_list = ids_by_number.get(&number).copied();
                }
                settings::put(txn, self.person, &settings)?;
            }
            for id in &import.removed_alerts {
                ALERTS.write(txn, self.person)?.remove(id)?;
            }
            let alerts = import.alerts.iter();
            let alerts = alerts.map(|alert| Alert {
                person: self.person,
                ..with_stored_ids(alert, &ids_by_number, &screen_ids)
            });
            alerts.map(|alert| alerts::create(txn, &alert)).collect()
        })
    }
}

/// Replaces the number of the list or screen in an alert with the id of the stored one.
fn with_stored_ids(
    alert: &Alert,
    ids_by_number: &HashMap<u32, u32>,
    screen_ids: &HashMap<u32, u32>,
) -> Alert {
    let mut alert = alert.clone();
    if let Some(screen) = &mut alert.screen {
        screen.id = screen_ids.get(&screen.id).copied().unwrap_or_default();
    }
    if let Some(list) = &mut alert.list {
        list.id = ids_by_number.get(&list.id).copied().unwrap_or_default();
    }
    alert
}

/// Writes the lists. Returns the ids of the stored lists by [`ImportedList::number`].
fn import_lists(
    txn: &WriteTransaction,
    person: PersonId,
    import: &UserImport,
) -> Result<HashMap<u32, u32>> {
    for id in &import.removed_lists {
        WATCHLISTS.write(txn, person)?.remove(id)?;
    }
    let mut ids_by_number = HashMap::new();
    for list in &import.lists {
        let existing = match list.replaced_id {
            Some(id) => WATCHLISTS.write(txn, person)?.get(&id)?,
            None => None,
        };
        let id = match &existing {
            Some(existing) => existing.id,
            None => counters::next_id(txn, "last_watchlist")?,
        };
        let version = existing.as_ref().map_or(0, |existing| existing.version);
        let shares = existing.as_ref().map(|existing| existing.shares.clone());
        // Existing entries keep their ids.
        let mut item_ids: HashMap<TickerId, u32> = existing
            .into_iter()
            .flat_map(|existing| existing.items)
            .map(|item| (item.ticker_id, item.id))
            .collect();
        let mut items = Vec::with_capacity(list.entries.len());
        for (ticker_id, content) in &list.entries {
            let id = match item_ids.remove(ticker_id) {
                Some(id) => id,
                None => counters::next_id(txn, "last_watchlist_item")?,
            };
            items.push(WatchlistItem {
                id,
                ticker_id: *ticker_id,
                note: content.note.clone(),
                holding: content.holding.clone(),
            });
        }
        let mut stored_list = Watchlist {
            id,
            user_id: person,
            version,
            name: list.name.clone(),
            items,
            shares: shares.unwrap_or_default(),
        };
        watchlists::put(txn, &mut stored_list)?;
        ids_by_number.insert(list.number, id);
    }
    Ok(ids_by_number)
}

/// Writes the screens. Returns the ids of the stored screens by [`ImportedScreen::number`].
fn import_screens(
    txn: &WriteTransaction,
    person: PersonId,
    import: &UserImport,
    ids_by_number: &HashMap<u32, u32>,
) -> Result<HashMap<u32, u32>> {
    for id in &import.removed_screens {
        SCREENS.write(txn, person)?.remove(id)?;
    }
    let mut screen_ids = HashMap::new();
    for screen in &import.screens {
        let id = match screen.existing_id {
            Some(id) => id,
            None => counters::next_id(txn, screens::ID_COUNTER)?,
        };
        screen_ids.insert(screen.number, id);
        // The import was checked, so the query is valid.
        let new = screen.query.as_deref().map(Screen::from_query);
        if let Some(Ok(mut query)) = new {
            if let Universe::List(list) = &mut query.universe {
                *list = ids_by_number.get(list).copied().unwrap_or_default();
            }
            let saved = SavedScreen {
                id,
                name: screen.name.clone(),
                query: query.to_query(),
            };
            SCREENS.write(txn, person)?.put(&id, &saved)?;
        }
    }
    Ok(screen_ids)
}

fn import_boards(
    txn: &WriteTransaction,
    person: PersonId,
    import: &UserImport,
    ids_by_number: &HashMap<u32, u32>,
) -> Result<()> {
    for name in &import.removed_boards {
        BOARDS.write(txn, person)?.remove(name)?;
    }
    for (name, board) in &import.boards {
        let board = board
            .clone()
            .map(|board| with_stored_lists(board, ids_by_number));
        boards::put(txn, person, name, board)?;
    }
    Ok(())
}

/// Replaces the list numbers in a board with the ids of the stored lists.
fn with_stored_lists(mut board: Board, ids_by_number: &HashMap<u32, u32>) -> Board {
    for tile in &mut board.tiles {
        if let TileContent::List { watchlist, .. } | TileContent::Holdings { watchlist, .. } =
            &mut tile.content
        {
            *watchlist = watchlist.and_then(|number| ids_by_number.get(&number).copied());
        }
    }
    board
}

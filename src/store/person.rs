//! The part of the database that belongs to one person.

use super::{Result, Store};
use crate::domain::{person::PersonId, ticker::Ticker};

/// The records of one person: their lists, alerts, boards and other user data.
#[derive(Clone, Copy)]
pub struct PersonStore<'s> {
    pub(super) store: &'s Store,
    pub(super) person: PersonId,
}

impl Store {
    /// Returns the part of the database that belongs to `person`.
    pub fn of(&self, person: PersonId) -> PersonStore<'_> {
        PersonStore {
            store: self,
            person,
        }
    }
}

impl PersonStore<'_> {
    /// Describes the watchlists, boards and alerts that use a ticker, as clauses for an error sentence.
    pub(super) fn ticker_uses(&self, ticker: &Ticker) -> Result<Vec<String>> {
        let symbol = &ticker.profile.symbol;
        let alerts = self.alerts()?;
        let alerts = alerts.iter().filter(|alert| alert.symbol == *symbol);
        let lists = self.watchlists()?.into_iter();
        let mut uses: Vec<String> = lists
            .filter(|list| list.contains(ticker.id))
            .map(|list| format!("the watchlist '{}' contains it", list.name))
            .collect();
        let boards = self.boards_showing(symbol)?.into_iter();
        uses.extend(boards.map(|title| format!("the board '{title}' shows it")));
        let layouts = self.chart_layouts_showing(symbol)?.into_iter();
        uses.extend(layouts.map(|title| format!("the chart layout '{title}' shows it")));
        match self.count_notes(ticker.id)? {
            0 => {}
            1 => uses.push("it has a note".into()),
            count => uses.push(format!("it has {count} notes")),
        }
        match self.count_drawings(ticker.id)? {
            0 => {}
            1 => uses.push("its chart has a drawing".into()),
            count => uses.push(format!("its chart has {count} drawings")),
        }
        match alerts.count() {
            0 => {}
            1 => uses.push("an alert watches it".into()),
            count => uses.push(format!("{count} alerts watch it")),
        }
        Ok(uses)
    }
}

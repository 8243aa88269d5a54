//! The rows of an index's members in the list. The stock screener shows them whether the members are followed or not. They are read
//! after each close, so that all prices are from the same session.

use std::collections::HashMap;

use jiff::{SignedDuration, Timestamp};

use super::wire::Row;
use crate::domain::{
    facts::{ListedFigures, ListedMembers},
    session::{Calendar, Phase},
};

/// Time after a close until the list has the closing prices.
const PUBLICATION_DELAY: SignedDuration = SignedDuration::from_mins(30);

/// The members of an index.
pub(super) struct Members {
    /// Symbols in the spelling of the market (`BRK-B`), by the list's spelling (`BRK.B`).
    by_listed_symbol: HashMap<String, String>,
    /// When their rows were read last.
    read_at: Option<Timestamp>,
}

impl Members {
    pub(super) fn new(symbols: impl IntoIterator<Item = String>) -> Self {
        let symbols = symbols.into_iter();
        Self {
            by_listed_symbol: symbols
                .map(|symbol| (symbol.replace('-', "."), symbol))
                .collect(),
            read_at: None,
        }
    }

    /// Returns true if the rows were not read since the last close. A time from the future was set before the clock was set back.
    pub(super) fn are_due(&self, now: Timestamp) -> bool {
        let published = now.saturating_sub(PUBLICATION_DELAY).unwrap_or(now);
        let newest = last_close(published);
        let read_at = self.read_at.filter(|at| *at <= now);
        !self.by_listed_symbol.is_empty() && read_at.is_none_or(|at| at.as_second() < newest)
    }

    /// Returns the symbols in the list's spelling.
    pub(super) fn listed_symbols(&self) -> impl Iterator<Item = String> {
        self.by_listed_symbol.keys().cloned()
    }

    /// Takes the figures of the members from rows that were read at `now`.
    pub(super) fn read(&mut self, rows: &HashMap<String, Row>, now: Timestamp) -> ListedMembers {
        self.read_at = Some(now);
        let figures = |(listed, symbol): (&String, &String)| {
            let row = rows.get(listed)?;
            let figures = ListedFigures {
                price: Some(row.price?),
                change: row.change,
                volume: row.volume,
                market_cap: row.market_cap,
            };
            Some((symbol.clone(), figures))
        };
        ListedMembers {
            by_symbol: self.by_listed_symbol.iter().filter_map(figures).collect(),
            as_of: price_time(now),
            provider: String::new(),
        }
    }
}

/// Returns the close (Unix seconds) of the last session in New York that ended until `now`.
fn last_close(now: Timestamp) -> i64 {
    let session = Calendar::NewYork.session_at_or_before(now);
    if session.close <= now.as_second() {
        return session.close;
    }
    let before = Timestamp::from_second(session.open - 1).unwrap_or(now);
    Calendar::NewYork.session_at_or_before(before).close
}

/// Returns the time of the prices in a list that was read at `now`.
fn price_time(now: Timestamp) -> Timestamp {
    if Calendar::NewYork.phase(now) == Phase::Regular {
        return now;
    }
    Timestamp::from_second(last_close(now)).unwrap_or(now)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn time(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn members() -> Members {
        Members::new(["AAPL".to_owned(), "BRK-B".to_owned()])
    }

    #[test]
    fn rows_are_read_at_the_start_and_half_an_hour_after_each_close() {
        let mut members = members();
        let friday = time("2026-11-20T19:32:00Z");
        assert!(members.are_due(friday), "never read");
        members.read(&HashMap::new(), friday);
        for (now, is_due) in [
            ("2026-11-20T21:00:00Z", false),
            ("2026-11-20T21:29:00Z", false),
            ("2026-11-20T21:30:00Z", true),
            ("2026-11-22T12:00:00Z", true),
            // The clock was set back.
            ("2026-11-20T19:00:00Z", true),
        ] {
            assert_eq!(members.are_due(time(now)), is_due, "{now}");
        }
        members.read(&HashMap::new(), time("2026-11-20T21:30:00Z"));
        for (now, is_due) in [
            ("2026-11-22T12:00:00Z", false),
            ("2026-11-23T20:00:00Z", false),
            ("2026-11-23T21:30:00Z", true),
            // The session after Thanksgiving ends at 13:00.
            ("2026-11-27T18:30:00Z", true),
        ] {
            assert_eq!(members.are_due(time(now)), is_due, "{now}");
        }
        assert!(!Members::new([]).are_due(friday));
    }

    #[test]
    fn figures_have_the_spelling_of_the_market_and_the_time_of_the_prices() {
        let row = Row {
            price: Some(500.0),
            change: Some(-1.5),
            market_cap: Some(1.08e12),
            ..Row::default()
        };
        let without_price = Row {
            market_cap: Some(3e12),
            ..Row::default()
        };
        let rows = HashMap::from([
            ("BRK.B".to_owned(), row),
            ("AAPL".to_owned(), without_price),
        ]);
        let read = members().read(&rows, time("2026-11-21T12:00:00Z"));
        assert_eq!(read.as_of, time("2026-11-20T21:00:00Z"), "Friday's close");
        let figures = ListedFigures {
            price: Some(500.0),
            change: Some(-1.5),
            volume: None,
            market_cap: Some(1.08e12),
        };
        let expected = HashMap::from([("BRK-B".to_owned(), figures)]);
        assert_eq!(
            read.by_symbol, expected,
            "a row without a price is left out"
        );
        let trading = time("2026-11-20T19:32:00Z");
        assert_eq!(members().read(&rows, trading).as_of, trading);
    }
}

//! The input and the memory of alerts on a screen: the tickers that match it.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
};

use jiff::{Timestamp, civil::Date};

use crate::domain::{
    alert::ScreenEvent,
    quotation::QuotedIn,
    session::{Calendar, exchange_date},
};

/// A saved screen and the tickers that match it now.
#[derive(Debug, Clone, PartialEq)]
pub(crate) struct WatchedScreen {
    /// Id of the screen.
    pub(crate) id: u32,
    /// Name of the screen.
    pub(crate) name: String,
    /// The screen's query. If it changes, the tickers that match because of the change are not reported.
    pub(crate) query: String,
    /// The matching tickers by symbol.
    pub(crate) members: Arc<BTreeMap<String, ScreenMember>>,
}

/// A ticker that matches a screen.
#[derive(Debug, Clone, Copy, PartialEq)]
pub(crate) struct ScreenMember {
    /// The price.
    pub(crate) price: Option<f64>,
    /// Currency and unit of the price.
    pub(crate) quoted_in: QuotedIn,
}

/// What an alert on a screen remembers.
#[derive(Debug, Default)]
pub(super) struct ScreenState {
    /// The query and the members when the screen was last evaluated; `None` before the first time.
    last: Option<(String, Arc<BTreeMap<String, ScreenMember>>)>,
    /// The New York date of the last report of each ticker.
    reported: HashMap<String, Date>,
}

impl ScreenState {
    /// Records the members. Returns those that entered or left since the last call; none at the first call and after the query
    /// changed.
    pub(super) fn changes(
        &mut self,
        screen: &WatchedScreen,
        event: ScreenEvent,
    ) -> Vec<(String, ScreenMember)> {
        let current = (screen.query.clone(), Arc::clone(&screen.members));
        match self.last.replace(current) {
            Some((query, before)) if query == screen.query => match event {
                ScreenEvent::Enter => missing_in(&screen.members, &before),
                ScreenEvent::Leave => {
                    let mut left = missing_in(&before, &screen.members);
                    // The price at which the ticker still matched is not the current one.
                    for (_, member) in &mut left {
                        member.price = None;
                    }
                    left
                }
            },
            _ => vec![],
        }
    }

    /// Records that a ticker is reported at `at`. Returns false if it was reported on that day already.
    pub(super) fn record_report(&mut self, symbol: &str, at: Timestamp) -> bool {
        let day = exchange_date(Calendar::NewYork, at);
        let last = self.reported.get(symbol).copied();
        self.reported
            .insert(symbol.to_owned(), last.map_or(day, |last| last.max(day)));
        last != Some(day)
    }
}

/// Returns the members of `all` that `others` lacks.
fn missing_in(
    all: &BTreeMap<String, ScreenMember>,
    others: &BTreeMap<String, ScreenMember>,
) -> Vec<(String, ScreenMember)> {
    let missing = all
        .iter()
        .filter(|(symbol, _)| !others.contains_key(*symbol));
    missing
        .map(|(symbol, member)| (symbol.clone(), *member))
        .collect()
}

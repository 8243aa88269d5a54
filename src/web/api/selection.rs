//! Selects the tickers of a feed or summary: `?symbols=`, `?list=`, both, or all tickers on any list.

use crate::{
    domain::ticker::TickerId,
    web::{
        AppState,
        api::{
            tickers::lookup::{named_symbols, resolve},
            watchlists::USER,
        },
        http::{
            error::{ApiError, Result},
            request::{ApiRequest, number},
        },
    },
};

/// Maximum number of symbols in a request.
const MAX_SYMBOLS: usize = 50;

/// The selected tickers.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    /// Name of the requested list.
    pub(crate) list: Option<String>,
    /// In the order of the request or of the lists. Named symbols keep their positions, including duplicates and unknown
    /// ones.
    pub(crate) items: Vec<Selected>,
}

/// An element of a selection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Selected {
    /// A ticker of this market.
    Ticker(TickerId),
    /// A symbol that this market does not know, as it was typed.
    Unknown(String),
}

impl Selection {
    /// Reads the selection from a request; by default, all tickers on any list.
    pub(crate) async fn read(state: &AppState, request: &ApiRequest) -> Result<Self> {
        let (symbols, list) = (request.query("symbols"), request.query("list"));
        match (symbols, list) {
            (Some(symbols), None) => Self::named(state, &symbols),
            (symbols, Some(list)) => {
                let id = number(&list, "watchlist")?;
                let list = state.store.run(move |store| store.watchlist(id)).await?;
                let named = match symbols {
                    Some(symbols) => Self::named(state, &symbols)?,
                    None => Self::default(),
                };
                let tickers = list.items.iter().map(|item| item.ticker_id);
                let listed = once(tickers).into_iter().map(Selected::Ticker);
                let mut items: Vec<Selected> = listed.collect();
                // After those of the list, positions do not matter.
                for selected in named.items {
                    if !items.contains(&selected) {
                        items.push(selected);
                    }
                }
                Ok(Self {
                    items,
                    list: Some(list.name),
                })
            }
            (None, None) => {
                let lists = state.store.run(|store| store.watchlists(USER)).await?;
                let items = lists.iter().flat_map(|list| &list.items);
                let tickers = once(items.map(|item| item.ticker_id));
                Ok(Self {
                    list: None,
                    items: tickers.into_iter().map(Selected::Ticker).collect(),
                })
            }
        }
    }

    /// The tickers, without duplicates.
    pub(crate) fn tickers(&self) -> Vec<TickerId> {
        once(self.items.iter().filter_map(|selected| match selected {
            Selected::Ticker(id) => Some(*id),
            Selected::Unknown(_) => None,
        }))
    }

    /// Unknown symbols, without duplicates.
    pub(crate) fn unknown(&self) -> Vec<String> {
        let mut unknown: Vec<String> = Vec::new();
        for selected in &self.items {
            if let Selected::Unknown(symbol) = selected
                && !symbol.is_empty()
                && !unknown.contains(symbol)
            {
                unknown.push(symbol.clone());
            }
        }
        unknown
    }

    fn named(state: &AppState, symbols: &str) -> Result<Self> {
        let named = named_symbols(symbols);
        if named.iter().all(|symbol| symbol.is_empty()) || named.len() > MAX_SYMBOLS {
            return Err(ApiError::bad_request(format!(
                "Invalid symbols; expected 1 to {MAX_SYMBOLS} symbols separated by commas, as in ?symbols=AAPL,BTC."
            )));
        }
        let market = state.market.read();
        let selected = |symbol: &str| {
            resolve(&market, symbol)
                .map_or_else(|_| Selected::Unknown(symbol.to_owned()), Selected::Ticker)
        };
        let selection = Self {
            list: None,
            items: named.into_iter().map(selected).collect(),
        };
        if selection.tickers().is_empty() {
            let unknown = selection.unknown().join(", ");
            return Err(ApiError::not_found(format!("Unknown ticker '{unknown}'.")));
        }
        Ok(selection)
    }
}

fn once(tickers: impl IntoIterator<Item = TickerId>) -> Vec<TickerId> {
    let mut seen = Vec::new();
    for id in tickers {
        if !seen.contains(&id) {
            seen.push(id);
        }
    }
    seen
}

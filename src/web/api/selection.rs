//! Selection of tickers by the query parameters `symbols`, `list`, or both, for feeds and the summary. Default: all tickers on any list.

use crate::{
    domain::{ticker::TickerId, watchlist::Watchlist},
    web::{
        AppState,
        api::tickers::lookup::{resolve_symbol, split_symbols},
        http::{
            error::{ApiError, Result},
            request::{ApiRequest, positive_number},
        },
    },
};

/// Maximum number of symbols in a request.
const MAX_SYMBOLS: usize = 50;

/// The selected tickers.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    /// Name of the requested list; `None` without a list.
    pub(crate) list: Option<String>,
    /// The lists with the selected tickers; empty if tickers are selected by symbol only.
    pub(crate) lists: Vec<Watchlist>,
    /// The tickers and unknown symbols, in the order of the request or of the lists. Without a list, every requested symbol keeps its
    /// position, including duplicates.
    pub(crate) items: Vec<SelectedItem>,
}

/// An item of a selection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum SelectedItem {
    /// A ticker of this market.
    Ticker(TickerId),
    /// A symbol that this market does not know, as it was typed.
    Unknown(String),
}

impl Selection {
    /// Reads the selection that a request describes. Errors: 400 for too many or no symbols, 404 for an unknown list or if every symbol
    /// is unknown.
    pub(crate) async fn read(state: &AppState, request: &ApiRequest) -> Result<Self> {
        let (symbols, list) = (request.query("symbols"), request.query("list"));
        match (symbols, list) {
            (Some(symbols), None) => Self::from_symbols(state, &symbols),
            (symbols, Some(list)) => {
                let id = positive_number(&list, "watchlist")?;
                let list = request
                    .store(state, move |store| store.watchlist(id))
                    .await?;
                let from_symbols = match symbols {
                    Some(symbols) => Self::from_symbols(state, &symbols)?,
                    None => Self::default(),
                };
                let tickers = list.items.iter().map(|item| item.ticker_id);
                let mut items: Vec<SelectedItem> = without_duplicates(tickers)
                    .into_iter()
                    .map(SelectedItem::Ticker)
                    .collect();
                // With a list, symbols do not keep their positions: duplicates are removed.
                for item in from_symbols.items {
                    if !items.contains(&item) {
                        items.push(item);
                    }
                }
                Ok(Self {
                    items,
                    list: Some(list.name.clone()),
                    lists: vec![list],
                })
            }
            (None, None) => {
                let lists = request.store(state, |store| store.watchlists()).await?;
                let items = lists.iter().flat_map(|list| &list.items);
                let tickers = without_duplicates(items.map(|item| item.ticker_id));
                Ok(Self {
                    list: None,
                    items: tickers.into_iter().map(SelectedItem::Ticker).collect(),
                    lists,
                })
            }
        }
    }

    /// Returns the tickers, without duplicates.
    pub(crate) fn tickers(&self) -> Vec<TickerId> {
        without_duplicates(self.items.iter().filter_map(|item| match item {
            SelectedItem::Ticker(id) => Some(*id),
            SelectedItem::Unknown(_) => None,
        }))
    }

    /// Returns the unknown symbols, without duplicates.
    pub(crate) fn unknown(&self) -> Vec<String> {
        let mut unknown: Vec<String> = Vec::new();
        for item in &self.items {
            if let SelectedItem::Unknown(symbol) = item
                && !symbol.is_empty()
                && !unknown.contains(symbol)
            {
                unknown.push(symbol.clone());
            }
        }
        unknown
    }

    /// Selects the tickers with these comma-separated symbols.
    fn from_symbols(state: &AppState, symbols: &str) -> Result<Self> {
        let symbols = split_symbols(symbols);
        if symbols.iter().all(|symbol| symbol.is_empty()) || symbols.len() > MAX_SYMBOLS {
            return Err(ApiError::bad_request(format!(
                "Invalid symbols; expected 1 to {MAX_SYMBOLS} symbols separated by commas, as in ?symbols=AAPL,BTC."
            )));
        }
        let market = state.market.read();
        let item = |symbol: &str| match resolve_symbol(&market, symbol) {
            Ok(id) => SelectedItem::Ticker(id),
            Err(_) => SelectedItem::Unknown(symbol.to_owned()),
        };
        let selection = Self {
            list: None,
            lists: Vec::new(),
            items: symbols.into_iter().map(item).collect(),
        };
        if selection.tickers().is_empty() {
            let unknown = selection.unknown().join(", ");
            return Err(ApiError::not_found(format!("Unknown ticker '{unknown}'.")));
        }
        Ok(selection)
    }
}

/// Returns the tickers in their order, without duplicates.
fn without_duplicates(tickers: impl IntoIterator<Item = TickerId>) -> Vec<TickerId> {
    let mut unique = Vec::new();
    for id in tickers {
        if !unique.contains(&id) {
            unique.push(id);
        }
    }
    unique
}

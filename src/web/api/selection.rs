//! Which tickers a feed or a summary is about: `?symbols=`, `?list=`, both together, or all that are on a list.

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

/// Symbols that can be named at once.
const MOST: usize = 50;

/// The tickers that somebody asks about.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    /// Name of the list, where one was asked for.
    pub(crate) list: Option<String>,
    /// In the order of the request or of the lists: whoever names symbols finds each at its place, also one that is named
    /// twice or that nobody knows.
    pub(crate) places: Vec<Place>,
}

/// What stands at a place of a selection.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Place {
    /// A ticker of this market.
    Ticker(TickerId),
    /// A symbol that this market does not know, as it was named.
    Unknown(String),
}

impl Selection {
    /// What a request asks for; where it names nothing, all that is on a list.
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
                let listed = once(tickers).into_iter().map(Place::Ticker);
                let mut places: Vec<Place> = listed.collect();
                // Behind those of the list nobody counts on a place.
                for place in named.places {
                    if !places.contains(&place) {
                        places.push(place);
                    }
                }
                Ok(Self {
                    places,
                    list: Some(list.name),
                })
            }
            (None, None) => {
                let lists = state.store.run(|store| store.watchlists(USER)).await?;
                let items = lists.iter().flat_map(|list| &list.items);
                let tickers = once(items.map(|item| item.ticker_id));
                Ok(Self {
                    list: None,
                    places: tickers.into_iter().map(Place::Ticker).collect(),
                })
            }
        }
    }

    /// The tickers, each once.
    pub(crate) fn tickers(&self) -> Vec<TickerId> {
        once(self.places.iter().filter_map(|place| match place {
            Place::Ticker(id) => Some(*id),
            Place::Unknown(_) => None,
        }))
    }

    /// Symbols that were named and that nobody knows, each once.
    pub(crate) fn unknown(&self) -> Vec<String> {
        let mut unknown: Vec<String> = Vec::new();
        for place in &self.places {
            if let Place::Unknown(symbol) = place
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
        if named.iter().all(|symbol| symbol.is_empty()) || named.len() > MOST {
            return Err(ApiError::bad_request(format!(
                "Name 1 to {MOST} symbols with commas between them, as in ?symbols=AAPL,BTC."
            )));
        }
        let market = state.market.read();
        let place = |symbol: &str| {
            resolve(&market, symbol)
                .map_or_else(|_| Place::Unknown(symbol.to_owned()), Place::Ticker)
        };
        let selection = Self {
            list: None,
            places: named.into_iter().map(place).collect(),
        };
        if selection.tickers().is_empty() {
            let unknown = selection.unknown().join(", ");
            return Err(ApiError::not_found(format!(
                "There is no ticker '{unknown}' here."
            )));
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

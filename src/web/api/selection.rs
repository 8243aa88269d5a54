//! Which tickers a feed or a summary is about: `?symbols=`, `?list=`, both together, or all that are on a list.

use crate::{
    domain::ticker::TickerId,
    web::{
        AppState,
        api::{tickers::lookup::resolve, watchlists::USER},
        http::{
            error::{ApiError, Result},
            request::{ApiRequest, number},
        },
    },
};

/// Symbols that can be named at once.
const MOST: usize = 50;

/// The tickers that somebody asks about, each once.
#[derive(Debug, Default)]
pub(crate) struct Selection {
    /// Name of the list, where one was asked for.
    pub(crate) list: Option<String>,
    /// In the order of the request or of the lists.
    pub(crate) tickers: Vec<TickerId>,
    /// Symbols that were named and that nobody knows.
    pub(crate) unknown: Vec<String>,
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
                Ok(Self {
                    tickers: once(tickers.chain(named.tickers)),
                    list: Some(list.name),
                    unknown: named.unknown,
                })
            }
            (None, None) => {
                let lists = state.store.run(|store| store.watchlists(USER)).await?;
                let items = lists.iter().flat_map(|list| &list.items);
                Ok(Self {
                    list: None,
                    tickers: once(items.map(|item| item.ticker_id)),
                    unknown: Vec::new(),
                })
            }
        }
    }

    fn named(state: &AppState, symbols: &str) -> Result<Self> {
        let named = symbols.split(',').map(str::trim);
        let symbols: Vec<&str> = named.filter(|symbol| !symbol.is_empty()).collect();
        if symbols.is_empty() || symbols.len() > MOST {
            return Err(ApiError::bad_request(format!(
                "Name 1 to {MOST} symbols with commas between them, as in ?symbols=AAPL,BTC."
            )));
        }
        let market = state.market.read();
        let (mut tickers, mut unknown) = (Vec::new(), Vec::new());
        for symbol in symbols {
            match resolve(&market, symbol) {
                Ok(id) => tickers.push(id),
                Err(_) => unknown.push(symbol.to_owned()),
            }
        }
        if tickers.is_empty() {
            let unknown = unknown.join(", ");
            return Err(ApiError::not_found(format!(
                "There is no ticker '{unknown}' here."
            )));
        }
        Ok(Self {
            list: None,
            tickers: once(tickers),
            unknown,
        })
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

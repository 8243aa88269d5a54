//! The query parameters that all endpoints for holdings have: which lists, and in which currency.

use crate::{
    domain::{currency::Currency, watchlist::Watchlist},
    web::{
        AppState,
        api::tickers::lookup::resolve_symbol,
        http::{
            error::Result,
            request::{ApiRequest, currency_param, positive_number},
        },
    },
};

/// The lists whose holdings are requested, and the display currency.
pub(super) struct HoldingsRequest {
    pub(super) lists: Vec<Watchlist>,
    pub(super) currency: Currency,
}

impl HoldingsRequest {
    /// Reads the parameters `watchlistId` (default: all lists), `symbol` (default: all tickers) and `currency`. Returns 404 if there is no
    /// such list or ticker.
    pub(super) async fn parse(state: &AppState, request: &ApiRequest) -> Result<Self> {
        let ticker = request
            .query("symbol")
            .map(|symbol| resolve_symbol(&state.market.read(), &symbol))
            .transpose()?;
        let mut holdings = Self::parse_lists(state, request).await?;
        if let Some(ticker) = ticker {
            for list in &mut holdings.lists {
                list.items.retain(|item| item.ticker_id == ticker);
            }
        }
        Ok(holdings)
    }

    /// Reads the parameters `watchlistId` and `currency`.
    async fn parse_lists(state: &AppState, request: &ApiRequest) -> Result<Self> {
        if let Some(id) = request.query("watchlistId") {
            let id = positive_number(&id, "watchlist")?;
            return Self::for_list(state, request, id).await;
        }
        let currency = currency(state, request)?;
        let lists = request.store(state, |store| store.watchlists()).await?;
        Ok(Self { lists, currency })
    }

    /// Reads a list and the parameter `currency`. Returns 404 if there is no such list.
    pub(super) async fn for_list(state: &AppState, request: &ApiRequest, id: u32) -> Result<Self> {
        let currency = currency(state, request)?;
        let list = request
            .store(state, move |store| store.watchlist(id))
            .await?;
        Ok(Self {
            lists: vec![list],
            currency,
        })
    }
}

fn currency(state: &AppState, request: &ApiRequest) -> Result<Currency> {
    Ok(currency_param(request, "currency")?
        .unwrap_or_else(|| state.display_currency(request.person())))
}

//! The tools `quote` and `search`.

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    numbers::{count, round},
    price::{Price, PricedTicker, age_seconds, find_ticker},
};
use crate::{
    domain::{
        quote::ExtendedQuote,
        session::Phase,
        ticker::{TickerId, TickerKind},
    },
    web::{
        AppState,
        api::{
            shapes::{SessionPhase, Ticker, TickerType},
            tickers::{
                lookup::{find_listing, parse_identifier},
                statistics::Statistics,
            },
        },
        http::{
            error::{ApiError, Result},
            request::ApiRequest,
        },
    },
};

/// Maximum number of symbols in a call.
const MAX_SYMBOLS: u32 = 20;

/// Arguments of `quote`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct QuoteArguments {
    /// Symbols, such as AAPL, SAP.DE, ^GSPC, GC=F or BTC; 1 to 20.
    #[schema(min_items = 1, max_items = 20)]
    symbols: Vec<String>,
}

/// Quotes of tickers.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Quotes {
    /// Quotes in the order of the symbols.
    #[schema(inline)]
    quotes: Vec<Quote>,
    /// Symbols that this server does not follow.
    unknown: Vec<String>,
}

/// The quote of a ticker. Amounts are in the currency of the price.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Quote {
    /// Symbol.
    symbol: String,
    /// Full name.
    name: String,
    /// Type of the ticker.
    #[serde(rename = "type")]
    #[schema(value_type = TickerType, inline)]
    kind: TickerKind,
    /// Sector, fund category, crypto category or commodity group.
    sector: Option<String>,
    /// Name of the exchange.
    exchange: Option<String>,
    /// Current phase of the ticker's market.
    #[schema(value_type = SessionPhase, inline)]
    session: Phase,
    /// The newest price of the regular session; missing if no source has one.
    #[schema(inline)]
    price: Option<Price>,
    /// A newer price from before or after the regular session.
    #[schema(inline)]
    extended: Option<Extended>,
    /// Previous close.
    previous_close: Option<f64>,
    /// Change in seven days, in percent.
    change7d_percent: Option<f64>,
    /// Lowest price of the session, or in 24 hours.
    day_low: Option<f64>,
    /// Highest price of the session, or in 24 hours.
    day_high: Option<f64>,
    /// Lowest price in 52 weeks.
    year_low: Option<f64>,
    /// Highest price in 52 weeks.
    year_high: Option<f64>,
    /// Market capitalization.
    market_cap: Option<f64>,
    /// Units traded; for crypto the value traded.
    volume: Option<f64>,
}

/// A price from outside the regular session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
struct Extended {
    /// The price.
    value: f64,
    /// Change from the last regular close, in percent.
    change_percent: f64,
    /// pre, post, or overnight.
    #[schema(value_type = String)]
    session: Phase,
    /// Time of the price, according to its source.
    #[schema(value_type = String, format = DateTime)]
    as_of: Timestamp,
    /// Age of the price in seconds.
    age_seconds: i64,
}

impl Extended {
    fn of(quote: &ExtendedQuote, now: Timestamp) -> Self {
        Self {
            value: quote.price,
            change_percent: round(quote.change),
            session: quote.session,
            as_of: quote.as_of,
            age_seconds: age_seconds(quote.as_of, now),
        }
    }
}

/// Returns the quotes of tickers.
pub(super) async fn quote(
    state: &AppState,
    _: &ApiRequest,
    arguments: QuoteArguments,
) -> Result<Quotes> {
    let number = u32::try_from(arguments.symbols.len()).unwrap_or(u32::MAX);
    count(Some(number), "number of symbols", (1, MAX_SYMBOLS, 1))?;
    let mut answer = Quotes {
        quotes: Vec::new(),
        unknown: Vec::new(),
    };
    for symbol in arguments.symbols {
        let found = find_ticker(&state.market.read(), &symbol);
        match found {
            Ok(id) => answer.quotes.push(quote_of(state, id).await?),
            Err(_) => answer.unknown.push(symbol),
        }
    }
    if answer.quotes.is_empty() {
        return Err(ApiError::not_found(format!(
            "Unknown symbols: {}; use the tool search to find symbols.",
            answer.unknown.join(", ")
        )));
    }
    Ok(answer)
}

async fn quote_of(state: &AppState, id: TickerId) -> Result<Quote> {
    let statistics = Statistics::read(state, id).await?;
    let (market, now) = (state.market.read(), state.now());
    let listing = find_listing(&market, id)?;
    let ticker = Ticker::of(listing, now);
    let quote = listing.quote.as_ref();
    let calendar = listing.ticker.profile.calendar();
    let extended = quote.and_then(|quote| quote.extended_at(calendar, now));
    Ok(Quote {
        price: Price::of(listing, now),
        symbol: ticker.symbol,
        name: ticker.name,
        kind: ticker.kind,
        sector: ticker.sector,
        exchange: ticker.exchange,
        session: ticker.session,
        extended: extended.map(|extended| Extended::of(extended, now)),
        previous_close: quote.and_then(|quote| quote.previous_close),
        change7d_percent: ticker.change7d.map(round),
        day_low: statistics.day_low,
        day_high: statistics.day_high,
        year_low: statistics.year_low,
        year_high: statistics.year_high,
        market_cap: ticker.market_cap,
        volume: ticker.volume24h,
    })
}

/// Maximum number of search results.
const MAX_RESULTS: usize = 10;

/// Arguments of `search`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct SearchArguments {
    /// Name, symbol, ISIN, WKN, CUSIP or FIGI.
    #[schema(min_length = 1)]
    query: String,
}

/// Search results.
#[derive(Debug, Serialize, ToSchema)]
pub(super) struct Found {
    /// At most ten tickers, best match first; empty if nothing matches.
    #[schema(inline)]
    tickers: Vec<PricedTicker>,
}

/// Searches tickers.
pub(super) async fn search(
    state: &AppState,
    _: &ApiRequest,
    arguments: SearchArguments,
) -> Result<Found> {
    let now = state.now();
    let market = state.market.read();
    let index = state.market.search_index(&market);
    let tickers: Vec<PricedTicker> = market
        .search(&index, &arguments.query, MAX_RESULTS)
        .into_iter()
        .filter_map(|id| market.get(id))
        .map(|listing| PricedTicker::of(listing, now))
        .collect();
    if tickers.is_empty() {
        parse_identifier(&arguments.query)?;
    }
    Ok(Found { tickers })
}

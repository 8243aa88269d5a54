//! Endpoints for the market as a whole: fear and greed, overview, sessions.

use hyper::StatusCode;
use jiff::{SignedDuration, Timestamp};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        currency::Currency,
        fear_greed::{FearGreed, OWN_PROVIDER, STOCKS, stock_index},
        session::{Calendar, Phase, exchange_date},
        ticker::TickerKind,
    },
    market::{OVERVIEW_SYMBOLS, Topic},
    web::{
        AppState,
        api::shapes::{SAMPLE_PROVIDER, SessionPhase, TickerType},
        http::{
            error::{ApiError, Result},
            reply::{self, CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

/// A reading of a fear and greed index.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Reading {
    /// Value from 0 (extreme fear) to 100 (extreme greed), rounded.
    value: f64,
    /// Label of the unrounded value: as published by the provider, or else extreme fear, fear, neutral, greed or extreme greed.
    classification: String,
    /// Whether the provider published the label.
    is_owners_word: bool,
    /// Labels of the indicators that the value is derived from; null if the provider does not publish them.
    indicators: Option<Indicators>,
    /// Name of the index.
    name: &'static str,
    /// The components; the value is their mean. Empty if the provider does not publish them.
    components: Vec<Component>,
    /// The formula of an index that Marketdeck computes; null for the index of a provider.
    formula: Option<&'static str>,
    /// stocks or crypto.
    market: String,
    /// When the value was measured, according to the source.
    #[schema(value_type = String, format = DateTime)]
    as_of: Timestamp,
    /// Whether the value is more than two days old. For stocks, weekends and holidays do not count.
    stale: bool,
    /// Name of the provider.
    source: String,
    /// Whether the reading is part of the sample market.
    is_sample: bool,
}

/// A component of a fear and greed reading.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Component {
    /// Name of the component.
    name: String,
    /// Score from 0 to 100, rounded.
    score: f64,
}

/// Labels of the indicators of a fear and greed index, such as Strong, High, Greedy or Low.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Indicators {
    /// Label of the market momentum.
    market_momentum: String,
    /// Label of the volatility.
    volatility: String,
    /// Label of the market breadth.
    market_breadth: String,
    /// Label of the ratio of put to call options.
    put_call_ratio: String,
}

/// A row of the market overview.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OverviewRow {
    /// The ticker's id.
    id: u32,
    /// The ticker's full name.
    name: String,
    /// The ticker's symbol.
    symbol: String,
    /// Last price, in `currency`; points for an index.
    price: Option<f64>,
    /// ISO 4217 code of the ticker's currency.
    #[schema(value_type = String)]
    currency: Currency,
    /// Change since the previous close, in percent.
    change: Option<f64>,
    /// The ticker's type.
    #[serde(rename = "type")]
    #[schema(value_type = TickerType)]
    kind: TickerKind,
    /// Time of the price, according to the source.
    #[schema(value_type = Option<String>, format = DateTime)]
    updated_at: Option<Timestamp>,
}

/// The US stock market's session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct MarketSession {
    /// Always US.
    market: &'static str,
    /// pre, regular, post or closed.
    #[schema(value_type = SessionPhase)]
    state: Phase,
    /// The server's time.
    #[schema(value_type = String, format = DateTime)]
    now: Timestamp,
    /// Time of the next change of phase.
    #[schema(value_type = String, format = DateTime)]
    next_change: Timestamp,
    /// The phase after the next change.
    #[schema(value_type = SessionPhase)]
    next_state: Phase,
    /// Name of today's holiday; null if today is not a holiday.
    holiday: Option<&'static str>,
    /// IANA time zone of the exchange.
    time_zone: &'static str,
}

/// Returns the newest fear and greed reading of the requested market. Default: of stocks, or of crypto if there is no reading of stocks.
#[utoipa::path(get, path = "/api/fear-greed",
    params(("market" = Option<String>, Query, description = "stocks or crypto")),
    responses((status = 200, description = "The newest reading.", body = Reading),
        (status = 404, description = "No reading is known yet.", body = String)))]
pub(crate) fn fear_greed(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let now = state.now();
    let reading = state
        .market
        .read()
        .fear_greed_reading(request.query("market").as_deref(), now)
        .map(|reading| Reading::of(reading, now));
    let reading =
        reading.ok_or_else(|| ApiError::not_found("There is no fear and greed reading yet."))?;
    Ok(CachedBody::json(&reading)?.to_reply(&request.headers))
}

/// Lists the newest reading of every fear and greed index: the indices of the providers, and the index of stocks that Marketdeck computes,
/// with its formula.
#[utoipa::path(get, path = "/api/fear-greed/readings", responses((status = 200, description = "The newest reading of each index.", body = Vec<Reading>)))]
pub(crate) fn fear_greed_readings(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let now = state.now();
    let readings: Vec<Reading> = state
        .market
        .read()
        .fear_greed
        .iter()
        .map(|reading| Reading::of(reading, now))
        .collect();
    Ok(CachedBody::json(&readings)?.to_reply(&request.headers))
}

impl Reading {
    fn of(reading: &FearGreed, now: Timestamp) -> Self {
        Self {
            value: reading.value.round(),
            classification: reading.word().to_owned(),
            is_owners_word: reading.rating.is_some(),
            indicators: reading.indicators.as_ref().map(|labels| Indicators {
                market_momentum: labels.market_momentum.clone(),
                volatility: labels.volatility.clone(),
                market_breadth: labels.market_breadth.clone(),
                put_call_ratio: labels.put_call_ratio.clone(),
            }),
            name: index_name(reading),
            components: reading
                .components
                .iter()
                .map(|component| Component {
                    name: component.name.clone(),
                    score: component.score.round(),
                })
                .collect(),
            formula: (reading.provider == OWN_PROVIDER).then_some(stock_index::FORMULA),
            market: reading.market.clone(),
            as_of: reading.as_of,
            stale: reading.stale_at() <= now,
            source: reading.provider.clone(),
            is_sample: reading.provider == SAMPLE_PROVIDER,
        }
    }
}

/// Returns the name of the index of a reading.
fn index_name(reading: &FearGreed) -> &'static str {
    match reading.provider.as_str() {
        "cnn" => "CNN Fear & Greed Index",
        "alternative_me" => "Crypto Fear & Greed Index",
        OWN_PROVIDER => "Marketdeck Share Sentiment",
        _ if reading.market == STOCKS => "Fear & Greed of stocks",
        _ => "Fear & Greed of crypto",
    }
}

/// Lists three US stock indices, Bitcoin, Ether and gold.
#[utoipa::path(get, path = "/api/market-overview", responses((status = 200, description = "The rows of the market overview.", body = Vec<OverviewRow>)))]
pub(crate) async fn overview(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let body = state
        .cached(
            request.person(),
            "market-overview",
            &[Topic::Tickers],
            |market, _| {
                let listings = OVERVIEW_SYMBOLS
                    .iter()
                    .filter_map(|symbol| market.by_symbol(symbol));
                let row = |listing: &crate::market::Listing| OverviewRow {
                    id: listing.ticker.id.0,
                    name: listing.ticker.profile.name.clone(),
                    symbol: listing.ticker.profile.symbol.clone(),
                    price: listing.quote.as_ref().map(|quote| quote.price),
                    currency: listing.ticker.profile.currency,
                    change: listing.quote.as_ref().and_then(|quote| quote.change_24h),
                    kind: listing.ticker.profile.kind,
                    updated_at: listing.quote.as_ref().map(|quote| quote.as_of),
                };
                listings.map(row).collect::<Vec<_>>()
            },
        )
        .await?;
    Ok(body.to_reply(&request.headers))
}

/// Returns the session phase of the US stock market, and when it changes. If the sample market is configured to never close, the US market
/// is always open.
#[utoipa::path(get, path = "/api/market-session", responses((status = 200, description = "The phase of the US session and its next change.", body = MarketSession)))]
pub(crate) fn session(state: &AppState) -> Reply {
    let now = state.now();
    let sp500 = state.market.read().by_symbol("^GSPC").cloned();
    let calendar = sp500.map_or(Calendar::NewYork, |index| index.ticker.profile.calendar());
    let (next_change, next_state) = calendar.next_change(now);
    let session = MarketSession {
        market: "US",
        state: calendar.phase(now),
        now,
        next_change,
        next_state,
        holiday: calendar.holiday_name(exchange_date(calendar, now)),
        time_zone: "America/New_York",
    };
    reply::json(StatusCode::OK, &session)
}

/// The trading sessions of an exchange.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ExchangeSessions {
    /// City of the exchange.
    name: &'static str,
    /// IANA time zone of the exchange.
    time_zone: &'static str,
    /// Sessions between two days ago and nine days ahead, ascending. A holiday has no session; a day with a midday break has two.
    sessions: Vec<OpenHours>,
}

/// A trading session.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct OpenHours {
    /// Start of the session.
    #[schema(value_type = String, format = DateTime)]
    opens_at: Timestamp,
    /// End of the session.
    #[schema(value_type = String, format = DateTime)]
    closes_at: Timestamp,
}

/// The large exchanges from east to west: city and time zone.
pub(crate) const EXCHANGES: [(&str, &str); 3] = [
    ("Tokyo", "Asia/Tokyo"),
    ("London", "Europe/London"),
    ("New York", "America/New_York"),
];

/// Lists the trading hours of the large exchanges, computed from their rules and holidays.
#[utoipa::path(get, path = "/api/exchange-sessions", responses((status = 200, description = "Exchanges with their sessions.", body = Vec<ExchangeSessions>)))]
pub(crate) fn exchange_sessions(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let now = state.now();
    let sessions: Vec<ExchangeSessions> = EXCHANGES
        .iter()
        .map(|(name, time_zone)| ExchangeSessions {
            name,
            time_zone,
            sessions: open_hours(time_zone, now),
        })
        .collect();
    Ok(CachedBody::json(&sessions)?.to_reply(&request.headers))
}

/// Returns the sessions of an exchange between two days before `now` and nine days after it.
fn open_hours(time_zone: &str, now: Timestamp) -> Vec<OpenHours> {
    const HOUR: SignedDuration = SignedDuration::from_hours(1);
    let (Some(calendar), Ok(start), Ok(end)) = (
        Calendar::for_exchange(time_zone, None, None),
        now.checked_sub(HOUR * 48),
        now.checked_add(HOUR * 24 * 9),
    ) else {
        return Vec::new();
    };
    let mut hours = Vec::new();
    // A session that is open at `start` is left out: it ends the day before yesterday.
    let (mut at, _) = calendar.next_change(start);
    while at < end {
        let (next, _) = calendar.next_change(at);
        if calendar.phase(at) == Phase::Regular {
            hours.push(OpenHours {
                opens_at: at,
                closes_at: next,
            });
        }
        at = next;
    }
    hours
}

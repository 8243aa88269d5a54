//! The tool `history`.

use http_body_util::BodyExt as _;
use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    numbers::{count, round},
    price::find_ticker,
};
use crate::{
    domain::{quotation::Quotation, ticker::TickerId},
    web::{
        AppState,
        api::{history, shapes::PriceUnit, tickers::lookup::find_listing},
        http::{
            access::Caller,
            error::{ApiError, Result},
            request::ApiRequest,
        },
        settings::ServerUrl,
    },
};

/// Minimum, maximum and default number of bars.
const POINTS: (u32, u32, u32) = (50, 200, 60);

/// Arguments of `history`.
#[derive(Debug, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub(super) struct HistoryArguments {
    /// Symbol, such as AAPL.
    symbol: String,
    /// Timeframe; default 1M.
    #[serde(default)]
    #[schema(pattern = "^(1D|1W|1M|3M|6M|YTD|1Y|5Y|MAX)$")]
    timeframe: Option<String>,
    /// Maximum number of bars; default 60. More bars are merged into longer ones.
    #[serde(default)]
    #[schema(minimum = 50, maximum = 200)]
    points: Option<u32>,
}

/// Prices of a ticker over a timeframe, in its currency.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct History {
    /// Symbol.
    symbol: String,
    /// Full name.
    name: String,
    /// Currency of the prices, or of the nominal value if they are in percent (ISO 4217).
    currency: String,
    /// The unit of the prices.
    #[schema(value_type = PriceUnit, inline)]
    price_unit: Quotation,
    /// Timeframe.
    timeframe: String,
    /// Name of the source of the newest price; bars may come from another source.
    source: Option<String>,
    /// Time of the newest price.
    #[schema(value_type = Option<String>, format = DateTime)]
    as_of: Option<Timestamp>,
    /// Length of each bar in seconds.
    bar_seconds: Option<u64>,
    /// The price that the change is relative to: the close before the timeframe if it is known, otherwise the first price.
    base: Option<f64>,
    /// Last price.
    last: Option<f64>,
    /// Change from `base` to `last`, in percent.
    change_percent: Option<f64>,
    /// Highest price in the timeframe.
    high: Option<f64>,
    /// Lowest price in the timeframe.
    low: Option<f64>,
    /// Bars, oldest first; empty if no prices are known.
    #[schema(inline)]
    bars: Vec<Point>,
}

/// A bar.
#[derive(Debug, Serialize, ToSchema)]
struct Point {
    /// End of the bar; for a daily bar the exchange's date at 00:00 UTC.
    #[schema(value_type = String, format = DateTime)]
    time: Timestamp,
    /// First price.
    open: Option<f64>,
    /// Highest price.
    high: Option<f64>,
    /// Lowest price.
    low: Option<f64>,
    /// Last price.
    close: f64,
    /// Units traded; for crypto the value traded in US dollars.
    volume: Option<f64>,
}

/// A point of the API's price history.
#[derive(Debug, Deserialize)]
struct ApiPoint {
    timestamp: Timestamp,
    price: f64,
    open: Option<f64>,
    high: Option<f64>,
    low: Option<f64>,
    volume: Option<f64>,
    /// The price that the change of the timeframe is relative to, in the first point.
    base: Option<BasePrice>,
}

#[derive(Debug, Deserialize)]
struct BasePrice {
    price: f64,
}

impl From<ApiPoint> for Point {
    fn from(point: ApiPoint) -> Self {
        Self {
            time: point.timestamp,
            open: point.open,
            high: point.high,
            low: point.low,
            close: point.price,
            volume: point.volume,
        }
    }
}

/// Returns the prices of a ticker over a timeframe.
pub(super) async fn history(
    state: &AppState,
    _: &ApiRequest,
    arguments: HistoryArguments,
) -> Result<History> {
    let points = count(arguments.points, "points", POINTS)?;
    let timeframe = arguments.timeframe.unwrap_or_else(|| "1M".to_owned());
    let id = {
        let market = state.market.read();
        let id = find_ticker(&market, &arguments.symbol)?;
        let is_imported = find_listing(&market, id)?.ticker.imported.is_some();
        let is_loading = state.market.is_loading_histories() && !market.has_histories(id);
        if is_loading && !is_imported {
            return Err(ApiError::still_loading());
        }
        id
    };
    let (points, bar_seconds) = read_points(state, id, &timeframe, points).await?;
    let market = state.market.read();
    let listing = find_listing(&market, id)?;
    let profile = &listing.ticker.profile;
    let quote = listing.quote.as_ref();
    let first = points.first();
    let base = first
        .and_then(|point| point.base.as_ref())
        .map(|base| base.price);
    let base = base.or_else(|| first.map(|point| point.price));
    let last = points.last().map(|point| point.price);
    let change = base.zip(last).filter(|(base, _)| *base > 0.0);
    let highs = points.iter().map(|point| point.high.unwrap_or(point.price));
    let lows = points.iter().map(|point| point.low.unwrap_or(point.price));
    Ok(History {
        symbol: profile.symbol.clone(),
        name: profile.name.clone(),
        currency: profile.currency.to_string(),
        price_unit: profile.quotation,
        timeframe,
        source: quote.map(|quote| quote.source.clone()),
        as_of: quote.map(|quote| quote.as_of),
        bar_seconds,
        base,
        last,
        change_percent: change.map(|(base, last)| round(100.0 * (last - base) / base)),
        high: highs.reduce(f64::max),
        low: lows.reduce(f64::min),
        bars: points.into_iter().map(Point::from).collect(),
    })
}

/// Reads the points with the API's own function, and the length of their bars in seconds.
async fn read_points(
    state: &AppState,
    id: TickerId,
    timeframe: &str,
    points: u32,
) -> Result<(Vec<ApiPoint>, Option<u64>)> {
    // The timeframe comes from the model; any other character would add parameters.
    if !timeframe.bytes().all(|byte| byte.is_ascii_alphanumeric()) {
        return Err(ApiError::bad_request(format!(
            "Invalid timeframe '{timeframe}'; expected one of: 1D, 1W, 1M, 3M, 6M, YTD, 1Y, 5Y, MAX."
        )));
    }
    let query = format!("timeframe={timeframe}&points={points}&bars=true&base=true");
    let request = ApiRequest::internal(&query, Caller::AuthDisabled, ServerUrl::default());
    let reply = history::prices(state, &request, &id.to_string()).await?;
    let (head, body) = reply.into_parts();
    let bar_seconds = head.headers.get(history::BAR_SECONDS);
    let bar_seconds = bar_seconds.and_then(|value| value.to_str().ok()?.parse().ok());
    let body = body.collect().await.map_err(|_| ApiError::internal())?;
    let points = serde_json::from_slice(&body.to_bytes()).map_err(|error| {
        tracing::error!(%error, "mcp: reading a price history failed");
        ApiError::internal()
    })?;
    Ok((points, bar_seconds))
}

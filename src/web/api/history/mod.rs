//! Price histories: stored bars, overlaid with bars not yet committed, ending with the live price.

pub(crate) mod bars;
mod downsample;
mod params;
mod points;
pub(crate) mod range;
mod read;
mod session;

use hyper::header::{CONTENT_TYPE, HeaderName, HeaderValue};

use self::{
    bars::stored_bars,
    downsample::Downsampled,
    params::Params,
    points::{end_with_quote, points, start_with_opening},
    range::{HistoryQuery, history_query},
    read::{base, read},
    session::{ExtendedLine, SessionLine},
};
use crate::{
    domain::{
        bar::{Bar, Interval, Timeframe},
        session::Calendar,
    },
    web::{
        AppState,
        api::{
            shapes::{BarPoint, BasePrice, HistoryPoint, PricePoint, seconds},
            tickers::lookup::{id_or_symbol, known},
        },
        http::{
            cache::CacheVersion,
            error::{ApiError, Result},
            format::Format,
            reply::{CachedBody, Reply},
            request::{ApiRequest, flag},
        },
    },
};

/// Response header: the length of each bar, in seconds.
const BAR_SECONDS: HeaderName = HeaderName::from_static("marketdeck-bar-seconds");
/// Response header: the number of implausible bars left out.
const BARS_LEFT_OUT: HeaderName = HeaderName::from_static("marketdeck-bars-left-out");

/// Returns closing prices over a timeframe. A day or a week starts with the price at its beginning, so that the first and last point
/// differ by the quote's own change. At most `points` points (default 5,000): if there are more, bars are merged into longer ones (days
/// become weeks), and the header `marketdeck-bar-seconds` gives their length. A week consists of hourly bars, or of five-minute bars if
/// `points` is given and none of them is missing. Implausible bars are left out, and the header `marketdeck-bars-left-out` counts them.
/// With `bars`, each point also has the open, high, low and volume of its bar. With `earlier`, returns what precedes the timeframe instead,
/// in bars of the same length: at most 400, for averages that begin with the first point. With `base`, the first point also has the price
/// that the timeframe's change is relative to: the previous close, if known.
#[utoipa::path(get, path = "/api/tickers/{id}/price-history",
    params(("id" = u32, Path), ("timeframe" = Option<String>, Query, pattern = "^(1D|1W|7D|1M|3M|6M|YTD|1Y|5Y|MAX)$"),
        ("interval" = Option<String>, Query, pattern = "^(5m|1h|1d)$"),
        ("points" = Option<u32>, Query, minimum = 50, maximum = 5000),
        ("bars" = Option<bool>, Query, description = "include open, high, low and volume"),
        ("earlier" = Option<bool>, Query, description = "return what precedes the timeframe"),
        ("base" = Option<bool>, Query, description = "include the price that the timeframe's change is relative to")),
    responses((status = 200, description = "Prices, ascending.", body = Vec<HistoryPoint>),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn prices(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    answer(state, request, id, "prices", |query, params, bars, base| {
        let bars = bars.by_last();
        let mut points = points(query, &bars);
        if !params.earlier {
            end_with_quote(&mut points, &bars, query);
            start_with_opening(&mut points, query);
        }
        if !params.with_bars {
            points.iter_mut().for_each(HistoryPoint::leave_price);
        }
        if let Some(first) = points.first_mut() {
            first.base = base;
        }
        CachedBody::json(&points)
    })
    .await
}

/// Returns bars over a timeframe, at most `points` (default 5,000): if there are more, they are merged into longer ones, and the header
/// `marketdeck-bar-seconds` gives their length. `earlier` as for the price history.
#[utoipa::path(get, path = "/api/tickers/{id}/bars",
    params(("id" = u32, Path), ("timeframe" = Option<String>, Query, pattern = "^(1D|1W|7D|1M|3M|6M|YTD|1Y|5Y|MAX)$"),
        ("interval" = Option<String>, Query, pattern = "^(5m|1h|1d)$"),
        ("points" = Option<u32>, Query, minimum = 50, maximum = 5000),
        ("earlier" = Option<bool>, Query, description = "return what precedes the timeframe"),
        ("format" = Option<String>, Query, pattern = "^(json|csv)$", description = "json (default) or csv")),
    responses((status = 200, description = "Bars, ascending.", content((Vec<BarPoint> = "application/json"), (String = "text/csv"))),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn bars(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    answer(state, request, id, "bars", |_, params, bars, _| {
        let bars: Vec<BarPoint> = bars.by_start().iter().map(BarPoint::of).collect();
        match params.format {
            Format::Csv => csv(&bars),
            Format::Json => CachedBody::json(&bars),
        }
    })
    .await
}

/// Writes bars in the format that `marketdeck import bars` reads: a header row, and an empty field for an unknown volume.
fn csv(bars: &[BarPoint]) -> Result<CachedBody> {
    let failed = |error: csv::Error| {
        tracing::error!(%error, "writing bars as CSV failed");
        ApiError::internal()
    };
    let mut writer = csv::WriterBuilder::new()
        .has_headers(false)
        .from_writer(Vec::new());
    writer.serialize(BarPoint::NAMES).map_err(failed)?;
    for bar in bars {
        writer.serialize(bar).map_err(failed)?;
    }
    let text = writer.into_inner().map_err(|_| ApiError::internal())?;
    let kind = HeaderValue::from_static("text/csv; charset=utf-8");
    Ok(CachedBody::new(text.into()).with(CONTENT_TYPE, kind))
}

/// Returns the price line of a ticker's trading day.
#[utoipa::path(get, path = "/api/tickers/{id}/session-line", params(("id" = u32, Path),
        ("extended" = Option<bool>, Query, description = "include prices before and after the session")),
    responses((status = 200, description = "Prices of the session.", body = SessionLine),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn session_line(
    state: &AppState,
    request: &ApiRequest,
    id: &str,
) -> Result<Reply> {
    let is_extended = flag(request, "extended")?;
    let (query, version) = {
        let market = state.market.read();
        let id = id_or_symbol(&market, id)?;
        let listing = known(&market, id)?;
        let query = history_query(
            &market,
            listing,
            Timeframe::Day,
            Some(Interval::FiveMinutes),
            state.now(),
        );
        let newest = listing.extended.last().filter(|_| is_extended);
        let (second, price) = newest.unwrap_or_default();
        let version = version(state, &query)
            .and(second.unsigned_abs() ^ price.to_bits())
            .and(listing.extended.len() as u64);
        (query, version)
    };
    let key = format!("session-line/{}/{is_extended}", query.id);
    let build = async {
        let bars = stored_bars(state, query.id, query.interval, query.range.clone()).await?;
        CachedBody::json(&line(state, &query, &bars, is_extended)?)
    };
    let body = state.cache.get(&key, &version, state.now(), build).await?;
    Ok(body.to(&request.headers))
}

fn line(
    state: &AppState,
    query: &HistoryQuery,
    bars: &[Bar],
    is_extended: bool,
) -> Result<SessionLine> {
    let mut points = points(query, bars);
    end_with_quote(&mut points, bars, query);
    let market = state.market.read();
    let listing = known(&market, query.id)?;
    let profile = &listing.ticker.profile;
    let (start, end) = session::bounds(query, state.now());
    let quote = query.quote.as_ref();
    let before = query.opening.filter(|_| query.calendar == Calendar::Always);
    Ok(SessionLine {
        ticker_id: query.id.0,
        symbol: profile.symbol.clone(),
        name: profile.name.clone(),
        price: quote.map(|quote| quote.price),
        currency: profile.currency,
        change24h: quote.and_then(|quote| quote.change_24h),
        previous_close: quote
            .and_then(|quote| quote.previous_close)
            .or(before.map(|(_, price)| price)),
        session_start: seconds(start),
        session_end: seconds(end),
        points: points.into_iter().map(PricePoint::from).collect(),
        extended: is_extended
            .then(|| ExtendedLine::of(listing, state.now()))
            .flatten(),
    })
}

async fn answer(
    state: &AppState,
    request: &ApiRequest,
    id: &str,
    what: &str,
    write: impl FnOnce(&HistoryQuery, Params, Downsampled, Option<BasePrice>) -> Result<CachedBody>
    + Send
    + 'static,
) -> Result<Reply> {
    let params = Params::of(request)?;
    let (mut query, version) = {
        let market = state.market.read();
        let id = id_or_symbol(&market, id)?;
        let listing = known(&market, id)?;
        let Params {
            timeframe,
            interval,
            ..
        } = params;
        let query = history_query(&market, listing, timeframe, interval, state.now());
        let version = version(state, &query);
        (query, version)
    };
    let key = format!("{what}/{}/{params:?}", query.id);
    let build = async {
        let base = if params.with_base && !params.earlier {
            base(state, &query).await?
        } else {
            None
        };
        let bars = read(state, &mut query, params).await?;
        let seconds = HeaderValue::from(bars.seconds());
        let left_out = HeaderValue::from(query.left_out());
        let write = move || write(&query, params, bars, base);
        let body = tokio::task::spawn_blocking(write)
            .await
            .map_err(|_| ApiError::internal())??;
        Ok(body
            .with(BAR_SECONDS, seconds)
            .with(BARS_LEFT_OUT, left_out))
    };
    let body = state.cache.get(&key, &version, state.now(), build).await?;
    Ok(body.to(&request.headers))
}

/// A history changes with its ticker's own bars and price.
fn version(state: &AppState, query: &HistoryQuery) -> CacheVersion {
    let quoted = query.quote.as_ref().map_or(0, |quote| {
        quote.price.to_bits() ^ quote.as_of.as_millisecond() as u64
    });
    CacheVersion::of(&state.market, &[], state.now())
        .and(query.bars_version)
        .and(quoted)
}

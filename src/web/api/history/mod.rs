//! Endpoints for price histories: stored bars, overlaid with bars not yet committed, and the live price at the end.

pub(crate) mod bars;
mod downsample;
mod params;
mod points;
pub(crate) mod range;
pub(crate) mod read;
mod session;

use hyper::header::{CONTENT_TYPE, HeaderName, HeaderValue};

use self::{
    bars::read_bars,
    downsample::Downsampler,
    params::Params,
    points::{append_quote, prepend_opening, to_points},
    range::{BaseSource, DAY, HistoryQuery, history_query},
    read::{read, read_base_price},
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
            shapes::{BarPoint, BasePrice, HistoryPoint, PricePoint, timestamp},
            tickers::lookup::{find_listing, resolve_id},
        },
        http::{
            cache::CacheVersion,
            csv::CsvWriter,
            error::{ApiError, Result},
            format::Format,
            reply::{CachedBody, Reply},
            request::{ApiRequest, bool_param},
        },
    },
};

/// Response header with the length of each bar in seconds.
pub(crate) const BAR_SECONDS: HeaderName = HeaderName::from_static("marketdeck-bar-seconds");
/// Response header with the number of implausible bars that are left out.
const BARS_LEFT_OUT: HeaderName = HeaderName::from_static("marketdeck-bars-left-out");

/// Returns closing prices over a timeframe. A day or a week starts with the price at its beginning, so that the first and last point
/// differ by the change of the quote. The response has at most `points` points (default 5,000): if there are more bars, they are merged into
/// longer ones (days become weeks), and the header `marketdeck-bar-seconds` contains their length. A week consists of hourly bars, or of
/// five-minute bars if `points` is given and no five-minute bar is missing. Implausible bars are left out, and the header
/// `marketdeck-bars-left-out` contains their number. With `bars`, each point also has the open, high, low and volume of its bar. With
/// `earlier`, returns the bars before the timeframe instead: at most 400 of the same length, from which moving averages are computed. With
/// `base`, the first point also has the price that the timeframe's change is relative to: the previous close, if known. A daily bar that
/// the ticker's source lacks or reports wrongly has the name of the source that it comes from.
#[utoipa::path(get, path = "/api/tickers/{id}/price-history",
    params(("id" = u32, Path), ("timeframe" = Option<String>, Query, pattern = "^(1D|1W|7D|1M|3M|6M|YTD|1Y|5Y|MAX)$"),
        ("interval" = Option<String>, Query, pattern = "^(5m|1h|1d)$"),
        ("points" = Option<u32>, Query, minimum = 50, maximum = 5000),
        ("bars" = Option<bool>, Query, description = "include open, high, low and volume"),
        ("earlier" = Option<bool>, Query, description = "return the bars before the timeframe instead"),
        ("base" = Option<bool>, Query, description = "include the price that the timeframe's change is relative to")),
    responses((status = 200, description = "Prices, ascending.", body = Vec<HistoryPoint>),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn prices(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    respond(state, request, id, "prices", |query, params, bars, base| {
        let is_daily = bars.bar_seconds() == DAY;
        let bars = bars.into_bars_at_last_start();
        let mut points = to_points(query, &bars);
        if is_daily {
            for point in &mut points {
                point.source = query.source_of(point.timestamp);
            }
        }
        if !params.earlier {
            append_quote(&mut points, &bars, query);
            prepend_opening(&mut points, query);
        }
        if !params.with_bars {
            points.iter_mut().for_each(HistoryPoint::remove_bar);
        }
        if let Some(first) = points.first_mut() {
            first.base = base;
        }
        CachedBody::json(&points)
    })
    .await
}

/// Returns bars over a timeframe. The response has at most `points` bars (default 5,000): if there are more, they are merged into longer
/// ones, and the header `marketdeck-bar-seconds` contains their length. `earlier` works as for the price history.
#[utoipa::path(get, path = "/api/tickers/{id}/bars",
    params(("id" = u32, Path), ("timeframe" = Option<String>, Query, pattern = "^(1D|1W|7D|1M|3M|6M|YTD|1Y|5Y|MAX)$"),
        ("interval" = Option<String>, Query, pattern = "^(5m|1h|1d)$"),
        ("points" = Option<u32>, Query, minimum = 50, maximum = 5000),
        ("earlier" = Option<bool>, Query, description = "return the bars before the timeframe instead"),
        ("format" = Option<String>, Query, pattern = "^(json|csv)$", description = "json (default) or csv")),
    responses((status = 200, description = "Bars, ascending.", content((Vec<BarPoint> = "application/json"), (String = "text/csv"))),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn bars(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    respond(state, request, id, "bars", |query, params, bars, _| {
        let is_daily = bars.bar_seconds() == DAY;
        let mut bars: Vec<BarPoint> = bars.into_bars().iter().map(BarPoint::of).collect();
        match params.format {
            Format::Csv => csv(&bars),
            Format::Json => {
                for bar in bars.iter_mut().filter(|_| is_daily) {
                    bar.source = query.source_of(bar.timestamp);
                }
                CachedBody::json(&bars)
            }
        }
    })
    .await
}

/// Writes bars as CSV in the format that `marketdeck import bars` reads: a header row, and an empty field for an unknown volume.
fn csv(bars: &[BarPoint]) -> Result<CachedBody> {
    let mut writer = CsvWriter::new("bars");
    writer.row(&BarPoint::FIELD_NAMES)?;
    for bar in bars {
        writer.row(bar)?;
    }
    let text = writer.finish()?;
    let media_type = HeaderValue::from_static("text/csv; charset=utf-8");
    Ok(CachedBody::new(text.into()).with_header(CONTENT_TYPE, media_type))
}

/// Returns the prices of a ticker's current or last trading day.
#[utoipa::path(get, path = "/api/tickers/{id}/session-line", params(("id" = u32, Path),
        ("extended" = Option<bool>, Query, description = "include prices before and after the session")),
    responses((status = 200, description = "The prices of the session, with its start and end.", body = SessionLine),
        (status = 404, description = "There is no such ticker.", body = String)))]
pub(crate) async fn session_line(
    state: &AppState,
    request: &ApiRequest,
    id: &str,
) -> Result<Reply> {
    let with_extended = bool_param(request, "extended")?;
    let (query, version) = {
        let market = state.market.read();
        let id = resolve_id(&market, id)?;
        let listing = find_listing(&market, id)?;
        let query = history_query(
            &market,
            listing,
            Timeframe::Day,
            Some(Interval::FiveMinutes),
            state.now(),
        );
        let newest_extended = listing.extended.last().filter(|_| with_extended);
        let (unix_seconds, price) = newest_extended.unwrap_or_default();
        let version = version(state, &query)
            .with_version(unix_seconds.unsigned_abs() ^ price.to_bits())
            .with_version(listing.extended.len() as u64);
        (query, version)
    };
    let key = format!("session-line/{}/{with_extended}", query.id);
    let build = async {
        let bars = read_bars(state, query.id, query.interval, query.range.clone()).await?;
        CachedBody::json(&build_line(state, &query, &bars, with_extended)?)
    };
    let body = state.cache.get(&key, &version, state.now(), build).await?;
    Ok(body.to_reply(&request.headers))
}

/// Builds the response from five-minute bars and the current market.
fn build_line(
    state: &AppState,
    query: &HistoryQuery,
    bars: &[Bar],
    with_extended: bool,
) -> Result<SessionLine> {
    let mut points = to_points(query, bars);
    append_quote(&mut points, bars, query);
    let market = state.market.read();
    let listing = find_listing(&market, query.id)?;
    let profile = &listing.ticker.profile;
    let (start, end) = session::bounds(query, state.now());
    let quote = query.quote.as_ref();
    // A market that never closes has no previous close; the price 24 hours ago takes its place.
    let price_a_day_ago = match query.base {
        BaseSource::Quote(_, price) if query.calendar == Calendar::Always => Some(price),
        _ => None,
    };
    Ok(SessionLine {
        ticker_id: query.id.0,
        symbol: profile.symbol.clone(),
        name: profile.name.clone(),
        price: quote.map(|quote| quote.price),
        currency: profile.currency,
        change24h: quote.and_then(|quote| quote.change_24h),
        previous_close: quote
            .and_then(|quote| quote.previous_close)
            .or(price_a_day_ago),
        session_start: timestamp(start),
        session_end: timestamp(end),
        points: points.into_iter().map(PricePoint::from).collect(),
        extended: with_extended
            .then(|| ExtendedLine::of(listing, state.now()))
            .flatten(),
    })
}

/// Reads the bars that a request asks for and converts them to the response with `write`. The response is cached under a key that
/// starts with `key_prefix`.
async fn respond(
    state: &AppState,
    request: &ApiRequest,
    id: &str,
    key_prefix: &str,
    write: impl FnOnce(&HistoryQuery, Params, Downsampler, Option<BasePrice>) -> Result<CachedBody>
    + Send
    + 'static,
) -> Result<Reply> {
    let params = Params::parse(request)?;
    let (mut query, version) = {
        let market = state.market.read();
        let id = resolve_id(&market, id)?;
        let listing = find_listing(&market, id)?;
        let Params {
            timeframe,
            interval,
            ..
        } = params;
        let query = history_query(&market, listing, timeframe, interval, state.now());
        let version = version(state, &query);
        (query, version)
    };
    let key = format!("{key_prefix}/{}/{params:?}", query.id);
    let build = async {
        let base = if params.with_base && !params.earlier {
            read_base_price(state, &query).await?
        } else {
            None
        };
        let bars = read(state, &mut query, params).await?;
        let bar_seconds = HeaderValue::from(bars.bar_seconds());
        let left_out_count = HeaderValue::from(query.left_out_count());
        let write = move || write(&query, params, bars, base);
        let body = tokio::task::spawn_blocking(write)
            .await
            .map_err(|_| ApiError::internal())??;
        Ok(body
            .with_header(BAR_SECONDS, bar_seconds)
            .with_header(BARS_LEFT_OUT, left_out_count))
    };
    let body = state.cache.get(&key, &version, state.now(), build).await?;
    Ok(body.to_reply(&request.headers))
}

/// Returns the cache version of a history. It changes with the bars and the price of the ticker.
fn version(state: &AppState, query: &HistoryQuery) -> CacheVersion {
    let quote_version = query.quote.as_ref().map_or(0, |quote| {
        quote.price.to_bits() ^ quote.as_of.as_millisecond() as u64
    });
    CacheVersion::of(&state.market, &[], state.now())
        .with_version(query.bars_version)
        .with_version(quote_version)
}

//! Price histories: what is stored, overlaid with what waits to be, ended by the live price.

mod points;
mod range;
mod session;
pub(crate) mod stored;
mod thinned;

use std::ops::Range;

use hyper::header::{HeaderName, HeaderValue};

use self::{
    points::{end_with_quote, points, start_with_opening},
    range::{DAY, HistoryQuery, history_query},
    session::SessionLine,
    stored::stored,
    thinned::Thinned,
};
use crate::{
    domain::{
        bar::{Bar, Interval, Timeframe},
        session::Calendar,
    },
    store::Store,
    web::{
        AppState,
        api::{
            shapes::{BarPoint, PricePoint, seconds},
            tickers::lookup::{id_or_symbol, known},
        },
        http::{
            cache::CacheVersion,
            error::{ApiError, Result},
            reply::{CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

/// How long a bar of an answer is, in seconds.
const BAR_SECONDS: HeaderName = HeaderName::from_static("marketdeck-bar-seconds");

/// Closing prices over a timeframe. A day or a week starts with the price that stood at its beginning, so that
/// its first and last point differ by the quote's own change. At most about 5,000 points: where there are more, the
/// closes of longer bars, and the header `marketdeck-bar-seconds` says how long a bar is.
#[utoipa::path(get, path = "/api/tickers/{id}/price-history",
    params(("id" = u32, Path), ("timeframe" = Option<String>, Query, description = "1D 1W 7D 1M 3M YTD 1Y 5Y MAX"),
        ("interval" = Option<String>, Query, description = "5m 1h 1d")),
    responses((status = 200, body = Vec<PricePoint>), (status = 400, body = String), (status = 404, body = String)))]
pub(crate) async fn prices(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    answer(state, request, id, "prices", |query, bars| {
        let bars = bars.by_last();
        let mut points = points(query, &bars);
        end_with_quote(&mut points, &bars, query);
        start_with_opening(&mut points, query);
        CachedBody::json(&points)
    })
    .await
}

/// Bars over a timeframe, at most 5,000: where there are more, they are merged into longer ones, and the header
/// `marketdeck-bar-seconds` says how long a bar is.
#[utoipa::path(get, path = "/api/tickers/{id}/bars",
    params(("id" = u32, Path), ("timeframe" = Option<String>, Query, description = "1D 1W 7D 1M 3M YTD 1Y 5Y MAX"),
        ("interval" = Option<String>, Query, description = "5m 1h 1d")),
    responses((status = 200, body = Vec<BarPoint>), (status = 400, body = String), (status = 404, body = String)))]
pub(crate) async fn bars(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    answer(state, request, id, "bars", |_, bars| {
        CachedBody::json(&bars.by_start().iter().map(BarPoint::of).collect::<Vec<_>>())
    })
    .await
}

/// The line of a ticker's day.
#[utoipa::path(get, path = "/api/tickers/{id}/session-line", params(("id" = u32, Path)),
    responses((status = 200, body = SessionLine), (status = 404, body = String)))]
pub(crate) async fn session_line(
    state: &AppState,
    request: &ApiRequest,
    id: &str,
) -> Result<Reply> {
    let (query, version) = {
        let market = state.market.read();
        let id = id_or_symbol(&market, id)?;
        let query = history_query(
            &market,
            known(&market, id)?,
            Timeframe::Day,
            Some(Interval::FiveMinutes),
            state.now(),
        );
        let version = version(state, &query);
        (query, version)
    };
    let key = format!("session-line/{}", query.id);
    let build = async {
        let bars = stored(state, query.id, query.interval, query.range.clone()).await?;
        CachedBody::json(&line(state, &query, &bars)?)
    };
    let body = state.cache.get(&key, &version, state.now(), build).await?;
    Ok(body.to(&request.headers))
}

fn line(state: &AppState, query: &HistoryQuery, bars: &[Bar]) -> Result<SessionLine> {
    let mut points = points(query, bars);
    end_with_quote(&mut points, bars, query);
    let market = state.market.read();
    let profile = &known(&market, query.id)?.ticker.profile;
    let (start, end) = session::bounds(query, state.now());
    let quote = query.quote.as_ref();
    let before = bars.first().filter(|_| query.calendar == Calendar::Always);
    Ok(SessionLine {
        ticker_id: query.id.0,
        symbol: profile.symbol.clone(),
        name: profile.name.clone(),
        price: quote.map(|quote| quote.price),
        change24h: quote.and_then(|quote| quote.change_24h),
        previous_close: quote
            .and_then(|quote| quote.previous_close)
            .or(before.map(|bar| bar.open)),
        session_start: seconds(start),
        session_end: seconds(end),
        points,
    })
}

async fn answer(
    state: &AppState,
    request: &ApiRequest,
    id: &str,
    what: &str,
    write: impl FnOnce(&HistoryQuery, Thinned) -> Result<CachedBody> + Send + 'static,
) -> Result<Reply> {
    let timeframe = match request.query("timeframe") {
        None => Timeframe::Week,
        Some(word) => Timeframe::parse(&word).ok_or_else(|| {
            ApiError::bad_request(format!(
                "'{word}' is no timeframe; possible are 1D, 1W, 7D, 1M, 3M, YTD, 1Y, 5Y and MAX."
            ))
        })?,
    };
    let interval = match request.query("interval") {
        None => None,
        Some(word) => Some(Interval::parse(&word).ok_or_else(|| {
            ApiError::bad_request(format!(
                "'{word}' is no interval; possible are 5m, 1h and 1d."
            ))
        })?),
    };
    let (mut query, version) = {
        let market = state.market.read();
        let id = id_or_symbol(&market, id)?;
        let listing = known(&market, id)?;
        let query = history_query(&market, listing, timeframe, interval, state.now());
        let version = version(state, &query);
        (query, version)
    };
    let key = format!("{what}/{}/{timeframe:?}/{interval:?}", query.id);
    let build = async {
        let bars = match interval {
            Some(_) => thinned(state, &query, query.range.clone()).await?,
            None => with_enough(state, &mut query, timeframe).await?,
        };
        let seconds = HeaderValue::from(bars.seconds());
        let write = move || write(&query, bars);
        let body = tokio::task::spawn_blocking(write)
            .await
            .map_err(|_| ApiError::internal())??;
        Ok(body.with(BAR_SECONDS, seconds))
    };
    let body = state.cache.get(&key, &version, state.now(), build).await?;
    Ok(body.to(&request.headers))
}

/// The bars of a timeframe whose interval is ours to choose.
async fn with_enough(
    state: &AppState,
    query: &mut HistoryQuery,
    timeframe: Timeframe,
) -> Result<Thinned> {
    let mut bars = thinned(state, query, query.range.clone()).await?;
    // A ticker that has no bars this fine is shown with coarser ones, but no other days for a
    // session that is minutes old.
    while bars.len() < 2 && query.interval != Interval::Day {
        let next = coarser(query.interval);
        if next == Interval::Day {
            if query.has_both_ends() {
                break;
            }
            query.range.start -= 5 * DAY;
        }
        query.interval = next;
        bars = thinned(state, query, query.range.clone()).await?;
    }
    if timeframe == Timeframe::YearToDate && bars.len() < 2 {
        // The first days of January are measured against the last close of the year before.
        let before = query.range.start - 7 * DAY..query.range.start;
        let before = thinned(state, query, before).await?.by_start();
        let mut all = Thinned::new(query.interval);
        let bars = bars.by_start();
        before
            .last()
            .into_iter()
            .chain(&bars)
            .for_each(|bar| all.push(*bar));
        return Ok(all);
    }
    Ok(bars)
}

fn coarser(interval: Interval) -> Interval {
    match interval {
        Interval::FiveMinutes => Interval::Hour,
        Interval::Hour | Interval::Day => Interval::Day,
    }
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

/// Bars that are read at once: what an imported file brings may be millions.
const WINDOW: i64 = 20_000;
/// Before this no bar is looked for: 1900-01-01.
const EARLIEST: i64 = -2_208_988_800;

/// The bars of a range, window by window and with no more kept than an answer may hold.
async fn thinned(state: &AppState, query: &HistoryQuery, range: Range<i64>) -> Result<Thinned> {
    let (id, interval) = (query.id, query.interval);
    // Memory first: a bar that is committed in between is then seen twice, never not at all.
    let unsaved = state.market.read().unsaved_within(id, interval, &range);
    let read = move |store: &Store| {
        let mut thinned = Thinned::new(interval);
        let mut waiting = unsaved.into_iter().peekable();
        let mut start = range.start.max(EARLIEST);
        while start < range.end {
            let end = (start + WINDOW * interval.seconds()).min(range.end);
            for bar in store.bars(id, interval, start..end)? {
                while let Some(earlier) = waiting.next_if(|one| one.start < bar.start) {
                    thinned.push(earlier);
                }
                let newer = waiting.next_if(|one| one.start == bar.start);
                thinned.push(newer.unwrap_or(bar));
            }
            while let Some(later) = waiting.next_if(|one| one.start < end) {
                thinned.push(later);
            }
            start = end;
        }
        Ok(thinned)
    };
    Ok(state.store.run(read).await?)
}

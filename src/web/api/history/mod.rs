//! Price histories: what is stored, overlaid with what waits to be, ended by the live price.

mod points;
mod range;
mod session;

use std::ops::Range;

use self::{
    points::{end_with_quote, points, start_with_opening},
    range::{Asked, ask},
    session::SessionLine,
};
use crate::{
    domain::{
        bar::{Bar, Interval, Timeframe},
        session::Calendar,
        ticker::TickerId,
    },
    market::Topic,
    web::{
        AppState,
        api::{
            shapes::{BarPoint, PricePoint, seconds},
            tickers::{id_or_symbol, known},
        },
        http::{
            cache::CacheVersion,
            error::{ApiError, Result},
            reply::{CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

const DAY: i64 = 86_400;

/// Closing prices over a timeframe. A day or a week starts with the price that stood at its beginning, so that
/// its first and last point differ by the quote's own change.
#[utoipa::path(get, path = "/api/tickers/{id}/price-history",
    params(("id" = u32, Path), ("timeframe" = Option<String>, Query, description = "1D 1W 7D 1M 3M YTD 1Y 5Y MAX"),
        ("interval" = Option<String>, Query, description = "5m 1h 1d")),
    responses((status = 200, body = Vec<PricePoint>), (status = 400, body = String), (status = 404, body = String)))]
pub(crate) async fn prices(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    answer(state, request, id, "prices", |asked, bars| {
        let mut points = points(asked, &bars);
        end_with_quote(&mut points, &bars, asked);
        start_with_opening(&mut points, asked);
        CachedBody::json(&points)
    })
    .await
}

/// Bars over a timeframe.
#[utoipa::path(get, path = "/api/tickers/{id}/bars",
    params(("id" = u32, Path), ("timeframe" = Option<String>, Query, description = "1D 1W 7D 1M 3M YTD 1Y 5Y MAX"),
        ("interval" = Option<String>, Query, description = "5m 1h 1d")),
    responses((status = 200, body = Vec<BarPoint>), (status = 400, body = String), (status = 404, body = String)))]
pub(crate) async fn bars(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    answer(state, request, id, "bars", |_, bars| {
        CachedBody::json(&bars.iter().map(BarPoint::of).collect::<Vec<_>>())
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
    let (asked, version) = {
        let market = state.market.read();
        let id = id_or_symbol(&market, id)?;
        let asked = ask(
            &market,
            known(&market, id)?,
            Timeframe::Day,
            Some(Interval::FiveMinutes),
            state.now(),
        );
        let version = version(state, &asked);
        (asked, version)
    };
    let key = format!("session-line/{}", asked.id);
    if let Some(body) = state.cache.get(&key, &version, state.now()) {
        return Ok(body.to(&request.headers));
    }
    let bars = stored(state, asked.id, asked.interval, asked.range.clone()).await?;
    let mut points = points(&asked, &bars);
    end_with_quote(&mut points, &bars, &asked);
    let body = {
        let market = state.market.read();
        let listing = known(&market, asked.id)?;
        let (start, end) = session::bounds(&asked, state.now());
        let before = bars.first().map(|bar| bar.open);
        CachedBody::json(&SessionLine {
            ticker_id: asked.id.0,
            symbol: listing.ticker.profile.symbol.clone(),
            name: listing.ticker.profile.name.clone(),
            price: asked.quote.as_ref().map(|quote| quote.price),
            change24h: asked.quote.as_ref().and_then(|quote| quote.change_24h),
            previous_close: asked
                .quote
                .as_ref()
                .and_then(|quote| quote.previous_close)
                .or(if asked.calendar == Calendar::Always {
                    before
                } else {
                    None
                }),
            session_start: seconds(start),
            session_end: seconds(end),
            points,
        })
    };
    state.cache.put(key, version, state.now(), body.clone());
    Ok(body.to(&request.headers))
}

async fn answer(
    state: &AppState,
    request: &ApiRequest,
    id: &str,
    what: &str,
    build: impl FnOnce(&Asked, Vec<Bar>) -> CachedBody,
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
    let (mut asked, version) = {
        let market = state.market.read();
        let id = id_or_symbol(&market, id)?;
        let asked = ask(
            &market,
            known(&market, id)?,
            timeframe,
            interval,
            state.now(),
        );
        let version = version(state, &asked);
        (asked, version)
    };
    let key = format!("{what}/{}/{timeframe:?}/{interval:?}", asked.id);
    if let Some(body) = state.cache.get(&key, &version, state.now()) {
        return Ok(body.to(&request.headers));
    }
    let mut bars = stored(state, asked.id, asked.interval, asked.range.clone()).await?;
    if interval.is_none() {
        // A ticker that has no bars this fine is shown with coarser ones, but no other days for a
        // session that is minutes old.
        while bars.len() < 2 && asked.interval != Interval::Day {
            let next = coarser(asked.interval);
            if next == Interval::Day {
                if asked.has_both_ends() {
                    break;
                }
                asked.range.start -= 5 * DAY;
            }
            asked.interval = next;
            bars = stored(state, asked.id, asked.interval, asked.range.clone()).await?;
        }
        if timeframe == Timeframe::YearToDate && bars.len() < 2 {
            // The first days of January are measured against the last close of the year before.
            let before = asked.range.start - 7 * DAY..asked.range.start;
            let close = stored(state, asked.id, asked.interval, before).await?;
            bars.splice(0..0, close.last().copied());
        }
    }
    let body = build(&asked, bars);
    state.cache.put(key, version, state.now(), body.clone());
    Ok(body.to(&request.headers))
}

fn coarser(interval: Interval) -> Interval {
    match interval {
        Interval::FiveMinutes => Interval::Hour,
        Interval::Hour | Interval::Day => Interval::Day,
    }
}

/// A history changes with the bars, and with its ticker's own price.
fn version(state: &AppState, asked: &Asked) -> CacheVersion {
    let quoted = asked.quote.as_ref().map_or(0, |quote| {
        quote.price.to_bits() ^ quote.as_of.as_millisecond() as u64
    });
    CacheVersion::of(state, &[Topic::Bars]).and(quoted)
}

/// The bars of a range, from disk and from what waits to go there.
pub(crate) async fn stored(
    state: &AppState,
    id: TickerId,
    interval: Interval,
    range: Range<i64>,
) -> Result<Vec<Bar>> {
    // Memory first: a bar that is committed in between is then seen twice, never not at all.
    let waiting: Vec<Bar> = {
        let market = state.market.read();
        market
            .unsaved(id, interval)
            .iter()
            .filter(|bar| range.contains(&bar.start))
            .copied()
            .collect()
    };
    let mut bars = state
        .store
        .run(move |store| store.bars(id, interval, range))
        .await?;
    for bar in waiting {
        match bars.binary_search_by_key(&bar.start, |known| known.start) {
            Ok(at) => bars[at] = bar,
            Err(at) => bars.insert(at, bar),
        }
    }
    Ok(bars)
}

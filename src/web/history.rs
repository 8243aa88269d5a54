//! Price histories: what is stored, overlaid with what waits to be, ended by the live price.

use std::ops::Range;

use jiff::{Timestamp, civil::date};
use serde::Serialize;
use utoipa::ToSchema;

use super::{
    State,
    error::{Refusal, Result},
    reply::{Ready, Reply},
    request::Call,
    shared::Basis,
    tickers::{id_or_symbol, known},
    wire::{BarPoint, PricePoint, seconds},
};
use crate::{
    domain::{
        bar::{Bar, Interval, Timeframe},
        quote::Quote,
        session::{Calendar, exchange_date},
        ticker::TickerId,
    },
    market::{Listing, Topic},
};

const DAY: i64 = 86_400;

/// The trading day of a ticker: the open session, or the last one; 24 hours for what never closes.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(super) struct SessionLine {
    /// The ticker's number.
    ticker_id: u32,
    /// The ticker.
    symbol: String,
    /// Full name.
    name: String,
    /// US dollars; points for an index.
    price: Option<f64>,
    /// Percent.
    change24h: Option<f64>,
    /// Close of the session before; for what never closes, the price 24 hours ago.
    previous_close: Option<f64>,
    /// Start of the session.
    #[schema(value_type = String, format = DateTime)]
    session_start: Timestamp,
    /// End of the session.
    #[schema(value_type = String, format = DateTime)]
    session_end: Timestamp,
    /// Five-minute closes since the start, the live price last.
    points: Vec<PricePoint>,
}

/// What is asked for: which bars of which ticker.
struct Asked {
    id: TickerId,
    calendar: Calendar,
    quote: Option<Quote>,
    interval: Interval,
    range: Range<i64>,
    /// Whether it is one session of a market that closes.
    of_session: bool,
    /// When the timeframe began (Unix seconds), and the price that stood then, where the quote's own change tells it.
    opening: Option<(i64, f64)>,
}

impl Asked {
    /// Whether both ends of the session's line are known without any bar: the price it began with, and
    /// the live one.
    fn has_both_ends(&self) -> bool {
        let quoted = |quote: &Quote| self.range.contains(&quote.as_of.as_second());
        self.of_session && self.opening.is_some() && self.quote.as_ref().is_some_and(quoted)
    }
}

/// Closing prices over a timeframe. A day or a week starts with the price that stood at its beginning, so that
/// its first and last point differ by the quote's own change.
#[utoipa::path(get, path = "/api/tickers/{id}/price-history",
    params(("id" = u32, Path), ("timeframe" = Option<String>, Query, description = "1D 1W 7D 1M 3M YTD 1Y 5Y MAX"),
        ("interval" = Option<String>, Query, description = "5m 1h 1d")),
    responses((status = 200, body = Vec<PricePoint>), (status = 400, body = String), (status = 404, body = String)))]
pub(super) async fn prices(state: &State, call: &Call, id: &str) -> Result<Reply> {
    answer(state, call, id, "prices", |asked, bars| {
        let mut points = points(asked, &bars);
        end_with_quote(&mut points, &bars, asked);
        start_with_opening(&mut points, asked);
        Ready::json(&points)
    })
    .await
}

/// Bars over a timeframe.
#[utoipa::path(get, path = "/api/tickers/{id}/bars",
    params(("id" = u32, Path), ("timeframe" = Option<String>, Query, description = "1D 1W 7D 1M 3M YTD 1Y 5Y MAX"),
        ("interval" = Option<String>, Query, description = "5m 1h 1d")),
    responses((status = 200, body = Vec<BarPoint>), (status = 400, body = String), (status = 404, body = String)))]
pub(super) async fn bars(state: &State, call: &Call, id: &str) -> Result<Reply> {
    answer(state, call, id, "bars", |_, bars| {
        Ready::json(&bars.iter().map(BarPoint::of).collect::<Vec<_>>())
    })
    .await
}

/// The line of a ticker's day.
#[utoipa::path(get, path = "/api/tickers/{id}/session-line", params(("id" = u32, Path)),
    responses((status = 200, body = SessionLine), (status = 404, body = String)))]
pub(super) async fn session_line(state: &State, call: &Call, id: &str) -> Result<Reply> {
    let (asked, basis) = {
        let book = state.market.read();
        let id = id_or_symbol(&book, id)?;
        let asked = ask(
            &book,
            known(&book, id)?,
            Timeframe::Day,
            Some(Interval::FiveMinutes),
            state.now(),
        );
        let basis = basis(state, &asked);
        (asked, basis)
    };
    let key = format!("session-line/{}", asked.id);
    if let Some(ready) = state.shared.get(&key, &basis, state.now()) {
        return Ok(ready.to(&call.headers));
    }
    let bars = stored(state, asked.id, asked.interval, asked.range.clone()).await?;
    let mut points = points(&asked, &bars);
    end_with_quote(&mut points, &bars, &asked);
    let ready = {
        let book = state.market.read();
        let listing = known(&book, asked.id)?;
        let (start, end) = session_bounds(&asked, state.now());
        let before = bars.first().map(|bar| bar.open);
        Ready::json(&SessionLine {
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
    state.shared.put(key, basis, state.now(), ready.clone());
    Ok(ready.to(&call.headers))
}

async fn answer(
    state: &State,
    call: &Call,
    id: &str,
    what: &str,
    build: impl FnOnce(&Asked, Vec<Bar>) -> Ready,
) -> Result<Reply> {
    let timeframe = match call.query("timeframe") {
        None => Timeframe::Week,
        Some(word) => Timeframe::parse(&word).ok_or_else(|| {
            Refusal::bad(format!(
                "'{word}' is no timeframe; possible are 1D, 1W, 7D, 1M, 3M, YTD, 1Y, 5Y and MAX."
            ))
        })?,
    };
    let interval = match call.query("interval") {
        None => None,
        Some(word) => Some(Interval::parse(&word).ok_or_else(|| {
            Refusal::bad(format!(
                "'{word}' is no interval; possible are 5m, 1h and 1d."
            ))
        })?),
    };
    let (mut asked, basis) = {
        let book = state.market.read();
        let id = id_or_symbol(&book, id)?;
        let asked = ask(&book, known(&book, id)?, timeframe, interval, state.now());
        let basis = basis(state, &asked);
        (asked, basis)
    };
    let key = format!("{what}/{}/{timeframe:?}/{interval:?}", asked.id);
    if let Some(ready) = state.shared.get(&key, &basis, state.now()) {
        return Ok(ready.to(&call.headers));
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
    let ready = build(&asked, bars);
    state.shared.put(key, basis, state.now(), ready.clone());
    Ok(ready.to(&call.headers))
}

fn coarser(interval: Interval) -> Interval {
    match interval {
        Interval::FiveMinutes => Interval::Hour,
        Interval::Hour | Interval::Day => Interval::Day,
    }
}

/// A history changes with the bars, and with its ticker's own price.
fn basis(state: &State, asked: &Asked) -> Basis {
    let quoted = asked.quote.as_ref().map_or(0, |quote| {
        quote.price.to_bits() ^ quote.as_of.as_millisecond() as u64
    });
    Basis::of(state, &[Topic::Bars]).and(quoted)
}

/// Turns a timeframe into a range of bar starts. Time is counted back from now; for a ticker that
/// belongs to a file, from its last bar.
fn ask(
    book: &crate::market::Book,
    listing: &Listing,
    timeframe: Timeframe,
    interval: Option<Interval>,
    now: Timestamp,
) -> Asked {
    let id = listing.ticker.id;
    let calendar = listing.ticker.profile.kind.calendar();
    let imported = listing.ticker.imported.is_some();
    let opening = listing
        .quote
        .as_ref()
        .filter(|_| interval.is_none() && !imported)
        .and_then(|quote| opening(quote, timeframe));
    let of_session = timeframe == Timeframe::Day && calendar != Calendar::Always;
    let last_bar = |interval| book.last_bar(id, interval);
    let interval = interval.unwrap_or_else(|| {
        let default = timeframe.default_interval();
        if imported && last_bar(default).is_none() {
            Interval::Day
        } else {
            default
        }
    });
    let until = match last_bar(interval).filter(|_| imported) {
        Some(last) => last + interval.seconds(),
        None => now.as_second() + 1,
    };
    // A future's day starts on the evening before its date, and so a little ahead of us.
    let end = if interval == Interval::Day {
        until + DAY
    } else {
        until
    };
    let start = match (timeframe, timeframe.seconds()) {
        (Timeframe::Day, _)
            if calendar != Calendar::Always && interval != Interval::Day && !imported =>
        {
            calendar.session_at_or_before(now).open
        }
        (Timeframe::YearToDate, _) => start_of_year(calendar, seconds(until - 1)),
        (_, Some(length)) => until - length,
        (_, None) => i64::MIN,
    };
    let opening = opening.map(|price| (start, price));
    // With the bar that was under way at the start: it ends within the timeframe.
    let start = match opening {
        Some(_) if !of_session && interval != Interval::Day => start - interval.seconds() + 1,
        _ => start,
    };
    Asked {
        id,
        calendar,
        quote: listing.quote.clone(),
        interval,
        range: start..end,
        of_session,
        opening,
    }
}

/// Where a price stood a day or a week before, by its change in percent.
fn opening(quote: &Quote, timeframe: Timeframe) -> Option<f64> {
    let change = match timeframe {
        Timeframe::Day => quote.change_24h,
        Timeframe::Week => quote.change_7d,
        _ => None,
    }?;
    let price = quote.price / (1.0 + change / 100.0);
    // Without the last digits, which the division made up.
    let price = (price * 1e8).round() / 1e8;
    (price.is_finite() && price > 0.0).then_some(price)
}

/// 00:00 UTC of January 1st, in the year that the exchange's calendar says it is.
fn start_of_year(calendar: Calendar, at: Timestamp) -> i64 {
    let year = exchange_date(calendar, at).year();
    date(year, 1, 1)
        .at(0, 0, 0, 0)
        .to_zoned(jiff::tz::TimeZone::UTC)
        .map_or(0, |zoned| zoned.timestamp().as_second())
}

/// The bars of a range, from disk and from what waits to go there.
pub(super) async fn stored(
    state: &State,
    id: TickerId,
    interval: Interval,
    range: Range<i64>,
) -> Result<Vec<Bar>> {
    // Disk first: a bar that is committed in between is then seen twice, never not at all.
    let waiting: Vec<Bar> = {
        let book = state.market.read();
        book.unsaved(id, interval)
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

/// A bar's close, at the moment it became true: the end of the bar (a daily bar: its date).
fn points(asked: &Asked, bars: &[Bar]) -> Vec<PricePoint> {
    let now = asked.range.end - 1;
    let at = |bar: &Bar| match asked.interval {
        Interval::Day => bar.start,
        interval => {
            let end = bar.start + interval.seconds();
            // The last hour of a session may be a short one.
            let close = asked
                .calendar
                .session_at_or_before(seconds(bar.start))
                .close;
            let end = if close > bar.start {
                end.min(close)
            } else {
                end
            };
            end.min(now.max(bar.start))
        }
    };
    bars.iter()
        .map(|bar| PricePoint {
            timestamp: seconds(at(bar)),
            price: bar.close,
        })
        .collect()
}

/// Ends the line with the live price: it replaces the last point when it falls into the same
/// bar, and is appended when it is newer.
fn end_with_quote(points: &mut Vec<PricePoint>, bars: &[Bar], asked: &Asked) {
    let Some(quote) = asked.quote.as_ref().filter(|quote| quote.source != "file") else {
        return;
    };
    let (Some(last), Some(bar)) = (points.last_mut(), bars.last()) else {
        if asked.has_both_ends() {
            points.push(PricePoint {
                timestamp: quote.as_of,
                price: quote.price,
            });
        }
        return;
    };
    if asked.interval == Interval::Day {
        let today = exchange_date(asked.calendar, quote.as_of);
        let last_day = exchange_date(Calendar::Always, last.timestamp);
        if today == last_day {
            last.price = quote.price;
        } else if today > last_day {
            points.push(PricePoint {
                timestamp: midnight(today),
                price: quote.price,
            });
        }
        return;
    }
    let (live, start) = (quote.as_of.as_second(), bar.start);
    let point = PricePoint {
        timestamp: quote.as_of,
        price: quote.price,
    };
    if (start..start + asked.interval.seconds()).contains(&live) {
        // The bar is not over: its close is the live price.
        *last = point;
    } else if live == start + asked.interval.seconds() {
        last.price = quote.price;
    } else if live > start {
        points.push(point);
    }
}

/// Begins the line with the price that stood when its timeframe began.
fn start_with_opening(points: &mut Vec<PricePoint>, asked: &Asked) {
    let Some((start, price)) = asked.opening else {
        return;
    };
    if asked.interval == Interval::Day || points.is_empty() {
        return;
    }
    let timestamp = seconds(start);
    points.retain(|point| point.timestamp > timestamp);
    points.insert(0, PricePoint { timestamp, price });
}

fn midnight(day: jiff::civil::Date) -> Timestamp {
    day.at(0, 0, 0, 0)
        .to_zoned(jiff::tz::TimeZone::UTC)
        .map_or(Timestamp::UNIX_EPOCH, |zoned| zoned.timestamp())
}

fn session_bounds(asked: &Asked, now: Timestamp) -> (i64, i64) {
    if asked.calendar == Calendar::Always {
        return (now.as_second() - DAY, now.as_second());
    }
    let session = asked.calendar.session_at_or_before(now);
    (session.open, session.close)
}

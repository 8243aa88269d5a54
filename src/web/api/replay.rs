//! Endpoint for the prices of a trading day, step by step: the data of a replay.

use std::{cmp::Ordering, collections::HashMap};

use jiff::Timestamp;
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        bar::{Bar, Close, Interval, Timeframe},
        session::Calendar,
        ticker::{TickerId, TickerKind},
    },
    market::{Listing, MarketState},
    web::{
        AppState,
        api::{
            history::{
                bars::read_bars,
                range::{DAY, opening_from_change},
            },
            shapes::{TickerType, timestamp},
            tickers::optional_kind,
        },
        http::{
            cache::CacheVersion,
            error::Result,
            reply::{CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

/// Maximum number of tickers in a response.
const MAX_TICKERS: usize = 1_000;
/// Possible lengths of a step in seconds; the shortest that divides the day into at most [`MAX_STEPS`] is used.
const STEP_SECONDS: [i64; 3] = [300, 900, 1_800];
const MAX_STEPS: i64 = 100;
/// Maximum age in seconds, at the start, of the close that a coin's changes are relative to.
const MAX_BASE_AGE: i64 = 2 * 3_600;
/// Time in seconds after the end of a session within which its closing price arrives.
const CLOSING_DELAY: i64 = 3_600;

/// The prices of a trading day, step by step.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct Replay {
    /// The times of the steps, ascending: from the start of the session to its end, or to now while it is open. If all tickers
    /// are traded around the clock, the day starts 24 hours ago.
    #[schema(value_type = Vec<String>)]
    times: Vec<Timestamp>,
    /// The tickers that were traded on that day.
    tickers: Vec<ReplayedTicker>,
}

/// The prices of a ticker at each step of a [`Replay`].
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct ReplayedTicker {
    /// The ticker's id.
    id: u32,
    /// The price that changes are relative to: the previous close; for a coin, the price at the start.
    base: f64,
    /// One price per step, in the ticker's currency; the base before the first trade.
    prices: Vec<f64>,
}

/// Returns the prices of all tickers, or of the tickers of a type, at each step of the current or last trading day of the exchange with
/// the most tickers. Returns at most 1,000 tickers, those with the largest market cap.
#[utoipa::path(get, path = "/api/replay", params(("type" = Option<TickerType>, Query, description = "Only tickers of this type")),
    responses((status = 200, description = "Prices by step.", body = Replay)))]
pub(crate) async fn day(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let kind = optional_kind(request)?;
    let now = state.now();
    let key = format!("replay/{}", kind.map_or("all", TickerKind::as_str));
    // No step is shorter than five minutes, so the response is rebuilt only once a minute.
    let version = CacheVersion::of(&state.market, &[], now);
    let build = async {
        let (day, traded) = traded_on_day(&state.market.read(), kind, now);
        let mut tickers = Vec::with_capacity(traded.len());
        for ticker in traded {
            let closes = read_closes(state, &ticker, &day).await?;
            tickers.extend(replay(&ticker, &day, &closes));
        }
        let times = day.times.iter().map(|time| timestamp(*time)).collect();
        CachedBody::build(move || CachedBody::json(&Replay { times, tickers })).await
    };
    let body = state.cache.get(&key, &version, now, build).await?;
    Ok(body.to_reply(&request.headers))
}

/// A trading day, in Unix seconds.
#[derive(Debug)]
struct Day {
    /// The steps, ascending and not empty.
    times: Vec<i64>,
    start: i64,
    end: i64,
}

impl Day {
    /// Returns the current or last trading day. A calendar that never closes has the last 24 hours.
    fn of(calendar: Calendar, now: i64) -> Self {
        let (start, end) = if calendar == Calendar::Always {
            (now - DAY, now)
        } else {
            let session = calendar.session_at_or_before(timestamp(now));
            (session.open, session.close.min(now))
        };
        let fits = |step: &&i64| (end - start) / **step < MAX_STEPS;
        let step = STEP_SECONDS.iter().find(fits).unwrap_or(&DAY);
        let mut times: Vec<i64> = (start..end).step_by(*step as usize).collect();
        times.push(end);
        Self { times, start, end }
    }
}

/// A ticker with a price, and the data that its replay needs.
#[derive(Debug)]
struct TradedTicker {
    id: TickerId,
    /// The price that changes are relative to; `None` if it is the last close before the start.
    base: Option<f64>,
    /// The price at the end of the day; `None` if the ticker has traded since.
    last: Option<f64>,
    /// Unix seconds from which bars are read.
    from: i64,
}

/// Returns the trading day of the exchange with the most tickers, and the tickers with the largest market cap.
fn traded_on_day(
    market: &MarketState,
    kind: Option<TickerKind>,
    now: Timestamp,
) -> (Day, Vec<TradedTicker>) {
    let now = now.as_second();
    let mut listings: Vec<&Listing> = market.listings().iter().collect();
    listings.retain(|listing| {
        let is_wanted = kind.is_none_or(|kind| listing.ticker.profile.kind == kind);
        is_wanted && listing.quote.is_some()
    });
    let mut counts: HashMap<Calendar, usize> = HashMap::new();
    for listing in &listings {
        *counts.entry(listing.ticker.profile.calendar()).or_default() += 1;
    }
    // Coins have no trading day, so the day is that of an exchange if any ticker is traded at one.
    let main_calendar = counts
        .into_iter()
        .max_by_key(|(calendar, count)| (*calendar != Calendar::Always, *count));
    let day = Day::of(
        main_calendar.map_or(Calendar::Always, |(calendar, _)| calendar),
        now,
    );
    let cap = |listing: &Listing| market.cap_in_dollars(listing).unwrap_or_default();
    listings.sort_by(|a, b| cap(b).partial_cmp(&cap(a)).unwrap_or(Ordering::Equal));
    listings.truncate(MAX_TICKERS);
    let tickers = listings.into_iter();
    let tickers = tickers.filter_map(|listing| TradedTicker::of(listing, &day, now));
    let tickers = tickers.collect();
    (day, tickers)
}

impl TradedTicker {
    /// Returns `None` without a quote, and if the quote has no change.
    fn of(listing: &Listing, day: &Day, now: i64) -> Option<Self> {
        let quote = listing.quote.as_ref()?;
        let base = opening_from_change(quote, Timeframe::Day)
            .or_else(|| listing.previous_close_below_zero());
        let id = listing.ticker.id;
        match listing.ticker.profile.calendar() {
            Calendar::Always => {
                let is_open = day.end == now;
                Some(Self {
                    id,
                    // The change of a coin is relative to the price 24 hours ago.
                    base: base.filter(|_| day.start == now - DAY),
                    last: is_open.then_some(quote.price),
                    from: day.start - MAX_BASE_AGE,
                })
            }
            calendar => {
                let session = calendar.session_at_or_before(timestamp(now));
                let is_last = quote.as_of.as_second() <= day.end + CLOSING_DELAY;
                Some(Self {
                    id,
                    base: Some(base?),
                    last: is_last.then_some(quote.price),
                    from: session.open,
                })
            }
        }
    }
}

/// Reads the closes that the replay of a ticker needs, each with the end of its bar (Unix seconds): of five-minute bars, or of hourly bars
/// if there are none.
async fn read_closes(state: &AppState, ticker: &TradedTicker, day: &Day) -> Result<Vec<Close>> {
    for interval in [Interval::FiveMinutes, Interval::Hour] {
        let bars = read_bars(state, ticker.id, interval, ticker.from..day.end).await?;
        if !bars.is_empty() {
            let close = |bar: &Bar| (bar.start + interval.seconds(), bar.close);
            return Ok(bars.iter().map(close).collect());
        }
    }
    Ok(Vec::new())
}

/// Returns the price of a ticker at each step. `closes` are ascending. Returns `None` if the ticker was not traded on that day, or if its
/// base price is unknown.
fn replay(ticker: &TradedTicker, day: &Day, closes: &[Close]) -> Option<ReplayedTicker> {
    let close_until = |time: i64| {
        let after = closes.partition_point(|(end, _)| *end <= time);
        Some(closes[after.checked_sub(1)?].1)
    };
    let base = ticker.base.or_else(|| close_until(day.start))?;
    let is_traded = closes.iter().any(|(end, _)| *end > day.start);
    if !is_traded {
        return None;
    }
    let mut prices: Vec<f64> = day
        .times
        .iter()
        .map(|time| close_until(*time).unwrap_or(base))
        .collect();
    if let (Some(newest), Some(last)) = (prices.last_mut(), ticker.last) {
        *newest = last;
    }
    Some(ReplayedTicker {
        id: ticker.id.0,
        base,
        prices,
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Friday, November 20, 2026, 9:30 in New York.
    const OPEN: i64 = 1_795_185_000;
    const MINUTE: i64 = 60;

    fn ticker(base: Option<f64>, last: Option<f64>) -> TradedTicker {
        let id = TickerId(1);
        let from = OPEN;
        TradedTicker {
            id,
            base,
            last,
            from,
        }
    }

    #[test]
    fn a_day_ends_with_its_session_or_now() {
        let open = Day::of(Calendar::NewYork, OPEN + 12 * MINUTE);
        assert_eq!(
            open.times,
            [0, 5, 10, 12].map(|minute| OPEN + minute * MINUTE)
        );
        let closed = Day::of(Calendar::NewYork, OPEN + 2 * DAY);
        assert_eq!(closed.times.len(), 79);
        assert_eq!(closed.times[78], OPEN + 390 * MINUTE);
        let opening = Day::of(Calendar::NewYork, OPEN);
        assert_eq!(opening.times, [OPEN]);
        let always = Day::of(Calendar::Always, OPEN);
        assert_eq!(always.times.len(), 97);
        assert_eq!((always.start, always.end), (OPEN - DAY, OPEN));
        for hours in 0..240 {
            for calendar in [Calendar::Futures, Calendar::Currencies] {
                let day = Day::of(calendar, OPEN + hours * 3_600);
                assert!(day.times.len() <= MAX_STEPS as usize + 1);
                assert!(day.times.is_sorted_by(|a, b| a < b));
            }
        }
    }

    #[test]
    fn a_step_has_the_last_close_before_it() {
        let day = Day::of(Calendar::NewYork, OPEN + 20 * MINUTE);
        let closes = [
            (OPEN + 5 * MINUTE, 101.0),
            (OPEN + 10 * MINUTE, 99.0),
            (OPEN + 20 * MINUTE, 102.0),
        ];
        let replayed = replay(&ticker(Some(100.0), Some(102.5)), &day, &closes).unwrap();
        assert_eq!(replayed.prices, [100.0, 101.0, 99.0, 99.0, 102.5]);
        let replayed = replay(&ticker(Some(100.0), None), &day, &closes).unwrap();
        assert_eq!(replayed.prices, [100.0, 101.0, 99.0, 99.0, 102.0]);
    }

    #[test]
    fn a_coin_starts_at_its_last_close_before_the_session() {
        let day = Day::of(Calendar::NewYork, OPEN + 10 * MINUTE);
        let closes = [
            (OPEN - 5 * MINUTE, 90.0),
            (OPEN, 91.0),
            (OPEN + 5 * MINUTE, 92.0),
        ];
        let replayed = replay(&ticker(None, Some(93.0)), &day, &closes).unwrap();
        assert_eq!(
            (replayed.base, replayed.prices),
            (91.0, vec![91.0, 92.0, 93.0])
        );
    }

    #[test]
    fn a_ticker_without_trades_on_the_day_or_without_a_base_price_is_left_out() {
        let day = Day::of(Calendar::NewYork, OPEN + 10 * MINUTE);
        assert!(replay(&ticker(Some(100.0), Some(100.0)), &day, &[]).is_none());
        assert!(replay(&ticker(None, Some(93.0)), &day, &[(OPEN, 91.0)]).is_none());
        let unknown_base = [(OPEN + 5 * MINUTE, 92.0)];
        assert!(replay(&ticker(None, Some(93.0)), &day, &unknown_base).is_none());
    }
}

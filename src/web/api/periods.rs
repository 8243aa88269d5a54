//! The closes from which changes over a month, and since the year began, are counted.

use std::ops::Range;

use jiff::{
    ToSpan,
    civil::{Date, date},
};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{bar::Interval, session::exchange_date, ticker::TickerId},
    web::{
        AppState,
        api::{history::stored::stored, shapes::TickerType, tickers::kind_named},
        http::{
            cache::CacheVersion,
            error::{ApiError, Result},
            reply::{CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

const DAY: i64 = 86_400;
/// A close may be so many days older than the day it is asked for: exchanges were closed as long.
const SLACK: i64 = 10 * DAY;

/// Closes of one ticker, in its currency; null where none of that time is stored.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct PeriodCloses {
    /// The ticker's number.
    id: u32,
    /// The close a month before the day of its newest price, or the last one before that.
    month_ago: Option<f64>,
    /// The last close of the year before that day's.
    year_start: Option<f64>,
}

/// The closes from which changes over a month and since the year began are counted, of all tickers of a type
/// that have a price.
#[utoipa::path(get, path = "/api/period-closes", params(("type" = TickerType, Query, description = "Of this type")),
    responses((status = 200, body = Vec<PeriodCloses>)))]
pub(crate) async fn closes(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    let word = request
        .query("type")
        .ok_or_else(|| ApiError::bad_request("Say of which type, as in ?type=stock."))?;
    let kind = kind_named(&word)?;
    let now = state.now();
    // The bars of days that are over hardly change: once a minute is often enough.
    let version = CacheVersion::of(&state.market, &[], now);
    let build = async {
        let days: Vec<(TickerId, Date)> = state
            .market
            .read()
            .of_kind(kind)
            .filter_map(|listing| {
                let as_of = listing.quote.as_ref()?.as_of;
                let calendar = listing.ticker.profile.calendar();
                Some((listing.ticker.id, exchange_date(calendar, as_of)))
            })
            .collect();
        let mut closes = Vec::with_capacity(days.len());
        for (id, day) in days {
            closes.push(PeriodCloses {
                id: id.0,
                month_ago: last_close(state, id, until(day.saturating_sub(1.month()), 1)).await?,
                year_start: last_close(state, id, until(day.first_of_year(), 0)).await?,
            });
        }
        CachedBody::build(closes).await
    };
    let key = format!("period-closes/{}", kind.as_str());
    let body = state.cache.get(&key, &version, now, build).await?;
    Ok(body.to(&request.headers))
}

/// The starts of daily bars, in Unix seconds, up to `day`, which counts itself with `days` of 1.
fn until(day: Date, days: i64) -> Range<i64> {
    let end = day.duration_since(date(1970, 1, 1)).as_secs() + days * DAY;
    end - SLACK..end
}

async fn last_close(state: &AppState, id: TickerId, starts: Range<i64>) -> Result<Option<f64>> {
    let bars = stored(state, id, Interval::Day, starts).await?;
    Ok(bars.last().map(|bar| bar.close))
}

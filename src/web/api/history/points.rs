//! Converts bars to the points of a price history.

use super::range::{HistoryQuery, midnight};
use crate::{
    domain::{
        bar::{Bar, Interval},
        session::{Calendar, exchange_date},
    },
    web::api::shapes::{HistoryPoint, timestamp},
};

/// Converts each bar to a point with its close. The point's time is the end of the bar; for a daily bar, its date.
pub(super) fn to_points(query: &HistoryQuery, bars: &[Bar]) -> Vec<HistoryPoint> {
    let last_second = query.range.end - 1;
    let point_time = |bar: &Bar| match query.interval {
        Interval::Day => bar.start,
        interval => {
            let end = bar.start + interval.seconds();
            // A bar ends at the end of its session: the last hour of a session may be shorter than an hour, and the closing
            // auction has no duration.
            let close = query
                .calendar
                .session_at_or_before(timestamp(bar.start))
                .close;
            let end = if close >= bar.start {
                end.min(close)
            } else {
                end
            };
            end.min(last_second.max(bar.start))
        }
    };
    let points = bars.iter().map(|bar| HistoryPoint {
        timestamp: timestamp(point_time(bar)),
        price: bar.close,
        open: Some(bar.open),
        high: Some(bar.high),
        low: Some(bar.low),
        volume: bar.known_volume(),
        base: None,
        source: None,
    });
    let mut merged: Vec<HistoryPoint> = Vec::with_capacity(bars.len());
    for point in points {
        match merged.last_mut() {
            Some(last) if last.timestamp == point.timestamp => last.merge_auction(&point),
            _ => merged.push(point),
        }
    }
    merged
}

/// Adds the live price at the end: it updates the last point if it belongs to the same bar, and is appended as a new point if it is
/// newer.
pub(super) fn append_quote(points: &mut Vec<HistoryPoint>, bars: &[Bar], query: &HistoryQuery) {
    let Some(quote) = query.quote.as_ref().filter(|quote| quote.source != "file") else {
        return;
    };
    let (Some(last), Some(bar)) = (points.last_mut(), bars.last()) else {
        if query.has_live_price() {
            points.push(HistoryPoint::of_first_price(quote.as_of, quote.price));
        }
        return;
    };
    if query.interval == Interval::Day {
        let today = exchange_date(query.calendar, quote.as_of);
        let last_day = exchange_date(Calendar::Always, last.timestamp);
        if today == last_day {
            last.update_price(quote.price);
        } else if today > last_day {
            points.push(HistoryPoint::of_first_price(midnight(today), quote.price));
        }
        return;
    }
    let (quote_time, start) = (quote.as_of.as_second(), bar.start);
    let end = start + query.interval.seconds();
    if (start..end).contains(&quote_time) {
        // The bar is in progress: its close is the live price.
        last.timestamp = quote.as_of;
        last.update_price(quote.price);
    } else if quote_time == end {
        last.update_price(quote.price);
    } else if quote_time > start {
        points.push(HistoryPoint::of_first_price(quote.as_of, quote.price));
    }
}

/// Inserts the price at the beginning of the timeframe as the first point, and removes the points before it.
pub(super) fn prepend_opening(points: &mut Vec<HistoryPoint>, query: &HistoryQuery) {
    let Some((start, price)) = query.opening else {
        return;
    };
    if points.is_empty() || query.interval == Interval::Day && !query.is_week {
        return;
    }
    let timestamp = match query.interval {
        // The start of the timeframe is the end of a session, which belongs to the day of its last second.
        Interval::Day if query.calendar != Calendar::Always => {
            midnight(exchange_date(query.calendar, timestamp(start - 1)))
        }
        Interval::Day => midnight(exchange_date(query.calendar, timestamp(start))),
        _ => timestamp(start),
    };
    points.retain(|point| point.timestamp > timestamp);
    points.insert(0, HistoryPoint::without_bar(timestamp, price));
}

//! Converts bars to the points of a line.

use super::range::{HistoryQuery, midnight};
use crate::{
    domain::{
        bar::{Bar, Interval},
        session::{Calendar, exchange_date},
    },
    web::api::shapes::{HistoryPoint, seconds},
};

/// Converts each bar to its close, at the end of the bar (a daily bar: its date).
pub(super) fn points(query: &HistoryQuery, bars: &[Bar]) -> Vec<HistoryPoint> {
    let now = query.range.end - 1;
    let at = |bar: &Bar| match query.interval {
        Interval::Day => bar.start,
        interval => {
            let end = bar.start + interval.seconds();
            // The last hour of a session may be shorter, and the closing auction has no duration.
            let close = query
                .calendar
                .session_at_or_before(seconds(bar.start))
                .close;
            let end = if close >= bar.start {
                end.min(close)
            } else {
                end
            };
            end.min(now.max(bar.start))
        }
    };
    let points = bars.iter().map(|bar| HistoryPoint {
        timestamp: seconds(at(bar)),
        price: bar.close,
        open: Some(bar.open),
        high: Some(bar.high),
        low: Some(bar.low),
        volume: bar.known_volume(),
        base: None,
    });
    let mut joined: Vec<HistoryPoint> = Vec::with_capacity(bars.len());
    for point in points {
        match joined.last_mut() {
            Some(last) if last.timestamp == point.timestamp => last.end_with(&point),
            _ => joined.push(point),
        }
    }
    joined
}

/// Ends the line with the live price: it replaces the last point if it belongs to the same bar, and is appended if it is
/// newer.
pub(super) fn end_with_quote(points: &mut Vec<HistoryPoint>, bars: &[Bar], query: &HistoryQuery) {
    let Some(quote) = query.quote.as_ref().filter(|quote| quote.source != "file") else {
        return;
    };
    let (Some(last), Some(bar)) = (points.last_mut(), bars.last()) else {
        if query.has_live_end() {
            points.push(HistoryPoint::of_new_bar(quote.as_of, quote.price));
        }
        return;
    };
    if query.interval == Interval::Day {
        let today = exchange_date(query.calendar, quote.as_of);
        let last_day = exchange_date(Calendar::Always, last.timestamp);
        if today == last_day {
            last.renew(quote.price);
        } else if today > last_day {
            points.push(HistoryPoint::of_new_bar(midnight(today), quote.price));
        }
        return;
    }
    let (live, start) = (quote.as_of.as_second(), bar.start);
    if (start..start + query.interval.seconds()).contains(&live) {
        // The bar is not complete: its close is the live price.
        last.timestamp = quote.as_of;
        last.renew(quote.price);
    } else if live == start + query.interval.seconds() {
        last.renew(quote.price);
    } else if live > start {
        points.push(HistoryPoint::of_new_bar(quote.as_of, quote.price));
    }
}

/// Starts the line with the price at the beginning of its timeframe.
pub(super) fn start_with_opening(points: &mut Vec<HistoryPoint>, query: &HistoryQuery) {
    let Some((start, price)) = query.opening else {
        return;
    };
    if points.is_empty() || query.interval == Interval::Day && !query.of_week {
        return;
    }
    let timestamp = match query.interval {
        // A session that ends in the evening, such as that of a currency pair, ends with its day.
        Interval::Day if query.calendar != Calendar::Always => {
            midnight(exchange_date(query.calendar, seconds(start - 1)))
        }
        Interval::Day => midnight(exchange_date(query.calendar, seconds(start))),
        _ => seconds(start),
    };
    points.retain(|point| point.timestamp > timestamp);
    points.insert(0, HistoryPoint::price(timestamp, price));
}

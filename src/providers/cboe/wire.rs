//! JSON of Cboe's delayed quotes, as served in 2026: `{"symbol", "data"}`. Times are New York's, without a zone. Zero
//! means unknown. Numbers of charts may be strings.

use jiff::{
    Timestamp,
    civil::{Date, DateTime},
    tz::TimeZone,
};
use serde::Deserialize;
use serde_json::Value;

use crate::{
    domain::{bar::Bar, quote::QuoteUpdate},
    providers::core::{
        bars::{day_start, sorted},
        lenient::{self, Number, Text, or_default, valid_items},
    },
    source::{SourceError, TickerInfo},
};

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct QuoteResponse {
    symbol: Text,
    #[serde(deserialize_with = "or_default")]
    data: Quote,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Quote {
    current_price: Number,
    prev_day_close: Number,
    high: Number,
    low: Number,
    volume: Number,
    last_trade_time: Text,
}

/// Reads the quote of `ticker`, which Cboe calls `name`.
pub(super) fn quote(
    ticker: &TickerInfo,
    name: &str,
    body: &[u8],
) -> Result<QuoteUpdate, SourceError> {
    let response: QuoteResponse = lenient::json(body)?;
    check_symbol(&response.symbol, name)?;
    let quote = response.data;
    let as_of = quote.last_trade_time.as_deref().and_then(new_york_time);
    let (price, as_of) = quote
        .current_price
        .positive()
        .zip(as_of)
        .ok_or_else(|| SourceError::InvalidResponse("no price with a time".to_owned()))?;
    Ok(QuoteUpdate {
        symbol: ticker.symbol.clone(),
        price,
        as_of,
        previous_close: quote.prev_day_close.positive(),
        day_high: quote.high.positive(),
        day_low: quote.low.positive(),
        volume_24h: quote.volume.positive(),
        ..QuoteUpdate::default()
    })
}

#[derive(Debug, Deserialize)]
#[serde(bound = "T: serde::de::DeserializeOwned")]
struct Chart<T> {
    #[serde(default)]
    symbol: Text,
    #[serde(deserialize_with = "valid_items")]
    data: Vec<T>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Prices {
    open: Number,
    high: Number,
    low: Number,
    close: Number,
}

impl Prices {
    fn bar(&self, start: i64, volume: Number) -> Option<Bar> {
        Some(Bar {
            start,
            open: self.open.positive()?,
            high: self.high.positive()?,
            low: self.low.positive()?,
            close: self.close.positive()?,
            volume: volume.positive().unwrap_or(Bar::UNKNOWN_VOLUME),
        })
    }
}

#[derive(Debug, Deserialize)]
struct Day {
    date: Text,
    #[serde(flatten)]
    prices: Prices,
    #[serde(default)]
    volume: Number,
}

/// Reads daily bars, ascending. A bar starts at midnight UTC of its date.
pub(super) fn daily_bars(name: &str, body: &[u8]) -> Result<Vec<Bar>, SourceError> {
    let chart: Chart<Day> = lenient::json(body)?;
    check_symbol(&chart.symbol, name)?;
    let bar = |day: &Day| {
        let date: Date = day.date.as_deref()?.get(..10)?.parse().ok()?;
        let start = day_start(date);
        day.prices.bar(start, day.volume)
    };
    Ok(sorted(chart.data.iter().filter_map(bar)))
}

#[derive(Debug, Deserialize)]
struct Minute {
    datetime: Text,
    #[serde(default, deserialize_with = "or_default")]
    price: Prices,
    #[serde(default)]
    volume: Value,
}

/// Reads bars of one minute, ascending.
pub(super) fn minute_bars(name: &str, body: &[u8]) -> Result<Vec<Bar>, SourceError> {
    let chart: Chart<Minute> = lenient::json(body)?;
    check_symbol(&chart.symbol, name)?;
    let bar = |minute: &Minute| {
        let start = new_york_time(minute.datetime.as_deref()?)?.as_second();
        // Indices have no volume; stocks have that of their options as well.
        let volume = minute.volume.get("stock_volume").cloned();
        let volume = volume.and_then(|volume| Number::deserialize(volume).ok());
        minute.price.bar(start, volume.unwrap_or_default())
    };
    Ok(sorted(chart.data.iter().filter_map(bar)))
}

/// Returns an error if a response is about another symbol. Indices are written `_SPX`, `^SPX` or `SPX`.
fn check_symbol(symbol: &Text, name: &str) -> Result<(), SourceError> {
    let plain = |symbol: &str| symbol.trim_start_matches(['_', '^']).to_owned();
    match symbol.as_deref() {
        Some(other) if plain(other) != plain(name) => Err(SourceError::InvalidResponse(format!(
            "expected {name}, got {other:?}"
        ))),
        _ => Ok(()),
    }
}

/// Reads a New York time without a zone.
fn new_york_time(text: &str) -> Option<Timestamp> {
    let time: DateTime = text.trim().parse().ok()?;
    let zone = TimeZone::get("America/New_York").ok()?;
    Some(time.to_zoned(zone).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    #![expect(clippy::float_cmp, reason = "values that pass through unchanged")]

    use super::*;
    use crate::{
        domain::{
            bar::Interval,
            ticker::{Profile, Ticker, TickerId, TickerKind},
        },
        providers::core::bars::combine,
    };

    fn apple() -> TickerInfo {
        let profile = Profile::new("AAPL", "Apple", TickerKind::Stock);
        TickerInfo::of(&Ticker::new(TickerId(1), profile))
    }

    const QUOTE: &str = r#"{"timestamp":"2026-11-20 15:31:02","symbol":"AAPL","data":{"symbol":"AAPL",
        "security_type":"stock","exchange_id":5,"current_price":231.42,"price_change":1.37,"bid":231.4,"ask":231.45,
        "open":230.11,"high":232.05,"low":0.0,"close":231.42,"prev_day_close":230.05,"volume":18211034,
        "iv30":24.1,"last_trade_time":"2026-11-20T10:15:58","tick":"up"}}"#;

    #[test]
    fn the_time_of_a_quote_is_read_in_new_york_time_and_zeros_are_unknown() {
        let quote = quote(&apple(), "AAPL", QUOTE.as_bytes()).unwrap();
        assert_eq!(quote.price, 231.42);
        assert_eq!(quote.as_of.to_string(), "2026-11-20T15:15:58Z");
        assert_eq!(quote.previous_close, Some(230.05));
        assert_eq!((quote.day_high, quote.day_low), (Some(232.05), None));
        assert_eq!(quote.volume_24h, Some(18_211_034.0));
    }

    #[test]
    fn in_summer_new_york_is_four_hours_behind() {
        let summer = QUOTE.replace("2026-11-20T10:15:58", "2026-07-20T10:15:58");
        let quote = quote(&apple(), "AAPL", summer.as_bytes()).unwrap();
        assert_eq!(quote.as_of.to_string(), "2026-07-20T14:15:58Z");
    }

    #[test]
    fn a_quote_without_price_or_time_or_of_another_symbol_is_an_error() {
        for (from, to) in [
            ("231.42,\"price", "0,\"price"),
            ("\"2026-11-20T10:15:58\"", "null"),
            (
                "\"symbol\":\"AAPL\",\"data\"",
                "\"symbol\":\"AAPD\",\"data\"",
            ),
        ] {
            let body = QUOTE.replacen(from, to, 1);
            assert_ne!(body, QUOTE);
            assert!(quote(&apple(), "AAPL", body.as_bytes()).is_err(), "{to}");
        }
    }

    #[test]
    fn daily_bars_are_sorted_and_rows_with_zeros_are_skipped() {
        let body = br#"{"symbol":"_SPX","data":[
            {"date":"2026-11-19","open":"7301.10","high":"7310.0","low":"7280.5","close":"7299.9","volume":"0"},
            {"date":"2026-11-18","open":7290,"high":7305,"low":7270,"close":7300,"volume":12},
            {"date":"2026-11-17","open":0,"high":0,"low":0,"close":0,"volume":0}, null]}"#;
        let bars = daily_bars("_SPX", body).unwrap();
        let dates: Vec<_> = bars
            .iter()
            .map(|bar| Timestamp::from_second(bar.start).unwrap().to_string())
            .collect();
        assert_eq!(dates, ["2026-11-18T00:00:00Z", "2026-11-19T00:00:00Z"]);
        assert_eq!(bars[0].volume, 12.0);
        assert_eq!(bars[1].close, 7299.9);
        assert!(bars[1].volume.is_nan(), "zero means unknown");
    }

    #[test]
    fn minute_bars_are_combined_into_five_minute_and_hourly_bars() {
        let minute = |time: &str, price: f64| {
            format!(
                r#"{{"datetime":"2026-11-20T{time}","price":{{"open":{price},"high":{},"low":{},"close":{}}},
                "volume":{{"stock_volume":100,"calls_volume":3}}}}"#,
                price + 2.0,
                price - 2.0,
                price + 1.0
            )
        };
        let body = format!(
            r#"{{"symbol":"AAPL","data":[{},{},{}]}}"#,
            minute("09:30:00", 100.0),
            minute("09:34:00", 104.0),
            minute("09:35:00", 90.0)
        );
        let minutes = minute_bars("AAPL", body.as_bytes()).unwrap();
        let open = "2026-11-20T14:30:00Z".parse::<Timestamp>().unwrap();
        let five = combine(&minutes, Interval::FiveMinutes);
        assert_eq!(five.len(), 2);
        assert_eq!(five[0].start, open.as_second());
        assert_eq!(
            (
                five[0].open,
                five[0].high,
                five[0].low,
                five[0].close,
                five[0].volume
            ),
            (100.0, 106.0, 98.0, 105.0, 200.0)
        );
        let hour = combine(&minutes, Interval::Hour);
        assert_eq!(hour.len(), 1);
        assert_eq!(hour[0].start, open.as_second() - 1_800);
        assert_eq!((hour[0].low, hour[0].close), (88.0, 91.0));
    }
}

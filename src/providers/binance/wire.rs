//! JSON of Binance's public market data, as served in 2026, in which numbers are texts and times are milliseconds, and of Coinbase's
//! price of USDT in US dollars.

use std::collections::{BTreeMap, HashSet};

use jiff::Timestamp;
use serde::Deserialize;
use serde_json::Value;

use crate::{
    domain::bar::Bar,
    providers::core::{
        bars::sorted,
        lenient::{self, Moment, Number, Text, valid_items},
    },
    source::SourceError,
};

/// 1 January 2100 in Unix milliseconds. A larger number is a time in microseconds.
const LATEST_MILLISECOND: i64 = 4_102_444_800_000;

#[derive(Debug, Deserialize)]
struct List<T: serde::de::DeserializeOwned>(#[serde(deserialize_with = "valid_items")] Vec<T>);

/// Reads a list, skipping malformed entries. An object is an error with a text by Binance.
fn list<T: serde::de::DeserializeOwned>(body: &[u8]) -> Result<Vec<T>, SourceError> {
    let value: Value = lenient::json(body)?;
    if !value.is_array() {
        let text = value.get("msg").and_then(Value::as_str);
        return Err(SourceError::InvalidResponse(
            text.unwrap_or("expected a list").to_owned(),
        ));
    }
    let List(items) = List::deserialize(value)
        .map_err(|error| SourceError::InvalidResponse(error.to_string()))?;
    Ok(items)
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct PairPrice {
    symbol: Text,
    price: Number,
}

/// Reads the names of the pairs that trade.
pub(super) fn pairs(body: &[u8]) -> Result<HashSet<String>, SourceError> {
    let pairs: Vec<PairPrice> = list(body)?;
    let name = |pair: PairPrice| pair.price.positive().and(pair.symbol.0);
    let names: HashSet<String> = pairs.into_iter().filter_map(name).collect();
    if names.is_empty() {
        return Err(SourceError::InvalidResponse(
            "the list of pairs is empty".to_owned(),
        ));
    }
    Ok(names)
}

/// The statistics of a pair over 24 hours, in its quote currency.
#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
pub(super) struct Statistics {
    pub(super) symbol: Text,
    pub(super) last_price: Number,
    pub(super) open_price: Number,
    pub(super) high_price: Number,
    pub(super) low_price: Number,
    pub(super) quote_volume: Number,
    /// When the 24 hours end.
    pub(super) close_time: Moment,
}

/// Reads the statistics of several pairs.
pub(super) fn statistics(body: &[u8]) -> Result<Vec<Statistics>, SourceError> {
    list(body)
}

/// Reads bars, ascending, in the quote currency of the pair. The volume is in that currency too.
pub(super) fn klines(body: &[u8]) -> Result<Vec<Bar>, SourceError> {
    let rows: Vec<Vec<Value>> = list(body)?;
    let bar = |row: &Vec<Value>| {
        let number = |at: usize| Number::deserialize(row.get(at)?).ok()?.positive();
        let time = row.first()?.as_i64()?;
        let milliseconds = if time > LATEST_MILLISECOND {
            time / 1_000
        } else {
            time
        };
        let volume = number(7).unwrap_or(Bar::UNKNOWN_VOLUME);
        Some(Bar {
            start: milliseconds.div_euclid(1_000),
            open: number(1)?,
            high: number(2)?,
            low: number(3)?,
            close: number(4)?,
            volume,
        })
    };
    Ok(sorted(rows.iter().filter_map(bar)))
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct CoinbaseTicker {
    price: Number,
    time: Moment,
}

/// Reads the newest price of a Coinbase product, with its time.
pub(super) fn coinbase_price(body: &[u8]) -> Result<(f64, Timestamp), SourceError> {
    let ticker: CoinbaseTicker = lenient::json(body)?;
    let price = ticker.price.positive().zip(ticker.time.0);
    price.ok_or_else(|| SourceError::InvalidResponse("no price of USDT with a time".to_owned()))
}

/// Reads the closes of Coinbase's daily candles, by the start of the day in Unix seconds. A candle is `[time, low, high, open, close,
/// volume]`.
pub(super) fn coinbase_closes(body: &[u8]) -> Result<BTreeMap<i64, f64>, SourceError> {
    let rows: Vec<Vec<Number>> = list(body)?;
    let close = |row: &Vec<Number>| Some((row.first()?.seconds()?, row.get(4)?.positive()?));
    Ok(rows.iter().filter_map(close).collect())
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn pairs_that_do_not_trade_are_skipped_and_an_error_is_reported() {
        let body = br#"[{"symbol":"BTCUSDT","price":"91000.5"},{"symbol":"OLDUSDT","price":"0.0"},null,{"price":"1"}]"#;
        assert_eq!(pairs(body).unwrap(), HashSet::from(["BTCUSDT".to_owned()]));
        assert!(pairs(b"[]").is_err());
        let error = pairs(br#"{"code":-1121,"msg":"Invalid symbol."}"#);
        assert!(error.unwrap_err().to_string().contains("Invalid symbol."));
    }

    #[test]
    fn klines_are_read_with_times_in_milliseconds_or_microseconds() {
        let body = br#"[[1795132800000,"91000.0","92000.0","90500.5","91800.1","12.5",1795219199999,"1146000.0",900,"6","550000","0"],
            [1795046400000000,"90000","91500","89000","91000","10",1795132799999999,"900000",1,"1","1","0"],
            [1795219200000,"0","0","0","0","0",0,"0",0,"0","0","0"], "odd", []]"#;
        let bars = klines(body).unwrap();
        let starts: Vec<i64> = bars.iter().map(|bar| bar.start).collect();
        assert_eq!(starts, [1_795_046_400, 1_795_132_800]);
        assert_eq!((bars[1].close, bars[1].volume), (91_800.1, 1_146_000.0));
    }

    #[test]
    fn an_invalid_field_of_the_statistics_affects_no_other() {
        let body = br#"[{"symbol":"BTCUSDT","openPrice":"90000","highPrice":{},"lowPrice":"89000","lastPrice":"91000.5",
            "volume":"12","quoteVolume":"1100000","closeTime":1795132800000}]"#;
        let statistics = &statistics(body).unwrap()[0];
        assert_eq!(statistics.last_price.0, Some(91_000.5));
        assert_eq!(statistics.high_price.0, None);
        assert_eq!(statistics.close_time.0.unwrap().as_second(), 1_795_132_800);
    }

    #[test]
    fn the_price_of_usdt_is_read_with_its_time_and_the_close_of_a_candle_is_its_fifth_number() {
        let body = br#"{"ask":"0.9996","bid":"0.9995","price":"0.99955","size":"10","time":"2026-11-20T15:29:58.1Z","volume":"1"}"#;
        let (price, at) = coinbase_price(body).unwrap();
        assert_eq!((price, at.as_second()), (0.99955, 1_795_188_598));
        assert!(coinbase_price(br#"{"price":"0.99"}"#).is_err());
        let closes = coinbase_closes(
            b"[[1795132800,0.9990,1.0003,0.9998,0.9997,1000],[1795046400,0.9,1,1,null,3],[1]]",
        );
        assert_eq!(closes.unwrap(), BTreeMap::from([(1_795_132_800, 0.9997)]));
        assert!(coinbase_closes(br#"{"message":"NotFound"}"#).is_err());
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        let klines =
            br#"[[1795132800000,"91000.0","92000.0","90500.5","91800.1","12.5",0,"1146000.0"]]"#;
        let statistics =
            br#"[{"symbol":"BTCUSDT","lastPrice":"91000.5","closeTime":1795132800000}]"#;
        crate::testing::fuzz::fuzz("binance", &[klines, statistics], |body| {
            let _ = (pairs(body), super::statistics(body), super::klines(body));
            let _ = (coinbase_price(body), coinbase_closes(body));
        });
    }
}

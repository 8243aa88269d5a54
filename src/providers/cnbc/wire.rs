//! JSON of CNBC's quotes and bars, as served in 2026. Numbers are texts with commas and percent signs (`"4,081.30"`, `"4.128%"`), and
//! an unchanged price has the change `UNCH`. A single quote is an object, several are a list.

use std::{collections::HashMap, ops::Range};

use jiff::{
    Timestamp,
    civil::{Date, DateTime, Time, date},
    tz::TimeZone,
};
use serde::{Deserialize, Deserializer};
use serde_json::Value;

use crate::{
    domain::{bar::Bar, quote::QuoteUpdate, session::Calendar},
    providers::core::{
        bars::{day_start, sorted},
        lenient::{self, Text, or_default, valid_items},
    },
    source::{SourceError, TickerInfo},
};

/// A number, which may be a text with commas and a percent sign.
#[derive(Debug, Clone, Copy, Default, PartialEq)]
struct Amount {
    /// `None` for any other value.
    number: Option<f64>,
    /// True if the number has a percent sign, as yields have.
    is_percent: bool,
}

impl<'de> Deserialize<'de> for Amount {
    fn deserialize<D: Deserializer<'de>>(deserializer: D) -> Result<Self, D::Error> {
        let value = Value::deserialize(deserializer)?;
        let text = value.as_str().map(str::trim);
        let number = match text {
            Some(text) => text.trim_end_matches('%').replace(',', "").parse().ok(),
            None => value.as_f64(),
        };
        Ok(Self {
            number: number.filter(|number: &f64| number.is_finite()),
            is_percent: text.is_some_and(|text| text.ends_with('%')),
        })
    }
}

impl Amount {
    /// Returns the number unless it is a plain zero, which stands for an unknown value. A yield may be `0.000%`.
    fn known(self) -> Option<f64> {
        self.number
            .filter(|number| *number != 0.0 || self.is_percent)
    }
}

#[derive(Debug, Deserialize)]
struct QuoteResponse {
    #[serde(rename = "FormattedQuoteResult")]
    result: QuoteResult,
}

#[derive(Debug, Deserialize)]
struct QuoteResult {
    #[serde(rename = "FormattedQuote", default, deserialize_with = "one_or_many")]
    quotes: Vec<Quote>,
}

/// A quote in a response.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
pub(super) struct Quote {
    symbol: Text,
    /// `0` unless the symbol is unknown.
    code: Amount,
    last: Amount,
    change: Text,
    previous_day_closing: Amount,
    high: Amount,
    low: Amount,
    volume: Amount,
    yrhiprice: Amount,
    yrloprice: Amount,
    last_time: Text,
}

fn one_or_many<'de, D: Deserializer<'de>>(deserializer: D) -> Result<Vec<Quote>, D::Error> {
    let values = match Value::deserialize(deserializer)? {
        Value::Array(values) => values,
        single => vec![single],
    };
    let quotes = values.into_iter().filter(Value::is_object);
    Ok(quotes
        .filter_map(|quote| Quote::deserialize(quote).ok())
        .collect())
}

/// Reads quotes by CNBC's symbol, leaving out unknown symbols.
pub(super) fn quotes(body: &[u8]) -> Result<HashMap<String, Quote>, SourceError> {
    let response: QuoteResponse = lenient::json(body)?;
    let is_known = |quote: &Quote| quote.code.number.is_none_or(|code| code == 0.0);
    let quotes = response.result.quotes.into_iter().filter(is_known);
    Ok(quotes
        .filter_map(|quote| Some((quote.symbol.0.clone()?, quote)))
        .collect())
}

/// Converts a quote to an update of `ticker`.
pub(super) fn update(ticker: &TickerInfo, quote: &Quote) -> Result<QuoteUpdate, SourceError> {
    let as_of = quote
        .last_time
        .as_deref()
        .and_then(|text| price_time(text, ticker.calendar));
    let (price, as_of) = quote.last.known().zip(as_of).ok_or_else(|| {
        SourceError::InvalidResponse(format!("{}: no price with a time", ticker.symbol))
    })?;
    let is_unchanged = quote
        .change
        .as_deref()
        .is_some_and(|change| change.trim().eq_ignore_ascii_case("UNCH"));
    let unchanged_close = is_unchanged.then_some(price);
    Ok(QuoteUpdate {
        symbol: ticker.symbol.clone(),
        price,
        as_of,
        previous_close: quote.previous_day_closing.known().or(unchanged_close),
        day_high: quote.high.known(),
        day_low: quote.low.known(),
        volume_24h: quote.volume.known().filter(|volume| *volume > 0.0),
        year_high: quote.yrhiprice.known(),
        year_low: quote.yrloprice.known(),
        ..QuoteUpdate::default()
    })
}

/// Reads `2026-11-20T10:15:00.000-0500`, or the date of a closing price: the time is then the close of the session.
fn price_time(text: &str, calendar: Calendar) -> Option<Timestamp> {
    let text = text.trim();
    if let Ok(date) = text.parse::<Date>()
        && text.len() == "2026-11-20".len()
    {
        let close = calendar.session_on(date)?.close;
        return Timestamp::from_second(close).ok();
    }
    let parsed = text.parse().ok();
    parsed.or_else(|| Timestamp::strptime("%Y-%m-%dT%H:%M:%S%.f%z", text).ok())
}

#[derive(Debug, Deserialize)]
struct BarsResponse {
    #[serde(rename = "barData")]
    data: BarData,
}

#[derive(Debug, Deserialize)]
struct BarData {
    #[serde(rename = "priceBars", default, deserialize_with = "valid_items")]
    bars: Vec<PriceBar>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct PriceBar {
    open: Amount,
    high: Amount,
    low: Amount,
    close: Amount,
    #[serde(deserialize_with = "or_default")]
    volume: Amount,
    /// `20261119000000`, in New York.
    #[serde(rename = "tradeTime")]
    time: Text,
}

impl PriceBar {
    fn to_bar(&self, start: i64, is_yield: bool) -> Option<Bar> {
        let prices = [self.open, self.high, self.low, self.close];
        // Yields in bars have no percent sign. A bar of zeros only is unknown; one zero among other values is a yield of zero.
        let is_zero_known = is_yield && prices.iter().any(|price| price.known().is_some());
        let price = |price: Amount| {
            if is_zero_known {
                price.number
            } else {
                price.known()
            }
        };
        Some(Bar {
            start,
            open: price(self.open)?,
            high: price(self.high)?,
            low: price(self.low)?,
            close: price(self.close)?,
            volume: self
                .volume
                .known()
                .filter(|volume| *volume > 0.0)
                .unwrap_or(Bar::UNKNOWN_VOLUME),
        })
    }

    fn time(&self) -> Option<DateTime> {
        let text = self.time.as_deref()?;
        let number = |range: Range<usize>| text.get(range)?.parse::<i16>().ok();
        let two_digits = |range| i8::try_from(number(range)?).ok();
        let day = Date::new(number(0..4)?, two_digits(4..6)?, two_digits(6..8)?).ok()?;
        let time = Time::new(
            two_digits(8..10).unwrap_or(0),
            two_digits(10..12).unwrap_or(0),
            two_digits(12..14).unwrap_or(0),
            0,
        );
        (day > date(1900, 1, 1)).then_some(day.to_datetime(time.ok()?))
    }
}

/// Reads daily bars, ascending. A bar starts at midnight UTC of its date. A yield may be zero, prices may not.
pub(super) fn daily_bars(body: &[u8], is_yield: bool) -> Result<Vec<Bar>, SourceError> {
    bars(body, is_yield, |time| Some(day_start(time.date())))
}

/// Reads bars shorter than a day, ascending. See [`daily_bars`].
pub(super) fn intraday_bars(body: &[u8], is_yield: bool) -> Result<Vec<Bar>, SourceError> {
    let zone = TimeZone::get("America/New_York")
        .map_err(|error| SourceError::InvalidResponse(format!("no time zones: {error}")))?;
    bars(body, is_yield, |time| {
        let time = time.to_zoned(zone.clone()).ok()?.timestamp();
        Some(time.as_second())
    })
}

fn bars(
    body: &[u8],
    is_yield: bool,
    start: impl Fn(DateTime) -> Option<i64>,
) -> Result<Vec<Bar>, SourceError> {
    let response: BarsResponse = lenient::json(body)?;
    let bar = |bar: &PriceBar| bar.to_bar(start(bar.time()?)?, is_yield);
    Ok(sorted(response.data.bars.iter().filter_map(bar)))
}

#[cfg(test)]
mod tests {
    #![expect(clippy::float_cmp, reason = "values that pass through unchanged")]

    use super::*;
    use crate::domain::ticker::{Profile, Ticker, TickerId, TickerKind};

    fn ticker(symbol: &str, kind: TickerKind) -> TickerInfo {
        let profile = Profile::new(symbol, symbol, kind);
        TickerInfo::of(&Ticker::new(TickerId(1), profile))
    }

    const GOLD: &str = r#"{"symbol":"@GC.1","symbolType":"symbol","code":0,"name":"Gold COMEX (Dec'26)",
        "last":"4,081.30","last_timedate":"10:15 AM EST","last_time":"2026-11-20T10:15:00.000-0500",
        "change":"-3.20","change_pct":"-0.08%","changetype":"DOWN","open":"4,090.00","high":"4,101.00",
        "low":"0","volume":"152,301","previous_day_closing":"4,084.50","yrhiprice":"4,381.40",
        "yrloprice":"2,602.00","curmktstatus":"REG_MKT"}"#;

    fn body(quotes: &str) -> Vec<u8> {
        format!(r#"{{"FormattedQuoteResult":{{"FormattedQuote":{quotes}}}}}"#).into_bytes()
    }

    #[test]
    fn numbers_with_commas_are_read_and_zeros_are_unknown() {
        let quotes = quotes(&body(&format!("[{GOLD}]"))).unwrap();
        let gold = update(&ticker("GC=F", TickerKind::Commodity), &quotes["@GC.1"]).unwrap();
        assert_eq!((gold.price, gold.previous_close), (4_081.3, Some(4_084.5)));
        assert_eq!(gold.as_of.to_string(), "2026-11-20T15:15:00Z");
        assert_eq!((gold.day_high, gold.day_low), (Some(4_101.0), None));
        assert_eq!(gold.volume_24h, Some(152_301.0));
        assert_eq!(
            (gold.year_low, gold.year_high),
            (Some(2_602.0), Some(4_381.4))
        );
    }

    #[test]
    fn a_single_quote_is_read_from_an_object_and_a_yield_from_a_percentage() {
        let only = r#"{"symbol":"US10Y","code":"0","last":"4.128%","change":"UNCH","change_pct":"UNCH",
            "last_time":"2026-11-20T10:15:00.000-0500","volume":"","high":"4.150%","low":"4.101%"}"#;
        let quotes = quotes(&body(only)).unwrap();
        let ten_years = update(&ticker("^TNX", TickerKind::Index), &quotes["US10Y"]).unwrap();
        assert_eq!(ten_years.price, 4.128);
        assert_eq!(
            ten_years.previous_close,
            Some(4.128),
            "the change 'UNCH' means that the price equals the previous close"
        );
        assert_eq!(
            (ten_years.day_high, ten_years.day_low),
            (Some(4.15), Some(4.101))
        );
        assert_eq!(ten_years.volume_24h, None);
    }

    #[test]
    fn a_yield_may_be_zero_and_a_price_may_not() {
        let quote_of = |last: &str| {
            let only = format!(
                r#"{{"symbol":"US10Y","last":"{last}","last_time":"2026-11-20T10:15:00.000-0500","low":"-0.012%"}}"#
            );
            let quotes = quotes(&body(&only)).unwrap();
            update(&ticker("^TNX", TickerKind::Index), &quotes["US10Y"])
        };
        let zero = quote_of("0.000%").unwrap();
        assert_eq!((zero.price, zero.day_low), (0.0, Some(-0.012)));
        assert!(quote_of("0").is_err(), "unknown");
        let bars = br#"{"barData":{"priceBars":[
            {"open":"0.021","high":"0.025","low":"0.000","close":"0.004","tradeTime":"20261119000000"},
            {"open":0,"high":0,"low":0,"close":0,"tradeTime":"20261118000000"}]}}"#;
        let yields = daily_bars(bars, true).unwrap();
        assert_eq!(yields.len(), 1);
        assert_eq!((yields[0].low, yields[0].close), (0.0, 0.004));
        assert!(daily_bars(bars, false).unwrap().is_empty());
    }

    #[test]
    fn a_date_without_time_means_the_close_and_an_unknown_price_stays_unknown() {
        let dax = |last: &str, time: &str| {
            let quote = format!(r#"{{"symbol":".GDAXI","last":{last},"last_time":{time}}}"#);
            let quotes = quotes(&body(&quote)).unwrap();
            let calendar = Calendar::for_exchange("Europe/Berlin", None, None).unwrap();
            let ticker = TickerInfo {
                calendar,
                ..ticker("^GDAXI", TickerKind::Index)
            };
            update(&ticker, &quotes[".GDAXI"])
        };
        let close = dax("\"23,500.10\"", "\"2026-11-19\"").unwrap();
        assert_eq!(close.as_of.to_string(), "2026-11-19T16:30:00Z");
        assert_eq!(close.previous_close, None);
        let time = "\"2026-11-20T10:15:00.000+0100\"";
        assert!(dax("\"23,500.10\"", time).is_ok());
        for (last, time) in [
            ("\"\"", time),
            ("0", time),
            ("null", time),
            ("\"23,500.10\"", "\"soon\""),
            ("\"23,500.10\"", "null"),
            ("\"23,500.10\"", "\"2026-11-21\""),
        ] {
            assert!(dax(last, time).is_err(), "{last} {time}");
        }
    }

    #[test]
    fn unknown_symbols_and_malformed_entries_do_not_affect_others() {
        let quotes = quotes(&body(&format!(
            r#"[null, 7, {{"symbol":"@XX.1","code":1}}, {{"code":0,"last":"1"}}, {GOLD}]"#
        )))
        .unwrap();
        assert_eq!(quotes.keys().collect::<Vec<_>>(), ["@GC.1"]);
        assert!(
            super::quotes(br#"{"FormattedQuoteResult":{}}"#)
                .unwrap()
                .is_empty()
        );
        assert!(super::quotes(br#"{"message":"moved"}"#).is_err());
    }

    #[test]
    fn bars_are_sorted_and_start_at_their_date_or_new_york_time() {
        let body = br#"{"barData":{"symbol":"@GC.1","priceBars":[
            {"open":"4,090.00","high":"4,101.00","low":"4,070.10","close":"4,084.50","volume":0,"tradeTime":"20261119000000"},
            {"open":4080,"high":4095,"low":4075,"close":4090,"volume":"1,200","tradeTime":"20261118000000"},
            {"open":0,"high":0,"low":0,"close":0,"tradeTime":"20261117000000"},
            {"open":1,"high":1,"low":1,"close":1,"tradeTime":"soon"}, null]}}"#;
        let bars = daily_bars(body, false).unwrap();
        let starts = |bars: &[Bar]| -> Vec<String> {
            let start = |bar: &Bar| Timestamp::from_second(bar.start).unwrap().to_string();
            bars.iter().map(start).collect()
        };
        assert_eq!(
            starts(&bars),
            ["2026-11-18T00:00:00Z", "2026-11-19T00:00:00Z"]
        );
        assert_eq!((bars[0].volume, bars[1].close), (1_200.0, 4_084.5));
        assert!(bars[1].volume.is_nan());
        let body = br#"{"barData":{"priceBars":[
            {"open":1,"high":2,"low":1,"close":2,"volume":5,"tradeTime":"20261120103000"}]}}"#;
        assert_eq!(
            starts(&intraday_bars(body, false).unwrap()),
            ["2026-11-20T15:30:00Z"]
        );
        assert!(
            daily_bars(br#"{"barData":{"priceBars":null}}"#, false)
                .unwrap()
                .is_empty()
        );
        assert!(daily_bars(br#"{"error":"no such symbol"}"#, false).is_err());
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        let bars = br#"{"barData":{"priceBars":[{"open":"1","high":2,"low":1,"close":2,"tradeTime":"20261120103000"}]}}"#;
        let ticker = ticker("GC=F", TickerKind::Commodity);
        crate::testing::fuzz::fuzz("cnbc", &[&body(GOLD), bars], |body| {
            for quote in quotes(body).unwrap_or_default().values() {
                let _ = update(&ticker, quote);
            }
            let _ = (daily_bars(body, true), intraday_bars(body, false));
        });
    }
}

//! Parses the JSON of `/quote` and `/time_series`, as documented in 2026. Numbers are strings. An error has the fields `code`,
//! `message` and `status`, with HTTP status 200 or an error status.

use jiff::{
    Timestamp,
    civil::{Date, DateTime},
    tz::TimeZone,
};
use serde::Deserialize;

use crate::{
    domain::{
        bar::{Bar, Interval},
        currency::PriceUnit,
        quote::QuoteUpdate,
    },
    providers::core::lenient::{self, Moment, Number, Text, or_default},
    source::{SourceError, TickerInfo},
};

/// The fields of an error response.
#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Failure {
    code: Number,
    message: Text,
    status: Text,
}

impl Failure {
    /// Returns true if the error means that there is no data for the symbol, and false if there is no error. Other errors are
    /// returned as errors.
    fn means_no_data(self) -> Result<bool, SourceError> {
        if self.status.as_deref() != Some("error") {
            return Ok(false);
        }
        match self.code.0.unwrap_or_default() as u16 {
            429 => Err(SourceError::Throttled {
                status: 429,
                retry_after: None,
            }),
            401 => Err(SourceError::Refused("unknown API key".to_owned())),
            // The symbol is unknown or not included in the plan.
            400 | 403 | 404 => Ok(true),
            code => Err(SourceError::Refused(
                self.message.0.unwrap_or_else(|| format!("error {code}")),
            )),
        }
    }
}

/// Returns the message of an error response.
pub(super) fn message(body: &[u8]) -> Option<String> {
    lenient::json::<Failure>(body).ok()?.message.0
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Quote {
    symbol: Text,
    currency: Text,
    timestamp: Moment,
    last_quote_at: Moment,
    close: Number,
    high: Number,
    low: Number,
    volume: Number,
    previous_close: Number,
    #[serde(deserialize_with = "or_default")]
    fifty_two_week: Year,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Year {
    low: Number,
    high: Number,
}

/// Reads the quote of `ticker`; `None` if there is no data for it.
pub(super) fn quote(ticker: &TickerInfo, body: &[u8]) -> Result<Option<QuoteUpdate>, SourceError> {
    if lenient::json::<Failure>(body)?.means_no_data()? {
        return Ok(None);
    }
    let response: Quote = lenient::json(body)?;
    if !is_for_ticker(ticker, &response.symbol, &response.currency) {
        return Ok(None);
    }
    // `timestamp` is the beginning of the day.
    let as_of = response.last_quote_at.0.or(response.timestamp.0);
    let quote = response
        .close
        .positive()
        .zip(as_of)
        .map(|(price, as_of)| QuoteUpdate {
            symbol: ticker.symbol.clone(),
            price,
            as_of,
            previous_close: response.previous_close.positive(),
            day_high: response.high.positive(),
            day_low: response.low.positive(),
            volume_24h: response.volume.positive(),
            year_high: response.fifty_two_week.high.positive(),
            year_low: response.fifty_two_week.low.positive(),
            ..QuoteUpdate::default()
        });
    quote
        .map(Some)
        .ok_or_else(|| SourceError::InvalidResponse("no price with a time".to_owned()))
}

/// Returns true if a response is for the ticker. A response with another symbol or currency is for another listing or company.
fn is_for_ticker(ticker: &TickerInfo, symbol: &Text, currency: &Text) -> bool {
    let has_symbol = symbol
        .as_deref()
        .is_none_or(|name| name.replace('.', "-") == ticker.symbol);
    let unit = currency.as_deref().and_then(PriceUnit::parse);
    let has_currency =
        unit.is_none_or(|unit| unit.currency == ticker.currency && unit.parts <= 1.0);
    has_symbol && has_currency
}

/// Returns the path of a request for two years of daily bars, a month of hourly bars, or a week of five-minute bars.
pub(super) fn bars_path(name: &str, interval: Interval) -> String {
    let (interval_name, count) = match interval {
        Interval::Day => ("1day", 520),
        Interval::Hour => ("1h", 160),
        Interval::FiveMinutes => ("5min", 400),
    };
    format!(
        "/time_series?symbol={name}&interval={interval_name}&outputsize={count}&order=ASC&timezone=UTC&adjust=splits"
    )
}

#[derive(Debug, Deserialize)]
struct Series {
    #[serde(default, deserialize_with = "or_default")]
    meta: Meta,
    #[serde(default, deserialize_with = "or_default")]
    values: Option<Vec<serde_json::Value>>,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Meta {
    symbol: Text,
    currency: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Value {
    datetime: Text,
    open: Number,
    high: Number,
    low: Number,
    close: Number,
    volume: Number,
}

/// Reads the bars of `ticker`, oldest first; `None` if there is no data for it.
pub(super) fn bars(
    ticker: &TickerInfo,
    interval: Interval,
    body: &[u8],
) -> Result<Option<Vec<Bar>>, SourceError> {
    if lenient::json::<Failure>(body)?.means_no_data()? {
        return Ok(None);
    }
    let series: Series = lenient::json(body)?;
    let values = series
        .values
        .ok_or_else(|| SourceError::InvalidResponse("no values in the response".to_owned()))?;
    if !is_for_ticker(ticker, &series.meta.symbol, &series.meta.currency) {
        return Ok(None);
    }
    let bar = |value| bar(&Value::deserialize(value).ok()?, interval);
    let mut bars: Vec<Bar> = values.into_iter().filter_map(bar).collect();
    bars.sort_by_key(|bar| bar.start);
    bars.dedup_by_key(|bar| bar.start);
    Ok(Some(bars))
}

fn bar(value: &Value, interval: Interval) -> Option<Bar> {
    Some(Bar {
        start: start(value.datetime.as_deref()?, interval)?,
        open: value.open.positive()?,
        high: value.high.positive()?,
        low: value.low.positive()?,
        close: value.close.positive()?,
        volume: value.volume.positive().unwrap_or(Bar::UNKNOWN_VOLUME),
    })
}

/// Returns the start of a bar in Unix seconds. A date is in the exchange's time zone. A time is UTC, as requested.
fn start(text: &str, interval: Interval) -> Option<i64> {
    let start: DateTime = match interval {
        Interval::Day => {
            let date: Date = text.split(' ').next()?.parse().ok()?;
            date.at(0, 0, 0, 0)
        }
        _ => text.parse().ok()?,
    };
    let start: Timestamp = start.to_zoned(TimeZone::UTC).ok()?.timestamp();
    let second = start.as_second();
    Some(second - second.rem_euclid(interval.seconds()))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::{Profile, Ticker, TickerId, TickerKind};
    use crate::testing::fuzz::fuzz;

    const QUOTE: &str = include_str!("../../../tests/fixtures/providers/twelve_data_quote.json");
    const DAYS: &str = include_str!("../../../tests/fixtures/providers/twelve_data_days.json");

    fn apple() -> TickerInfo {
        TickerInfo::of(&Ticker::new(
            TickerId(1),
            Profile::new("AAPL", "Apple", TickerKind::Stock),
        ))
    }

    #[test]
    fn the_time_of_a_quote_is_that_of_its_last_minute() {
        let quote = quote(&apple(), QUOTE.as_bytes()).unwrap().unwrap();
        assert_eq!(quote.as_of.to_string(), "2026-11-20T15:29:00Z");
        assert_eq!((quote.price, quote.previous_close), (148.85, Some(149.09)));
        assert_eq!(
            (quote.day_low, quote.year_high),
            (Some(147.22), Some(157.26))
        );
    }

    #[test]
    fn daily_bars_are_sorted_and_an_invalid_one_is_skipped() {
        let bars = bars(&apple(), Interval::Day, DAYS.as_bytes())
            .unwrap()
            .unwrap();
        let days: Vec<i64> = bars.iter().map(|bar| bar.start / 86_400).collect();
        assert_eq!(days, [20_775, 20_777], "18 and 20 November");
        assert_eq!((bars[1].close, bars[1].volume), (148.85, 67_903_927.0));
    }

    #[test]
    fn five_minute_bars_have_utc_times() {
        let body = DAYS.replace("2026-11-20", "2026-11-20 14:35:00");
        let bars = bars(&apple(), Interval::FiveMinutes, body.as_bytes());
        let last = bars.unwrap().unwrap().pop().unwrap();
        assert_eq!(
            Timestamp::from_second(last.start).unwrap().to_string(),
            "2026-11-20T14:35:00Z"
        );
    }

    #[test]
    fn another_listing_or_currency_is_rejected() {
        for (original, other) in [("\"AAPL\"", "\"APC\""), ("\"USD\"", "\"EUR\"")] {
            let body = QUOTE.replace(original, other);
            assert_ne!(body, QUOTE);
            assert_eq!(quote(&apple(), body.as_bytes()).unwrap(), None, "{other}");
        }
    }

    #[test]
    fn errors_under_status_200_are_errors() {
        let error = |code: u16| {
            let body = format!(
                r#"{{"code":{code},"message":"You have run out of API credits for the current minute.","status":"error"}}"#
            );
            quote(&apple(), body.as_bytes())
        };
        assert!(matches!(error(429), Err(SourceError::Throttled { .. })));
        assert!(matches!(error(401), Err(SourceError::Refused(text)) if text.contains("key")));
        assert_eq!(
            error(404).unwrap(),
            None,
            "Twelve Data does not have the symbol"
        );
        assert!(error(500).is_err());
        for body in ["", "<html>", "{", "{}"] {
            assert!(quote(&apple(), body.as_bytes()).is_err(), "{body}");
            assert!(
                bars(&apple(), Interval::Day, body.as_bytes()).is_err(),
                "{body}"
            );
        }
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        let samples = [QUOTE.as_bytes(), DAYS.as_bytes()];
        fuzz("twelve_data", &samples, |body| {
            let _ = quote(&apple(), body);
            for interval in Interval::ALL {
                let _ = bars(&apple(), interval, body);
            }
        });
    }
}

//! JSON of Nasdaq's quote, as served in 2026. Before the open and after the close, `primaryData` has the last trade of the extended
//! hours, and `secondaryData` the close. Times are New York's, to the minute: `Oct 7, 2026 12:52 PM ET`,
//! `Closed at Oct 6, 2026 4:00 PM ET`, or only a date.

use jiff::{
    Timestamp,
    civil::{Date, DateTime, Time},
    fmt::strtime,
    tz::TimeZone,
};
use serde::Deserialize;

use crate::{
    domain::{quote::QuoteUpdate, session::Calendar},
    providers::{
        core::lenient::{Text, or_default},
        nasdaq::{
            amount::{parse_amount, parse_count, parse_price},
            wire::data,
        },
    },
    source::{SourceError, TickerInfo},
};

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Info {
    symbol: Text,
    #[serde(deserialize_with = "or_default")]
    primary_data: Trade,
    #[serde(deserialize_with = "or_default")]
    secondary_data: Trade,
    #[serde(deserialize_with = "or_default")]
    key_stats: KeyStats,
}

#[derive(Debug, Default, Deserialize)]
#[serde(rename_all = "camelCase", default)]
struct Trade {
    last_sale_price: Text,
    net_change: Text,
    last_trade_timestamp: Text,
    volume: Text,
    currency: Text,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct KeyStats {
    #[serde(deserialize_with = "or_default")]
    dayrange: Statistic,
    #[serde(rename = "fiftyTwoWeekHighLow", deserialize_with = "or_default")]
    year_range: Statistic,
}

#[derive(Debug, Default, Deserialize)]
#[serde(default)]
struct Statistic {
    value: Text,
}

impl Statistic {
    /// Reads a range such as `229.80 - 232.50`; `None` if a limit is unknown.
    fn range(&self) -> Option<(f64, f64)> {
        let (one, other) = self.value.as_deref()?.split_once(" - ")?;
        let (one, other) = (parse_price(one)?, parse_price(other)?);
        Some((one.min(other), one.max(other)))
    }
}

/// The price of a trade during a regular session.
struct RegularPrice {
    price: f64,
    as_of: Timestamp,
}

impl Trade {
    /// Returns the price if the trade was in a regular session.
    fn regular(&self, calendar: Calendar) -> Option<RegularPrice> {
        let price = self.last_sale_price.as_deref().and_then(parse_price)?;
        let (date, time) = date_and_time(self.last_trade_timestamp.as_deref()?)?;
        let as_of = match time {
            Some(time) => new_york(date.to_datetime(time))?,
            // Only the close of a day has a date without a time.
            None => Timestamp::from_second(calendar.session_on(date)?.close).ok()?,
        };
        let second = as_of.as_second();
        let session = calendar.session_at_or_before(as_of);
        (session.open..=session.close)
            .contains(&second)
            .then_some(RegularPrice { price, as_of })
    }

    /// Returns the close before the trade's session.
    fn previous_close(&self, price: f64) -> Option<f64> {
        let change = self.net_change.as_deref()?.trim().trim_start_matches('+');
        let previous = price - parse_amount(change)?;
        // Removes the error of the subtraction; Nasdaq writes at most four decimals.
        let previous = (previous * 10_000.0).round() / 10_000.0;
        (previous > 0.0).then_some(previous)
    }
}

/// Reads the newest regular-hours price of `ticker`, which Nasdaq calls `name`; `None` if Nasdaq does not know the symbol.
pub(super) fn quote(
    ticker: &TickerInfo,
    name: &str,
    body: &[u8],
) -> Result<Option<QuoteUpdate>, SourceError> {
    let Some(info) = data::<Info>(body)? else {
        return Ok(None);
    };
    let symbol = info.symbol.as_deref().unwrap_or_default().trim();
    if !symbol.is_empty() && !symbol.replace('/', ".").eq_ignore_ascii_case(name) {
        let text = format!("the response is for {symbol} instead of {name}");
        return Err(SourceError::InvalidResponse(text));
    }
    let primary = info.primary_data.regular(ticker.calendar);
    let (trade, is_primary) = if primary.is_some() {
        (&info.primary_data, true)
    } else {
        (&info.secondary_data, false)
    };
    let currency = trade.currency.as_deref().map_or("", str::trim);
    if !currency.is_empty() && currency != ticker.currency.as_str() {
        return Err(SourceError::InvalidResponse(format!(
            "the price is in {currency}"
        )));
    }
    let regular = primary.or_else(|| info.secondary_data.regular(ticker.calendar));
    let regular = regular
        .ok_or_else(|| SourceError::InvalidResponse("no regular price with a time".to_owned()))?;
    // In extended hours, range and volume of the day may be those of another session.
    let day = info.key_stats.dayrange.range().filter(|_| is_primary);
    let year = info.key_stats.year_range.range();
    let volume = trade.volume.as_deref().filter(|_| is_primary);
    Ok(Some(QuoteUpdate {
        symbol: ticker.symbol.clone(),
        price: regular.price,
        as_of: regular.as_of,
        previous_close: trade.previous_close(regular.price),
        day_low: day.map(|(low, _)| low),
        day_high: day.map(|(_, high)| high),
        year_low: year.map(|(low, _)| low),
        year_high: year.map(|(_, high)| high),
        volume_24h: volume.and_then(parse_count).filter(|units| *units > 0.0),
        ..QuoteUpdate::default()
    }))
}

/// Finds a date such as `Oct 7, 2026`, and a time such as `12:52 PM`, in a text.
fn date_and_time(text: &str) -> Option<(Date, Option<Time>)> {
    let words: Vec<&str> = text.split_whitespace().collect();
    let date = words.windows(3).find_map(|words| {
        strtime::parse("%b %d, %Y", words.join(" "))
            .ok()?
            .to_date()
            .ok()
    })?;
    let time = words.windows(2).find_map(|words| {
        strtime::parse("%I:%M %p", words.join(" "))
            .ok()?
            .to_time()
            .ok()
    });
    Some((date, time))
}

fn new_york(time: DateTime) -> Option<Timestamp> {
    let zone = TimeZone::get("America/New_York").ok()?;
    Some(time.to_zoned(zone).ok()?.timestamp())
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::{Profile, Ticker, TickerId, TickerKind};

    fn ticker(symbol: &str) -> TickerInfo {
        let profile = Profile::new(symbol, symbol, TickerKind::Stock);
        TickerInfo::of(&Ticker::new(TickerId(1), profile))
    }

    fn read(data: &str) -> Result<Option<QuoteUpdate>, SourceError> {
        let body = format!(r#"{{"data":{data},"message":null,"status":{{"rCode":200}}}}"#);
        quote(&ticker("ACME"), "ACME", body.as_bytes())
    }

    /// A quote of Friday, 20 November 2026, with this primary and secondary data.
    fn info(primary: &str, secondary: &str) -> String {
        format!(
            r#"{{"symbol":"ACME","companyName":"Acme Corp. Common Stock","exchange":"NYSE","primaryData":{primary},"secondaryData":{secondary},
            "marketStatus":"Open","assetClass":"STOCKS","keyStats":{{"fiftyTwoWeekHighLow":{{"label":"52 Week Range:","value":"1,020.5 - 1,310.00"}},
            "dayrange":{{"label":"High/Low:","value":"1,149.80 - 1,162.5"}}}},"notifications":[]}}"#
        )
    }

    fn trade(price: &str, change: &str, time: &str) -> String {
        format!(
            r#"{{"lastSalePrice":"{price}","netChange":"{change}","percentageChange":"0.1%","deltaIndicator":"up","lastTradeTimestamp":"{time}",
            "isRealTime":true,"bidPrice":"N/A","askPrice":"N/A","bidSize":"N/A","askSize":"N/A","volume":"1,963,864.243649","currency":null}}"#
        )
    }

    #[test]
    fn during_the_session_the_last_trade_is_the_price() {
        let open = info(
            &trade("$1,157.25", "+2.15", "Nov 20, 2026 12:52 PM ET"),
            "null",
        );
        let quote = read(&open).unwrap().unwrap();
        assert_eq!(
            (quote.price, quote.previous_close),
            (1_157.25, Some(1_155.1))
        );
        assert_eq!(quote.as_of.to_string(), "2026-11-20T17:52:00Z");
        assert_eq!(
            (
                quote.day_low,
                quote.day_high,
                quote.year_low,
                quote.year_high
            ),
            (Some(1_149.8), Some(1_162.5), Some(1_020.5), Some(1_310.0))
        );
        assert_eq!(quote.volume_24h, Some(1_963_864.243_649));
    }

    #[test]
    fn outside_of_the_session_the_close_is_the_price() {
        for (now, closed) in [
            (
                "Nov 23, 2026 7:20 AM ET",
                "Closed at Nov 20, 2026 4:00 PM ET",
            ),
            (
                "DATA AS OF Nov 20, 2026 6:27 PM ET - AFTER HOURS",
                "CLOSED AT 4:00 PM ET ON Nov 20, 2026",
            ),
        ] {
            let data = info(
                &trade("$222.25", "-12.08", now),
                &trade("$234.33", "1.25", closed),
            );
            let quote = read(&data).unwrap().unwrap();
            assert_eq!((quote.price, quote.previous_close), (234.33, Some(233.08)));
            assert_eq!(quote.as_of.to_string(), "2026-11-20T21:00:00Z");
            assert_eq!(
                (quote.day_high, quote.volume_24h),
                (None, None),
                "they may be those of the extended hours"
            );
        }
    }

    #[test]
    fn a_date_without_a_time_is_the_close_of_that_day() {
        let half_day = info(&trade("$10.40", "-0.03", "DATA AS OF Nov 27, 2026"), "null");
        let quote = read(&half_day).unwrap().unwrap();
        assert_eq!((quote.price, quote.previous_close), (10.4, Some(10.43)));
        assert_eq!(quote.as_of.to_string(), "2026-11-27T18:00:00Z");
        let holiday = info(&trade("$10.40", "-0.03", "Nov 26, 2026"), "null");
        assert!(read(&holiday).is_err());
    }

    #[test]
    fn an_unknown_symbol_is_not_an_error_and_another_one_is() {
        let unknown = br#"{"data":null,"message":null,"status":{"rCode":400,"bCodeMessage":[{"code":1001,"errorMessage":"Symbol not exists."}]}}"#;
        assert_eq!(quote(&ticker("ACME"), "ACME", unknown).unwrap(), None);
        let open = info(&trade("$5.1", "0", "Nov 20, 2026 12:52 PM ET"), "null");
        let other = read(&open.replace("\"ACME\"", "\"OTHER\"")).unwrap_err();
        assert!(other.to_string().contains("is for OTHER instead of ACME"));
        let euros = read(&open.replace("\"currency\":null", "\"currency\":\"EUR\"")).unwrap_err();
        assert!(euros.to_string().contains("is in EUR"), "{euros}");
        let class = open.replace("\"ACME\"", "\"BRK/B\"");
        let body = format!(r#"{{"data":{class},"status":{{"rCode":200}}}}"#);
        assert!(
            quote(&ticker("BRK-B"), "BRK.B", body.as_bytes())
                .unwrap()
                .is_some()
        );
    }

    #[test]
    fn odd_fields_are_unknown_and_a_quote_without_a_price_is_an_error() {
        let odd = info(&trade("$5.1", "UNCH", "Nov 20, 2026 12:52 PM ET"), "[]")
            .replace("\"value\":\"1,149.80 - 1,162.5\"", "\"value\":\"N/A\"")
            .replace("\"1,963,864.243649\"", "{}");
        let quote = read(&odd).unwrap().unwrap();
        assert_eq!(
            (
                quote.price,
                quote.previous_close,
                quote.day_low,
                quote.volume_24h
            ),
            (5.1, None, None, None)
        );
        for price in ["N/A", "$0.00", "-$1"] {
            let data = info(&trade(price, "0.1", "Nov 20, 2026 12:52 PM ET"), "null");
            assert!(read(&data).is_err(), "{price}");
        }
        assert!(read(&info(&trade("$5.1", "0.1", "N/A"), "null")).is_err());
        assert!(read("{}").is_err());
    }

    #[test]
    fn corrupted_responses_never_panic() {
        let open = info(&trade("$5.1", "0.1", "Nov 20, 2026 12:52 PM ET"), "null");
        let body = format!(r#"{{"data":{open},"status":{{"rCode":200}}}}"#);
        let ticker = ticker("ACME");
        crate::testing::fuzz::fuzz("nasdaq_quotes", &[body.as_bytes()], |body| {
            let _ = quote(&ticker, "ACME", body);
        });
    }
}

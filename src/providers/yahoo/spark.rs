//! The spark endpoint, whose responses contain quotes of many symbols.

use jiff::Timestamp;

use super::{
    chart::{self, ReadContext},
    profile,
    target::{Target, encode},
    wire,
};
use crate::{
    domain::{
        quote::{QuoteUpdate, percent_change},
        ticker::{TickerKind, Venue},
    },
    providers::core::lenient,
    source::{SourceError, lookup::FoundPrice},
};

/// The maximum number of symbols that Yahoo accepts per request.
pub(in crate::providers) const MAX_SYMBOLS: usize = 20;

/// Returns the path of a request for `targets`, which must contain only coins or no coins. Coins need a longer range for their change
/// over 24 hours, because their day starts at midnight.
pub(super) fn path(targets: &[&Target]) -> String {
    let is_coin = |target: &&Target| target.kind == TickerKind::Crypto;
    let symbols = targets.iter().map(|target| target.yahoo.as_str());
    path_of(symbols, targets.iter().any(is_coin))
}

/// Returns the path of a request for symbols in Yahoo's spelling.
pub(super) fn path_of<'a>(symbols: impl Iterator<Item = &'a str>, are_coins: bool) -> String {
    let symbols: Vec<String> = symbols.map(encode).collect();
    let range = if are_coins {
        "range=5d&interval=1h"
    } else {
        "range=1d&interval=5m"
    };
    format!("/v7/finance/spark?symbols={}&{range}", symbols.join(","))
}

/// The quote and exchange of a symbol.
#[derive(Debug)]
pub(super) struct SparkQuote {
    pub(super) quote: QuoteUpdate,
    pub(super) venue: Venue,
}

/// Parses the quotes of `targets`, in their order; a quote is `None` if the response does not contain it. An error means that the
/// source is failing. A response for several symbols without any quote is an error.
pub(super) fn read(
    targets: &[&Target],
    body: &[u8],
    now: Timestamp,
) -> Result<Vec<Option<SparkQuote>>, SourceError> {
    let mut results = results(body)?;
    let quotes: Vec<_> = targets
        .iter()
        .map(|target| quote(target, &mut results, now))
        .collect();
    if quotes.len() > 1 && quotes.iter().all(Option::is_none) {
        let count = quotes.len();
        let text = format!("no data for any of {count} symbols");
        return Err(SourceError::InvalidResponse(text));
    }
    Ok(quotes)
}

/// Parses the prices of symbols (in Yahoo's spelling) that are not followed. Their kind and currency come from the response.
pub(super) fn read_found(
    symbols: &[&str],
    body: &[u8],
    now: Timestamp,
) -> Result<Vec<FoundPrice>, SourceError> {
    let mut results = results(body)?;
    let prices = symbols
        .iter()
        .filter_map(|symbol| found_price(take_chart(symbol, &mut results)?, symbol, now));
    Ok(prices.collect())
}

fn found_price(chart: wire::ChartResult, yahoo: &str, now: Timestamp) -> Option<FoundPrice> {
    let profile = profile::profile(yahoo, &chart.meta).ok()?;
    let target = Target::of_profile(&profile, yahoo);
    let quote = chart::parse_result(&target, chart, &ReadContext::at(now))
        .ok()?
        .quote?;
    let change_from_close =
        || percent_change(quote.previous_close.or(quote.bar_close), quote.price);
    Some(FoundPrice {
        price: quote.price,
        currency: profile.currency,
        decimals: profile.decimals,
        change_24h: quote.change_24h.or_else(change_from_close),
        as_of: quote.as_of,
        symbol: profile.symbol,
    })
}

/// Parses the results in a response.
fn results(body: &[u8]) -> Result<Vec<wire::SparkResult>, SourceError> {
    let envelope: wire::SparkEnvelope = lenient::json_with_nan(body)?;
    let spark = envelope.spark.or(envelope.finance);
    let spark = spark
        .ok_or_else(|| SourceError::InvalidResponse("no quotes in the response".to_owned()))?;
    if let Some(error) = spark.error.filter(wire::ChartError::has_text) {
        let text = error.description.0.or(error.code.0);
        return Err(SourceError::Refused(text.unwrap_or_default()));
    }
    Ok(spark.result.into_iter().filter_map(|one| one.0).collect())
}

/// Returns the quote of `target`, which is parsed like a chart.
fn quote(target: &Target, results: &mut [wire::SparkResult], now: Timestamp) -> Option<SparkQuote> {
    let chart = take_chart(&target.yahoo, results)?;
    let parsed = chart::parse_result(target, chart, &ReadContext::at(now)).ok()?;
    Some(SparkQuote {
        quote: parsed.quote?,
        venue: parsed.venue,
    })
}

/// Removes the chart of a symbol from a response and returns it.
fn take_chart(yahoo: &str, results: &mut [wire::SparkResult]) -> Option<wire::ChartResult> {
    let result = results
        .iter_mut()
        .find(|result| result.symbol() == Some(yahoo))?;
    let charts = std::mem::take(&mut result.response).into_iter();
    charts.into_iter().find_map(|chart| chart.0)
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::currency::Currency;
    use crate::testing::fuzz::fuzz;

    fn target(symbol: &str, kind: TickerKind) -> Target {
        Target {
            symbol: symbol.to_owned(),
            yahoo: symbol.to_owned(),
            kind,
            currency: Currency::USD,
            calendar: kind.default_calendar(),
            is_followed: false,
        }
    }

    /// The prices of A and B in a response.
    fn prices(body: &str) -> Result<[Option<f64>; 2], SourceError> {
        let (a, b) = (
            target("A", TickerKind::Stock),
            target("B", TickerKind::Stock),
        );
        let quotes = read(&[&a, &b], body.as_bytes(), Timestamp::UNIX_EPOCH)?;
        Ok([0, 1].map(|at| quotes[at].as_ref().map(|found| found.quote.price)))
    }

    fn entry(symbol: &str, fields: &str) -> String {
        format!(
            r#"{{"symbol":"{symbol}","response":[{{"meta":{{"currency":"USD","symbol":"{symbol}","regularMarketTime":1795186800,{fields}}}}}]}}"#
        )
    }

    fn response(entries: &[String]) -> String {
        let entries = entries.join(",");
        format!(r#"{{"spark":{{"result":[{entries}],"error":null}}}}"#)
    }

    #[test]
    fn a_response_in_another_order_is_assigned_by_symbol() {
        let b = entry("B", r#""regularMarketPrice":2.5"#);
        let a = entry("A", r#""regularMarketPrice":1.5"#);
        let body = response(&[b, a]);
        assert_eq!(prices(&body).unwrap(), [Some(1.5), Some(2.5)]);
    }

    #[test]
    fn an_invalid_symbol_or_field_affects_only_itself() {
        let a = entry(
            "A",
            r#""regularMarketPrice":{"raw":1.5},"regularMarketDayHigh":"odd","previousClose":"1.25","fiftyTwoWeekLow":[]"#,
        );
        let invalid = [
            r#"{"symbol":"B","response":null}"#,
            r#"{"symbol":"B","response":[]}"#,
            r#"{"symbol":"B","response":[null]}"#,
            r#"{"symbol":"B","response":[{"meta":null}]}"#,
            r#"{"symbol":"B"}"#,
            r#"{"symbol":"C","response":[{"meta":{"currency":"USD","regularMarketPrice":9}}]}"#,
            "null",
            "7",
        ];
        for invalid in invalid {
            let body = response(&[invalid.to_owned(), a.clone()]);
            assert_eq!(prices(&body).unwrap(), [Some(1.5), None], "{invalid}");
            let a = target("A", TickerKind::Stock);
            let found = read(&[&a], body.as_bytes(), Timestamp::UNIX_EPOCH)
                .unwrap()
                .remove(0);
            let quote = found.unwrap().quote;
            assert_eq!(quote.previous_close, Some(1.25));
            assert_eq!((quote.day_high, quote.year_low), (None, None));
        }
    }

    #[test]
    fn a_bare_nan_affects_only_its_field() {
        let a = entry(
            "A",
            r#""regularMarketPrice":1.5,"fiftyTwoWeekHigh":Infinity"#,
        );
        let b = entry("B", r#""regularMarketPrice":NaN"#);
        assert_eq!(prices(&response(&[b, a])).unwrap(), [Some(1.5), None]);
    }

    #[test]
    fn an_entry_whose_chart_is_of_another_symbol_is_rejected() {
        let a = entry("A", r#""regularMarketPrice":1.5"#);
        let b = entry("B", r#""regularMarketPrice":2.5"#);
        let wrong = b.replace(r#""USD","symbol":"B""#, r#""USD","symbol":"X""#);
        assert_ne!(b, wrong);
        let body = response(&[a, wrong]);
        assert_eq!(prices(&body).unwrap(), [Some(1.5), None]);
    }

    #[test]
    fn a_price_in_another_currency_than_the_stored_one_is_rejected() {
        let a = entry("A", r#""regularMarketPrice":1.5"#);
        let b = entry("B", r#""regularMarketPrice":2.5"#).replace("USD", "GBp");
        assert_eq!(prices(&response(&[b, a])).unwrap(), [Some(1.5), None]);
    }

    #[test]
    fn an_unreadable_response_is_an_error_of_the_source() {
        for (body, expected) in [
            ("", "is empty"),
            ("<html>Attention</html>", "a web page"),
            (r#"{"spark":{"result":[{"sym"#, "is truncated"),
            ("{}", "no quotes in the response"),
            (r#"{"spark":null}"#, "no quotes in the response"),
            (
                r#"{"spark":{"result":null,"error":null}}"#,
                "any of 2 symbols",
            ),
            (
                r#"{"spark":{"result":null,"error":{"code":"Bad Request","description":"Too many symbols"}}}"#,
                "Too many symbols",
            ),
            (
                r#"{"finance":{"result":null,"error":{"code":"Unauthorized","description":"Invalid cookie"}}}"#,
                "Invalid cookie",
            ),
            ("Too Many Requests", "slow down"),
        ] {
            let error = prices(body).unwrap_err().to_string();
            assert!(error.contains(expected), "{body}: {error}");
        }
    }

    #[test]
    fn coins_are_requested_with_a_longer_range_and_symbols_are_escaped() {
        let index = target("^GSPC", TickerKind::Index);
        let gold = target("GC=F", TickerKind::Commodity);
        assert_eq!(
            path(&[&index, &gold]),
            "/v7/finance/spark?symbols=%5EGSPC,GC=F&range=1d&interval=5m"
        );
        let coin = target("BTC-USD", TickerKind::Crypto);
        assert_eq!(
            path(&[&coin]),
            "/v7/finance/spark?symbols=BTC-USD&range=5d&interval=1h"
        );
    }

    #[test]
    fn broken_responses_cause_no_panic() {
        let apple = target("AAPL", TickerKind::Stock);
        let samples = [
            &include_bytes!("../../../tests/fixtures/recordings/yahoo/spark-two.json")[..],
            &include_bytes!("../../../tests/fixtures/providers/spark.json")[..],
        ];
        fuzz("yahoo-spark", &samples, |body| {
            let now = Timestamp::UNIX_EPOCH;
            let _ = (read(&[&apple], body, now), read_found(&["AAPL"], body, now));
        });
    }
}

//! Exchange rates over time and the yield curve.

use marketdeck::{
    domain::{
        currency::Currency,
        fixing::{Fixing, FixingCode, Series},
        ticker::{Profile, TickerKind},
    },
    source::Update,
};
use serde_json::json;

use crate::common::TestServer;

fn fixing(series: Series, date: &str, values: &[(&str, f64)]) -> Fixing {
    let value = |(code, value): &(&str, f64)| (FixingCode::parse(code).unwrap(), *value);
    Fixing::new(series, date.parse().unwrap(), values.iter().map(value))
}

async fn server_with_rates() -> TestServer {
    let server = TestServer::open().await;
    let rates = [
        ("2026-11-18", 1.2, 12.0),
        ("2026-11-19", 1.25, 10.0),
        ("2026-11-20", 1.5, 12.0),
    ];
    let day = |(date, dollars, kronor): (&str, f64, f64)| {
        fixing(
            Series::EuroRates,
            date,
            &[("USD", dollars), ("SEK", kronor)],
        )
    };
    let fixings = rates.into_iter().map(day).collect();
    server.send_update(Update::Fixings(fixings)).await;
    server
}

#[tokio::test]
async fn rates_start_with_the_one_that_is_valid_on_the_first_day() {
    let server = server_with_rates().await;
    let rates = async |query: &str| {
        let reply = server.get(&format!("/api/exchange-rates?{query}")).await;
        assert_eq!(reply.status, 200, "{}", reply.text());
        reply.json()
    };
    let dollars = rates("from=EUR&to=USD&since=2026-11-19").await;
    assert_eq!(dollars["isCrossRate"], false);
    assert_eq!(
        dollars["rates"],
        json!([{ "date": "2026-11-19", "rate": 1.25 }, { "date": "2026-11-20", "rate": 1.5 }])
    );
    let weekend = rates("from=EUR&to=USD&since=2026-11-22").await;
    assert_eq!(weekend["rates"][0]["date"], "2026-11-20");
    let cross = rates("from=SEK&to=USD").await;
    assert_eq!(cross["isCrossRate"], true);
    assert_eq!(cross["rates"][1]["rate"], 0.125);
    assert_eq!(cross["rates"].as_array().unwrap().len(), 3);
    let unknown = rates("from=SEK&to=RUB").await;
    assert_eq!(
        (&unknown["rates"], &unknown["source"]),
        (&json!([]), &json!(null))
    );
}

#[tokio::test]
async fn invalid_currencies_and_dates_are_rejected() {
    let server = server_with_rates().await;
    for (query, message) in [
        ("to=USD", "Missing query parameter 'from'."),
        ("from=EUR", "Missing query parameter 'to'."),
        (
            "from=euro&to=USD",
            "Invalid from 'euro'; expected a currency code such as EUR.",
        ),
        (
            "from=EUR&to=USD&since=May",
            "Invalid since 'May'; expected a date such as 2020-01-31.",
        ),
    ] {
        let reply = server.get(&format!("/api/exchange-rates?{query}")).await;
        assert_eq!(
            (reply.status, reply.text().as_str()),
            (400, message),
            "{query}"
        );
    }
}

#[tokio::test]
async fn amounts_are_converted_by_reference_rates_without_a_followed_pair() {
    let server = server_with_rates().await;
    let volvo = Profile {
        currency: Currency::parse("SEK").unwrap(),
        ..Profile::new("VOLV-B.ST", "Volvo", TickerKind::Stock)
    };
    server.send_update(Update::Profiles(vec![volvo])).await;
    let ticker = server.get("/api/tickers/VOLV-B.ST").await.json();
    assert_eq!(
        ticker["displayRate"],
        json!({
            "currency": "USD", "value": 0.125, "asOf": "2026-11-20T15:00:00Z",
            "basis": "reference", "isCrossRate": true,
        })
    );
}

#[tokio::test]
async fn the_yield_curve_includes_the_curves_of_a_month_and_a_year_ago() {
    let server = TestServer::open().await;
    let curve = async || server.get("/api/yield-curve").await.json();
    let unit = curve().await["unit"].clone();
    assert_eq!(unit, "percent");
    let day = |date, ten| fixing(Series::TreasuryYields, date, &[("10Y", ten), ("1M", 3.9)]);
    let curves = vec![
        day("2025-11-20", 4.4),
        day("2026-10-20", 4.2),
        day("2026-11-20", 4.1),
    ];
    server.send_update(Update::Fixings(curves)).await;
    let shown = curve().await;
    assert_eq!(
        shown["newest"],
        json!({ "date": "2026-11-20", "points": [
            { "maturity": "1M", "months": 1.0, "percent": 3.9 },
            { "maturity": "10Y", "months": 120.0, "percent": 4.1 },
        ] })
    );
    assert_eq!(shown["monthEarlier"]["date"], "2026-10-20");
    assert_eq!(shown["yearEarlier"]["date"], "2025-11-20");
}

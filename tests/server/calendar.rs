//! Data of the calendar pages and the heatmap: dividends, economic events, exchange holidays, and closes of a month and a year ago.

use jiff::Timestamp;
use marketdeck::{
    domain::{
        bar::{Bar, Interval},
        currency::Currency,
        dividend::{Dividend, DividendKind, Frequency},
        economy::EconomicEvent,
    },
    source::Update,
};
use serde_json::{Value, json};

use crate::common::TestServer;

fn day(start: &str, close: f64) -> Bar {
    let start: Timestamp = format!("{start}T00:00:00Z").parse().unwrap();
    Bar {
        start: start.as_second(),
        open: close,
        high: close,
        low: close,
        close,
        volume: 0.0,
    }
}

fn dividend(ex_date: &str, amount: f64, kind: DividendKind, is_projected: bool) -> Dividend {
    Dividend {
        ex_date: ex_date.parse().unwrap(),
        amount,
        currency: None,
        dividend_yield: None,
        price: None,
        frequency: Some(Frequency::Quarterly),
        kind,
        is_projected,
        pay_date: None,
        is_from_file: false,
    }
}

/// A monthly change counts from the close a month ago, or the last close before it. The change of the year counts from the last close of
/// the previous year.
#[tokio::test]
async fn closes_of_a_month_and_a_year_ago_are_returned_if_stored() {
    let server = TestServer::open().await;
    let bars = vec![
        day("2025-12-31", 200.0),
        day("2026-01-02", 201.0),
        // October 20 is missing: the close before it is used.
        day("2026-10-19", 240.0),
        day("2026-10-21", 241.0),
    ];
    server
        .send_update(Update::Bars {
            symbol: "AAPL".into(),
            interval: Interval::Day,
            bars,
        })
        .await;
    let closes = server.get("/api/period-closes?type=stock").await.json();
    assert_eq!(
        closes,
        json!([
            {"id": server.id("AAPL"), "monthAgo": 240.0, "yearStart": 200.0},
            {"id": server.id("MSFT"), "monthAgo": null, "yearStart": null},
        ])
    );
    for (path, sentence) in [
        ("/api/period-closes", "Missing query parameter 'type'."),
        (
            "/api/period-closes?type=shoe",
            "Invalid ticker type 'shoe'; expected one of: stock, etf, fund, crypto, commodity, index, currency, bond.",
        ),
        (
            "/api/tickers?symbols=AAPL&type=shoe",
            "Invalid ticker type 'shoe'; expected one of: stock, etf, fund, crypto, commodity, index, currency, bond.",
        ),
    ] {
        let rejected = server.get(path).await;
        assert_eq!((rejected.status, rejected.text().as_str()), (400, sentence));
    }
}

#[tokio::test]
async fn the_dividend_calendar_lists_all_tickers_latest_first_three_months_back() {
    let server = TestServer::open().await;
    server
        .send_update(Update::Dividends {
            symbol: "AAPL".into(),
            dividends: vec![
                dividend("2026-12-04", 0.27, DividendKind::Regular, true),
                dividend("2026-09-18", 0.26, DividendKind::Regular, false),
                dividend("2026-09-17", 5.0, DividendKind::CapitalGain, false),
                dividend("2026-08-19", 0.26, DividendKind::Regular, false),
            ],
        })
        .await;
    let calendar = server.get("/api/dividends").await.json();
    let row = |row: &Value| {
        format!(
            "{} {} {} {}",
            row["id"], row["exDate"], row["symbol"], row["isProjected"]
        )
    };
    let rows: Vec<String> = calendar.as_array().unwrap().iter().map(row).collect();
    assert_eq!(
        rows,
        [
            r#"1 "2026-12-04" "AAPL" true"#,
            r#"2 "2026-09-18" "AAPL" false"#,
            r#"3 "2026-09-18" "VYM" false"#,
        ],
        "without capital gains distributions and without the dividend of August, which is more than three months old"
    );
    let first = &calendar[0];
    assert_eq!(first["tickerId"], server.id("AAPL"));
    assert_eq!(first["currency"], "USD");
    assert_eq!(first["frequency"], "quarterly");
}

/// A dividend in another currency than the price is shown in its own currency, and has a yield only with a known rate.
#[tokio::test]
async fn a_dividend_in_another_currency_has_a_yield_only_with_a_known_rate() {
    let server = TestServer::open().await;
    let tenge = |ex_date: &str| Dividend {
        currency: Currency::parse("KZT"),
        frequency: Some(Frequency::Annually),
        ..dividend(ex_date, 1264.12, DividendKind::Regular, false)
    };
    server
        .send_update(Update::Dividends {
            symbol: "AAPL".into(),
            dividends: vec![tenge("2026-09-18")],
        })
        .await;
    let calendar = server.get("/api/dividends").await.json();
    assert_eq!(calendar[0]["currency"], "KZT");
    assert_eq!(
        calendar[0]["displayRate"],
        Value::Null,
        "the exchange rate is unknown"
    );
    assert_eq!(calendar[1]["displayRate"]["value"], 1.0);
    let rows = server.get("/api/tickers/AAPL/dividends").await.json();
    assert_eq!(rows[0]["currency"], "KZT");
    let apple = server.get("/api/tickers/AAPL").await.json();
    assert_eq!(
        apple["trailingDividends"],
        json!({"regular": 1264.12, "special": 0.0, "capitalGains": 0.0, "yield": null, "currency": "KZT",
            "convertedFrom": []})
    );
    server
        .send_update(Update::Dividends {
            symbol: "AAPL".into(),
            dividends: vec![
                dividend("2026-10-18", 1.0, DividendKind::Regular, false),
                tenge("2026-09-18"),
            ],
        })
        .await;
    let apple = server.get("/api/tickers/AAPL").await.json();
    assert_eq!(
        apple["trailingDividends"],
        Value::Null,
        "dividends in different currencies are not added up"
    );
}

/// The change of a chart counts from the close before its range, whatever the interval.
#[tokio::test]
async fn a_history_has_the_base_price_of_its_change() {
    let server = TestServer::open().await;
    let bars = vec![
        day("2025-12-31", 200.0),
        day("2026-01-02", 201.0),
        day("2026-10-19", 239.0),
        day("2026-10-20", 240.0),
        day("2026-10-22", 241.0),
        day("2026-11-19", 242.0),
    ];
    server
        .send_update(Update::Bars {
            symbol: "AAPL".into(),
            interval: Interval::Day,
            bars,
        })
        .await;
    let first = async |query: &str| {
        let path = format!("/api/tickers/AAPL/price-history?{query}");
        server.get(&path).await.json()[0].clone()
    };
    for more in ["", "&bars=true", "&interval=1d", "&points=50"] {
        let month = first(&format!("timeframe=1M&base=true{more}")).await;
        assert_eq!(month["timestamp"], "2026-10-22T00:00:00Z", "{more}");
        assert_eq!(
            month["base"],
            json!({"timestamp": "2026-10-20T00:00:00Z", "price": 240.0}),
            "{more}"
        );
    }
    let year = first("timeframe=YTD&base=true").await;
    assert_eq!(year["base"]["price"], 200.0);
    let max = first("timeframe=MAX&base=true").await;
    assert_eq!(max.get("base"), None, "no close precedes the full history");
    let without_base = first("timeframe=1M").await;
    assert_eq!(
        without_base.get("base"),
        None,
        "base=true was not requested"
    );
}

#[tokio::test]
async fn holidays_of_the_large_exchanges_are_listed_in_order() {
    let server = TestServer::open().await;
    let holidays = server.get("/api/exchange-holidays").await.json();
    let holidays = holidays.as_array().unwrap();
    let thanksgiving =
        json!({"date": "2026-11-26", "exchange": "New York", "name": "Thanksgiving Day"});
    assert!(holidays.contains(&thanksgiving));
    for exchange in ["London", "Tokyo"] {
        assert!(holidays.iter().any(|day| day["exchange"] == exchange));
    }
    assert!(holidays.is_sorted_by_key(|day| day["date"].as_str().unwrap().to_owned()));
}

fn event(name: &str, period: &str, date: &str) -> EconomicEvent {
    EconomicEvent {
        name: name.into(),
        period: period.into(),
        agency: "Bureau".into(),
        date: date.parse().unwrap(),
        at: None,
        source: None,
        provider: String::new(),
    }
}

/// An economic event is identified by name and period; an event with a new date has moved. Events older than a year are omitted.
#[tokio::test]
async fn economic_events_are_in_order_and_a_moved_one_appears_once_even_after_a_restart() {
    let server = TestServer::open().await;
    server
        .send_update(Update::Economy(vec![
            event("Prices", "November", "2026-12-10"),
            event("Jobs", "November", "2026-12-04"),
            event("Prices", "October 2025", "2025-11-10"),
        ]))
        .await;
    server
        .send_update(Update::Economy(vec![event(
            "Prices",
            "November",
            "2026-12-18",
        )]))
        .await;
    let economic_events = async |server: &TestServer| {
        let events = server.get("/api/economic-events").await.json();
        let events = events.as_array().unwrap().clone();
        events
            .iter()
            .map(|event| format!("{} {}", event["date"], event["name"]))
            .collect::<Vec<_>>()
    };
    let expected = [r#""2026-12-04" "Jobs""#, r#""2026-12-18" "Prices""#];
    assert_eq!(economic_events(&server).await, expected);
    let server = server.restart(crate::common::now()).await;
    assert_eq!(economic_events(&server).await, expected);
}

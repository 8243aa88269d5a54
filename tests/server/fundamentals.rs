//! Figures from financial reports, ratios and filings over HTTP.

use jiff::civil::date;
use marketdeck::{
    domain::{
        currency::Currency,
        fundamentals::{
            Figure, FilerKind, FinancialPeriod, Fundamentals, ReportReference, SharesOutstanding,
            filing::Filing,
        },
        split::Split,
    },
    source::Update,
};
use serde_json::{Value, json};

use crate::common::TestServer;

fn report() -> ReportReference {
    ReportReference {
        filed: date(2026, 10, 30),
        accession: "0000320193-26-000079".to_owned(),
        form: "10-K".to_owned(),
    }
}

/// A filer with one fiscal year: revenue 400, income 100, EPS 5, free cash flow 80, equity 200; 20 shares.
fn fundamentals(filer_kind: FilerKind, currency: &str) -> Fundamentals {
    let figure = |value| {
        Some(Figure {
            value,
            units_since: date(2026, 10, 30),
            is_computed: false,
        })
    };
    let year = FinancialPeriod {
        start: date(2025, 9, 28),
        end: date(2026, 9, 26),
        fiscal_year: 2026,
        quarter: None,
        report: report(),
        is_restated: false,
        revenue: figure(400.0),
        net_income: figure(100.0),
        diluted_eps: figure(5.0),
        operating_cash_flow: figure(90.0),
        capital_expenditure: figure(10.0),
        equity: figure(200.0),
        shares: figure(20.0),
    };
    Fundamentals {
        filer: "Apple Inc.".to_owned(),
        filer_kind,
        currency: Currency::parse(currency),
        years: vec![year],
        shares: Some(SharesOutstanding {
            value: 20.0,
            as_of: date(2026, 10, 16),
            report: report(),
        }),
        ..Fundamentals::empty(320_193)
    }
}

async fn send(server: &TestServer, fundamentals: Fundamentals) {
    let update = Update::Fundamentals {
        symbol: "AAPL".to_owned(),
        fundamentals: Some(Box::new(fundamentals)),
    };
    server.send_update(update).await;
}

async fn get(server: &TestServer, what: &str) -> Value {
    let id = server.id("AAPL");
    let response = server.get(&format!("/api/tickers/{id}/{what}")).await;
    assert_eq!(response.status, 200, "{}", response.text());
    response.json()
}

fn ratios(response: &Value) -> Vec<(&str, Option<f64>)> {
    let values = response["ratios"]["values"].as_array().unwrap();
    let ratio = |ratio: &Value| ratio["value"].as_f64();
    let names = ["P/E", "P/S", "P/B", "FCF yield", "Net margin", "ROE"];
    assert!(
        values
            .iter()
            .zip(names)
            .all(|(value, name)| value["name"] == name)
    );
    names.into_iter().zip(values.iter().map(ratio)).collect()
}

#[tokio::test]
async fn figures_ratios_and_link_to_the_report_are_returned() {
    let server = TestServer::open().await;
    server.fill().await;
    send(&server, fundamentals(FilerKind::Domestic, "USD")).await;
    let response = get(&server, "fundamentals").await;
    assert_eq!(response["filer"], "Apple Inc.");
    assert_eq!(
        (&response["cik"], &response["currency"]),
        (&json!(320_193), &json!("USD"))
    );
    assert_eq!(response["quarters"], json!([]));
    let year = &response["years"][0];
    assert_eq!(
        (&year["fiscalYear"], &year["quarter"]),
        (&json!(2026), &Value::Null)
    );
    assert_eq!(
        (&year["revenue"], &year["freeCashFlow"], &year["netMargin"]),
        (&json!(400.0), &json!(80.0), &json!(25.0))
    );
    let url = "https://www.sec.gov/Archives/edgar/data/320193/000032019326000079/0000320193-26-000079-index.htm";
    assert_eq!(
        (&year["form"], &year["filed"], &year["url"]),
        (&json!("10-K"), &json!("2026-10-30"), &json!(url))
    );
    let price = response["ratios"]["price"].as_f64().unwrap();
    let ratios = ratios(&response);
    assert_eq!(ratios[0], ("P/E", Some(price / 5.0)));
    assert_eq!(
        ratios[4..],
        [("Net margin", Some(25.0)), ("ROE", Some(50.0))]
    );
    assert_eq!(response["ratios"]["basis"], "fiscal-year");
}

#[tokio::test]
async fn figures_per_share_are_adjusted_for_later_splits() {
    let server = TestServer::open().await;
    server.fill().await;
    send(&server, fundamentals(FilerKind::Domestic, "USD")).await;
    let split = Update::Splits {
        symbol: "AAPL".to_owned(),
        splits: vec![Split {
            date: date(2026, 11, 10),
            numerator: 4.0,
            denominator: 1.0,
        }],
    };
    server.send_update(split).await;
    let response = get(&server, "fundamentals").await;
    assert_eq!(response["years"][0]["dilutedEps"], 1.25);
    assert_eq!(response["sharesOutstanding"]["value"], 80.0);
    assert_eq!(response["years"][0]["revenue"], 400.0);
}

/// The price of a receipt is not compared with earnings per share, and without an exchange rate nothing is.
#[tokio::test]
async fn foreign_filer_has_ratios_only_as_far_as_they_are_known() {
    let server = TestServer::open().await;
    server.fill().await;
    send(&server, fundamentals(FilerKind::Foreign, "CNY")).await;
    let response = get(&server, "fundamentals").await;
    assert_eq!(
        (&response["filerKind"], &response["currency"]),
        (&json!("foreign"), &json!("CNY"))
    );
    assert_eq!(
        ratios(&response)[..4],
        [
            ("P/E", None),
            ("P/S", None),
            ("P/B", None),
            ("FCF yield", None)
        ]
    );
    let missing = response["ratios"]["values"][0]["missing"].as_str().unwrap();
    assert!(missing.contains("exchange rate"), "{missing}");
}

#[tokio::test]
async fn filings_are_listed_with_links() {
    let server = TestServer::open().await;
    server.fill().await;
    let filing = Filing {
        accession: "0000320193-26-000080".to_owned(),
        form: "8-K".to_owned(),
        filed: date(2026, 11, 19),
        accepted: "2026-11-19T21:30:00Z".parse().ok(),
        period: None,
        title: "Results of operations".to_owned(),
        url: "https://www.sec.gov/Archives/edgar/data/320193/000032019326000080/news.htm"
            .to_owned(),
    };
    let update = Update::Filings {
        symbol: "AAPL".to_owned(),
        filings: Some(vec![filing]),
    };
    server.send_update(update).await;
    let expected = json!([{
        "accession": "0000320193-26-000080", "form": "8-K", "group": "event", "title": "Results of operations",
        "filed": "2026-11-19", "acceptedAt": "2026-11-19T21:30:00Z", "period": null,
        "url": "https://www.sec.gov/Archives/edgar/data/320193/000032019326000080/news.htm", "isSample": false
    }]);
    assert_eq!(get(&server, "filings").await, expected);
}

#[tokio::test]
async fn reports_survive_a_restart() {
    let server = TestServer::open().await;
    server.fill().await;
    send(&server, fundamentals(FilerKind::Domestic, "USD")).await;
    let before = get(&server, "fundamentals").await;
    let now = marketdeck::domain::Clock::now(&*server.clock);
    let server = server.restart(now).await;
    assert_eq!(get(&server, "fundamentals").await["years"], before["years"]);
}

#[tokio::test]
async fn ticker_without_reports_has_empty_lists_and_an_unknown_ticker_is_not_found() {
    let server = TestServer::open().await;
    server.fill().await;
    let response = get(&server, "fundamentals").await;
    assert_eq!(
        (
            &response["quarters"],
            &response["years"],
            &response["ratios"]
        ),
        (&json!([]), &json!([]), &Value::Null)
    );
    assert_eq!(get(&server, "filings").await, json!([]));
    send(&server, Fundamentals::empty(7)).await;
    assert_eq!(
        get(&server, "fundamentals").await,
        response,
        "a filer without facts"
    );
    for what in ["fundamentals", "filings"] {
        for unknown in ["9999", "NOPE"] {
            let response = server.get(&format!("/api/tickers/{unknown}/{what}")).await;
            assert_eq!(response.status, 404);
            assert!(response.text().starts_with("There is no ticker"));
        }
    }
}

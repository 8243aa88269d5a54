//! ISIN, WKN, CUSIP and FIGI in the API: search, listings, list imports.

use marketdeck::{
    domain::ticker::{Profile, TickerKind},
    source::Update,
};
use serde_json::json;

use crate::common::TestServer;

/// Starts a server with Apple in the United States and on Xetra, and SAP on Xetra.
async fn server_with_isins() -> TestServer {
    let server = TestServer::open().await;
    let ticker = |symbol: &str, isin: &str, figi: &str| Profile {
        isin: isin.parse().ok(),
        figi: figi.parse().ok(),
        ..Profile::new(symbol, symbol, TickerKind::Stock)
    };
    let tickers = vec![
        ticker("AAPL", "US0378331005", "BBG000B9XRY4"),
        Profile {
            exchange: Some("XETRA".to_owned()),
            ..ticker("APC.DE", "US0378331005", "")
        },
        ticker("SAP.DE", "DE0007164600", ""),
    ];
    server.send_update(Update::Profiles(tickers)).await;
    server
}

#[tokio::test]
async fn every_identifier_finds_its_ticker() {
    let server = server_with_isins().await;
    for (typed, symbol) in [
        ("US0378331005", "AAPL"),
        ("us-037833100-5", "AAPL"),
        ("037833100", "AAPL"),
        ("BBG000B9XRY4", "AAPL"),
        ("716460", "SAP.DE"),
        ("DE0007164600", "SAP.DE"),
    ] {
        let found = server.get(&format!("/api/tickers/search?q={typed}")).await;
        assert_eq!(found.json()[0]["symbol"], symbol, "{typed}");
        let ticker = server.get(&format!("/api/tickers/{typed}")).await.json();
        assert_eq!(ticker["symbol"], symbol, "{typed}");
    }
    let apple = server.get("/api/tickers/AAPL").await.json();
    assert_eq!(apple["isin"], "US0378331005");
    assert_eq!(apple["figi"], "BBG000B9XRY4");
    let microsoft = server.get("/api/tickers/MSFT").await.json();
    assert_eq!(
        (&microsoft["isin"], &microsoft["figi"]),
        (&json!(null), &json!(null))
    );
}

#[tokio::test]
async fn a_wrong_check_digit_is_rejected_with_the_right_one() {
    let server = server_with_isins().await;
    let message = "Invalid ISIN 'US0378331006': the check digit should be 5.";
    for path in [
        "/api/tickers/search?q=US0378331006",
        "/api/symbols?query=US0378331006",
    ] {
        let reply = server.get(path).await;
        assert_eq!(
            (reply.status, reply.text().as_str()),
            (400, message),
            "{path}"
        );
    }
    let body = json!({"symbol": "us0378331006"}).to_string();
    let reply = server.send("POST", "/api/tickers", &body).await;
    assert_eq!((reply.status, reply.text().as_str()), (400, message));
}

#[tokio::test]
async fn listings_of_one_isin_belong_together() {
    let server = server_with_isins().await;
    let listings = async |symbol: &str| {
        let path = format!("/api/tickers/{symbol}/listings");
        server.get(&path).await.json()
    };
    let xetra = server.get("/api/tickers/APC.DE").await.json();
    assert_eq!(
        listings("AAPL").await,
        json!([{"symbol": "APC.DE", "exchange": "XETRA", "currency": "USD", "followed": xetra["id"]}])
    );
    assert_eq!(listings("APC.DE").await[0]["symbol"], "AAPL");
    assert_eq!(listings("SAP.DE").await, json!([]));
    assert_eq!(listings("MSFT").await, json!([]));
}

#[tokio::test]
async fn a_list_import_resolves_isins_and_says_what_is_wrong_with_others() {
    let server = server_with_isins().await;
    let list = server
        .send(
            "POST",
            "/api/watchlists",
            &json!({"name": "Depot"}).to_string(),
        )
        .await
        .json();
    let entries = json!([
        {"symbol": "DE0007164600"},
        {"symbol": "037833100"},
        {"symbol": "US5949181046"},
        {"symbol": "FR0000121014"},
    ]);
    let path = format!("/api/watchlists/{}/import", list["id"]);
    let report = server
        .send("POST", &path, &entries.to_string())
        .await
        .json();
    assert_eq!(report["added"], 2);
    assert_eq!(report["unknown"], json!(["US5949181046", "FR0000121014"]));
    assert_eq!(
        report["notFollowed"],
        json!(["Invalid ISIN 'US5949181046': the check digit should be 5."])
    );
    let export = server
        .get(&format!("/api/watchlists/{}/export", list["id"]))
        .await;
    let symbols: Vec<_> = export
        .json()
        .as_array()
        .unwrap()
        .iter()
        .map(|entry| entry["symbol"].clone())
        .collect();
    assert_eq!(symbols, ["SAP.DE", "AAPL"]);
}

#[tokio::test]
async fn identifiers_survive_a_restart() {
    let server = server_with_isins().await;
    let server = server.restart(crate::common::now()).await;
    let apple = server.get("/api/tickers/BBG000B9XRY4").await.json();
    assert_eq!(apple["isin"], "US0378331005");
}

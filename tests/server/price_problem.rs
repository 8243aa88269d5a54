//! The `trouble` field of a ticker: why it has no new price.

use std::time::Duration;

use jiff::SignedDuration;
use marketdeck::{
    domain::{provider::Feed, ticker::TickerKind},
    source::{SourceError, Update},
};
use serde_json::json;

use crate::common::{TestServer, now, profile};

#[tokio::test]
async fn a_ticker_names_the_source_without_a_price_and_the_last_attempt() {
    let server = TestServer::open().await;
    let trouble = async |symbol: &str| {
        let ticker = server.get(&format!("/api/tickers/{symbol}")).await.json();
        ticker["trouble"].clone()
    };
    assert!(trouble("MSFT").await.is_null());
    let record = server.board.record("test");
    let error = SourceError::Refused("MSFT: No data found, symbol may be delisted".into());
    let attempt = now() - SignedDuration::from_mins(3);
    let next = now() + SignedDuration::from_mins(12);
    record.symbol_failed("MSFT", attempt, &error, Some(next));
    assert_eq!(
        trouble("MSFT").await,
        json!({
            "provider": "test",
            "lastError": "The source refused: MSFT: No data found, symbol may be delisted.",
            "lastTriedAt": attempt.to_string(),
            "nextTryAt": next.to_string(),
        })
    );
    record.symbol_failed("MSFT", now(), &error, None);
    let again = trouble("MSFT").await;
    assert_eq!(again["lastTriedAt"], now().to_string());
    assert!(trouble("AAPL").await.is_null());
    record.symbol_succeeded("MSFT");
    assert!(trouble("MSFT").await.is_null());
}

#[tokio::test]
async fn a_ticker_without_any_price_names_the_failing_source() {
    let server = TestServer::open().await;
    let pfizer = profile("PFE", TickerKind::Stock, Some("Healthcare"));
    server.send_update(Update::Profiles(vec![pfizer])).await;
    let trouble = async || server.get("/api/tickers/PFE").await.json()["trouble"].clone();
    let down = SourceError::Status(500);
    let fails = |name, what, kind| {
        let record = server.board.record(name);
        let kinds = vec![kind];
        record.set_feeds(vec![Feed { what, kinds }]);
        record.failed(now(), &down, Duration::from_secs(60));
    };
    fails("prices of coins", "quotes", TickerKind::Crypto);
    fails("facts of shares", "facts", TickerKind::Stock);
    assert!(
        trouble().await.is_null(),
        "neither source supplies its price"
    );
    fails("mine", "quotes", TickerKind::Stock);
    let trouble = trouble().await;
    assert_eq!(trouble["provider"], "mine");
    assert_eq!(trouble["lastError"], "The source returned HTTP 500.");
    let next = now() + SignedDuration::from_mins(1);
    assert_eq!(trouble["nextTryAt"], next.to_string());
}

#[tokio::test]
async fn a_failing_source_is_not_shown_while_the_price_is_fresh() {
    let server = TestServer::open().await;
    let ticker = async || server.get("/api/tickers/AAPL").await.json();
    let before = ticker().await;
    assert_eq!(
        (&before["source"], &before["stale"]),
        (&json!("test"), &json!(false))
    );
    let record = server.board.record("test");
    record.failed(now(), &SourceError::Status(500), Duration::from_secs(60));
    assert!(ticker().await["trouble"].is_null(), "its price is current");
    server.clock.advance(3_600);
    let after = ticker().await;
    assert_eq!(after["stale"], true);
    assert_eq!(after["trouble"]["provider"], "test");
}

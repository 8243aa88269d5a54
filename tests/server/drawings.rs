//! Drawings on price charts, and their export and import.

use jiff::civil::date;
use marketdeck::{domain::split::Split, source::Update};
use serde_json::{Value, json};

use crate::common::{Response, TestServer};

async fn draw(server: &TestServer, body: Value) -> Response {
    server
        .send("POST", "/api/drawings", &body.to_string())
        .await
}

/// A horizontal level.
fn level(symbol: &str, price: f64) -> Value {
    let point = json!({"time": "2026-11-02T21:00:00Z", "price": price});
    json!({"symbol": symbol, "tool": "level", "points": [point]})
}

/// Returns the prices of the first points of the drawings on a ticker.
async fn prices(server: &TestServer, symbol: &str) -> Vec<f64> {
    let path = format!("/api/drawings?symbol={symbol}");
    let response = server.get(&path).await;
    assert_eq!(response.status, 200, "{}", response.text());
    let drawings = response.json();
    let drawings = drawings.as_array().unwrap().iter();
    let price = |drawing: &Value| drawing["points"][0]["price"].as_f64().unwrap();
    drawings.map(price).collect()
}

#[tokio::test]
async fn drawings_are_saved_moved_and_deleted() {
    let server = TestServer::open().await;
    let points = json!([
        {"time": "2026-10-01T20:00:00Z", "price": 240.25},
        {"time": "2026-11-02T21:00:00Z", "price": 271.5},
    ]);
    let trend = json!({"symbol": "aapl", "tool": "trend", "points": points});
    let response = draw(&server, trend).await;
    assert_eq!(response.status, 201, "{}", response.text());
    let trend = response.json();
    assert_eq!(
        (&trend["symbol"], &trend["tool"], &trend["points"]),
        (&json!("AAPL"), &json!("trend"), &points)
    );
    assert_eq!(trend["createdAt"], trend["changedAt"]);
    draw(&server, level("AAPL", 280.0)).await;
    draw(&server, level("AAPL", 290.0)).await;
    draw(&server, level("BTC", 90_000.0)).await;
    assert_eq!(prices(&server, "AAPL").await, [240.25, 280.0, 290.0]);
    let path = format!("/api/drawings/{}", trend["id"]);
    let moved = json!([
        {"time": "2026-10-01T20:00:00Z", "price": 241},
        {"time": "2026-12-02T21:00:00Z", "price": 275},
    ]);
    let body = json!({"points": moved}).to_string();
    let response = server.send("PATCH", &path, &body).await;
    assert_eq!(response.status, 200, "{}", response.text());
    assert_eq!(prices(&server, "AAPL").await, [241.0, 280.0, 290.0]);
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 204);
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 404);
    let restarted = server.restart(crate::common::now()).await;
    assert_eq!(prices(&restarted, "AAPL").await, [280.0, 290.0]);
    let all = restarted.request("DELETE", "/api/drawings?symbol=AAPL", &[], "");
    assert_eq!(all.await.status, 204);
    assert_eq!(prices(&restarted, "AAPL").await, [0.0; 0]);
    assert_eq!(prices(&restarted, "BTC").await, [90_000.0]);
}

#[tokio::test]
async fn invalid_drawings_have_an_error_of_one_sentence() {
    let server = TestServer::open().await;
    let id = draw(&server, level("AAPL", 280.0)).await.json()["id"].clone();
    let path = format!("/api/drawings/{id}");
    let mut trend = level("AAPL", 280.0);
    trend["tool"] = json!("trend");
    for (method, path, body, status, error) in [
        (
            "POST",
            "/api/drawings",
            level("NONE", 280.0),
            404,
            "There is no ticker called NONE.",
        ),
        (
            "POST",
            "/api/drawings",
            level("AAPL", 1e12),
            422,
            "Invalid points[0].price 1000000000000; expected a number from -10000000000 to 10000000000.",
        ),
        (
            "POST",
            "/api/drawings",
            trend,
            422,
            "Invalid points: 2 points are expected, not 1.",
        ),
        (
            "PATCH",
            &path,
            json!({"points": []}),
            422,
            "Invalid points: 1 point is expected, not 0.",
        ),
        (
            "PATCH",
            "/api/drawings/99",
            json!({"points": []}),
            404,
            "No drawing with that number.",
        ),
    ] {
        let response = server.send(method, path, &body.to_string()).await;
        assert_eq!(response.status, status, "{}", response.text());
        assert!(response.text().contains(error), "{}", response.text());
    }
    for body in [
        r#"{"symbol": "AAPL", "tool": "circle", "points": []}"#,
        r#"{"symbol": "AAPL", "tool": "level", "points": [{"time": "soon", "price": 1}]}"#,
        r#"{"symbol": "AAPL", "tool": "level", "points": [{"time": "2026-11-02T21:00:00Z", "price": 1, "color": "red"}]}"#,
    ] {
        let response = server.send("POST", "/api/drawings", body).await;
        assert_eq!(response.status, 400, "{}", response.text());
    }
    let all = server.request("DELETE", "/api/drawings", &[], "").await;
    assert_eq!(all.status, 400, "a missing symbol never deletes everything");
    assert_eq!(prices(&server, "AAPL").await, [280.0]);
}

#[tokio::test]
async fn an_export_carries_drawings_to_another_server() {
    let source = TestServer::open().await;
    draw(&source, level("AAPL", 280.0)).await;
    draw(&source, level("BTC", 90_000.0)).await;
    let mut file = source.get("/api/export").await.json();
    assert_eq!(file["drawings"][0]["symbol"], "AAPL");
    let target = TestServer::open().await;
    draw(&target, level("BTC", 90_000.0)).await;
    draw(&target, level("MSFT", 500.0)).await;
    let drawings = file["drawings"].as_array_mut().unwrap();
    drawings.push(level("NONE", 1.0));
    let file = file.to_string();
    let preview = target.send("POST", "/api/import/preview", &file).await;
    let preview = preview.json();
    assert_eq!(
        preview["drawings"],
        json!({"added": ["AAPL level at 280"], "changed": [], "removed": [], "same": 1})
    );
    assert_eq!(
        preview["leftOut"],
        json!(["Drawings on NONE are left out: unknown ticker."])
    );
    assert_eq!(target.send("POST", "/api/import", &file).await.status, 200);
    assert_eq!(prices(&target, "AAPL").await, [280.0]);
    assert_eq!(
        prices(&target, "MSFT").await,
        [500.0],
        "merging keeps drawings"
    );
    let replaced = target.send("POST", "/api/import?mode=replace", &file).await;
    assert_eq!(
        replaced.json()["drawings"]["removed"],
        json!(["MSFT level at 500"])
    );
    assert_eq!(prices(&target, "MSFT").await, [0.0; 0]);
    let many: Vec<Value> = (1..=101)
        .map(|price| level("AAPL", f64::from(price)))
        .collect();
    let file = json!({"format": "marketdeck", "version": 1, "drawings": many}).to_string();
    let refused = target.send("POST", "/api/import?mode=replace", &file).await;
    assert_eq!(refused.status, 409, "{}", refused.text());
    let error = "The import would result in 101 drawings on AAPL; the maximum is 100.";
    assert!(refused.text().contains(error), "{}", refused.text());
    assert_eq!(prices(&target, "AAPL").await, [280.0], "nothing is changed");
}

#[tokio::test]
async fn a_split_adjusts_drawings_made_before_it() {
    let server = TestServer::open().await;
    server.fill().await;
    let mut earlier = level("AAPL", 240.0);
    earlier["changedAt"] = json!("2026-11-03T15:00:00Z");
    let file = json!({"format": "marketdeck", "version": 1, "drawings": [earlier]}).to_string();
    assert_eq!(server.send("POST", "/api/import", &file).await.status, 200);
    draw(&server, level("AAPL", 61.0)).await;
    let split = Update::Splits {
        symbol: "AAPL".to_owned(),
        splits: vec![Split {
            date: date(2026, 11, 10),
            numerator: 4.0,
            denominator: 1.0,
        }],
    };
    server.send_update(split).await;
    assert_eq!(prices(&server, "AAPL").await, [60.0, 61.0]);
    let point = json!({"time": "2026-11-02T21:00:00Z", "price": 62.0});
    let body = json!({"points": [point]}).to_string();
    server.send("PATCH", "/api/drawings/1", &body).await;
    assert_eq!(
        prices(&server, "AAPL").await,
        [62.0, 61.0],
        "a moved drawing has prices of today"
    );
}

#[tokio::test]
async fn a_read_only_server_shows_drawings_and_refuses_changes() {
    let settings = marketdeck::web::Settings {
        read_only: true,
        ..marketdeck::web::Settings::default()
    };
    let server = TestServer::with(settings).await;
    let response = draw(&server, level("AAPL", 280.0)).await;
    assert_eq!(response.status, 403, "{}", response.text());
    assert_eq!(server.get("/api/drawings").await.json(), json!([]));
}

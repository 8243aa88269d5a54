//! Chart layouts, and their export and import.

use serde_json::{Value, json};

use crate::common::{Response, TestServer};

async fn save(server: &TestServer, name: &str, body: &Value) -> Response {
    let path = format!("/api/chart-layouts/{name}");
    server.send("PUT", &path, &body.to_string()).await
}

fn layout(title: &str, symbols: &[&str]) -> Value {
    let charts: Vec<Value> = symbols
        .iter()
        .map(|symbol| json!({"symbol": symbol, "settings": "range=1Y&style=candles"}))
        .collect();
    json!({"title": title, "charts": charts, "links": {"range": true}})
}

/// Returns the names of all layouts.
async fn names(server: &TestServer) -> Vec<String> {
    let layouts = server.get("/api/chart-layouts").await.json();
    let layouts = layouts.as_array().unwrap().iter();
    let name = |layout: &Value| layout["name"].as_str().unwrap().to_owned();
    layouts.map(name).collect()
}

#[tokio::test]
async fn layouts_are_saved_replaced_and_deleted() {
    let server = TestServer::open().await;
    let response = save(&server, "metals", &layout(" Metals ", &["gc=f", "BTC"])).await;
    assert_eq!(response.status, 201, "{}", response.text());
    let saved = response.json();
    assert_eq!(
        saved,
        json!({"name": "metals", "title": "Metals",
            "charts": [
                {"symbol": "GC=F", "settings": "range=1Y&style=candles"},
                {"symbol": "BTC", "settings": "range=1Y&style=candles"}],
            "links": {"symbol": false, "range": true, "crosshair": false}})
    );
    let restarted = server.restart(crate::common::now()).await;
    let read = restarted.get("/api/chart-layouts/metals").await;
    assert_eq!(read.json(), saved);
    let replaced = save(&restarted, "metals", &layout("Gold", &["GC=F"])).await;
    assert_eq!(replaced.status, 200, "{}", replaced.text());
    save(
        &restarted,
        "big-four",
        &layout("Four", &["AAPL", "MSFT", "BTC", "VYM"]),
    )
    .await;
    assert_eq!(names(&restarted).await, ["big-four", "metals"]);
    let delete = || restarted.request("DELETE", "/api/chart-layouts/metals", &[], "");
    assert_eq!(delete().await.status, 204);
    let missing = delete().await;
    assert_eq!(missing.status, 404);
    assert!(
        missing
            .text()
            .contains("There is no chart layout called 'metals'.")
    );
}

#[tokio::test]
async fn invalid_layouts_have_an_error_of_one_sentence() {
    let server = TestServer::open().await;
    for (name, body, error) in [
        (
            "mine",
            layout("Mine", &["AAPL", "MSFT", "BTC"]),
            "A layout has 1, 2 or 4 charts, not 3.",
        ),
        (
            "mine",
            layout(" ", &["AAPL"]),
            "Please enter a name for your layout.",
        ),
        ("mine", layout("Mine", &["NONE"]), "Unknown symbol 'NONE'."),
        (
            "My%20charts",
            layout("Mine", &["AAPL"]),
            "Invalid layout name; use 1 to 40 lower-case letters, digits and hyphens.",
        ),
    ] {
        let response = save(&server, name, &body).await;
        assert_eq!(response.status, 422, "{}", response.text());
        assert!(response.text().contains(error), "{}", response.text());
    }
    let mut with_spaces = layout("Mine", &["AAPL"]);
    with_spaces["charts"][0]["settings"] = json!("range=1Y & more");
    assert_eq!(save(&server, "mine", &with_spaces).await.status, 422);
    assert_eq!(names(&server).await, [""; 0]);
}

#[tokio::test]
async fn an_export_carries_layouts_to_another_server() {
    let source = TestServer::open().await;
    save(&source, "mine", &layout("Mine", &["AAPL", "BTC"])).await;
    save(&source, "gold", &layout("Gold", &["GC=F"])).await;
    let mut file = source.get("/api/export").await.json();
    assert_eq!(file["chartLayouts"][0]["name"], "gold");
    file["chartLayouts"][0]["charts"][0]["symbol"] = json!("NONE");
    let file = file.to_string();
    let target = TestServer::open().await;
    save(&target, "mine", &layout("Other", &["MSFT"])).await;
    save(&target, "own", &layout("Own", &["MSFT"])).await;
    let preview = target.send("POST", "/api/import/preview", &file).await;
    let preview = preview.json();
    assert_eq!(
        preview["chartLayouts"],
        json!({"added": ["Gold"], "changed": [], "removed": [], "same": 1})
    );
    assert_eq!(preview["unknown"], json!(["NONE"]));
    assert_eq!(target.send("POST", "/api/import", &file).await.status, 200);
    assert_eq!(names(&target).await, ["gold", "mine", "own"]);
    let mine = target.get("/api/chart-layouts/mine").await.json();
    assert_eq!(mine["title"], "Other", "merging keeps layouts");
    let replaced = target.send("POST", "/api/import?mode=replace", &file).await;
    assert_eq!(replaced.status, 200, "{}", replaced.text());
    assert_eq!(replaced.json()["chartLayouts"]["removed"], json!(["Own"]));
    assert_eq!(names(&target).await, ["gold", "mine"]);
    // A ticker that is missing in this market does not block a change of its layout.
    let gold = save(&target, "gold", &layout("Gold 2", &["NONE"])).await;
    assert_eq!(gold.status, 200, "{}", gold.text());
}

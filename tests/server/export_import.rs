//! Export of all user data, and import on another server.

use crate::common::{Response, TestServer, now};
use jiff::ToSpan as _;
use marketdeck::{domain::ticker::TickerKind, source::Update, web::Settings};
use serde_json::{Value, json};

async fn export(server: &TestServer) -> Value {
    let response = server.get("/api/export").await;
    assert_eq!(response.status, 200, "{}", response.text());
    response.json()
}

async fn import(server: &TestServer, path: &str, file: &Value) -> Response {
    server.send("POST", path, &file.to_string()).await
}

async fn plan(server: &TestServer, path: &str, file: &Value) -> Value {
    let response = import(server, path, file).await;
    assert_eq!(response.status, 200, "{}", response.text());
    response.json()
}

async fn post(server: &TestServer, path: &str, body: Value) -> Value {
    let response = import(server, path, &body).await;
    assert!(response.status < 300, "{path}: {}", response.text());
    response.json()
}

/// Creates a list with tickers and notes, in order; returns its number.
async fn list(server: &TestServer, name: &str, entries: &[(&str, &str)]) -> Value {
    let id = post(server, "/api/watchlists", json!({"name": name})).await["id"].clone();
    let entries = entries
        .iter()
        .map(|(symbol, note)| json!({"symbol": symbol, "note": note}));
    let entries: Vec<Value> = entries.collect();
    post(
        server,
        &format!("/api/watchlists/{id}/import"),
        json!(entries),
    )
    .await;
    id
}

fn board(list: &Value) -> Value {
    json!({"title": "Office", "seconds": 20, "tiles": [
        {"x": 0, "y": 0, "width": 4, "height": 4, "content": {"kind": "list", "watchlist": list}},
        {"x": 4, "y": 0, "width": 4, "height": 3, "content": {"kind": "quote", "symbol": "BTC"}},
    ]})
}

async fn put_json(server: &TestServer, path: &str, body: &Value) {
    let response = server.send("PUT", path, &body.to_string()).await;
    assert!(response.status < 300, "{path}: {}", response.text());
}

/// Starts a server with user data of every kind.
async fn server_with_user_data() -> TestServer {
    let server = TestServer::open().await;
    // Creates and deletes a list, so that list numbers differ from those of other servers.
    let deleted_list = list(&server, "Gone", &[]).await;
    let mine = list(
        &server,
        "Mine",
        &[("MSFT", "cloud"), ("AAPL", ""), ("BTC", "=1+1")],
    )
    .await;
    let metals = list(&server, "Metals", &[("GC=F", "Größe €")]).await;
    let path = format!("/api/watchlists/{deleted_list}");
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 204);
    let in_a_week = now().checked_add((7 * 24).hours()).unwrap().to_string();
    for alert in [
        json!({"type": "price", "symbol": "AAPL", "condition": "above", "value": 300, "frequency": "once",
            "note": "sell", "expiresAt": in_a_week}),
        json!({"type": "price", "symbol": "BTC", "condition": "percent_change", "value": 5, "windowHours": 6,
            "frequency": "always"}),
        json!({"type": "volume", "symbol": "MSFT", "condition": "percent_change", "value": 50, "frequency": "daily"}),
        json!({"type": "news", "symbol": "AAPL", "words": "buyback", "frequency": "daily"}),
        json!({"type": "technical", "symbol": "MSFT", "indicator": "rsi", "interval": "1d", "condition": "below",
            "value": 30, "frequency": "always", "and": [{"type": "price", "condition": "above", "value": 100.5},
                {"type": "price", "condition": "percent_change", "value": 3, "windowHours": 4}]}),
        json!({"type": "technical", "symbol": "AAPL", "indicator": "gap", "condition": "percent_change", "value": 2,
            "frequency": "always"}),
    ] {
        post(&server, "/api/alerts", alert).await;
    }
    let off = post(
        &server,
        "/api/alerts",
        json!({"type": "price", "symbol": "GC=F", "condition": "crosses", "value": 4100.5, "frequency": "always"}),
    )
    .await["id"]
        .clone();
    let path = format!("/api/alerts/{off}");
    let switched = server.send("PATCH", &path, r#"{"active": false}"#);
    assert_eq!(switched.await.status, 200);
    put_json(&server, "/api/boards/office", &board(&mine)).await;
    put_json(&server, "/api/boards/kitchen", &board(&metals)).await;
    assert_eq!(
        server
            .request("DELETE", "/api/boards/branch", &[], "")
            .await
            .status,
        204
    );
    put_json(
        &server,
        "/api/settings",
        &json!({"colorScheme": "dark", "language": "de-CH", "homeList": metals}),
    )
    .await;
    server
}

/// Returns an export without its time.
fn without_time(mut export: Value) -> Value {
    export["exportedAt"] = Value::Null;
    export
}

fn changes_nothing(plan: &Value) -> bool {
    ["watchlists", "alerts", "boards", "settings"]
        .iter()
        .all(|kind| {
            ["added", "changed", "removed"]
                .iter()
                .all(|change| plan[kind][change] == json!([]))
        })
        && plan["unknown"] == json!([])
        && plan["leftOut"] == json!([])
}

#[tokio::test]
async fn an_export_is_complete_on_another_server_even_after_a_restart() {
    let from = server_with_user_data().await;
    let response = from.get("/api/export").await;
    let name = response.header("content-disposition").unwrap();
    assert!(
        name.contains("\"marketdeck-sample-2026-11-20.json\""),
        "{name}"
    );
    let file = response.json();
    assert_eq!(file["watchlists"][0]["number"], 1);
    assert_eq!(file["boards"][0]["tiles"][0]["content"]["watchlist"], 1);
    assert_eq!(file["settings"]["homeList"], 2);
    assert_eq!(file["deletedBoards"], json!(["branch"]));
    assert_eq!(file["alerts"].as_array().unwrap().len(), 7);

    let to = TestServer::open().await;
    list(&to, "Own", &[("VYM", "")]).await;
    post(
        &to,
        "/api/alerts",
        json!({"type": "price", "symbol": "VYM", "condition": "above", "value": 200,
        "frequency": "once"}),
    )
    .await;
    let before = without_time(export(&to).await);
    let preview = plan(&to, "/api/import/preview?mode=replace", &file).await;
    assert_eq!(
        without_time(export(&to).await),
        before,
        "a preview changes nothing"
    );
    assert_eq!(preview["watchlists"]["added"], json!(["Mine", "Metals"]));
    assert_eq!(preview["watchlists"]["removed"], json!(["Own"]));
    assert_eq!(preview["alerts"]["added"][0], "AAPL price above $300");
    assert_eq!(
        preview["alerts"]["removed"],
        json!(["VYM price above $200"])
    );
    assert_eq!(preview["boards"]["added"], json!(["Office", "Office"]));
    assert_eq!(preview["boards"]["removed"], json!(["Branch office"]));
    assert_eq!(
        preview["settings"]["added"],
        json!(["colorScheme", "homeList", "language"])
    );
    let result = plan(&to, "/api/import?mode=replace", &file).await;
    assert_eq!(result, preview);
    assert_eq!(without_time(export(&to).await), without_time(file.clone()));

    // Boards and settings refer to the lists by their numbers on this server.
    let lists = to.get("/api/watchlists").await.json();
    assert_eq!(lists[0]["name"], "Mine");
    let office = to.get("/api/boards/office").await.json();
    assert_eq!(office["tiles"][0]["content"]["watchlist"], lists[0]["id"]);
    assert_eq!(
        to.get("/api/settings").await.json()["homeList"],
        lists[1]["id"]
    );
    assert!(changes_nothing(
        &plan(&to, "/api/import/preview?mode=replace", &file).await
    ));
    assert!(changes_nothing(
        &plan(&to, "/api/import/preview", &file).await
    ));
    let to = to.restart(now()).await;
    assert_eq!(without_time(export(&to).await), without_time(file));
}

#[tokio::test]
async fn imported_alerts_are_watched_and_removed_ones_are_not() {
    let from = TestServer::open().await;
    let above = |value: u32| json!({"type": "price", "symbol": "AAPL", "condition": "above", "value": value, "frequency": "always"});
    post(&from, "/api/alerts", above(260)).await;
    let to = TestServer::open().await;
    post(&to, "/api/alerts", above(255)).await;
    plan(&to, "/api/import?mode=replace", &export(&from).await).await;
    to.send_update(Update::Quotes(vec![crate::common::quote("AAPL", 270.0)]))
        .await;
    let fired = loop {
        let history = to.get("/api/alerts/history").await.json();
        if history != json!([]) {
            break history;
        }
        tokio::task::yield_now().await;
    };
    assert_eq!(fired.as_array().unwrap().len(), 1, "{fired}");
    assert_eq!(fired[0]["sentence"], "AAPL price rose above $260");
}

#[tokio::test]
async fn a_merge_adds_what_is_missing_and_changes_nothing() {
    let from = server_with_user_data().await;
    let file = export(&from).await;
    let to = TestServer::open().await;
    let mine = list(&to, "Mine", &[("AAPL", "fruit"), ("MSFT", ""), ("VYM", "")]).await;
    post(
        &to,
        "/api/alerts",
        json!({"type": "price", "symbol": "AAPL", "condition": "above", "value": 300,
        "frequency": "once", "note": "mine"}),
    )
    .await;
    let office = json!({"title": "Ours", "tiles": []});
    put_json(&to, "/api/boards/office", &office).await;
    put_json(&to, "/api/settings", &json!({"colorScheme": "light"})).await;
    let result = plan(&to, "/api/import", &file).await;
    assert_eq!(
        result["watchlists"]["changed"],
        json!([{"name": "Mine", "what": "adds BTC, changes a note"}])
    );
    assert_eq!(result["watchlists"]["added"], json!(["Metals"]));
    assert_eq!(result["watchlists"]["removed"], json!([]));
    assert_eq!(result["alerts"]["added"].as_array().unwrap().len(), 6);
    assert_eq!(result["alerts"]["same"], 1);
    assert_eq!(result["boards"]["added"], json!(["Office"]));
    assert_eq!(result["settings"]["added"], json!(["homeList", "language"]));
    assert_eq!(result["settings"]["same"], 1);

    let entries = to
        .get(&format!("/api/watchlists/{mine}/export"))
        .await
        .json();
    assert_eq!(
        entries,
        json!([{"symbol": "AAPL", "note": "fruit"}, {"symbol": "MSFT", "note": "cloud"},
            {"symbol": "VYM", "note": ""}, {"symbol": "BTC", "note": "=1+1"}])
    );
    assert_eq!(to.get("/api/boards/office").await.json()["title"], "Ours");
    assert_eq!(
        to.get("/api/boards/branch").await.status,
        200,
        "a merge deletes nothing"
    );
    assert_eq!(to.get("/api/settings").await.json()["colorScheme"], "light");
    let repeated = plan(&to, "/api/import", &file).await;
    assert!(changes_nothing(&repeated), "{repeated}");
}

#[tokio::test]
async fn data_not_in_the_file_stays_and_what_cannot_be_imported_is_reported() {
    let to = TestServer::open().await;
    let kept_list = list(&to, "Kept", &[("BTC", "")]).await;
    to.send_update(Update::Profiles(vec![crate::common::profile(
        "EURUSD=X",
        TickerKind::Currency,
        None,
    )]))
    .await;
    let file = json!({"format": "marketdeck", "version": 1,
        "alerts": [
            {"type": "price", "symbol": "NOPE", "condition": "above", "value": 1, "frequency": "once"},
            {"type": "price", "symbol": "BTC", "condition": "above", "value": 1e6, "frequency": "once",
                "delivery": ["email", "phone"], "expiresAt": "2020-01-01T00:00:00Z"},
        ],
        "boards": [{"name": "office", "title": "Office", "tiles": [
            {"x": 0, "y": 0, "width": 4, "height": 3, "content": {"kind": "quote", "symbol": "GONE"}}]}],
        "settings": {"displayCurrency": "EUR", "density": "compact"},
        "followed": ["NESN.SW", "BTC"],
        "importedBars": [{"symbol": "GC=F", "file": "gold.csv", "intervals": ["1d"]}],
    });
    let result = plan(&to, "/api/import?mode=replace", &file).await;
    assert_eq!(result["unknown"], json!(["NOPE", "GONE", "NESN.SW"]));
    assert_eq!(
        result["leftOut"],
        json!([
            "No exchange rate is known for that currency; follow EURUSD=X first.",
            "An alert on NOPE is left out: unknown ticker.",
            "BTC price above $1,000,000: Email isn't set up on this server. There is no channel called phone.",
            "The prices of GC=F are not in this export; run 'marketdeck import bars' with the file gold.csv.",
        ])
    );
    let lists = to.get("/api/watchlists").await.json();
    assert_eq!(
        (&lists[0]["id"], lists.as_array().unwrap().len()),
        (&kept_list, 1),
        "{lists}"
    );
    // An expired alert is switched off; unavailable deliveries are reported and replaced by the app.
    let alerts = to.get("/api/alerts").await.json();
    assert_eq!(
        json!([
            alerts[0]["active"],
            alerts[0]["delivery"],
            alerts[0]["expiresAt"]
        ]),
        json!([false, ["in_app"], null])
    );
    assert_eq!(to.get("/api/boards/office").await.status, 200);
    assert_eq!(
        json!([
            to.get("/api/settings").await.json()["density"],
            result["settings"]["added"]
        ]),
        json!(["compact", ["density"]])
    );
}

#[tokio::test]
async fn an_invalid_file_is_rejected_entirely_with_an_error_message() {
    let server = server_with_user_data().await;
    let before = without_time(export(&server).await);
    let good = json!({"format": "marketdeck", "version": 1});
    let with = |more: Value| {
        let mut file = good.clone();
        let fields = more.as_object().unwrap().clone();
        file.as_object_mut().unwrap().extend(fields);
        file
    };
    let tile =
        |content: Value| json!({"x": 0, "y": 0, "width": 4, "height": 3, "content": content});
    let long = "x".repeat(501);
    let new = json!({"number": 1, "name": "New", "tickers": [{"symbol": "BTC", "note": long}]});
    for (file, status, message) in [
        (json!(7), 400, "Invalid body"),
        (json!({}), 400, "This file is not a Marketdeck export."),
        (
            with(json!({"format": "other"})),
            400,
            "This file is not a Marketdeck export.",
        ),
        (
            with(json!({"version": 2})),
            400,
            "This export has version 2; this Marketdeck reads version 1.",
        ),
        (
            with(json!({"secrets": 1})),
            400,
            "Invalid body: unknown field `secrets`",
        ),
        (
            with(json!({"watchlists": [{"number": 1, "name": " "}]})),
            422,
            "Please enter a name",
        ),
        (
            with(json!({"watchlists": [new]})),
            422,
            "New: A note can have at most 500 characters.",
        ),
        (
            with(json!({"watchlists": [{"number": 1, "name": "A"}, {"number": 1, "name": "B"}]})),
            422,
            "The file has two lists with the number 1.",
        ),
        (
            with(
                json!({"watchlists": (0..201).map(|n| json!({"number": n, "name": format!("L{n}")}))
                .collect::<Vec<_>>()}),
            ),
            409,
            "The import would result in 203 watchlists; the maximum is 200.",
        ),
        (
            with(json!({"boards": [{"name": "a b", "title": "T", "tiles": []}]})),
            422,
            "The board 'T': Invalid board name",
        ),
        (
            with(
                json!({"boards": [{"name": "a", "title": "T", "tiles": []}, {"name": "a", "title": "T", "tiles": []}]}),
            ),
            422,
            "The file has two boards named 'a'.",
        ),
        (
            with(
                json!({"boards": [{"name": "a", "title": "T", "tiles": [tile(json!({"kind": "list", "watchlist": 9}))]}]}),
            ),
            422,
            "The board 'T' shows list 9, which is not in the file.",
        ),
        (
            with(
                json!({"alerts": [{"type": "price", "symbol": "BTC", "condition": "above", "value": -1,
                "frequency": "once"}]}),
            ),
            422,
            "An alert on BTC: The value must be a number above zero.",
        ),
        (
            with(json!({"settings": {"language": "??"}})),
            422,
            "Invalid language; expected a tag",
        ),
    ] {
        for path in ["/api/import", "/api/import/preview"] {
            let rejected = import(&server, path, &file).await;
            assert_eq!(rejected.status, status, "{file}");
            assert!(rejected.text().starts_with(message), "{}", rejected.text());
        }
    }
    assert_eq!(without_time(export(&server).await), before);
}

#[tokio::test]
async fn an_import_without_boards_or_with_an_unknown_mode_is_rejected() {
    let server = server_with_user_data().await;
    let before = without_time(export(&server).await);
    let boardless = json!({
        "format": "marketdeck", "version": 1, "boards": [], "deletedBoards": ["main", "branch"]
    });
    let rejected = import(&server, "/api/import?mode=replace", &boardless).await;
    assert_eq!(
        rejected.text(),
        "The import would delete every board; one must be left."
    );
    assert_eq!(
        import(&server, "/api/import?mode=all", &boardless)
            .await
            .text(),
        "Invalid mode 'all'; expected merge or replace."
    );
    assert_eq!(without_time(export(&server).await), before);
}

#[tokio::test]
async fn read_only_servers_and_pages_of_other_sites_can_neither_export_nor_import() {
    let settings = Settings {
        read_only: true,
        ..Settings::default()
    };
    let display = TestServer::at(now(), settings).await;
    let empty = json!({"format": "marketdeck", "version": 1});
    assert_eq!(display.get("/api/export").await.status, 403);
    assert_eq!(import(&display, "/api/import", &empty).await.status, 403);
    let server = TestServer::open().await;
    let foreign = server.request(
        "GET",
        "/api/export",
        &[("sec-fetch-site", "cross-site")],
        "",
    );
    assert_eq!(foreign.await.status, 403);
}

/// Imported prices are exported with everything else, and create an unknown ticker.
#[tokio::test]
async fn imported_prices_are_exported_and_imported() {
    let (from, to) = (TestServer::open().await, TestServer::open().await);
    let today = now().as_second().div_euclid(86_400);
    let days: Vec<Value> = (today - 30..today)
        .map(|day| {
            let close = 2_000.5 + (day % 7) as f64;
            json!([
                day * 86_400,
                close - 1.0,
                close + 2.0,
                close - 2.0,
                close,
                100.0
            ])
        })
        .collect();
    let last = days[29][4].clone();
    let file = json!({"format": "marketdeck", "version": 1,
        "watchlists": [{"number": 1, "name": "Metals", "tickers": [{"symbol": "GOLD-X", "note": "of a file"}]}],
        "importedBars": [{"symbol": "GOLD-X", "file": "gold.csv", "intervals": ["1d"], "name": "Gold of a file",
            "type": "commodity", "currency": "EUR", "isin": null, "figi": null, "decimals": 3,
            "bars": {"1d": days}}]});
    let planned = plan(&from, "/api/import/preview", &file).await;
    assert_eq!(
        planned["importedBars"]["added"],
        json!(["GOLD-X (gold.csv)"])
    );
    assert_eq!(planned["unknown"], json!([]));
    assert_eq!(from.get("/api/tickers/GOLD-X").await.status, 404);
    let result = plan(&from, "/api/import", &file).await;
    assert_eq!(result["importedBars"], planned["importedBars"]);
    let exported = export(&from).await;
    assert_eq!(exported["importedBars"], file["importedBars"]);
    assert_eq!(exported["watchlists"], file["watchlists"]);

    plan(&to, "/api/import", &exported).await;
    assert_eq!(export(&to).await["importedBars"], file["importedBars"]);
    let ticker = to.get("/api/tickers/GOLD-X").await.json();
    assert_eq!(
        json!([ticker["price"], ticker["currency"], ticker["name"]]),
        json!([last, "EUR", "Gold of a file"])
    );
    let path = format!("/api/tickers/{}/price-history?timeframe=1M", ticker["id"]);
    let history = to.get(&path).await;
    assert!(history.text().contains("2002.5"), "{}", history.text());
    let repeated = plan(&to, "/api/import?mode=replace", &exported).await;
    assert_eq!(repeated["importedBars"]["same"], 1);

    // A ticker of the market keeps its prices; with 'replace', it gets those of the file.
    let mut bitcoin = exported.clone();
    bitcoin["importedBars"][0]["symbol"] = json!("BTC");
    let merged = plan(&to, "/api/import", &bitcoin).await;
    assert_eq!(
        merged["leftOut"],
        json!([
            "BTC keeps the prices of this market; to import the prices in gold.csv, choose 'replace'."
        ])
    );
    let replaced = plan(&to, "/api/import?mode=replace", &bitcoin).await;
    assert_eq!(
        replaced["importedBars"]["changed"],
        json!([{"name": "BTC", "what": "replaces the market's prices with gold.csv"}])
    );
    to.send_update(Update::Quotes(vec![crate::common::quote("BTC", 91_000.0)]))
        .await;
    assert_eq!(to.get("/api/tickers/BTC").await.json()["price"], last);
    let before = export(&to).await["importedBars"].clone();
    assert_eq!(before.as_array().unwrap().len(), 2);
    let to = to.restart(now() + 1.hour()).await;
    assert_eq!(export(&to).await["importedBars"], before);
    assert_eq!(to.get("/api/tickers/BTC").await.json()["price"], last);

    // A file with invalid prices is rejected entirely.
    for (bars, sentence) in [
        (
            json!([
                [86_400, 1.0, 1.0, 1.0, 1.0, 1.0],
                [0, 1.0, 1.0, 1.0, 1.0, 1.0]
            ]),
            "The prices of OTHER-X in the file are not in ascending order.",
        ),
        (
            json!([[0, 1.0, 1.0, 2.0, 1.0, 1.0]]),
            "The prices of OTHER-X in the file are invalid or in the future.",
        ),
    ] {
        let mut wrong = file.clone();
        wrong["importedBars"][0]["symbol"] = json!("OTHER-X");
        wrong["importedBars"][0]["bars"] = json!({ "1d": bars });
        let rejected = import(&to, "/api/import", &wrong).await;
        assert_eq!(
            (rejected.status, rejected.text()),
            (422, sentence.to_owned())
        );
    }
    assert_eq!(to.get("/api/tickers/OTHER-X").await.status, 404);
}

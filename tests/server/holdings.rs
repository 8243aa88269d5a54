//! The HTTP API of holdings.

use crate::common::{Response, TestServer};
use marketdeck::web;
use serde_json::{Value, json};

pub(crate) async fn list(server: &TestServer) -> u64 {
    let body = json!({"name": "Mine"}).to_string();
    let response = server.send("POST", "/api/watchlists", &body).await;
    response.json()["id"].as_u64().unwrap()
}

pub(crate) async fn add(server: &TestServer, list: u64, symbol: &str) -> u64 {
    let body = json!({"tickerId": server.id(symbol)}).to_string();
    let path = format!("/api/watchlists/{list}/tickers");
    let response = server.send("POST", &path, &body).await;
    response.json()["watchlistItemId"].as_u64().unwrap()
}

pub(crate) async fn change(server: &TestServer, item: u64, body: Value) -> Response {
    let path = format!("/api/watchlist-items/{item}");
    server.send("PATCH", &path, &body.to_string()).await
}

pub(crate) async fn holdings(server: &TestServer, list: u64) -> Value {
    let response = server
        .get(&format!("/api/watchlists/{list}/holdings"))
        .await;
    assert_eq!(response.status, 200, "{}", response.text());
    response.json()
}

pub(crate) fn is_close(value: &Value, expected: f64) -> bool {
    value
        .as_f64()
        .is_some_and(|value| (value - expected).abs() < 1e-6 * expected.abs().max(1.0))
}

/// D22: a quantity with its average cost gives value, gain and today's gain.
#[tokio::test]
async fn a_quantity_and_its_cost_give_value_and_gain() {
    let server = TestServer::open().await;
    let list = list(&server).await;
    let apple = add(&server, list, "AAPL").await;
    assert_eq!(holdings(&server, list).await["positions"], json!([]));
    let changed = change(&server, apple, json!({"quantity": 10, "cost": 200})).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    let report = holdings(&server, list).await;
    let position = &report["positions"][0];
    assert_eq!(
        (
            &position["symbol"],
            &position["quantity"],
            &position["cost"]
        ),
        (&json!("AAPL"), &json!(10.0), &json!(200.0))
    );
    // AAPL is at 250, 2 % above its previous close.
    let day_gain = 10.0 * (250.0 - 250.0 / 1.02);
    for (field, expected) in [
        ("value", 2_500.0),
        ("gain", 500.0),
        ("gainPercent", 25.0),
        ("dayGain", day_gain),
    ] {
        assert!(is_close(&position[field], expected), "{field}: {position}");
        assert!(is_close(&report[field], expected), "{field}: {report}");
    }
    assert!(is_close(&report["cost"], 2_000.0), "{report}");
    assert!(is_close(&report["dayGainPercent"], 2.0), "{report}");
    assert!(is_close(&position["weight"], 100.0), "{position}");
    assert_eq!(report["currencyEffect"], json!(0.0));
    let rows = server
        .get(&format!("/api/watchlists/{list}/tickers"))
        .await
        .json();
    let row = &rows["tickers"][0];
    assert_eq!(
        (&row["quantity"], &row["cost"], &row["lots"]),
        (&json!(10.0), &json!(200.0), &json!([]))
    );
    // Without a cost there is a value and no gain.
    change(&server, apple, json!({"cost": null})).await;
    let report = holdings(&server, list).await;
    assert!(
        is_close(&report["value"], 2_500.0) && report["gain"].is_null(),
        "{report}"
    );
    change(&server, apple, json!({"quantity": null})).await;
    assert_eq!(holdings(&server, list).await["positions"], json!([]));
}

/// D22: quantity and cost follow from lots.
#[tokio::test]
async fn lots_give_quantity_and_cost_and_a_note_stays() {
    let server = TestServer::open().await;
    let list = list(&server).await;
    let apple = add(&server, list, "AAPL").await;
    change(&server, apple, json!({"note": "long term"})).await;
    let lots = json!([
        {"date": "2025-06-02", "quantity": -5, "price": 210, "fee": 1},
        {"date": "2025-01-06", "quantity": 10, "price": 240, "fee": 2},
        {"date": "2025-03-03", "quantity": 10, "price": 220},
    ]);
    let changed = change(&server, apple, json!({"lots": lots})).await;
    assert_eq!(changed.status, 200, "{}", changed.text());
    let position = &holdings(&server, list).await["positions"][0];
    assert!(is_close(&position["quantity"], 15.0), "{position}");
    assert!(is_close(&position["cost"], 230.1), "{position}");
    let rows = server
        .get(&format!("/api/watchlists/{list}/tickers"))
        .await
        .json();
    let row = &rows["tickers"][0];
    assert_eq!(row["note"], "long term");
    assert_eq!(row["lots"][0]["date"], "2025-01-06");
    let refused = change(&server, apple, json!({"quantity": 3})).await;
    assert_eq!(refused.status, 422);
    let replaced = change(
        &server,
        apple,
        json!({"lots": [], "quantity": 3, "cost": 100}),
    )
    .await;
    assert_eq!(replaced.status, 200, "{}", replaced.text());
    let all = server.get("/api/holdings").await.json();
    assert!(
        is_close(&all["value"], 750.0) && is_close(&all["cost"], 300.0),
        "{all}"
    );
}

/// Bad input gets 422 with the field and a sentence, and changes nothing.
#[tokio::test]
async fn invalid_holdings_change_nothing() {
    let server = TestServer::open().await;
    let list = list(&server).await;
    let apple = add(&server, list, "AAPL").await;
    change(&server, apple, json!({"quantity": 10, "cost": 200})).await;
    let before = holdings(&server, list).await;
    for (body, field) in [
        (json!({"quantity": 0}), "quantity"),
        (json!({"quantity": -1}), "quantity"),
        (json!({"quantity": "many"}), "quantity"),
        (json!({"quantity": 1e300}), "quantity"),
        (json!({"cost": -0.01}), "cost"),
        (json!({"quantity": null, "cost": 5}), "cost"),
        (json!({"cost": 5, "currency": "EUR"}), "currency"),
        (json!({"lots": 1}), "lots"),
        (
            json!({"lots": [{"date": "2025-01-06", "quantity": 1}]}),
            "lots[0]",
        ),
        (
            json!({"lots": [{"date": "2026-11-21", "quantity": 1, "price": 1}]}),
            "lots[0].date",
        ),
        (
            json!({"lots": [{"date": "2025-01-06", "quantity": 0, "price": 1}]}),
            "lots[0].quantity",
        ),
        (
            json!({"lots": [{"date": "2025-01-06", "quantity": 1, "price": -1}]}),
            "lots[0].price",
        ),
        (
            json!({"lots": [{"date": "2025-01-06", "quantity": -1, "price": 1}]}),
            "lots",
        ),
        (json!({}), "quantity"),
    ] {
        let response = change(&server, apple, body.clone()).await;
        assert_eq!(response.status, 422, "{body}: {}", response.text());
        assert!(
            response.text().contains(field),
            "{body}: {}",
            response.text()
        );
        assert!(response.text().ends_with('.'), "{}", response.text());
        assert_eq!(holdings(&server, list).await, before, "{body}");
    }
    assert_eq!(
        change(&server, 99_999, json!({"quantity": 1})).await.status,
        404
    );
    assert_eq!(
        server.get("/api/watchlists/99999/holdings").await.status,
        404
    );
    let path = format!("/api/watchlists/{list}/holdings?currency=euro");
    assert_eq!(server.get(&path).await.status, 400);
}

/// Holdings are part of the export of all user data and of a list.
#[tokio::test]
async fn holdings_survive_export_and_import() {
    let server = TestServer::open().await;
    let list = list(&server).await;
    let apple = add(&server, list, "AAPL").await;
    let bitcoin = add(&server, list, "BTC").await;
    change(&server, apple, json!({"quantity": 10, "cost": 200})).await;
    let lots = json!([{"date": "2025-01-06", "quantity": 0.5, "price": 90_000, "fee": 9}]);
    change(&server, bitcoin, json!({"lots": lots})).await;
    let before = holdings(&server, list).await;
    let export = server.get("/api/export").await.text();
    change(&server, apple, json!({"quantity": null})).await;
    change(&server, bitcoin, json!({"lots": null})).await;
    assert_eq!(holdings(&server, list).await["positions"], json!([]));
    let imported = server
        .send("POST", "/api/import?mode=replace", &export)
        .await;
    assert_eq!(imported.status, 200, "{}", imported.text());
    assert_eq!(holdings(&server, list).await, before);
    let again = server
        .send("POST", "/api/import?mode=replace", &export)
        .await
        .json();
    assert_eq!(again["watchlists"]["changed"], json!([]), "{again}");
}

/// Rows of a broker's file are taken one by one, and each row that is not taken says why.
#[tokio::test]
async fn a_brokers_file_is_imported_and_refused_rows_are_named() {
    let server = TestServer::open().await;
    let list = list(&server).await;
    let text = "Date,Code,DataSource,Currency,Price,Quantity,Action,Fee\n\
        2025-01-06,AAPL,YAHOO,USD,240,10,buy,2\n\
        2025-02-10,AAPL,YAHOO,USD,0.25,10,dividend,0\n\
        2025-03-03,AAPL,YAHOO,EUR,220,1,buy,0\n\
        2025-03-03,NOPE,YAHOO,USD,1,1,buy,0\n\
        2027-01-01,AAPL,YAHOO,USD,1,1,buy,0\n";
    let path = format!("/api/watchlists/{list}/holdings/import");
    let body = json!({"text": text}).to_string();
    let preview = server
        .send("POST", &format!("{path}?preview=true"), &body)
        .await
        .json();
    assert_eq!(holdings(&server, list).await["positions"], json!([]));
    let report = server.send("POST", &path, &body).await.json();
    assert_eq!(report, preview);
    assert_eq!(
        (&report["format"], &report["taken"], &report["refused"]),
        (&json!("ghostfolio"), &json!(1), &json!(3))
    );
    let outcomes: Vec<(u64, &str, &str)> = report["rows"]
        .as_array()
        .unwrap()
        .iter()
        .map(|row| {
            let text = |field: &str| row[field].as_str().unwrap_or_default();
            (
                row["line"].as_u64().unwrap(),
                text("outcome"),
                text("reason"),
            )
        })
        .collect();
    assert_eq!(
        outcomes,
        [
            (2, "taken", ""),
            (3, "skipped", "dividend"),
            (
                4,
                "refused",
                "the price is in EUR, but AAPL is traded in USD"
            ),
            (
                5,
                "refused",
                "this market has no such ticker; follow it first"
            ),
            (6, "refused", "the date 2027-01-01 is after today"),
        ]
    );
    let position = &holdings(&server, list).await["positions"][0];
    assert!(
        is_close(&position["quantity"], 10.0) && is_close(&position["cost"], 240.2),
        "{position}"
    );
    // The same file again changes nothing.
    server.send("POST", &path, &body).await;
    assert!(is_close(
        &holdings(&server, list).await["positions"][0]["quantity"],
        10.0
    ));
    let refused = server
        .send("POST", &path, &json!({"text": "a,b\n1,2\n"}).to_string())
        .await;
    assert_eq!(refused.status, 422);
    assert!(
        refused.text().contains("symbol or ISIN"),
        "{}",
        refused.text()
    );
}

/// The CSV has a row for each position, and `watchlistId` selects a list.
#[tokio::test]
async fn holdings_are_downloaded_as_csv_and_filtered_by_list() {
    let server = TestServer::open().await;
    let list = list(&server).await;
    let apple = add(&server, list, "AAPL").await;
    change(&server, apple, json!({"quantity": 10, "cost": 200})).await;
    for path in [
        format!("/api/holdings?format=csv&watchlistId={list}"),
        format!("/api/watchlists/{list}/holdings?format=csv"),
    ] {
        let response = server.get(&path).await;
        assert_eq!(response.status, 200, "{}", response.text());
        let text = response.text();
        let mut lines = text.lines();
        let header = lines.next().unwrap();
        assert!(header.starts_with("symbol,name,type,list,currency,displayCurrency,quantity,cost"));
        let row = lines.next().unwrap();
        assert!(row.starts_with("AAPL,"), "{row}");
        assert!(
            row.contains(",Mine,USD,USD,10,200,250,2500,500,25,"),
            "{row}"
        );
        assert_eq!(lines.next(), None);
    }
    let one = server
        .get(&format!("/api/holdings?watchlistId={list}"))
        .await;
    assert_eq!(one.json(), holdings(&server, list).await);
    for (path, status) in [
        ("/api/holdings?watchlistId=99999", 404),
        ("/api/holdings?watchlistId=x", 400),
        ("/api/holdings?format=xml", 400),
        ("/api/holdings/history?range=2y", 400),
        ("/api/holdings/history?benchmark=NOPE", 404),
        ("/api/holdings/history?watchlistId=99999", 404),
        ("/api/holdings/income?currency=euro", 400),
    ] {
        let response = server.get(path).await;
        assert_eq!(response.status, status, "{path}: {}", response.text());
        assert!(response.text().ends_with('.'), "{}", response.text());
    }
}

/// D22: the ticker's page asks only for the holding in its ticker.
#[tokio::test]
async fn holdings_of_one_ticker_are_those_of_all_lists() {
    let server = TestServer::open().await;
    for quantity in [1, 2] {
        let list = list(&server).await;
        for symbol in ["AAPL", "MSFT"] {
            let item = add(&server, list, symbol).await;
            change(&server, item, json!({"quantity": quantity})).await;
        }
    }
    let report = server.get("/api/holdings?symbol=aapl").await.json();
    let positions = report["positions"].as_array().unwrap();
    assert_eq!(positions.len(), 2, "{report}");
    assert!(
        positions
            .iter()
            .all(|position| position["symbol"] == "AAPL")
    );
    assert!(is_close(&report["value"], 750.0), "{report}");
    assert_eq!(server.get("/api/holdings?symbol=NONE").await.status, 404);
}

/// D22: the summary has the totals of the requested list or of all lists; the metrics only if they are enabled.
#[tokio::test]
async fn totals_are_in_the_summary_and_on_request_in_the_metrics() {
    let settings = web::Settings {
        metrics_holdings: true,
        ..web::Settings::default()
    };
    let server = TestServer::with(settings).await;
    server.fill().await;
    assert_eq!(
        server.get("/api/summary").await.json()["holdings"],
        json!(null)
    );
    let (first, second) = (list(&server).await, list(&server).await);
    let apple = add(&server, first, "AAPL").await;
    change(&server, apple, json!({"quantity": 10, "cost": 200})).await;
    let microsoft = add(&server, second, "MSFT").await;
    change(&server, microsoft, json!({"quantity": 5})).await;
    // Apple at 250 and Microsoft at 400, both 2 % above the previous close.
    let all = server.get("/api/summary").await.json();
    assert_eq!(
        all["holdings"],
        json!({"currency": "USD", "value": 4500.0, "dayGain": 88.24, "dayGainPercent": 2.0, "gain": 500.0, "gainPercent": 25.0})
    );
    let of_second = server.get(&format!("/api/summary?list={second}")).await;
    assert_eq!(
        of_second.json()["holdings"],
        json!({"currency": "USD", "value": 2000.0, "dayGain": 39.22, "dayGainPercent": 2.0, "gain": null, "gainPercent": null})
    );
    let symbols = server.get("/api/summary?symbols=AAPL").await;
    assert_eq!(symbols.json()["holdings"], json!(null));
    let metrics = server.get("/metrics").await.text();
    for line in [
        format!(
            "marketdeck_holdings_value{{list_id=\"{first}\",list=\"Mine\",currency=\"USD\"}} 2500"
        ),
        format!(
            "marketdeck_holdings_gain_ratio{{list_id=\"{first}\",list=\"Mine\",currency=\"USD\"}} 0.25"
        ),
        format!(
            "marketdeck_holdings_value{{list_id=\"{second}\",list=\"Mine\",currency=\"USD\"}} 2000"
        ),
    ] {
        assert!(
            metrics.lines().any(|each| each == line),
            "{line}: {metrics}"
        );
    }
    assert!(!metrics.contains(&format!("holdings_cost{{list_id=\"{second}\"")));
    let other = TestServer::open().await;
    let item = add(&other, list(&other).await, "AAPL").await;
    change(&other, item, json!({"quantity": 10})).await;
    assert!(!other.get("/metrics").await.text().contains("holdings"));
}

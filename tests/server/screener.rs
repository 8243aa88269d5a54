//! The stock screener, saved screens, and alerts on them.

use std::collections::HashMap;

use marketdeck::{
    domain::{
        bar::Interval,
        facts::{ListedFigures, ListedMembers},
    },
    source::Update,
};
use serde_json::{Value, json};

use crate::common::{TestServer, bars, now};

const DAY: i64 = 86_400;

/// Starts a server with two stocks: Apple with 300 rising days, Microsoft without history.
async fn server() -> TestServer {
    let server = TestServer::open().await;
    let closes: Vec<f64> = (0..300).map(|day| 100.0 + f64::from(day) / 2.0).collect();
    let today = now().as_second().div_euclid(DAY) * DAY;
    server
        .send_update(Update::Bars {
            symbol: "AAPL".into(),
            interval: Interval::Day,
            bars: bars(Interval::Day, today, &closes),
        })
        .await;
    server
}

/// Returns the symbols of a screen's rows, and the whole response.
async fn search(server: &TestServer, query: &str) -> (String, Value) {
    let response = server.get(&format!("/api/screener?{query}")).await;
    assert_eq!(response.status, 200, "{}", response.text());
    let result = response.json();
    let rows = result["rows"].as_array().unwrap().iter();
    let symbols: Vec<_> = rows.map(|row| row["symbol"].as_str().unwrap()).collect();
    (symbols.join(" "), result)
}

async fn save(server: &TestServer, name: &str, query: &str) -> u64 {
    let body = json!({"name": name, "query": query}).to_string();
    let response = server.send("POST", "/api/screens", &body).await;
    assert_eq!(response.status, 201, "{}", response.text());
    response.json()["id"].as_u64().unwrap()
}

#[tokio::test]
async fn a_screen_lists_matching_stocks_and_counts_missing_values() {
    let server = server().await;
    let (symbols, all) = search(&server, "sort=symbol").await;
    assert_eq!(
        symbols, "AAPL MSFT",
        "funds, coins and indices are no stocks"
    );
    assert_eq!(
        (&all["universeSize"], &all["matched"]),
        (&json!(2), &json!(2))
    );
    assert_eq!((&all["pending"], &all["unknown"]), (&json!(0), &json!([])));
    assert_eq!(all["sectors"], json!(["Technology"]));
    let (symbols, rising) = search(&server, "rsi=50..&sector=technology").await;
    assert_eq!(symbols, "AAPL");
    assert_eq!(
        rising["unknown"],
        json!([{"field": "rsi", "noun": "RSI", "count": 1}])
    );
    assert_eq!(
        (&rising["undecided"], &rising["query"]),
        (&json!(1), &json!("rsi=50..&sector=technology"))
    );
    let values = &rising["rows"][0]["values"];
    assert!(
        values["change1M"]
            .as_f64()
            .is_some_and(|change| change > 0.0),
        "{values}"
    );
    assert_eq!(
        (&values["change3Y"], &values["pe"]),
        (&Value::Null, &Value::Null)
    );
    let (symbols, _) = search(&server, "price=..300").await;
    assert_eq!(symbols, "AAPL");
}

#[tokio::test]
async fn a_screen_searches_an_index_or_a_watchlist() {
    let server = server().await;
    let (symbols, index) = search(&server, "universe=sp500").await;
    assert_eq!(symbols, "AAPL XOM");
    assert_eq!(
        (
            &index["universeSize"],
            &index["indexMembers"],
            &index["membersAsOf"]
        ),
        (&json!(2), &json!(2), &json!("2026-08-08"))
    );
    let list = server
        .send("POST", "/api/watchlists", r#"{"name":"Mine"}"#)
        .await
        .json()["id"]
        .clone();
    let body = json!({"tickerId": server.id("BTC")}).to_string();
    server
        .send("POST", &format!("/api/watchlists/{list}/tickers"), &body)
        .await;
    let (symbols, of_list) = search(&server, &format!("list={list}")).await;
    assert_eq!(symbols, "BTC", "a watchlist may have tickers of any type");
    assert_eq!(
        (&of_list["universe"], &of_list["list"]),
        (&json!("list"), &list)
    );
    assert_eq!(server.get("/api/screener?list=99").await.status, 404);
}

#[tokio::test]
async fn members_of_an_index_that_are_not_followed_have_the_figures_of_a_list() {
    let server = server().await;
    let (_, before) = search(&server, "universe=sp500&sort=symbol").await;
    let unknown = &before["rows"][1];
    assert_eq!(unknown["symbol"], "XOM");
    assert_eq!(
        (&unknown["price"], &unknown["updatedAt"], &unknown["source"]),
        (&Value::Null, &Value::Null, &Value::Null),
        "no list was read yet"
    );
    let figures = ListedFigures {
        price: Some(120.5),
        change: Some(-1.25),
        volume: Some(15e6),
        market_cap: Some(510e9),
    };
    let members = ListedMembers {
        by_symbol: HashMap::from([
            ("XOM".to_owned(), figures),
            // A followed stock has its own figures.
            ("AAPL".to_owned(), figures),
        ]),
        as_of: "2026-11-19T21:00:00Z".parse().unwrap(),
        provider: String::new(),
    };
    server.send_update(Update::ListedMembers(members)).await;
    server.clock.advance(2);
    let (symbols, index) = search(
        &server,
        "universe=sp500&marketCap=100000000000..&sector=Energy",
    )
    .await;
    assert_eq!(symbols, "XOM");
    assert_eq!(
        (&index["unfollowed"], &index["unfollowedAsOf"]),
        (&json!(1), &json!("2026-11-19T21:00:00Z"))
    );
    let row = &index["rows"][0];
    assert_eq!(
        (&row["id"], &row["isFollowed"], &row["name"]),
        (&json!(0), &json!(false), &json!("ExxonMobil"))
    );
    assert_eq!(
        (&row["price"], &row["change24h"], &row["volume24h"]),
        (&json!(120.5), &json!(-1.25), &json!(15e6))
    );
    assert_eq!(
        (&row["source"], &row["updatedAt"], &row["currency"]),
        (
            &json!("test"),
            &json!("2026-11-19T21:00:00Z"),
            &json!("USD")
        )
    );
    let values = &row["values"];
    assert_eq!(values["marketCap"], json!(510e9));
    for field in ["change1M", "pe", "rsi", "dividendYield", "belowHigh"] {
        assert_eq!(values[field], Value::Null, "{field} is not guessed");
    }
    let apple = &search(&server, "universe=sp500&sector=Technology").await.1["rows"][0];
    assert_eq!(
        (&apple["price"], &apple["isFollowed"]),
        (&json!(250.0), &json!(true))
    );
    // They are no tickers of this market.
    assert_eq!(search(&server, "sort=symbol").await.0, "AAPL MSFT");
    assert_eq!(server.get("/api/tickers/XOM").await.status, 404);
    let csv = server
        .get("/api/screener?universe=sp500&format=csv&sort=symbol")
        .await
        .text();
    let line = csv.lines().nth(2).unwrap();
    assert!(
        line.starts_with("XOM,ExxonMobil,Energy,United States,USD,120.5,-1.25,"),
        "{line}"
    );
}

#[tokio::test]
async fn invalid_parameters_are_refused_with_a_sentence() {
    let server = server().await;
    for (query, sentence) in [
        (
            "pe=5",
            "Invalid pe '5'; expected a range such as 5..20, 5.. or ..20.",
        ),
        ("per=1..2", "Unknown query parameter 'per'."),
        ("limit=0", "Invalid limit '0'; expected 1 to 500."),
        ("limit=501", "Invalid limit '501'; expected 1 to 500."),
        ("offset=-1", "Invalid offset '-1'; expected 0 to 1000000."),
        ("format=xml", "Invalid format 'xml'; expected json or csv."),
        ("bom=1", "Invalid bom '1'; expected true or false."),
    ] {
        let response = server.get(&format!("/api/screener?{query}")).await;
        assert_eq!(
            (response.status, response.text().trim()),
            (400, sentence),
            "{query}"
        );
    }
}

#[tokio::test]
async fn results_are_paged_and_exported_as_csv() {
    let server = server().await;
    let (symbols, page) = search(&server, "sort=symbol&limit=1&offset=1").await;
    assert_eq!((&*symbols, &page["matched"]), ("MSFT", &json!(2)));
    assert_eq!(search(&server, "offset=9").await.0, "");
    let csv = server.get("/api/screener?sort=symbol&format=csv").await;
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    let text = csv.text();
    let lines: Vec<_> = text.lines().collect();
    assert!(
        lines[0].starts_with("symbol,name,sector,country,currency,price,change1D,"),
        "{text}"
    );
    assert!(
        lines[1].starts_with("AAPL,") && lines[2].starts_with("MSFT,"),
        "{text}"
    );
    assert_eq!(lines.len(), 3);
    let columns = lines[0].split(',').count();
    assert!(
        lines.iter().all(|line| line.split(',').count() == columns),
        "{text}"
    );
}

#[tokio::test]
async fn screens_are_saved_changed_and_deleted() {
    let server = server().await;
    let id = save(&server, " Oversold ", "rsi=..30&universe=stocks").await;
    let row = json!({"id": id, "name": "Oversold", "query": "rsi=..30"});
    assert_eq!(server.get("/api/screens").await.json(), json!([row]));
    let path = format!("/api/screens/{id}");
    let changed = server
        .send("PATCH", &path, r#"{"name":"Weak","query":"rsi=..25"}"#)
        .await;
    assert_eq!(
        changed.json(),
        json!({"id": id, "name": "Weak", "query": "rsi=..25"})
    );
    let other = save(&server, "Other", "").await;
    for (method, path, body, status) in [
        (
            "POST",
            "/api/screens".to_owned(),
            r#"{"name":"WEAK","query":""}"#,
            409,
        ),
        (
            "POST",
            "/api/screens".to_owned(),
            r#"{"name":" ","query":""}"#,
            422,
        ),
        (
            "POST",
            "/api/screens".to_owned(),
            r#"{"name":"X","query":"x=1"}"#,
            422,
        ),
        (
            "POST",
            "/api/screens".to_owned(),
            r#"{"name":"X","query":"list=99"}"#,
            404,
        ),
        (
            "PATCH",
            format!("/api/screens/{other}"),
            r#"{"name":"weak"}"#,
            409,
        ),
        ("PATCH", format!("/api/screens/{other}"), "{}", 422),
        (
            "PATCH",
            "/api/screens/99".to_owned(),
            r#"{"name":"X"}"#,
            404,
        ),
    ] {
        let response = server.send(method, &path, body).await;
        assert_eq!(response.status, status, "{path} {body} {}", response.text());
    }
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 204);
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 404);
    let server = server.restart(now()).await;
    assert_eq!(server.get("/api/screens").await.json()[0]["name"], "Other");
    server.stop().await;
}

#[tokio::test]
async fn an_alert_watches_a_screen() {
    let server = server().await;
    let screen = save(&server, "Oversold", "rsi=..30").await;
    let body =
        json!({"type": "screen", "screen": screen, "screenEvent": "leave", "frequency": "always"});
    let created = server.send("POST", "/api/alerts", &body.to_string()).await;
    assert_eq!(created.status, 201, "{}", created.text());
    let alert = created.json();
    assert_eq!(
        (&alert["type"], &alert["symbol"], &alert["screen"]),
        (
            &json!("screen"),
            &json!(""),
            &json!({"id": screen, "name": "Oversold", "event": "leave"})
        )
    );
    // The alert shows the new name of its screen, which cannot be deleted while it is watched.
    let path = format!("/api/screens/{screen}");
    server.send("PATCH", &path, r#"{"name":"Weak"}"#).await;
    assert_eq!(
        server.get("/api/alerts").await.json()[0]["screen"]["name"],
        "Weak"
    );
    let refused = server.request("DELETE", &path, &[], "").await;
    assert_eq!(
        (refused.status, refused.text().trim()),
        (409, "An alert watches this screen; delete the alert first.")
    );
    for (body, status) in [
        (json!({"type": "screen", "frequency": "once"}), 422),
        (
            json!({"type": "screen", "screen": 99, "frequency": "once"}),
            404,
        ),
        (
            json!({"type": "screen", "screen": screen, "symbol": "AAPL", "frequency": "once"}),
            422,
        ),
        (
            json!({"type": "news", "screen": screen, "symbol": "AAPL", "frequency": "once"}),
            422,
        ),
    ] {
        let response = server.send("POST", "/api/alerts", &body.to_string()).await;
        assert_eq!(response.status, status, "{body} {}", response.text());
    }
    let backtest = server.get("/api/alert-backtest?type=screen").await.json();
    assert_eq!(backtest["known"], false);
    assert_eq!(
        backtest["reason"],
        "Past matches of a screen are not stored, so this alert cannot be backtested."
    );
    let deleted = server
        .request("DELETE", &format!("/api/alerts/{}", alert["id"]), &[], "")
        .await;
    assert_eq!(deleted.status, 204);
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 204);
}

#[tokio::test]
async fn an_export_carries_screens_and_their_alerts_to_another_server() {
    let source = server().await;
    let list = source
        .send("POST", "/api/watchlists", r#"{"name":"Mine"}"#)
        .await
        .json()["id"]
        .clone();
    save(&source, "Everything", "").await;
    let mine = save(&source, "Of my list", &format!("list={list}&rsi=..30")).await;
    let body = json!({"type": "screen", "screen": mine, "frequency": "daily"});
    source.send("POST", "/api/alerts", &body.to_string()).await;
    let export = source.get("/api/export").await.json();
    assert_eq!(
        export["screens"][1],
        json!({"number": 2, "name": "Of my list", "query": "list=1&rsi=..30"})
    );
    let target = server().await;
    target
        .send("POST", "/api/watchlists", r#"{"name":"Other"}"#)
        .await;
    save(&target, "everything", "pe=..10").await;
    let export = export.to_string();
    let preview = target
        .send("POST", "/api/import/preview", &export)
        .await
        .json();
    assert_eq!(preview["screens"]["added"], json!(["Of my list"]));
    assert_eq!(preview["screens"]["same"], 1);
    assert_eq!(
        preview["alerts"]["added"],
        json!(["any ticker that enters Of my list"])
    );
    assert_eq!(
        target.send("POST", "/api/import", &export).await.status,
        200
    );
    let screens = target.get("/api/screens").await.json();
    assert_eq!(screens[0]["query"], "pe=..10", "an existing screen stays");
    assert_eq!(
        (&screens[1]["name"], &screens[1]["query"]),
        (&json!("Of my list"), &json!("list=2&rsi=..30"))
    );
    let alert = &target.get("/api/alerts").await.json()[0];
    assert_eq!(alert["screen"]["id"], screens[1]["id"]);
    // The second import changes nothing.
    let again = target
        .send("POST", "/api/import/preview", &export)
        .await
        .json();
    assert_eq!(
        (&again["screens"]["same"], &again["alerts"]["same"]),
        (&json!(2), &json!(1))
    );
    // Replacing takes over the criteria of the file.
    assert_eq!(
        target
            .send("POST", "/api/import?mode=replace", &export)
            .await
            .status,
        200
    );
    assert_eq!(target.get("/api/screens").await.json()[0]["query"], "");
}

//! The tools of the interface for AI assistants: answers, limits, and errors that a model reads.

use marketdeck::{
    domain::{
        bar::Interval,
        economy::EconomicEvent,
        news::{NewsUpdate, Sentiment},
    },
    source::Update,
};
use serde_json::{Value, json};

use super::{call, open};
use crate::{
    common::{TestServer, bars, now, profile, quote},
    holdings,
};
use marketdeck::domain::ticker::TickerKind;

/// A valid call of each tool.
pub(super) const ALL: [(&str, &str); 8] = [
    ("quote", r#"{"symbols":["AAPL","BTC"]}"#),
    ("history", r#"{"symbol":"AAPL"}"#),
    ("search", r#"{"query":"aapl"}"#),
    ("list", r#"{"list":"Mine"}"#),
    ("holdings", "{}"),
    ("alerts", "{}"),
    ("news", "{}"),
    ("calendar", "{}"),
];

/// Calls a tool and returns its result.
async fn result(server: &TestServer, tool: &str, arguments: Value) -> Value {
    let params = json!({ "name": tool, "arguments": arguments });
    let response = call(server, "tools/call", params).await;
    assert_eq!(response.status, 200, "{}", response.text());
    response.json()["result"].clone()
}

/// Calls a tool and returns its structured content, which the text repeats.
async fn answer(server: &TestServer, tool: &str, arguments: Value) -> Value {
    let result = result(server, tool, arguments).await;
    assert_eq!(result["isError"], false, "{result}");
    assert_eq!(result["resultType"], "complete");
    let content = &result["content"][0];
    assert_eq!(content["type"], "text");
    let text: Value = serde_json::from_str(content["text"].as_str().unwrap()).unwrap();
    assert_eq!(text, result["structuredContent"]);
    assert_eq!(text["market"], "sample");
    assert_eq!(text["now"], now().to_string());
    assert!(!content["text"].as_str().unwrap().contains("null"));
    text
}

/// Calls a tool with arguments that it refuses, and returns the sentence.
async fn refusal(server: &TestServer, tool: &str, arguments: Value) -> String {
    let result = result(server, tool, arguments).await;
    assert_eq!(result["isError"], true, "{result}");
    assert!(result.get("structuredContent").is_none(), "{result}");
    let text = result["content"][0]["text"].as_str().unwrap().to_owned();
    assert!(text.ends_with('.'), "{text}");
    text
}

#[tokio::test]
async fn a_quote_has_its_source_and_age() {
    let server = open().await;
    server.clock.advance(90);
    let params = json!({ "name": "quote", "arguments": { "symbols": ["aapl", "NOPE"] } });
    let response = call(&server, "tools/call", params).await.json();
    let answer = &response["result"]["structuredContent"];
    assert_eq!(answer["unknown"], json!(["NOPE"]));
    let quote = &answer["quotes"][0];
    assert_eq!(quote["symbol"], "AAPL");
    assert_eq!(quote["type"], "stock");
    assert_eq!(
        quote["price"],
        json!({
            "value": 250.0, "currency": "USD", "changePercent": 2.0, "source": "test",
            "asOf": now().to_string(), "ageSeconds": 90, "stale": false,
        })
    );
    assert!(holdings::is_close(&quote["previousClose"], 250.0 / 1.02));
}

#[tokio::test]
async fn a_history_is_merged_into_the_requested_number_of_bars() {
    let server = open().await;
    let today = jiff::civil::date(2026, 11, 20);
    let last = today.to_zoned(jiff::tz::TimeZone::UTC).unwrap();
    let last = last.timestamp().as_second();
    let closes: Vec<f64> = (1..=400).map(f64::from).collect();
    let update = Update::Bars {
        symbol: "AAPL".into(),
        interval: Interval::Day,
        bars: bars(Interval::Day, last, &closes),
    };
    server.send_update(update).await;
    let arguments = json!({ "symbol": "AAPL", "timeframe": "MAX", "points": 50 });
    let history = answer(&server, "history", arguments).await;
    let bars = history["bars"].as_array().unwrap();
    assert!((20..=50).contains(&bars.len()), "{}", bars.len());
    assert!(history["barSeconds"].as_u64().unwrap() > 86_400);
    assert_eq!(history["source"], "test");
    assert_eq!(history["asOf"], now().to_string());
    // The live price is the last point.
    assert_eq!(
        (&history["last"], &history["low"]),
        (&json!(250.0), &json!(1.0))
    );
    let short = answer(&server, "history", json!({ "symbol": "MSFT" })).await;
    assert_eq!(short["timeframe"], "1M");
    for (arguments, expected) in [
        (
            json!({ "symbol": "NOPE" }),
            "Unknown symbol 'NOPE'; use the tool search to find it.",
        ),
        (
            json!({ "symbol": "AAPL", "points": 5_000 }),
            "Invalid points 5000; expected 50 to 200.",
        ),
        (
            json!({ "symbol": "AAPL", "timeframe": "2W" }),
            "Invalid timeframe '2W'; expected one of: 1D, 1W, 7D, 1M, 3M, 6M, YTD, 1Y, 5Y, MAX.",
        ),
    ] {
        assert_eq!(refusal(&server, "history", arguments).await, expected);
    }
    let injected = json!({ "symbol": "AAPL", "timeframe": "1M&points=5000" });
    let sentence = refusal(&server, "history", injected).await;
    assert!(sentence.starts_with("Invalid timeframe"), "{sentence}");
}

#[tokio::test]
async fn a_search_returns_symbols_with_prices() {
    let server = open().await;
    let found = answer(&server, "search", json!({ "query": "aapl holdings" })).await;
    assert_eq!(found["tickers"][0]["symbol"], "AAPL");
    assert_eq!(found["tickers"][0]["price"]["source"], "test");
    let nothing = answer(&server, "search", json!({ "query": "zzzz" })).await;
    assert_eq!(nothing["tickers"], json!([]));
}

#[tokio::test]
async fn lists_are_found_by_name_or_id_and_cut_at_fifty_rows() {
    let server = open().await;
    assert_eq!(answer(&server, "list", json!({})).await["lists"], json!([]));
    let list = holdings::list(&server).await;
    let many: Vec<String> = (0..60).map(|number| format!("T{number}")).collect();
    let profiles = many
        .iter()
        .map(|symbol| profile(symbol, TickerKind::Stock, None));
    server
        .send_update(Update::Profiles(profiles.collect()))
        .await;
    let prices = many.iter().map(|symbol| quote(symbol, 10.0));
    server.send_update(Update::Quotes(prices.collect())).await;
    let item = holdings::add(&server, list, "AAPL").await;
    let change = json!({ "quantity": 3, "note": "core" });
    assert_eq!(holdings::change(&server, item, change).await.status, 200);
    for symbol in &many {
        holdings::add(&server, list, symbol).await;
    }
    let all = answer(&server, "list", json!({})).await;
    assert_eq!(
        all["lists"],
        json!([{ "id": list, "name": "Mine", "count": 61 }])
    );
    assert!(all.get("tickers").is_none());
    for name in ["mine".to_owned(), list.to_string()] {
        let one = answer(&server, "list", json!({ "list": name })).await;
        let rows = one["tickers"].as_array().unwrap();
        assert_eq!((rows.len(), &one["more"]), (50, &json!(11)), "{name}");
        let first = &rows[0];
        assert_eq!(first["ticker"]["symbol"], "AAPL");
        assert_eq!(
            (&first["note"], &first["quantity"]),
            (&json!("core"), &json!(3.0))
        );
    }
    assert_eq!(
        refusal(&server, "list", json!({ "list": "Other" })).await,
        "Unknown watchlist 'Other'; the watchlists are: Mine."
    );
}

#[tokio::test]
async fn holdings_have_totals_and_positions_largest_first() {
    let server = open().await;
    let list = holdings::list(&server).await;
    for (symbol, quantity, cost) in [("MSFT", 1, 300), ("AAPL", 10, 200)] {
        let item = holdings::add(&server, list, symbol).await;
        holdings::change(&server, item, json!({ "quantity": quantity, "cost": cost })).await;
    }
    let held = answer(&server, "holdings", json!({ "list": "Mine" })).await;
    assert_eq!(held["currency"], "USD");
    assert_eq!(
        (&held["value"], &held["cost"]),
        (&json!(2_900.0), &json!(2_300.0))
    );
    assert_eq!((&held["gain"], &held["more"]), (&json!(600.0), &json!(0)));
    let position = &held["positions"][0];
    assert_eq!(
        (&position["symbol"], &position["list"]),
        (&json!("AAPL"), &json!("Mine"))
    );
    assert_eq!(position["price"]["source"], "test");
    assert_eq!(position["weightPercent"], 86.21);
    assert_eq!(held["sectors"][0]["name"], "Technology");
    assert_eq!(
        refusal(&server, "holdings", json!({ "currency": "doubloons" })).await,
        "Invalid currency 'doubloons'; expected a currency code such as EUR."
    );
}

#[tokio::test]
async fn alerts_have_their_condition_and_the_newest_reports() {
    let server = open().await;
    let alert = |symbol: &str, value: f64| {
        json!({
            "type": "price", "symbol": symbol, "condition": "above", "value": value,
            "frequency": "once", "delivery": ["in_app"],
        })
        .to_string()
    };
    for body in [alert("AAPL", 260.0), alert("MSFT", 500.0)] {
        let created = server.send("POST", "/api/alerts", &body).await;
        assert_eq!(created.status, 201, "{}", created.text());
    }
    server
        .send_update(Update::Quotes(vec![quote("AAPL", 261.0)]))
        .await;
    while server.get("/api/alerts/history").await.json() == json!([]) {
        tokio::task::yield_now().await;
    }
    let all = answer(&server, "alerts", json!({})).await;
    assert_eq!(all["alerts"].as_array().map(Vec::len), Some(2));
    let one = answer(&server, "alerts", json!({ "symbol": "AAPL" })).await;
    let alert = &one["alerts"][0];
    assert_eq!(
        (&alert["condition"], &alert["value"]),
        (&json!("above"), &json!(260.0))
    );
    assert_eq!(alert["active"], false);
    let report = &one["reports"][0];
    assert!(
        report["text"].as_str().unwrap().contains("AAPL"),
        "{report}"
    );
    assert_eq!(report["asOf"], now().to_string());
    let other = answer(&server, "alerts", json!({ "symbol": "MSFT" })).await;
    assert_eq!(other["reports"], json!([]));
}

#[tokio::test]
async fn news_are_filtered_and_counted() {
    let server = open().await;
    let article = |number: i32| NewsUpdate {
        key: format!("n{number}"),
        symbols: vec!["BTC".into()],
        source: "Wire".into(),
        title: format!("Bitcoin story {number}"),
        content: "Word ".repeat(200),
        url: Some(format!("https://news.example/{number}")),
        sentiment: Sentiment::Negative,
        published_at: now() - jiff::SignedDuration::from_mins(i64::from(number)),
        is_undated: false,
    };
    server
        .send_update(Update::News((1..=20).map(article).collect()))
        .await;
    let news = answer(&server, "news", json!({})).await;
    assert_eq!(news["articles"].as_array().map(Vec::len), Some(15));
    assert_eq!(news["more"], 6);
    let newest = &news["articles"][0];
    assert_eq!(newest["title"], "Bitcoin story 1");
    assert_eq!(
        (&newest["source"], &newest["ageSeconds"]),
        (&json!("Wire"), &json!(60))
    );
    assert!(newest["summary"].as_str().unwrap().len() < 300, "{newest}");
    let apple = answer(&server, "news", json!({ "symbol": "AAPL" })).await;
    assert_eq!(apple["articles"][0]["title"], "A headline");
    let arguments = json!({ "words": "story 7", "sentiment": "negative", "limit": 50.0 });
    let found = answer(&server, "news", arguments).await;
    assert_eq!(found["articles"].as_array().map(Vec::len), Some(1));
    assert_eq!(
        refusal(&server, "news", json!({ "limit": 51 })).await,
        "Invalid limit 51; expected 1 to 50."
    );
    let sentence = refusal(&server, "news", json!({ "sentiment": "good" })).await;
    assert!(sentence.contains("positive"), "{sentence}");
}

#[tokio::test]
async fn the_calendar_has_the_events_of_the_lists() {
    let server = open().await;
    let event = |name: &str, day: i8| EconomicEvent {
        name: name.into(),
        period: "October 2026".into(),
        agency: "Bureau of Labor Statistics".into(),
        date: jiff::civil::date(2026, 11, day),
        at: None,
        source: None,
        provider: String::new(),
    };
    let events = vec![event("Payrolls", 25), event("Yesterday", 19)];
    server.send_update(Update::Economy(events)).await;
    let titles = async |arguments: Value| -> Vec<String> {
        let calendar = answer(&server, "calendar", arguments).await;
        let events = calendar["events"].as_array().unwrap();
        events
            .iter()
            .map(|event| {
                assert_eq!(event["source"], "sample", "{event}");
                format!("{} {}", event["date"], event["title"]).replace('"', "")
            })
            .collect()
    };
    let payrolls = "2026-11-25 Payrolls, October 2026".to_owned();
    // Without lists, there are only events that concern everybody.
    assert_eq!(titles(json!({})).await, [&*payrolls]);
    let list = holdings::list(&server).await;
    holdings::add(&server, list, "AAPL").await;
    let apple = "2026-11-24 AAPL Holdings (AAPL) reports earnings".to_owned();
    assert_eq!(titles(json!({})).await, [&*apple, &*payrolls]);
    assert_eq!(titles(json!({ "symbol": "aapl" })).await, [&*apple]);
    assert_eq!(titles(json!({ "list": "mine" })).await, [&*apple]);
    let past = json!({ "kinds": ["economy"], "pastDays": 7, "days": 1 });
    assert_eq!(titles(past).await, ["2026-11-19 Yesterday, October 2026"]);
    let sentence = refusal(&server, "calendar", json!({ "kinds": ["birthdays"] })).await;
    assert!(sentence.contains("birthdays"), "{sentence}");
}

/// A model that misspells an argument must learn so, instead of getting an answer to another question.
#[tokio::test]
async fn unknown_and_missing_arguments_are_refused_in_one_sentence() {
    let server = open().await;
    for (tool, _) in ALL {
        let sentence = refusal(&server, tool, json!({ "colour": "red" })).await;
        assert!(sentence.contains("colour"), "{tool}: {sentence}");
    }
    for (tool, missing) in [
        ("quote", "symbols"),
        ("history", "symbol"),
        ("search", "query"),
    ] {
        let sentence = refusal(&server, tool, json!({})).await;
        assert!(sentence.contains(missing), "{tool}: {sentence}");
    }
    for symbols in [json!([]), json!(vec!["AAPL"; 21])] {
        assert_eq!(
            refusal(&server, "quote", json!({ "symbols": symbols })).await,
            format!(
                "Invalid number of symbols {}; expected 1 to 20.",
                symbols.as_array().unwrap().len()
            )
        );
    }
    let sentence = refusal(&server, "quote", json!({ "symbols": ["NOPE"] })).await;
    assert_eq!(
        sentence,
        "Unknown symbols: NOPE; use the tool search to find symbols."
    );
}

//! The HTTP API and the pages, tested over a real socket.

use std::time::Duration;

use crate::common::{NOW, TestServer, bars, now, profile, quote};
use marketdeck::{
    domain::{
        Timestamp,
        bar::{Bar, Interval},
        currency::Currency,
        news::{NewsUpdate, Sentiment},
        provider::Feed,
        quote::QuoteUpdate,
        split::Split,
        ticker::{ImportInfo, Profile, TickerKind},
    },
    source::{Envelope, SourceError, Update},
    web::{Limits, Settings, routes},
};
use serde_json::json;

const DAY: i64 = 86_400;

fn keys(value: &serde_json::Value) -> Vec<&str> {
    let mut keys: Vec<&str> = value
        .as_object()
        .expect("the value is an object")
        .keys()
        .map(String::as_str)
        .collect();
    keys.sort_unstable();
    keys
}

#[tokio::test]
async fn every_route_answers() {
    let server = TestServer::open().await;
    let list = server
        .send("POST", "/api/watchlists", r#"{"name":"Mine","userId":1}"#)
        .await
        .json()["id"]
        .clone();
    let channel = r#"{"settings":{"name":"main","kind":"ntfy","topic":"x"}}"#;
    server.send("POST", "/api/alert-channels", channel).await;
    let layout = r#"{"title":"Main","charts":[{"symbol":"AAPL"}]}"#;
    server.send("PUT", "/api/chart-layouts/main", layout).await;
    for (path, _) in routes::all().filter(|(_, method)| *method == "GET") {
        // This ticker has no logo, and this server no configuration that could be changed.
        if path.ends_with("/logo") || path == "/api/setup" {
            continue;
        }
        let path = if path.contains("watchlists/{id}") {
            path.replace("{id}", &list.to_string())
        } else {
            path.replace("{id}", "2")
                .replace("{symbol}", "AAPL")
                .replace("{name}", "main")
        };
        let path = if path.ends_with("-backtest") {
            format!("{path}?type=price&symbol=aapl&condition=above&value=300")
        } else if path.ends_with("/search") {
            format!("{path}?q=aapl")
        } else if path.contains("/symbols") {
            format!("{path}?query=apple")
        } else if path.ends_with("/period-closes") || path.ends_with("/price-ranges") {
            format!("{path}?type=stock")
        } else if path.ends_with("/exchange-rates") {
            format!("{path}?from=EUR&to=USD")
        } else {
            path
        };
        let response = server.get(&path).await;
        assert_eq!(response.status, 200, "{path}: {}", response.text());
        // Backups, calendars and feeds are not JSON.
        if response.header("content-type") == Some("application/json") {
            response.json();
        }
    }
}

/// API-05: the `OpenAPI` document is available, and lists every route with its methods.
#[tokio::test]
async fn the_openapi_document_lists_every_route() {
    let server = TestServer::open().await;
    let document = server.get("/api/openapi.json").await.json();
    assert!(
        document["openapi"]
            .as_str()
            .is_some_and(|version| version.starts_with("3."))
    );
    for (path, method) in routes::all() {
        let method = method.as_str().to_ascii_lowercase();
        assert!(
            keys(&document["paths"][path]).contains(&method.as_str()),
            "{method} of {path}"
        );
    }
    assert_eq!(document["servers"][0]["url"], "/");
}

/// A method that a route does not support is rejected with a list of the supported ones.
#[tokio::test]
async fn another_method_returns_405_with_the_allowed_ones() {
    let server = TestServer::open().await;
    for (path, _) in routes::all() {
        let has = |method: &str| {
            routes::all().any(|(other, not_modified)| other == path && not_modified == method)
        };
        let request = path.replace("{id}", "2").replace("{symbol}", "AAPL");
        for method in ["GET", "POST", "PUT", "PATCH", "DELETE"] {
            if has(method) {
                continue;
            }
            let response = server.request(method, &request, &[], "").await;
            assert_eq!(response.status, 405, "{method} {path}");
            let allow = response.header("allow").unwrap_or_default();
            assert!(allow.split(", ").all(has), "{path}: {allow}");
        }
    }
}

/// API-01: the fields of a ticker are camelCase, and a ticker in a list has a sparkline.
#[tokio::test]
async fn a_ticker_has_the_specified_fields() {
    let server = TestServer::open().await;
    let list = server.get("/api/tickers?type=etf").await.json();
    let row = &list[0];
    for field in [
        "id",
        "symbol",
        "name",
        "type",
        "sector",
        "country",
        "logo",
        "price",
        "change24h",
        "change7d",
        "marketCap",
        "volume24h",
        "updatedAt",
        "spark",
    ] {
        assert!(keys(row).contains(&field), "{field} in {row}");
    }
    assert_eq!(row["type"], "etf");
    assert_eq!(row["updatedAt"], "2026-11-20T19:32:00Z");
    assert_eq!(
        row["change7d"],
        json!(null),
        "an unknown value is null, not zero"
    );
    assert_eq!(row["fund"]["expenseRatio"], 0.06);
    assert_eq!(
        (&row["currency"], &row["timeZone"]),
        (&json!("USD"), &json!("America/New_York"))
    );
    for unknown in ["exchange", "delayMinutes", "extended"] {
        assert_eq!(row[unknown], json!(null), "{unknown} in {row}");
    }
    let detail = server.get("/api/tickers/vym").await.json();
    assert_eq!(detail["symbol"], "VYM", "symbols are found in any case");
    assert_eq!(detail["imported"], json!(null));
}

/// API-01: the other lists have the specified fields.
#[tokio::test]
async fn news_dividends_earnings_and_offerings_have_the_specified_fields() {
    let server = TestServer::open().await;
    let dividends = format!("/api/tickers/{}/dividends", server.id("VYM"));
    for (path, fields) in [
        (
            "/api/news",
            "content id isSample isUndated publishedAt sentiment source symbol tickerId tickerType \
             title url",
        ),
        (
            dividends.as_str(),
            "amount currency exDate frequency id isProjected kind payDate yield",
        ),
        (
            "/api/earnings",
            "actualEPS currency date estimatedEPS id isEstimate isSample name surprise symbol tickerId time",
        ),
        (
            "/api/icos",
            "category description endDate id isSample logo name raisedAmount startDate status \
             symbol tags targetAmount",
        ),
    ] {
        let list = server.get(path).await.json();
        let fields: Vec<_> = fields.split_whitespace().collect();
        assert_eq!(keys(&list[0]), fields, "{path}");
    }
}

/// The chart of a company requests only the earnings of that company.
#[tokio::test]
async fn earnings_can_be_filtered_by_symbol() {
    let server = TestServer::open().await;
    let all = server.get("/api/earnings").await.json();
    let symbol = all[0]["symbol"].as_str().unwrap().to_lowercase();
    let own = server
        .get(&format!("/api/earnings?symbol={symbol}"))
        .await
        .json();
    let own = own.as_array().unwrap();
    assert!(!own.is_empty());
    assert!(own.iter().all(|event| event["symbol"] == all[0]["symbol"]));
    for other in ["BTC", "NOBODY"] {
        let none = server.get(&format!("/api/earnings?symbol={other}")).await;
        assert_eq!((none.status, none.json()), (200, json!([])), "{other}");
    }
}

/// The trailing yield counts only paid dividends, not announced ones.
#[tokio::test]
async fn trailing_dividends_of_twelve_months_have_a_yield() {
    let server = TestServer::open().await;
    let fund = server.get("/api/tickers/VYM").await.json();
    let rows = server.get("/api/tickers/VYM/dividends").await.json();
    let paid: f64 = rows
        .as_array()
        .unwrap()
        .iter()
        .filter(|row| row["isProjected"] == false)
        .take(4)
        .map(|row| row["amount"].as_f64().unwrap())
        .sum();
    let trailing = &fund["trailingDividends"];
    let regular = trailing["regular"].as_f64().unwrap();
    assert!((regular - paid).abs() < 1e-9, "{trailing} {rows}");
    let expected = 100.0 * paid / fund["price"].as_f64().unwrap();
    assert!((trailing["yield"].as_f64().unwrap() - expected).abs() < 1e-9);
    let coin = server.get("/api/tickers/BTC").await.json();
    assert_eq!(
        coin["trailingDividends"],
        json!(null),
        "a coin pays no dividends"
    );
}

#[tokio::test]
async fn every_list_has_rates_to_the_display_currency() {
    let currency = |code| Currency::parse(code).unwrap();
    let server = TestServer::with(Settings {
        display_currency: currency("EUR"),
        ..Settings::default()
    })
    .await;
    server.fill().await;
    let rate = async |path: &str, symbol: &str| {
        let response = server.get(path).await.json();
        let rows = response
            .as_array()
            .cloned()
            .unwrap_or_else(|| vec![response]);
        let row = rows.into_iter().find(|row| row["symbol"] == symbol);
        row.unwrap_or_else(|| panic!("{symbol} in {path}"))["displayRate"].clone()
    };
    let dollars = json!({
        "currency": "USD", "value": 1.0, "asOf": null, "basis": null, "isCrossRate": false,
    });
    assert_eq!(
        rate("/api/tickers/AAPL", "AAPL").await,
        dollars,
        "dollars while the euro rate is unknown"
    );
    let in_yen = Profile {
        currency: currency("JPY"),
        ..profile("7203.T", TickerKind::Stock, None)
    };
    let in_francs = Profile {
        currency: currency("CHF"),
        ..profile("NESN.SW", TickerKind::Stock, None)
    };
    server
        .send_update(Update::Profiles(vec![
            in_yen,
            in_francs,
            profile("EURUSD=X", TickerKind::Currency, None),
            profile("JPY=X", TickerKind::Currency, None),
        ]))
        .await;
    let older = QuoteUpdate {
        as_of: "2026-11-20T19:00:00Z".parse().unwrap(),
        ..quote("JPY=X", 160.0)
    };
    server
        .send_update(Update::Quotes(vec![
            quote("EURUSD=X", 1.25),
            older,
            quote("7203.T", 2_875.0),
        ]))
        .await;
    let euros = |value: f64, as_of: &str, is_cross_rate: bool| {
        json!({
            "currency": "EUR", "value": value, "asOf": as_of, "basis": "market", "isCrossRate": is_cross_rate,
        })
    };
    for path in [
        "/api/tickers",
        "/api/tickers?type=stock",
        "/api/tickers/AAPL",
        "/api/tickers/MSFT/related",
    ] {
        assert_eq!(rate(path, "AAPL").await, euros(0.8, NOW, false), "{path}");
    }
    assert_eq!(
        rate("/api/tickers/7203.T", "7203.T").await,
        euros(0.005, "2026-11-20T19:00:00Z", true),
        "converted through the dollar, with the time of the older rate"
    );
    assert_eq!(rate("/api/tickers", "NESN.SW").await, json!(null));
}

/// NAV-02: a page that has only the id of a ticker can find its symbol.
#[tokio::test]
async fn tickers_can_be_found_by_number() {
    let server = TestServer::open().await;
    let id = server.id("BTC");
    assert_eq!(
        server.get(&format!("/api/tickers/{id}")).await.json()["symbol"],
        "BTC"
    );
    assert_eq!(
        server.get(&format!("/api/tickers/id/{id}")).await.json()["symbol"],
        "BTC"
    );
    assert_eq!(
        server.get("/api/tickers/GC%3DF").await.json()["symbol"],
        "GC=F"
    );
    assert_eq!(
        server.get("/api/tickers/%5Egspc").await.json()["id"],
        1,
        "the S&P 500 is ticker 1"
    );
}

#[tokio::test]
async fn bars_can_be_requested_as_csv() {
    let server = TestServer::open().await;
    let today = now().as_second().div_euclid(86_400) * 86_400;
    let mut days = bars(Interval::Day, today, &[90_000.0, 91_000.5, 89_000.25]);
    days[1].volume = Bar::UNKNOWN_VOLUME;
    let bars = Update::Bars {
        symbol: "BTC".into(),
        interval: Interval::Day,
        bars: days,
    };
    server.send_update(bars).await;
    let path = "/api/tickers/BTC/bars?timeframe=1Y&interval=1d";
    let json = server.get(path).await.json();
    let csv = server.get(&format!("{path}&format=csv")).await;
    assert_eq!(csv.header("content-type"), Some("text/csv; charset=utf-8"));
    let text = csv.text();
    let mut lines = text.lines();
    assert_eq!(lines.next(), Some("timestamp,open,high,low,close,volume"));
    let bars = json.as_array().unwrap();
    assert_eq!((bars.len(), lines.clone().count()), (3, 3));
    assert!(bars[1]["volume"].is_null());
    for (price_line, bar) in lines.zip(bars) {
        let fields: Vec<&str> = price_line.split(',').collect();
        assert_eq!(fields[0], bar["timestamp"]);
        assert_eq!(fields[4].parse::<f64>().ok(), bar["close"].as_f64());
        assert_eq!(fields[5].parse::<f64>().ok(), bar["volume"].as_f64());
    }
    let as_json = server.get(&format!("{path}&format=json")).await;
    assert_eq!(as_json.json(), json);
}

#[tokio::test]
async fn errors_are_a_status_and_one_plain_sentence() {
    let server = TestServer::open().await;
    for (method, path, status) in [
        ("GET", "/api/tickers/NOPE", 404),
        ("GET", "/api/tickers/id/999", 404),
        ("GET", "/api/tickers/id/x", 400),
        ("GET", "/api/tickers?type=warrant", 400),
        ("GET", "/api/tickers/search", 400),
        ("GET", "/api/tickers/2/price-history?timeframe=2W", 400),
        ("GET", "/api/tickers/2/price-history?interval=2m", 400),
        ("GET", "/api/tickers/2/price-history?points=7", 400),
        ("GET", "/api/tickers/2/price-history?bars=maybe", 400),
        ("GET", "/api/tickers/999/price-history", 404),
        ("GET", "/api/tickers/999/dividends", 404),
        ("GET", "/api/tickers/2/bars?format=xml", 400),
        ("GET", "/api/tickers?format=csv", 400),
        ("GET", "/api/tickers/2/price-history?format=csv", 400),
        ("GET", "/api/news?tickerId=x", 400),
        ("GET", "/api/news?sentiment=bullish", 400),
        ("GET", "/api/news?tickerType=etf,warrant", 400),
        ("GET", "/api/nothing", 404),
        ("POST", "/api/icos", 405),
        ("DELETE", "/api/watchlists", 405),
        ("PUT", "/", 405),
        ("GET", "/api/watchlists/999/tickers", 404),
        ("DELETE", "/api/watchlists/999", 404),
    ] {
        let response = server.request(method, path, &[], "").await;
        let text = response.text();
        assert_eq!(response.status, status, "{method} {path}: {text}");
        assert!(
            response.body.ends_with(b".\n") && text.lines().count() == 1,
            "{method} {path}: expected one sentence, got {text:?}"
        );
        assert_eq!(
            response.header("content-type"),
            Some("text/plain; charset=utf-8")
        );
    }
    let response = server.request("POST", "/api/icos", &[], "").await;
    assert_eq!(response.header("allow"), Some("GET"));
}

/// NEWS-01, ETFS-01, CRYP-01: matching articles are found among many newer ones.
#[tokio::test]
async fn news_are_filtered_before_the_newest_are_selected() {
    let server = TestServer::open().await;
    let article = |key: String, about: &[&str], sentiment, age: i64| NewsUpdate {
        title: key.clone(),
        key,
        symbols: about.iter().map(|symbol| (*symbol).to_owned()).collect(),
        source: "Gazette".into(),
        content: String::new(),
        url: None,
        sentiment,
        published_at: now() - jiff::SignedDuration::from_mins(age),
        is_undated: false,
    };
    let mut news: Vec<_> = (0..250)
        .map(|age| article(format!("noise {age}"), &["AAPL"], Sentiment::Neutral, age))
        .collect();
    news.push(article("fund".into(), &["VYM"], Sentiment::Positive, 300));
    // A feed's tag without an exchange is the symbol of a stock.
    let coin = article("coin".into(), &["CRYPTO:BTC"], Sentiment::Negative, 301);
    news.push(coin);
    news.push(article("all".into(), &[], Sentiment::Positive, 302));
    server.send_update(Update::News(news)).await;
    let total = |found: &serde_json::Value| found.as_array().map_or(0, Vec::len);
    for (query, titles) in [
        ("?sentiment=positive", vec!["fund", "all"]),
        ("?sentiment=negative", vec!["coin"]),
        ("?tickerType=crypto", vec!["coin"]),
        ("?tickerType=etf,none", vec!["fund", "all"]),
        (
            "?tickerType=none,etf&sentiment=positive",
            vec!["fund", "all"],
        ),
        ("?tickerType=crypto&sentiment=positive", vec![]),
    ] {
        let found = server.get(&format!("/api/news{query}")).await.json();
        let titles_found: Vec<_> = found
            .as_array()
            .unwrap()
            .iter()
            .filter(|article| article["source"] == "Gazette")
            .map(|article| article["title"].as_str().unwrap())
            .collect();
        assert_eq!(titles_found, titles, "{query}");
    }
    assert_eq!(total(&server.get("/api/news").await.json()), 200);
    let path = format!(
        "/api/news?tickerId={}&sentiment=positive",
        server.id("AAPL")
    );
    let positive = server.get(&path).await.json();
    assert_eq!(
        (total(&positive), &positive[0]["title"]),
        (1, &json!("A headline"))
    );
}

#[tokio::test]
async fn search_returns_the_best_match_first() {
    let server = TestServer::open().await;
    let found = server.get("/api/tickers/search?q=aap").await.json();
    assert_eq!(
        keys(&found[0]),
        ["change24h", "id", "name", "symbol", "type"]
    );
    assert_eq!(found[0]["symbol"], "AAPL");
    assert_eq!(
        server.get("/api/tickers/search?q=zzzz").await.json(),
        json!([])
    );
}

#[tokio::test]
async fn tickers_requested_by_symbol_keep_their_order_with_null_for_unknown_ones() {
    let server = TestServer::open().await;
    let rows = server
        .get("/api/tickers?symbols=BTC,nosuch,aapl,,%5EGSPC,")
        .await
        .json();
    let symbols: Vec<_> = rows
        .as_array()
        .expect("the value is a list")
        .iter()
        .map(|row| &row["symbol"])
        .collect();
    let expected = json!(["BTC", null, "AAPL", null, "^GSPC"]);
    assert_eq!(json!(symbols), expected);
    assert!(rows[1].is_null());
    let none = server.get("/api/tickers?symbols=").await;
    assert_eq!(none.json(), json!([]));
    assert!(
        rows[0]["spark"]
            .as_array()
            .is_some_and(|spark| !spark.is_empty())
    );

    let many = vec!["AAPL"; 51].join(",");
    let rejected = server.get(&format!("/api/tickers?symbols={many}")).await;
    assert_eq!(rejected.status, 400);
    assert_eq!(rejected.text(), "Too many symbols; the maximum is 50.");
}

/// API-01: the status of an offering follows the clock.
#[tokio::test]
async fn the_status_of_an_offering_changes_overnight() {
    let server = TestServer::open().await;
    let ico = server.get("/api/icos").await.json()[0].clone();
    assert_eq!(
        (&ico["status"], &ico["targetAmount"], &ico["raisedAmount"]),
        (&json!("active"), &json!(1e6), &json!(5e5))
    );
    server.clock.advance(6 * DAY);
    assert_eq!(server.get("/api/icos").await.json()[0]["status"], "ended");
}

/// HOME-03, HOME-04: the Fear & Greed index, the market overview and the market session have the specified fields.
#[tokio::test]
async fn fear_and_greed_overview_and_session_have_the_specified_fields() {
    let server = TestServer::open().await;
    let reading = server.get("/api/fear-greed").await.json();
    assert_eq!(
        (&reading["value"], &reading["classification"]),
        (&json!(68.0), &json!("greed"))
    );
    assert_eq!(reading["stale"], false);
    let overview = server.get("/api/market-overview").await.json();
    let symbols: Vec<_> = overview
        .as_array()
        .unwrap()
        .iter()
        .map(|row| row["symbol"].as_str().unwrap())
        .collect();
    assert_eq!(symbols, ["^GSPC", "BTC", "GC=F"]);
    assert_eq!(
        keys(&overview[0]),
        [
            "change",
            "currency",
            "id",
            "name",
            "price",
            "symbol",
            "type",
            "updatedAt"
        ]
    );
    let index = server.get("/api/tickers/%5EGSPC").await.json();
    assert!(overview[0]["updatedAt"].is_string());
    assert_eq!(overview[0]["updatedAt"], index["updatedAt"]);
    let session = server.get("/api/market-session").await.json();
    assert_eq!(
        (&session["state"], &session["nextChange"]),
        (&json!("regular"), &json!("2026-11-20T21:00:00Z"))
    );
    server.clock.advance(6 * DAY);
    let session = server.get("/api/market-session").await.json();
    assert_eq!(session["holiday"], "Thanksgiving Day");
    server.clock.advance(5 * DAY);
    let reading = server.get("/api/fear-greed").await.json();
    assert_eq!(reading["stale"], true, "the reading is three days old");
    let crypto = server.get("/api/fear-greed?market=crypto").await;
    assert_eq!(
        crypto.status, 404,
        "the reading of another market must not be returned"
    );
}

#[tokio::test]
async fn without_a_reading_fear_and_greed_returns_404() {
    let server = TestServer::with(Settings::default()).await;
    assert_eq!(server.get("/api/fear-greed").await.status, 404);
}

/// The interval of a price history depends on its timeframe.
#[tokio::test]
async fn a_price_history_consists_of_stored_bars_and_the_live_price() {
    let server = TestServer::open().await;
    let today = now().as_second().div_euclid(DAY) * DAY;
    let symbol = || "BTC".to_owned();
    let (id, daily) = (
        server.id("BTC"),
        bars(
            Interval::Day,
            today,
            &(1..=400).map(f64::from).collect::<Vec<_>>(),
        ),
    );
    server
        .send_update(Update::Bars {
            symbol: symbol(),
            interval: Interval::Day,
            bars: daily,
        })
        .await;
    let hour = now().as_second().div_euclid(3_600) * 3_600;
    server
        .send_update(Update::Bars {
            symbol: symbol(),
            interval: Interval::Hour,
            bars: bars(Interval::Hour, hour, &[5.0; 300]),
        })
        .await;
    let five = now().as_second().div_euclid(300) * 300;
    server
        .send_update(Update::Bars {
            symbol: symbol(),
            interval: Interval::FiveMinutes,
            bars: bars(Interval::FiveMinutes, five, &[7.0; 400]),
        })
        .await;
    let history = async |query: &str| {
        server
            .get(&format!("/api/tickers/{id}/price-history?{query}"))
            .await
            .json()
    };
    let week = history("timeframe=1W").await;
    assert_eq!(week, history("timeframe=7D").await);
    let points = week.as_array().unwrap();
    assert!(
        (167..=170).contains(&points.len()),
        "{} hourly points",
        points.len()
    );
    assert_eq!(points.last().unwrap()["price"], 90_000.0, "the live price");
    assert!(
        points
            .windows(2)
            .all(|pair| pair[0]["timestamp"].as_str() < pair[1]["timestamp"].as_str())
    );
    assert_eq!(
        history("timeframe=MAX").await.as_array().unwrap().len(),
        400
    );
    assert!((360..=370).contains(&history("timeframe=1Y").await.as_array().unwrap().len()));
    let ytd = history("timeframe=YTD").await;
    assert_eq!(ytd[0]["timestamp"], "2026-01-01T00:00:00Z");
    let day = history("timeframe=1D").await;
    assert!((287..=290).contains(&day.as_array().unwrap().len()));
    let hours = history("timeframe=1D&interval=1h").await;
    assert!(
        (23..=26).contains(&hours.as_array().unwrap().len()),
        "the comparison chart requests hourly points"
    );
}

#[tokio::test]
async fn a_history_has_the_requested_number_of_points_and_candles_if_requested() {
    let server = TestServer::open().await;
    let id = server.id("BTC");
    let today = now().as_second().div_euclid(86_400) * 86_400;
    let closes: Vec<f64> = (1..=600).map(f64::from).collect();
    server
        .send_update(Update::Bars {
            symbol: "BTC".into(),
            interval: Interval::Day,
            bars: bars(Interval::Day, today, &closes),
        })
        .await;
    let history = async |query: &str| {
        let response = server
            .get(&format!("/api/tickers/{id}/price-history?{query}"))
            .await;
        let seconds = response.header("marketdeck-bar-seconds").map(str::to_owned);
        (response.json().as_array().unwrap().clone(), seconds)
    };
    let (points, seconds) = history("timeframe=6M").await;
    assert!((183..=185).contains(&points.len()), "{}", points.len());
    assert_eq!(seconds.as_deref(), Some("86400"));
    assert!(
        points[9].get("open").is_none(),
        "bars=true was not requested"
    );

    let (weeks, seconds) = history("timeframe=MAX&points=100&bars=true").await;
    assert!((85..=88).contains(&weeks.len()), "{}", weeks.len());
    assert_eq!(seconds.as_deref(), Some("604800"));
    let number = |point: &serde_json::Value, field: &str| point[field].as_f64().unwrap();
    for week in &weeks {
        assert!(number(week, "low") <= number(week, "open"), "{week}");
        assert!(number(week, "price") <= number(week, "high"), "{week}");
    }
    let volume: f64 = weeks.iter().map(|week| number(week, "volume")).sum();
    assert!(
        (volume - 600.0).abs() < 0.5,
        "the volume of all bars is preserved: {volume}"
    );
    let last = weeks.last().unwrap();
    assert_eq!(
        (number(last, "price"), number(last, "high")),
        (90_000.0, 90_000.0),
        "the live price is the highest of its bar"
    );

    let (month, _) = history("timeframe=1M").await;
    let (before, _) = history("timeframe=1M&earlier=true").await;
    assert_eq!(
        before.len(),
        400,
        "enough bars for the longest moving average"
    );
    let time = |point: &serde_json::Value| point["timestamp"].as_str().unwrap().to_owned();
    assert!(time(before.last().unwrap()) < time(&month[0]));
    let step = number(&month[0], "price") - number(before.last().unwrap(), "price");
    assert!((step - 1.0).abs() < 1e-9, "no day is missing: {step}");
}

/// The 1D chart of a stock covers its session, not the last 24 hours.
#[tokio::test]
async fn a_stocks_day_starts_at_the_opening() {
    let server = TestServer::open().await;
    let five = now().as_second().div_euclid(300) * 300;
    let all = bars(Interval::FiveMinutes, five, &[7.0; 400]);
    server
        .send_update(Update::Bars {
            symbol: "AAPL".into(),
            interval: Interval::FiveMinutes,
            bars: all,
        })
        .await;
    let id = server.id("AAPL");
    let price_line = server
        .get(&format!("/api/tickers/{id}/session-line"))
        .await
        .json();
    assert_eq!(price_line["sessionStart"], "2026-11-20T14:30:00Z");
    assert_eq!(price_line["sessionEnd"], "2026-11-20T21:00:00Z");
    assert_eq!(price_line["points"][0]["timestamp"], "2026-11-20T14:35:00Z");
    let day = server
        .get(&format!("/api/tickers/{id}/price-history?timeframe=1D"))
        .await
        .json();
    assert_eq!(day[0]["timestamp"], "2026-11-20T14:30:00Z");
    assert_eq!(day[1]["timestamp"], "2026-11-20T14:35:00Z");
}

/// The change of a coin's day counts from its price 24 hours ago, as a coin has no previous close.
#[tokio::test]
async fn a_coins_day_has_the_price_24_hours_ago() {
    let server = TestServer::open().await;
    let doubled = QuoteUpdate {
        change_24h: Some(100.0),
        previous_close: None,
        ..quote("NEAR", 90.0)
    };
    let coin = profile("NEAR", TickerKind::Crypto, None);
    server.send_update(Update::Profiles(vec![coin])).await;
    server.send_update(Update::Quotes(vec![doubled])).await;
    let price_line = server.get("/api/tickers/NEAR/session-line").await.json();
    assert_eq!(price_line["previousClose"], 45.0);
}

/// A stock's extended day starts before its session and ends after it, only if requested.
#[tokio::test]
async fn extended_prices_of_a_day_are_returned_if_requested() {
    let server = TestServer::open().await;
    let pre = "2026-11-20T13:00:00Z"
        .parse::<Timestamp>()
        .unwrap()
        .as_second();
    server
        .send_update(Update::ExtendedHours {
            symbol: "AAPL".into(),
            points: vec![(pre, 201.5), (pre + 120, 202.0)],
        })
        .await;
    let price_line = async |symbol: &str, query: &str| {
        let path = format!("/api/tickers/{symbol}/session-line{query}");
        server.get(&path).await
    };
    let ticker = price_line("AAPL", "?extended=true").await.json();
    let extended = &ticker["extended"];
    assert_eq!(extended["start"], "2026-11-20T12:00:00Z");
    assert_eq!(extended["end"], "2026-11-20T23:00:00Z");
    let points = json!([
        {"timestamp": "2026-11-20T13:00:00Z", "price": 201.5},
        {"timestamp": "2026-11-20T13:02:00Z", "price": 202.0},
    ]);
    assert_eq!(extended["points"], points);
    assert!(price_line("AAPL", "").await.json()["extended"].is_null());
    assert!(price_line("BTC", "?extended=true").await.json()["extended"].is_null());
    assert_eq!(price_line("AAPL", "?extended=often").await.status, 400);

    // The next response has the newer price.
    server
        .send_update(Update::ExtendedHours {
            symbol: "AAPL".into(),
            points: vec![(pre + 130, 202.5)],
        })
        .await;
    server.clock.advance(60);
    let newer = price_line("AAPL", "?extended=true").await.json();
    assert_eq!(newer["extended"]["points"][1]["price"], 202.5);
}

#[tokio::test]
async fn splits_are_listed_newest_first() {
    let server = TestServer::open().await;
    let split = |date: &str, numerator: f64| Split {
        date: date.parse().unwrap(),
        numerator,
        denominator: 1.0,
    };
    server
        .send_update(Update::Splits {
            symbol: "AAPL".into(),
            splits: vec![split("2014-06-09", 7.0), split("2020-08-31", 4.0)],
        })
        .await;
    let splits = server.get("/api/tickers/AAPL/splits").await.json();
    let expected = json!([
        {"id": 1, "date": "2020-08-31", "numerator": 4.0, "denominator": 1.0},
        {"id": 2, "date": "2014-06-09", "numerator": 7.0, "denominator": 1.0},
    ]);
    assert_eq!(splits, expected);
    assert_eq!(
        server.get("/api/tickers/BTC/splits").await.json(),
        json!([])
    );
    assert_eq!(server.get("/api/tickers/NOBODY/splits").await.status, 404);
}

/// CHRT-01: two minutes after the opening, the 1D chart has the previous close and the live price.
#[tokio::test]
async fn a_day_that_just_began_has_the_previous_and_the_live_price() {
    let server = TestServer::open().await;
    let today = now().as_second().div_euclid(DAY) * DAY;
    let days = bars(Interval::Day, today, &[200.0; 30]);
    server
        .send_update(Update::Bars {
            symbol: "AAPL".into(),
            interval: Interval::Day,
            bars: days,
        })
        .await;
    let monday: Timestamp = "2026-11-23T14:32:00Z".parse().unwrap();
    server.clock.advance(monday.as_second() - now().as_second());
    server
        .send_update(Update::Quotes(vec![QuoteUpdate {
            as_of: monday,
            previous_close: Some(200.0),
            ..quote("AAPL", 210.0)
        }]))
        .await;
    let id = server.id("AAPL");
    let points = server
        .get(&format!("/api/tickers/{id}/price-history?timeframe=1D"))
        .await
        .json();
    assert_eq!(
        points,
        serde_json::json!([
            {"timestamp": "2026-11-23T14:30:00Z", "price": 200.0},
            {"timestamp": "2026-11-23T14:32:00Z", "price": 210.0},
        ])
    );
}

#[tokio::test]
async fn year_to_date_starts_in_january_of_the_exchange_and_early_days_with_the_previous_close() {
    let server = TestServer::open().await;
    let evening: Timestamp = "2027-01-01T02:00:00Z".parse().unwrap();
    server
        .clock
        .advance(evening.as_second() - now().as_second());
    let eve: Timestamp = "2026-12-31T00:00:00Z".parse().unwrap();
    server
        .send_update(Update::Bars {
            symbol: "AAPL".into(),
            interval: Interval::Day,
            bars: bars(Interval::Day, eve.as_second(), &[200.0; 400]),
        })
        .await;
    let id = server.id("AAPL");
    let path = format!("/api/tickers/{id}/price-history?timeframe=YTD");
    let old_year = server.get(&path).await.json();
    let old_year = old_year.as_array().unwrap();
    // The exchange is open on 251 days of 2026.
    assert_eq!(
        (
            &old_year[0]["timestamp"],
            &old_year[250]["timestamp"],
            old_year.len()
        ),
        (
            &json!("2026-01-02T00:00:00Z"),
            &json!("2026-12-31T00:00:00Z"),
            251
        ),
        "in New York it is still 21:00 on December 31"
    );
    server.clock.advance(DAY);
    let new_year = server.get(&path).await.json();
    assert_eq!(new_year[0]["timestamp"], "2026-12-31T00:00:00Z");
}

/// CHRT-01: a stock's week has 36 hourly bars, fewer than a chart has pixels.
#[tokio::test]
async fn a_week_with_many_points_consists_of_five_minute_bars_if_complete() {
    let server = TestServer::open().await;
    let send = async |interval: Interval, count: usize| {
        let last = now().as_second().div_euclid(interval.seconds()) * interval.seconds();
        server
            .send_update(Update::Bars {
                symbol: "BTC".into(),
                interval,
                bars: bars(interval, last, &vec![7.0; count]),
            })
            .await;
    };
    let week = async |query: &str| {
        let path = format!(
            "/api/tickers/{}/price-history?timeframe=1W{query}",
            server.id("BTC")
        );
        let response = server.get(&path).await;
        let seconds = response
            .header("marketdeck-bar-seconds")
            .unwrap()
            .to_owned();
        (response.json().as_array().unwrap().len(), seconds)
    };
    send(Interval::Hour, 300).await;
    send(Interval::FiveMinutes, 1_000).await;
    let (hours, seconds) = week("&points=600").await;
    assert_eq!(seconds, "3600", "half of the week has only hourly bars");
    send(Interval::FiveMinutes, 2_500).await;
    // A different number of points avoids the cached response, because the clock stands still.
    let (points, seconds) = week("&points=700").await;
    assert!((500..=510).contains(&points), "{points}");
    assert_eq!(seconds, "1200", "2016 bars are merged twice");
    let before = week("&points=700&earlier=true").await;
    assert_eq!(
        before.1, "1200",
        "the earlier bars have the same interval as the chart: {before:?}"
    );
    assert!(before.0 > 100, "{before:?}");
    assert_eq!(
        week("").await,
        (hours, "3600".into()),
        "hourly unless the number of points is given"
    );
}

/// CHRT-02: the difference between the first and last point of a 1D or 1W chart equals the change next to the price.
#[tokio::test]
async fn a_chart_and_its_quote_have_the_same_change() {
    let server = TestServer::open().await;
    let hour = now().as_second().div_euclid(3_600) * 3_600;
    server
        .send_update(Update::Bars {
            symbol: "AAPL".into(),
            interval: Interval::Hour,
            bars: bars(Interval::Hour, hour, &[7.0; 60]),
        })
        .await;
    server
        .send_update(Update::Bars {
            symbol: "AAPL".into(),
            interval: Interval::FiveMinutes,
            bars: bars(Interval::FiveMinutes, hour, &[8.0; 40]),
        })
        .await;
    server
        .send_update(Update::Quotes(vec![QuoteUpdate {
            previous_close: Some(210.0 / 0.97),
            change_7d: Some(25.0),
            ..quote("AAPL", 210.0)
        }]))
        .await;
    for (timeframe, change) in [("1D", -3.0), ("1W", 25.0), ("7D", 25.0)] {
        let points = server
            .get(&format!(
                "/api/tickers/{}/price-history?timeframe={timeframe}",
                server.id("AAPL")
            ))
            .await
            .json();
        let price = |point: &serde_json::Value| point["price"].as_f64().unwrap();
        let points = points.as_array().unwrap();
        let (first, last) = (price(&points[0]), price(points.last().unwrap()));
        assert!(points.len() > 10);
        assert!(
            (100.0 * (last - first) / first - change).abs() < 1e-6,
            "{timeframe}: from {first} to {last}"
        );
    }
    let coarse = server
        .get(&format!(
            "/api/tickers/{}/price-history?timeframe=1W&interval=1h",
            server.id("AAPL")
        ))
        .await
        .json();
    assert_eq!(
        coarse[0]["price"], 7.0,
        "a history with an explicit interval consists of bars only"
    );
}

#[tokio::test]
async fn a_chart_with_negative_prices_matches_the_change_next_to_the_price() {
    let server = TestServer::open().await;
    server
        .send_update(Update::Profiles(vec![profile(
            "CL=F",
            TickerKind::Commodity,
            None,
        )]))
        .await;
    let hour = now().as_second().div_euclid(3_600) * 3_600;
    let fell: Vec<f64> = (0..300).map(|hour| 10.0 - 0.1 * f64::from(hour)).collect();
    for (interval, closes) in [
        (Interval::Hour, &fell[..]),
        (Interval::FiveMinutes, &[-19.0; 40]),
    ] {
        server
            .send_update(Update::Bars {
                symbol: "CL=F".into(),
                interval,
                bars: bars(interval, hour, closes),
            })
            .await;
    }
    server
        .send_update(Update::Quotes(vec![QuoteUpdate {
            previous_close: Some(-17.5),
            ..quote("CL=F", -20.0)
        }]))
        .await;
    let row = server.get("/api/tickers/CL=F").await.json();
    assert_eq!(row["move24h"], -2.5);
    for (timeframe, amount) in [("1D", &row["move24h"]), ("1W", &row["move7d"])] {
        let path = format!("/api/tickers/CL=F/price-history?timeframe={timeframe}");
        let points = server.get(&path).await.json();
        let points = points.as_array().unwrap();
        let price = |point: &serde_json::Value| point["price"].as_f64().unwrap();
        let moved = price(points.last().unwrap()) - price(&points[0]);
        let amount = amount.as_f64().unwrap();
        assert!(
            (moved - amount).abs() < 1e-6,
            "{timeframe}: moved by {moved}, expected {amount}"
        );
    }
}

#[tokio::test]
async fn a_shared_response_has_a_tag_until_it_changes() {
    let server = TestServer::open().await;
    let first = server.get("/api/tickers").await;
    let tag = first
        .header("etag")
        .expect("the response has an ETag")
        .to_owned();
    let revalidate = server
        .request("GET", "/api/tickers", &[("if-none-match", &tag)], "")
        .await;
    assert_eq!((revalidate.status, revalidate.body.len()), (304, 0));
    server
        .send_update(Update::Quotes(vec![quote("AAPL", 251.0)]))
        .await;
    server.clock.advance(1);
    let changed = server
        .request("GET", "/api/tickers", &[("if-none-match", &tag)], "")
        .await;
    assert_eq!(changed.status, 200);
    assert!(changed.text().contains("251.0"));
}

#[tokio::test]
async fn a_tickers_response_is_cached_until_its_own_price_changes() {
    let server = TestServer::open().await;
    let first = server.get("/api/tickers/AAPL").await;
    let tag = first
        .header("etag")
        .expect("the response has an ETag")
        .to_owned();
    let revalidate = async || {
        let headers = [("if-none-match", tag.as_str())];
        server
            .request("GET", "/api/tickers/aapl", &headers, "")
            .await
    };
    assert_eq!(revalidate().await.status, 304);
    // A cached response with an older price is never returned.
    server
        .send_update(Update::Quotes(vec![quote("BTC", 251.0)]))
        .await;
    assert_eq!(
        revalidate().await.status,
        304,
        "the price of another ticker"
    );
    server
        .send_update(Update::Quotes(vec![quote("AAPL", 251.0)]))
        .await;
    let changed = revalidate().await;
    assert_eq!(changed.status, 200);
    assert_eq!(changed.json()["price"], 251.0);
}

#[tokio::test]
async fn large_responses_are_compressed_for_clients_that_accept_it() {
    use std::io::Read as _;
    let server = TestServer::open().await;
    let plain = server.get("/api/tickers").await;
    assert_eq!(plain.header("content-encoding"), None);
    let compressed = server
        .request(
            "GET",
            "/api/tickers",
            &[("accept-encoding", "br, gzip")],
            "",
        )
        .await;
    assert_eq!(compressed.header("content-encoding"), Some("gzip"));
    let mut text = String::new();
    flate2::read::GzDecoder::new(&compressed.body[..])
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(text, plain.text());
    let rejected = server
        .request(
            "GET",
            "/api/tickers",
            &[("accept-encoding", "gzip;q=0")],
            "",
        )
        .await;
    assert_eq!(rejected.header("content-encoding"), None);
}

/// Interface files are embedded compressed. A client that accepts no compression gets the same content with another `ETag`.
#[tokio::test]
async fn a_file_of_the_interface_is_the_same_in_every_encoding() {
    use std::io::Read as _;
    let server = TestServer::open().await;
    let request = async |coding: &str| {
        let response = server
            .request(
                "GET",
                "/manifest.webmanifest",
                &[("accept-encoding", coding)],
                "",
            )
            .await;
        assert_eq!(response.status, 200, "{coding}");
        response
    };
    let [plain, gzip, brotli] = [
        request("identity").await,
        request("gzip").await,
        request("gzip, br").await,
    ];
    assert_eq!(plain.header("content-encoding"), None);
    assert_eq!(gzip.header("content-encoding"), Some("gzip"));
    assert_eq!(brotli.header("content-encoding"), Some("br"));
    let mut text = String::new();
    flate2::read::GzDecoder::new(&gzip.body[..])
        .read_to_string(&mut text)
        .unwrap();
    assert_eq!(plain.body, text.as_bytes());
    assert!(text.contains("Marketdeck"), "{text}");
    let tags = [&plain, &gzip, &brotli].map(|response| response.header("etag").unwrap().to_owned());
    assert!(
        tags[0] != tags[1] && tags[1] != tags[2] && tags[0] != tags[2],
        "{tags:?}"
    );
    let revalidate = server
        .request(
            "GET",
            "/manifest.webmanifest",
            &[("accept-encoding", "identity"), ("if-none-match", &tags[0])],
            "",
        )
        .await;
    assert_eq!(revalidate.status, 304);
}

/// NAV-01, NAV-06: deep links return the page; unknown paths return the page with status 404.
#[tokio::test]
async fn pages_return_the_html_shell() {
    let server = TestServer::open().await;
    for (path, status) in [
        ("/", 200),
        ("/ticker/AAPL", 200),
        ("/ticker-by-id/2", 200),
        ("/etf-screener", 200),
        ("/not-found", 404),
        ("/no/such/page", 404),
    ] {
        let page = server.get(path).await;
        assert_eq!(page.status, status, "{path}");
        assert!(page.text().contains("<div id=\"root\">"), "{path}");
        assert_eq!(page.header("cache-control"), Some("no-store"), "{path}");
    }
}

#[tokio::test]
async fn everything_is_served_below_a_base_path() {
    let server = TestServer::with(Settings {
        base_path: "/deck/".into(),
        ..Settings::default()
    })
    .await;
    let page = server.get("/deck/ticker/AAPL").await;
    assert_eq!(page.status, 200);
    assert!(
        page.text().contains("content=\"/deck/\""),
        "the page knows the base path"
    );
    assert_eq!(server.get("/deck/api/health").await.status, 200);
    assert_eq!(server.get("/deck").await.status, 200);
    assert_eq!(server.get("/api/health").await.status, 404);
}

#[tokio::test]
async fn head_is_get_without_a_body() {
    let server = TestServer::open().await;
    let head = server.request("HEAD", "/api/icos", &[], "").await;
    assert_eq!((head.status, head.body.len()), (200, 0));
    assert!(
        head.header("content-length")
            .is_some_and(|length| length != "0")
    );
}

#[tokio::test]
async fn bodies_and_headers_have_size_limits() {
    let server = TestServer::open().await;
    let long = format!(r#"{{"name":"{}","userId":1}}"#, "x".repeat(70_000));
    assert_eq!(
        server.send("POST", "/api/watchlists", &long).await.status,
        413
    );
    assert_eq!(
        server.send("POST", "/api/watchlists", "{").await.status,
        400
    );
    assert_eq!(
        server
            .request(
                "POST",
                "/api/watchlists",
                &[("content-type", "text/plain")],
                "{}"
            )
            .await
            .status,
        415
    );
    let header = "x".repeat(40_000);
    assert_eq!(
        server
            .request("GET", "/api/health", &[("x-long", &header)], "")
            .await
            .status,
        431
    );
}

#[tokio::test]
async fn a_client_that_trickles_its_request_is_disconnected() {
    let limits = Limits {
        request_timeout: std::time::Duration::from_millis(50),
        ..Limits::default()
    };
    let server = TestServer::with(Settings {
        limits,
        ..Settings::default()
    })
    .await;
    // The connection ends before a whole request has arrived.
    let response = server
        .raw(b"GET /api/health HTTP/1.1\r\nhost: localhost\r\nx-slow: ")
        .await;
    assert!(matches!(response.status, 0 | 408), "{}", response.status);
}

/// The test runs on a single thread, where a merge that does not yield would block every page.
#[tokio::test]
async fn pages_are_served_while_a_large_update_is_merged() {
    let server = TestServer::open().await;
    let article = |nth: usize| NewsUpdate {
        key: format!("large {nth}"),
        symbols: Vec::new(),
        source: "Wire".into(),
        title: format!("Headline {nth}"),
        content: String::new(),
        url: None,
        sentiment: Sentiment::Neutral,
        published_at: now(),
        is_undated: false,
    };
    let before = server.market.read().news.len();
    let update = Update::News((0..1_000).map(article).collect());
    let envelope = Envelope {
        source: "test",
        update,
    };
    server.updates.send(envelope).await.unwrap();
    let mut counts = std::collections::BTreeSet::new();
    while counts.last() != Some(&(before + 1_000)) {
        counts.insert(server.market.read().news.len());
        tokio::task::yield_now().await;
    }
    assert!(
        counts.len() > 5,
        "the update was merged without yielding: {counts:?}"
    );
}

#[tokio::test]
async fn requests_are_counted() {
    let server = TestServer::open().await;
    server.get("/api/icos").await;
    server.get("/api/nothing").await;
    let health = server.get("/api/health").await.json();
    assert_eq!(
        (
            &health["status"],
            &health["counters"]["requests"],
            &health["counters"]["clientErrors"]
        ),
        (&json!("ok"), &json!(2), &json!(1))
    );
}

/// A New York session ends at 4 PM, half an hour after the start of its last hourly bar.
#[tokio::test]
async fn the_last_hourly_point_is_at_the_end_of_the_session() {
    let server = TestServer::open().await;
    let last = "2026-11-19T20:30:00Z"
        .parse::<jiff::Timestamp>()
        .unwrap()
        .as_second();
    let hours = bars(Interval::Hour, last, &[7.0; 6]);
    server
        .send_update(Update::Bars {
            symbol: "MSFT".into(),
            interval: Interval::Hour,
            bars: hours,
        })
        .await;
    let week = server
        .get(&format!(
            "/api/tickers/{}/price-history?timeframe=1W",
            server.id("MSFT")
        ))
        .await
        .json();
    let points = week.as_array().unwrap();
    assert_eq!(
        points[points.len() - 2]["timestamp"],
        "2026-11-19T21:00:00Z",
        "the live price is the last point"
    );
}

#[tokio::test]
async fn a_history_of_years_of_five_minute_bars_is_bounded_and_correct() {
    const BARS: usize = 60_000;
    let server = TestServer::open().await;
    let five = now().as_second().div_euclid(300) * 300;
    let closes: Vec<f64> = (0..BARS).map(|at| 100.0 + (at % 1_000) as f64).collect();
    let id = server.id("BTC");
    let mut ticker = server
        .market
        .read()
        .by_symbol("BTC")
        .unwrap()
        .ticker
        .clone();
    // Five-minute bars of a source are deleted after some days; imported ones are kept forever.
    ticker.imported = Some(ImportInfo {
        file: "btc.csv".into(),
        at: now(),
        bars: BARS as u32,
        intervals: vec![Interval::FiveMinutes],
    });
    let imported = [(
        Interval::FiveMinutes,
        bars(Interval::FiveMinutes, five, &closes),
    )];
    server
        .store
        .import_bars(&ticker, &imported, None, &|_, _| ())
        .unwrap();
    for what in ["bars", "price-history"] {
        let path = format!("/api/tickers/{id}/{what}?timeframe=MAX&interval=5m");
        let response = server.get(&path).await;
        assert_eq!(
            response.header("marketdeck-bar-seconds"),
            Some("4800"),
            "{what}"
        );
        assert!(
            response.body.len() < 1_000_000,
            "{} bytes",
            response.body.len()
        );
        let points = response.json();
        let points = points.as_array().unwrap();
        assert!((2_500..=5_001).contains(&points.len()), "{}", points.len());
        let times = |point: &serde_json::Value| point["timestamp"].as_str().unwrap().to_owned();
        assert!(points.is_sorted_by(|a, b| times(a) < times(b)), "{what}");
    }
    let path = format!("/api/tickers/{id}/bars?timeframe=MAX&interval=5m");
    let all = server.get(&path).await.json();
    let all = all.as_array().unwrap();
    let highest = all.iter().map(|bar| bar["high"].as_f64().unwrap());
    assert_eq!(highest.reduce(f64::max), Some(1_099.0));
    let volume: f64 = all.iter().map(|bar| bar["volume"].as_f64().unwrap()).sum();
    assert!(
        (volume - BARS as f64).abs() < 0.5,
        "the volume of all bars is preserved: {volume}"
    );
}

#[tokio::test]
async fn the_status_says_why_a_symbol_has_no_new_price() {
    let server = TestServer::open().await;
    let last_error = async |symbol: &str| {
        let status = server.get("/api/status").await.json();
        let tickers = status["tickers"].as_array().unwrap().clone();
        let ticker = tickers
            .into_iter()
            .find(|ticker| ticker["symbol"] == symbol);
        ticker.unwrap()["lastError"].clone()
    };
    let elsewhere = server.board.record("kraken");
    let unknown = SourceError::Refused("MSFT: not supported".into());
    elsewhere.symbol_failed("MSFT", now(), &unknown, None);
    assert!(
        last_error("MSFT").await.is_null(),
        "another source supplies its price"
    );
    let stream = server.board.record("coinbase");
    stream.set_feeds(vec![Feed {
        what: "ticks",
        kinds: vec![TickerKind::Crypto],
    }]);
    let unlisted = SourceError::Refused("NOPE: NOPE-USD is not a valid product".into());
    let status = server.get("/api/status").await.json();
    let tickers = status["tickers"].as_array().unwrap();
    let unpriced = tickers
        .iter()
        .find(|ticker| ticker["stale"] == true || ticker["source"].is_null());
    let unpriced = unpriced.unwrap()["symbol"].as_str().unwrap();
    stream.symbol_failed(unpriced, now(), &unlisted, None);
    assert!(
        last_error(unpriced).await.is_null(),
        "an exchange that does not list the symbol is not the reason for the missing price"
    );
    let record = server.board.record("test");
    let error = SourceError::InvalidResponse("there is no data for MSFT".into());
    record.symbol_failed("MSFT", now(), &error, None);
    let shown = last_error("MSFT").await;
    assert!(
        shown.as_str().unwrap().contains("no data for MSFT"),
        "{shown}"
    );
    assert!(last_error("AAPL").await.is_null());
    record.symbol_succeeded("MSFT");
    assert!(last_error("MSFT").await.is_null());
}

#[tokio::test]
async fn a_source_that_denies_access_is_reported_and_leaves_the_server_healthy() {
    let server = TestServer::open().await;
    let record = server.board.record("yahoo_facts");
    let delay = Duration::from_secs(6 * 3_600);
    let rejected = SourceError::AccessDenied {
        reason: "the crumb request was refused".to_owned(),
        delay,
    };
    record.failed(now(), &rejected, delay);
    let status = server.get("/api/status").await.json();
    assert_eq!(status["health"], "ok", "{}", status["reasons"]);
    let providers = status["providers"].as_array().unwrap();
    let provider = providers.iter().find(|one| one["name"] == "yahoo_facts");
    let provider = provider.unwrap();
    assert_eq!(provider["state"], "refused");
    assert_eq!(provider["lastError"], "The crumb request was refused.");
    let next: Timestamp = provider["nextAttempt"].as_str().unwrap().parse().unwrap();
    assert_eq!(next, now() + delay);
    let health = server.get("/api/health").await;
    assert_eq!(
        (health.status, &health.json()["status"]),
        (200, &"ok".into())
    );
    record.failed(now(), &SourceError::Status(500), Duration::ZERO);
    assert_eq!(server.get("/api/status").await.json()["health"], "degraded");
}

#[tokio::test]
async fn a_source_with_outdated_data_is_reported_as_outdated() {
    let server = TestServer::open().await;
    let record = server.board.record("cnn");
    let old = SourceError::OutOfDate("its newest reading is of 2022-04-25".to_owned());
    record.out_of_date(now(), &old);
    let status = server.get("/api/status").await.json();
    assert_eq!(status["health"], "degraded");
    assert_eq!(
        status["reasons"],
        json!(["The source 'cnn' returns outdated data: Its newest reading is of 2022-04-25."])
    );
    let providers = status["providers"].as_array().unwrap();
    let provider = providers.iter().find(|one| one["name"] == "cnn").unwrap();
    assert_eq!(provider["state"], "outdated");
    let since: Timestamp = provider["unhealthySince"]
        .as_str()
        .unwrap()
        .parse()
        .unwrap();
    assert_eq!(since, now());
    assert_eq!(status["streams"], json!([]), "this server has no streams");
    assert_eq!(status["now"], json!(now()));
}

#[tokio::test]
async fn each_encoding_has_its_own_tag_and_weakened_tags_match() {
    let server = TestServer::open().await;
    let request =
        async |headers: &[(&str, &str)]| server.request("GET", "/api/icos", headers, "").await;
    let request_tickers =
        async |headers: &[(&str, &str)]| server.request("GET", "/api/tickers", headers, "").await;
    let plain = request_tickers(&[]).await;
    let compressed = request_tickers(&[("accept-encoding", "gzip")]).await;
    let (plain, compressed) = (
        plain.header("etag").unwrap(),
        compressed.header("etag").unwrap(),
    );
    assert_ne!(plain, compressed);
    let weak = format!("\"other\", W/{compressed}");
    let not_modified =
        request_tickers(&[("accept-encoding", "gzip"), ("if-none-match", &weak)]).await;
    assert_eq!(not_modified.status, 304);
    assert_eq!(request(&[("if-none-match", "*")]).await.status, 304);
}

#[tokio::test]
async fn favicon_and_robots_txt_exist() {
    let server = TestServer::open().await;
    let robots = server.get("/robots.txt").await;
    assert_eq!(robots.text(), "User-agent: *\nDisallow: /");
}

/// The HTML contains the styles of its route and lists its scripts. Nothing delays the first paint, and all scripts load in parallel.
#[tokio::test]
async fn a_page_contains_the_styles_of_its_route_and_names_its_scripts() {
    let server = TestServer::open().await;
    let page = server.get("/news").await.text();
    let code = all_between(
        &page,
        "<link rel=\"modulepreload\" fetchpriority=\"low\" crossorigin href=\".",
        "\"",
    );
    assert!(
        code.iter().any(|file| file.contains("NewsPage-")),
        "{code:?}"
    );
    for file in &code {
        let response = server.get(file).await;
        assert_eq!(response.status, 200, "{file}");
        assert_eq!(
            response.header("content-type"),
            Some("text/javascript; charset=utf-8")
        );
    }
    assert!(
        !page.contains("<link rel=\"stylesheet\" crossorigin href"),
        "no style sheet blocks rendering"
    );
    let inline_styles = all_between(&page, "<style>", "</style>").concat();
    let styles = all_between(
        &page,
        "<link rel=\"stylesheet\" crossorigin disabled href=\".",
        "\"",
    );
    assert!(
        styles.iter().any(|file| file.contains("NewsPage-")),
        "{styles:?}"
    );
    for file in styles {
        let text = server
            .get(&file)
            .await
            .text()
            .replace("url(./", "url(./assets/");
        assert!(
            inline_styles.contains(text.trim()),
            "{file} is inline in the page"
        );
    }
    let other = server.get("/status").await.text();
    assert!(!other.contains("NewsPage-") && other.contains("StatusPage-"));
    for (path, named) in [
        ("/ticker/AAPL", "TickerPage-"),
        ("/board/Wall", "BoardPage-"),
        ("/no/page", "NotFoundPage-"),
    ] {
        let page = server.get(path).await.text();
        assert!(page.contains(named), "{path} names {named}");
    }
}

/// The HTML contains the prerendered page for phones and for desktops, with links below the base path.
#[tokio::test]
async fn a_page_contains_its_prerendered_html() {
    let server = TestServer::with(Settings {
        base_path: "/deck/".into(),
        ..Settings::default()
    })
    .await;
    let page = server.get("/deck/news").await.text();
    for layout in ["phone", "desktop"] {
        let start = format!("<template data-prerendered=\"{layout}\" data-route=\"/news\">");
        let html = all_between(&page, &start, "</template>").concat();
        assert!(
            html.contains(">Market News &amp; Analysis</h1>"),
            "{layout}"
        );
        assert!(html.contains("href=\"/deck/stock-analysis\""), "{layout}");
    }
    let other = server.get("/deck/no/page").await.text();
    assert!(other.contains("data-route=\"*\"") && !other.contains("data-route=\"/news\""));
    let file = server.get("/deck/prerendered/news.html").await;
    assert_eq!(file.status, 404, "prerendered HTML is not served as a file");
}

/// A page is compressed for browsers that accept it, with the same content.
#[tokio::test]
async fn a_page_is_compressed_with_gzip_if_the_browser_accepts_it() {
    use std::io::Read as _;
    let server = TestServer::open().await;
    let request = async |coding| {
        let headers = [("accept-encoding", coding)];
        server.request("GET", "/watchlist", &headers, "").await
    };
    let (plain, compressed) = (request("identity").await, request("gzip, br").await);
    assert_eq!(plain.header("content-encoding"), None);
    assert_eq!(compressed.header("content-encoding"), Some("gzip"));
    assert_eq!(compressed.header("vary"), Some("accept-encoding"));
    assert_eq!(compressed.header("cache-control"), Some("no-store"));
    let mut text = String::new();
    flate2::read::GzDecoder::new(&compressed.body[..])
        .read_to_string(&mut text)
        .unwrap();
    // The first responses that the page contains differ in their time, and on a busy machine in their number.
    let before_data = |page: &str| page.split_once("data-now=\"").unwrap().0.to_owned();
    assert!(
        before_data(&text) == before_data(&String::from_utf8_lossy(&plain.body)),
        "both encodings have the same content"
    );
}

fn all_between(text: &str, before: &str, after: &str) -> Vec<String> {
    let parts = text.split(before).skip(1);
    parts
        .filter_map(|part| Some(part.split_once(after)?.0.to_owned()))
        .collect()
}

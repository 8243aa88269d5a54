//! Feeds for other programs: the dashboard summary, the calendar, and news.

use std::{
    io::Write as _,
    process::{Command, Stdio},
};

use jiff::civil::Date;
use marketdeck::{
    domain::{
        dividend::{Dividend, DividendKind},
        news::{NewsUpdate, Sentiment},
        ticker::TickerKind,
    },
    source::Update,
};
use quick_xml::{Reader, events::Event};
use serde_json::{Value, json};

use crate::common::{TestServer, profile};

async fn list_with(server: &TestServer, name: &str, symbols: &[&str]) -> u64 {
    let new = json!({ "name": name, "userId": 1 }).to_string();
    let list = server.send("POST", "/api/watchlists", &new).await.json();
    let id = list["id"].as_u64().unwrap();
    for symbol in symbols {
        let ticker = server.get(&format!("/api/tickers/{symbol}")).await.json();
        let item = json!({ "tickerId": ticker["id"] }).to_string();
        let added = server
            .send("POST", &format!("/api/watchlists/{id}/tickers"), &item)
            .await;
        assert_eq!(added.status, 201, "{}", added.text());
    }
    id
}

#[tokio::test]
async fn a_summary_has_each_named_symbol_at_its_position() {
    let server = TestServer::open().await;
    let summary = server
        .get("/api/summary?symbols=BTC,NOPE,aapl,,BTC")
        .await
        .json();
    let symbols: Vec<&str> = summary["tickers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|ticker| ticker["symbol"].as_str().unwrap())
        .collect();
    assert_eq!(symbols, ["BTC", "NOPE", "AAPL", "", "BTC"]);
    assert_eq!(summary["unknown"], json!(["NOPE"]));
    let unknown = json!({
        "symbol": "NOPE", "name": null, "price": null, "priceUnit": null, "currency": null, "change24h": null, "change7d": null,
        "session": "unknown", "stale": false, "updatedAt": null, "error": "There is no ticker called NOPE.",
    });
    assert_eq!(summary["tickers"][1], unknown);
    assert_eq!(summary["tickers"][3]["error"], "The symbol is empty.");
    assert_eq!(
        (&summary["count"], &summary["market"]),
        (&json!(2), &json!("sample"))
    );
    let apple = &summary["tickers"][2];
    assert_eq!(
        (&apple["price"], &apple["currency"], &apple["error"]),
        (&json!(250.0), &json!("USD"), &json!(null))
    );
    for (query, status, part) in [
        ("symbols=", 400, "expected 1 to 50 symbols"),
        ("symbols=NOPE", 404, "Unknown ticker 'NOPE'."),
        ("symbols=AAPL&list=999", 404, "watchlist"),
        ("list=nine", 400, "Invalid watchlist number 'nine'."),
        ("list=999", 404, "watchlist"),
    ] {
        let response = server.get(&format!("/api/summary?{query}")).await;
        assert_eq!(response.status, status, "{query}");
        assert!(
            response.text().contains(part),
            "{query}: {}",
            response.text()
        );
    }
}

#[tokio::test]
async fn a_summary_covers_a_list_or_by_default_all_lists() {
    let server = TestServer::open().await;
    let first = list_with(&server, "First", &["MSFT", "AAPL"]).await;
    list_with(&server, "Second", &["AAPL", "BTC"]).await;
    let one = server
        .get(&format!("/api/summary?list={first}"))
        .await
        .json();
    assert_eq!((&one["list"], &one["count"]), (&json!("First"), &json!(2)));
    let both = server
        .get(&format!("/api/summary?list={first}&symbols=BTC,AAPL,NOPE"))
        .await
        .json();
    let rows = both["tickers"].as_array().unwrap();
    let symbols: Vec<&Value> = rows.iter().map(|row| &row["symbol"]).collect();
    assert_eq!(
        symbols,
        ["MSFT", "AAPL", "BTC"],
        "each ticker once, those of the first list first"
    );
    assert_eq!(
        (&both["list"], &both["unknown"]),
        (&json!("First"), &json!(["NOPE"]))
    );
    let all = server.get("/api/summary").await.json();
    let symbols: Vec<&Value> = all["tickers"]
        .as_array()
        .unwrap()
        .iter()
        .map(|t| &t["symbol"])
        .collect();
    assert_eq!(symbols, ["MSFT", "AAPL", "BTC"]);
}

/// Checks a calendar against RFC 5545 and returns its unfolded lines as name and value.
fn calendar(text: &str) -> Vec<(String, String)> {
    assert!(text.ends_with("\r\n") && !text.replace("\r\n", "").contains('\n'));
    for line in text.split("\r\n") {
        assert!(line.len() <= 75, "{line}");
    }
    let unfolded = text.replace("\r\n ", "");
    let lines = unfolded.trim_end().split("\r\n");
    let line = |line: &str| {
        let (name, value) = line
            .split_once(':')
            .expect("the line has a name and a value");
        (name.to_owned(), value.to_owned())
    };
    lines.map(line).collect()
}

#[tokio::test]
async fn the_calendar_has_earnings_and_dividends_of_listed_tickers() {
    let server = TestServer::open().await;
    let list = list_with(&server, "Mine; too, ü", &["AAPL"]).await;
    list_with(&server, "Funds", &["VYM"]).await;
    let response = server.get("/calendar.ics").await;
    assert_eq!(
        response.header("content-type"),
        Some("text/calendar; charset=utf-8")
    );
    let text = String::from_utf8(response.body.clone()).unwrap();
    let lines = calendar(&text);
    let count = |name: &str, value: &str| {
        let is_same = |(n, v): &&(String, String)| n == name && v == value;
        lines.iter().filter(is_same).count()
    };
    assert_eq!(
        (count("BEGIN", "VCALENDAR"), count("END", "VCALENDAR")),
        (1, 1)
    );
    assert_eq!(count("BEGIN", "VEVENT"), count("END", "VEVENT"));
    for (name, value) in [
        ("VERSION", "2.0"),
        ("UID", "earnings-AAPL-2026-11-24@marketdeck.internal"),
        ("DTSTART;VALUE=DATE", "20261124"),
        ("UID", "dividend-VYM-2026-09-18@marketdeck.internal"),
        ("DTSTART;VALUE=DATE", "20260918"),
    ] {
        assert_eq!(count(name, value), 1, "{name}:{value} in {text}");
    }
    let mut uids: Vec<_> = lines.iter().filter(|(name, _)| name == "UID").collect();
    let events = uids.len();
    uids.sort();
    uids.dedup();
    assert_eq!(
        (uids.len(), count("DTSTAMP", "20261120T000000Z")),
        (events, events)
    );
    // The response to a repeated request is identical.
    let tag = response.header("etag").unwrap();
    let unchanged = server
        .request("GET", "/calendar.ics", &[("if-none-match", tag)], "")
        .await;
    assert_eq!(unchanged.status, 304);
    let one = server
        .get(&format!("/calendar.ics?list={list}&kinds=earnings"))
        .await
        .text();
    assert!(one.contains("AAPL") && !one.contains("VYM"), "{one}");
    assert!(
        one.contains("X-WR-CALNAME:Marketdeck: Mine\\; too\\, ü"),
        "{one}"
    );
    let wrong = server.get("/calendar.ics?kinds=birthdays").await;
    assert_eq!(wrong.status, 400);
    assert!(
        wrong.text().starts_with("Invalid kind 'birthdays'"),
        "{}",
        wrong.text()
    );
}

#[tokio::test]
async fn a_feed_reader_gets_the_news_of_a_ticker() {
    let server = TestServer::open().await;
    let response = server.get("/news.atom?symbols=AAPL").await;
    assert_eq!(
        response.header("content-type"),
        Some("application/atom+xml; charset=utf-8")
    );
    let text = response.text();
    let mut reader = Reader::from_str(&text);
    let (mut depth, mut names) = (0, Vec::new());
    loop {
        match reader.read_event().expect("the feed is well-formed XML") {
            Event::Start(start) => {
                depth += 1;
                names.push(start.name().as_ref().to_owned());
            }
            Event::End(_) => depth -= 1,
            Event::Eof => break,
            _ => {}
        }
    }
    assert_eq!(depth, 0);
    // RFC 4287, sections 4.1.1 and 4.1.2: feed and entries have id, title and time.
    let entries = names.iter().filter(|name| *name == "entry").count();
    assert_eq!(entries, 1, "{text}");
    for name in ["id", "title", "updated"] {
        let count = names.iter().filter(|other| *other == name).count();
        assert_eq!(count, entries + 1, "{name}");
    }
    for part in [
        "<title>A headline</title>",
        "<category term=\"AAPL\"/>",
        "<updated>2026-11-20T18:00:00Z</updated>",
        "<author><name>Wire</name></author>",
        // The article has no URL, so its entry links to the app; a reader would otherwise link to the entry's id.
        "<link rel=\"alternate\" href=\"/news#1\"/>",
    ] {
        assert!(text.contains(part), "{part} in {text}");
    }
    let none = server.get("/news.atom?symbols=BTC").await.text();
    assert!(!none.contains("<entry>"), "{none}");
}

/// A calendar library reads every event with date, name and id. Skipped with a note if the library is not installed (`apt install
/// python3-icalendar`).
#[tokio::test]
async fn a_calendar_library_reads_every_event() {
    const READ: &str = "
import icalendar, json, sys
calendar = icalendar.Calendar.from_ical(sys.stdin.buffer.read())
events = calendar.walk('VEVENT')
print(json.dumps([[str(e['UID']), str(e['DTSTART'].dt), str(e['SUMMARY']), e.errors] for e in events]))
";
    // Debian's own interpreter has Debian's packages.
    let python = ["/usr/bin/python3", "python3"];
    let has_library = |python: &&&str| {
        let result = Command::new(python)
            .args(["-c", "import icalendar"])
            .output();
        result.is_ok_and(|result| result.status.success())
    };
    let Some(python) = python.iter().find(has_library) else {
        println!("skipped: python3-icalendar is not installed (apt install python3-icalendar)");
        return;
    };
    let server = TestServer::open().await;
    list_with(&server, "Mine; too, ü", &["AAPL", "VYM"]).await;
    let path = "/calendar.ics?kinds=earnings,dividends,economy,icos";
    let text = server.get(path).await.body;
    let mut library = Command::new(python)
        .args(["-c", READ])
        .stdin(Stdio::piped())
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    library.stdin.take().unwrap().write_all(&text).unwrap();
    let read = library.wait_with_output().unwrap();
    assert!(read.status.success());
    let events: Vec<(String, String, String, Vec<Value>)> =
        serde_json::from_slice(&read.stdout).unwrap();
    let text = String::from_utf8(text).unwrap();
    assert_eq!(events.len(), text.matches("BEGIN:VEVENT").count());
    for (uid, day, name, wrong) in &events {
        assert!(!name.is_empty() && wrong.is_empty(), "{uid}: {wrong:?}");
        let is_day = |day: &str| day.get(..10).is_some_and(|day| day.parse::<Date>().is_ok());
        assert!(is_day(day), "{uid}: {day}");
    }
    let event_with_id = |prefix: &str| {
        let found = events.iter().find(|(uid, ..)| uid.starts_with(prefix));
        found.map(|(_, day, ..)| day.as_str())
    };
    assert_eq!(event_with_id("earnings-AAPL-"), Some("2026-11-24"));
    assert_eq!(event_with_id("dividend-VYM-"), Some("2026-09-18"));
}

/// Feeds are built once per change, however often they are requested.
#[tokio::test]
async fn a_feed_is_cached_until_its_content_changes() {
    const TITLE: &str = "Bitcoin miners report a record month";
    let server = TestServer::open().await;
    let list = list_with(&server, "Mine", &["AAPL"]).await;
    let feed = format!("/news.atom?list={list}&symbols=BTC");
    let before = server.get(&feed).await.text();
    let self_link = format!("news.atom?symbols=BTC&amp;list={list}\"");
    assert!(before.contains(&self_link), "{before}");
    let article = NewsUpdate {
        key: "another".into(),
        symbols: vec!["CRYPTO:BTC".into()],
        source: "Wire".into(),
        title: TITLE.into(),
        content: String::new(),
        url: None,
        sentiment: Sentiment::Neutral,
        published_at: "2026-11-20T18:30:00Z".parse().unwrap(),
        is_undated: false,
    };
    server.send_update(Update::News(vec![article])).await;
    let after = server.get(&feed).await.text();
    assert!(!before.contains(TITLE), "{before}");
    assert!(after.contains(TITLE), "{after}");
    // A renamed list takes effect after a minute; until then the cached calendar is returned.
    let calendar = format!("/calendar.ics?list={list}");
    let earnings = format!("{calendar}&kinds=earnings");
    let calendar_contains = async |name: &str| server.get(&earnings).await.text().contains(name);
    assert!(calendar_contains("AAPL Holdings").await);
    let mut apple = profile("AAPL", TickerKind::Stock, None);
    apple.name = "Apple Inc.".into();
    server.send_update(Update::Profiles(vec![apple])).await;
    assert!(calendar_contains("AAPL Holdings").await);
    server.clock.advance(60);
    assert!(calendar_contains("Apple Inc.").await);
    // A list with the same name, other event kinds and other URLs have separate cached calendars.
    let all = server.get(&calendar).await.text();
    let economy = server
        .get(&format!("{calendar}&kinds=economy"))
        .await
        .text();
    assert!(
        all.contains("UID:earnings-AAPL") && !economy.contains("UID:earnings-AAPL"),
        "{all}"
    );
    let renamed = json!({ "name": "Renamed" }).to_string();
    let path = format!("/api/watchlists/{list}");
    assert_eq!(server.send("PATCH", &path, &renamed).await.status, 200);
    let renamed = server.get(&calendar).await.text();
    assert!(
        renamed.contains("X-WR-CALNAME:Marketdeck: Renamed"),
        "{renamed}"
    );
    let dividend = Dividend {
        ex_date: "2026-11-18".parse().unwrap(),
        amount: 0.25,
        currency: None,
        price: None,
        dividend_yield: None,
        kind: DividendKind::Regular,
        frequency: None,
        is_projected: false,
        pay_date: None,
        is_from_file: false,
    };
    server
        .send_update(Update::Dividends {
            symbol: "AAPL".into(),
            dividends: vec![dividend],
        })
        .await;
    let paid = server.get(&calendar).await.text();
    assert!(paid.contains("dividend-AAPL-2026-11-18@"), "{paid}");
}

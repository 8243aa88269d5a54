//! Nobody sees or changes the records of another person, by any route.

use marketdeck::{source::Update, web::routes};
use serde_json::{Value, json};

use super::{JSON, Person, household};
use crate::{
    common::{TestServer, quote},
    ws::Tab,
};

/// Occurs in the name of everything that Anna has.
const MARK: &str = "kraken";

/// The ids of Anna's records, by the start of the path of their routes.
struct Records {
    /// Her own id.
    person: u64,
    list: u64,
    entry: u64,
    alert: u64,
    note: u64,
    drawing: u64,
    screen: u64,
    token: u64,
    session: u64,
}

impl Records {
    async fn create(anna: &Person<'_>) -> Self {
        let id = |value: &Value, field: &str| value[field].as_u64().unwrap();
        let list = anna
            .create("/api/watchlists", r#"{"name":"kraken list"}"#)
            .await;
        let list = id(&list, "id");
        let entries = format!("/api/watchlists/{list}/tickers");
        let entry = anna.create(&entries, r#"{"tickerId":1}"#).await;
        let entry = id(&entry, "watchlistItemId");
        let holding = r#"{"note":"kraken entry","quantity":7,"cost":100}"#;
        let path = format!("/api/watchlist-items/{entry}");
        assert_eq!(anna.send("PATCH", &path, holding).await.status, 200);
        let alert = json!({ "symbol": "AAPL", "type": "price", "condition": "above", "value": 1e6,
            "frequency": "once", "note": "kraken alert" });
        let alert = anna.create("/api/alerts", &alert.to_string()).await;
        let note = json!({ "symbol": "AAPL", "text": "kraken note" });
        let note = anna.create("/api/notes", &note.to_string()).await;
        let drawing = json!({ "symbol": "AAPL", "tool": "level",
            "points": [{ "time": "2026-11-20T15:00:00Z", "price": 200 }] });
        let drawing = anna.create("/api/drawings", &drawing.to_string()).await;
        let screen = format!(r#"{{"name":"kraken screen","query":"universe=list&list={list}"}}"#);
        let screen = anna.send("POST", "/api/screens", &screen).await;
        let screen = if screen.status == 201 {
            screen.json()
        } else {
            let screen = r#"{"name":"kraken screen","query":"pe=..10"}"#;
            anna.create("/api/screens", screen).await
        };
        let board = r#"{"title":"kraken board","tiles":[]}"#;
        let board = anna.send("PUT", "/api/boards/kraken-board", board).await;
        assert_eq!(board.status, 201, "{}", board.text());
        let layout =
            json!({ "title": "kraken layout", "charts": [{ "symbol": "AAPL", "settings": "" }] });
        let path = "/api/chart-layouts/kraken-layout";
        let layout = anna.send("PUT", path, &layout.to_string()).await;
        assert_eq!(layout.status, 201, "{}", layout.text());
        let channel = json!({ "settings": { "kind": "ntfy", "name": "kraken-channel",
            "server": "http://127.0.0.1:9", "topic": "kraken-topic" }, "enabled": false });
        let channel = anna
            .send("POST", "/api/alert-channels", &channel.to_string())
            .await;
        assert_eq!(channel.status, 201, "{}", channel.text());
        let token = r#"{"name":"kraken token","scope":"write"}"#;
        let token = anna.create("/api/access/tokens", token).await;
        let access = anna.get("/api/access").await;
        let me = anna.get("/api/me").await;
        Self {
            person: id(&me, "id"),
            list,
            entry,
            alert: id(&alert, "id"),
            note: id(&note, "id"),
            drawing: id(&drawing, "id"),
            screen: id(&screen, "id"),
            token: id(&token, "id"),
            session: id(&access["sessions"][0], "id"),
        }
    }

    /// Returns the path of a route with Anna's records as its parameters. Panics for a parameter that this function does not know, so
    /// that a new route must be added here.
    fn path(&self, template: &str) -> String {
        let id = match template {
            path if !path.contains('{') => return path.to_owned(),
            path if path.contains("/sessions/") => self.session.to_string(),
            path if path.contains("/tokens/") => self.token.to_string(),
            path if path.starts_with("/api/watchlists/") => self.list.to_string(),
            path if path.starts_with("/api/watchlist-items/") => self.entry.to_string(),
            path if path.starts_with("/api/alerts/") => self.alert.to_string(),
            path if path.starts_with("/api/notes/") => self.note.to_string(),
            path if path.starts_with("/api/drawings/") => self.drawing.to_string(),
            path if path.starts_with("/api/screens/") => self.screen.to_string(),
            path if path.starts_with("/api/boards/") => format!("kraken-board@{}", self.person),
            path if path.starts_with("/api/chart-layouts/") => "kraken-layout".to_owned(),
            path if path.starts_with("/api/alert-channels/") => "kraken-channel".to_owned(),
            path if path.starts_with("/api/alert-browsers/") => "kraken-browser".to_owned(),
            path if path.starts_with("/api/people/") => "999".to_owned(),
            path if path.starts_with("/api/tickers/id/") || path.contains("{id}") => "1".to_owned(),
            path if path.contains("{symbol}") => "AAPL".to_owned(),
            path => panic!("the test does not know the parameter of {path}"),
        };
        let parts = template.split('/');
        let parts = parts.map(|part| if part.starts_with('{') { &id } else { part });
        parts.collect::<Vec<_>>().join("/")
    }

    /// Returns bodies that would change Anna's records.
    fn bodies(&self) -> Vec<String> {
        let Self { list, screen, .. } = self;
        let all = [
            json!({}),
            json!({ "name": "taken over" }),
            json!({ "title": "taken over", "tiles": [] }),
            json!({ "title": "taken over", "tiles": [{ "x": 0, "y": 0, "width": 4, "height": 4, "content": { "kind": "list", "watchlist": list } }] }),
            json!({ "title": "taken over", "charts": [{ "symbol": "AAPL", "settings": "" }] }),
            json!({ "note": "taken over", "quantity": 1 }),
            json!({ "text": "taken over" }),
            json!({ "active": false }),
            json!({ "points": [{ "time": "2026-11-20T15:00:00Z", "price": 1 }] }),
            json!({ "tickerId": 2 }),
            json!({ "itemIds": [self.entry] }),
            json!({ "shares": [] }),
            json!({ "last": 1_000_000 }),
            json!({ "enabled": true }),
            json!({ "homeList": list }),
            json!({ "type": "price", "list": list, "condition": "above", "value": 1, "frequency": "once" }),
            json!({ "type": "holdings", "list": list, "condition": "percent_change", "value": 1, "frequency": "once" }),
            json!({ "type": "screen", "screen": screen, "frequency": "once" }),
            json!({ "name": "mine", "query": format!("universe={list}") }),
            json!({ "settings": { "kind": "ntfy", "name": "kraken-channel", "server": "http://127.0.0.1:9", "topic": "x" } }),
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "list", "arguments": { "list": list.to_string() } } }),
            json!({ "jsonrpc": "2.0", "id": 1, "method": "tools/call", "params": { "name": "holdings", "arguments": {} } }),
            json!([{ "symbol": "AAPL", "note": "taken over" }]),
        ];
        all.iter().map(Value::to_string).collect()
    }

    /// Returns query parameters that name Anna's records.
    fn queries(&self) -> [String; 4] {
        let Self { list, alert, .. } = self;
        [
            String::new(),
            format!("?list={list}&watchlistId={list}&alert={alert}&lists=delete&symbol=AAPL"),
            format!("?universe={list}"),
            "?userId=2&q=kraken".to_owned(),
        ]
    }
}

/// Returns Anna's data as an export, without the time.
async fn export(anna: &Person<'_>) -> Value {
    let mut export = anna.get("/api/export").await;
    export["exportedAt"] = Value::Null;
    let channels = anna.get("/api/alert-channels").await;
    let access = anna.get("/api/access").await;
    let count = |value: &Value| value.as_array().map_or(0, Vec::len);
    json!([
        export,
        channels,
        count(&access["tokens"]),
        count(&access["sessions"])
    ])
}

/// Sends every request of the route table with the ids of Anna's records, as another person.
async fn try_everything(server: &TestServer, records: &Records, name: &str) {
    for (template, method, _) in routes::with_data() {
        // A backup is a copy of the whole database, and only the owner may make one.
        if template == "/api/backup" || template == "/api/import" {
            continue;
        }
        let path = records.path(template);
        let bodies = match method.as_str() {
            "GET" | "DELETE" => vec![String::new()],
            _ => records.bodies(),
        };
        let other = Person::sign_in(server, name).await;
        for (index, query) in records.queries().iter().enumerate() {
            // The bodies name the records too, so they are combined with one query only.
            let count = if index == 0 { bodies.len() } else { 1 };
            for body in &bodies[..count] {
                let response = other
                    .send(method.as_str(), &format!("{path}{query}"), body)
                    .await;
                // An error may repeat the name in the path of the request.
                let mut text = response.text();
                for name in ["board", "layout", "channel", "browser"] {
                    text = text.replace(&format!("kraken-{name}"), "");
                }
                assert!(
                    !text.contains(MARK),
                    "{name}: {method} {path}{query} {body}: {text}"
                );
            }
        }
    }
}

/// No route returns a record of another person, or changes one, whatever ids a request names.
#[tokio::test(flavor = "multi_thread")]
async fn nobody_reaches_the_records_of_another_person_by_any_route() {
    let server = household().await;
    let anna = Person::sign_in(&server, "Anna").await;
    let records = Records::create(&anna).await;
    let before = export(&anna).await;
    assert!(before.to_string().contains(MARK));
    for other in ["Ben", "Kim", "Owner"] {
        try_everything(&server, &records, other).await;
        let after = export(&anna).await;
        assert_eq!(after, before, "{other}");
    }
}

#[tokio::test]
async fn an_alert_is_shown_only_in_the_browsers_of_its_person() {
    let server = household().await;
    let anna = Person::sign_in(&server, "Anna").await;
    let ben = Person::sign_in(&server, "Ben").await;
    let alert = json!({ "symbol": "AAPL", "type": "price", "condition": "above", "value": 260,
        "frequency": "once", "note": "kraken alert" });
    anna.create("/api/alerts", &alert.to_string()).await;
    let mut tab_of_anna = Tab::with(&server, &[("cookie", &anna.cookies)])
        .await
        .unwrap();
    let mut tab_of_ben = Tab::with(&server, &[("cookie", &ben.cookies)])
        .await
        .unwrap();
    let update = Update::Quotes(vec![quote("AAPL", 270.0)]);
    server.send_update(update).await;
    let fired = tab_of_anna.next_of("alert_fired").await;
    assert!(fired.to_string().contains("AAPL"), "{fired}");
    assert_eq!(
        anna.get("/api/alerts/history")
            .await
            .as_array()
            .unwrap()
            .len(),
        1
    );
    assert_eq!(ben.get("/api/alerts/history").await, json!([]));
    let other = tab_of_ben.messages_until_pong().await;
    assert!(
        !other.iter().any(|message| message["type"] == "alert_fired"),
        "{other:?}"
    );
}

/// Two people may use the same idempotency key: the second request is not answered with the response to the first.
#[tokio::test]
async fn an_idempotency_key_is_of_one_person() {
    let server = household().await;
    let anna = Person::sign_in(&server, "Anna").await;
    let ben = Person::sign_in(&server, "Ben").await;
    let mut ids = vec![];
    for person in [&anna, &ben] {
        let headers = [
            ("cookie", person.cookies.as_str()),
            JSON,
            ("idempotency-key", "the-same"),
        ];
        let body = r#"{"name":"List"}"#;
        let created = server
            .request("POST", "/api/watchlists", &headers, body)
            .await;
        assert_eq!(created.status, 201, "{}", created.text());
        ids.push(created.json()["id"].clone());
    }
    assert_ne!(ids[0], ids[1]);
    let lists = ben.get("/api/watchlists").await;
    assert_eq!(lists[0]["id"], ids[1]);
    assert_eq!(lists.as_array().unwrap().len(), 1);
}

/// Each person has a display currency, settings and preset boards of their own.
#[tokio::test]
async fn settings_are_of_one_person() {
    let server = household().await;
    let anna = Person::sign_in(&server, "Anna").await;
    let ben = Person::sign_in(&server, "Ben").await;
    let saved = anna
        .send("PUT", "/api/settings", r#"{"colorScheme":"dark"}"#)
        .await;
    assert_eq!(saved.status, 200, "{}", saved.text());
    assert_eq!(anna.get("/api/settings").await["version"], 1);
    assert_eq!(ben.get("/api/settings").await["version"], 0);
    let board = &anna.get("/api/boards").await[0];
    let path = format!("/api/boards/{}", board["name"].as_str().unwrap());
    let other = r#"{"title":"Mine","tiles":[]}"#;
    assert_eq!(anna.send("PUT", &path, other).await.status, 200);
    assert_eq!(anna.get(&path).await["title"], "Mine");
    assert_eq!(ben.get(&path).await["title"], board["title"]);
}

/// Tokens, feeds and metrics show the data of the person to whom they belong.
#[tokio::test]
async fn a_token_gives_access_to_the_data_of_its_person_only() {
    let server = household().await;
    let anna = Person::sign_in(&server, "Anna").await;
    let ben = Person::sign_in(&server, "Ben").await;
    Records::create(&anna).await;
    let token = r#"{"name":"Grafana","scope":"read"}"#;
    let token = ben.create("/api/access/tokens", token).await;
    let bearer = format!("Bearer {}", token["secret"].as_str().unwrap());
    let header = [("authorization", bearer.as_str())];
    for path in [
        "/api/watchlists",
        "/api/summary",
        "/api/holdings",
        "/metrics",
        "/calendar.ics",
        "/news.atom",
        "/api/alert-deliveries",
        "/api/me",
    ] {
        let response = server.request("GET", path, &header, "").await;
        assert_eq!(response.status, 200, "{path}: {}", response.text());
        assert!(!response.text().contains(MARK), "{path}");
    }
    let me = server.request("GET", "/api/me", &header, "").await.json();
    assert_eq!(
        (&me["name"], &me["signIn"]),
        (&json!("Ben"), &json!("token"))
    );
}

//! The live feed, tested with a WebSocket client over a real socket.

use std::time::Duration;

use crate::common::{TestServer, now, profile, quote};
use futures_util::{SinkExt as _, StreamExt as _};
use marketdeck::{
    domain::{quote::QuoteUpdate, ticker::TickerKind},
    source::Update,
    web::{Limits, Settings},
};
use serde_json::{Value, json};
use tokio::net::TcpStream;
use tokio_tungstenite::{
    WebSocketStream, client_async,
    tungstenite::{self, Message, client::IntoClientRequest as _},
};

/// A browser tab.
pub(crate) struct Tab(WebSocketStream<TcpStream>);

impl Tab {
    async fn open(server: &TestServer) -> Self {
        Self::with(server, &[])
            .await
            .expect("the handshake succeeds")
    }

    async fn on_stream(server: &TestServer, stream: TcpStream) -> Self {
        let tab = Self::handshake(server, stream, &[]).await;
        tab.expect("the handshake succeeds")
    }

    pub(crate) async fn with(
        server: &TestServer,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, u16> {
        let stream = TcpStream::connect(server.address).await.unwrap();
        Self::handshake(server, stream, headers).await
    }

    async fn handshake(
        server: &TestServer,
        stream: TcpStream,
        headers: &[(&'static str, &str)],
    ) -> Result<Self, u16> {
        let mut request = format!("ws://{}/ws", server.address)
            .into_client_request()
            .unwrap();
        for (name, value) in headers {
            request.headers_mut().insert(*name, value.parse().unwrap());
        }
        match client_async(request, stream).await {
            Ok((socket, _)) => Ok(Self(socket)),
            Err(tungstenite::Error::Http(response)) => Err(response.status().as_u16()),
            Err(error) => panic!("{error}"),
        }
    }

    /// The code of the server's close frame.
    pub(crate) async fn close_code(&mut self) -> u16 {
        loop {
            match self.0.next().await {
                Some(Ok(Message::Close(Some(frame)))) => return frame.code.into(),
                Some(Ok(_)) => {}
                other => panic!("expected a close frame, got {other:?}"),
            }
        }
    }

    async fn send_message(&mut self, message: Value) {
        self.0
            .send(Message::text(message.to_string()))
            .await
            .unwrap();
    }

    pub(crate) async fn subscribe(&mut self, id: u32) {
        self.send_message(json!({"type": "subscribe", "tickerId": id}))
            .await;
    }

    /// Returns the next message. Waits without a timeout, because the test runner has one.
    pub(crate) async fn next_message(&mut self) -> Value {
        loop {
            match self
                .0
                .next()
                .await
                .expect("the connection is open")
                .expect("the message arrives")
            {
                Message::Text(text) => return serde_json::from_str(&text).unwrap(),
                Message::Ping(_) | Message::Pong(_) => {}
                other => panic!("{other:?}"),
            }
        }
    }
}

impl Tab {
    /// Returns the next message of a type.
    pub(crate) async fn next_of(&mut self, kind: &str) -> Value {
        loop {
            let message = self.next_message().await;
            if message["type"] == kind {
                return message;
            }
        }
    }

    /// Returns the messages before the server answers a ping: all messages that were sent earlier arrive before the answer.
    pub(crate) async fn messages_until_pong(&mut self) -> Vec<Value> {
        self.send_message(json!({"type": "ping"})).await;
        let mut messages = vec![];
        loop {
            let message = self.next_message().await;
            if message["type"] == "pong" {
                return messages;
            }
            messages.push(message);
        }
    }
}

fn quote_at(symbol: &str, price: f64, second: i64) -> Update {
    let as_of = now() + jiff::SignedDuration::from_secs(second);
    Update::Quotes(vec![QuoteUpdate {
        as_of,
        ..quote(symbol, price)
    }])
}

/// LIVE-01: a subscription is answered with the current price, and each later price follows.
#[tokio::test]
async fn a_subscriber_gets_a_snapshot_at_once_and_then_every_price() {
    let server = TestServer::open().await;
    let id = server.id("BTC");
    let mut tab = Tab::open(&server).await;
    tab.subscribe(id).await;
    // Only the last frame has been published since the market was filled.
    let snapshot = tab.next_message().await;
    assert_eq!(
        (&snapshot["type"], &snapshot["data"]["id"]),
        (&json!("ticker_update"), &json!(id))
    );
    assert_eq!(snapshot["data"]["price"], 90_000.0);
    for field in [
        "symbol",
        "name",
        "type",
        "change24h",
        "change7d",
        "marketCap",
        "volume24h",
        "updatedAt",
    ] {
        assert!(snapshot["data"].get(field).is_some(), "{field}");
    }
    server.send_update(quote_at("BTC", 90_001.0, 1)).await;
    assert_eq!(tab.next_message().await["data"]["price"], 90_001.0);
}

#[tokio::test]
async fn a_tab_in_batch_mode_gets_several_tickers_in_one_message() {
    let server = TestServer::open().await;
    let ids = [server.id("BTC"), server.id("AAPL")];
    let mut tab = Tab::open(&server).await;
    tab.send_message(json!({"type": "batch"})).await;
    for id in ids {
        tab.subscribe(id).await;
    }
    // Both tickers may be in one message or in two.
    let mut known = vec![];
    while known.len() < 2 {
        let message = tab.next_message().await;
        match message["data"].as_array() {
            Some(tickers) => known.extend(tickers.iter().map(|ticker| ticker["id"].clone())),
            None => known.push(message["data"]["id"].clone()),
        }
    }
    let both = Update::Quotes(
        [("BTC", 90_001.0), ("AAPL", 231.0)]
            .map(|(symbol, price)| QuoteUpdate {
                as_of: now() + jiff::SignedDuration::from_secs(1),
                ..quote(symbol, price)
            })
            .to_vec(),
    );
    server.send_update(both).await;
    let message = tab.next_message().await;
    assert_eq!(message["type"], "ticker_updates");
    let prices = message["data"].as_array().unwrap().iter();
    let mut prices: Vec<_> = prices
        .map(|ticker| (ticker["id"].as_u64(), ticker["price"].as_f64()))
        .collect();
    prices.sort_by_key(|(id, _)| *id);
    let mut expected = vec![
        (Some(ids[0].into()), Some(90_001.0)),
        (Some(ids[1].into()), Some(231.0)),
    ];
    expected.sort_by_key(|(id, _)| *id);
    assert_eq!(prices, expected);
    server.send_update(quote_at("BTC", 90_002.0, 2)).await;
    let message = tab.next_message().await;
    assert_eq!(
        (&message["type"], &message["data"]["price"]),
        (&json!("ticker_update"), &json!(90_002.0))
    );
}

/// LIVE-01: other tickers are not sent.
#[tokio::test]
async fn only_subscribed_tickers_are_sent() {
    let server = TestServer::open().await;
    let (bitcoin, apple) = (server.id("BTC"), server.id("AAPL"));
    let mut tab = Tab::open(&server).await;
    tab.subscribe(bitcoin).await;
    tab.next_message().await;
    tab.send_message(json!({"type": "unsubscribe", "tickerId": bitcoin}))
        .await;
    // Messages are processed in order: when Apple's snapshot arrives, Bitcoin is unsubscribed.
    tab.subscribe(apple).await;
    assert_eq!(tab.next_message().await["data"]["symbol"], "AAPL");
    server.send_update(quote_at("BTC", 91_000.0, 1)).await;
    server.send_update(quote_at("MSFT", 401.0, 1)).await;
    server.send_update(quote_at("AAPL", 251.0, 1)).await;
    assert_eq!(tab.next_message().await["data"]["price"], 251.0);
}

#[tokio::test]
async fn a_page_without_subscriptions_gets_pings() {
    let server = TestServer::open().await;
    let mut tab = Tab::open(&server).await;
    tab.send_message(json!({"type": "ping"})).await;
    assert_eq!(tab.next_message().await, json!({"type": "pong"}));
}

/// LIVE-02: an invalid message does not close the connection.
#[tokio::test]
async fn an_invalid_message_is_ignored() {
    let server = TestServer::open().await;
    let mut tab = Tab::open(&server).await;
    for garbage in [
        "",
        "{",
        "hello",
        r#"{"type":"subscribe"}"#,
        r#"{"type":"subscribe","tickerId":"x"}"#,
    ] {
        tab.0.send(Message::text(garbage)).await.unwrap();
    }
    tab.0.send(Message::binary(vec![1, 2, 3])).await.unwrap();
    tab.subscribe(99_999).await;
    tab.subscribe(server.id("BTC")).await;
    assert_eq!(
        tab.next_message().await["data"]["symbol"],
        "BTC",
        "the connection stays open"
    );
    assert_eq!(server.counters.unparseable.get(), 5);
}

#[tokio::test]
async fn two_tabs_get_the_same_price() {
    let server = TestServer::open().await;
    let id = server.id("BTC");
    let (mut one, mut two) = (Tab::open(&server).await, Tab::open(&server).await);
    for tab in [&mut one, &mut two] {
        tab.subscribe(id).await;
        tab.next_message().await;
    }
    server.send_update(quote_at("BTC", 90_002.0, 1)).await;
    assert_eq!(one.next_message().await, two.next_message().await);
}

#[tokio::test]
async fn a_slow_reader_gets_only_the_newest_price() {
    // A long window stands for a slow reader: everything below happens within it.
    let limits = Limits {
        window: Duration::from_secs(1),
        ..Limits::default()
    };
    let server = TestServer::with(Settings {
        limits,
        ..Settings::default()
    })
    .await;
    server.fill().await;
    let mut tab = Tab::open(&server).await;
    tab.subscribe(server.id("BTC")).await;
    tab.next_message().await;
    for second in 1..=50 {
        server
            .send_update(quote_at("BTC", 90_000.0 + second as f64, second))
            .await;
    }
    let mut prices = vec![];
    while prices.last() != Some(&90_050.0) {
        prices.push(tab.next_message().await["data"]["price"].as_f64().unwrap());
    }
    assert!(
        prices.len() < 25,
        "superseded prices are skipped: {prices:?}"
    );
    assert!(
        prices.is_sorted(),
        "an older price never follows a newer one: {prices:?}"
    );
}

#[tokio::test]
async fn connections_and_subscriptions_have_limits() {
    let limits = Limits {
        sockets: 1,
        subscriptions: 1,
        ..Limits::default()
    };
    let server = TestServer::with(Settings {
        limits,
        ..Settings::default()
    })
    .await;
    server.fill().await;
    let mut tab = Tab::open(&server).await;
    assert_eq!(Tab::with(&server, &[]).await.err(), Some(503));
    tab.subscribe(server.id("BTC")).await;
    tab.subscribe(server.id("AAPL")).await;
    let rejected = json!({"type": "subscription_limit", "tickerId": server.id("AAPL"), "limit": 1});
    let (one, other) = (tab.next_message().await, tab.next_message().await);
    assert!([&one, &other].contains(&&rejected), "{one} {other}");
    server.send_update(quote_at("AAPL", 251.0, 1)).await;
    server.send_update(quote_at("BTC", 90_003.0, 1)).await;
    assert_eq!(
        tab.next_message().await["data"]["symbol"],
        "BTC",
        "the second subscription is over the limit and ignored"
    );
    tab.send_message(json!({"type": "unsubscribe", "tickerId": server.id("BTC")}))
        .await;
    tab.subscribe(server.id("AAPL")).await;
    assert_eq!(tab.next_message().await["data"]["symbol"], "AAPL");
}

#[tokio::test]
async fn a_message_above_the_size_limit_closes_the_connection() {
    let server = TestServer::open().await;
    let mut tab = Tab::open(&server).await;
    tab.0.send(Message::text("x".repeat(5_000))).await.unwrap();
    assert_eq!(tab.close_code().await, 1009);
}

#[tokio::test]
async fn a_flood_of_pings_closes_the_connection() {
    let server = TestServer::open().await;
    let (mut sink, mut stream) = Tab::open(&server).await.0.split();
    let flood =
        tokio::spawn(async move { while sink.send(Message::Ping(vec![].into())).await.is_ok() {} });
    let code = loop {
        match stream.next().await {
            Some(Ok(Message::Close(Some(frame)))) => break u16::from(frame.code),
            Some(Ok(_)) => {}
            other => panic!("expected a close frame, got {other:?}"),
        }
    };
    assert_eq!(code, 1008);
    flood.await.unwrap();
}

#[tokio::test]
async fn a_ping_message_is_answered_with_pong() {
    let server = TestServer::open().await;
    let mut tab = Tab::open(&server).await;
    tab.send_message(json!({"type": "ping"})).await;
    assert_eq!(tab.next_message().await, json!({"type": "pong"}));
    assert_eq!(server.counters.unparseable.get(), 0);
}

/// The key of RFC 6455's example.
const KEY: (&str, &str) = ("sec-websocket-key", "dGhlIHNhbXBsZSBub25jZQ==");
const VERSION: (&str, &str) = ("sec-websocket-version", "13");

#[tokio::test]
async fn a_handshake_is_checked_as_rfc_6455_requires() {
    let server = TestServer::open().await;
    let request = async |headers: &[(&str, &str)]| {
        let basics = [("upgrade", "websocket"), ("connection", "upgrade, close")];
        let headers = [&basics[..], headers].concat();
        server.request("GET", "/ws", &headers, "").await
    };
    for key in ["", "short", "dGhlIHNhbXBsZSBub25j!Q=="] {
        let response = request(&[("sec-websocket-key", key), VERSION]).await;
        assert_eq!(response.status, 400, "{key}");
    }
    assert_eq!(request(&[VERSION]).await.status, 400, "no key");
    assert_eq!(request(&[KEY, KEY, VERSION]).await.status, 400, "two keys");
    let old_version = request(&[KEY, ("sec-websocket-version", "8")]).await;
    assert_eq!(
        (
            old_version.status,
            old_version.header("sec-websocket-version")
        ),
        (426, Some("13"))
    );
    let not_upgraded = server.get("/ws").await;
    assert_eq!(
        (not_upgraded.status, not_upgraded.header("upgrade")),
        (426, Some("websocket"))
    );
    let http_1_0 = format!(
        "GET /ws HTTP/1.0\r\nhost: {}\r\nupgrade: websocket\r\nconnection: upgrade\r\n{}: {}\r\n{}: {}\r\n\r\n",
        server.address, KEY.0, KEY.1, VERSION.0, VERSION.1
    );
    let http_1_0 = server.raw(http_1_0.as_bytes()).await;
    assert!(matches!(http_1_0.status, 400 | 426), "{}", http_1_0.head);
}

/// While the socket's buffer is full, waiting frames are superseded; every frame that is written is complete.
#[tokio::test]
async fn a_reader_with_a_full_buffer_gets_complete_messages_and_then_the_newest() {
    const ROUNDS: i64 = 60;
    let limits = Limits {
        window: Duration::from_millis(1),
        ..Limits::default()
    };
    let server = TestServer::with(Settings {
        limits,
        ..Settings::default()
    })
    .await;
    let symbols: Vec<String> = (0..400).map(|number| format!("COIN{number}")).collect();
    let profiles = symbols
        .iter()
        .map(|symbol| profile(symbol, TickerKind::Crypto, None));
    server
        .send_update(Update::Profiles(profiles.collect()))
        .await;
    let round = async |second: i64| {
        let as_of = now() + jiff::SignedDuration::from_secs(second);
        let quotes = symbols.iter().map(|symbol| QuoteUpdate {
            as_of,
            ..quote(symbol, 100.0 + second as f64)
        });
        server.send_update(Update::Quotes(quotes.collect())).await;
    };
    round(0).await;
    let socket = tokio::net::TcpSocket::new_v4().unwrap();
    socket.set_recv_buffer_size(4_096).unwrap();
    let mut tab = Tab::on_stream(&server, socket.connect(server.address).await.unwrap()).await;
    for symbol in &symbols {
        tab.subscribe(server.id(symbol)).await;
    }
    for second in 1..=ROUNDS {
        round(second).await;
    }
    let newest = 100.0 + ROUNDS as f64;
    let mut prices = std::collections::HashMap::new();
    let mut received = 0;
    while prices.len() < symbols.len() || prices.values().any(|price| *price < newest) {
        let data = tab.next_message().await["data"].clone();
        let price = data["price"].as_f64().unwrap();
        let before = prices.insert(data["id"].as_u64().unwrap(), price);
        assert!(
            before.is_none_or(|before| before <= price),
            "{before:?}, then {price}"
        );
        received += 1;
    }
    assert!(
        received < symbols.len() * ROUNDS as usize / 2,
        "superseded prices are skipped, but {received} arrived"
    );
}

#[tokio::test]
async fn a_page_of_another_site_cannot_connect() {
    let server = TestServer::open().await;
    assert_eq!(
        Tab::with(&server, &[("origin", "http://evil.example")])
            .await
            .err(),
        Some(403)
    );
    let own = format!("http://{}", server.address);
    assert!(Tab::with(&server, &[("origin", &own)]).await.is_ok());
}

#[tokio::test]
async fn a_plain_request_returns_426() {
    let server = TestServer::open().await;
    assert_eq!(server.get("/ws").await.status, 426);
}

#[tokio::test]
async fn a_stopping_server_closes_with_1001() {
    let server = TestServer::open().await;
    let mut tab = Tab::open(&server).await;
    tab.subscribe(server.id("BTC")).await;
    tab.next_message().await;
    let stopping = tokio::spawn(server.stop());
    assert_eq!(tab.close_code().await, 1001);
    drop(tab);
    stopping.await.unwrap();
}

#[tokio::test]
async fn a_silent_client_is_pinged_and_a_dead_one_dropped() {
    let limits = Limits {
        // Long enough for a live client to respond on a busy machine.
        ping_after: Duration::from_millis(1_500),
        ..Limits::default()
    };
    let server = TestServer::with(Settings {
        limits,
        ..Settings::default()
    })
    .await;
    server.fill().await;
    // This client never reads, so it does not respond to the ping.
    let _silent = Tab::open(&server).await;
    let mut responding = Tab::open(&server).await;
    let mut pings = 0;
    while pings < 3 {
        let prices = responding
            .0
            .next()
            .await
            .expect("the live client stays connected");
        if let Ok(Message::Ping(_)) = prices {
            pings += 1;
        }
    }
    let health = server.get("/api/health").await.json();
    assert_eq!(
        health["liveConnections"], 1,
        "only the client that responds stays connected"
    );
}

/// A change on one device is announced to all others, with its kind but without the data.
#[tokio::test]
async fn every_tab_is_notified_of_a_change() {
    let server = TestServer::open().await;
    let mut tabs = [Tab::open(&server).await, Tab::open(&server).await];
    // A connection gets notifications after the server's first response.
    for tab in &mut tabs {
        tab.send_message(json!({"type": "ping"})).await;
        assert_eq!(tab.next_message().await["type"], "pong");
    }
    for (method, path, body, what) in [
        (
            "POST",
            "/api/watchlists",
            r#"{"name": "Private"}"#,
            "watchlists",
        ),
        (
            "PUT",
            "/api/settings",
            r#"{"colorScheme": "dark"}"#,
            "settings",
        ),
    ] {
        let response = server.send(method, path, body).await;
        assert!(
            matches!(response.status, 200 | 201),
            "{path}: {}",
            response.text()
        );
        for tab in &mut tabs {
            assert_eq!(
                tab.next_message().await,
                json!({"type": "changed", "what": what})
            );
        }
    }
}

#[tokio::test]
async fn a_rejected_change_is_not_announced() {
    let server = TestServer::open().await;
    let mut tab = Tab::open(&server).await;
    let rejected = server
        .send("PATCH", "/api/alerts/77", r#"{"active": false}"#)
        .await;
    assert_eq!(rejected.status, 404);
    tab.send_message(json!({"type": "ping"})).await;
    assert_eq!(
        tab.next_message().await["type"],
        "pong",
        "nothing arrives before the pong"
    );
}

//! Simulated streams of the providers, with and without faults.

use std::{
    collections::HashMap,
    sync::{
        Arc,
        atomic::{AtomicI64, AtomicU64, Ordering},
    },
    time::Duration,
};

use data_encoding::BASE64;
use futures_util::{SinkExt as _, StreamExt as _};
use marketdeck::providers::settings;
use serde_json::{Value, json};
use tokio::{
    io::{AsyncReadExt as _, AsyncWriteExt as _},
    net::{TcpListener, TcpStream},
    time::MissedTickBehavior,
};
use tokio_tungstenite::{
    WebSocketStream, accept_async,
    tungstenite::{Bytes, Message},
};

use super::{Fault, World};
use crate::{server::wait_for_close, streams::message::Pricing};

pub(super) const STREAMS: [&str; 5] = [
    "yahoo_stream",
    "coinbase",
    "kraken",
    "finnhub_stream",
    "binance_stream",
];

/// The interval between two prices: shorter than any silence that is detected.
const PRICE_INTERVAL: Duration = Duration::from_secs(20);

/// A provider's stream server. It knows whether the client has read all its messages.
pub(super) struct StreamServer {
    url: String,
    accepted: Arc<AtomicU64>,
    under_way: Arc<AtomicI64>,
}

pub(super) fn set_stream_urls(
    settings: &mut settings::Providers,
    streams: &HashMap<&'static str, StreamServer>,
) {
    settings
        .yahoo_stream
        .ws_url
        .clone_from(&streams["yahoo_stream"].url);
    settings
        .coinbase
        .ws_url
        .clone_from(&streams["coinbase"].url);
    settings.kraken.ws_url.clone_from(&streams["kraken"].url);
    settings
        .binance_stream
        .ws_url
        .clone_from(&streams["binance_stream"].url);
    settings
        .finnhub
        .ws_url
        .clone_from(&streams["finnhub_stream"].url);
}

impl StreamServer {
    pub(super) async fn start(name: &'static str, world: Arc<World>) -> Self {
        let listener = TcpListener::bind("127.0.0.1:0").await.unwrap();
        let url = format!("ws://{}/stream", listener.local_addr().unwrap());
        let accepted = Arc::new(AtomicU64::new(0));
        let under_way = Arc::new(AtomicI64::new(0));
        let (count, pending) = (Arc::clone(&accepted), Arc::clone(&under_way));
        tokio::spawn(async move {
            while let Ok((stream, _)) = listener.accept().await {
                let pending = Pending::start_counting(&pending);
                count.fetch_add(1, Ordering::SeqCst);
                tokio::spawn(serve(name, Arc::clone(&world), stream, pending));
            }
        });
        Self {
            url,
            accepted,
            under_way,
        }
    }

    /// Returns true if this many connections were accepted and all their messages were read.
    pub(super) fn is_settled(&self, connections: u64) -> bool {
        let accepted = self.accepted.load(Ordering::SeqCst);
        accepted == connections && self.under_way.load(Ordering::SeqCst) == 0
    }
}

/// Counts the pending work of a connection; dropped with the connection.
struct Pending {
    /// The pending work of all connections.
    total: Arc<AtomicI64>,
    /// The pending work of this connection.
    of_connection: i64,
}

impl Pending {
    fn start_counting(total: &Arc<AtomicI64>) -> Self {
        let mut pending = Self {
            total: Arc::clone(total),
            of_connection: 0,
        };
        pending.increment();
        pending
    }

    fn increment(&mut self) {
        self.of_connection += 1;
        self.total.fetch_add(1, Ordering::SeqCst);
    }

    fn decrement(&mut self) {
        self.of_connection -= 1;
        self.total.fetch_sub(1, Ordering::SeqCst);
    }
}

impl Drop for Pending {
    fn drop(&mut self) {
        self.total.fetch_sub(self.of_connection, Ordering::SeqCst);
    }
}

async fn serve(name: &'static str, world: Arc<World>, mut stream: TcpStream, mut pending: Pending) {
    let response = match world.fault(name) {
        Some(Fault::Hangs) => {
            // The client gets no response, so nothing is pending.
            pending.decrement();
            return wait_for_close(&mut stream).await;
        }
        Some(Fault::Throttled) => "429 Too Many Requests\r\nContent-Length: 0\r\n\r\n",
        Some(Fault::Broken) => "500 Internal Server Error\r\nContent-Length: 0\r\n\r\n",
        Some(Fault::Refused) => "403 Forbidden\r\nContent-Length: 0\r\n\r\n",
        Some(Fault::WebPage) => {
            "200 OK\r\nContent-Length: 31\r\n\r\n<html>Attention Required</html>"
        }
        _ => return serve_messages(name, world, stream, pending).await,
    };
    let mut head = Vec::new();
    while !head.ends_with(b"\r\n\r\n") {
        if !matches!(stream.read_buf(&mut head).await, Ok(1..)) {
            return;
        }
    }
    let response = format!("HTTP/1.1 {response}");
    let _ = stream.write_all(response.as_bytes()).await;
    let _ = stream.shutdown().await;
    wait_for_close(&mut stream).await;
}

async fn serve_messages(
    name: &'static str,
    world: Arc<World>,
    stream: TcpStream,
    pending: Pending,
) {
    let Ok(socket) = accept_async(stream).await else {
        return;
    };
    let mut peer = Peer { socket, pending };
    let Some(Message::Text(command)) = peer.next().await else {
        return;
    };
    if world.fault(name) == Some(Fault::Dropped) {
        return peer.close().await;
    }
    for text in acknowledged(name, &command) {
        peer.send_and_ping(text).await;
    }
    peer.pending.decrement();
    let mut price_interval = tokio::time::interval(PRICE_INTERVAL);
    price_interval.set_missed_tick_behavior(MissedTickBehavior::Skip);
    loop {
        tokio::select! {
            message = peer.next() => match message {
                Some(Message::Pong(_)) => peer.pending.decrement(),
                Some(_) => {}
                None => return,
            },
            _ = price_interval.tick() => match world.fault(name) {
                Some(Fault::Silent) => {}
                Some(Fault::Garbage) => peer.send_and_ping("\u{0}\u{17} what is this".to_owned()).await,
                Some(Fault::Truncated) => {
                    let text = price(name, &world, false);
                    peer.send_and_ping(text[..text.len() / 2].to_owned()).await;
                }
                Some(Fault::OddField) => peer.send_and_ping(price(name, &world, true)).await,
                Some(Fault::ChangedShape) => {
                    let message: Value = serde_json::from_str(&price(name, &world, false)).unwrap();
                    peer.send_and_ping(json!({ "version": 2, "payload": message }).to_string()).await;
                }
                None | Some(Fault::DayOld) => peer.send_and_ping(price(name, &world, false)).await,
                Some(_) => {
                    peer.pending.increment();
                    return peer.close().await;
                }
            },
        }
    }
}

struct Peer {
    socket: WebSocketStream<TcpStream>,
    pending: Pending,
}

impl Peer {
    async fn next(&mut self) -> Option<Message> {
        self.socket.next().await?.ok()
    }

    /// Sends a message and a ping; the pong shows that the client has read the message.
    async fn send_and_ping(&mut self, text: String) {
        self.pending.increment();
        let _ = self.socket.feed(Message::text(text)).await;
        let _ = self.socket.send(Message::Ping(Bytes::new())).await;
    }

    /// Closes the connection and waits until the client has closed it, too.
    async fn close(mut self) {
        let _ = self.socket.close(None).await;
        while self.next().await.is_some() {}
    }
}

/// Returns the acknowledgment of a subscription.
fn acknowledged(name: &str, command: &str) -> Vec<String> {
    let command: Value = serde_json::from_str(command).unwrap();
    let names = |pointer: &str| {
        let list = command.pointer(pointer).and_then(Value::as_array);
        list.cloned().unwrap_or_default()
    };
    match name {
        "coinbase" => {
            let channels = json!([{ "name": "ticker", "product_ids": names("/product_ids") }]);
            vec![json!({ "type": "subscriptions", "channels": channels }).to_string()]
        }
        "kraken" => {
            let acknowledgment = |name| {
                let result = json!({ "channel": "ticker", "symbol": name });
                json!({ "method": "subscribe", "success": true, "result": result }).to_string()
            };
            names("/params/symbol")
                .into_iter()
                .map(acknowledgment)
                .collect()
        }
        "binance_stream" => vec![json!({ "result": null, "id": command["id"] }).to_string()],
        _ => Vec::new(),
    }
}

/// Returns a price message with the source's time. If `is_odd` is true, one field has the wrong type.
fn price(name: &str, world: &World, is_odd: bool) -> String {
    let now = world.time_at(name);
    let odd = |usual: Value| {
        if is_odd {
            json!({ "odd": [null] })
        } else {
            usual
        }
    };
    match name {
        "coinbase" => json!({
            "type": "ticker", "product_id": "ETH-USD", "price": world.price(2_950.5).to_string(), "time": now.to_string(),
            "open_24h": "2900", "low_24h": "2890", "high_24h": odd(json!("2990")),
        })
        .to_string(),
        "kraken" => {
            let row = json!({
                "symbol": "ADA/USD", "last": world.price(0.84), "low": odd(json!(0.8)), "high": 0.9,
                "change_pct": 1.25, "timestamp": now.to_string(),
            });
            json!({ "channel": "ticker", "type": "update", "data": [row] }).to_string()
        }
        "binance_stream" => json!({
            "e": "24hrMiniTicker", "E": now.as_millisecond(), "s": "SOLUSDT", "c": world.price(140.5).to_string(),
            "o": "140", "h": odd(json!("150")), "l": "130", "v": "7", "q": "1000",
        })
        .to_string(),
        "finnhub_stream" => {
            let trade = json!({
                "s": "AAPL", "p": 250.5, "t": now.as_millisecond(), "v": odd(json!(1)),
            });
            json!({ "type": "trade", "data": [trade] }).to_string()
        }
        _ => {
            let trade = *world.trade.lock().unwrap();
            let (symbol, price) = trade.map_or(("NVDA", world.price(18.5)), |price| ("KO", price));
            let text = Pricing::new(symbol, price as f32, &now.to_string()).text();
            if is_odd { with_odd_field(&text) } else { text }
        }
    }
}

/// Returns a Yahoo message whose volume (field 9) is text instead of a number.
fn with_odd_field(text: &str) -> String {
    let mut message: Value = serde_json::from_str(text).unwrap();
    let encoded = message["message"].as_str().unwrap();
    let mut bytes = BASE64.decode(encoded.as_bytes()).unwrap();
    bytes.extend([0x4a, 3, b'o', b'd', b'd']);
    message["message"] = BASE64.encode(&bytes).into();
    message.to_string()
}

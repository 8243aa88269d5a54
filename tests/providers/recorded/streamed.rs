//! Stream messages: the real program connects to a server that sends them one after another.

use std::time::Duration;

use futures_util::SinkExt as _;
use jiff::{SignedDuration, Timestamp};
use marketdeck::catalogue::Catalogue;
use serde_json::{Value, json};
use tokio::{net::TcpStream, sync::watch, task::block_in_place};
use tokio_tungstenite::{WebSocketStream, client_async, tungstenite::Message as Text};

use super::{
    files::Recording,
    frames::{self, FrameFigures},
    served::{compared, start, table_for},
    table::Row,
};
use crate::{
    program::Running,
    server::{Reply, Request, Server},
    streams::server::{Peer, StreamServer},
};

/// A message with its figures for tickers of the catalogue.
struct Message {
    number: usize,
    text: String,
    reads: Vec<FrameFigures>,
}

pub(super) async fn rows(recording: &Recording) -> Vec<Row> {
    let catalogue = Catalogue::embedded().unwrap();
    let mut rows = Vec::new();
    let (mut priced, mut without) = (Vec::new(), Vec::new());
    let lines = recording.body.lines().map(|line| {
        let line: Value = serde_json::from_str(line).unwrap_or_default();
        let is_received = line["dir"] == "recv";
        line["frame"]
            .as_str()
            .filter(|_| is_received)
            .map(str::to_owned)
    });
    for (number, text) in lines.flatten().enumerate() {
        let mut reads = frames::read(&recording.provider, &text);
        reads.retain(|read| catalogue.get(&read.facts.symbol).is_some());
        let message = Message {
            number,
            text,
            reads,
        };
        if message.reads.is_empty() {
            without.push(message);
        } else {
            priced.push(message);
        }
    }
    priced.sort_by_key(|message| message.reads[0].at);
    // Messages of one day share a connection; each day has a run of its own.
    let is_near = |one: &Message, next: &Message| {
        next.reads[0].at.duration_since(one.reads[0].at) < SignedDuration::from_hours(1)
    };
    let groups: Vec<&[Message]> = priced.chunk_by(is_near).collect();
    let Some((last, before)) = groups.split_last() else {
        let reason = "no price of a ticker that is followed";
        let note = |message: &Message| {
            let name = format!("{} #{}", recording.name, message.number);
            Row::note(&name, &kind_of(&message.text), reason)
        };
        return without.iter().map(note).collect();
    };
    for group in before {
        rows.extend(rows_of_day(recording, group, &[]).await);
    }
    rows.extend(rows_of_day(recording, last, &without).await);
    rows
}

fn kind_of(text: &str) -> String {
    let frame: Value = serde_json::from_str(text).unwrap_or_default();
    let kind = [&frame["type"], &frame["channel"], &frame["method"]]
        .into_iter()
        .find_map(Value::as_str);
    kind.unwrap_or("-").to_owned()
}

/// Sends the messages of one day and compares after each one. Then sends the messages without a price, which must change nothing.
async fn rows_of_day(
    recording: &Recording,
    group: &[Message],
    without_price: &[Message],
) -> Vec<Row> {
    let (send_frame, frames) = watch::channel(group[0].text.clone());
    let stream = StreamServer::start(move |peer| send_newest(peer, frames.clone())).await;
    let closes: Vec<(String, f64, Timestamp)> = group
        .iter()
        .flat_map(|message| &message.reads)
        .filter_map(|read| Some((read.facts.symbol.clone(), read.close?, read.at)))
        .collect();
    let is_outside = !closes.is_empty();
    let symbols: Vec<String> = closes.iter().map(|(symbol, ..)| symbol.clone()).collect();
    let polled = Server::start(move |request| Some(close(request, &closes))).await;
    let mut enabled = vec![];
    let url = format!("ws_url = '{}'", stream.url);
    if recording.provider == "finnhub" {
        let lines = format!("{}\n{url}\napi_key = 'key'", table_for(&polled));
        enabled.push(("finnhub", lines));
    } else {
        enabled.push((recording.provider.as_str(), url));
        if is_outside {
            let lines = format!("{}\nsymbols = {symbols:?}", table_for(&polled));
            enabled.push(("yahoo", lines));
        }
    }
    let newest = group.iter().flat_map(|message| &message.reads);
    let newest = newest.map(|read| read.at).max().unwrap();
    let folder = tempfile::tempdir().unwrap();
    let now = newest + SignedDuration::from_secs(2);
    let running = start(now, folder.path(), &[], &enabled);
    // A stream with few symbols per connection prefers watched ones.
    let watched = group.iter().flat_map(|message| &message.reads);
    let _page = open_page(&running, watched.map(|read| read.facts.symbol.as_str())).await;
    let mut rows = Vec::new();
    for message in group {
        send_frame.send_replace(message.text.clone());
        let name = format!("{} #{}", recording.name, message.number);
        for read in &message.reads {
            rows.extend(compared(&running, &name, &read.facts));
        }
    }
    let last = &group[group.len() - 1].reads[0];
    for message in without_price {
        send_frame.send_replace(message.text.clone());
        tokio::time::sleep(Duration::from_millis(60)).await;
        let name = format!("{} #{}", recording.name, message.number);
        rows.push(unchanged(&running, &name, &message.text, last));
    }
    rows
}

/// Opens a page that shows these tickers.
async fn open_page(
    running: &Running,
    symbols: impl Iterator<Item = &str>,
) -> WebSocketStream<TcpStream> {
    let ids: Vec<Value> = block_in_place(|| {
        symbols
            .map(|symbol| running.json(&format!("/api/tickers/{symbol}"))["id"].clone())
            .collect()
    });
    let stream = TcpStream::connect(&running.address).await.unwrap();
    let address = format!("ws://{}/ws", running.address);
    let (mut page, _) = client_async(address, stream).await.unwrap();
    for id in ids {
        let wish = json!({"type": "subscribe", "tickerId": id});
        page.send(Text::text(wish.to_string())).await.unwrap();
    }
    page
}

fn unchanged(running: &Running, name: &str, text: &str, last: &FrameFigures) -> Row {
    let rows = compared(running, name, &last.facts);
    let shows = format!("{} stays as it was", last.facts.symbol);
    let all_equal = rows.iter().all(Row::is_equal);
    Row::claim(name, &kind_of(text), "nothing to show", &shows, all_equal)
}

/// Acknowledges subscriptions, and repeats the newest message.
async fn send_newest(mut peer: Peer, mut frames: watch::Receiver<String>) {
    let mut products: Vec<Value> = Vec::new();
    let mut is_subscribed = false;
    let mut again = tokio::time::interval(Duration::from_millis(50));
    loop {
        tokio::select! {
            command = peer.receive() => {
                let Some(command) = command else { return };
                is_subscribed = true;
                let command: Value = serde_json::from_str(&command).unwrap_or_default();
                let list = |value: &Value| value.as_array().cloned().unwrap_or_default();
                for symbol in list(&command["params"]["symbol"]) {
                    let result = json!({"channel": "ticker", "snapshot": true, "symbol": symbol});
                    let response = json!({"method": "subscribe", "result": result, "success": true});
                    peer.send(response.to_string()).await;
                }
                products.extend(list(&command["product_ids"]));
                if !products.is_empty() {
                    let channel = json!({"name": "ticker", "product_ids": products});
                    let response = json!({"type": "subscriptions", "channels": [channel]});
                    peer.send(response.to_string()).await;
                }
            }
            _ = again.tick(), if is_subscribed => {
                let text = frames.borrow_and_update().clone();
                if !peer.send(text).await { return }
            }
        }
    }
}

/// The regular close before a price from outside regular hours, as quotes state it.
fn close(request: &Request, closes: &[(String, f64, Timestamp)]) -> Reply {
    let close_of = |name: &str| closes.iter().find(|(symbol, ..)| symbol == name);
    // Between the previous session's close and the price.
    let second = |at: Timestamp| at.as_second() - 12 * 3_600;
    if let Some((_, symbol)) = request.path.split_once("/quote?symbol=") {
        let found = close_of(symbol.split('&').next().unwrap_or_default());
        let (close, at) = found.map_or((0.0, 0), |(_, close, at)| (*close, second(*at)));
        return Reply::ok(
            json!({"c": close, "h": 0, "l": 0, "o": 0, "pc": 0, "t": at}).to_string(),
        );
    }
    let Some((_, list)) = request.path.split_once("/spark?symbols=") else {
        return Reply::status(500, "");
    };
    let entries: Vec<Value> = list
        .split(['&', ','])
        .filter_map(close_of)
        .map(|(symbol, close, at)| {
            json!({"symbol": symbol, "response": [{"meta": {
                "symbol": symbol, "currency": "USD", "regularMarketPrice": close,
                "regularMarketTime": second(*at),
            }}]})
        })
        .collect();
    Reply::ok(json!({"spark": {"result": entries, "error": null}}).to_string())
}

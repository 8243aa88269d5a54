//! Sends prices to the other processes: one message per window, with the encoded frames of all changed tickers.

use std::{
    sync::Arc,
    time::{Duration, Instant},
};

use async_nats::{Client, Message};
use bytes::Bytes;
use futures_util::StreamExt as _;
use tokio::{
    sync::watch,
    time::{MissedTickBehavior, interval, sleep, timeout},
};

use super::{
    connection,
    counts::Counts,
    wire::{self, MessageHeaders, Tick, Ticks},
};
use crate::{
    domain::{Clock, person::PersonId, ticker::TickerId},
    ingest,
    live::hub::Hub,
    market::Market,
    web::frames,
};

/// Interval at which the source sends a message even if no price changes.
const KEEP_ALIVE_INTERVAL: Duration = Duration::from_secs(2);
/// Approximate maximum size of a message in bytes, even if NATS allows more.
const MAX_TICK_BYTES: usize = 400_000;

/// Returns the approximate maximum size of a message in bytes, as limited by NATS.
fn max_tick_bytes(client: &Client) -> usize {
    (connection::max_body(client) / 2).min(MAX_TICK_BYTES)
}

/// Delay before a failed subscription is retried.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Publishes the frames of the hub, one message per window.
pub(super) async fn publish(
    client: Client,
    hub: Arc<Hub>,
    market: Arc<Market>,
    epoch: u64,
    window: Duration,
    counts: Arc<Counts>,
) {
    let mut subscription = hub.subscribe_all();
    let mut heartbeat = interval(KEEP_ALIVE_INTERVAL);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sequence = 0;
    loop {
        tokio::select! {
            () = subscription.changed() => {}
            _ = heartbeat.tick() => {}
        }
        let (changed, broadcasts) = subscription.take_frames();
        for part in split_into_messages(&market, changed, broadcasts, max_tick_bytes(&client)) {
            sequence += 1;
            // While disconnected, messages are dropped. Receivers notice the gap in the sequence and reload the prices.
            if !connection::is_up(&client) {
                continue;
            }
            let mut headers = wire::headers(epoch);
            wire::set_sequence(&mut headers, sequence);
            let sent = match part.encode() {
                Ok(bytes) => {
                    client
                        .publish_with_headers(wire::TICKS, headers, bytes)
                        .await
                }
                Err(error) => {
                    tracing::error!("cluster: cannot encode prices: {error:#}");
                    continue;
                }
            };
            match sent {
                Ok(()) => counts.prices.add(part.changed.len() as u64),
                Err(error) => tracing::debug!(%error, "cluster: prices not sent"),
            }
        }
        sleep(window).await;
    }
}

/// Splits the changes of one window into messages; returns one empty message if nothing changed.
fn split_into_messages(
    market: &Market,
    changed: Vec<(TickerId, Bytes)>,
    broadcasts: Vec<(PersonId, Bytes)>,
    max_bytes: usize,
) -> Vec<Ticks> {
    let mut parts = vec![Ticks {
        broadcasts,
        ..Ticks::default()
    }];
    let mut bytes = 0;
    let market = market.read();
    for (id, frame) in changed {
        let Some(quote) = market.get(id).and_then(|listing| listing.quote.clone()) else {
            continue;
        };
        bytes += 2 * frame.len();
        if bytes > max_bytes {
            parts.push(Ticks::default());
            bytes = 2 * frame.len();
        }
        if let Some(part) = parts.last_mut() {
            part.changed.push(Tick { id, frame, quote });
        }
    }
    parts
}

/// Responds to requests of edges for the prices of all tickers from an id on. A response contains as many prices as fit into a message.
pub(super) async fn serve_quote_requests(
    client: Client,
    market: Arc<Market>,
    clock: Arc<dyn Clock>,
    epoch: u64,
) {
    loop {
        let mut requests = match client.subscribe(wire::QUOTES).await {
            Ok(requests) => requests,
            Err(error) => {
                tracing::warn!(%error, "cluster: cannot subscribe to price requests");
                sleep(RETRY_DELAY).await;
                continue;
            }
        };
        while let Some(Message { reply, payload, .. }) = requests.next().await {
            let from = std::str::from_utf8(&payload).ok();
            let from = from.and_then(|text| text.parse().ok()).unwrap_or_default();
            let response = quotes_from(&market, clock.now(), from, max_tick_bytes(&client));
            if let (Some(reply), Ok(body)) = (reply, response.encode()) {
                let headers = wire::headers(epoch);
                let _ = client.publish_with_headers(reply, headers, body).await;
            }
        }
    }
}

/// Returns the prices of tickers from the id `from` on, as many as fit into `max_bytes`.
fn quotes_from(market: &Market, now: jiff::Timestamp, from: u32, max_bytes: usize) -> Ticks {
    let mut response = Ticks::default();
    let mut bytes = 0;
    let market = market.read();
    for listing in market
        .listings()
        .iter()
        .filter(|listing| listing.ticker.id.0 >= from)
    {
        let Some(quote) = listing.quote.clone() else {
            continue;
        };
        let frame = frames::ticker(listing, now);
        bytes += 2 * frame.len();
        if bytes > max_bytes && !response.changed.is_empty() {
            response.next = listing.ticker.id.0;
            return response;
        }
        let id = listing.ticker.id;
        response.changed.push(Tick { id, frame, quote });
    }
    response
}

/// The state of the received price messages.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TickStatus {
    /// Time of the last message from the source; `None` before the first message.
    pub(super) last: Option<Instant>,
    pub(super) epoch: u64,
    pub(super) sequence: u64,
    pub(super) problem: Option<String>,
}

/// Receives prices at an edge.
#[derive(Clone)]
pub(super) struct TickReceiver {
    pub(super) client: Client,
    pub(super) hub: Arc<Hub>,
    pub(super) market: Arc<Market>,
    pub(super) status: Arc<watch::Sender<TickStatus>>,
    pub(super) counts: Arc<Counts>,
    /// Returns the newest epoch known from the records.
    pub(super) epoch: Arc<dyn Fn() -> u64 + Send + Sync>,
}

impl TickReceiver {
    /// Receives prices forever.
    pub(super) async fn run(self) {
        loop {
            match self.client.subscribe(wire::TICKS).await {
                Ok(mut ticks) => {
                    while let Some(message) = ticks.next().await {
                        self.receive(message).await;
                    }
                }
                Err(error) => tracing::warn!(%error, "cluster: cannot subscribe to prices"),
            }
            sleep(RETRY_DELAY).await;
        }
    }

    async fn receive(&self, message: Message) {
        let head = wire::parse_headers(message.headers.as_ref());
        let (head, ticks) = match head.and_then(|head| Ok((head, Ticks::decode(message.payload)?)))
        {
            Ok(decoded) => decoded,
            Err(error) => {
                self.status.send_modify(|status| {
                    status.problem = Some(format!("{error:#}"));
                });
                return;
            }
        };
        let previous = self.status.borrow().clone();
        if head.epoch < (self.epoch)().max(previous.epoch) {
            return;
        }
        let sequence = head.sequence.unwrap_or_default();
        let is_next = head.epoch == previous.epoch && sequence == previous.sequence + 1;
        self.counts.prices.add(ticks.changed.len() as u64);
        self.apply(ticks).await;
        self.record_message(&head, sequence);
        if !is_next {
            // The first message after the start or after a change of the source is not a gap.
            if head.epoch == previous.epoch && previous.sequence > 0 {
                self.counts.gaps.add(1);
            }
            if previous.last.is_some() {
                self.counts.price_rereads.add(1);
            }
            self.reload_all().await;
        }
    }

    fn record_message(&self, head: &MessageHeaders, sequence: u64) {
        self.status.send_modify(|status| {
            status.last = Some(Instant::now());
            status.epoch = head.epoch;
            status.sequence = sequence;
            status.problem = None;
        });
    }

    /// Applies quotes to the market, and sends the frames of changed quotes to the hub.
    async fn apply(&self, received: Ticks) {
        let quotes = received.changed.iter().map(|tick| tick.quote.clone());
        let changed = ingest::apply_quotes(&self.market, quotes);
        let ticks = received.changed.into_iter();
        let frames: Vec<_> = ticks
            .filter(|tick| changed.contains(&tick.id))
            .map(|tick| (tick.id, tick.frame))
            .collect();
        if !frames.is_empty() {
            self.hub.publish(frames).await;
        }
        for (person, frame) in received.broadcasts {
            self.hub.broadcast(person, &frame);
        }
    }

    /// Reloads all prices, because messages are missing.
    async fn reload_all(&self) {
        let mut from = 0_u32;
        loop {
            let request = self.client.request(wire::QUOTES, from.to_string().into());
            let response = match timeout(KEEP_ALIVE_INTERVAL, request).await {
                Ok(Ok(response)) => response,
                Ok(Err(error)) => return self.retry_reload(&error.to_string()),
                Err(_) => return self.retry_reload("the source did not respond"),
            };
            let decoded = wire::parse_headers(response.headers.as_ref())
                .and_then(|_| Ticks::decode(response.payload));
            match decoded {
                Ok(ticks) => {
                    let next = ticks.next;
                    self.apply(ticks).await;
                    if next <= from {
                        return;
                    }
                    from = next;
                }
                Err(error) => return self.retry_reload(&format!("{error:#}")),
            }
        }
    }

    /// Lets the next message trigger another reload after a failed one.
    fn retry_reload(&self, reason: &str) {
        tracing::debug!("cluster: cannot reload prices: {reason}");
        self.status.send_modify(|status| status.sequence = 0);
    }
}

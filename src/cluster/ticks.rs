//! Prices: one message a window with the frames of all tickers that moved, encoded once and passed on as they are.

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
    wire::{self, Head, Tick, Ticks},
};
use crate::{
    domain::{clock::Clock, ticker::TickerId},
    ingest,
    live::hub::Hub,
    market::Market,
    web::frames,
};

/// How often the source is heard of where no price moves.
const HEARTBEAT: Duration = Duration::from_secs(2);
/// Bytes of a message, about, also where NATS takes larger ones.
const MAX_BYTES: usize = 400_000;

/// Bytes of a message, about, as NATS is configured.
fn max_tick_bytes(client: &Client) -> usize {
    (connection::max_body(client) / 2).min(MAX_BYTES)
}
/// Pause before prices that could not be asked for are asked for again.
const RETRY_DELAY: Duration = Duration::from_secs(1);

/// Sends what the hub gets, a message a window.
pub(super) async fn send(
    client: Client,
    hub: Arc<Hub>,
    market: Arc<Market>,
    epoch: u64,
    window: Duration,
    counts: Arc<Counts>,
) {
    let mut subscription = hub.subscribe_all();
    let mut heartbeat = interval(HEARTBEAT);
    heartbeat.set_missed_tick_behavior(MissedTickBehavior::Delay);
    let mut sequence = 0;
    loop {
        tokio::select! {
            () = subscription.changed() => {}
            _ = heartbeat.tick() => {}
        }
        let (moved, everybody) = subscription.take();
        for part in parts(&market, moved, everybody, max_tick_bytes(&client)) {
            sequence += 1;
            // What nobody hears need not wait until somebody does: the gap says that it is missing.
            if !connection::is_up(&client) {
                continue;
            }
            let mut headers = wire::headers(epoch);
            wire::number(&mut headers, sequence);
            let sent = match part.encode() {
                Ok(bytes) => {
                    client
                        .publish_with_headers(wire::TICKS, headers, bytes)
                        .await
                }
                Err(error) => {
                    tracing::error!("prices cannot be passed on: {error:#}");
                    continue;
                }
            };
            match sent {
                Ok(()) => counts.prices.add(part.moved.len() as u64),
                Err(error) => tracing::debug!(%error, "prices were not passed on"),
            }
        }
        sleep(window).await;
    }
}

/// What one window brought, in pieces that a message holds; one that is empty where it brought nothing.
fn parts(
    market: &Market,
    moved: Vec<(TickerId, Bytes)>,
    everybody: Vec<Bytes>,
    most: usize,
) -> Vec<Ticks> {
    let mut parts = vec![Ticks {
        everybody,
        ..Ticks::default()
    }];
    let mut bytes = 0;
    let market = market.read();
    for (id, frame) in moved {
        let Some(quote) = market.get(id).and_then(|listing| listing.quote.clone()) else {
            continue;
        };
        bytes += 2 * frame.len();
        if bytes > most {
            parts.push(Ticks::default());
            bytes = 2 * frame.len();
        }
        if let Some(part) = parts.last_mut() {
            part.moved.push(Tick { id, frame, quote });
        }
    }
    parts
}

/// Answers edges that ask for the prices of all tickers from a number on, as many as a message holds.
pub(super) async fn answer_quotes(
    client: Client,
    market: Arc<Market>,
    clock: Arc<dyn Clock>,
    epoch: u64,
) {
    loop {
        let asked = match client.subscribe(wire::QUOTES).await {
            Ok(asked) => asked,
            Err(error) => {
                tracing::warn!(%error, "edges cannot ask for prices");
                sleep(RETRY_DELAY).await;
                continue;
            }
        };
        let mut asked = asked;
        while let Some(Message { reply, payload, .. }) = asked.next().await {
            let from = std::str::from_utf8(&payload).ok();
            let from = from.and_then(|text| text.parse().ok()).unwrap_or_default();
            let answer = quotes_from(&market, clock.now(), from, max_tick_bytes(&client));
            if let (Some(reply), Ok(answer)) = (reply, answer.encode()) {
                let headers = wire::headers(epoch);
                let _ = client.publish_with_headers(reply, headers, answer).await;
            }
        }
    }
}

fn quotes_from(market: &Market, now: jiff::Timestamp, from: u32, most: usize) -> Ticks {
    let mut answer = Ticks::default();
    let mut bytes = 0;
    let market = market.read();
    for listing in market
        .listings()
        .iter()
        .filter(|one| one.ticker.id.0 >= from)
    {
        let Some(quote) = listing.quote.clone() else {
            continue;
        };
        let frame = frames::ticker(listing, now);
        bytes += 2 * frame.len();
        if bytes > most && !answer.moved.is_empty() {
            answer.next = listing.ticker.id.0;
            return answer;
        }
        let id = listing.ticker.id;
        answer.moved.push(Tick { id, frame, quote });
    }
    answer
}

/// How well prices are heard.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct TickStatus {
    /// When the source was last heard; `None` before the first time.
    pub(super) last: Option<Instant>,
    pub(super) epoch: u64,
    pub(super) sequence: u64,
    pub(super) problem: Option<String>,
}

/// Hears prices.
#[derive(Clone)]
pub(super) struct TickReceiver {
    pub(super) client: Client,
    pub(super) hub: Arc<Hub>,
    pub(super) market: Arc<Market>,
    pub(super) status: Arc<watch::Sender<TickStatus>>,
    pub(super) counts: Arc<Counts>,
    /// The newest epoch of which the records say.
    pub(super) epoch: Arc<dyn Fn() -> u64 + Send + Sync>,
}

impl TickReceiver {
    /// Hears without end.
    pub(super) async fn run(self) {
        loop {
            match self.client.subscribe(wire::TICKS).await {
                Ok(mut ticks) => {
                    while let Some(message) = ticks.next().await {
                        self.receive(message).await;
                    }
                }
                Err(error) => tracing::warn!(%error, "prices are not heard"),
            }
            sleep(RETRY_DELAY).await;
        }
    }

    async fn receive(&self, message: Message) {
        let head = wire::head(message.headers.as_ref());
        let (head, ticks) = match head.and_then(|head| Ok((head, Ticks::decode(message.payload)?)))
        {
            Ok(read) => read,
            Err(error) => {
                self.status.send_modify(|status| {
                    status.problem = Some(format!("{error:#}"));
                });
                return;
            }
        };
        let known = self.status.borrow().clone();
        if head.epoch < (self.epoch)().max(known.epoch) {
            return;
        }
        let sequence = head.sequence.unwrap_or_default();
        let is_next = head.epoch == known.epoch && sequence == known.sequence + 1;
        self.counts.prices.add(ticks.moved.len() as u64);
        self.take(ticks).await;
        self.note(&head, sequence);
        if !is_next {
            // At the start, and with another source, everything is new and nothing is missing.
            if head.epoch == known.epoch && known.sequence > 0 {
                self.counts.gaps.add(1);
            }
            if known.last.is_some() {
                self.counts.price_rereads.add(1);
            }
            self.reload_all().await;
        }
    }

    fn note(&self, head: &Head, sequence: u64) {
        self.status.send_modify(|status| {
            status.last = Some(Instant::now());
            status.epoch = head.epoch;
            status.sequence = sequence;
            status.problem = None;
        });
    }

    async fn take(&self, heard: Ticks) {
        let quotes = heard.moved.iter().map(|tick| tick.quote.clone());
        let taken = ingest::take_quotes(&self.market, quotes);
        let ticks = heard.moved.into_iter();
        let new: Vec<_> = ticks
            .filter(|tick| taken.contains(&tick.id))
            .map(|tick| (tick.id, tick.frame))
            .collect();
        if !new.is_empty() {
            self.hub.publish(new).await;
        }
        for frame in heard.everybody {
            self.hub.broadcast(&frame);
        }
    }

    /// Something is missing: asks for all there is.
    async fn reload_all(&self) {
        let mut from = 0_u32;
        loop {
            let asked = self.client.request(wire::QUOTES, from.to_string().into());
            let answer = match timeout(HEARTBEAT, asked).await {
                Ok(Ok(answer)) => answer,
                // The next message is out of order as well.
                Ok(Err(error)) => return self.request_reload(&error.to_string()),
                Err(_) => return self.request_reload("the source did not answer"),
            };
            let read =
                wire::head(answer.headers.as_ref()).and_then(|_| Ticks::decode(answer.payload));
            match read {
                Ok(ticks) => {
                    let next = ticks.next;
                    self.take(ticks).await;
                    if next <= from {
                        return;
                    }
                    from = next;
                }
                Err(error) => return self.request_reload(&format!("{error:#}")),
            }
        }
    }

    /// All prices were not had: the next message asks for them again.
    fn request_reload(&self, why: &str) {
        tracing::debug!("all prices could not be read: {why}");
        self.status.send_modify(|status| status.sequence = 0);
    }
}

//! Calls of browsers at edges, which the source answers: each is done once, however often it is asked for.

use std::{collections::HashMap, sync::Arc, time::Duration};

use async_nats::{Client, Message};
use bytes::Bytes;
use futures_util::StreamExt as _;
use hyper::StatusCode;
use serde::{Deserialize, Serialize};
use tokio::time::{sleep, timeout};

use super::{connection, outbox::Outbox, wire};
use crate::{
    store::Scope,
    web::{self, Answered, AppState, Call},
};

/// How long what was committed may take to be published before the answer says that it is not.
const PUBLISH_TIMEOUT: Duration = Duration::from_secs(5);
/// Pause before a failed subscription is repeated.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// Bytes that go with the body of an answer.
const ENVELOPE_BYTES: usize = 4_096;
/// Calls that are answered at once.
const MAX_CONCURRENT_CALLS: usize = 64;
/// Bytes of a call or an answer, also where NATS takes larger messages.
const MAX_CALL: usize = 900_000;

/// Bytes that a call or an answer may have, as NATS is configured.
pub(super) fn max_call(client: &Client) -> usize {
    connection::max_body(client).min(MAX_CALL)
}

/// An answer on its way, with how far an edge must be to show what it says.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Envelope {
    pub(super) answered: Answered,
    pub(super) sequence: u64,
}

/// Answers calls of edges.
#[derive(Clone)]
pub(super) struct CallServer {
    pub(super) client: Client,
    pub(super) state: Arc<AppState>,
    pub(super) outboxes: HashMap<Scope, Arc<Outbox>>,
    pub(super) epoch: u64,
}

impl CallServer {
    /// Answers without end.
    pub(super) async fn run(self) {
        loop {
            match self.client.subscribe(wire::CALLS).await {
                Ok(calls) => {
                    let each = |message: Message| {
                        let own = self.clone();
                        async move { own.answer(message).await }
                    };
                    calls.for_each_concurrent(MAX_CONCURRENT_CALLS, each).await;
                }
                Err(error) => tracing::warn!(%error, "edges cannot call"),
            }
            sleep(RETRY_DELAY).await;
        }
    }

    async fn answer(&self, message: Message) {
        let Some(reply) = message.reply else { return };
        let read = wire::head(message.headers.as_ref())
            .and_then(|_| wire::read_with_body::<Call>(message.payload));
        let envelope = match read {
            Ok((mut call, body)) => {
                call.body = body;
                let is_read = call.is_read();
                let answered =
                    truncate_to_limit(web::answer(&self.state, call).await, max_call(&self.client));
                if is_read {
                    without_sequence(answered)
                } else {
                    self.published(answered).await
                }
            }
            Err(error) => without_sequence(Answered::sentence(
                StatusCode::BAD_GATEWAY,
                &format!("The source did not understand the edge: {error:#}."),
            )),
        };
        let body = Bytes::from(envelope.answered.body.clone());
        let sent = match wire::with_body(&envelope, &body) {
            Ok(bytes) => {
                let headers = wire::headers(self.epoch);
                self.client
                    .publish_with_headers(reply, headers, bytes)
                    .await
            }
            Err(error) => return tracing::error!("an answer cannot be passed on: {error:#}"),
        };
        if let Err(error) = sent {
            tracing::debug!(%error, "an answer was not passed on");
        }
    }

    /// Waits until what was committed so far is in the streams: an edge is told no sooner.
    async fn published(&self, answered: Answered) -> Envelope {
        let mut sequence = 0;
        for (scope, outbox) in &self.outboxes {
            let waiting = outbox.published_up_to(outbox.newest());
            match timeout(PUBLISH_TIMEOUT, waiting).await {
                Ok(reached) if *scope == Scope::Everybody => sequence = reached,
                Err(_) if answered.is_success() => {
                    return without_sequence(Answered::sentence(
                        StatusCode::SERVICE_UNAVAILABLE,
                        "The source saved this and cannot pass it on at present; look whether it is there before you repeat it.",
                    ));
                }
                Ok(_) | Err(_) => {}
            }
        }
        Envelope { answered, sequence }
    }
}

/// Passes an answer on, or in its place an error where it is larger than `max` bytes, headers included.
fn truncate_to_limit(answered: Answered, max: usize) -> Answered {
    if answered.body.len() <= max.saturating_sub(ENVELOPE_BYTES) {
        return answered;
    }
    Answered::sentence(
        StatusCode::BAD_GATEWAY,
        "The answer is larger than an edge can pass on; ask the source itself.",
    )
}

fn without_sequence(answered: Answered) -> Envelope {
    Envelope {
        answered,
        sequence: 0,
    }
}

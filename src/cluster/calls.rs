//! API calls forwarded from edges to the source. A write is executed once, however often it is repeated.

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
    web::{self, AppState, ForwardedRequest, RemoteResponse},
};

/// How long a response waits for its commit to be replicated before it reports a failure.
const PUBLISH_TIMEOUT: Duration = Duration::from_secs(5);
/// Delay before a failed subscription is retried.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// Space reserved for the headers of a response, in bytes.
const ENVELOPE_BYTES: usize = 4_096;
/// Maximum number of calls handled at the same time.
const MAX_CONCURRENT_CALLS: usize = 64;
/// Maximum size of a call or response in bytes, even if NATS allows more.
const MAX_CALL: usize = 900_000;

/// Returns the maximum size of a call or response in bytes, as limited by NATS.
pub(super) fn max_call(client: &Client) -> usize {
    connection::max_body(client).min(MAX_CALL)
}

/// A response with the stream sequence that an edge must have applied to show the result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Envelope {
    pub(super) answered: RemoteResponse,
    pub(super) sequence: u64,
}

/// Handles calls from edges at the source.
#[derive(Clone)]
pub(super) struct CallServer {
    pub(super) client: Client,
    pub(super) state: Arc<AppState>,
    pub(super) outboxes: HashMap<Scope, Arc<Outbox>>,
    pub(super) epoch: u64,
}

impl CallServer {
    /// Handles calls forever.
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
                Err(error) => tracing::warn!(%error, "cluster: cannot subscribe to edge requests"),
            }
            sleep(RETRY_DELAY).await;
        }
    }

    async fn answer(&self, message: Message) {
        let Some(reply) = message.reply else { return };
        let read = wire::head(message.headers.as_ref())
            .and_then(|_| wire::read_with_body::<ForwardedRequest>(message.payload));
        let envelope = match read {
            Ok((mut call, body)) => {
                call.body = body;
                let is_read = call.is_read();
                let answered = truncate_to_limit(
                    web::answer_forwarded(&self.state, call).await,
                    max_call(&self.client),
                );
                if is_read {
                    without_sequence(answered)
                } else {
                    self.wait_replicated(answered).await
                }
            }
            Err(error) => without_sequence(RemoteResponse::from_message(
                StatusCode::BAD_GATEWAY,
                &format!("The source could not read the request of the edge: {error:#}."),
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
            Err(error) => return tracing::error!("cluster: cannot encode a response: {error:#}"),
        };
        if let Err(error) = sent {
            tracing::debug!(%error, "cluster: response not sent");
        }
    }

    /// Waits until everything committed so far is in the streams, so that the edge can show the change.
    async fn wait_replicated(&self, answered: RemoteResponse) -> Envelope {
        let mut sequence = 0;
        for (scope, outbox) in &self.outboxes {
            let waiting = outbox.wait_published(outbox.newest());
            match timeout(PUBLISH_TIMEOUT, waiting).await {
                Ok(reached) if *scope == Scope::AllMembers => sequence = reached,
                Err(_) if answered.is_success() => {
                    return without_sequence(RemoteResponse::from_message(
                        StatusCode::SERVICE_UNAVAILABLE,
                        "The source saved the change but cannot replicate it at the moment. Check before you try again.",
                    ));
                }
                Ok(_) | Err(_) => {}
            }
        }
        Envelope { answered, sequence }
    }
}

/// Returns the response, or an error response if it exceeds `max` bytes including headers.
fn truncate_to_limit(answered: RemoteResponse, max: usize) -> RemoteResponse {
    if answered.body.len() <= max.saturating_sub(ENVELOPE_BYTES) {
        return answered;
    }
    RemoteResponse::from_message(
        StatusCode::BAD_GATEWAY,
        "The response is too large for an edge; send the request to the source directly.",
    )
}

fn without_sequence(answered: RemoteResponse) -> Envelope {
    Envelope {
        answered,
        sequence: 0,
    }
}

//! API calls that edges forward to the source. A repeated write is executed only once.

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

/// Time limit for the replication of a call's commit; after it, the response reports a failure.
const REPLICATION_TIMEOUT: Duration = Duration::from_secs(5);
/// Delay before a failed subscription is retried.
const RETRY_DELAY: Duration = Duration::from_secs(1);
/// Space reserved for the headers of a response, in bytes.
const ENVELOPE_BYTES: usize = 4_096;
/// Maximum number of calls handled at the same time.
const MAX_CONCURRENT_CALLS: usize = 64;
/// Maximum size of a call or response in bytes, even if NATS allows more.
const MAX_CALL_BYTES: usize = 900_000;

/// Returns the maximum size of a call or response in bytes, as limited by NATS.
pub(super) fn max_call_bytes(client: &Client) -> usize {
    connection::max_body(client).min(MAX_CALL_BYTES)
}

/// A response, with the sequence of the stream up to which an edge must apply records before it shows the result.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
pub(super) struct Envelope {
    #[serde(rename = "answered")]
    pub(super) response: RemoteResponse,
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
                    let handle = |message: Message| {
                        let server = self.clone();
                        async move { server.handle_call(message).await }
                    };
                    calls
                        .for_each_concurrent(MAX_CONCURRENT_CALLS, handle)
                        .await;
                }
                Err(error) => {
                    tracing::warn!(%error, "cluster: cannot subscribe to calls from edges");
                }
            }
            sleep(RETRY_DELAY).await;
        }
    }

    /// Executes a call and sends the response.
    async fn handle_call(&self, message: Message) {
        let Some(reply) = message.reply else { return };
        let decoded = wire::parse_headers(message.headers.as_ref())
            .and_then(|_| wire::decode_with_body::<ForwardedRequest>(message.payload));
        let envelope = match decoded {
            Ok((mut call, body)) => {
                call.body = body;
                let is_read = call.is_read();
                let response = check_size(
                    web::answer_forwarded(&self.state, call).await,
                    max_call_bytes(&self.client),
                );
                if is_read {
                    without_sequence(response)
                } else {
                    self.wait_replicated(response).await
                }
            }
            Err(error) => without_sequence(RemoteResponse::from_message(
                StatusCode::BAD_GATEWAY,
                &format!("The source could not read the request of the edge: {error:#}."),
            )),
        };
        let body = Bytes::from(envelope.response.body.clone());
        let sent = match wire::encode_with_body(&envelope, &body) {
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

    /// Waits until all commits so far are in the streams, so that the edge can show the change.
    async fn wait_replicated(&self, response: RemoteResponse) -> Envelope {
        let mut sequence = 0;
        for (scope, outbox) in &self.outboxes {
            let published = outbox.wait_published(outbox.newest());
            match timeout(REPLICATION_TIMEOUT, published).await {
                Ok(reached) if *scope == Scope::AllMembers => sequence = reached,
                Err(_) if response.is_success() => {
                    return without_sequence(RemoteResponse::from_message(
                        StatusCode::SERVICE_UNAVAILABLE,
                        "The source saved the change but cannot replicate it at the moment. Check before you try again.",
                    ));
                }
                Ok(_) | Err(_) => {}
            }
        }
        Envelope { response, sequence }
    }
}

/// Returns the response, or an error response if the response exceeds `max_bytes` including headers.
fn check_size(response: RemoteResponse, max_bytes: usize) -> RemoteResponse {
    if response.body.len() <= max_bytes.saturating_sub(ENVELOPE_BYTES) {
        return response;
    }
    RemoteResponse::from_message(
        StatusCode::BAD_GATEWAY,
        "The response is too large for an edge; send the request to the source directly.",
    )
}

/// Returns an envelope for a response that changed nothing, so that the edge need not wait.
fn without_sequence(response: RemoteResponse) -> Envelope {
    Envelope {
        response,
        sequence: 0,
    }
}

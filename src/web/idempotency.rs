//! Idempotency: repeating a write with the same `Idempotency-Key` returns the stored response and does not execute the write again.
//!
//! A key is bound to the method, path, query, body and caller of its first request. The write and its key are committed in one
//! transaction (`store/replication/call_context.rs`), so a repeated request is recognized after a restart, and after another
//! process of the cluster has become the source.

use std::future::Future;

use hyper::{Method, StatusCode};
use ring::digest;
use serde::{Deserialize, Serialize};

use super::{
    AppState,
    http::{
        error::{ApiError, Result},
        reply::Reply,
        request::ApiRequest,
    },
    remote::RemoteResponse,
};
use crate::store::{CallOutcome, Fingerprint};

/// Maximum body size of a stored response in bytes: a record must fit into one NATS message.
const MAX_STORED_BODY: usize = 500_000;

/// A response as it is stored in the database.
#[derive(Serialize, Deserialize)]
struct StoredResponse {
    #[serde(flatten)]
    response: RemoteResponse,
    /// The body in Base64.
    body: String,
}

/// Computes the fingerprint of a request. Two requests with the same key and different fingerprints are different writes.
pub(super) fn fingerprint(method: &Method, path: &[&str], request: &ApiRequest) -> Fingerprint {
    let mut hash = digest::Context::new(&digest::SHA256);
    let path = path.join("/");
    for part in [
        method.as_str().as_bytes(),
        path.as_bytes(),
        request.raw_query().as_bytes(),
        request.caller_id().as_bytes(),
        request.body(),
    ] {
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let hash = hash.finish();
    let mut prefix = [0; 8];
    prefix.copy_from_slice(&hash.as_ref()[..8]);
    Fingerprint::of_hash(prefix)
}

/// Returns the stored response for this key, or runs `write` and stores its response.
///
/// # Errors
/// 422 if the key was used for another request, 409 if the write was executed but its response is lost, 503 if the store cannot
/// be read.
pub(super) async fn execute_once(
    state: &AppState,
    key: &str,
    fingerprint: Fingerprint,
    write: impl Future<Output = Result<Reply>>,
) -> Result<Reply> {
    let claim = state.keys_in_progress.claim(key);
    let _lock = claim.acquire().await;
    execute_once_locked(state, key, fingerprint, write).await
}

async fn execute_once_locked(
    state: &AppState,
    key: &str,
    fingerprint: Fingerprint,
    write: impl Future<Output = Result<Reply>>,
) -> Result<Reply> {
    let (store, lookup_key) = (&state.store, key.to_owned());
    match store
        .run(move |store| store.call_outcome(&lookup_key, fingerprint))
        .await
    {
        Ok(Some(CallOutcome::Answered(stored))) => {
            parse_stored(&stored).map_or_else(|| Err(response_lost_error()), Ok)
        }
        Ok(Some(CallOutcome::Unanswered)) => Err(response_lost_error()),
        Ok(Some(CallOutcome::KeyReused)) => Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "This Idempotency-Key was used for another request; use a new key for each change.",
        )),
        Ok(None) => {
            let reply = write.await?;
            if !reply.status().is_success() {
                return Ok(reply);
            }
            let response = RemoteResponse::from_reply(reply).await;
            store_response(state, key, &response).await;
            Ok(response.into_reply())
        }
        Err(error) => Err(ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            format!("Nothing was changed, because {}.", error.public_message()),
        )),
    }
}

/// Stores a response. If that fails, a repeated request returns [`response_lost_error`].
async fn store_response(state: &AppState, key: &str, response: &RemoteResponse) {
    if response.body.len() > MAX_STORED_BODY {
        return;
    }
    let stored = StoredResponse {
        response: response.clone(),
        body: data_encoding::BASE64.encode(&response.body),
    };
    let Ok(stored) = serde_json::to_string(&stored) else {
        return;
    };
    let (key, now) = (key.to_owned(), state.now());
    let saving = state
        .store
        .run(move |store| store.save_call_response(&key, &stored, now));
    if let Err(error) = saving.await {
        tracing::warn!(%error, "http: could not store the response for an idempotency key; a repeated request will return 409");
    }
}

fn parse_stored(stored: &str) -> Option<Reply> {
    let StoredResponse { mut response, body } = serde_json::from_str(stored).ok()?;
    response.body = data_encoding::BASE64.decode(body.as_bytes()).ok()?;
    Some(response.into_reply())
}

fn response_lost_error() -> ApiError {
    ApiError::conflict("This change was already made, but its response was lost; reload the page.")
}

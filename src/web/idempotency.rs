//! Idempotency: a change repeated with the same `Idempotency-Key` gets the same response and is not made again.
//!
//! A key belongs to one request: its method, path, query, body and caller. The change and the record of the key are one
//! transaction (`store/replication/call_context.rs`), so this survives restarts, and in a cluster a change of the source.

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

/// A stored response.
#[derive(Serialize, Deserialize)]
struct StoredResponse {
    #[serde(flatten)]
    answered: RemoteResponse,
    /// The body in Base64.
    body: String,
}

/// Computes the fingerprint that tells requests with the same key apart.
pub(super) fn fingerprint(method: &Method, path: &[&str], request: &ApiRequest) -> Fingerprint {
    let mut hash = digest::Context::new(&digest::SHA256);
    let path = path.join("/");
    for part in [
        method.as_str().as_bytes(),
        path.as_bytes(),
        request.raw_query().as_bytes(),
        request.sender().as_bytes(),
        request.body(),
    ] {
        hash.update(&(part.len() as u64).to_le_bytes());
        hash.update(part);
    }
    let hash = hash.finish();
    let mut first = [0; 8];
    first.copy_from_slice(&hash.as_ref()[..8]);
    Fingerprint::of_hash(first)
}

/// Returns the stored response for this key, or runs `writing` and stores its response.
///
/// # Errors
/// 422 if the key belongs to another request, 409 if the change was made but its response is lost, 503 if the store cannot be read.
pub(super) async fn once(
    state: &AppState,
    key: &str,
    fingerprint: Fingerprint,
    writing: impl Future<Output = Result<Reply>>,
) -> Result<Reply> {
    let claim = state.keys_in_progress.claim(key);
    let _lock = claim.acquire().await;
    once_locked(state, key, fingerprint, writing).await
}

async fn once_locked(
    state: &AppState,
    key: &str,
    fingerprint: Fingerprint,
    writing: impl Future<Output = Result<Reply>>,
) -> Result<Reply> {
    let (store, asked) = (&state.store, key.to_owned());
    match store
        .run(move |store| store.call_outcome(&asked, fingerprint))
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
            let reply = writing.await?;
            if !reply.status().is_success() {
                return Ok(reply);
            }
            let answered = RemoteResponse::from_reply(reply).await;
            store_response(state, key, &answered).await;
            Ok(answered.into_reply())
        }
        Err(error) => Err(ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            format!("Nothing was changed, because {}.", error.public_message()),
        )),
    }
}

/// Stores a response. If that fails, a repeated request gets the error that the response is lost.
async fn store_response(state: &AppState, key: &str, answered: &RemoteResponse) {
    if answered.body.len() > MAX_STORED_BODY {
        return;
    }
    let stored = StoredResponse {
        answered: answered.clone(),
        body: data_encoding::BASE64.encode(&answered.body),
    };
    let Ok(stored) = serde_json::to_string(&stored) else {
        return;
    };
    let (key, now) = (key.to_owned(), state.now());
    let keeping = state
        .store
        .run(move |store| store.save_call_response(&key, &stored, now));
    if let Err(error) = keeping.await {
        tracing::warn!(%error, "idempotent response not stored");
    }
}

fn parse_stored(stored: &str) -> Option<Reply> {
    let StoredResponse { mut answered, body } = serde_json::from_str(stored).ok()?;
    answered.body = data_encoding::BASE64.decode(body.as_bytes()).ok()?;
    Some(answered.into_reply())
}

fn response_lost_error() -> ApiError {
    ApiError::conflict("This change was already made, but its response was lost; reload the page.")
}

//! A change that is sent again under the same `Idempotency-Key` is answered and not made again.
//!
//! The key belongs to one request: its method, path, query, body and caller. What it changed and the note that it was made are one
//! transaction (`store/replication/call_context.rs`), so this holds across restarts, and in a cluster across a change of the source.

use std::future::Future;

use hyper::{Method, StatusCode};
use ring::digest;
use serde::{Deserialize, Serialize};

use super::{
    AppState,
    elsewhere::Answered,
    http::{
        error::{ApiError, Result},
        reply::Reply,
        request::ApiRequest,
    },
};
use crate::store::{CallOutcome, Fingerprint};

/// Bytes of a body that is kept to be answered again. A record takes no more than NATS passes on in one message.
const MAX_KEPT_BODY: usize = 500_000;

/// An answer as it is kept.
#[derive(Serialize, Deserialize)]
struct KeptAnswer {
    #[serde(flatten)]
    answered: Answered,
    /// Base64.
    body: String,
}

/// Tells a request from others that come under its key.
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

/// The answer of `writing`, or the one that it had before under this key.
///
/// # Errors
/// 422 where another request came under the key, 409 where it was done and its answer is lost, 503 where that cannot be read.
pub(super) async fn once(
    state: &AppState,
    key: &str,
    fingerprint: Fingerprint,
    writing: impl Future<Output = Result<Reply>>,
) -> Result<Reply> {
    let turn = state.under_way.of(key);
    let _alone = turn.begin().await;
    once_alone(state, key, fingerprint, writing).await
}

async fn once_alone(
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
        Ok(Some(CallOutcome::Answered(kept))) => read(&kept).map_or_else(|| Err(lost()), Ok),
        Ok(Some(CallOutcome::Unanswered)) => Err(lost()),
        Ok(Some(CallOutcome::KeyReused)) => Err(ApiError::new(
            StatusCode::UNPROCESSABLE_ENTITY,
            "This Idempotency-Key was used for another request; use a new key for each change.",
        )),
        Ok(None) => {
            let reply = writing.await?;
            if !reply.status().is_success() {
                return Ok(reply);
            }
            let answered = Answered::of(reply).await;
            keep(state, key, &answered).await;
            Ok(answered.into_reply())
        }
        Err(error) => Err(ApiError::new(
            StatusCode::SERVICE_UNAVAILABLE,
            format!("Nothing was changed, because {}.", error.public_message()),
        )),
    }
}

/// Keeps an answer. Where that fails, a repeated request hears that the change was made and its answer is lost.
async fn keep(state: &AppState, key: &str, answered: &Answered) {
    if answered.body.len() > MAX_KEPT_BODY {
        return;
    }
    let kept = KeptAnswer {
        answered: answered.clone(),
        body: data_encoding::BASE64.encode(&answered.body),
    };
    let Ok(kept) = serde_json::to_string(&kept) else {
        return;
    };
    let (key, now) = (key.to_owned(), state.now());
    let keeping = state
        .store
        .run(move |store| store.save_call_answer(&key, &kept, now));
    if let Err(error) = keeping.await {
        tracing::warn!(%error, "the answer to a request with an Idempotency-Key was not kept");
    }
}

fn read(kept: &str) -> Option<Reply> {
    let KeptAnswer { mut answered, body } = serde_json::from_str(kept).ok()?;
    answered.body = data_encoding::BASE64.decode(body.as_bytes()).ok()?;
    Some(answered.into_reply())
}

fn lost() -> ApiError {
    ApiError::conflict("This was done already, and the answer to it is lost; load the page again.")
}

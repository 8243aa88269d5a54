//! Requests that write: how many may wait, each once and to its end, acknowledged when it is where it must be.

use std::{sync::Arc, time::Duration};

use hyper::StatusCode;
use tokio::{sync::OwnedSemaphorePermit, time::timeout};

use super::{
    error::{ApiError, Result},
    reply::Reply,
    request::ApiRequest,
};
use crate::{
    store::{self, Fingerprint},
    web::{AppState, Kind, idempotency, routes::Route, socket::frames},
};

/// How long what was committed may take to reach other processes of a cluster before the answer says that it has not.
const REPLICATION_TIMEOUT: Duration = Duration::from_secs(5);

pub(super) fn too_many_writes() -> ApiError {
    ApiError::too_busy("Too many changes wait to be saved; try again in a moment.")
}

/// A place among those that write or wait to.
pub(in crate::web) fn place_to_write(state: &AppState) -> Result<OwnedSemaphorePermit> {
    let place = Arc::clone(&state.waiting_writes).try_acquire_owned();
    place.map_err(|_| too_many_writes())
}

/// Answers a request that writes: once, where it has a key that says when it is repeated.
pub(in crate::web) async fn carry_through(
    state: &Arc<AppState>,
    route: &'static Route,
    path: &[&str],
    request: ApiRequest,
    place: OwnedSemaphorePermit,
) -> Result<Reply> {
    // Before a repeated request is answered from this file, too: its source may be another process by now.
    if let Some(problem) = state.store.replication_problem() {
        return Err(not_replicated(format!(
            "The source cannot replicate changes, so nothing was changed: {problem}."
        )));
    }
    let Some(key) = request.key().map(str::to_owned) else {
        return replicated(state, route, path, request, None, place).await;
    };
    let fingerprint = idempotency::fingerprint(&route.method, path, &request);
    let writing = replicated(state, route, path, request, Some(fingerprint), place);
    idempotency::once(state, &key, fingerprint, writing).await
}

/// Answers a request that writes; a success is answered when other processes of a cluster, one of which may take over, have it too.
async fn replicated(
    state: &Arc<AppState>,
    route: &'static Route,
    path: &[&str],
    request: ApiRequest,
    fingerprint: Option<Fingerprint>,
    place: OwnedSemaphorePermit,
) -> Result<Reply> {
    let reply = written(state, route, path, request, fingerprint, place).await?;
    let is_passed_on = !reply.status().is_success()
        || timeout(REPLICATION_TIMEOUT, state.store.wait_replicated())
            .await
            .is_ok();
    // What was passed on after the lease was lost may be removed by a successor that had read everything before.
    let is_kept = !reply.status().is_success() || state.store.replication_problem().is_none();
    if is_passed_on && is_kept {
        return Ok(reply);
    }
    Err(not_replicated(
        "The source saved the change but cannot replicate it at the moment. Check before you try again.",
    ))
}

fn not_replicated(sentence: impl Into<String>) -> ApiError {
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
}

/// Answers a request that writes, one at a time (but for those that wait for others) and to its end even when its client goes away in the
/// middle: what is on disk and what is in memory would part.
async fn written(
    state: &Arc<AppState>,
    route: &'static Route,
    path: &[&str],
    request: ApiRequest,
    fingerprint: Option<Fingerprint>,
    place: OwnedSemaphorePermit,
) -> Result<Reply> {
    let state = Arc::clone(state);
    let path: Vec<String> = path.iter().map(|part| (*part).to_owned()).collect();
    let answer = tokio::spawn(async move {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let _alone = if route.is_alone() {
            Some(state.writing.lock().await)
        } else {
            None
        };
        let answering = route.answer(&state, &request, &path);
        let answer = match request.key().zip(fingerprint) {
            Some((key, fingerprint)) => {
                store::with_call(key, fingerprint, state.now(), answering).await
            }
            None => answering.await,
        };
        drop(place);
        // What was answered so is on disk.
        if let Ok(reply) = &answer
            && reply.status().is_success()
        {
            for kind in Kind::changed_by(&route.method, route.path) {
                if *kind == Kind::Watchlists {
                    sync_list_alerts(&state).await;
                }
                state.hub.announce(&frames::changed(*kind));
            }
        }
        answer
    });
    answer.await.unwrap_or_else(|error| {
        tracing::error!(%error, "a write failed");
        Err(ApiError::internal())
    })
}

/// Has alerts over lists follow what was changed. What cannot be read now is followed with the next change, or after a start.
async fn sync_list_alerts(state: &AppState) {
    if let Err(error) = state.alerts.sync_list_alerts(state.now()).await {
        tracing::warn!(%error, "alerts over lists could not follow a change of these");
    }
}

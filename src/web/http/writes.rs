//! Executes writes: limited in number, serialized, completed even if the client disconnects, and acknowledged after replication.

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
    web::{AppState, ChangeKind, idempotency, routes::Route, socket::frames},
};

/// Timeout for replicating a commit to other processes of the cluster before the response reports an error.
const REPLICATION_TIMEOUT: Duration = Duration::from_secs(5);

pub(super) fn too_many_writes() -> ApiError {
    ApiError::too_busy("Too many changes are waiting to be saved; try again in a moment.")
}

/// Acquires a permit to write or wait for writing.
pub(in crate::web) fn write_permit(state: &AppState) -> Result<OwnedSemaphorePermit> {
    let permit = Arc::clone(&state.waiting_writes).try_acquire_owned();
    permit.map_err(|_| too_many_writes())
}

/// Executes a write, only once if it has an idempotency key.
pub(in crate::web) async fn execute_write(
    state: &Arc<AppState>,
    route: &'static Route,
    path: &[&str],
    request: ApiRequest,
    permit: OwnedSemaphorePermit,
) -> Result<Reply> {
    // Before answering a repeated request from this database, too: another process may be the source by now.
    if let Some(problem) = state.store.replication_problem() {
        return Err(not_replicated(format!(
            "The source cannot replicate changes, so nothing was changed: {problem}."
        )));
    }
    let Some(key) = request.key().map(str::to_owned) else {
        return write_and_replicate(state, route, path, request, None, permit).await;
    };
    let fingerprint = idempotency::fingerprint(&route.method, path, &request);
    let writing = write_and_replicate(state, route, path, request, Some(fingerprint), permit);
    idempotency::once(state, &key, fingerprint, writing).await
}

/// Executes a write. Success is reported only after replication to the other processes of the cluster, one of which may take over.
async fn write_and_replicate(
    state: &Arc<AppState>,
    route: &'static Route,
    path: &[&str],
    request: ApiRequest,
    fingerprint: Option<Fingerprint>,
    permit: OwnedSemaphorePermit,
) -> Result<Reply> {
    let reply = run_to_completion(state, route, path, request, fingerprint, permit).await?;
    let is_passed_on = !reply.status().is_success()
        || timeout(REPLICATION_TIMEOUT, state.store.wait_replicated())
            .await
            .is_ok();
    // What was replicated after losing the lease may be removed by a new source that had already read everything.
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

/// Executes a write under the write lock (unless it waits for other servers), to the end even if the client disconnects: otherwise disk
/// and memory could diverge.
async fn run_to_completion(
    state: &Arc<AppState>,
    route: &'static Route,
    path: &[&str],
    request: ApiRequest,
    fingerprint: Option<Fingerprint>,
    permit: OwnedSemaphorePermit,
) -> Result<Reply> {
    let state = Arc::clone(state);
    let path: Vec<String> = path.iter().map(|part| (*part).to_owned()).collect();
    let answer = tokio::spawn(async move {
        let path: Vec<&str> = path.iter().map(String::as_str).collect();
        let _lock = if route.takes_write_lock() {
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
        drop(permit);
        // The change is on disk by now.
        if let Ok(reply) = &answer
            && reply.status().is_success()
        {
            for kind in route.changes {
                if *kind == ChangeKind::Watchlists {
                    sync_list_alerts(&state).await;
                }
                state.hub.announce(&frames::changed(*kind));
            }
        }
        answer
    });
    answer.await.unwrap_or_else(|error| {
        tracing::error!(%error, "write failed");
        Err(ApiError::internal())
    })
}

/// Updates alerts over lists after a change of lists. On an error, the next change or restart updates them.
async fn sync_list_alerts(state: &AppState) {
    if let Err(error) = state.alerts.sync_list_alerts(state.now()).await {
        tracing::warn!(%error, "updating alerts over lists failed");
    }
}

//! Executes writes. Their number is limited, they run one after another, they complete even if the client disconnects, and they are
//! acknowledged after replication.

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

/// Timeout for replicating a commit to the cluster; afterwards the response is an error.
const REPLICATION_TIMEOUT: Duration = Duration::from_secs(5);

pub(super) fn too_many_writes() -> ApiError {
    ApiError::too_busy("Too many changes are waiting to be saved; try again in a moment.")
}

/// Acquires a permit to execute a write or to wait for the write lock.
pub(in crate::web) fn write_permit(state: &AppState) -> Result<OwnedSemaphorePermit> {
    let permit = Arc::clone(&state.waiting_writes).try_acquire_owned();
    permit.map_err(|_| too_many_writes())
}

/// Executes a write. A write with an idempotency key is executed only once.
pub(in crate::web) async fn execute_write(
    state: &Arc<AppState>,
    route: &'static Route,
    path: &[&str],
    request: ApiRequest,
    permit: OwnedSemaphorePermit,
) -> Result<Reply> {
    // Also checked before a stored response is returned, as another process may have become the source.
    if let Some(problem) = state.store.replication_problem() {
        return Err(not_replicated(format!(
            "The source cannot replicate changes, so nothing was changed: {problem}."
        )));
    }
    let Some(key) = request.idempotency_key().map(str::to_owned) else {
        return write_and_replicate(state, route, path, request, None, permit).await;
    };
    let fingerprint = idempotency::fingerprint(&route.method, path, &request);
    let write = write_and_replicate(state, route, path, request, Some(fingerprint), permit);
    idempotency::execute_once(state, &key, fingerprint, write).await
}

/// Executes a write and waits for its replication: a process that takes over as source must have the change.
async fn write_and_replicate(
    state: &Arc<AppState>,
    route: &'static Route,
    path: &[&str],
    request: ApiRequest,
    fingerprint: Option<Fingerprint>,
    permit: OwnedSemaphorePermit,
) -> Result<Reply> {
    let reply = run_to_completion(state, route, path, request, fingerprint, permit).await?;
    let is_failure = !reply.status().is_success();
    let is_replicated = is_failure
        || timeout(REPLICATION_TIMEOUT, state.store.wait_replicated())
            .await
            .is_ok();
    // A new source may discard changes that arrive after it has read the log, so a change counts only if this process still has the lease.
    let is_final = is_failure || state.store.replication_problem().is_none();
    if is_replicated && is_final {
        return Ok(reply);
    }
    Err(not_replicated(
        "The source saved the change but cannot replicate it at the moment. Check before you try again.",
    ))
}

fn not_replicated(sentence: impl Into<String>) -> ApiError {
    ApiError::new(StatusCode::SERVICE_UNAVAILABLE, sentence)
}

/// Executes a write in its own task, which completes even if the client disconnects: otherwise disk and memory could diverge. Holds the
/// write lock, except for routes that wait for other servers.
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
            Some(state.write_lock.lock().await)
        } else {
            None
        };
        let handling = route.answer(&state, &request, &path);
        let answer = match request.idempotency_key().zip(fingerprint) {
            Some((key, fingerprint)) => {
                store::with_call(key, fingerprint, state.now(), handling).await
            }
            None => handling.await,
        };
        drop(permit);
        if let Ok(reply) = &answer
            && reply.status().is_success()
        {
            announce_changes(&state, route).await;
        }
        answer
    });
    answer.await.unwrap_or_else(|error| {
        tracing::error!(%error, "http: write failed");
        Err(ApiError::internal())
    })
}

/// Announces the changes of a committed write to all open pages, which then reload the data.
async fn announce_changes(state: &AppState, route: &Route) {
    for kind in route.changes {
        if *kind == ChangeKind::Watchlists {
            sync_list_alerts(state).await;
        }
        state.hub.announce(&frames::changed(*kind));
    }
}

/// Updates alerts over lists after a change of lists. On an error, the next change or restart updates them.
async fn sync_list_alerts(state: &AppState) {
    if let Err(error) = state.alerts.sync_list_alerts(state.now()).await {
        tracing::warn!(%error, "alerts: could not update alerts on watchlists");
    }
}

//! Keeps the search index current, so that no search has to wait until it is built.

use std::{sync::Arc, time::Duration};

use crate::{market::Market, runtime::supervisor::Supervisor};

/// Pause before each check. The first pause keeps the index from slowing down the start of the server. While profiles arrive one
/// after another, the pause also limits how often the index is built.
const PAUSE: Duration = Duration::from_secs(1);

/// Spawns the task.
pub(super) fn spawn(supervisor: &Supervisor, market: &Arc<Market>) {
    let market = Arc::clone(market);
    supervisor.restartable("search index", move || keep_current(Arc::clone(&market)));
}

async fn keep_current(market: Arc<Market>) {
    market.wait_loaded().await;
    loop {
        tokio::time::sleep(PAUSE).await;
        if market.is_search_index_current() {
            continue;
        }
        let refreshed = Arc::clone(&market);
        let refresh = tokio::task::spawn_blocking(move || refreshed.refresh_search_index());
        if let Err(error) = refresh.await {
            tracing::error!(%error, "search: could not build the index");
        }
    }
}

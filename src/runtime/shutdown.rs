//! The phases of a shutdown, each with a time limit. [`super::signals`] triggers the shutdown.
//!
//! Docker kills a container after ten seconds, so the time limits add up to less. The most
//! important work comes first: market data that is not on disk yet is committed before the server
//! waits for requests in progress.

use std::time::Duration;

use tokio::sync::watch;

/// Time limit for sources to stop.
pub(crate) const STOP_SOURCES: Duration = Duration::from_millis(500);
/// Time limit for the first commit of pending market data.
pub(crate) const FLUSH: Duration = Duration::from_secs(2);
/// Default time limit for requests in progress. The option is `grace_seconds`.
pub(crate) const GRACE: Duration = Duration::from_secs(4);
/// Time after the grace period before unfinished requests are abandoned.
pub(crate) const DRAIN_MARGIN: Duration = Duration::from_millis(250);
/// Time limit for merging the last updates from sources.
pub(crate) const MERGE_REST: Duration = Duration::from_millis(250);
/// Time limit for the last commit.
pub(crate) const FLUSH_REST: Duration = Duration::from_secs(1);
/// Time limit for replicating the last commits to other processes.
pub(crate) const REPLICATE_REST: Duration = Duration::from_millis(500);
/// Time limit for closing the database after an essential task failed.
pub(crate) const CLOSE_ON_FAILURE: Duration = Duration::from_millis(500);
/// Minimum time limit for closing the database. The limit is longer if the previous phases took
/// less time than they may.
pub(crate) const CLOSE: Duration = Duration::from_secs(1);
/// Time limit for the whole shutdown.
pub(crate) const TOTAL: Duration = Duration::from_millis(9_500);

/// Signals to the parts of the program that their phase of the shutdown starts.
#[derive(Debug, Default)]
pub(crate) struct Shutdown {
    sources: watch::Sender<bool>,
    requests: watch::Sender<bool>,
}

impl Shutdown {
    /// Returns a flag that becomes true when sources must stop.
    pub(crate) fn sources(&self) -> watch::Receiver<bool> {
        self.sources.subscribe()
    }

    /// Returns a flag that becomes true when no new requests may be accepted.
    pub(crate) fn requests(&self) -> watch::Receiver<bool> {
        self.requests.subscribe()
    }

    /// Signals to the sources to stop.
    pub(crate) fn stop_sources(&self) {
        self.sources.send_replace(true);
    }

    /// Signals to stop accepting requests. Requests in progress may finish.
    pub(crate) fn stop_requests(&self) {
        self.requests.send_replace(true);
    }
}

/// Resolves when `flag` becomes true or its sender is dropped.
pub(crate) async fn wait_until_set(mut flag: watch::Receiver<bool>) {
    let _ = flag.wait_for(|set| *set).await;
}

/// Runs one phase of the shutdown for at most `limit`. Logs a warning and returns `None` if the
/// phase takes longer.
pub(crate) async fn phase<T>(
    name: &str,
    limit: Duration,
    work: impl Future<Output = T>,
) -> Option<T> {
    let output = tokio::time::timeout(limit, work).await.ok();
    if output.is_none() {
        tracing::warn!(
            phase = name,
            ?limit,
            "shutdown: a phase timed out; continuing with the next phase"
        );
    }
    output
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn shutdown_ends_before_docker_kills_the_process() {
        let phases = [
            STOP_SOURCES,
            FLUSH,
            GRACE,
            DRAIN_MARGIN,
            MERGE_REST,
            FLUSH_REST,
            REPLICATE_REST,
            CLOSE,
        ];
        assert!(phases.iter().sum::<Duration>() <= TOTAL);
        assert!(TOTAL < Duration::from_secs(10));
    }
}

//! The phases of a shutdown, with a time limit for each. [`super::signals`] triggers it.
//!
//! Docker kills a container after ten seconds, so all phases together stay below that. The most valuable work comes first:
//! market data that is not on disk yet is committed before the server waits for open requests.

use std::time::Duration;

use tokio::sync::watch;

/// Time limit for sources to stop.
pub(crate) const STOP_SOURCES: Duration = Duration::from_millis(500);
/// Time limit for the first commit of pending market data.
pub(crate) const FLUSH: Duration = Duration::from_secs(2);
/// Default time limit for open requests to finish; configurable as `grace_seconds`.
pub(crate) const GRACE: Duration = Duration::from_secs(4);
/// Added to the grace period before requests are abandoned.
pub(crate) const DRAIN_MARGIN: Duration = Duration::from_millis(250);
/// Time limit for merging the last updates from sources.
pub(crate) const MERGE_REST: Duration = Duration::from_millis(250);
/// Time limit for the last commit.
pub(crate) const FLUSH_REST: Duration = Duration::from_secs(1);
/// Time limit for replicating the last commits to other processes.
pub(crate) const REPLICATE_REST: Duration = Duration::from_millis(500);
/// Time limit for closing the database after an essential task failed.
pub(crate) const CLOSE_ON_FAILURE: Duration = Duration::from_millis(500);
/// Minimum time limit for closing the database; it gets more if earlier phases left time.
pub(crate) const CLOSE: Duration = Duration::from_secs(1);
/// Time limit for the whole shutdown.
pub(crate) const TOTAL: Duration = Duration::from_millis(9_500);

/// Signals each part of the program when its phase of the shutdown begins.
#[derive(Debug, Default)]
pub(crate) struct Shutdown {
    sources: watch::Sender<bool>,
    requests: watch::Sender<bool>,
}

impl Shutdown {
    /// Becomes true when sources must stop.
    pub(crate) fn sources(&self) -> watch::Receiver<bool> {
        self.sources.subscribe()
    }

    /// Becomes true when no new request may be accepted.
    pub(crate) fn requests(&self) -> watch::Receiver<bool> {
        self.requests.subscribe()
    }

    /// Tells the sources to stop.
    pub(crate) fn stop_sources(&self) {
        self.sources.send_replace(true);
    }

    /// Stops accepting requests; open ones may finish.
    pub(crate) fn stop_requests(&self) {
        self.requests.send_replace(true);
    }
}

/// Resolves when `flag` becomes true or its sender is dropped.
pub(crate) async fn set(mut flag: watch::Receiver<bool>) {
    let _ = flag.wait_for(|set| *set).await;
}

/// Runs one phase of the shutdown for at most `limit`; logs and returns `None` if it took longer.
pub(crate) async fn phase<T>(
    what: &str,
    limit: Duration,
    work: impl Future<Output = T>,
) -> Option<T> {
    let done = tokio::time::timeout(limit, work).await.ok();
    if done.is_none() {
        tracing::warn!(
            phase = what,
            ?limit,
            "shutdown: phase timed out, continuing"
        );
    }
    done
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

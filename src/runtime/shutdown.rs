//! The stop: in which phases it goes, and how long each may take. What asks for it is in [`super::signals`].
//!
//! Docker kills after ten seconds. The phases together stay below that, and what is worth most goes
//! first: what was merged and is not on disk yet is committed before open requests are waited for.

use std::time::Duration;

use tokio::sync::watch;

/// How long providers may take to notice that they are to stop.
pub(crate) const STOP_SOURCES: Duration = Duration::from_millis(500);
/// How long the first commit of what is pending may take.
pub(crate) const FLUSH: Duration = Duration::from_secs(2);
/// How long open requests may take to finish, unless the configuration says otherwise.
pub(crate) const GRACE: Duration = Duration::from_secs(4);
/// How much longer than their grace requests may take.
pub(crate) const DRAIN_MARGIN: Duration = Duration::from_millis(250);
/// How long merging what sources sent last may take.
pub(crate) const MERGE_REST: Duration = Duration::from_millis(250);
/// How long the last commit may take.
pub(crate) const FLUSH_REST: Duration = Duration::from_secs(1);
/// How long passing on to other processes what was saved last may take.
pub(crate) const PASS_ON_REST: Duration = Duration::from_millis(500);
/// How long closing the database may take where an essential task is gone.
pub(crate) const CLOSE_AT_ONCE: Duration = Duration::from_millis(500);
/// How long closing the database may take, and longer where the phases before it left time.
pub(crate) const CLOSE: Duration = Duration::from_secs(1);
/// How long the whole stop may take.
pub(crate) const TOTAL: Duration = Duration::from_millis(9_500);

/// Tells each part of the program when its phase of the stop has come.
#[derive(Debug, Default)]
pub(crate) struct Shutdown {
    sources: watch::Sender<bool>,
    requests: watch::Sender<bool>,
}

impl Shutdown {
    /// Turns true when providers are to stop.
    pub(crate) fn sources(&self) -> watch::Receiver<bool> {
        self.sources.subscribe()
    }

    /// Turns true when no new request is to be taken.
    pub(crate) fn requests(&self) -> watch::Receiver<bool> {
        self.requests.subscribe()
    }

    /// Stops the sources.
    pub(crate) fn stop_sources(&self) {
        self.sources.send_replace(true);
    }

    /// Stops taking requests; those that are open may finish.
    pub(crate) fn stop_requests(&self) {
        self.requests.send_replace(true);
    }
}

/// Resolves when `flag` is set, or nobody is left to set it.
pub(crate) async fn set(mut flag: watch::Receiver<bool>) {
    let _ = flag.wait_for(|set| *set).await;
}

/// Runs one phase of the stop for `limit` at most; `None`, and a line in the log, when it took longer.
pub(crate) async fn phase<T>(
    what: &str,
    limit: Duration,
    work: impl Future<Output = T>,
) -> Option<T> {
    let done = tokio::time::timeout(limit, work).await.ok();
    if done.is_none() {
        tracing::warn!("{what} took longer than {limit:?}; the stop goes on without it");
    }
    done
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_stop_ends_before_docker_loses_its_patience() {
        let phases = [
            STOP_SOURCES,
            FLUSH,
            GRACE,
            DRAIN_MARGIN,
            MERGE_REST,
            FLUSH_REST,
            PASS_ON_REST,
            CLOSE,
        ];
        assert!(phases.iter().sum::<Duration>() <= TOTAL);
        assert!(TOTAL < Duration::from_secs(10));
    }
}

//! Committed changes that are not published yet.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{Notify, watch};

use crate::store::{self, Change, Scope};

/// Maximum size of the queued changes in bytes. If a long outage of NATS fills the queue, all queued changes are dropped, and after the
/// outage the publisher compares the database with the stream.
const MAX_QUEUE_BYTES: usize = 32 << 20;

/// The changes of one transaction in one scope.
#[derive(Debug)]
pub(super) struct Commit {
    pub(super) changes: Vec<Change>,
}

/// The queue between the transactions and the publisher of one scope.
#[derive(Debug)]
pub(super) struct Outbox {
    scope: Scope,
    queue: Mutex<Queue>,
    wake: Notify,
    progress: watch::Sender<PublishProgress>,
    /// Descriptions of records that exceed the maximum message size, by table and key.
    too_large: Mutex<BTreeMap<(String, Vec<u8>), String>>,
}

#[derive(Debug, Default)]
struct Queue {
    commits: VecDeque<Commit>,
    bytes: usize,
    /// Number of the newest transaction, whether it belongs to this scope or not.
    newest: u64,
    /// True if changes were dropped since the last full comparison.
    has_dropped: bool,
}

/// Progress of the publisher.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct PublishProgress {
    /// All transactions up to this number are in the stream.
    pub(super) commit: u64,
    /// Sequence of the newest message of the stream at that time.
    pub(super) sequence: u64,
    /// Why publishing fails; `None` while it works.
    pub(super) problem: Option<String>,
}

impl Outbox {
    pub(super) fn new(scope: Scope) -> Arc<Self> {
        Arc::new(Self {
            scope,
            queue: Mutex::default(),
            wake: Notify::new(),
            progress: watch::Sender::default(),
            too_large: Mutex::default(),
        })
    }

    /// Queues the changes of a transaction.
    pub(super) fn add(&self, number: u64, changes: &[Change]) {
        let in_scope = |change: &&Change| Scope::of(&change.table) == Some(self.scope);
        let changes: Vec<Change> = changes.iter().filter(in_scope).cloned().collect();
        let mut queue = self.lock();
        queue.newest = number;
        if !changes.is_empty() {
            queue.bytes += total_bytes(&changes);
            queue.commits.push_back(Commit { changes });
            if queue.bytes > MAX_QUEUE_BYTES {
                *queue = Queue {
                    newest: number,
                    has_dropped: true,
                    ..Queue::default()
                };
            }
        }
        drop(queue);
        self.wake.notify_one();
    }

    /// Returns the number of the newest transaction.
    pub(super) fn newest(&self) -> u64 {
        self.lock().newest
    }

    /// Clears the queue before a full comparison. Returns the number of the newest transaction that the comparison covers.
    pub(super) fn clear(&self) -> u64 {
        let mut queue = self.lock();
        let newest = queue.newest;
        *queue = Queue {
            newest,
            ..Queue::default()
        };
        newest
    }

    /// Waits for the next commits. Returns the commits with the number of the newest transaction, or `None` if commits were dropped. The
    /// list is empty if the new transactions have no changes in this scope.
    pub(super) async fn next(&self) -> Option<(Vec<Commit>, u64)> {
        loop {
            {
                let mut queue = self.lock();
                if queue.has_dropped {
                    return None;
                }
                if !queue.commits.is_empty() || queue.newest > self.progress().commit {
                    queue.bytes = 0;
                    return Some((queue.commits.drain(..).collect(), queue.newest));
                }
            }
            self.wake.notified().await;
        }
    }

    pub(super) fn progress(&self) -> PublishProgress {
        self.progress.borrow().clone()
    }

    pub(super) fn set_progress(&self, progress: PublishProgress) {
        self.progress.send_replace(progress);
    }

    /// Records why publishing fails.
    pub(super) fn set_problem(&self, problem: String) {
        self.progress
            .send_modify(|progress| progress.problem = Some(problem));
    }

    /// Waits until a transaction is published. Returns the newest sequence of the stream at that time.
    pub(super) async fn wait_published(&self, commit: u64) -> u64 {
        let mut updates = self.progress.subscribe();
        let reached = updates.wait_for(|progress| progress.commit >= commit).await;
        reached.map_or(0, |progress| progress.sequence)
    }

    /// Waits until the present content of the database is in the stream, including commits before the first comparison.
    pub(super) async fn wait_replicated(&self) {
        let newest = self.newest();
        let mut updates = self.progress.subscribe();
        let is_replicated =
            |progress: &PublishProgress| progress.sequence > 0 && progress.commit >= newest;
        let _ = updates.wait_for(is_replicated).await;
    }

    /// Returns true if a change fits into a message of `max_bytes`. A record that does not fit is reported until a later version fits.
    pub(super) fn check_size(&self, change: &Change, max_bytes: usize) -> bool {
        let bytes = change.value.as_ref().map_or(0, Vec::len);
        let key = (change.table.clone(), change.key.clone());
        let mut too_large = self
            .too_large
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if bytes <= max_bytes {
            too_large.remove(&key);
            return true;
        }
        let id = <[u8; 4]>::try_from(change.key.as_slice()).map(u32::from_be_bytes);
        let id = id.map_or_else(|_| String::new(), |id| format!(" {id}"));
        let description = format!(
            "the {}{id} takes {bytes} bytes, but NATS accepts at most {max_bytes}",
            store::record_noun(&change.table)
        );
        if too_large.insert(key, description.clone()).is_none() {
            tracing::warn!("cluster: record not replicated: {description}");
        }
        false
    }

    /// Returns a sentence about the records that are too large to replicate; `None` if there are none.
    pub(super) fn too_large(&self) -> Option<String> {
        let too_large = self
            .too_large
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        let first = too_large.values().next()?;
        let more = match too_large.len() {
            1 => String::new(),
            count => format!(", and {} more", count - 1),
        };
        Some(format!(
            "Some records are too large to replicate and exist only in this process: {first}{more}. Shorten them, or raise max_payload of NATS and restart."
        ))
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.queue.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn total_bytes(changes: &[Change]) -> usize {
    changes.iter().map(Change::bytes).sum()
}

#[cfg(test)]
mod tests {
    use super::*;

    fn change(table: &str, bytes: usize) -> Change {
        Change {
            table: table.to_owned(),
            key: vec![0],
            value: Some(vec![0; bytes]),
        }
    }

    #[tokio::test]
    async fn a_change_of_another_scope_is_counted_but_not_queued() {
        let outbox = Outbox::new(Scope::AllMembers);
        outbox.add(1, &[change("boards", 9), change("push_key", 9)]);
        outbox.add(2, &[change("push_key", 9)]);
        let (commits, newest) = outbox.next().await.unwrap();
        assert_eq!(commits.len(), 1);
        assert_eq!(commits[0].changes, [change("boards", 9)]);
        assert_eq!(newest, 2);
    }

    fn is_pending(work: std::pin::Pin<&mut impl Future<Output = ()>>) -> bool {
        let mut context = std::task::Context::from_waker(std::task::Waker::noop());
        work.poll(&mut context).is_pending()
    }

    #[test]
    fn wait_replicated_waits_for_the_first_comparison() {
        let outbox = Outbox::new(Scope::AllMembers);
        let mut replicated = std::pin::pin!(outbox.wait_replicated());
        assert!(is_pending(replicated.as_mut()));
        outbox.set_progress(PublishProgress {
            commit: 0,
            sequence: 9,
            problem: None,
        });
        assert!(!is_pending(replicated.as_mut()));
        outbox.add(1, &[change("boards", 1)]);
        assert!(is_pending(std::pin::pin!(outbox.wait_replicated())));
    }

    #[test]
    fn a_record_too_large_for_a_message_is_reported_until_it_fits_or_is_deleted() {
        let outbox = Outbox::new(Scope::AllMembers);
        let large = Change {
            key: vec![0, 0, 0, 3],
            ..change("watchlists", 1_001)
        };
        assert!(!outbox.check_size(&large, 1_000));
        assert!(outbox.check_size(&change("watchlists", 1_000), 1_000));
        let sentence = outbox.too_large().unwrap();
        assert!(
            sentence.contains("the watchlist 3 takes 1001 bytes"),
            "{sentence}"
        );
        let deleted = Change {
            value: None,
            ..large
        };
        assert!(outbox.check_size(&deleted, 1_000));
        assert_eq!(outbox.too_large(), None);
    }

    #[tokio::test]
    async fn commits_beyond_the_size_limit_are_dropped_until_a_full_comparison() {
        let outbox = Outbox::new(Scope::AllMembers);
        outbox.add(1, &[change("boards", MAX_QUEUE_BYTES + 1)]);
        assert!(outbox.next().await.is_none());
        assert_eq!(outbox.clear(), 1);
        outbox.add(2, &[change("boards", 1)]);
        assert_eq!(outbox.next().await.unwrap().1, 2);
    }
}

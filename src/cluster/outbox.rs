//! Committed changes that are not published yet.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{Notify, watch};

use crate::store::{self, Change, Scope};

/// Maximum size of waiting changes in bytes. During a long outage of NATS they are dropped, and everything is compared
/// afterwards.
const MAX_BYTES: usize = 32 << 20;

/// The changes of one transaction in one scope.
#[derive(Debug)]
pub(super) struct Commit {
    pub(super) changes: Vec<Change>,
}

/// The queue between the transactions and the publisher of one scope.
#[derive(Debug)]
pub(super) struct Outbox {
    scope: Scope,
    waiting: Mutex<Queue>,
    wake: Notify,
    published: watch::Sender<PublishProgress>,
    /// Descriptions of records that exceed the maximum message size, by table and key.
    too_large: Mutex<BTreeMap<(String, Vec<u8>), String>>,
}

#[derive(Debug, Default)]
struct Queue {
    commits: VecDeque<Commit>,
    bytes: usize,
    /// Number of the newest transaction, whether it belongs to this scope or not.
    newest: u64,
    /// Changes were dropped since the last full comparison.
    dropped: bool,
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
            waiting: Mutex::default(),
            wake: Notify::new(),
            published: watch::Sender::default(),
            too_large: Mutex::default(),
        })
    }

    /// Queues the changes of a transaction.
    pub(super) fn add(&self, number: u64, changes: &[Change]) {
        let own = |change: &&Change| Scope::of(&change.table) == Some(self.scope);
        let changes: Vec<Change> = changes.iter().filter(own).cloned().collect();
        let mut waiting = self.lock();
        waiting.newest = number;
        if !changes.is_empty() {
            waiting.bytes += size(&changes);
            waiting.commits.push_back(Commit { changes });
            if waiting.bytes > MAX_BYTES {
                *waiting = Queue {
                    newest: number,
                    dropped: true,
                    ..Queue::default()
                };
            }
        }
        drop(waiting);
        self.wake.notify_one();
    }

    /// Returns the number of the newest transaction.
    pub(super) fn newest(&self) -> u64 {
        self.lock().newest
    }

    /// Clears the queue because everything is about to be compared; returns the number of the newest transaction covered by
    /// that.
    pub(super) fn start_over(&self) -> u64 {
        let mut waiting = self.lock();
        let newest = waiting.newest;
        *waiting = Queue {
            newest,
            ..Queue::default()
        };
        newest
    }

    /// Waits for the next commits and returns them with the newest transaction number; `None` if commits were dropped. If the
    /// newest transaction has no changes in this scope, the list is empty.
    pub(super) async fn next(&self) -> Option<(Vec<Commit>, u64)> {
        loop {
            {
                let mut waiting = self.lock();
                if waiting.dropped {
                    return None;
                }
                if !waiting.commits.is_empty() || waiting.newest > self.published().commit {
                    waiting.bytes = 0;
                    return Some((waiting.commits.drain(..).collect(), waiting.newest));
                }
            }
            self.wake.notified().await;
        }
    }

    pub(super) fn published(&self) -> PublishProgress {
        self.published.borrow().clone()
    }

    pub(super) fn set_progress(&self, published: PublishProgress) {
        self.published.send_replace(published);
    }

    /// Records why publishing fails.
    pub(super) fn set_problem(&self, problem: String) {
        self.published
            .send_modify(|published| published.problem = Some(problem));
    }

    /// Resolves when a transaction is published; returns the newest sequence of the stream at that time.
    pub(super) async fn wait_published(&self, commit: u64) -> u64 {
        let mut published = self.published.subscribe();
        let reached = published
            .wait_for(|published| published.commit >= commit)
            .await;
        reached.map_or(0, |published| published.sequence)
    }

    /// Resolves when everything in the database now is in the stream, including commits before the first comparison.
    pub(super) async fn wait_replicated(&self) {
        let newest = self.newest();
        let mut published = self.published.subscribe();
        let is_there = |now: &PublishProgress| now.sequence > 0 && now.commit >= newest;
        let _ = published.wait_for(is_there).await;
    }

    /// Returns true if a change fits into a message of `max` bytes; otherwise it is reported until it does.
    pub(super) fn check_size(&self, change: &Change, max: usize) -> bool {
        let bytes = change.value.as_ref().map_or(0, Vec::len);
        let key = (change.table.clone(), change.key.clone());
        let mut too_large = self
            .too_large
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        if bytes <= max {
            too_large.remove(&key);
            return true;
        }
        let number = <[u8; 4]>::try_from(change.key.as_slice()).map(u32::from_be_bytes);
        let number = number.map_or_else(|_| String::new(), |number| format!(" {number}"));
        let what = format!(
            "the {}{number} takes {bytes} bytes, but NATS accepts {max}",
            store::record_noun(&change.table)
        );
        if too_large.insert(key, what.clone()).is_none() {
            tracing::warn!("cluster: record not replicated: {what}");
        }
        false
    }

    /// Describes the records that are too large to replicate, as a sentence.
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
            "Some records are too large to replicate and exist on this process only: {first}{more}. Shorten them, or raise max_payload of NATS and restart."
        ))
    }

    fn lock(&self) -> MutexGuard<'_, Queue> {
        self.waiting.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

fn size(changes: &[Change]) -> usize {
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
    fn nothing_is_settled_before_the_first_comparison() {
        let outbox = Outbox::new(Scope::AllMembers);
        let mut settled = std::pin::pin!(outbox.wait_replicated());
        assert!(is_pending(settled.as_mut()));
        outbox.set_progress(PublishProgress {
            commit: 0,
            sequence: 9,
            problem: None,
        });
        assert!(!is_pending(settled.as_mut()));
        outbox.add(1, &[change("boards", 1)]);
        assert!(is_pending(std::pin::pin!(outbox.wait_replicated())));
    }

    #[test]
    fn a_record_too_large_for_a_message_is_reported_until_it_shrinks_or_is_deleted() {
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
        let gone = Change {
            value: None,
            ..large
        };
        assert!(outbox.check_size(&gone, 1_000));
        assert_eq!(outbox.too_large(), None);
    }

    #[tokio::test]
    async fn beyond_the_size_limit_commits_are_dropped_and_everything_is_compared() {
        let outbox = Outbox::new(Scope::AllMembers);
        outbox.add(1, &[change("boards", MAX_BYTES + 1)]);
        assert!(outbox.next().await.is_none());
        assert_eq!(outbox.start_over(), 1);
        outbox.add(2, &[change("boards", 1)]);
        assert_eq!(outbox.next().await.unwrap().1, 2);
    }
}

//! What was committed and is not published yet.

use std::{
    collections::{BTreeMap, VecDeque},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
};

use tokio::sync::{Notify, watch};

use crate::store::{self, Change, Scope};

/// Bytes that may wait. While NATS is away for long, what waits is dropped, and everything compared when it is back.
const MAX_BYTES: usize = 32 << 20;

/// A transaction's records of one scope.
#[derive(Debug)]
pub(super) struct Commit {
    pub(super) changes: Vec<Change>,
}

/// What waits to be published in one scope, from the transactions to its publisher.
#[derive(Debug)]
pub(super) struct Outbox {
    scope: Scope,
    waiting: Mutex<Waiting>,
    wake: Notify,
    published: watch::Sender<Published>,
    /// Records that no message can hold, by table and key: what they are, in words.
    too_large: Mutex<BTreeMap<(String, Vec<u8>), String>>,
}

#[derive(Debug, Default)]
struct Waiting {
    commits: VecDeque<Commit>,
    bytes: usize,
    /// The newest transaction, of this scope or not.
    newest: u64,
    /// Something was dropped since all was compared.
    dropped: bool,
}

/// How far publishing is.
#[derive(Debug, Clone, Default, PartialEq, Eq)]
pub(super) struct Published {
    /// Every transaction up to this one is in the stream.
    pub(super) commit: u64,
    /// The newest message of the stream then.
    pub(super) sequence: u64,
    /// Why nothing can be published; `None` while it can.
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

    /// Takes what a transaction changed.
    pub(super) fn add(&self, number: u64, changes: &[Change]) {
        let own = |change: &&Change| Scope::of(&change.table) == Some(self.scope);
        let changes: Vec<Change> = changes.iter().filter(own).cloned().collect();
        let mut waiting = self.lock();
        waiting.newest = number;
        if !changes.is_empty() {
            waiting.bytes += size(&changes);
            waiting.commits.push_back(Commit { changes });
            if waiting.bytes > MAX_BYTES {
                *waiting = Waiting {
                    newest: number,
                    dropped: true,
                    ..Waiting::default()
                };
            }
        }
        drop(waiting);
        self.wake.notify_one();
    }

    /// The newest transaction.
    pub(super) fn newest(&self) -> u64 {
        self.lock().newest
    }

    /// Forgets what waits, for all is compared from here on; the newest transaction that is covered by that.
    pub(super) fn start_over(&self) -> u64 {
        let mut waiting = self.lock();
        let newest = waiting.newest;
        *waiting = Waiting {
            newest,
            ..Waiting::default()
        };
        newest
    }

    /// The next commits; `None` where some were dropped. Resolves when there are some, or when the newest transaction has
    /// nothing of this scope: then it gives no commits and the number of that transaction.
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

    pub(super) fn published(&self) -> Published {
        self.published.borrow().clone()
    }

    pub(super) fn note(&self, published: Published) {
        self.published.send_replace(published);
    }

    /// Nothing can be published, for this reason.
    pub(super) fn note_problem(&self, problem: String) {
        self.published
            .send_modify(|published| published.problem = Some(problem));
    }

    /// Resolves when a transaction is published; the stream's newest message then.
    pub(super) async fn published_up_to(&self, commit: u64) -> u64 {
        let mut published = self.published.subscribe();
        let reached = published
            .wait_for(|published| published.commit >= commit)
            .await;
        reached.map_or(0, |published| published.sequence)
    }

    /// Resolves when all that this file has now is in the stream, also what was committed before it was first compared.
    pub(super) async fn settled(&self) {
        let newest = self.newest();
        let mut published = self.published.subscribe();
        let is_there = |now: &Published| now.sequence > 0 && now.commit >= newest;
        let _ = published.wait_for(is_there).await;
    }

    /// Returns whether a change fits into a message of `max` bytes. One that does not is reported until it does.
    pub(super) fn note_size(&self, change: &Change, max: usize) -> bool {
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
            "the {}{number} takes {bytes} bytes, and NATS takes {max}",
            store::noun_of_table(&change.table)
        );
        if too_large.insert(key, what.clone()).is_none() {
            tracing::warn!("a record is not passed on to other processes: {what}");
        }
        false
    }

    /// What is not passed on because it is too large: a sentence.
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
            "This process alone has what is too large to pass on: {first}{more}. Shorten it, or raise max_payload of NATS and restart."
        ))
    }

    fn lock(&self) -> MutexGuard<'_, Waiting> {
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
    async fn what_is_of_another_scope_does_not_wait_and_is_counted() {
        let outbox = Outbox::new(Scope::Everybody);
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
    fn nothing_is_settled_before_the_file_was_compared_once() {
        let outbox = Outbox::new(Scope::Everybody);
        let mut settled = std::pin::pin!(outbox.settled());
        assert!(is_pending(settled.as_mut()));
        outbox.note(Published {
            commit: 0,
            sequence: 9,
            problem: None,
        });
        assert!(!is_pending(settled.as_mut()));
        outbox.add(1, &[change("boards", 1)]);
        assert!(is_pending(std::pin::pin!(outbox.settled())));
    }

    #[test]
    fn a_record_that_no_message_can_hold_is_told_of_until_it_is_smaller_or_gone() {
        let outbox = Outbox::new(Scope::Everybody);
        let large = Change {
            key: vec![0, 0, 0, 3],
            ..change("watchlists", 1_001)
        };
        assert!(!outbox.note_size(&large, 1_000));
        assert!(outbox.note_size(&change("watchlists", 1_000), 1_000));
        let sentence = outbox.too_large().unwrap();
        assert!(
            sentence.contains("the watchlist 3 takes 1001 bytes"),
            "{sentence}"
        );
        let gone = Change {
            value: None,
            ..large
        };
        assert!(outbox.note_size(&gone, 1_000));
        assert_eq!(outbox.too_large(), None);
    }

    #[tokio::test]
    async fn what_is_too_much_is_dropped_and_everything_compared() {
        let outbox = Outbox::new(Scope::Everybody);
        outbox.add(1, &[change("boards", MAX_BYTES + 1)]);
        assert!(outbox.next().await.is_none());
        assert_eq!(outbox.start_over(), 1);
        outbox.add(2, &[change("boards", 1)]);
        assert_eq!(outbox.next().await.unwrap().1, 2);
    }
}

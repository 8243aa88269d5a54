//! The journal collects the changes of a transaction and passes them to replication after the
//! commit.
//!
//! A transaction runs on one thread from begin to end, so its changes are collected in a
//! thread-local list. [`Writer`](crate::store::table::Writer) adds each change to the list.

use std::{
    cell::RefCell,
    fmt,
    future::Future,
    pin::Pin,
    sync::{
        Arc, Mutex, MutexGuard, PoisonError,
        atomic::{AtomicBool, Ordering},
    },
};

use tokio::sync::SetOnce;

use crate::store::record_size::MAX_RECORD_BYTES;

/// The writing or removal of a record by a transaction.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Name of the table.
    pub table: String,
    /// The encoded key.
    pub key: Vec<u8>,
    /// The stored value, including its checksum; `None` if the record was removed.
    pub value: Option<Vec<u8>>,
}

/// Replicates committed changes.
pub trait Replication: Send + Sync {
    /// Receives the changes of a committed transaction. Called in commit order.
    fn committed(&self, changes: Vec<Change>);
    /// Returns the reason why changes are not replicated at the moment, as a sentence without a
    /// period, or `None` if they are replicated.
    fn problem(&self) -> Option<String>;
    /// Returns the maximum size of a replicated record with its checksum, in bytes.
    fn max_record_bytes(&self) -> usize;
    /// Waits until everything committed so far is replicated.
    fn wait_replicated(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// Contains the [`Replication`] of the database, if any.
#[derive(Default)]
pub(crate) struct Journal {
    replication: SetOnce<Arc<dyn Replication>>,
    /// True if a [`Replication`] is set or will be set.
    expected: AtomicBool,
    /// Locked from before a commit until its changes are passed on, so that changes are passed on
    /// in commit order.
    order: Mutex<()>,
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal").finish_non_exhaustive()
    }
}

thread_local! {
    /// The changes that this thread's transaction has made so far; `None` without replication.
    static CHANGES: RefCell<Option<Vec<Change>>> = const { RefCell::new(None) };
}

impl Journal {
    /// Sets the replication. Later calls are ignored.
    pub(crate) fn set_replication(&self, replication: Arc<dyn Replication>) {
        let _ = self.replication.set(replication);
    }

    /// Announces that a replication will be set.
    pub(super) fn expect_replication(&self) {
        self.expected.store(true, Ordering::Relaxed);
    }

    /// Returns the reason why changes are not replicated at the moment, or `None` if they are
    /// replicated or no replication is expected.
    pub(crate) fn problem(&self) -> Option<String> {
        if !self.expected.load(Ordering::Relaxed) {
            return None;
        }
        match self.replication.get() {
            Some(replication) => replication.problem(),
            None => Some("this process has just become the source".to_owned()),
        }
    }

    /// Returns the maximum size of a record in bytes.
    pub(crate) fn max_record_bytes(&self) -> usize {
        let replication = self.replication.get();
        replication.map_or(MAX_RECORD_BYTES, |replication| {
            replication.max_record_bytes().min(MAX_RECORD_BYTES)
        })
    }

    /// Waits until everything committed so far is replicated. Returns immediately if no replication
    /// is expected.
    pub(crate) async fn wait_replicated(&self) {
        if self.expected.load(Ordering::Relaxed) {
            self.replication.wait().await.wait_replicated().await;
        }
    }

    /// Collects the changes of this thread's transaction until the returned guard is dropped.
    pub(crate) fn start_recording(&self) -> Recording<'_> {
        let changes = self.replication.get().map(|_| Vec::new());
        CHANGES.set(changes);
        Recording(self)
    }
}

/// Guard that exists while the changes of a transaction are collected.
pub(crate) struct Recording<'a>(&'a Journal);

impl Recording<'_> {
    /// Locks the commit order. The caller keeps the guard until the changes are passed on.
    pub(crate) fn lock_order(&self) -> MutexGuard<'_, ()> {
        self.0.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Passes the committed changes to replication.
    pub(crate) fn committed(&self) {
        let changes = CHANGES.take().unwrap_or_default();
        if let (Some(replication), false) = (self.0.replication.get(), changes.is_empty()) {
            replication.committed(changes);
        }
    }
}

impl Drop for Recording<'_> {
    fn drop(&mut self) {
        CHANGES.set(None);
    }
}

/// Adds a change to the journal of this thread's transaction. `value` includes the checksum and is
/// `None` for a removed record.
pub(crate) fn record_change(table: &str, key: &[u8], value: Option<&[u8]>) {
    CHANGES.with_borrow_mut(|changes| {
        if let Some(changes) = changes {
            changes.push(Change {
                table: table.to_owned(),
                key: key.to_vec(),
                value: value.map(<[u8]>::to_vec),
            });
        }
    });
}

/// Returns true if the changes of this thread's transaction are collected.
pub(crate) fn is_recording() -> bool {
    CHANGES.with_borrow(Option::is_some)
}

/// Returns true if this thread's transaction changed a table for which `is_relevant` returns true.
/// Always returns false without replication.
pub(super) fn has_changed(is_relevant: impl Fn(&str) -> bool) -> bool {
    CHANGES.with_borrow(|changes| {
        let mut changes = changes.iter().flatten();
        changes.any(|change| is_relevant(&change.table))
    })
}

//! What a transaction changes, told to whoever passes it on once it is committed.
//!
//! A transaction works on one thread from its begin to its end, so its changes are gathered there:
//! the tables add to it, and nothing in between need know.

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

/// A record that a transaction wrote or removed.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct Change {
    /// Name of its table.
    pub table: String,
    /// Its key, as bytes that sort like the keys.
    pub key: Vec<u8>,
    /// Its bytes behind their checksum, as they are on disk; `None` where it was removed.
    pub value: Option<Vec<u8>>,
}

/// Passes on what is committed.
pub trait Replication: Send + Sync {
    /// Takes what a transaction changed, in the order in which they were committed.
    fn committed(&self, changes: Vec<Change>);
    /// Why a change made now would not reach the others, as one sentence without its full stop; `None` where it would.
    fn problem(&self) -> Option<String>;
    /// Bytes of a record, with its checksum, that reaches the others.
    fn max_record_bytes(&self) -> usize;
    /// Resolves when all that was committed so far is where a successor finds it.
    fn wait_replicated(&self) -> Pin<Box<dyn Future<Output = ()> + Send + '_>>;
}

/// Who hears of committed changes: nobody, or one.
#[derive(Default)]
pub(crate) struct Journal {
    replication: SetOnce<Arc<dyn Replication>>,
    /// There will be one.
    expected: AtomicBool,
    /// Held from before a commit until its changes are told: they are told in its order.
    order: Mutex<()>,
}

impl fmt::Debug for Journal {
    fn fmt(&self, f: &mut fmt::Formatter<'_>) -> fmt::Result {
        f.debug_struct("Journal").finish_non_exhaustive()
    }
}

thread_local! {
    /// What the transaction of this thread changed so far; `None` where nobody wants to know.
    static CHANGES: RefCell<Option<Vec<Change>>> = const { RefCell::new(None) };
}

impl Journal {
    /// Tells `replication` of everything that is committed from now on. The first one stays.
    pub(crate) fn set_replication(&self, replication: Arc<dyn Replication>) {
        let _ = self.replication.set(replication);
    }

    /// What is committed is to be passed on, though nobody does yet.
    pub(super) fn expect_replication(&self) {
        self.expected.store(true, Ordering::Relaxed);
    }

    /// Why a change made now would not be passed on; `None` where it would, or where nothing is.
    pub(crate) fn problem(&self) -> Option<String> {
        if !self.expected.load(Ordering::Relaxed) {
            return None;
        }
        match self.replication.get() {
            Some(replication) => replication.problem(),
            None => Some("it has only just become the source".to_owned()),
        }
    }

    /// Bytes that a record may take.
    pub(crate) fn max_record_bytes(&self) -> usize {
        let replication = self.replication.get();
        replication.map_or(MAX_RECORD_BYTES, |one| {
            one.max_record_bytes().min(MAX_RECORD_BYTES)
        })
    }

    /// Resolves when all that was committed so far is passed on; at once where nothing is.
    pub(crate) async fn wait_replicated(&self) {
        if self.expected.load(Ordering::Relaxed) {
            self.replication.wait().await.wait_replicated().await;
        }
    }

    /// Gathers what this thread's transaction changes, until the guard goes.
    pub(crate) fn start_recording(&self) -> Recording<'_> {
        let changes = self.replication.get().map(|_| Vec::new());
        CHANGES.set(changes);
        Recording(self)
    }
}

/// A transaction whose changes are gathered.
pub(crate) struct Recording<'a>(&'a Journal);

impl Recording<'_> {
    /// To be held over the commit.
    pub(crate) fn lock_order(&self) -> MutexGuard<'_, ()> {
        self.0.order.lock().unwrap_or_else(PoisonError::into_inner)
    }

    /// Tells what was changed, which is committed now.
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

/// Notes that this thread's transaction wrote a record (`value` behind its checksum) or removed it.
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

/// Whether what this thread's transaction changes is wanted.
pub(crate) fn is_recording() -> bool {
    CHANGES.with_borrow(Option::is_some)
}

/// Whether this thread's transaction changed a table of which `is_meant` says yes, as far as anybody wants to know.
pub(super) fn has_changed(is_meant: impl Fn(&str) -> bool) -> bool {
    CHANGES.with_borrow(|changes| {
        let mut changes = changes.iter().flatten();
        changes.any(|change| is_meant(&change.table))
    })
}

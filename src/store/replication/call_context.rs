//! For which call of another process a task works: its transactions note that it was done.

use std::{cell::RefCell, future::Future};

use jiff::Timestamp;
use redb::WriteTransaction;

use super::{journal, scope::Scope};
use crate::store::{
    Result,
    schema::{CALL_TIMES, DONE_CALLS, DONE_SECRET_CALLS, SECRET_CALL_TIMES},
};

/// A call: when it came, its key, and the fingerprint of its request.
#[derive(Debug, Clone)]
pub(crate) struct CallContext {
    at: Timestamp,
    key: String,
    fingerprint: Fingerprint,
}

/// Tells the request of a call from other requests that came under the same key: 56 bits of a hash, never 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// The fingerprint that the first bytes of a hash make.
    pub fn of_hash(hash: [u8; 8]) -> Self {
        Self((u64::from_le_bytes(hash) >> SCOPE_BITS).max(1))
    }
}

/// The lowest bits of a note say in how many scopes there is one; those above are the fingerprint. Notes of earlier versions have
/// none.
const SCOPE_BITS: u32 = 8;

/// In how many scopes there is a note, and the fingerprint of its call where it has one.
pub(super) fn read_note(note: u64) -> (u64, Option<Fingerprint>) {
    let fingerprint = note >> SCOPE_BITS;
    let scopes = note & ((1 << SCOPE_BITS) - 1);
    (
        scopes,
        (fingerprint != 0).then_some(Fingerprint(fingerprint)),
    )
}

tokio::task_local! {
    static CALL: CallContext;
}

thread_local! {
    static NOTED: RefCell<Option<CallContext>> = const { RefCell::new(None) };
}

/// Runs `work`, of which every transaction notes that the call of this key and request, which came at `at`, was done.
pub async fn with_call<T>(
    key: &str,
    fingerprint: Fingerprint,
    at: Timestamp,
    work: impl Future<Output = T>,
) -> T {
    let call = CallContext {
        at,
        key: key.to_owned(),
        fingerprint,
    };
    CALL.scope(call, work).await
}

/// The call for which this task works.
pub(crate) fn current() -> Option<CallContext> {
    CALL.try_with(Clone::clone).ok()
}

/// Runs `work` on this thread for a call.
pub(crate) fn run_as_call<T>(call: Option<CallContext>, work: impl FnOnce() -> T) -> T {
    struct Reset;
    impl Drop for Reset {
        fn drop(&mut self) {
            NOTED.set(None);
        }
    }
    NOTED.set(call);
    let _reset = Reset;
    work()
}

/// A time as the tables of calls have it.
pub(super) fn time_of(at: Timestamp) -> u64 {
    u64::try_from(at.as_second()).unwrap_or_default()
}

/// Notes in a transaction the call for which this thread works, in each scope of which it changed something: scopes are
/// passed on by themselves, and who takes over between the two must not find the change without the note.
pub(crate) fn record_call(txn: &WriteTransaction) -> Result<()> {
    let Some(call) = NOTED.with_borrow(Clone::clone) else {
        return Ok(());
    };
    let CallContext {
        at,
        key,
        fingerprint,
    } = call;
    let has_changed = |scope| journal::has_changed(|table| Scope::of(table) == Some(scope));
    let is_secret = has_changed(Scope::Sources);
    let is_shown = !is_secret || has_changed(Scope::AllMembers);
    // In how many scopes there is a note.
    let scopes = u64::from(is_secret) + u64::from(is_shown);
    let note = scopes | fingerprint.0 << SCOPE_BITS;
    let time = (time_of(at), key.clone());
    if is_secret {
        DONE_SECRET_CALLS.write(txn)?.put(&key, &note)?;
        SECRET_CALL_TIMES.write(txn)?.put(&time, &0)?;
    }
    if is_shown {
        DONE_CALLS.write(txn)?.put(&key, &note)?;
        CALL_TIMES.write(txn)?.put(&time, &0)?;
    }
    Ok(())
}

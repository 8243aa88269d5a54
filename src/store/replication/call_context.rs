//! The forwarded call that a task executes: its transactions record that the call was done.

use std::{cell::RefCell, future::Future};

use jiff::Timestamp;
use redb::WriteTransaction;

use super::{journal, scope::Scope};
use crate::store::{
    Result,
    schema::{CALL_TIMES, DONE_CALLS, DONE_SECRET_CALLS, SECRET_CALL_TIMES},
};

/// A forwarded call: time, idempotency key, and fingerprint of the request.
#[derive(Debug, Clone)]
pub(crate) struct CallContext {
    at: Timestamp,
    key: String,
    fingerprint: Fingerprint,
}

/// Fingerprint of a request, which distinguishes it from other requests with the same idempotency key: 56 bits of a hash, never 0.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Makes a fingerprint from the first bytes of a hash.
    pub fn of_hash(hash: [u8; 8]) -> Self {
        Self((u64::from_le_bytes(hash) >> SCOPE_BITS).max(1))
    }
}

/// The lowest bits of a call record: the number of scopes with a record of the call. The bits above are the fingerprint, which
/// records of earlier versions lack.
const SCOPE_BITS: u32 = 8;

/// Decodes a call record: the number of scopes with such a record, and the fingerprint if there is one.
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

/// Runs `work`. Its transactions record that the call with this key and request was done at `at`.
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

/// The call that this task executes.
pub(crate) fn current() -> Option<CallContext> {
    CALL.try_with(Clone::clone).ok()
}

/// Runs `work` on this thread as part of `call`.
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

/// A time in Unix seconds, as in the tables of calls.
pub(super) fn time_of(at: Timestamp) -> u64 {
    u64::try_from(at.as_second()).unwrap_or_default()
}

/// Records the call of this thread in its transaction, once per scope with changes: scopes are replicated independently, and a
/// member that takes over in between must not have the change without the record.
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
    // The number of scopes with a record of the call.
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

//! The forwarded call that a task is executing. The transactions of the task record that the call
//! was executed.

use std::{cell::RefCell, future::Future};

use jiff::Timestamp;
use redb::WriteTransaction;

use super::{journal, scope::Scope};
use crate::store::{
    Result,
    schema::{CALL_TIMES, DONE_CALLS, DONE_SECRET_CALLS, SECRET_CALL_TIMES},
};

/// Time, idempotency key and request fingerprint of a forwarded call.
#[derive(Debug, Clone)]
pub(crate) struct CallContext {
    at: Timestamp,
    key: String,
    fingerprint: Fingerprint,
}

/// Fingerprint of a request: 56 bits of a hash, never 0. It distinguishes requests that have the
/// same idempotency key.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub struct Fingerprint(u64);

impl Fingerprint {
    /// Creates a fingerprint from the first bytes of a hash.
    pub fn of_hash(hash: [u8; 8]) -> Self {
        Self((u64::from_le_bytes(hash) >> SCOPE_BITS).max(1))
    }
}

/// Width of the lowest part of a call record, which is the number of scopes that have a record of
/// the call. The bits above are the fingerprint, or 0 in records of earlier versions.
const SCOPE_BITS: u32 = 8;

/// Decodes a call record into the number of scopes that have such a record and the fingerprint,
/// which is missing in records of earlier versions.
pub(super) fn decode_note(note: u64) -> (u64, Option<Fingerprint>) {
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
    static THREAD_CALL: RefCell<Option<CallContext>> = const { RefCell::new(None) };
}

/// Runs `work` as the call with this key and request. The transactions of `work` record that the
/// call was executed at `at`.
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

/// Returns the call that this task is executing, if any.
pub(crate) fn current() -> Option<CallContext> {
    CALL.try_with(Clone::clone).ok()
}

/// Runs `work` on this thread as part of `call`.
pub(crate) fn run_as_call<T>(call: Option<CallContext>, work: impl FnOnce() -> T) -> T {
    struct Reset;
    impl Drop for Reset {
        fn drop(&mut self) {
            THREAD_CALL.set(None);
        }
    }
    THREAD_CALL.set(call);
    let _reset = Reset;
    work()
}

/// Converts a time to Unix seconds, the format in the tables of calls.
pub(super) fn time_of(at: Timestamp) -> u64 {
    u64::try_from(at.as_second()).unwrap_or_default()
}

/// Records in this thread's transaction that its call was executed. Writes one record per scope
/// with changes, because scopes are replicated independently and a member that takes over must not
/// have the changes of a call without its record.
pub(crate) fn record_call(txn: &WriteTransaction) -> Result<()> {
    let Some(call) = THREAD_CALL.with_borrow(Clone::clone) else {
        return Ok(());
    };
    let CallContext {
        at,
        key,
        fingerprint,
    } = call;
    let has_changed = |scope| journal::has_changed(|table| Scope::of(table) == Some(scope));
    let is_secret = has_changed(Scope::Sources);
    let is_public = !is_secret || has_changed(Scope::AllMembers);
    // The number of scopes that have a record of the call.
    let scopes = u64::from(is_secret) + u64::from(is_public);
    let note = scopes | fingerprint.0 << SCOPE_BITS;
    let time = (time_of(at), key.clone());
    if is_secret {
        DONE_SECRET_CALLS.write(txn)?.put(&key, &note)?;
        SECRET_CALL_TIMES.write(txn)?.put(&time, &0)?;
    }
    if is_public {
        DONE_CALLS.write(txn)?.put(&key, &note)?;
        CALL_TIMES.write(txn)?.put(&time, &0)?;
    }
    Ok(())
}

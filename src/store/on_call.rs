//! For which call of another process a task works: its transactions note that it was done.

use std::{cell::RefCell, future::Future};

use redb::WriteTransaction;

use super::{
    Result, journal,
    schema::{DONE_CALLS, DONE_SECRET_CALLS},
    scope::Scope,
};

tokio::task_local! {
    static CALL: String;
}

thread_local! {
    static NOTED: RefCell<Option<String>> = const { RefCell::new(None) };
}

/// Runs `work`, of which every transaction notes that the call of this key was done.
pub async fn on_call<T>(key: &str, work: impl Future<Output = T>) -> T {
    CALL.scope(key.to_owned(), work).await
}

/// The call for which this task works.
pub(super) fn current() -> Option<String> {
    CALL.try_with(Clone::clone).ok()
}

/// Runs `work` on this thread for a call.
pub(super) fn noting<T>(call: Option<String>, work: impl FnOnce() -> T) -> T {
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

/// Notes in a transaction the call for which this thread works, in each scope of which it changed something: scopes are
/// passed on by themselves, and who takes over between the two must not find the change without the note.
pub(super) fn note(txn: &WriteTransaction) -> Result<()> {
    let Some(key) = NOTED.with_borrow(Clone::clone) else {
        return Ok(());
    };
    let has_changed = |scope| journal::has_changed(|table| Scope::of(table) == Some(scope));
    let is_secret = has_changed(Scope::Sources);
    let is_shown = !is_secret || has_changed(Scope::Everybody);
    // In how many scopes there is a note.
    let scopes = u64::from(is_secret) + u64::from(is_shown);
    if is_secret {
        DONE_SECRET_CALLS.write(txn)?.put(&key, &scopes)?;
    }
    if is_shown {
        DONE_CALLS.write(txn)?.put(&key, &scopes)?;
    }
    Ok(())
}

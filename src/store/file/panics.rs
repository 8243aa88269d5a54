//! Panics while the database is at work: redb panics on some damaged pages, and our own code may
//! have a mistake. Neither may take the program down, and they must not be told as one another.

use std::{
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe, PanicHookInfo, catch_unwind},
    sync::Once,
};

use crate::store::{Result, StoreError};

thread_local! {
    /// Whether this thread is at work within [`guarded`].
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// Where the last guarded panic happened: file and line.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// What [`guarded`] saw.
pub(super) struct Guarded<T> {
    /// What the work returned; for a panic, [`StoreError::Damaged`] or [`StoreError::Internal`].
    pub(crate) result: Result<T>,
    /// Whether it panicked.
    pub(crate) panicked: bool,
}

/// Runs `work` and turns a panic into an error: [`StoreError::Damaged`] when it comes from redb,
/// which trusts the pages it reads, and [`StoreError::Internal`] when it is ours. The log says
/// where it happened.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Guarded<T> {
    install_hook();
    let outer = GUARDED.replace(true);
    // What a panic may leave half done is a transaction, which is rolled back.
    let outcome = catch_unwind(AssertUnwindSafe(work));
    GUARDED.set(outer);
    match outcome {
        Ok(result) => Guarded {
            result,
            panicked: false,
        },
        Err(panic) => Guarded {
            result: Err(explain(&*panic, &PLACE.take())),
            panicked: true,
        },
    }
}

fn explain(panic: &(dyn std::any::Any + Send), place: &str) -> StoreError {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    if is_ours(place) {
        tracing::error!(place, message, "a mistake in the store's code");
        StoreError::Internal(format!("a panic at {place}"))
    } else {
        tracing::error!(place, message, "a page of the database cannot be read");
        StoreError::Damaged("a page cannot be read".into())
    }
}

/// Whether a panic at `place` is ours: paths of this crate are relative, those of its
/// dependencies and of the standard library are not.
fn is_ours(place: &str) -> bool {
    place.starts_with("src/") || place.starts_with("tests/")
}

/// Takes note of the place of guarded panics, and keeps them off the terminal, for the error says
/// it in one sentence. Any other panic is told as before.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let tell = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if GUARDED.get() {
                PLACE.set(place(panic));
            } else {
                tell(panic);
            }
        }));
    });
}

fn place(panic: &PanicHookInfo) -> String {
    panic.location().map_or_else(
        || "an unknown place".into(),
        |location| format!("{}:{}", location.file(), location.line()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_mistake_of_ours_is_internal_and_names_its_place() {
        let numbers: Vec<u32> = vec![];
        let one = std::hint::black_box(1);
        let outcome = guarded(|| Ok(numbers[one]));
        assert!(outcome.panicked);
        let error = outcome.result.unwrap_err();
        let StoreError::Internal(place) = &error else {
            panic!("{error}");
        };
        assert!(place.contains("src/store/file/panics.rs:"), "{place}");
        assert!(!error.public_message().contains("src/"), "{error}");
    }

    #[test]
    fn a_panic_of_redb_or_of_what_it_calls_is_damage() {
        for place in [
            "/root/.cargo/registry/src/index.crates.io/redb-4.4.0/src/tree_store/btree.rs:10",
            "/rustc/abc/library/core/src/slice/index.rs:5",
        ] {
            let error = explain(&"unreachable", place);
            assert!(matches!(error, StoreError::Damaged(_)), "{error}");
        }
    }
}

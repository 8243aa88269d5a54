//! Catches panics during database work: redb panics on some damaged pages, and this program may have bugs. Neither must stop the
//! program, and the two must not be confused.

use std::{
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe, PanicHookInfo, catch_unwind},
    sync::Once,
};

use crate::store::{Result, StoreError};

thread_local! {
    /// True while this thread is inside [`guarded`].
    static GUARDED: Cell<bool> = const { Cell::new(false) };
    /// File and line of the last guarded panic.
    static PLACE: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Outcome of [`guarded`].
pub(super) struct Guarded<T> {
    /// The result of the work; [`StoreError::Damaged`] or [`StoreError::Internal`] after a panic.
    pub(crate) result: Result<T>,
    /// True if the work panicked.
    pub(crate) panicked: bool,
}

/// Runs `work` and turns a panic into an error: [`StoreError::Damaged`] if redb panicked, because it trusts the pages it reads,
/// [`StoreError::Internal`] if this program did. Logs the location.
pub(super) fn guarded<T>(work: impl FnOnce() -> Result<T>) -> Guarded<T> {
    install_hook();
    let outer = GUARDED.replace(true);
    // Only a transaction can be left half done, and it is rolled back.
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
        tracing::error!(place, message, "store: panic in this program");
        StoreError::Internal(format!("a panic at {place}"))
    } else {
        tracing::error!(place, message, "store: redb panicked on a damaged page");
        StoreError::Damaged("a page cannot be read".into())
    }
}

/// Returns true if this program panicked at `place`: paths of this crate are relative, those of dependencies and of the
/// standard library are absolute.
fn is_ours(place: &str) -> bool {
    place.starts_with("src/") || place.starts_with("tests/")
}

/// Installs a panic hook that records the location of guarded panics without printing them: the returned error reports them. Other
/// panics are printed as before.
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
    fn panic_in_this_program_is_internal_and_names_its_location() {
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
    fn panic_in_redb_is_damage() {
        for place in [
            "/root/.cargo/registry/src/index.crates.io/redb-4.4.0/src/tree_store/btree.rs:10",
            "/rustc/abc/library/core/src/slice/index.rs:5",
        ] {
            let error = explain(&"unreachable", place);
            assert!(matches!(error, StoreError::Damaged(_)), "{error}");
        }
    }
}

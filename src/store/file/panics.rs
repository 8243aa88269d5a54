//! Catching of panics during database work. redb panics on some damaged pages, and this program may
//! have bugs. Neither may stop the program, and the two cases have different errors.

use std::{
    cell::{Cell, RefCell},
    panic::{self, AssertUnwindSafe, PanicHookInfo, catch_unwind},
    sync::Once,
};

use crate::store::{Result, StoreError};

thread_local! {
    /// True while this thread is inside [`catch_panics`].
    static IS_CATCHING: Cell<bool> = const { Cell::new(false) };
    /// File and line of the last panic that [`catch_panics`] caught.
    static LOCATION: RefCell<String> = const { RefCell::new(String::new()) };
}

/// Outcome of [`catch_panics`].
pub(super) struct CatchOutcome<T> {
    /// The result of the work, or [`StoreError::Damaged`] or [`StoreError::Internal`] after a
    /// panic.
    pub(crate) result: Result<T>,
    /// True if the work panicked.
    pub(crate) panicked: bool,
}

/// Runs `work` and turns a panic into an error. A panic in redb becomes [`StoreError::Damaged`],
/// because redb trusts the pages that it reads. A panic in this program becomes
/// [`StoreError::Internal`]. Logs the location of the panic.
pub(super) fn catch_panics<T>(work: impl FnOnce() -> Result<T>) -> CatchOutcome<T> {
    install_hook();
    let was_catching = IS_CATCHING.replace(true);
    // A panic can only interrupt a transaction, which is then rolled back.
    let outcome = catch_unwind(AssertUnwindSafe(work));
    IS_CATCHING.set(was_catching);
    match outcome {
        Ok(result) => CatchOutcome {
            result,
            panicked: false,
        },
        Err(panic) => CatchOutcome {
            result: Err(to_error(&*panic, &LOCATION.take())),
            panicked: true,
        },
    }
}

fn to_error(panic: &(dyn std::any::Any + Send), location: &str) -> StoreError {
    let message = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied())
        .unwrap_or("no message");
    if is_in_this_crate(location) {
        tracing::error!(location, message, "store: this program panicked");
        StoreError::Internal(format!("a panic at {location}"))
    } else {
        tracing::error!(location, message, "store: redb panicked on a damaged page");
        StoreError::Damaged("a page cannot be read".into())
    }
}

/// Returns true if `location` is in this program. Paths of this crate are relative, and paths of
/// dependencies and the standard library are absolute.
fn is_in_this_crate(location: &str) -> bool {
    location.starts_with("src/") || location.starts_with("tests/")
}

/// Installs a panic hook that records the location of panics within [`catch_panics`] without
/// printing them, because the returned error reports them. Other panics go to the previous hook.
fn install_hook() {
    static INSTALLED: Once = Once::new();
    INSTALLED.call_once(|| {
        let previous_hook = panic::take_hook();
        panic::set_hook(Box::new(move |panic| {
            if IS_CATCHING.get() {
                LOCATION.set(location_of(panic));
            } else {
                previous_hook(panic);
            }
        }));
    });
}

fn location_of(panic: &PanicHookInfo) -> String {
    panic.location().map_or_else(
        || "an unknown location".into(),
        |location| format!("{}:{}", location.file(), location.line()),
    )
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn panic_in_this_program_is_internal_and_names_its_location() {
        let numbers: Vec<u32> = vec![];
        let index = std::hint::black_box(1);
        let outcome = catch_panics(|| Ok(numbers[index]));
        assert!(outcome.panicked);
        let error = outcome.result.unwrap_err();
        let StoreError::Internal(location) = &error else {
            panic!("{error}");
        };
        assert!(location.contains("src/store/file/panics.rs:"), "{location}");
        assert!(!error.public_message().contains("src/"), "{error}");
    }

    #[test]
    fn panic_in_redb_is_damage() {
        for location in [
            "/root/.cargo/registry/src/index.crates.io/redb-4.4.0/src/tree_store/btree.rs:10",
            "/rustc/abc/library/core/src/slice/index.rs:5",
        ] {
            let error = to_error(&"unreachable", location);
            assert!(matches!(error, StoreError::Damaged(_)), "{error}");
        }
    }
}

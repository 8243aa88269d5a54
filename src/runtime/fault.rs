//! A panic on demand, in debug builds only: black-box tests see what the supervisor makes of it.

/// Names the task that is to panic.
pub(crate) const VARIABLE: &str = "MARKETDECK_TEST_PANIC";

/// Panics once in the life of the process, when the variable [`VARIABLE`] names `task`.
///
/// # Panics
/// When it is asked to; that is what it is for.
#[cfg(debug_assertions)]
pub(crate) fn panic_if_asked(task: &str) {
    use std::sync::atomic::{AtomicBool, Ordering};
    static DONE: AtomicBool = AtomicBool::new(false);
    let asked = std::env::var(VARIABLE).is_ok_and(|name| name == task);
    assert!(
        !asked || DONE.swap(true, Ordering::Relaxed),
        "{VARIABLE} asked for it"
    );
}

/// Does nothing: there is no such variable in a release.
#[cfg(not(debug_assertions))]
pub(crate) fn panic_if_asked(_task: &str) {}

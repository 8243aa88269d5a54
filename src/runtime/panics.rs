//! Panic handling: logs panics with their location, extracts their messages, and injects panics for tests.

use std::{any::Any, panic};

/// Writes panics to the log, in the log's format. Called once, when the log is set up.
pub(crate) fn log_panics() {
    panic::set_hook(Box::new(|panic| {
        let message = panic_message(panic.payload());
        let location = panic.location().map(ToString::to_string);
        tracing::error!(
            location = location.as_deref().unwrap_or("unknown"),
            "panic: {message}"
        );
    }));
}

/// Returns the message of a panic.
pub(crate) fn panic_message(panic: &(dyn Any + Send)) -> String {
    let text = panic
        .downcast_ref::<String>()
        .map(String::as_str)
        .or_else(|| panic.downcast_ref::<&str>().copied());
    text.unwrap_or("no message").to_owned()
}

/// Environment variable that names a task that should panic, for black-box tests of the supervisor.
/// Only debug builds read it.
pub(crate) const INJECT_VARIABLE: &str = "MARKETDECK_TEST_PANIC";

/// Panics if [`INJECT_VARIABLE`] names `task`, but only once per process.
///
/// # Panics
/// Panics on purpose if the variable names the task.
#[cfg(debug_assertions)]
pub(crate) fn inject_panic(task: &str) {
    use std::sync::atomic::{AtomicBool, Ordering};
    static HAS_PANICKED: AtomicBool = AtomicBool::new(false);
    let is_requested = std::env::var(INJECT_VARIABLE).is_ok_and(|name| name == task);
    assert!(
        !is_requested || HAS_PANICKED.swap(true, Ordering::Relaxed),
        "{INJECT_VARIABLE} requested this panic"
    );
}

/// Does nothing, because release builds do not read the variable.
#[cfg(not(debug_assertions))]
pub(crate) fn inject_panic(_task: &str) {}

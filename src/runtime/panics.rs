//! Panics: logged with their place, read as text, and injected by tests.

use std::{any::Any, panic};

/// Sends every panic through `tracing`, so that it appears in the log in the log's own format. Called once, when the log is
/// set up.
pub(crate) fn log_panics() {
    panic::set_hook(Box::new(|panic| {
        let message = panic_message(panic.payload());
        let place = panic.location().map(ToString::to_string);
        tracing::error!(
            place = place.as_deref().unwrap_or("unknown"),
            "panicked: {message}"
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

/// Environment variable that names the task to panic; read by debug builds only, for black-box tests of the supervisor.
pub(crate) const INJECT_VARIABLE: &str = "MARKETDECK_TEST_PANIC";

/// Panics once in the life of the process if [`INJECT_VARIABLE`] names `task`.
///
/// # Panics
/// On purpose; see above.
#[cfg(debug_assertions)]
pub(crate) fn inject_panic(task: &str) {
    use std::sync::atomic::{AtomicBool, Ordering};
    static DONE: AtomicBool = AtomicBool::new(false);
    let requested = std::env::var(INJECT_VARIABLE).is_ok_and(|name| name == task);
    assert!(
        !requested || DONE.swap(true, Ordering::Relaxed),
        "{INJECT_VARIABLE} asked for it"
    );
}

/// Does nothing: release builds don't read the variable.
#[cfg(not(debug_assertions))]
pub(crate) fn inject_panic(_task: &str) {}

//! Panics in the log, with the place they happened at.

use std::panic;

/// Sends every panic through `tracing`, so that it stands in the log in the log's own format. Called
/// once, when the log is set up.
pub(crate) fn log_panics() {
    panic::set_hook(Box::new(|panic| {
        let message = super::supervisor::panic_message(panic.payload());
        let place = panic.location().map(ToString::to_string);
        tracing::error!(
            place = place.as_deref().unwrap_or("unknown"),
            "panicked: {message}"
        );
    }));
}

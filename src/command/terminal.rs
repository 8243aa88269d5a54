//! Terminal functions: the width of the terminal, and input without echo.

use std::io::{Stderr, Stdin};

#[cfg(unix)]
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

/// Returns the number of columns of the terminal on standard error, or 0 if unknown.
#[cfg(unix)]
pub(super) fn columns(terminal: Stderr) -> usize {
    tcgetwinsize(terminal).map_or(0, |size| usize::from(size.ws_col))
}

/// Returns 0: the width is unknown on Windows.
#[cfg(windows)]
pub(super) fn columns(_: Stderr) -> usize {
    0
}

/// Note about the echo in the password prompt.
#[cfg(unix)]
pub(super) const ECHO_NOTE: &str = "input is hidden";
#[cfg(windows)]
pub(super) const ECHO_NOTE: &str = "input is visible";

/// Guard that disables the echo of the terminal until it is dropped.
#[cfg(unix)]
pub(super) struct EchoDisabled<'a> {
    input: &'a Stdin,
    original: Option<Termios>,
}

#[cfg(unix)]
impl<'a> EchoDisabled<'a> {
    pub(super) fn start(input: &'a Stdin) -> Self {
        let original = tcgetattr(input).ok();
        if let Some(mut without_echo) = original.clone() {
            without_echo.local_modes.remove(LocalModes::ECHO);
            let _ = tcsetattr(input, OptionalActions::Flush, &without_echo);
        }
        Self { input, original }
    }
}

#[cfg(unix)]
impl Drop for EchoDisabled<'_> {
    fn drop(&mut self) {
        if let Some(original) = &self.original {
            let _ = tcsetattr(self.input, OptionalActions::Now, original);
        }
    }
}

/// Does nothing: a Windows console keeps echoing, which [`ECHO_NOTE`] says.
#[cfg(windows)]
pub(super) struct EchoDisabled;

#[cfg(windows)]
impl EchoDisabled {
    pub(super) fn start(_: &Stdin) -> Self {
        Self
    }
}

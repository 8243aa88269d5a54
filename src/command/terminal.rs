//! The terminal: its width, and input that is not echoed.

use std::io::{Stderr, Stdin};

#[cfg(unix)]
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

/// Returns the number of columns of the terminal on standard error; 0 if unknown.
#[cfg(unix)]
pub(super) fn columns(of: Stderr) -> usize {
    tcgetwinsize(of).map_or(0, |size| usize::from(size.ws_col))
}

/// Not supported on Windows.
#[cfg(windows)]
pub(super) fn columns(_: Stderr) -> usize {
    0
}

/// Note in the password prompt.
#[cfg(unix)]
pub(super) const SHOWN: &str = "input is hidden";
#[cfg(windows)]
pub(super) const SHOWN: &str = "input is visible";

/// Disables echo on the terminal until dropped.
#[cfg(unix)]
pub(super) struct EchoDisabled<'a> {
    input: &'a Stdin,
    before: Option<Termios>,
}

#[cfg(unix)]
impl<'a> EchoDisabled<'a> {
    pub(super) fn start(input: &'a Stdin) -> Self {
        let before = tcgetattr(input).ok();
        if let Some(mut silent) = before.clone() {
            silent.local_modes.remove(LocalModes::ECHO);
            let _ = tcsetattr(input, OptionalActions::Flush, &silent);
        }
        Self { input, before }
    }
}

#[cfg(unix)]
impl Drop for EchoDisabled<'_> {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            let _ = tcsetattr(self.input, OptionalActions::Now, before);
        }
    }
}

/// Does nothing: a Windows console keeps echoing, which [`SHOWN`] says.
#[cfg(windows)]
pub(super) struct EchoDisabled;

#[cfg(windows)]
impl EchoDisabled {
    pub(super) fn start(_: &Stdin) -> Self {
        Self
    }
}

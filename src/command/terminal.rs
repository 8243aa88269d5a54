//! The terminal that a command is typed at: how wide it is, and a password that it does not show.

use std::io::{Stderr, Stdin};

#[cfg(unix)]
use rustix::termios::{LocalModes, OptionalActions, Termios, tcgetattr, tcgetwinsize, tcsetattr};

/// Columns of the terminal behind standard error; 0 where it does not say.
#[cfg(unix)]
pub(super) fn columns(of: Stderr) -> usize {
    tcgetwinsize(of).map_or(0, |size| usize::from(size.ws_col))
}

/// Not asked here.
#[cfg(windows)]
pub(super) fn columns(_: Stderr) -> usize {
    0
}

/// What stands beside the question for a password.
#[cfg(unix)]
pub(super) const SHOWN: &str = "it is not shown";
#[cfg(windows)]
pub(super) const SHOWN: &str = "it is shown";

/// A terminal that does not show what is typed, until this is dropped.
#[cfg(unix)]
pub(super) struct Hidden<'a> {
    input: &'a Stdin,
    before: Option<Termios>,
}

#[cfg(unix)]
impl<'a> Hidden<'a> {
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
impl Drop for Hidden<'_> {
    fn drop(&mut self) {
        if let Some(before) = &self.before {
            let _ = tcsetattr(self.input, OptionalActions::Now, before);
        }
    }
}

/// A console of Windows, which goes on to show what is typed: [`SHOWN`] says so.
#[cfg(windows)]
pub(super) struct Hidden;

#[cfg(windows)]
impl Hidden {
    pub(super) fn start(_: &Stdin) -> Self {
        Self
    }
}

//! The signals that stop the process or reload its configuration.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{
    CtrlBreak, CtrlC, CtrlClose, CtrlShutdown, ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown,
};

/// The signals that stop the process. They are created before everything else, so that no signal is
/// missed.
#[cfg(unix)]
pub(crate) struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

#[cfg(unix)]
impl Signals {
    /// Replaces the default handlers, which would kill the process.
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Self {
            interrupt: signal(SignalKind::interrupt())?,
            terminate: signal(SignalKind::terminate())?,
        })
    }

    /// Resolves at the next SIGINT or SIGTERM.
    pub(crate) async fn stop(&mut self) {
        tokio::select! {
            _ = self.interrupt.recv() => {}
            _ = self.terminate.recv() => {}
        }
    }
}

/// The console events of Windows that stop the process: Ctrl-C, Ctrl-Break, a closed window and a
/// system shutdown.
#[cfg(windows)]
pub(crate) struct Signals {
    keys: (CtrlC, CtrlBreak),
    closed: CtrlClose,
    shutdown: CtrlShutdown,
}

#[cfg(windows)]
impl Signals {
    /// Replaces the default handlers, which would end the process.
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Self {
            keys: (ctrl_c()?, ctrl_break()?),
            closed: ctrl_close()?,
            shutdown: ctrl_shutdown()?,
        })
    }

    /// Resolves at the next of these console events.
    pub(crate) async fn stop(&mut self) {
        tokio::select! {
            _ = self.keys.0.recv() => {}
            _ = self.keys.1.recv() => {}
            _ = self.closed.recv() => {}
            _ = self.shutdown.recv() => {}
        }
    }
}

/// The signal SIGHUP, which reloads the configuration. `systemctl reload` and a closing terminal
/// send it.
#[cfg(unix)]
pub(crate) struct Hangups(Signal);

#[cfg(unix)]
impl Hangups {
    /// Replaces the default handler, which would kill the process.
    pub(crate) fn listen() -> io::Result<Self> {
        signal(SignalKind::hangup()).map(Self)
    }

    /// Resolves at the next SIGHUP, or immediately if one has arrived since the last call.
    pub(crate) async fn next(&mut self) {
        if self.0.recv().await.is_none() {
            std::future::pending::<()>().await;
        }
    }
}

/// A replacement for SIGHUP, which Windows does not have. The configuration is only read at the
/// start.
#[cfg(windows)]
pub(crate) struct Hangups;

#[cfg(windows)]
impl Hangups {
    /// Does nothing.
    #[expect(clippy::unnecessary_wraps, reason = "fallible on other systems")]
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    /// Never resolves.
    pub(crate) async fn next(&mut self) {
        std::future::pending::<()>().await;
    }
}

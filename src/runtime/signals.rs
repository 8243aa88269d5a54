//! Signals that stop the process or reload its configuration.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{
    CtrlBreak, CtrlC, CtrlClose, CtrlShutdown, ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown,
};

/// The signals that stop the process. Created before anything else, so that none is missed.
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

/// Console events of Windows that stop the process: Ctrl-C, Ctrl-Break, a closed window, a system shutdown.
#[cfg(windows)]
pub(crate) struct Signals {
    keys: (CtrlC, CtrlBreak),
    closed: CtrlClose,
    off: CtrlShutdown,
}

#[cfg(windows)]
impl Signals {
    /// Replaces the default handlers, which would end the process.
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Self {
            keys: (ctrl_c()?, ctrl_break()?),
            closed: ctrl_close()?,
            off: ctrl_shutdown()?,
        })
    }

    /// Resolves at the next of these events.
    pub(crate) async fn stop(&mut self) {
        tokio::select! {
            _ = self.keys.0.recv() => {}
            _ = self.keys.1.recv() => {}
            _ = self.closed.recv() => {}
            _ = self.off.recv() => {}
        }
    }
}

/// SIGHUP, sent by `systemctl reload` and by a closing terminal: reloads the configuration and stops nothing.
#[cfg(unix)]
pub(crate) struct Hangups(Signal);

#[cfg(unix)]
impl Hangups {
    /// Replaces the default handler, which would kill the process.
    pub(crate) fn listen() -> io::Result<Self> {
        signal(SignalKind::hangup()).map(Self)
    }

    /// Resolves at the next SIGHUP; immediately if one arrived since the last call.
    pub(crate) async fn next(&mut self) {
        if self.0.recv().await.is_none() {
            std::future::pending::<()>().await;
        }
    }
}

/// Windows has no SIGHUP: the configuration is read at the start only.
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

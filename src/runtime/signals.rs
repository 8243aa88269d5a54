//! What asks the process to stop, or to read its configuration anew.

use std::io;

#[cfg(unix)]
use tokio::signal::unix::{Signal, SignalKind, signal};
#[cfg(windows)]
use tokio::signal::windows::{
    CtrlBreak, CtrlC, CtrlClose, CtrlShutdown, ctrl_break, ctrl_c, ctrl_close, ctrl_shutdown,
};

/// The signals that concern the process. Made before anything else, so that none is missed.
#[cfg(unix)]
pub(crate) struct Signals {
    interrupt: Signal,
    terminate: Signal,
}

#[cfg(unix)]
impl Signals {
    /// Takes the signals over from their default, which is to kill.
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

/// What Windows tells the process by its console: keys, a closed window, and the end of the machine's run.
#[cfg(windows)]
pub(crate) struct Signals {
    keys: (CtrlC, CtrlBreak),
    closed: CtrlClose,
    off: CtrlShutdown,
}

#[cfg(windows)]
impl Signals {
    /// Takes them over from their default, which is to end the process.
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Self {
            keys: (ctrl_c()?, ctrl_break()?),
            closed: ctrl_close()?,
            off: ctrl_shutdown()?,
        })
    }

    /// Resolves at the next of them.
    pub(crate) async fn stop(&mut self) {
        tokio::select! {
            _ = self.keys.0.recv() => {}
            _ = self.keys.1.recv() => {}
            _ = self.closed.recv() => {}
            _ = self.off.recv() => {}
        }
    }
}

/// SIGHUP, as `systemctl reload` and a closed terminal send it: it asks for the configuration to be read anew, and stops
/// nothing.
#[cfg(unix)]
pub(crate) struct Hangups(Signal);

#[cfg(unix)]
impl Hangups {
    /// Takes the signal over from its default, which is to kill.
    pub(crate) fn listen() -> io::Result<Self> {
        signal(SignalKind::hangup()).map(Self)
    }

    /// Resolves at the next one; at once where one came since the last.
    pub(crate) async fn next(&mut self) {
        if self.0.recv().await.is_none() {
            std::future::pending::<()>().await;
        }
    }
}

/// There is no such signal on Windows: a configuration is read at the start.
#[cfg(windows)]
pub(crate) struct Hangups;

#[cfg(windows)]
impl Hangups {
    /// Nothing to take over.
    #[expect(clippy::unnecessary_wraps, reason = "elsewhere it may fail")]
    pub(crate) fn listen() -> io::Result<Self> {
        Ok(Self)
    }

    /// Never resolves.
    pub(crate) async fn next(&mut self) {
        std::future::pending::<()>().await;
    }
}

//! systemd's notification protocol (`Type=notify`, `sd_notify(3)`): datagrams to the socket in `NOTIFY_SOCKET`. Does nothing
//! without systemd.

#[cfg(target_os = "linux")]
use std::os::{
    linux::net::SocketAddrExt as _,
    unix::{
        ffi::OsStrExt as _,
        net::{SocketAddr, UnixDatagram},
    },
};
use std::{env, ffi::OsStr, io, time::Duration};

/// The server answers requests.
pub(crate) const READY: &str = "READY=1";
/// Keep-alive ping for the watchdog.
const ALIVE: &str = "WATCHDOG=1";
/// The process is shutting down.
pub(crate) const STOPPING: &str = "STOPPING=1";

/// Sends `state` to systemd. A failure is only logged: the server can run without its supervisor listening.
pub(crate) fn notify(state: &str) {
    if let Some(name) = env::var_os("NOTIFY_SOCKET").filter(|name| !name.is_empty())
        && let Err(error) = send(&name, state)
    {
        tracing::warn!(%error, state, "systemd: notification failed");
    }
}

/// Pings systemd's watchdog at the interval it asks for; never returns. It runs as an ordinary task on purpose: if the
/// runtime no longer schedules tasks, the pings stop and systemd restarts the process.
pub(crate) async fn keep_alive() {
    let Some(pause) = watchdog_interval() else {
        return std::future::pending().await;
    };
    let mut turns = tokio::time::interval(pause);
    loop {
        turns.tick().await;
        notify(ALIVE);
    }
}

/// Returns half of systemd's watchdog timeout; `None` if the watchdog is off or meant for another process
/// (`sd_watchdog_enabled(3)`).
fn watchdog_interval() -> Option<Duration> {
    let variable = |name| env::var(name).ok();
    let is_this_process = |id: String| id == std::process::id().to_string();
    if !variable("WATCHDOG_PID").is_none_or(is_this_process) {
        return None;
    }
    let limit = variable("WATCHDOG_USEC")?.parse().ok()?;
    Some(Duration::from_micros(limit) / 2).filter(|pause| !pause.is_zero())
}

#[cfg(target_os = "linux")]
fn send(name: &OsStr, state: &str) -> io::Result<()> {
    let address = match name.as_bytes() {
        [b'@', name @ ..] => SocketAddr::from_abstract_name(name)?,
        path => SocketAddr::from_pathname(OsStr::from_bytes(path))?,
    };
    UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address)?;
    Ok(())
}

/// systemd exists on Linux only.
#[cfg(not(target_os = "linux"))]
fn send(_: &OsStr, _: &str) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

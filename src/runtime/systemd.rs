//! The notification protocol of systemd (`Type=notify`, `sd_notify(3)`), which sends datagrams to
//! the socket in `NOTIFY_SOCKET`. Nothing is sent without systemd.

#[cfg(target_os = "linux")]
use std::os::{
    linux::net::SocketAddrExt as _,
    unix::{
        ffi::OsStrExt as _,
        net::{SocketAddr, UnixDatagram},
    },
};
use std::{env, ffi::OsStr, io, time::Duration};

/// Notification that the server serves requests.
pub(crate) const READY: &str = "READY=1";
/// Notification to the watchdog that the process still works.
const ALIVE: &str = "WATCHDOG=1";
/// Notification that the process is shutting down.
pub(crate) const STOPPING: &str = "STOPPING=1";

/// Sends `state` to systemd. An error is only logged, because the server also works without
/// systemd.
pub(crate) fn notify(state: &str) {
    if let Some(name) = env::var_os("NOTIFY_SOCKET").filter(|name| !name.is_empty())
        && let Err(error) = send(&name, state)
    {
        tracing::warn!(%error, state, "systemd: could not send a notification");
    }
}

/// Notifies the watchdog of systemd at the required interval. Never returns. This runs as an
/// ordinary task on purpose: if the runtime no longer schedules tasks, the notifications stop and
/// systemd restarts the process.
pub(crate) async fn keep_alive() {
    let Some(interval) = watchdog_interval() else {
        return std::future::pending().await;
    };
    let mut ticks = tokio::time::interval(interval);
    loop {
        ticks.tick().await;
        notify(ALIVE);
    }
}

/// Returns half of the watchdog timeout of systemd, or `None` if the watchdog is disabled or meant
/// for another process (`sd_watchdog_enabled(3)`).
fn watchdog_interval() -> Option<Duration> {
    let variable = |name| env::var(name).ok();
    let is_this_process = |id: String| id == std::process::id().to_string();
    if !variable("WATCHDOG_PID").is_none_or(is_this_process) {
        return None;
    }
    let timeout = variable("WATCHDOG_USEC")?.parse().ok()?;
    Some(Duration::from_micros(timeout) / 2).filter(|interval| !interval.is_zero())
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

/// Returns an error, because systemd only exists on Linux.
#[cfg(not(target_os = "linux"))]
fn send(_: &OsStr, _: &str) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

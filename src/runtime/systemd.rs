//! Tells systemd how far the process is (`Type=notify`): a datagram to the socket it names. Nothing
//! happens where there is no systemd.

#[cfg(target_os = "linux")]
use std::os::{
    linux::net::SocketAddrExt as _,
    unix::{
        ffi::OsStrExt as _,
        net::{SocketAddr, UnixDatagram},
    },
};
use std::{env, ffi::OsStr, io, time::Duration};

/// Requests are answered.
pub(crate) const READY: &str = "READY=1";
/// The process lives.
const ALIVE: &str = "WATCHDOG=1";
/// The process is about to end.
pub(crate) const STOPPING: &str = "STOPPING=1";

/// Tells systemd `state`. A supervisor that does not listen is no reason not to serve.
pub(crate) fn notify(state: &str) {
    if let Some(name) = env::var_os("NOTIFY_SOCKET").filter(|name| !name.is_empty())
        && let Err(error) = send(&name, state)
    {
        tracing::warn!(%error, "systemd could not be told {state}");
    }
}

/// Tells systemd that the process lives, as often as it asks for that; never ends. What tells is a task like all others:
/// where none of them comes to its turn any more, nobody tells.
pub(crate) async fn keep_alive() {
    let Some(pause) = pause() else {
        return std::future::pending().await;
    };
    let mut turns = tokio::time::interval(pause);
    loop {
        turns.tick().await;
        notify(ALIVE);
    }
}

/// Half of the time after which systemd takes the process for dead; `None` where it does not, or asks another process
/// (`sd_watchdog_enabled(3)`).
fn pause() -> Option<Duration> {
    let variable = |name| env::var(name).ok();
    let is_meant = |id: String| id == std::process::id().to_string();
    if !variable("WATCHDOG_PID").is_none_or(is_meant) {
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

/// systemd runs on Linux alone.
#[cfg(not(target_os = "linux"))]
fn send(_: &OsStr, _: &str) -> io::Result<()> {
    Err(io::ErrorKind::Unsupported.into())
}

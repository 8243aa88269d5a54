//! Tells systemd how far the process is (`Type=notify`): a datagram to the socket it names. Nothing
//! happens where there is no systemd.

use std::{
    env, io,
    os::{
        linux::net::SocketAddrExt as _,
        unix::{
            ffi::OsStrExt as _,
            net::{SocketAddr, UnixDatagram},
        },
    },
};

/// Requests are answered.
pub(crate) const READY: &str = "READY=1";
/// The process is about to end.
pub(crate) const STOPPING: &str = "STOPPING=1";

/// Tells systemd `state`. A supervisor that does not listen is no reason not to serve.
pub(crate) fn notify_systemd(state: &str) {
    if let Some(name) = env::var_os("NOTIFY_SOCKET").filter(|name| !name.is_empty())
        && let Err(error) = send(name.as_bytes(), state)
    {
        tracing::warn!(%error, "systemd could not be told {state}");
    }
}

fn send(name: &[u8], state: &str) -> io::Result<()> {
    let address = match name {
        [b'@', name @ ..] => SocketAddr::from_abstract_name(name)?,
        path => SocketAddr::from_pathname(std::ffi::OsStr::from_bytes(path))?,
    };
    UnixDatagram::unbound()?.send_to_addr(state.as_bytes(), &address)?;
    Ok(())
}

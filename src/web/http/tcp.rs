//! What a connection asks of the system. Each is a refinement: where the system does not know it, connections are served all
//! the same.

use std::time::Duration;

use tokio::net::TcpStream;

/// Sends small answers at once, keeps few bytes that the client has not taken, and gives up a client that acknowledges
/// nothing for `stalled_after`.
pub(crate) fn refine(tcp: &TcpStream, unsent: u32, stalled_after: Duration) {
    let _ = tcp.set_nodelay(true);
    limit_unsent(tcp, unsent);
    give_up(tcp, stalled_after);
}

/// Keeps `bytes` that the client has not taken, and no more (Linux, tcp(7): `TCP_NOTSENT_LOWAT`).
#[cfg(target_os = "linux")]
pub(crate) fn limit_unsent(tcp: &TcpStream, bytes: u32) {
    let _ = socket2::SockRef::from(tcp).set_tcp_notsent_lowat(bytes);
}

#[cfg(not(target_os = "linux"))]
pub(crate) fn limit_unsent(_: &TcpStream, _: u32) {}

/// Linux, tcp(7): `TCP_USER_TIMEOUT`.
#[cfg(target_os = "linux")]
fn give_up(tcp: &TcpStream, after: Duration) {
    let _ = socket2::SockRef::from(tcp).set_tcp_user_timeout(Some(after));
}

#[cfg(not(target_os = "linux"))]
fn give_up(_: &TcpStream, _: Duration) {}

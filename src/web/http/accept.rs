//! Accepts connections.

use std::{io, sync::Arc, time::Duration};

use tokio::{
    net::TcpListener,
    sync::watch,
    time::{Instant, sleep, sleep_until, timeout},
};

use super::{connection, connections::Connections};
use crate::web::AppState;

/// Pause after a failed accept, usually for lack of file descriptors.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);
/// A period of overload ends after this long without trouble.
const OVERLOAD_END_DELAY: Duration = Duration::from_secs(5);

/// Accepts connections until `stop` resolves, then lets open requests finish, closes live connections, and
/// returns.
pub async fn serve(listener: TcpListener, state: Arc<AppState>, stop: impl Future<Output = ()>) {
    let limits = &state.settings.limits;
    let connections = Connections::new(limits.connections, limits.per_address);
    let (stopping, stopped) = watch::channel(false);
    let mut overload = OverloadPeriod::default();
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = sleep_until(overload.end()), if overload.is_on() => {
                overload.finish();
                continue;
            }
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, address)) => {
                let (permit, limit_reached) = connections.admit(address.ip()).await;
                if limit_reached {
                    overload.note(&Trouble::LimitReached, permit.is_none());
                }
                if let Some(permit) = permit {
                    tokio::spawn(connection::serve(
                        stream,
                        address.ip(),
                        permit,
                        Arc::clone(&state),
                        stopped.clone(),
                    ));
                }
            }
            Err(error) => {
                overload.note(&Trouble::AcceptFailed(error), true);
                connections.evict(None);
                sleep(ACCEPT_RETRY_DELAY).await;
            }
        }
    }
    drop(listener);
    overload.finish();
    let _ = stopping.send(true);
    let _ = timeout(limits.grace, connections.all_closed()).await;
}

/// Why a connection was refused or replaced another.
enum Trouble {
    /// The connection limit was reached.
    LimitReached,
    /// `accept` failed, most likely for lack of file descriptors.
    AcceptFailed(io::Error),
}

/// A period in which connections are refused or evicted. Logged once, at its start and at its end.
#[derive(Debug, Default)]
struct OverloadPeriod {
    /// Start of the period, and time of the last trouble.
    times: Option<(Instant, Instant)>,
    refused: u64,
    replaced: u64,
}

impl OverloadPeriod {
    fn note(&mut self, trouble: &Trouble, is_refused: bool) {
        let now = Instant::now();
        if let Some((_, last)) = &mut self.times {
            *last = now;
        } else {
            self.times = Some((now, now));
            match trouble {
                Trouble::LimitReached => {
                    tracing::warn!("connection limit reached; closing idle connections");
                }
                Trouble::AcceptFailed(error) => {
                    tracing::warn!(%error, "accept failed");
                }
            }
        }
        if is_refused {
            self.refused += 1;
        } else {
            self.replaced += 1;
        }
    }

    fn is_on(&self) -> bool {
        self.times.is_some()
    }

    fn end(&self) -> Instant {
        self.times
            .map_or_else(Instant::now, |(_, last)| last + OVERLOAD_END_DELAY)
    }

    fn finish(&mut self) {
        let Self {
            times,
            refused,
            replaced,
        } = std::mem::take(self);
        if let Some((first, last)) = times {
            tracing::warn!(
                refused,
                replaced,
                seconds = (last - first).as_secs(),
                "connections no longer refused"
            );
        }
    }
}

//! Accepts connections.

use std::{io, sync::Arc, time::Duration};

use tokio::{
    net::TcpListener,
    sync::watch,
    time::{Instant, sleep, sleep_until, timeout},
};

use super::{
    connection,
    connections::{Admission, Connections},
};
use crate::web::AppState;

/// Delay after a failed `accept`, which usually means that no file descriptor is available.
const ACCEPT_RETRY_DELAY: Duration = Duration::from_millis(50);
/// An overload period ends when no connection was refused or evicted for this long.
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
            () = sleep_until(overload.end_time()), if overload.is_active() => {
                overload.finish();
                continue;
            }
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, address)) => {
                let Admission {
                    permit,
                    limit_reached,
                } = connections.admit(address.ip()).await;
                if limit_reached {
                    overload.record(&OverloadCause::LimitReached, permit.is_none());
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
                overload.record(&OverloadCause::AcceptFailed(error), true);
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

/// Why a connection was refused, or admitted only by evicting an idle one.
enum OverloadCause {
    /// The connection limit was reached.
    LimitReached,
    /// `accept` failed, most likely because no file descriptor is available.
    AcceptFailed(io::Error),
}

/// A period in which connections are refused or evicted. Logged once, at its start and at its end.
#[derive(Debug, Default)]
struct OverloadPeriod {
    /// `None` while no period is active.
    times: Option<OverloadTimes>,
    /// Number of refused connections.
    refused: u64,
    /// Number of idle connections that were evicted to admit new ones.
    evicted_idle: u64,
}

/// Times of an overload period.
#[derive(Debug)]
struct OverloadTimes {
    start: Instant,
    /// Time of the last refused or evicted connection.
    last_event: Instant,
}

impl OverloadPeriod {
    fn record(&mut self, cause: &OverloadCause, is_refused: bool) {
        let now = Instant::now();
        if let Some(times) = &mut self.times {
            times.last_event = now;
        } else {
            self.times = Some(OverloadTimes {
                start: now,
                last_event: now,
            });
            match cause {
                OverloadCause::LimitReached => {
                    tracing::warn!("http: connection limit reached; closing idle connections");
                }
                OverloadCause::AcceptFailed(error) => {
                    tracing::warn!(%error, "http: accept failed");
                }
            }
        }
        if is_refused {
            self.refused += 1;
        } else {
            self.evicted_idle += 1;
        }
    }

    fn is_active(&self) -> bool {
        self.times.is_some()
    }

    fn end_time(&self) -> Instant {
        self.times
            .as_ref()
            .map_or_else(Instant::now, |times| times.last_event + OVERLOAD_END_DELAY)
    }

    fn finish(&mut self) {
        let Self {
            times,
            refused,
            evicted_idle,
        } = std::mem::take(self);
        if let Some(OverloadTimes { start, last_event }) = times {
            tracing::warn!(
                refused,
                evicted_idle,
                duration_seconds = (last_event - start).as_secs(),
                "http: connection overload ended"
            );
        }
    }
}

//! The accept loop.

use std::{io, sync::Arc, time::Duration};

use tokio::{
    net::TcpListener,
    sync::watch,
    time::{Instant, sleep, sleep_until, timeout},
};

use super::{connection, connections::Connections};
use crate::web::AppState;

/// How long to wait where the system has no room for a connection.
const PAUSE: Duration = Duration::from_millis(50);
/// A spell of trouble is over when nothing happened for this long.
const QUIET: Duration = Duration::from_secs(5);

/// Serves until `stop` resolves; then finishes open requests, tells live connections goodbye, and
/// returns.
pub async fn serve(listener: TcpListener, state: Arc<AppState>, stop: impl Future<Output = ()>) {
    let limits = &state.settings.limits;
    let connections = Connections::new(limits.connections, limits.per_address);
    let (stopping, stopped) = watch::channel(false);
    let mut spell = Spell::default();
    tokio::pin!(stop);
    loop {
        let accepted = tokio::select! {
            accepted = listener.accept() => accepted,
            () = sleep_until(spell.end()), if spell.is_on() => {
                spell.finish();
                continue;
            }
            () = &mut stop => break,
        };
        match accepted {
            Ok((stream, address)) => {
                let (permit, crowded) = connections.admit(address.ip()).await;
                if crowded {
                    spell.note(&Trouble::Crowded, permit.is_none());
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
                spell.note(&Trouble::Failed(error), true);
                connections.evict(None);
                sleep(PAUSE).await;
            }
        }
    }
    drop(listener);
    spell.finish();
    let _ = stopping.send(true);
    let _ = timeout(limits.grace, connections.all_closed()).await;
}

/// Why a client was not served as it should be.
enum Trouble {
    /// There was no room without closing a connection.
    Crowded,
    /// The system gave no connection: out of file descriptors, most likely.
    Failed(io::Error),
}

/// A time in which clients are turned away: told of once, at its start and at its end.
#[derive(Debug, Default)]
struct Spell {
    /// When it began, and when trouble was last seen.
    times: Option<(Instant, Instant)>,
    refused: u64,
    replaced: u64,
}

impl Spell {
    fn note(&mut self, trouble: &Trouble, is_refused: bool) {
        let now = Instant::now();
        if let Some((_, last)) = &mut self.times {
            *last = now;
        } else {
            self.times = Some((now, now));
            match trouble {
                Trouble::Crowded => tracing::warn!(
                    "there are as many connections as there may be: idle ones make room for new ones"
                ),
                Trouble::Failed(error) => {
                    tracing::warn!(%error, "a connection could not be accepted");
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
            .map_or_else(Instant::now, |(_, last)| last + QUIET)
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
                "connections are accepted as usual again"
            );
        }
    }
}

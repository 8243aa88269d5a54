//! A process in a cluster: an edge, or a standby that serves like an edge until it wins the lease.
//!
//! A process becomes the source by stopping and starting on the same file and port. So a takeover does the same as any start:
//! alerts are evaluated over the time in between, and deliveries continue from the outbox.

use std::{net::TcpListener, pin::pin, sync::Arc, time::Duration};

use anyhow::Context as _;
use tokio::time::{sleep, timeout};

use super::{
    edge::EdgeServer,
    reload::Operator,
    server::{Server, stopped_at_once},
};
use crate::{
    cluster::{self, Connection, HeldLease, Lease, Source, SourceInfo},
    config::{ClusterConfig, Config, MarketKind},
    domain::Clock,
    runtime::{shutdown, signals::Signals, systemd},
};

/// How long a process that cannot become the source waits before it tries again. Other standbys poll the lease more often, so
/// one of them takes it first.
const TAKEOVER_RETRY_DELAY: Duration = Duration::from_secs(10);
/// Grace period for open requests when the role changes.
const CHANGE_GRACE: Duration = Duration::from_millis(750);

/// A process of a cluster, with everything it was started with.
pub(super) struct ClusterProcess {
    pub(super) config: Config,
    pub(super) cluster: ClusterConfig,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) operator: Operator,
    pub(super) listener: TcpListener,
}

/// Why a role ended.
enum End {
    /// The program stops.
    Stop,
    /// The process changes to the other role.
    Change,
}

/// How the standby role ended.
enum StandbyOutcome {
    /// The lease is held, and the file is up to date and closed.
    Holding(Box<HeldLease>),
    Ended(End),
}

impl ClusterProcess {
    /// Serves until a signal stops it or an essential task ends.
    pub(super) async fn serve(
        self,
        mut signals: Signals,
        ready: impl FnOnce(),
    ) -> anyhow::Result<()> {
        let name = format!("{}:{}", host_name(), self.listener.local_addr()?.port());
        let connection = cluster::connect(&self.cluster, &name).await?;
        let lease = Lease::new(&connection, &name, self.cluster.replicas);
        let mut ready = Some(move || {
            ready();
            systemd::notify(systemd::READY);
        });
        let keeping_alive = tokio::spawn(systemd::keep_alive());
        let ended = loop {
            let stood_by =
                self.run_as_standby(&connection, &name, &lease, &mut signals, &mut ready);
            let ended = match stood_by.await {
                Ok(StandbyOutcome::Holding(held)) => {
                    Box::pin(self.run_as_source(&connection, &name, *held, &mut signals)).await
                }
                Ok(StandbyOutcome::Ended(end)) => Ok(end),
                Err(error) => Err(error),
            };
            match ended {
                Ok(End::Change) => {}
                Ok(End::Stop) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        keeping_alive.abort();
        ended
    }

    /// Serves what the source publishes until this process becomes the source or stops.
    async fn run_as_standby(
        &self,
        connection: &Connection,
        name: &str,
        lease: &Lease,
        signals: &mut Signals,
        ready: &mut Option<impl FnOnce()>,
    ) -> anyhow::Result<StandbyOutcome> {
        let (operator, listener) = (self.operator.clone(), self.listener.try_clone()?);
        let starting = EdgeServer::start(
            &self.config,
            &self.clock,
            operator,
            listener,
            connection,
            name,
        );
        let server = match start_unless_stopped(starting, signals).await {
            StartOutcome::Running(started) => started?,
            StartOutcome::Stopped(started) => {
                if let Some(Ok(server)) = started {
                    server.stop(Duration::ZERO).await?;
                }
                return Ok(StandbyOutcome::Ended(End::Stop));
            }
        };
        if let Some(ready) = ready.take() {
            ready();
        }
        // The lease while the process catches up; released if it stops meanwhile.
        let mut won = None;
        let winning = async {
            if !self.cluster.may_be_source {
                return std::future::pending().await;
            }
            loop {
                let held = won.insert(lease.acquire().await);
                tracing::info!(epoch = held.epoch(), "cluster: lease acquired, catching up");
                let caught_up = server.edge.catch_up(&server.store);
                tokio::select! {
                    caught_up = caught_up => match caught_up {
                        Ok(()) => return,
                        Err(error) => {
                            tracing::warn!("cluster: cannot become the source: {error:#}");
                            release(&mut won).await;
                            sleep(TAKEOVER_RETRY_DELAY).await;
                        }
                    },
                    () = held.renew_until_lost() => won = None,
                }
            }
        };
        let is_stopped = tokio::select! {
            () = winning => false,
            () = signals.stop() => true,
            failure = server.failure() => {
                let _ = server.stop(Duration::ZERO).await;
                release(&mut won).await;
                return Err(failure.into());
            }
        };
        let held = won.take_if(|_| !is_stopped);
        let Some(mut held) = held else {
            systemd::notify(systemd::STOPPING);
            tracing::info!("stopping");
            release(&mut won).await;
            let stopped = tokio::select! {
                stopped = server.stop(self.config.server.grace) => stopped,
                () = signals.stop() => stopped_at_once(),
            };
            return stopped.map(|()| StandbyOutcome::Ended(End::Stop));
        };
        match unless_stopped(
            held.renew_during(server.stop_to_reopen(CHANGE_GRACE)),
            signals,
        )
        .await
        {
            Some((Ok(()), true)) => Ok(StandbyOutcome::Holding(Box::new(held))),
            Some((Ok(()), false)) => Ok(StandbyOutcome::Ended(End::Change)),
            Some((Err(error), _)) => {
                held.release().await;
                Err(error)
            }
            None => {
                held.release().await;
                Ok(StandbyOutcome::Ended(End::Stop))
            }
        }
    }

    /// Imports, evaluates alerts and writes until the lease is lost or the process stops.
    async fn run_as_source(
        &self,
        connection: &Connection,
        name: &str,
        mut held: HeldLease,
        signals: &mut Signals,
    ) -> anyhow::Result<End> {
        let listener = tokio::net::TcpListener::from_std(self.listener.try_clone()?)?;
        let (clock, operator) = (Arc::clone(&self.clock), self.operator.clone());
        let starting = Server::start(&self.config, clock, operator, listener);
        let begun = start_unless_stopped(held.renew_during(starting), signals).await;
        let (started, is_held) = match begun {
            StartOutcome::Running(started) => started,
            StartOutcome::Stopped(started) => {
                let stopped = match started {
                    Some((Ok((server, _)), _)) => server.stop(async {}).await,
                    _ => Ok(()),
                };
                held.release().await;
                return stopped.map(|()| End::Stop);
            }
        };
        let (server, _) = match started {
            Ok(started) => started,
            Err(error) => {
                held.release().await;
                return Err(error);
            }
        };
        if !is_held {
            let supervisor = server.supervisor.clone();
            let changed = unless_stopped(server.stop_to_reopen(), signals).await;
            supervisor.abort_all();
            return changed.map_or(Ok(End::Stop), |changed| changed.map(|()| End::Change));
        }
        let named = SourceInfo {
            name: name.to_owned(),
            market: self.config.market.kind.as_str().to_owned(),
            seed: (self.config.market.kind == MarketKind::Sample)
                .then_some(self.config.market.seed),
            replicas: self.cluster.replicas,
        };
        let source = Source::start(connection, &held, &named, &server.state, &server.supervisor);
        let asked = Arc::clone(&source);
        server.state.health.watch_cluster(move || asked.facts());
        tracing::info!(epoch = held.epoch(), "cluster: became the source");
        let supervisor = server.supervisor.clone();
        let end = tokio::select! {
            () = held.renew_until_lost() => End::Change,
            () = source.wait_fenced() => End::Change,
            () = signals.stop() => End::Stop,
            failure = server.supervisor.failure() => {
                let error = server.abort(failure).await;
                held.release().await;
                return Err(error);
            }
        };
        let stopped = match end {
            End::Change => {
                tracing::warn!("cluster: lost leadership, now standby");
                // From now on another process may deliver alerts and handle calls.
                server.shutdown.stop_requests();
                match unless_stopped(server.stop_to_reopen(), signals).await {
                    Some(changed) => changed,
                    None => return Ok(End::Stop),
                }
            }
            End::Stop => {
                tracing::info!("stopping");
                systemd::notify(systemd::STOPPING);
                let stopped = tokio::select! {
                    stopped = server.stop(source.wait_published()) => stopped,
                    () = signals.stop() => stopped_at_once(),
                };
                held.release().await;
                stopped
            }
        };
        supervisor.abort_all();
        stopped.context("the source did not stop cleanly")?;
        Ok(end)
    }
}

/// Awaits `changing`. Returns `None` if the program is stopped meanwhile; the work then gets the time limit of a shutdown.
async fn unless_stopped<T>(changing: impl Future<Output = T>, signals: &mut Signals) -> Option<T> {
    let mut changing = pin!(changing);
    tokio::select! {
        changed = &mut changing => return Some(changed),
        () = signals.stop() => {}
    }
    systemd::notify(systemd::STOPPING);
    tracing::info!("stopping");
    let _ = timeout(shutdown::TOTAL, changing).await;
    None
}

/// How a start ended.
enum StartOutcome<T> {
    /// It completed.
    Running(T),
    /// The program must stop. Contains what was started, to be stopped again; `None` if starting took too long.
    Stopped(Option<T>),
}

/// Awaits `starting`. If the program is stopped meanwhile, the start still completes so that the file it opened is closed
/// properly; a second signal ends it at once.
async fn start_unless_stopped<T>(
    starting: impl Future<Output = T>,
    signals: &mut Signals,
) -> StartOutcome<T> {
    let mut starting = pin!(starting);
    tokio::select! {
        started = &mut starting => return StartOutcome::Running(started),
        () = signals.stop() => {}
    }
    systemd::notify(systemd::STOPPING);
    tracing::info!("stopping");
    tokio::select! {
        started = timeout(shutdown::TOTAL, starting) => StartOutcome::Stopped(started.ok()),
        () = signals.stop() => StartOutcome::Stopped(None),
    }
}

/// Releases the lease, if held.
async fn release(won: &mut Option<HeldLease>) {
    if let Some(held) = won.take() {
        held.release().await;
    }
}

/// Returns the host name.
fn host_name() -> String {
    let read = std::fs::read_to_string("/proc/sys/kernel/hostname");
    let name = read.map(|name| name.trim().to_owned()).unwrap_or_default();
    if name.is_empty() {
        "marketdeck".to_owned()
    } else {
        name
    }
}

//! A process in a cluster, which is an edge, or a standby that serves like an edge until it
//! acquires the lease.
//!
//! To become the source, the process stops its server and starts another one on the same file and
//! port. A takeover therefore does the same as any start: alerts are evaluated for the time without
//! a source, and deliveries continue from the outbox.

use std::{net::TcpListener, pin::pin, sync::Arc, time::Duration};

use anyhow::Context as _;
use tokio::time::{sleep, timeout};

use super::{
    edge::EdgeServer,
    reload::Operator,
    server::{Server, aborted_by_second_signal},
};
use crate::{
    cluster::{self, Connection, HeldLease, Lease, Source, SourceInfo},
    config::{ClusterConfig, Config, MarketKind},
    domain::Clock,
    runtime::{shutdown, signals::Signals, systemd},
};

/// Delay before a process that could not become the source tries again. Other standbys poll the
/// lease more often, so one of them acquires it first.
const TAKEOVER_RETRY_DELAY: Duration = Duration::from_secs(10);
/// Grace period for requests in progress when the role changes.
const ROLE_CHANGE_GRACE: Duration = Duration::from_millis(750);

/// A process in a cluster.
pub(super) struct ClusterProcess {
    pub(super) config: Config,
    pub(super) cluster: ClusterConfig,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) operator: Operator,
    pub(super) listener: TcpListener,
}

/// The reason why a role ended.
enum RoleEnd {
    /// The program is stopping.
    Stop,
    /// The process changes to the other role.
    Change,
}

/// How the standby role ended.
enum StandbyOutcome {
    /// This process has the lease, and its file is up to date and closed.
    LeaseAcquired(Box<HeldLease>),
    Ended(RoleEnd),
}

impl ClusterProcess {
    /// Runs the process until a signal stops it or an essential task ends.
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
        let keep_alive_task = tokio::spawn(systemd::keep_alive());
        let result = loop {
            let standby = self.run_as_standby(&connection, &name, &lease, &mut signals, &mut ready);
            let role_result = match standby.await {
                Ok(StandbyOutcome::LeaseAcquired(held)) => {
                    Box::pin(self.run_as_source(&connection, &name, *held, &mut signals)).await
                }
                Ok(StandbyOutcome::Ended(end)) => Ok(end),
                Err(error) => Err(error),
            };
            match role_result {
                Ok(RoleEnd::Change) => {}
                Ok(RoleEnd::Stop) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        keep_alive_task.abort();
        result
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
        let start = EdgeServer::start(
            &self.config,
            &self.clock,
            operator,
            listener,
            connection,
            name,
        );
        let server = match start_unless_stopped(start, signals).await {
            StartOutcome::Running(started) => started?,
            StartOutcome::Stopped(started) => {
                if let Some(Ok(server)) = started {
                    server.stop(Duration::ZERO).await?;
                }
                return Ok(StandbyOutcome::Ended(RoleEnd::Stop));
            }
        };
        if let Some(ready) = ready.take() {
            ready();
        }
        // The lease while the process catches up. It is released if the process stops before it has caught up.
        let mut acquired = None;
        let take_over = async {
            if !self.cluster.may_be_source {
                return std::future::pending().await;
            }
            loop {
                let held = acquired.insert(lease.acquire().await);
                tracing::info!(epoch = held.epoch(), "cluster: lease acquired, catching up");
                let catch_up = server.edge.catch_up(&server.store);
                tokio::select! {
                    result = catch_up => match result {
                        Ok(()) => return,
                        Err(error) => {
                            tracing::warn!("cluster: cannot become the source: {error:#}");
                            release(&mut acquired).await;
                            sleep(TAKEOVER_RETRY_DELAY).await;
                        }
                    },
                    () = held.renew_until_lost() => acquired = None,
                }
            }
        };
        let is_stopped = tokio::select! {
            () = take_over => false,
            () = signals.stop() => true,
            failure = server.failure() => {
                let _ = server.stop(Duration::ZERO).await;
                release(&mut acquired).await;
                return Err(failure.into());
            }
        };
        let held = acquired.take_if(|_| !is_stopped);
        let Some(mut held) = held else {
            systemd::notify(systemd::STOPPING);
            tracing::info!("server: stopping");
            release(&mut acquired).await;
            let stopped = tokio::select! {
                stopped = server.stop(self.config.server.grace) => stopped,
                () = signals.stop() => aborted_by_second_signal(),
            };
            return stopped.map(|()| StandbyOutcome::Ended(RoleEnd::Stop));
        };
        match unless_stopped(
            held.renew_during(server.stop_to_reopen(ROLE_CHANGE_GRACE)),
            signals,
        )
        .await
        {
            Some((Ok(()), true)) => Ok(StandbyOutcome::LeaseAcquired(Box::new(held))),
            Some((Ok(()), false)) => Ok(StandbyOutcome::Ended(RoleEnd::Change)),
            Some((Err(error), _)) => {
                held.release().await;
                Err(error)
            }
            None => {
                held.release().await;
                Ok(StandbyOutcome::Ended(RoleEnd::Stop))
            }
        }
    }

    /// Runs the sources, evaluates alerts and writes until the lease is lost or the process stops.
    async fn run_as_source(
        &self,
        connection: &Connection,
        name: &str,
        mut held: HeldLease,
        signals: &mut Signals,
    ) -> anyhow::Result<RoleEnd> {
        let listener = tokio::net::TcpListener::from_std(self.listener.try_clone()?)?;
        let (clock, operator) = (Arc::clone(&self.clock), self.operator.clone());
        let start = Server::start(&self.config, clock, operator, listener, None);
        let outcome = start_unless_stopped(held.renew_during(start), signals).await;
        let (started, is_held) = match outcome {
            StartOutcome::Running(started) => started,
            StartOutcome::Stopped(started) => {
                let stopped = match started {
                    Some((Ok((server, _)), _)) => server.stop(async {}).await,
                    _ => Ok(()),
                };
                held.release().await;
                return stopped.map(|()| RoleEnd::Stop);
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
            return changed.map_or(Ok(RoleEnd::Stop), |changed| {
                changed.map(|()| RoleEnd::Change)
            });
        }
        let info = SourceInfo {
            name: name.to_owned(),
            market: self.config.market.kind.as_str().to_owned(),
            seed: (self.config.market.kind == MarketKind::Sample)
                .then_some(self.config.market.seed),
            replicas: self.cluster.replicas,
        };
        let source = Source::start(connection, &held, &info, &server.state, &server.supervisor);
        let monitored = Arc::clone(&source);
        server.state.health.watch_cluster(move || monitored.facts());
        tracing::info!(epoch = held.epoch(), "cluster: became the source");
        let supervisor = server.supervisor.clone();
        let end = tokio::select! {
            () = held.renew_until_lost() => RoleEnd::Change,
            () = source.wait_fenced() => RoleEnd::Change,
            () = signals.stop() => RoleEnd::Stop,
            failure = server.supervisor.failure() => {
                let error = server.abort(failure).await;
                held.release().await;
                return Err(error);
            }
        };
        let stopped = match end {
            RoleEnd::Change => {
                tracing::warn!("cluster: no longer the source, now standby");
                // From here on another process may deliver alerts and handle calls.
                server.shutdown.stop_requests();
                match unless_stopped(server.stop_to_reopen(), signals).await {
                    Some(changed) => changed,
                    None => return Ok(RoleEnd::Stop),
                }
            }
            RoleEnd::Stop => {
                tracing::info!("server: stopping");
                systemd::notify(systemd::STOPPING);
                let stopped = tokio::select! {
                    stopped = server.stop(source.wait_published()) => stopped,
                    () = signals.stop() => aborted_by_second_signal(),
                };
                held.release().await;
                stopped
            }
        };
        supervisor.abort_all();
        stopped.context("the source was not stopped cleanly")?;
        Ok(end)
    }
}

/// Awaits `change`. Returns `None` if the program is stopped first. `change` then continues
/// within the time limit of a shutdown.
async fn unless_stopped<T>(change: impl Future<Output = T>, signals: &mut Signals) -> Option<T> {
    let mut change = pin!(change);
    tokio::select! {
        changed = &mut change => return Some(changed),
        () = signals.stop() => {}
    }
    systemd::notify(systemd::STOPPING);
    tracing::info!("server: stopping");
    let _ = timeout(shutdown::TOTAL, change).await;
    None
}

/// The outcome of a start.
enum StartOutcome<T> {
    /// The start is complete.
    Running(T),
    /// The program must stop. Contains what the start created, which the caller must stop, or
    /// `None` if the start took too long.
    Stopped(Option<T>),
}

/// Awaits `start`. If the program is stopped during the start, the start still continues, so that the
/// opened file is closed properly. A second signal ends it immediately.
async fn start_unless_stopped<T>(
    start: impl Future<Output = T>,
    signals: &mut Signals,
) -> StartOutcome<T> {
    let mut start = pin!(start);
    tokio::select! {
        started = &mut start => return StartOutcome::Running(started),
        () = signals.stop() => {}
    }
    systemd::notify(systemd::STOPPING);
    tracing::info!("server: stopping");
    tokio::select! {
        started = timeout(shutdown::TOTAL, start) => StartOutcome::Stopped(started.ok()),
        () = signals.stop() => StartOutcome::Stopped(None),
    }
}

/// Releases the lease if there is one.
async fn release(acquired: &mut Option<HeldLease>) {
    if let Some(held) = acquired.take() {
        held.release().await;
    }
}

/// Returns the host name, or `marketdeck` if it is unknown.
fn host_name() -> String {
    let hostname = std::fs::read_to_string("/proc/sys/kernel/hostname");
    let name = hostname
        .map(|name| name.trim().to_owned())
        .unwrap_or_default();
    if name.is_empty() {
        "marketdeck".to_owned()
    } else {
        name
    }
}

//! A process among others: an edge for good, or a source that serves like an edge until it holds the lease.
//!
//! Becoming the source is a stop and a start on the same file and the same port: what a source does after a start
//! (alerts are judged on what happened meanwhile, deliveries go on from the outbox) is what it does after it took over.

use std::{net::TcpListener, sync::Arc, time::Duration};

use anyhow::Context as _;
use async_nats::Client;

use super::{
    edge::EdgeServer,
    reload::Operator,
    server::{Server, stopped_at_once},
};
use crate::{
    cluster::{self, Held, Lease, Named, Source},
    config::{ClusterConfig, Config, MarketKind},
    domain::clock::Clock,
    runtime::{notify, signals::Signals},
};

/// How long requests may take to finish where another role waits.
const CHANGE_GRACE: Duration = Duration::from_millis(750);

/// A process with all that it was started with.
pub(super) struct Operated {
    pub(super) config: Config,
    pub(super) cluster: ClusterConfig,
    pub(super) clock: Arc<dyn Clock>,
    pub(super) operator: Operator,
    pub(super) listener: TcpListener,
}

/// Why a role ended.
enum End {
    /// The program is to stop.
    Stop,
    /// The other role begins.
    Change,
}

impl Operated {
    /// Serves until a signal stops it, or an essential task ends.
    pub(super) async fn serve(
        self,
        mut signals: Signals,
        ready: impl FnOnce(),
    ) -> anyhow::Result<()> {
        let name = format!("{}:{}", host_name(), self.listener.local_addr()?.port());
        let client = cluster::connect(&self.cluster, &name).await?;
        let lease = Lease::new(&client, &name, self.cluster.replicas);
        let mut ready = Some(move || {
            ready();
            notify::notify_systemd(notify::READY);
        });
        let keeping_alive = tokio::spawn(notify::keep_alive());
        let ended = loop {
            let held = match self
                .stand_by(&client, &name, &lease, &mut signals, &mut ready)
                .await
            {
                Ok(Some(held)) => held,
                Ok(None) => break Ok(()),
                Err(error) => break Err(error),
            };
            match self.be_source(&client, &name, held, &mut signals).await {
                Ok(End::Change) => {}
                Ok(End::Stop) => break Ok(()),
                Err(error) => break Err(error),
            }
        };
        keeping_alive.abort();
        ended
    }

    /// Serves what another process publishes until this one is the source, or until the stop.
    async fn stand_by(
        &self,
        client: &Client,
        name: &str,
        lease: &Lease,
        signals: &mut Signals,
        ready: &mut Option<impl FnOnce()>,
    ) -> anyhow::Result<Option<Held>> {
        let (operator, listener) = (self.operator.clone(), self.listener.try_clone()?);
        let starting =
            EdgeServer::start(&self.config, &self.clock, operator, listener, client, name);
        let server = tokio::select! {
            started = starting => started?,
            () = signals.stop() => return Ok(None),
        };
        if let Some(ready) = ready.take() {
            ready();
        }
        let winning = async {
            if !self.cluster.may_be_source {
                return std::future::pending().await;
            }
            loop {
                let mut held = lease.acquire().await;
                tracing::info!(epoch = held.epoch(), "this process is to be the source");
                let caught_up = server.edge.catch_up(&server.store);
                tokio::select! {
                    caught_up = caught_up => match caught_up {
                        Ok(()) => return held,
                        Err(error) => {
                            tracing::warn!("this process cannot be the source: {error:#}");
                            held.release().await;
                        }
                    },
                    () = held.keep() => {}
                }
            }
        };
        let held = tokio::select! {
            held = winning => Some(held),
            () = signals.stop() => None,
            failure = server.failure() => {
                let _ = server.stop(Duration::ZERO).await;
                return Err(failure.into());
            }
        };
        let Some(held) = held else {
            notify::notify_systemd(notify::STOPPING);
            tracing::info!("stopping");
            return tokio::select! {
                stopped = server.stop(self.config.server.grace) => stopped.map(|()| None),
                () = signals.stop() => stopped_at_once().map(|()| None),
            };
        };
        server.stop(CHANGE_GRACE).await?;
        Ok(Some(held))
    }

    /// Imports, judges and writes until the lease is lost, or until the stop.
    async fn be_source(
        &self,
        client: &Client,
        name: &str,
        mut held: Held,
        signals: &mut Signals,
    ) -> anyhow::Result<End> {
        let listener = tokio::net::TcpListener::from_std(self.listener.try_clone()?)?;
        let (clock, operator) = (Arc::clone(&self.clock), self.operator.clone());
        let starting = Server::start(&self.config, clock, operator, listener);
        let (server, _) = tokio::select! {
            started = starting => started?,
            () = signals.stop() => return Ok(End::Stop),
        };
        let named = Named {
            name: name.to_owned(),
            market: self.config.market.kind.as_str().to_owned(),
            seed: (self.config.market.kind == MarketKind::Sample)
                .then_some(self.config.market.seed),
            replicas: self.cluster.replicas,
        };
        let source = Source::start(
            client,
            held.epoch(),
            &named,
            &server.state,
            &server.supervisor,
        );
        let asked = Arc::clone(&source);
        server.state.health.watch_cluster(move || asked.facts());
        tracing::info!(epoch = held.epoch(), "this process is the source");
        let supervisor = server.supervisor.clone();
        let end = tokio::select! {
            () = held.keep() => End::Change,
            () = source.fenced() => End::Change,
            () = signals.stop() => End::Stop,
            failure = server.supervisor.failure() => {
                let error = server.abandon(failure).await;
                held.release().await;
                return Err(error);
            }
        };
        let stopped = match end {
            End::Change => {
                tracing::warn!("this process is the source no more, and stands by");
                // Another one may deliver alerts and answer calls from now on.
                server.shutdown.stop_requests();
                server.stop(async {}).await
            }
            End::Stop => {
                tracing::info!("stopping");
                notify::notify_systemd(notify::STOPPING);
                let stopped = tokio::select! {
                    stopped = server.stop(source.published()) => stopped,
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

/// The name of this machine.
fn host_name() -> String {
    let read = std::fs::read_to_string("/proc/sys/kernel/hostname");
    let name = read.map(|name| name.trim().to_owned()).unwrap_or_default();
    if name.is_empty() {
        "marketdeck".to_owned()
    } else {
        name
    }
}

//! A process that serves what the source publishes: an edge or a standby.

use std::{net::TcpListener, sync::Arc, time::Duration};

use super::{
    announce, background_tasks, backups,
    reload::{self, Operator},
    server::{AlertMode, close, close_to_reopen, open},
    settings,
};
use crate::{
    catalogue::Catalogue,
    cluster::{Connection, Edge, EdgeParts, RemoteFollowing},
    config::{Config, MarketKind},
    domain::Clock,
    live::hub::Hub,
    market::{Loading, Market},
    runtime::{
        health::Health,
        metrics::Counters,
        shutdown::{self, Shutdown, phase},
        supervisor::{Supervisor, Task, TaskFailure},
    },
    simulator::SampleDays,
    source::{generated_history::GeneratedHistory, health::HealthBoard},
    store::{Scope, Store},
    web,
};

/// How often an edge checks whether the source has published a market.
const MARKET_POLL_INTERVAL: Duration = Duration::from_millis(200);
/// How long an edge whose file has tickers waits for prices before it serves without them.
const PRICES_TIMEOUT: Duration = Duration::from_secs(5);

/// The running parts of an edge, as needed to stop it.
pub(super) struct EdgeServer {
    supervisor: Supervisor,
    shutdown: Shutdown,
    grace: Duration,
    pub(super) store: Store,
    pub(super) edge: Arc<Edge>,
    http: Task,
}

impl EdgeServer {
    pub(super) async fn start(
        config: &Config,
        clock: &Arc<dyn Clock>,
        operator: Operator,
        listener: TcpListener,
        connection: &Connection,
        name: &str,
    ) -> anyhow::Result<Self> {
        let may_be_source = config.cluster.as_ref().is_some_and(|own| own.may_be_source);
        let (store, market, alerts, _) = open(config, clock, AlertMode::ReadOnly).await?;
        let shown = Arc::clone(&market);
        let (hub, counters) = (Hub::new(), Arc::new(Counters::default()));
        let (shutdown, supervisor) = (Shutdown::default(), Supervisor::default());
        let health = Arc::new(Health::new(supervisor.clone(), config.storage.flush_every));
        let is_sample = config.market.kind == MarketKind::Sample;
        let parts = EdgeParts {
            name: name.to_owned(),
            market_name: config.market.kind.as_str().to_owned(),
            seed: is_sample.then_some(config.market.seed),
            scopes: if may_be_source {
                &Scope::ALL
            } else {
                &[Scope::AllMembers]
            },
            store: store.clone(),
            market: Arc::clone(&market),
            hub: Arc::clone(&hub),
        };
        let has_market = move |market: &Market| {
            let market = market.read();
            !market.listings().is_empty() && (!is_sample || market.has_prices())
        };
        let has_tickers = !market.read().listings().is_empty();
        if !has_market(&market) {
            market.begin_loading(Loading::Market);
        }
        let edge = Edge::start(connection, &parts, &supervisor);
        let asked = Arc::clone(&edge);
        health.watch_cluster(move || asked.facts());
        announce::spawn(&supervisor, &hub, &market, &alerts);
        let earlier_days = if is_sample {
            let days = SampleDays::new(settings::simulator(config), Catalogue::embedded()?);
            Some(Arc::new(days) as Arc<dyn GeneratedHistory>)
        } else {
            None
        };
        let state = web::AppState::new(web::Services {
            settings: settings::web(config),
            market,
            store: store.clone(),
            hub,
            clock: Arc::clone(clock),
            counters,
            alerts: Arc::clone(&alerts),
            board: HealthBoard::default(),
            writing: Arc::default(),
            following: Arc::new(RemoteFollowing(Arc::clone(&edge))),
            earlier_days,
            health: Arc::clone(&health),
            upstream: Some(Arc::clone(&edge) as _),
        });
        edge.attach(&state);
        reload::spawn(&supervisor, config, operator, &state, alerts.channels());
        let closing = shutdown::set(shutdown.requests());
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let http = supervisor.essential("accept loop", web::serve(listener, state, closing));
        backups::spawn(&supervisor, config, &store, clock, &health);
        if shown.is_loading() {
            let filled = Arc::clone(&edge);
            supervisor.restartable("first market", move || {
                let (filled, shown) = (Arc::clone(&filled), Arc::clone(&shown));
                let waiting = Arc::clone(&shown);
                let prices = async move {
                    filled.wait_complete().await;
                    while !has_market(&shown) {
                        tokio::time::sleep(MARKET_POLL_INTERVAL).await;
                    }
                };
                async move {
                    if has_tickers {
                        // NATS may be unreachable: then the tickers are served without prices.
                        let _ = tokio::time::timeout(PRICES_TIMEOUT, prices).await;
                    } else {
                        prices.await;
                    }
                    waiting.finish_loading(Loading::Nothing);
                }
            });
        }
        let (verified, filled) = (store.clone(), Arc::clone(&edge));
        supervisor.restartable("verification", move || {
            let (verified, filled) = (verified.clone(), Arc::clone(&filled));
            async move {
                filled.wait_complete().await;
                background_tasks::verify(verified).await;
            }
        });
        Ok(Self {
            supervisor,
            shutdown,
            grace: config.server.grace,
            store,
            edge,
            http,
        })
    }

    /// Resolves when an essential task has ended.
    pub(super) async fn failure(&self) -> TaskFailure {
        self.supervisor.failure().await
    }

    /// Finishes requests within `grace`, and closes the file because the process ends.
    pub(super) async fn stop(self, grace: Duration) -> anyhow::Result<()> {
        let store = self.shut_down(grace).await;
        close(store, shutdown::CLOSE).await
    }

    /// Finishes requests within `grace`, and closes the file so that this process can open it again.
    pub(super) async fn stop_to_reopen(self, grace: Duration) -> anyhow::Result<()> {
        let store = self.shut_down(grace).await;
        close_to_reopen(store).await
    }

    async fn shut_down(self, grace: Duration) -> Store {
        self.supervisor.stopping();
        self.shutdown.stop_requests();
        let drain = grace.min(self.grace) + shutdown::DRAIN_MARGIN;
        phase("finishing requests", drain, self.http.wait()).await;
        self.supervisor.abort_all();
        self.store
    }
}

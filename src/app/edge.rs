//! The server of an edge or a standby, which serves the data that the source publishes.

use std::{net::TcpListener, sync::Arc, time::Duration};

use super::{
    announce, background_tasks, backups,
    reload::{self, Operator},
    screening, search_index,
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

/// Interval at which an edge checks whether the source has published the market.
const MARKET_POLL_INTERVAL: Duration = Duration::from_millis(200);
/// Time that an edge with tickers in its file waits for prices. After it, the tickers are served
/// without prices.
const PRICES_TIMEOUT: Duration = Duration::from_secs(5);

/// The running server of an edge or a standby.
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
        let cluster = config.cluster.as_ref();
        let may_be_source = cluster.is_some_and(|cluster| cluster.may_be_source);
        let (store, market, alerts, _) = open(config, clock, AlertMode::ReadOnly).await?;
        let served_market = Arc::clone(&market);
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
        let monitored = Arc::clone(&edge);
        health.watch_cluster(move || monitored.facts());
        announce::spawn(&supervisor, &hub, &market, &alerts);
        search_index::spawn(&supervisor, &market);
        let generated_history = generated_history(config)?;
        let data = (&market, &store, clock, &generated_history);
        let screener = screening::start(&supervisor, data, None, false)?;
        let state = web::AppState::new(web::Services {
            settings: settings::web(config),
            screener,
            market,
            store: store.clone(),
            hub,
            clock: Arc::clone(clock),
            counters,
            alerts: Arc::clone(&alerts),
            health_board: HealthBoard::default(),
            write_lock: Arc::default(),
            following: Arc::new(RemoteFollowing(Arc::clone(&edge))),
            generated_history,
            health: Arc::clone(&health),
            upstream: Some(Arc::clone(&edge) as _),
            setup: None,
        });
        edge.attach(&state);
        reload::spawn(&supervisor, config, operator, &state, alerts.channels());
        let closing = shutdown::wait_until_set(shutdown.requests());
        let listener = tokio::net::TcpListener::from_std(listener)?;
        let http = supervisor.essential("accept loop", web::serve(listener, state, closing));
        backups::spawn(&supervisor, config, &store, clock, &health);
        if served_market.is_loading() {
            let replica = Arc::clone(&edge);
            supervisor.restartable("first market", move || {
                let (replica, served_market) = (Arc::clone(&replica), Arc::clone(&served_market));
                let loading_market = Arc::clone(&served_market);
                let prices = async move {
                    replica.wait_complete().await;
                    while !has_market(&served_market) {
                        tokio::time::sleep(MARKET_POLL_INTERVAL).await;
                    }
                };
                async move {
                    if has_tickers {
                        // If NATS is unreachable, the tickers are served without prices after this
                        // time.
                        let _ = tokio::time::timeout(PRICES_TIMEOUT, prices).await;
                    } else {
                        prices.await;
                    }
                    loading_market.finish_loading(Loading::Nothing);
                }
            });
        }
        let (verified_store, replica) = (store.clone(), Arc::clone(&edge));
        supervisor.restartable("verification", move || {
            let (verified_store, replica) = (verified_store.clone(), Arc::clone(&replica));
            async move {
                replica.wait_complete().await;
                background_tasks::verify(verified_store).await;
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

    /// Finishes requests within `grace` and closes the file. The process ends after this.
    pub(super) async fn stop(self, grace: Duration) -> anyhow::Result<()> {
        let store = self.shut_down(grace).await;
        close(store, shutdown::CLOSE).await
    }

    /// Finishes requests within `grace` and closes the file. This process can open the file again
    /// after this.
    pub(super) async fn stop_to_reopen(self, grace: Duration) -> anyhow::Result<()> {
        let store = self.shut_down(grace).await;
        close_to_reopen(store).await
    }

    async fn shut_down(self, grace: Duration) -> Store {
        self.supervisor.begin_shutdown();
        self.shutdown.stop_requests();
        let drain = grace.min(self.grace) + shutdown::DRAIN_MARGIN;
        phase("finishing requests", drain, self.http.wait()).await;
        self.supervisor.abort_all();
        self.store
    }
}

/// Returns the computed bars of the sample market; `None` for the live market.
fn generated_history(config: &Config) -> anyhow::Result<Option<Arc<dyn GeneratedHistory>>> {
    if config.market.kind != MarketKind::Sample {
        return Ok(None);
    }
    let days = SampleDays::new(settings::simulator(config), Catalogue::embedded()?);
    Ok(Some(Arc::new(days)))
}

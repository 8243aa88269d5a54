//! All that a browser talks to: one accept loop, every route on one page, and a file for each noun.

pub mod openapi;
pub mod routes;

mod api;
mod http;
mod settings;
mod socket;

use std::sync::{Arc, OnceLock};

use jiff::Timestamp;

pub use http::accept::serve;
pub use http::limits::Limits;
pub use settings::Settings;
pub use socket::frames;

use crate::{
    alerts::AlertService,
    domain::{clock::Clock, provider::ProviderHealth},
    live::hub::Hub,
    market::Market,
    runtime::{health::Health, metrics::Counters},
    store::Store,
};

/// Asks for the health records of all providers.
pub type Providers = Arc<dyn Fn() -> Vec<ProviderHealth> + Send + Sync>;

/// What the web room is made from.
pub struct Services {
    /// How it behaves.
    pub settings: Settings,
    /// What it reads.
    pub market: Arc<Market>,
    /// Bars, and what people write.
    pub store: Store,
    /// Live prices.
    pub hub: Arc<Hub>,
    /// Tells the time.
    pub clock: Arc<dyn Clock>,
    /// Counts what passes.
    pub counters: Arc<Counters>,
    /// Alerts under watch.
    pub alerts: Arc<AlertService>,
    /// Health of the providers.
    pub providers: Providers,
    /// Health of the process.
    pub health: Arc<Health>,
}

/// What every request sees.
pub struct AppState {
    services: Services,
    cache: http::cache::ResponseCache,
    allowed_hosts: http::security::AllowedHosts,
    openapi: OnceLock<http::reply::CachedBody>,
    trending: api::tickers::trending::Trending,
    search: api::tickers::SearchCache,
    shell: http::files::Shell,
    /// Held by the call that writes.
    writing: tokio::sync::Mutex<()>,
    /// A place for each request that writes or waits to.
    waiting_writes: Arc<tokio::sync::Semaphore>,
}

impl AppState {
    /// The state of a server that starts now.
    pub fn new(services: Services) -> Arc<Self> {
        let settings = &services.settings;
        let allowed_hosts = http::security::AllowedHosts::new(&settings.allowed_hosts);
        let waiting_writes = Arc::new(tokio::sync::Semaphore::new(settings.limits.waiting_writes));
        let shell = http::files::Shell::new(&services.settings.base_path);
        Arc::new(Self {
            services,
            cache: http::cache::ResponseCache::default(),
            allowed_hosts,
            openapi: OnceLock::new(),
            trending: api::tickers::trending::Trending::default(),
            search: api::tickers::SearchCache::default(),
            shell,
            writing: tokio::sync::Mutex::default(),
            waiting_writes,
        })
    }

    fn now(&self) -> Timestamp {
        self.services.clock.now()
    }
}

impl std::ops::Deref for AppState {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.services
    }
}

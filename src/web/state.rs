//! State shared by all requests.

use std::collections::HashMap;
use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use arc_swap::ArcSwap;
use hyper::HeaderMap;
use jiff::Timestamp;
use serde::Serialize;

use super::{
    api::tickers::trending::Trending,
    http::{
        access::Access,
        cache::{CacheVersion, ResponseCache},
        demo_banner,
        error::Result,
        page::PageRenderer,
        proxies::TrustedProxies,
        reply::CachedBody,
        request_limit::RequestLimit,
        request_metrics::RequestMetrics,
        security::{self, AllowedHosts},
    },
    key_locks::KeyLocks,
    remote::Upstream,
    settings::Settings,
    setup::Setup,
};
use crate::{
    alerts::AlertService,
    domain::{Clock, currency::Currency, person::PersonId},
    live::hub::Hub,
    market::{Market, MarketState, Topic},
    runtime::{health::Health, metrics::Counters},
    screener::Screener,
    source::{generated_history::GeneratedHistory, health::HealthBoard, lookup::Following},
    store::Store,
};

/// The services that the web layer is built from.
pub struct Services {
    /// Settings of the web layer.
    pub settings: Settings,
    /// Evaluates stock screens.
    pub screener: Arc<Screener>,
    /// The market in memory.
    pub market: Arc<Market>,
    /// The database: bars and user data.
    pub store: Store,
    /// Publishes prices to live connections.
    pub hub: Arc<Hub>,
    /// The clock.
    pub clock: Arc<dyn Clock>,
    /// Counters of requests and messages.
    pub counters: Arc<Counters>,
    /// Alerts.
    pub alerts: Arc<AlertService>,
    /// Health of the data sources.
    pub health_board: HealthBoard,
    /// Generates daily bars older than the stored ones; `None` for markets without generated history.
    pub generated_history: Option<Arc<dyn GeneratedHistory>>,
    /// Follows and unfollows tickers.
    pub following: Arc<dyn Following>,
    /// Serializes writes: a request holds this lock while it writes.
    pub write_lock: Arc<tokio::sync::Mutex<()>>,
    /// Health of the process.
    pub health: Arc<Health>,
    /// Forwards requests to the source of the cluster; `None` if this process answers every request itself.
    pub upstream: Option<Arc<dyn Upstream>>,
    /// Changes the settings of this server; `None` in a cluster.
    pub setup: Option<Arc<dyn Setup>>,
}

/// State shared by all requests.
pub struct AppState {
    services: Services,
    pub(super) cache: ResponseCache,
    pub(super) requests: RequestMetrics,
    pub(super) request_limit: RequestLimit,
    pub(super) allowed_hosts: ArcSwap<AllowedHosts>,
    pub(super) trusted_proxies: ArcSwap<TrustedProxies>,
    /// `None` if no password is set.
    pub(super) access: Option<Access>,
    /// Headers of every response; pages have their own content security policy.
    pub(super) common_headers: HeaderMap,
    pub(super) openapi: OnceLock<CachedBody>,
    pub(super) trending: Trending,
    pub(super) page: PageRenderer,
    /// The display currency chosen in the settings; otherwise the configured one is used.
    chosen_currencies: RwLock<HashMap<PersonId, Currency>>,
    /// Serializes requests with the same `Idempotency-Key`.
    pub(super) keys_in_progress: KeyLocks,
    /// Limits the number of requests that write or wait to write.
    pub(super) waiting_writes: Arc<tokio::sync::Semaphore>,
    /// Held while a backup is made.
    pub(crate) backing_up: Arc<tokio::sync::Semaphore>,
    /// Limits the total bytes of all request bodies.
    pub(super) body_bytes: Arc<tokio::sync::Semaphore>,
}

impl AppState {
    /// Creates the state from the services. Called once, when the server starts.
    pub fn new(services: Services) -> Arc<Self> {
        let settings = &services.settings;
        let allowed_hosts = ArcSwap::from_pointee(AllowedHosts::new(&settings.allowed_hosts));
        let trusted_proxies = TrustedProxies::new(&settings.trusted_proxies);
        let access = Access::new(settings, &services.store);
        let trusted_proxies = ArcSwap::from_pointee(trusted_proxies);
        let page = PageRenderer::embedded(&settings.frame_ancestors, &demo_banner::html(settings));
        let content_policy = security::content_policy(&settings.frame_ancestors, &[]);
        let common_headers = security::common_headers(&content_policy);
        let semaphore = |permits| Arc::new(tokio::sync::Semaphore::new(permits));
        let waiting_writes = semaphore(settings.limits.waiting_writes);
        let body_bytes = semaphore(settings.limits.all_body_bytes);
        let chosen_currencies = services.store.display_currencies().unwrap_or_else(|error| {
            // A request for the settings reports this error too; prices work without them.
            tracing::error!(%error, "settings: unreadable; using defaults");
            HashMap::new()
        });
        Arc::new(Self {
            services,
            cache: ResponseCache::new(common_headers.clone()),
            requests: RequestMetrics::default(),
            request_limit: RequestLimit::default(),
            allowed_hosts,
            trusted_proxies,
            access,
            common_headers,
            openapi: OnceLock::new(),
            trending: Trending::default(),
            page,
            chosen_currencies: RwLock::new(chosen_currencies),
            keys_in_progress: KeyLocks::default(),
            waiting_writes,
            backing_up: semaphore(1),
            body_bytes,
        })
    }

    /// Changes the allowed hosts and trusted proxies; see [`Settings`].
    pub(crate) fn change_hosts(&self, allowed_hosts: &[String], trusted_proxies: &[String]) {
        let hosts = AllowedHosts::new(allowed_hosts);
        self.allowed_hosts.store(Arc::new(hosts));
        let proxies = TrustedProxies::new(trusted_proxies);
        self.trusted_proxies.store(Arc::new(proxies));
    }

    pub(super) fn now(&self) -> Timestamp {
        self.services.clock.now()
    }

    /// The currency that amounts are converted to for a person.
    pub(crate) fn display_currency(&self, person: PersonId) -> Currency {
        let chosen = self.chosen_currencies.read();
        let chosen = chosen.unwrap_or_else(PoisonError::into_inner);
        let chosen = chosen.get(&person).copied();
        chosen.unwrap_or(self.settings.display_currency)
    }

    /// Changes the display currency of a person; `None` selects the configured one.
    pub(crate) fn choose_currency(&self, person: PersonId, currency: Option<Currency>) {
        let mut chosen = self
            .chosen_currencies
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        match currency {
            Some(currency) => chosen.insert(person, currency),
            None => chosen.remove(&person),
        };
    }

    /// Reads the people again in the background, after another process of the cluster changed them.
    #[cfg(feature = "cluster")]
    pub(crate) fn reload_people(self: &Arc<Self>) {
        let state = Arc::clone(self);
        tokio::spawn(async move {
            if let Some(access) = &state.access
                && let Err(error) = access.reload_people().await
            {
                tracing::error!(%error, "access: could not read the people again");
            }
        });
    }

    /// Reads the display currencies of all people, after another process of the cluster changed settings.
    #[cfg(feature = "cluster")]
    pub(crate) fn reload_currencies(&self) -> crate::store::Result<()> {
        let currencies = self.store.display_currencies()?;
        let mut chosen = self
            .chosen_currencies
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        *chosen = currencies;
        Ok(())
    }

    /// Returns the cached JSON response for `key`, with amounts in the display currency of `person`. If a topic has changed since, rebuilds it: `collect` copies the value from the
    /// market, and the value is serialized after the market's lock is released.
    pub(crate) async fn cached<T: Serialize + Send + 'static>(
        &self,
        person: PersonId,
        key: &str,
        topics: &[Topic],
        collect: impl FnOnce(&MarketState, Timestamp) -> T,
    ) -> Result<CachedBody> {
        let version = CacheVersion::of(&self.market, topics, self.now());
        let serialize = |value: T| CachedBody::json(&value);
        self.cached_with(person, key, &version, collect, serialize)
            .await
    }

    /// Returns the cached response for `key`. If `version` has changed, rebuilds it: `collect` copies the value from the market, and
    /// `serialize` converts the value to a body on a blocking thread.
    pub(crate) async fn cached_with<T: Send + 'static>(
        &self,
        person: PersonId,
        key: &str,
        version: &CacheVersion,
        collect: impl FnOnce(&MarketState, Timestamp) -> T,
        serialize: impl FnOnce(T) -> Result<CachedBody> + Send + 'static,
    ) -> Result<CachedBody> {
        let now = self.now();
        let build = async {
            let value = collect(&self.market.read(), now);
            CachedBody::build(move || serialize(value)).await
        };
        // Responses in a previous currency are evicted like all unused responses.
        let key = format!("{key} in {}", self.display_currency(person));
        self.cache.get(&key, version, now, build).await
    }
}

impl std::ops::Deref for AppState {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.services
    }
}

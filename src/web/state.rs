//! What every request sees.

use std::sync::{Arc, OnceLock, PoisonError, RwLock};

use arc_swap::ArcSwap;
use hyper::HeaderMap;
use jiff::Timestamp;
use serde::Serialize;

use super::{
    api::tickers::{search_cache::SearchCache, trending::Trending},
    elsewhere::Upstream,
    http::{
        access::Access,
        cache::{CacheVersion, ResponseCache},
        error::Result,
        measured::Requests,
        page::Page,
        proxies::TrustedProxies,
        reply::CachedBody,
        security::{self, AllowedHosts},
    },
    settings::Settings,
    turns::Turns,
};
use crate::{
    alerts::AlertService,
    domain::{Clock, currency::Currency, settings},
    live::hub::Hub,
    market::{Market, MarketState, Topic},
    runtime::{health::Health, metrics::Counters},
    source::{generated_history::GeneratedHistory, health::HealthBoard, lookup::Following},
    store::Store,
};

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
    /// How the sources are.
    pub board: HealthBoard,
    /// Daily bars older than those of the store, where the market can work them out.
    pub earlier_days: Option<Arc<dyn GeneratedHistory>>,
    /// Who follows and forgets tickers.
    pub following: Arc<dyn Following>,
    /// Held by the call that writes.
    pub writing: Arc<tokio::sync::Mutex<()>>,
    /// Health of the process.
    pub health: Arc<Health>,
    /// Who answers what an edge cannot; `None` where everything is answered here.
    pub upstream: Option<Arc<dyn Upstream>>,
}

/// What every request sees.
pub struct AppState {
    services: Services,
    pub(super) cache: ResponseCache,
    pub(super) requests: Requests,
    pub(super) allowed_hosts: ArcSwap<AllowedHosts>,
    pub(super) trusted_proxies: ArcSwap<TrustedProxies>,
    /// `None` where no password is asked for.
    pub(super) access: Option<Access>,
    /// Headers of every answer; pages have a content security policy of their own.
    pub(super) common_headers: HeaderMap,
    pub(super) openapi: OnceLock<CachedBody>,
    pub(super) trending: Trending,
    pub(super) search: SearchCache,
    pub(super) page: Page,
    /// What amounts are converted to where somebody chose; else what is configured holds.
    chosen_currency: RwLock<Option<Currency>>,
    /// Changes under a key that are being made.
    pub(super) under_way: Turns,
    /// A place for each request that writes or waits to.
    pub(super) waiting_writes: Arc<tokio::sync::Semaphore>,
    /// Held by who copies the database.
    pub(crate) backing_up: Arc<tokio::sync::Semaphore>,
    /// Bytes that the bodies of all requests may take together.
    pub(super) body_bytes: Arc<tokio::sync::Semaphore>,
}

impl AppState {
    /// The state of a server that starts now.
    pub fn new(services: Services) -> Arc<Self> {
        let settings = &services.settings;
        let allowed_hosts = ArcSwap::from_pointee(AllowedHosts::new(&settings.allowed_hosts));
        let trusted_proxies = TrustedProxies::new(&settings.trusted_proxies);
        let access = Access::new(&settings.password_hash, settings.market, &services.store);
        let trusted_proxies = ArcSwap::from_pointee(trusted_proxies);
        let page = Page::embedded(&settings.frame_ancestors);
        let content_policy = security::content_policy(&settings.frame_ancestors, &[]);
        let common_headers = security::common_headers(&content_policy);
        let semaphore = |permits| Arc::new(tokio::sync::Semaphore::new(permits));
        let waiting_writes = semaphore(settings.limits.waiting_writes);
        let body_bytes = semaphore(settings.limits.all_body_bytes);
        let chosen = services.store.settings().unwrap_or_else(|error| {
            // A call for the settings says so, too; prices do not wait for it.
            tracing::error!(%error, "the settings cannot be read");
            settings::Settings::default()
        });
        Arc::new(Self {
            services,
            cache: ResponseCache::new(common_headers.clone()),
            requests: Requests::default(),
            allowed_hosts,
            trusted_proxies,
            access,
            common_headers,
            openapi: OnceLock::new(),
            trending: Trending::default(),
            search: SearchCache::default(),
            page,
            chosen_currency: RwLock::new(chosen.display_currency),
            under_way: Turns::default(),
            waiting_writes,
            backing_up: semaphore(1),
            body_bytes,
        })
    }

    /// Answers to these names, and believes these proxies, from now on; see [`Settings`].
    pub(crate) fn change_hosts(&self, allowed_hosts: &[String], trusted_proxies: &[String]) {
        let hosts = AllowedHosts::new(allowed_hosts);
        self.allowed_hosts.store(Arc::new(hosts));
        let proxies = TrustedProxies::new(trusted_proxies);
        self.trusted_proxies.store(Arc::new(proxies));
    }

    pub(super) fn now(&self) -> Timestamp {
        self.services.clock.now()
    }

    /// What amounts of other currencies are converted to.
    pub(crate) fn display_currency(&self) -> Currency {
        let chosen = self.chosen_currency.read();
        let chosen = *chosen.unwrap_or_else(PoisonError::into_inner);
        chosen.unwrap_or(self.settings.display_currency)
    }

    /// Has amounts converted to another currency from now on; `None` for the configured one.
    pub(crate) fn choose_currency(&self, currency: Option<Currency>) {
        let mut chosen = self
            .chosen_currency
            .write()
            .unwrap_or_else(PoisonError::into_inner);
        *chosen = currency;
    }

    /// The shared answer under `key`, made of what `collect` takes from the market when `topics` changed
    /// since.
    pub(crate) async fn cached<T: Serialize + Send + 'static>(
        &self,
        key: &str,
        topics: &[Topic],
        collect: impl FnOnce(&MarketState, Timestamp) -> T,
    ) -> Result<CachedBody> {
        let version = CacheVersion::of(&self.market, topics, self.now());
        let write = |value: T| CachedBody::json(&value);
        self.cached_as(key, &version, collect, write).await
    }

    /// The shared answer under `key` as `write` makes it of what `collect` takes from the market, kept while `version` is
    /// the same.
    pub(crate) async fn cached_as<T: Send + 'static>(
        &self,
        key: &str,
        version: &CacheVersion,
        collect: impl FnOnce(&MarketState, Timestamp) -> T,
        write: impl FnOnce(T) -> Result<CachedBody> + Send + 'static,
    ) -> Result<CachedBody> {
        let now = self.now();
        let build = async {
            let value = collect(&self.market.read(), now);
            CachedBody::build(move || write(value)).await
        };
        // Amounts of former currencies are kept no longer than other answers that nobody asks for.
        let key = format!("{key} in {}", self.display_currency());
        self.cache.get(&key, version, now, build).await
    }
}

impl std::ops::Deref for AppState {
    type Target = Services;

    fn deref(&self) -> &Services {
        &self.services
    }
}

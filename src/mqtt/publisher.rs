//! Maintains the connection to the broker, and publishes prices and alerts.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

use tokio::{
    sync::oneshot,
    time::{Instant, MissedTickBehavior, interval, sleep, timeout},
};

use super::{discovery::Discovery, holdings, state, tickers};
use crate::{
    broker::{
        AlertReceiver, BrokerError, BrokerSettings, BrokerState, QueuedAlert, ReceivedPacket,
        Session,
    },
    domain::{
        Clock,
        currency::Currency,
        person::PersonId,
        ticker::{Profile, TickerId},
        watchlist::Watchlist,
    },
    market::Market,
    runtime::backoff::full_jitter,
    store::Store,
};

/// Maximum delay before the first retry. The maximum doubles with each further failure.
const FIRST_RETRY_DELAY: Duration = Duration::from_millis(500);
/// Maximum delay before any retry.
const MAX_RETRY_DELAY: Duration = Duration::from_secs(60);
/// Minimum delay before any retry.
const MIN_RETRY_DELAY: Duration = Duration::from_millis(50);
/// A connection that lasted this long resets the retry delay.
const STABLE_CONNECTION: Duration = Duration::from_secs(60);
/// Interval of the checks for changed prices.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// Interval of the checks for changed lists.
const LISTS_INTERVAL: Duration = Duration::from_secs(5);
/// How long the server receives its own retained messages from the broker, to delete outdated ones.
const RETAINED_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum number of unacknowledged alerts.
const MAX_UNACKNOWLEDGED: usize = 16;
/// Timeout for closing the connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// Payload by which Home Assistant reports that it has started.
const BIRTH_PAYLOAD: &[u8] = b"online";

/// Publishes prices and alerts while it runs.
pub struct Publisher {
    settings: BrokerSettings,
    discovery: Discovery,
    market: Arc<Market>,
    store: Store,
    clock: Arc<dyn Clock>,
    alert_receiver: AlertReceiver,
    /// The configured display currency.
    display_currency: Currency,
    random: fastrand::Rng,
}

/// The messages that were published over the current connection.
#[derive(Default)]
struct PublishedState {
    /// Tickers whose prices are published.
    tickers: Vec<TickerId>,
    /// Time of the last update of `tickers`; `None` before the first.
    tickers_read_at: Option<Instant>,
    /// Discovery messages by topic.
    discovery: BTreeMap<String, String>,
    /// Last price messages by topic.
    prices: HashMap<String, PublishedPrice>,
    /// Last message about the holdings.
    holdings: Option<PublishedPrice>,
    /// Unacknowledged alerts by packet identifier.
    unacknowledged: HashMap<u16, oneshot::Sender<()>>,
}

/// The last message about a ticker's price, or about the holdings.
struct PublishedPrice {
    payload: String,
    published_at: Instant,
}

impl Publisher {
    /// Creates a publisher that takes its alerts from `alert_receiver`. `public_url` is the public address of this server;
    /// empty if unknown. Holdings are published in `display_currency`, unless another
    /// one is chosen in the settings.
    pub fn new(
        settings: BrokerSettings,
        public_url: &str,
        alert_receiver: AlertReceiver,
        market: Arc<Market>,
        store: Store,
        clock: Arc<dyn Clock>,
        display_currency: Currency,
    ) -> Self {
        Self {
            discovery: Discovery::new(&settings, public_url),
            settings,
            market,
            store,
            clock,
            alert_receiver,
            display_currency,
            random: fastrand::Rng::new(),
        }
    }

    /// Connects, and reconnects after failures, until `stop` resolves; then closes the connection.
    pub async fn run(&mut self, stop: impl Future<Output = ()>) {
        tokio::pin!(stop);
        let mut failures = 0;
        loop {
            let opened = tokio::select! {
                opened = Session::open(&self.settings) => opened,
                () = &mut stop => return,
            };
            let opened_at = Instant::now();
            let error = match opened {
                Ok(mut session) => {
                    self.record_connected();
                    let error = tokio::select! {
                        Err(error) = self.publish(&mut session) => Some(error),
                        () = &mut stop => None,
                    };
                    self.alert_receiver
                        .update_state(|state| state.connected_at = None);
                    let Some(error) = error else {
                        // If closing fails, the broker publishes the will instead.
                        let _ = timeout(CLOSE_TIMEOUT, session.close()).await;
                        return;
                    };
                    error
                }
                Err(error) => error,
            };
            if opened_at.elapsed() >= STABLE_CONNECTION {
                failures = 0;
            }
            self.record_failure(&error, failures);
            let delay = full_jitter(
                FIRST_RETRY_DELAY,
                MAX_RETRY_DELAY,
                failures,
                &mut self.random,
            );
            failures = failures.saturating_add(1);
            tokio::select! {
                () = sleep(delay.max(MIN_RETRY_DELAY)) => {}
                () = &mut stop => return,
            }
        }
    }

    fn record_connected(&self) {
        let address = &self.settings.address;
        tracing::info!(broker = address, "mqtt: connected");
        let now = self.clock.now();
        self.alert_receiver.update_state(|state| {
            state.connected_at = Some(now);
            state.problem = None;
        });
    }

    fn record_failure(&self, error: &BrokerError, failures: u32) {
        if failures == 0 {
            let address = &self.settings.address;
            tracing::warn!(broker = address, %error, "mqtt: connection failed, retrying");
        }
        self.alert_receiver
            .update_state(|state| state.problem = Some(error.to_string()));
    }

    /// Publishes prices and alerts until the connection fails.
    async fn publish(&mut self, session: &mut Session) -> Result<(), BrokerError> {
        let mut published = PublishedState::default();
        let retained_filters = [
            self.discovery.discovery_filter(),
            self.settings.ticker_topic("+"),
            self.settings.holdings_topic(),
        ];
        // Time of the subscription to this server's own retained messages. The server subscribes once it knows the tickers, to delete the
        // messages of tickers that are no longer published.
        let mut retained_since: Option<Instant> = None;
        let mut receives_retained = true;
        let mut poll = interval(POLL_INTERVAL);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        self.update_tickers(session, &mut published).await;
        session.subscribe(&[self.discovery.birth_topic()]);
        loop {
            if retained_since.is_none() && published.tickers_read_at.is_some() {
                session.subscribe(&retained_filters);
                retained_since = Some(Instant::now());
            }
            session.flush().await?;
            let accepts_alerts = published.unacknowledged.len() < MAX_UNACKNOWLEDGED;
            tokio::select! {
                received = session.next() => self.handle(received?, session, &mut published),
                QueuedAlert { payload, done } = self.alert_receiver.next(), if accepts_alerts => {
                    let topic = self.settings.alert_topic();
                    let id = session.publish_acknowledged(&topic, payload.as_bytes());
                    published.unacknowledged.insert(id, done);
                    self.alert_receiver.update_state(|state| state.messages += 1);
                }
                _ = poll.tick() => {
                    session.keep_alive()?;
                    // Removes alerts whose sender has timed out and will retry.
                    published.unacknowledged.retain(|_, done| !done.is_closed());
                    if receives_retained && retained_since.is_some_and(|at| at.elapsed() >= RETAINED_TIMEOUT) {
                        session.unsubscribe(&retained_filters);
                        receives_retained = false;
                    }
                    if published.tickers_read_at.is_none_or(|at| at.elapsed() >= LISTS_INTERVAL) {
                        self.update_tickers(session, &mut published).await;
                    }
                    self.publish_prices(session, &mut published);
                }
            }
        }
    }

    /// Updates the list of tickers to publish, and sends the discovery messages that changed.
    async fn update_tickers(&self, session: &mut Session, published: &mut PublishedState) {
        // While the market is loading, tickers of the lists may be missing.
        if self.market.is_loading() {
            return;
        }
        // On an error, which the store has logged, the tickers stay the same.
        let read = |store: &Store| {
            let store = store.of(PersonId::OWNER);
            let settings = store.settings().unwrap_or_default();
            Ok((store.watchlists()?, settings.display_currency))
        };
        let Ok((lists, chosen_currency)) = self.store.run(read).await else {
            return;
        };
        let display = chosen_currency.unwrap_or(self.display_currency);
        let holdings_currency = self.publish_holdings(session, published, &lists, display);
        published.tickers_read_at = Some(Instant::now());
        self.report_unknown_lists(tickers::unknown_lists(&self.settings, &lists));
        let profiles: Vec<Profile> = {
            let market = self.market.read();
            published.tickers = tickers::select(&self.settings, &market, &lists);
            let listings = published.tickers.iter().filter_map(|id| market.get(*id));
            listings
                .map(|listing| Profile {
                    decimals: listing.decimals(),
                    ..listing.ticker.profile.clone()
                })
                .collect()
        };
        let discovery = self.discovery.messages(&profiles, holdings_currency);
        for (topic, payload) in &discovery {
            if published.discovery.get(topic) != Some(payload) {
                self.send(session, topic, payload, true);
            }
        }
        for outdated in published
            .discovery
            .keys()
            .filter(|topic| !discovery.contains_key(*topic))
        {
            self.send(session, outdated, "", true);
        }
        published.discovery = discovery;
        let topics: Vec<_> = profiles
            .iter()
            .map(|profile| self.settings.ticker_topic(&profile.symbol))
            .collect();
        let outdated = published
            .prices
            .extract_if(|topic, _| !topics.contains(topic));
        for (topic, _) in outdated {
            if self.settings.retain {
                self.send(session, &topic, "", true);
            }
        }
        self.alert_receiver
            .update_state(|state| state.tickers = published.tickers.len());
    }

    /// Publishes the total of all holdings, if that is enabled and it changed. Returns its currency; `None` if nothing is published.
    fn publish_holdings(
        &self,
        session: &mut Session,
        published: &mut PublishedState,
        lists: &[Watchlist],
        display: Currency,
    ) -> Option<Currency> {
        let topic = self.settings.holdings_topic();
        let now = self.clock.now();
        let totals = || self.market.read().holdings_totals(lists, display, now);
        let Some(totals) = self.settings.holdings.then(totals).flatten() else {
            if published.holdings.take().is_some() && self.settings.retain {
                self.send(session, &topic, "", true);
            }
            return None;
        };
        let payload = holdings::payload(&totals);
        let min_interval = Duration::from_secs(self.settings.every_seconds);
        let last = published.holdings.as_ref();
        let is_current = |last: &PublishedPrice| {
            last.payload == payload || last.published_at.elapsed() < min_interval
        };
        if !last.is_some_and(is_current) {
            self.send(session, &topic, &payload, self.settings.retain);
            published.holdings = Some(PublishedPrice {
                payload,
                published_at: Instant::now(),
            });
        }
        Some(totals.currency)
    }

    /// Updates the state with the configured lists that do not exist, and logs changes.
    fn report_unknown_lists(&self, unknown: Vec<String>) {
        self.alert_receiver.update_state(|state| {
            if state.unknown_lists == unknown {
                return;
            }
            for list in &unknown {
                tracing::warn!(
                    setting = "mqtt.lists",
                    list,
                    "mqtt: unknown list in the configuration"
                );
            }
            state.unknown_lists = unknown;
        });
    }

    /// Publishes the prices that changed; a ticker's price at most once per configured interval.
    fn publish_prices(&self, session: &mut Session, published: &mut PublishedState) {
        let (now, min_interval) = (
            self.clock.now(),
            Duration::from_secs(self.settings.every_seconds),
        );
        let messages: Vec<_> = {
            let market = self.market.read();
            let listings = published.tickers.iter().filter_map(|id| market.get(*id));
            let message = |listing: &crate::market::Listing| {
                let topic = self.settings.ticker_topic(&listing.ticker.profile.symbol);
                (topic, state::payload(listing, now))
            };
            listings.map(message).collect()
        };
        for (topic, payload) in messages {
            let last = published.prices.get(&topic);
            if last.is_some_and(|last| {
                last.payload == payload || last.published_at.elapsed() < min_interval
            }) {
                continue;
            }
            self.send(session, &topic, &payload, self.settings.retain);
            let price = PublishedPrice {
                payload,
                published_at: Instant::now(),
            };
            published.prices.insert(topic, price);
        }
    }

    fn handle(
        &self,
        received: ReceivedPacket,
        session: &mut Session,
        published: &mut PublishedState,
    ) {
        match received {
            ReceivedPacket::Acknowledged(id) => {
                if let Some(done) = published.unacknowledged.remove(&id) {
                    // Fails if the sender has timed out.
                    let _ = done.send(());
                }
            }
            ReceivedPacket::Message {
                topic,
                payload,
                retained: false,
            } if topic == self.discovery.birth_topic() && payload == BIRTH_PAYLOAD => {
                for (topic, payload) in &published.discovery {
                    self.send(session, topic, payload, true);
                }
                // Publishes all prices again: without retained messages, Home Assistant has no prices after a restart.
                published.prices.clear();
                published.holdings = None;
            }
            ReceivedPacket::Message {
                topic,
                payload,
                retained: true,
            } => {
                let is_holdings = topic == self.settings.holdings_topic();
                let is_price = topic
                    .strip_prefix(&self.settings.ticker_topic(""))
                    .is_some();
                let is_known = published.discovery.contains_key(&topic)
                    || (is_holdings && self.settings.retain && published.holdings.is_some())
                    || published
                        .tickers
                        .iter()
                        .any(|id| self.is_price_topic(*id, &topic));
                if !payload.is_empty()
                    && !is_known
                    && (is_price || is_holdings || self.discovery.is_discovery_topic(&topic))
                {
                    self.send(session, &topic, "", true);
                }
            }
            ReceivedPacket::Subscribed { refused: true } => {
                tracing::warn!(
                    broker = self.settings.address,
                    "mqtt: the broker denied the subscription to Home Assistant's topics"
                );
            }
            _ => {}
        }
    }

    fn is_price_topic(&self, id: TickerId, topic: &str) -> bool {
        let market = self.market.read();
        let symbol = market.get(id).map(|listing| &listing.ticker.profile.symbol);
        self.settings.retain
            && symbol.is_some_and(|symbol| self.settings.ticker_topic(symbol) == topic)
    }

    fn send(&self, session: &mut Session, topic: &str, payload: &str, retain: bool) {
        session.publish(topic, payload.as_bytes(), retain);
        self.alert_receiver
            .update_state(|state: &mut BrokerState| state.messages += 1);
    }
}

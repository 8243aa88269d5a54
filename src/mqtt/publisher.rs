//! Holds the connection to the broker, and publishes prices and alerts.

use std::{
    collections::{BTreeMap, HashMap},
    sync::Arc,
    time::Duration,
};

use tokio::{
    sync::oneshot,
    time::{Instant, MissedTickBehavior, interval, sleep, timeout},
};

use super::{discovery::Discovery, state, tickers};
use crate::{
    broker::{
        AlertReceiver, BrokerError, BrokerSettings, BrokerState, QueuedAlert, Received, Session,
    },
    domain::{
        Clock,
        ticker::{Profile, TickerId},
    },
    market::Market,
    runtime::backoff::full_jitter,
    store::Store,
};

/// Longest delay after the first failure, and after many failures.
const FIRST_DELAY: Duration = Duration::from_millis(500);
const MAX_DELAY: Duration = Duration::from_secs(60);
/// Shortest delay.
const MIN_DELAY: Duration = Duration::from_millis(50);
/// A connection that lasted this long resets the delay.
const HEALTHY_AFTER: Duration = Duration::from_secs(60);
/// How often prices are checked for changes.
const POLL_INTERVAL: Duration = Duration::from_secs(1);
/// How often the lists are read.
const LISTS_INTERVAL: Duration = Duration::from_secs(5);
/// How long after connecting the broker may take to send our own retained messages.
const RETAINED_TIMEOUT: Duration = Duration::from_secs(10);
/// Maximum number of unacknowledged alerts.
const MAX_UNACKNOWLEDGED: usize = 16;
/// Time limit for closing the connection.
const CLOSE_TIMEOUT: Duration = Duration::from_secs(2);
/// The user whose lists are published.
const USER: u32 = 1;
/// Payload with which Home Assistant reports that it has started.
const BIRTH_PAYLOAD: &[u8] = b"online";

/// Publishes prices and alerts while it runs.
pub struct Publisher {
    settings: BrokerSettings,
    discovery: Discovery,
    market: Arc<Market>,
    store: Store,
    clock: Arc<dyn Clock>,
    alert_receiver: AlertReceiver,
    random: fastrand::Rng,
}

/// What was published over the current connection.
#[derive(Default)]
struct PublishedState {
    tickers: Vec<TickerId>,
    read_at: Option<Instant>,
    /// Discovery messages by topic.
    discovery: BTreeMap<String, String>,
    /// Newest payload of each ticker and when it was published, by topic.
    prices: HashMap<String, (String, Instant)>,
    /// Unacknowledged alerts by packet identifier.
    unacknowledged: HashMap<u16, oneshot::Sender<()>>,
}

impl Publisher {
    /// Creates a publisher that takes its alerts from `alert_receiver`. `public_url` is the public address of this server;
    /// empty if unknown.
    pub fn new(
        settings: BrokerSettings,
        public_url: &str,
        alert_receiver: AlertReceiver,
        market: Arc<Market>,
        store: Store,
        clock: Arc<dyn Clock>,
    ) -> Self {
        Self {
            discovery: Discovery::new(&settings, public_url),
            settings,
            market,
            store,
            clock,
            alert_receiver,
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
            let began = Instant::now();
            let error = match opened {
                Ok(mut session) => {
                    self.connected();
                    let ended = tokio::select! {
                        Err(ended) = self.publish(&mut session) => Some(ended),
                        () = &mut stop => None,
                    };
                    self.alert_receiver
                        .update_state(|state| state.connected_at = None);
                    let Some(ended) = ended else {
                        // If that fails, the broker publishes the will instead.
                        let _ = timeout(CLOSE_TIMEOUT, session.close()).await;
                        return;
                    };
                    ended
                }
                Err(error) => error,
            };
            if began.elapsed() >= HEALTHY_AFTER {
                failures = 0;
            }
            self.failed(&error, failures);
            let delay = full_jitter(FIRST_DELAY, MAX_DELAY, failures, &mut self.random);
            failures = failures.saturating_add(1);
            tokio::select! {
                () = sleep(delay.max(MIN_DELAY)) => {}
                () = &mut stop => return,
            }
        }
    }

    fn connected(&self) {
        let address = &self.settings.address;
        tracing::info!(broker = address, "mqtt: connected");
        let now = self.clock.now();
        self.alert_receiver.update_state(|state| {
            state.connected_at = Some(now);
            state.problem = None;
        });
    }

    fn failed(&self, error: &BrokerError, failures: u32) {
        if failures == 0 {
            let address = &self.settings.address;
            tracing::warn!(broker = address, %error, "mqtt: disconnected, retrying");
        }
        self.alert_receiver
            .update_state(|state| state.problem = Some(error.to_string()));
    }

    /// Publishes over a connection until it ends.
    async fn publish(&mut self, session: &mut Session) -> Result<(), BrokerError> {
        let mut published = PublishedState::default();
        let retained = [self.discovery.own_topics(), self.settings.ticker_topic("+")];
        // When the retained messages were requested. That waits until the tickers are known, to recognize surplus messages.
        let mut requested_retained: Option<Instant> = None;
        let mut receives_retained = true;
        let mut poll = interval(POLL_INTERVAL);
        poll.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // The tickers are read before the retained messages arrive, so that those no longer published can be deleted.
        self.update_tickers(session, &mut published).await;
        session.subscribe(&[self.discovery.birth_topic()]);
        loop {
            if requested_retained.is_none() && published.read_at.is_some() {
                session.subscribe(&retained);
                requested_retained = Some(Instant::now());
            }
            session.flush().await?;
            let has_room = published.unacknowledged.len() < MAX_UNACKNOWLEDGED;
            tokio::select! {
                received = session.next() => self.handle(received?, session, &mut published),
                QueuedAlert { payload, done } = self.alert_receiver.next(), if has_room => {
                    let topic = self.settings.alert_topic();
                    let id = session.publish_acknowledged(&topic, payload.as_bytes());
                    published.unacknowledged.insert(id, done);
                    self.alert_receiver.update_state(|state| state.messages += 1);
                }
                _ = poll.tick() => {
                    session.keep_alive()?;
                    // The sender gave up and will retry.
                    published.unacknowledged.retain(|_, done| !done.is_closed());
                    if receives_retained && requested_retained.is_some_and(|at| at.elapsed() >= RETAINED_TIMEOUT) {
                        session.unsubscribe(&retained);
                        receives_retained = false;
                    }
                    if published.read_at.is_none_or(|at| at.elapsed() >= LISTS_INTERVAL) {
                        self.update_tickers(session, &mut published).await;
                    }
                    self.publish_prices(session, &mut published);
                }
            }
        }
    }

    /// Reads which tickers to publish, and sends the discovery messages that changed.
    async fn update_tickers(&self, session: &mut Session, published: &mut PublishedState) {
        // While the market is loading, tickers of lists may be missing.
        if self.market.is_loading() {
            return;
        }
        // The store has logged the error.
        let Ok(lists) = self.store.run(|store| store.watchlists(USER)).await else {
            return;
        };
        published.read_at = Some(Instant::now());
        self.report_unknown_lists(tickers::unknown_lists(&self.settings, &lists));
        let profiles: Vec<Profile> = {
            let market = self.market.read();
            published.tickers = tickers::published(&self.settings, &market, &lists);
            let listings = published.tickers.iter().filter_map(|id| market.get(*id));
            listings
                .map(|listing| Profile {
                    decimals: listing.decimals(),
                    ..listing.ticker.profile.clone()
                })
                .collect()
        };
        let discovery = self.discovery.messages(&profiles);
        for (topic, payload) in &discovery {
            if published.discovery.get(topic) != Some(payload) {
                self.send(session, topic, payload, true);
            }
        }
        for gone in published
            .discovery
            .keys()
            .filter(|topic| !discovery.contains_key(*topic))
        {
            self.send(session, gone, "", true);
        }
        published.discovery = discovery;
        let topics: Vec<_> = profiles
            .iter()
            .map(|one| self.settings.ticker_topic(&one.symbol))
            .collect();
        let gone = published
            .prices
            .extract_if(|topic, _| !topics.contains(topic));
        for (topic, _) in gone {
            if self.settings.retain {
                self.send(session, &topic, "", true);
            }
        }
        self.alert_receiver
            .update_state(|state| state.tickers = published.tickers.len());
    }

    /// Records which configured lists do not exist; logs changes.
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

    /// Publishes the prices that changed, each ticker at most once per configured interval.
    fn publish_prices(&self, session: &mut Session, published: &mut PublishedState) {
        let (now, every) = (
            self.clock.now(),
            Duration::from_secs(self.settings.every_seconds),
        );
        let payloads: Vec<_> = {
            let market = self.market.read();
            let listings = published.tickers.iter().filter_map(|id| market.get(*id));
            let one = |listing: &crate::market::Listing| {
                let topic = self.settings.ticker_topic(&listing.ticker.profile.symbol);
                (topic, state::payload(listing, now))
            };
            listings.map(one).collect()
        };
        for (topic, payload) in payloads {
            let last = published.prices.get(&topic);
            if last.is_some_and(|(last, at)| *last == payload || at.elapsed() < every) {
                continue;
            }
            self.send(session, &topic, &payload, self.settings.retain);
            published.prices.insert(topic, (payload, Instant::now()));
        }
    }

    fn handle(&self, received: Received, session: &mut Session, published: &mut PublishedState) {
        match received {
            Received::Acknowledged(id) => {
                if let Some(done) = published.unacknowledged.remove(&id) {
                    // The sender may have given up.
                    let _ = done.send(());
                }
            }
            Received::Message {
                topic,
                payload,
                retained: false,
            } if topic == self.discovery.birth_topic() && payload == BIRTH_PAYLOAD => {
                for (topic, payload) in &published.discovery {
                    self.send(session, topic, payload, true);
                }
                // Prices are sent again: without retained messages, a restarted Home Assistant has none.
                published.prices.clear();
            }
            Received::Message {
                topic,
                payload,
                retained: true,
            } => {
                let is_price = topic
                    .strip_prefix(&self.settings.ticker_topic(""))
                    .is_some();
                let is_known = published.discovery.contains_key(&topic)
                    || published
                        .tickers
                        .iter()
                        .any(|id| self.is_topic_of(*id, &topic));
                if !payload.is_empty() && !is_known && (is_price || self.discovery.is_own(&topic)) {
                    self.send(session, &topic, "", true);
                }
            }
            Received::Subscribed { refused: true } => {
                tracing::warn!(
                    broker = self.settings.address,
                    "mqtt: the broker denied the subscription to Home Assistant's topics"
                );
            }
            _ => {}
        }
    }

    fn is_topic_of(&self, id: TickerId, topic: &str) -> bool {
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

//! Holds the connection with the broker, and publishes what there is.

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
        clock::Clock,
        ticker::{Profile, TickerId},
    },
    market::Market,
    runtime::backoff::full_jitter,
    store::Store,
};

/// Longest pause after a first failure, and after many.
const FIRST_PAUSE: Duration = Duration::from_millis(500);
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// Shortest pause.
const SHORTEST_PAUSE: Duration = Duration::from_millis(50);
/// A connection that stood this long did not fail.
const HEALTHY_AFTER: Duration = Duration::from_secs(60);
/// How often prices are looked at.
const LOOK_EVERY: Duration = Duration::from_secs(1);
/// How often lists are read.
const CHOOSE_EVERY: Duration = Duration::from_secs(5);
/// The broker tells within this time of a connection what it kept of us.
const KEPT_WITHIN: Duration = Duration::from_secs(10);
/// Alerts that the broker has not acknowledged at most.
const MOST_UNACKNOWLEDGED: usize = 16;
/// How long saying goodbye may take.
const CLOSE_WITHIN: Duration = Duration::from_secs(2);
/// Whose lists count.
const USER: u32 = 1;
/// What Home Assistant says when it has started.
const BORN: &[u8] = b"online";

/// Publishes prices and alerts for as long as it runs.
pub struct Publisher {
    settings: BrokerSettings,
    discovery: Discovery,
    market: Arc<Market>,
    store: Store,
    clock: Arc<dyn Clock>,
    alert_receiver: AlertReceiver,
    random: fastrand::Rng,
}

/// What a connection has brought so far.
#[derive(Default)]
struct Published {
    tickers: Vec<TickerId>,
    chosen_at: Option<Instant>,
    /// What Home Assistant was told, by topic.
    told: BTreeMap<String, String>,
    /// What was published of each ticker, by topic, and when.
    prices: HashMap<String, (String, Instant)>,
    /// Alerts that the broker has not acknowledged, by their numbers.
    unacknowledged: HashMap<u16, oneshot::Sender<()>>,
}

impl Publisher {
    /// A publisher that takes its alerts from `alert_receiver`. `public_url` is where people reach this server; empty when that is not
    /// known.
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

    /// Connects, and connects again, until `stop` resolves; then says goodbye.
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
                        // Where it cannot be said, the broker's will says it.
                        let _ = timeout(CLOSE_WITHIN, session.close()).await;
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
            let pause = full_jitter(FIRST_PAUSE, LONGEST_PAUSE, failures, &mut self.random);
            failures = failures.saturating_add(1);
            tokio::select! {
                () = sleep(pause.max(SHORTEST_PAUSE)) => {}
                () = &mut stop => return,
            }
        }
    }

    fn connected(&self) {
        let address = &self.settings.address;
        tracing::info!(broker = address, "connected with the MQTT broker");
        let now = self.clock.now();
        self.alert_receiver.update_state(|state| {
            state.connected_at = Some(now);
            state.problem = None;
        });
    }

    fn failed(&self, error: &BrokerError, failures: u32) {
        if failures == 0 {
            let address = &self.settings.address;
            tracing::warn!(broker = address, %error, "no connection with the MQTT broker; it is tried again");
        }
        self.alert_receiver
            .update_state(|state| state.problem = Some(error.to_string()));
    }

    /// Publishes over a connection until it ends.
    async fn publish(&mut self, session: &mut Session) -> Result<(), BrokerError> {
        let mut published = Published::default();
        let kept = [self.discovery.own_topics(), self.settings.ticker_topic("+")];
        // When the broker was asked what it kept of us; until tickers are chosen, nothing is known to be surplus.
        let mut asked_kept: Option<Instant> = None;
        let mut hears_kept = true;
        let mut look = interval(LOOK_EVERY);
        look.set_missed_tick_behavior(MissedTickBehavior::Delay);
        // What is chosen is known before the broker tells what it kept: what is there and not chosen any more is taken away.
        self.choose(session, &mut published).await;
        session.subscribe(&[self.discovery.birth_topic()]);
        loop {
            if asked_kept.is_none() && published.chosen_at.is_some() {
                session.subscribe(&kept);
                asked_kept = Some(Instant::now());
            }
            session.flush().await?;
            let has_room = published.unacknowledged.len() < MOST_UNACKNOWLEDGED;
            tokio::select! {
                received = session.next() => self.hear(received?, session, &mut published),
                QueuedAlert { payload, done } = self.alert_receiver.next(), if has_room => {
                    let topic = self.settings.alert_topic();
                    let id = session.publish_acknowledged(&topic, payload.as_bytes());
                    published.unacknowledged.insert(id, done);
                    self.alert_receiver.update_state(|state| state.messages += 1);
                }
                _ = look.tick() => {
                    session.keep_alive()?;
                    // Whoever handed one over gave up, and hands it over again.
                    published.unacknowledged.retain(|_, done| !done.is_closed());
                    if hears_kept && asked_kept.is_some_and(|at| at.elapsed() >= KEPT_WITHIN) {
                        session.unsubscribe(&kept);
                        hears_kept = false;
                    }
                    if published.chosen_at.is_none_or(|at| at.elapsed() >= CHOOSE_EVERY) {
                        self.choose(session, &mut published).await;
                    }
                    self.look(session, &mut published);
                }
            }
        }
    }

    /// Reads which tickers are to be published, and tells Home Assistant what is new of that.
    async fn choose(&self, session: &mut Session, published: &mut Published) {
        // A market that is being loaded lacks tickers that are on lists.
        if self.market.is_loading() {
            return;
        }
        // The store has logged why it could not.
        let Ok(lists) = self.store.run(|store| store.watchlists(USER)).await else {
            return;
        };
        published.chosen_at = Some(Instant::now());
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
        let told = self.discovery.messages(&profiles);
        for (topic, payload) in &told {
            if published.told.get(topic) != Some(payload) {
                self.send(session, topic, payload, true);
            }
        }
        for gone in published
            .told
            .keys()
            .filter(|topic| !told.contains_key(*topic))
        {
            self.send(session, gone, "", true);
        }
        published.told = told;
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

    /// Notes which configured lists do not exist, with a line of the log when that changes.
    fn report_unknown_lists(&self, unknown: Vec<String>) {
        self.alert_receiver.update_state(|state| {
            if state.unknown_lists == unknown {
                return;
            }
            for list in &unknown {
                tracing::warn!(
                    setting = "mqtt.lists",
                    list,
                    "unknown list in the configuration"
                );
            }
            state.unknown_lists = unknown;
        });
    }

    /// Publishes what changed since, each ticker no more often than it may be.
    fn look(&self, session: &mut Session, published: &mut Published) {
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

    fn hear(&self, received: Received, session: &mut Session, published: &mut Published) {
        match received {
            Received::Acknowledged(id) => {
                if let Some(done) = published.unacknowledged.remove(&id) {
                    // Whoever waited may have given up.
                    let _ = done.send(());
                }
            }
            Received::Message {
                topic,
                payload,
                retained: false,
            } if topic == self.discovery.birth_topic() && payload == BORN => {
                for (topic, payload) in &published.told {
                    self.send(session, topic, payload, true);
                }
                // Prices follow: where the broker keeps none, Home Assistant has none.
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
                let is_known = published.told.contains_key(&topic)
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
                    "the MQTT broker does not let us hear whether Home Assistant has started, nor what it kept of us"
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

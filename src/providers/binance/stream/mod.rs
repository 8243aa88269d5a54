//! Binance's public stream, which needs no API key: prices of coins that no preferred stream prices. While the preferred streams work, it
//! has no connection. Prices in USDT are converted as those of the polled source are.

mod wire;

use std::{
    collections::{HashMap, HashSet},
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};
use serde_json::json;
use tokio::time::{Instant, sleep};

use super::{
    dollars::DollarRates,
    pair::{Pair, REFUSED_PAUSE, USDT, refused},
    wire as polled,
};
use crate::{
    domain::{figure::Figure, source_directory::SourceDescription},
    providers::{
        core::{
            capability::{COINS, Capability, Offer, Provider, Registry},
            client::{Client, Outcome},
            stream::{Event, Frame, Protocol, Stream},
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo},
};

/// The interval between two checks of which coins no preferred stream prices.
const CHECK_INTERVAL: Duration = Duration::from_secs(2);
/// The delay after a failed request of the pairs or the price of USDT.
const RETRY_INTERVAL: Duration = Duration::from_secs(60);
/// How long a coin must be without a preferred stream: that stream may only be reconnecting.
const WAIT_FOR_PREFERRED: Duration = Duration::from_secs(30);
/// Interval between requests for the list of pairs.
const PAIRS_INTERVAL: SignedDuration = SignedDuration::from_hours(24);
/// The delay after the stream has refused this country or network.
const REFUSED_STREAM_PAUSE: Duration = Duration::from_secs(6 * 3_600);
/// The maximum number of pairs per message.
const PAIRS_PER_MESSAGE: usize = 100;

/// What the source prepares for its connections.
#[derive(Debug, Default)]
struct Prepared {
    /// The pairs to subscribe to, by the symbol of the ticker.
    wanted: HashMap<String, String>,
    /// The price of USDT.
    rates: DollarRates,
}

type SharedPrepared = Arc<Mutex<Prepared>>;

fn lock(prepared: &SharedPrepared) -> MutexGuard<'_, Prepared> {
    prepared.lock().unwrap_or_else(PoisonError::into_inner)
}

/// The protocol of Binance's stream.
pub(super) struct MiniTickers {
    prepared: SharedPrepared,
}

impl Protocol for MiniTickers {
    const NAME: &'static str = "binance_stream";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Ticks, COINS)];
    const LIMIT: Option<&'static str> = Some("1,024 pairs a connection");
    const MAX_SYMBOLS: Option<usize> = Some(500);
    const HAS_HEARTBEAT: bool = false;
    const ACKNOWLEDGES: bool = false;
    const DERIVES_SYMBOLS: bool = true;

    fn name_of(&self, ticker: &TickerInfo) -> Option<String> {
        lock(&self.prepared).wanted.get(&ticker.symbol).cloned()
    }

    fn subscribe(&self, names: &[&str]) -> Vec<String> {
        commands("SUBSCRIBE", names)
    }

    fn unsubscribe(&self, names: &[&str]) -> Vec<String> {
        commands("UNSUBSCRIBE", names)
    }

    fn read(&self, frame: &Frame<'_>) -> Result<Vec<Event>, SourceError> {
        wire::events(frame, |pair, at| {
            let is_in_usdt = pair.ends_with(USDT);
            if is_in_usdt {
                lock(&self.prepared).rates.newest_at(at)
            } else {
                Some(1.0)
            }
        })
    }
}

fn commands(method: &str, names: &[&str]) -> Vec<String> {
    let command = |names: &[&str]| {
        let streams = names
            .iter()
            .map(|name| format!("{}@miniTicker", name.to_lowercase()));
        let params: Vec<String> = streams.collect();
        json!({ "method": method, "params": params, "id": 1 }).to_string()
    };
    names.chunks(PAIRS_PER_MESSAGE).map(command).collect()
}

/// Streams prices of coins.
pub struct BinanceStream {
    stream: Stream<MiniTickers>,
    preparation: Preparation,
}

/// Decides which coins to subscribe to, and keeps the price of USDT current.
struct Preparation {
    client: Client,
    rates_url: String,
    registry: Registry,
    prepared: SharedPrepared,
    /// The pairs that trade, and when they were requested.
    pairs: Option<(HashSet<String>, Timestamp)>,
    rates: DollarRates,
    /// How long a coin must be without a preferred stream.
    wait: Duration,
    /// Since when each coin has been without a preferred stream.
    unpriced_since: HashMap<String, Instant>,
}

impl BinanceStream {
    /// Creates a source. `client` requests the pairs and the price of USDT as `settings` say. `registry` tells which coins preferred streams
    /// price.
    pub fn new(
        stream: &settings::BinanceStream,
        settings: &settings::Binance,
        registry: &Registry,
        client: Client,
    ) -> Self {
        let prepared = SharedPrepared::default();
        let protocol = MiniTickers {
            prepared: Arc::clone(&prepared),
        };
        Self {
            stream: Stream::new(protocol, stream.stream_options(), registry.clone()),
            preparation: Preparation {
                client,
                rates_url: settings.rates_host(),
                registry: registry.clone(),
                prepared,
                pairs: None,
                rates: DollarRates::default(),
                wait: WAIT_FOR_PREFERRED,
                unpriced_since: HashMap::new(),
            },
        }
    }

    /// Returns the source with another time for which a coin must be without a preferred stream.
    #[must_use]
    pub fn waiting(mut self, wait: Duration) -> Self {
        self.preparation.wait = wait;
        self
    }

    /// Streams until the connections fail. Waits without a connection while the preferred streams price all coins.
    async fn run(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let (stream, preparation) = (&mut self.stream, &mut self.preparation);
        while !preparation.update(context).await? {
            sleep(CHECK_INTERVAL).await;
        }
        let outcome = tokio::select! {
            outcome = stream.refresh(context) => outcome,
            never = preparation.keep_current(context) => never,
        };
        outcome.map_err(|error| match error {
            SourceError::Status(status @ (403 | 451)) => refused(status, REFUSED_STREAM_PAUSE),
            other => other,
        })
    }
}

impl Preparation {
    /// Updates the preparation while the stream runs. A failure does not end the stream: the price of USDT stays usable for some minutes.
    async fn keep_current(&mut self, context: &Context) -> ! {
        loop {
            sleep(CHECK_INTERVAL).await;
            if let Err(error) = self.update(context).await {
                context.health.failed_in_part(context.clock.now(), &error);
                sleep(RETRY_INTERVAL).await;
            }
        }
    }

    /// Updates the pairs to subscribe to, and what is needed to read their prices. Returns true if there are any.
    async fn update(&mut self, context: &Context) -> Result<bool, SourceError> {
        let unpriced = self.unpriced(context);
        if unpriced.is_empty() {
            lock(&self.prepared).wanted.clear();
            return Ok(false);
        }
        self.update_pairs(context).await?;
        let traded = self.pairs.as_ref().map(|(pairs, _)| pairs);
        let is_traded = |pair: &Pair| traded.is_some_and(|pairs| pairs.contains(&pair.name));
        let pairs: Vec<(String, Pair)> = unpriced
            .into_iter()
            .filter(|(_, pair)| is_traded(pair))
            .collect();
        if pairs.iter().any(|(_, pair)| pair.is_in_usdt) {
            self.rates
                .update_price(&self.client, &self.rates_url, context)
                .await?;
        }
        let wanted: HashMap<String, String> = pairs
            .into_iter()
            .map(|(symbol, pair)| (symbol, pair.name))
            .collect();
        let has_any = !wanted.is_empty();
        *lock(&self.prepared) = Prepared {
            wanted,
            rates: self.rates.clone(),
        };
        Ok(has_any)
    }

    /// Returns the coins that no preferred stream has priced for some time, with their pairs.
    fn unpriced(&mut self, context: &Context) -> Vec<(String, Pair)> {
        let (now, registry) = (context.clock.now(), &self.registry);
        let mut unpriced: Vec<(String, Pair)> = Vec::new();
        for ticker in context.market.tickers() {
            let Some(pair) = Pair::of(&ticker) else {
                continue;
            };
            if !registry.is_streamed_by_preferred(MiniTickers::NAME, &ticker.symbol, now) {
                unpriced.push((ticker.symbol, pair));
            }
        }
        let symbols: HashSet<&str> = unpriced.iter().map(|(symbol, _)| &**symbol).collect();
        self.unpriced_since
            .retain(|symbol, _| symbols.contains(symbol.as_str()));
        unpriced.retain(|(symbol, _)| {
            let since = self.unpriced_since.entry(symbol.clone());
            since.or_insert_with(Instant::now).elapsed() >= self.wait
        });
        unpriced
    }

    /// Requests the list of pairs if it is old: the stream acknowledges subscriptions to pairs that do not exist.
    async fn update_pairs(&mut self, context: &Context) -> Result<(), SourceError> {
        let now = context.clock.now();
        let is_recent = |at: Timestamp| at <= now && now.duration_since(at) < PAIRS_INTERVAL;
        if self.pairs.as_ref().is_some_and(|(_, at)| is_recent(*at)) {
            return Ok(());
        }
        let body = match self.client.get_outcome("/api/v3/ticker/price", &[]).await? {
            Outcome::Success(response) => response.body,
            Outcome::Refused(status, _) if matches!(status.as_u16(), 403 | 451) => {
                return Err(refused(status.as_u16(), REFUSED_PAUSE));
            }
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        self.pairs = Some((polled::pairs(&body)?, now));
        Ok(())
    }
}

/// What the page 'Where the numbers come from' says about this source.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: MiniTickers::NAME,
    config_table: Some("binance_stream"),
    title: "Binance stream",
    figures: &[Figure::CoinPrices],
    delay: "A second",
    limit: MiniTickers::LIMIT,
    terms: "Public market data. Not offered in some countries.",
    terms_url: "https://www.binance.com/en/terms",
};

impl Provider for BinanceStream {
    const NAME: &'static str = MiniTickers::NAME;
    const OFFERS: &'static [Offer] = MiniTickers::OFFERS;
    const LIMIT: Option<&'static str> = MiniTickers::LIMIT;

    fn covers(ticker: &TickerInfo) -> bool {
        Pair::of(ticker).is_some()
    }
}

impl Source for BinanceStream {
    fn name(&self) -> &'static str {
        MiniTickers::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.run(context))
    }
}

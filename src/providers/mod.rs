//! The providers of the live market. Each turns its own shapes into [`Update`]s, and knows neither
//! the store nor the live feed. `core` is what they share.

pub mod coinbase;
pub mod coingecko;
pub mod core;
pub mod custom;
pub mod defillama;
pub mod fear_greed;
pub mod finnhub;
pub mod kraken;
pub mod logos;
pub mod nasdaq;
pub mod rss;
pub mod settings;
pub mod twelve_data;
pub mod yahoo;
pub mod yahoo_facts;
pub mod yahoo_stream;

use std::sync::Arc;

use self::{
    coinbase::Coinbase,
    coingecko::CoinGecko,
    core::{
        capability::{Offer, Order, Provider, Registry},
        client::Client,
        stream::Stream,
    },
    custom::CustomSources,
    defillama::DefiLlama,
    fear_greed::{AlternativeMe, Cnn, FearGreedSource},
    finnhub::{Finnhub, FinnhubProfiles, FinnhubTrades},
    kraken::Kraken,
    logos::{LogoAddresses, Logos, Tellers},
    nasdaq::Nasdaq,
    rss::Rss,
    twelve_data::TwelveData,
    yahoo::{Yahoo, YahooLookup},
    yahoo_facts::YahooFacts,
    yahoo_stream::YahooStream,
};
use crate::{
    catalogue::Catalogue,
    domain::{Clock, provider::Feed},
    source::{
        Source, SourceSpec,
        health::{HealthBoard, HealthRecord},
        lookup::Lookup,
    },
};

/// What the providers bring, and who of them looks symbols up.
pub struct Live {
    /// The sources, not made yet.
    pub sources: Vec<SourceSpec>,
    /// Who is asked about symbols that nobody follows yet; `None` where no such provider is enabled.
    pub lookup: Option<Arc<dyn Lookup>>,
}

/// The providers of the live market that `settings` enable.
pub fn live(
    settings: &settings::Providers,
    catalogue: Catalogue,
    board: &HealthBoard,
    clock: &Arc<dyn Clock>,
) -> Live {
    let from = Arc::new((settings.clone(), catalogue));
    let mut enabled = Enabled::new(board, settings.order.clone());
    let mut lookup: Option<Arc<dyn Lookup>> = None;
    let logo_addresses = LogoAddresses::default();
    if settings.yahoo.enabled {
        let from = Arc::clone(&from);
        let health = board.record(Yahoo::NAME);
        // One client for both: they share its pace.
        let client = Client::new(settings.yahoo.access(), health.clone());
        let asked = YahooLookup::new(client.clone(), health.clone(), Arc::clone(clock));
        lookup = Some(Arc::new(asked));
        if settings.yahoo.facts {
            let (from, client) = (Arc::clone(&from), client.clone());
            enabled.add(move |_, health| {
                YahooFacts::new(&from.0.yahoo, &from.1, client.beside(health))
            });
        }
        enabled.add_with(health, move |registry, _| {
            Yahoo::new(&from.0.yahoo, &from.1, registry.clone(), client.clone())
        });
    }
    if settings.yahoo_stream.enabled {
        let from = Arc::clone(&from);
        enabled.add(move |registry, _| {
            let access = from.0.yahoo_stream.access();
            Stream::new(YahooStream::new(&from.1), access, registry.clone())
        });
    }
    if settings.coingecko.enabled {
        let from = Arc::clone(&from);
        let logos = settings.logos.enabled.then(|| logo_addresses.clone());
        enabled.add(move |_, health| {
            CoinGecko::new(&from.0.coingecko, &from.1, health).with_logos(logos.clone())
        });
    }
    if settings.coinbase.enabled {
        let from = Arc::clone(&from);
        enabled.add(move |registry, _| {
            Stream::new(Coinbase, from.0.coinbase.access(), registry.clone())
        });
    }
    if settings.kraken.enabled {
        let from = Arc::clone(&from);
        enabled
            .add(move |registry, _| Stream::new(Kraken, from.0.kraken.access(), registry.clone()));
    }
    let finnhub_client = with_keys(&mut enabled, settings);
    if settings.alternative_me.enabled {
        let from = Arc::clone(&from);
        enabled.add(move |_, health| {
            FearGreedSource::new(AlternativeMe, from.0.alternative_me.access(), health)
        });
    }
    if settings.cnn.enabled {
        let from = Arc::clone(&from);
        enabled.add(move |_, health| FearGreedSource::new(Cnn, from.0.cnn.access(), health));
    }
    if settings.nasdaq.enabled {
        let from = Arc::clone(&from);
        enabled.add(move |registry, health| Nasdaq::new(&from.0.nasdaq, registry.clone(), health));
    }
    if settings.defillama.enabled {
        let from = Arc::clone(&from);
        enabled.add(move |_, health| DefiLlama::new(&from.0.defillama, &from.1, health));
    }
    if settings.rss.enabled {
        let from = Arc::clone(&from);
        enabled.add(move |_, health| Rss::new(&from.0.rss, health));
    }
    if settings.logos.enabled {
        let addresses = logo_addresses.clone();
        let settings = settings.clone();
        enabled.add(move |_, health| logos(&settings, &addresses, finnhub_client.as_ref(), health));
    }
    if !settings.sources.is_empty() {
        enabled.add(move |_, health| {
            let client = Client::new(settings::Custom::access(), health);
            CustomSources::new(&from.0.sources, client)
        });
    }
    Live {
        sources: enabled.sources(),
        lookup,
    }
}

/// Adds the providers that a person has a key of; the client that Finnhub is asked with, if it is.
fn with_keys(enabled: &mut Enabled<'_>, settings: &settings::Providers) -> Option<Client> {
    let mut asked = None;
    if settings.finnhub.enabled && !settings.finnhub.api_key.is_empty() {
        let finnhub = settings.finnhub.clone();
        let health = enabled.board.record(Finnhub::NAME);
        // One client for quotes and profiles: they share its pace.
        let client = Client::new(finnhub.access(), health.clone());
        asked = Some(client.clone());
        enabled.add_with(health, move |registry, _| {
            Finnhub::with_client(&finnhub, registry.clone(), client.clone())
        });
        let finnhub = settings.finnhub.clone();
        enabled.add(move |registry, _| {
            let access = FinnhubTrades::access(&finnhub);
            Stream::new(FinnhubTrades, access, registry.clone())
        });
    }
    if settings.twelve_data.enabled && !settings.twelve_data.api_key.is_empty() {
        let settings = settings.twelve_data.clone();
        enabled.add(move |registry, health| TwelveData::new(&settings, registry.clone(), health));
    }
    asked
}

/// Fetches logos from where `CoinGecko` tells, and Finnhub where it is asked.
fn logos(
    settings: &settings::Providers,
    addresses: &LogoAddresses,
    finnhub: Option<&Client>,
    health: HealthRecord,
) -> Logos {
    let shares = finnhub.map(|client| {
        let client = client.beside(health.clone());
        let settings = &settings.finnhub;
        FinnhubProfiles::new(client, &settings.api_key, &settings.base_url)
    });
    let tellers = Tellers {
        coins: (addresses.clone(), settings.coingecko.base_url.clone()),
        shares,
    };
    Logos::new(&settings.logos, tellers, health)
}

/// Makes a provider once everybody who is enabled is known.
type Make = Box<dyn Fn(&Registry, HealthRecord) -> Box<dyn Source> + Send + Sync>;

/// The providers that are enabled, not made yet: each may ask who else there is.
struct Enabled<'a> {
    board: &'a HealthBoard,
    registry: Registry,
    makers: Vec<(&'static str, HealthRecord, Make)>,
}

impl<'a> Enabled<'a> {
    fn new(board: &'a HealthBoard, order: Order) -> Self {
        Self {
            board,
            registry: Registry::with_order(board.clone(), order),
            makers: Vec::new(),
        }
    }

    fn add<P: Provider>(
        &mut self,
        make: impl Fn(&Registry, HealthRecord) -> P + Send + Sync + 'static,
    ) {
        let health = self.board.record(P::NAME);
        self.add_with(health, make);
    }

    fn add_with<P: Provider>(
        &mut self,
        health: HealthRecord,
        make: impl Fn(&Registry, HealthRecord) -> P + Send + Sync + 'static,
    ) {
        self.registry.add::<P>();
        let make: Make = Box::new(move |registry, health| Box::new(make(registry, health)));
        let feed = |offer: &Offer| Feed {
            what: offer.capability.as_str(),
            kinds: offer.kinds.to_vec(),
        };
        health.feeds(P::OFFERS.iter().map(feed).collect());
        health.limit(P::LIMIT);
        self.makers.push((P::NAME, health, make));
    }

    fn sources(self) -> Vec<SourceSpec> {
        let registry = self.registry;
        let spec = |(name, health, make): (_, _, Make)| {
            let registry = registry.clone();
            SourceSpec::new(name, health, move |health| make(&registry, health))
        };
        self.makers.into_iter().map(spec).collect()
    }
}

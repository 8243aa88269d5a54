//! The providers of the live market. Each requests data from a vendor and converts it into [`Update`]s. Providers use neither
//! the store nor the live connections. `core` contains their shared parts.
//!
//! # Adding a provider
//!
//! Copy the provider that is most similar to the new one:
//!
//! - `defillama/`: polls one JSON endpoint;
//! - `finnhub/`: requests quotes one symbol at a time, with an API key;
//! - `kraken/`: a WebSocket stream of prices;
//! - `fear_greed/cnn.rs`: a fear and greed index.
//!
//! The folder contains a `mod.rs`, which implements [`Provider`] (what to request and when) or, for a stream, `Protocol`, and
//! a `wire.rs`, which parses the vendor's format leniently. Then add:
//!
//! 1. the module, and its construction in [`live`], below; its `DESCRIPTION` and its `probe`, listed in `directory.rs` and
//!    `probes.rs`;
//! 2. its settings in `settings.rs` (`http_provider!` or `stream!`), its name in the constants at the end of that file if
//!    `[providers.order]` may contain it, and its table in `config.example.toml`;
//! 3. tests in `tests/providers/` with fixtures in `tests/fixtures/`, and its entry in
//!    `tests/providers/simulated/source_groups.rs` and `answers.rs`;
//! 4. its row in the table of sources in `docs/live.md`, and its display name in `ui/src/market/sources.ts`.

pub mod binance;
pub mod bls;
pub mod cboe;
pub mod cnbc;
pub mod coinbase;
pub mod coingecko;
pub mod core;
pub mod custom;
pub mod defillama;
pub mod deutsche_boerse;
mod directory;
pub mod ecb;
pub mod euronext;
pub mod fear_greed;
pub mod fed;
pub mod finnhub;
pub mod kraken;
pub mod logos;
mod lookup_chain;
pub mod nasdaq;
pub mod openfigi;
mod probes;
pub mod rss;
pub mod sec;
pub mod settings;
pub mod treasury;
pub mod twelve_data;
pub mod yahoo;
pub mod yahoo_facts;
pub mod yahoo_stream;

pub use self::{
    directory::{directory, rank},
    probes::probes,
};

use std::sync::Arc;

use self::{
    binance::{Binance, BinanceStream},
    bls::{Bls, BlsCalendar},
    cboe::{Cboe, CboeLookup},
    cnbc::{Cnbc, CnbcLookup},
    coinbase::Coinbase,
    coingecko::CoinGecko,
    core::{
        capability::{Offer, Provider, Registry},
        client::Client,
        stream::Stream,
    },
    custom::CustomSources,
    defillama::DefiLlama,
    deutsche_boerse::{DeutscheBoerse, DeutscheBoerseLookup},
    ecb::{Ecb, EcbLookup},
    euronext::{Euronext, EuronextLookup},
    fear_greed::{AlternativeMe, Cnn, FearGreedSource},
    fed::Fed,
    finnhub::{Finnhub, FinnhubProfiles, FinnhubTrades},
    kraken::Kraken,
    logos::{LogoSources, LogoUrls, Logos},
    lookup_chain::{LookupChain, SymbolLookups},
    nasdaq::{Nasdaq, NasdaqHistory, NasdaqQuotes, NasdaqScreener},
    openfigi::OpenFigi,
    rss::Rss,
    sec::Sec,
    treasury::Treasury,
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

/// The live market's sources and symbol lookup.
pub struct LiveProviders {
    /// How to build each source.
    pub sources: Vec<SourceSpec>,
    /// Looks up symbols that are not followed yet; `None` if no enabled provider supports that.
    pub lookup: Option<Arc<dyn Lookup>>,
}

/// Returns the providers that `settings` enable.
pub fn live(
    settings: &settings::Providers,
    catalogue: Catalogue,
    board: &HealthBoard,
    clock: &Arc<dyn Clock>,
) -> LiveProviders {
    let shared = Arc::new((settings.clone(), catalogue));
    let mut enabled = ProviderList::new(board, settings);
    let mut lookups = SymbolLookups::default();
    let logo_urls = LogoUrls::default();
    let openfigi = openfigi(&settings.openfigi, board, clock);
    add_yahoo(&mut enabled, &shared, &mut lookups, clock);
    if settings.coingecko.enabled {
        let shared = Arc::clone(&shared);
        let logos = settings.logos.enabled.then(|| logo_urls.clone());
        enabled.add(move |registry, health| {
            CoinGecko::new(&shared.0.coingecko, &shared.1, health)
                .with_logos(logos.clone())
                .with_registry(registry.clone())
        });
    }
    if settings.coinbase.enabled {
        let shared = Arc::clone(&shared);
        enabled.add(move |registry, _| {
            Stream::new(
                Coinbase,
                shared.0.coinbase.stream_options(),
                registry.clone(),
            )
        });
    }
    if settings.kraken.enabled {
        let shared = Arc::clone(&shared);
        enabled.add(move |registry, _| {
            Stream::new(Kraken, shared.0.kraken.stream_options(), registry.clone())
        });
    }
    add_exchanges(
        &mut enabled,
        settings,
        &mut lookups.exchanges,
        clock,
        openfigi.as_ref(),
    );
    add_fallbacks(&mut enabled, settings, &mut lookups.general);
    add_official_providers(&mut enabled, settings, &mut lookups.general);
    let finnhub_client = add_keyed_providers(&mut enabled, settings);
    if settings.alternative_me.enabled {
        let shared = Arc::clone(&shared);
        enabled.add(move |_, health| {
            FearGreedSource::new(
                AlternativeMe,
                shared.0.alternative_me.http_options(),
                health,
            )
        });
    }
    if settings.cnn.enabled {
        let shared = Arc::clone(&shared);
        enabled
            .add(move |_, health| FearGreedSource::new(Cnn, shared.0.cnn.http_options(), health));
    }
    if settings.nasdaq.enabled {
        add_nasdaq(&mut enabled, &shared);
    }
    if settings.defillama.enabled {
        let shared = Arc::clone(&shared);
        enabled.add(move |_, health| DefiLlama::new(&shared.0.defillama, &shared.1, health));
    }
    if settings.rss.enabled {
        let shared = Arc::clone(&shared);
        enabled.add(move |_, health| Rss::new(&shared.0.rss, health));
    }
    if settings.logos.enabled {
        let logo_urls = logo_urls.clone();
        let settings = settings.clone();
        enabled.add(move |_, health| logos(&settings, &logo_urls, finnhub_client.as_ref(), health));
    }
    if !settings.sources.is_empty() {
        enabled.add(move |_, health| {
            let client = Client::new(settings::Custom::http_options(), health);
            CustomSources::new(&shared.0.sources, client)
        });
    }
    LiveProviders {
        sources: enabled.sources(),
        lookup: LookupChain::of(lookups, openfigi),
    }
}

/// Adds Yahoo with its facts, lookup and stream.
fn add_yahoo(
    enabled: &mut ProviderList<'_>,
    shared: &Arc<(settings::Providers, Catalogue)>,
    lookups: &mut SymbolLookups,
    clock: &Arc<dyn Clock>,
) {
    let settings = &shared.0;
    if settings.yahoo.enabled {
        let shared = Arc::clone(shared);
        let health = enabled.board.record(Yahoo::NAME);
        // Quotes, facts and lookup share a client, because they share a rate limit.
        let client = Client::new(settings.yahoo.http_options(), health.clone());
        let yahoo_lookup = YahooLookup::new(client.clone(), health.clone(), Arc::clone(clock));
        lookups.general.push(Arc::new(yahoo_lookup));
        lookups.is_complete = true;
        if settings.yahoo.facts {
            let (shared, client) = (Arc::clone(&shared), client.clone());
            enabled.add(move |_, health| {
                YahooFacts::new(&shared.0.yahoo, &shared.1, client.with_health(health))
            });
        }
        enabled.add_with(health, move |registry, _| {
            Yahoo::new(&shared.0.yahoo, &shared.1, registry.clone(), client.clone())
        });
    }
    if settings.uses_yahoo_stream() {
        let shared = Arc::clone(shared);
        enabled.add(move |registry, _| {
            let options = shared.0.yahoo_stream.stream_options();
            Stream::new(YahooStream::new(&shared.1), options, registry.clone())
        });
    }
}

/// Creates the lookup of identifiers if it is enabled.
fn openfigi(
    settings: &settings::OpenFigi,
    board: &HealthBoard,
    clock: &Arc<dyn Clock>,
) -> Option<Arc<OpenFigi>> {
    settings.enabled.then(|| {
        let health = board.record(OpenFigi::NAME);
        Arc::new(OpenFigi::new(settings, health, Arc::clone(clock)))
    })
}

/// Adds the exchanges whose prices need no API key. Source and lookup share a client, because they share a rate limit.
fn add_exchanges(
    enabled: &mut ProviderList<'_>,
    settings: &settings::Providers,
    lookups: &mut Vec<Arc<dyn Lookup>>,
    clock: &Arc<dyn Clock>,
    openfigi: Option<&Arc<OpenFigi>>,
) {
    if settings.cboe.enabled {
        let settings = settings.cboe.clone();
        let health = enabled.board.record(Cboe::NAME);
        let client = Client::new(settings.http_options(), health.clone());
        lookups.push(Arc::new(CboeLookup::new(client.clone())));
        enabled.add_with(health, move |registry, _| {
            Cboe::with_client(&settings, registry.clone(), client.clone())
        });
    }
    if settings.deutsche_boerse.enabled {
        let settings = settings.deutsche_boerse.clone();
        let health = enabled.board.record(DeutscheBoerse::NAME);
        let client = Client::new(settings.http_options(), health.clone());
        lookups.push(Arc::new(DeutscheBoerseLookup::new(client.clone())));
        enabled.add_with(health, move |registry, _| {
            DeutscheBoerse::new(&settings, registry.clone(), client.clone())
        });
    }
    if settings.euronext.enabled {
        let settings = settings.euronext.clone();
        let health = enabled.board.record(Euronext::NAME);
        let client = Client::new(settings.http_options(), health.clone());
        let lookup = EuronextLookup::new(client.clone(), Arc::clone(clock), openfigi.cloned());
        lookups.push(Arc::new(lookup));
        enabled.add_with(health, move |registry, _| {
            Euronext::new(&settings, registry.clone(), client.clone())
        });
    }
}

/// Adds the providers without an API key that supply what no preferred provider has.
fn add_fallbacks(
    enabled: &mut ProviderList<'_>,
    settings: &settings::Providers,
    lookups: &mut Vec<Arc<dyn Lookup>>,
) {
    if settings.cnbc.enabled {
        lookups.push(Arc::new(CnbcLookup));
        let settings = settings.cnbc.clone();
        enabled.add(move |registry, health| Cnbc::new(&settings, registry.clone(), health));
    }
    add_binance(enabled, settings);
}

/// Adds Binance's quotes and its stream. The requests of the stream count as those of the quotes.
fn add_binance(enabled: &mut ProviderList<'_>, settings: &settings::Providers) {
    let (polled, stream) = (settings.binance.clone(), settings.binance_stream.clone());
    let requests = if polled.enabled {
        let (settings, health) = (polled.clone(), enabled.board.record(Binance::NAME));
        enabled.add_with(health.clone(), move |registry, health| {
            Binance::new(&settings, registry.clone(), health)
        });
        health
    } else {
        HealthBoard::default().record(Binance::NAME)
    };
    if stream.enabled {
        let client = Client::new(polled.http_options(), requests);
        enabled
            .add(move |registry, _| BinanceStream::new(&stream, &polled, registry, client.clone()));
    }
}

/// Adds Nasdaq's earnings calendar and, if enabled, its histories, quotes and list of stocks. They share a client, because they share a
/// rate limit.
fn add_nasdaq(enabled: &mut ProviderList<'_>, shared: &Arc<(settings::Providers, Catalogue)>) {
    let settings = &shared.0.nasdaq;
    let health = enabled.board.record(Nasdaq::NAME);
    let client = Client::new(settings.http_options(), health.clone());
    let (calendar, calendar_client) = (settings.clone(), client.clone());
    enabled.add_with(health, move |registry, _| {
        Nasdaq::with_client(&calendar, registry.clone(), calendar_client.clone())
    });
    if settings.history {
        let (settings, client) = (settings.clone(), client.clone());
        enabled.add(move |registry, health| {
            NasdaqHistory::new(&settings, registry.clone(), client.with_health(health))
        });
    }
    if settings.quotes {
        let client = client.clone();
        enabled.add(move |registry, health| {
            NasdaqQuotes::new(registry.clone(), client.with_health(health))
        });
    }
    if settings.screener {
        let shared = Arc::clone(shared);
        enabled.add(move |_, health| {
            let members = shared.1.sp500.iter().map(|member| member.symbol.clone());
            NasdaqScreener::new(client.with_health(health), members)
        });
    }
}

/// Adds the authorities that publish figures of their own.
fn add_official_providers(
    enabled: &mut ProviderList<'_>,
    settings: &settings::Providers,
    lookups: &mut Vec<Arc<dyn Lookup>>,
) {
    if settings.ecb.enabled {
        lookups.push(Arc::new(EcbLookup));
        let settings = settings.ecb.clone();
        enabled.add(move |registry, health| Ecb::new(&settings, registry.clone(), health));
    }
    if settings.treasury.enabled {
        let settings = settings.treasury.clone();
        enabled.add(move |_, health| Treasury::new(&settings, health));
    }
    if settings.bls.enabled {
        let bls = settings.bls.clone();
        enabled.add(move |_, health| Bls::new(&bls, health));
        if settings.bls.calendar {
            let bls = settings.bls.clone();
            enabled.add(move |_, health| BlsCalendar::new(&bls, health));
        }
    }
    if settings.fed.enabled {
        let settings = settings.fed.clone();
        enabled.add(move |_, health| Fed::new(&settings, health));
    }
}

/// Adds SEC EDGAR, or only its health record with the reason if it has no valid contact.
fn add_sec(enabled: &mut ProviderList<'_>, settings: &settings::Sec) {
    if let Some(problem) = sec::contact_problem(&settings.contact) {
        let health = enabled.board.record(Sec::NAME);
        health.set_feeds(Sec::OFFERS.iter().map(feed).collect());
        health.disabled(problem);
        return;
    }
    let settings = settings.clone();
    enabled.add(move |_, health| Sec::new(&settings, health));
}

/// Adds the providers that need an API key or a contact. Returns Finnhub's client if Finnhub is enabled.
fn add_keyed_providers(
    enabled: &mut ProviderList<'_>,
    settings: &settings::Providers,
) -> Option<Client> {
    if settings.sec.enabled {
        add_sec(enabled, &settings.sec);
    }
    let mut finnhub_client = None;
    if settings.finnhub.enabled && !settings.finnhub.api_key.is_empty() {
        let finnhub = settings.finnhub.clone();
        let health = enabled.board.record(Finnhub::NAME);
        // Quotes and profiles share a client, because they share a rate limit.
        let client = Client::new(finnhub.http_options(), health.clone());
        finnhub_client = Some(client.clone());
        enabled.add_with(health, move |registry, _| {
            Finnhub::with_client(&finnhub, registry.clone(), client.clone())
        });
        let finnhub = settings.finnhub.clone();
        enabled.add(move |registry, _| {
            let options = FinnhubTrades::stream_options(&finnhub);
            Stream::new(FinnhubTrades, options, registry.clone())
        });
    }
    if settings.twelve_data.enabled && !settings.twelve_data.api_key.is_empty() {
        let settings = settings.twelve_data.clone();
        enabled.add(move |registry, health| TwelveData::new(&settings, registry.clone(), health));
    }
    finnhub_client
}

/// Creates the logo source, with logo URLs from `CoinGecko` and, if enabled, Finnhub.
fn logos(
    settings: &settings::Providers,
    logo_urls: &LogoUrls,
    finnhub: Option<&Client>,
    health: HealthRecord,
) -> Logos {
    let stocks = finnhub.map(|client| {
        let client = client.with_health(health.clone());
        let settings = &settings.finnhub;
        FinnhubProfiles::new(client, &settings.api_key, &settings.base_url)
    });
    let sources = LogoSources {
        coins: (logo_urls.clone(), settings.coingecko.base_url.clone()),
        stocks,
    };
    Logos::new(&settings.logos, sources, health)
}

/// Returns the data that an offer supplies, for the health record.
fn feed(offer: &Offer) -> Feed {
    Feed {
        what: offer.capability.as_str(),
        kinds: offer.kinds.to_vec(),
    }
}

/// A function that builds a provider after all enabled providers are registered.
type BuildProvider = Box<dyn Fn(&Registry, HealthRecord) -> Box<dyn Source> + Send + Sync>;

/// The enabled providers. All are registered before the first one is built, because each may query the registry.
struct ProviderList<'a> {
    board: &'a HealthBoard,
    registry: Registry,
    builders: Vec<(&'static str, HealthRecord, BuildProvider)>,
}

impl<'a> ProviderList<'a> {
    fn new(board: &'a HealthBoard, settings: &settings::Providers) -> Self {
        let registry = Registry::with_order(board.clone(), settings.order.clone());
        Self {
            board,
            registry: registry.with_cross_checks(settings.cross_check.clone()),
            builders: Vec::new(),
        }
    }

    fn add<P: Provider>(
        &mut self,
        build: impl Fn(&Registry, HealthRecord) -> P + Send + Sync + 'static,
    ) {
        let health = self.board.record(P::NAME);
        self.add_with(health, build);
    }

    fn add_with<P: Provider>(
        &mut self,
        health: HealthRecord,
        build: impl Fn(&Registry, HealthRecord) -> P + Send + Sync + 'static,
    ) {
        self.registry.add::<P>();
        let build: BuildProvider =
            Box::new(move |registry, health| Box::new(build(registry, health)));
        health.set_feeds(P::OFFERS.iter().map(feed).collect());
        health.set_limit(P::LIMIT);
        self.builders.push((P::NAME, health, build));
    }

    fn sources(self) -> Vec<SourceSpec> {
        let registry = self.registry;
        let spec = |(name, health, build): (_, _, BuildProvider)| {
            let registry = registry.clone();
            SourceSpec::new(name, health, move |health| build(&registry, health))
        };
        self.builders.into_iter().map(spec).collect()
    }
}

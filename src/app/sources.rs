//! The sources of the configured market, and their tasks.

use std::sync::Arc;

use anyhow::Context as _;
use tokio::{
    sync::{mpsc, watch},
    task::spawn_blocking,
};

use super::settings::{self, YAHOO_SYMBOLS};
use crate::{
    catalogue::Catalogue,
    config::{Config, MarketKind},
    derived::StockFearGreed,
    domain::{Clock, fear_greed::OWN_PROVIDER, symbol::ConfiguredSymbol, ticker::Ticker},
    import::{FOLDER_SOURCE, ImportFolder},
    ingest::SharedMarketView,
    market::{Listing, Loading, Market, MarketState},
    providers,
    runtime::{
        panics,
        supervisor::{Supervisor, Task},
    },
    simulator::{SampleDays, Simulator},
    source::{
        Context, Envelope, Sink, SourceSpec, Update, generated_history::GeneratedHistory,
        health::HealthBoard, lookup::Lookup, schedule,
    },
    store::Store,
};

/// The error text for a configured symbol that is unknown.
pub(super) const UNKNOWN_SYMBOL: &str = "unknown symbol";

/// Dependencies of the source tasks.
pub(super) struct Dependencies {
    pub(super) clock: Arc<dyn Clock>,
    pub(super) known: Arc<SharedMarketView>,
    pub(super) queue: mpsc::Sender<Envelope>,
    /// Becomes true when sources must stop.
    pub(super) stopped: watch::Receiver<bool>,
}

/// The sources of a market.
pub(super) struct Sources {
    /// The sources, which are not started yet.
    pub(super) specs: Vec<SourceSpec>,
    /// Looks up symbols that are not followed yet.
    pub(super) lookup: Option<Arc<dyn Lookup>>,
    /// Computes daily bars that are older than the stored ones; `None` if the market cannot compute
    /// bars.
    pub(super) generated_history: Option<Arc<dyn GeneratedHistory>>,
}

/// Returns the sources of the configured market. Sends the names in the catalogue to the live
/// market first, so that every ticker can be found before its first price arrives.
pub(super) async fn sources(
    config: &Config,
    board: &HealthBoard,
    queue: &mpsc::Sender<Envelope>,
    market: &Arc<Market>,
    store: &Store,
    clock: &Arc<dyn Clock>,
) -> anyhow::Result<Sources> {
    let catalogue = Catalogue::embedded().context("the embedded catalogue is damaged")?;
    let sink = Sink::new("catalogue", queue.clone());
    let economy = Update::Economy(catalogue.economy.clone());
    match config.market.kind {
        MarketKind::Sample => {
            sink.send(economy).await?;
            warn_of_unknown_symbols(config, &with_names(&market.read(), &catalogue));
            let settings = settings::simulator(config);
            market.begin_loading(missing(
                market,
                &catalogue,
                |market, listing| match &listing.quote {
                    _ if listing.ticker.imported.is_some() => Loading::Nothing,
                    None => Loading::Market,
                    Some(_) if market.has_histories(listing.ticker.id) => Loading::Nothing,
                    Some(_) => Loading::Histories,
                },
            ));
            let generated_history = SampleDays::new(settings, catalogue.clone());
            let simulator = SourceSpec::new("sample", board.record("sample"), move |_| {
                Box::new(Simulator::new(settings, catalogue.clone()))
            });
            let folder = import_folder(config, board, market, store);
            Ok(Sources {
                specs: vec![simulator, folder],
                lookup: None,
                generated_history: Some(Arc::new(generated_history)),
            })
        }
        MarketKind::Live => {
            // Prices and histories arrive later from the providers.
            market.begin_loading(missing(market, &catalogue, |_, _| Loading::Nothing));
            sink.send(Update::Profiles(catalogue.live_profiles()))
                .await?;
            sink.send(Update::Funds(catalogue.fund_facts())).await?;
            sink.send(economy).await?;
            sink.send(Update::MarketComplete).await?;
            sink.send(Update::HistoriesComplete).await?;
            let catalogue_market = with_names(&MarketState::default(), &catalogue);
            warn_of_unknown_symbols(config, &catalogue_market);
            let live = providers::live(&config.providers, catalogue, board, clock);
            let mut specs = live.sources;
            specs.push(import_folder(config, board, market, store));
            let (market, store) = (Arc::clone(market), store.clone());
            specs.push(SourceSpec::new(
                OWN_PROVIDER,
                board.record(OWN_PROVIDER),
                move |_| Box::new(StockFearGreed::new(Arc::clone(&market), store.clone())),
            ));
            Ok(Sources {
                specs,
                lookup: live.lookup,
                generated_history: None,
            })
        }
    }
}

/// Returns the part of the market that still has to be loaded, which is the largest part that any
/// ticker of the catalogue lacks. A ticker that is not stored lacks everything.
fn missing(
    market: &Market,
    catalogue: &Catalogue,
    missing_part: fn(&MarketState, &Listing) -> Loading,
) -> Loading {
    let market = market.read();
    let names = catalogue.live_profiles();
    let listings = names.iter().map(|name| market.by_symbol(&name.symbol));
    let parts = listings
        .map(|listing| listing.map_or(Loading::Market, |listing| missing_part(&market, listing)));
    parts
        .max_by_key(|part| *part as u8)
        .unwrap_or(Loading::Nothing)
}

/// Returns the source that imports files from the import folder.
fn import_folder(
    config: &Config,
    board: &HealthBoard,
    market: &Arc<Market>,
    store: &Store,
) -> SourceSpec {
    let folder = config.storage.data_dir.join("import");
    let (market, store) = (Arc::clone(market), store.clone());
    SourceSpec::new(FOLDER_SOURCE, board.record(FOLDER_SOURCE), move |_| {
        Box::new(ImportFolder::new(
            folder.clone(),
            Arc::clone(&market),
            store.clone(),
        ))
    })
}

/// Returns a market with the tickers of `market` and of the catalogue.
pub(super) fn with_names(market: &MarketState, catalogue: &Catalogue) -> MarketState {
    let mut all = MarketState::default();
    let tickers = market
        .listings()
        .iter()
        .map(|listing| listing.ticker.clone());
    for ticker in tickers {
        all.put(ticker);
    }
    for profile in catalogue.live_profiles() {
        if all.by_symbol(&profile.symbol).is_none() {
            all.put(Ticker::new(all.next_id(), profile));
        }
    }
    all
}

/// Logs the configured symbols that are unknown. With the live market, only Yahoo's symbol list is
/// checked here, because other symbols are looked up and reported later.
fn warn_of_unknown_symbols(config: &Config, known: &MarketState) {
    let is_live = config.market.kind == MarketKind::Live;
    for ConfiguredSymbol { setting, symbol } in config.symbols() {
        let is_yahoo_setting = setting == YAHOO_SYMBOLS;
        if is_yahoo_setting == is_live && known.find_symbol(&symbol).is_none() {
            tracing::warn!(setting, symbol, "config: {UNKNOWN_SYMBOL}");
        }
    }
}

/// Spawns the task of a source. After a panic the source is created again, because its state may be
/// inconsistent.
pub(super) fn spawn(
    supervisor: &Supervisor,
    spec: SourceSpec,
    dependencies: &Dependencies,
) -> Task {
    let name = spec.name;
    let context = Context {
        clock: Arc::clone(&dependencies.clock),
        sink: Sink::new(name, dependencies.queue.clone()),
        market: Arc::clone(&dependencies.known) as _,
        health: spec.health.clone(),
    };
    let stopped = dependencies.stopped.clone();
    let spec = Arc::new(spec);
    let task = format!("provider {name}");
    supervisor.restartable(&task.clone(), move || {
        let (spec, context, stopped) = (Arc::clone(&spec), context.clone(), stopped.clone());
        let task = task.clone();
        async move {
            let health = context.health.clone();
            // The source is created on a blocking thread, because this may read certificates or
            // compute a simulation.
            let source = match spawn_blocking(move || (spec.build)(health)).await {
                Ok(source) => source,
                Err(error) if error.is_panic() => std::panic::resume_unwind(error.into_panic()),
                Err(_) => return,
            };
            panics::inject_panic(&task);
            schedule::run(source, context, stopped).await;
        }
    })
}

//! The providers of the live market. Each turns its own shapes into [`Update`]s, and knows neither
//! the store nor the live feed. `core` is what they share over HTTP.

pub mod alternative_me;
pub mod coingecko;
pub mod core;
pub mod rss;
pub mod settings;
pub mod yahoo;

use self::{
    alternative_me::AlternativeMe,
    coingecko::CoinGecko,
    core::capability::{Provider, Registry},
    rss::Rss,
    yahoo::Yahoo,
};
use crate::{
    catalogue::Catalogue,
    source::{
        Source,
        health::{HealthBoard, HealthRecord},
    },
};

/// The providers of the live market that `settings` enable, each with its health record.
pub fn live(
    settings: &settings::Providers,
    catalogue: &Catalogue,
    board: &HealthBoard,
) -> Vec<(Box<dyn Source>, HealthRecord)> {
    let mut enabled = Enabled::new(board);
    if settings.yahoo.enabled {
        enabled.add::<Yahoo>(|registry, health| {
            Yahoo::new(&settings.yahoo, catalogue, registry, health)
        });
    }
    if settings.coingecko.enabled {
        enabled
            .add::<CoinGecko>(|_, health| CoinGecko::new(&settings.coingecko, catalogue, health));
    }
    if settings.alternative_me.enabled {
        enabled
            .add::<AlternativeMe>(|_, health| AlternativeMe::new(&settings.alternative_me, health));
    }
    if settings.rss.enabled {
        enabled.add::<Rss>(|_, health| Rss::new(&settings.rss, health));
    }
    enabled.sources()
}

/// Makes a provider once everybody who is enabled is known.
type Make<'a> = Box<dyn FnOnce(Registry, HealthRecord) -> Box<dyn Source> + 'a>;

/// The providers that are enabled, not made yet: each may ask who else there is.
struct Enabled<'a> {
    board: &'a HealthBoard,
    registry: Registry,
    makers: Vec<(HealthRecord, Make<'a>)>,
}

impl<'a> Enabled<'a> {
    fn new(board: &'a HealthBoard) -> Self {
        Self {
            board,
            registry: Registry::new(board.clone()),
            makers: Vec::new(),
        }
    }

    fn add<P: Provider>(&mut self, make: impl FnOnce(Registry, HealthRecord) -> P + 'a) {
        self.registry.add::<P>();
        let make: Make<'a> = Box::new(|registry, health| Box::new(make(registry, health)));
        self.makers.push((self.board.record(P::NAME), make));
    }

    fn sources(self) -> Vec<(Box<dyn Source>, HealthRecord)> {
        let Self {
            registry, makers, ..
        } = self;
        makers
            .into_iter()
            .map(|(health, make)| (make(registry.clone(), health.clone()), health))
            .collect()
    }
}

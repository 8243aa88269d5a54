//! The providers of the live market. Each turns its own shapes into [`Update`]s, and knows neither
//! the store nor the live feed. `core` is what they share over HTTP.

pub mod alternative_me;
pub mod coingecko;
pub mod core;
pub mod rss;
pub mod settings;
pub mod yahoo;

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
    let mut sources: Vec<(Box<dyn Source>, HealthRecord)> = Vec::new();
    let mut add = |enabled: bool, name: &str, make: &dyn Fn(HealthRecord) -> Box<dyn Source>| {
        if enabled {
            let health = board.record(name);
            sources.push((make(health.clone()), health));
        }
    };
    add(settings.yahoo.enabled, "yahoo", &|health| {
        Box::new(yahoo::Yahoo::new(
            &settings.yahoo,
            catalogue,
            settings.coingecko.enabled,
            health,
        ))
    });
    add(settings.coingecko.enabled, "coingecko", &|health| {
        Box::new(coingecko::CoinGecko::new(
            &settings.coingecko,
            catalogue,
            health,
        ))
    });
    add(
        settings.alternative_me.enabled,
        "alternative_me",
        &|health| {
            Box::new(alternative_me::AlternativeMe::new(
                &settings.alternative_me,
                health,
            ))
        },
    );
    add(settings.rss.enabled, "rss", &|health| {
        Box::new(rss::Rss::new(&settings.rss, health))
    });
    sources
}

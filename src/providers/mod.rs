//! The providers of the live market. Each turns its own shapes into [`Update`]s, and knows neither
//! the store nor the live feed. `core` is what they share over HTTP.

pub mod alternative_me;
pub mod coingecko;
pub mod core;
pub mod rss;
pub mod settings;
pub mod yahoo;

use std::sync::Arc;

use crate::{
    catalogue::Catalogue,
    source::{Source, SourceSpec, health::HealthRecord},
};

/// The providers of the live market that `settings` enable.
pub fn live(settings: &settings::Providers, catalogue: Catalogue) -> Vec<SourceSpec> {
    let from = Arc::new((settings.clone(), catalogue));
    let mut sources = Vec::new();
    let mut add = |enabled: bool, name, make: Make| {
        if enabled {
            let from = Arc::clone(&from);
            sources.push(SourceSpec::new(name, move |health| {
                let (settings, catalogue) = &*from;
                make(settings, catalogue, health)
            }));
        }
    };
    add(
        settings.yahoo.enabled,
        "yahoo",
        |settings, catalogue, health| {
            Box::new(yahoo::Yahoo::new(
                &settings.yahoo,
                catalogue,
                settings.coingecko.enabled,
                health,
            ))
        },
    );
    add(
        settings.coingecko.enabled,
        "coingecko",
        |settings, catalogue, health| {
            Box::new(coingecko::CoinGecko::new(
                &settings.coingecko,
                catalogue,
                health,
            ))
        },
    );
    add(
        settings.alternative_me.enabled,
        "alternative_me",
        |settings, _, health| {
            Box::new(alternative_me::AlternativeMe::new(
                &settings.alternative_me,
                health,
            ))
        },
    );
    add(settings.rss.enabled, "rss", |settings, _, health| {
        Box::new(rss::Rss::new(&settings.rss, health))
    });
    sources
}

/// Makes one provider.
type Make = fn(&settings::Providers, &Catalogue, HealthRecord) -> Box<dyn Source>;

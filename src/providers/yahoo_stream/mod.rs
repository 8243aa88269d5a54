//! Yahoo's streamer: prices of every kind of ticker, pushed. Unofficial, and silent about what it
//! does not do: it acknowledges nothing, ignores what is beyond a hundred symbols of a connection,
//! and may begin with a price that is days old.

mod price;
mod protobuf;
#[cfg(test)]
mod tests;
mod wire;

use std::collections::HashMap;

use serde_json::json;

use crate::{
    catalogue::Catalogue,
    domain::ticker::TickerKind,
    providers::core::{
        capability::{Capability, Offer, TRADED},
        stream::{Event, Frame, Protocol},
    },
    source::{SourceError, TickerInfo},
};

/// See the module.
pub struct YahooStream {
    /// Yahoo's symbols, by ours, where they differ.
    names: HashMap<String, String>,
}

impl YahooStream {
    /// Knows the catalogue's instruments as Yahoo calls them; others have one name.
    pub fn new(catalogue: &Catalogue) -> Self {
        let names = catalogue.instruments.iter().filter_map(|instrument| {
            let yahoo = instrument.yahoo.clone()?;
            Some((instrument.profile.symbol.clone(), yahoo))
        });
        Self {
            names: names.collect(),
        }
    }
}

impl Protocol for YahooStream {
    const NAME: &'static str = "yahoo_stream";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Ticks, TRADED)];
    /// What is beyond is dropped in silence.
    const MOST_SYMBOLS: Option<usize> = Some(100);
    const HAS_HEARTBEAT: bool = false;
    const ACKNOWLEDGES: bool = false;

    fn name_of(&self, ticker: &TickerInfo) -> Option<String> {
        let symbol = &ticker.symbol;
        if let Some(name) = &ticker.followed {
            return Some(name.clone());
        }
        match (self.names.get(symbol), ticker.kind) {
            (_, TickerKind::Ico) => None,
            (Some(name), _) => Some(name.clone()),
            (None, TickerKind::Crypto) => Some(format!("{symbol}-USD")),
            (None, _) => Some(symbol.clone()),
        }
    }

    fn subscribe(&self, names: &[&str]) -> Vec<String> {
        vec![json!({ "subscribe": names }).to_string()]
    }

    fn unsubscribe(&self, names: &[&str]) -> Vec<String> {
        vec![json!({ "unsubscribe": names }).to_string()]
    }

    fn read(&self, frame: &Frame<'_>) -> Result<Vec<Event>, SourceError> {
        let Some(pricing) = wire::pricing(frame.text)? else {
            return Ok(Vec::new());
        };
        let event = frame.targets.get(&pricing.id).and_then(|target| {
            let known = frame.known.price(&target.symbol);
            price::event(&pricing, target, known)
        });
        Ok(event.into_iter().collect())
    }
}

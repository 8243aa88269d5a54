//! Yahoo's streamer: prices of every kind of ticker. Unofficial; it acknowledges nothing, silently
//! ignores more than a hundred symbols per connection, and may start with a price that is days old.

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

/// The protocol of Yahoo's stream.
pub struct YahooStream {
    /// Yahoo's symbols by ours, where they differ.
    names: HashMap<String, String>,
}

impl YahooStream {
    /// Creates the protocol with the catalogue's symbols at Yahoo; other tickers have one symbol.
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
    /// More are silently ignored.
    const MAX_SYMBOLS: Option<usize> = Some(100);
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
            let known = frame.market.price(&target.symbol);
            price::event(&pricing, target, known)
        });
        Ok(event.into_iter().collect())
    }
}

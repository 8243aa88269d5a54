//! Yahoo's price stream, for every kind of ticker. The interface is unofficial. It does not acknowledge subscriptions, and silently
//! ignores symbols beyond the hundredth of a connection. The first price of a symbol may be days old.

mod price;
mod protobuf;
#[cfg(test)]
mod tests;
mod wire;

use std::collections::HashMap;

use serde_json::json;

use crate::{
    catalogue::Catalogue,
    domain::{
        figure::Figure,
        source_directory::{SourceDescription, UNOFFICIAL_API_TERMS},
        ticker::TickerKind,
    },
    providers::core::{
        capability::{Capability, Offer, TRADED},
        stream::{Event, Frame, Protocol},
    },
    source::{SourceError, TickerInfo},
};

/// The protocol of Yahoo's stream.
pub struct YahooStream {
    /// Yahoo's symbols by Marketdeck's symbols, where they differ.
    names: HashMap<String, String>,
}

impl YahooStream {
    /// Creates the protocol with Yahoo's symbols from the catalogue; for other tickers, both symbols are the same.
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

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: YahooStream::NAME,
    config_table: Some("yahoo_stream"),
    title: "Yahoo stream",
    figures: &[
        Figure::UsPrices,
        Figure::OtherPrices,
        Figure::IndexPrices,
        Figure::CoinPrices,
        Figure::CommodityPrices,
    ],
    delay: "None to 20 minutes, depending on the exchange",
    limit: Some("100 symbols a connection"),
    terms: UNOFFICIAL_API_TERMS,
    terms_url: "https://legal.yahoo.com/us/en/yahoo/terms/otos/index.html",
};

impl Protocol for YahooStream {
    const NAME: &'static str = "yahoo_stream";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Ticks, TRADED)];
    /// Yahoo silently ignores symbols beyond this number.
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
            let stored_price = frame.market.price(&target.symbol);
            price::event(&pricing, target, stored_price)
        });
        Ok(event.into_iter().collect())
    }
}

//! Coinbase Exchange: streams coin prices. Subscribes to a heartbeat as well, because a connection may stop
//! without an error after hours.

mod wire;

use serde_json::json;

use crate::{
    domain::{figure::Figure, source_directory::SourceDescription},
    providers::core::{
        capability::{COINS, Capability, Offer},
        stream::{Event, Frame, Protocol},
    },
    source::{SourceError, TickerInfo},
};

/// The product whose heartbeat is subscribed to. If it is not among the subscriptions, the first product is used.
const HEARTBEAT_PRODUCT: &str = "BTC-USD";

/// The protocol of Coinbase's stream.
#[derive(Debug, Default)]
pub struct Coinbase;

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Coinbase::NAME,
    config_table: Some("coinbase"),
    title: "Coinbase Exchange",
    figures: &[Figure::CoinPrices],
    delay: "None",
    limit: Coinbase::LIMIT,
    terms: "Public market data, for personal use.",
    terms_url: "https://www.coinbase.com/legal/market_data",
};

impl Protocol for Coinbase {
    const NAME: &'static str = "coinbase";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Ticks, COINS)];
    const LIMIT: Option<&'static str> = Some("No rate limit for price streams");
    const MAX_SYMBOLS: Option<usize> = None;
    const HAS_HEARTBEAT: bool = true;
    const ACKNOWLEDGES: bool = true;
    const DERIVES_SYMBOLS: bool = true;

    fn name_of(&self, ticker: &TickerInfo) -> Option<String> {
        let (coin, currency) = ticker.coin_pair()?;
        Some(format!("{coin}-{currency}"))
    }

    fn subscribe(&self, names: &[&str]) -> Vec<String> {
        let product = names.iter().find(|name| **name == HEARTBEAT_PRODUCT);
        let product = product.or(names.first());
        let subscribe = json!({
            "type": "subscribe",
            "product_ids": names,
            "channels": ["ticker", { "name": "heartbeat", "product_ids": [product] }],
        });
        vec![subscribe.to_string()]
    }

    fn unsubscribe(&self, names: &[&str]) -> Vec<String> {
        let unsubscribe = json!({
            "type": "unsubscribe",
            "product_ids": names,
            "channels": ["ticker"],
        });
        vec![unsubscribe.to_string()]
    }

    fn read(&self, frame: &Frame<'_>) -> Result<Vec<Event>, SourceError> {
        wire::events(frame)
    }
}

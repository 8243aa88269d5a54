//! Coinbase Exchange: coins, trade by trade. Its connections die in silence after hours,
//! so a heartbeat is subscribed to as well.

mod wire;

use serde_json::json;

use crate::{
    providers::core::{
        capability::{COINS, Capability, Offer},
        stream::{Event, Frame, Protocol},
    },
    source::{SourceError, TickerInfo},
};

/// The product whose heartbeat is listened to, where it is subscribed to; else the first one's is.
const HEART: &str = "BTC-USD";

/// See the module.
#[derive(Debug, Default)]
pub struct Coinbase;

impl Protocol for Coinbase {
    const NAME: &'static str = "coinbase";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Ticks, COINS)];
    const LIMIT: Option<&'static str> = Some("No limit on prices");
    const MOST_SYMBOLS: Option<usize> = None;
    const HAS_HEARTBEAT: bool = true;
    const ACKNOWLEDGES: bool = true;
    const GUESSES_NAMES: bool = true;

    fn name_of(&self, ticker: &TickerInfo) -> Option<String> {
        let (coin, priced_in) = ticker.coin_pair()?;
        Some(format!("{coin}-{priced_in}"))
    }

    fn subscribe(&self, names: &[&str]) -> Vec<String> {
        let heart = names.iter().find(|name| **name == HEART);
        let heart = heart.or(names.first());
        let subscribe = json!({
            "type": "subscribe",
            "product_ids": names,
            "channels": ["ticker", { "name": "heartbeat", "product_ids": [heart] }],
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

//! Coinbase Exchange: coins, trade by trade. Its connections can die silently after hours, so a
//! heartbeat is subscribed to as well.

mod wire;

use serde_json::json;

use crate::{
    providers::core::{
        capability::{COINS, Capability, Offer},
        stream::{Event, Frame, Protocol},
    },
    source::{SourceError, TickerInfo},
};

/// Product whose heartbeat is subscribed to, if it is among the subscriptions; otherwise the first
/// one.
const HEARTBEAT_PRODUCT: &str = "BTC-USD";

/// The protocol of Coinbase's stream.
#[derive(Debug, Default)]
pub struct Coinbase;

impl Protocol for Coinbase {
    const NAME: &'static str = "coinbase";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Ticks, COINS)];
    const LIMIT: Option<&'static str> = Some("No limit on prices");
    const MAX_SYMBOLS: Option<usize> = None;
    const HAS_HEARTBEAT: bool = true;
    const ACKNOWLEDGES: bool = true;
    const GUESSES_NAMES: bool = true;

    fn name_of(&self, ticker: &TickerInfo) -> Option<String> {
        let (coin, priced_in) = ticker.coin_pair()?;
        Some(format!("{coin}-{priced_in}"))
    }

    fn subscribe(&self, names: &[&str]) -> Vec<String> {
        let heart = names.iter().find(|name| **name == HEARTBEAT_PRODUCT);
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

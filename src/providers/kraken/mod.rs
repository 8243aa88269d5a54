//! Kraken, version 2 of its WebSocket API: coins, trade by trade.

mod wire;

use serde_json::json;

use crate::{
    providers::core::{
        capability::{COINS, Capability, Offer},
        stream::{Event, Frame, Protocol},
    },
    source::{SourceError, TickerInfo},
};

/// The protocol of Kraken's stream.
#[derive(Debug, Default)]
pub struct Kraken;

impl Protocol for Kraken {
    const NAME: &'static str = "kraken";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Ticks, COINS)];
    const LIMIT: Option<&'static str> = Some("No limit on prices");
    const MAX_SYMBOLS: Option<usize> = None;
    /// Once a second, as soon as there is a subscription.
    const HAS_HEARTBEAT: bool = true;
    const ACKNOWLEDGES: bool = true;
    const GUESSES_NAMES: bool = true;

    /// Version 2 uses the common symbols: BTC, where version 1 has XBT.
    fn name_of(&self, ticker: &TickerInfo) -> Option<String> {
        let (coin, priced_in) = ticker.coin_pair()?;
        Some(format!("{coin}/{priced_in}"))
    }

    fn subscribe(&self, names: &[&str]) -> Vec<String> {
        vec![command("subscribe", names)]
    }

    fn unsubscribe(&self, names: &[&str]) -> Vec<String> {
        vec![command("unsubscribe", names)]
    }

    fn keep_alive(&self) -> Option<String> {
        Some(json!({ "method": "ping" }).to_string())
    }

    fn read(&self, frame: &Frame<'_>) -> Result<Vec<Event>, SourceError> {
        wire::events(frame)
    }
}

fn command(method: &str, names: &[&str]) -> String {
    let params = json!({ "channel": "ticker", "symbol": names });
    json!({ "method": method, "params": params }).to_string()
}

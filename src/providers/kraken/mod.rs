//! Kraken: streams coin prices over version 2 of its WebSocket API.

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

/// The protocol of Kraken's stream.
#[derive(Debug, Default)]
pub struct Kraken;

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Kraken::NAME,
    config_table: Some("kraken"),
    title: "Kraken",
    figures: &[Figure::CoinPrices],
    delay: "None",
    limit: Kraken::LIMIT,
    terms: "Public market data, for personal use.",
    terms_url: "https://www.kraken.com/legal",
};

impl Protocol for Kraken {
    const NAME: &'static str = "kraken";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Ticks, COINS)];
    const LIMIT: Option<&'static str> = Some("No rate limit for price streams");
    const MAX_SYMBOLS: Option<usize> = None;
    /// Kraken sends a heartbeat every second while there is a subscription.
    const HAS_HEARTBEAT: bool = true;
    const ACKNOWLEDGES: bool = true;
    const DERIVES_SYMBOLS: bool = true;

    /// Version 2 of the API uses common symbols, such as BTC instead of the XBT of version 1.
    fn name_of(&self, ticker: &TickerInfo) -> Option<String> {
        let (coin, currency) = ticker.coin_pair()?;
        Some(format!("{coin}/{currency}"))
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

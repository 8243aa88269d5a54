//! Trades as they come.

use serde_json::json;

use super::{name_of, wire};
use crate::{
    providers::{
        core::{
            capability::{Capability, Offer, PAYERS},
            stream::{Event, Frame, Protocol, StreamAccess},
        },
        settings,
    },
    source::{SourceError, TickerInfo},
};

/// The stream of trades.
pub struct FinnhubTrades;

impl FinnhubTrades {
    /// How the stream is connected to: with the key in its address.
    pub fn access(settings: &settings::Finnhub) -> StreamAccess {
        let access = settings.stream_access();
        let separator = if access.url.contains('?') { '&' } else { '?' };
        StreamAccess {
            url: format!("{}{separator}token={}", access.url, settings.api_key),
            ..access
        }
    }
}

impl Protocol for FinnhubTrades {
    const NAME: &'static str = "finnhub_stream";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Ticks, PAYERS)];
    const LIMIT: Option<&'static str> = Some("50 symbols");
    /// The free plan's.
    const MOST_SYMBOLS: Option<usize> = Some(50);
    const HAS_HEARTBEAT: bool = false;
    const ACKNOWLEDGES: bool = false;

    fn name_of(&self, ticker: &TickerInfo) -> Option<String> {
        name_of(ticker)
    }

    fn subscribe(&self, names: &[&str]) -> Vec<String> {
        commands("subscribe", names)
    }

    fn unsubscribe(&self, names: &[&str]) -> Vec<String> {
        commands("unsubscribe", names)
    }

    fn read(&self, frame: &Frame<'_>) -> Result<Vec<Event>, SourceError> {
        wire::events(frame)
    }
}

fn commands(kind: &str, names: &[&str]) -> Vec<String> {
    let command = |name: &&str| json!({ "type": kind, "symbol": name }).to_string();
    names.iter().map(command).collect()
}

//! Finnhub's stream of trades.

use serde_json::json;

use super::wire;
use crate::{
    domain::{figure::Figure, source_directory::SourceDescription},
    providers::{
        core::{
            capability::{Capability, Offer, STOCKS_AND_ETFS},
            probe::Probe,
            stream::{Event, Frame, Protocol, StreamOptions},
        },
        settings,
    },
    source::{SourceError, TickerInfo},
};

/// The protocol of Finnhub's stream.
pub struct FinnhubTrades;

impl FinnhubTrades {
    /// Returns the stream options with the key in the URL.
    pub fn stream_options(settings: &settings::Finnhub) -> StreamOptions {
        let options = settings.stream_options();
        let separator = if options.url.contains('?') { '&' } else { '?' };
        StreamOptions {
            url: format!("{}{separator}token={}", options.url, settings.api_key),
            ..options
        }
    }
}

/// Returns a probe of Finnhub's stream.
pub(crate) fn probe(settings: &settings::Finnhub) -> Probe {
    let options = FinnhubTrades::stream_options(settings);
    Probe::stream(FinnhubTrades::NAME, options, Some("finnhub"))
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: FinnhubTrades::NAME,
    config_table: Some("finnhub"),
    title: "Finnhub stream",
    figures: &[Figure::UsPrices],
    delay: "None",
    limit: FinnhubTrades::LIMIT,
    terms: "Needs your own key; the free plan is for personal use.",
    terms_url: "https://finnhub.io/terms-of-service",
};

impl Protocol for FinnhubTrades {
    const NAME: &'static str = "finnhub_stream";
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Ticks, STOCKS_AND_ETFS)];
    const LIMIT: Option<&'static str> = Some("50 symbols");
    /// The limit of the free plan.
    const MAX_SYMBOLS: Option<usize> = Some(50);
    const HAS_HEARTBEAT: bool = false;
    const ACKNOWLEDGES: bool = false;

    fn name_of(&self, ticker: &TickerInfo) -> Option<String> {
        ticker.us_symbol()
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

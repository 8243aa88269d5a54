//! Groups of sources that run together.

use std::time::Duration;

use marketdeck::{
    domain::ticker::{
        Profile,
        TickerKind::{self, Commodity, Crypto, Stock},
    },
    providers::settings,
};

use crate::{common::profile, enabled::enable_only};

/// Prices without an API key, without the fallbacks.
pub(super) const PRICES_WITHOUT_KEY: [&str; 5] =
    ["yahoo", "yahoo_stream", "coingecko", "coinbase", "kraken"];
/// Everything but prices without an API key, and the custom sources.
pub(super) const REST_WITHOUT_KEY: [&str; 6] = [
    "alternative_me",
    "cnn",
    "nasdaq",
    "defillama",
    "rss",
    "sources",
];

/// Sources that run together, in a market of some tickers.
pub(super) struct SourceGroup {
    /// Each source, with a ticker that no other source prices.
    pub(super) sources: &'static [(&'static str, Option<&'static str>)],
    tickers: &'static [(&'static str, TickerKind)],
    pub(super) adjust: fn(&mut settings::Providers),
    /// The time step: shorter than any silence that is detected.
    pub(super) step: Duration,
    /// The length of a bad day: every source is requested again during it.
    pub(super) bad: Duration,
}

impl SourceGroup {
    pub(super) fn profiles(&self) -> Vec<Profile> {
        let profile = |(symbol, kind): &(&str, TickerKind)| profile(symbol, *kind, None);
        self.tickers.iter().map(profile).collect()
    }

    pub(super) fn names(&self) -> Vec<&'static str> {
        self.sources.iter().map(|(name, _)| *name).collect()
    }
}

/// All groups.
pub(super) const SOURCE_GROUPS: [&SourceGroup; 7] = [
    &PRICES,
    &REST,
    &FINNHUB,
    &TWELVE_DATA,
    &CBOE,
    &FALLBACKS,
    &OFFICIAL,
];

/// The prices without an API key, and Yahoo's other data.
const PRICES: SourceGroup = SourceGroup {
    sources: &[
        ("yahoo", Some("MSFT")),
        ("yahoo_facts", None),
        ("coingecko", Some("SOL")),
        ("yahoo_stream", Some("NVDA")),
        ("coinbase", Some("ETH")),
        ("kraken", Some("ADA")),
    ],
    tickers: &[
        ("AAPL", Stock),
        ("MSFT", Stock),
        ("NVDA", Stock),
        ("SOL", Crypto),
        ("ETH", Crypto),
        ("ADA", Crypto),
    ],
    adjust: |all| {
        enable_only(all, &PRICES_WITHOUT_KEY);
        // JPM is added later, so that there is a new symbol to request.
        all.yahoo.symbols = ["AAPL", "MSFT", "JPM"].map(str::to_owned).into();
    },
    step: Duration::from_secs(10),
    bad: Duration::from_secs(25 * 60),
};

/// All other sources without an API key, including a custom source.
const REST: SourceGroup = SourceGroup {
    sources: &[
        ("alternative_me", None),
        ("cnn", None),
        ("nasdaq", None),
        ("defillama", None),
        ("rss", None),
        ("sources", Some("HARBOR")),
    ],
    tickers: &[("AAPL", Stock), ("ETH", Crypto)],
    adjust: |all| {
        enable_only(all, &REST_WITHOUT_KEY);
        all.nasdaq.history = false;
        // The shortest interval that the setting allows, so that it is requested on its bad day.
        all.defillama.every_seconds = 3_600;
    },
    step: Duration::from_secs(10),
    bad: Duration::from_secs(65 * 60),
};

/// Finnhub, the fallback for Yahoo.
const FINNHUB: SourceGroup = SourceGroup {
    sources: &[("finnhub", Some("MSFT")), ("finnhub_stream", Some("AAPL"))],
    tickers: &[("AAPL", Stock), ("MSFT", Stock)],
    adjust: |all| enable_only(all, &["finnhub"]),
    step: Duration::from_secs(30),
    bad: Duration::from_secs(25 * 60),
};

/// Twelve Data, the fallback for both.
const TWELVE_DATA: SourceGroup = SourceGroup {
    sources: &[("twelve_data", Some("AAPL"))],
    tickers: &[("AAPL", Stock)],
    adjust: |all| enable_only(all, &["twelve_data"]),
    step: Duration::from_secs(30),
    bad: Duration::from_secs(65 * 60),
};

/// Cboe, the fallback without a key.
const CBOE: SourceGroup = SourceGroup {
    sources: &[("cboe", Some("AAPL"))],
    tickers: &[("AAPL", Stock)],
    adjust: |all| enable_only(all, &["cboe"]),
    step: Duration::from_secs(30),
    bad: Duration::from_secs(65 * 60),
};

/// The other fallbacks without a key that are requested every few minutes.
const FALLBACKS: SourceGroup = SourceGroup {
    sources: &[("cnbc", Some("GC=F")), ("binance", Some("SOL"))],
    tickers: &[("GC=F", Commodity), ("SOL", Crypto)],
    adjust: |all| enable_only(all, &["cnbc", "binance"]),
    step: Duration::from_secs(30),
    bad: Duration::from_secs(65 * 60),
};

/// The authorities that publish figures of their own. Their newest figures are late, so that they are requested again and again.
const OFFICIAL: SourceGroup = SourceGroup {
    sources: &[("ecb", None), ("treasury", None), ("fed", None)],
    tickers: &[("AAPL", Stock)],
    adjust: |all| {
        enable_only(all, &["ecb", "treasury", "fed"]);
        // The shortest interval that the settings allow.
        all.treasury.every_seconds = 900;
        all.fed.every_seconds = 900;
    },
    step: Duration::from_secs(10),
    bad: Duration::from_secs(40 * 60),
};

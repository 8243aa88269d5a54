//! Groups of sources that run together.

use std::time::Duration;

use marketdeck::{
    domain::{
        currency::Currency,
        ticker::{
            Profile,
            TickerKind::{self, Commodity, Crypto, Stock},
        },
    },
    providers::settings,
};

use super::{START, filings_and_exchanges::isin_of};
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
    /// Tickers that are added on the bad day, so that there is something new to request.
    added: &'static [(&'static str, TickerKind)],
    pub(super) adjust: fn(&mut settings::Providers),
    /// The time step: shorter than any silence that is detected.
    pub(super) step: Duration,
    /// The length of a bad day: every source is requested again during it.
    pub(super) bad_day: Duration,
    /// The time at which the simulation starts.
    pub(super) start: &'static str,
}

impl SourceGroup {
    pub(super) fn profiles(&self) -> Vec<Profile> {
        self.tickers.iter().map(profile_of).collect()
    }

    pub(super) fn added_profiles(&self) -> Vec<Profile> {
        self.added.iter().map(profile_of).collect()
    }

    pub(super) fn names(&self) -> Vec<&'static str> {
        self.sources.iter().map(|(name, _)| *name).collect()
    }
}

/// A listing at a European exchange has an ISIN and is in euros.
fn profile_of((symbol, kind): &(&str, TickerKind)) -> Profile {
    let profile = profile(symbol, *kind, None);
    match isin_of(symbol) {
        Some(isin) => Profile {
            isin: Some(isin),
            currency: Currency::parse("EUR").unwrap(),
            ..profile
        },
        None => profile,
    }
}

/// All groups.
pub(super) const SOURCE_GROUPS: [&SourceGroup; 12] = [
    &PRICES,
    &REST,
    &FINNHUB,
    &TWELVE_DATA,
    &CBOE,
    &FALLBACKS,
    &BINANCE_STREAM,
    &OFFICIAL,
    &STATISTICS,
    &NASDAQ_PARTS,
    &FILINGS,
    &EXCHANGES,
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
    added: &[("JPM", Stock)],
    adjust: |all| {
        enable_only(all, &PRICES_WITHOUT_KEY);
        // JPM is added later, so that there is a new symbol to request.
        all.yahoo.symbols = ["AAPL", "MSFT", "JPM"].map(str::to_owned).into();
    },
    step: Duration::from_secs(10),
    bad_day: Duration::from_secs(25 * 60),
    start: START,
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
    added: &[],
    adjust: |all| {
        enable_only(all, &REST_WITHOUT_KEY);
        all.nasdaq.history = false;
        all.nasdaq.quotes = false;
        all.nasdaq.screener = false;
        // The shortest interval that the setting allows, so that it is requested on its bad day.
        all.defillama.every_seconds = 3_600;
    },
    step: Duration::from_secs(10),
    bad_day: Duration::from_secs(65 * 60),
    start: START,
};

/// Finnhub, the fallback for Yahoo.
const FINNHUB: SourceGroup = SourceGroup {
    sources: &[("finnhub", Some("MSFT")), ("finnhub_stream", Some("AAPL"))],
    tickers: &[("AAPL", Stock), ("MSFT", Stock)],
    added: &[],
    adjust: |all| enable_only(all, &["finnhub"]),
    step: Duration::from_secs(30),
    bad_day: Duration::from_secs(25 * 60),
    start: START,
};

/// Twelve Data, the fallback for both.
const TWELVE_DATA: SourceGroup = SourceGroup {
    sources: &[("twelve_data", Some("AAPL"))],
    tickers: &[("AAPL", Stock)],
    added: &[],
    adjust: |all| enable_only(all, &["twelve_data"]),
    step: Duration::from_secs(30),
    bad_day: Duration::from_secs(65 * 60),
    start: START,
};

/// Cboe, the fallback without a key.
const CBOE: SourceGroup = SourceGroup {
    sources: &[("cboe", Some("AAPL"))],
    tickers: &[("AAPL", Stock)],
    added: &[],
    adjust: |all| enable_only(all, &["cboe"]),
    step: Duration::from_secs(30),
    bad_day: Duration::from_secs(65 * 60),
    start: START,
};

/// The other fallbacks without a key that are requested every few minutes.
const FALLBACKS: SourceGroup = SourceGroup {
    sources: &[("cnbc", Some("GC=F")), ("binance", Some("SOL"))],
    tickers: &[("GC=F", Commodity), ("SOL", Crypto)],
    added: &[],
    adjust: |all| enable_only(all, &["cnbc", "binance"]),
    step: Duration::from_secs(30),
    bad_day: Duration::from_secs(65 * 60),
    start: START,
};

/// Binance's stream, which its quotes replace while it fails.
const BINANCE_STREAM: SourceGroup = SourceGroup {
    sources: &[("binance_stream", Some("SOL"))],
    tickers: &[("SOL", Crypto)],
    added: &[],
    adjust: |all| enable_only(all, &["binance", "binance_stream"]),
    step: Duration::from_secs(10),
    bad_day: Duration::from_secs(25 * 60),
    start: START,
};

/// The authorities that publish figures of their own. Their newest figures are late, so that they are requested again and again.
const OFFICIAL: SourceGroup = SourceGroup {
    sources: &[("ecb", None), ("treasury", None), ("fed", None)],
    tickers: &[("AAPL", Stock)],
    added: &[],
    adjust: |all| {
        enable_only(all, &["ecb", "treasury", "fed"]);
        // The shortest interval that the settings allow.
        all.treasury.every_seconds = 900;
        all.fed.every_seconds = 900;
    },
    step: Duration::from_secs(10),
    bad_day: Duration::from_secs(40 * 60),
    start: START,
};

/// US statistics and the dates of releases, which are requested every two hours.
const STATISTICS: SourceGroup = SourceGroup {
    sources: &[("bls", None), ("bls_calendar", None)],
    tickers: &[("AAPL", Stock)],
    added: &[],
    adjust: |all| {
        enable_only(all, &["bls"]);
        all.bls.every_seconds = 7_200;
        all.bls.calendar_every_seconds = 7_200;
    },
    step: Duration::from_secs(60),
    bad_day: Duration::from_secs(5 * 3_600),
    start: START,
};

/// Nasdaq's quotes, and its histories and list of stocks, which are requested once a day for each ticker.
const NASDAQ_PARTS: SourceGroup = SourceGroup {
    sources: &[
        ("nasdaq_history", None),
        ("nasdaq_quotes", Some("AAPL")),
        ("nasdaq_screener", None),
    ],
    tickers: &[("AAPL", Stock)],
    added: &[("MSFT", Stock)],
    adjust: |all| enable_only(all, &["nasdaq"]),
    step: Duration::from_secs(10),
    bad_day: Duration::from_secs(65 * 60),
    start: START,
};

/// Filings and figures of companies.
const FILINGS: SourceGroup = SourceGroup {
    sources: &[("sec", None)],
    tickers: &[("AAPL", Stock)],
    added: &[("MSFT", Stock)],
    adjust: |all| enable_only(all, &["sec"]),
    step: Duration::from_secs(10),
    bad_day: Duration::from_secs(65 * 60),
    start: START,
};

/// European exchanges in the middle of their session. Euronext's prices are the closes of the day before.
const EXCHANGES: SourceGroup = SourceGroup {
    sources: &[("deutsche_boerse", Some("SAP.DE")), ("euronext", None)],
    tickers: &[("SAP.DE", Stock), ("OR.PA", Stock)],
    added: &[("MC.PA", Stock)],
    adjust: |all| enable_only(all, &["deutsche_boerse", "euronext"]),
    step: Duration::from_secs(30),
    bad_day: Duration::from_secs(65 * 60),
    start: "2026-11-20T11:00:00Z",
};

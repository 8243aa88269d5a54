//! Which sources run together.

use std::time::Duration;

use marketdeck::{
    domain::ticker::{
        Profile,
        TickerKind::{self, Crypto, Stock},
    },
    providers::settings,
};

use crate::common::profile;

/// Sources that run together, in a market of some tickers.
pub(super) struct Cast {
    /// Each with the ticker that nobody else prices.
    pub(super) sources: &'static [(&'static str, Option<&'static str>)],
    tickers: &'static [(&'static str, TickerKind)],
    pub(super) adjust: fn(&mut settings::Providers),
    /// Time goes on in such steps: shorter than any silence that is noticed.
    pub(super) step: Duration,
    /// How long a bad day lasts: everybody is asked again on it.
    pub(super) bad: Duration,
}

impl Cast {
    pub(super) fn profiles(&self) -> Vec<Profile> {
        let profile = |(symbol, kind): &(&str, TickerKind)| profile(symbol, *kind, None);
        self.tickers.iter().map(profile).collect()
    }

    pub(super) fn names(&self) -> Vec<&'static str> {
        self.sources.iter().map(|(name, _)| *name).collect()
    }
}

/// Everybody who there is.
pub(super) const CASTS: [&Cast; 4] = [&PRICES, &REST, &FINNHUB, &TWELVE_DATA];

/// The prices that need no key, and what Yahoo tells beside them.
const PRICES: Cast = Cast {
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
        without_the_rest(all);
        all.finnhub.enabled = false;
        all.twelve_data.enabled = false;
        // JPM becomes known later, so that there is something new to ask about.
        all.yahoo.symbols = ["AAPL", "MSFT", "JPM"].map(str::to_owned).into();
    },
    step: Duration::from_secs(10),
    bad: Duration::from_secs(25 * 60),
};

/// All else that needs no key, a price by address among it.
const REST: Cast = Cast {
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
        without_prices(all);
        all.finnhub.enabled = false;
        all.twelve_data.enabled = false;
        // As often as the setting allows, so that it is asked on its bad day.
        all.defillama.every_seconds = 3_600;
    },
    step: Duration::from_secs(10),
    bad: Duration::from_secs(65 * 60),
};

/// Finnhub, which stands in for Yahoo.
const FINNHUB: Cast = Cast {
    sources: &[("finnhub", Some("MSFT")), ("finnhub_stream", Some("AAPL"))],
    tickers: &[("AAPL", Stock), ("MSFT", Stock)],
    adjust: |all| {
        without_prices(all);
        without_the_rest(all);
        all.twelve_data.enabled = false;
    },
    step: Duration::from_secs(30),
    bad: Duration::from_secs(25 * 60),
};

/// Twelve Data, which stands in for both.
const TWELVE_DATA: Cast = Cast {
    sources: &[("twelve_data", Some("AAPL"))],
    tickers: &[("AAPL", Stock)],
    adjust: |all| {
        without_prices(all);
        without_the_rest(all);
        all.finnhub.enabled = false;
    },
    step: Duration::from_secs(30),
    bad: Duration::from_secs(65 * 60),
};

pub(super) fn without_prices(all: &mut settings::Providers) {
    all.yahoo.enabled = false;
    all.yahoo_stream.enabled = false;
    all.coingecko.enabled = false;
    all.coinbase.enabled = false;
    all.kraken.enabled = false;
}

pub(super) fn without_the_rest(all: &mut settings::Providers) {
    all.alternative_me.enabled = false;
    all.cnn.enabled = false;
    all.nasdaq.enabled = false;
    all.defillama.enabled = false;
    all.rss.enabled = false;
    all.sources.clear();
}

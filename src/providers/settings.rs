//! How each provider is asked. Every value can be set in the configuration file.

mod custom;

pub use self::custom::Custom;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::core::{
    capability::Order,
    client::{Access, OWN_AGENT},
    stream::StreamAccess,
};
use crate::domain::{logo::MAX_LOGO_BYTES, symbol::may_mean};

/// The default of `user_agent` where a source takes any program: this one, in its version.
const AGENT: &str = "";
/// Yahoo answers browsers only.
const BROWSER: &str = "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// The header for a configured `user_agent`. Configuration files of 0.2.0 named the version of their time; whoever kept such a
/// line does not mean an old version.
fn sent_agent(configured: &str) -> String {
    let is_own = configured.starts_with("Marketdeck/") && configured.ends_with(" (self-hosted)");
    if configured.is_empty() || is_own {
        return OWN_AGENT.to_owned();
    }
    configured.to_owned()
}

/// Settings that differ from provider to provider only in their defaults.
macro_rules! access {
    ($name:ident, $doc:literal, $base:literal, $agent:expr, $gap:literal, $every:literal $(; max_bytes = $max:literal)? $(, $field:ident : $type:ty = $value:expr, $about:literal)*) => {
        #[doc = $doc]
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            /// Ask it at all.
            pub enabled: bool,
            /// Scheme and host; the provider's usual path is appended.
            pub base_url: String,
            /// Sent with every request.
            pub user_agent: String,
            /// How long a whole answer may take.
            pub timeout_seconds: u64,
            /// How large an answer may be, unpacked.
            pub max_bytes: usize,
            /// Pause between two requests, in milliseconds.
            pub min_gap_ms: u64,
            /// Pause between two refreshes, in seconds.
            pub every_seconds: u64,
            $(#[doc = $about] pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    enabled: true,
                    base_url: $base.to_owned(),
                    user_agent: $agent.to_owned(),
                    timeout_seconds: 15,
                    max_bytes: [$($max,)? 8 * 1_024 * 1_024][0],
                    min_gap_ms: $gap,
                    every_seconds: $every,
                    $($field: $value,)*
                }
            }
        }

        impl $name {
            /// What the HTTP client needs to know.
            pub fn access(&self) -> Access {
                Access {
                    enabled: self.enabled,
                    base_url: self.base_url.trim_end_matches('/').to_owned(),
                    user_agent: sent_agent(&self.user_agent),
                    timeout_seconds: self.timeout_seconds,
                    max_bytes: self.max_bytes,
                    min_gap_ms: self.min_gap_ms,
                    every_seconds: self.every_seconds,
                }
            }
        }
    };
}

access!(Yahoo, "Quotes, bars, dividends and splits. Unofficial: asked slowly, and it may refuse.",
    "https://query1.finance.yahoo.com", BROWSER, 2_000, 30,
    symbols: Vec<String> = Vec::new(), "Only these of the known symbols; all when empty.",
    facts: bool = true, "Ask for market values, facts of funds, sectors, and dates of reports and dividends as well.",
    cookie_url: String = String::new(), "The page that gives the cookie which facts need; empty for the usual one of `base_url`.");

impl Yahoo {
    /// Whether it is asked for this symbol: for all, or for those that are named, in any spelling.
    pub(super) fn asks_for(&self, symbol: &str) -> bool {
        self.symbols.is_empty() || self.symbols.iter().any(|named| may_mean(named, symbol))
    }

    /// The page that gives the cookie.
    pub fn cookie_page(&self) -> String {
        let base = self.base_url.trim_end_matches('/');
        if !self.cookie_url.is_empty() {
            self.cookie_url.clone()
        } else if base.ends_with(".yahoo.com") {
            "https://fc.yahoo.com/".to_owned()
        } else {
            format!("{base}/")
        }
    }
}

access!(CoinGecko, "Quotes of crypto currencies. Keyless access is shared by everybody behind one address.",
    "https://api.coingecko.com", AGENT, 12_000, 60,
    api_key: String = String::new(), "A free Demo key, for a quota of one's own.",
    api_key_file: String = String::new(), "A file that holds the key.",
    requests_per_month: u64 = 10_000, "What the plan of the key allows in a month of UTC; 0 for no limit.");
access!(
    AlternativeMe,
    "The crypto fear and greed index.",
    "https://api.alternative.me",
    AGENT,
    2_000,
    3_600
);
access!(
    Cnn,
    "The fear and greed index of shares. Unofficial: it answers browsers only.",
    "https://production.dataviz.cnn.io",
    BROWSER,
    2_000,
    3_600
);
access!(
    Nasdaq,
    "The earnings calendar, date by date. Unofficial: it answers browsers only.",
    "https://api.nasdaq.com",
    BROWSER,
    5_000,
    30
);
access!(DefiLlama, "What is locked in the protocols of coins.",
    "https://api.llama.fi", AGENT, 2_000, 14_400; max_bytes = 67_108_864);
access!(Rss, "News from feeds.", "", AGENT, 2_000, 900,
    feeds: Vec<Feed> = feeds(), "The feeds; a `base_url`, where one is set, stands for all their hosts, with the path /{name}.");

/// Logos of coins and shares. Off unless it is switched on: the places where logos are hear of this server.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Logos {
    /// Fetch them at all.
    pub enabled: bool,
    /// Sent with every request.
    pub user_agent: String,
    /// How long a whole answer may take.
    pub timeout_seconds: u64,
    /// Pause between two requests, in milliseconds.
    pub min_gap_ms: u64,
}

impl Default for Logos {
    fn default() -> Self {
        Self {
            enabled: false,
            user_agent: AGENT.to_owned(),
            timeout_seconds: 15,
            min_gap_ms: 2_000,
        }
    }
}

impl Logos {
    /// What the HTTP client needs to know: each logo has an address of its own.
    pub fn access(&self) -> Access {
        Access {
            enabled: self.enabled,
            base_url: String::new(),
            user_agent: sent_agent(&self.user_agent),
            timeout_seconds: self.timeout_seconds,
            max_bytes: MAX_LOGO_BYTES,
            min_gap_ms: self.min_gap_ms,
            every_seconds: 60,
        }
    }
}

access!(Finnhub, "Quotes and trades of US shares and funds, with a key: asked while nobody preferred has them.",
    "https://finnhub.io", AGENT, 1_100, 60,
    ws_url: String = "wss://ws.finnhub.io".to_owned(), "Scheme, host and path of its stream; the key is added.",
    silence_seconds: u64 = 120, "How long the stream may be silent while the market is open, in seconds.",
    api_key: String = String::new(), "The key; without one it is not asked.",
    api_key_file: String = String::new(), "A file that holds the key.");

access!(TwelveData, "Quotes and bars of US shares and funds, with a key: asked while nobody preferred has them.",
    "https://api.twelvedata.com", AGENT, 7_600, 600,
    api_key: String = String::new(), "The key; without one it is not asked.",
    api_key_file: String = String::new(), "A file that holds the key.",
    requests_per_day: u64 = 800, "What the plan of the key allows in a day of UTC; 0 for no limit.");

impl Finnhub {
    /// What its stream needs to know: everything but the key.
    pub(crate) fn stream_access(&self) -> StreamAccess {
        StreamAccess {
            url: self.ws_url.clone(),
            user_agent: sent_agent(&self.user_agent),
            timeout: Duration::from_secs(self.timeout_seconds.max(1)),
            max_bytes: self.max_bytes,
            silence: Duration::from_secs(self.silence_seconds.max(1)),
            connections: 1,
        }
    }
}

/// Settings of a stream that differ from provider to provider only in their defaults.
macro_rules! stream {
    ($name:ident, $doc:literal, $url:literal, $agent:expr, connections = $connections:literal, silence = $silence:literal) => {
        #[doc = $doc]
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            /// Connect to it at all.
            pub enabled: bool,
            /// Scheme, host and path, used as they are.
            pub ws_url: String,
            /// Sent with the request for a connection.
            pub user_agent: String,
            /// How long a connection may take to be there.
            pub timeout_seconds: u64,
            /// How large a message may be.
            pub max_bytes: usize,
            /// How long it may be silent while it should speak, in seconds.
            pub silence_seconds: u64,
            /// Most connections at once.
            pub connections: usize,
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    enabled: true,
                    ws_url: $url.to_owned(),
                    user_agent: $agent.to_owned(),
                    timeout_seconds: 15,
                    max_bytes: 1_024 * 1_024,
                    silence_seconds: $silence,
                    connections: $connections,
                }
            }
        }

        impl $name {
            /// What a stream needs to know.
            pub fn access(&self) -> StreamAccess {
                StreamAccess {
                    url: self.ws_url.clone(),
                    user_agent: sent_agent(&self.user_agent),
                    timeout: Duration::from_secs(self.timeout_seconds.max(1)),
                    max_bytes: self.max_bytes,
                    silence: Duration::from_secs(self.silence_seconds.max(1)),
                    connections: self.connections.clamp(1, 20),
                }
            }
        }
    };
}

stream!(
    YahooStream,
    "Prices of every kind, as they come. Unofficial.",
    "wss://streamer.finance.yahoo.com/?version=2",
    BROWSER,
    connections = 4,
    silence = 60
);
stream!(
    Coinbase,
    "Coins in dollars, as they are traded.",
    "wss://ws-feed.exchange.coinbase.com",
    AGENT,
    connections = 1,
    silence = 30
);
stream!(
    Kraken,
    "Coins in dollars, as they are traded.",
    "wss://ws.kraken.com/v2",
    AGENT,
    connections = 1,
    silence = 30
);

/// One news feed, RSS or Atom.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feed {
    /// Short name, also the path below a `base_url`.
    pub name: String,
    /// What readers see as the source.
    pub title: String,
    /// Where it is.
    pub url: String,
}

fn feeds() -> Vec<Feed> {
    [
        (
            "cnbc",
            "CNBC",
            "https://www.cnbc.com/id/100003114/device/rss/rss.html",
        ),
        (
            "nasdaq",
            "Nasdaq",
            "https://www.nasdaq.com/feed/rssoutbound?category=Markets",
        ),
        (
            "fed",
            "Federal Reserve",
            "https://www.federalreserve.gov/feeds/press_monetary.xml",
        ),
        ("sec", "SEC", "https://www.sec.gov/news/pressreleases.rss"),
    ]
    .map(|(name, title, url)| Feed {
        name: name.to_owned(),
        title: title.to_owned(),
        url: url.to_owned(),
    })
    .into()
}

/// The names of those who may stand in an order of preference, by what they bring.
pub(crate) const QUOTES: [&str; 4] = ["coingecko", "finnhub", "twelve_data", "yahoo"];
/// See [`QUOTES`].
pub(crate) const TICKS: [&str; 4] = ["coinbase", "finnhub_stream", "kraken", "yahoo_stream"];
/// See [`QUOTES`].
pub(crate) const HISTORY: [&str; 2] = ["twelve_data", "yahoo"];
/// See [`QUOTES`].
pub(crate) const EARNINGS: [&str; 2] = ["nasdaq", "yahoo_facts"];

/// Every provider's settings: the tables `[providers.<name>]`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Providers {
    /// Who is preferred.
    pub order: Order,
    /// Stocks, funds, indices, commodities; bars of crypto currencies.
    pub yahoo: Yahoo,
    /// The same as they come, by a stream.
    pub yahoo_stream: YahooStream,
    /// Crypto currencies.
    pub coingecko: CoinGecko,
    /// Crypto currencies, by a stream.
    pub coinbase: Coinbase,
    /// Crypto currencies, by a stream.
    pub kraken: Kraken,
    /// Shares and funds of the US, with a key.
    pub finnhub: Finnhub,
    /// Shares and funds of the US, with a key.
    pub twelve_data: TwelveData,
    /// What is locked in the protocols of coins.
    pub defillama: DefiLlama,
    /// Crypto fear and greed.
    pub alternative_me: AlternativeMe,
    /// Fear and greed of shares.
    pub cnn: Cnn,
    /// Earnings.
    pub nasdaq: Nasdaq,
    /// News.
    pub rss: Rss,
    /// Logos of coins and shares.
    pub logos: Logos,
    /// Prices by address, from the tables `[[sources]]`.
    #[serde(skip)]
    pub sources: Vec<Custom>,
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn an_empty_user_agent_and_that_of_an_older_version_name_this_version() {
        for configured in ["", "Marketdeck/0.2.0 (self-hosted)", OWN_AGENT] {
            assert_eq!(sent_agent(configured), OWN_AGENT);
        }
        assert!(OWN_AGENT.contains(env!("CARGO_PKG_VERSION")));
        for own in [BROWSER, "Marketdeck/0.2.0 (of Ann)", "deck"] {
            assert_eq!(sent_agent(own), own);
        }
        assert_eq!(Kraken::default().access().user_agent, OWN_AGENT);
        assert_eq!(Yahoo::default().access().user_agent, BROWSER);
    }
}

//! The settings of each provider, which the configuration file can change.

mod custom;

pub use self::custom::Custom;

use std::time::Duration;

use serde::{Deserialize, Serialize};

use super::core::{
    capability::Order,
    client::{DEFAULT_USER_AGENT, HttpOptions},
    cross_check_budget::CrossCheckSettings,
    stream::StreamOptions,
};
use crate::domain::{logo::MAX_LOGO_BYTES, symbol::may_mean};

/// The default `user_agent` for sources that accept any program. It is replaced with this program's name and version.
const OWN_USER_AGENT: &str = "";
/// The user agent for sources that accept only browsers: Firefox's extended support release of July 2026.
const BROWSER_USER_AGENT: &str =
    "Mozilla/5.0 (X11; Linux x86_64; rv:153.0) Gecko/20100101 Firefox/153.0";
/// The user agent for sources that accept only browsers, in version 0.3.0 and before.
const OLDER_BROWSER_USER_AGENT: &str =
    "Mozilla/5.0 (X11; Linux x86_64; rv:140.0) Gecko/20100101 Firefox/140.0";

/// Returns the `User-Agent` header for a configured `user_agent`. Configuration files of earlier versions contain the user agents
/// of these versions, which are replaced with the current ones.
fn user_agent(configured: &str) -> String {
    let is_own = configured.starts_with("Marketdeck/") && configured.ends_with(" (self-hosted)");
    if configured.is_empty() || is_own {
        return DEFAULT_USER_AGENT.to_owned();
    }
    if configured == OLDER_BROWSER_USER_AGENT {
        return BROWSER_USER_AGENT.to_owned();
    }
    configured.to_owned()
}

/// Declares the settings of a provider that is requested over HTTP, with their defaults.
macro_rules! http_provider {
    ($name:ident, $doc:literal, $base:literal, $agent:expr, $gap:literal, $poll_interval:literal $(; max_bytes = $max:literal)? $(; timeout_seconds = $timeout:literal)? $(, $field:ident : $type:ty = $value:expr, $about:literal)*) => {
        #[doc = $doc]
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            /// Whether the provider is used.
            pub enabled: bool,
            /// The scheme and host, to which the provider's path is appended.
            pub base_url: String,
            /// The `User-Agent` header of every request.
            pub user_agent: String,
            /// The timeout for a whole response, in seconds.
            pub timeout_seconds: u64,
            /// The maximum size of a decompressed response, in bytes.
            pub max_bytes: usize,
            /// The minimum delay between two requests, in milliseconds.
            pub min_gap_ms: u64,
            /// The interval between two refreshes, in seconds.
            pub every_seconds: u64,
            $(#[doc = $about] pub $field: $type,)*
        }

        impl Default for $name {
            fn default() -> Self {
                Self {
                    enabled: true,
                    base_url: $base.to_owned(),
                    user_agent: $agent.to_owned(),
                    timeout_seconds: [$($timeout,)? 15][0],
                    max_bytes: [$($max,)? 8 * 1_024 * 1_024][0],
                    min_gap_ms: $gap,
                    every_seconds: $poll_interval,
                    $($field: $value,)*
                }
            }
        }

        impl $name {
            /// Returns the options of the HTTP client.
            pub fn http_options(&self) -> HttpOptions {
                HttpOptions {
                    enabled: self.enabled,
                    base_url: self.base_url.trim_end_matches('/').to_owned(),
                    user_agent: user_agent(&self.user_agent),
                    timeout_seconds: self.timeout_seconds,
                    max_bytes: self.max_bytes,
                    min_gap_ms: self.min_gap_ms,
                    every_seconds: self.every_seconds,
                }
            }
        }
    };
}

/// Returns the scheme and host of another part of a provider: `configured` if it is set, otherwise the default of this part if
/// `base_url` is the default one, otherwise `base_url`. `defaults` are the default `base_url` and the default of this part.
fn second_host(configured: &str, base_url: &str, defaults: (&str, &str)) -> String {
    let base = base_url.trim_end_matches('/');
    if !configured.is_empty() {
        configured.trim_end_matches('/').to_owned()
    } else if base == defaults.0 {
        defaults.1.to_owned()
    } else {
        base.to_owned()
    }
}

http_provider!(Yahoo, "Yahoo Finance: quotes, bars, dividends and splits. Unofficial, so requests are sent slowly and may be blocked.",
    "https://query1.finance.yahoo.com", BROWSER_USER_AGENT, 2_000, 30,
    symbols: Vec<String> = Vec::new(), "Only these of the known symbols; empty for all.",
    facts: bool = true, "Also request market caps, fund facts, sectors, earnings dates and dividend dates.",
    cookie_url: String = String::new(), "Page that sets the session cookie needed for facts; empty for the default of `base_url`.");

impl Yahoo {
    /// Returns true if quotes of this symbol are requested, because `symbols` is empty or contains the symbol in any spelling.
    pub(super) fn includes(&self, symbol: &str) -> bool {
        self.symbols.is_empty() || self.symbols.iter().any(|listed| may_mean(listed, symbol))
    }

    /// Returns the URL of the page that sets the session cookie.
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

http_provider!(CoinGecko, "`CoinGecko`: quotes of crypto. Without a key, the rate limit is shared by all users of one IP address.",
    "https://api.coingecko.com", OWN_USER_AGENT, 12_000, 60,
    api_key: String = String::new(), "API key, for example a free Demo key.",
    api_key_file: String = String::new(), "File that contains the key.",
    requests_per_month: u64 = 10_000, "Requests per month (UTC) that the plan allows; 0 for no limit.");
http_provider!(
    AlternativeMe,
    "alternative.me: the crypto fear and greed index.",
    "https://api.alternative.me",
    OWN_USER_AGENT,
    2_000,
    3_600
);
http_provider!(
    Cnn,
    "CNN: the stock fear and greed index. Unofficial; accepts only browsers.",
    "https://production.dataviz.cnn.io",
    BROWSER_USER_AGENT,
    2_000,
    3_600
);
http_provider!(Nasdaq, "Nasdaq: the earnings calendar, one day per request; the list of all US stocks, for market caps, sectors and industries; quotes, history, dividends and splits of US stocks and funds while no preferred provider has them. Unofficial; accepts only browsers.",
    "https://api.nasdaq.com", BROWSER_USER_AGENT, 5_000, 30; timeout_seconds = 10,
    history: bool = true, "Also request price histories, dividends and splits.",
    quotes: bool = true, "Also request quotes.",
    screener: bool = true, "Also request the list of all US stocks, once a day.");
http_provider!(DefiLlama, "`DefiLlama`: the total value locked in the protocols of coins.",
    "https://api.llama.fi", OWN_USER_AGENT, 2_000, 14_400; max_bytes = 67_108_864);
http_provider!(Rss, "News from feeds.", "", OWN_USER_AGENT, 2_000, 900,
    feeds: Vec<Feed> = feeds(), "Feeds to read. If `base_url` is set, each feed is requested from there, at the path /{name}.");

/// Logos of companies and coins. Off by default, because the image hosts see the server's address.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Logos {
    /// Whether logos are requested.
    pub enabled: bool,
    /// The `User-Agent` header of every request.
    pub user_agent: String,
    /// The timeout for a whole response, in seconds.
    pub timeout_seconds: u64,
    /// The minimum delay between two requests, in milliseconds.
    pub min_gap_ms: u64,
}

impl Default for Logos {
    fn default() -> Self {
        Self {
            enabled: false,
            user_agent: OWN_USER_AGENT.to_owned(),
            timeout_seconds: 15,
            min_gap_ms: 2_000,
        }
    }
}

impl Logos {
    /// Returns the options of the HTTP client. They have no base URL, because logos have absolute URLs.
    pub fn http_options(&self) -> HttpOptions {
        HttpOptions {
            enabled: self.enabled,
            base_url: String::new(),
            user_agent: user_agent(&self.user_agent),
            timeout_seconds: self.timeout_seconds,
            max_bytes: MAX_LOGO_BYTES,
            min_gap_ms: self.min_gap_ms,
            every_seconds: 60,
        }
    }
}

http_provider!(
    Cboe,
    "Cboe: quotes and bars of US stocks, funds and indices, 15 minutes delayed. Used while no preferred provider has them.",
    "https://cdn.cboe.com",
    OWN_USER_AGENT,
    1_000,
    300
);

http_provider!(Cnbc, "CNBC: quotes and bars of commodities, yields, currency pairs and indices, up to 15 minutes delayed. Used while no preferred provider has them. Unofficial.",
    "https://quote.cnbc.com", OWN_USER_AGENT, 2_000, 60,
    bars_url: String = String::new(), "Scheme and host of the bars; empty for the default of `base_url`.");

impl Cnbc {
    /// Returns the scheme and host of the bars.
    pub(super) fn bars_host(&self) -> String {
        let defaults = ("https://quote.cnbc.com", "https://ts-api.cnbc.com");
        second_host(&self.bars_url, &self.base_url, defaults)
    }
}

http_provider!(
    DeutscheBoerse,
    "Deutsche Börse: quotes and daily bars of stocks and funds at Xetra and Frankfurt, 15 minutes delayed. Used while no preferred provider has them. Unofficial; accepts only browsers.",
    "https://api.live.deutsche-boerse.com",
    BROWSER_USER_AGENT,
    2_000,
    300
);
http_provider!(
    Euronext,
    "Euronext: official closes of stocks and funds in Paris, Amsterdam, Brussels, Lisbon, Dublin, Milan and Oslo. Used while no preferred provider has them. Unofficial.",
    "https://live.euronext.com",
    OWN_USER_AGENT,
    2_000,
    21_600
);

http_provider!(Binance, "Binance: quotes and bars of coins, converted from USDT to dollars with Coinbase's price of USDT. Used while no preferred provider has them.",
    "https://data-api.binance.vision", OWN_USER_AGENT, 1_000, 60,
    rates_url: String = String::new(), "Scheme and host of Coinbase's price of USDT; empty for the default of `base_url`.");

impl Binance {
    /// Returns the scheme and host of the price of USDT.
    pub(super) fn rates_host(&self) -> String {
        let defaults = (
            "https://data-api.binance.vision",
            "https://api.exchange.coinbase.com",
        );
        second_host(&self.rates_url, &self.base_url, defaults)
    }
}

http_provider!(
    Ecb,
    "European Central Bank: euro reference rates, one fixing per working day since 1999.",
    "https://www.ecb.europa.eu",
    OWN_USER_AGENT,
    2_000,
    900
);
http_provider!(Sec, "SEC EDGAR: figures from financial reports, and filings, of companies with a listing in the United States. Requires an e-mail address.",
    "https://data.sec.gov", OWN_USER_AGENT, 500, 3_600; max_bytes = 67_108_864; timeout_seconds = 120,
    contact: String = String::new(), "E-mail address of the operator, which the SEC requires in every request; without it the provider is not used.",
    files_url: String = String::new(), "Scheme and host of the list of tickers; empty for the default of `base_url`.");

impl Sec {
    /// Returns the scheme and host of the list of tickers.
    pub(super) fn files_host(&self) -> String {
        let defaults = ("https://data.sec.gov", "https://www.sec.gov");
        second_host(&self.files_url, &self.base_url, defaults)
    }

    /// Returns the options of the HTTP client. The user agent ends with the contact.
    pub(super) fn contact_options(&self) -> HttpOptions {
        let options = self.http_options();
        HttpOptions {
            user_agent: format!("{} {}", options.user_agent, self.contact.trim()),
            ..options
        }
    }
}

http_provider!(
    Treasury,
    "US Treasury: the par yield curve of each trading day.",
    "https://home.treasury.gov",
    OWN_USER_AGENT,
    5_000,
    3_600
);

http_provider!(Bls, "US Bureau of Labor Statistics: consumer and producer prices, jobs, unemployment, earnings and job openings.",
    "https://api.bls.gov", OWN_USER_AGENT, 5_000, 21_600; timeout_seconds = 30,
    api_key: String = String::new(), "API key, which is free and allows 500 requests a day; optional.",
    api_key_file: String = String::new(), "File that contains the key.",
    requests_per_day: u64 = 25, "Requests per day that the agency allows: 25 without a key, 500 with one; 0 for no limit.",
    calendar: bool = true, "Also request the dates of future releases.",
    calendar_url: String = String::new(), "Scheme and host of the release calendar; empty for the default of `base_url`.",
    calendar_every_seconds: u64 = 604_800, "Interval between two requests of the release calendar, in seconds; 3600 at least.");

impl Bls {
    /// Returns the scheme and host of the release calendar.
    pub(super) fn calendar_host(&self) -> String {
        let defaults = ("https://api.bls.gov", "https://www.bls.gov");
        second_host(&self.calendar_url, &self.base_url, defaults)
    }
}

http_provider!(Fed, "Federal Reserve: decisions of the Federal Open Market Committee, and the federal funds rate.",
    "https://www.federalreserve.gov", OWN_USER_AGENT, 5_000, 14_400,
    rates_url: String = String::new(), "Scheme and host of the New York Fed's rates; empty for the default of `base_url`.");

impl Fed {
    /// Returns the scheme and host of the rates.
    pub(super) fn rates_host(&self) -> String {
        let defaults = (
            "https://www.federalreserve.gov",
            "https://markets.newyorkfed.org",
        );
        second_host(&self.rates_url, &self.base_url, defaults)
    }
}

http_provider!(Finnhub, "Finnhub: quotes and trades of US stocks and funds; needs a key. Used while no preferred provider has them.",
    "https://finnhub.io", OWN_USER_AGENT, 1_100, 60,
    ws_url: String = "wss://ws.finnhub.io".to_owned(), "Scheme, host and path of the stream; the key is appended.",
    silence_seconds: u64 = 120, "Seconds of silence after which the stream counts as failed while the market is open.",
    api_key: String = String::new(), "API key; the provider is not used without one.",
    api_key_file: String = String::new(), "File that contains the key.");

http_provider!(TwelveData, "Twelve Data: quotes and bars of US stocks and funds; needs a key. Used while no preferred provider has them.",
    "https://api.twelvedata.com", OWN_USER_AGENT, 7_600, 600,
    api_key: String = String::new(), "API key; the provider is not used without one.",
    api_key_file: String = String::new(), "File that contains the key.",
    requests_per_day: u64 = 800, "Requests per day (UTC) that the plan allows; 0 for no limit.");

http_provider!(OpenFigi, "`OpenFIGI`: the symbols of an instrument at all its exchanges, by ISIN, WKN, CUSIP or FIGI.",
    "https://api.openfigi.com", OWN_USER_AGENT, 2_400, 86_400,
    api_key: String = String::new(), "API key, which is free and allows more requests; optional.",
    api_key_file: String = String::new(), "File that contains the key.");

impl OpenFigi {
    /// Returns the options of the HTTP client. A key allows 25 requests in six seconds instead of a minute, so that the
    /// delay of `min_gap_ms` is a tenth.
    pub(super) fn lookup_options(&self) -> HttpOptions {
        let options = self.http_options();
        HttpOptions {
            min_gap_ms: if self.api_key.is_empty() {
                options.min_gap_ms
            } else {
                options.min_gap_ms / 10
            },
            ..options
        }
    }
}

impl Finnhub {
    /// Returns the options of the stream, without the key.
    pub(crate) fn stream_options(&self) -> StreamOptions {
        StreamOptions {
            url: self.ws_url.clone(),
            user_agent: user_agent(&self.user_agent),
            timeout: Duration::from_secs(self.timeout_seconds.max(1)),
            max_bytes: self.max_bytes,
            silence: Duration::from_secs(self.silence_seconds.max(1)),
            connections: 1,
        }
    }
}

/// Declares the settings of a stream, with their defaults.
macro_rules! stream {
    ($name:ident, $doc:literal, $url:literal, $agent:expr, connections = $connections:literal, silence = $silence:literal) => {
        #[doc = $doc]
        #[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
        #[serde(default, deny_unknown_fields)]
        pub struct $name {
            /// Whether the stream is used.
            pub enabled: bool,
            /// The URL of the stream.
            pub ws_url: String,
            /// The `User-Agent` header of the upgrade request.
            pub user_agent: String,
            /// The timeout for opening a connection, in seconds.
            pub timeout_seconds: u64,
            /// The maximum size of a message in bytes.
            pub max_bytes: usize,
            /// The time without messages after which a connection counts as failed while messages are expected, in seconds.
            pub silence_seconds: u64,
            /// The maximum number of connections.
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
            /// Returns the options of the stream.
            pub fn stream_options(&self) -> StreamOptions {
                StreamOptions {
                    url: self.ws_url.clone(),
                    user_agent: user_agent(&self.user_agent),
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
    "Yahoo's price stream, for all kinds of ticker. Unofficial.",
    "wss://streamer.finance.yahoo.com/?version=2",
    BROWSER_USER_AGENT,
    connections = 4,
    silence = 60
);
stream!(
    Coinbase,
    "Coinbase: trades of coins in dollars.",
    "wss://ws-feed.exchange.coinbase.com",
    OWN_USER_AGENT,
    connections = 1,
    silence = 30
);
stream!(
    Kraken,
    "Kraken: trades of coins in dollars.",
    "wss://ws.kraken.com/v2",
    OWN_USER_AGENT,
    connections = 1,
    silence = 30
);

stream!(
    BinanceStream,
    "Binance: prices of coins, converted from USDT to dollars. Used while no preferred stream prices a coin.",
    "wss://data-stream.binance.vision/ws",
    OWN_USER_AGENT,
    connections = 1,
    silence = 60
);

/// A news feed (RSS or Atom).
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
#[serde(deny_unknown_fields)]
pub struct Feed {
    /// The short name, which is also the path below a `base_url`.
    pub name: String,
    /// The name of the source that pages show.
    pub title: String,
    /// The URL of the feed.
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

/// The provider names that the order of preference for quotes may contain.
pub(crate) const QUOTES: [&str; 11] = [
    "binance",
    "cboe",
    "cnbc",
    "coingecko",
    "deutsche_boerse",
    "ecb",
    "euronext",
    "finnhub",
    "nasdaq_quotes",
    "twelve_data",
    "yahoo",
];
/// The provider names that the order of preference for ticks may contain.
pub(crate) const TICKS: [&str; 5] = [
    "binance_stream",
    "coinbase",
    "finnhub_stream",
    "kraken",
    "yahoo_stream",
];
/// The provider names that the order of preference for history may contain.
pub(crate) const HISTORY: [&str; 9] = [
    "binance",
    "cboe",
    "cnbc",
    "deutsche_boerse",
    "ecb",
    "euronext",
    "nasdaq_history",
    "twelve_data",
    "yahoo",
];
/// The provider names that the order of preference for earnings may contain.
pub(crate) const EARNINGS: [&str; 2] = ["nasdaq", "yahoo_facts"];

/// Settings of all providers: the tables `[providers.<name>]`.
#[derive(Debug, Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Providers {
    /// The order of preference.
    pub order: Order,
    /// The comparison of figures across providers.
    pub cross_check: CrossCheckSettings,
    /// Quotes of stocks, funds, indices and commodities. Bars of all these and of crypto.
    pub yahoo: Yahoo,
    /// Yahoo's price stream.
    pub yahoo_stream: YahooStream,
    /// Quotes of crypto.
    pub coingecko: CoinGecko,
    /// Coinbase's price stream of crypto.
    pub coinbase: Coinbase,
    /// Kraken's price stream of crypto.
    pub kraken: Kraken,
    /// Delayed quotes and bars of US stocks, funds and indices.
    pub cboe: Cboe,
    /// Delayed quotes and daily bars of stocks and funds in Germany.
    pub deutsche_boerse: DeutscheBoerse,
    /// Official closes of stocks and funds at Euronext's exchanges.
    pub euronext: Euronext,
    /// Delayed quotes and bars of commodities, yields, currency pairs and indices.
    pub cnbc: Cnbc,
    /// Quotes and bars of crypto.
    pub binance: Binance,
    /// Binance's price stream of crypto.
    pub binance_stream: BinanceStream,
    /// Rates of currency pairs since 1999.
    pub ecb: Ecb,
    /// Yields of US Treasury securities.
    pub treasury: Treasury,
    /// US labor and price statistics.
    pub bls: Bls,
    /// Rate decisions, and the federal funds rate.
    pub fed: Fed,
    /// Figures from financial reports, and filings; needs an e-mail address.
    pub sec: Sec,
    /// Quotes and trades of US stocks and funds; needs a key.
    pub finnhub: Finnhub,
    /// Quotes and bars of US stocks and funds; needs a key.
    pub twelve_data: TwelveData,
    /// Symbols of an instrument by ISIN, WKN, CUSIP or FIGI.
    pub openfigi: OpenFigi,
    /// The total value locked in the protocols of coins.
    pub defillama: DefiLlama,
    /// The crypto fear and greed index.
    pub alternative_me: AlternativeMe,
    /// The stock fear and greed index.
    pub cnn: Cnn,
    /// The earnings calendar; history, dividends and splits of US stocks and funds.
    pub nasdaq: Nasdaq,
    /// News feeds.
    pub rss: Rss,
    /// Logos of companies and coins.
    pub logos: Logos,
    /// Custom sources: the tables `[[sources]]`.
    #[serde(skip)]
    pub sources: Vec<Custom>,
}

impl Providers {
    /// Disables all sources of Yahoo: prices, facts, symbol search and the stream.
    pub(crate) fn disable_yahoo(&mut self) {
        self.yahoo.enabled = false;
        self.yahoo_stream.enabled = false;
    }

    /// Returns true if Yahoo's stream is used: disabling Yahoo disables its stream too.
    pub(crate) fn uses_yahoo_stream(&self) -> bool {
        self.yahoo.enabled && self.yahoo_stream.enabled
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn lookups_of_identifiers_stay_within_the_limit_of_the_plan() {
        for (key, per_minute) in [("", 25), ("k3y-of-the-test", 250)] {
            let settings = OpenFigi {
                api_key: key.to_owned(),
                ..OpenFigi::default()
            };
            let gap = settings.lookup_options().min_gap_ms;
            assert_eq!(60_000 / gap, per_minute, "{key:?}");
        }
    }

    #[test]
    fn an_empty_or_older_default_user_agent_is_replaced() {
        for configured in ["", "Marketdeck/0.2.0 (self-hosted)", DEFAULT_USER_AGENT] {
            assert_eq!(user_agent(configured), DEFAULT_USER_AGENT);
        }
        assert_eq!(user_agent(OLDER_BROWSER_USER_AGENT), BROWSER_USER_AGENT);
        assert!(DEFAULT_USER_AGENT.contains(env!("CARGO_PKG_VERSION")));
        for custom in [BROWSER_USER_AGENT, "Marketdeck/0.2.0 (of Ann)", "deck"] {
            assert_eq!(user_agent(custom), custom);
        }
        assert_eq!(
            Kraken::default().stream_options().user_agent,
            DEFAULT_USER_AGENT
        );
        assert_eq!(
            Yahoo::default().http_options().user_agent,
            BROWSER_USER_AGENT
        );
    }
}

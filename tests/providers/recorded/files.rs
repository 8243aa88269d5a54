//! Finds the recordings and determines the shape of each from its folder and content.

use std::path::Path;

use serde_json::Value;

/// The shape of a recording.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) enum Shape {
    /// Yahoo: the chart of one symbol.
    Chart,
    /// Yahoo: the quotes of several symbols.
    Spark,
    /// Yahoo: search results.
    Search,
    /// `CoinGecko`: coins with prices.
    Coins,
    /// The fear and greed index of coins.
    CoinFear,
    /// The fear and greed index of stocks.
    ShareFear,
    /// Nasdaq: the earnings reports of a day.
    Earnings,
    /// Finnhub: the quote of one symbol.
    FinnhubQuote,
    /// News articles.
    Feed,
    /// Stream messages.
    Stream,
    /// An error, or a shape without usable data; the provider's source receives it too.
    Refused,
    /// A provider that Marketdeck does not use.
    Unsupported(&'static str),
}

/// A recorded file.
#[derive(Debug, Clone)]
pub(super) struct Recording {
    /// `yahoo/chart-AAPL.json`.
    pub(super) name: String,
    pub(super) provider: String,
    pub(super) shape: Shape,
    pub(super) body: String,
}

impl Recording {
    pub(super) fn json(&self) -> Value {
        serde_json::from_str(&self.body).unwrap_or_default()
    }

    /// The HTTP status of the response.
    pub(super) fn status(&self) -> u16 {
        [401, 404, 418, 429, 500]
            .into_iter()
            .find(|status| self.name.contains(&format!("-{status}")))
            .unwrap_or(200)
    }
}

/// All recordings below `folder`, sorted by name.
pub(super) fn walk(folder: &Path) -> Vec<Recording> {
    let list = |folder: &Path| {
        let entries = std::fs::read_dir(folder).unwrap();
        let mut paths: Vec<_> = entries.map(|entry| entry.unwrap().path()).collect();
        paths.sort();
        paths
    };
    let name_of = |path: &Path| path.file_name().unwrap().to_string_lossy().into_owned();
    let mut all = Vec::new();
    for provider in list(folder).iter().filter(|path| path.is_dir()) {
        for path in list(provider) {
            let (provider, file) = (name_of(provider), name_of(&path));
            let bytes = std::fs::read(&path).unwrap();
            let body = String::from_utf8_lossy(&bytes).into_owned();
            all.push(Recording {
                shape: shape(&provider, &file, &body),
                name: format!("{provider}/{file}"),
                provider,
                body,
            });
        }
    }
    all
}

fn shape(provider: &str, file: &str, body: &str) -> Shape {
    let json: Value = serde_json::from_str(body).unwrap_or_default();
    let has = |pointer: &str| json.pointer(pointer).is_some_and(|value| !value.is_null());
    match provider {
        _ if Path::new(file)
            .extension()
            .is_some_and(|end| end == "jsonl") =>
        {
            Shape::Stream
        }
        "yahoo" if has("/chart/result/0/meta/symbol") => Shape::Chart,
        "yahoo" if has("/spark/result/0/symbol") => Shape::Spark,
        "yahoo" if json["quotes"].is_array() && file.starts_with("search-") => Shape::Search,
        "coingecko" if has("/0/current_price") => Shape::Coins,
        "alternative_me" if has("/data/0/value") => Shape::CoinFear,
        "cnn" if has("/fear_and_greed/score") => Shape::ShareFear,
        "nasdaq" if has("/data/rows/0") && has("/data/asOf") => Shape::Earnings,
        "finnhub" if json["c"].as_f64().is_some_and(|price| price > 0.0) => Shape::FinnhubQuote,
        "rss" => Shape::Feed,
        "yahoo" | "coingecko" | "alternative_me" | "cnn" | "nasdaq" | "finnhub" => Shape::Refused,
        "coinbase" | "kraken" => {
            Shape::Unsupported("of the REST interface, of which only the stream is used")
        }
        _ => Shape::Unsupported("a file, not a response of a provider; tests/import reads these"),
    }
}

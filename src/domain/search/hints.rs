//! Query words that are not part of a ticker's name: kinds of ticker (`gold etf`) and ignored words (`tesla stock price`).

use super::super::ticker::TickerKind;

/// Words for kinds of ticker.
const KIND_WORDS: &[(&str, &[TickerKind])] = &[
    ("etf", &[TickerKind::Etf, TickerKind::Fund]),
    ("etfs", &[TickerKind::Etf, TickerKind::Fund]),
    ("fund", &[TickerKind::Etf, TickerKind::Fund]),
    ("funds", &[TickerKind::Etf, TickerKind::Fund]),
    ("coin", &[TickerKind::Crypto]),
    ("crypto", &[TickerKind::Crypto]),
    ("cryptocurrency", &[TickerKind::Crypto]),
    ("token", &[TickerKind::Crypto]),
    ("index", &[TickerKind::Index]),
    ("commodity", &[TickerKind::Commodity]),
    ("future", &[TickerKind::Commodity]),
    ("futures", &[TickerKind::Commodity]),
    (
        "spot",
        &[
            TickerKind::Commodity,
            TickerKind::Currency,
            TickerKind::Crypto,
        ],
    ),
    ("forex", &[TickerKind::Currency]),
    ("fx", &[TickerKind::Currency]),
    ("stock", &[TickerKind::Stock]),
    ("stocks", &[TickerKind::Stock]),
    ("share", &[TickerKind::Stock]),
    ("shares", &[TickerKind::Stock]),
];

/// Words without information about the ticker.
const IGNORED_WORDS: &[&str] = &[
    "chart",
    "co",
    "company",
    "corp",
    "corporation",
    "current",
    "dollar",
    "dollars",
    "for",
    "group",
    "historical",
    "history",
    "in",
    "inc",
    "incorporated",
    "limited",
    "live",
    "ltd",
    "market",
    "network",
    "news",
    "of",
    "plc",
    "price",
    "prices",
    "quote",
    "quotes",
    "symbol",
    "the",
    "ticker",
    "to",
    "today",
    "usd",
    "us",
    "value",
    "vs",
];

/// Kinds of ticker that a query asks for; empty if the query does not name a kind.
#[derive(Debug, Clone, Default)]
pub(super) struct KindFilter(Vec<TickerKind>);

impl KindFilter {
    /// Returns true if the query asks for this kind or for any kind.
    pub(super) fn accepts(&self, kind: TickerKind) -> bool {
        self.0.is_empty() || self.0.contains(&kind)
    }
}

/// Removes words for kinds and ignored words from a query. Returns the kinds and the remaining words.
pub(super) fn extract_kinds(query_words: &[String]) -> (KindFilter, Vec<String>) {
    let mut filter = KindFilter::default();
    let mut name_words = Vec::new();
    for word in query_words {
        if let Some((_, kinds)) = KIND_WORDS.iter().find(|(kind_word, _)| kind_word == word) {
            filter.0.extend(*kinds);
        } else if !IGNORED_WORDS.contains(&word.as_str()) {
            name_words.push(word.clone());
        }
    }
    (filter, name_words)
}

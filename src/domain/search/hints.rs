//! Query words that name a kind of ticker or a question about it.

use super::super::ticker::TickerKind;

/// Words that name a kind.
const KINDS: &[(&str, &[TickerKind])] = &[
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

/// Words that are ignored.
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

/// Kinds of ticker that a query asks for.
#[derive(Debug, Clone, Default)]
pub(super) struct Hints(Vec<TickerKind>);

impl Hints {
    /// Returns true if the kind matches.
    pub(super) fn fit(&self, kind: TickerKind) -> bool {
        self.0.is_empty() || self.0.contains(&kind)
    }
}

/// Splits a query into hints and the remaining words.
pub(super) fn hints(typed: &[String]) -> (Hints, Vec<String>) {
    let mut hints = Hints::default();
    let mut rest = Vec::new();
    for word in typed {
        if let Some((_, kinds)) = KINDS.iter().find(|(hint, _)| hint == word) {
            hints.0.extend(*kinds);
        } else if !IGNORED_WORDS.contains(&word.as_str()) {
            rest.push(word.clone());
        }
    }
    (hints, rest)
}

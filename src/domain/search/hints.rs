//! Words of a query that say what kind is looked for, or what somebody wants to know of it.

use super::super::ticker::TickerKind;

/// Words that say what kind is meant.
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

/// Words that say nothing of what is meant.
const NOISE: &[&str] = &[
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

/// What a query says beside the name.
#[derive(Debug, Clone, Default)]
pub(super) struct Hints(Vec<TickerKind>);

impl Hints {
    /// Whether it may be of this kind.
    pub(super) fn fit(&self, kind: TickerKind) -> bool {
        self.0.is_empty() || self.0.contains(&kind)
    }
}

/// The hints of a query, and the words that are left.
pub(super) fn hints(typed: &[String]) -> (Hints, Vec<String>) {
    let mut hints = Hints::default();
    let mut rest = Vec::new();
    for word in typed {
        if let Some((_, kinds)) = KINDS.iter().find(|(hint, _)| hint == word) {
            hints.0.extend(*kinds);
        } else if !NOISE.contains(&word.as_str()) {
            rest.push(word.clone());
        }
    }
    (hints, rest)
}

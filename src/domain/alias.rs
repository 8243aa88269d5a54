//! Alternative names of tickers: former names, nicknames, and symbols at other vendors.

use std::collections::HashMap;

use serde::Deserialize;

/// Kind of an alternative name.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AliasKind {
    /// A current name: `Coca-Cola`.
    Name,
    /// A former name or symbol: `Facebook`.
    Former,
    /// A nickname: `Coke`.
    Nickname,
    /// A symbol at another vendor: `SPX`.
    Code,
    /// A search term that does not mean the ticker in a headline: `iPhone`, `gas`.
    Word,
}

/// An alternative name of a ticker.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Alias {
    /// Symbol of the ticker, which need not be followed.
    pub symbol: String,
    /// The name as users type it.
    pub alias: String,
    /// Kind of the name.
    pub kind: AliasKind,
}

/// Aliases and approximate sizes from the catalogue, used to find tickers.
#[derive(Debug, Default)]
pub struct AliasIndex {
    aliases: HashMap<String, Vec<Alias>>,
    /// Symbols by upper-case code at other vendors.
    codes: HashMap<String, Vec<String>>,
    worth: HashMap<String, f64>,
}

impl AliasIndex {
    /// Creates the index. `worth` maps symbols to an approximate size in US dollars, for sorting only.
    pub fn new(
        aliases: impl IntoIterator<Item = Alias>,
        worth: impl IntoIterator<Item = (String, f64)>,
    ) -> Self {
        let mut known = Self {
            aliases: HashMap::new(),
            codes: HashMap::new(),
            worth: worth.into_iter().collect(),
        };
        for alias in aliases {
            if alias.kind == AliasKind::Code {
                let code = alias.alias.to_uppercase();
                let symbols = known.codes.entry(code).or_default();
                symbols.push(alias.symbol.clone());
            }
            let of_symbol = known.aliases.entry(alias.symbol.clone()).or_default();
            of_symbol.push(alias);
        }
        known
    }

    /// Returns the alternative names of a symbol, in file order.
    pub fn of(&self, symbol: &str) -> &[Alias] {
        self.aliases.get(symbol).map_or(&[], Vec::as_slice)
    }

    /// Returns the symbols that other vendors write as `code` (upper case).
    pub(crate) fn with_code(&self, code: &str) -> &[String] {
        self.codes.get(code).map_or(&[], Vec::as_slice)
    }

    /// Returns an approximate size in US dollars (market cap, or assets of a fund), for sorting only.
    pub fn worth(&self, symbol: &str) -> Option<f64> {
        self.worth.get(symbol).copied()
    }
}

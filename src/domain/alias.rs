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
    /// A search term that finds the ticker but does not name it in a headline: `iPhone`, `gas`.
    Word,
}

/// An alternative name of a ticker.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Alias {
    /// Symbol of the ticker. The server may not follow this ticker yet.
    pub symbol: String,
    /// The name as users type it.
    pub alias: String,
    /// Kind of the name.
    pub kind: AliasKind,
}

/// Aliases and approximate sizes from the catalogue, used by the search.
#[derive(Debug, Default)]
pub struct AliasIndex {
    by_symbol: HashMap<String, Vec<Alias>>,
    /// Symbols by upper-case code at other vendors.
    symbols_by_code: HashMap<String, Vec<String>>,
    /// Approximate size in US dollars by symbol.
    sizes: HashMap<String, f64>,
}

impl AliasIndex {
    /// Creates the index. `sizes` maps symbols to an approximate size in US dollars, used only to sort results.
    pub fn new(
        aliases: impl IntoIterator<Item = Alias>,
        sizes: impl IntoIterator<Item = (String, f64)>,
    ) -> Self {
        let mut index = Self {
            by_symbol: HashMap::new(),
            symbols_by_code: HashMap::new(),
            sizes: sizes.into_iter().collect(),
        };
        for alias in aliases {
            if alias.kind == AliasKind::Code {
                let code = alias.alias.to_uppercase();
                let symbols = index.symbols_by_code.entry(code).or_default();
                symbols.push(alias.symbol.clone());
            }
            let aliases = index.by_symbol.entry(alias.symbol.clone()).or_default();
            aliases.push(alias);
        }
        index
    }

    /// Returns the alternative names of a symbol, in file order.
    pub fn aliases_of(&self, symbol: &str) -> &[Alias] {
        self.by_symbol.get(symbol).map_or(&[], Vec::as_slice)
    }

    /// Returns the symbols that other vendors write as `code` (upper case).
    pub(crate) fn with_code(&self, code: &str) -> &[String] {
        self.symbols_by_code.get(code).map_or(&[], Vec::as_slice)
    }

    /// Returns an approximate size in US dollars (market cap, or assets of a fund), used only to sort results.
    pub fn approximate_size(&self, symbol: &str) -> Option<f64> {
        self.sizes.get(symbol).copied()
    }
}

//! Other names of tickers: what people call them, what they were called, how other places spell their symbols.

use std::collections::HashMap;

use serde::Deserialize;

/// What kind of name it is.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Deserialize)]
#[serde(rename_all = "lowercase")]
pub enum AliasKind {
    /// A name in use today: `Coca-Cola`.
    Name,
    /// A name or a symbol of the past: `Facebook`.
    Former,
    /// What people say instead of the name: `Coke`.
    Nickname,
    /// The symbol as other places write it: `SPX`.
    Code,
    /// A word that means the ticker in a search box but not in a headline: `iPhone`, `gas`.
    Word,
}

/// A name of a ticker besides its own.
#[derive(Debug, Clone, PartialEq, Eq, Deserialize)]
pub struct Alias {
    /// Whose it is; a ticker that may not be followed here.
    pub symbol: String,
    /// The name as people write it.
    pub alias: String,
    /// What kind of name it is.
    pub kind: AliasKind,
}

/// What the catalogue knows of tickers beyond their profiles, for finding them.
#[derive(Debug, Default)]
pub struct KnownNames {
    aliases: HashMap<String, Vec<Alias>>,
    /// Symbols by their codes elsewhere, in capitals.
    codes: HashMap<String, Vec<String>>,
    worth: HashMap<String, f64>,
}

impl KnownNames {
    /// `worth` is a rough size in US dollars by symbol, for ordering only.
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

    /// The other names of a symbol, in the order of the file.
    pub fn of(&self, symbol: &str) -> &[Alias] {
        self.aliases.get(symbol).map_or(&[], Vec::as_slice)
    }

    /// The symbols that other places write as `code`, which is in capitals.
    pub(crate) fn with_code(&self, code: &str) -> &[String] {
        self.codes.get(code).map_or(&[], Vec::as_slice)
    }

    /// A rough size in US dollars (market cap, or assets of a fund), for ordering only.
    pub fn worth(&self, symbol: &str) -> Option<f64> {
        self.worth.get(symbol).copied()
    }
}

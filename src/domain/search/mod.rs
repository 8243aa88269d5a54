//! Ticker search and ranking.
//!
//! Kinds of match, best first:
//!
//! 1. The query equals a symbol or name.
//! 2. A symbol or name starts with the query.
//! 3. A word of a name starts with the query.
//! 4. A name has all words of the query, in any order.
//! 5. A symbol or name contains the query.
//! 6. A symbol or name contains the query with one or two typos.
//!
//! Former names and nicknames count as names ([`crate::domain::alias`]). Among equal matches, the larger ticker comes
//! first (`popularity` in `market/search.rs`). The search ignores case, accents, spaces and punctuation. The search palette
//! of the interface arranges the results in `ui/src/app/palette/items.ts`.

mod fold;
mod hints;
mod index;
mod lines;
mod prefix_index;
mod query;
mod top_entries;
mod typos;
mod words;

pub(crate) use self::fold::fold;
pub use self::index::{SearchIndex, SearchableTicker, UnsortedIndex};
use self::{query::Search, words::split_words};
use super::ticker::TickerId;

/// Number of characters of a query after which the rest is ignored.
const MAX_QUERY_CHARS: usize = 100;

impl SearchIndex {
    /// Returns at most `limit` matches, best first. Among equal matches, the ticker with the larger `weight` comes first.
    /// Returns nothing for a blank query.
    pub fn find(
        &self,
        query: &str,
        limit: usize,
        weight: impl Fn(TickerId) -> f64,
    ) -> Vec<TickerId> {
        let query: String = query.chars().take(MAX_QUERY_CHARS).collect();
        let query_words = split_words(&query);
        if query_words.is_empty() || limit == 0 {
            return Vec::new();
        }
        let weight = |entry: usize| weight(self.entries[entry].id);
        let matches = Search::new(self, &weight, limit).run(&query, &query_words);
        matches
            .into_iter()
            .map(|entry| self.entries[entry].id)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::TickerKind;

    fn find_symbols(query: &str) -> Vec<&'static str> {
        // Symbol, name, weight.
        const TICKERS: [(&str, &str, f64); 15] = [
            ("^GSPC", "S&P 500", 0.0),
            ("AAPL", "Apple Inc.", 3500.0),
            ("APLE", "Apple Hospitality REIT", 3.0),
            ("APT", "Aptos", 2.8),
            ("AMZN", "Amazon.com, Inc.", 2000.0),
            ("META", "Meta Platforms, Inc.", 1500.0),
            ("BTC", "Bitcoin", 1900.0),
            ("BCH", "Bitcoin Cash", 10.0),
            ("ETH", "Ethereum", 400.0),
            ("ETC", "Ethereum Classic", 4.0),
            ("GC=F", "Gold", 0.0),
            ("GLD", "SPDR Gold Shares", 90.0),
            ("NVDA", "NVIDIA Corporation", 4000.0),
            ("NESN", "Nestlé S.A.", 250.0),
            ("MSFT", "Microsoft Corporation", 3400.0),
        ];
        let tickers = (1..)
            .zip(TICKERS)
            .map(|(id, (symbol, name, _))| SearchableTicker {
                id: TickerId(id),
                symbol,
                name,
                kind: TickerKind::Stock,
                aliases: Vec::new(),
            });
        let index = UnsortedIndex::new(tickers).sort();
        index
            .find(query, 10, |id| TICKERS[id.index()].2)
            .into_iter()
            .map(|id| TICKERS[id.index()].0)
            .collect()
    }

    #[test]
    fn best_match_is_first() {
        for (query, best) in [
            ("aapl", "AAPL"),
            ("apple", "AAPL"),
            ("ap", "AAPL"),
            ("apt", "APT"),
            ("App", "AAPL"),
            ("btc", "BTC"),
            ("bitcoin", "BTC"),
            ("bitcoin cash", "BCH"),
            ("eth", "ETH"),
            ("ethereum cl", "ETC"),
            ("gold", "GC=F"),
            ("gc", "GC=F"),
            ("gspc", "^GSPC"),
            ("s&p", "^GSPC"),
            ("nestle", "NESN"),
            ("Nestlé", "NESN"),
            ("corp", "NVDA"),
            ("platforms", "META"),
            ("amazno", "AMZN"),
            ("nvdia", "NVDA"),
            ("mircosoft", "MSFT"),
            ("  msft ", "MSFT"),
            ("soft", "MSFT"),
        ] {
            let symbols = find_symbols(query);
            assert_eq!(symbols.first(), Some(&best), "{query}: {symbols:?}");
        }
    }

    #[test]
    fn larger_ticker_comes_first_among_equal_matches() {
        assert_eq!(find_symbols("apple"), ["AAPL", "APLE"]);
    }

    #[test]
    fn short_nonsense_and_blank_queries_find_nothing() {
        assert!(find_symbols("zz").is_empty());
        assert!(find_symbols("xyz").is_empty());
        assert!(find_symbols("   ").is_empty());
    }
}

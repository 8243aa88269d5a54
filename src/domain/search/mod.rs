//! Ticker search and ranking.
//!
//! Best first: a symbol or name that equals the query, one that starts with it, a name with a word that starts with
//! it, all words of the query in any order, the query inside a symbol or name, and last one with one or two typos.
//! Former names and nicknames count as names ([`crate::domain::alias`]). Among equal matches the larger ticker comes
//! first. Case, accents, spaces and punctuation are ignored.

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
pub use self::index::{Index, Subject};
use self::{query::Search, words::words};
use super::ticker::TickerId;

/// Maximum number of characters of a query that are used.
const MAX_QUERY_LETTERS: usize = 100;

impl Index {
    /// Returns at most `most` matches, best first; among equal matches, the one with the larger `weight`. None for a
    /// blank query.
    pub fn find(
        &self,
        query: &str,
        most: usize,
        weight: impl Fn(TickerId) -> f64,
    ) -> Vec<TickerId> {
        let query: String = query.chars().take(MAX_QUERY_LETTERS).collect();
        let typed = words(&query);
        if typed.is_empty() || most == 0 {
            return Vec::new();
        }
        let weight = |entry: usize| weight(self.entries[entry].id);
        let found = Search::new(self, &weight, most).find(&query, &typed);
        found
            .into_iter()
            .map(|entry| self.entries[entry].id)
            .collect()
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::TickerKind;

    fn found(query: &str) -> Vec<&'static str> {
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
        let index = Index::new((1..).zip(TICKERS).map(|(id, (symbol, name, _))| Subject {
            id: TickerId(id),
            symbol,
            name,
            kind: TickerKind::Stock,
            aliases: Vec::new(),
        }));
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
            assert_eq!(
                found(query).first(),
                Some(&best),
                "{query}: {:?}",
                found(query)
            );
        }
    }

    #[test]
    fn larger_ticker_comes_first_among_equal_matches() {
        assert_eq!(found("apple"), ["AAPL", "APLE"]);
    }

    #[test]
    fn short_nonsense_finds_nothing() {
        assert!(found("zz").is_empty());
        assert!(found("xyz").is_empty());
        assert!(found("   ").is_empty());
    }
}

//! Ranking of ticker search results.
//!
//! Best first: the exact symbol, a symbol or a name that starts with the query, a word of
//! the name that does, the query inside of symbol or name, and last a symbol or word with one
//! slip of the finger. Among equals the heavier comes first, by what it weighs now. Case and accents never
//! matter.

mod heaviest;
mod slips;
mod starts;

use std::{ops::Range, sync::OnceLock};

use memchr::memmem::Finder;

use self::{
    heaviest::Heaviest,
    slips::Words,
    starts::{Start, Starts},
};
use super::ticker::TickerId;

/// Letters a query needs before a slip is forgiven: with fewer, everything is one slip away.
const FORGIVING_FROM: usize = 4;

/// Tickers prepared for searching.
#[derive(Debug, Default)]
pub struct Index {
    /// Symbol and name of every ticker, each with a line feed behind it.
    text: String,
    /// In the order of the text, which is that of the symbols.
    entries: Vec<Entry>,
    /// Where symbols, names and their words begin.
    starts: Starts,
    /// Made when a query fits nothing as it was typed.
    words: OnceLock<Words>,
}

/// One ticker, as places in the text.
#[derive(Debug)]
struct Entry {
    id: TickerId,
    symbol: usize,
    name: usize,
    end: usize,
}

impl Index {
    /// Prepares (id, symbol, name).
    pub fn new<'a>(tickers: impl Iterator<Item = (TickerId, &'a str, &'a str)>) -> Self {
        let mut index = Self::default();
        let mut tickers: Vec<_> = tickers
            .map(|(id, symbol, name)| (fold(symbol), id, name))
            .collect();
        tickers.sort_by(|a, b| a.0.cmp(&b.0));
        for (symbol, id, name) in tickers {
            let start = index.text.len();
            index.text.push_str(&symbol);
            index.text.push('\n');
            let middle = index.text.len();
            index.text.extend(folded(name));
            index.text.push('\n');
            index.entries.push(Entry {
                id,
                symbol: start,
                name: middle,
                end: index.text.len(),
            });
        }
        index.text.shrink_to_fit();
        index.starts = Starts::of(&index.text, index.places());
        index
    }

    /// At most `most` matches, best first, and among equal fits the one that `weight` says is heavier;
    /// none for a blank query.
    pub fn find(
        &self,
        query: &str,
        most: usize,
        weight: impl Fn(TickerId) -> f64,
    ) -> Vec<TickerId> {
        let query = fold(query.trim());
        // Lines part what is searched.
        if query.is_empty() || query.contains('\n') {
            return Vec::new();
        }
        let weight = |entry: usize| weight(self.entries[entry].id);
        let mut found: Vec<usize> = Vec::new();
        // A worse fit is looked for only where there are too few of the better ones, so that all of those are in `found`.
        let add = |found: &mut Vec<usize>, fitting: &mut dyn Iterator<Item = usize>| {
            let missing = most - found.len();
            if missing == 0 {
                return;
            }
            let mut heaviest = Heaviest::new(missing);
            for entry in fitting {
                heaviest.offer(weight(entry), entry, found);
            }
            found.extend(heaviest.entries());
        };
        let starts = self.starts.with(&self.text, &query);
        let of = |is_fitting: fn(Start) -> bool| {
            let starts = starts.iter().copied();
            starts
                .filter(move |start| is_fitting(*start))
                .map(Start::entry)
        };
        add(
            &mut found,
            &mut of(Start::is_whole).filter(|entry| self.is_symbol(*entry, &query)),
        );
        add(&mut found, &mut of(Start::is_whole));
        add(&mut found, &mut of(|start| !start.is_whole()));
        if found.len() < most {
            add(&mut found, &mut self.inside(&query));
        }
        if found.is_empty() && query.chars().count() >= FORGIVING_FROM {
            // A slip is forgiven only where nothing fits as it was typed.
            let words = self
                .words
                .get_or_init(|| Words::of(&self.text, self.places()));
            add(&mut found, &mut words.one_slip_away(&self.text, &query));
        }
        let id = |entry: usize| self.entries[entry].id;
        found.into_iter().map(id).collect()
    }

    /// Whether the query is an entry's symbol, as it is written or without what stands around it: `^gspc`, `gc=f`.
    fn is_symbol(&self, entry: usize, query: &str) -> bool {
        let symbol = self.symbol(entry);
        let bare = symbol.trim_start_matches('^');
        symbol == query || bare == query || bare.strip_suffix("=f") == Some(query)
    }

    /// The entries that have the query somewhere in symbol or name, ascending.
    fn inside(&self, query: &str) -> impl Iterator<Item = usize> {
        let finder = Finder::new(query).into_owned();
        let (mut from, mut entry) = (0, 0);
        std::iter::from_fn(move || {
            let at = from + finder.find(&self.text.as_bytes()[from..])?;
            let rest = &self.entries[entry..];
            // Often the next one, or not far from it.
            let near = rest.iter().take(8).position(|entry| entry.end > at);
            entry += near.unwrap_or_else(|| rest.partition_point(|entry| entry.end <= at));
            from = self.entries[entry].end;
            Some(entry)
        })
    }

    fn symbol(&self, entry: usize) -> &str {
        let Entry { symbol, name, .. } = self.entries[entry];
        &self.text[symbol..name - 1]
    }

    /// Where each symbol and each name is.
    fn places(&self) -> impl Iterator<Item = (Range<usize>, Range<usize>)> {
        let entries = self.entries.iter();
        entries.map(|entry| (entry.symbol..entry.name - 1, entry.name..entry.end - 1))
    }
}

/// Lower case, without the accents of Latin letters.
pub(crate) fn fold(text: &str) -> String {
    folded(text).collect()
}

fn folded(text: &str) -> impl Iterator<Item = char> {
    text.chars().flat_map(char::to_lowercase).map(plain)
}

fn plain(letter: char) -> char {
    match letter {
        'à' | 'á' | 'â' | 'ã' | 'ä' | 'å' => 'a',
        'ç' => 'c',
        'è' | 'é' | 'ê' | 'ë' => 'e',
        'ì' | 'í' | 'î' | 'ï' => 'i',
        'ñ' => 'n',
        'ò' | 'ó' | 'ô' | 'õ' | 'ö' | 'ø' => 'o',
        'ù' | 'ú' | 'û' | 'ü' => 'u',
        'ý' | 'ÿ' => 'y',
        letter => letter,
    }
}

#[cfg(test)]
mod tests {
    use super::*;

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
        let index = Index::new(
            (1..)
                .zip(TICKERS)
                .map(|(id, (symbol, name, _))| (TickerId(id), symbol, name)),
        );
        index
            .find(query, 10, |id| TICKERS[id.index()].2)
            .into_iter()
            .map(|id| TICKERS[id.index()].0)
            .collect()
    }

    #[test]
    fn the_best_match_is_first_on_a_judged_list() {
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
    fn among_equal_fits_the_larger_comes_first() {
        assert_eq!(found("apple"), ["AAPL", "APLE"]);
    }

    #[test]
    fn short_nonsense_finds_nothing() {
        assert!(found("zz").is_empty());
        assert!(found("xyz").is_empty());
        assert!(found("   ").is_empty());
    }
}

//! Ranking of ticker search results.
//!
//! Best first: the exact symbol, a symbol or a name that starts with the query, a word of
//! the name that does, the query inside of symbol or name, and last a symbol or word with one
//! slip of the finger. Among equals the heavier comes first, by what it weighs now. Case and accents never
//! matter.

use super::ticker::TickerId;

/// Letters a query needs before a slip is forgiven: with fewer, everything is one slip away.
const FORGIVING_FROM: usize = 4;

/// Tickers prepared for searching.
#[derive(Debug, Default)]
pub struct Index {
    entries: Vec<Entry>,
}

#[derive(Debug)]
struct Entry {
    id: TickerId,
    symbol: String,
    name: String,
}

/// How well an entry fits; smaller is better.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
enum Fit {
    Symbol,
    Start,
    WordStart,
    Inside,
    Slip,
}

impl Index {
    /// Prepares (id, symbol, name).
    pub fn new<'a>(tickers: impl Iterator<Item = (TickerId, &'a str, &'a str)>) -> Self {
        let entry = |(id, symbol, name)| Entry {
            id,
            symbol: fold(symbol),
            name: fold(name),
        };
        Self {
            entries: tickers.map(entry).collect(),
        }
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
        if query.is_empty() {
            return Vec::new();
        }
        let mut found: Vec<(Fit, f64, &Entry)> = self
            .entries
            .iter()
            .filter_map(|entry| Some((fit(entry, &query)?, weight(entry.id), entry)))
            .collect();
        // A slip is forgiven only where nothing fits as it was typed.
        if found.is_empty() && query.chars().count() >= FORGIVING_FROM {
            let slips = |entry: &&Entry| {
                words(&entry.symbol, &entry.name).any(|word| one_slip(word, &query))
            };
            found = self
                .entries
                .iter()
                .filter(slips)
                .map(|entry| (Fit::Slip, weight(entry.id), entry))
                .collect();
        }
        found.sort_by(|(fit_a, weight_a, a), (fit_b, weight_b, b)| {
            fit_a
                .cmp(fit_b)
                .then(weight_b.total_cmp(weight_a))
                .then_with(|| a.symbol.cmp(&b.symbol))
        });
        found
            .into_iter()
            .take(most)
            .map(|(_, _, entry)| entry.id)
            .collect()
    }
}

fn fit(entry: &Entry, query: &str) -> Option<Fit> {
    let bare = entry.symbol.trim_start_matches('^');
    if entry.symbol == query || bare == query || bare.strip_suffix("=f") == Some(query) {
        Some(Fit::Symbol)
    } else if entry.symbol.starts_with(query)
        || bare.starts_with(query)
        || entry.name.starts_with(query)
    {
        Some(Fit::Start)
    } else if entry
        .name
        .match_indices(query)
        .any(|(at, _)| entry.name[..at].ends_with([' ', '-', '(']))
    {
        Some(Fit::WordStart)
    } else if entry.name.contains(query) || entry.symbol.contains(query) {
        Some(Fit::Inside)
    } else {
        None
    }
}

fn words<'a>(symbol: &'a str, name: &'a str) -> impl Iterator<Item = &'a str> {
    std::iter::once(symbol).chain(
        name.split([' ', '-', '.', ',', '(', ')', '&', '/'])
            .filter(|word| !word.is_empty()),
    )
}

/// Lower case, without the accents of Latin letters.
pub(crate) fn fold(text: &str) -> String {
    text.chars()
        .flat_map(char::to_lowercase)
        .map(plain)
        .collect()
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

/// Whether one letter added, lost, changed, or two neighbours swapped turn `word` into `query`
/// (Damerau–Levenshtein distance of one).
fn one_slip(word: &str, query: &str) -> bool {
    let (a, b): (Vec<char>, Vec<char>) = (word.chars().collect(), query.chars().collect());
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let same = a.iter().zip(&b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[same..], &b[same..]);
    match (a, b) {
        ([_, x @ ..], [_, y @ ..]) if x == y => true,
        ([_, rest @ ..], b) if rest == b => true,
        (a, [_, rest @ ..]) if rest == a => true,
        ([x1, x2, x @ ..], [y1, y2, y @ ..]) => x1 == y2 && x2 == y1 && x == y,
        _ => false,
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

//! Ranking of ticker search results.
//!
//! Best first: the exact symbol, a symbol or a name that starts with the query, a word of
//! the name that does, the query inside of symbol or name, and last a symbol or word with one
//! slip of the finger. Among equals the heavier comes first, by what it weighs now. Case and accents never
//! matter.

use std::{cmp::Ordering, sync::OnceLock};

use memchr::memmem::Finder;

use super::ticker::TickerId;

/// Letters a query needs before a slip is forgiven: with fewer, everything is one slip away.
const FORGIVING_FROM: usize = 4;

/// Tickers prepared for searching.
#[derive(Debug, Default)]
pub struct Index {
    /// Symbol and name of every ticker, each with a line feed behind it.
    text: String,
    /// In the order of the text.
    entries: Vec<Entry>,
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

/// Where in the text words begin and end and whose they are, by how many letters they have.
#[derive(Debug, Default)]
struct Words(Vec<Vec<(usize, usize, usize)>>);

/// How well an entry fits, best first.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Fit {
    Symbol,
    Start,
    WordStart,
    Inside,
}

/// How many there are of [`Fit`].
const FITS: usize = 4;

impl Index {
    /// Prepares (id, symbol, name).
    pub fn new<'a>(tickers: impl Iterator<Item = (TickerId, &'a str, &'a str)>) -> Self {
        let mut index = Self::default();
        for (id, symbol, name) in tickers {
            let start = index.text.len();
            index.text.extend(folded(symbol));
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
        let mut fitting = self.fitting(&query);
        if fitting.iter().all(Vec::is_empty) && query.chars().count() >= FORGIVING_FROM {
            // A slip is forgiven only where nothing fits as it was typed.
            fitting[0] = self.one_slip_away(&query);
        }
        let mut found = Vec::new();
        for alike in fitting {
            let missing = most - found.len();
            found.extend(self.heaviest(alike, missing, &weight));
        }
        found
    }

    /// The places of entries that fit, by how well, each ascending.
    fn fitting(&self, query: &str) -> [Vec<usize>; FITS] {
        let finder = Finder::new(query);
        let mut fitting: [Vec<usize>; FITS] = Default::default();
        let (mut from, mut entry) = (0, 0);
        while let Some(at) = finder.find(&self.text.as_bytes()[from..]) {
            let at = from + at;
            entry += self.entries[entry..].partition_point(|entry| entry.end <= at);
            let end = self.entries[entry].end;
            let fit = self.fit(entry, query, at).unwrap_or_else(|| {
                let mut others = finder.find_iter(&self.text.as_bytes()[at + 1..end]);
                let is_word = others.any(|other| self.begins_word(entry, at + 1 + other));
                if is_word { Fit::WordStart } else { Fit::Inside }
            });
            fitting[fit as usize].push(entry);
            from = end;
        }
        fitting
    }

    /// How well the first place `at` which the query is found in an entry fits, where it fits better than inside of a word.
    fn fit(&self, entry: usize, query: &str, at: usize) -> Option<Fit> {
        let (symbol, name) = (self.symbol(entry), self.name(entry));
        let bare = symbol.trim_start_matches('^');
        if symbol == query || bare == query || bare.strip_suffix("=f") == Some(query) {
            Some(Fit::Symbol)
        } else if symbol.starts_with(query) || bare.starts_with(query) || name.starts_with(query) {
            Some(Fit::Start)
        } else {
            self.begins_word(entry, at).then_some(Fit::WordStart)
        }
    }

    /// Whether a word of an entry's name begins at this place of the text.
    fn begins_word(&self, entry: usize, at: usize) -> bool {
        at > self.entries[entry].name && matches!(self.text.as_bytes()[at - 1], b' ' | b'-' | b'(')
    }

    /// The places of entries with a word that is one slip of the finger away, ascending.
    fn one_slip_away(&self, query: &str) -> Vec<usize> {
        let words = self.words.get_or_init(|| Words::of(self));
        let letters: Vec<char> = query.chars().collect();
        let length = letters.len();
        let near = words.0.get(length - 1..).unwrap_or_default().iter().take(3);
        let is_near = |word: &str| {
            if word.is_ascii() && query.is_ascii() {
                one_slip(word.as_bytes(), query.as_bytes())
            } else {
                one_slip(&word.chars().collect::<Vec<_>>(), &letters)
            }
        };
        let mut entries: Vec<usize> = near
            .flatten()
            .filter(|(start, end, _)| is_near(&self.text[*start..*end]))
            .map(|(_, _, entry)| *entry)
            .collect();
        entries.sort_unstable();
        entries.dedup();
        entries
    }

    /// The `most` heaviest of some entries, the heaviest first.
    fn heaviest(
        &self,
        entries: Vec<usize>,
        most: usize,
        weight: impl Fn(TickerId) -> f64,
    ) -> Vec<TickerId> {
        if most == 0 {
            return Vec::new();
        }
        let mut weighed: Vec<(f64, usize)> = entries
            .into_iter()
            .map(|entry| (weight(self.entries[entry].id), entry))
            .collect();
        let order = |a: &(f64, usize), b: &(f64, usize)| -> Ordering {
            b.0.total_cmp(&a.0)
                .then_with(|| self.symbol(a.1).cmp(self.symbol(b.1)))
        };
        if weighed.len() > most {
            weighed.select_nth_unstable_by(most - 1, order);
            weighed.truncate(most);
        }
        weighed.sort_by(order);
        let id = |(_, entry): (f64, usize)| self.entries[entry].id;
        weighed.into_iter().map(id).collect()
    }

    fn symbol(&self, entry: usize) -> &str {
        let Entry { symbol, name, .. } = self.entries[entry];
        &self.text[symbol..name - 1]
    }

    fn name(&self, entry: usize) -> &str {
        let Entry { name, end, .. } = self.entries[entry];
        &self.text[name..end - 1]
    }
}

impl Words {
    fn of(index: &Index) -> Self {
        let mut words = Self::default();
        for (place, entry) in index.entries.iter().enumerate() {
            words.add(index.symbol(place), entry.symbol, place);
            let mut start = entry.name;
            for word in index.name(place).split(is_between_words) {
                words.add(word, start, place);
                // What is between words is one byte.
                start += word.len() + 1;
            }
        }
        words
    }

    fn add(&mut self, word: &str, start: usize, entry: usize) {
        let letters = word.chars().count();
        if self.0.len() <= letters {
            self.0.resize(letters + 1, Vec::new());
        }
        self.0[letters].push((start, start + word.len(), entry));
    }
}

fn is_between_words(letter: char) -> bool {
    matches!(letter, ' ' | '-' | '.' | ',' | '(' | ')' | '&' | '/')
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

/// Whether one letter added, lost, changed, or two neighbours swapped turn one word into the other
/// (Damerau–Levenshtein distance of one).
fn one_slip<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let same = a.iter().zip(b).take_while(|(x, y)| x == y).count();
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

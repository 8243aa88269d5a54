//! Words that are one slip of the finger away.

use std::{collections::HashMap, ops::Range};

/// Every word of symbols and names, each once, by how many letters it has.
#[derive(Debug, Default)]
pub(super) struct Words {
    by_length: Vec<Vec<Word>>,
    /// The entries of every word, ascending, one word after the other.
    entries: Vec<u32>,
}

/// A word: where it stands in the text, and whose it is.
#[derive(Debug)]
struct Word {
    /// Which letters it has, one bit for several of them.
    letters: u64,
    start: u32,
    end: u32,
    /// Places in `entries`.
    first: u32,
    last: u32,
}

impl Words {
    /// Of entries, by where their symbols and names are.
    pub(super) fn of(
        text: &str,
        entries: impl Iterator<Item = (Range<usize>, Range<usize>)>,
    ) -> Self {
        let mut places: HashMap<&str, (usize, Vec<u32>)> = HashMap::new();
        for (entry, (symbol, name)) in entries.enumerate() {
            let mut add = |start: usize, end: usize| {
                let word = places.entry(&text[start..end]);
                let (_, entries) = word.or_insert_with(|| (start, vec![]));
                if entries.last() != Some(&(entry as u32)) {
                    entries.push(entry as u32);
                }
            };
            add(symbol.start, symbol.end);
            let mut start = name.start;
            for word in text[name].split(is_between_words) {
                add(start, start + word.len());
                // What is between words is one byte.
                start += word.len() + 1;
            }
        }
        let mut words = Self::default();
        for (word, (start, entries)) in places {
            let length = word.chars().count();
            if words.by_length.len() <= length {
                words.by_length.resize_with(length + 1, Vec::new);
            }
            let first = words.entries.len() as u32;
            words.entries.extend(entries);
            words.by_length[length].push(Word {
                letters: letters(word),
                start: start as u32,
                end: (start + word.len()) as u32,
                first,
                last: words.entries.len() as u32,
            });
        }
        words
    }

    /// The entries that have such a word, some of them several times.
    pub(super) fn one_slip_away<'a>(
        &'a self,
        text: &'a str,
        query: &'a str,
    ) -> impl Iterator<Item = usize> + 'a {
        let typed: Vec<char> = query.chars().collect();
        let (length, wanted) = (typed.len(), letters(query));
        let near = self.by_length.get(length - 1..).unwrap_or_default();
        near.iter()
            .take(3)
            .flatten()
            // A slip brings one letter at most, and takes one away.
            .filter(move |word| (word.letters ^ wanted).count_ones() <= 2)
            .filter(move |word| {
                let word = &text[word.start as usize..word.end as usize];
                if word.is_ascii() && query.is_ascii() {
                    one_slip(word.as_bytes(), query.as_bytes())
                } else {
                    one_slip(&word.chars().collect::<Vec<_>>(), &typed)
                }
            })
            .flat_map(|word| &self.entries[word.first as usize..word.last as usize])
            .map(|entry| *entry as usize)
    }
}

/// A bit for each letter that a word has; some letters share one.
fn letters(word: &str) -> u64 {
    word.chars()
        .fold(0, |bits, letter| bits | 1 << (u32::from(letter) % 64))
}

fn is_between_words(letter: char) -> bool {
    matches!(letter, ' ' | '-' | '.' | ',' | '(' | ')' | '&' | '/')
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

//! Fuzzy matching: words and whole names within one or two typos.

use std::{collections::HashMap, ops::Range};

use super::lines::Lines;

/// All distinct words and whole names, by length.
#[derive(Debug, Default)]
pub(super) struct Words {
    by_length: Vec<Vec<Word>>,
    /// Entries of all words, concatenated; ascending per word.
    entries: Vec<u32>,
}

/// A word: its position in the text and its entries.
#[derive(Debug)]
struct Word {
    /// Bit mask of its letters; several letters share a bit.
    letters: u64,
    start: u32,
    end: u32,
    /// Range in `entries`.
    first: u32,
    last: u32,
}

impl Words {
    /// Builds the list from the text ranges of the entries.
    pub(super) fn of(lines: &Lines, entries: impl Iterator<Item = Range<usize>>) -> Self {
        let text = lines.text.as_str();
        let mut places: HashMap<&str, (usize, Vec<u32>)> = HashMap::new();
        for (entry, range) in entries.enumerate() {
            let (mut line, mut word) = (range.start, range.start);
            for at in range {
                if text.as_bytes()[at] == b'\n' {
                    line = at + 1;
                    word = line;
                    continue;
                }
                if lines.is_begin(at) {
                    word = at;
                }
                let end = at + 1;
                if !lines.is_end(end) {
                    continue;
                }
                let mut add = |start: usize| {
                    let known = places.entry(&text[start..end]);
                    let (_, entries) = known.or_insert_with(|| (start, vec![]));
                    if entries.last() != Some(&(entry as u32)) {
                        entries.push(entry as u32);
                    }
                };
                add(word);
                if lines.is_whole(end) && line < word {
                    add(line);
                }
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

    /// Returns the entries with a word or whole name within `typos` (1 or 2) typos, possibly repeated, and whether
    /// its first letter matches: few people mistype the first letter.
    pub(super) fn near<'a>(
        &'a self,
        text: &'a str,
        query: &'a str,
        typos: usize,
    ) -> impl Iterator<Item = (bool, usize)> + 'a {
        let typed: Vec<char> = query.chars().collect();
        let (length, wanted) = (typed.len(), letters(query));
        let near = self
            .by_length
            .get(length.saturating_sub(typos)..)
            .unwrap_or_default();
        near.iter()
            .take(2 * typos + 1)
            .flatten()
            // A typo adds at most one letter and removes at most one.
            .filter(move |word| (word.letters ^ wanted).count_ones() as usize <= 2 * typos)
            .filter(move |word| {
                // With two typos the first letter must match; this also keeps full comparisons few.
                let start = word.start as usize;
                typos == 1 || text.as_bytes().get(start) == query.as_bytes().first()
            })
            .filter(move |word| {
                let word = &text[word.start as usize..word.end as usize];
                match (typos, word.is_ascii() && query.is_ascii()) {
                    (1, true) => is_one_typo(word.as_bytes(), query.as_bytes()),
                    (_, true) => distance(word.as_bytes(), query.as_bytes()) <= typos,
                    (1, false) => is_one_typo(&word.chars().collect::<Vec<_>>(), &typed),
                    (_, false) => distance(&word.chars().collect::<Vec<_>>(), &typed) <= typos,
                }
            })
            .flat_map(move |word| {
                let begins = text.as_bytes().get(word.start as usize) == query.as_bytes().first();
                let entries = &self.entries[word.first as usize..word.last as usize];
                entries.iter().map(move |entry| (begins, *entry as usize))
            })
    }
}

/// Returns the bit mask of a word's letters.
fn letters(word: &str) -> u64 {
    word.chars()
        .fold(0, |bits, letter| bits | 1 << (u32::from(letter) % 64))
}

/// Returns true if the words differ by one letter added, removed or changed, or two neighbors swapped
/// (Damerau–Levenshtein distance of one).
fn is_one_typo<T: PartialEq>(a: &[T], b: &[T]) -> bool {
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

/// Returns the optimal string alignment distance: letters added, removed, changed or swapped with a neighbor.
fn distance<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    let (mut before, mut last) = (vec![0; b.len() + 1], (0..=b.len()).collect::<Vec<_>>());
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut best = (last[j] + usize::from(x != y))
                .min(last[j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                best = best.min(before[j - 1] + 1);
            }
            row.push(best);
        }
        before = std::mem::replace(&mut last, row);
    }
    last[b.len()]
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn typos_are_letters_added_removed_changed_and_swapped() {
        for (a, b, typos) in [
            ("cardano", "cardona", 2),
            ("nvidia", "nvdia", 1),
            ("ethereum", "etherium", 1),
            ("tesla", "telsa", 1),
            ("gold", "gold", 0),
            ("", "ab", 2),
        ] {
            assert_eq!(distance(a.as_bytes(), b.as_bytes()), typos, "{a} {b}");
            let is_one = is_one_typo(a.as_bytes(), b.as_bytes());
            assert_eq!(is_one, typos == 1, "{a} {b}");
        }
    }
}

//! Fuzzy matching: words and whole names within one or two typos.

use std::{collections::HashMap, ops::Range};

use super::lines::Lines;

/// Index for fuzzy matching: the distinct words and whole names of all entries.
#[derive(Debug, Default)]
pub(super) struct FuzzyIndex {
    /// Words by their number of characters.
    by_length: Vec<Vec<Word>>,
    /// Entry indices of all words, concatenated. The indices of a word are ascending.
    entries: Vec<u32>,
}

/// A distinct word or whole name.
#[derive(Debug)]
struct Word {
    /// Bit mask of the letters: see [`letter_mask`].
    letters: u64,
    /// Byte range of the word in the text.
    start: u32,
    end: u32,
    /// Range of the word's entries in [`FuzzyIndex::entries`].
    entries_start: u32,
    entries_end: u32,
}

impl FuzzyIndex {
    /// Builds the index from the byte ranges of the entries.
    pub(super) fn new(lines: &Lines, entries: impl Iterator<Item = Range<usize>>) -> Self {
        let text = lines.text.as_str();
        // Word → its first position in the text, and its entries.
        let mut words: HashMap<&str, (usize, Vec<u32>)> = HashMap::new();
        for (entry, range) in entries.enumerate() {
            let (mut line_start, mut word_start) = (range.start, range.start);
            for at in range {
                if text.as_bytes()[at] == b'\n' {
                    line_start = at + 1;
                    word_start = line_start;
                    continue;
                }
                if lines.is_word_start(at) {
                    word_start = at;
                }
                let end = at + 1;
                if !lines.is_word_end(end) {
                    continue;
                }
                let mut add = |start: usize| {
                    let word = words.entry(&text[start..end]);
                    let (_, entries) = word.or_insert_with(|| (start, vec![]));
                    if entries.last() != Some(&(entry as u32)) {
                        entries.push(entry as u32);
                    }
                };
                add(word_start);
                if lines.is_name_end(end) && line_start < word_start {
                    add(line_start);
                }
            }
        }
        let mut index = Self::default();
        for (word, (start, entries)) in words {
            let length = word.chars().count();
            if index.by_length.len() <= length {
                index.by_length.resize_with(length + 1, Vec::new);
            }
            let entries_start = index.entries.len() as u32;
            index.entries.extend(entries);
            index.by_length[length].push(Word {
                letters: letter_mask(word),
                start: start as u32,
                end: (start + word.len()) as u32,
                entries_start,
                entries_end: index.entries.len() as u32,
            });
        }
        index
    }

    /// Returns the entries with a word or whole name that differs from the query by at most `max_typos` (1 or 2) typos.
    /// The flag is true if the first letter is equal, which makes a match more likely. An entry may be repeated.
    pub(super) fn find<'a>(
        &'a self,
        text: &'a str,
        query: &'a str,
        max_typos: usize,
    ) -> impl Iterator<Item = (bool, usize)> + 'a {
        let query_chars: Vec<char> = query.chars().collect();
        let (length, query_letters) = (query_chars.len(), letter_mask(query));
        let has_equal_first_letter =
            move |word: &Word| text.as_bytes().get(word.start as usize) == query.as_bytes().first();
        let similar_lengths = self
            .by_length
            .get(length.saturating_sub(max_typos)..)
            .unwrap_or_default();
        similar_lengths
            .iter()
            .take(2 * max_typos + 1)
            .flatten()
            // A typo adds at most one letter and removes at most one letter.
            .filter(move |word| {
                (word.letters ^ query_letters).count_ones() as usize <= 2 * max_typos
            })
            // Two typos are accepted only with an equal first letter. This also avoids most distance computations.
            .filter(move |word| max_typos == 1 || has_equal_first_letter(word))
            .filter(move |word| {
                let word = &text[word.start as usize..word.end as usize];
                match (max_typos, word.is_ascii() && query.is_ascii()) {
                    (1, true) => is_one_typo(word.as_bytes(), query.as_bytes()),
                    (_, true) => distance(word.as_bytes(), query.as_bytes()) <= max_typos,
                    (1, false) => is_one_typo(&word.chars().collect::<Vec<_>>(), &query_chars),
                    (_, false) => {
                        distance(&word.chars().collect::<Vec<_>>(), &query_chars) <= max_typos
                    }
                }
            })
            .flat_map(move |word| {
                let is_equal = has_equal_first_letter(word);
                let entries = &self.entries[word.entries_start as usize..word.entries_end as usize];
                entries.iter().map(move |entry| (is_equal, *entry as usize))
            })
    }
}

/// Returns a bit mask of the letters of a word. Several letters share a bit, so different words may have equal masks.
fn letter_mask(word: &str) -> u64 {
    word.chars()
        .fold(0, |bits, letter| bits | 1 << (u32::from(letter) % 64))
}

/// Returns true if the words differ by one typo: an added, removed or changed letter, or two swapped adjacent letters
/// (Damerau–Levenshtein distance of one).
fn is_one_typo<T: PartialEq>(a: &[T], b: &[T]) -> bool {
    if a.len().abs_diff(b.len()) > 1 {
        return false;
    }
    let common_prefix = a.iter().zip(b).take_while(|(x, y)| x == y).count();
    let (a, b) = (&a[common_prefix..], &b[common_prefix..]);
    match (a, b) {
        ([_, x @ ..], [_, y @ ..]) if x == y => true,
        ([_, rest @ ..], b) if rest == b => true,
        (a, [_, rest @ ..]) if rest == a => true,
        ([x1, x2, x @ ..], [y1, y2, y @ ..]) => x1 == y2 && x2 == y1 && x == y,
        _ => false,
    }
}

/// Returns the optimal string alignment distance: the number of letters that are added, removed, changed or swapped with
/// an adjacent letter.
fn distance<T: PartialEq>(a: &[T], b: &[T]) -> usize {
    // Rows i - 2 and i - 1 of the distance matrix.
    let mut row_before_last = vec![0; b.len() + 1];
    let mut last_row: Vec<usize> = (0..=b.len()).collect();
    for (i, x) in a.iter().enumerate() {
        let mut row = vec![i + 1];
        for (j, y) in b.iter().enumerate() {
            let mut best = (last_row[j] + usize::from(x != y))
                .min(last_row[j + 1] + 1)
                .min(row[j] + 1);
            if i > 0 && j > 0 && *x == b[j - 1] && a[i - 1] == *y {
                best = best.min(row_before_last[j - 1] + 1);
            }
            row.push(best);
        }
        row_before_last = std::mem::replace(&mut last_row, row);
    }
    last_row[b.len()]
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

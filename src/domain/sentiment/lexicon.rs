//! The lexicon: terms with a sentiment of their own.

use std::{collections::HashMap, sync::LazyLock};

use super::lists::{FALL_WORDS, NEGATIONS};

/// The table of terms. Each line is a lower-case term, a tab and the weight. `*` within a term matches up to five words
/// that are neither negations nor words for a fall.
const TABLE: &str = include_str!("lists/terms.tsv");
/// Maximum number of words that a `*` matches.
const MAX_GAP: usize = 5;

/// A term with a gap: words before it, words after it, weight.
type TermWithGap = (Vec<&'static str>, Vec<&'static str>, f64);

/// Returns the weight of a term: about ±1 for a plain word, ±2 for a strong one, 0 for a neutral idiom; `None` for
/// unknown terms. The first word may be inflected: 'winning approval' matches 'wins approval'.
pub(super) fn weight(term: &str) -> Option<f64> {
    static WEIGHTS: LazyLock<HashMap<&str, f64>> = LazyLock::new(|| terms().collect());
    static STEMS: LazyLock<HashMap<String, f64>> = LazyLock::new(|| {
        let phrases = terms().filter(|(term, _)| term.contains(' '));
        phrases
            .map(|(term, weight)| (with_stemmed_first_word(term), weight))
            .collect()
    });
    if let Some(weight) = WEIGHTS.get(term) {
        return Some(*weight);
    }
    if term.contains(' ') {
        return STEMS.get(&with_stemmed_first_word(term)).copied();
    }
    // 'halt' and 'halted' match 'halts'.
    let base = ["ed", "d", "s"]
        .iter()
        .filter_map(|end| term.strip_suffix(end));
    let forms = base.chain([term]).filter(|base| base.len() >= 4);
    let mut forms = forms.flat_map(|base| [base.to_owned(), format!("{base}s")]);
    forms.find_map(|form| WEIGHTS.get(form.as_str()).copied())
}

/// Returns the weight, and the length in words, of the first term with a gap that matches the beginning of `words`.
pub(super) fn find_with_gap(words: &[String]) -> Option<(f64, usize)> {
    static WITH_GAP: LazyLock<HashMap<String, Vec<TermWithGap>>> = LazyLock::new(|| {
        let mut all: HashMap<String, Vec<TermWithGap>> = HashMap::new();
        for (term, weight) in terms() {
            if let Some((before, after)) = term.split_once(" * ") {
                let before: Vec<&str> = before.split(' ').collect();
                let rows = all.entry(stem(before[0]).to_owned()).or_default();
                rows.push((before, after.split(' ').collect(), weight));
            }
        }
        all
    });
    let first = words.first()?;
    let rows = WITH_GAP.get(stem(first))?;
    rows.iter().find_map(|(before, after, weight)| {
        let rest = words.get(before.len()..)?;
        if words[1..before.len()] != before[1..] {
            return None;
        }
        let gap = (0..=MAX_GAP).find(|gap| {
            let may_be_in_gap = |word: &String| {
                // 'Adds only 22,000 jobs' is not growth.
                let is_little = matches!(word.as_str(), "only" | "just" | "merely");
                !is_little && !FALL_WORDS.has(word) && !NEGATIONS.has(word)
            };
            rest.get(*gap..gap + after.len())
                .is_some_and(|found| found == after.as_slice())
                && rest[..*gap].iter().all(may_be_in_gap)
        })?;
        Some((*weight, before.len() + gap + after.len()))
    })
}

/// Returns the stem of a word, for comparison only: `raises`, `raised` and `raising` have the same stem.
pub(super) fn stem(word: &str) -> &str {
    let base = ["ing", "ies", "ied", "es", "ed", "s", "e", "y"]
        .iter()
        .find_map(|end| word.strip_suffix(end).filter(|base| base.len() >= 3))
        .unwrap_or(word);
    let mut last = base.chars().rev();
    match (last.next(), last.next()) {
        (Some(last_char), Some(previous))
            if last_char == previous && last_char.is_ascii() && base.len() > 3 =>
        {
            &base[..base.len() - 1]
        }
        _ => base,
    }
}

fn with_stemmed_first_word(term: &str) -> String {
    match term.split_once(' ') {
        Some((first, rest)) => format!("{} {rest}", stem(first)),
        None => stem(term).to_owned(),
    }
}

/// Returns the terms of the table with their weights.
pub(super) fn terms() -> impl Iterator<Item = (&'static str, f64)> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| {
        let (term, weight) = row.split_once('\t')?;
        Some((term, weight.parse().ok()?))
    })
}

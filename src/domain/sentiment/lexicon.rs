//! Lexicon: terms with a sentiment of their own.

use std::{collections::HashMap, sync::LazyLock};

use super::lists::{DOWN, NEGATIONS};

/// The table: a lower-case term, a tab, its weight. `*` within a term matches up to five words without a negation or
/// decline.
const TABLE: &str = include_str!("lists/terms.tsv");
/// Maximum number of words that a `*` matches.
const MAX_GAP: usize = 5;

/// A term with a gap: words before it, words after it, weight.
type Gapped = (Vec<&'static str>, Vec<&'static str>, f64);

/// Returns the weight of a term: about ±1 for a plain word, ±2 for a strong one, 0 for a neutral idiom; `None` for
/// unknown terms. The first word may be inflected: 'winning approval' matches 'wins approval'.
pub(super) fn weight(term: &str) -> Option<f64> {
    static WEIGHTS: LazyLock<HashMap<&str, f64>> = LazyLock::new(|| terms().collect());
    static STEMS: LazyLock<HashMap<String, f64>> = LazyLock::new(|| {
        let several = terms().filter(|(term, _)| term.contains(' '));
        several
            .map(|(term, weight)| (stemmed(term), weight))
            .collect()
    });
    if let Some(weight) = WEIGHTS.get(term) {
        return Some(*weight);
    }
    if term.contains(' ') {
        return STEMS.get(&stemmed(term)).copied();
    }
    // 'halt' and 'halted' match 'halts'.
    let bare = ["ed", "d", "s"]
        .iter()
        .filter_map(|end| term.strip_suffix(end));
    let forms = bare.chain([term]).filter(|bare| bare.len() >= 4);
    let mut forms = forms.flat_map(|bare| [bare.to_owned(), format!("{bare}s")]);
    forms.find_map(|form| WEIGHTS.get(form.as_str()).copied())
}

/// Returns the weight and length in words of the first term with a gap that starts at the first of `words`.
pub(super) fn gapped(words: &[String]) -> Option<(f64, usize)> {
    static GAPPED: LazyLock<HashMap<String, Vec<Gapped>>> = LazyLock::new(|| {
        let mut all: HashMap<String, Vec<Gapped>> = HashMap::new();
        for (term, weight) in terms() {
            if let Some((before, behind)) = term.split_once(" * ") {
                let before: Vec<&str> = before.split(' ').collect();
                let of_first = all.entry(stem(before[0]).to_owned()).or_default();
                of_first.push((before, behind.split(' ').collect(), weight));
            }
        }
        all
    });
    let first = words.first()?;
    let rows = GAPPED.get(stem(first))?;
    rows.iter().find_map(|(before, behind, weight)| {
        let rest = words.get(before.len()..)?;
        if words[1..before.len()] != before[1..] {
            return None;
        }
        let gap = (0..=MAX_GAP).find(|gap| {
            let is_plain = |word: &String| {
                // 'Adds only 22,000 jobs' is not growth.
                let is_little = matches!(word.as_str(), "only" | "just" | "merely");
                !is_little && !DOWN.has(word) && !NEGATIONS.has(word)
            };
            rest.get(*gap..gap + behind.len())
                .is_some_and(|found| found == behind.as_slice())
                && rest[..*gap].iter().all(is_plain)
        })?;
        Some((*weight, before.len() + gap + behind.len()))
    })
}

/// Returns the stem of a word as a key: `raises`, `raised` and `raising` have the same.
pub(super) fn stem(word: &str) -> &str {
    let bare = ["ing", "ies", "ied", "es", "ed", "s", "e", "y"]
        .iter()
        .find_map(|end| word.strip_suffix(end).filter(|bare| bare.len() >= 3))
        .unwrap_or(word);
    let mut last = bare.chars().rev();
    match (last.next(), last.next()) {
        (Some(one), Some(two)) if one == two && one.is_ascii() && bare.len() > 3 => {
            &bare[..bare.len() - 1]
        }
        _ => bare,
    }
}

fn stemmed(term: &str) -> String {
    match term.split_once(' ') {
        Some((first, rest)) => format!("{} {rest}", stem(first)),
        None => stem(term).to_owned(),
    }
}

/// Returns the rows of the table.
pub(super) fn terms() -> impl Iterator<Item = (&'static str, f64)> {
    let rows = TABLE.lines().filter(|line| !line.starts_with('#'));
    rows.filter_map(|row| {
        let (term, weight) = row.split_once('\t')?;
        Some((term, weight.parse().ok()?))
    })
}

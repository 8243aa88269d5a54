//! How a headline sounds for the price: a lexicon of finance, read with negation, contrast and
//! comparison.
//!
//! A sum of weights, not an understanding: it is good at 'beats estimates' and blind to irony.
//! Rules, in the order in which they apply:
//!
//! * the longest term of the lexicon that fits wins (`narrower loss` before `loss`);
//! * a negation up to three words before a term turns it round and weakens it;
//! * `up`, `down`, `higher`, `lower` and their like count less than words that judge;
//! * words that lessen (`fears ease`, `cuts losses`) turn what follows or precedes round;
//! * what a sentence only concedes (behind `despite`, before `but`) hardly counts.

#[cfg(test)]
mod held_out;
mod lexicon;
#[cfg(test)]
mod tests;

use std::{collections::HashMap, sync::LazyLock};

use super::news::Sentiment;

/// Sums this far from zero are no opinion.
const UNDECIDED: f64 = 0.75;
/// How much the text counts beside its headline, and the most that it can.
const TEXT_SHARE: f64 = 0.35;
const MOST_OF_TEXT: f64 = 0.9;
/// What remains of a term behind a negation: 'not bad' is less than 'good'.
const NEGATED: f64 = -0.8;
/// What remains of the clause that the sentence concedes.
const CONCEDED: f64 = 0.1;

/// How an article sounds; the headline decides, its text helps.
pub(crate) fn of(title: &str, content: &str) -> Sentiment {
    let text = (score(content) * TEXT_SHARE).clamp(-MOST_OF_TEXT, MOST_OF_TEXT);
    match score(title) + text {
        s if s >= UNDECIDED => Sentiment::Positive,
        s if s <= -UNDECIDED => Sentiment::Negative,
        _ => Sentiment::Neutral,
    }
}

/// The sum of what the words weigh: about 1 for a plain word, 2 for a strong one.
fn score(text: &str) -> f64 {
    let words = words(text);
    let found = terms(&words);
    let split = contrast(text, &words);
    let mut sum = 0.0;
    for (index, term) in found.iter().enumerate() {
        let mut weight = term.weight;
        if negated(&words, term.start) {
            weight *= NEGATED;
        }
        if lessened(&words, &found, index) {
            weight *= NEGATED;
        }
        if split.is_some_and(|split| split.concedes(term.start)) {
            weight *= CONCEDED;
        }
        sum += weight;
    }
    sum
}

/// A term of the lexicon, found in a text.
#[derive(Debug, Clone, Copy)]
struct Term {
    start: usize,
    end: usize,
    weight: f64,
}

/// Lower-case words, without punctuation except what is part of a word; a possessive loses its s.
fn words(text: &str) -> Vec<String> {
    text.to_lowercase()
        .replace('’', "'")
        .split(|c: char| !(c.is_alphanumeric() || c == '\'' || c == '&' || c == '%'))
        .map(|word| word.trim_matches('\''))
        .map(|word| word.strip_suffix("'s").unwrap_or(word))
        .filter(|word| !word.is_empty())
        .map(str::to_owned)
        .collect()
}

/// Non-overlapping terms, left to right, the longest first at every place.
fn terms(words: &[String]) -> Vec<Term> {
    static LEXICON: LazyLock<HashMap<&str, f64>> =
        LazyLock::new(|| lexicon::TERMS.iter().copied().collect());
    let mut found = Vec::new();
    let mut start = 0;
    while start < words.len() {
        let longest = (1..=lexicon::LONGEST.min(words.len() - start))
            .rev()
            .find_map(|length| {
                let phrase = words[start..start + length].join(" ");
                Some((length, *LEXICON.get(phrase.as_str())?))
            });
        match longest {
            Some((length, weight)) => {
                let end = start + length;
                found.push(Term { start, end, weight });
                start = end;
            }
            None => start += 1,
        }
    }
    found
}

/// A negation within the three words before `start`, in the same breath.
fn negated(words: &[String], start: usize) -> bool {
    let before = &words[start.saturating_sub(3)..start];
    before.iter().enumerate().any(|(at, word)| {
        let next = before.get(at + 1).map(String::as_str);
        match word.as_str() {
            "fails" | "failed" | "fail" => next == Some("to"),
            // 'not only beats' negates nothing.
            word => lexicon::NEGATIONS.contains(&word) && next != Some("only"),
        }
    })
}

/// A word that lessens stands right before the term ('cuts losses', 'eases recession fears') or
/// right behind it ('fears ease').
fn lessened(words: &[String], found: &[Term], index: usize) -> bool {
    let term = found[index];
    if term.weight >= 0.0 {
        return false;
    }
    let lessens = |word: &String| lexicon::LESSENERS.contains(&word.as_str());
    let before = words[term.start.saturating_sub(2)..term.start]
        .iter()
        .any(lessens);
    // 'Recession fears ease': both are eased.
    let end = found[index..]
        .windows(2)
        .take_while(|pair| pair[1].start == pair[0].end)
        .last()
        .map_or(term.end, |pair| pair[1].end);
    before || words.get(end).is_some_and(lessens)
}

/// Where a sentence turns, and which side it only concedes.
#[derive(Debug, Clone, Copy)]
enum Contrast {
    /// 'Rises despite weak sales': from this word on.
    From(usize),
    /// 'Beats on profit but shares fall', 'Despite weak sales, rises': up to this word.
    UpTo(usize),
}

impl Contrast {
    fn concedes(self, at: usize) -> bool {
        match self {
            Self::From(from) => at > from,
            Self::UpTo(end) => at < end,
        }
    }
}

fn contrast(text: &str, words: &[String]) -> Option<Contrast> {
    let at = words
        .iter()
        .position(|word| lexicon::CONTRASTS.contains(&word.as_str()))?;
    Some(match words[at].as_str() {
        "but" | "yet" | "however" => Contrast::UpTo(at),
        // The clause ends at its comma; without one it is taken for half of the sentence.
        _ if at == 0 => Contrast::UpTo(match text.split_once(',') {
            Some((clause, _)) => self::words(clause).len(),
            None => words.len().div_ceil(2),
        }),
        _ => Contrast::From(at),
    })
}

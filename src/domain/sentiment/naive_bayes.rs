//! A naive Bayes model of labeled headlines.
//!
//! The rules (`events`) cover only the cases that their authors thought of. This model counts features of headlines that
//! human readers labeled (words, word pairs, and the letters of word lists), and estimates the label of a new headline.
//! The rules and the model check each other.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::LazyLock,
};

use super::{
    super::news::Sentiment,
    lexicon,
    terms::{normalize, terms},
};

/// Labeled headlines: headline, tab, labels (several joined with `|` if readers disagree).
const TABLES: [&str; 4] = [
    include_str!("labels.tsv"),
    include_str!("labels_fresh.tsv"),
    include_str!("labels_later.tsv"),
    include_str!("labels_judged.tsv"),
];
/// Smoothing: number of pseudo-headlines per feature.
const SMOOTHING: f64 = 3.0;
/// Weight of a feature: features of one headline are not independent.
const FEATURE_WEIGHT: f64 = 0.4;
/// Conjunctions and prepositions that join clauses.
const CLAUSE_JOINERS: &[&str] = &[
    "but", "despite", "as", "after", "while", "although", "even", "on", "amid", "yet", "though",
    "for",
];

/// One number per label: negative, neutral, positive. A count or a probability.
pub(super) type LabelWeights = [f64; 3];

/// Returns the index of a label in [`LabelWeights`].
pub(super) fn index_of(label: Sentiment) -> usize {
    match label {
        Sentiment::Negative => 0,
        Sentiment::Neutral => 1,
        Sentiment::Positive => 2,
    }
}

/// A naive Bayes model: label counts per feature.
#[derive(Debug, Default)]
pub(super) struct HeadlineModel {
    features: HashMap<u64, [f32; 3]>,
    /// Number of headlines per label.
    totals: LabelWeights,
}

impl HeadlineModel {
    /// Returns the model that is trained with the embedded tables.
    pub(super) fn embedded() -> &'static Self {
        static MODEL: LazyLock<HeadlineModel> =
            LazyLock::new(|| HeadlineModel::train(TABLES.iter().flat_map(|table| rows(table))));
        &MODEL
    }

    /// Trains a model with labeled headlines: pairs of a headline and its labels, joined with `|`.
    pub(super) fn train<'a>(rows: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut model = Self::default();
        for (title, labels_text) in rows {
            let labels: Vec<usize> = labels_text.split('|').filter_map(parse).collect();
            let features = features(title);
            for label in &labels {
                #[expect(clippy::cast_precision_loss, reason = "at most three labels")]
                let share = 1.0 / labels.len() as f32;
                model.totals[*label] += f64::from(share);
                for feature in &features {
                    model.features.entry(*feature).or_default()[*label] += share;
                }
            }
        }
        model
    }

    /// Returns the probabilities that a reader labels a headline negative, neutral and positive; their sum is 1.
    pub(super) fn probabilities(&self, title: &str) -> LabelWeights {
        // Add-one smoothing: a label without examples is unlikely, not impossible.
        let total = self.totals.iter().sum::<f64>() + 3.0;
        let mut logs = [0.0; 3];
        for counts in features(title)
            .iter()
            .filter_map(|feature| self.features.get(feature))
        {
            let seen: f64 = counts.iter().map(|count| f64::from(*count)).sum();
            for (label, log) in logs.iter_mut().enumerate() {
                let prior = (self.totals[label] + 1.0) / total;
                let conditional =
                    (f64::from(counts[label]) + SMOOTHING * prior) / (seen + SMOOTHING);
                *log += FEATURE_WEIGHT * (conditional / prior).ln();
            }
        }
        let max_log = logs.iter().copied().fold(f64::MIN, f64::max);
        let likelihoods = logs.map(|log| (log - max_log).exp());
        let sum: f64 = likelihoods.iter().sum();
        likelihoods.map(|likelihood| likelihood / sum)
    }
}

/// Returns the rows of a table: headline and labels.
pub(super) fn rows(table: &str) -> impl Iterator<Item = (&str, &str)> {
    let rows = table.lines().filter(|row| !row.starts_with('#'));
    rows.filter_map(|row| {
        let mut fields = row.split('\t');
        Some((fields.next()?, fields.next()?))
    })
}

fn parse(word: &str) -> Option<usize> {
    [Sentiment::Negative, Sentiment::Neutral, Sentiment::Positive]
        .into_iter()
        .find(|label| label.as_str() == word)
        .map(index_of)
}

/// Returns the hashes of a headline's features: words, word pairs, list letters, and sequences of list letters.
fn features(title: &str) -> Vec<u64> {
    let words = stems(title);
    let list_letters = list_letters(title);
    let mut all = Vec::new();
    let mut add = |kind: &str, parts: &[&str]| {
        let mut hasher = DefaultHasher::new();
        (kind, parts).hash(&mut hasher);
        all.push(hasher.finish());
    };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let list_letters: Vec<&str> = list_letters.iter().map(String::as_str).collect();
    for (kind, run) in [("word", &words), ("sign", &list_letters)] {
        for feature in run {
            add(kind, &[feature]);
        }
        for pair in run.windows(2) {
            add(kind, pair);
        }
        for triple in run.windows(3) {
            add("around", &[kind, triple[0], triple[2]]);
        }
    }
    for triple in list_letters.windows(3) {
        add("sign", triple);
    }
    add("first", &words[..words.len().min(1)]);
    add("first signs", &list_letters[..list_letters.len().min(2)]);
    add(
        "last signs",
        &list_letters[list_letters.len().saturating_sub(2)..],
    );
    if title.contains('?') {
        add("question", &[]);
    }
    all.sort_unstable();
    all.dedup();
    all
}

/// Returns the stems of a headline's words; `%` and `#` replace numbers.
fn stems(title: &str) -> Vec<String> {
    let is_part = |c: char| c.is_alphanumeric() || "'’&%.,+".contains(c);
    title
        .split(|c: char| !is_part(c))
        .map(|word| word.trim_matches(|c: char| !(c.is_alphanumeric() || c == '%')))
        .filter(|word| !word.is_empty())
        .map(|word| match word {
            word if !word.starts_with(|c: char| c.is_ascii_digit()) => {
                lexicon::stem(&normalize(word)).to_owned()
            }
            word if word.ends_with('%') => "%".to_owned(),
            _ => "#".to_owned(),
        })
        .collect()
}

/// Returns the list letters of a headline's terms, and the words that join clauses.
fn list_letters(title: &str) -> Vec<String> {
    let words: Vec<String> = title
        .split(|c: char| c.is_whitespace() || "-/".contains(c))
        .map(|word| {
            normalize(word.trim_matches(|c: char| !(c.is_alphanumeric() || "%&".contains(c))))
        })
        .filter(|word| !word.is_empty())
        .collect();
    let terms = terms(&words);
    let mut list_letters = Vec::new();
    let mut index = 0;
    let mut rest = terms.iter().peekable();
    while index < words.len() {
        if let Some(term) = rest.next_if(|term| term.start == index) {
            list_letters.push(term.list_letters());
            index = term.end;
        } else {
            if CLAUSE_JOINERS.contains(&words[index].as_str()) {
                list_letters.push(words[index].clone());
            }
            index += 1;
        }
    }
    list_letters
}

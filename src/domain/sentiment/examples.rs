//! A naive Bayes model of labeled headlines.
//!
//! The rules (`events`) cover only what their authors thought of. This model counts words, word pairs and runs of
//! list signs in headlines that human readers labeled, and estimates the label of a new headline. Each method checks
//! the other.

use std::{
    collections::HashMap,
    hash::{DefaultHasher, Hash, Hasher},
    sync::LazyLock,
};

use super::{
    super::news::Sentiment,
    lexicon,
    terms::{plain, terms},
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
const JOINTS: &[&str] = &[
    "but", "despite", "as", "after", "while", "although", "even", "on", "amid", "yet", "though",
    "for",
];

/// One number each for negative, neutral and positive.
pub(super) type Shares = [f64; 3];

/// Returns the index of a label in [`Shares`].
pub(super) fn index_of(label: Sentiment) -> usize {
    match label {
        Sentiment::Negative => 0,
        Sentiment::Neutral => 1,
        Sentiment::Positive => 2,
    }
}

/// Label counts per feature.
#[derive(Debug, Default)]
pub(super) struct Examples {
    features: HashMap<u64, [f32; 3]>,
    all: Shares,
}

impl Examples {
    /// Returns the model of the embedded tables.
    pub(super) fn known() -> &'static Self {
        static KNOWN: LazyLock<Examples> =
            LazyLock::new(|| Examples::of(TABLES.iter().flat_map(|table| rows(table))));
        &KNOWN
    }

    /// Builds a model from labeled headlines.
    pub(super) fn of<'a>(rows: impl Iterator<Item = (&'a str, &'a str)>) -> Self {
        let mut examples = Self::default();
        for (title, readers) in rows {
            let labels: Vec<usize> = readers.split('|').filter_map(parse).collect();
            let features = features(title);
            for label in &labels {
                #[expect(clippy::cast_precision_loss, reason = "at most three labels")]
                let share = 1.0 / labels.len() as f32;
                examples.all[*label] += f64::from(share);
                for feature in &features {
                    examples.features.entry(*feature).or_default()[*label] += share;
                }
            }
        }
        examples
    }

    /// Returns the probabilities that a reader labels a headline negative, neutral and positive; their sum is 1.
    pub(super) fn judge(&self, title: &str) -> Shares {
        // Add-one smoothing: a label without examples is unlikely, not impossible.
        let total = self.all.iter().sum::<f64>() + 3.0;
        let mut logs = [0.0; 3];
        for counts in features(title)
            .iter()
            .filter_map(|one| self.features.get(one))
        {
            let seen: f64 = counts.iter().map(|count| f64::from(*count)).sum();
            for (label, log) in logs.iter_mut().enumerate() {
                let usual = (self.all[label] + 1.0) / total;
                let here = (f64::from(counts[label]) + SMOOTHING * usual) / (seen + SMOOTHING);
                *log += FEATURE_WEIGHT * (here / usual).ln();
            }
        }
        let most = logs.iter().copied().fold(f64::MIN, f64::max);
        let likely = logs.map(|log| (log - most).exp());
        let sum: f64 = likely.iter().sum();
        likely.map(|one| one / sum)
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

/// Returns the features of a headline: words, word pairs, signs, and runs of signs.
fn features(title: &str) -> Vec<u64> {
    let words = stems(title);
    let signs = signs(title);
    let mut all = Vec::new();
    let mut add = |kind: &str, parts: &[&str]| {
        let mut hasher = DefaultHasher::new();
        (kind, parts).hash(&mut hasher);
        all.push(hasher.finish());
    };
    let words: Vec<&str> = words.iter().map(String::as_str).collect();
    let signs: Vec<&str> = signs.iter().map(String::as_str).collect();
    for (kind, run) in [("word", &words), ("sign", &signs)] {
        for one in run {
            add(kind, &[one]);
        }
        for pair in run.windows(2) {
            add(kind, pair);
        }
        for three in run.windows(3) {
            add("around", &[kind, three[0], three[2]]);
        }
    }
    for three in signs.windows(3) {
        add("sign", three);
    }
    add("first", &words[..words.len().min(1)]);
    add("first signs", &signs[..signs.len().min(2)]);
    add("last signs", &signs[signs.len().saturating_sub(2)..]);
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
                lexicon::stem(&plain(word)).to_owned()
            }
            word if word.ends_with('%') => "%".to_owned(),
            _ => "#".to_owned(),
        })
        .collect()
}

/// Returns the list signs of a headline's terms, with the words that join clauses.
fn signs(title: &str) -> Vec<String> {
    let words: Vec<String> = title
        .split(|c: char| c.is_whitespace() || "-/".contains(c))
        .map(|word| plain(word.trim_matches(|c: char| !(c.is_alphanumeric() || "%&".contains(c)))))
        .filter(|word| !word.is_empty())
        .collect();
    let terms = terms(&words);
    let mut signs = Vec::new();
    let mut at = 0;
    let mut rest = terms.iter().peekable();
    while at < words.len() {
        if let Some(term) = rest.next_if(|term| term.from == at) {
            signs.push(term.sign());
            at = term.to;
        } else {
            if JOINTS.contains(&words[at].as_str()) {
                signs.push(words[at].clone());
            }
            at += 1;
        }
    }
    signs
}

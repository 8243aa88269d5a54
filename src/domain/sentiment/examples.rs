//! What judged headlines teach: how often words, and the signs that the lists know, stand in good, bad and neutral ones.
//!
//! The rules (`events`) know only what was thought of. Headlines that people have judged are counted by their features, single
//! words, pairs and runs of signs, and a new headline is compared with them (naive Bayes). The two readings check each other.

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

/// Judged headlines: the headline, a tab, what readers say (several with `|` between).
const TABLES: [&str; 4] = [
    include_str!("labels.tsv"),
    include_str!("labels_fresh.tsv"),
    include_str!("labels_later.tsv"),
    include_str!("labels_judged.tsv"),
];
/// How many headlines a feature counts for that nothing is known of.
const SMOOTHING: f64 = 3.0;
/// What a feature counts for: features of one headline say the same several times.
const SHARE: f64 = 0.4;
/// Words that turn or join the parts of a sentence.
const JOINTS: &[&str] = &[
    "but", "despite", "as", "after", "while", "although", "even", "on", "amid", "yet", "though",
    "for",
];

/// A number for each of negative, neutral and positive.
pub(super) type Shares = [f64; 3];

/// The place of a label in [`Shares`].
pub(super) fn place(label: Sentiment) -> usize {
    match label {
        Sentiment::Negative => 0,
        Sentiment::Neutral => 1,
        Sentiment::Positive => 2,
    }
}

/// Judged headlines, counted by their features.
#[derive(Debug, Default)]
pub(super) struct Examples {
    features: HashMap<u64, [f32; 3]>,
    all: Shares,
}

impl Examples {
    /// The headlines that the program has.
    pub(super) fn known() -> &'static Self {
        static KNOWN: LazyLock<Examples> =
            LazyLock::new(|| Examples::of(TABLES.iter().flat_map(|table| rows(table))));
        &KNOWN
    }

    /// Counts judged headlines.
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

    /// How likely a reader calls a headline negative, neutral or positive; the sum is 1.
    pub(super) fn judge(&self, title: &str) -> Shares {
        // One more of each: a label that no example has is unlikely, and not impossible.
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
                *log += SHARE * (here / usual).ln();
            }
        }
        let most = logs.iter().copied().fold(f64::MIN, f64::max);
        let likely = logs.map(|log| (log - most).exp());
        let sum: f64 = likely.iter().sum();
        likely.map(|one| one / sum)
    }
}

/// The rows of a table: a headline and what readers say.
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
        .map(place)
}

/// The features of a headline: its words, pairs of them, its signs, and runs of signs.
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

/// The words of a headline without their endings; `%` and `#` for figures.
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

/// What the lists say of the terms of a headline, with the words that join its parts.
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

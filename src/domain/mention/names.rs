//! Names of companies, coins, funds and indices in the short forms that headlines use.

use super::{
    lists::{EVERYDAY_WORDS, SURNAMES, WELL_KNOWN},
    words::{Word, words},
};
use crate::domain::ticker::TickerKind;

/// Ambiguity of a name.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Ambiguity {
    /// Unambiguous: `Nvidia`, `General Motors`.
    Unambiguous,
    /// Ambiguous, but usually the company: `Apple`.
    WellKnown,
    /// May be a person or place: `Abbott`.
    PersonOrPlace,
    /// An everyday word: `Target`.
    EverydayWord,
}

/// A name and its required spelling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    /// Words in lower case.
    pub(super) words: Vec<String>,
    pub(super) ambiguity: Ambiguity,
    /// True if the name counts only in upper case: `GE`.
    pub(super) is_upper: bool,
    /// True if the name ends with a possessive: `McDonald's`.
    pub(super) is_possessive: bool,
}

impl Name {
    /// Parses a name; `None` if it is too short to be found reliably.
    pub(super) fn parse(text: &str, kind: TickerKind) -> Option<Self> {
        let words = words(text);
        let last = words.last()?;
        let name = Self {
            is_upper: words.len() == 1
                && last.is_upper()
                && (last.raw.len() <= 3 || is_initials(last.raw)),
            is_possessive: last.is_possessive && text.trim_end().ends_with('s'),
            ambiguity: Ambiguity::Unambiguous,
            words: words.iter().map(|word| word.normalized.clone()).collect(),
        };
        if name.words.concat().chars().count() < 2 {
            return None;
        }
        let ambiguity = ambiguity(&name, kind);
        Some(Self { ambiguity, ..name })
    }
}

/// Returns true for four capitals without a vowel: `HSBC`, but not `NIKE`.
fn is_initials(raw: &str) -> bool {
    raw.len() == 4 && !raw.contains(['A', 'E', 'I', 'O', 'U', 'Y'])
}

/// Returns the ambiguity of a name, whose words and spelling are known.
fn ambiguity(name: &Name, kind: TickerKind) -> Ambiguity {
    let (first, is_single_word) = (name.words[0].as_str(), name.words.len() == 1);
    let is_word = |word: &str| EVERYDAY_WORDS.has(word) || FURTHER_EVERYDAY_WORDS.contains(&word);
    if !is_single_word {
        let is_common = name.words.len() == 2 && name.words.iter().all(|word| is_word(word));
        return if is_common {
            Ambiguity::EverydayWord
        } else {
            Ambiguity::Unambiguous
        };
    }
    if name.is_possessive || name.is_upper {
        return Ambiguity::Unambiguous;
    }
    match kind {
        _ if WELL_KNOWN.has(first) => Ambiguity::WellKnown,
        TickerKind::Crypto if is_word(first) || SURNAMES.has(first) => Ambiguity::EverydayWord,
        _ if SURNAMES.has(first) => Ambiguity::PersonOrPlace,
        _ if EVERYDAY_WORDS.has(first) => Ambiguity::EverydayWord,
        _ => Ambiguity::Unambiguous,
    }
}

/// Everyday words that occur inside longer names; see also [`EVERYDAY_WORDS`].
const FURTHER_EVERYDAY_WORDS: &[&str] = &[
    "a",
    "and",
    "beyond",
    "buy",
    "buying",
    "chain",
    "change",
    "company",
    "co",
    "depot",
    "doge",
    "hat",
    "house",
    "inch",
    "income",
    "meat",
    "media",
    "of",
    "on",
    "public",
    "research",
    "resources",
    "storage",
    "super",
    "the",
    "times",
    "wif",
    "office",
    "express",
    "inu",
    "protocol",
    "tree",
    "sports",
    "tower",
    "health",
    "food",
    "foods",
    "finance",
    "hub",
    "pay",
    "master",
    "works",
    "robin",
    "hood",
];

/// Legal forms at the end of a name.
const LEGAL_FORMS: &[&str] = &[
    "ab",
    "adr",
    "ag",
    "asa",
    "as",
    "bv",
    "class",
    "co",
    "common",
    "company",
    "companies",
    "corp",
    "corporation",
    "group",
    "holding",
    "holdings",
    "inc",
    "incorporated",
    "kgaa",
    "limited",
    "llc",
    "lp",
    "ltd",
    "na",
    "nv",
    "ordinary",
    "oyj",
    "plc",
    "sa",
    "sab",
    "se",
    "shares",
    "spa",
    "stock",
    "the",
    "trust",
    "us",
];
/// Industry words at the end of a name, which headlines omit.
const INDUSTRY_WORDS: &[&str] = &[
    "aerospace",
    "airlines",
    "airways",
    "automotive",
    "beverage",
    "cruises",
    "pizza",
    "worldwide",
    "brands",
    "chase",
    "chemical",
    "communications",
    "corporate",
    "energy",
    "entertainment",
    "financial",
    "global",
    "health",
    "industries",
    "international",
    "interactive",
    "laboratories",
    "labs",
    "markets",
    "mobil",
    "motor",
    "motors",
    "networks",
    "network",
    "petroleum",
    "pharmaceutical",
    "pharmaceuticals",
    "platforms",
    "sciences",
    "scientific",
    "semiconductor",
    "services",
    "software",
    "solutions",
    "stores",
    "systems",
    "technologies",
    "technology",
    "therapeutics",
    "wholesale",
    "dao",
    "protocol",
];

/// Beginnings of names that are ambiguous without the industry word.
const SHARED_BEGINNINGS: &[&str] = &[
    "american",
    "alaska",
    "hawaiian",
    "frontier",
    "spirit",
    "british",
    "singapore",
    "turkish",
    "applied",
    "bristol",
    "constellation",
    "dominion",
    "duke",
    "general",
    "intuitive",
    "nextera",
    "palo alto",
    "philip morris",
    "s and p",
    "s&p",
    "southern",
    "texas",
    "thermo",
    "union",
    "united",
    "first",
    "national",
    "new",
    "royal",
    "service",
    "near",
    "super micro",
    "dow",
    "dow jones",
    "nasdaq",
    "us",
    "delta",
    "liberty",
    "great",
    "capital",
    "world",
];

/// Returns the short names that headlines use for a company or coin: the name without its legal form, and, if that is
/// unambiguous, also without the industry word.
pub(super) fn short_forms(name: &str) -> Vec<String> {
    let mut plain = name.replace(".com", "").replace(" & Co.", "");
    for class in ["Class A", "Class B", "Class C"] {
        plain = plain.replace(class, "");
    }
    let full_name = words(&plain);
    let mut name: &[_] = &full_name;
    if name.first().is_some_and(|first| first.normalized == "the") && name.len() > 1 {
        name = &name[1..];
    }
    let ends_with = |words: &[Word<'_>], list: &[&str]| {
        words.len() > 1
            && words
                .last()
                .is_some_and(|last| list.contains(&last.normalized.as_str()))
    };
    while ends_with(name, LEGAL_FORMS) {
        name = &name[..name.len() - 1];
        if ends_with(name, &["and"]) {
            name = &name[..name.len() - 1];
        }
    }
    let mut short = name;
    while ends_with(short, INDUSTRY_WORDS) {
        short = &short[..short.len() - 1];
    }
    let text = |words: &[Word<'_>]| match words {
        [] => String::new(),
        [first, .., last] | [first @ last] => {
            plain[first.start..end_with_possessive(&plain, last.end)].to_owned()
        }
    };
    let mut forms = vec![text(name)];
    let short_normalized: Vec<&str> = short.iter().map(|word| word.normalized.as_str()).collect();
    let short_normalized = short_normalized.join(" ");
    if short.len() < name.len()
        && short_normalized.len() > 2
        && !SHARED_BEGINNINGS.contains(&short_normalized.as_str())
    {
        forms.push(text(short));
    }
    forms
}

/// Returns the end of a word in `text`, including its possessive.
fn end_with_possessive(text: &str, end: usize) -> usize {
    let rest = &text[end..];
    let possessive = ["'s", "’s"]
        .iter()
        .find(|possessive| rest.starts_with(**possessive));
    end + possessive.map_or(0, |possessive| possessive.len())
}

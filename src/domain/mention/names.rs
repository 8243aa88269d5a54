//! Names of companies, coins, funds and indices, as headlines shorten them.

use super::{
    lists::{KNOWN, SURNAMES, WORDS},
    words::words,
};
use crate::domain::ticker::TickerKind;

/// How ambiguous a name is.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Sense {
    /// Unambiguous: `Nvidia`, `General Motors`.
    Unambiguous,
    /// Ambiguous, but usually the company: `Apple`.
    Known,
    /// May be a person or place: `Abbott`.
    Person,
    /// An everyday word: `Target`.
    Word,
}

/// A name and its required spelling.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Name {
    /// Words in lower case.
    pub(super) words: Vec<String>,
    pub(super) sense: Sense,
    /// True if it must be all upper case: `GE`.
    pub(super) is_upper: bool,
    /// True if it ends with a possessive: `McDonald's`.
    pub(super) is_possessive: bool,
}

impl Name {
    /// Parses a name; `None` if it is too short to be found reliably.
    pub(super) fn of(text: &str, kind: TickerKind) -> Option<Self> {
        let parts = words(text);
        let last = parts.last()?;
        let name = Self {
            is_upper: parts.len() == 1
                && last.is_upper()
                && (last.raw.len() <= 3 || is_initials(last.raw)),
            is_possessive: last.is_possessive && text.trim_end().ends_with('s'),
            sense: Sense::Unambiguous,
            words: parts.iter().map(|word| word.normal.clone()).collect(),
        };
        if name.words.concat().chars().count() < 2 {
            return None;
        }
        let sense = sense(&name, kind);
        Some(Self { sense, ..name })
    }
}

/// Returns true for four capitals without a vowel: `HSBC`, but not `NIKE`.
fn is_initials(raw: &str) -> bool {
    raw.len() == 4 && !raw.contains(['A', 'E', 'I', 'O', 'U', 'Y'])
}

fn sense(name: &Name, kind: TickerKind) -> Sense {
    let (first, is_one) = (name.words[0].as_str(), name.words.len() == 1);
    let is_word = |word: &str| WORDS.has(word) || COMMON.contains(&word);
    if !is_one {
        let is_common = name.words.len() == 2 && name.words.iter().all(|word| is_word(word));
        return if is_common {
            Sense::Word
        } else {
            Sense::Unambiguous
        };
    }
    if name.is_possessive || name.is_upper {
        return Sense::Unambiguous;
    }
    match kind {
        _ if KNOWN.has(first) => Sense::Known,
        TickerKind::Crypto if is_word(first) || SURNAMES.has(first) => Sense::Word,
        _ if SURNAMES.has(first) => Sense::Person,
        _ if WORDS.has(first) => Sense::Word,
        _ => Sense::Unambiguous,
    }
}

/// Everyday words inside names.
const COMMON: &[&str] = &[
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
const FORMS: &[&str] = &[
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
/// Industry words at the end of a name that headlines omit.
const TRADES: &[&str] = &[
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

/// Beginnings that several names share once the industry word is removed.
const SHARED: &[&str] = &[
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

/// Returns the names that headlines use for a company or coin: without the legal form, and without the industry word
/// if one unambiguous word remains.
pub(super) fn short_forms(name: &str) -> Vec<String> {
    let mut plain = name.replace(".com", "").replace(" & Co.", "");
    for class in ["Class A", "Class B", "Class C"] {
        plain = plain.replace(class, "");
    }
    let all = words(&plain);
    let mut parts: &[_] = &all;
    if parts.first().is_some_and(|first| first.normal == "the") && parts.len() > 1 {
        parts = &parts[1..];
    }
    let ends_with = |parts: &[super::words::Word<'_>], list: &[&str]| {
        parts.len() > 1
            && parts
                .last()
                .is_some_and(|last| list.contains(&last.normal.as_str()))
    };
    while ends_with(parts, FORMS) {
        parts = &parts[..parts.len() - 1];
        if ends_with(parts, &["and"]) {
            parts = &parts[..parts.len() - 1];
        }
    }
    let mut short = parts;
    while ends_with(short, TRADES) {
        short = &short[..short.len() - 1];
    }
    let text = |parts: &[super::words::Word<'_>]| match parts {
        [] => String::new(),
        [first, .., last] | [first @ last] => {
            plain[first.from..with_sign(&plain, last.to)].to_owned()
        }
    };
    let normal = |parts: &[super::words::Word<'_>]| {
        let all: Vec<&str> = parts.iter().map(|word| word.normal.as_str()).collect();
        all.join(" ")
    };
    let mut forms = vec![text(parts)];
    let short_normal = normal(short);
    if short.len() < parts.len()
        && short_normal.len() > 2
        && !SHARED.contains(&short_normal.as_str())
    {
        forms.push(text(short));
    }
    forms
}

/// Returns the end of a word including its possessive.
fn with_sign(text: &str, to: usize) -> usize {
    let rest = &text[to..];
    let sign = ["'s", "’s"].iter().find(|sign| rest.starts_with(**sign));
    to + sign.map_or(0, |sign| sign.len())
}

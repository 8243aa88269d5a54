//! Recognizes other meanings of a name: a person, place or thing with the same name, or part of a longer name.

use std::{collections::HashMap, sync::LazyLock};

use super::{
    context::Headline,
    lists::{
        BUSINESS_NOUNS, COMPANY_VERBS, FUNCTION_WORDS, GIVEN_NAMES, NON_COMPANY_NOUNS,
        PERSONAL_NOUNS, PRODUCTS, STATES_AND_COUNTRIES, WELL_KNOWN, WORDS_BEFORE_COMPANIES,
    },
    names::{Ambiguity, Name},
    words::Word,
};

/// Other meanings of names: the words after a name that indicate another meaning, by name.
static OTHER_MEANINGS: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let rows = include_str!("lists/other_meanings.txt").lines();
    let rows = rows.filter(|row| !row.starts_with('#'));
    rows.filter_map(|row| {
        let (name, next_words) = row.split_once(':')?;
        Some((name, next_words.split_whitespace().collect()))
    })
    .collect()
});

/// Words that precede names of places and people, but not of companies.
const EPITHETS: &[&str] = &[
    "big", "old", "little", "great", "saint", "st", "fort", "mount", "mt", "lake", "port", "san",
    "los", "la", "el", "van", "von", "upper", "lower", "east", "west", "north", "south", "candied",
    "rotten", "bad", "ancient", "wild", "lost", "young", "royal", "custard", "golden", "adam's",
    "adams",
];
/// Nouns for things that are named after a person, not after a company.
const MEMORIALS: &[&str] = &[
    "museum",
    "memorial",
    "statue",
    "biography",
    "biopic",
    "exhibit",
    "arena",
    "stadium",
    "center",
    "theater",
    "villa",
    "homestead",
    "islands",
    "blacksmith",
];
/// Words that precede mythical names.
const MYTHS: &[&str] = &[
    "god", "gods", "goddess", "deity", "titan", "prophet", "mythical",
];
/// Everyday words that are product names only with a capital.
const LOWER_CASE_NOUNS: &[&str] = &["watch", "echo", "ring", "prime"];
/// Company names that are also towns.
const TOWNS: &[&str] = &["palo alto"];
/// Articles and determiners.
const ARTICLES: &[&str] = &[
    "a", "an", "the", "my", "his", "her", "their", "your", "every", "another", "these", "those",
];

impl Headline<'_> {
    /// Returns true if the words from `end` give the name another meaning.
    pub(super) fn has_other_meaning(&self, name: &Name, end: usize) -> bool {
        let next = self.normalized_after(end);
        // "Ford's grandson", also after a comma.
        if PERSONAL_NOUNS.has(self.normalized(end)) {
            return true;
        }
        // 'Apple watch party' is not about an Apple Watch.
        let is_everyday_noun = !self.is_title_case
            && self.word_after(end).is_some_and(|next| {
                !next.is_capital() && LOWER_CASE_NOUNS.contains(&next.normalized.as_str())
            });
        if is_everyday_noun {
            return true;
        }
        // 'Carnegie museum', 'Tesla statue'.
        if MEMORIALS.contains(&next) {
            return true;
        }
        // "John Deere's 1837 shop" is about history.
        let is_followed_by_past_year = self.words[end - 1].is_possessive
            && self.words.get(end).is_some_and(|year| {
                year.raw
                    .parse::<u32>()
                    .is_ok_and(|year| (1000..1950).contains(&year))
            });
        if is_followed_by_past_year {
            return true;
        }
        let is_listed_meaning = OTHER_MEANINGS
            .get(name.words.join(" ").as_str())
            .is_some_and(|next_words| {
                // 'Gap narrows', 'Gap to narrow'.
                let verb = format!("{}s", self.normalized(end + 1));
                next_words.contains(&next) || next == "to" && next_words.contains(&verb.as_str())
            });
        if is_listed_meaning && !self.words[end - 1].is_possessive {
            return true;
        }
        // 'Morgan Stanley Children's Hospital'.
        let is_institution = !self.is_title_case
            && self.word_after(end).is_some_and(Word::is_capital)
            && self.words.get(end + 1).is_some_and(Word::is_capital)
            && NON_COMPANY_NOUNS.has(self.normalized(end + 1))
            && !BUSINESS_NOUNS.has(next);
        if is_institution && !self.words[end - 1].is_possessive {
            return true;
        }
        let is_product_noun = PRODUCTS.has(next)
            && name.ambiguity == Ambiguity::WellKnown
            && !matches!(next, "fire" | "cup");
        let after_next = self.normalized(end + 1);
        let is_company_verb =
            matches!(next, "fires" | "picks" | "war" | "sauce")
                && (self.words.get(end + 1).is_some_and(|word| {
                    word.is_number() || word.is_capital() && !self.is_title_case
                }) || BUSINESS_NOUNS.has(after_next));
        let is_product =
            next == "fire" && matches!(after_next, "tv" | "tablet" | "tablets" | "stick" | "phone");
        // 'Solana falls' is not about a waterfall.
        let is_price_move = next == "falls" && !self.words.get(end).is_some_and(Word::is_capital);
        let is_non_company_noun = NON_COMPANY_NOUNS.has(next)
            && !is_product_noun
            && !is_company_verb
            && !is_price_move
            && !is_product;
        let may_be_non_company_noun = name.ambiguity != Ambiguity::Unambiguous
            || self.words.get(end).is_some_and(Word::is_capital) && !BUSINESS_NOUNS.has(next);
        is_non_company_noun && may_be_non_company_noun && !self.words[end - 1].is_possessive
    }

    /// Returns true if the name means a place or a common noun: a state or country follows ('Oracle, Arizona'), a word
    /// that is typical after towns, or 'of'.
    pub(super) fn names_place(&self, name: &Name, end: usize) -> bool {
        let next = self.words.get(end).filter(|next| next.is_capital());
        let is_followed_by_state = name.words.len() == 1
            && self.words[end - 1].ends_clause
            && !self.words[end - 1].is_possessive
            && next.is_some_and(|next| STATES_AND_COUNTRIES.has(&next.normalized));
        // 'Salesforce of a drugmaker', 'shell of a building'.
        let is_common_noun = self
            .word_after(end)
            .is_some_and(|next| next.normalized == "of")
            && name.words.len() == 1
            && !self.words.get(end + 1).is_some_and(Word::is_capital);
        let after = self.normalized_after(end);
        let is_town = TOWNS.contains(&name.words.join(" ").as_str())
            && matches!(
                after,
                "home"
                    | "homes"
                    | "mayor"
                    | "police"
                    | "school"
                    | "schools"
                    | "residents"
                    | "council"
                    | "rents"
                    | "housing"
                    | "high"
                    | "city"
                    | "fire"
                    | "restaurant"
            );
        is_followed_by_state || is_common_noun || is_town
    }

    /// Returns true if an age follows the name, as for a person: 'Charles Schwab, 88, reflects'.
    pub(super) fn is_followed_by_age(&self, end: usize) -> bool {
        let age = self
            .words
            .get(end)
            .filter(|_| self.words[end - 1].ends_clause);
        // 'Charles Schwab turns 88'.
        let is_turning_age = self
            .word_after(end)
            .is_some_and(|next| next.normalized == "turns")
            && end > 1
            && GIVEN_NAMES.has(self.normalized(end - 2));
        if is_turning_age {
            return true;
        }
        age.is_some_and(|age| {
            age.ends_clause
                && age
                    .raw
                    .parse::<u32>()
                    .is_ok_and(|years| (10..110).contains(&years))
        })
    }

    /// Returns true if the name is only part of a longer name: 'Big Apple', 'Apple Hospitality'.
    pub(super) fn is_part_of_longer_name(&self, name: &Name, start: usize, end: usize) -> bool {
        if let Some(before) = self.word_before(start) {
            let word = before.normalized.as_str();
            if MYTHS.contains(&word) {
                return true;
            }
            if name.words.len() == 1 && before.is_capital() && EPITHETS.contains(&word) {
                return true;
            }
            let follows_unknown_name = before.is_capital()
                && !before.is_possessive
                && start > 1
                && !self.is_title_case
                && !self.may_precede_company(before);
            if follows_unknown_name && name.ambiguity != Ambiguity::Unambiguous {
                return true;
            }
        }
        let Some(next) = self.word_after(end) else {
            return false;
        };
        let is_capital =
            next.is_capital() && !next.is_number() && !self.words[end - 1].is_possessive;
        if !is_capital || next.is_upper() || self.is_title_case {
            return false;
        }
        let word = next.normalized.as_str();
        let may_follow_company = BUSINESS_NOUNS.has(word)
            || PRODUCTS.has(word)
            || COMPANY_VERBS.has(word)
            || FUNCTION_WORDS.has(word)
            || WELL_KNOWN.has(word);
        // An unambiguous name is rarely the beginning of another name.
        name.ambiguity != Ambiguity::Unambiguous && !may_follow_company
    }

    /// Returns true if a capitalized word may precede a company's name without being part of it.
    pub(super) fn may_precede_company(&self, word: &Word<'_>) -> bool {
        let word = word.normalized.as_str();
        WORDS_BEFORE_COMPANIES.has(word)
            || FUNCTION_WORDS.has(word)
            || COMPANY_VERBS.has(word)
            || BUSINESS_NOUNS.has(word)
            || WELL_KNOWN.has(word)
            || word.ends_with("maker")
            || self.is_title_case && ["s", "ed", "ing"].iter().any(|end| word.ends_with(end))
    }

    /// Returns true if an article or determiner precedes the word at `start`.
    pub(super) fn follows_article(&self, start: usize) -> bool {
        self.word_before(start)
            .is_some_and(|word| ARTICLES.contains(&word.normalized.as_str()))
    }
}

//! Other meanings of a name: a person, place or thing of the same name, or part of a longer name.

use std::{collections::HashMap, sync::LazyLock};

use super::{
    context::Headline,
    lists::{BEFORE, FUNCTION, GIVEN, GOODS, KIN, KNOWN, NOUNS, PLACES, THINGS, VERBS},
    names::{Name, Sense},
    words::Word,
};

/// Other meanings by the word after the name.
static OTHER_THINGS: LazyLock<HashMap<&str, Vec<&str>>> = LazyLock::new(|| {
    let rows = include_str!("lists/other_things.txt").lines();
    let rows = rows.filter(|row| !row.starts_with('#'));
    rows.filter_map(|row| {
        let (name, things) = row.split_once(':')?;
        Some((name, things.split_whitespace().collect()))
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
/// Things named after a person, which have nothing to do with a company.
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
/// Product names that are everyday words and mean the word in lower case.
const PRODUCTS: &[&str] = &["watch", "echo", "ring", "prime"];
/// Company names that are also towns.
const TOWNS: &[&str] = &["palo alto"];
/// Articles and determiners.
const ARTICLES: &[&str] = &[
    "a", "an", "the", "my", "his", "her", "their", "your", "every", "another", "these", "those",
];

impl Headline<'_> {
    /// Returns true if the words around a name give it another meaning.
    pub(super) fn is_other_thing(&self, name: &Name, end: usize) -> bool {
        let next = self.after(end).map_or("", |word| word.normal.as_str());
        if self
            .words
            .get(end)
            .is_some_and(|next| KIN.has(&next.normal))
        {
            return true;
        }
        // 'Apple watch party' is not an Apple Watch.
        let is_small_product = !self.is_title_case
            && self
                .after(end)
                .is_some_and(|next| !next.is_capital() && PRODUCTS.contains(&next.normal.as_str()));
        if is_small_product {
            return true;
        }
        // A museum or statue is never a company's action.
        if self
            .after(end)
            .is_some_and(|next| MEMORIALS.contains(&next.normal.as_str()))
        {
            return true;
        }
        // "John Deere's 1837 shop" is history.
        let is_history = self.words[end - 1].is_possessive
            && self.words.get(end).is_some_and(|year| {
                year.raw
                    .parse::<u32>()
                    .is_ok_and(|year| (1000..1950).contains(&year))
            });
        if is_history {
            return true;
        }
        let is_listed = OTHER_THINGS
            .get(name.words.join(" ").as_str())
            .is_some_and(|things| {
                // 'Gap narrows', 'Gap to narrow'.
                let verb = format!("{}s", self.normal(end + 1));
                things.contains(&next) || next == "to" && things.contains(&verb.as_str())
            });
        if is_listed && !self.words[end - 1].is_possessive {
            return true;
        }
        // 'Morgan Stanley Children's Hospital'.
        let is_named_thing = !self.is_title_case
            && self.after(end).is_some_and(Word::is_capital)
            && self.words.get(end + 1).is_some_and(Word::is_capital)
            && THINGS.has(self.normal(end + 1))
            && !NOUNS.has(next);
        if is_named_thing && !self.words[end - 1].is_possessive {
            return true;
        }
        let is_good =
            GOODS.has(next) && name.sense == Sense::Known && !matches!(next, "fire" | "cup");
        let after_next = self.normal(end + 1);
        let is_verb =
            matches!(next, "fires" | "picks" | "war" | "sauce")
                && (self.words.get(end + 1).is_some_and(|word| {
                    word.is_number() || word.is_capital() && !self.is_title_case
                }) || NOUNS.has(after_next));
        let is_product =
            next == "fire" && matches!(after_next, "tv" | "tablet" | "tablets" | "stick" | "phone");
        // 'Solana falls' is not a waterfall.
        let is_verb =
            is_verb || next == "falls" && !self.words.get(end).is_some_and(Word::is_capital);
        let is_thing = THINGS.has(next) && !is_good && !is_verb && !is_product;
        let may_be_thing = name.sense != Sense::Unambiguous
            || self.words.get(end).is_some_and(Word::is_capital) && !NOUNS.has(next);
        is_thing && may_be_thing && !self.words[end - 1].is_possessive
    }

    /// Returns true if the name means a place: a state or country follows ('Oracle, Arizona'), or a word typical for
    /// towns.
    pub(super) fn is_place(&self, name: &Name, end: usize) -> bool {
        let next = self.words.get(end).filter(|next| next.is_capital());
        let is_in_state = name.words.len() == 1
            && self.words[end - 1].ends_clause
            && !self.words[end - 1].is_possessive
            && next.is_some_and(|next| PLACES.has(&next.normal));
        // A salesforce 'of' a drugmaker, the 'shell of' a building.
        let is_of = self.after(end).is_some_and(|next| next.normal == "of")
            && name.words.len() == 1
            && !self.words.get(end + 1).is_some_and(Word::is_capital);
        let after = self.after(end).map_or("", |word| word.normal.as_str());
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
        is_in_state || is_of || is_town
    }

    /// Returns true if an age follows, as after a person's name: 'Charles Schwab, 88, reflects'.
    pub(super) fn is_of_age(&self, end: usize) -> bool {
        let age = self
            .words
            .get(end)
            .filter(|_| self.words[end - 1].ends_clause);
        // 'Charles Schwab turns 88'.
        let turns = self.after(end).is_some_and(|next| next.normal == "turns")
            && end > 1
            && GIVEN.has(self.normal(end - 2));
        if turns {
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

    /// Returns true if the name is only part of a longer one: 'Big Apple', 'Apple Hospitality'.
    pub(super) fn is_of_longer_name(&self, name: &Name, at: usize, end: usize) -> bool {
        if let Some(before) = self.before(at) {
            let word = before.normal.as_str();
            if MYTHS.contains(&word) {
                return true;
            }
            if name.words.len() == 1 && before.is_capital() && EPITHETS.contains(&word) {
                return true;
            }
            let is_unknown = before.is_capital()
                && !before.is_possessive
                && at > 1
                && !self.is_title_case
                && !self.is_plain_before(before);
            if is_unknown && name.sense != Sense::Unambiguous {
                return true;
            }
        }
        let Some(next) = self.after(end) else {
            return false;
        };
        let is_capital =
            next.is_capital() && !next.is_number() && !self.words[end - 1].is_possessive;
        if !is_capital || next.is_upper() || self.is_title_case {
            return false;
        }
        let word = next.normal.as_str();
        let is_known = NOUNS.has(word)
            || GOODS.has(word)
            || VERBS.has(word)
            || FUNCTION.has(word)
            || KNOWN.has(word);
        // An unambiguous name is rarely the beginning of another.
        name.sense != Sense::Unambiguous && !is_known
    }

    /// Returns true if a capitalized word may precede a company's name without being part of it.
    pub(super) fn is_plain_before(&self, word: &Word<'_>) -> bool {
        let normal = word.normal.as_str();
        BEFORE.has(normal)
            || FUNCTION.has(normal)
            || VERBS.has(normal)
            || NOUNS.has(normal)
            || KNOWN.has(normal)
            || normal.ends_with("maker")
            || self.is_title_case && ["s", "ed", "ing"].iter().any(|end| normal.ends_with(end))
    }

    pub(super) fn is_article_before(&self, at: usize) -> bool {
        self.before(at)
            .is_some_and(|word| ARTICLES.contains(&word.normal.as_str()))
    }
}

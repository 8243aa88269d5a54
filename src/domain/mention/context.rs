//! A parsed headline. Decides whether a name in the headline means its company or coin.

use super::{
    lists::{CRYPTO_WORDS, FINANCE_WORDS, MOVE_VERBS},
    names::{Ambiguity, Name},
    words::{Word, is_title_case, words},
};
use crate::domain::word_list::WordList;

/// Nouns that follow the name of a coin.
const COIN_NOUNS: &[&str] = &[
    "blockchain",
    "token",
    "protocol",
    "coin",
    "foundation",
    "network",
    "finance",
    "dao",
    "gas",
];

/// A parsed headline.
#[derive(Debug)]
pub(super) struct Headline<'a> {
    pub(super) words: Vec<Word<'a>>,
    /// True if most words are capitalized, so that capitals carry no information.
    pub(super) is_title_case: bool,
    /// True if the headline is about cryptocurrencies.
    pub(super) is_crypto: bool,
    /// True if the headline is about business.
    pub(super) is_finance: bool,
}

impl<'a> Headline<'a> {
    /// Parses the text of a headline.
    pub(super) fn parse(text: &'a str) -> Self {
        let words = words(text);
        let has_any = |list: &WordList| words.iter().any(|word| list.has(&word.normalized));
        Self {
            is_title_case: is_title_case(&words),
            is_crypto: has_any(&CRYPTO_WORDS),
            is_finance: has_any(&FINANCE_WORDS),
            words,
        }
    }

    /// Returns true if the whole headline is in upper case.
    pub(super) fn is_upper_case(&self) -> bool {
        self.words.iter().all(Word::is_upper)
    }

    /// Returns the normalized word at `index`; empty after the end of the headline.
    pub(super) fn normalized(&self, index: usize) -> &str {
        self.words
            .get(index)
            .map_or("", |word| word.normalized.as_str())
    }

    /// Returns the word before the word at `index`, unless a clause ends between them.
    pub(super) fn word_before(&self, index: usize) -> Option<&Word<'a>> {
        let word = &self.words[index.checked_sub(1)?];
        (!word.ends_clause).then_some(word)
    }

    /// Returns the word at `end`, the index after a name, unless a clause ends between them.
    pub(super) fn word_after(&self, end: usize) -> Option<&Word<'a>> {
        if self.words[end - 1].ends_clause {
            return None;
        }
        self.words.get(end)
    }

    /// Returns the normalized word before the word at `index`; empty if a clause ends between them.
    pub(super) fn normalized_before(&self, index: usize) -> &str {
        self.word_before(index)
            .map_or("", |word| word.normalized.as_str())
    }

    /// Returns the normalized word at `end`, the index after a name; empty if a clause ends between them.
    pub(super) fn normalized_after(&self, end: usize) -> &str {
        self.word_after(end)
            .map_or("", |word| word.normalized.as_str())
    }

    /// Returns true if the words from `start` to `end`, which match `name`, mean its company. `is_near_other` is true
    /// if the headline names another company or coin next to it.
    pub(super) fn means_company(
        &self,
        name: &Name,
        start: usize,
        end: usize,
        is_near_other: bool,
    ) -> bool {
        let last = &self.words[end - 1];
        let next = self.word_after(end);
        if last.is_hyphenated && !next.is_some_and(|next| next.is_capital() && !next.is_number()) {
            return false;
        }
        if self.has_other_meaning(name, end)
            || self.is_part_of_longer_name(name, start, end)
            || self.names_place(name, end)
            || self.is_followed_by_age(end)
        {
            return false;
        }
        match name.ambiguity {
            Ambiguity::Unambiguous => !self.follows_title_or_given_name(start),
            Ambiguity::WellKnown => self.means_well_known_company(start, end) || is_near_other,
            Ambiguity::PersonOrPlace => {
                !self.names_person(start, end)
                    && (self.is_about_company(start, end) || is_near_other)
            }
            Ambiguity::EverydayWord => {
                self.word_means_company(start, end)
                    || (is_near_other && !self.follows_article(start))
            }
        }
    }

    /// Returns true if the words from `start` to `end`, which match `name`, mean its coin.
    pub(super) fn means_coin(
        &self,
        name: &Name,
        start: usize,
        end: usize,
        is_near_other: bool,
    ) -> bool {
        let next = self.normalized_after(end);
        let has_coin_noun = COIN_NOUNS.contains(&next)
            && (name.ambiguity == Ambiguity::Unambiguous || self.words[end].is_capital());
        if self.words[end - 1].is_hyphenated || !has_coin_noun && self.has_other_meaning(name, end)
        {
            return false;
        }
        // A move to a price level indicates a coin: 'Solana falls below $150'.
        let moves_to_price = MOVE_VERBS.has(next)
            && self.words[end..]
                .iter()
                .take(4)
                .any(|word| word.is_number() && word.raw.len() > 1)
            && self.words[end..].iter().take(3).any(|word| {
                matches!(
                    word.normalized.as_str(),
                    "below" | "above" | "past" | "under" | "over"
                )
            });
        match name.ambiguity {
            Ambiguity::Unambiguous => true,
            _ if moves_to_price => true,
            Ambiguity::WellKnown | Ambiguity::PersonOrPlace => {
                self.has_crypto_word_beside(start, end)
                    || is_near_other
                    || self.means_well_known_company(start, end)
                    || COIN_NOUNS.contains(&next)
            }
            Ambiguity::EverydayWord => {
                let has_coin_noun = COIN_NOUNS.contains(&next);
                (self.has_crypto_word_beside(start, end) || is_near_other || has_coin_noun)
                    && !self.follows_article(start)
            }
        }
    }

    /// Returns true if a word other than the words from `start` to `end` is about cryptocurrencies.
    pub(super) fn has_crypto_word_beside(&self, start: usize, end: usize) -> bool {
        let others = self.words.iter().enumerate();
        others
            .filter(|(index, _)| !(start..end).contains(index))
            .any(|(_, word)| CRYPTO_WORDS.has(&word.normalized))
    }
}

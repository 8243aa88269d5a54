//! A parsed headline, and whether a name in it means its company or coin.

use super::{
    lists::{CRYPTO, FINANCE, MOVES},
    names::{Name, Sense},
    words::{Word, is_title_case},
};

/// Words that follow the name of a coin.
const OF_COINS: &[&str] = &[
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
    pub(super) fn read(text: &'a str) -> Self {
        let words = super::words::words(text);
        let any = |list: &crate::domain::word_list::WordList| {
            words.iter().any(|word| list.has(&word.normal))
        };
        Self {
            is_title_case: is_title_case(&words),
            is_crypto: any(&CRYPTO),
            is_finance: any(&FINANCE),
            words,
        }
    }

    /// Returns true if the headline is all upper case.
    pub(super) fn is_shouted(&self) -> bool {
        self.words.iter().all(Word::is_upper)
    }

    pub(super) fn normal(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.normal.as_str())
    }

    /// Returns the word before `at`, unless a clause ends between them.
    pub(super) fn before(&self, at: usize) -> Option<&Word<'a>> {
        let word = &self.words[at.checked_sub(1)?];
        (!word.ends_clause).then_some(word)
    }

    /// Returns the word after a name that ends before `end`, unless a clause ends between them.
    pub(super) fn after(&self, end: usize) -> Option<&Word<'a>> {
        if self.words[end - 1].ends_clause {
            return None;
        }
        self.words.get(end)
    }

    /// Returns true if the words from `at` to `end` mean the company of this name. `is_near_other` is true if another
    /// company or coin is named next to it.
    pub(super) fn means_company(
        &self,
        name: &Name,
        at: usize,
        end: usize,
        is_near_other: bool,
    ) -> bool {
        let last = &self.words[end - 1];
        let next = self.after(end);
        if last.is_joined && !next.is_some_and(|next| next.is_capital() && !next.is_number()) {
            return false;
        }
        if self.is_other_thing(name, end)
            || self.is_of_longer_name(name, at, end)
            || self.is_place(name, end)
            || self.is_of_age(end)
        {
            return false;
        }
        match name.sense {
            Sense::Unambiguous => !self.has_title(at),
            Sense::Known => self.is_known(at, end) || is_near_other,
            Sense::Person => {
                !self.is_person(at, end) && (self.is_business(at, end) || is_near_other)
            }
            Sense::Word => {
                self.is_company_word(at, end) || (is_near_other && !self.is_article_before(at))
            }
        }
    }

    /// Returns true if the name means its coin.
    pub(super) fn means_coin(
        &self,
        name: &Name,
        at: usize,
        end: usize,
        is_near_other: bool,
    ) -> bool {
        let next = self.after(end).map_or("", |word| word.normal.as_str());
        let is_own = OF_COINS.contains(&next)
            && (name.sense == Sense::Unambiguous || self.words[end].is_capital());
        if self.words[end - 1].is_joined || !is_own && self.is_other_thing(name, end) {
            return false;
        }
        // A move to a price level indicates a coin: 'Solana falls below $150'.
        let is_priced = MOVES.has(next)
            && self.words[end..]
                .iter()
                .take(4)
                .any(|word| word.is_number() && word.raw.len() > 1)
            && self.words[end..].iter().take(3).any(|word| {
                matches!(
                    word.normal.as_str(),
                    "below" | "above" | "past" | "under" | "over"
                )
            });
        match name.sense {
            Sense::Unambiguous => true,
            _ if is_priced => true,
            Sense::Known | Sense::Person => {
                self.is_crypto_beside(at, end)
                    || is_near_other
                    || self.is_known(at, end)
                    || OF_COINS.contains(&next)
            }
            Sense::Word => {
                let is_own = OF_COINS.contains(&next);
                (self.is_crypto_beside(at, end) || is_near_other || is_own)
                    && !self.is_article_before(at)
            }
        }
    }

    /// Returns true if a word other than the name shows that the headline is about cryptocurrencies.
    pub(super) fn is_crypto_beside(&self, at: usize, end: usize) -> bool {
        let others = self.words.iter().enumerate();
        others
            .filter(|(place, _)| !(at..end).contains(place))
            .any(|(_, word)| CRYPTO.has(&word.normal))
    }
}

//! A headline as it is read, and whether a name in it means its company or coin.

use super::{
    lists::{CRYPTO, FINANCE, MOVES},
    names::{Name, Sense},
    words::{Word, is_title_case},
};

/// What stands behind the name of a coin.
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

/// A headline, read once.
#[derive(Debug)]
pub(super) struct Headline<'a> {
    pub(super) words: Vec<Word<'a>>,
    /// Most of its words begin with a capital, so that capitals say nothing.
    pub(super) is_title_case: bool,
    /// It is about coins.
    pub(super) is_crypto: bool,
    /// It is about business.
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

    /// No letter of it is small.
    pub(super) fn is_shouted(&self) -> bool {
        self.words.iter().all(Word::is_upper)
    }

    pub(super) fn normal(&self, at: usize) -> &str {
        self.words.get(at).map_or("", |word| word.normal.as_str())
    }

    /// The word before `at`, unless the sentence turns between them.
    pub(super) fn before(&self, at: usize) -> Option<&Word<'a>> {
        let word = &self.words[at.checked_sub(1)?];
        (!word.ends_clause).then_some(word)
    }

    /// The word after a name that ends before `end`, unless the sentence turns between them.
    pub(super) fn after(&self, end: usize) -> Option<&Word<'a>> {
        if self.words[end - 1].ends_clause {
            return None;
        }
        self.words.get(end)
    }

    /// Whether the company of a name is meant by the words from `at` to `end`. `is_near_other` says that another
    /// company or coin is named beside it.
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
            Sense::Coined => !self.has_title(at),
            Sense::Known => self.is_known(at, end) || is_near_other,
            Sense::Person => {
                !self.is_person(at, end) && (self.is_business(at, end) || is_near_other)
            }
            Sense::Word => {
                self.is_company_word(at, end) || (is_near_other && !self.is_article_before(at))
            }
        }
    }

    /// Whether the coin of a name is meant.
    pub(super) fn means_coin(
        &self,
        name: &Name,
        at: usize,
        end: usize,
        is_near_other: bool,
    ) -> bool {
        let next = self.after(end).map_or("", |word| word.normal.as_str());
        let is_own = OF_COINS.contains(&next)
            && (name.sense == Sense::Coined || self.words[end].is_capital());
        if self.words[end - 1].is_joined || !is_own && self.is_other_thing(name, end) {
            return false;
        }
        // A price below or above a figure is a coin's: 'Solana falls below $150'.
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
            Sense::Coined => true,
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

    /// Whether another word than the name itself says that the headline is about coins.
    pub(super) fn is_crypto_beside(&self, at: usize, end: usize) -> bool {
        let others = self.words.iter().enumerate();
        others
            .filter(|(place, _)| !(at..end).contains(place))
            .any(|(_, word)| CRYPTO.has(&word.normal))
    }
}

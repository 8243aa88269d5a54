//! Evidence in the words around a name that the name means a company.

use super::{
    context::Headline,
    lists::{
        AMBIGUOUS_GIVEN_NAMES, BUSINESS_NOUNS, BUSINESS_OBJECTS, COMPANY_ONLY_VERBS, COMPANY_VERBS,
        FUNCTION_WORDS, GIVEN_NAMES, PERSONAL_TITLES, PRODUCTS, SURNAMES, WORDS_BEFORE_COMPANIES,
    },
};

impl Headline<'_> {
    /// Returns true if the words from `end` are typical after a company name.
    pub(super) fn has_evidence_after(&self, end: usize) -> bool {
        let Some(next) = self.word_after(end) else {
            return false;
        };
        let word = next.normalized.as_str();
        if word == "to" {
            // 'to cut', 'to buy': a verb in its base form.
            let verb = self.normalized(end + 1);
            let has_object = || {
                let following = self.words.iter().skip(end + 2).take(3);
                let mut objects =
                    following.take_while(|word| !FUNCTION_WORDS.has(&word.normalized));
                objects.any(|word| BUSINESS_OBJECTS.has(&word.normalized))
            };
            return is_verb_stem(verb) || has_object();
        }
        // 'Vertex pain drug', 'Ford truck plant'.
        let is_modified = !FUNCTION_WORDS.has(word)
            && !next.ends_clause
            && matches!(
                self.normalized(end + 1),
                "drug" | "drugs" | "plant" | "plants" | "shares" | "stock" | "factory" | "workers"
            );
        BUSINESS_NOUNS.has(word)
            || COMPANY_VERBS.has(word)
            || PRODUCTS.has(word)
            || word == "fires"
            || is_modified
    }

    /// Returns true if the words before `start` are typical before a company name.
    pub(super) fn has_evidence_before(&self, start: usize) -> bool {
        let Some(before) = self.word_before(start) else {
            return false;
        };
        let word = before.normalized.as_str();
        if WORDS_BEFORE_COMPANIES.has(word) || word.ends_with("maker") {
            return true;
        }
        let earlier = start
            .checked_sub(2)
            .map_or("", |index| self.normalized(index));
        matches!(
            word,
            "of" | "in" | "on" | "at" | "for" | "with" | "against" | "from"
        ) && matches!(
            earlier,
            "shares"
                | "stake"
                | "stakes"
                | "position"
                | "shareholders"
                | "bets"
                | "bet"
                | "ceo"
                | "cfo"
                | "lawsuit"
                | "probe"
                | "deal"
                | "bid"
                | "options"
                | "exposure"
                | "holdings"
                | "price"
                | "bullish"
                | "bearish"
                | "upbeat"
                | "invests"
                | "invest"
                | "contract"
                | "layoffs"
                | "jobs"
                | "target"
        )
    }

    /// Returns true if a well-known name means its company: nothing points to a person, and the words around it do not
    /// point to its other meanings.
    pub(super) fn means_well_known_company(&self, start: usize, end: usize) -> bool {
        if self.names_person(start, end) {
            return false;
        }
        if self.has_evidence_after(end)
            || self.has_evidence_before(start)
            || self.words[end - 1].is_possessive
        {
            return true;
        }
        if self.follows_article(start) {
            return self.is_finance;
        }
        self.word_after(end).is_none_or(|next| {
            FUNCTION_WORDS.has(&next.normalized)
                || next.is_number()
                || next.raw.ends_with("ed")
                || is_verb_stem(&next.normalized)
                || self.is_finance
        })
    }

    /// Returns true if the name belongs to a person: a title or given name precedes it, or a surname follows.
    pub(super) fn names_person(&self, start: usize, end: usize) -> bool {
        let before = self.normalized_before(start);
        let may_be_name = self
            .word_before(start)
            .is_some_and(|word| !word.is_possessive && (word.is_capital() || self.is_upper_case()));
        let follows_given_name = may_be_name
            && before != "will"
            && GIVEN_NAMES.has(before)
            && !WORDS_BEFORE_COMPANIES.has(before);
        let next = self.word_after(end);
        let is_full_name = next.is_some_and(|next| {
            next.is_capital()
                && SURNAMES.has(&next.normalized)
                && !BUSINESS_NOUNS.has(&next.normalized)
                && GIVEN_NAMES.has(self.normalized(start))
        });
        follows_given_name || is_full_name
    }

    /// Returns true if a title or given name precedes: 'Senator Dow', 'Amanda Merck'.
    pub(super) fn follows_title_or_given_name(&self, start: usize) -> bool {
        self.word_before(start).is_some_and(|word| {
            let follows_given_name = !self.is_title_case
                && GIVEN_NAMES.has(&word.normalized)
                && !AMBIGUOUS_GIVEN_NAMES.has(&word.normalized)
                && !WORDS_BEFORE_COMPANIES.has(&word.normalized);
            word.is_capital()
                && !word.is_possessive
                && (follows_given_name || PERSONAL_TITLES.has(&word.normalized))
        })
    }

    /// Returns true if a name that may be a person or place means a company.
    pub(super) fn is_about_company(&self, start: usize, end: usize) -> bool {
        if self.has_evidence_before(start) {
            return true;
        }
        let next = self.normalized_after(end);
        // 'Orders' and 'plans' are also verbs.
        let is_noun = BUSINESS_NOUNS.has(next) && !COMPANY_VERBS.has(next);
        if is_noun || COMPANY_ONLY_VERBS.has(next) || PRODUCTS.has(next) {
            return true;
        }
        // People also buy things, but rarely things with a capitalized name.
        let is_takeover = next == "to"
            && matches!(
                self.normalized(end + 1),
                "buy" | "acquire" | "recall" | "merge" | "invest"
            )
            && !self.is_title_case
            && self
                .words
                .get(end + 2)
                .is_some_and(|word| word.is_capital() || word.is_number());
        if is_takeover {
            return true;
        }
        let is_possessive = self.words[end - 1].is_possessive;
        let has_verb =
            COMPANY_VERBS.has(next) || next == "to" && is_verb_stem(self.normalized(end + 1));
        let mut objects = self
            .words
            .iter()
            .skip(end + usize::from(has_verb))
            .take(if is_possessive { 3 } else { 6 });
        let has_object = objects.any(|word| {
            BUSINESS_OBJECTS.has(&word.normalized) || BUSINESS_NOUNS.has(&word.normalized)
        });
        if (has_verb || is_possessive) && has_object {
            return true;
        }
        self.is_finance
            && !self.follows_article(start)
            && (next.is_empty() || FUNCTION_WORDS.has(next) || has_verb)
    }

    /// Returns true if an everyday word means a company.
    pub(super) fn word_means_company(&self, start: usize, end: usize) -> bool {
        if self.follows_article(start) || self.names_person(start, end) {
            return false;
        }
        let before = self.word_before(start);
        let starts_name = before.is_none_or(|word| {
            self.may_precede_company(word) && !BUSINESS_NOUNS.has(&word.normalized)
        });
        if self.has_evidence_before(start) && before.is_some_and(|word| word.normalized != "price")
        {
            return self.word_after(end).is_none_or(|next| {
                FUNCTION_WORDS.has(&next.normalized)
                    || self.has_evidence_after(end)
                    || next.is_number()
            });
        }
        // Lower-case words around several capitalized ones indicate a name: 'Capital One wraps up a takeover'.
        let has_several_words = end > start + 1 && !self.is_title_case && !self.is_upper_case();
        if starts_name && (has_several_words || self.has_evidence_after(end)) {
            return true;
        }
        if self.words[end - 1].is_possessive && starts_name {
            let mut objects = self.words.iter().skip(end).take(3);
            return objects.any(|word| {
                BUSINESS_OBJECTS.has(&word.normalized) || BUSINESS_NOUNS.has(&word.normalized)
            });
        }
        // Inside a sentence that is not in title case, a capital indicates a name.
        let is_inside_sentence =
            start > 0 && before.is_some() && !self.is_title_case && !self.is_upper_case();
        is_inside_sentence
            && starts_name
            && self
                .word_after(end)
                .is_none_or(|next| FUNCTION_WORDS.has(&next.normalized))
    }
}

/// Returns true if `verb` is the base form of a verb for actions of companies: 'cut' of 'cuts', 'buy' of 'buys'.
fn is_verb_stem(verb: &str) -> bool {
    let has_form = |ending: &str| COMPANY_VERBS.has(&format!("{verb}{ending}"));
    let is_stem_of_ies = verb
        .strip_suffix('y')
        .is_some_and(|stem| COMPANY_VERBS.has(&format!("{stem}ies")));
    !verb.is_empty()
        && (has_form("s")
            || has_form("es")
            || is_stem_of_ies
            || COMPANY_VERBS.has(verb)
            || matches!(
                verb,
                "be" | "lay"
                    | "build"
                    | "stop"
                    | "pay"
                    | "acquire"
                    | "hire"
                    | "merge"
                    | "go"
                    | "host"
                    | "bring"
                    | "slash"
                    | "double"
            ))
}

//! Evidence for a company in the words around a name.

use super::{
    context::Headline,
    lists::{
        BEFORE, CORPORATE, FUNCTION, GIVEN, GIVEN_VERBS, GOODS, NOUNS, OBJECTS, SURNAMES, TITLES,
        VERBS,
    },
};

impl Headline<'_> {
    /// Returns true if the following words are typical after a company name.
    pub(super) fn is_evidence_after(&self, end: usize) -> bool {
        let Some(next) = self.after(end) else {
            return false;
        };
        let word = next.normal.as_str();
        if word == "to" {
            // 'to cut', 'to buy': a verb in its base form.
            let verb = self.normal(end + 1);
            let has_object = || {
                let behind = self.words.iter().skip(end + 2).take(3);
                let mut objects = behind.take_while(|word| !FUNCTION.has(&word.normal));
                objects.any(|word| OBJECTS.has(&word.normal))
            };
            return is_verb_stem(verb) || has_object();
        }
        // 'Vertex pain drug', 'Ford truck plant'.
        let is_modified = !FUNCTION.has(word)
            && !next.ends_clause
            && matches!(
                self.normal(end + 1),
                "drug" | "drugs" | "plant" | "plants" | "shares" | "stock" | "factory" | "workers"
            );
        NOUNS.has(word) || VERBS.has(word) || GOODS.has(word) || word == "fires" || is_modified
    }

    pub(super) fn is_evidence_before(&self, at: usize) -> bool {
        let Some(before) = self.before(at) else {
            return false;
        };
        let word = before.normal.as_str();
        if BEFORE.has(word) || word.ends_with("maker") {
            return true;
        }
        let earlier = at.checked_sub(2).map_or("", |at| self.normal(at));
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

    /// Returns true for a company far better known than other meanings of its name.
    pub(super) fn is_known(&self, at: usize, end: usize) -> bool {
        if self.is_person(at, end) {
            return false;
        }
        if self.is_evidence_after(end)
            || self.is_evidence_before(at)
            || self.words[end - 1].is_possessive
        {
            return true;
        }
        if self.is_article_before(at) {
            return self.is_finance;
        }
        self.after(end).is_none_or(|next| {
            FUNCTION.has(&next.normal)
                || next.is_number()
                || next.raw.ends_with("ed")
                || is_verb_stem(&next.normal)
                || self.is_finance
        })
    }

    /// Returns true if the name means a person: after a title or first name, or as part of a person's name.
    pub(super) fn is_person(&self, at: usize, end: usize) -> bool {
        let before = self.before(at).map_or("", |word| word.normal.as_str());
        let is_named = self
            .before(at)
            .is_some_and(|word| !word.is_possessive && (word.is_capital() || self.is_shouted()));
        let is_title = is_named && before != "will" && GIVEN.has(before) && !BEFORE.has(before);
        let next = self.after(end);
        let goes_on = next.is_some_and(|next| {
            next.is_capital()
                && SURNAMES.has(&next.normal)
                && !NOUNS.has(&next.normal)
                && GIVEN.has(self.normal(at))
        });
        is_title || goes_on
    }

    /// Returns true if a title or first name precedes: 'Senator Dow', 'Amanda Merck'.
    pub(super) fn has_title(&self, at: usize) -> bool {
        self.before(at).is_some_and(|word| {
            let is_given = !self.is_title_case
                && GIVEN.has(&word.normal)
                && !GIVEN_VERBS.has(&word.normal)
                && !BEFORE.has(&word.normal);
            word.is_capital() && !word.is_possessive && (is_given || TITLES.has(&word.normal))
        })
    }

    /// Returns true if a headline with the name of a person or place is about a company.
    pub(super) fn is_business(&self, at: usize, end: usize) -> bool {
        if self.is_evidence_before(at) {
            return true;
        }
        let next = self.after(end).map_or("", |word| word.normal.as_str());
        // 'Orders' and 'plans' are also verbs.
        let is_noun = NOUNS.has(next) && !VERBS.has(next);
        if is_noun || CORPORATE.has(next) || GOODS.has(next) {
            return true;
        }
        // People also buy things, but rarely ones with a name.
        let is_takeover = next == "to"
            && matches!(
                self.normal(end + 1),
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
        let acts = VERBS.has(next) || next == "to" && is_verb_stem(self.normal(end + 1));
        let mut objects = self
            .words
            .iter()
            .skip(end + usize::from(acts))
            .take(if is_possessive { 3 } else { 6 });
        let has_object = objects.any(|word| OBJECTS.has(&word.normal) || NOUNS.has(&word.normal));
        if (acts || is_possessive) && has_object {
            return true;
        }
        self.is_finance
            && !self.is_article_before(at)
            && (next.is_empty() || FUNCTION.has(next) || acts)
    }

    /// Returns true if an everyday word is a company name here.
    pub(super) fn is_company_word(&self, at: usize, end: usize) -> bool {
        if self.is_article_before(at) || self.is_person(at, end) {
            return false;
        }
        let before = self.before(at);
        let begins =
            before.is_none_or(|word| self.is_plain_before(word) && !NOUNS.has(&word.normal));
        if self.is_evidence_before(at) && before.is_some_and(|word| word.normal != "price") {
            return self.after(end).is_none_or(|next| {
                FUNCTION.has(&next.normal) || self.is_evidence_after(end) || next.is_number()
            });
        }
        // Lower-case words around several capitalized ones indicate a name: 'Capital One wraps up a takeover'.
        let is_several = end > at + 1 && !self.is_title_case && !self.is_shouted();
        if begins && (is_several || self.is_evidence_after(end)) {
            return true;
        }
        if self.words[end - 1].is_possessive && begins {
            let mut objects = self.words.iter().skip(end).take(3);
            return objects.any(|word| OBJECTS.has(&word.normal) || NOUNS.has(&word.normal));
        }
        // In a normal sentence, a capital inside it indicates a name.
        let is_within = at > 0 && before.is_some() && !self.is_title_case && !self.is_shouted();
        is_within
            && begins
            && self
                .after(end)
                .is_none_or(|next| FUNCTION.has(&next.normal))
    }
}

/// Returns true if `verb` is the base form of a verb typical for companies: 'cut' of 'cuts', 'buy' of 'buys'.
fn is_verb_stem(verb: &str) -> bool {
    let with = |end: &str| VERBS.has(&format!("{verb}{end}"));
    let is_y = verb
        .strip_suffix('y')
        .is_some_and(|stem| VERBS.has(&format!("{stem}ies")));
    !verb.is_empty()
        && (with("s")
            || with("es")
            || is_y
            || VERBS.has(verb)
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

//! Whether a name in a headline means its company or coin, by the words around it.

use super::{
    lists::{
        BEFORE, CORPORATE, CRYPTO, FINANCE, FUNCTION, GIVEN, KNOWN, NOUNS, OBJECTS, SURNAMES,
        THINGS, VERBS,
    },
    names::{Name, Sense},
    words::{Word, is_title_case},
};

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

/// Words that stand before names of places and people, and not before those of companies.
const EPITHETS: &[&str] = &[
    "big", "old", "little", "great", "saint", "st", "fort", "mount", "mt", "lake", "port", "san",
    "los", "la", "el", "van", "von", "upper", "lower", "east", "west", "north", "south", "candied",
    "rotten", "bad", "ancient", "wild", "lost", "young", "royal", "custard", "golden", "adam's",
    "adams",
];
/// Words that make one thing of what follows.
const ARTICLES: &[&str] = &[
    "a", "an", "the", "my", "his", "her", "their", "your", "every", "another", "these", "those",
];
/// What else a name means, by the word after it.
const OTHER_THINGS: &[(&str, &[&str])] = &[
    ("oracle", &["of", "bone", "card", "cards", "speaks"]),
    (
        "intel",
        &[
            "official",
            "report",
            "reports",
            "chairman",
            "chief",
            "chiefs",
            "community",
            "service",
            "services",
            "failure",
            "failures",
            "director",
            "suggests",
            "shows",
            "points",
            "brief",
            "panel",
        ],
    ),
    (
        "apple",
        &[
            "cider",
            "trees",
            "season",
            "blossom",
            "farmers",
            "exports",
            "prices",
            "production",
            "crop",
            "crops",
        ],
    ),
    (
        "amazon",
        &[
            "basin",
            "drought",
            "deforestation",
            "dam",
            "destruction",
            "logging",
            "peoples",
            "tipping",
            "dolphins",
            "soy",
            "summit",
            "rivers",
            "burns",
            "burning",
        ],
    ),
    ("tesla", &["coil", "coils", "biography", "inventor"]),
    (
        "shell",
        &[
            "shock",
            "game",
            "company",
            "companies",
            "firm",
            "firms",
            "script",
            "casing",
            "casings",
        ],
    ),
    ("eaton", &["fire"]),
    ("meta", &["analysis", "joke", "game"]),
    (
        "visa",
        &[
            "rules",
            "fee",
            "fees",
            "holders",
            "waiver",
            "waivers",
            "applications",
            "applicants",
            "ban",
            "bans",
            "program",
            "programme",
            "policy",
            "holder",
            "restrictions",
            "delays",
            "requirements",
            "lottery",
            "free",
            "scheme",
            "extension",
            "applicant",
            "application",
            "backlog",
            "officers",
            "crackdown",
            "revocations",
            "overhaul",
            "changes",
            "limits",
            "cap",
            "caps",
        ],
    ),
    (
        "target",
        &[
            "price", "prices", "practice", "rate", "range", "date", "audience", "raised", "cut",
            "of",
        ],
    ),
    (
        "gap",
        &[
            "between", "in", "year", "years", "of", "widens", "narrows", "closes", "grows",
        ],
    ),
    (
        "ford",
        &[
            "foundation",
            "theatre",
            "theater",
            "government",
            "administration",
            "presidency",
        ],
    ),
    (
        "delta",
        &["variant", "force", "smelt", "state", "wing", "flood"],
    ),
    ("ripple", &["effect", "effects"]),
    ("disney", &["princess", "princesses", "adult", "adults"]),
];
/// What companies are known for: behind a name they show that the company is meant.
const GOODS: &[&str] = &[
    "iphone",
    "iphones",
    "ipad",
    "watch",
    "vision",
    "airpods",
    "macbook",
    "music",
    "tv",
    "pay",
    "silicon",
    "wallet",
    "prime",
    "web",
    "aws",
    "alexa",
    "kindle",
    "fresh",
    "pharmacy",
    "studios",
    "model",
    "cybertruck",
    "autopilot",
    "robotaxi",
    "robotaxis",
    "optimus",
    "semi",
    "roadster",
    "powerwall",
    "mustang",
    "f-150",
    "bronco",
    "explorer",
    "escape",
    "maverick",
    "credit",
    "quest",
    "platforms",
    "threads",
    "superintelligence",
    "core",
    "foundry",
    "xeon",
    "photoshop",
    "firefly",
    "creative",
    "acrobat",
    "plus",
    "parks",
    "cruise",
    "cruises",
    "world",
    "channel",
    "fire",
    "ring",
    "echo",
    "maps",
    "cloud",
    "search",
    "chrome",
    "gemini",
    "azure",
    "windows",
    "xbox",
    "teams",
    "copilot",
    "fsd",
    "superchargers",
    "supercharger",
    "energy",
    "gigafactory",
    "motor",
    "motors",
    "laboratories",
    "labs",
    "libre",
    "freestyle",
    "direct",
    "circle",
    "rewards",
    "electric",
    "zero",
    "cola",
    "diet",
    "machines",
    "glasses",
    "cup",
    "blockchain",
    "protocol",
    "foundation",
    "network",
    "token",
];

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
        if self.is_other_thing(name, end) || self.is_of_longer_name(name, at, end) {
            return false;
        }
        match name.sense {
            Sense::Coined => true,
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
        if self.words[end - 1].is_joined || self.is_other_thing(name, end) {
            return false;
        }
        match name.sense {
            Sense::Coined => true,
            Sense::Known | Sense::Person => {
                self.is_crypto_beside(at, end) || is_near_other || self.is_known(at, end)
            }
            Sense::Word => {
                let is_own = matches!(
                    next,
                    "blockchain" | "token" | "protocol" | "coin" | "foundation" | "network"
                );
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

    /// Whether the words after a name, or before it, make something else of it.
    fn is_other_thing(&self, name: &Name, end: usize) -> bool {
        let next = self.after(end).map_or("", |word| word.normal.as_str());
        let first = name.words[0].as_str();
        let is_listed = name.words.len() == 1
            && OTHER_THINGS
                .iter()
                .any(|(other, things)| *other == first && things.contains(&next));
        if is_listed && !self.words[end - 1].is_possessive {
            return true;
        }
        let is_good =
            GOODS.contains(&next) && name.sense == Sense::Known && !matches!(next, "fire" | "cup");
        let after_next = self.normal(end + 1);
        let is_verb =
            matches!(next, "fires" | "picks" | "war" | "sauce")
                && (self.words.get(end + 1).is_some_and(|word| {
                    word.is_number() || word.is_capital() && !self.is_title_case
                }) || NOUNS.has(after_next));
        let is_product =
            next == "fire" && matches!(after_next, "tv" | "tablet" | "tablets" | "stick" | "phone");
        let is_thing = THINGS.has(next) && !is_good && !is_verb && !is_product;
        let may_be_thing = name.sense != Sense::Coined
            || self.words.get(end).is_some_and(Word::is_capital) && !NOUNS.has(next);
        is_thing && may_be_thing && !self.words[end - 1].is_possessive
    }

    /// Whether a name is only a part of a longer one: 'Big Apple', 'Apple Hospitality'.
    fn is_of_longer_name(&self, name: &Name, at: usize, end: usize) -> bool {
        if let Some(before) = self.before(at) {
            let word = before.normal.as_str();
            if name.words.len() == 1 && before.is_capital() && EPITHETS.contains(&word) {
                return true;
            }
            let is_unknown = before.is_capital()
                && !before.is_possessive
                && at > 1
                && !self.is_title_case
                && !self.is_plain_before(before);
            if is_unknown && name.sense != Sense::Coined {
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
            || GOODS.contains(&word)
            || VERBS.has(word)
            || FUNCTION.has(word)
            || KNOWN.has(word);
        // A coined name is hardly ever another's beginning.
        name.sense != Sense::Coined && !is_known
    }

    /// Whether a word with a capital may stand before a company's name without being a part of it.
    fn is_plain_before(&self, word: &Word<'_>) -> bool {
        let normal = word.normal.as_str();
        BEFORE.has(normal)
            || FUNCTION.has(normal)
            || VERBS.has(normal)
            || NOUNS.has(normal)
            || KNOWN.has(normal)
            || normal.ends_with("maker")
            || self.is_title_case && ["s", "ed", "ing"].iter().any(|end| normal.ends_with(end))
    }

    fn is_article_before(&self, at: usize) -> bool {
        self.before(at)
            .is_some_and(|word| ARTICLES.contains(&word.normal.as_str()))
    }

    /// Whether what follows a name is what follows a company's.
    fn is_evidence_after(&self, end: usize) -> bool {
        let Some(next) = self.after(end) else {
            return false;
        };
        let word = next.normal.as_str();
        if word == "to" {
            // 'to cut', 'to buy': a verb without its ending.
            let verb = self.normal(end + 1);
            return is_verb_stem(verb);
        }
        NOUNS.has(word) || VERBS.has(word) || GOODS.contains(&word) || word == "fires"
    }

    fn is_evidence_before(&self, at: usize) -> bool {
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

    /// A company that is far better known than the other things of its name.
    fn is_known(&self, at: usize, end: usize) -> bool {
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

    /// Whether a person is meant: a title or a given name stands before, or the name of a person goes on.
    fn is_person(&self, at: usize, end: usize) -> bool {
        let before = self.before(at).map_or("", |word| word.normal.as_str());
        let is_named = self
            .before(at)
            .is_some_and(|word| !word.is_possessive && (word.is_capital() || self.is_shouted()));
        let is_title = is_named && GIVEN.has(before) && !BEFORE.has(before);
        let next = self.after(end);
        let goes_on = next.is_some_and(|next| {
            next.is_capital()
                && SURNAMES.has(&next.normal)
                && !NOUNS.has(&next.normal)
                && GIVEN.has(self.normal(at))
        });
        is_title || goes_on
    }

    /// Whether a headline with the name of a person or a place is about a company.
    fn is_business(&self, at: usize, end: usize) -> bool {
        if self.is_evidence_before(at) {
            return true;
        }
        let next = self.after(end).map_or("", |word| word.normal.as_str());
        // 'Orders' and 'plans' are what people do as well.
        let is_noun = NOUNS.has(next) && !VERBS.has(next);
        if is_noun || CORPORATE.has(next) || GOODS.contains(&next) {
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

    /// Whether a word of everyday language is the name of a company here.
    fn is_company_word(&self, at: usize, end: usize) -> bool {
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
        if begins && self.is_evidence_after(end) {
            return true;
        }
        if self.words[end - 1].is_possessive && begins {
            let mut objects = self.words.iter().skip(end).take(3);
            return objects.any(|word| OBJECTS.has(&word.normal) || NOUNS.has(&word.normal));
        }
        // In a sentence, a capital within makes a name of a word.
        let is_within = at > 0 && before.is_some() && !self.is_title_case && !self.is_shouted();
        is_within
            && begins
            && self
                .after(end)
                .is_none_or(|next| FUNCTION.has(&next.normal))
    }
}

/// Whether `verb` is a verb of companies without its ending: 'cut' of 'cuts', 'buy' of 'buys'.
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

//! Decides whether a name means an index or the company of the same name.

use super::{
    context::Headline,
    lists::{BUSINESS_NOUNS, BUSINESS_OBJECTS, COMPANY_VERBS, MOVE_VERBS},
};

/// Words of headlines about the market as a whole.
const MARKET_WORDS: &[&str] = &[
    "stocks",
    "nasdaq",
    "dow",
    "s&p",
    "index",
    "indexes",
    "indices",
    "stock",
    "futures",
    "markets",
    "street",
    "points",
    "blue",
    "russell",
    "benchmark",
    "selloff",
    "rally",
    "bull",
    "bear",
];
/// Words after an index name that show that the name does not mean the index.
const NON_INDEX_WORDS: &[&str] = &[
    "publisher",
    "unit",
    "newswires",
    "owner",
    "parent",
    "reporter",
    "editor",
    "etf",
    "etfs",
    "fund",
    "funds",
    "newswires",
    "news",
    "reporter",
    "company",
    "co",
    "inc",
    "listed",
    "listing",
    "listings",
    "debut",
    "ipo",
    "global",
    "ratings",
    "ceo",
    "exchange",
    "delisting",
    "private",
    "stockholm",
    "copenhagen",
    "helsinki",
    "nordic",
    "halts",
    "rules",
    "rule",
    "gets",
];

/// Numbers of constituents in index names.
const INDEX_SIZES: &[&str] = &[
    "30", "40", "50", "100", "200", "225", "250", "300", "350", "400", "500", "600", "1000",
    "2000", "3000",
];

/// Returns true if the words from `start` to `end`, the name of an index (`Dow`, `S&P 500`), mean the index.
pub(super) fn means_index(
    headline: &Headline<'_>,
    name: &[String],
    start: usize,
    end: usize,
) -> bool {
    let last = &headline.words[end - 1];
    let next = headline.normalized_after(end);
    if last.is_hyphenated
        || NON_INDEX_WORDS.contains(&next)
        || headline.follows_title_or_given_name(start)
    {
        return false;
    }
    // 'Nasdaq 100' and 'FTSE 250' are other indices.
    let size = headline.word_after(end).filter(|_| name.len() == 1);
    let is_other_index = size.is_some_and(|word| INDEX_SIZES.contains(&word.raw));
    if is_other_index && !matches!(headline.normalized(end + 1), "points" | "point") {
        return false;
    }
    let has_number = name
        .iter()
        .any(|word| word.chars().any(|c| c.is_ascii_digit()));
    let first = name[0].as_str();
    let is_ambiguous = name.len() == 1
        && matches!(
            first,
            "dow" | "nasdaq" | "s&p" | "russell" | "smi" | "nifty" | "tsx" | "cac" | "aex" | "mib"
        );
    if has_number || !is_ambiguous {
        return true;
    }
    if first == "dow" && means_chemical_company(headline, end)
        || first == "s&p" && means_rating_agency(headline)
    {
        return false;
    }
    let before = headline.normalized_before(start);
    if matches!(before, "on" | "via" | "from") && first != "dow" {
        return false;
    }
    let is_moving = MOVE_VERBS.has(next)
        || headline
            .words
            .get(end)
            .is_some_and(super::words::Word::is_number);
    let has_market_word_beside = headline.words.iter().enumerate().any(|(index, word)| {
        !(start..end).contains(&index) && MARKET_WORDS.contains(&word.normalized.as_str())
    });
    let has_company_word_after = COMPANY_VERBS.has(next) && !MOVE_VERBS.has(next)
        || BUSINESS_NOUNS.has(next) && !MOVE_VERBS.has(next);
    is_moving || (first != "russell" && has_market_word_beside && !has_company_word_after)
}

/// Returns true if 'Dow' means the chemical company: its legal form, its business or a company's action follows.
pub(super) fn means_chemical_company(headline: &Headline<'_>, end: usize) -> bool {
    let next = headline.normalized_after(end);
    let is_company_noun = |word: &str| {
        matches!(
            word,
            "inc"
                | "chemical"
                | "chemicals"
                | "plant"
                | "plants"
                | "ceo"
                | "cfo"
                | "dividend"
                | "jobs"
                | "cracker"
                | "workers"
                | "polyethylene"
                | "plastics"
                | "guidance"
                | "outlook"
                | "stake"
                | "layoffs"
                | "profit"
                | "earnings"
                | "silicones"
                | "loss"
                | "site"
                | "unit"
                | "dupont"
        )
    };
    if is_company_noun(next)
        || matches!(next, "shares" | "stock" | "to" | "and" | "will")
            && has_word_after(headline, end, is_company_noun)
    {
        return true;
    }
    // 'Dow falls 300 points on earnings' means the index.
    let has_verb = COMPANY_VERBS.has(next);
    let is_index_move = matches!(
        next,
        "falls"
            | "rises"
            | "slides"
            | "slips"
            | "jumps"
            | "drops"
            | "gains"
            | "climbs"
            | "ends"
            | "closes"
            | "tumbles"
            | "hits"
            | "edges"
            | "adds"
            | "loses"
            | "soars"
            | "sinks"
            | "plunges"
    );
    has_verb
        && !is_index_move
        && has_word_after(headline, end, |word| {
            is_company_noun(word) || BUSINESS_OBJECTS.has(word) && !MARKET_WORDS.contains(&word)
        })
        || matches!(next, "shares" | "stock")
}

/// Returns true if one of the six words from `end` satisfies the predicate.
fn has_word_after(headline: &Headline<'_>, end: usize, predicate: impl Fn(&str) -> bool) -> bool {
    headline
        .words
        .iter()
        .skip(end)
        .take(6)
        .any(|word| predicate(&word.normalized))
}

/// Returns true if 'S&P' means the rating agency: the headline is about credit ratings.
fn means_rating_agency(headline: &Headline<'_>) -> bool {
    headline.words.iter().any(|word| {
        matches!(
            word.normalized.as_str(),
            "rating"
                | "ratings"
                | "credit"
                | "outlook"
                | "downgrades"
                | "upgrades"
                | "downgrade"
                | "upgrade"
                | "junk"
                | "sovereign"
                | "affirms"
                | "debt"
        )
    })
}

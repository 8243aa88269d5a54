//! Decides whether a name means an index or the company of the same name.

use super::{
    context::Headline,
    lists::{MOVES, NOUNS, OBJECTS, VERBS},
};

/// Words that indicate the market as a whole.
const MARKET: &[&str] = &[
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
/// Words that follow an index name used for something else.
const NOT_INDEX: &[&str] = &[
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
const SIZES: &[&str] = &[
    "30", "40", "50", "100", "200", "225", "250", "300", "350", "400", "500", "600", "1000",
    "2000", "3000",
];

/// Returns true if a name of one word (`Dow`, `Nasdaq`, `S&P`) or several (`S&P 500`, `Dow Jones`) means the index.
pub(super) fn means_index(headline: &Headline<'_>, name: &[String], at: usize, end: usize) -> bool {
    let last = &headline.words[end - 1];
    let next = headline.after(end).map_or("", |word| word.normal.as_str());
    if last.is_joined || NOT_INDEX.contains(&next) || headline.has_title(at) {
        return false;
    }
    // 'Nasdaq 100' and 'FTSE 250' are other indices.
    let figure = headline.after(end).filter(|_| name.len() == 1);
    let is_sized = figure.is_some_and(|word| SIZES.contains(&word.raw));
    if is_sized && !matches!(headline.normal(end + 1), "points" | "point") {
        return false;
    }
    let has_figure = name
        .iter()
        .any(|word| word.chars().any(|c| c.is_ascii_digit()));
    let first = name[0].as_str();
    let is_ambiguous = name.len() == 1
        && matches!(
            first,
            "dow" | "nasdaq" | "s&p" | "russell" | "smi" | "nifty" | "tsx" | "cac" | "aex" | "mib"
        );
    if has_figure || !is_ambiguous {
        return true;
    }
    if first == "dow" && is_chemical(headline, end) || first == "s&p" && is_rating(headline) {
        return false;
    }
    let before = headline.before(at).map_or("", |word| word.normal.as_str());
    if matches!(before, "on" | "via" | "from") && first != "dow" {
        return false;
    }
    let is_moving = MOVES.has(next)
        || headline
            .words
            .get(end)
            .is_some_and(super::words::Word::is_number);
    let is_within_market =
        headline.words.iter().enumerate().any(|(place, word)| {
            !(at..end).contains(&place) && MARKET.contains(&word.normal.as_str())
        });
    let is_company_like =
        VERBS.has(next) && !MOVES.has(next) || NOUNS.has(next) && !MOVES.has(next);
    is_moving || (first != "russell" && is_within_market && !is_company_like)
}

/// Returns true if 'Dow' means the chemical company: by its legal form, its business or its actions.
pub(super) fn is_chemical(headline: &Headline<'_>, end: usize) -> bool {
    let next = headline.after(end).map_or("", |word| word.normal.as_str());
    let is_thing = |word: &str| {
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
    if is_thing(next)
        || matches!(next, "shares" | "stock" | "to" | "and" | "will")
            && has_object(headline, end, is_thing)
    {
        return true;
    }
    // 'Dow falls 300 points on earnings' means the index.
    let acts = VERBS.has(next);
    let is_move = matches!(
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
    acts && !is_move
        && has_object(headline, end, |word| {
            is_thing(word) || OBJECTS.has(word) && !MARKET.contains(&word)
        })
        || matches!(next, "shares" | "stock")
}

fn has_object(headline: &Headline<'_>, end: usize, is_thing: impl Fn(&str) -> bool) -> bool {
    headline
        .words
        .iter()
        .skip(end)
        .take(6)
        .any(|word| is_thing(&word.normal))
}

/// Returns true if 'S&P' means the rating agency.
fn is_rating(headline: &Headline<'_>) -> bool {
    headline.words.iter().any(|word| {
        matches!(
            word.normal.as_str(),
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

//! Names of companies and coins, as headlines shorten them.

use super::words::words;

/// Forms of companies at the end of a name.
const FORMS: &[&str] = &[
    "ab",
    "adr",
    "ag",
    "co",
    "company",
    "corp",
    "corporation",
    "group",
    "holding",
    "holdings",
    "inc",
    "incorporated",
    "limited",
    "llc",
    "ltd",
    "nv",
    "oyj",
    "plc",
    "sa",
    "se",
    "spa",
    "the",
];
/// Words at the end of a name that headlines leave out.
const TRADES: &[&str] = &[
    "aerospace",
    "brands",
    "chase",
    "communications",
    "global",
    "international",
    "laboratories",
    "mobil",
    "motor",
    "motors",
    "petroleum",
    "pharmaceutical",
    "pharmaceuticals",
    "platforms",
    "scientific",
    "systems",
    "technologies",
    "technology",
];

/// The name as headlines write it: without the form of the company, and then without its trade where one
/// word is left that means nobody else.
pub(super) fn normal(name: &str) -> Vec<Vec<String>> {
    let plain = name
        .replace(".com", "")
        .replace("Class A", "")
        .replace("Class B", "");
    let plain = plain.replace("Class C", "");
    let mut parts: Vec<String> = words(&plain).into_iter().map(|word| word.normal).collect();
    if parts.first().is_some_and(|first| first == "the") {
        parts.remove(0);
    }
    while parts.len() > 1
        && parts
            .last()
            .is_some_and(|last| FORMS.contains(&last.as_str()))
    {
        parts.pop();
        if parts.len() > 1 && parts.last().is_some_and(|last| last == "and") {
            parts.pop();
        }
    }
    let mut short = parts.clone();
    while short.len() > 1
        && short
            .last()
            .is_some_and(|last| TRADES.contains(&last.as_str()))
    {
        short.pop();
    }
    let is_of_its_own =
        |short: &[String]| short.concat().len() > 2 && !SHARED.contains(&short.join(" ").as_str());
    if short != parts && is_of_its_own(&short) {
        vec![parts, short]
    } else {
        vec![parts]
    }
}

/// What is left of names without their trade, and is the beginning of others.
const SHARED: &[&str] = &[
    "american",
    "bristol",
    "constellation",
    "general",
    "intuitive",
    "philip morris",
    "thermo",
    "union",
];

/// Names that are words of everyday language, or of other names.
pub(super) const AMBIGUOUS: &[&str] = &[
    "arm",
    "avalanche",
    "ball",
    "best",
    "block",
    "booking",
    "bonk",
    "caterpillar",
    "compound",
    "cosmos",
    "deere",
    "discover",
    "dollar general",
    "dot",
    "dow",
    "ethena",
    "flow",
    "ford",
    "gap",
    "general motors",
    "hyperliquid",
    "intuit",
    "jupiter",
    "kite",
    "lam research",
    "linde",
    "maker",
    "mantle",
    "match",
    "meta",
    "near",
    "near protocol",
    "optimism",
    "oracle",
    "ondo",
    "progressive",
    "public storage",
    "realty income",
    "render",
    "sandbox",
    "sei",
    "shell",
    "shiba inu",
    "snap",
    "snowflake",
    "southern",
    "square",
    "stellar",
    "story",
    "sui",
    "sushi",
    "target",
    "tether",
    "the graph",
    "theta",
    "unity",
    "visa",
    "zoom",
];

/// Symbols that are words, or mean something else where they stand in capitals.
pub(super) const NO_SYMBOLS: &[&str] = &[
    "ADA", "AI", "ALL", "API", "APT", "ARE", "ARM", "ATH", "BAT", "BIG", "BUY", "CAN", "CAT",
    "CEO", "CFO", "COMP", "COP", "COST", "CPI", "CRV", "DIS", "DOT", "DOW", "EPS", "ETF", "EUR",
    "FDA", "FED", "FLOW", "FOMC", "FOR", "FTC", "GAS", "GDP", "GLD", "GRT", "HAS", "HBAR", "ICE",
    "ICP", "IMF", "IPO", "KEY", "LDO", "LIN", "LINK", "LOW", "MKR", "NEAR", "NET", "NOW", "ONE",
    "OPEC", "PSA", "RIO", "SEC", "SUI", "SUN", "UNI", "USA", "USD", "WHO",
];

/// What else a name means, by the word after it.
pub(super) const OTHER_THINGS: &[(&str, &[&str])] = &[
    (
        "amazon",
        &[
            "rainforest",
            "river",
            "basin",
            "jungle",
            "forest",
            "deforestation",
        ],
    ),
    (
        "apple",
        &[
            "pie", "orchard", "cider", "juice", "picking", "valley", "growers", "harvest",
        ],
    ),
    (
        "intel",
        &[
            "officials",
            "agencies",
            "chief",
            "committee",
            "report",
            "briefing",
        ],
    ),
    ("ford", &["foundation", "theatre", "theater"]),
];

/// People who bear the name of a company.
pub(super) const PEOPLE: [(&str, &str); 3] =
    [("henry", "ford"), ("nikola", "tesla"), ("walt", "disney")];

/// How people call companies beside their names.
pub(super) const NICKNAMES: &[(&str, &[&str])] = &[
    ("amex", &["AXP"]),
    ("berkshire", &["BRK-B"]),
    ("bofa", &["BAC"]),
    ("citi", &["C"]),
    ("coca cola", &["KO"]),
    ("disney", &["DIS"]),
    ("eli lilly", &["LLY"]),
    ("facebook", &["META"]),
    ("ge aerospace", &["GE"]),
    ("gm", &["GM"]),
    ("google", &["GOOGL", "GOOG"]),
    ("j&j", &["JNJ"]),
    ("jpmorgan", &["JPM"]),
    ("p&g", &["PG"]),
    ("toyota", &["TM"]),
];

/// Who rates others.
pub(super) const BROKERS: &[&str] = &[
    "BAC", "BCS", "C", "DB", "GS", "HSBC", "JPM", "MS", "RY", "WFC",
];

/// Words of a headline about a rating.
pub(super) const RATES: &[&str] = &[
    "analyst",
    "analysts",
    "downgrade",
    "downgraded",
    "downgrades",
    "initiates",
    "neutral",
    "outperform",
    "overweight",
    "rating",
    "reiterates",
    "target",
    "underweight",
    "upgrade",
    "upgraded",
    "upgrades",
];

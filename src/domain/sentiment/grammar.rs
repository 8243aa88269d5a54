//! Small sets of words that decide how a verb of a headline takes its subject and its object.

/// Nouns that make good of what stands before them: 'tariff relief'.
pub(super) const RELIEF: &[&str] = &[
    "relief",
    "exemption",
    "exemptions",
    "waiver",
    "waivers",
    "reprieve",
    "truce",
    "refund",
    "refunds",
];

/// Words that compare a figure with what was expected of it.
pub(super) const MEASURES: &[&str] = &[
    "beat",
    "beats",
    "top",
    "tops",
    "topped",
    "exceed",
    "exceeds",
    "above",
    "below",
    "miss",
    "misses",
    "missed",
    "surpass",
    "surpasses",
];

/// Verbs that bring down the shares behind them.
pub(super) const SINKS: &[&str] = &[
    "sink", "sinks", "sank", "tank", "tanks", "tanked", "crash", "crashes", "crater", "craters",
];

/// Words before a rise or a fall that make a noun of it: 'a drop in sales'.
pub(super) const OF_RISES: &[&str] = &[
    "no",
    "a",
    "the",
    "any",
    "further",
    "another",
    "sharp",
    "big",
    "small",
    "sees",
    "see",
    "expects",
    "reports",
    "posts",
    "surprise",
    "sudden",
    "unexpected",
    "steep",
    "steepest",
    "biggest",
    "record",
    "strong",
    "slight",
    "modest",
];

/// Words of a pace that is low.
pub(super) const SLOWER: &[&str] = &["slowest", "slower", "weakest"];

/// Verbs of `ENDS` that have no object.
pub(super) const FADES: &[&str] = &[
    "end",
    "ends",
    "ended",
    "ease",
    "eases",
    "eased",
    "expire",
    "expires",
    "expired",
    "collapse",
    "collapses",
    "settle",
    "settles",
    "settled",
    "off the table",
    "over",
    "fade",
];

/// Words behind a verb that are no object of it.
pub(super) const BEHIND: &[&str] = &[
    "in", "at", "by", "to", "of", "from", "over", "against", "again", "today", "early", "across",
    "until", "without", "among", "this", "next", "last",
];

/// Verbs of `STARTS` of which nothing good is the object: 'faces trial'.
pub(super) const HARMS: &[&str] = &[
    "face",
    "faces",
    "faced",
    "facing",
    "threaten",
    "threatens",
    "slap",
    "slapped",
    "impose",
    "imposes",
    "hit with",
    "escalates",
];

/// Verbs of those whom a case ends well for, and of those whom it does not.
pub(super) const WINS: &[&str] = &[
    "win", "wins", "won", "winning", "clear", "clears", "cleared",
];
pub(super) const LOSES: &[&str] = &["lose", "loses", "lost", "losing"];

/// Words that begin where or when something happens, behind which no object of the verb stands.
pub(super) const PLACES: &[&str] = &[
    "than",
    "across",
    "in",
    "at",
    "among",
    "throughout",
    "within",
    "from",
    "by",
];

/// Common nouns for companies.
pub(super) const FIRMS: &[&str] = &[
    "firm",
    "giant",
    "company",
    "bank",
    "chain",
    "retailer",
    "airline",
    "startup",
    "lender",
    "benchmark",
    "developer",
    "builder",
    "homebuilder",
    "refiner",
    "driller",
    "carrier",
    "shipper",
    "megacap",
    "railroad",
    "casino",
    "index",
    "token",
    "coin",
    "stock",
    "insurer",
    "miner",
    "group",
    "fund",
    "operator",
    "brewer",
    "grocer",
    "utility",
    "exporter",
    "producer",
    "broker",
];

/// Words of an amount, behind which an 'in' names what it is of: '$2 billion in contracts'.
pub(super) const AMOUNTS: &[&str] = &["million", "billion", "trillion", "bn", "mn"];

/// Prepositions between a noun and what it is of: 'shortage of workers', 'unemployment in Spain'.
pub(super) const JOINTS: &[&str] = &[
    "of", "on", "for", "in", "with", "at", "among", "across", "against", "between",
];

/// Words behind a move that say that it goes on: 'plunge continues'.
pub(super) const CONTINUES: &[&str] = &[
    "continue",
    "continues",
    "continued",
    "deepens",
    "deepened",
    "extends",
    "persists",
    "resumes",
    "accelerates",
];

/// Days and months, in lower case.
pub(super) const DAYS: &[&str] = &[
    "monday",
    "tuesday",
    "wednesday",
    "thursday",
    "friday",
    "saturday",
    "sunday",
    "january",
    "february",
    "march",
    "april",
    "june",
    "july",
    "august",
    "september",
    "october",
    "november",
    "december",
    "tomorrow",
];

/// Nouns of a move up or down.
pub(super) const MOVES: &[&str] = &[
    "drop", "fall", "slide", "slump", "decline", "declines", "plunge", "dip", "retreat", "rally",
    "gain", "gains", "surge", "jump", "climb", "advance", "advances", "rebound", "rebounds",
    "bounce", "rise", "increase", "downturn", "slowdown", "upturn", "swoon", "tumble", "freefall",
];

/// Verbs behind which what is bad does no harm.
pub(super) const BRAVES: &[&str] = &[
    "shrugs off",
    "shrug off",
    "shrugged off",
    "defies",
    "defy",
    "defying",
    "defied",
    "weathers",
    "weathered",
    "withstands",
];

/// How verbs begin behind which something bad does not happen.
pub(super) const ESCAPES: &[&str] = &[
    "dodg",
    "escap",
    "avoid",
    "avert",
    "evad",
    "sidestep",
    "surviv",
    "fend off",
    "fends off",
];

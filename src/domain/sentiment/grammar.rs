//! Word sets that decide how a verb relates to its subject and object.

/// Nouns that make the preceding noun positive: 'tariff relief'.
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

/// Words that compare a figure with its estimate.
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

/// Verbs that push down the following stock.
pub(super) const SINKS: &[&str] = &[
    "sink", "sinks", "sank", "tank", "tanks", "tanked", "crash", "crashes", "crater", "craters",
];

/// Words that turn a following rise or fall into a noun: 'a drop in sales'.
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

/// Words for a slow pace.
pub(super) const SLOWER: &[&str] = &["slowest", "slower", "weakest"];

/// Intransitive verbs of `ENDS`.
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

/// Words after a verb that are not its object.
pub(super) const BEHIND: &[&str] = &[
    "in", "at", "by", "to", "of", "from", "over", "against", "again", "today", "early", "across",
    "until", "without", "among", "this", "next", "last",
];

/// Verbs of `STARTS` whose object is bad: 'faces trial'.
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

/// Verbs of winners and of losers of a court case.
pub(super) const WINS: &[&str] = &[
    "win", "wins", "won", "winning", "clear", "clears", "cleared",
];
pub(super) const LOSES: &[&str] = &["lose", "loses", "lost", "losing"];

/// Words that introduce a place or time, after which no object follows.
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

/// Words of an amount; a following 'in' names its purpose: '$2 billion in contracts'.
pub(super) const AMOUNTS: &[&str] = &["million", "billion", "trillion", "bn", "mn"];

/// Prepositions between a noun and its complement: 'shortage of workers', 'unemployment in Spain'.
pub(super) const JOINTS: &[&str] = &[
    "of", "on", "for", "in", "with", "at", "among", "across", "against", "between",
];

/// Words after a move that report its continuation: 'plunge continues'.
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

/// Nouns for a move up or down.
pub(super) const MOVES: &[&str] = &[
    "drop", "fall", "slide", "slump", "decline", "declines", "plunge", "dip", "retreat", "rally",
    "gain", "gains", "surge", "jump", "climb", "advance", "advances", "rebound", "rebounds",
    "bounce", "rise", "increase", "downturn", "slowdown", "upturn", "swoon", "tumble", "freefall",
];

/// Verbs whose bad object does no harm.
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

/// Beginnings of verbs whose bad object does not happen.
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

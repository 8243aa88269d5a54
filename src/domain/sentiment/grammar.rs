//! Word sets that determine the relation of a verb to its subject and object.

/// Nouns that make the preceding noun positive: 'tariff relief'.
pub(super) const RELIEF_NOUNS: &[&str] = &[
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
pub(super) const COMPARISON_VERBS: &[&str] = &[
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
pub(super) const SINKING_VERBS: &[&str] = &[
    "sink", "sinks", "sank", "tank", "tanks", "tanked", "crash", "crashes", "crater", "craters",
];

/// Words that turn a following rise or fall into a noun: 'a drop in sales'.
pub(super) const WORDS_BEFORE_MOVE_NOUNS: &[&str] = &[
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

/// Adjectives for a slow pace: 'climb at the slowest pace'.
pub(super) const SLOW_PACE_WORDS: &[&str] = &["slowest", "slower", "weakest"];

/// Verbs of [`ENDING_VERBS`](super::lists::ENDING_VERBS) that need no object: 'the strike ends'.
pub(super) const FADING_VERBS: &[&str] = &[
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

/// Words after a verb that do not start an object.
pub(super) const NON_OBJECT_WORDS: &[&str] = &[
    "in", "at", "by", "to", "of", "from", "over", "against", "again", "today", "early", "across",
    "until", "without", "among", "this", "next", "last",
];

/// Verbs of [`STARTING_VERBS`](super::lists::STARTING_VERBS) with a bad object: 'faces trial'.
pub(super) const HARMING_VERBS: &[&str] = &[
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

/// Verbs for winning a court case.
pub(super) const COURT_WIN_VERBS: &[&str] = &[
    "win", "wins", "won", "winning", "clear", "clears", "cleared",
];
/// Verbs for losing a court case.
pub(super) const COURT_LOSS_VERBS: &[&str] = &["lose", "loses", "lost", "losing"];

/// Words that introduce a place or time, after which no object follows.
pub(super) const PLACE_PREPOSITIONS: &[&str] = &[
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
pub(super) const COMPANY_NOUNS: &[&str] = &[
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

/// Words of an amount; a following 'in' introduces its purpose: '$2 billion in contracts'.
pub(super) const AMOUNT_WORDS: &[&str] = &["million", "billion", "trillion", "bn", "mn"];

/// Prepositions between a noun and its complement: 'shortage of workers', 'unemployment in Spain'.
pub(super) const COMPLEMENT_PREPOSITIONS: &[&str] = &[
    "of", "on", "for", "in", "with", "at", "among", "across", "against", "between",
];

/// Verbs after a move that report that the move continues: 'plunge continues'.
pub(super) const CONTINUING_VERBS: &[&str] = &[
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
pub(super) const DAYS_AND_MONTHS: &[&str] = &[
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
pub(super) const MOVE_NOUNS: &[&str] = &[
    "drop", "fall", "slide", "slump", "decline", "declines", "plunge", "dip", "retreat", "rally",
    "gain", "gains", "surge", "jump", "climb", "advance", "advances", "rebound", "rebounds",
    "bounce", "rise", "increase", "downturn", "slowdown", "upturn", "swoon", "tumble", "freefall",
];

/// Verbs whose bad object does no harm: 'shrugs off the short seller'.
pub(super) const WITHSTANDING_VERBS: &[&str] = &[
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

/// Beginnings of verbs whose bad object does not happen: 'dodges hurricane damage'.
pub(super) const ESCAPING_VERB_STEMS: &[&str] = &[
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

//! How a finance headline sounds for the price: a weighted lexicon with negation.
//!
//! General-purpose lexicons misread this field ('loss narrows' is good, 'beats' is no violence), so
//! this one is written for it. A headline is read word by word; phrases win over words; a negation
//! turns the next three words around; what follows 'despite' counts half, and turned around is not
//! needed, because the main clause decides. The title counts double against the text.

use super::news::Sentiment;

/// Beyond this a text takes a side.
const THRESHOLD: f64 = 0.9;
/// Words that a negation reaches.
const REACH: usize = 3;

/// Phrases, longest first where one contains another. They are matched on stems, so 'profit
/// warnings' is found by 'profit warning'.
const PHRASES: &[(&str, f64)] = &[
    ("narrower loss", 2.0),
    ("smaller loss", 2.0),
    ("loss narrow", 2.0),
    ("narrow loss", 2.0),
    ("cut loss", 1.0),
    ("wider loss", -2.0),
    ("loss widen", -2.0),
    ("less than expect", -0.5),
    ("lower than expect", -1.0),
    ("worse than expect", -2.0),
    ("better than expect", 2.0),
    ("higher than expect", 1.0),
    ("more than expect", 0.5),
    ("record high", 2.5),
    ("all time high", 2.5),
    ("new high", 2.0),
    ("52 week high", 2.0),
    ("record close", 2.0),
    ("record low", -2.5),
    ("all time low", -2.5),
    ("new low", -2.0),
    ("52 week low", -2.0),
    ("year low", -1.5),
    ("year high", 1.5),
    ("profit warning", -3.0),
    ("guidance cut", -2.0),
    ("cut guidance", -2.5),
    ("cut forecast", -2.0),
    ("cut outlook", -2.0),
    ("lower guidance", -2.0),
    ("lower outlook", -2.0),
    ("raise guidance", 2.5),
    ("raise forecast", 2.0),
    ("raise outlook", 2.0),
    ("lift guidance", 2.5),
    ("lift forecast", 2.0),
    ("raise dividend", 2.0),
    ("cut dividend", -2.5),
    ("suspend dividend", -3.0),
    ("dividend cut", -2.5),
    ("dividend increase", 2.0),
    ("share buyback", 1.5),
    ("stock buyback", 1.5),
    ("rate cut", 0.7),
    ("rate hike", -0.7),
    ("cut rate", 0.7),
    ("raise rate", -0.7),
    ("cut job", -1.0),
    ("job cut", -1.0),
    ("cut cost", 0.8),
    ("cost cut", 0.8),
    ("price target cut", -1.5),
    ("cut price target", -1.5),
    ("raise price target", 1.5),
    ("price target raise", 1.5),
    ("beat estimate", 2.0),
    ("beat expectation", 2.0),
    ("beat forecast", 2.0),
    ("top estimate", 2.0),
    ("top expectation", 2.0),
    ("top forecast", 2.0),
    ("miss estimate", -2.0),
    ("miss expectation", -2.0),
    ("miss forecast", -2.0),
    ("short of expectation", -2.0),
    ("short of estimate", -2.0),
    ("fall short", -2.0),
    ("bear market", -1.5),
    ("bull market", 1.5),
    ("short seller", -1.0),
    ("chapter 11", -3.0),
    ("going concern", -3.0),
    ("under pressure", -1.5),
    ("sell off", -2.0),
    ("price competition", -0.7),
    ("inflation ease", 1.5),
    ("inflation cool", 1.5),
    ("inflation rise", -1.2),
    ("inflation jump", -1.5),
    ("yield jump", -1.0),
    ("yield surge", -1.0),
    ("cost rise", -1.0),
    ("unemployment rise", -1.2),
    ("unemployment fall", 1.0),
    ("debt rise", -0.8),
    ("inventory build", -0.7),
    ("multi year low", -1.5),
    ("multi year high", 1.5),
    ("strong demand", 1.5),
    ("weak demand", -1.5),
    ("demand weaken", -1.5),
    ("safety concern", -1.5),
    ("trading halt", -1.0),
    ("fee fall", 0.8),
    ("hope fade", -1.5),
    ("risk appetite retreat", -1.5),
    ("lose ground", -1.5),
    ("gain ground", 1.5),
    ("lose momentum", -1.5),
    ("on track", 0.8),
];

/// Single words as stems.
const WORDS: &[(&str, f64)] = &[
    // Up
    ("surge", 2.0),
    ("soar", 2.5),
    ("jump", 1.5),
    ("rally", 1.8),
    ("gain", 1.3),
    ("rise", 1.0),
    ("climb", 1.2),
    ("advance", 1.0),
    ("spike", 0.8),
    ("rebound", 1.3),
    ("recover", 1.2),
    ("recovery", 1.0),
    ("outperform", 1.5),
    ("beat", 1.3),
    ("exceed", 1.3),
    ("top", 0.6),
    ("upgrade", 1.8),
    ("bullish", 2.0),
    ("boost", 1.3),
    ("boom", 1.5),
    ("record", 0.6),
    ("strong", 1.0),
    ("stronger", 1.0),
    ("strength", 1.0),
    ("robust", 1.2),
    ("growth", 0.8),
    ("grow", 0.8),
    ("expand", 0.8),
    ("expansion", 0.6),
    ("profit", 0.5),
    ("profitable", 1.0),
    ("improve", 1.0),
    ("improvement", 0.8),
    ("win", 1.0),
    ("approval", 1.2),
    ("approve", 1.0),
    ("breakthrough", 1.5),
    ("optimism", 1.3),
    ("optimistic", 1.3),
    ("upbeat", 1.5),
    ("positive", 1.0),
    ("success", 1.2),
    ("accelerate", 1.0),
    ("outpace", 1.0),
    ("shine", 1.3),
    ("favour", 0.8),
    ("favor", 0.8),
    ("inflow", 1.2),
    ("skyrocket", 2.5),
    ("lift", 0.8),
    ("buyback", 1.2),
    ("rosy", 1.0),
    ("resilient", 1.0),
    ("ease", 0.4),
    ("confidence", 0.6),
    ("buy", 0.4),
    ("milestone", 0.8),
    ("partnership", 0.6),
    ("restock", 0.6),
    ("innovate", 0.5),
    ("raise", 0.4),
    ("higher", 0.6),
    ("up", 0.4),
    // Down
    ("plunge", -2.5),
    ("plummet", -2.5),
    ("tumble", -2.0),
    ("crash", -2.5),
    ("slump", -2.0),
    ("slide", -1.5),
    ("sink", -1.8),
    ("fall", -1.2),
    ("drop", -1.3),
    ("decline", -1.2),
    ("dip", -0.8),
    ("slip", -1.0),
    ("retreat", -1.0),
    ("lose", -1.0),
    ("loss", -1.0),
    ("weak", -1.0),
    ("weaken", -1.2),
    ("weaker", -1.0),
    ("weakness", -1.0),
    ("miss", -1.3),
    ("disappoint", -1.5),
    ("disappointing", -1.5),
    ("downgrade", -1.8),
    ("bearish", -2.0),
    ("warn", -1.5),
    ("warning", -1.3),
    ("cut", -0.5),
    ("slash", -1.3),
    ("lawsuit", -1.3),
    ("sue", -1.2),
    ("probe", -1.2),
    ("investigation", -1.2),
    ("fraud", -2.5),
    ("scandal", -2.0),
    ("bankruptcy", -3.0),
    ("bankrupt", -3.0),
    ("default", -1.8),
    ("recall", -1.3),
    ("halt", -0.8),
    ("delay", -0.8),
    ("fear", -1.2),
    ("worry", -1.2),
    ("concern", -0.8),
    ("risk", -0.4),
    ("uncertainty", -0.8),
    ("volatile", -0.5),
    ("recession", -1.5),
    ("crisis", -1.8),
    ("layoff", -1.2),
    ("fine", -0.8),
    ("penalty", -1.0),
    ("ban", -1.0),
    ("tariff", -0.8),
    ("shortage", -0.8),
    ("selloff", -2.0),
    ("outflow", -1.2),
    ("hack", -2.0),
    ("breach", -1.3),
    ("liquidation", -1.2),
    ("unwind", -0.8),
    ("doubt", -1.0),
    ("pressure", -0.8),
    ("struggle", -1.3),
    ("hurt", -1.0),
    ("hit", -0.4),
    ("weigh", -0.8),
    ("downturn", -1.5),
    ("gloomy", -1.3),
    ("negative", -1.0),
    ("underperform", -1.5),
    ("lower", -0.6),
    ("down", -0.5),
    ("worst", -1.0),
    ("shrink", -1.0),
    ("stall", -1.0),
    ("wipe", -1.2),
    ("sour", -1.2),
    ("drag", -1.0),
    ("glut", -1.0),
    ("fade", -0.8),
    ("sell", -0.4),
    ("strike", -0.6),
    ("collapse", -2.5),
];

const NEGATIONS: &[&str] = &[
    "not", "no", "never", "without", "fail", "hardly", "barely", "isnt", "doesnt", "didnt", "wont",
    "cant", "unable",
];
const CONCESSIONS: &[&str] = &["despite", "although", "though"];

/// How title and text sound together.
pub fn of(title: &str, content: &str) -> Sentiment {
    let score = score(title) + score(content).clamp(-1.5, 1.5) / 2.0;
    if score >= THRESHOLD {
        Sentiment::Positive
    } else if score <= -THRESHOLD {
        Sentiment::Negative
    } else {
        Sentiment::Neutral
    }
}

fn score(text: &str) -> f64 {
    let words: Vec<String> = words(text);
    let (mut sum, mut at, mut turned, mut weight) = (0.0, 0, 0_usize, 1.0);
    while at < words.len() {
        let word = words[at].as_str();
        if CONCESSIONS.contains(&word) {
            weight = 0.3;
            at += 1;
            continue;
        }
        if word == "," || word == "but" {
            weight = 1.0;
            turned = 0;
            at += 1;
            continue;
        }
        if NEGATIONS.contains(&word) {
            turned = REACH + 1;
            at += 1;
            continue;
        }
        let (value, length) = phrase(&words[at..])
            .or_else(|| single(word).map(|value| (value, 1)))
            .unwrap_or((0.0, 1));
        // 'Fails to improve' is bad; 'does not fall' is good, but less so than a rise.
        sum += weight
            * if turned == 0 {
                value
            } else if value > 0.0 {
                -value
            } else {
                -0.8 * value
            };
        turned = turned.saturating_sub(length);
        at += length;
    }
    sum
}

fn phrase(words: &[String]) -> Option<(f64, usize)> {
    PHRASES
        .iter()
        .map(|(phrase, value)| (phrase.split(' '), *value))
        .filter_map(|(parts, value)| {
            let parts: Vec<&str> = parts.collect();
            let same = words.len() >= parts.len()
                && parts.iter().zip(words).all(|(part, word)| part == word);
            same.then_some((value, parts.len()))
        })
        .max_by_key(|(_, length)| *length)
}

fn single(word: &str) -> Option<f64> {
    WORDS
        .iter()
        .find(|(known, _)| *known == word)
        .map(|(_, value)| *value)
}

/// Lower-case stems; commas stay, because they end a clause.
fn words(text: &str) -> Vec<String> {
    let mut out = Vec::new();
    let mut word = String::new();
    for letter in text.chars().chain([' ']) {
        match letter {
            '\'' | '’' => {}
            letter if letter.is_alphanumeric() => word.extend(letter.to_lowercase()),
            other => {
                if !word.is_empty() {
                    out.push(stem(&std::mem::take(&mut word)));
                }
                if matches!(other, ',' | ';' | '—' | ':') {
                    out.push(",".to_owned());
                }
            }
        }
    }
    out
}

/// English endings, as far as this lexicon needs them.
fn stem(word: &str) -> String {
    const IRREGULAR: &[(&str, &str)] = &[
        ("fell", "fall"),
        ("fallen", "fall"),
        ("rose", "rise"),
        ("risen", "rise"),
        ("lost", "lose"),
        ("losing", "lose"),
        ("losses", "loss"),
        ("sank", "sink"),
        ("sunk", "sink"),
        ("slid", "slide"),
        ("grew", "grow"),
        ("grown", "grow"),
        ("won", "win"),
        ("sold", "sell"),
        ("bought", "buy"),
        ("shrank", "shrink"),
        ("sinking", "sink"),
        ("rallies", "rally"),
        ("rallied", "rally"),
        ("worries", "worry"),
        ("worried", "worry"),
        ("inventories", "inventory"),
        ("news", "news"),
        ("shares", "share"),
        ("beating", "beat"),
        ("highs", "high"),
        ("lows", "low"),
        ("is", "is"),
        ("was", "was"),
        ("this", "this"),
        ("falling", "fall"),
        ("rising", "rise"),
        ("loss", "loss"),
        ("miss", "miss"),
        ("crisis", "crisis"),
        ("missed", "miss"),
        ("misses", "miss"),
        ("success", "success"),
        ("business", "business"),
        ("weakness", "weakness"),
        ("warning", "warning"),
        ("warnings", "warning"),
        ("trading", "trading"),
        ("going", "going"),
        ("disappointing", "disappointing"),
        ("during", "during"),
        ("recoveries", "recovery"),
        ("recovered", "recover"),
        ("banned", "ban"),
        ("dropped", "drop"),
        ("dropping", "drop"),
        ("slipped", "slip"),
        ("slipping", "slip"),
        ("dipped", "dip"),
        ("topped", "top"),
        ("stronger", "stronger"),
        ("cutting", "cut"),
        ("fed", "fed"),
        ("expected", "expect"),
        ("feared", "fear"),
        ("sued", "sue"),
        ("penalties", "penalty"),
        ("wiped", "wipe"),
    ];
    if let Some((_, stem)) = IRREGULAR.iter().find(|(form, _)| *form == word) {
        return (*stem).to_owned();
    }
    let known = |stem: &str| {
        WORDS.iter().any(|(known, _)| *known == stem)
            || NEGATIONS.contains(&stem)
            || PHRASES
                .iter()
                .any(|(phrase, _)| phrase.split(' ').any(|part| part == stem))
    };
    if known(word) {
        return word.to_owned();
    }
    for (ending, instead) in [
        ("ies", "y"),
        ("es", ""),
        ("s", ""),
        ("ed", ""),
        ("d", ""),
        ("ing", ""),
        ("ing", "e"),
        ("ed", "e"),
        ("ly", ""),
    ] {
        if let Some(root) = word.strip_suffix(ending) {
            let candidate = format!("{root}{instead}");
            if candidate.len() > 2 && known(&candidate) {
                return candidate;
            }
        }
    }
    word.to_owned()
}

#[cfg(test)]
mod tests;

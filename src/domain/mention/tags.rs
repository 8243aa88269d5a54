//! Parses tagged symbols: `$AAPL`, `(AAPL)`, `NASDAQ:AAPL`, `(NYSE: BRK.B)`.

use super::{lists::NO_SYMBOLS, words::Word};

/// A tagged symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    /// Symbol in capitals.
    pub(super) symbol: String,
    /// Venue named by the tag.
    pub(super) venue: Venue,
}

/// A trading venue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Venue {
    /// Not named by the tag.
    Unsaid,
    /// A US stock exchange.
    UnitedStates,
    /// Another stock exchange, with the suffixes of its symbols.
    Abroad(&'static [&'static str]),
    /// A cryptocurrency exchange.
    Crypto,
}

const UNITED_STATES: &[&str] = &[
    "nasdaq",
    "nasdaqgs",
    "nasdaqgm",
    "nasdaqcm",
    "nasdaqnm",
    "nyse",
    "nysearca",
    "nyseamerican",
    "nysemkt",
    "amex",
    "arca",
    "cboe",
    "bats",
    "otc",
    "otcmkts",
    "otcqb",
    "otcqx",
    "otcpk",
    "pink",
    "nq",
];

const ABROAD: &[(&str, &[&str])] = &[
    ("lse", &[".L"]),
    ("lon", &[".L"]),
    ("aim", &[".L"]),
    ("tsx", &[".TO"]),
    ("tsxv", &[".V"]),
    ("cve", &[".V"]),
    ("tse", &[".TO", ".T"]),
    ("neo", &[".NE"]),
    ("etr", &[".DE"]),
    ("xetra", &[".DE"]),
    ("fra", &[".F", ".DE"]),
    ("fwb", &[".F", ".DE"]),
    ("epa", &[".PA"]),
    ("euronext", &[".PA", ".AS", ".BR"]),
    ("ams", &[".AS"]),
    ("ebr", &[".BR"]),
    ("bit", &[".MI"]),
    ("bme", &[".MC"]),
    ("six", &[".SW"]),
    ("swx", &[".SW"]),
    ("sto", &[".ST"]),
    ("cph", &[".CO"]),
    ("osl", &[".OL"]),
    ("hel", &[".HE"]),
    ("vie", &[".VI"]),
    ("tyo", &[".T"]),
    ("hkg", &[".HK"]),
    ("hkex", &[".HK"]),
    ("sehk", &[".HK"]),
    ("asx", &[".AX"]),
    ("nse", &[".NS"]),
    ("bse", &[".BO"]),
    ("bom", &[".BO"]),
    ("krx", &[".KS"]),
    ("twse", &[".TW"]),
    ("sgx", &[".SI"]),
    ("jse", &[".JO"]),
    ("sha", &[".SS"]),
    ("she", &[".SZ"]),
    ("bvmf", &[".SA"]),
    ("b3", &[".SA"]),
    ("cse", &[".CN"]),
];

/// Exchange codes after a symbol: `AAPL:US`.
const BLOOMBERG: &[(&str, Venue)] = &[
    (":US", Venue::UnitedStates),
    (":LN", Venue::Abroad(&[".L"])),
    (":GR", Venue::Abroad(&[".DE"])),
    (":FP", Venue::Abroad(&[".PA"])),
    (":JP", Venue::Abroad(&[".T"])),
];

/// Returns the venue of an exchange's name; `None` if it is not an exchange.
pub(super) fn venue(name: &str) -> Option<Venue> {
    let name = name.to_ascii_lowercase().replace([' ', '-'], "");
    if UNITED_STATES.contains(&name.as_str()) {
        return Some(Venue::UnitedStates);
    }
    if matches!(name.as_str(), "crypto" | "cryptocurrency" | "coin") {
        return Some(Venue::Crypto);
    }
    let abroad = ABROAD.iter().find(|(exchange, _)| *exchange == name)?;
    Some(Venue::Abroad(abroad.1))
}

/// Returns the tag that starts at word `at`, and the number of words it covers: two for `NASDAQ:AAPL`.
pub(super) fn tag(text: &str, words: &[Word<'_>], at: usize) -> Option<(Tag, usize)> {
    let word = &words[at];
    let before = &text[..word.from];
    if let Some(venue) = venue_before_colon(text, words, at) {
        let length = colon_words(words, at);
        let next = words.get(at + length)?;
        let symbol = symbol(next, text)?;
        // 'Nasdaq: AI stocks rally' is not a tag.
        let is_close = !text[..next.from].ends_with(' ') || before.ends_with(['(', '[', ';']);
        let is_symbol = is_close || !NO_SYMBOLS.has(&next.normal);
        return is_symbol.then_some((Tag { symbol, venue }, length + 1));
    }
    if let Some((_, venue)) = BLOOMBERG
        .iter()
        .find(|(ending, _)| text[word.to..].starts_with(ending))
    {
        let (symbol, venue) = (symbol(word, text)?, *venue);
        return Some((Tag { symbol, venue }, 2));
    }
    if before.ends_with('$') && word.raw.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let symbol = symbol(word, text)?;
        let venue = Venue::Unsaid;
        return Some((Tag { symbol, venue }, 1));
    }
    let opening = before.rfind(['(', '['])?;
    let inside = &text[opening + 1..];
    let inside = &inside[..inside.find([')', ']'])?];
    if opening + 1 + inside.len() < word.to {
        return None;
    }
    let symbol = symbol(word, text)?;
    // Several symbols of one exchange: '(NASDAQ: GOOG, GOOGL)'.
    if let Some((exchange, list)) = inside.split_once(':') {
        let venue = venue(exchange.trim())?;
        let is_list = list.split([',', ';', '/']).all(|one| one.trim().len() <= 7);
        return is_list.then_some((Tag { symbol, venue }, 1));
    }
    let shown = inside.trim();
    let bare = shown.strip_suffix(" US").unwrap_or(shown);
    let is_first = text[opening + 1..word.from].trim().is_empty();
    let is_alone = is_first && bare.len() <= 10 && !bare.contains(' ');
    let venue = Venue::Unsaid;
    is_alone.then_some((Tag { symbol, venue }, 1))
}

/// Returns the number of words of the exchange name at `at`: two for `NYSE American`.
fn colon_words(words: &[Word<'_>], at: usize) -> usize {
    let second = words.get(at + 1).map(|word| word.normal.as_str());
    let is_two = words[at].normal == "nyse" && matches!(second, Some("american" | "arca" | "mkt"))
        || words[at].normal == "otc" && second == Some("markets")
        || words[at].normal == "tsx" && second == Some("venture");
    if is_two { 2 } else { 1 }
}

fn venue_before_colon(text: &str, words: &[Word<'_>], at: usize) -> Option<Venue> {
    let last = &words[at + colon_words(words, at) - 1];
    let rest = text[last.to..].strip_prefix(':')?;
    let gap = rest.trim_start_matches(' ');
    let is_near = rest.len() - gap.len() <= 1 && gap.starts_with(|c: char| c.is_alphanumeric());
    if !is_near {
        return None;
    }
    venue(&words[at].normal)
}

/// Returns the symbol at a word, with its class: `BRK.B`, `BRK-B`; `AAPL.O` without its suffix.
fn symbol(word: &Word<'_>, text: &str) -> Option<String> {
    let rest = &text[word.from..];
    let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || ".-/".contains(c);
    let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
    let follows = rest[end..].chars().next();
    if follows.is_some_and(char::is_alphabetic) {
        return None;
    }
    let symbol = rest[..end].trim_end_matches(['.', '-', '/']);
    let is_one = !symbol.is_empty()
        && symbol.len() <= 10
        && symbol
            .chars()
            .any(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    let symbol = [".O", ".OQ", ".N", ".K", ".P"]
        .iter()
        .find_map(|ending| symbol.strip_suffix(ending))
        .unwrap_or(symbol);
    is_one.then(|| symbol.replace('/', "."))
}

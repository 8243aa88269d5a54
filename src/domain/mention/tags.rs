//! Parses tagged symbols: `$AAPL`, `(AAPL)`, `NASDAQ:AAPL`, `(NYSE: BRK.B)`.

use super::{lists::AMBIGUOUS_SYMBOLS, words::Word};

/// A tagged symbol.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(super) struct Tag {
    /// Symbol in capitals.
    pub(super) symbol: String,
    /// Venue that the tag names.
    pub(super) venue: Venue,
}

/// A trading venue.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Venue {
    /// The tag names no venue.
    Unknown,
    /// A US stock exchange.
    UnitedStates,
    /// A stock exchange outside the US, with the suffixes of its symbols.
    Foreign(&'static [&'static str]),
    /// A cryptocurrency exchange.
    Crypto,
}

/// Names of US stock exchanges and over-the-counter markets.
const US_EXCHANGES: &[&str] = &[
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

/// Names of other stock exchanges, with the suffixes of their symbols.
const FOREIGN_EXCHANGES: &[(&str, &[&str])] = &[
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

/// Bloomberg's exchange codes after a symbol: `AAPL:US`.
const BLOOMBERG_SUFFIXES: &[(&str, Venue)] = &[
    (":US", Venue::UnitedStates),
    (":LN", Venue::Foreign(&[".L"])),
    (":GR", Venue::Foreign(&[".DE"])),
    (":FP", Venue::Foreign(&[".PA"])),
    (":JP", Venue::Foreign(&[".T"])),
];

/// Returns the venue with this name; `None` for an unknown name.
pub(super) fn parse_venue(name: &str) -> Option<Venue> {
    let name = name.to_ascii_lowercase().replace([' ', '-'], "");
    if US_EXCHANGES.contains(&name.as_str()) {
        return Some(Venue::UnitedStates);
    }
    if matches!(name.as_str(), "crypto" | "cryptocurrency" | "coin") {
        return Some(Venue::Crypto);
    }
    let foreign = FOREIGN_EXCHANGES
        .iter()
        .find(|(exchange, _)| *exchange == name)?;
    Some(Venue::Foreign(foreign.1))
}

/// Returns the tag that starts at the word `index`, and the number of its words: two for `NASDAQ:AAPL`.
pub(super) fn parse_tag(text: &str, words: &[Word<'_>], index: usize) -> Option<(Tag, usize)> {
    let word = &words[index];
    let before = &text[..word.start];
    if let Some(venue) = venue_before_colon(text, words, index) {
        let length = exchange_word_count(words, index);
        let next = words.get(index + length)?;
        let symbol = parse_symbol(next, text)?;
        // 'Nasdaq: AI stocks rally' is not a tag.
        let is_unspaced = !text[..next.start].ends_with(' ') || before.ends_with(['(', '[', ';']);
        let is_symbol = is_unspaced || !AMBIGUOUS_SYMBOLS.has(&next.normalized);
        return is_symbol.then_some((Tag { symbol, venue }, length + 1));
    }
    if let Some((_, venue)) = BLOOMBERG_SUFFIXES
        .iter()
        .find(|(suffix, _)| text[word.end..].starts_with(suffix))
    {
        let (symbol, venue) = (parse_symbol(word, text)?, *venue);
        return Some((Tag { symbol, venue }, 2));
    }
    if before.ends_with('$') && word.raw.starts_with(|c: char| c.is_ascii_alphabetic()) {
        let symbol = parse_symbol(word, text)?;
        let venue = Venue::Unknown;
        return Some((Tag { symbol, venue }, 1));
    }
    let opening = before.rfind(['(', '['])?;
    let inside = &text[opening + 1..];
    let inside = &inside[..inside.find([')', ']'])?];
    if opening + 1 + inside.len() < word.end {
        return None;
    }
    let symbol = parse_symbol(word, text)?;
    // Several symbols of one exchange: '(NASDAQ: GOOG, GOOGL)'.
    if let Some((exchange, list)) = inside.split_once(':') {
        let venue = parse_venue(exchange.trim())?;
        let is_list = list.split([',', ';', '/']).all(|one| one.trim().len() <= 7);
        return is_list.then_some((Tag { symbol, venue }, 1));
    }
    let content = inside.trim();
    let without_country = content.strip_suffix(" US").unwrap_or(content);
    let is_first = text[opening + 1..word.start].trim().is_empty();
    let is_alone = is_first && without_country.len() <= 10 && !without_country.contains(' ');
    let venue = Venue::Unknown;
    is_alone.then_some((Tag { symbol, venue }, 1))
}

/// Returns the number of words of the exchange name at the word `index`: two for `NYSE American`.
fn exchange_word_count(words: &[Word<'_>], index: usize) -> usize {
    let second = words.get(index + 1).map(|word| word.normalized.as_str());
    let has_two_words = words[index].normalized == "nyse"
        && matches!(second, Some("american" | "arca" | "mkt"))
        || words[index].normalized == "otc" && second == Some("markets")
        || words[index].normalized == "tsx" && second == Some("venture");
    if has_two_words { 2 } else { 1 }
}

/// Returns the venue whose name starts at the word `index`, if a colon and a symbol follow the name.
fn venue_before_colon(text: &str, words: &[Word<'_>], index: usize) -> Option<Venue> {
    let last = &words[index + exchange_word_count(words, index) - 1];
    let rest = text[last.end..].strip_prefix(':')?;
    let after_spaces = rest.trim_start_matches(' ');
    let is_tag = rest.len() - after_spaces.len() <= 1
        && after_spaces.starts_with(|c: char| c.is_alphanumeric());
    if !is_tag {
        return None;
    }
    parse_venue(&words[index].normalized)
}

/// Returns the symbol that starts at a word, with its share class (`BRK.B`, `BRK-B`) and without a Reuters exchange
/// suffix (`AAPL.O`).
fn parse_symbol(word: &Word<'_>, text: &str) -> Option<String> {
    let rest = &text[word.start..];
    let is_part = |c: char| c.is_ascii_uppercase() || c.is_ascii_digit() || ".-/".contains(c);
    let end = rest.find(|c: char| !is_part(c)).unwrap_or(rest.len());
    let next_char = rest[end..].chars().next();
    if next_char.is_some_and(char::is_alphabetic) {
        return None;
    }
    let symbol = rest[..end].trim_end_matches(['.', '-', '/']);
    let is_symbol = !symbol.is_empty()
        && symbol.len() <= 10
        && symbol
            .chars()
            .any(|c| c.is_ascii_uppercase() || c.is_ascii_digit());
    let symbol = [".O", ".OQ", ".N", ".K", ".P"]
        .iter()
        .find_map(|suffix| symbol.strip_suffix(suffix))
        .unwrap_or(symbol);
    is_symbol.then(|| symbol.replace('/', "."))
}

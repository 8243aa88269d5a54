//! Finds tickers that a headline names by symbol: in a tag, or in capitals.

use std::ops::Range;

use super::{
    Mention, NameIndex,
    context::Headline,
    lists::{AMBIGUOUS_SYMBOLS, BUSINESS_NOUNS, CRYPTO_WORDS},
    tags::{self, Tag, Venue},
};
use crate::domain::ticker::TickerKind;

impl NameIndex {
    /// Resolves the ticker tag of a feed (`AAPL`, `Nasdaq:AAPL`) to a symbol. Resolves it to a coin only if the tag names a
    /// cryptocurrency exchange. Returns an unknown symbol unchanged, and `None` for the symbol of a coin without
    /// exchange.
    pub fn resolve_tag(&self, tag: &str) -> Option<String> {
        let (venue, symbol) = match tag.rsplit_once(':') {
            Some((exchange, symbol)) => (tags::parse_venue(exchange.trim())?, symbol.trim()),
            None => (Venue::UnitedStates, tag.trim()),
        };
        let tag = Tag {
            symbol: symbol.to_uppercase(),
            venue,
        };
        let is_unknown = !self.kinds.contains_key(&tag.symbol.replace('.', "-"))
            && !self.kinds.contains_key(&tag.symbol)
            && venue == Venue::UnitedStates;
        match self.symbol_of_tag(&tag, false) {
            Some(symbol) => Some(symbol.to_owned()),
            None => is_unknown.then_some(tag.symbol),
        }
    }

    /// Adds the ticker of a tag that covers the words in `range` to the mentions.
    ///
    /// The tag takes precedence over a name before it: 'Apple Hospitality (NYSE: APLE)' is not Apple.
    pub(super) fn add_tagged_ticker<'a>(
        &'a self,
        headline: &Headline<'_>,
        tag: &Tag,
        range: Range<usize>,
        mentions: &mut Vec<Mention<'a>>,
    ) {
        let previous = mentions.last().filter(|last| {
            let between = &headline.words[last.end..range.start];
            !last.is_by_symbol
                && between.len() <= 4
                && between.iter().all(|word| {
                    word.is_capital() || matches!(word.normalized.as_str(), "of" | "and")
                })
                && !headline.words[last.start..range.start]
                    .iter()
                    .any(|word| word.ends_clause)
        });
        if tag.venue == Venue::Unknown && is_abbreviation(headline, &tag.symbol, range.start) {
            return;
        }
        let is_coin_named = previous
            .is_some_and(|last| last.symbols.contains(&tag.symbol.as_str()))
            || self.is_named_before(headline, &tag.symbol, range.start);
        let symbol = self.symbol_of_tag(tag, headline.is_crypto || is_coin_named);
        let replaces_previous = previous.is_some_and(|last| match symbol {
            Some(symbol) => !last.symbols.contains(&symbol),
            None => {
                tag.venue != Venue::Unknown && !matches!(tag.venue, Venue::Foreign(_))
                    || last.end < range.start
            }
        });
        if replaces_previous {
            mentions.pop();
        }
        if let Some(symbol) = symbol {
            mentions.push(Mention {
                symbols: vec![symbol],
                start: range.start,
                end: range.end,
                is_by_symbol: true,
            });
        }
    }

    /// Returns the known symbol that a tag means. A stock exchange in the tag excludes coins, and a cryptocurrency
    /// exchange excludes everything else. `is_crypto` is true if the text is about cryptocurrencies.
    pub(super) fn symbol_of_tag(&self, tag: &Tag, is_crypto: bool) -> Option<&str> {
        let dashed = tag.symbol.replace('.', "-");
        let known = |symbol: &str| self.kinds.get_key_value(symbol);
        let listed = known(&tag.symbol).or_else(|| known(&dashed));
        let is_coin = |kind: TickerKind| kind == TickerKind::Crypto;
        match tag.venue {
            Venue::UnitedStates => listed.filter(|(_, kind)| !is_coin(**kind)),
            Venue::Foreign(suffixes) => suffixes
                .iter()
                .find_map(|suffix| known(&format!("{dashed}{suffix}"))),
            Venue::Crypto => {
                let coin = ["-USDT", "-USD", "USDT", "USD"]
                    .iter()
                    .find_map(|suffix| dashed.strip_suffix(suffix).filter(|coin| !coin.is_empty()));
                listed
                    .or_else(|| known(coin?))
                    .filter(|(_, kind)| is_coin(**kind))
            }
            Venue::Unknown => listed
                .filter(|(symbol, kind)| !is_coin(**kind) || is_crypto || is_major(symbol))
                .or_else(|| known(self.symbols_by_code.get(&tag.symbol)?)),
        }
        .map(|(symbol, _)| symbol.as_str())
    }

    /// Returns the symbol of the ticker that the word at `index`, written in capitals, means; `None` for other words.
    pub(super) fn match_symbol(&self, headline: &Headline<'_>, index: usize) -> Option<&str> {
        let word = &headline.words[index];
        let is_in_capitals = word
            .raw
            .chars()
            .all(|c| c.is_ascii_uppercase() || ".-".contains(c));
        if !is_in_capitals || headline.is_upper_case() || word.raw.len() < 3 {
            return None;
        }
        // 'BRK-B' is parsed as two words.
        let class = headline.words.get(index + 1).filter(|_| word.is_hyphenated);
        let symbol = match class {
            Some(class) if class.raw.len() == 1 && !class.is_hyphenated => {
                format!("{}-{}", word.raw, class.raw)
            }
            Some(_) => return None,
            None => word.raw.replace('.', "-"),
        };
        // 'The VIX': the symbol of an index at other vendors.
        let of_index = || {
            let symbol = self.symbols_by_code.get(&symbol)?;
            let known = self.kinds.get_key_value(symbol)?;
            (*known.1 == TickerKind::Index).then_some(known)
        };
        let (symbol, kind) = self.kinds.get_key_value(&symbol).or_else(of_index)?;
        if self.is_named_before(headline, symbol, index) {
            return Some(symbol);
        }
        let next = headline.normalized_after(index + 1);
        let is_priced = matches!(
            next,
            "stock"
                | "shares"
                | "etf"
                | "calls"
                | "options"
                | "price"
                | "token"
                | "earnings"
                | "shareholders"
        );
        let is_coin_meant = *kind != TickerKind::Crypto
            || is_major(symbol)
            || headline.has_crypto_word_beside(index, index + 1);
        let is_word = AMBIGUOUS_SYMBOLS.has(&symbol.to_lowercase())
            || CRYPTO_WORDS.has(&symbol.to_lowercase()) && *kind != TickerKind::Crypto;
        let is_of_fund = *kind == TickerKind::Etf
            && headline.words.iter().any(|word| {
                matches!(
                    word.normalized.as_str(),
                    "inflow" | "inflows" | "outflow" | "outflows" | "etf" | "etfs" | "fund"
                )
            });
        let is_meant = (!is_word && is_coin_meant)
            || is_of_fund
            || (is_priced && (*kind != TickerKind::Crypto || is_coin_meant))
            || (*kind == TickerKind::Crypto
                && is_word
                && headline.has_crypto_word_beside(index, index + 1)
                && symbol.len() >= 3
                && !BUSINESS_NOUNS.has(&symbol.to_lowercase()));
        is_meant.then_some(symbol)
    }
}

impl NameIndex {
    /// Returns true if the word before `index` is the ticker's name: "Avalanche's AVAX", 'Compound (COMP)'.
    fn is_named_before(&self, headline: &Headline<'_>, symbol: &str, index: usize) -> bool {
        let Some(before) = index.checked_sub(1) else {
            return false;
        };
        let word = &headline.words[before];
        let entries = self
            .by_first_word
            .get(&word.normalized)
            .map_or(&[][..], Vec::as_slice);
        word.is_capital()
            && entries
                .iter()
                .any(|entry| entry.symbols.iter().any(|known| known == symbol))
    }
}

/// Returns true if a symbol in parentheses only abbreviates the lower-case words before it: 'artificial intelligence
/// (AI)'.
fn is_abbreviation(headline: &Headline<'_>, symbol: &str, index: usize) -> bool {
    let length = symbol.chars().count();
    let Some(start) = index.checked_sub(length).filter(|_| length > 1) else {
        return false;
    };
    let spelled_out = &headline.words[start..index];
    let initials: String = spelled_out
        .iter()
        .filter_map(|word| word.normalized.chars().next())
        .collect();
    let is_lower_case =
        !headline.is_title_case && spelled_out.iter().all(|word| !word.is_capital());
    let is_common = AMBIGUOUS_SYMBOLS.has(&symbol.to_lowercase());
    initials.eq_ignore_ascii_case(symbol) && (is_lower_case || is_common)
}

/// Returns true for coins with an unambiguous symbol.
fn is_major(symbol: &str) -> bool {
    matches!(
        symbol,
        "BTC" | "ETH" | "XRP" | "USDT" | "USDC" | "LTC" | "DOGE" | "XMR" | "BNB"
    )
}

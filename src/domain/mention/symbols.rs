//! Finds tickers named by symbol: tagged, or in capitals.

use super::{
    Mention, Names,
    context::Headline,
    lists::{CRYPTO, NO_SYMBOLS, NOUNS},
    tags::{self, Tag, Venue},
};
use crate::domain::ticker::TickerKind;

impl Names {
    /// Resolves a feed's own tag (`AAPL`, `Nasdaq:AAPL`) to a symbol: a stock or fund, never a coin unless the tag
    /// says so. An unknown symbol is returned unchanged; the symbol of a coin returns `None`.
    pub fn resolve_tag(&self, tag: &str) -> Option<String> {
        let (venue, symbol) = match tag.rsplit_once(':') {
            Some((exchange, symbol)) => (tags::venue(exchange.trim())?, symbol.trim()),
            None => (Venue::UnitedStates, tag.trim()),
        };
        let tag = Tag {
            symbol: symbol.to_uppercase(),
            venue,
        };
        let is_unknown = !self.symbols.contains_key(&tag.symbol.replace('.', "-"))
            && !self.symbols.contains_key(&tag.symbol)
            && venue == Venue::UnitedStates;
        match self.tagged(&tag, false) {
            Some(symbol) => Some(symbol.to_owned()),
            None => is_unknown.then_some(tag.symbol),
        }
    }
    /// Adds a tagged ticker. The name before the tag belongs to it: 'Apple Hospitality (NYSE: APLE)' is not Apple.
    pub(super) fn take_tag<'a>(
        &'a self,
        headline: &Headline<'_>,
        tag: &Tag,
        (at, to): (usize, usize),
        found: &mut Vec<Mention<'a>>,
    ) {
        let named_before = found.last().filter(|last| {
            let between = &headline.words[last.to..at];
            !last.is_tag
                && between.len() <= 4
                && between
                    .iter()
                    .all(|word| word.is_capital() || matches!(word.normal.as_str(), "of" | "and"))
                && !headline.words[last.from..at]
                    .iter()
                    .any(|word| word.ends_clause)
        });
        if tag.venue == Venue::Unsaid && is_abbreviation(headline, &tag.symbol, at) {
            return;
        }
        let is_coin_named =
            named_before.is_some_and(|last| last.symbols.contains(&tag.symbol.as_str()));
        let is_coin_named = is_coin_named || self.is_named_before(headline, &tag.symbol, at);
        let symbol = self.tagged(tag, headline.is_crypto || is_coin_named);
        let is_overruled = named_before.is_some_and(|last| match symbol {
            Some(symbol) => !last.symbols.contains(&symbol),
            None => {
                tag.venue != Venue::Unsaid && !matches!(tag.venue, Venue::Abroad(_)) || last.to < at
            }
        });
        if is_overruled {
            found.pop();
        }
        if let Some(symbol) = symbol {
            found.push(Mention {
                symbols: vec![symbol],
                from: at,
                to,
                is_tag: true,
            });
        }
    }

    /// Returns the known symbol of a tag; only stocks if the tag names a stock exchange.
    pub(super) fn tagged(&self, tag: &Tag, is_crypto: bool) -> Option<&str> {
        let dashed = tag.symbol.replace('.', "-");
        let known = |symbol: &str| self.symbols.get_key_value(symbol);
        let own = known(&tag.symbol).or_else(|| known(&dashed));
        let is_coin = |kind: TickerKind| kind == TickerKind::Crypto;
        match tag.venue {
            Venue::UnitedStates => own.filter(|(_, kind)| !is_coin(**kind)),
            Venue::Abroad(endings) => endings
                .iter()
                .find_map(|ending| known(&format!("{dashed}{ending}"))),
            Venue::Crypto => {
                let coin = ["-USDT", "-USD", "USDT", "USD"]
                    .iter()
                    .find_map(|ending| dashed.strip_suffix(ending).filter(|coin| !coin.is_empty()));
                own.or_else(|| known(coin?))
                    .filter(|(_, kind)| is_coin(**kind))
            }
            Venue::Unsaid => own
                .filter(|(symbol, kind)| !is_coin(**kind) || is_crypto || is_major(symbol))
                .or_else(|| known(self.codes.get(&tag.symbol)?)),
        }
        .map(|(symbol, _)| symbol.as_str())
    }

    /// Returns the ticker symbol at a word in capitals that is not an ordinary word.
    pub(super) fn by_symbol(&self, headline: &Headline<'_>, at: usize) -> Option<&str> {
        let word = &headline.words[at];
        let is_written_so = word
            .raw
            .chars()
            .all(|c| c.is_ascii_uppercase() || ".-".contains(c));
        if !is_written_so || headline.is_shouted() || word.raw.len() < 3 {
            return None;
        }
        // 'BRK-B' is parsed as two words.
        let class = headline.words.get(at + 1).filter(|_| word.is_joined);
        let symbol = match class {
            Some(class) if class.raw.len() == 1 && !class.is_joined => {
                format!("{}-{}", word.raw, class.raw)
            }
            Some(_) => return None,
            None => word.raw.replace('.', "-"),
        };
        // 'The VIX': other vendors' symbol of an index.
        let of_index = || {
            let symbol = self.codes.get(&symbol)?;
            let known = self.symbols.get_key_value(symbol)?;
            (*known.1 == TickerKind::Index).then_some(known)
        };
        let (symbol, kind) = self.symbols.get_key_value(&symbol).or_else(of_index)?;
        if self.is_named_before(headline, symbol, at) {
            return Some(symbol);
        }
        let next = headline
            .after(at + 1)
            .map_or("", |word| word.normal.as_str());
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
            || headline.is_crypto_beside(at, at + 1);
        let is_word = NO_SYMBOLS.has(&symbol.to_lowercase())
            || CRYPTO.has(&symbol.to_lowercase()) && *kind != TickerKind::Crypto;
        let is_of_fund = *kind == TickerKind::Etf
            && headline.words.iter().any(|word| {
                matches!(
                    word.normal.as_str(),
                    "inflow" | "inflows" | "outflow" | "outflows" | "etf" | "etfs" | "fund"
                )
            });
        let is_meant = (!is_word && is_coin_meant)
            || is_of_fund
            || (is_priced && (*kind != TickerKind::Crypto || is_coin_meant))
            || (*kind == TickerKind::Crypto
                && is_word
                && headline.is_crypto_beside(at, at + 1)
                && symbol.len() >= 3
                && !NOUNS.has(&symbol.to_lowercase()));
        is_meant.then_some(symbol)
    }
}

impl Names {
    /// Returns true if the ticker's name comes right before its symbol: "Avalanche's AVAX", 'Compound (COMP)'.
    fn is_named_before(&self, headline: &Headline<'_>, symbol: &str, at: usize) -> bool {
        let Some(before) = at.checked_sub(1) else {
            return false;
        };
        let word = &headline.words[before];
        let named = self
            .by_name
            .get(&word.normal)
            .map_or(&[][..], Vec::as_slice);
        word.is_capital()
            && named
                .iter()
                .any(|one| one.symbols.iter().any(|known| known == symbol))
    }
}

/// Returns true if a symbol in parentheses only abbreviates the lower-case words before it: 'artificial intelligence
/// (AI)'.
fn is_abbreviation(headline: &Headline<'_>, symbol: &str, at: usize) -> bool {
    let length = symbol.chars().count();
    let Some(from) = at.checked_sub(length).filter(|_| length > 1) else {
        return false;
    };
    let spelled = &headline.words[from..at];
    let initials: String = spelled
        .iter()
        .filter_map(|word| word.normal.chars().next())
        .collect();
    let is_small = !headline.is_title_case && spelled.iter().all(|word| !word.is_capital());
    let is_common = NO_SYMBOLS.has(&symbol.to_lowercase());
    initials.eq_ignore_ascii_case(symbol) && (is_small || is_common)
}

/// Returns true for coins with unambiguous symbols.
fn is_major(symbol: &str) -> bool {
    matches!(
        symbol,
        "BTC" | "ETH" | "XRP" | "USDT" | "USDC" | "LTC" | "DOGE" | "XMR" | "BNB"
    )
}

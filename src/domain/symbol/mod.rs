//! Parsing of symbols that users type. Search, following, URLs, imports and lists use it.

mod venues;

use super::{currency::Currency, letters::normalize_characters, ticker::TickerKind};

/// Maximum length of a symbol in characters.
const MAX_LENGTH: usize = 20;
/// Characters allowed in a symbol besides letters and digits: `M&M.NS`, `BRK-B`, `^GDAXI`, `EURUSD=X`.
const PUNCTUATION: &str = ".-=^_&";
/// Codes that count as US dollars in the pair of a coin: the dollar and stablecoins.
const DOLLAR_CODES: [&str; 5] = ["USDT", "USDC", "BUSD", "FDUSD", "USD"];

/// A symbol from a list in the configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfiguredSymbol {
    /// Configuration key of the list, such as `mqtt.symbols`.
    pub setting: &'static str,
    /// Symbol as spelled in the configuration.
    pub symbol: String,
}

/// A symbol that a user may have meant.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// Upper-case symbol.
    pub(crate) symbol: String,
    /// Required kind of the ticker; `None` for any kind.
    pub(crate) kind: Option<TickerKind>,
}

/// Returns the canonical symbol of a typed text, for texts that match no known ticker. `None` if the text cannot be a
/// symbol.
pub(crate) fn normalize(typed: &str) -> Option<String> {
    let text = normalize_characters(typed);
    let bare = venues::with_yahoo_suffix(&text)?;
    let symbol = canonical_symbol(&bare);
    is_symbol(&symbol).then_some(symbol)
}

/// Returns the symbols that a typed text may mean, most likely first.
pub(crate) fn candidates(typed: &str) -> Vec<Candidate> {
    let text = normalize_characters(typed);
    let mut candidates = Vec::new();
    let mut add = |symbol: String, kind: Option<TickerKind>| {
        let candidate = Candidate { symbol, kind };
        if is_symbol(&candidate.symbol) && !candidates.contains(&candidate) {
            candidates.push(candidate);
        }
    };
    let Some(bare) = venues::with_yahoo_suffix(&text) else {
        return candidates;
    };
    for spelling in [&text, &bare] {
        add(spelling.clone(), None);
    }
    let symbol = canonical_symbol(&bare);
    add(symbol.clone(), None);
    for spelling in [&text, &bare, &symbol] {
        if let Some(other) = with_other_class_separator(spelling) {
            add(other, None);
        }
    }
    if let Some(coin) = coin_of_dollar_pair(&bare) {
        add(coin.to_owned(), Some(TickerKind::Crypto));
        // Yahoo appends a number to coins with the same symbol: SUI20947-USD.
        let without_number = coin.trim_end_matches(|c: char| c.is_ascii_digit());
        if !without_number.is_empty() && coin.len() - without_number.len() >= 3 {
            add(without_number.to_owned(), Some(TickerKind::Crypto));
        }
    }
    if let Some(pair) = symbol.strip_suffix("=X") {
        // At Yahoo, the price of a dollar in yen has the symbols JPY=X and USDJPY=X.
        match pair.strip_prefix("USD") {
            Some(other) if other.len() == 3 => add(format!("{other}=X"), None),
            _ if pair.len() == 3 => add(format!("USD{pair}=X"), None),
            _ => {}
        }
    }
    let index = bare.trim_start_matches(['.', '^']);
    add(format!("^{index}"), Some(TickerKind::Index));
    add(index.to_owned(), Some(TickerKind::Index));
    if let Some(root) = future_root(&bare) {
        add(format!("{root}=F"), Some(TickerKind::Commodity));
    }
    candidates
}

/// Returns the symbol of a share class with the other separator: `BRK-B` for `BRK.B`, and vice versa.
pub(crate) fn with_other_class_separator(symbol: &str) -> Option<String> {
    let (name, class) = symbol.rsplit_once(['.', '-'])?;
    let separator = if symbol.as_bytes().get(name.len()) == Some(&b'.') {
        '-'
    } else {
        '.'
    };
    (class.len() == 1 && !name.is_empty()).then(|| format!("{name}{separator}{class}"))
}

/// Returns true if a typed text may mean `symbol`.
pub(crate) fn may_mean(typed: &str, symbol: &str) -> bool {
    candidates(typed)
        .iter()
        .any(|candidate| candidate.symbol == symbol)
}

/// Returns the coin of a pair of a coin and any currency: BTC for `BTC-EUR`. Search uses the coin if the pair is not a
/// known ticker.
pub(crate) fn coin_of_pair(typed: &str) -> Option<String> {
    let text = normalize_characters(typed);
    let bare = venues::with_yahoo_suffix(&text)?;
    let (coin, code) = bare.split_at_checked(bare.len().checked_sub(3)?)?;
    let coin = coin.trim_end_matches(['-', '/', '_', ' ']);
    (Currency::in_use(code).is_some() && is_code(coin)).then(|| coin.to_owned())
}

fn is_symbol(text: &str) -> bool {
    let is_valid = |c: char| c.is_ascii_alphanumeric() || PUNCTUATION.contains(c);
    (1..=MAX_LENGTH).contains(&text.len())
        && text.chars().all(is_valid)
        && text.chars().any(|c| c.is_ascii_alphanumeric())
}

/// Returns the canonical spelling (Yahoo's) of a symbol without an exchange prefix.
fn canonical_symbol(bare: &str) -> String {
    if let Some(pair) = currency_pair(bare) {
        return pair;
    }
    if let Some((coin, dollars)) = bare.split_once(['/', ' ', '_'])
        && is_code(coin)
        && DOLLAR_CODES.contains(&dollars)
    {
        return format!("{coin}-USD");
    }
    // A coin and a dollar code without a separator: BTCUSDT.
    if bare.len() >= 6
        && is_code(bare)
        && let Some(coin) = coin_of_dollar_pair(bare)
        && coin.len() >= 2
    {
        return format!("{coin}-USD");
    }
    if let Some(root) = future_root(bare).filter(|_| !is_code(bare)) {
        return format!("{root}=F");
    }
    // Reuters index symbols: .DJI.
    if let Some(index) = bare.strip_prefix('.').filter(|index| is_code(index)) {
        return format!("^{index}");
    }
    // Share classes: BRK B, BRK/B, BRK_B.
    if let Some((name, class)) = bare.rsplit_once([' ', '/', '_'])
        && class.len() == 1
        && name.len() >= 2
        && is_code(name)
        && is_code(class)
    {
        return format!("{name}-{class}");
    }
    // Hong Kong symbols have at least four digits: 700.HK is 0700.HK.
    if let Some(number) = bare.strip_suffix(".HK")
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && let Ok(number @ 1..) = number.parse::<u32>()
    {
        return format!("{number:04}.HK");
    }
    bare.to_owned()
}

/// Returns true if the text has only letters and digits.
fn is_code(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Returns Yahoo's symbol of a currency pair: `EURUSD=X` for `EURUSD`, `EUR/USD`, `EUR-USD` and `EUR USD`.
fn currency_pair(bare: &str) -> Option<String> {
    let text = bare.strip_suffix("=X").unwrap_or(bare);
    let (first, second) = match text.split_once(['/', '-', ' ', '.', '_']) {
        Some((first, second)) => (first.trim(), second.trim()),
        None => (text.get(..3)?, text.get(3..)?),
    };
    let is_currency = |code: &str| Currency::in_use(code).is_some();
    (is_currency(first) && is_currency(second) && first != second)
        .then(|| format!("{first}{second}=X"))
}

/// Returns the coin of a pair with the dollar: BTC for `BTC-USD`, `BTC/USDT`, `BTC USD` and `BTCUSD`.
fn coin_of_dollar_pair(bare: &str) -> Option<&str> {
    let dollars = DOLLAR_CODES
        .iter()
        .find(|dollars| bare.ends_with(*dollars))?;
    let coin = bare[..bare.len() - dollars.len()].trim_end_matches(['-', '/', '_', ' ']);
    is_code(coin).then_some(coin)
}

/// Returns the root symbol of a future: GC for `/GC` and `GC1!`.
fn future_root(bare: &str) -> Option<&str> {
    let text = bare.strip_prefix('/').unwrap_or(bare);
    let continuous = text.strip_suffix("1!").or_else(|| text.strip_suffix("2!"));
    let root = continuous.or_else(|| bare.strip_prefix('/'))?;
    (1..=4)
        .contains(&root.len())
        .then_some(root)
        .filter(|root| is_code(root))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn symbols_are_normalized_from_typed_text() {
        for (typed, symbol) in [
            (" sap.de ", "SAP.DE"),
            ("m&m.ns", "M&M.NS"),
            ("7203.t", "7203.T"),
            ("^gdaxi", "^GDAXI"),
            ("eurusd=x", "EURUSD=X"),
            // Characters of keyboards and phones.
            ("\u{2c6}GSPC", "^GSPC"),
            ("\u{ff3e}GSPC", "^GSPC"),
            ("\u{2303}gspc", "^GSPC"),
            ("\u{11c}SPC", "^GSPC"),
            ("\u{302}GSPC", "^GSPC"),
            ("ＡＡＰＬ", "AAPL"),
            ("ＢＲＫ．Ｂ", "BRK.B"),
            ("BRK\u{2011}B", "BRK-B"),
            ("BRK\u{2013}B", "BRK-B"),
            ("BRK\u{2212}B", "BRK-B"),
            ("\u{feff}AAPL\u{200b}", "AAPL"),
            ("\u{a0}AAPL\t", "AAPL"),
            ("\u{410}APL", "AAPL"),
            // Surrounding characters.
            ("$AAPL", "AAPL"),
            ("#BTC", "BTC"),
            ("(AAPL)", "AAPL"),
            ("“AAPL”", "AAPL"),
            ("AAPL.", "AAPL"),
            ("AAPL,", "AAPL"),
            ("- AAPL", "AAPL"),
            // Prefixes and suffixes of exchanges.
            ("NASDAQ:AAPL", "AAPL"),
            ("NYSE: BRK.B", "BRK.B"),
            ("AAPL:NASDAQ", "AAPL"),
            ("AAPL.US", "AAPL"),
            ("AAPL US", "AAPL"),
            ("aapl us equity", "AAPL"),
            ("LON:VOD", "VOD.L"),
            ("VOD LN", "VOD.L"),
            ("XETR:SAP", "SAP.DE"),
            ("TYO:7203", "7203.T"),
            ("HKG:700", "0700.HK"),
            ("700.HK", "0700.HK"),
            ("STO:VOLV.B", "VOLV-B.ST"),
            // Share classes, pairs, coins and futures.
            ("brk b", "BRK-B"),
            ("BRK/B", "BRK-B"),
            ("EURUSD", "EURUSD=X"),
            ("eur/usd", "EURUSD=X"),
            ("EUR-USD", "EURUSD=X"),
            ("eur usd", "EURUSD=X"),
            ("FX:EURUSD", "EURUSD=X"),
            ("BTC/USD", "BTC-USD"),
            ("BTCUSDT", "BTC-USD"),
            ("BINANCE:ETHUSDT", "ETH-USD"),
            ("BTC USD", "BTC-USD"),
            (".DJI", "^DJI"),
            ("TSE:7203", "7203.T"),
            ("TSE:SHOP", "SHOP.TO"),
            ("/GC", "GC=F"),
            ("COMEX:GC1!", "GC=F"),
        ] {
            assert_eq!(normalize(typed).as_deref(), Some(symbol), "{typed:?}");
        }
        for typed in [
            "",
            " ",
            "SAP DE",
            "A B",
            "A/C/B",
            "ÄÖ",
            "^",
            "A23456789012345678901",
            "FOO:BAR",
        ] {
            assert_eq!(normalize(typed), None, "{typed}");
        }
    }

    #[test]
    fn candidates_include_coins_indices_and_other_spellings() {
        let assert_candidate = |typed: &str, symbol: &str, kind: Option<TickerKind>| {
            let candidate = Candidate {
                symbol: symbol.to_owned(),
                kind,
            };
            assert!(
                candidates(typed).contains(&candidate),
                "{typed}: {:?}",
                candidates(typed)
            );
        };
        assert_candidate("BTC-USD", "BTC", Some(TickerKind::Crypto));
        assert_candidate("btcusdt", "BTC", Some(TickerKind::Crypto));
        assert_candidate("SUI20947-USD", "SUI", Some(TickerKind::Crypto));
        assert_candidate("brk.b", "BRK-B", None);
        assert_candidate("brk b", "BRK.B", None);
        assert_candidate("gspc", "^GSPC", Some(TickerKind::Index));
        assert_candidate(".DJI", "^DJI", Some(TickerKind::Index));
        assert_candidate("usdjpy", "JPY=X", None);
        assert_candidate("JPY=X", "USDJPY=X", None);
        assert_eq!(candidates("AAPL")[0].symbol, "AAPL");
    }

    #[test]
    fn share_class_separator_is_swapped_between_dot_and_hyphen() {
        assert_eq!(
            with_other_class_separator("BRK.B").as_deref(),
            Some("BRK-B")
        );
        assert_eq!(
            with_other_class_separator("BRK-B").as_deref(),
            Some("BRK.B")
        );
        assert_eq!(with_other_class_separator("SAP.DE"), None);
        assert_eq!(with_other_class_separator("AAPL"), None);
    }
}

//! Parsing of typed symbols, shared by search, following, URLs, imports and lists.

mod letters;
mod venues;

use super::{currency::Currency, ticker::TickerKind};

/// Maximum length of a symbol in characters.
const MAX_LENGTH: usize = 20;
/// Characters allowed in a symbol besides letters and digits: `M&M.NS`, `BRK-B`, `^GDAXI`, `EURUSD=X`.
const SIGNS: &str = ".-=^_&";
/// Quote currencies of coin pairs that count as US dollars.
const DOLLAR_CODES: [&str; 5] = ["USDT", "USDC", "BUSD", "FDUSD", "USD"];

/// A symbol in a list of the configuration.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct ConfiguredSymbol {
    /// Configuration key of the list, such as `mqtt.symbols`.
    pub setting: &'static str,
    /// Symbol as typed in the configuration.
    pub symbol: String,
}

/// A symbol that a typed text may mean.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) struct Candidate {
    /// Upper-case symbol.
    pub(crate) symbol: String,
    /// Required kind of the ticker; `None` for any kind.
    pub(crate) kind: Option<TickerKind>,
}

/// Returns the upper-case symbol that a typed text means if no ticker is known for it yet; `None` if the text cannot
/// be a symbol.
pub(crate) fn normalize(typed: &str) -> Option<String> {
    let text = letters::normal(typed);
    let bare = venues::without_venue(&text)?;
    let symbol = canonical(&bare);
    is_symbol(&symbol).then_some(symbol)
}

/// Returns the symbols that a typed text may mean, most likely first.
pub(crate) fn candidates(typed: &str) -> Vec<Candidate> {
    let text = letters::normal(typed);
    let mut all = Vec::new();
    let mut add = |symbol: String, kind: Option<TickerKind>| {
        let reading = Candidate { symbol, kind };
        if is_symbol(&reading.symbol) && !all.contains(&reading) {
            all.push(reading);
        }
    };
    let Some(bare) = venues::without_venue(&text) else {
        return all;
    };
    for form in [&text, &bare] {
        add(form.clone(), None);
    }
    let symbol = canonical(&bare);
    add(symbol.clone(), None);
    for form in [&text, &bare, &symbol] {
        if let Some(other) = other_class_sign(form) {
            add(other, None);
        }
    }
    if let Some(coin) = coin(&bare) {
        // Yahoo distinguishes coins with the same symbol by a number: SUI20947-USD.
        let numberless = coin.trim_end_matches(|c: char| c.is_ascii_digit());
        let is_numbered = !numberless.is_empty() && coin.len() - numberless.len() >= 3;
        add(coin.to_owned(), Some(TickerKind::Crypto));
        if is_numbered {
            add(numberless.to_owned(), Some(TickerKind::Crypto));
        }
    }
    if let Some(pair) = symbol.strip_suffix("=X") {
        // Yahoo calls the yen both JPY=X and USDJPY=X.
        match pair.strip_prefix("USD") {
            Some(other) if other.len() == 3 => add(format!("{other}=X"), None),
            _ if pair.len() == 3 => add(format!("USD{pair}=X"), None),
            _ => {}
        }
    }
    let index = bare.trim_start_matches(['.', '^']);
    add(format!("^{index}"), Some(TickerKind::Index));
    add(index.to_owned(), Some(TickerKind::Index));
    if let Some(future) = future(&bare) {
        add(format!("{future}=F"), Some(TickerKind::Commodity));
    }
    all
}

/// Returns the symbol of a share class with the other separator: `BRK.B` ↔ `BRK-B`.
pub(crate) fn other_class_sign(symbol: &str) -> Option<String> {
    let (name, class) = symbol.rsplit_once(['.', '-'])?;
    let sign = if symbol.as_bytes().get(name.len()) == Some(&b'.') {
        '-'
    } else {
        '.'
    };
    (class.len() == 1 && !name.is_empty()).then(|| format!("{name}{sign}{class}"))
}

/// Returns true if a typed text may mean `symbol`.
pub(crate) fn may_mean(typed: &str, symbol: &str) -> bool {
    candidates(typed)
        .iter()
        .any(|reading| reading.symbol == symbol)
}

/// Returns the coin of a pair with any currency: `BTC-EUR`, `ethgbp`. It is the best match if the pair itself is
/// unknown.
pub(crate) fn coin_of_pair(typed: &str) -> Option<String> {
    let text = letters::normal(typed);
    let bare = venues::without_venue(&text)?;
    let (coin, code) = bare.split_at_checked(bare.len().checked_sub(3)?)?;
    let coin = coin.trim_end_matches(['-', '/', '_', ' ']);
    (Currency::in_use(code).is_some() && is_code(coin)).then(|| coin.to_owned())
}

fn is_symbol(text: &str) -> bool {
    let valid = |c: char| c.is_ascii_alphanumeric() || SIGNS.contains(c);
    (1..=MAX_LENGTH).contains(&text.len())
        && text.chars().all(valid)
        && text.chars().any(|c| c.is_ascii_alphanumeric())
}

/// Returns the canonical form of a symbol without an exchange prefix.
fn canonical(bare: &str) -> String {
    if let Some(pair) = pair(bare) {
        return pair;
    }
    if let Some((coin, dollars)) = bare.split_once(['/', ' ', '_'])
        && is_code(coin)
        && DOLLAR_CODES.contains(&dollars)
    {
        return format!("{coin}-USD");
    }
    if bare.len() >= 6
        && is_code(bare)
        && let Some(coin) = coin(bare)
        && coin.len() >= 2
    {
        return format!("{coin}-USD");
    }
    if let Some(future) = future(bare).filter(|_| !is_code(bare)) {
        return format!("{future}=F");
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
    if let Some(number) = bare.strip_suffix(".HK")
        && number.bytes().all(|byte| byte.is_ascii_digit())
        && let Ok(number @ 1..) = number.parse::<u32>()
    {
        return format!("{number:04}.HK");
    }
    bare.to_owned()
}

fn is_code(text: &str) -> bool {
    !text.is_empty() && text.bytes().all(|byte| byte.is_ascii_alphanumeric())
}

/// Returns Yahoo's symbol of a currency pair: `EURUSD`, `EUR/USD`, `EUR-USD` and `EUR USD` are `EURUSD=X`.
fn pair(bare: &str) -> Option<String> {
    let text = bare.strip_suffix("=X").unwrap_or(bare);
    let (first, second) = match text.split_once(['/', '-', ' ', '.', '_']) {
        Some((first, second)) => (first.trim(), second.trim()),
        None => (text.get(..3)?, text.get(3..)?),
    };
    let of = |code: &str| Currency::in_use(code).is_some();
    (of(first) && of(second) && first != second).then(|| format!("{first}{second}=X"))
}

/// Returns the coin of `BTC-USD`, `BTC/USDT`, `BTC USD` or `BTCUSD`.
fn coin(bare: &str) -> Option<&str> {
    let dollars = DOLLAR_CODES
        .iter()
        .find(|dollars| bare.ends_with(*dollars))?;
    let coin = bare[..bare.len() - dollars.len()].trim_end_matches(['-', '/', '_', ' ']);
    is_code(coin).then_some(coin)
}

/// Returns the root of a future: `/GC`, `GC1!` or `GC=F`.
fn future(bare: &str) -> Option<&str> {
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
            // Keyboards and phones.
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
            // What surrounds it.
            ("$AAPL", "AAPL"),
            ("#BTC", "BTC"),
            ("(AAPL)", "AAPL"),
            ("“AAPL”", "AAPL"),
            ("AAPL.", "AAPL"),
            ("AAPL,", "AAPL"),
            ("- AAPL", "AAPL"),
            // Exchanges.
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
            // Classes, pairs, coins, futures.
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
        let has = |typed: &str, symbol: &str, kind: Option<TickerKind>| {
            let reading = Candidate {
                symbol: symbol.to_owned(),
                kind,
            };
            assert!(
                candidates(typed).contains(&reading),
                "{typed}: {:?}",
                candidates(typed)
            );
        };
        has("BTC-USD", "BTC", Some(TickerKind::Crypto));
        has("btcusdt", "BTC", Some(TickerKind::Crypto));
        has("SUI20947-USD", "SUI", Some(TickerKind::Crypto));
        has("brk.b", "BRK-B", None);
        has("brk b", "BRK.B", None);
        has("gspc", "^GSPC", Some(TickerKind::Index));
        has(".DJI", "^DJI", Some(TickerKind::Index));
        has("usdjpy", "JPY=X", None);
        has("JPY=X", "USDJPY=X", None);
        assert_eq!(candidates("AAPL")[0].symbol, "AAPL");
    }

    #[test]
    fn share_class_separator_is_a_dot_or_hyphen() {
        assert_eq!(other_class_sign("BRK.B").as_deref(), Some("BRK-B"));
        assert_eq!(other_class_sign("BRK-B").as_deref(), Some("BRK.B"));
        assert_eq!(other_class_sign("SAP.DE"), None);
        assert_eq!(other_class_sign("AAPL"), None);
    }
}

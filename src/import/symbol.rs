//! Interpretation of symbols that users enter.

use super::FileError;
use crate::{
    domain::{
        currency::Currency,
        identity,
        symbol::{self, Candidate},
        ticker::{Profile, Ticker, TickerKind},
    },
    market::Market,
};

/// Finds the ticker that a symbol means, by its exact symbol, another spelling, or an identifier.
/// `BRK.B` means `BRK-B` if only `BRK-B` exists, `BTC-USD` means the coin `BTC`, and `US0378331005`
/// means `AAPL`.
pub(super) fn find<'a>(tickers: &'a [Ticker], symbol: &str) -> Option<&'a Ticker> {
    let find_symbol = |symbol: &str| {
        let matches = |ticker: &&Ticker| ticker.profile.symbol.eq_ignore_ascii_case(symbol);
        tickers.iter().find(matches)
    };
    let find_candidate = |Candidate { symbol, kind }: Candidate| {
        let ticker = find_symbol(&symbol)?;
        kind.is_none_or(|kind| kind == ticker.profile.kind)
            .then_some(ticker)
    };
    find_symbol(symbol.trim())
        .or_else(|| {
            symbol::candidates(symbol)
                .into_iter()
                .find_map(find_candidate)
        })
        .or_else(|| {
            let identifier = identity::identifier(symbol)?;
            let matches =
                |ticker: &&Ticker| identifier.matches(ticker.profile.isin, ticker.profile.figi);
            tickers.iter().find(matches)
        })
}

/// Normalizes a symbol or identifier: trims it and converts it to upper case.
///
/// # Errors
/// If the text is not a symbol, or an identifier with a wrong check digit.
pub(super) fn normalize(input: &str) -> Result<String, FileError> {
    match identity::recognize(input) {
        Some(identifier) => Ok(identifier?.to_string()),
        None => symbol::normalize(input).ok_or_else(|| FileError::Symbol(input.to_owned())),
    }
}

/// Returns the stored spelling of a symbol or identifier, or the normalized symbol if no such ticker exists.
///
/// # Errors
/// If no ticker has the symbol, and [`normalize`] rejects it.
pub(super) fn stored_or_normalized(market: &Market, word: &str) -> Result<String, FileError> {
    let market = market.read();
    // Searched first, because a symbol may look like an identifier with a wrong check digit.
    if let Some(listing) = market.by_symbol(word.trim()) {
        return Ok(listing.ticker.profile.symbol.clone());
    }
    let symbol = normalize(word)?;
    let existing = market.find_by_spelling(&symbol);
    Ok(existing.map_or(symbol, |listing| listing.ticker.profile.symbol.clone()))
}

/// Creates the profile of a new ticker, whose symbol is its ISIN if the file contains no symbol.
pub(super) fn new_profile(
    symbol: impl Into<String>,
    name: impl Into<String>,
    kind: TickerKind,
) -> Profile {
    let profile = Profile::new(symbol, name, kind);
    Profile {
        isin: profile.symbol.parse().ok(),
        ..profile
    }
}

/// Guesses the kind of a ticker from its symbol. Indices, futures, currencies and coins have
/// special characters in their symbol or are pairs. All other symbols are stocks.
pub(super) fn guess(symbol: &str) -> TickerKind {
    if symbol.starts_with('^') {
        TickerKind::Index
    } else if symbol.ends_with("=F") {
        TickerKind::Commodity
    } else if symbol.ends_with("=X") || is_pair_of_currencies(symbol) {
        TickerKind::Currency
    } else if is_coin(symbol) {
        TickerKind::Crypto
    } else {
        TickerKind::Stock
    }
}

/// Returns true for two currencies in use: `EURUSD`.
fn is_pair_of_currencies(symbol: &str) -> bool {
    let in_use = |code| Currency::in_use(code).is_some();
    symbol.len() == 6
        && symbol
            .split_at_checked(3)
            .is_some_and(|(base, quote)| in_use(base) && in_use(quote))
}

/// Returns true for a coin quoted in a currency: `BTC-USD`, `BTCUSDT`, `XBTUSD`.
fn is_coin(symbol: &str) -> bool {
    const STABLECOINS: [&str; 4] = ["USDT", "USDC", "FDUSD", "BUSD"];
    const COINS: [&str; 12] = [
        "BTC", "XBT", "ETH", "SOL", "XRP", "ADA", "DOGE", "LTC", "BNB", "DOT", "XXBTZ", "XETHZ",
    ];
    let without_ending = |ending: &&str| {
        let base = symbol.strip_suffix(*ending)?;
        (!base.is_empty()).then_some(base)
    };
    if STABLECOINS.iter().find_map(without_ending).is_some() {
        return true;
    }
    let Some((base, code)) = symbol
        .len()
        .checked_sub(3)
        .and_then(|index| symbol.split_at_checked(index))
    else {
        return false;
    };
    let is_known = COINS.contains(&base.trim_end_matches('-'));
    Currency::in_use(code).is_some() && (is_known || base.len() > 1 && base.ends_with('-'))
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::{domain::ticker::TickerId, market::MarketState};

    #[test]
    fn a_stored_symbol_may_look_like_an_identifier_with_a_wrong_check_digit() {
        let mut market = MarketState::default();
        let future = Profile::new("BTCUSD240628", "Bitcoin future", TickerKind::Crypto);
        market.put(Ticker::new(TickerId(1), future));
        let market = Market::new(market);
        assert!(normalize("btcusd240628").is_err());
        let symbol = stored_or_normalized(&market, " btcusd240628 ").unwrap();
        assert_eq!(symbol, "BTCUSD240628");
        assert!(stored_or_normalized(&market, "US0378331006").is_err());
    }

    #[test]
    fn an_isin_means_the_ticker_that_has_it() {
        let apple = Profile {
            isin: "US0378331005".parse().ok(),
            ..Profile::new("AAPL", "Apple", TickerKind::Stock)
        };
        let tickers = [Ticker::new(TickerId(1), apple)];
        for typed in ["US0378331005", "us 037833100 5", "037833100", "AAPL"] {
            assert!(find(&tickers, typed).is_some(), "{typed}");
        }
        assert!(find(&tickers, "DE0007164600").is_none());
        assert_eq!(normalize("de 000 716460 0").unwrap(), "DE0007164600");
        let error = normalize("US0378331006").unwrap_err().to_string();
        assert_eq!(
            error,
            "Invalid ISIN 'US0378331006': the check digit should be 5."
        );
        let new = new_profile("DE0007164600", "SAP", TickerKind::Stock);
        assert!(new.isin.is_some());
    }

    #[test]
    fn the_kind_is_derived_from_the_symbol() {
        for (symbol, kind) in [
            ("^GDAXI", TickerKind::Index),
            ("CL=F", TickerKind::Commodity),
            ("EURUSD=X", TickerKind::Currency),
            ("EURUSD", TickerKind::Currency),
            ("BTC-USD", TickerKind::Crypto),
            ("BTCUSDT", TickerKind::Crypto),
            ("XBTUSD", TickerKind::Crypto),
            ("SHIBUSDT", TickerKind::Crypto),
            ("AAPL", TickerKind::Stock),
            ("BRK-B", TickerKind::Stock),
            ("SAP.DE", TickerKind::Stock),
            ("GOOGLE", TickerKind::Stock),
        ] {
            assert_eq!(guess(symbol), kind, "{symbol}");
        }
    }
}

//! Symbols that an import names and nobody follows here.

use crate::{
    domain::symbol,
    market::MarketState,
    source::lookup::{FollowError, LookupError},
    web::AppState,
};

/// Symbols that one import looks up at most: each takes a provider a second or more.
const MOST: usize = 200;

/// Those symbols that nobody follows here, each once.
pub(crate) fn wanted(symbols: &[String], market: &MarketState) -> Vec<String> {
    let mut wanted = Vec::new();
    for typed in symbols {
        if market.find_symbol(typed).is_none()
            && let Some(symbol) = symbol::normalize(typed)
            && !wanted.contains(&symbol)
        {
            wanted.push(symbol);
        }
    }
    wanted
}

/// Follows symbols one after another: those that are followed from now on, and a sentence for each other.
pub(crate) async fn follow(state: &AppState, symbols: Vec<String>) -> (Vec<String>, Vec<String>) {
    let (mut followed, mut refused) = (Vec::new(), Vec::new());
    let mut unavailable: Option<String> = None;
    for (symbol, nth) in symbols.into_iter().zip(1..) {
        if nth > MOST {
            refused.push(format!(
                "{symbol} is not followed yet: one import looks up {MOST} symbols. Import the file again for the rest."
            ));
            continue;
        }
        // Who could not be asked about one symbol is not asked about the next.
        if let Some(why) = &unavailable {
            refused.push(format!("{symbol} is not followed: {why}"));
            continue;
        }
        match state.following.follow(&symbol).await {
            Ok(_) | Err(FollowError::Followed(_)) => followed.push(symbol),
            Err(error) => {
                refused.push(format!("{symbol} is not followed: {error}"));
                if matches!(error, FollowError::Lookup(LookupError::Unavailable(_))) {
                    unavailable = Some(error.to_string());
                }
            }
        }
    }
    (followed, refused)
}

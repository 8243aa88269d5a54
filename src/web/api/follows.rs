//! Follows the symbols of an import that are not followed yet.

use crate::{
    domain::symbol,
    market::MarketState,
    source::lookup::{FollowError, LookupError},
    web::AppState,
};

/// Maximum number of symbols that one import looks up: each lookup takes a second or more.
const MAX_LOOKUPS: usize = 200;

/// Returns the symbols that are not followed yet, without duplicates.
pub(crate) fn unfollowed(symbols: &[String], market: &MarketState) -> Vec<String> {
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

/// Follows symbols one after another. Returns those that are now followed, and an error sentence for each other.
pub(crate) async fn follow(state: &AppState, symbols: Vec<String>) -> (Vec<String>, Vec<String>) {
    let (mut followed, mut refused) = (Vec::new(), Vec::new());
    let mut unavailable: Option<String> = None;
    for (symbol, nth) in symbols.into_iter().zip(1..) {
        if nth > MAX_LOOKUPS {
            refused.push(format!(
                "{symbol} is not followed yet: one import looks up {MAX_LOOKUPS} symbols. Import the file again for the rest."
            ));
            continue;
        }
        // After one failed lookup, the provider is not asked again.
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

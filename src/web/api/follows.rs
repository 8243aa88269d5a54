//! Follows the symbols in an import file that are not followed yet.

use crate::{
    domain::{identity, symbol},
    market::MarketState,
    source::lookup::{FollowError, LookupError},
    web::AppState,
};

/// Maximum number of symbols that an import looks up at the providers. Each lookup takes a second or more.
const MAX_LOOKUPS: usize = 200;

/// Returns the symbols without a ticker in this market, normalized and without duplicates. Invalid symbols are left out.
pub(crate) fn unfollowed(symbols: &[String], market: &MarketState) -> Vec<String> {
    let mut unfollowed = Vec::new();
    for typed in symbols {
        let symbol = match identity::recognize(typed) {
            Some(Ok(identifier)) => Some(identifier.to_string()),
            // Following it fails with the reason.
            Some(Err(_)) => Some(typed.clone()),
            None => symbol::normalize(typed),
        };
        if market.find_symbol(typed).is_none()
            && let Some(symbol) = symbol
            && !unfollowed.contains(&symbol)
        {
            unfollowed.push(symbol);
        }
    }
    unfollowed
}

/// Symbols that an import followed or could not follow.
#[derive(Debug, Default)]
pub(crate) struct FollowReport {
    /// Symbols that are followed now.
    pub(crate) followed: Vec<String>,
    /// A sentence for each symbol that could not be followed.
    pub(crate) errors: Vec<String>,
}

/// Follows symbols one after another.
pub(crate) async fn follow(state: &AppState, symbols: Vec<String>) -> FollowReport {
    let mut report = FollowReport::default();
    let mut unavailable: Option<String> = None;
    for (symbol, number) in symbols.into_iter().zip(1..) {
        if number > MAX_LOOKUPS {
            report.errors.push(format!(
                "{symbol} is not followed yet: an import looks up at most {MAX_LOOKUPS} symbols. Import the file again to follow more."
            ));
            continue;
        }
        // The provider is not asked again after it was unavailable.
        if let Some(error) = &unavailable {
            report
                .errors
                .push(format!("{symbol} is not followed: {error}"));
            continue;
        }
        match state.following.follow(&symbol).await {
            Ok(_) | Err(FollowError::AlreadyFollowed(_)) => report.followed.push(symbol),
            Err(error) => {
                report
                    .errors
                    .push(format!("{symbol} is not followed: {error}"));
                if matches!(error, FollowError::Lookup(LookupError::Unavailable(_))) {
                    unavailable = Some(error.to_string());
                }
            }
        }
    }
    report
}

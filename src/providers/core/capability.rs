//! What providers bring, which of them is preferred, and who stands in while that one is failing.

use crate::{
    domain::{
        provider::{ProviderHealth, ProviderState},
        ticker::TickerKind::{self, Commodity, Crypto, Etf, Index, Stock},
    },
    source::{Source, health::HealthBoard},
};

/// Something a provider can bring.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capability {
    /// Prices.
    Quotes,
    /// Bars of a day, an hour and five minutes.
    Bars,
    /// Payments of shares and funds.
    Dividends,
    /// A sentiment reading.
    FearGreed,
    /// When companies report.
    Earnings,
    /// Articles.
    News,
}

/// A capability, and the kinds of ticker it is of.
#[derive(Debug, Clone, Copy)]
pub struct Offer {
    /// What is brought.
    pub capability: Capability,
    /// Of which kinds.
    pub kinds: &'static [TickerKind],
}

impl Offer {
    /// An offer of `capability` for `kinds`.
    pub const fn new(capability: Capability, kinds: &'static [TickerKind]) -> Self {
        Self { capability, kinds }
    }
}

/// Every kind that is traded.
pub const TRADED: &[TickerKind] = &[Stock, Etf, Index, Commodity, Crypto];
/// Stocks and funds: what pays dividends.
pub const PAYERS: &[TickerKind] = &[Stock, Etf];

/// A provider of the live market: a source that says what it brings.
pub trait Provider: Source {
    /// Its name in the configuration.
    const NAME: &'static str;
    /// What it brings.
    const OFFERS: &'static [Offer];
}

/// Providers by capability, the preferred first. A provider that is not listed comes last.
const PREFERENCE: [(Capability, &[&str]); 1] = [(Capability::Quotes, &["coingecko", "yahoo"])];

/// Failures in a row after which the next provider stands in: one may be chance.
const FAILURES_BEFORE_FAILOVER: u32 = 2;

/// The providers that are enabled, and who of them brings what at present.
#[derive(Debug, Clone)]
pub struct Registry {
    board: HealthBoard,
    members: Vec<(&'static str, &'static [Offer])>,
}

impl Registry {
    /// A registry without providers that reads their health from `board`.
    pub fn new(board: HealthBoard) -> Self {
        Self {
            board,
            members: Vec::new(),
        }
    }

    /// Adds a provider that is enabled.
    pub fn add<P: Provider>(&mut self) {
        self.members.push((P::NAME, P::OFFERS));
    }

    /// Who can bring `capability` for `kind`, the preferred first.
    pub fn order(&self, capability: Capability, kind: TickerKind) -> Vec<&'static str> {
        let offers = |offers: &[Offer]| {
            offers
                .iter()
                .any(|offer| offer.capability == capability && offer.kinds.contains(&kind))
        };
        let mut names: Vec<_> = self
            .members
            .iter()
            .filter(|(_, theirs)| offers(theirs))
            .map(|(name, _)| *name)
            .collect();
        names.sort_by_key(|name| rank(capability, name));
        names
    }

    /// Whether `name` brings `capability` for `kind` at present: everybody who is preferred to it
    /// is failing.
    pub fn is_active(&self, name: &str, capability: Capability, kind: TickerKind) -> bool {
        let health = self.board.list();
        let is_down = |name: &str| {
            let record = health.iter().find(|record| record.name == name);
            record.is_some_and(is_down)
        };
        self.order(capability, kind)
            .into_iter()
            .take_while(|preferred| *preferred != name)
            .all(is_down)
    }
}

fn rank(capability: Capability, name: &str) -> usize {
    let preference = PREFERENCE.iter().find(|(of, _)| *of == capability);
    preference
        .and_then(|(_, names)| names.iter().position(|one| *one == name))
        .unwrap_or(usize::MAX)
}

fn is_down(health: &ProviderHealth) -> bool {
    health.state == ProviderState::Failing
        && health.consecutive_failures >= FAILURES_BEFORE_FAILOVER
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use jiff::Timestamp;

    use super::*;
    use crate::{
        providers::{coingecko::CoinGecko, yahoo::Yahoo},
        source::SourceError,
    };

    #[test]
    fn coins_are_priced_by_coingecko_and_by_yahoo_while_that_one_is_failing() {
        let board = HealthBoard::default();
        let coins = board.record("coingecko");
        let mut registry = Registry::new(board);
        registry.add::<Yahoo>();
        registry.add::<CoinGecko>();
        let now = Timestamp::UNIX_EPOCH;
        let yahoo_prices = |kind| registry.is_active("yahoo", Capability::Quotes, kind);
        assert!(yahoo_prices(Stock));
        assert!(!yahoo_prices(Crypto), "the preferred one was not asked yet");
        let pause = Duration::from_secs(60);
        coins.failed(now, &SourceError::Status(500), pause);
        assert!(!yahoo_prices(Crypto), "one failure may be chance");
        coins.failed(now, &SourceError::Status(500), pause);
        assert!(yahoo_prices(Crypto));
        coins.succeeded(now, pause);
        assert!(!yahoo_prices(Crypto), "the preferred one is back");
    }

    #[test]
    fn without_coingecko_coins_are_priced_by_yahoo() {
        let mut registry = Registry::new(HealthBoard::default());
        registry.add::<Yahoo>();
        assert_eq!(registry.order(Capability::Quotes, Crypto), ["yahoo"]);
        assert!(registry.is_active("yahoo", Capability::Quotes, Crypto));
    }
}

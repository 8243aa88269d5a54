//! What providers bring, which of them is preferred, and who stands in while that one is failing.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

use super::ticks::Ticks;
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
    /// Prices, when they are asked for.
    Quotes,
    /// Prices as they come, by a stream.
    Ticks,
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
    /// Market values, sectors, facts of funds.
    Facts,
    /// Logos of companies and coins.
    Logos,
}

impl Capability {
    /// The word on the wire.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::Quotes => "quotes",
            Self::Ticks => "ticks",
            Self::Bars => "bars",
            Self::Dividends => "dividends",
            Self::FearGreed => "fear_greed",
            Self::Earnings => "earnings",
            Self::News => "news",
            Self::Facts => "facts",
            Self::Logos => "logos",
        }
    }
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
    pub(crate) const fn new(capability: Capability, kinds: &'static [TickerKind]) -> Self {
        Self { capability, kinds }
    }
}

/// Every kind that is traded.
pub(crate) const TRADED: &[TickerKind] = &[Stock, Etf, Index, Commodity, Crypto];
/// Crypto currencies.
pub(crate) const COINS: &[TickerKind] = &[Crypto];
/// Stocks and funds: what pays dividends.
pub(crate) const PAYERS: &[TickerKind] = &[Stock, Etf];

/// A provider of the live market: a source that says what it brings.
pub trait Provider: Source {
    /// Its name in the configuration.
    const NAME: &'static str;
    /// What it brings.
    const OFFERS: &'static [Offer];
    /// What it allows everybody, or the plan that is used, in a few words; `None` where it does not publish
    /// that.
    const LIMIT: Option<&'static str> = None;
}

/// Who is preferred, by what is brought: the first that has it and is not failing brings it. Names are
/// those of the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Order {
    /// For prices that are asked for.
    pub quotes: Vec<String>,
    /// For prices as they come.
    pub ticks: Vec<String>,
    /// For bars of a day, an hour and five minutes.
    pub history: Vec<String>,
    /// For the days on which companies report.
    pub earnings: Vec<String>,
}

impl Default for Order {
    fn default() -> Self {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Self {
            quotes: names(&["coingecko", "yahoo", "finnhub", "twelve_data"]),
            ticks: names(&["coinbase", "kraken", "yahoo_stream", "finnhub_stream"]),
            history: names(&["yahoo", "twelve_data"]),
            earnings: names(&["nasdaq", "yahoo_facts"]),
        }
    }
}

/// Failures in a row after which the next provider stands in: one may be chance.
const FAILURES_BEFORE_FAILOVER: u32 = 2;

/// The providers that are enabled, and who of them brings what at present.
#[derive(Debug, Clone)]
pub struct Registry {
    board: HealthBoard,
    order: Arc<Order>,
    members: Vec<(&'static str, &'static [Offer])>,
    ticks: Ticks,
    extended_ticks: Ticks,
}

/// A price that a stream brings.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tick<'a> {
    /// Of which ticker.
    pub symbol: &'a str,
    /// From outside of regular hours.
    pub is_extended: bool,
    /// It is of this moment, and not what was known at the subscription.
    pub is_live: bool,
}

impl Registry {
    /// A registry without providers that reads their health from `board`, with the usual order of
    /// preference.
    pub fn new(board: HealthBoard) -> Self {
        Self::with_order(board, Order::default())
    }

    /// [`Self::new`] with an order of one's own.
    pub fn with_order(board: HealthBoard, order: Order) -> Self {
        Self {
            board,
            order: Arc::new(order),
            members: Vec::new(),
            ticks: Ticks::default(),
            extended_ticks: Ticks::default(),
        }
    }

    /// Adds a provider that is enabled.
    pub fn add<P: Provider>(&mut self) {
        self.members.push((P::NAME, P::OFFERS));
    }

    /// Who can bring `capability` for `kind`, the preferred first.
    pub(crate) fn order(&self, capability: Capability, kind: TickerKind) -> Vec<&'static str> {
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
        names.sort_by_key(|name| self.rank(capability, name));
        names
    }

    /// Whether `name` brings `capability` for `kind` at present: everybody who is preferred to it
    /// is failing.
    pub(crate) fn is_active(&self, name: &str, capability: Capability, kind: TickerKind) -> bool {
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

impl Registry {
    /// Whether a stream's price is wanted: no stream that is preferred to it prices the ticker at
    /// present, so that the price does not jump between two markets.
    pub(crate) fn takes_tick(&self, stream: &'static str, tick: &Tick<'_>, now: Timestamp) -> bool {
        let ticks = if tick.is_extended {
            &self.extended_ticks
        } else {
            &self.ticks
        };
        if tick.is_live {
            ticks.note(tick.symbol, stream, now);
        }
        let own = self.rank(Capability::Ticks, stream);
        !ticks.is_fresh(tick.symbol, now, |other| {
            self.rank(Capability::Ticks, other) < own
        })
    }

    /// The place of a provider among those who bring the same. Who is not listed comes last.
    fn rank(&self, capability: Capability, name: &str) -> usize {
        let order = match capability {
            Capability::Quotes => &self.order.quotes,
            Capability::Ticks => &self.order.ticks,
            Capability::Bars => &self.order.history,
            Capability::Earnings => &self.order.earnings,
            _ => return usize::MAX,
        };
        order
            .iter()
            .position(|one| one == name)
            .unwrap_or(usize::MAX)
    }

    /// A stream prices a ticker no more.
    pub(crate) fn forget_ticks(&self, stream: &'static str, symbol: &str) {
        self.ticks.forget(symbol, stream);
        self.extended_ticks.forget(symbol, stream);
    }

    /// Whether any stream prices a ticker at present.
    pub fn is_streamed(&self, symbol: &str, now: Timestamp) -> bool {
        self.ticks.is_fresh(symbol, now, |_| true)
    }
}

fn is_down(health: &ProviderHealth) -> bool {
    match health.state {
        ProviderState::Failing => health.consecutive_failures >= FAILURES_BEFORE_FAILOVER,
        ProviderState::Refused | ProviderState::Outdated => true,
        ProviderState::Waiting | ProviderState::Ok | ProviderState::Degraded => false,
    }
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

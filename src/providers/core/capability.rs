//! The capabilities of providers, their order of preference, and failover to the next provider while a preferred one is
//! failing.

use std::sync::Arc;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};

pub(crate) use super::absences::DataKind;
use super::{
    absences::Absences,
    cross_check_budget::{CrossCheckBudget, CrossCheckSettings},
    tick_times::TickTimes,
};
use crate::{
    domain::{
        provider::{ProviderHealth, ProviderState},
        ticker::TickerKind::{self, Commodity, Crypto, Currency, Etf, Fund, Index, Stock},
    },
    source::{Source, SourceError, TickerInfo, health::HealthBoard},
};

/// A kind of data that a provider offers.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Capability {
    /// Prices that are requested.
    Quotes,
    /// Prices that are streamed.
    Ticks,
    /// Daily, hourly and five-minute bars.
    Bars,
    /// Dividends of stocks and funds.
    Dividends,
    /// A fear and greed index.
    FearGreed,
    /// Earnings dates.
    Earnings,
    /// News articles.
    News,
    /// Market caps, sectors and fund data.
    Facts,
    /// Logos of companies and coins.
    Logos,
    /// Yields of government bonds.
    Yields,
    /// Results of economic statistics and rate decisions.
    Statistics,
    /// Figures from financial reports, and filings.
    Fundamentals,
}

impl Capability {
    /// Returns the capability that a provider of this data declares.
    fn of(data: DataKind) -> Self {
        match data {
            DataKind::Prices => Self::Quotes,
            DataKind::DailyBars | DataKind::IntradayBars => Self::Bars,
            DataKind::Dividends => Self::Dividends,
        }
    }

    /// Returns the name used by the API.
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
            Self::Yields => "yields",
            Self::Statistics => "statistics",
            Self::Fundamentals => "fundamentals",
        }
    }
}

/// A capability of a provider, and the kinds of ticker that it covers.
#[derive(Debug, Clone, Copy)]
pub struct Offer {
    /// The capability.
    pub capability: Capability,
    /// The kinds of ticker.
    pub kinds: &'static [TickerKind],
}

impl Offer {
    /// Creates an offer of `capability` for `kinds`.
    pub(crate) const fn new(capability: Capability, kinds: &'static [TickerKind]) -> Self {
        Self { capability, kinds }
    }
}

/// All kinds of ticker with prices during the day.
pub(crate) const TRADED: &[TickerKind] = &[Stock, Etf, Index, Commodity, Crypto];
/// All kinds of ticker with prices.
pub(crate) const PRICED: &[TickerKind] = &[Stock, Etf, Index, Commodity, Crypto, Fund, Currency];
/// Crypto only.
pub(crate) const COINS: &[TickerKind] = &[Crypto];
/// Stocks and ETFs, which may pay dividends.
pub(crate) const STOCKS_AND_ETFS: &[TickerKind] = &[Stock, Etf];

/// A provider of the live market: a source that declares its capabilities.
pub trait Provider: Source {
    /// The name in the configuration.
    const NAME: &'static str;
    /// The capabilities of this provider.
    const OFFERS: &'static [Offer];
    /// The rate limit that the provider publishes, in a few words; `None` if it publishes none.
    const LIMIT: Option<&'static str> = None;

    /// Returns true if the provider may have data for a ticker of an offered kind. A provider that covers only some tickers of a
    /// kind must not keep a less preferred provider from supplying the others.
    fn covers(_ticker: &TickerInfo) -> bool {
        true
    }
}

/// The order of preference by capability: the first provider in the list that is not failing is used. The names are those
/// of the configuration.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub struct Order {
    /// For prices that are requested.
    pub quotes: Vec<String>,
    /// For prices that are streamed.
    pub ticks: Vec<String>,
    /// For daily, hourly and five-minute bars.
    pub history: Vec<String>,
    /// For earnings dates.
    pub earnings: Vec<String>,
}

impl Default for Order {
    fn default() -> Self {
        let names = |names: &[&str]| names.iter().map(|&name| name.to_owned()).collect();
        Self {
            quotes: names(&[
                "coingecko",
                "yahoo",
                "finnhub",
                "twelve_data",
                "cboe",
                "nasdaq_quotes",
                "deutsche_boerse",
                "euronext",
                "cnbc",
                "binance",
                "ecb",
            ]),
            ticks: names(&[
                "coinbase",
                "kraken",
                "yahoo_stream",
                "finnhub_stream",
                "binance_stream",
            ]),
            history: names(&[
                "yahoo",
                "twelve_data",
                "cboe",
                "deutsche_boerse",
                "euronext",
                "cnbc",
                "nasdaq_history",
                "binance",
                "ecb",
            ]),
            earnings: names(&["nasdaq", "yahoo_facts"]),
        }
    }
}

/// The number of consecutive failures after which the next provider is used. It is more than one because a single failure
/// may be temporary.
const FAILURES_BEFORE_FAILOVER: u32 = 2;

/// The enabled providers. Decides which of them is active for each capability.
#[derive(Debug, Clone)]
pub struct Registry {
    board: HealthBoard,
    order: Arc<Order>,
    members: Vec<Member>,
    ticks: TickTimes,
    extended_ticks: TickTimes,
    cross_checks: CrossCheckBudget,
    absences: Absences,
}

/// An enabled provider.
#[derive(Debug, Clone, Copy)]
struct Member {
    name: &'static str,
    offers: &'static [Offer],
    covers: fn(&TickerInfo) -> bool,
}

impl Member {
    fn offers(&self, capability: Capability, kind: TickerKind) -> bool {
        self.offers
            .iter()
            .any(|offer| offer.capability == capability && offer.kinds.contains(&kind))
    }
}

/// A price from a stream.
#[derive(Debug, Clone, Copy)]
pub(crate) struct Tick<'a> {
    /// The symbol of the ticker.
    pub symbol: &'a str,
    /// True for a price outside of regular hours.
    pub is_extended: bool,
    /// False for the last price before the subscription, which some streams send first.
    pub is_live: bool,
}

impl Registry {
    /// Creates an empty registry with the default order of preference; `board` contains the health of the providers.
    pub fn new(board: HealthBoard) -> Self {
        Self::with_order(board, Order::default())
    }

    /// Creates an empty registry with this order of preference.
    pub fn with_order(board: HealthBoard, order: Order) -> Self {
        Self {
            board,
            order: Arc::new(order),
            members: Vec::new(),
            ticks: TickTimes::default(),
            extended_ticks: TickTimes::default(),
            cross_checks: CrossCheckBudget::default(),
            absences: Absences::default(),
        }
    }

    /// Returns the registry with cross-checks of these settings. Without this call, no provider is asked for comparisons.
    #[must_use]
    pub fn with_cross_checks(self, settings: CrossCheckSettings) -> Self {
        Self {
            cross_checks: CrossCheckBudget::new(settings),
            ..self
        }
    }

    /// Returns the number of requests for comparisons that are left.
    pub(crate) fn cross_check_budget(&self) -> &CrossCheckBudget {
        &self.cross_checks
    }

    /// Registers an enabled provider.
    pub fn add<P: Provider>(&mut self) {
        self.members.push(Member {
            name: P::NAME,
            offers: P::OFFERS,
            covers: P::covers,
        });
    }

    /// Returns true if the provider `name` must supply `capability` for `kind` now, because every more preferred provider
    /// of the kind is failing.
    pub(crate) fn is_active(&self, name: &str, capability: Capability, kind: TickerKind) -> bool {
        let can_supply = |member: &Member| member.offers(capability, kind);
        self.preferred(name, capability, &can_supply)
            .all(|preferred| self.board.has(preferred.name, is_down))
    }

    /// Returns true if the provider `name` must supply `data` for `ticker` now, because every more preferred provider that covers
    /// the ticker is failing or lacks the data.
    pub(crate) fn is_active_for(&self, name: &str, data: DataKind, ticker: &TickerInfo) -> bool {
        self.preferred_count(name, data, ticker) == 0
    }

    /// Like [`Registry::is_active`], for the prices of `symbol`: a provider that lacks them does not count either.
    pub(crate) fn is_pricing(&self, name: &str, kind: TickerKind, symbol: &str) -> bool {
        let (data, capability) = (DataKind::Prices, Capability::Quotes);
        let can_supply = |member: &Member| member.offers(capability, kind);
        self.preferred(name, capability, &can_supply)
            .all(|preferred| self.is_unable(preferred, data, symbol))
    }

    /// Returns the number of providers that are preferred to `name` for `data`, cover `ticker`, are not failing, and do not lack
    /// the data.
    pub(crate) fn preferred_count(&self, name: &str, data: DataKind, ticker: &TickerInfo) -> usize {
        let capability = Capability::of(data);
        let can_supply =
            |member: &Member| member.offers(capability, ticker.kind) && (member.covers)(ticker);
        let preferred = self.preferred(name, capability, &can_supply);
        preferred
            .filter(|preferred| !self.is_unable(preferred, data, &ticker.symbol))
            .count()
    }

    /// Returns true if a provider is failing, or lacks the data of a ticker.
    fn is_unable(&self, member: &Member, data: DataKind, symbol: &str) -> bool {
        self.board.has(member.name, is_down) || self.absences.contains(member.name, data, symbol)
    }

    /// Returns the providers for which `can_supply` is true and that are preferred to `name`; all of them if `can_supply` is false for
    /// `name`.
    fn preferred<'a>(
        &'a self,
        name: &str,
        capability: Capability,
        can_supply: &'a impl Fn(&Member) -> bool,
    ) -> impl Iterator<Item = &'a Member> {
        // Of providers of the same rank, the one that was registered first is preferred. Sources ask this for every ticker, so
        // nothing is copied.
        let position =
            move |index: usize, member: &Member| (self.rank(capability, member.name), index);
        let members = move || {
            let members = self.members.iter().enumerate();
            members.filter(move |(_, member)| can_supply(member))
        };
        let own = members().find(|(_, member)| member.name == name);
        let own = own.map(|(index, member)| position(index, member));
        members()
            .filter(move |(index, member)| own.is_none_or(|own| position(*index, member) < own))
            .map(|(_, member)| member)
    }
}

impl Registry {
    /// Returns true if a stream's price should be used, because no more preferred stream currently prices the ticker. This
    /// prevents prices from jumping between two markets.
    pub(crate) fn accepts_tick(
        &self,
        stream: &'static str,
        tick: &Tick<'_>,
        now: Timestamp,
    ) -> bool {
        let ticks = if tick.is_extended {
            &self.extended_ticks
        } else {
            &self.ticks
        };
        if tick.is_live {
            ticks.record(tick.symbol, stream, now);
        }
        let rank = self.rank(Capability::Ticks, stream);
        !ticks.is_priced(tick.symbol, now, |other| {
            self.rank(Capability::Ticks, other) < rank
        })
    }

    /// Returns true if a stream that is preferred to `stream` currently prices the ticker.
    pub(crate) fn is_streamed_by_preferred(
        &self,
        stream: &str,
        symbol: &str,
        now: Timestamp,
    ) -> bool {
        let rank = self.rank(Capability::Ticks, stream);
        self.ticks.is_priced(symbol, now, |other| {
            self.rank(Capability::Ticks, other) < rank
        })
    }

    /// Returns the position of a provider in the order of preference. Unlisted providers come last.
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

    /// Records that a stream no longer prices a ticker.
    pub(crate) fn remove_ticks(&self, stream: &'static str, symbol: &str) {
        self.ticks.remove(symbol, stream);
        self.extended_ticks.remove(symbol, stream);
    }

    /// Returns true if any stream currently prices the ticker.
    pub fn is_streamed(&self, symbol: &str, now: Timestamp) -> bool {
        self.ticks.is_priced(symbol, now, |_| true)
    }
}

impl Registry {
    /// Records that the provider `name` lacks the data of a ticker, so that the next provider supplies it until the provider has it.
    pub(crate) fn record_absence(&self, name: &'static str, data: &[DataKind], symbol: &str) {
        self.absences.add(name, data, symbol);
    }

    /// Records that the provider `name` has the data of a ticker.
    pub(crate) fn record_presence(&self, name: &str, data: DataKind, symbol: &str) {
        self.absences.remove(name, data, symbol);
    }

    /// Records the failure of a request for the data of one ticker, which may mean that the provider `name` lacks it.
    pub(crate) fn record_failure(
        &self,
        name: &'static str,
        data: DataKind,
        symbol: &str,
        error: &SourceError,
    ) {
        self.absences.add_after(name, data, symbol, error);
    }
}

fn is_down(health: &ProviderHealth) -> bool {
    match health.state {
        ProviderState::Failing => health.consecutive_failures >= FAILURES_BEFORE_FAILOVER,
        ProviderState::Refused | ProviderState::Outdated | ProviderState::Disabled => true,
        ProviderState::Waiting | ProviderState::Ok | ProviderState::Degraded => false,
    }
}

#[cfg(test)]
mod tests {
    use std::time::Duration;

    use jiff::Timestamp;

    use super::*;
    use crate::{
        domain::ticker::{Profile, Ticker, TickerId},
        providers::{cboe::Cboe, cnbc::Cnbc, coingecko::CoinGecko, yahoo::Yahoo},
    };

    #[test]
    fn coins_are_priced_by_yahoo_while_coingecko_fails() {
        let board = HealthBoard::default();
        let coins = board.record("coingecko");
        let mut registry = Registry::new(board);
        registry.add::<Yahoo>();
        registry.add::<CoinGecko>();
        let now = Timestamp::UNIX_EPOCH;
        let is_yahoo_active = |kind| registry.is_active("yahoo", Capability::Quotes, kind);
        assert!(is_yahoo_active(Stock));
        assert!(
            !is_yahoo_active(Crypto),
            "the preferred provider has sent no request yet"
        );
        let pause = Duration::from_secs(60);
        coins.failed(now, &SourceError::Status(500), pause);
        assert!(!is_yahoo_active(Crypto), "one failure may be temporary");
        coins.failed(now, &SourceError::Status(500), pause);
        assert!(is_yahoo_active(Crypto));
        coins.succeeded(now, pause);
        assert!(
            !is_yahoo_active(Crypto),
            "the preferred provider has recovered"
        );
    }

    #[test]
    fn data_that_a_preferred_provider_lacks_comes_from_the_next_one() {
        let mut registry = Registry::new(HealthBoard::default());
        registry.add::<Cboe>();
        registry.add::<Cnbc>();
        let info = |symbol| {
            let profile = Profile::new(symbol, symbol, Index);
            TickerInfo::of(&Ticker::new(TickerId(1), profile))
        };
        let is_cnbc_active = |data, symbol| registry.is_active_for("cnbc", data, &info(symbol));
        assert!(!is_cnbc_active(DataKind::DailyBars, "^NDX"));
        registry.record_absence("cboe", &[DataKind::DailyBars], "^NDX");
        assert!(is_cnbc_active(DataKind::DailyBars, "^NDX"));
        assert!(!is_cnbc_active(DataKind::Prices, "^NDX"));
        assert!(!is_cnbc_active(DataKind::DailyBars, "^GSPC"));
        registry.record_presence("cboe", DataKind::DailyBars, "^NDX");
        assert!(!is_cnbc_active(DataKind::DailyBars, "^NDX"));
    }

    #[test]
    fn without_coingecko_coins_are_priced_by_yahoo() {
        let mut registry = Registry::new(HealthBoard::default());
        registry.add::<Yahoo>();
        assert!(registry.is_active("yahoo", Capability::Quotes, Crypto));
    }
}

//! The embedded catalogue: which tickers there are, what the sample market needs to simulate
//! them, and how the live providers call them.
//!
//! The files lie in `assets/catalogue`; its README describes their columns.

mod alias;
mod economy;
mod error;
mod fund;
mod instrument;
mod split;
mod template;

pub(crate) use error::CatalogueError;
pub(crate) use instrument::{Instrument, Payout};
pub(crate) use template::{EarningsTemplate, IcoTemplate, NewsTemplate};

use crate::domain::{
    alias::{Alias, AliasIndex},
    economy::EconomicEvent,
    fund::FundFacts,
    split::Split,
};

/// The whole catalogue.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    /// Every ticker, in the order in which numbers are given.
    pub instruments: Vec<Instrument>,
    /// What is known of the funds among them.
    pub funds: Vec<FundFacts>,
    /// What the sample market makes offerings of.
    pub icos: Vec<IcoTemplate>,
    /// What it makes headlines of.
    pub news: Vec<NewsTemplate>,
    /// What it makes reports of.
    pub earnings: Vec<EarningsTemplate>,
    /// Dates of the economy that are public long before.
    pub economy: Vec<EconomicEvent>,
    /// Splits as they were, and of which symbol: the sample market's.
    pub splits: Vec<(String, Split)>,
    /// Other names of tickers, also of some that the catalogue does not have.
    pub aliases: Vec<Alias>,
}

impl Catalogue {
    /// The catalogue that is part of the program.
    pub fn embedded() -> Result<Self, CatalogueError> {
        Ok(Self {
            instruments: instrument::parse(include_str!("../../assets/catalogue/tickers.csv"))?,
            funds: fund::parse(include_str!("../../assets/catalogue/funds.csv"))?,
            icos: template::parse(
                "icos.json",
                include_str!("../../assets/catalogue/icos.json"),
            )?,
            news: template::parse(
                "news.json",
                include_str!("../../assets/catalogue/news.json"),
            )?,
            earnings: template::parse(
                "earnings.json",
                include_str!("../../assets/catalogue/earnings.json"),
            )?,
            economy: economy::parse(include_str!("../../assets/catalogue/economy.csv"))?,
            splits: split::parse(include_str!("../../assets/catalogue/splits.csv"))?,
            aliases: alias::parse(include_str!("../../assets/catalogue/aliases.csv"))?,
        })
    }

    /// The ticker of this symbol.
    pub fn get(&self, symbol: &str) -> Option<&Instrument> {
        self.instruments
            .iter()
            .find(|instrument| instrument.profile.symbol == symbol)
    }

    /// The facts about the fund of this symbol.
    pub(crate) fn fund(&self, symbol: &str) -> Option<&FundFacts> {
        self.funds.iter().find(|fund| fund.symbol == symbol)
    }

    /// The profiles of all tickers, in order.
    pub(crate) fn profiles(&self) -> Vec<crate::domain::ticker::Profile> {
        self.instruments
            .iter()
            .map(|instrument| instrument.profile.clone())
            .collect()
    }
}

impl Catalogue {
    /// What may be said in the live market before any source was asked: names and sectors.
    /// Units outstanding are rounded guesses for the simulation, and left out.
    pub(crate) fn names(&self) -> Vec<crate::domain::ticker::Profile> {
        let mut profiles = self.profiles();
        for profile in &mut profiles {
            profile.units = None;
        }
        profiles
    }

    /// Other names of tickers, and how large those of the catalogue roughly are: for finding them, in both markets.
    pub(crate) fn known_names(&self) -> AliasIndex {
        let of_market = self.instruments.iter().filter_map(|instrument| {
            let profile = &instrument.profile;
            Some((profile.symbol.clone(), instrument.price * profile.units?))
        });
        let of_funds = self.funds.iter();
        let of_funds = of_funds.filter_map(|fund| Some((fund.symbol.clone(), fund.aum?)));
        AliasIndex::new(self.aliases.iter().cloned(), of_market.chain(of_funds))
    }

    /// Likewise for funds: what does not change with the market. Sizes and yields are left out.
    pub(crate) fn fund_facts(&self) -> Vec<FundFacts> {
        let lasting = |fund: &FundFacts| FundFacts {
            aum: None,
            distribution_yield: None,
            ..fund.clone()
        };
        self.funds.iter().map(lasting).collect()
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;
    use crate::domain::{session::Calendar, ticker::TickerKind};

    fn catalogue() -> Catalogue {
        Catalogue::embedded().unwrap()
    }

    #[test]
    fn the_first_ticker_is_the_s_and_p_500_and_there_are_three_hundred() {
        let catalogue = catalogue();
        assert_eq!(catalogue.instruments[0].profile.symbol, "^GSPC");
        assert!(catalogue.instruments.len() >= 300);
        for (kind, least) in [
            (TickerKind::Stock, 100),
            (TickerKind::Etf, 50),
            (TickerKind::Crypto, 50),
            (TickerKind::Commodity, 15),
            (TickerKind::Index, 4),
        ] {
            let of_kind = catalogue
                .instruments
                .iter()
                .filter(|i| i.profile.kind == kind);
            assert!(of_kind.count() >= least, "{kind:?}");
        }
    }

    /// Market Overview, sitemap and comparison name these (HOME-04, NAV-05, STCK-04).
    #[test]
    fn what_the_pages_name_is_there() {
        let catalogue = catalogue();
        for symbol in [
            "^GSPC", "^IXIC", "^DJI", "^RUT", "BTC", "ETH", "GC=F", "AAPL", "MSFT", "AMZN",
            "GOOGL", "META", "TSLA", "NVDA", "SPY", "SOL", "ADA", "DOT", "DOGE", "SI=F", "CL=F",
            "NG=F",
        ] {
            assert!(catalogue.get(symbol).is_some(), "{symbol}");
        }
    }

    #[test]
    fn symbols_are_unique_and_everything_refers_to_one_that_exists() {
        let catalogue = catalogue();
        let symbols: HashSet<&str> = catalogue
            .instruments
            .iter()
            .map(|instrument| instrument.profile.symbol.as_str())
            .collect();
        assert_eq!(symbols.len(), catalogue.instruments.len());
        let funds = catalogue.funds.iter().map(|fund| fund.symbol.as_str());
        let reports = catalogue
            .earnings
            .iter()
            .map(|report| report.symbol.as_str());
        let news = catalogue
            .news
            .iter()
            .filter_map(|item| item.symbol.as_deref());
        let splits = catalogue.splits.iter().map(|(symbol, _)| symbol.as_str());
        for symbol in funds.chain(reports).chain(news).chain(splits) {
            assert!(symbols.contains(symbol), "{symbol}");
        }
        for fund in catalogue
            .instruments
            .iter()
            .filter(|i| i.profile.kind == TickerKind::Etf)
        {
            assert!(
                catalogue.fund(&fund.profile.symbol).is_some(),
                "{}",
                fund.profile.symbol
            );
        }
    }

    #[test]
    fn every_alias_names_a_ticker_once_and_is_trimmed() {
        let mut seen = HashSet::new();
        for alias in catalogue().aliases {
            assert_eq!(alias.alias, alias.alias.trim(), "{alias:?}");
            assert!(
                !alias.symbol.is_empty() && !alias.alias.is_empty(),
                "{alias:?}"
            );
            let key = (alias.symbol.clone(), alias.alias.to_lowercase());
            assert!(seen.insert(key), "{alias:?} is there twice");
        }
    }

    #[test]
    fn dates_of_the_economy_are_told_once_each_and_by_the_clock_of_new_york() {
        let economy = catalogue().economy;
        let names: HashSet<_> = economy.iter().map(|e| (&e.name, &e.period)).collect();
        assert_eq!(names.len(), economy.len());
        let hour = |event: &EconomicEvent| {
            let at = event.at.unwrap().in_tz("America/New_York").unwrap();
            (at.hour(), at.minute())
        };
        for event in &economy {
            let expected = match event.name.as_str() {
                "FOMC rate decision" => (14, 0),
                "Job Openings and Labor Turnover" => (10, 0),
                _ => (8, 30),
            };
            assert_eq!(hour(event), expected, "{event:?}");
        }
    }

    #[test]
    fn every_split_is_one_and_of_a_trading_day() {
        for (symbol, split) in catalogue().splits {
            let is_trading_day = Calendar::NewYork.session_on(split.date).is_some();
            assert!(split.is_valid() && is_trading_day, "{symbol} {split:?}");
        }
    }

    #[test]
    fn a_volatility_of_a_year_becomes_one_of_a_day() {
        let catalogue = catalogue();
        let market = catalogue.get("^GSPC").unwrap();
        assert!(
            (0.008..0.012).contains(&market.volatility),
            "{}",
            market.volatility
        );
    }
}

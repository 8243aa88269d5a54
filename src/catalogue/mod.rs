//! The embedded catalogue: tickers with their symbols at the live providers, and the data that the
//! sample market needs to simulate them.
//!
//! The files are in `assets/catalogue`; its README describes their columns.

mod error;
mod instrument;
mod tables;
mod template;

pub(crate) use error::CatalogueError;
pub(crate) use instrument::{Instrument, Payout};
pub use tables::IndexMember;
pub(crate) use template::{EarningsTemplate, IcoTemplate, NewsTemplate};

use jiff::civil::{Date, date};

use crate::domain::{
    alias::{Alias, AliasIndex},
    economy::EconomicEvent,
    fund::FundFacts,
    split::Split,
};

/// The whole catalogue.
#[derive(Debug, Clone, Default)]
pub struct Catalogue {
    /// The tickers, in the order of their ids.
    pub instruments: Vec<Instrument>,
    /// Facts about the funds.
    pub funds: Vec<FundFacts>,
    /// Templates of the sample market's token offerings.
    pub icos: Vec<IcoTemplate>,
    /// Templates of the sample market's headlines.
    pub news: Vec<NewsTemplate>,
    /// Templates of the sample market's earnings reports.
    pub earnings: Vec<EarningsTemplate>,
    /// Scheduled economic events.
    pub economy: Vec<EconomicEvent>,
    /// Historical splits with their symbols, for the sample market.
    pub splits: Vec<(String, Split)>,
    /// Other names of tickers, including tickers that are not in the catalogue.
    pub aliases: Vec<Alias>,
    /// The members of the S&P 500 on [`SP500_AS_OF`], ascending by symbol. Most of them are not among the tickers of the catalogue.
    pub sp500: Vec<IndexMember>,
}

/// The day of the list of members of the S&P 500.
pub(crate) const SP500_AS_OF: Date = date(2026, 8, 8);

impl Catalogue {
    /// Reads the embedded catalogue.
    pub fn embedded() -> Result<Self, CatalogueError> {
        Ok(Self {
            instruments: instrument::parse(include_str!("../../assets/catalogue/tickers.csv"))?,
            funds: tables::funds(include_str!("../../assets/catalogue/funds.csv"))?,
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
            economy: tables::economy(include_str!("../../assets/catalogue/economy.csv"))?,
            splits: tables::splits(include_str!("../../assets/catalogue/splits.csv"))?,
            aliases: tables::aliases(include_str!("../../assets/catalogue/aliases.csv"))?,
            sp500: Self::sp500()?,
        })
    }

    /// Reads only the members of the S&P 500.
    pub(crate) fn sp500() -> Result<Vec<IndexMember>, CatalogueError> {
        tables::members(
            "sp500.csv",
            include_str!("../../assets/catalogue/sp500.csv"),
        )
    }

    /// Returns the ticker with this symbol.
    pub fn get(&self, symbol: &str) -> Option<&Instrument> {
        self.instruments
            .iter()
            .find(|instrument| instrument.profile.symbol == symbol)
    }

    /// Returns the facts about a fund.
    pub(crate) fn fund(&self, symbol: &str) -> Option<&FundFacts> {
        self.funds.iter().find(|fund| fund.symbol == symbol)
    }

    /// Returns the profiles of all tickers, in order.
    pub(crate) fn profiles(&self) -> Vec<crate::domain::ticker::Profile> {
        self.instruments
            .iter()
            .map(|instrument| instrument.profile.clone())
            .collect()
    }
}

impl Catalogue {
    /// Returns the initial profiles of a live market, before a source sends data. They have no units, because the units in the
    /// catalogue are rough values for the simulation.
    pub(crate) fn live_profiles(&self) -> Vec<crate::domain::ticker::Profile> {
        let mut profiles = self.profiles();
        for profile in &mut profiles {
            profile.units = None;
        }
        profiles
    }

    /// Returns the search data of both markets: other names of tickers, and approximate sizes of the catalogue's tickers in US dollars.
    pub(crate) fn alias_index(&self) -> AliasIndex {
        let ticker_sizes = self.instruments.iter().filter_map(|instrument| {
            let profile = &instrument.profile;
            Some((profile.symbol.clone(), instrument.price * profile.units?))
        });
        let funds = self.funds.iter();
        let fund_sizes = funds.filter_map(|fund| Some((fund.symbol.clone(), fund.aum?)));
        AliasIndex::new(self.aliases.iter().cloned(), ticker_sizes.chain(fund_sizes))
    }

    /// Returns the fund facts that do not change with the market, without sizes and yields.
    pub(crate) fn fund_facts(&self) -> Vec<FundFacts> {
        let without_figures = |fund: &FundFacts| FundFacts {
            aum: None,
            distribution_yield: None,
            ..fund.clone()
        };
        self.funds.iter().map(without_figures).collect()
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
    fn the_s_and_p_500_has_about_500_members_and_most_large_us_stocks() {
        let catalogue = catalogue();
        let members: HashSet<&str> = catalogue.sp500.iter().map(|one| &*one.symbol).collect();
        assert!((495..=510).contains(&members.len()), "{}", members.len());
        assert_eq!(members.len(), catalogue.sp500.len(), "no symbol twice");
        for symbol in ["AAPL", "MSFT", "JPM", "BRK-B", "XOM"] {
            assert!(members.contains(symbol), "{symbol}");
        }
        for symbol in ["SAP", "TSM", "BTC", "^GSPC"] {
            assert!(!members.contains(symbol), "{symbol}");
        }
    }

    #[test]
    fn members_of_the_s_and_p_500_have_the_sectors_and_countries_of_the_catalogue() {
        let catalogue = catalogue();
        let stocks = || {
            let kind = |one: &&Instrument| one.profile.kind == TickerKind::Stock;
            catalogue.instruments.iter().filter(kind)
        };
        let sectors: HashSet<_> = stocks().map(|stock| &stock.profile.sector).collect();
        assert!(
            catalogue
                .sp500
                .is_sorted_by(|one, next| one.symbol < next.symbol)
        );
        for member in &catalogue.sp500 {
            assert!(sectors.contains(&member.sector), "{member:?}");
            assert_eq!(member.name, member.name.trim(), "{member:?}");
            let stock = stocks().find(|stock| stock.profile.symbol == member.symbol);
            if let (Some(stock), Some(country)) = (stock, &member.country) {
                assert_eq!(stock.profile.country.as_ref(), Some(country), "{member:?}");
            }
        }
        let medtronic = catalogue.sp500.iter().find(|one| one.symbol == "MDT");
        assert_eq!(
            medtronic,
            Some(&IndexMember {
                symbol: "MDT".to_owned(),
                name: "Medtronic".to_owned(),
                sector: Some("Healthcare".to_owned()),
                country: Some("Ireland".to_owned()),
            })
        );
    }

    #[test]
    fn the_catalogue_has_300_tickers_and_starts_with_the_s_and_p_500() {
        let catalogue = catalogue();
        assert_eq!(catalogue.instruments[0].profile.symbol, "^GSPC");
        assert!(catalogue.instruments.len() >= 300);
        for (kind, min_count) in [
            (TickerKind::Stock, 100),
            (TickerKind::Etf, 50),
            (TickerKind::Crypto, 50),
            (TickerKind::Commodity, 15),
            (TickerKind::Index, 4),
        ] {
            let tickers = catalogue
                .instruments
                .iter()
                .filter(|instrument| instrument.profile.kind == kind);
            assert!(tickers.count() >= min_count, "{kind:?}");
        }
    }

    /// The Market Overview, the sitemap and the comparison refer to these tickers (HOME-04, NAV-05, STCK-04).
    #[test]
    fn tickers_that_pages_refer_to_exist() {
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
    fn symbols_are_unique_and_all_references_exist() {
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
            .filter(|instrument| instrument.profile.kind == TickerKind::Etf)
        {
            assert!(
                catalogue.fund(&fund.profile.symbol).is_some(),
                "{}",
                fund.profile.symbol
            );
        }
    }

    /// Reading the catalogue checks the check digits.
    #[test]
    fn isins_are_unique() {
        let catalogue = catalogue();
        let isins = catalogue
            .instruments
            .iter()
            .filter_map(|instrument| instrument.profile.isin);
        let isins: Vec<_> = isins.collect();
        let unique: HashSet<_> = isins.iter().collect();
        assert_eq!(unique.len(), isins.len());
        assert!(isins.len() >= 150);
        let apple = catalogue.get("AAPL").unwrap().profile.isin.unwrap();
        assert_eq!(apple.as_str(), "US0378331005");
    }

    #[test]
    fn aliases_are_unique_trimmed_and_refer_to_a_ticker() {
        let mut seen = HashSet::new();
        for alias in catalogue().aliases {
            assert_eq!(alias.alias, alias.alias.trim(), "{alias:?}");
            assert!(
                !alias.symbol.is_empty() && !alias.alias.is_empty(),
                "{alias:?}"
            );
            let key = (alias.symbol.clone(), alias.alias.to_lowercase());
            assert!(seen.insert(key), "{alias:?} occurs twice");
        }
    }

    #[test]
    fn economic_events_are_unique_and_in_new_york_time() {
        let economy = catalogue().economy;
        let names: HashSet<_> = economy
            .iter()
            .map(|event| (&event.name, &event.period))
            .collect();
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
    fn splits_have_two_different_units_and_fall_on_trading_days() {
        for (symbol, split) in catalogue().splits {
            let is_trading_day = Calendar::NewYork.session_on(split.date).is_some();
            assert!(split.is_valid() && is_trading_day, "{symbol} {split:?}");
        }
    }

    #[test]
    fn annual_volatility_is_converted_to_daily() {
        let catalogue = catalogue();
        let market = catalogue.get("^GSPC").unwrap();
        assert!(
            (0.008..0.012).contains(&market.volatility),
            "{}",
            market.volatility
        );
    }
}

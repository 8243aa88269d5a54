//! The kinds of figure that pages show. The page 'Where the numbers come from' lists the sources of each.

/// A kind of figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Figure {
    /// Prices of stocks and ETFs at US exchanges.
    UsPrices,
    /// Prices of stocks and ETFs at other exchanges.
    OtherPrices,
    /// Values of indices.
    IndexPrices,
    /// Prices of mutual funds.
    FundPrices,
    /// Prices of bonds.
    BondPrices,
    /// Prices of coins.
    CoinPrices,
    /// Prices of currency pairs.
    CurrencyPrices,
    /// Prices of commodities.
    CommodityPrices,
    /// Bars of stocks and ETFs at US exchanges.
    UsHistory,
    /// Bars of stocks and ETFs at other exchanges.
    OtherHistory,
    /// Bars of indices.
    IndexHistory,
    /// Bars of mutual funds.
    FundHistory,
    /// Bars of bonds.
    BondHistory,
    /// Bars of coins.
    CoinHistory,
    /// Bars of currency pairs.
    CurrencyHistory,
    /// Bars of commodities.
    CommodityHistory,
    /// Dividends.
    Dividends,
    /// Stock splits.
    Splits,
    /// Market caps, sectors, fund sizes and fund costs.
    Facts,
    /// Revenue, earnings and other figures from financial reports.
    Fundamentals,
    /// Documents that companies file with an authority.
    Filings,
    /// Yields of government bonds.
    Yields,
    /// Exchange rates into the display currency, day by day.
    DisplayRates,
    /// Dates and results of earnings.
    Earnings,
    /// Dates and results of economic statistics and rate decisions.
    EconomicDates,
    /// Token offerings.
    TokenOfferings,
    /// Total value locked in the protocol of a coin.
    LockedValue,
    /// Fear and greed index of US stocks.
    StockSentiment,
    /// Fear and greed index of crypto.
    CoinSentiment,
    /// News articles.
    News,
    /// Logos of companies and coins.
    Logos,
    /// Search for symbols that are not followed yet.
    Symbols,
}

/// The key of `[providers.order]` that orders the sources of a figure.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum OrderKey {
    /// `ticks` first, then `quotes`.
    Prices,
    /// `history`.
    History,
    /// `earnings`.
    Earnings,
}

const PRICES_FAIL: &str = "After two failed requests, the next source takes over. If none is left, the last price stays and is marked as stale.";
const HISTORY_FAILS: &str =
    "Stored bars stay. After two failed requests, the next source adds the new ones.";
const STORED_STAYS: &str =
    "Stored values stay. New ones are missing until the source answers again.";

impl Figure {
    /// All figures, in the order of the page.
    pub const ALL: [Self; 32] = [
        Self::UsPrices,
        Self::OtherPrices,
        Self::IndexPrices,
        Self::FundPrices,
        Self::BondPrices,
        Self::CoinPrices,
        Self::CurrencyPrices,
        Self::CommodityPrices,
        Self::UsHistory,
        Self::OtherHistory,
        Self::IndexHistory,
        Self::FundHistory,
        Self::BondHistory,
        Self::CoinHistory,
        Self::CurrencyHistory,
        Self::CommodityHistory,
        Self::Dividends,
        Self::Splits,
        Self::Facts,
        Self::Fundamentals,
        Self::Filings,
        Self::Yields,
        Self::DisplayRates,
        Self::Earnings,
        Self::EconomicDates,
        Self::TokenOfferings,
        Self::LockedValue,
        Self::StockSentiment,
        Self::CoinSentiment,
        Self::News,
        Self::Logos,
        Self::Symbols,
    ];

    /// Returns the name used by the API.
    pub fn id(self) -> &'static str {
        match self {
            Self::UsPrices => "us_prices",
            Self::OtherPrices => "other_prices",
            Self::IndexPrices => "index_prices",
            Self::FundPrices => "fund_prices",
            Self::BondPrices => "bond_prices",
            Self::CoinPrices => "coin_prices",
            Self::CurrencyPrices => "currency_prices",
            Self::CommodityPrices => "commodity_prices",
            Self::UsHistory => "us_history",
            Self::OtherHistory => "other_history",
            Self::IndexHistory => "index_history",
            Self::FundHistory => "fund_history",
            Self::BondHistory => "bond_history",
            Self::CoinHistory => "coin_history",
            Self::CurrencyHistory => "currency_history",
            Self::CommodityHistory => "commodity_history",
            Self::Dividends => "dividends",
            Self::Splits => "splits",
            Self::Facts => "facts",
            Self::Fundamentals => "fundamentals",
            Self::Filings => "filings",
            Self::Yields => "yields",
            Self::DisplayRates => "display_rates",
            Self::Earnings => "earnings",
            Self::EconomicDates => "economic_dates",
            Self::TokenOfferings => "token_offerings",
            Self::LockedValue => "locked_value",
            Self::StockSentiment => "stock_sentiment",
            Self::CoinSentiment => "coin_sentiment",
            Self::News => "news",
            Self::Logos => "logos",
            Self::Symbols => "symbols",
        }
    }

    /// Returns the name shown to users.
    pub fn title(self) -> &'static str {
        match self {
            Self::UsPrices => "Prices of US stocks and ETFs",
            Self::OtherPrices => "Prices of stocks and ETFs elsewhere",
            Self::IndexPrices => "Indices",
            Self::FundPrices => "Prices of mutual funds",
            Self::BondPrices => "Prices of bonds",
            Self::CoinPrices => "Prices of coins",
            Self::CurrencyPrices => "Currency pairs",
            Self::CommodityPrices => "Prices of commodities",
            Self::UsHistory => "History of US stocks and ETFs",
            Self::OtherHistory => "History of stocks and ETFs elsewhere",
            Self::IndexHistory => "History of indices",
            Self::FundHistory => "History of mutual funds",
            Self::BondHistory => "History of bonds",
            Self::CoinHistory => "History of coins",
            Self::CurrencyHistory => "History of currency pairs",
            Self::CommodityHistory => "History of commodities",
            Self::Dividends => "Dividends",
            Self::Splits => "Stock splits",
            Self::Facts => "Market caps, sectors, fund sizes and costs",
            Self::Fundamentals => "Figures from financial reports",
            Self::Filings => "Filings",
            Self::Yields => "Yields of US Treasury securities",
            Self::DisplayRates => "Conversion into other currencies",
            Self::Earnings => "Earnings calendar",
            Self::EconomicDates => "Economic calendar",
            Self::TokenOfferings => "Token offerings",
            Self::LockedValue => "Total value locked (TVL)",
            Self::StockSentiment => "Fear and greed index of stocks",
            Self::CoinSentiment => "Fear and greed index of crypto",
            Self::News => "News",
            Self::Logos => "Logos",
            Self::Symbols => "Symbol search",
        }
    }

    /// Returns the name of the group in which the page shows the figure.
    pub fn group(self) -> &'static str {
        match self {
            Self::UsPrices
            | Self::OtherPrices
            | Self::IndexPrices
            | Self::FundPrices
            | Self::BondPrices
            | Self::CoinPrices
            | Self::CurrencyPrices
            | Self::CommodityPrices => "Prices",
            Self::UsHistory
            | Self::OtherHistory
            | Self::IndexHistory
            | Self::FundHistory
            | Self::BondHistory
            | Self::CoinHistory
            | Self::CurrencyHistory
            | Self::CommodityHistory => "Price history",
            Self::Dividends | Self::Splits | Self::Facts | Self::Fundamentals | Self::Filings => {
                "Companies and funds"
            }
            Self::Yields | Self::DisplayRates => "Rates",
            Self::Earnings | Self::EconomicDates | Self::TokenOfferings => "Calendars",
            Self::LockedValue | Self::StockSentiment | Self::CoinSentiment => "Sentiment and DeFi",
            Self::News | Self::Logos | Self::Symbols => "News, logos and search",
        }
    }

    /// Returns what users see while the sources of the figure fail.
    pub fn on_failure(self) -> &'static str {
        match self {
            Self::UsPrices
            | Self::OtherPrices
            | Self::IndexPrices
            | Self::FundPrices
            | Self::BondPrices
            | Self::CoinPrices
            | Self::CurrencyPrices
            | Self::CommodityPrices => PRICES_FAIL,
            Self::UsHistory
            | Self::OtherHistory
            | Self::IndexHistory
            | Self::FundHistory
            | Self::BondHistory
            | Self::CoinHistory
            | Self::CurrencyHistory
            | Self::CommodityHistory => HISTORY_FAILS,
            Self::Dividends
            | Self::Splits
            | Self::Facts
            | Self::Fundamentals
            | Self::Filings
            | Self::Yields
            | Self::LockedValue
            | Self::StockSentiment
            | Self::CoinSentiment => STORED_STAYS,
            Self::DisplayRates => {
                "The newest known rate stays in use, with its date. Without a rate, amounts keep their own currency."
            }
            Self::Earnings => "The next source takes over. Known dates stay; new ones are missing.",
            Self::EconomicDates => {
                "The built-in dates stay. Results are missing until the agency answers again."
            }
            Self::TokenOfferings => {
                "No network is needed. A file with errors is rejected with the line numbers."
            }
            Self::News => "The other feeds continue. A failing feed adds no articles.",
            Self::Logos => "Stored logos stay. Other tickers show their initials.",
            Self::Symbols => {
                "The search shows the tickers that Marketdeck knows, and says that more could not be looked up."
            }
        }
    }

    /// Returns which key of `[providers.order]` orders the sources; `None` if the order is fixed.
    pub fn order_key(self) -> Option<OrderKey> {
        match self {
            Self::UsPrices
            | Self::OtherPrices
            | Self::IndexPrices
            | Self::FundPrices
            | Self::BondPrices
            | Self::CoinPrices
            | Self::CurrencyPrices
            | Self::CommodityPrices => Some(OrderKey::Prices),
            Self::UsHistory
            | Self::OtherHistory
            | Self::IndexHistory
            | Self::FundHistory
            | Self::BondHistory
            | Self::CoinHistory
            | Self::CurrencyHistory
            | Self::CommodityHistory => Some(OrderKey::History),
            Self::Earnings => Some(OrderKey::Earnings),
            _ => None,
        }
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn all_figures_have_their_own_id_and_title() {
        let ids: HashSet<_> = Figure::ALL.iter().map(|figure| figure.id()).collect();
        let titles: HashSet<_> = Figure::ALL.iter().map(|figure| figure.title()).collect();
        assert_eq!(ids.len(), Figure::ALL.len());
        assert_eq!(titles.len(), Figure::ALL.len());
        let is_sorted = Figure::ALL.is_sorted();
        assert!(is_sorted, "ALL has the order of the declaration");
    }
}

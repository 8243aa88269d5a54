//! Implements [`MarketView`], through which sources read the market in memory.

use std::sync::Arc;

use jiff::civil::Date;

use crate::{
    alerts::AlertService,
    domain::{
        Timestamp, bar::Interval, cross_check::CrossCheck, currency::Currency,
        economy::EconomicEvent, fixing::Series, split::Split,
    },
    live::hub::Hub,
    market::{Listing, Market},
    source::{MarketView, TickerInfo},
};

/// Returns the key under which the requests of a source in a day or month are counted.
pub(super) fn request_counter_key(source: &str, period: &str) -> String {
    format!("{source} {period}")
}

/// Gives sources read access to the market in memory and to the set of watched tickers.
pub struct SharedMarketView {
    /// The market in memory.
    pub market: Arc<Market>,
    /// Contains the tickers that live connections watch.
    pub hub: Arc<Hub>,
    /// Contains the tickers with alerts on filings.
    pub alerts: Arc<AlertService>,
}

impl MarketView for SharedMarketView {
    fn tickers(&self) -> Vec<TickerInfo> {
        let info = |listing: &Listing| TickerInfo::of(&listing.ticker);
        self.market.read().listings().iter().map(info).collect()
    }

    fn version(&self) -> Option<(u64, u64)> {
        let profiles = self.market.read().profiles_version();
        Some((profiles, self.hub.watch_version()))
    }

    fn last_bar(&self, symbol: &str, interval: Interval) -> Option<i64> {
        let market = self.market.read();
        market.last_bar(market.id_of(symbol)?, interval)
    }

    fn price(&self, symbol: &str) -> Option<f64> {
        let market = self.market.read();
        let quote = market.by_symbol(symbol)?.quote.as_ref();
        quote.map(|quote| quote.price)
    }

    fn year_range(&self, symbol: &str) -> (Option<f64>, Option<f64>) {
        let market = self.market.read();
        let quote = market
            .by_symbol(symbol)
            .and_then(|listing| listing.quote.as_ref());
        quote.map_or((None, None), |quote| (quote.year_low, quote.year_high))
    }

    fn day_close(&self, symbol: &str, start: i64) -> Option<f64> {
        let market = self.market.read();
        market.by_symbol(symbol)?.recent.day_close(start)
    }

    fn splits(&self, symbol: &str) -> Vec<Split> {
        let market = self.market.read();
        let id = market.id_of(symbol);
        id.map_or_else(Vec::new, |id| market.splits_of(id).to_vec())
    }

    fn cross_check(&self, symbol: &str) -> Option<Arc<CrossCheck>> {
        let market = self.market.read();
        market.cross_check(market.id_of(symbol)?).map(Arc::clone)
    }

    fn missing_sessions(&self) -> Vec<(String, i64)> {
        let market = self.market.read();
        let missing = |listing: &Listing| {
            let check = market.cross_check(listing.ticker.id)?;
            let newest = check.missing_sessions().last()?;
            Some((listing.ticker.profile.symbol.clone(), newest))
        };
        market.listings().iter().filter_map(missing).collect()
    }

    fn fixing_days(&self, series: Series) -> Option<(Date, Date)> {
        self.market.read().fixings.days_known(series)
    }

    fn economic_events(&self) -> Vec<EconomicEvent> {
        self.market.read().economy.clone()
    }

    fn reference_rates(&self, from: Currency, to: Currency, since: Date) -> Vec<(Date, f64)> {
        let market = self.market.read();
        let rates = market.fixings.rates(from, to, since..=Date::MAX);
        rates.collect()
    }

    fn requests(&self, source: &str, period: &str) -> u64 {
        let key = request_counter_key(source, period);
        let market = self.market.read();
        market.requests.get(&key).copied().unwrap_or(0)
    }

    fn possible_splits(&self) -> Vec<(String, Timestamp)> {
        let market = self.market.read();
        let possible_split = |listing: &Listing| {
            let since = listing.price_review.possible_split_since()?;
            Some((listing.ticker.profile.symbol.clone(), since))
        };
        market
            .listings()
            .iter()
            .filter_map(possible_split)
            .collect()
    }

    fn unconfirmed(&self) -> Vec<(String, Timestamp)> {
        let market = self.market.read();
        let unconfirmed_since = |listing: &Listing| {
            let received = listing.price_review.unconfirmed.as_ref()?.received_at();
            Some((listing.ticker.profile.symbol.clone(), received))
        };
        market
            .listings()
            .iter()
            .filter_map(unconfirmed_since)
            .collect()
    }

    fn symbols_awaiting_filings(&self) -> Vec<String> {
        self.alerts.symbols_awaiting_filings()
    }

    fn watched(&self) -> Vec<String> {
        let watched = self.hub.watched();
        let market = self.market.read();
        let listings = watched.into_iter().filter_map(|id| market.get(id));
        listings
            .map(|listing| listing.ticker.profile.symbol.clone())
            .collect()
    }
}

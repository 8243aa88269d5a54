//! The state of the market in memory.

use std::{collections::HashMap, ops::Range, sync::Arc};

use jiff::civil::Date;

use super::{
    ExtendedHours, LivePrices, NewsList, PriceReview, RecentCloses, reports::UnsavedReports,
};
use crate::domain::{
    Timestamp,
    alias::AliasIndex,
    bar::{Bar, Interval},
    cross_check::{CrossCheck, Finding},
    dividend::Dividend,
    earnings::EarningsEvent,
    economy::EconomicEvent,
    facts::ListedMembers,
    fear_greed::{FearGreed, OWN_PROVIDER, STOCKS},
    fixing::Fixings,
    fund::FundFacts,
    ico::Ico,
    logo::LogoImage,
    packed_bars::PackedBars,
    quote::{Quote, shown_decimals},
    session::exchange_date,
    session_filter::SessionFilter,
    split::Split,
    ticker::{Ticker, TickerId, TickerKind},
};

/// Symbols of the Market Overview, in order.
pub(crate) const OVERVIEW_SYMBOLS: [&str; 6] = ["^GSPC", "^IXIC", "^DJI", "BTC", "ETH", "GC=F"];

/// Merges newer bars into stored ones (ascending); a newer bar replaces the one with the same start.
pub(crate) fn overlay(bars: &mut Vec<Bar>, newer: &[Bar]) {
    for bar in newer {
        match bars.binary_search_by_key(&bar.start, |known| known.start) {
            Ok(at) => bars[at] = *bar,
            Err(at) => bars.insert(at, *bar),
        }
    }
}

/// A ticker with its newest data.
#[derive(Debug, Clone)]
pub struct Listing {
    /// Id, profile and settings.
    pub ticker: Ticker,
    /// The newest quote; `None` before the first.
    pub quote: Option<Quote>,
    /// Recent closes.
    pub recent: RecentCloses,
    /// Extended-hours prices of the last sessions.
    pub extended: ExtendedHours,
    /// Unconfirmed and rejected prices.
    pub(crate) price_review: PriceReview,
    /// The newest price of each source.
    pub(crate) live_prices: LivePrices,
    /// Increases with every change of the ticker's bars.
    pub bars_version: u64,
    /// Increases with a new daily bar and with a change of an earlier bar, a split or fundamentals, because values that are
    /// computed from them once a day are then outdated. A tick only changes the newest bar and does not increase it.
    pub(crate) history_version: u64,
    /// Increases whenever any other field may have changed.
    pub version: u64,
}

impl Listing {
    /// Creates a listing without prices.
    pub(crate) fn new(ticker: Ticker) -> Self {
        Self {
            ticker,
            quote: None,
            recent: RecentCloses::default(),
            extended: ExtendedHours::default(),
            price_review: PriceReview::default(),
            live_prices: LivePrices::default(),
            bars_version: 0,
            history_version: 0,
            version: 0,
        }
    }

    /// Returns the date at the ticker's exchange.
    pub(crate) fn date_at(&self, time: Timestamp) -> Date {
        exchange_date(self.ticker.profile.calendar(), time)
    }

    /// Returns the number of decimals with which prices of the ticker are shown.
    pub(crate) fn decimals(&self) -> u8 {
        let default = self.ticker.profile.decimals;
        let price = self.quote.as_ref().map(|quote| quote.price);
        price.map_or(default, |price| shown_decimals(price, default))
    }

    /// Returns the disagreement between live prices of different sources at `now`, if there is one.
    pub(crate) fn live_price_finding(&self, now: Timestamp) -> Option<Finding> {
        let shown = self.quote.as_ref().map(|quote| &*quote.source);
        let calendar = self.ticker.profile.calendar();
        self.live_prices.finding(shown, calendar, now)
    }

    /// Drops closes of days without trading, as [`RecentCloses::drop_closed_days`] describes. Closes of imported tickers and of funds
    /// stay.
    pub(crate) fn drop_closed_days(&mut self) {
        let profile = &self.ticker.profile;
        if self.ticker.imported.is_none() && profile.kind != TickerKind::Fund {
            self.recent.drop_closed_days(profile.calendar());
        }
    }

    /// Returns the previous close if the close or the newest price is zero or negative, so that the change cannot be expressed in
    /// percent.
    pub(crate) fn previous_close_below_zero(&self) -> Option<f64> {
        self.without_percent_change(self.quote.as_ref()?.previous_close)
    }

    /// Returns the price a week ago under the same condition as [`Listing::previous_close_below_zero`].
    pub(crate) fn price_week_ago_below_zero(&self) -> Option<f64> {
        let calendar = self.ticker.profile.calendar();
        let as_of = self.quote.as_ref()?.as_of;
        self.without_percent_change(self.recent.price_week_ago(calendar, as_of))
    }

    /// Returns true if the ticker's market cap is price × shares outstanding, by the company's last report or a list of stocks. This is
    /// the case if no source or imported file sets the market cap.
    pub(crate) fn is_market_cap_computed(&self) -> bool {
        let quote = self.quote.as_ref();
        let is_computed =
            quote.is_some_and(|quote| quote.market_cap.is_some() && quote.supply.is_none());
        is_computed && self.ticker.has_found_shares()
    }

    fn without_percent_change(&self, base_price: Option<f64>) -> Option<f64> {
        let price = self.quote.as_ref()?.price;
        base_price.filter(|base_price| price <= 0.0 || *base_price <= 0.0)
    }
}

/// All market data except stored bars.
#[derive(Debug, Default)]
pub struct MarketState {
    listings: Vec<Listing>,
    /// Ids by symbol in upper case.
    by_symbol: HashMap<String, TickerId>,
    /// Bars that are not on disk yet, ascending by start.
    unsaved_bars: HashMap<(TickerId, Interval), Vec<Bar>>,
    unsaved_logos: HashMap<TickerId, LogoImage>,
    /// Fundamentals and filings that are not on disk yet.
    pub(crate) reports: UnsavedReports,
    /// Start of the newest bar in Unix seconds, on disk or not.
    last_bars: HashMap<(TickerId, Interval), i64>,
    profiles_version: u64,
    /// Highest ticker id assigned so far; ids are not reused.
    last_id: u32,
    /// Newest first, by ticker.
    pub dividends: HashMap<TickerId, Arc<[Dividend]>>,
    /// Newest first, by ticker.
    pub splits: HashMap<TickerId, Arc<[Split]>>,
    /// Figures compared across sources, by ticker.
    cross_checks: HashMap<TickerId, Arc<CrossCheck>>,
    /// Newest first.
    pub news: NewsList,
    /// Ascending by id.
    pub icos: Vec<Ico>,
    /// Ascending by date.
    pub earnings: Vec<EarningsEvent>,
    /// Ascending by date.
    pub economy: Vec<EconomicEvent>,
    /// By symbol.
    pub funds: HashMap<String, FundFacts>,
    /// Newest reading of each fear and greed index.
    pub fear_greed: Vec<FearGreed>,
    /// Currency rates and yields that an authority publishes daily.
    pub fixings: Fixings,
    /// Figures of the members of an index, which need not be followed; in memory only.
    pub listed_members: Option<Arc<ListedMembers>>,
    /// Request counts by source and day or month.
    pub requests: HashMap<String, u64>,
    /// Alternative names of tickers; part of the program, not of the database.
    pub names: Arc<AliasIndex>,
}

impl MarketState {
    /// Returns all tickers, ascending by id.
    pub fn listings(&self) -> &[Listing] {
        &self.listings
    }

    /// Returns true if any ticker has a price.
    #[cfg(feature = "cluster")]
    pub(crate) fn has_prices(&self) -> bool {
        self.listings.iter().any(|listing| listing.quote.is_some())
    }

    /// Returns true if a ticker has bars of every interval.
    pub(crate) fn has_histories(&self, id: TickerId) -> bool {
        let mut intervals = Interval::ALL.iter();
        intervals.all(|interval| self.last_bars.contains_key(&(id, *interval)))
    }

    /// Returns the tickers of a kind, ascending by id.
    pub(crate) fn of_kind(&self, kind: TickerKind) -> impl Iterator<Item = &Listing> {
        self.listings
            .iter()
            .filter(move |listing| listing.ticker.profile.kind == kind)
    }

    /// Returns a ticker by id.
    pub(crate) fn get(&self, id: TickerId) -> Option<&Listing> {
        self.position(id).ok().map(|at| &self.listings[at])
    }

    /// Returns a ticker by id for a change, and increases the ticker's version.
    pub(crate) fn get_mut(&mut self, id: TickerId) -> Option<&mut Listing> {
        let at = self.position(id).ok()?;
        self.listings[at].version += 1;
        Some(&mut self.listings[at])
    }

    /// Returns the index of an id in `listings`, or the index at which to insert the id. Ids start at 1 and are usually dense;
    /// removed tickers leave gaps.
    fn position(&self, id: TickerId) -> Result<usize, usize> {
        match self.listings.get(id.index()) {
            Some(listing) if listing.ticker.id == id => Ok(id.index()),
            _ => self
                .listings
                .binary_search_by_key(&id, |listing| listing.ticker.id),
        }
    }

    /// Returns a ticker by symbol, ignoring case.
    pub fn by_symbol(&self, symbol: &str) -> Option<&Listing> {
        self.id_of(symbol).and_then(|id| self.get(id))
    }

    /// Returns the id of a symbol, ignoring case.
    pub fn id_of(&self, symbol: &str) -> Option<TickerId> {
        self.by_symbol.get(&symbol.to_uppercase()).copied()
    }

    /// Returns the best fear and greed reading of `market` at `now`; if `market` is `None`, stocks before crypto. Fresh readings come
    /// before stale ones, and a provider's index before the index that Marketdeck computes.
    pub(crate) fn fear_greed_reading(
        &self,
        market: Option<&str>,
        now: Timestamp,
    ) -> Option<&FearGreed> {
        self.fear_greed
            .iter()
            .filter(|reading| market.is_none_or(|market| reading.market == market))
            .min_by_key(|reading| {
                (
                    reading.market != STOCKS,
                    reading.stale_at() <= now,
                    reading.provider == OWN_PROVIDER,
                )
            })
    }

    /// Adds a ticker, or replaces the ticker with the same id.
    pub(crate) fn put(&mut self, ticker: Ticker) {
        let known = self.get(ticker.id).map(|listing| &listing.ticker.profile);
        if known != Some(&ticker.profile) {
            self.profiles_version += 1;
        }
        self.last_id = self.last_id.max(ticker.id.0);
        self.by_symbol
            .insert(ticker.profile.symbol.to_uppercase(), ticker.id);
        match self.position(ticker.id) {
            Ok(at) => {
                self.listings[at].ticker = ticker;
                self.listings[at].version += 1;
            }
            Err(at) => self.listings.insert(at, Listing::new(ticker)),
        }
    }

    /// Removes a ticker and all its data.
    pub(crate) fn remove(&mut self, id: TickerId) {
        let Ok(at) = self.position(id) else {
            return;
        };
        let listing = self.listings.remove(at);
        let symbol = listing.ticker.profile.symbol.to_uppercase();
        self.by_symbol.remove(&symbol);
        self.dividends.remove(&id);
        self.splits.remove(&id);
        self.cross_checks.remove(&id);
        self.unsaved_logos.remove(&id);
        self.reports.remove(id);
        for interval in Interval::ALL {
            self.unsaved_bars.remove(&(id, interval));
            self.last_bars.remove(&(id, interval));
        }
        self.profiles_version += 1;
    }

    /// Reserves the ids up to `id`, so that they are not assigned again.
    pub(crate) fn skip_ids(&mut self, id: TickerId) {
        self.last_id = self.last_id.max(id.0);
    }

    /// Returns the version of all profiles, which increases when a profile is added, changed or removed.
    pub(crate) fn profiles_version(&self) -> u64 {
        self.profiles_version
    }

    /// Returns the id of the next new ticker.
    pub fn next_id(&self) -> TickerId {
        TickerId(self.last_id + 1)
    }

    /// Returns the bars of a ticker that are not on disk yet, ascending. A price history consists of the stored bars, overlaid with
    /// the unsaved bars.
    pub(crate) fn unsaved_bars(&self, id: TickerId, interval: Interval) -> &[Bar] {
        self.unsaved_bars
            .get(&(id, interval))
            .map_or(&[], Vec::as_slice)
    }

    /// Returns the filter for bars outside sessions; `None` for imported and unknown tickers.
    pub(crate) fn session_filter(
        &self,
        id: TickerId,
        interval: Interval,
        now: Timestamp,
    ) -> Option<SessionFilter> {
        let ticker = &self.get(id)?.ticker;
        let profile = &ticker.profile;
        ticker
            .imported
            .is_none()
            .then(|| SessionFilter::new(profile.kind, profile.calendar(), interval, now))
    }

    /// Returns the bars not on disk yet that start within `range` (Unix seconds).
    pub(crate) fn unsaved_bars_within(
        &self,
        id: TickerId,
        interval: Interval,
        range: &Range<i64>,
    ) -> Vec<Bar> {
        let unsaved = self.unsaved_bars(id, interval).iter();
        unsaved
            .filter(|bar| range.contains(&bar.start))
            .copied()
            .collect()
    }

    /// Adds bars (ascending) that are not on disk yet; a bar replaces an unsaved bar with the same start.
    pub(crate) fn add_unsaved_bars(&mut self, id: TickerId, interval: Interval, bars: &[Bar]) {
        overlay(self.unsaved_bars.entry((id, interval)).or_default(), bars);
        let newest = self.last_bar(id, interval);
        if let Some(listing) = self.get_mut(id) {
            listing.bars_version += 1;
            let is_tick = |bar: &Bar| Some(bar.start) == newest || listing.recent.has_day(bar);
            if interval == Interval::Day && !bars.iter().all(is_tick) {
                listing.history_version += 1;
            }
        }
        if let Some(last) = bars.last() {
            self.record_last_bar(id, interval, last.start);
        }
    }

    /// Returns a ticker's logo if the logo is not on disk yet.
    pub(crate) fn unsaved_logo(&self, id: TickerId) -> Option<&LogoImage> {
        self.unsaved_logos.get(&id)
    }

    /// Adds a logo that is not on disk yet.
    pub(crate) fn add_unsaved_logo(&mut self, id: TickerId, image: LogoImage) {
        self.unsaved_logos.insert(id, image);
    }

    /// Removes the logos of a committed batch from the unsaved logos, except logos that changed during the commit.
    pub(crate) fn remove_saved_logos(&mut self, batch: &[(TickerId, LogoImage)]) {
        for (id, image) in batch {
            if self.unsaved_logos.get(id) == Some(image) {
                self.unsaved_logos.remove(id);
            }
        }
    }

    /// Removes the bars of a committed batch from the unsaved bars, except bars that changed during the commit.
    pub(crate) fn remove_saved_bars(&mut self, batch: &[(TickerId, Interval, Vec<Bar>)]) {
        for (id, interval, bars) in batch {
            let Some(unsaved) = self.unsaved_bars.get_mut(&(*id, *interval)) else {
                continue;
            };
            unsaved.retain(|bar| {
                bars.binary_search_by_key(&bar.start, |saved| saved.start)
                    .map_or(true, |at| bars[at] != *bar)
            });
            if unsaved.is_empty() {
                self.unsaved_bars.remove(&(*id, *interval));
            }
        }
    }

    /// Replaces the bars of a ticker in memory after an import. The imported bars are already on disk.
    pub(crate) fn replace_bars(
        &mut self,
        id: TickerId,
        quote: Option<Quote>,
        recent: RecentCloses,
        bars: &[(Interval, PackedBars)],
    ) {
        for interval in Interval::ALL {
            self.unsaved_bars.remove(&(id, interval));
            self.last_bars.remove(&(id, interval));
        }
        for (interval, bars) in bars {
            if let Some(last) = bars.last() {
                self.record_last_bar(id, *interval, last.start);
            }
        }
        if let Some(listing) = self.get_mut(id) {
            listing.quote = quote;
            listing.recent = recent;
            listing.bars_version += 1;
            listing.history_version += 1;
        }
    }

    /// Returns the known splits of a ticker, newest first.
    pub(crate) fn splits_of(&self, id: TickerId) -> &[Split] {
        self.splits.get(&id).map_or(&[], |splits| splits)
    }

    /// Returns the figures of a ticker that were compared across sources.
    pub(crate) fn cross_check(&self, id: TickerId) -> Option<&Arc<CrossCheck>> {
        self.cross_checks.get(&id)
    }

    /// Sets or removes the figures of a ticker that were compared across sources.
    pub(crate) fn set_cross_check(&mut self, id: TickerId, check: Option<CrossCheck>) {
        let Some(listing) = self.get_mut(id) else {
            return;
        };
        // Bars are marked with the source of a filled session.
        listing.bars_version += 1;
        match check {
            Some(check) => drop(self.cross_checks.insert(id, Arc::new(check))),
            None => drop(self.cross_checks.remove(&id)),
        }
    }

    /// Records that data changed from which values are computed once a day; see [`Listing::history_version`].
    pub(crate) fn touch_history(&mut self, id: TickerId) {
        if let Some(listing) = self.get_mut(id) {
            listing.history_version += 1;
        }
    }

    /// Returns the start of the newest bar in Unix seconds, on disk or not.
    pub(crate) fn last_bar(&self, id: TickerId, interval: Interval) -> Option<i64> {
        self.last_bars.get(&(id, interval)).copied()
    }

    /// Records the start of a bar, unless a newer bar is known.
    pub(crate) fn record_last_bar(&mut self, id: TickerId, interval: Interval, start: i64) {
        let last = self.last_bars.entry((id, interval)).or_insert(start);
        *last = (*last).max(start);
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::ticker::Profile;

    fn ticker(id: u32, symbol: &str) -> Ticker {
        let profile = format!(r#"{{"symbol":"{symbol}","name":"{symbol}","kind":"stock"}}"#);
        let profile: Profile = serde_json::from_str(&profile).unwrap();
        Ticker::new(TickerId(id), profile)
    }

    #[test]
    fn tickers_are_found_by_id_despite_gaps() {
        let mut market = MarketState::default();
        for (id, symbol) in [(1, "A"), (3, "C"), (2, "B"), (7, "G")] {
            market.put(ticker(id, symbol));
        }
        for (id, symbol) in [(1, "A"), (2, "B"), (3, "C"), (7, "G")] {
            let found = market
                .get(TickerId(id))
                .map(|found| &*found.ticker.profile.symbol);
            assert_eq!(found, Some(symbol));
        }
        assert!(market.get(TickerId(4)).is_none());
        assert_eq!(market.next_id(), TickerId(8));
    }

    #[test]
    fn adding_bars_changes_only_the_version_of_their_ticker() {
        let mut market = MarketState::default();
        market.put(ticker(1, "A"));
        market.put(ticker(2, "B"));
        market.add_unsaved_bars(TickerId(1), Interval::Day, &[Bar::default()]);
        let versions: Vec<_> = market
            .listings()
            .iter()
            .map(|listing| listing.bars_version)
            .collect();
        assert_eq!(versions, [1, 0]);
    }

    #[test]
    fn a_tick_does_not_change_the_history_version_but_a_new_or_corrected_day_does() {
        let mut market = MarketState::default();
        market.put(ticker(1, "A"));
        let id = TickerId(1);
        let bar = |start, close| Bar {
            start,
            close,
            ..Bar::default()
        };
        let mut add = |interval, bars: &[Bar]| {
            market.add_unsaved_bars(id, interval, bars);
            let listing = market.get_mut(id).unwrap();
            listing.recent.merge(interval, bars);
            listing.history_version
        };
        assert_eq!(add(Interval::Day, &[bar(0, 1.0), bar(86_400, 2.0)]), 1);
        assert_eq!(
            add(Interval::Day, &[bar(86_400, 2.5)]),
            1,
            "a tick keeps the version"
        );
        assert_eq!(add(Interval::Hour, &[bar(90_000, 2.5)]), 1);
        assert_eq!(
            add(Interval::Day, &[bar(0, 1.0), bar(86_400, 2.6)]),
            1,
            "a repeated day keeps the version"
        );
        assert_eq!(
            add(Interval::Day, &[bar(172_800, 3.0)]),
            2,
            "a new day increases the version"
        );
        assert_eq!(
            add(Interval::Day, &[bar(86_400, 2.7)]),
            3,
            "a corrected day increases the version"
        );
    }
}

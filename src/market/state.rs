//! The tables of the market in memory.

use std::{collections::HashMap, ops::Range, sync::Arc};

use super::{Doubts, ExtendedHours, NewsList, Recent};
use crate::domain::{
    Timestamp,
    alias::KnownNames,
    bar::{Bar, Interval},
    bar_dates::BarDates,
    dividend::Dividend,
    earnings::EarningsEvent,
    economy::EconomicEvent,
    fear_greed::{FearGreed, OWN, STOCKS},
    fund::FundFacts,
    ico::Ico,
    logo::LogoImage,
    packed_bars::PackedBars,
    quote::{Quote, shown_decimals},
    split::Split,
    ticker::{Ticker, TickerId, TickerKind},
};

/// What the Market Overview lists, in its order.
pub(crate) const OVERVIEW_SYMBOLS: [&str; 6] = ["^GSPC", "^IXIC", "^DJI", "BTC", "ETH", "GC=F"];

/// Lays bars over stored ones (ascending); a newer one takes the place of one with its start.
pub(crate) fn overlay(bars: &mut Vec<Bar>, newer: &[Bar]) {
    for bar in newer {
        match bars.binary_search_by_key(&bar.start, |known| known.start) {
            Ok(at) => bars[at] = *bar,
            Err(at) => bars.insert(at, *bar),
        }
    }
}

/// One ticker with what is newest about it.
#[derive(Debug, Clone)]
pub struct Listing {
    /// Identity and profile.
    pub ticker: Ticker,
    /// The newest quote; `None` before the first.
    pub quote: Option<Quote>,
    /// Closes of the last days.
    pub recent: Recent,
    /// Prices from before and after the last sessions.
    pub extended: ExtendedHours,
    /// Prices that were not believed.
    pub(crate) doubts: Doubts,
    /// Grows with every change of its bars.
    pub bars_version: u64,
    /// Grows with every change of anything above, and whenever that may have changed.
    pub version: u64,
}

impl Listing {
    /// Digits after the point that its prices are shown with.
    pub(crate) fn decimals(&self) -> u8 {
        let quoted = self.ticker.profile.decimals;
        let price = self.quote.as_ref().map(|quote| quote.price);
        price.map_or(quoted, |price| shown_decimals(price, quoted))
    }

    /// Forgets closes that cannot be of their days: see [`Recent::forget_closed_days`]. A file's stay.
    pub(crate) fn forget_closed_days(&mut self) {
        let profile = &self.ticker.profile;
        if self.ticker.imported.is_none() && profile.kind != TickerKind::Fund {
            self.recent.forget_closed_days(profile.calendar());
        }
    }

    /// The close before the session of the newest price, where it or that price is not above zero: there is no
    /// change in percent to tell it.
    pub(crate) fn previous_close_below_zero(&self) -> Option<f64> {
        self.below_zero(self.quote.as_ref()?.previous_close)
    }

    /// The same of the price of a week before.
    pub(crate) fn price_week_ago_below_zero(&self) -> Option<f64> {
        let calendar = self.ticker.profile.calendar();
        let as_of = self.quote.as_ref()?.as_of;
        self.below_zero(self.recent.price_week_ago(calendar, as_of))
    }

    fn below_zero(&self, then: Option<f64>) -> Option<f64> {
        let price = self.quote.as_ref()?.price;
        then.filter(|then| price <= 0.0 || *then <= 0.0)
    }
}

/// Everything the program knows about the market, but for stored bars.
#[derive(Debug, Default)]
pub struct MarketState {
    listings: Vec<Listing>,
    by_symbol: HashMap<String, TickerId>,
    unsaved: HashMap<(TickerId, Interval), Vec<Bar>>,
    unsaved_logos: HashMap<TickerId, LogoImage>,
    last_bars: HashMap<(TickerId, Interval), i64>,
    profiles_version: u64,
    /// The highest number that was given: none is given twice.
    last_id: u32,
    /// Newest first, by ticker.
    pub dividends: HashMap<TickerId, Arc<[Dividend]>>,
    /// Newest first, by ticker.
    pub splits: HashMap<TickerId, Arc<[Split]>>,
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
    /// The newest reading of each index.
    pub fear_greed: Vec<FearGreed>,
    /// Requests that sources sent, by source and day or month.
    pub requests: HashMap<String, u64>,
    /// Other names of tickers: part of the program, not of the database.
    pub names: Arc<KnownNames>,
}

impl MarketState {
    /// Every ticker, ascending by id.
    pub fn listings(&self) -> &[Listing] {
        &self.listings
    }

    /// Whether any ticker has a price.
    pub(crate) fn has_prices(&self) -> bool {
        self.listings.iter().any(|listing| listing.quote.is_some())
    }

    /// Returns true if there are bars of each length of a ticker.
    pub(crate) fn has_histories(&self, id: TickerId) -> bool {
        let mut intervals = Interval::ALL.iter();
        intervals.all(|interval| self.last_bars.contains_key(&(id, *interval)))
    }

    /// The tickers of one kind, ascending by id.
    pub(crate) fn of_kind(&self, kind: TickerKind) -> impl Iterator<Item = &Listing> {
        self.listings
            .iter()
            .filter(move |listing| listing.ticker.profile.kind == kind)
    }

    /// By number.
    pub(crate) fn get(&self, id: TickerId) -> Option<&Listing> {
        self.position(id).ok().map(|at| &self.listings[at])
    }

    /// By number, to change it.
    pub(crate) fn get_mut(&mut self, id: TickerId) -> Option<&mut Listing> {
        let at = self.position(id).ok()?;
        self.listings[at].version += 1;
        Some(&mut self.listings[at])
    }

    /// Where a number is, or where it would be. Numbers are dense and start with 1 unless a database
    /// lost some.
    fn position(&self, id: TickerId) -> Result<usize, usize> {
        match self.listings.get(id.index()) {
            Some(listing) if listing.ticker.id == id => Ok(id.index()),
            _ => self
                .listings
                .binary_search_by_key(&id, |listing| listing.ticker.id),
        }
    }

    /// By symbol, in any case.
    pub fn by_symbol(&self, symbol: &str) -> Option<&Listing> {
        self.id_of(symbol).and_then(|id| self.get(id))
    }

    /// The number of a symbol, in any case.
    pub fn id_of(&self, symbol: &str) -> Option<TickerId> {
        self.by_symbol.get(&symbol.to_uppercase()).copied()
    }

    /// The reading at `now` of `market`, or of the market that comes first: shares before crypto. Of several
    /// indices of a market one that is not stale comes first, then one of a provider before our own.
    pub(crate) fn reading(&self, market: Option<&str>, now: Timestamp) -> Option<&FearGreed> {
        self.fear_greed
            .iter()
            .filter(|reading| market.is_none_or(|market| reading.market == market))
            .min_by_key(|reading| {
                (
                    reading.market != STOCKS,
                    reading.stale_at() <= now,
                    reading.provider == OWN,
                )
            })
    }

    /// Adds a ticker, or replaces the one of its number.
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
            Err(at) => self.listings.insert(
                at,
                Listing {
                    ticker,
                    quote: None,
                    recent: Recent::default(),
                    extended: ExtendedHours::default(),
                    doubts: Doubts::default(),
                    bars_version: 0,
                    version: 0,
                },
            ),
        }
    }

    /// Forgets a ticker with all that is known of it.
    pub(crate) fn remove(&mut self, id: TickerId) {
        let Ok(at) = self.position(id) else {
            return;
        };
        let listing = self.listings.remove(at);
        let symbol = listing.ticker.profile.symbol.to_uppercase();
        self.by_symbol.remove(&symbol);
        self.dividends.remove(&id);
        self.splits.remove(&id);
        self.unsaved_logos.remove(&id);
        for interval in Interval::ALL {
            self.unsaved.remove(&(id, interval));
            self.last_bars.remove(&(id, interval));
        }
        self.profiles_version += 1;
    }

    /// Keeps the numbers up to `id` from being given again.
    pub(crate) fn skip_ids(&mut self, id: TickerId) {
        self.last_id = self.last_id.max(id.0);
    }

    /// Grows with every new or changed profile.
    pub(crate) fn profiles_version(&self) -> u64 {
        self.profiles_version
    }

    /// The number the next new ticker gets.
    pub fn next_id(&self) -> TickerId {
        TickerId(self.last_id + 1)
    }

    /// Bars of a ticker that are not on disk yet, ascending: a price history is what is stored,
    /// overlaid with these.
    pub(crate) fn unsaved(&self, id: TickerId, interval: Interval) -> &[Bar] {
        self.unsaved.get(&(id, interval)).map_or(&[], Vec::as_slice)
    }

    /// What judges by the calendar which bars of a ticker can be what they say; `None` for those of a
    /// file, and for a ticker that is unknown.
    pub(crate) fn bar_dates(
        &self,
        id: TickerId,
        interval: Interval,
        now: Timestamp,
    ) -> Option<BarDates> {
        let ticker = &self.get(id)?.ticker;
        let profile = &ticker.profile;
        ticker
            .imported
            .is_none()
            .then(|| BarDates::new(profile.kind, profile.calendar(), interval, now))
    }

    /// Those of them that start within `range` (Unix seconds), to be laid over stored bars.
    pub(crate) fn unsaved_within(
        &self,
        id: TickerId,
        interval: Interval,
        range: &Range<i64>,
    ) -> Vec<Bar> {
        let unsaved = self.unsaved(id, interval).iter();
        unsaved
            .filter(|bar| range.contains(&bar.start))
            .copied()
            .collect()
    }

    /// Takes bars (ascending) that are not on disk yet; the newer of two with one start wins.
    pub(crate) fn add_unsaved(&mut self, id: TickerId, interval: Interval, bars: &[Bar]) {
        let waiting = self.unsaved.entry((id, interval)).or_default();
        for bar in bars {
            match waiting.binary_search_by_key(&bar.start, |known| known.start) {
                Ok(at) => waiting[at] = *bar,
                Err(at) => waiting.insert(at, *bar),
            }
        }
        if let Some(listing) = self.get_mut(id) {
            listing.bars_version += 1;
        }
        if let Some(last) = bars.last() {
            self.note_last_bar(id, interval, last.start);
        }
    }

    /// A ticker's logo, while it is not on disk yet.
    pub(crate) fn unsaved_logo(&self, id: TickerId) -> Option<&LogoImage> {
        self.unsaved_logos.get(&id)
    }

    /// Takes a logo that is not on disk yet.
    pub(crate) fn add_unsaved_logo(&mut self, id: TickerId, image: LogoImage) {
        self.unsaved_logos.insert(id, image);
    }

    /// Forgets logos that are on disk now, unless they changed meanwhile.
    pub(crate) fn logos_saved(&mut self, batch: &[(TickerId, LogoImage)]) {
        for (id, image) in batch {
            if self.unsaved_logos.get(id) == Some(image) {
                self.unsaved_logos.remove(id);
            }
        }
    }

    /// Forgets bars that are on disk now, unless they changed meanwhile.
    pub(crate) fn saved(&mut self, batch: &[(TickerId, Interval, Vec<Bar>)]) {
        for (id, interval, bars) in batch {
            let Some(waiting) = self.unsaved.get_mut(&(*id, *interval)) else {
                continue;
            };
            waiting.retain(|bar| {
                bars.binary_search_by_key(&bar.start, |saved| saved.start)
                    .map_or(true, |at| bars[at] != *bar)
            });
            if waiting.is_empty() {
                self.unsaved.remove(&(*id, *interval));
            }
        }
    }

    /// Takes what is told of the bars of a file, which are on disk, in the place of all that was known of a ticker's bars.
    pub(crate) fn replace_bars(
        &mut self,
        id: TickerId,
        quote: Option<Quote>,
        recent: Recent,
        bars: &[(Interval, PackedBars)],
    ) {
        for interval in Interval::ALL {
            self.unsaved.remove(&(id, interval));
            self.last_bars.remove(&(id, interval));
        }
        for (interval, bars) in bars {
            if let Some(last) = bars.last() {
                self.note_last_bar(id, *interval, last.start);
            }
        }
        if let Some(listing) = self.get_mut(id) {
            listing.quote = quote;
            listing.recent = recent;
            listing.bars_version += 1;
        }
    }

    /// Start (Unix seconds) of the newest bar, on disk or not.
    pub(crate) fn last_bar(&self, id: TickerId, interval: Interval) -> Option<i64> {
        self.last_bars.get(&(id, interval)).copied()
    }

    /// Remembers the start of the newest bar.
    pub(crate) fn note_last_bar(&mut self, id: TickerId, interval: Interval, start: i64) {
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
    fn a_number_that_is_missing_puts_no_ticker_in_the_place_of_another() {
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
    fn bars_of_one_ticker_are_no_change_of_another() {
        let mut market = MarketState::default();
        market.put(ticker(1, "A"));
        market.put(ticker(2, "B"));
        market.add_unsaved(TickerId(1), Interval::Day, &[Bar::default()]);
        let versions: Vec<_> = market
            .listings()
            .iter()
            .map(|one| one.bars_version)
            .collect();
        assert_eq!(versions, [1, 0]);
    }
}

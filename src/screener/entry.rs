//! The values of a ticker that come from the database.

use std::sync::Arc;

use jiff::{Timestamp, civil::Date};

use crate::{
    domain::{
        bar::Interval,
        fundamentals::Fundamentals,
        screen::{CompanyFigures, DailyFigures, Texts},
        session::{Calendar, exchange_date},
        split::Split,
        ticker::TickerId,
    },
    market::{Listing, Market, MarketState, overlay},
    source::generated_history::GeneratedHistory,
    store::{Result, Store, default_if_damaged},
};

/// Seconds after which values are read again if any bar has changed. The history version misses corrections that another
/// process of a cluster made.
const MAX_AGE: i64 = 3_600;
/// Longest gap in seconds before the oldest stored bar that the sample market fills with computed bars, if an earlier bar is needed.
/// A longer gap would take tens of milliseconds per ticker.
const MAX_GENERATED_GAP: i64 = 10 * 86_400;

/// The values of a ticker that come from the database.
pub(super) struct Entry {
    version: Version,
    read_at: Timestamp,
    /// Symbol, name and other texts of the ticker.
    pub(super) texts: Arc<Texts>,
    /// The trading calendar.
    pub(super) calendar: Calendar,
    /// Values from daily bars.
    pub(super) days: DailyFigures,
    /// Values from financial reports.
    pub(super) company: Option<CompanyFigures>,
}

/// The state of the data that an entry was computed from.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
struct Version {
    /// The date at the exchange.
    today: Date,
    history: u64,
    bars: u64,
}

impl Entry {
    /// The date at the exchange when the values were computed.
    pub(super) fn today(&self) -> Date {
        self.version.today
    }

    fn is_current(&self, version: Version, now: Timestamp) -> bool {
        let same_history =
            (self.version.today, self.version.history) == (version.today, version.history);
        let age = now.as_second() - self.read_at.as_second();
        same_history && (self.version.bars == version.bars || age < MAX_AGE)
    }
}

/// A ticker whose values are missing or outdated.
pub(super) struct StaleTicker {
    pub(super) id: TickerId,
    version: Version,
    texts: Arc<Texts>,
    calendar: Calendar,
    splits: Option<Arc<[Split]>>,
    is_imported: bool,
}

/// Returns the ticker if its values are missing or outdated.
pub(super) fn find_stale(
    market: &MarketState,
    listing: &Listing,
    entry: Option<&Entry>,
    now: Timestamp,
) -> Option<StaleTicker> {
    let profile = &listing.ticker.profile;
    let has_same_texts = entry.is_some_and(|entry| has_texts(&entry.texts, listing));
    let calendar = match entry {
        // The calendar depends on the exchange, which rarely changes, and is expensive to find.
        Some(entry) if has_same_texts => entry.calendar,
        _ => profile.calendar(),
    };
    let version = Version {
        today: exchange_date(calendar, now),
        history: listing.history_version,
        bars: listing.bars_version,
    };
    if has_same_texts && entry.is_some_and(|entry| entry.is_current(version, now)) {
        return None;
    }
    let id = listing.ticker.id;
    Some(StaleTicker {
        id,
        version,
        texts: Arc::new(texts(listing)),
        calendar,
        splits: market.splits.get(&id).cloned(),
        is_imported: listing.ticker.imported.is_some(),
    })
}

fn texts(listing: &Listing) -> Texts {
    let profile = &listing.ticker.profile;
    Texts {
        kind: profile.kind,
        symbol: profile.symbol.clone(),
        name: profile.name.clone(),
        sector: profile.sector.clone(),
        country: profile.country.clone(),
        quoted_in: profile.quoted_in(),
    }
}

/// Returns true if the listing has these texts.
fn has_texts(texts: &Texts, listing: &Listing) -> bool {
    let profile = &listing.ticker.profile;
    texts.kind == profile.kind
        && texts.symbol == profile.symbol
        && texts.name == profile.name
        && texts.sector == profile.sector
        && texts.country == profile.country
        && texts.quoted_in == profile.quoted_in()
}

/// Reads entries from the database and the unsaved data of the market.
pub(super) struct EntryReader {
    pub(super) market: Arc<Market>,
    pub(super) store: Store,
    /// Computes older bars of the sample market.
    pub(super) generated_history: Option<Arc<dyn GeneratedHistory>>,
}

impl EntryReader {
    /// Reads the values of a ticker. Damaged records count as missing.
    pub(super) fn read(&self, ticker: &StaleTicker, now: Timestamp) -> Result<Entry> {
        let today = ticker.version.today;
        Ok(Entry {
            version: ticker.version,
            read_at: now,
            texts: Arc::clone(&ticker.texts),
            calendar: ticker.calendar,
            days: self.read_days(ticker, now)?,
            company: self.read_company(ticker, today)?,
        })
    }

    fn read_days(&self, ticker: &StaleTicker, now: Timestamp) -> Result<DailyFigures> {
        let (id, today) = (ticker.id, ticker.version.today);
        // The session of a futures contract starts on the evening before its date.
        let range = i64::MIN..now.as_second() + Interval::Day.seconds();
        // Memory is read before disk: a bar that is committed in between is then read twice instead of not at all.
        let (unsaved, mut bar_filter) = {
            let market = self.market.read();
            let unsaved = market.unsaved_bars_within(id, Interval::Day, &range);
            (unsaved, market.bar_filter(id, Interval::Day, now))
        };
        let mut bars = default_if_damaged(self.store.bars(id, Interval::Day, range))?;
        overlay(&mut bars, &unsaved);
        bars.retain(|bar| bar_filter.accepts(bar));
        if let (Some(history), Some(first), false) =
            (&self.generated_history, bars.first(), ticker.is_imported)
        {
            let since = first.start - MAX_GENERATED_GAP;
            let earlier = history.before(&ticker.texts.symbol, since, first.start);
            let earlier = earlier.iter().filter(|bar| bar.start >= since).copied();
            bars.splice(0..0, earlier.collect::<Vec<_>>());
        }
        Ok(DailyFigures::compute(&bars, today))
    }

    fn read_company(&self, ticker: &StaleTicker, today: Date) -> Result<Option<CompanyFigures>> {
        let unsaved = self.market.read().reports.fundamentals(ticker.id);
        let fundamentals: Option<Arc<Fundamentals>> = match unsaved {
            Some(unsaved) => Some(unsaved),
            None => default_if_damaged(self.store.fundamentals(ticker.id))?,
        };
        let splits = ticker.splits.as_deref().unwrap_or_default();
        Ok(fundamentals.and_then(|fundamentals| {
            let adjusted = Fundamentals::clone(&fundamentals).adjusted_for(splits, today);
            CompanyFigures::of(&adjusted)
        }))
    }
}

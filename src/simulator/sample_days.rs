//! Daily bars before the stored ones, computed when a chart needs them.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::{
    Settings,
    calendar_cache::DAY,
    cells::Scratch,
    engine::Engine,
    history::{Since, bars},
};
use crate::{catalogue::Catalogue, domain::bar::Bar, source::generated_history::GeneratedHistory};

/// Maximum number of tickers whose days are cached, up to about 120 kB each. They are cached because an open chart
/// requests its data again every few seconds, with each new price.
const MAX_CACHED_TICKERS: usize = 16;

/// Gaps up to this many seconds are computed without caching: a year of stored days may start with a few non-trading
/// days.
const MAX_UNCACHED_GAP: i64 = 10 * DAY;

/// The daily bars of the sample market since its first day.
pub(crate) struct SampleDays {
    settings: Settings,
    catalogue: Catalogue,
    /// Created on first use, so that it does not delay the start.
    engine: OnceLock<Engine>,
    /// Least recently used first.
    recent: Mutex<Vec<CachedDays>>,
}

#[derive(Clone)]
struct CachedDays {
    ticker: usize,
    first: i64,
    days: Arc<[Bar]>,
}

impl SampleDays {
    /// Creates the days of the market with these settings.
    pub(crate) fn new(settings: Settings, catalogue: Catalogue) -> Self {
        Self {
            settings,
            catalogue,
            engine: OnceLock::new(),
            recent: Mutex::default(),
        }
    }

    fn engine(&self) -> &Engine {
        self.engine.get_or_init(|| {
            Engine::new(
                self.settings.seed,
                self.settings.is_always_open,
                self.catalogue.clone(),
            )
        })
    }

    fn cached(&self, ticker: usize, first: i64) -> Option<Arc<[Bar]>> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let at = recent
            .iter()
            .position(|one| (one.ticker, one.first) == (ticker, first))?;
        let found = recent.remove(at);
        recent.push(found.clone());
        Some(found.days)
    }

    fn cache(&self, ticker: usize, first: i64, days: &Arc<[Bar]>) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.retain(|one| one.ticker != ticker);
        if recent.len() == MAX_CACHED_TICKERS {
            recent.remove(0);
        }
        recent.push(CachedDays {
            ticker,
            first,
            days: Arc::clone(days),
        });
    }
}

impl GeneratedHistory for SampleDays {
    fn before(&self, symbol: &str, since: i64, first: i64) -> Arc<[Bar]> {
        // Days start at midnight UTC.
        if since.saturating_add(DAY - 1).div_euclid(DAY) * DAY >= first {
            return Arc::default();
        }
        let engine = self.engine();
        let Some(ticker) = engine.index_of(symbol) else {
            return Arc::default();
        };
        if let Some(days) = self.cached(ticker, first) {
            return days;
        }
        let is_gap = first.saturating_sub(since) <= MAX_UNCACHED_GAP;
        let since = Since {
            five_minutes: i64::MAX,
            hours: i64::MAX,
            days: if is_gap { since } else { i64::MIN },
        };
        let mut days = bars(engine, &mut Scratch::default(), ticker, since, first).days;
        // The session of a future's `first` day started the evening before.
        days.retain(|day| day.start < first);
        let days = days.into();
        if !is_gap {
            self.cache(ticker, first, &days);
        }
        days
    }
}

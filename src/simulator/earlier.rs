//! Days from before those that are stored: five years and more of a chart are worked out when it is looked at.

use std::sync::{Arc, Mutex, OnceLock, PoisonError};

use super::{
    Settings,
    calendar_cache::DAY,
    cells::Scratch,
    engine::Engine,
    history::{Since, bars},
};
use crate::{catalogue::Catalogue, domain::bar::Bar, source::generated_history::GeneratedHistory};

/// How many tickers' days are remembered, of up to about 120 kB each: a live price asks for a chart's
/// answer again every few seconds.
const REMEMBERED: usize = 16;

/// Up to so many seconds are worked out each time: a year of what is stored begins with a few days that were no trading
/// days.
const GAP: i64 = 10 * DAY;

/// The daily bars of the sample market since its first day.
pub(crate) struct SampleDays {
    settings: Settings,
    catalogue: Catalogue,
    /// Made when it is first needed, so that it costs the start nothing.
    engine: OnceLock<Engine>,
    /// The longest unused first.
    recent: Mutex<Vec<Remembered>>,
}

#[derive(Clone)]
struct Remembered {
    ticker: usize,
    first: i64,
    days: Arc<[Bar]>,
}

impl SampleDays {
    /// Those of the market that `settings` and `catalogue` make.
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

    fn remembered(&self, ticker: usize, first: i64) -> Option<Arc<[Bar]>> {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        let at = recent
            .iter()
            .position(|one| (one.ticker, one.first) == (ticker, first))?;
        let found = recent.remove(at);
        recent.push(found.clone());
        Some(found.days)
    }

    fn remember(&self, ticker: usize, first: i64, days: &Arc<[Bar]>) {
        let mut recent = self.recent.lock().unwrap_or_else(PoisonError::into_inner);
        recent.retain(|one| one.ticker != ticker);
        if recent.len() == REMEMBERED {
            recent.remove(0);
        }
        recent.push(Remembered {
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
        if let Some(days) = self.remembered(ticker, first) {
            return days;
        }
        let is_gap = first.saturating_sub(since) <= GAP;
        let since = Since {
            five_minutes: i64::MAX,
            hours: i64::MAX,
            days: if is_gap { since } else { i64::MIN },
        };
        let mut days = bars(engine, &mut Scratch::default(), ticker, since, first).days;
        // The session of a future's `first` day began on the evening before it.
        days.retain(|day| day.start < first);
        let days = days.into();
        if !is_gap {
            self.remember(ticker, first, &days);
        }
        days
    }
}

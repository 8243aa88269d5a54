//! What was merged in memory and is not on disk yet.

use std::collections::{BTreeMap, HashMap};

use jiff::civil::Date;

use crate::{
    domain::{
        bar::{Bar, Interval},
        dividend::Dividend,
        earnings::EarningsEvent,
        economy::EconomicEvent,
        fear_greed::FearGreed,
        fund::FundFacts,
        ico::Ico,
        logo::LogoImage,
        news::NewsItem,
        quote::Quote,
        split::Split,
        ticker::{Ticker, TickerId},
    },
    store::MarketBatch,
};

/// Changes since the last commit; of each thing only the newest version.
#[derive(Debug, Default)]
pub(super) struct Pending {
    pub(super) tickers: BTreeMap<TickerId, Ticker>,
    pub(super) quotes: HashMap<TickerId, Quote>,
    bars: HashMap<(TickerId, Interval), BTreeMap<i64, Bar>>,
    count: usize,
    pub(super) dividends: HashMap<TickerId, Vec<Dividend>>,
    pub(super) splits: HashMap<TickerId, Vec<Split>>,
    pub(super) news: BTreeMap<u32, NewsItem>,
    pub(super) icos: BTreeMap<u32, Ico>,
    /// By day and symbol; `None` for what was withdrawn.
    pub(super) earnings: BTreeMap<(Date, String), Option<EarningsEvent>>,
    /// By name and period.
    pub(super) economy: BTreeMap<(String, String), EconomicEvent>,
    pub(super) funds: HashMap<String, FundFacts>,
    pub(super) fear_greed: Vec<FearGreed>,
    pub(super) logos: HashMap<TickerId, LogoImage>,
    pub(super) requests: HashMap<String, u64>,
}

impl Pending {
    /// How many bars wait.
    pub(super) fn bars(&self) -> usize {
        self.count
    }

    pub(super) fn is_empty(&self) -> bool {
        self.count == 0
            && self.tickers.is_empty()
            && self.quotes.is_empty()
            && self.dividends.is_empty()
            && self.splits.is_empty()
            && self.news.is_empty()
            && self.icos.is_empty()
            && self.earnings.is_empty()
            && self.economy.is_empty()
            && self.funds.is_empty()
            && self.fear_greed.is_empty()
            && self.logos.is_empty()
            && self.requests.is_empty()
    }

    /// Adds bars; one that starts at the same second replaces its older self.
    pub(super) fn add_bars(&mut self, id: TickerId, interval: Interval, bars: &[Bar]) {
        let waiting = self.bars.entry((id, interval)).or_default();
        for bar in bars {
            self.count += usize::from(waiting.insert(bar.start, *bar).is_none());
        }
    }

    /// Drops whatever waits of a ticker.
    pub(super) fn forget(&mut self, id: TickerId) {
        self.tickers.remove(&id);
        self.quotes.remove(&id);
        self.dividends.remove(&id);
        self.splits.remove(&id);
        self.logos.remove(&id);
        for interval in Interval::ALL {
            let bars = self.bars.remove(&(id, interval));
            self.count -= bars.map_or(0, |bars| bars.len());
        }
    }

    /// Everything that waits, as one transaction's work.
    pub(super) fn take(&mut self) -> MarketBatch {
        let Self {
            tickers,
            quotes,
            bars,
            dividends,
            splits,
            news,
            icos,
            earnings,
            economy,
            funds,
            fear_greed,
            logos,
            requests,
            ..
        } = std::mem::take(self);
        let (told, withdrawn): (Vec<_>, Vec<_>) =
            earnings.into_iter().partition(|(_, event)| event.is_some());
        MarketBatch {
            tickers: tickers.into_values().collect(),
            quotes: quotes.into_values().collect(),
            bars: bars
                .into_iter()
                .map(|((id, interval), bars)| (id, interval, bars.into_values().collect()))
                .collect(),
            dividends: dividends.into_iter().collect(),
            splits: splits.into_iter().collect(),
            news: news.into_values().collect(),
            icos: icos.into_values().collect(),
            earnings: told.into_iter().filter_map(|(_, event)| event).collect(),
            withdrawn_earnings: withdrawn.into_iter().map(|(key, _)| key).collect(),
            economy: economy.into_values().collect(),
            funds: funds.into_values().collect(),
            fear_greed,
            logos: logos.into_iter().collect(),
            requests: requests.into_iter().collect(),
        }
    }

    /// Takes back what could not be written, beneath what came since.
    pub(super) fn put_back(&mut self, batch: MarketBatch) {
        for ticker in batch.tickers {
            self.tickers.entry(ticker.id).or_insert(ticker);
        }
        for quote in batch.quotes {
            self.quotes.entry(quote.id).or_insert(quote);
        }
        for (id, interval, bars) in batch.bars {
            let waiting = self.bars.entry((id, interval)).or_default();
            for bar in bars {
                waiting.entry(bar.start).or_insert_with(|| {
                    self.count += 1;
                    bar
                });
            }
        }
        for (id, dividends) in batch.dividends {
            self.dividends.entry(id).or_insert(dividends);
        }
        for (id, splits) in batch.splits {
            self.splits.entry(id).or_insert(splits);
        }
        for item in batch.news {
            self.news.entry(item.id).or_insert(item);
        }
        for ico in batch.icos {
            self.icos.entry(ico.id).or_insert(ico);
        }
        for fund in batch.funds {
            self.funds.entry(fund.symbol.clone()).or_insert(fund);
        }
        for (id, logo) in batch.logos {
            self.logos.entry(id).or_insert(logo);
        }
        for (name, count) in batch.requests {
            self.requests.entry(name).or_insert(count);
        }
        for event in batch.economy {
            let key = (event.name.clone(), event.period.clone());
            self.economy.entry(key).or_insert(event);
        }
        for event in batch.earnings {
            let key = (event.date, event.symbol.clone());
            self.earnings.entry(key).or_insert(Some(event));
        }
        for key in batch.withdrawn_earnings {
            self.earnings.entry(key).or_insert(None);
        }
        // Later entries win when written, so the older ones go first.
        self.fear_greed.splice(0..0, batch.fear_greed);
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn bar(start: i64, close: f64) -> Bar {
        Bar {
            start,
            open: close,
            high: close,
            low: close,
            close,
            volume: 0.0,
        }
    }

    #[test]
    fn a_batch_that_could_not_be_written_waits_beneath_what_came_since() {
        let (id, hour) = (TickerId(1), Interval::Hour);
        let mut pending = Pending::default();
        pending.add_bars(id, hour, &[bar(0, 1.0), bar(3_600, 2.0)]);
        let failed = pending.take();
        assert!(pending.is_empty());
        pending.add_bars(id, hour, &[bar(3_600, 3.0)]);
        pending.put_back(failed);
        assert_eq!(pending.bars(), 2);
        assert_eq!(
            pending.take().bars,
            [(id, hour, vec![bar(0, 1.0), bar(3_600, 3.0)])]
        );
    }

    #[test]
    fn a_bar_that_comes_again_waits_once() {
        let mut pending = Pending::default();
        pending.add_bars(TickerId(1), Interval::Day, &[bar(0, 1.0)]);
        pending.add_bars(TickerId(1), Interval::Day, &[bar(0, 2.0)]);
        assert_eq!(pending.bars(), 1);
        assert!(pending.take().bars[0].2 == [bar(0, 2.0)]);
    }
}

//! Publishes reference data: fund facts, fear and greed, offerings, reports, news and dividends.

use std::collections::BTreeMap;

use jiff::{ToSpan as _, civil::Date};

use crate::{
    domain::{
        Timestamp,
        session::{Calendar, exchange_date},
        split::Split,
    },
    simulator::{
        Simulator,
        dividends::dividends,
        earnings::earnings,
        fear_greed::fear_greed,
        funds::funds,
        headlines::{self, headlines},
        icos::icos,
        reports::reports,
        run_blocking,
        statistics::statistics,
        yield_curve::yield_curves,
    },
    source::{Context, Sink, SourceError, Update},
};

/// Years of splits: as long as a chart of the sample market reaches back in its usual ranges.
const SPLIT_YEARS: i32 = 5;

impl Simulator {
    /// Sends the data that changes every few minutes at most.
    pub(in super::super) async fn send_reference_data(
        &mut self,
        context: &Context,
        now: Timestamp,
    ) -> Result<(), SourceError> {
        let sink = &context.sink;
        let today = exchange_date(Calendar::NewYork, now);
        let funds = run_blocking(&self.engine, move |engine| {
            funds(engine, now.as_second(), today)
        })
        .await?;
        sink.send(Update::Funds(funds)).await?;
        let (seed, catalogue) = (self.engine.seed(), &self.engine.catalogue);
        let icos = icos(seed, catalogue, now);
        let earnings = earnings(seed, catalogue, now);
        let oldest = now.as_second() - headlines::CYCLE;
        let since = self.sent.reference_data_at.max(oldest);
        let news = headlines(seed, catalogue, since, now.as_second());
        send_unless_empty(sink, Update::Icos, changed_items(&icos, &self.sent.icos)).await?;
        let reports = changed_items(&earnings, &self.sent.earnings);
        send_unless_empty(sink, Update::Earnings, reports).await?;
        send_unless_empty(sink, Update::News, news).await?;
        if let Some(reading) =
            run_blocking(&self.engine, move |engine| fear_greed(engine, now)).await?
        {
            sink.send(Update::FearGreed(reading)).await?;
        }
        // The statistics sent before are sent again, without effect.
        let statistics = statistics(seed, &catalogue.economy, now);
        send_unless_empty(sink, Update::Fixings, statistics).await?;
        if self.sent.dividends_of != Some(today) {
            let curves = yield_curves(seed, today);
            sink.send(Update::Fixings(curves)).await?;
        }
        self.send_dividends(context, today).await?;
        self.send_reports(context, today).await?;
        self.sent.icos = icos;
        self.sent.earnings = earnings;
        self.sent.reference_data_at = now.as_second();
        Ok(())
    }

    /// Sends all dividends and splits, once a day.
    async fn send_dividends(&mut self, context: &Context, today: Date) -> Result<(), SourceError> {
        if self.sent.dividends_of == Some(today) {
            return Ok(());
        }
        let updates: Vec<Update> = run_blocking(&self.engine, move |engine| {
            engine
                .indices()
                .filter_map(|index| {
                    Some(Update::Dividends {
                        symbol: engine.instrument(index).profile.symbol.clone(),
                        dividends: dividends(engine, index, today)?,
                    })
                })
                .collect()
        })
        .await?;
        let splits = splits(&self.engine.catalogue.splits, today);
        for update in updates.into_iter().chain(splits) {
            context.sink.send(update).await?;
        }
        self.sent.dividends_of = Some(today);
        Ok(())
    }

    /// Sends the fundamentals and filings of all companies, once a day.
    async fn send_reports(&mut self, context: &Context, today: Date) -> Result<(), SourceError> {
        if self.sent.reports_of == Some(today) {
            return Ok(());
        }
        let reports = run_blocking(&self.engine, move |engine| {
            reports(engine.seed(), &engine.catalogue, today)
        })
        .await?;
        for company in reports {
            let fundamentals = Update::Fundamentals {
                symbol: company.symbol.clone(),
                fundamentals: Some(Box::new(company.fundamentals)),
            };
            context.sink.send(fundamentals).await?;
            let filings = Update::Filings {
                symbol: company.symbol,
                filings: Some(company.filings),
            };
            context.sink.send(filings).await?;
        }
        self.sent.reports_of = Some(today);
        Ok(())
    }
}

/// Returns the splits of the last five years, by ticker.
fn splits(all: &[(String, Split)], today: Date) -> Vec<Update> {
    let since = today.saturating_sub(SPLIT_YEARS.years());
    let mut by_symbol: BTreeMap<&str, Vec<Split>> = BTreeMap::new();
    for (symbol, split) in all {
        if split.date > since && split.date <= today {
            by_symbol.entry(symbol).or_default().push(*split);
        }
    }
    let update = |(symbol, splits): (&str, _)| Update::Splits {
        symbol: symbol.to_owned(),
        splits,
    };
    by_symbol.into_iter().map(update).collect()
}

/// Sends a list unless it is empty.
async fn send_unless_empty<T>(
    sink: &Sink,
    update: fn(Vec<T>) -> Update,
    items: Vec<T>,
) -> Result<(), SourceError> {
    if items.is_empty() {
        return Ok(());
    }
    sink.send(update(items)).await
}

/// Returns the new and changed items.
fn changed_items<T: PartialEq + Clone>(new: &[T], old: &[T]) -> Vec<T> {
    new.iter()
        .filter(|item| !old.contains(item))
        .cloned()
        .collect()
}

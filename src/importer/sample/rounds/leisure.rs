//! What has time: fund facts, the mood, offerings, reports, news and dividends.

use jiff::civil::Date;

use crate::{
    domain::{
        Timestamp,
        session::{Calendar, exchange_date},
    },
    importer::{
        Context, ImportError, Sink, Update,
        sample::{
            Sample, aside,
            dividends::dividends,
            earnings::earnings,
            funds::funds,
            headlines::{self, headlines},
            icos::icos,
            mood::mood,
        },
    },
};

impl Sample {
    /// What changes by the minute at most: fund facts, the mood, offerings, reports, news and dividends.
    pub(in super::super) async fn leisurely(
        &mut self,
        context: &Context,
        now: Timestamp,
    ) -> Result<(), ImportError> {
        let sink = &context.sink;
        let today = exchange_date(Calendar::NewYork, now);
        let funds = aside(&self.engine, move |engine| {
            funds(engine, now.as_second(), today)
        })
        .await?;
        sink.send(Update::Funds(funds)).await?;
        let (seed, catalogue) = (self.engine.seed(), &self.engine.catalogue);
        let icos = icos(seed, catalogue, now);
        let earnings = earnings(seed, catalogue, now);
        let oldest = now.as_second() - headlines::CYCLE;
        let since = self.sent.leisurely.max(oldest);
        let news = headlines(seed, catalogue, since, now.as_second());
        send_some(sink, Update::Icos, changed(&icos, &self.sent.icos)).await?;
        let reports = changed(&earnings, &self.sent.earnings);
        send_some(sink, Update::Earnings, reports).await?;
        send_some(sink, Update::News, news).await?;
        if let Some(mood) = aside(&self.engine, move |engine| mood(engine, now)).await? {
            sink.send(Update::FearGreed(mood)).await?;
        }
        self.pay(context, today).await?;
        self.sent.icos = icos;
        self.sent.earnings = earnings;
        self.sent.leisurely = now.as_second();
        Ok(())
    }

    /// All dividends, once a day.
    async fn pay(&mut self, context: &Context, today: Date) -> Result<(), ImportError> {
        if self.sent.dividends_of == Some(today) {
            return Ok(());
        }
        let updates: Vec<Update> = aside(&self.engine, move |engine| {
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
        for update in updates {
            context.sink.send(update).await?;
        }
        self.sent.dividends_of = Some(today);
        Ok(())
    }
}

/// Sends a list unless it is empty.
async fn send_some<T>(
    sink: &Sink,
    update: fn(Vec<T>) -> Update,
    items: Vec<T>,
) -> Result<(), ImportError> {
    if items.is_empty() {
        return Ok(());
    }
    sink.send(update(items)).await
}

/// What is not as it was.
fn changed<T: PartialEq + Clone>(new: &[T], old: &[T]) -> Vec<T> {
    new.iter()
        .filter(|item| !old.contains(item))
        .cloned()
        .collect()
}

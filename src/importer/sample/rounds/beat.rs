//! The beat: quotes every two seconds, and what stands beside them.

use std::sync::Arc;

use crate::{
    domain::session::Calendar,
    importer::{
        Context, ImportError, Update,
        sample::{
            Sample, aside,
            cells::Scratch,
            engine::Engine,
            quotes::{quote, session_at, standing, ticks},
            ranges::{Extent, extent, past_sessions},
        },
    },
};

impl Sample {
    /// Works out what stays the same until the next five minutes are over.
    pub(super) async fn take_stock(&mut self, now: i64) -> Result<(), ImportError> {
        let standings = aside(&self.engine, move |engine| {
            let mut scratch = Scratch::default();
            engine
                .indices()
                .map(|index| standing(engine, &mut scratch, index, now))
                .collect()
        })
        .await?;
        self.sent.standings = Arc::new(standings);
        Ok(())
    }

    /// Works out the extremes of a year and of all time, once a day.
    pub(super) async fn measure_extents(&mut self, now: i64) -> Result<(), ImportError> {
        let today = session_at(Calendar::Always, now).date;
        if self.sent.extents_of == Some(today) {
            return Ok(());
        }
        let extents = aside(&self.engine, move |engine| all_extents(engine, now)).await?;
        self.sent.extents = Arc::new(extents);
        self.sent.extents_of = Some(today);
        Ok(())
    }

    /// A beat: some tickers whose market is open, and everything whose market has just closed.
    pub(in super::super) async fn quotes(
        &mut self,
        context: &Context,
        now: i64,
    ) -> Result<(), ImportError> {
        let since = self.sent.quoted;
        self.quote_those(context, now, move |engine, index| {
            let session = session_at(engine.ticker(index).calendar, now);
            if now < session.close {
                ticks(engine, index, now)
            } else {
                since < session.close
            }
        })
        .await
    }

    pub(super) async fn all_quotes(
        &mut self,
        context: &Context,
        now: i64,
    ) -> Result<(), ImportError> {
        self.quote_those(context, now, |_, _| true).await
    }

    async fn quote_those(
        &mut self,
        context: &Context,
        now: i64,
        chosen: impl Fn(&Engine, usize) -> bool + Send + 'static,
    ) -> Result<(), ImportError> {
        let standings = Arc::clone(&self.sent.standings);
        let extents = Arc::clone(&self.sent.extents);
        let ours = self.ours();
        let quotes: Vec<_> = aside(&self.engine, move |engine| {
            ours.filter(|index| chosen(engine, *index))
                .filter_map(|index| {
                    let extent = extents.get(index).and_then(Option::as_ref);
                    Some(quote(engine, index, standings.get(index)?, extent, now))
                })
                .collect()
        })
        .await?;
        if !quotes.is_empty() {
            context.sink.send(Update::Quotes(quotes)).await?;
        }
        self.sent.quoted = now;
        Ok(())
    }
}

fn all_extents(engine: &Engine, now: i64) -> Vec<Option<Extent>> {
    let mut scratch = Scratch::default();
    let past = [Calendar::NewYork, Calendar::Futures, Calendar::Always]
        .map(|calendar| (calendar, past_sessions(calendar, now)));
    engine
        .indices()
        .map(|index| {
            let calendar = engine.ticker(index).calendar;
            let (_, sessions) = past.iter().find(|(known, _)| *known == calendar)?;
            extent(engine, &mut scratch, index, sessions, now)
        })
        .collect()
}

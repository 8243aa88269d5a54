//! Asks for prices outside of regular hours.

use jiff::Timestamp;

use super::{
    NOT_ANSWERED, NOT_UNDERSTOOD, Yahoo, chart,
    target::{Target, encode},
    timing::HOUR,
};
use crate::{
    providers::core::client::Outcome,
    source::{Context, SourceError, Update},
};

/// The day in steps of two minutes.
fn path(target: &Target) -> String {
    format!(
        "/v8/finance/chart/{}?interval=2m&range=1d&includePrePost=true",
        encode(&target.yahoo)
    )
}

impl Yahoo {
    /// The target whose prices outside of regular hours are to be asked for first, and when (Unix seconds).
    pub(super) fn next_extended(
        &self,
        now: Timestamp,
        skip: impl Fn(&str) -> bool,
        watched: impl Fn(&str) -> bool,
    ) -> Option<(i64, usize)> {
        self.places
            .iter()
            .filter(|(symbol, _)| watched(symbol) && !skip(symbol))
            .filter_map(|(_, at)| Some((self.extended.due(self.poller.target(*at), now)?, *at)))
            .min()
    }

    /// Asks for the prices of a target's day outside of regular hours, and hands them on.
    pub(super) async fn ask_extended(
        &mut self,
        context: &Context,
        at: usize,
    ) -> Result<(), SourceError> {
        let target = self.poller.target(at).clone();
        let now = context.clock.now();
        // Whatever becomes of it, it must not be this request for ever.
        self.extended.wait(&target, now, NOT_ANSWERED);
        let answer = match self.client.ask(&path(&target), &[]).await? {
            Outcome::Answer(answer) => answer,
            Outcome::Refused(status, _) if matches!(status.as_u16(), 401 | 403) => {
                return Err(SourceError::Status(status.as_u16()));
            }
            // It knows the symbol, or the requests for its bars say that it does not.
            Outcome::Refused(..) => {
                self.extended.wait(&target, now, HOUR);
                return Ok(());
            }
        };
        let read = chart::extended_hours(&target, &answer.body).inspect_err(|_| {
            self.extended.wait(&target, now, NOT_UNDERSTOOD);
        })?;
        let Ok(points) = read else {
            self.extended.wait(&target, now, HOUR);
            return Ok(());
        };
        self.extended.wait(&target, now, 0);
        if points.is_empty() {
            return Ok(());
        }
        let symbol = target.symbol;
        let update = Update::ExtendedHours { symbol, points };
        context.sink.send(update).await
    }
}

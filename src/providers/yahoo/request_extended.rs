//! Requests prices outside of regular hours.

use jiff::Timestamp;

use super::{
    NO_RESPONSE_DELAY, UNREADABLE_DELAY, Yahoo, chart,
    target::{Target, encode},
    timing::HOUR,
};
use crate::{
    providers::core::client::Outcome,
    source::{Context, SourceError, Update},
};

/// Returns the path for one day in steps of two minutes.
fn path(target: &Target) -> String {
    format!(
        "/v8/finance/chart/{}?interval=2m&range=1d&includePrePost=true",
        encode(&target.yahoo)
    )
}

impl Yahoo {
    /// Returns the target whose extended-hours prices are due first, with the time (Unix seconds).
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

    /// Requests a target's extended-hours prices of the day and hands them on.
    pub(super) async fn request_extended(
        &mut self,
        context: &Context,
        at: usize,
    ) -> Result<(), SourceError> {
        let target = self.poller.target(at).clone();
        let now = context.clock.now();
        // Whatever the outcome: this request must not block the others.
        self.extended.wait(&target, now, NO_RESPONSE_DELAY);
        let answer = match self.client.get_outcome(&path(&target), &[]).await? {
            Outcome::Success(answer) => answer,
            Outcome::Refused(status, _) if matches!(status.as_u16(), 401 | 403) => {
                return Err(SourceError::Status(status.as_u16()));
            }
            // The requests for bars report unknown symbols.
            Outcome::Refused(..) => {
                self.extended.wait(&target, now, HOUR);
                return Ok(());
            }
        };
        let read = chart::extended_hours(&target, &answer.body).inspect_err(|_| {
            self.extended.wait(&target, now, UNREADABLE_DELAY);
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

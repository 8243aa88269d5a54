//! Requests extended-hours prices.

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

/// Returns the path of a request for one day in intervals of two minutes.
fn path(target: &Target) -> String {
    format!(
        "/v8/finance/chart/{}?interval=2m&range=1d&includePrePost=true",
        encode(&target.yahoo)
    )
}

impl Yahoo {
    /// Returns the target whose extended-hours prices are due first, and the time when they are due (Unix seconds).
    pub(super) fn next_extended(
        &self,
        now: Timestamp,
        skip: impl Fn(&str) -> bool,
        watched: impl Fn(&str) -> bool,
    ) -> Option<(i64, usize)> {
        self.target_indices
            .iter()
            .filter(|(symbol, _)| watched(symbol) && !skip(symbol))
            .filter_map(|(_, index)| {
                let due = self.extended.due(self.poller.target(*index), now)?;
                Some((due, *index))
            })
            .min()
    }

    /// Requests the day's extended-hours prices of a target and sends them to `ingest`.
    pub(super) async fn request_extended(
        &mut self,
        context: &Context,
        index: usize,
    ) -> Result<(), SourceError> {
        let target = self.poller.target(index).clone();
        let now = context.clock.now();
        // The next request is scheduled before this one is sent, so that an error does not block the others.
        self.extended
            .record_request(&target, now, NO_RESPONSE_DELAY);
        let response = match self
            .requests
            .client()
            .get_outcome(&path(&target), &[])
            .await?
        {
            Outcome::Success(response) => response,
            Outcome::Refused(status, _) if matches!(status.as_u16(), 401 | 403) => {
                return Err(SourceError::Status(status.as_u16()));
            }
            // The requests for bars report unknown symbols.
            Outcome::Refused(..) => {
                self.extended.record_request(&target, now, HOUR);
                return Ok(());
            }
        };
        let prices = chart::extended_hours(&target, &response.body).inspect_err(|_| {
            self.extended.record_request(&target, now, UNREADABLE_DELAY);
        })?;
        let Ok(points) = prices else {
            self.extended.record_request(&target, now, HOUR);
            return Ok(());
        };
        self.extended.record_request(&target, now, 0);
        if points.is_empty() {
            return Ok(());
        }
        let symbol = target.symbol;
        let update = Update::ExtendedHours { symbol, points };
        context.sink.send(update).await
    }
}

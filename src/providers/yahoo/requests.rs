//! Requests quotes and charts.

use jiff::Timestamp;

use super::{
    NO_RESPONSE_DELAY, UNREADABLE_DELAY, Yahoo,
    chart::{self, NoData, ParsedChart, Reading},
    history::{ChartRequest, EVERYTHING},
    polling::QuoteRequest,
    spark::{self, SparkQuote},
    target::encode,
};
use crate::{
    domain::bar::Interval,
    providers::core::client::Outcome,
    source::{Context, SourceError},
};

impl Yahoo {
    /// Requests quotes and hands them on.
    pub(super) async fn request_quotes(
        &mut self,
        context: &Context,
        request: &QuoteRequest,
    ) -> Result<(), SourceError> {
        let error = match self.quotes(request, context.clock.now()).await {
            Ok(found) => return self.send_quotes(context, request, found).await,
            Err(error) => error,
        };
        let now = context.clock.now();
        let may_be_a_symbol = matches!(
            error,
            SourceError::Shape(_) | SourceError::Status(400..500) | SourceError::Refused(_)
        );
        let is_known = self.poller.is_failing();
        self.poller.failed(request, now, may_be_a_symbol);
        if is_known && self.charts_work && !matches!(error, SourceError::Throttled { .. }) {
            context.health.failed_in_part(now, &error);
            return Ok(());
        }
        Err(error)
    }

    async fn quotes(
        &self,
        request: &QuoteRequest,
        now: Timestamp,
    ) -> Result<Vec<Option<SparkQuote>>, SourceError> {
        let targets: Vec<_> = request.0.iter().map(|at| self.poller.target(*at)).collect();
        match self.client.get_outcome(&spark::path(&targets), &[]).await? {
            Outcome::Success(answer) => spark::read(&targets, &answer.body, now),
            Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
        }
    }

    /// Requests a chart and hands it on.
    pub(super) async fn request_chart(
        &mut self,
        context: &Context,
        request: &ChartRequest,
    ) -> Result<(), SourceError> {
        let splits = self.known_splits(context, &request.target.symbol);
        let reading = Reading {
            now: context.clock.now(),
            splits: &splits,
        };
        let answer = self.chart(request, &reading).await;
        self.charts_work = answer.is_ok();
        match answer {
            Ok(Ok(parsed)) => self.send_chart(context, request, parsed).await?,
            Ok(Err(no_data)) => self.back_off(context, request, &no_data),
            Err(error) => {
                // Whatever is wrong: this request must not block the others.
                let now = context.clock.now();
                match error {
                    SourceError::Shape(_) | SourceError::TooLarge(_) => {
                        self.history.retry_with_less(request, now, UNREADABLE_DELAY);
                        self.mark_unreadable(context, request, &error);
                    }
                    _ => self.history.postpone(request, now, NO_RESPONSE_DELAY),
                }
                return Err(error);
            }
        }
        Ok(())
    }

    async fn chart(
        &self,
        request: &ChartRequest,
        reading: &Reading<'_>,
    ) -> Result<Result<ParsedChart, NoData>, SourceError> {
        let target = &request.target;
        let path = chart_path(request);
        match self.client.get_outcome(&path, &[]).await? {
            Outcome::Success(answer) => chart::read(target, &answer.body, reading),
            Outcome::Refused(status, _) if matches!(status.as_u16(), 401 | 403) => {
                Err(SourceError::Status(status.as_u16()))
            }
            // A 404 or similar explains itself in the body, or says nothing about the symbol.
            Outcome::Refused(status, body) => {
                chart::read(target, &body, reading).map_err(|error| match error {
                    SourceError::Shape(_) => SourceError::Status(status.as_u16()),
                    other => other,
                })
            }
        }
    }
}

fn chart_path(request: &ChartRequest) -> String {
    // Splits are requested with every interval, so that they are known within an hour of the
    // opening.
    let events = if request.interval == Interval::Day {
        "div%2Csplits%2CcapitalGains"
    } else {
        "splits"
    };
    // 'range=max' returns months whatever the interval; a period does not.
    let range = if request.range == EVERYTHING {
        "period1=0&period2=9999999999".to_owned()
    } else {
        format!("range={}", request.range)
    };
    format!(
        "/v8/finance/chart/{}?interval={}&{range}&includePrePost=false&events={events}",
        encode(&request.target.yahoo),
        request.interval.as_str(),
    )
}

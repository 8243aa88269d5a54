//! Asks for quotes and charts.

use jiff::Timestamp;

use super::{
    NOT_ANSWERED, NOT_UNDERSTOOD, Yahoo,
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
    /// Asks for the quotes of a request, and hands them on.
    pub(super) async fn ask_quotes(
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
        if is_known && self.charts_come && !matches!(error, SourceError::Throttled { .. }) {
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
        match self.client.ask(&spark::path(&targets), &[]).await? {
            Outcome::Answer(answer) => spark::read(&targets, &answer.body, now),
            Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
        }
    }

    /// Asks for the chart of a request, and hands it on.
    pub(super) async fn ask_chart(
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
        self.charts_come = answer.is_ok();
        match answer {
            Ok(Ok(parsed)) => self.send_chart(context, request, parsed).await?,
            Ok(Err(no_data)) => self.back_off(context, request, &no_data),
            Err(error) => {
                // Whatever is wrong, it must not be this request for ever.
                let now = context.clock.now();
                match error {
                    SourceError::Shape(_) | SourceError::TooLarge(_) => {
                        self.history.ask_for_less(request, now, NOT_UNDERSTOOD);
                        self.not_understood(context, request, &error);
                    }
                    _ => self.history.postpone(request, now, NOT_ANSWERED),
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
        match self.client.ask(&path, &[]).await? {
            Outcome::Answer(answer) => chart::read(target, &answer.body, reading),
            Outcome::Refused(status, _) if matches!(status.as_u16(), 401 | 403) => {
                Err(SourceError::Status(status.as_u16()))
            }
            // 404 and its like explain themselves in the body, or they are no word about a symbol.
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
    // A split is told whatever the steps, so that it is known within the hour of the opening.
    let events = if request.interval == Interval::Day {
        "div%2Csplits%2CcapitalGains"
    } else {
        "splits"
    };
    // Everything by its name comes in months, whatever the steps asked for; by its dates it does not.
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

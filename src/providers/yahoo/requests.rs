//! Requests quotes and charts.

use jiff::Timestamp;

use super::{
    NO_RESPONSE_DELAY, UNREADABLE_DELAY, Yahoo,
    chart::{self, NoData, ParsedChart, ReadContext},
    history::{ChartRequest, EVERYTHING},
    polling::QuoteRequest,
    spark::{self, SparkQuote},
    target::{PriceSource, encode},
};
use crate::{
    domain::bar::Interval,
    providers::core::{
        capability::{DataKind, Provider as _},
        client::Outcome,
    },
    source::{Context, SourceError},
};

impl Yahoo {
    /// Requests quotes and sends them to `ingest`.
    pub(super) async fn request_quotes(
        &mut self,
        context: &Context,
        request: &QuoteRequest,
    ) -> Result<(), SourceError> {
        let error = match self.quotes(request, context.clock.now()).await {
            Ok(quotes) => return self.send_quotes(context, request, quotes).await,
            Err(error) => error,
        };
        let now = context.clock.now();
        let may_be_a_symbol = matches!(
            error,
            SourceError::InvalidResponse(_)
                | SourceError::Status(400..500)
                | SourceError::Refused(_)
        );
        let was_failing = self.poller.is_failing();
        self.poller.record_failure(request, now, may_be_a_symbol);
        if was_failing && self.charts_work && !matches!(error, SourceError::Throttled { .. }) {
            context.health.failed_in_part(now, &error);
            return Ok(());
        }
        Err(error)
    }

    async fn quotes(
        &mut self,
        request: &QuoteRequest,
        now: Timestamp,
    ) -> Result<Vec<Option<SparkQuote>>, SourceError> {
        let targets: Vec<_> = request
            .0
            .iter()
            .map(|index| self.poller.target(*index))
            .collect();
        match self.requests.get(&spark::path(&targets), now).await? {
            Outcome::Success(response) => spark::read(&targets, &response.body, now),
            Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
        }
    }

    /// Requests a chart and sends its contents to `ingest`.
    pub(super) async fn request_chart(
        &mut self,
        context: &Context,
        request: &ChartRequest,
    ) -> Result<(), SourceError> {
        let splits = self.known_splits(context, &request.target.symbol);
        let read_context = ReadContext {
            now: context.clock.now(),
            splits: &splits,
        };
        let response = self.chart(request, &read_context).await;
        self.charts_work = response.is_ok();
        self.record_availability(request, &response);
        match response {
            Ok(Ok(parsed)) => self.send_chart(context, request, parsed).await?,
            Ok(Err(no_data)) => self.back_off(context, request, &no_data),
            Err(error) => {
                // The request is delayed, so that it does not block the others.
                let now = context.clock.now();
                match error {
                    SourceError::InvalidResponse(_) | SourceError::TooLarge(_) => {
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

    /// Records whether Yahoo has the data of a chart, so that another provider supplies what it lacks.
    fn record_availability(
        &self,
        request: &ChartRequest,
        response: &Result<Result<ParsedChart, NoData>, SourceError>,
    ) {
        let (registry, symbol) = (&self.registry, &request.target.symbol);
        let bars: &[DataKind] = match request.interval {
            Interval::Day => &[DataKind::DailyBars, DataKind::Dividends],
            _ => &[DataKind::IntradayBars],
        };
        // A price from the chart is one that the spark endpoint does not have.
        let has_price = request.price_source == PriceSource::Chart;
        let prices: &[DataKind] = if has_price { &[DataKind::Prices] } else { &[] };
        for data in bars.iter().chain(prices) {
            match response {
                Ok(Ok(_)) => registry.record_presence(Self::NAME, *data, symbol),
                Ok(Err(_)) => registry.record_absence(Self::NAME, &[*data], symbol),
                Err(error) => registry.record_failure(Self::NAME, *data, symbol, error),
            }
        }
    }

    async fn chart(
        &mut self,
        request: &ChartRequest,
        read_context: &ReadContext<'_>,
    ) -> Result<Result<ParsedChart, NoData>, SourceError> {
        let target = &request.target;
        let path = chart_path(request);
        match self.requests.get(&path, read_context.now).await? {
            Outcome::Success(response) => chart::read(target, &response.body, read_context),
            Outcome::Refused(status, _) if matches!(status.as_u16(), 401 | 403) => {
                Err(SourceError::Status(status.as_u16()))
            }
            // The body of a 404 or similar may contain an error about the symbol.
            Outcome::Refused(status, body) => {
                chart::read(target, &body, read_context).map_err(|error| match error {
                    SourceError::InvalidResponse(_) => SourceError::Status(status.as_u16()),
                    other => other,
                })
            }
        }
    }
}

fn chart_path(request: &ChartRequest) -> String {
    // Splits are requested with every interval, so that they are known within an hour of the opening.
    let events = if request.interval == Interval::Day {
        "div%2Csplits%2CcapitalGains"
    } else {
        "splits"
    };
    // 'range=max' always returns monthly rows; a period returns rows of the requested interval.
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

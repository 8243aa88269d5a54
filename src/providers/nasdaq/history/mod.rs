//! Nasdaq's price history, dividends and splits of US stocks and funds while no preferred provider has them. One symbol per
//! request. Nasdaq does not respond to some clients at all, so requests are paused for half an hour after a timeout.

mod wire;

use std::time::Duration;

use hyper::StatusCode;
use jiff::{SignedDuration, Timestamp, ToSpan as _, civil::Date};

use crate::{
    domain::{
        bar::{Bar, Interval},
        figure::Figure,
        session::{Calendar, exchange_date},
        source_directory::{SourceDescription, UNOFFICIAL_API_TERMS},
        ticker::TickerKind,
    },
    providers::{
        core::{
            bars::{completed_days, first_adjusted_day, first_day, lacks_days, next_daily_bar},
            capability::{Capability, DataKind, Offer, Provider, Registry, STOCKS_AND_ETFS},
            client::Client,
            cross_check::{COMPARED_DAYS, compared_bars},
            due_times::DueTimes,
            plausible::fetched_bars,
            probe::Probe,
        },
        nasdaq::requests::{asset_class, get_known, is_covered, owned_headers, rest_after_timeout},
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update},
};

/// How often to check whether a request is due.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// The delay before the daily bars of a ticker are requested again if they are still missing.
const BARS_RETRY: SignedDuration = SignedDuration::from_hours(6);
/// Interval between requests for a ticker's dividends.
const DIVIDENDS_INTERVAL: SignedDuration = SignedDuration::from_hours(24);
/// Interval between requests for the calendar of splits.
const SPLITS_INTERVAL: SignedDuration = SignedDuration::from_hours(12);
/// The number of years of daily bars to request, which is all that Nasdaq has.
const YEARS: i16 = 10;
/// The maximum number of rows in a response.
const MAX_ROWS: u32 = 5_000;

/// Polls daily bars, dividends and splits.
pub struct NasdaqHistory {
    client: Client,
    registry: Registry,
    pause: Duration,
    due_times: DueTimes<(String, RequestKind)>,
    /// When the calendar of splits is due.
    splits_due: DueTimes<()>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RequestKind {
    DailyBars,
    Dividends,
    /// Daily bars that are compared with the preferred provider's.
    ComparedBars,
    /// Dividends that are compared with the preferred provider's.
    ComparedDividends,
}

impl RequestKind {
    fn data(self) -> DataKind {
        match self {
            Self::DailyBars | Self::ComparedBars => DataKind::DailyBars,
            Self::Dividends | Self::ComparedDividends => DataKind::Dividends,
        }
    }
}

/// All kinds of requests for a ticker, the most important first.
const REQUEST_KINDS: [RequestKind; 4] = [
    RequestKind::DailyBars,
    RequestKind::Dividends,
    RequestKind::ComparedBars,
    RequestKind::ComparedDividends,
];

enum Request {
    Splits,
    Ticker(Box<TickerInfo>, RequestKind),
}

impl NasdaqHistory {
    /// Creates a source. `client` is the client of the earnings calendar, with which it shares the rate limit.
    pub fn new(settings: &settings::Nasdaq, registry: Registry, client: Client) -> Self {
        Self {
            client,
            registry,
            pause: Duration::from_millis(settings.min_gap_ms),
            due_times: DueTimes::default(),
            splits_due: DueTimes::default(),
        }
    }

    /// Sends the next request, waiting until one is due: a refresh without a request must not count as a success.
    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let request = loop {
            match self.next_request(context) {
                Some(next) => break next,
                None => tokio::time::sleep(POLL_INTERVAL).await,
            }
        };
        let now = context.clock.now();
        let outcome = match request {
            Request::Splits => {
                let outcome = self.request_splits(context).await;
                self.splits_due.retry_after_outage((), outcome, now)
            }
            Request::Ticker(ticker, kind) => {
                let outcome = self.request_ticker(context, &ticker, kind).await;
                let outcome = outcome.inspect_err(|error| {
                    self.registry
                        .record_failure(Self::NAME, kind.data(), &ticker.symbol, error);
                });
                let key = (ticker.symbol.clone(), kind);
                self.due_times.retry_after_outage(key, outcome, now)
            }
        };
        rest_after_timeout(outcome).map(|()| self.pause)
    }

    fn next_request(&self, context: &Context) -> Option<Request> {
        let now = context.clock.now();
        let next = self
            .due_times
            .next_request(context, &REQUEST_KINDS, |ticker, kind| {
                self.is_wanted(context, ticker, kind, now)
            });
        let are_splits_due = self.splits_due.of(&(), now) <= now
            && self
                .registry
                .is_active(Self::NAME, Capability::Dividends, TickerKind::Stock);
        if are_splits_due {
            return Some(Request::Splits);
        }
        next.map(|(ticker, kind)| Request::Ticker(Box::new(ticker), kind))
    }

    /// Returns true if no other provider supplies the data at present, or if it must be compared.
    fn is_wanted(
        &self,
        context: &Context,
        ticker: &TickerInfo,
        kind: RequestKind,
        now: Timestamp,
    ) -> bool {
        let (registry, name) = (&self.registry, Self::NAME);
        let is_missing = match kind {
            RequestKind::ComparedBars => {
                return Self::covers(ticker) && registry.is_cross_check_due(name, ticker, context);
            }
            RequestKind::ComparedDividends => {
                return Self::covers(ticker)
                    && registry.is_dividend_check_due(name, ticker, context);
            }
            RequestKind::DailyBars => lacks_days(ticker, now),
            RequestKind::Dividends => true,
        };
        is_missing && Self::covers(ticker) && registry.is_active_for(name, kind.data(), ticker)
    }

    async fn request_ticker(
        &mut self,
        context: &Context,
        ticker: &TickerInfo,
        kind: RequestKind,
    ) -> Result<(), SourceError> {
        let now = context.clock.now();
        let after = |delay| now.saturating_add(delay).unwrap_or(Timestamp::MAX);
        let due = match kind {
            RequestKind::DailyBars => next_daily_bar(ticker.calendar, now).min(after(BARS_RETRY)),
            RequestKind::Dividends => after(DIVIDENDS_INTERVAL),
            RequestKind::ComparedBars | RequestKind::ComparedDividends => {
                self.registry.record_cross_check(Self::NAME, now)
            }
        };
        self.due_times.set((ticker.symbol.clone(), kind), due, now);
        let name = ticker.us_symbol().unwrap_or_default();
        let class = asset_class(ticker);
        if matches!(
            kind,
            RequestKind::Dividends | RequestKind::ComparedDividends
        ) {
            let path = format!("/api/quote/{name}/dividends?assetclass={class}");
            let Some(body) = get_known(&self.client, &path).await? else {
                let absent = [DataKind::Dividends];
                self.registry
                    .record_absence(Self::NAME, &absent, &ticker.symbol);
                let key = (ticker.symbol.clone(), kind);
                self.due_times
                    .skip_part(context, (&ticker.symbol, "dividends"), [key], now);
                return Ok(());
            };
            let mut splits = context.market.splits(&ticker.symbol);
            splits.retain(|split| split.date <= exchange_date(Calendar::NewYork, now));
            let payments = wire::dividends(&body, &splits)?;
            self.registry
                .record_presence(Self::NAME, DataKind::Dividends, &ticker.symbol);
            let symbol = ticker.symbol.clone();
            let update = if kind == RequestKind::Dividends {
                Update::Payments { symbol, payments }
            } else {
                Update::ComparedPayments { symbol, payments }
            };
            return context.sink.send(update).await;
        }
        let today = exchange_date(Calendar::NewYork, now);
        let path_since = |from: Date| {
            format!(
                "/api/quote/{name}/historical?assetclass={class}&fromdate={from}&todate={today}&limit={MAX_ROWS}"
            )
        };
        if kind == RequestKind::ComparedBars {
            let from = today.saturating_sub(COMPARED_DAYS.days());
            let bars = self.daily_bars(&path_since(from)).await?;
            let update = compared_bars(ticker, bars.unwrap_or_default(), now);
            return context.sink.send(update).await;
        }
        let (from, mut over_years) = first_day(context, ticker, YEARS);
        let Some(mut bars) = self.daily_bars(&path_since(from)).await? else {
            return self.skip(context, ticker, now);
        };
        if let Some(first) = first_adjusted_day(context, ticker, &bars, YEARS)
            && let Some(whole) = self.daily_bars(&path_since(first)).await?
        {
            (bars, over_years) = (whole, true);
        }
        self.due_times.record_response(context, &ticker.symbol);
        if bars.is_empty() && over_years {
            let absent = [DataKind::DailyBars];
            self.registry
                .record_absence(Self::NAME, &absent, &ticker.symbol);
            let key = (ticker.symbol.clone(), kind);
            self.due_times
                .skip_part(context, (&ticker.symbol, "bars"), [key], now);
            return Ok(());
        }
        self.registry
            .record_presence(Self::NAME, DataKind::DailyBars, &ticker.symbol);
        let bars = completed_days(bars, ticker.calendar, now);
        for update in fetched_bars(context, ticker, Interval::Day, bars, over_years) {
            context.sink.send(update).await?;
        }
        Ok(())
    }

    /// Requests the splits that are announced for these days.
    async fn request_splits(&mut self, context: &Context) -> Result<(), SourceError> {
        let now = context.clock.now();
        let due = now
            .saturating_add(SPLITS_INTERVAL)
            .unwrap_or(Timestamp::MAX);
        self.splits_due.set((), due, now);
        let today = exchange_date(Calendar::NewYork, now);
        let body = self
            .get(&format!("/api/calendar/splits?date={today}"))
            .await?;
        let splits = wire::splits(&body)?;
        for ticker in context.market.tickers() {
            let Some(name) = ticker.us_symbol().filter(|_| Self::covers(&ticker)) else {
                continue;
            };
            // Nasdaq writes share classes as BRK.B or BRK/B.
            let is_of_ticker = |symbol: &str| symbol.replace('/', ".") == name;
            let of_ticker = splits.iter().filter(|(symbol, _)| is_of_ticker(symbol));
            let splits: Vec<_> = of_ticker.map(|(_, split)| *split).collect();
            if !splits.is_empty() {
                let symbol = ticker.symbol;
                context.sink.send(Update::Splits { symbol, splits }).await?;
            }
        }
        Ok(())
    }

    async fn get(&self, path: &str) -> Result<bytes::Bytes, SourceError> {
        let body = get_known(&self.client, path).await?;
        body.ok_or(SourceError::Status(StatusCode::NOT_FOUND.as_u16()))
    }

    /// Requests daily bars; `None` if Nasdaq does not know the symbol.
    async fn daily_bars(&self, path: &str) -> Result<Option<Vec<Bar>>, SourceError> {
        match get_known(&self.client, path).await? {
            Some(body) => wire::daily_bars(&body),
            None => Ok(None),
        }
    }

    /// Delays the requests of a ticker that Nasdaq does not know.
    fn skip(
        &mut self,
        context: &Context,
        ticker: &TickerInfo,
        now: Timestamp,
    ) -> Result<(), SourceError> {
        self.registry
            .record_absence(Self::NAME, &DataKind::ALL, &ticker.symbol);
        let keys = REQUEST_KINDS.map(|kind| (ticker.symbol.clone(), kind));
        let tickers = context.market.tickers();
        let count = tickers.iter().filter(|one| Self::covers(one)).count();
        self.due_times
            .skip_symbol(context, (&ticker.symbol, count), keys, None, now)
    }
}

/// Returns a probe of Nasdaq's histories: the last days of a stock.
pub(crate) fn probe(settings: &settings::Nasdaq, now: Timestamp) -> Probe {
    let today = exchange_date(Calendar::NewYork, now);
    let from = today.saturating_sub(7.days());
    let options = settings.http_options();
    let url = format!(
        "{}/api/quote/AAPL/historical?assetclass=stocks&fromdate={from}&todate={today}&limit=10",
        options.base_url
    );
    let name = NasdaqHistory::NAME;
    Probe::fetch(name, options, url, owned_headers(), None, |body| {
        let days = wire::daily_bars(body)?.map_or(0, |bars| bars.len());
        Ok(format!("AAPL: {days} days"))
    })
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: NasdaqHistory::NAME,
    config_table: Some("nasdaq"),
    title: "Nasdaq (histories)",
    figures: &[Figure::UsHistory, Figure::Dividends, Figure::Splits],
    delay: "About a day",
    limit: NasdaqHistory::LIMIT,
    terms: UNOFFICIAL_API_TERMS,
    terms_url: "https://www.nasdaq.com/legal",
};

impl Provider for NasdaqHistory {
    const NAME: &'static str = "nasdaq_history";
    const OFFERS: &'static [Offer] = &[
        Offer::new(Capability::Bars, STOCKS_AND_ETFS),
        Offer::new(Capability::Dividends, STOCKS_AND_ETFS),
    ];

    fn covers(ticker: &TickerInfo) -> bool {
        is_covered(ticker)
    }
}

impl Source for NasdaqHistory {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}

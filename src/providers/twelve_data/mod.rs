//! Twelve Data, which needs an API key: quotes and bars of US stocks and ETFs while no preferred provider supplies them. Requests
//! daily and five-minute bars; hourly bars are not used because they start with the session instead of the hour. The free plan
//! allows eight requests a minute and eight hundred a day, with one symbol per request.

mod wire;

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::{
    domain::{
        bar::Interval,
        figure::Figure,
        quote::is_from_the_future,
        source_directory::SourceDescription,
        ticker::{Profile, Ticker, TickerId, TickerKind},
    },
    providers::{
        core::{
            capability::{Capability, DataKind, Offer, Provider, Registry, STOCKS_AND_ETFS},
            client::{Client, Outcome},
            cross_check::compared_bars,
            due_times::{DueTimes, next_price},
            plausible::plausible_bars,
            probe::{Probe, ProbeKey},
            quota::{Allowance, Quota},
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update, health::HealthRecord},
};

/// The interval at which the source checks whether a symbol is due.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// The interval between requests for a ticker's bars. It is long because the daily quota is small.
const BARS_INTERVAL: SignedDuration = SignedDuration::from_hours(20);

/// The source of Twelve Data's quotes and bars.
pub struct TwelveData {
    client: Client,
    key: String,
    poll_interval: SignedDuration,
    quota: Quota,
    registry: Registry,
    /// When each request is due, by symbol and kind.
    due_times: DueTimes<(String, RequestKind)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RequestKind {
    Quote,
    Bars(Interval),
    /// Daily bars that are compared with the preferred provider's.
    ComparedBars,
}

/// All kinds of request, most important first.
const REQUEST_KINDS: [RequestKind; 4] = [
    RequestKind::Quote,
    RequestKind::Bars(Interval::Day),
    RequestKind::Bars(Interval::FiveMinutes),
    RequestKind::ComparedBars,
];

impl RequestKind {
    fn data(self) -> DataKind {
        match self {
            Self::Quote => DataKind::Prices,
            Self::Bars(Interval::Day) | Self::ComparedBars => DataKind::DailyBars,
            Self::Bars(_) => DataKind::IntradayBars,
        }
    }
}

impl TwelveData {
    /// Creates a source. `registry` decides which provider is active.
    pub fn new(settings: &settings::TwelveData, registry: Registry, health: HealthRecord) -> Self {
        let poll_interval = i64::try_from(settings.every_seconds.max(60)).unwrap_or(i64::MAX);
        let per_day = Some(settings.requests_per_day).filter(|max| *max > 0);
        let allowance = Allowance {
            per_day,
            per_month: None,
        };
        Self {
            client: Client::new(settings.http_options(), health),
            key: settings.api_key.clone(),
            poll_interval: SignedDuration::from_secs(poll_interval),
            quota: Quota::new(Self::NAME, allowance),
            registry,
            due_times: DueTimes::default(),
        }
    }

    /// Waits until a request is due and sends it. A refresh that returned without a request would count as a success.
    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let (ticker, kind) = loop {
            self.quota.report(context);
            match self.next_request(context) {
                Some(next) => break next,
                None => tokio::time::sleep(POLL_INTERVAL).await,
            }
        };
        self.quota.consume(context).await?;
        let now = context.clock.now();
        let next = self.next_due(&ticker, kind, now);
        self.due_times.set((ticker.symbol.clone(), kind), next, now);
        let name = ticker.us_symbol().unwrap_or_default();
        let path = match kind {
            RequestKind::Quote => format!("/quote?symbol={name}"),
            RequestKind::Bars(interval) => wire::bars_path(&name, interval),
            RequestKind::ComparedBars => wire::bars_path(&name, Interval::Day),
        };
        let authorization = format!("apikey {}", self.key);
        let headers = [("authorization", authorization.as_str())];
        let outcome = self.client.get_outcome(&path, &headers).await;
        let key = (ticker.symbol.clone(), kind);
        let outcome = self.due_times.retry_after_outage(key, outcome, now);
        let body = match outcome? {
            Outcome::Success(response) => response.body,
            // The body contains the error, as it does with HTTP 200.
            Outcome::Refused(_, body) => body,
        };
        let updates = read(context, &ticker, kind, &body).inspect_err(|error| {
            self.registry
                .record_failure(Self::NAME, kind.data(), &ticker.symbol, error);
        });
        if let Some(updates) = updates? {
            self.due_times.record_response(context, &ticker.symbol);
            self.registry
                .record_presence(Self::NAME, kind.data(), &ticker.symbol);
            for update in updates {
                context.sink.send(update).await?;
            }
        } else {
            self.registry
                .record_absence(Self::NAME, &DataKind::ALL, &ticker.symbol);
            let tickers = context.market.tickers();
            let symbol = (
                &*ticker.symbol,
                tickers.iter().filter(|one| is_supported(one)).count(),
            );
            let keys = REQUEST_KINDS.map(|kind| (ticker.symbol.clone(), kind));
            let reason = wire::message(&body);
            self.due_times
                .skip_symbol(context, symbol, keys, reason.as_deref(), now)?;
        }
        // Spreads the remaining quota over the day.
        Ok(self.quota.interval(Duration::ZERO, now))
    }

    fn next_request(&self, context: &Context) -> Option<(TickerInfo, RequestKind)> {
        let now = context.clock.now();
        self.due_times
            .next_request(context, &REQUEST_KINDS, |ticker, kind| {
                let is_wanted = if kind == RequestKind::ComparedBars {
                    self.registry
                        .is_cross_check_due(Self::NAME, ticker, context)
                } else {
                    self.is_wanted(ticker, kind, now)
                };
                is_supported(ticker) && is_wanted
            })
    }

    /// Returns true if no other provider supplies the data at present.
    fn is_wanted(&self, ticker: &TickerInfo, kind: RequestKind, now: Timestamp) -> bool {
        let is_already_supplied = match kind {
            RequestKind::Quote => self.registry.is_streamed(&ticker.symbol, now),
            RequestKind::Bars(interval) => ticker.fetched.is_recent(interval, BARS_INTERVAL, now),
            RequestKind::ComparedBars => false,
        };
        !is_already_supplied && self.registry.is_active_for(Self::NAME, kind.data(), ticker)
    }

    /// Returns the time when a request is due again. While the market is closed, a quote is due after the next opening.
    fn next_due(&self, ticker: &TickerInfo, kind: RequestKind, now: Timestamp) -> Timestamp {
        match kind {
            RequestKind::ComparedBars => self.registry.record_cross_check(Self::NAME, now),
            RequestKind::Bars(_) => now.checked_add(BARS_INTERVAL).unwrap_or(Timestamp::MAX),
            RequestKind::Quote => {
                next_price(ticker.calendar, self.poll_interval, self.poll_interval, now)
            }
        }
    }
}

/// Returns true if Twelve Data may have data for the ticker.
fn is_supported(ticker: &TickerInfo) -> bool {
    !ticker.imported && ticker.us_symbol().is_some()
}

/// Reads a response; returns `None` if Twelve Data has no data for the ticker.
fn read(
    context: &Context,
    ticker: &TickerInfo,
    kind: RequestKind,
    body: &[u8],
) -> Result<Option<Vec<Update>>, SourceError> {
    let now = context.clock.now();
    Ok(match kind {
        RequestKind::Quote => match wire::quote(ticker, body)? {
            Some(quote) if is_from_the_future(quote.as_of, now) => {
                return Err(SourceError::ClockBehind(quote.as_of));
            }
            quote => quote.map(|quote| vec![Update::Quotes(vec![quote])]),
        },
        RequestKind::ComparedBars => {
            let bars = wire::bars(ticker, Interval::Day, body)?.unwrap_or_default();
            Some(vec![compared_bars(ticker, bars, now)])
        }
        RequestKind::Bars(interval) => wire::bars(ticker, interval, body)?
            .map(|bars| plausible_bars(context, ticker, interval, bars).into()),
    })
}

/// Returns a probe of Twelve Data: the price of a stock, which costs one request of the daily quota.
pub(crate) fn probe(settings: &settings::TwelveData) -> Probe {
    let key = ProbeKey {
        config_table: "twelve_data",
        header: ("authorization", format!("apikey {}", settings.api_key)),
    };
    let path = "/quote?symbol=AAPL";
    Probe::get_with_key(
        TwelveData::NAME,
        settings.http_options(),
        path,
        key,
        |body| {
            let profile = Profile::new("AAPL", "AAPL", TickerKind::Stock);
            let ticker = TickerInfo::of(&Ticker::new(TickerId(1), profile));
            let quote = wire::quote(&ticker, body)?;
            let quote = quote.ok_or_else(|| SourceError::InvalidResponse("no price".to_owned()))?;
            Ok(format!("AAPL {} USD", quote.price))
        },
    )
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: TwelveData::NAME,
    config_table: Some("twelve_data"),
    title: "Twelve Data",
    figures: &[Figure::UsPrices, Figure::UsHistory],
    delay: "None to 15 minutes, depending on the plan",
    limit: TwelveData::LIMIT,
    terms: "Needs your own key; the free plan is for personal use.",
    terms_url: "https://twelvedata.com/terms",
};

impl Provider for TwelveData {
    const NAME: &'static str = "twelve_data";
    const OFFERS: &'static [Offer] = &[
        Offer::new(Capability::Quotes, STOCKS_AND_ETFS),
        Offer::new(Capability::Bars, STOCKS_AND_ETFS),
    ];
    const LIMIT: Option<&'static str> = Some("8 a minute");

    fn covers(ticker: &TickerInfo) -> bool {
        is_supported(ticker)
    }
}

impl Source for TwelveData {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}

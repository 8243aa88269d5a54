//! Twelve Data, with an API key: quotes and bars of US stocks and funds while no preferred provider has them. Bars are
//! daily and five-minute; its hourly bars start with the session, not the hour. The free plan allows eight requests a
//! minute and eight hundred a day, one symbol each.

mod wire;

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::{
    domain::{bar::Interval, currency::Currency, quote::is_from_the_future, ticker::TickerKind},
    providers::{
        core::{
            capability::{Capability, Offer, PAYERS, Provider, Registry},
            client::{Client, Outcome},
            due_times::{DueTimes, next_price},
            plausible::plausible_bars,
            quota::{Allowance, Quota},
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update, health::HealthRecord},
};

/// How often to check whether a symbol is due.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// Interval between requests for a ticker's bars: the daily quota is small.
const BARS_INTERVAL: SignedDuration = SignedDuration::from_hours(20);

/// The source of Twelve Data's quotes and bars.
pub struct TwelveData {
    client: Client,
    key: String,
    every: SignedDuration,
    quota: Quota,
    registry: Registry,
    /// When each request is due, by symbol and kind.
    due_times: DueTimes<(String, RequestKind)>,
}

/// The kind of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RequestKind {
    Quote,
    Bars(Interval),
}

/// All kinds of requests, the most important first.
const REQUEST_KINDS: [RequestKind; 3] = [
    RequestKind::Quote,
    RequestKind::Bars(Interval::Day),
    RequestKind::Bars(Interval::FiveMinutes),
];

impl RequestKind {
    fn capability(self) -> Capability {
        match self {
            Self::Quote => Capability::Quotes,
            Self::Bars(_) => Capability::Bars,
        }
    }
}

impl TwelveData {
    /// Creates a source. `registry` knows whether a preferred provider is active.
    pub fn new(settings: &settings::TwelveData, registry: Registry, health: HealthRecord) -> Self {
        let every = i64::try_from(settings.every_seconds.max(60)).unwrap_or(i64::MAX);
        let per_day = Some(settings.requests_per_day).filter(|most| *most > 0);
        let allowance = Allowance {
            per_day,
            per_month: None,
        };
        Self {
            client: Client::new(settings.http_options(), health),
            key: settings.api_key.clone(),
            every: SignedDuration::from_secs(every),
            quota: Quota::new(Self::NAME, allowance),
            registry,
            due_times: DueTimes::default(),
        }
    }

    /// Sends the next request, waiting until one is due: a refresh without a request must not count
    /// as a success.
    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let (ticker, asked) = loop {
            self.quota.report(context);
            match self.next(context) {
                Some(next) => break next,
                None => tokio::time::sleep(POLL_INTERVAL).await,
            }
        };
        self.quota.consume(context).await?;
        let now = context.clock.now();
        let next = self.after(&ticker, asked, now);
        self.due_times
            .put((ticker.symbol.clone(), asked), next, now);
        let name = name_of(&ticker).unwrap_or_default();
        let path = match asked {
            RequestKind::Quote => format!("/quote?symbol={name}"),
            RequestKind::Bars(interval) => wire::bars_path(&name, interval),
        };
        let authorization = format!("apikey {}", self.key);
        let headers = [("authorization", authorization.as_str())];
        let body = match self.client.get_outcome(&path, &headers).await? {
            Outcome::Success(answer) => answer.body,
            // Errors explain themselves in the body, as with HTTP 200.
            Outcome::Refused(_, body) => body,
        };
        if let Some(updates) = read(context, &ticker, asked, &body)? {
            self.due_times.answered(context, &ticker.symbol);
            for update in updates {
                context.sink.send(update).await?;
            }
        } else {
            let tickers = context.market.tickers();
            let symbol = (
                &*ticker.symbol,
                tickers.iter().filter(|one| is_ours(one)).count(),
            );
            let keys = REQUEST_KINDS.map(|asked| (ticker.symbol.clone(), asked));
            let why = wire::message(&body);
            self.due_times
                .skip_symbol(context, symbol, keys, why.as_deref(), now)?;
        }
        // Spreads the remaining quota over the day.
        Ok(self.quota.interval(Duration::ZERO, now))
    }

    /// Returns the request that is due: quotes before bars, watched tickers first, then the longest
    /// ago.
    fn next(&self, context: &Context) -> Option<(TickerInfo, RequestKind)> {
        let now = context.clock.now();
        let watched = context.market.watched();
        let tickers = context.market.tickers();
        let ours = tickers.iter().filter(|one| is_ours(one));
        let wanted = ours.flat_map(|ticker| REQUEST_KINDS.map(|asked| (ticker, asked)));
        let wanted = wanted.filter(|(ticker, asked)| self.is_wanted(ticker, *asked, now));
        let first = wanted.min_by_key(|(ticker, asked)| {
            let is_watched = watched.contains(&ticker.symbol);
            let rank = REQUEST_KINDS.iter().position(|one| one == asked);
            (
                !is_watched,
                rank,
                self.due_times.of(&(ticker.symbol.clone(), *asked), now),
            )
        });
        first.map(|(ticker, asked)| (ticker.clone(), asked))
    }

    fn is_wanted(&self, ticker: &TickerInfo, asked: RequestKind, now: Timestamp) -> bool {
        let is_had = match asked {
            RequestKind::Quote => self.registry.is_streamed(&ticker.symbol, now),
            RequestKind::Bars(interval) => ticker
                .fetched
                .of(interval)
                .is_some_and(|at| at <= now && now.duration_since(at) < BARS_INTERVAL),
        };
        !is_had
            && self.due_times.of(&(ticker.symbol.clone(), asked), now) <= now
            && self
                .registry
                .is_active(Self::NAME, asked.capability(), ticker.kind)
    }

    /// Returns when a request is due again: a price after the next opening if the market is closed.
    fn after(&self, ticker: &TickerInfo, asked: RequestKind, now: Timestamp) -> Timestamp {
        match asked {
            RequestKind::Bars(_) => now.checked_add(BARS_INTERVAL).unwrap_or(Timestamp::MAX),
            RequestKind::Quote => next_price(ticker.calendar, self.every, self.every, now),
        }
    }
}

/// Returns true if Twelve Data may have a ticker.
fn is_ours(ticker: &TickerInfo) -> bool {
    !ticker.imported && name_of(ticker).is_some()
}

/// Reads a response; `None` if there is no data for the ticker.
fn read(
    context: &Context,
    ticker: &TickerInfo,
    asked: RequestKind,
    body: &[u8],
) -> Result<Option<Vec<Update>>, SourceError> {
    let now = context.clock.now();
    Ok(match asked {
        RequestKind::Quote => match wire::quote(ticker, body)? {
            Some(quote) if is_from_the_future(quote.as_of, now) => {
                return Err(SourceError::ClockBehind(quote.as_of));
            }
            quote => quote.map(|quote| vec![Update::Quotes(vec![quote])]),
        },
        RequestKind::Bars(interval) => wire::bars(ticker, interval, body)?
            .map(|bars| plausible_bars(context, ticker, interval, bars).into()),
    })
}

/// Returns Twelve Data's symbol of a US stock or fund; the free plan has no others. Share classes have a dot.
fn name_of(ticker: &TickerInfo) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_us = matches!(ticker.kind, TickerKind::Stock | TickerKind::Etf)
        && ticker.currency == Currency::USD
        && ticker.symbol.chars().all(is_plain);
    is_us.then(|| ticker.symbol.replace('-', "."))
}

impl Provider for TwelveData {
    const NAME: &'static str = "twelve_data";
    const OFFERS: &'static [Offer] = &[
        Offer::new(Capability::Quotes, PAYERS),
        Offer::new(Capability::Bars, PAYERS),
    ];
    const LIMIT: Option<&'static str> = Some("8 a minute");
}

impl Source for TwelveData {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}

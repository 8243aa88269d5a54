//! CNBC's quotes, which need no API key: front months of commodities, Treasury yields, currency pairs and indices of the world
//! while no preferred provider has them. One request returns the quotes of many tickers. Bars are requested one ticker at a time.
//! CNBC states that prices may be 15 minutes old.

mod lookup;
mod symbols;
mod wire;

use std::time::Duration;

use hyper::StatusCode;
use jiff::{SignedDuration, Timestamp, ToSpan as _, tz::TimeZone};

pub(crate) use self::lookup::CnbcLookup;
use self::symbols::{cnbc_symbol, encode};
use crate::{
    domain::{
        bar::Interval,
        figure::Figure,
        provider::CNBC_DELAY_MINUTES,
        quote::is_from_the_future,
        source_directory::{SourceDescription, UNOFFICIAL_API_TERMS},
        ticker::{
            Profile, Ticker, TickerId,
            TickerKind::{self, Commodity, Currency, Index},
        },
    },
    providers::{
        core::{
            bars::{combine, completed_days, first_day, lacks_days, next_daily_bar},
            capability::{Capability, DataKind, Offer, Provider, Registry},
            client::{Client, Outcome, Validators},
            cross_check::{COMPARED_DAYS, compared_bars},
            due_times::{DueTimes, next_price},
            plausible::fetched_bars,
            probe::Probe,
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update, health::HealthRecord},
};

/// How often to check whether a request is due.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// The maximum number of quotes per request.
pub(super) const BATCH_SIZE: usize = 50;
/// The delay before failed or incomplete daily bars are requested again.
const DAILY_BARS_RETRY: SignedDuration = SignedDuration::from_hours(6);
/// The interval between requests for a ticker's intraday bars while the market is open.
const INTRADAY_BARS_INTERVAL: SignedDuration = SignedDuration::from_mins(30);
/// The number of days of intraday bars to request.
const INTRADAY_DAYS: i32 = 6;
/// The number of years of daily bars to request.
const DAILY_YEARS: i16 = 20;
/// How long after the open the first price is requested.
const OPENING_DELAY: SignedDuration = SignedDuration::from_mins(CNBC_DELAY_MINUTES as i64 + 1);

/// The kinds of ticker that CNBC quotes here.
const KINDS: &[TickerKind] = &[Index, Commodity, Currency];

/// Polls quotes and bars.
pub struct Cnbc {
    client: Client,
    /// Scheme and host of the bars.
    bars_url: String,
    quote_interval: SignedDuration,
    registry: Registry,
    due_times: DueTimes<(String, RequestKind)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RequestKind {
    Quote,
    DailyBars,
    IntradayBars,
    /// Daily bars that are compared with the preferred provider's.
    ComparedBars,
}

/// All kinds of requests, the most important first.
const REQUEST_KINDS: [RequestKind; 4] = [
    RequestKind::Quote,
    RequestKind::DailyBars,
    RequestKind::IntradayBars,
    RequestKind::ComparedBars,
];

impl RequestKind {
    fn data(self) -> DataKind {
        match self {
            Self::Quote => DataKind::Prices,
            Self::DailyBars | Self::ComparedBars => DataKind::DailyBars,
            Self::IntradayBars => DataKind::IntradayBars,
        }
    }
}

impl Cnbc {
    /// Creates a source. `registry` decides which provider is active.
    pub fn new(settings: &settings::Cnbc, registry: Registry, health: HealthRecord) -> Self {
        let interval = i64::try_from(settings.every_seconds.max(30)).unwrap_or(i64::MAX);
        Self {
            client: Client::new(settings.http_options(), health),
            bars_url: settings.bars_host(),
            quote_interval: SignedDuration::from_secs(interval),
            registry,
            due_times: DueTimes::default(),
        }
    }

    /// Sends the next request, waiting until one is due: a refresh without a request must not count as a success.
    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let (ticker, kind) = loop {
            match self.next_request(context) {
                Some(next) => break next,
                None => tokio::time::sleep(POLL_INTERVAL).await,
            }
        };
        let now = context.clock.now();
        let outcome = match kind {
            RequestKind::Quote => self.request_quotes(context).await,
            RequestKind::DailyBars | RequestKind::IntradayBars | RequestKind::ComparedBars => {
                let outcome = self.request_bars(context, &ticker, kind).await;
                outcome.inspect_err(|error| {
                    self.registry
                        .record_failure(Self::NAME, kind.data(), &ticker.symbol, error);
                })
            }
        };
        let key = (ticker.symbol.clone(), kind);
        let outcome = self.due_times.retry_after_outage(key, outcome, now);
        outcome.map(|()| Duration::ZERO)
    }

    fn next_request(&self, context: &Context) -> Option<(TickerInfo, RequestKind)> {
        let now = context.clock.now();
        self.due_times
            .next_request(context, &REQUEST_KINDS, |ticker, kind| {
                if kind == RequestKind::ComparedBars {
                    return Self::covers(ticker)
                        && self
                            .registry
                            .is_cross_check_due(Self::NAME, ticker, context);
                }
                self.is_wanted(ticker, kind, now)
            })
    }

    /// Returns true if no other provider supplies the data at present.
    fn is_wanted(&self, ticker: &TickerInfo, kind: RequestKind, now: Timestamp) -> bool {
        let is_missing = || match kind {
            RequestKind::Quote => !self.registry.is_streamed(&ticker.symbol, now),
            RequestKind::DailyBars => lacks_days(ticker, now),
            RequestKind::IntradayBars => {
                let fetched = &ticker.fetched;
                !fetched.is_recent(Interval::FiveMinutes, INTRADAY_BARS_INTERVAL, now)
            }
            RequestKind::ComparedBars => false,
        };
        Self::covers(ticker)
            && is_missing()
            && self.registry.is_active_for(Self::NAME, kind.data(), ticker)
    }

    /// Requests the quotes of all tickers that are due, at most [`BATCH_SIZE`].
    async fn request_quotes(&mut self, context: &Context) -> Result<(), SourceError> {
        let now = context.clock.now();
        let kind = RequestKind::Quote;
        let due = self
            .due_times
            .due_tickers(context, kind, BATCH_SIZE, |ticker| {
                self.is_wanted(ticker, kind, now)
            });
        let mut names: Vec<String> = due.iter().filter_map(cnbc_symbol).collect();
        names.sort();
        names.dedup();
        for ticker in &due {
            let next = next_price(ticker.calendar, self.quote_interval, OPENING_DELAY, now);
            self.due_times.set((ticker.symbol.clone(), kind), next, now);
        }
        let body = self.client.get(&quotes_path(&names), &[]).await?;
        let quotes = wire::quotes(&body)?;
        let (mut updates, mut first_error, mut ahead) = (Vec::new(), None, None);
        for ticker in &due {
            let name = cnbc_symbol(ticker).unwrap_or_default();
            let Some(quote) = quotes.get(&name) else {
                self.skip(context, ticker, now)?;
                continue;
            };
            match wire::update(ticker, quote) {
                Ok(update) if is_from_the_future(update.as_of, now) => ahead = Some(update.as_of),
                Ok(update) => updates.push(update),
                Err(error) => first_error = first_error.or(Some(error)),
            }
            self.due_times.record_response(context, &ticker.symbol);
            self.registry
                .record_presence(Self::NAME, kind.data(), &ticker.symbol);
        }
        match (updates.is_empty(), ahead, first_error) {
            (true, Some(as_of), _) => return Err(SourceError::ClockBehind(as_of)),
            (true, None, Some(error)) => return Err(error),
            (false, _, Some(error)) => context.health.failed_in_part(now, &error),
            _ => {}
        }
        context.sink.send(Update::Quotes(updates)).await
    }

    async fn request_bars(
        &mut self,
        context: &Context,
        ticker: &TickerInfo,
        kind: RequestKind,
    ) -> Result<(), SourceError> {
        let now = context.clock.now();
        let due = match kind {
            RequestKind::IntradayBars => {
                next_price(ticker.calendar, INTRADAY_BARS_INTERVAL, OPENING_DELAY, now)
            }
            RequestKind::ComparedBars => self.registry.record_cross_check(Self::NAME, now),
            _ => next_daily_bar(ticker.calendar, now).min(
                now.saturating_add(DAILY_BARS_RETRY)
                    .unwrap_or(Timestamp::MAX),
            ),
        };
        self.due_times.set((ticker.symbol.clone(), kind), due, now);
        let today = now.to_zoned(TimeZone::UTC).date();
        let (step, from, over_years) = if kind == RequestKind::IntradayBars {
            ("5M", today.saturating_sub(INTRADAY_DAYS.days()), false)
        } else if kind == RequestKind::ComparedBars {
            ("1D", today.saturating_sub(COMPARED_DAYS.days()), false)
        } else {
            let (from, over_years) = first_day(context, ticker, DAILY_YEARS);
            ("1D", from, over_years)
        };
        let url = format!(
            "{}/harmony/app/bars/{}/{step}/{}000000/{}235959/adjusted/EST5EDT.json",
            self.bars_url,
            encode(&cnbc_symbol(ticker).unwrap_or_default()),
            from.strftime("%Y%m%d"),
            today.strftime("%Y%m%d"),
        );
        let no_validators = Validators::default();
        let body = match self.client.fetch(&url, &[], &no_validators).await? {
            Outcome::Success(response) => response.body,
            Outcome::Refused(StatusCode::NOT_FOUND, _) => {
                self.skip_bars(context, ticker, kind, now);
                return Ok(());
            }
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        };
        let is_yield = ticker.is_yield();
        let fetched = |interval, bars| fetched_bars(context, ticker, interval, bars, over_years);
        let updates: Vec<Update> = if kind == RequestKind::IntradayBars {
            let bars = wire::intraday_bars(&body, is_yield)?;
            let hours = combine(&bars, Interval::Hour);
            let updates = [
                fetched(Interval::FiveMinutes, bars),
                fetched(Interval::Hour, hours),
            ];
            updates.into_iter().flatten().collect()
        } else if kind == RequestKind::ComparedBars {
            vec![compared_bars(
                ticker,
                wire::daily_bars(&body, is_yield)?,
                now,
            )]
        } else {
            let bars = wire::daily_bars(&body, is_yield)?;
            if bars.is_empty() && over_years {
                self.skip_bars(context, ticker, kind, now);
                return Ok(());
            }
            let bars = completed_days(bars, ticker.calendar, now);
            fetched(Interval::Day, bars).into()
        };
        self.registry
            .record_presence(Self::NAME, kind.data(), &ticker.symbol);
        for update in updates {
            context.sink.send(update).await?;
        }
        Ok(())
    }

    /// Delays the requests for bars that CNBC does not have.
    fn skip_bars(
        &mut self,
        context: &Context,
        ticker: &TickerInfo,
        kind: RequestKind,
        now: Timestamp,
    ) {
        let symbol = &ticker.symbol;
        // A ticker without daily bars has no shorter ones.
        let absent: &[DataKind] = match kind {
            RequestKind::IntradayBars => &[DataKind::IntradayBars],
            _ => &[DataKind::DailyBars, DataKind::IntradayBars],
        };
        self.registry.record_absence(Self::NAME, absent, symbol);
        let kinds = REQUEST_KINDS.into_iter();
        let delayed = kinds.filter(|one| absent.contains(&one.data()));
        let keys = delayed.map(|kind| (symbol.clone(), kind));
        self.due_times
            .skip_part(context, (symbol, "bars"), keys, now);
    }

    /// Delays the requests of a ticker that CNBC does not know.
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

/// Returns the path of the quotes of CNBC's symbols.
fn quotes_path(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| encode(name)).collect();
    format!(
        "/quote-html-webservice/restQuote/symbolType/symbol?symbols={}&requestMethod=itv&noform=1&partnerId=2&fund=1&output=json",
        names.join("%7C")
    )
}

/// Returns a probe of CNBC: the price of an index.
pub(crate) fn probe(settings: &settings::Cnbc) -> Probe {
    let index = Ticker::new(TickerId(1), Profile::new("^GSPC", "S&P 500", Index));
    let ticker = TickerInfo::of(&index);
    let name = cnbc_symbol(&ticker).unwrap_or_default();
    let path = quotes_path(std::slice::from_ref(&name));
    Probe::get(Cnbc::NAME, settings.http_options(), &path, move |body| {
        let quotes = wire::quotes(body)?;
        let quote = quotes
            .get(&name)
            .ok_or_else(|| SourceError::InvalidResponse(format!("no quote of {name}")))?;
        let update = wire::update(&ticker, quote)?;
        Ok(format!("{} {}", update.symbol, update.price))
    })
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Cnbc::NAME,
    config_table: Some("cnbc"),
    title: "CNBC",
    figures: &[
        Figure::IndexPrices,
        Figure::CommodityPrices,
        Figure::CurrencyPrices,
        Figure::IndexHistory,
        Figure::CommodityHistory,
        Figure::CurrencyHistory,
        Figure::Symbols,
    ],
    delay: "Up to 15 minutes",
    limit: Cnbc::LIMIT,
    terms: UNOFFICIAL_API_TERMS,
    terms_url: "https://www.nbcuniversal.com/terms",
};

impl Provider for Cnbc {
    const NAME: &'static str = "cnbc";
    const OFFERS: &'static [Offer] = &[
        Offer::new(Capability::Quotes, KINDS),
        Offer::new(Capability::Bars, KINDS),
    ];

    fn covers(ticker: &TickerInfo) -> bool {
        !ticker.imported && cnbc_symbol(ticker).is_some()
    }
}

impl Source for Cnbc {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}

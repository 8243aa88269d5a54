//! Deutsche Börse: quotes and daily bars of stocks, funds and bonds at Xetra and Frankfurt, by ISIN, while no preferred provider has them.
//! Bars are compared with those of the preferred provider otherwise.
//! Needs no API key. Prices are 15 minutes old. Bonds are quoted in percent of their nominal value.

mod lookup;
mod markets;
mod requests;
mod wire;

use std::time::Duration;

use jiff::{SignedDuration, Timestamp, ToSpan as _, civil::Date};

pub(crate) use self::lookup::DeutscheBoerseLookup;
use self::{
    markets::{KINDS, VENUES},
    requests::{get, history_path, identify, quote_path},
};
use crate::{
    domain::{
        bar::{Bar, Interval},
        facts::TickerFacts,
        figure::Figure,
        provider::{DEUTSCHE_BOERSE, DEUTSCHE_BOERSE_DELAY_MINUTES},
        quote::is_from_the_future,
        session::exchange_date,
        source_directory::{SourceDescription, UNOFFICIAL_API_TERMS},
    },
    providers::{
        core::{
            bars::{
                completed_days, day_start, first_adjusted_day, first_day, lacks_days,
                next_daily_bar,
            },
            capability::{Capability, DataKind, Offer, Provider, Registry},
            client::Client,
            cross_check::{COMPARED_DAYS, compared_bars},
            due_times::{DueTimes, next_price},
            plausible::fetched_bars,
            probe::Probe,
            venues,
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update},
};

/// How often to check whether a request is due.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// The delay before failed or incomplete daily bars are requested again.
const DAILY_BARS_RETRY: SignedDuration = SignedDuration::from_hours(6);
/// The number of years of daily bars to request, which is all that one response may contain.
const DAILY_YEARS: i16 = 10;
/// How long after the open, and after the close, a price is requested: the delay, and the closing auction of five minutes.
const PRICE_DELAY: SignedDuration =
    SignedDuration::from_mins(DEUTSCHE_BOERSE_DELAY_MINUTES as i64 + 6);

/// Polls quotes and bars, one ticker per request.
pub struct DeutscheBoerse {
    client: Client,
    quote_interval: SignedDuration,
    registry: Registry,
    due_times: DueTimes<(String, RequestKind)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RequestKind {
    /// The ISIN of a ticker that was followed by its symbol.
    Isin,
    Quote,
    DailyBars,
    /// Daily bars that are compared with the preferred provider's.
    ComparedBars,
}

impl RequestKind {
    /// Returns the data that the request is for. Without an ISIN, none can be requested.
    fn data(self) -> &'static [DataKind] {
        match self {
            Self::Isin => &DataKind::ALL,
            Self::Quote => &[DataKind::Prices],
            Self::DailyBars | Self::ComparedBars => &[DataKind::DailyBars],
        }
    }
}

/// All kinds of requests, the most important first.
const REQUEST_KINDS: [RequestKind; 4] = [
    RequestKind::Isin,
    RequestKind::Quote,
    RequestKind::DailyBars,
    RequestKind::ComparedBars,
];

impl DeutscheBoerse {
    /// Creates a source. `registry` decides which provider is active. `client` is that of the lookup, with which it
    /// shares the rate limit.
    pub fn new(settings: &settings::DeutscheBoerse, registry: Registry, client: Client) -> Self {
        let interval = i64::try_from(settings.every_seconds.max(60)).unwrap_or(i64::MAX);
        Self {
            client,
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
        let due = self.next_due(&ticker, kind, now);
        self.due_times.set((ticker.symbol.clone(), kind), due, now);
        let found = match kind {
            RequestKind::Isin => self.isin(&ticker).await,
            RequestKind::Quote => self.quote(context, &ticker).await,
            RequestKind::DailyBars => self.daily_bars(context, &ticker).await,
            RequestKind::ComparedBars => self.compared_bars(&ticker, now).await,
        };
        let found = found.inspect_err(|error| {
            for data in kind.data() {
                self.registry
                    .record_failure(Self::NAME, *data, &ticker.symbol, error);
            }
        });
        let key = (ticker.symbol.clone(), kind);
        let found = self.due_times.retry_after_outage(key, found, now);
        let Some(updates) = found? else {
            self.skip(context, &ticker, kind, now)?;
            return Ok(Duration::ZERO);
        };
        self.due_times.record_response(context, &ticker.symbol);
        for data in kind.data() {
            self.registry
                .record_presence(Self::NAME, *data, &ticker.symbol);
        }
        for update in updates {
            context.sink.send(update).await?;
        }
        Ok(Duration::ZERO)
    }

    fn next_request(&self, context: &Context) -> Option<(TickerInfo, RequestKind)> {
        let now = context.clock.now();
        self.due_times
            .next_request(context, &REQUEST_KINDS, |ticker, kind| {
                self.is_wanted(context, ticker, kind, now)
            })
    }

    /// Returns true if no other provider supplies the data at present, or if it must be compared.
    fn is_wanted(
        &self,
        context: &Context,
        ticker: &TickerInfo,
        kind: RequestKind,
        now: Timestamp,
    ) -> bool {
        let registry = &self.registry;
        let is_active = |data| registry.is_active_for(Self::NAME, data, ticker);
        let is_compared = || registry.is_cross_check_due(Self::NAME, ticker, context);
        let has_isin = ticker.isin.is_some();
        Self::covers(ticker)
            && match kind {
                RequestKind::Isin => {
                    !has_isin
                        && (is_active(DataKind::Prices)
                            || is_active(DataKind::DailyBars)
                            || is_compared())
                }
                RequestKind::Quote => {
                    has_isin
                        && !registry.is_streamed(&ticker.symbol, now)
                        && is_active(DataKind::Prices)
                }
                RequestKind::DailyBars => {
                    has_isin && lacks_days(ticker, now) && is_active(DataKind::DailyBars)
                }
                RequestKind::ComparedBars => has_isin && is_compared(),
            }
    }

    /// Returns when a request is due again.
    fn next_due(&self, ticker: &TickerInfo, kind: RequestKind, now: Timestamp) -> Timestamp {
        let retry = now
            .saturating_add(DAILY_BARS_RETRY)
            .unwrap_or(Timestamp::MAX);
        match kind {
            RequestKind::Isin => retry,
            RequestKind::Quote => {
                next_price(ticker.calendar, self.quote_interval, PRICE_DELAY, now)
            }
            RequestKind::DailyBars => next_daily_bar(ticker.calendar, now).min(retry),
            RequestKind::ComparedBars => self.registry.record_cross_check(Self::NAME, now),
        }
    }

    /// Requests the ISIN of a ticker; `None` if the exchange does not list the symbol.
    async fn isin(&self, ticker: &TickerInfo) -> Result<Option<Vec<Update>>, SourceError> {
        let found = identify(&self.client, &ticker.symbol).await?;
        Ok(found.map(|profile| {
            let facts = TickerFacts {
                symbol: ticker.symbol.clone(),
                isin: profile.isin,
                ..TickerFacts::default()
            };
            vec![Update::Facts(vec![facts])]
        }))
    }

    async fn quote(
        &self,
        context: &Context,
        ticker: &TickerInfo,
    ) -> Result<Option<Vec<Update>>, SourceError> {
        let Some(body) = get(&self.client, quote_path(ticker)).await? else {
            return Ok(None);
        };
        let quote = wire::quote(ticker, &body)?;
        if is_from_the_future(quote.as_of, context.clock.now()) {
            return Err(SourceError::ClockBehind(quote.as_of));
        }
        Ok(Some(vec![Update::Quotes(vec![quote])]))
    }

    async fn daily_bars(
        &self,
        context: &Context,
        ticker: &TickerInfo,
    ) -> Result<Option<Vec<Update>>, SourceError> {
        let now = context.clock.now();
        let (from, mut over_years) = first_day(context, ticker, DAILY_YEARS);
        let Some(bars) = self.days_since(ticker, from, now).await? else {
            return Ok(None);
        };
        let Some(mut bars) = bars else {
            // A ticker with bars has none in this range only because it was suspended.
            return Ok((!over_years).then(Vec::new));
        };
        if let Some(first) = first_adjusted_day(context, ticker, &bars, DAILY_YEARS)
            && let Some(Some(whole)) = self.days_since(ticker, first, now).await?
        {
            (bars, over_years) = (whole, true);
        }
        let bars = completed_days(bars, ticker.calendar, now);
        Ok(Some(
            fetched_bars(context, ticker, Interval::Day, bars, over_years).into(),
        ))
    }

    /// Requests the recent daily bars for a comparison; there are none if Deutsche Börse does not know the ticker.
    async fn compared_bars(
        &self,
        ticker: &TickerInfo,
        now: Timestamp,
    ) -> Result<Option<Vec<Update>>, SourceError> {
        let from = exchange_date(ticker.calendar, now).saturating_sub(COMPARED_DAYS.days());
        let bars = self.days_since(ticker, from, now).await?;
        let bars = bars.flatten().unwrap_or_default();
        Ok(Some(vec![compared_bars(ticker, bars, now)]))
    }

    /// Requests the daily bars since a date; `None` if Deutsche Börse does not know the ticker, `Some(None)` if there are no bars.
    async fn days_since(
        &self,
        ticker: &TickerInfo,
        from: Date,
        now: Timestamp,
    ) -> Result<Option<Option<Vec<Bar>>>, SourceError> {
        let path = history_path(ticker, day_start(from), now);
        let body = get(&self.client, path).await?;
        body.map(|body| wire::daily_bars(&body, ticker.calendar))
            .transpose()
    }

    /// Delays the requests of a ticker that Deutsche Börse has no data for.
    fn skip(
        &mut self,
        context: &Context,
        ticker: &TickerInfo,
        kind: RequestKind,
        now: Timestamp,
    ) -> Result<(), SourceError> {
        self.registry
            .record_absence(Self::NAME, kind.data(), &ticker.symbol);
        let key = (ticker.symbol.clone(), kind);
        if kind == RequestKind::DailyBars {
            self.due_times
                .skip_part(context, (&ticker.symbol, "bars"), [key], now);
            return Ok(());
        }
        let tickers = context.market.tickers();
        let count = tickers.iter().filter(|one| Self::covers(one)).count();
        self.due_times
            .skip_symbol(context, (&ticker.symbol, count), [key], None, now)
    }
}

/// Returns a probe of Deutsche Börse: the price of a stock.
pub(crate) fn probe(settings: &settings::DeutscheBoerse) -> Probe {
    let ticker = markets::sap();
    let path = quote_path(&ticker);
    Probe::get(
        DEUTSCHE_BOERSE,
        settings.http_options(),
        &path,
        move |body| {
            let quote = wire::quote(&ticker, body)?;
            Ok(format!("{} {} EUR", quote.symbol, quote.price))
        },
    )
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: DEUTSCHE_BOERSE,
    config_table: Some("deutsche_boerse"),
    title: "Deutsche Börse",
    figures: &[
        Figure::OtherPrices,
        Figure::FundPrices,
        Figure::BondPrices,
        Figure::OtherHistory,
        Figure::FundHistory,
        Figure::BondHistory,
        Figure::Symbols,
    ],
    delay: "15 minutes",
    limit: DeutscheBoerse::LIMIT,
    terms: UNOFFICIAL_API_TERMS,
    terms_url: "https://live.deutsche-boerse.com/",
};

impl Provider for DeutscheBoerse {
    const NAME: &'static str = DEUTSCHE_BOERSE;
    const OFFERS: &'static [Offer] = &[
        Offer::new(Capability::Quotes, KINDS),
        Offer::new(Capability::Bars, KINDS),
    ];

    fn covers(ticker: &TickerInfo) -> bool {
        venues::of_ticker(VENUES, KINDS, ticker).is_some()
    }
}

impl Source for DeutscheBoerse {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}

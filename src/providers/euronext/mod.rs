//! Euronext: official closes of stocks and funds in Paris, Amsterdam, Brussels, Lisbon, Dublin, Milan and Oslo, by ISIN, while no
//! preferred provider has them, and compared with those of the preferred provider otherwise. Needs no API key. One request per ticker and day has the price and the daily bars.
//!
//! Euronext serves two years of bars, for Milan five days. Bars are as traded, not adjusted for splits. Prices during the day are
//! encrypted for its own pages and are not requested.

mod lookup;
mod markets;
mod requests;
mod wire;

use std::{collections::HashMap, time::Duration};

use jiff::{SignedDuration, Timestamp, ToSpan as _};

pub(crate) use self::lookup::EuronextLookup;
use self::{
    markets::{KINDS, VENUES},
    requests::{PRICE_DAYS, closes, identify, path},
};
use crate::{
    domain::{
        bar::Interval, facts::TickerFacts, figure::Figure, provider::EURONEXT,
        session::exchange_date, source_directory::SourceDescription,
    },
    providers::{
        core::{
            bars::{first_day, lacks_days, next_daily_bar},
            capability::{Capability, DataKind, Offer, Provider, Registry},
            client::Client,
            cross_check::{COMPARED_DAYS, compared_bars},
            due_times::DueTimes,
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
/// The data in a response.
const DATA: [DataKind; 2] = [DataKind::Prices, DataKind::DailyBars];
/// The number of years of daily bars that Euronext serves.
const YEARS: i16 = 2;

/// Requests the closes of one ticker at a time.
pub struct Euronext {
    client: Client,
    /// The delay before missing closes are requested again.
    retry_interval: SignedDuration,
    registry: Registry,
    due_times: DueTimes<(String, RequestKind)>,
    /// The markets of symbols, which a response has confirmed.
    markets: HashMap<String, &'static str>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RequestKind {
    /// The ISIN of a ticker that was followed by its symbol.
    Isin,
    Closes,
    /// Closes that are compared with the preferred provider's.
    ComparedCloses,
}

/// All kinds of requests, the most important first.
const REQUEST_KINDS: [RequestKind; 3] = [
    RequestKind::Isin,
    RequestKind::Closes,
    RequestKind::ComparedCloses,
];

impl Euronext {
    /// Creates a source. `registry` decides which provider is active. `client` is that of the lookup, with which it
    /// shares the rate limit.
    pub fn new(settings: &settings::Euronext, registry: Registry, client: Client) -> Self {
        let interval = i64::try_from(settings.every_seconds.max(3_600)).unwrap_or(i64::MAX);
        Self {
            client,
            retry_interval: SignedDuration::from_secs(interval),
            registry,
            due_times: DueTimes::default(),
            markets: HashMap::new(),
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
        let retry = now
            .saturating_add(self.retry_interval)
            .unwrap_or(Timestamp::MAX);
        let due = match kind {
            RequestKind::ComparedCloses => self.registry.record_cross_check(Self::NAME, now),
            RequestKind::Isin | RequestKind::Closes => {
                next_daily_bar(ticker.calendar, now).min(retry)
            }
        };
        self.due_times.set((ticker.symbol.clone(), kind), due, now);
        let found = match kind {
            RequestKind::Isin => self.isin(&ticker).await,
            RequestKind::Closes => self.closes(context, &ticker).await,
            RequestKind::ComparedCloses => self.compared_closes(&ticker, now).await,
        };
        let found = found.inspect_err(|error| {
            for data in DATA {
                self.registry
                    .record_failure(Self::NAME, data, &ticker.symbol, error);
            }
        });
        let key = (ticker.symbol.clone(), kind);
        let found = self.due_times.retry_after_outage(key, found, now);
        let Some(updates) = found? else {
            self.skip(context, &ticker, kind, now)?;
            return Ok(Duration::ZERO);
        };
        self.due_times.record_response(context, &ticker.symbol);
        for data in DATA {
            self.registry
                .record_presence(Self::NAME, data, &ticker.symbol);
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
                let is_missing = || self.lacks_price(ticker, now) || self.lacks_bars(ticker, now);
                let is_compared = || {
                    self.registry
                        .is_cross_check_due(Self::NAME, ticker, context)
                };
                let has_isin = ticker.isin.is_some();
                Self::covers(ticker)
                    && match kind {
                        RequestKind::Isin => !has_isin && (is_missing() || is_compared()),
                        RequestKind::Closes => has_isin && is_missing(),
                        RequestKind::ComparedCloses => has_isin && is_compared(),
                    }
            })
    }

    /// Returns true if no other provider supplies the price at present.
    fn lacks_price(&self, ticker: &TickerInfo, now: Timestamp) -> bool {
        !self.registry.is_streamed(&ticker.symbol, now)
            && self
                .registry
                .is_active_for(Self::NAME, DataKind::Prices, ticker)
    }

    /// Returns true if daily bars are missing and no other provider supplies them at present.
    fn lacks_bars(&self, ticker: &TickerInfo, now: Timestamp) -> bool {
        lacks_days(ticker, now)
            && self
                .registry
                .is_active_for(Self::NAME, DataKind::DailyBars, ticker)
    }

    /// Requests the ISIN of a ticker; `None` if Euronext does not list the symbol.
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

    /// Requests the closes of a ticker; `None` if Euronext does not know the instrument.
    async fn closes(
        &mut self,
        context: &Context,
        ticker: &TickerInfo,
    ) -> Result<Option<Vec<Update>>, SourceError> {
        let now = context.clock.now();
        let today = exchange_date(ticker.calendar, now);
        let (lacks_price, lacks_bars) =
            (self.lacks_price(ticker, now), self.lacks_bars(ticker, now));
        let (first, over_years) = first_day(context, ticker, YEARS);
        let from = if lacks_bars {
            first
        } else {
            today.saturating_sub(PRICE_DAYS.days())
        };
        let markets = self.markets.get(&ticker.symbol).map(std::slice::from_ref);
        let found = closes(&self.client, ticker, markets, (from, today)).await?;
        let Some((market, days)) = found else {
            return Ok(None);
        };
        self.markets.insert(ticker.symbol.clone(), market);
        let days = wire::completed(days, ticker.calendar, now);
        let mut updates = Vec::new();
        if lacks_price && let Some(quote) = wire::quote(ticker, &days) {
            updates.push(Update::Quotes(vec![quote]));
        }
        if lacks_bars {
            let bars = days.iter().filter_map(wire::Day::bar).collect();
            updates.extend(fetched_bars(
                context,
                ticker,
                Interval::Day,
                bars,
                over_years,
            ));
        }
        Ok(Some(updates))
    }

    /// Requests the recent closes for a comparison; there are none if Euronext does not know the instrument.
    async fn compared_closes(
        &mut self,
        ticker: &TickerInfo,
        now: Timestamp,
    ) -> Result<Option<Vec<Update>>, SourceError> {
        let today = exchange_date(ticker.calendar, now);
        let from = today.saturating_sub(COMPARED_DAYS.days());
        let markets = self.markets.get(&ticker.symbol).map(std::slice::from_ref);
        let found = closes(&self.client, ticker, markets, (from, today)).await?;
        let days = found.map_or_else(Vec::new, |(market, days)| {
            self.markets.insert(ticker.symbol.clone(), market);
            days
        });
        let days = wire::completed(days, ticker.calendar, now);
        let bars = days.iter().filter_map(wire::Day::bar).collect();
        Ok(Some(vec![compared_bars(ticker, bars, now)]))
    }

    /// Delays the requests of a ticker that Euronext has no data for.
    fn skip(
        &mut self,
        context: &Context,
        ticker: &TickerInfo,
        kind: RequestKind,
        now: Timestamp,
    ) -> Result<(), SourceError> {
        self.registry
            .record_absence(Self::NAME, &DATA, &ticker.symbol);
        let tickers = context.market.tickers();
        let count = tickers.iter().filter(|one| Self::covers(one)).count();
        let key = (ticker.symbol.clone(), kind);
        self.due_times
            .skip_symbol(context, (&ticker.symbol, count), [key], None, now)
    }
}

/// Returns a probe of Euronext: the last close of a stock.
pub(crate) fn probe(settings: &settings::Euronext, now: Timestamp) -> Probe {
    let ticker = markets::lvmh();
    let to = exchange_date(ticker.calendar, now);
    let from = to.saturating_sub(PRICE_DAYS.days());
    let path = path(&ticker, "XPAR", from, to);
    Probe::get(EURONEXT, settings.http_options(), &path, move |body| {
        let days = wire::completed(wire::days(&ticker, body)?, ticker.calendar, now);
        let quote = wire::quote(&ticker, &days)
            .ok_or_else(|| SourceError::InvalidResponse("no closing price".to_owned()))?;
        Ok(format!("{} {} EUR", quote.symbol, quote.price))
    })
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: EURONEXT,
    config_table: Some("euronext"),
    title: "Euronext",
    figures: &[
        Figure::OtherPrices,
        Figure::FundPrices,
        Figure::OtherHistory,
        Figure::FundHistory,
        Figure::Symbols,
    ],
    delay: "Official close, after the session",
    limit: Euronext::LIMIT,
    terms: "For personal use only; publishing the data needs permission from Euronext.",
    terms_url: "https://www.euronext.com/en/terms-use",
};

impl Provider for Euronext {
    const NAME: &'static str = EURONEXT;
    const OFFERS: &'static [Offer] = &[
        Offer::new(Capability::Quotes, KINDS),
        Offer::new(Capability::Bars, KINDS),
    ];

    fn covers(ticker: &TickerInfo) -> bool {
        venues::of_ticker(VENUES, KINDS, ticker).is_some()
    }
}

impl Source for Euronext {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}

//! Cboe's delayed quotes: US stocks, funds and indices while no preferred provider has them. Needs no API key.
//! Prices are 15 minutes old. Daily bars end with the day before; intraday bars cover the last session.

mod lookup;
mod symbols;
mod wire;

use std::time::Duration;

use hyper::StatusCode;
use jiff::{SignedDuration, Timestamp};

pub(crate) use self::lookup::CboeLookup;
use self::symbols::{NAME, cboe_symbol, path};
use crate::{
    domain::{
        bar::Interval,
        figure::Figure,
        provider::CBOE_DELAY_MINUTES,
        quote::is_from_the_future,
        source_directory::SourceDescription,
        ticker::{
            Profile, Ticker, TickerId,
            TickerKind::{self, Etf, Index, Stock},
        },
    },
    providers::{
        core::{
            bars::combine,
            capability::{Capability, DataKind, Offer, Provider, Registry},
            client::{Client, Outcome},
            cross_check::compared_bars,
            due_times::{DueTimes, next_price},
            plausible::plausible_bars,
            probe::Probe,
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update, health::HealthRecord},
};

/// How often to check whether a request is due.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// Interval between requests for a ticker's daily bars.
const DAILY_BARS_INTERVAL: SignedDuration = SignedDuration::from_hours(20);
/// Interval between requests for a ticker's intraday bars while the market is open.
const INTRADAY_BARS_INTERVAL: SignedDuration = SignedDuration::from_mins(30);
/// How much longer than [`CBOE_DELAY_MINUTES`] to wait after the open for the first price.
const OPENING_MARGIN: SignedDuration = SignedDuration::from_mins(1);

/// The kinds of ticker that Cboe quotes.
const KINDS: &[TickerKind] = &[Stock, Etf, Index];

/// Polls quotes and bars, one symbol per request.
pub struct Cboe {
    client: Client,
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

    fn path(self, cboe_symbol: &str) -> String {
        let folder = match self {
            Self::Quote => "quotes",
            Self::DailyBars | Self::ComparedBars => "charts/historical",
            Self::IntradayBars => "charts/intraday",
        };
        path(folder, cboe_symbol)
    }
}

impl Cboe {
    /// Creates a source. `registry` decides which provider is active.
    pub fn new(settings: &settings::Cboe, registry: Registry, health: HealthRecord) -> Self {
        let client = Client::new(settings.http_options(), health);
        Self::with_client(settings, registry, client)
    }

    /// Creates a source that shares its client, and thereby the rate limit, with the lookup.
    pub(crate) fn with_client(
        settings: &settings::Cboe,
        registry: Registry,
        client: Client,
    ) -> Self {
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
        let next_due = self.next_due(&ticker, kind, now);
        self.due_times
            .set((ticker.symbol.clone(), kind), next_due, now);
        let symbol = cboe_symbol(&ticker).unwrap_or_default();
        let outcome = self.client.get_outcome(&kind.path(&symbol), &[]).await;
        let key = (ticker.symbol.clone(), kind);
        let outcome = self.due_times.retry_after_outage(key, outcome, now);
        match outcome? {
            Outcome::Success(response) => {
                let updates = read(context, &ticker, kind, &response.body);
                let updates = updates.inspect_err(|error| {
                    self.registry
                        .record_failure(Self::NAME, kind.data(), &ticker.symbol, error);
                })?;
                let Some(updates) = updates else {
                    return self
                        .skip(context, &ticker, kind, now)
                        .map(|()| Duration::ZERO);
                };
                self.due_times.record_response(context, &ticker.symbol);
                self.registry
                    .record_presence(Self::NAME, kind.data(), &ticker.symbol);
                for update in updates {
                    context.sink.send(update).await?;
                }
            }
            // Cboe's file server answers 403 for files that do not exist.
            Outcome::Refused(StatusCode::FORBIDDEN | StatusCode::NOT_FOUND, _)
                if kind == RequestKind::ComparedBars =>
            {
                let update = compared_bars(&ticker, Vec::new(), now);
                context.sink.send(update).await?;
            }
            Outcome::Refused(StatusCode::FORBIDDEN | StatusCode::NOT_FOUND, _) => {
                self.skip(context, &ticker, kind, now)?;
            }
            Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
        }
        Ok(Duration::ZERO)
    }

    /// Delays the requests of a ticker that Cboe has no data for. Some indices have quotes but no bars.
    fn skip(
        &mut self,
        context: &Context,
        ticker: &TickerInfo,
        kind: RequestKind,
        now: Timestamp,
    ) -> Result<(), SourceError> {
        let (registry, symbol) = (&self.registry, &ticker.symbol);
        if kind != RequestKind::Quote {
            registry.record_absence(Self::NAME, &[kind.data()], symbol);
            let key = (ticker.symbol.clone(), kind);
            self.due_times
                .skip_part(context, (&ticker.symbol, "bars"), [key], now);
            return Ok(());
        }
        registry.record_absence(Self::NAME, &DataKind::ALL, symbol);
        let skipped = REQUEST_KINDS.map(|kind| (ticker.symbol.clone(), kind));
        let tickers = context.market.tickers();
        let supported = tickers.iter().filter(|one| is_supported(one)).count();
        self.due_times
            .skip_symbol(context, (&ticker.symbol, supported), skipped, None, now)
    }

    fn next_request(&self, context: &Context) -> Option<(TickerInfo, RequestKind)> {
        let now = context.clock.now();
        self.due_times
            .next_request(context, &REQUEST_KINDS, |ticker, kind| {
                is_supported(ticker) && self.is_wanted(context, ticker, kind, now)
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
        if kind == RequestKind::ComparedBars {
            return self
                .registry
                .is_cross_check_due(Self::NAME, ticker, context);
        }
        let has_recent = |interval, max_age| ticker.fetched.is_recent(interval, max_age, now);
        let is_already_supplied = match kind {
            RequestKind::Quote => self.registry.is_streamed(&ticker.symbol, now),
            RequestKind::DailyBars => has_recent(Interval::Day, DAILY_BARS_INTERVAL),
            RequestKind::IntradayBars => has_recent(Interval::FiveMinutes, INTRADAY_BARS_INTERVAL),
            RequestKind::ComparedBars => false,
        };
        !is_already_supplied && self.registry.is_active_for(Self::NAME, kind.data(), ticker)
    }

    /// Returns when a request is due again. Quotes and intraday bars of a closed market follow after the next open.
    fn next_due(&self, ticker: &TickerInfo, kind: RequestKind, now: Timestamp) -> Timestamp {
        let first_price = SignedDuration::from_mins(CBOE_DELAY_MINUTES.into()) + OPENING_MARGIN;
        let intraday = |interval| next_price(ticker.calendar, interval, first_price, now);
        match kind {
            RequestKind::Quote => intraday(self.quote_interval),
            RequestKind::IntradayBars => intraday(INTRADAY_BARS_INTERVAL),
            RequestKind::DailyBars => now
                .checked_add(DAILY_BARS_INTERVAL)
                .unwrap_or(Timestamp::MAX),
            RequestKind::ComparedBars => self.registry.record_cross_check(Self::NAME, now),
        }
    }
}

/// Returns true if Cboe may have the ticker.
fn is_supported(ticker: &TickerInfo) -> bool {
    !ticker.imported && cboe_symbol(ticker).is_some()
}

/// Reads the response to a request; `None` if it is a history without bars.
fn read(
    context: &Context,
    ticker: &TickerInfo,
    kind: RequestKind,
    body: &[u8],
) -> Result<Option<Vec<Update>>, SourceError> {
    let name = cboe_symbol(ticker).unwrap_or_default();
    let bars = |interval, bars| plausible_bars(context, ticker, interval, bars);
    Ok(match kind {
        RequestKind::Quote => {
            let quote = wire::quote(ticker, &name, body)?;
            if is_from_the_future(quote.as_of, context.clock.now()) {
                return Err(SourceError::ClockBehind(quote.as_of));
            }
            Some(vec![Update::Quotes(vec![quote])])
        }
        RequestKind::ComparedBars => {
            let bars = wire::daily_bars(&name, body)?;
            Some(vec![compared_bars(ticker, bars, context.clock.now())])
        }
        RequestKind::DailyBars => {
            let days = wire::daily_bars(&name, body)?;
            (!days.is_empty()).then(|| bars(Interval::Day, days).into())
        }
        RequestKind::IntradayBars => {
            let minutes = wire::minute_bars(&name, body)?;
            let updates = [Interval::FiveMinutes, Interval::Hour]
                .into_iter()
                .flat_map(|interval| bars(interval, combine(&minutes, interval)));
            Some(updates.collect())
        }
    })
}

/// Returns a probe of Cboe: the price of a fund.
pub(crate) fn probe(settings: &settings::Cboe) -> Probe {
    let path = RequestKind::Quote.path("SPY");
    Probe::get(Cboe::NAME, settings.http_options(), &path, |body| {
        let ticker = TickerInfo::of(&Ticker::new(TickerId(1), Profile::new("SPY", "SPY", Etf)));
        let quote = wire::quote(&ticker, "SPY", body)?;
        Ok(format!("SPY {} USD", quote.price))
    })
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Cboe::NAME,
    config_table: Some("cboe"),
    title: "Cboe",
    figures: &[
        Figure::UsPrices,
        Figure::IndexPrices,
        Figure::UsHistory,
        Figure::IndexHistory,
        Figure::Symbols,
    ],
    delay: "15 minutes",
    limit: Cboe::LIMIT,
    terms: "For personal use only; publishing the data needs permission from Cboe.",
    terms_url: "https://www.cboe.com/terms",
};

impl Provider for Cboe {
    const NAME: &'static str = NAME;
    const OFFERS: &'static [Offer] = &[
        Offer::new(Capability::Quotes, KINDS),
        Offer::new(Capability::Bars, KINDS),
    ];

    fn covers(ticker: &TickerInfo) -> bool {
        is_supported(ticker)
    }
}

impl Source for Cboe {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn symbol(symbol: &str, kind: TickerKind) -> Option<String> {
        let profile = Profile::new(symbol, symbol, kind);
        cboe_symbol(&TickerInfo::of(&Ticker::new(TickerId(1), profile)))
    }

    #[test]
    fn us_stocks_funds_and_some_indices_have_a_cboe_symbol() {
        assert_eq!(symbol("AAPL", Stock).as_deref(), Some("AAPL"));
        assert_eq!(symbol("BRK-B", Stock).as_deref(), Some("BRK.B"));
        assert_eq!(symbol("SPY", Etf).as_deref(), Some("SPY"));
        assert_eq!(symbol("^GSPC", Index).as_deref(), Some("_SPX"));
        assert_eq!(symbol("^VIX", Index).as_deref(), Some("_VIX"));
    }

    #[test]
    fn other_tickers_are_not_requested() {
        assert_eq!(symbol("^IXIC", Index), None);
        assert_eq!(symbol("BTC", TickerKind::Crypto), None);
        assert_eq!(symbol("GC=F", TickerKind::Commodity), None);
        assert_eq!(symbol("SAP.DE", Stock), None);
    }
}

//! Yahoo. The spark endpoint supplies quotes of many symbols per request; the chart endpoint supplies bars, dividends and splits
//! of one symbol. Both are unofficial, so requests are sent slowly, share one rate limit, and may be blocked.

mod chart;
mod consistency;
mod crumb_client;
mod deliver;
mod extended;
mod history;
mod lookup;
mod polling;
mod profile;
mod repair;
mod request_extended;
mod requests;
mod session;
mod spark;
mod target;
mod timing;
mod wire;

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};

pub(crate) use self::lookup::YahooLookup;
pub(super) use self::spark::MAX_SYMBOLS as QUOTES_PER_REQUEST;
use self::{
    crumb_client::CrumbClient,
    extended::ExtendedQueue,
    history::{ChartRequest, HistoryQueue},
    polling::{QuotePoller, QuoteRequest},
    target::{Target, interleaved},
};
pub(super) use self::{
    session::{REJECTED_DELAY, Session},
    target::encode,
};
use crate::{
    catalogue::Catalogue,
    domain::{
        bar::{Close, Interval},
        figure::Figure,
        source_directory::{SourceDescription, UNOFFICIAL_API_TERMS},
        split::Split,
        symbol::may_mean,
        ticker::{TickerId, Venue},
    },
    providers::{
        core::{
            capability::{Capability, Offer, PRICED, Provider, Registry, STOCKS_AND_ETFS},
            client::Client,
            probe::Probe,
        },
        settings,
    },
    source::{
        Context, Refresh, Source, SourceError, TickerInfo, clock_sleep::sleep_unless_clock_set,
    },
};

/// The maximum wait in seconds, because the clock may jump and an imported ticker may become a normal one.
const MAX_WAIT: i64 = 3_600;
/// The maximum wait while quotes are due soon, in seconds, because a ticker may become watched.
const MAX_WAIT_WHILE_POLLING: i64 = 10;
/// For how long, in seconds, an unconfirmed price is requested repeatedly.
const CONFIRMATION_WINDOW: i64 = 120;
/// For how long, in seconds, a delivered quote may still turn out to need confirmation.
const JUST_DELIVERED_WINDOW: i64 = 60;
/// For how long, in seconds, a session that only other sources have is requested again.
const MAX_MISSING_AGE: i64 = 20 * 86_400;
/// The delay before a request with an unreadable response is repeated, in seconds.
const UNREADABLE_DELAY: i64 = 900;
/// The delay before a request without a response is repeated, in seconds.
const NO_RESPONSE_DELAY: i64 = 60;

/// The source of Yahoo's quotes and bars.
pub struct Yahoo {
    requests: CrumbClient,
    poller: QuotePoller,
    history: HistoryQueue,
    extended: ExtendedQueue,
    poll_interval: i64,
    /// The minimum delay between two requests, in milliseconds.
    gap: i64,
    registry: Registry,
    /// The times of the newest quotes that were passed to `ingest`, by symbol.
    delivered: HashMap<String, Timestamp>,
    /// Configured symbols that are not in the catalogue, until they are reported.
    unknown: Vec<String>,
    /// Symbols whose last price had a future timestamp. Cleared when any symbol gets a plausible price.
    future_dated: HashSet<String>,
    /// Symbols whose omitted bars were logged.
    logged_outliers: HashSet<String>,
    /// Symbols and intervals whose last response was unreadable.
    unreadable: HashSet<(String, Interval)>,
    /// The splits in the responses, by symbol.
    splits: HashMap<String, Vec<Split>>,
    /// The previous close in the last quote (the start of its trading day, and the price), by symbol.
    reported_previous_closes: HashMap<String, Close>,
    /// When quotes were last passed to `ingest` (Unix seconds).
    delivered_at: i64,
    /// True if the last chart request succeeded. A failure of the spark endpoint then does not count as a failure of the source.
    charts_work: bool,
    /// The index of each symbol's target in `poller` and `history`.
    target_indices: HashMap<String, usize>,
    /// The exchange that was last passed to `ingest`, and when (hours since 1970), by symbol.
    venues: HashMap<String, (Venue, i64)>,
    /// True once the market is loaded and shows which bars were received before the restart.
    has_resumed: bool,
    /// Symbols that are no longer followed.
    unfollowed: HashSet<String>,
    /// The ticker id at the last check, by symbol.
    ids: HashMap<String, TickerId>,
}

/// A request of any kind.
enum Request {
    Quotes(QuoteRequest),
    Chart(Box<ChartRequest>),
    /// The index of the target.
    Extended(usize),
}

/// The symbols of tickers that are skipped or requested first.
struct TickerGroups {
    /// Tickers with imported bars.
    imported: HashSet<String>,
    /// Tickers shown on a page that someone has open.
    watched: HashSet<String>,
    /// Tickers that are no longer followed.
    unfollowed: HashSet<String>,
}

impl TickerGroups {
    fn of(context: &Context, tickers: Vec<TickerInfo>, followed: HashSet<String>) -> Self {
        let mut unfollowed = followed;
        for ticker in &tickers {
            unfollowed.remove(&ticker.symbol);
        }
        Self {
            imported: tickers
                .into_iter()
                .filter(|ticker| ticker.imported)
                .map(|ticker| ticker.symbol)
                .collect(),
            watched: context.market.watched().into_iter().collect(),
            unfollowed,
        }
    }

    /// Returns true if a symbol is imported or no longer followed, so that it is skipped.
    fn is_skipped(&self, symbol: &str) -> bool {
        self.imported.contains(symbol) || self.unfollowed.contains(symbol)
    }

    fn is_watched(&self, symbol: &str) -> bool {
        self.watched.contains(symbol)
    }
}

impl Yahoo {
    /// Creates a source for the catalogue's instruments (limited to the symbols in `settings`, if any) and all followed tickers.
    /// `registry` decides which prices other providers supply.
    pub fn new(
        settings: &settings::Yahoo,
        catalogue: &Catalogue,
        registry: Registry,
        client: Client,
    ) -> Self {
        let targets: Vec<Target> = catalogue
            .instruments
            .iter()
            .filter(|instrument| settings.includes(&instrument.profile.symbol))
            .filter_map(Target::of)
            .collect();
        let is_known = |configured: &String| {
            targets
                .iter()
                .any(|target| may_mean(configured, &target.symbol))
        };
        let unknown = settings.symbols.iter().filter(|one| !is_known(one));
        let unknown = unknown.cloned().collect();
        let targets = interleaved(targets);
        let poll_interval = i64::try_from(settings.every_seconds.max(10)).unwrap_or(MAX_WAIT);
        Self {
            unknown,
            registry,
            future_dated: HashSet::new(),
            logged_outliers: HashSet::new(),
            unreadable: HashSet::new(),
            splits: HashMap::new(),
            reported_previous_closes: HashMap::new(),
            delivered_at: i64::MIN,
            requests: CrumbClient::new(client, settings.cookie_page()),
            target_indices: target_indices(&targets),
            venues: HashMap::new(),
            has_resumed: false,
            unfollowed: HashSet::new(),
            ids: HashMap::new(),
            poller: QuotePoller::new(&targets, poll_interval),
            history: HistoryQueue::new(targets),
            extended: ExtendedQueue::default(),
            poll_interval,
            gap: i64::try_from(settings.min_gap_ms).unwrap_or(i64::from(i32::MAX)),
            delivered: HashMap::new(),
            charts_work: false,
        }
    }

    /// Sends the most urgent request. Returns the delay until the next one.
    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        self.update_targets(context);
        self.report_unknown(context)?;
        match self.next_request(context).await {
            Request::Quotes(request) => self.request_quotes(context, &request).await?,
            Request::Chart(request) => self.request_chart(context, &request).await?,
            Request::Extended(index) => self.request_extended(context, index).await?,
        }
        Ok(self.time_to_next_request(context))
    }

    /// Waits until a request is due, because a refresh that returned without a request would count as a success.
    async fn next_request(&mut self, context: &Context) -> Request {
        loop {
            let groups = self.update_targets(context);
            self.assign_sources(context.clock.now());
            let now = context.clock.now();
            let skip = |symbol: &str| groups.is_skipped(symbol);
            let watched = |symbol: &str| groups.is_watched(symbol);
            let history_due = self.history.next_due(now, skip, watched);
            let is_history_due = history_due.is_some_and(|due| due <= now.as_second());
            if let Some(request) = self.poller.next(now, skip, watched, is_history_due) {
                return Request::Quotes(request);
            }
            let last_bar = |symbol: &str, interval| context.market.last_bar(symbol, interval);
            if let Some(request) = self.history.next(now, skip, watched, last_bar) {
                return Request::Chart(Box::new(request));
            }
            let extended = self.next_extended(now, skip, watched);
            if let Some((due, index)) = extended
                && due <= now.as_second()
            {
                return Request::Extended(index);
            }
            let pause = self
                .time_to_next_request(context)
                .max(Duration::from_secs(1));
            sleep_unless_clock_set(&*context.clock, pause).await;
        }
    }

    /// Updates the targets: adds newly followed tickers and updates calendars. After a restart, marks the bars that were received before
    /// it as received.
    fn update_targets(&mut self, context: &Context) -> TickerGroups {
        let tickers = context.market.tickers();
        for ticker in &tickers {
            match self.target_indices.get(&ticker.symbol) {
                Some(index) => self.update(*index, ticker, context),
                None => self.add(ticker, context),
            }
        }
        for (symbol, since) in context.market.possible_splits() {
            if let Some(index) = self.target_indices.get(&symbol) {
                self.history.check_split(*index, since);
            }
        }
        let now = context.clock.now();
        let oldest = now.as_second() - MAX_MISSING_AGE;
        let missing = context.market.missing_sessions().into_iter();
        let missing = missing
            .filter(|(_, day)| *day >= oldest)
            .filter_map(|(symbol, day)| Some((*self.target_indices.get(&symbol)?, day)))
            .collect();
        self.history.set_missing(&missing, now);
        let recent = SignedDuration::ZERO..=SignedDuration::from_secs(CONFIRMATION_WINDOW);
        let mut unconfirmed = context.market.unconfirmed();
        unconfirmed.retain(|(_, since)| recent.contains(&now.duration_since(*since)));
        for (symbol, since) in &unconfirmed {
            if let Some(index) = self.target_indices.get(symbol) {
                self.history.check_price(*index, *since);
            }
        }
        let symbols = unconfirmed.into_iter().map(|(symbol, _)| symbol);
        self.poller.set_unconfirmed(symbols.collect());
        // While the market is still empty, it does not show which bars were received.
        self.has_resumed |= !tickers.is_empty();
        let groups = TickerGroups::of(context, tickers, self.poller.followed());
        self.unfollowed.clone_from(&groups.unfollowed);
        groups
    }

    fn add(&mut self, ticker: &TickerInfo, context: &Context) {
        let Some(target) = Target::followed(ticker) else {
            return;
        };
        let (index, now) = (self.target_indices.len(), context.clock.now());
        self.target_indices.insert(target.symbol.clone(), index);
        self.ids.insert(target.symbol.clone(), ticker.id);
        self.poller.add(&target);
        self.history
            .add(target, now, &ticker.fetched, self.poll_interval);
        self.report_progress(context, index);
    }

    fn update(&mut self, index: usize, ticker: &TickerInfo, context: &Context) {
        let now = context.clock.now();
        let target = self.poller.target(index);
        let is_unchanged = target.currency == ticker.currency && target.calendar == ticker.calendar;
        if !is_unchanged {
            let target = Target {
                currency: ticker.currency,
                calendar: ticker.calendar,
                ..target.clone()
            };
            self.poller.update(index, &target);
            self.history.update(index, &target);
        }
        if self.check_refollowed(ticker) {
            self.delivered.remove(&ticker.symbol);
            self.history.restart(index);
        } else if self.has_resumed {
            return;
        }
        self.history
            .resume(index, now, &ticker.fetched, self.poll_interval);
        self.report_progress(context, index);
    }

    /// Returns true if a ticker was unfollowed and is followed again, even if both happened since the last check. Records its current
    /// id for the next check.
    fn check_refollowed(&mut self, ticker: &TickerInfo) -> bool {
        let was_unfollowed = self.unfollowed.remove(&ticker.symbol);
        let Some(id) = self.ids.get_mut(&ticker.symbol) else {
            self.ids.insert(ticker.symbol.clone(), ticker.id);
            return was_unfollowed;
        };
        std::mem::replace(id, ticker.id) != ticker.id || was_unfollowed
    }

    /// Decides where each ticker's price comes from: another provider, the spark endpoint or a chart.
    fn assign_sources(&mut self, now: Timestamp) {
        let registry = &self.registry;
        self.poller.set_priced_by_yahoo(|target| {
            target.has_no_other_provider()
                || registry.is_pricing(Self::NAME, target.kind, &target.symbol)
        });
        self.poller
            .set_streamed(|symbol| registry.is_streamed(symbol, now));
        let poller = &self.poller;
        self.history
            .set_price_source(|index, _| poller.price_source(index));
    }

    /// Returns the time until the next request is due.
    fn time_to_next_request(&mut self, context: &Context) -> Duration {
        let groups = self.update_targets(context);
        let now = context.clock.now();
        self.assign_sources(now);
        let skip = |symbol: &str| groups.is_skipped(symbol);
        let watched = |symbol: &str| groups.is_watched(symbol);
        let until = |due: Option<i64>| due.map(|due| due.saturating_sub(now.as_second()));
        let chart = until(self.history.next_due(now, skip, watched));
        let quote = until(self.poller.next_due(now, skip, watched));
        let due_soon =
            quote.filter(|wait| *wait <= self.poll_interval || self.poller.is_any_streamed());
        let was_just_delivered =
            (0..JUST_DELIVERED_WINDOW).contains(&now.as_second().saturating_sub(self.delivered_at));
        let max_wait = match due_soon {
            None if !was_just_delivered => MAX_WAIT,
            _ => MAX_WAIT_WHILE_POLLING,
        };
        let extended = until(self.next_extended(now, skip, watched).map(|(due, _)| due));
        let wait = chart.into_iter().chain(quote).chain(extended).min();
        let wait = wait.unwrap_or(MAX_WAIT).clamp(0, max_wait);
        Duration::from_secs(wait.unsigned_abs())
    }

    /// Reports the unknown configured symbols, once.
    fn report_unknown(&mut self, context: &Context) -> Result<(), SourceError> {
        if self.unknown.is_empty() {
            return Ok(());
        }
        let names = self.unknown.join(", ");
        if self.history.is_empty() {
            let text = format!("none of the configured symbols is known ({names})");
            return Err(SourceError::Refused(text));
        }
        let error = SourceError::Refused(format!("these configured symbols are unknown: {names}"));
        let error_text = context.health.sanitize(&error);
        tracing::warn!(
            provider = Self::NAME,
            error = error_text,
            "providers: skipping unknown symbols in the configuration"
        );
        for symbol in std::mem::take(&mut self.unknown) {
            let now = context.clock.now();
            context.health.symbol_failed(&symbol, now, &error, None);
        }
        Ok(())
    }
}

/// Returns a probe of Yahoo: the price of a fund.
pub(crate) fn probe(settings: &settings::Yahoo) -> Probe {
    let path = "/v8/finance/chart/SPY?interval=1d&range=1d";
    Probe::get(Yahoo::NAME, settings.http_options(), path, |body| {
        let result = chart::result(body)?;
        let result = result.map_err(|no_data| SourceError::Refused(no_data.to_string()))?;
        let price = result.meta.regular_market_price.positive();
        let price = price.ok_or_else(|| SourceError::InvalidResponse("no price".to_owned()))?;
        Ok(format!("SPY {price}"))
    })
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Yahoo::NAME,
    config_table: Some("yahoo"),
    title: "Yahoo Finance",
    figures: &[
        Figure::UsPrices,
        Figure::OtherPrices,
        Figure::IndexPrices,
        Figure::FundPrices,
        Figure::CoinPrices,
        Figure::CurrencyPrices,
        Figure::CommodityPrices,
        Figure::UsHistory,
        Figure::OtherHistory,
        Figure::IndexHistory,
        Figure::FundHistory,
        Figure::CoinHistory,
        Figure::CurrencyHistory,
        Figure::CommodityHistory,
        Figure::Dividends,
        Figure::Splits,
        Figure::DisplayRates,
        Figure::Symbols,
    ],
    delay: "None to 20 minutes, depending on the exchange",
    limit: Yahoo::LIMIT,
    terms: UNOFFICIAL_API_TERMS,
    terms_url: "https://legal.yahoo.com/us/en/yahoo/terms/otos/index.html",
};

impl Provider for Yahoo {
    const NAME: &'static str = "yahoo";
    const OFFERS: &'static [Offer] = &[
        Offer::new(Capability::Quotes, PRICED),
        Offer::new(Capability::Bars, PRICED),
        Offer::new(Capability::Dividends, STOCKS_AND_ETFS),
    ];
}

impl Source for Yahoo {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}

/// Maps each symbol to the index of its target.
fn target_indices(targets: &[Target]) -> HashMap<String, usize> {
    let symbols = targets.iter().map(|target| target.symbol.clone());
    symbols.zip(0..).collect()
}

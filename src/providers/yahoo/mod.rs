//! Yahoo: quotes of many symbols at once from its spark endpoint; bars, dividends and splits of one
//! symbol from its chart endpoint. Both are unofficial, so requests are slow, share one rate limit,
//! and accept refusals.

mod chart;
mod consistency;
mod deliver;
mod extended;
mod history;
mod lookup;
mod polling;
mod profile;
mod recent_cache;
mod repair;
mod request_extended;
mod requests;
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
pub(super) use self::target::encode;
use self::{
    extended::ExtendedQueue,
    history::{ChartRequest, HistoryQueue},
    polling::{QuotePoller, QuoteRequest},
    target::{Target, interleaved},
};
use crate::{
    catalogue::Catalogue,
    domain::{
        bar::{Close, Interval},
        split::Split,
        symbol::may_mean,
        ticker::{TickerId, Venue},
    },
    providers::{
        core::{
            capability::{Capability, Offer, PAYERS, Provider, Registry, TRADED},
            client::Client,
        },
        settings,
    },
    source::{
        Context, Refresh, Source, SourceError, TickerInfo, clock_sleep::sleep_unless_clock_set,
    },
};

/// Longest wait in seconds: a clock may jump, and a ticker may stop belonging to a file.
const MAX_REST: i64 = 3_600;
/// Longest wait while quotes are due soon, in seconds: a ticker may become watched.
const MAX_REST_WHILE_POLLING: i64 = 10;
/// Time during which the source is asked to confirm a price, in seconds.
const CONFIRMATION_WINDOW: i64 = 120;
/// Time after sending quotes during which one of them may turn out to need confirmation, in
/// seconds.
const JUST_SENT_WINDOW: i64 = 60;
/// Delay after an unreadable response, in seconds; other requests continue.
const UNREADABLE_DELAY: i64 = 900;
/// Delay after a request without a response, in seconds.
const NO_RESPONSE_DELAY: i64 = 60;

/// The source of Yahoo's quotes and bars.
pub struct Yahoo {
    client: Client,
    poller: QuotePoller,
    history: HistoryQueue,
    extended: ExtendedQueue,
    every: i64,
    /// Minimum delay between two requests, in milliseconds.
    gap: i64,
    registry: Registry,
    /// Times of the newest quotes sent.
    sent: HashMap<String, Timestamp>,
    /// Configured symbols that are not in the catalogue, until they were reported.
    unknown: Vec<String>,
    /// Symbols whose last price was from our future, without a plausible price of any symbol since.
    ahead: HashSet<String>,
    /// Symbols whose omitted bars were logged.
    outliers_of: HashSet<String>,
    /// Symbols and intervals with an unreadable response, each until one can be read.
    unreadable: HashSet<(String, Interval)>,
    /// By symbol, the splits of its responses.
    splits: HashMap<String, Vec<Split>>,
    /// By symbol, the stated previous close of its last quote: the start of its day, and the price.
    stated: HashMap<String, Close>,
    /// When quotes were last sent (Unix seconds).
    sent_at: i64,
    /// True if the last chart request succeeded: then a failure of spark is not one of the whole
    /// source.
    charts_work: bool,
    /// By symbol, the index of its target in both queues.
    places: HashMap<String, usize>,
    /// By symbol, the exchange that was last sent.
    venues: HashMap<String, (Venue, i64)>,
    /// True once it is known what was fetched before this start.
    has_resumed: bool,
    /// Symbols that are no longer followed.
    gone: HashSet<String>,
    /// By symbol, the ticker id when last checked.
    ids: HashMap<String, TickerId>,
}

/// A request of any kind.
enum Request {
    Quotes(QuoteRequest),
    Chart(Box<ChartRequest>),
    /// Index of the target.
    Extended(usize),
}

/// Symbols by how their tickers are treated at present.
struct TickerGroups {
    /// Their bars were imported from a file.
    imported: HashSet<String>,
    /// They are on an open page.
    watched: HashSet<String>,
    /// They are no longer followed.
    gone: HashSet<String>,
}

impl TickerGroups {
    fn of(context: &Context, known: Vec<TickerInfo>, followed: HashSet<String>) -> Self {
        let mut gone = followed;
        for ticker in &known {
            gone.remove(&ticker.symbol);
        }
        Self {
            imported: known
                .into_iter()
                .filter(|ticker| ticker.imported)
                .map(|ticker| ticker.symbol)
                .collect(),
            watched: context.market.watched().into_iter().collect(),
            gone,
        }
    }

    /// Returns true if a symbol is skipped: it was imported or is no longer followed.
    fn is_skipped(&self, symbol: &str) -> bool {
        self.imported.contains(symbol) || self.gone.contains(symbol)
    }

    fn is_watched(&self, symbol: &str) -> bool {
        self.watched.contains(symbol)
    }
}

impl Yahoo {
    /// Creates a source for the catalogue's instruments (only those that `settings` name, if any) and all followed
    /// tickers. `registry` knows which prices other providers supply.
    pub fn new(
        settings: &settings::Yahoo,
        catalogue: &Catalogue,
        registry: Registry,
        client: Client,
    ) -> Self {
        let targets: Vec<Target> = catalogue
            .instruments
            .iter()
            .filter(|instrument| settings.asks_for(&instrument.profile.symbol))
            .filter_map(Target::of)
            .collect();
        let is_known =
            |typed: &String| targets.iter().any(|target| may_mean(typed, &target.symbol));
        let unknown = settings.symbols.iter().filter(|one| !is_known(one));
        let unknown = unknown.cloned().collect();
        let targets = interleaved(targets);
        let every = i64::try_from(settings.every_seconds.max(10)).unwrap_or(MAX_REST);
        Self {
            unknown,
            registry,
            ahead: HashSet::new(),
            outliers_of: HashSet::new(),
            unreadable: HashSet::new(),
            splits: HashMap::new(),
            stated: HashMap::new(),
            sent_at: i64::MIN,
            client,
            places: places(&targets),
            venues: HashMap::new(),
            has_resumed: false,
            gone: HashSet::new(),
            ids: HashMap::new(),
            poller: QuotePoller::new(&targets, every),
            history: HistoryQueue::new(targets),
            extended: ExtendedQueue::default(),
            every,
            gap: i64::try_from(settings.min_gap_ms).unwrap_or(i64::from(i32::MAX)),
            sent: HashMap::new(),
            charts_work: false,
        }
    }

    /// Sends the most urgent request. Returns the time until the next one.
    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        self.update_targets(context);
        self.report_unknown(context)?;
        match self.due(context).await {
            Request::Quotes(request) => self.request_quotes(context, &request).await?,
            Request::Chart(request) => self.request_chart(context, &request).await?,
            Request::Extended(at) => self.request_extended(context, at).await?,
        }
        Ok(self.rest(context))
    }

    /// Waits until a request is due: a refresh without a request must not count as a success.
    async fn due(&mut self, context: &Context) -> Request {
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
            if let Some((due, at)) = extended
                && due <= now.as_second()
            {
                return Request::Extended(at);
            }
            let pause = self.rest(context).max(Duration::from_secs(1));
            sleep_unless_clock_set(&*context.clock, pause).await;
        }
    }

    /// Updates the targets: newly followed tickers, calendars, and what was fetched before the program was started.
    fn update_targets(&mut self, context: &Context) -> TickerGroups {
        let known = context.market.tickers();
        for ticker in &known {
            match self.places.get(&ticker.symbol) {
                Some(at) => self.update(*at, ticker, context),
                None => self.add(ticker, context),
            }
        }
        for (symbol, since) in context.market.perhaps_split() {
            if let Some(at) = self.places.get(&symbol) {
                self.history.check_split(*at, since);
            }
        }
        let now = context.clock.now();
        let recent = SignedDuration::ZERO..=SignedDuration::from_secs(CONFIRMATION_WINDOW);
        let mut unconfirmed = context.market.unconfirmed();
        unconfirmed.retain(|(_, since)| recent.contains(&now.duration_since(*since)));
        for (symbol, since) in &unconfirmed {
            if let Some(at) = self.places.get(symbol) {
                self.history.check_price(*at, *since);
            }
        }
        let symbols = unconfirmed.into_iter().map(|(symbol, _)| symbol);
        self.poller.set_unconfirmed(symbols.collect());
        // A market that is still empty does not show what was fetched.
        self.has_resumed |= !known.is_empty();
        let groups = TickerGroups::of(context, known, self.poller.followed());
        self.gone.clone_from(&groups.gone);
        groups
    }

    fn add(&mut self, ticker: &TickerInfo, context: &Context) {
        let Some(target) = Target::followed(ticker) else {
            return;
        };
        let (at, now) = (self.places.len(), context.clock.now());
        self.places.insert(target.symbol.clone(), at);
        self.ids.insert(target.symbol.clone(), ticker.id);
        self.poller.add(&target);
        self.history.add(target, now, &ticker.fetched, self.every);
        self.report_progress(context, at);
    }

    fn update(&mut self, at: usize, ticker: &TickerInfo, context: &Context) {
        let now = context.clock.now();
        let target = self.poller.target(at);
        let knows = target.currency == ticker.currency && target.calendar == ticker.calendar;
        if !knows {
            let target = Target {
                currency: ticker.currency,
                calendar: ticker.calendar,
                ..target.clone()
            };
            self.poller.update(at, &target);
            self.history.update(at, &target);
        }
        if self.is_followed_again(ticker) {
            self.sent.remove(&ticker.symbol);
            self.history.restart(at);
        } else if self.has_resumed {
            return;
        }
        self.history.resume(at, now, &ticker.fetched, self.every);
        self.report_progress(context, at);
    }

    /// Returns true if a ticker was unfollowed and is followed again, possibly since the last
    /// check.
    fn is_followed_again(&mut self, ticker: &TickerInfo) -> bool {
        let was_gone = self.gone.remove(&ticker.symbol);
        let Some(id) = self.ids.get_mut(&ticker.symbol) else {
            self.ids.insert(ticker.symbol.clone(), ticker.id);
            return was_gone;
        };
        std::mem::replace(id, ticker.id) != ticker.id || was_gone
    }

    /// Decides what prices each ticker: another provider, spark, or a chart.
    fn assign_sources(&mut self, now: Timestamp) {
        let registry = &self.registry;
        self.poller.set_priced_here(|target| {
            target.is_ours_alone()
                || registry.is_active(Self::NAME, Capability::Quotes, target.kind)
        });
        self.poller
            .set_streamed(|symbol| registry.is_streamed(symbol, now));
        let poller = &self.poller;
        self.history.set_priced_by(|at, _| poller.priced_by(at));
    }

    /// Returns the time until the next request is due.
    fn rest(&mut self, context: &Context) -> Duration {
        let groups = self.update_targets(context);
        let now = context.clock.now();
        self.assign_sources(now);
        let skip = |symbol: &str| groups.is_skipped(symbol);
        let watched = |symbol: &str| groups.is_watched(symbol);
        let until = |due: Option<i64>| due.map(|due| due.saturating_sub(now.as_second()));
        let chart = until(self.history.next_due(now, skip, watched));
        let quote = until(self.poller.next_due(now, skip, watched));
        let soon = quote.filter(|rest| *rest <= self.every || self.poller.is_any_streamed());
        let was_just_sent =
            (0..JUST_SENT_WINDOW).contains(&now.as_second().saturating_sub(self.sent_at));
        let longest = match soon {
            None if !was_just_sent => MAX_REST,
            _ => MAX_REST_WHILE_POLLING,
        };
        let extended = until(self.next_extended(now, skip, watched).map(|(due, _)| due));
        let rest = chart.into_iter().chain(quote).chain(extended).min();
        let rest = rest.unwrap_or(MAX_REST).clamp(0, longest);
        Duration::from_secs(rest.unsigned_abs())
    }

    /// Reports once which configured symbols are unknown.
    fn report_unknown(&mut self, context: &Context) -> Result<(), SourceError> {
        if self.unknown.is_empty() {
            return Ok(());
        }
        let names = self.unknown.join(", ");
        if self.history.is_empty() {
            let none = format!("none of the configured symbols is known ({names})");
            return Err(SourceError::Refused(none));
        }
        let error = SourceError::Refused(format!("these configured symbols are unknown: {names}"));
        let error_text = context.health.sanitize(&error);
        tracing::warn!(
            provider = Self::NAME,
            error = error_text,
            "unknown symbols skipped"
        );
        for symbol in std::mem::take(&mut self.unknown) {
            let now = context.clock.now();
            context.health.symbol_failed(&symbol, now, &error, None);
        }
        Ok(())
    }
}

impl Provider for Yahoo {
    const NAME: &'static str = "yahoo";
    const OFFERS: &'static [Offer] = &[
        Offer::new(Capability::Quotes, TRADED),
        Offer::new(Capability::Bars, TRADED),
        Offer::new(Capability::Dividends, PAYERS),
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
fn places(targets: &[Target]) -> HashMap<String, usize> {
    let symbols = targets.iter().map(|target| target.symbol.clone());
    symbols.zip(0..).collect()
}

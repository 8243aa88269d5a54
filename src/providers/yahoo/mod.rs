//! Yahoo: quotes of many symbols at once from its spark endpoint, and bars, dividends and splits of
//! one symbol from its chart endpoint. Both are unofficial: one slow line of requests for the two
//! together, and no way around a refusal.

mod ask;
mod ask_extended;
mod chart;
mod deliver;
mod doubts;
mod extended;
mod history;
mod lookup;
mod polling;
mod profile;
mod recent;
mod repair;
mod spark;
mod target;
mod timing;
mod troubles;
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
    troubles::Troubles,
};
use crate::{
    catalogue::Catalogue,
    domain::{
        bar::Close,
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

/// Longest rest, in seconds: a clock may jump, and a ticker may stop belonging to a file.
const LONGEST_REST: i64 = 3_600;
/// Longest rest while quotes are due soon, in seconds: somebody may begin to watch a ticker.
const LONGEST_REST_WHILE_POLLING: i64 = 10;
/// So long after a price that is not believed alone its source is asked for a second one, in seconds.
const CONFIRMED_WITHIN: i64 = 120;
/// So long after quotes were sent it may turn out that one of them needs a second, in seconds.
const JUST_SENT: i64 = 60;
/// Pause for a request whose answer was not understood, in seconds: the others go on.
const NOT_UNDERSTOOD: i64 = 900;
/// Pause for a request that got no answer, in seconds.
const NOT_ANSWERED: i64 = 60;

/// See the module.
pub struct Yahoo {
    client: Client,
    poller: QuotePoller,
    history: HistoryQueue,
    extended: ExtendedQueue,
    every: i64,
    /// Pause between two requests, in milliseconds.
    gap: i64,
    registry: Registry,
    /// Times of the newest quotes sent.
    sent: HashMap<String, Timestamp>,
    /// Configured symbols that are not in the catalogue, until they were reported.
    unknown: Vec<String>,
    /// Symbols whose last price was from our future, with no believable price of anybody since.
    ahead: HashSet<String>,
    /// Symbols whose bars were set aside, as the log knows.
    outliers_of: HashSet<String>,
    /// What keeps a symbol in trouble.
    troubles: Troubles,
    /// By symbol, its splits as answers told them.
    splits: HashMap<String, Vec<Split>>,
    /// By symbol, the close before its last quote as an answer stated it: the start of its day, and the price.
    stated: HashMap<String, Close>,
    /// When quotes were last sent (Unix seconds).
    sent_at: i64,
    /// Whether the last chart that was asked for came: then a failure of spark is no failure of all.
    charts_come: bool,
    /// By symbol, where the targets are in both queues.
    places: HashMap<String, usize>,
    /// By symbol, what was last told of its exchange.
    venues: HashMap<String, (Venue, i64)>,
    /// Whether what was fetched before this start is known.
    has_resumed: bool,
    /// Those that nobody follows any more.
    gone: HashSet<String>,
    /// By symbol, which tickers they were when last looked at.
    ids: HashMap<String, TickerId>,
}

/// A request of any kind.
enum Request {
    Quotes(QuoteRequest),
    Chart(Box<ChartRequest>),
    /// About the target with this number.
    Extended(usize),
}

/// Tickers that are treated differently at present, by symbol.
struct Special {
    /// Their bars came from a file: they belong to it.
    imported: HashSet<String>,
    /// Somebody looks at them.
    watched: HashSet<String>,
    /// Nobody follows them any more.
    gone: HashSet<String>,
}

impl Special {
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
            watched: context.known.watched().into_iter().collect(),
            gone,
        }
    }

    /// Whether it is left alone: it belongs to a file, or nobody follows it.
    fn is_left_alone(&self, symbol: &str) -> bool {
        self.imported.contains(symbol) || self.gone.contains(symbol)
    }

    fn is_watched(&self, symbol: &str) -> bool {
        self.watched.contains(symbol)
    }
}

impl Yahoo {
    /// Asks with `client` for the catalogue's instruments, or those of them that `settings` names, and
    /// for whatever somebody follows. `registry` knows whose prices are left to others.
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
        let every = i64::try_from(settings.every_seconds.max(10)).unwrap_or(LONGEST_REST);
        Self {
            unknown,
            registry,
            ahead: HashSet::new(),
            outliers_of: HashSet::new(),
            troubles: Troubles::default(),
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
            charts_come: false,
        }
    }

    /// Sends the most urgent request, and says how long until the next.
    async fn ask(&mut self, context: &Context) -> Result<Duration, SourceError> {
        self.learn(context);
        self.report_unknown(context)?;
        match self.due(context).await {
            Request::Quotes(request) => self.ask_quotes(context, &request).await?,
            Request::Chart(request) => self.ask_chart(context, &request).await?,
            Request::Extended(at) => self.ask_extended(context, at).await?,
        }
        Ok(self.rest(context))
    }

    /// Waits for a request to be due: a refresh that asks nothing must not count as a success.
    async fn due(&mut self, context: &Context) -> Request {
        loop {
            let special = self.learn(context);
            self.share_out(context.clock.now());
            let now = context.clock.now();
            let skip = |symbol: &str| special.is_left_alone(symbol);
            let watched = |symbol: &str| special.is_watched(symbol);
            let history_due = self.history.next_due(now, skip, watched);
            let is_history_due = history_due.is_some_and(|due| due <= now.as_second());
            if let Some(request) = self.poller.next(now, skip, watched, is_history_due) {
                return Request::Quotes(request);
            }
            let last_bar = |symbol: &str, interval| context.known.last_bar(symbol, interval);
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

    /// Takes in what is known of the tickers: who is followed since, on which clock they trade, and what
    /// was fetched before the program was started.
    fn learn(&mut self, context: &Context) -> Special {
        let known = context.known.tickers();
        for ticker in &known {
            match self.places.get(&ticker.symbol) {
                Some(at) => self.update(*at, ticker, context),
                None => self.add(ticker, context),
            }
        }
        for (symbol, since) in context.known.perhaps_split() {
            if let Some(at) = self.places.get(&symbol) {
                self.history.check_split(*at, since);
            }
        }
        let now = context.clock.now();
        let recent = SignedDuration::ZERO..=SignedDuration::from_secs(CONFIRMED_WITHIN);
        let mut unconfirmed = context.known.unconfirmed();
        unconfirmed.retain(|(_, since)| recent.contains(&now.duration_since(*since)));
        for (symbol, since) in &unconfirmed {
            if let Some(at) = self.places.get(symbol) {
                self.history.check_price(*at, *since);
            }
        }
        let symbols = unconfirmed.into_iter().map(|(symbol, _)| symbol);
        self.poller.set_unconfirmed(symbols.collect());
        // A market that is still empty says nothing of what was fetched.
        self.has_resumed |= !known.is_empty();
        let special = Special::of(context, known, self.poller.followed());
        self.gone.clone_from(&special.gone);
        special
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

    /// Whether a ticker was forgotten and is followed again, be it since the last look.
    fn is_followed_again(&mut self, ticker: &TickerInfo) -> bool {
        let was_gone = self.gone.remove(&ticker.symbol);
        let Some(id) = self.ids.get_mut(&ticker.symbol) else {
            self.ids.insert(ticker.symbol.clone(), ticker.id);
            return was_gone;
        };
        std::mem::replace(id, ticker.id) != ticker.id || was_gone
    }

    /// Settles who brings whose price: another provider, spark, or a chart.
    fn share_out(&mut self, now: Timestamp) {
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

    /// How long until the next request is due.
    fn rest(&mut self, context: &Context) -> Duration {
        let special = self.learn(context);
        let now = context.clock.now();
        self.share_out(now);
        let skip = |symbol: &str| special.is_left_alone(symbol);
        let watched = |symbol: &str| special.is_watched(symbol);
        let until = |due: Option<i64>| due.map(|due| due.saturating_sub(now.as_second()));
        let chart = until(self.history.next_due(now, skip, watched));
        let quote = until(self.poller.next_due(now, skip, watched));
        let soon = quote.filter(|rest| *rest <= self.every || self.poller.is_any_streamed());
        let was_just_sent = (0..JUST_SENT).contains(&now.as_second().saturating_sub(self.sent_at));
        let longest = match soon {
            None if !was_just_sent => LONGEST_REST,
            _ => LONGEST_REST_WHILE_POLLING,
        };
        let extended = until(self.next_extended(now, skip, watched).map(|(due, _)| due));
        let rest = chart.into_iter().chain(quote).chain(extended).min();
        let rest = rest.unwrap_or(LONGEST_REST).clamp(0, longest);
        Duration::from_secs(rest.unsigned_abs())
    }

    /// Reports once, in one sentence, which of the configured symbols nobody here knows.
    fn report_unknown(&mut self, context: &Context) -> Result<(), SourceError> {
        if self.unknown.is_empty() {
            return Ok(());
        }
        let names = self.unknown.join(", ");
        if self.history.is_empty() {
            let none = format!("none of the symbols in its configuration is known ({names})");
            return Err(SourceError::Refused(none));
        }
        let error = SourceError::Refused(format!("these configured symbols are unknown: {names}"));
        let said = context.health.sanitize(&error);
        tracing::warn!(provider = Self::NAME, error = said, "are left out");
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
        Box::pin(self.ask(context))
    }
}

/// Where each target is.
fn places(targets: &[Target]) -> HashMap<String, usize> {
    let symbols = targets.iter().map(|target| target.symbol.clone());
    symbols.zip(0..).collect()
}

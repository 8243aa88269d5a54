//! Yahoo's chart endpoint: quotes, bars and dividends of stocks, funds, indices and commodities,
//! and bars of crypto currencies. Unofficial: one slow queue, and no way around a refusal.

mod chart;
mod history;
mod repair;
mod wire;

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use jiff::Timestamp;

use self::{
    chart::{NoData, ParsedChart},
    history::{ChartRequest, EVERYTHING, HistoryQueue, Target},
};
use crate::{
    catalogue::Catalogue,
    domain::{bar::Interval, quote::is_from_the_future},
    providers::{
        core::{
            capability::{Capability, Offer, PAYERS, Provider, Registry, TRADED},
            client::{Client, Outcome},
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, Update, health::HealthRecord},
};

/// Longest rest, in seconds: a clock may jump, and a ticker may stop belonging to a file.
const LONGEST_REST: i64 = 3_600;
/// Pause for a request whose answer was not understood, in seconds: the others go on.
const NOT_UNDERSTOOD: i64 = 900;
/// So many symbols in a row with a price from our future: it is our clock that is wrong.
const AHEAD_IN_A_ROW: usize = 3;
/// Pause for a request that got no answer, in seconds.
const NOT_ANSWERED: i64 = 60;

/// See the module.
pub struct Yahoo {
    client: Client,
    history: HistoryQueue,
    every: i64,
    registry: Registry,
    /// Times of the newest quotes sent: answers in different steps differ in age.
    sent: HashMap<String, Timestamp>,
    /// Configured symbols that are not in the catalogue, until they were told.
    unknown: Vec<String>,
    /// Symbols whose last price was from our future, with no believable price of anybody since.
    ahead: HashSet<String>,
}

impl Yahoo {
    /// Asks for the catalogue's instruments, or those of them that `settings` names. `registry`
    /// knows whose prices are left to others.
    pub fn new(
        settings: &settings::Yahoo,
        catalogue: &Catalogue,
        registry: Registry,
        health: HealthRecord,
    ) -> Self {
        let wanted = |symbol: &str| {
            settings.symbols.is_empty() || settings.symbols.iter().any(|one| one == symbol)
        };
        let targets: Vec<Target> = catalogue
            .instruments
            .iter()
            .filter(|instrument| wanted(&instrument.profile.symbol))
            .filter_map(Target::of)
            .collect();
        let is_known = |symbol: &String| targets.iter().any(|target| target.symbol == *symbol);
        let unknown = settings.symbols.iter().filter(|one| !is_known(one));
        Self {
            unknown: unknown.cloned().collect(),
            registry,
            ahead: HashSet::new(),
            client: Client::new(settings.access(), health),
            history: HistoryQueue::new(targets),
            every: i64::try_from(settings.every_seconds.max(10)).unwrap_or(LONGEST_REST),
            sent: HashMap::new(),
        }
    }

    /// Asks the most urgent request, and says how long until the next.
    async fn ask(&mut self, context: &Context) -> Result<Duration, SourceError> {
        self.tell_unknown(context)?;
        let imported = imported(context);
        let request = self.due(context, &imported).await;
        match self.answer(&request).await {
            Ok(Ok(parsed)) => self.send(context, &request, parsed).await?,
            Ok(Err(no_data)) => self.back_off(context, &request, &no_data),
            Err(error) => {
                // Whatever is wrong, it must not be this request for ever.
                let now = context.clock.now();
                match error {
                    SourceError::Shape(_) | SourceError::TooLarge(_) => {
                        self.history.ask_for_less(&request, now, NOT_UNDERSTOOD);
                    }
                    _ => self.history.postpone(&request, now, NOT_ANSWERED),
                }
                return Err(error);
            }
        }
        let now = context.clock.now();
        let due = self
            .history
            .next_due(now, |symbol| imported.contains(symbol));
        let rest = due.map_or(LONGEST_REST, |due| due - now.as_second());
        Ok(Duration::from_secs(
            rest.clamp(0, LONGEST_REST).unsigned_abs(),
        ))
    }

    /// Waits for a request to be due: a refresh that asks nothing must not count as a success.
    async fn due(&mut self, context: &Context, imported: &HashSet<String>) -> ChartRequest {
        loop {
            let registry = &self.registry;
            self.history
                .set_priced_here(|kind| registry.is_active(Self::NAME, Capability::Quotes, kind));
            let request = self.history.next(
                context.clock.now(),
                |symbol| imported.contains(symbol),
                |symbol, interval| context.known.last_bar(symbol, interval),
            );
            if let Some(request) = request {
                return request;
            }
            tokio::time::sleep(Duration::from_secs(60)).await;
        }
    }

    async fn answer(
        &self,
        request: &ChartRequest,
    ) -> Result<Result<ParsedChart, NoData>, SourceError> {
        let target = &request.target;
        let path = path(request);
        match self.client.ask(&path, &[]).await? {
            Outcome::Answer(answer) => chart::read(&target.symbol, target.kind, &answer.body),
            Outcome::Refused(status, _) if matches!(status.as_u16(), 401 | 403) => {
                Err(SourceError::Status(status.as_u16()))
            }
            // 404 and its like explain themselves in the body, or they are no word about a symbol.
            Outcome::Refused(status, body) => chart::read(&target.symbol, target.kind, &body)
                .map_err(|error| match error {
                    SourceError::Shape(_) => SourceError::Status(status.as_u16()),
                    other => other,
                }),
        }
    }

    async fn send(
        &mut self,
        context: &Context,
        request: &ChartRequest,
        parsed: ParsedChart,
    ) -> Result<(), SourceError> {
        let symbol = &request.target.symbol;
        if let Some(interval) = parsed.interval.filter(|_| !parsed.bars.is_empty()) {
            let update = Update::Bars {
                symbol: symbol.clone(),
                interval,
                bars: parsed.bars,
            };
            context.sink.send(update).await?;
        }
        let now = context.clock.now();
        let is_believable = match &parsed.quote {
            Some(quote) => self.judge_time(context, request, quote.as_of)?,
            None => true,
        };
        if let Some(quote) = parsed
            .quote
            .filter(|_| request.target.quotes && is_believable)
            && self
                .sent
                .get(symbol)
                // A quote from our own future was sent before the clock was set back.
                .is_none_or(|sent| *sent <= quote.as_of || *sent > now)
        {
            self.sent.insert(symbol.clone(), quote.as_of);
            context.sink.send(Update::Quotes(vec![quote])).await?;
        }
        // The list replaces the one before, so only an answer that reaches back far may bring it, and
        // one that names no payment says nothing about them.
        if request.is_long() && !parsed.dividends.is_empty() {
            let update = Update::Dividends {
                symbol: symbol.clone(),
                dividends: parsed.dividends,
            };
            context.sink.send(update).await?;
        }
        if is_believable {
            context.health.symbol_answered(symbol);
        }
        self.history.answered(request, now, self.every);
        if let Some(split) = parsed.split {
            self.history.split(request, split, now);
        }
        Ok(())
    }

    /// Whether a price of that time is believed. One that is not is told as its symbol's trouble,
    /// and as our clock's where several symbols in a row have it.
    fn judge_time(
        &mut self,
        context: &Context,
        request: &ChartRequest,
        as_of: Timestamp,
    ) -> Result<bool, SourceError> {
        let (symbol, now) = (&request.target.symbol, context.clock.now());
        if !is_from_the_future(as_of, now) {
            self.ahead.clear();
            return Ok(true);
        }
        self.ahead.insert(symbol.clone());
        if self.ahead.len() >= AHEAD_IN_A_ROW {
            self.history.postpone(request, now, NOT_ANSWERED);
            return Err(SourceError::ClockBehind(as_of));
        }
        let error = SourceError::Shape(format!("{symbol}: its price is dated {as_of}"));
        context.health.symbol_failed(symbol, now, &error, None);
        Ok(false)
    }

    /// Tells once, in one sentence, which of the configured symbols nobody here knows.
    fn tell_unknown(&mut self, context: &Context) -> Result<(), SourceError> {
        if self.unknown.is_empty() {
            return Ok(());
        }
        let names = self.unknown.join(", ");
        if self.history.is_empty() {
            let none = format!("none of the symbols in its configuration is known ({names})");
            return Err(SourceError::Refused(none));
        }
        let error = SourceError::Refused(format!("these configured symbols are unknown: {names}"));
        tracing::warn!(provider = Self::NAME, %error, "are left out");
        for symbol in std::mem::take(&mut self.unknown) {
            let now = context.clock.now();
            context.health.symbol_failed(&symbol, now, &error, None);
        }
        Ok(())
    }

    /// One symbol's trouble, told without calling the provider failing.
    fn back_off(&mut self, context: &Context, request: &ChartRequest, no_data: &NoData) {
        let symbol = &request.target.symbol;
        let now = context.clock.now();
        let again = Timestamp::from_second(self.history.back_off(request, now)).ok();
        let error = SourceError::Refused(format!("{symbol}: {no_data}"));
        context.health.symbol_failed(symbol, now, &error, again);
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

/// The tickers whose bars came from a file: they belong to it.
fn imported(context: &Context) -> HashSet<String> {
    let known = context.known.tickers().into_iter();
    known
        .filter(|ticker| ticker.imported)
        .map(|ticker| ticker.symbol)
        .collect()
}

fn path(request: &ChartRequest) -> String {
    // A split is told whatever the steps, so that it is known within minutes of the opening.
    let events = if request.interval == Interval::Day {
        "div%2Csplits%2CcapitalGains"
    } else {
        "splits"
    };
    // Everything by its name comes in months, whatever the steps asked for; by its dates it does not.
    let range = if request.range == EVERYTHING {
        "period1=0&period2=9999999999".to_owned()
    } else {
        format!("range={}", request.range)
    };
    format!(
        "/v8/finance/chart/{}?interval={}&{range}&includePrePost=false&events={events}",
        encode(&request.target.yahoo),
        request.interval.as_str(),
    )
}

/// A symbol within a path: `^` must be escaped, `=` and `-` need not be.
fn encode(symbol: &str) -> String {
    use std::fmt::Write as _;
    let mut out = String::with_capacity(symbol.len());
    for byte in symbol.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~=".contains(&byte) {
            out.push(char::from(byte));
        } else {
            let _ = write!(out, "%{byte:02X}");
        }
    }
    out
}

//! Yahoo's chart endpoint: quotes, bars and dividends of stocks, funds, indices and commodities,
//! and bars of crypto currencies. Unofficial: one slow queue, and no way around a refusal.

mod chart;
mod queue;
mod repair;
mod wire;

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use jiff::Timestamp;

use self::{
    chart::{Facts, Nothing},
    queue::{EVERYTHING, Question, Queue, Target},
};
use super::{
    Context, ImportError, Importer, Round, Update,
    health::HealthRecord,
    http::{Client, Outcome},
    settings,
};
use crate::{catalogue::Catalogue, domain::bar::Interval};

/// Longest rest, in seconds: a clock may jump, and a ticker may stop belonging to a file.
const LONGEST_REST: i64 = 3_600;
/// Pause for a question whose answer was not understood, in seconds: the others go on.
const NOT_UNDERSTOOD: i64 = 900;
/// Pause for a question that got no answer, in seconds.
const NOT_ANSWERED: i64 = 60;

/// The importer.
pub struct Yahoo {
    client: Client,
    queue: Queue,
    every: i64,
    /// Times of the newest quotes sent: answers in different steps differ in age.
    sent: HashMap<String, Timestamp>,
}

impl Yahoo {
    /// Asks for the catalogue's instruments, or those of them that `settings` names. Quotes of
    /// crypto currencies are left to another provider when `crypto_elsewhere`.
    pub fn new(
        settings: &settings::Yahoo,
        catalogue: &Catalogue,
        crypto_elsewhere: bool,
        health: HealthRecord,
    ) -> Self {
        let wanted = |symbol: &str| {
            settings.symbols.is_empty() || settings.symbols.iter().any(|one| one == symbol)
        };
        let targets = catalogue
            .instruments
            .iter()
            .filter(|instrument| wanted(&instrument.profile.symbol))
            .filter_map(|instrument| Target::of(instrument, crypto_elsewhere))
            .collect();
        Self {
            client: Client::new(settings.access(), health),
            queue: Queue::new(targets),
            every: i64::try_from(settings.every_seconds.max(10)).unwrap_or(LONGEST_REST),
            sent: HashMap::new(),
        }
    }

    /// Asks the most urgent question, and says how long until the next.
    async fn ask(&mut self, context: &Context) -> Result<Duration, ImportError> {
        let imported = imported(context);
        let question = self.due(context, &imported).await;
        match self.answer(&question).await {
            Ok(Ok(facts)) => self.send(context, &question, facts).await?,
            Ok(Err(nothing)) => self.give_up(context, &question, &nothing),
            Err(error) => {
                // Whatever is wrong, it must not be this question for ever.
                let now = context.clock.now();
                match error {
                    ImportError::Shape(_) | ImportError::TooLarge(_) => {
                        self.queue.ask_for_less(&question, now, NOT_UNDERSTOOD);
                    }
                    _ => self.queue.postpone(&question, now, NOT_ANSWERED),
                }
                return Err(error);
            }
        }
        let now = context.clock.now();
        let due = self.queue.next_due(now, |symbol| imported.contains(symbol));
        let rest = due.map_or(LONGEST_REST, |due| due - now.as_second());
        Ok(Duration::from_secs(
            rest.clamp(0, LONGEST_REST).unsigned_abs(),
        ))
    }

    /// Waits for a question to be due: a round that asks nothing must not count as a success.
    async fn due(&mut self, context: &Context, imported: &HashSet<String>) -> Question {
        loop {
            let question = self.queue.next(
                context.clock.now(),
                |symbol| imported.contains(symbol),
                |symbol, interval| context.known.last_bar(symbol, interval),
            );
            if let Some(question) = question {
                return question;
            }
            tokio::time::sleep(Duration::from_secs(60)).await;
        }
    }

    async fn answer(&self, question: &Question) -> Result<Result<Facts, Nothing>, ImportError> {
        let target = &question.target;
        let path = path(question);
        match self.client.ask(&path, &[]).await? {
            Outcome::Answer(answer) => chart::read(&target.symbol, target.kind, &answer.body),
            Outcome::Refused(status, _) if matches!(status.as_u16(), 401 | 403) => {
                Err(ImportError::Status(status.as_u16()))
            }
            // 404 and its like explain themselves in the body, or they are no word about a symbol.
            Outcome::Refused(status, body) => chart::read(&target.symbol, target.kind, &body)
                .map_err(|error| match error {
                    ImportError::Shape(_) => ImportError::Status(status.as_u16()),
                    other => other,
                }),
        }
    }

    async fn send(
        &mut self,
        context: &Context,
        question: &Question,
        facts: Facts,
    ) -> Result<(), ImportError> {
        let symbol = &question.target.symbol;
        if let Some(interval) = facts.interval.filter(|_| !facts.bars.is_empty()) {
            let update = Update::Bars {
                symbol: symbol.clone(),
                interval,
                bars: facts.bars,
            };
            context.sink.send(update).await?;
        }
        if let Some(quote) = facts.quote.filter(|_| question.target.quotes)
            && self
                .sent
                .get(symbol)
                .is_none_or(|sent| *sent <= quote.as_of)
        {
            self.sent.insert(symbol.clone(), quote.as_of);
            context.sink.send(Update::Quotes(vec![quote])).await?;
        }
        // The list replaces the one before, so only an answer that reaches back far may bring it.
        if question.is_long() {
            let update = Update::Dividends {
                symbol: symbol.clone(),
                dividends: facts.dividends,
            };
            context.sink.send(update).await?;
        }
        let now = context.clock.now();
        self.queue.answered(question, now, self.every);
        if let Some(split) = facts.split {
            self.queue.split(question, split, now);
        }
        Ok(())
    }

    /// One symbol's trouble, told without calling the provider ill.
    fn give_up(&mut self, context: &Context, question: &Question, nothing: &Nothing) {
        let symbol = &question.target.symbol;
        let now = context.clock.now();
        tracing::debug!(symbol, %nothing, "Yahoo has nothing; it is asked again tomorrow");
        let error = ImportError::Refused(format!("{symbol}: {nothing}"));
        context.health.failed_in_part(now, &error);
        self.queue.give_up_for_a_day(question, now);
    }
}

impl Importer for Yahoo {
    fn name(&self) -> &'static str {
        "yahoo"
    }

    fn round<'a>(&'a mut self, context: &'a Context) -> Round<'a> {
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

fn path(question: &Question) -> String {
    // A split is told whatever the steps, so that it is known within minutes of the opening.
    let events = if question.interval == Interval::Day {
        "div%2Csplits"
    } else {
        "splits"
    };
    // Everything by its name comes in months, whatever the steps asked for; by its dates it does not.
    let range = if question.range == EVERYTHING {
        "period1=0&period2=9999999999".to_owned()
    } else {
        format!("range={}", question.range)
    };
    format!(
        "/v8/finance/chart/{}?interval={}&{range}&includePrePost=false&events={events}",
        encode(&question.target.yahoo),
        question.interval.as_str(),
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

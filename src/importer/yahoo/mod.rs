//! Yahoo's chart endpoint: quotes, bars and dividends of stocks, funds, indices and commodities,
//! and bars of crypto currencies. Unofficial: one slow queue, and no way around a refusal.

mod chart;
mod repair;
mod wire;

use std::{collections::HashMap, time::Duration};

use jiff::Timestamp;

use self::chart::{Facts, Nothing};
use super::{
    Context, ImportError, Importer, Round, Update,
    health::HealthRecord,
    http::{Client, Outcome},
    settings,
};
use crate::{
    catalogue::Catalogue,
    domain::{session::Phase, ticker::TickerKind},
};

const HOUR: i64 = 3_600;
/// An unknown symbol is asked for again after this, in seconds.
const FORGIVEN: i64 = 24 * HOUR;

/// One symbol as Yahoo writes it, and as we do.
#[derive(Debug, Clone)]
struct Instrument {
    symbol: String,
    yahoo: String,
    kind: TickerKind,
}

/// What is asked of the endpoint.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Question {
    /// A year of daily bars with dividends, and the quote.
    Days,
    /// Today's five-minute bars, and the quote.
    Today,
    /// Hourly bars.
    Hours,
}

impl Question {
    const ALL: [Self; 3] = [Self::Days, Self::Today, Self::Hours];

    /// The query; the first time it reaches back further.
    fn query(self, first: bool) -> &'static str {
        match (self, first) {
            (Self::Days, true) => "interval=1d&range=1y&events=div%2Csplits",
            (Self::Days, false) => "interval=1d&range=1mo&events=div%2Csplits",
            (Self::Today, true) => "interval=5m&range=5d",
            (Self::Today, false) => "interval=5m&range=1d",
            (Self::Hours, true) => "interval=1h&range=3mo",
            (Self::Hours, false) => "interval=1h&range=5d",
        }
    }
}

/// The importer.
pub struct Yahoo {
    client: Client,
    instruments: Vec<Instrument>,
    every: i64,
    asked: HashMap<(usize, Question), i64>,
    unknown: HashMap<usize, i64>,
}

impl Yahoo {
    /// Asks for the catalogue's instruments, or those of them that `settings` names.
    pub fn new(settings: &settings::Yahoo, catalogue: &Catalogue, health: HealthRecord) -> Self {
        let wanted = |symbol: &str| {
            settings.symbols.is_empty() || settings.symbols.iter().any(|one| one == symbol)
        };
        let instruments = catalogue
            .instruments
            .iter()
            .filter(|instrument| wanted(&instrument.profile.symbol))
            .filter_map(|instrument| {
                Some(Instrument {
                    symbol: instrument.profile.symbol.clone(),
                    yahoo: instrument.yahoo.clone()?,
                    kind: instrument.profile.kind,
                })
            })
            .collect();
        Self {
            client: Client::new(settings.access(), health),
            instruments,
            every: settings.every_seconds.max(10) as i64,
            asked: HashMap::new(),
            unknown: HashMap::new(),
        }
    }

    /// What is most overdue: what was never asked first, in the catalogue's order.
    fn next(&self, context: &Context) -> Option<(usize, Question)> {
        let now = context.clock.now();
        let imported: Vec<String> = context
            .known
            .tickers()
            .into_iter()
            .filter(|known| known.imported)
            .map(|known| known.symbol)
            .collect();
        let mut best: Option<(i64, usize, Question)> = None;
        for question in Question::ALL {
            for (at, instrument) in self.instruments.iter().enumerate() {
                if self
                    .unknown
                    .get(&at)
                    .is_some_and(|since| now.as_second() < since + FORGIVEN)
                    || imported.contains(&instrument.symbol)
                {
                    continue;
                }
                let overdue = match self.asked.get(&(at, question)) {
                    None => i64::MAX,
                    Some(last) => {
                        now.as_second() - last - self.pace(instrument, question, *last, now)
                    }
                };
                if overdue >= 0 && best.is_none_or(|(most, ..)| overdue > most) {
                    best = Some((overdue, at, question));
                }
            }
        }
        best.map(|(_, at, question)| (at, question))
    }

    /// How long an answer stays good, in seconds.
    fn pace(&self, instrument: &Instrument, question: Question, last: i64, now: Timestamp) -> i64 {
        let calendar = instrument.kind.calendar();
        match question {
            Question::Days => 12 * HOUR,
            Question::Hours => 6 * HOUR,
            Question::Today => match calendar.phase(now) {
                // Quotes of crypto currencies come from elsewhere; here it is for the bars.
                Phase::Always => HOUR,
                Phase::Regular => self.every,
                // Once more after the close, for the closing price.
                _ if last < calendar.session_at_or_before(now).close => 0,
                _ => 12 * HOUR,
            },
        }
    }

    async fn ask(
        &mut self,
        at: usize,
        question: Question,
        context: &Context,
    ) -> Result<(), ImportError> {
        let instrument = self.instruments[at].clone();
        let first = !self.asked.contains_key(&(at, question));
        let path = format!(
            "/v8/finance/chart/{}?{}",
            encode(&instrument.yahoo),
            question.query(first)
        );
        let body = match self.client.ask(&path, &[]).await? {
            Outcome::Answer(answer) => answer.body,
            Outcome::Refused(status, _) if matches!(status.as_u16(), 401 | 403) => {
                return Err(ImportError::Status(status.as_u16()));
            }
            // 404 and its like explain themselves in the body.
            Outcome::Refused(_, body) => body,
        };
        let facts = chart::read(&instrument.symbol, &body)?;
        self.asked
            .insert((at, question), context.clock.now().as_second());
        match facts {
            Ok(facts) => send(&instrument, question, facts, context).await,
            Err(nothing) => {
                self.remember(at, &instrument, &nothing, context);
                Ok(())
            }
        }
    }

    fn remember(
        &mut self,
        at: usize,
        instrument: &Instrument,
        nothing: &Nothing,
        context: &Context,
    ) {
        tracing::info!(symbol = instrument.symbol, %nothing, "Yahoo has nothing for this symbol; it is asked again tomorrow");
        self.unknown.insert(at, context.clock.now().as_second());
    }
}

async fn send(
    instrument: &Instrument,
    question: Question,
    facts: Facts,
    context: &Context,
) -> Result<(), ImportError> {
    let symbol = &instrument.symbol;
    if let Some(interval) = facts.interval.filter(|_| !facts.bars.is_empty()) {
        context
            .sink
            .send(Update::Bars {
                symbol: symbol.clone(),
                interval,
                bars: facts.bars,
            })
            .await?;
    }
    if let Some(quote) = facts
        .quote
        .filter(|_| instrument.kind != TickerKind::Crypto)
    {
        context.sink.send(Update::Quotes(vec![quote])).await?;
    }
    if question == Question::Days && !facts.dividends.is_empty() {
        context
            .sink
            .send(Update::Dividends {
                symbol: symbol.clone(),
                dividends: facts.dividends,
            })
            .await?;
    }
    Ok(())
}

impl Importer for Yahoo {
    fn name(&self) -> &'static str {
        "yahoo"
    }

    fn round<'a>(&'a mut self, context: &'a Context) -> Round<'a> {
        Box::pin(async move {
            match self.next(context) {
                Some((at, question)) => {
                    self.ask(at, question, context).await?;
                    // The client waits for its turn; there is no need to rest as well.
                    Ok(Duration::ZERO)
                }
                None => Ok(Duration::from_secs(5)),
            }
        })
    }
}

/// A symbol within a path: `^` must be escaped, `=` and `-` need not be.
fn encode(symbol: &str) -> String {
    let mut out = String::with_capacity(symbol.len());
    for byte in symbol.bytes() {
        if byte.is_ascii_alphanumeric() || b"-._~=".contains(&byte) {
            out.push(char::from(byte));
        } else {
            out.push_str(&format!("%{byte:02X}"));
        }
    }
    out
}

//! Twelve Data, with a key of one's own: quotes and bars of US shares and funds while nobody preferred
//! has them: days and five minutes, for its hours begin with the session. Its free plan allows eight requests a minute and eight hundred a day, one symbol each.

mod wire;

use std::time::Duration;

use jiff::{SignedDuration, Timestamp};

use crate::{
    domain::{bar::Interval, currency::Currency, quote::is_from_the_future, ticker::TickerKind},
    providers::{
        core::{
            believed::believed,
            capability::{Capability, Offer, PAYERS, Provider, Registry},
            client::{Client, Outcome},
            dues::{Dues, next_price},
            quota::{Allowance, Quota},
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update, health::HealthRecord},
};

/// How often it is looked whether somebody must be asked about.
const LOOK: Duration = Duration::from_secs(2);
/// Pause before the bars of a ticker are asked for again: a day's requests are few.
const BARS_KEPT: SignedDuration = SignedDuration::from_hours(20);

/// See the module.
pub struct TwelveData {
    client: Client,
    key: String,
    every: SignedDuration,
    quota: Quota,
    registry: Registry,
    /// By symbol, and what is asked of it.
    dues: Dues<(String, Asked)>,
}

/// What is asked of a ticker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum Asked {
    Quote,
    Bars(Interval),
}

/// In the order in which it matters.
const ALL: [Asked; 3] = [
    Asked::Quote,
    Asked::Bars(Interval::Day),
    Asked::Bars(Interval::FiveMinutes),
];

impl Asked {
    fn capability(self) -> Capability {
        match self {
            Self::Quote => Capability::Quotes,
            Self::Bars(_) => Capability::Bars,
        }
    }
}

impl TwelveData {
    /// `registry` knows whether somebody who is preferred brings the same.
    pub fn new(settings: &settings::TwelveData, registry: Registry, health: HealthRecord) -> Self {
        let every = i64::try_from(settings.every_seconds.max(60)).unwrap_or(i64::MAX);
        let per_day = Some(settings.requests_per_day).filter(|most| *most > 0);
        let allowance = Allowance {
            per_day,
            per_month: None,
        };
        Self {
            client: Client::new(settings.access(), health),
            key: settings.api_key.clone(),
            every: SignedDuration::from_secs(every),
            quota: Quota::new(Self::NAME, allowance),
            registry,
            dues: Dues::default(),
        }
    }

    /// Asks about the next symbol. Waits for one: a refresh that asks nothing must not count as a
    /// success.
    async fn ask(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let (ticker, asked) = loop {
            self.quota.show(context);
            match self.next(context) {
                Some(next) => break next,
                None => tokio::time::sleep(LOOK).await,
            }
        };
        self.quota.take(context).await?;
        let now = context.clock.now();
        let next = self.after(&ticker, asked, now);
        self.dues.put((ticker.symbol.clone(), asked), next, now);
        let name = name_of(&ticker).unwrap_or_default();
        let path = match asked {
            Asked::Quote => format!("/quote?symbol={name}"),
            Asked::Bars(interval) => wire::bars_path(&name, interval),
        };
        let authorization = format!("apikey {}", self.key);
        let headers = [("authorization", authorization.as_str())];
        let body = match self.client.ask(&path, &headers).await? {
            Outcome::Answer(answer) => answer.body,
            // It explains itself in the body, as under HTTP 200.
            Outcome::Refused(_, body) => body,
        };
        if let Some(updates) = read(context, &ticker, asked, &body)? {
            self.dues.answered(context, &ticker.symbol);
            for update in updates {
                context.sink.send(update).await?;
            }
        } else {
            let tickers = context.known.tickers();
            let symbol = (
                &*ticker.symbol,
                tickers.iter().filter(|one| is_ours(one)).count(),
            );
            let keys = ALL.map(|asked| (ticker.symbol.clone(), asked));
            let why = wire::message(&body);
            self.dues
                .exclude_bars(context, symbol, keys, why.as_deref(), now)?;
        }
        // So that what is left lasts for the day.
        Ok(self.quota.rest(Duration::ZERO, now))
    }

    /// What to ask about whom: quotes before bars, those first that somebody looks at, then whoever
    /// waits longest.
    fn next(&self, context: &Context) -> Option<(TickerInfo, Asked)> {
        let now = context.clock.now();
        let watched = context.known.watched();
        let tickers = context.known.tickers();
        let ours = tickers.iter().filter(|one| is_ours(one));
        let wanted = ours.flat_map(|ticker| ALL.map(|asked| (ticker, asked)));
        let wanted = wanted.filter(|(ticker, asked)| self.is_wanted(ticker, *asked, now));
        let first = wanted.min_by_key(|(ticker, asked)| {
            let is_watched = watched.contains(&ticker.symbol);
            let rank = ALL.iter().position(|one| one == asked);
            (
                !is_watched,
                rank,
                self.dues.of(&(ticker.symbol.clone(), *asked), now),
            )
        });
        first.map(|(ticker, asked)| (ticker.clone(), asked))
    }

    fn is_wanted(&self, ticker: &TickerInfo, asked: Asked, now: Timestamp) -> bool {
        let is_had = match asked {
            Asked::Quote => self.registry.is_streamed(&ticker.symbol, now),
            Asked::Bars(interval) => ticker
                .fetched
                .of(interval)
                .is_some_and(|at| at <= now && now.duration_since(at) < BARS_KEPT),
        };
        !is_had
            && self.dues.of(&(ticker.symbol.clone(), asked), now) <= now
            && self
                .registry
                .is_active(Self::NAME, asked.capability(), ticker.kind)
    }

    /// When to ask again: for a price, while its market rests, after the next opening.
    fn after(&self, ticker: &TickerInfo, asked: Asked, now: Timestamp) -> Timestamp {
        match asked {
            Asked::Bars(_) => now.checked_add(BARS_KEPT).unwrap_or(Timestamp::MAX),
            Asked::Quote => next_price(ticker.calendar, self.every, self.every, now),
        }
    }
}

/// Whether it can be asked about a ticker.
fn is_ours(ticker: &TickerInfo) -> bool {
    !ticker.imported && name_of(ticker).is_some()
}

/// What an answer brings; `None` where there is nothing for the ticker.
fn read(
    context: &Context,
    ticker: &TickerInfo,
    asked: Asked,
    body: &[u8],
) -> Result<Option<Vec<Update>>, SourceError> {
    let now = context.clock.now();
    Ok(match asked {
        Asked::Quote => match wire::quote(ticker, body)? {
            Some(quote) if is_from_the_future(quote.as_of, now) => {
                return Err(SourceError::ClockBehind(quote.as_of));
            }
            quote => quote.map(|quote| vec![Update::Quotes(vec![quote])]),
        },
        Asked::Bars(interval) => wire::bars(ticker, interval, body)?
            .map(|bars| believed(context, ticker, interval, bars).into()),
    })
}

/// Twelve Data's name of a share or fund of the US: the free plan has no others. Classes of shares are
/// written with a point.
fn name_of(ticker: &TickerInfo) -> Option<String> {
    let is_plain = |c: char| c.is_ascii_alphanumeric() || c == '-';
    let is_us = matches!(ticker.kind, TickerKind::Stock | TickerKind::Etf)
        && ticker.currency == Currency::USD
        && ticker.symbol.chars().all(is_plain);
    is_us.then(|| ticker.symbol.replace('-', "."))
}

impl Provider for TwelveData {
    const NAME: &'static str = "twelve_data";
    const OFFERS: &'static [Offer] = &[
        Offer::new(Capability::Quotes, PAYERS),
        Offer::new(Capability::Bars, PAYERS),
    ];
    const LIMIT: Option<&'static str> = Some("8 a minute");
}

impl Source for TwelveData {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.ask(context))
    }
}

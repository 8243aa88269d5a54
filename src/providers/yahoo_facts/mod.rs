//! Yahoo's facts beside prices: market values of many symbols at once from its quote endpoint; sectors,
//! facts of funds and dates to come of one symbol from its summary endpoint. Unofficial, and answered
//! only with a cookie and a crumb, which not everybody is given: who gets none does without.
//!
//! Requests go through the line of the prices, one in half a minute.

mod category;
mod quote;
mod session;
mod summary;
mod target;

use std::{collections::HashMap, time::Duration};

use jiff::{SignedDuration, Timestamp};

use self::{
    session::{REFUSED, Session},
    target::Target,
};
use super::yahoo::encode;
use crate::{
    catalogue::Catalogue,
    domain::{
        facts::TickerFacts,
        ticker::TickerKind::{Crypto, Etf, Fund, Stock},
    },
    providers::{
        core::{
            capability::{Capability, Offer, Provider},
            client::{Client, Outcome},
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update},
};

/// Pause between two requests.
const PACE: Duration = Duration::from_secs(30);
/// How often it is looked whether somebody must be asked about.
const LOOK: Duration = Duration::from_secs(10);
/// Facts are asked for again after so long.
const SUMMARY_KEPT: SignedDuration = SignedDuration::from_hours(36);
/// And market values after so long.
const QUOTE_KEPT: SignedDuration = SignedDuration::from_hours(24);
/// Symbols of one request for market values.
const MOST_SYMBOLS: usize = 50;
const MODULES: &str = "price,summaryDetail,defaultKeyStatistics,summaryProfile,fundProfile,calendarEvents,earnings,earningsTrend";

/// See the module.
pub struct YahooFacts {
    client: Client,
    session: Session,
    /// Symbols of the catalogue at Yahoo, by ours.
    names: HashMap<String, String>,
    /// When market values were last asked for, by symbol.
    valued: HashMap<String, Timestamp>,
}

impl YahooFacts {
    /// Asks with `client` about the catalogue's tickers, or those of them that `settings` names, and
    /// about whatever somebody follows.
    pub fn new(settings: &settings::Yahoo, catalogue: &Catalogue, client: Client) -> Self {
        let names = catalogue.instruments.iter().filter_map(|instrument| {
            let yahoo = instrument.yahoo.clone()?;
            Some((instrument.profile.symbol.clone(), yahoo))
        });
        Self {
            session: Session::new(settings.cookie_page()),
            client,
            names: names
                .filter(|(symbol, _)| settings.asks_for(symbol))
                .collect(),
            valued: HashMap::new(),
        }
    }

    /// Sends the most urgent request. Waits for one: a refresh that asks nothing must not count as a
    /// success.
    async fn ask(&mut self, context: &Context) -> Result<Duration, SourceError> {
        loop {
            let targets = self.targets(context);
            let now = context.clock.now();
            let unvalued = self.unvalued(&targets, now);
            if !unvalued.is_empty() {
                self.ask_values(context, &unvalued).await?;
                return Ok(PACE);
            }
            if let Some(target) = next(&targets, now) {
                self.ask_summary(context, target).await?;
                return Ok(PACE);
            }
            tokio::time::sleep(LOOK).await;
        }
    }

    /// Whom it can be asked about: whoever has a price, for a market value is counted with it.
    fn targets(&self, context: &Context) -> Vec<Target> {
        let watched = context.known.watched();
        let target = |ticker: TickerInfo| {
            let is_ours = match ticker.kind {
                Stock | Etf | Fund => true,
                // Of the others somebody else tells more.
                Crypto => ticker.followed.is_some(),
                _ => false,
            };
            let has_price = context.known.price(&ticker.symbol).is_some();
            let yahoo = ticker
                .followed
                .or_else(|| self.names.get(&ticker.symbol).cloned())?;
            (is_ours && has_price && !ticker.imported).then(|| Target {
                is_watched: watched.contains(&ticker.symbol),
                symbol: ticker.symbol,
                yahoo,
                kind: ticker.kind,
                currency: ticker.currency,
                calendar: ticker.calendar,
                fetched: ticker.fetched.facts,
            })
        };
        context
            .known
            .tickers()
            .into_iter()
            .filter_map(target)
            .collect()
    }

    /// Those whose market value is to be asked for.
    fn unvalued(&self, targets: &[Target], now: Timestamp) -> Vec<Target> {
        let is_due =
            |target: &&Target| is_over(self.valued.get(&target.symbol).copied(), QUOTE_KEPT, now);
        let mut due: Vec<Target> = targets.iter().filter(is_due).cloned().collect();
        due.sort_by_key(|target| !target.is_watched);
        due.truncate(MOST_SYMBOLS);
        due
    }

    async fn ask_values(
        &mut self,
        context: &Context,
        targets: &[Target],
    ) -> Result<(), SourceError> {
        let symbols: Vec<String> = targets.iter().map(|one| encode(&one.yahoo)).collect();
        let path = format!("/v7/finance/quote?symbols={}", symbols.join(","));
        let now = context.clock.now();
        let body = self.get(&path).await?;
        let facts = quote::read(&body, targets)?;
        for target in targets {
            self.valued.insert(target.symbol.clone(), now);
        }
        context.sink.send(Update::Facts(facts)).await
    }

    async fn ask_summary(&mut self, context: &Context, target: &Target) -> Result<(), SourceError> {
        let symbol = encode(&target.yahoo);
        let path = format!("/v10/finance/quoteSummary/{symbol}?formatted=false&modules={MODULES}");
        let facts = match self.get(&path).await {
            Ok(body) => summary::read(&body, target, context.clock.now())?,
            // It is not known here; it is asked for again with the others.
            Err(SourceError::Status(404)) => None,
            Err(error) => return Err(error),
        };
        let facts = facts.unwrap_or_else(|| TickerFacts {
            symbol: target.symbol.clone(),
            ..TickerFacts::default()
        });
        let facts = TickerFacts {
            is_complete: true,
            ..facts
        };
        context.sink.send(Update::Facts(vec![facts])).await
    }

    /// The answer to a request with a crumb, which is fetched where there is none, and once anew where
    /// it is refused.
    async fn get(&mut self, path: &str) -> Result<bytes::Bytes, SourceError> {
        for _ in 0..2 {
            let (path, cookie) = self
                .session
                .sign(&self.client, path)
                .await
                .map_err(rested)?;
            let headers = [("cookie", cookie.as_str())];
            match self.client.ask(&path, &headers).await.map_err(rested)? {
                Outcome::Answer(answer) => return Ok(answer.body),
                Outcome::Refused(status, _) if matches!(status.as_u16(), 401 | 403) => {
                    self.session.forget();
                }
                Outcome::Refused(status, _) => return Err(SourceError::Status(status.as_u16())),
            }
        }
        Err(SourceError::NotAllowed {
            why: "it takes no crumb that it gives".to_owned(),
            rest: REFUSED,
        })
    }
}

/// Who is asked to slow down has been refused, and rests for hours, whatever is said of minutes.
fn rested(error: SourceError) -> SourceError {
    match error {
        SourceError::Throttled { retry_after, .. } => SourceError::NotAllowed {
            why: error.to_string(),
            rest: retry_after.unwrap_or_default().max(REFUSED),
        },
        other => other,
    }
}

/// Whose summary is asked for: of those whose turn it is the watched first, then whoever waits longest.
fn next(targets: &[Target], now: Timestamp) -> Option<&Target> {
    let due = targets
        .iter()
        .filter(|target| is_over(target.fetched, SUMMARY_KEPT, now));
    due.min_by_key(|target| (!target.is_watched, target.fetched))
}

/// Whether what was fetched then is to be fetched again. What was fetched in our future was, before the
/// clock was set back.
fn is_over(fetched: Option<Timestamp>, kept: SignedDuration, now: Timestamp) -> bool {
    fetched.is_none_or(|at| at > now || now.duration_since(at) >= kept)
}

impl Provider for YahooFacts {
    const NAME: &'static str = "yahoo_facts";
    const OFFERS: &'static [Offer] = &[
        Offer::new(Capability::Facts, &[Stock, Etf, Fund, Crypto]),
        Offer::new(Capability::Earnings, &[Stock]),
    ];
}

impl Source for YahooFacts {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.ask(context))
    }
}

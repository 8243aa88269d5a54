//! Nasdaq's list of all US stocks, in one response: market caps, sectors and countries of stocks for which no better source has them,
//! and prices of the members of the S&P 500 that are not followed. Requested once a day.

mod members;
mod wire;

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp};

use self::{
    members::Members,
    wire::{Row, Rows},
};
use crate::{
    domain::{
        facts::{ListFacts, ReportedShares, TickerFacts},
        figure::Figure,
        provider::NASDAQ_SCREENER,
        session::exchange_date,
        source_directory::{SourceDescription, UNOFFICIAL_API_TERMS},
        ticker::TickerKind,
    },
    providers::{
        core::{
            capability::{Capability, Offer, Provider},
            client::{Client, streamed::Streamed},
            due_times::DueTimes,
            probe::{Probe, with_short_timeout},
        },
        nasdaq::requests::{HEADERS, is_covered, rest_after_timeout},
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update},
};

/// How often to check whether the list is due.
const POLL_INTERVAL: Duration = Duration::from_secs(10);
/// The age at which the row of a stock is requested again.
const ROW_TTL: SignedDuration = SignedDuration::from_hours(24);
/// The minimum interval between two requests, if a stock was followed in between.
const MIN_INTERVAL: SignedDuration = SignedDuration::from_hours(1);
/// The list's price of a stock and the known one differ by at most this factor. Otherwise the symbol stands for another company, or the
/// list is from before a split.
const MAX_PRICE_RATIO: f64 = 1.5;
/// The list with all columns. `download` makes it complete, whatever `limit` says.
const PATH: &str = "/api/screener/stocks?tableonly=true&limit=25&offset=0&download=true";

/// Requests the list.
pub struct NasdaqScreener {
    client: Client,
    due_times: DueTimes<()>,
    list: Option<List>,
    members: Members,
}

/// The rows of the newest list, which also serve stocks that get their first price later.
struct List {
    /// The stocks whose rows were read.
    symbols: HashSet<String>,
    rows: HashMap<String, Row>,
    at: Timestamp,
}

impl NasdaqScreener {
    /// Creates a source. `client` is the client of the earnings calendar, with which it shares the rate limit; `members` are the
    /// symbols of stocks whose rows are read even if they are not followed.
    pub fn new(client: Client, members: impl IntoIterator<Item = String>) -> Self {
        Self {
            client,
            due_times: DueTimes::default(),
            list: None,
            members: Members::new(members),
        }
    }

    /// Requests the list, waiting until it is due: a refresh without a request must not count as a success.
    async fn poll(&mut self, context: &Context) -> Result<Duration, SourceError> {
        while !self.is_due(context) {
            self.send_facts(context).await?;
            tokio::time::sleep(POLL_INTERVAL).await;
        }
        let now = context.clock.now();
        let due = now.saturating_add(MIN_INTERVAL).unwrap_or(Timestamp::MAX);
        self.due_times.set((), due, now);
        let tickers = covered(context);
        let symbols: HashSet<String> = tickers.iter().filter_map(TickerInfo::us_symbol).collect();
        let requested = symbols.iter().cloned().chain(self.members.listed_symbols());
        let outcome = read(&self.client, PATH, requested.collect()).await;
        let outcome = self.due_times.retry_after_outage((), outcome, now);
        let mut rows = rest_after_timeout(outcome)?.by_symbol;
        let members = self.members.read(&rows, now);
        rows.retain(|symbol, _| symbols.contains(symbol));
        self.list = Some(List {
            symbols,
            rows,
            at: now,
        });
        context.sink.send(Update::ListedMembers(members)).await?;
        self.send_facts(context).await?;
        Ok(Duration::ZERO)
    }

    /// Returns true if a stock with a price needs its row and the newest list does not have it, or if the prices of the members are
    /// from before the last close.
    fn is_due(&self, context: &Context) -> bool {
        let now = context.clock.now();
        let list = self.list.as_ref().filter(|list| is_recent(list.at, now));
        let was_read = |ticker: &TickerInfo| {
            let name = ticker.us_symbol().unwrap_or_default();
            list.is_some_and(|list| list.symbols.contains(&name))
        };
        let mut wanted = wanted(context);
        self.due_times.of(&(), now) <= now
            && (self.members.are_due(now) || wanted.any(|(ticker, _)| !was_read(&ticker)))
    }

    /// Sends the facts of the stocks that need them, from the newest list.
    async fn send_facts(&self, context: &Context) -> Result<(), SourceError> {
        let now = context.clock.now();
        let Some(list) = self.list.as_ref().filter(|list| is_recent(list.at, now)) else {
            return Ok(());
        };
        let of_ticker = |(ticker, price): (TickerInfo, f64)| {
            let name = ticker
                .us_symbol()
                .filter(|name| list.symbols.contains(name))?;
            Some(facts(&ticker, list.rows.get(&name), price, now))
        };
        let facts: Vec<TickerFacts> = wanted(context).filter_map(of_ticker).collect();
        if facts.is_empty() {
            return Ok(());
        }
        context.sink.send(Update::Facts(facts)).await
    }
}

/// Returns true for a time within [`ROW_TTL`] before `now`.
fn is_recent(at: Timestamp, now: Timestamp) -> bool {
    at <= now && now.duration_since(at) < ROW_TTL
}

/// Returns the US stocks whose row is missing or old, with their price. Without a price, a row cannot be checked.
fn wanted(context: &Context) -> impl Iterator<Item = (TickerInfo, f64)> {
    let now = context.clock.now();
    let tickers = covered(context).into_iter();
    tickers
        .filter(move |ticker| !ticker.fetched.listed.is_some_and(|at| is_recent(at, now)))
        .filter_map(|ticker| {
            let price = context.market.price(&ticker.symbol)?;
            Some((ticker, price))
        })
}

/// Returns the US stocks.
fn covered(context: &Context) -> Vec<TickerInfo> {
    let mut tickers = context.market.tickers();
    tickers.retain(|ticker| ticker.kind == TickerKind::Stock && is_covered(ticker));
    tickers
}

/// Requests the rows of `symbols`.
async fn read(client: &Client, path: &str, symbols: HashSet<String>) -> Result<Rows, SourceError> {
    let read = move |reader: &mut _| wire::rows(reader, &symbols);
    match client.read_with_headers(path, &HEADERS, read).await? {
        Streamed::Read(rows, _) => Ok(rows),
        Streamed::Unchanged => Err(SourceError::Status(304)),
        Streamed::Refused(status) => Err(SourceError::Status(status.as_u16())),
    }
}

/// Returns the facts of a ticker, which are empty if the list does not have it. `price` is the known price.
fn facts(ticker: &TickerInfo, row: Option<&Row>, price: f64, now: Timestamp) -> TickerFacts {
    let is_same_company = |row: &&Row| {
        let ratio = row.price.map(|listed| listed / price);
        ratio.is_none_or(|ratio| (1.0 / MAX_PRICE_RATIO..=MAX_PRICE_RATIO).contains(&ratio))
    };
    let row = row.filter(is_same_company).cloned().unwrap_or_default();
    let shares = row
        .market_cap
        .zip(row.price)
        .map(|(cap, price)| ReportedShares {
            count: cap / price,
            filed: exchange_date(ticker.calendar, now),
        });
    TickerFacts {
        symbol: ticker.symbol.clone(),
        listed: Some(ListFacts {
            shares,
            sector: row.sector,
            industry: row.industry,
            country: row.country,
        }),
        ..TickerFacts::default()
    }
}

/// Returns a probe of Nasdaq's list: its first rows.
pub(crate) fn probe(settings: &settings::Nasdaq) -> Probe {
    let options = with_short_timeout(settings.http_options());
    let url = options.base_url.clone();
    Probe::new(NasdaqScreener::NAME, &url, move |health| async move {
        let client = Client::new(options, health);
        let path = "/api/screener/stocks?tableonly=true&limit=25&offset=0";
        let rows = read(&client, path, HashSet::new()).await?;
        Ok(format!("{} stocks", rows.count))
    })
}

/// What the page 'Where the numbers come from' says about this source.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: NasdaqScreener::NAME,
    config_table: Some("nasdaq"),
    title: "Nasdaq (list of stocks)",
    figures: &[Figure::Facts],
    delay: "About a day",
    limit: NasdaqScreener::LIMIT,
    terms: UNOFFICIAL_API_TERMS,
    terms_url: "https://www.nasdaq.com/legal",
};

impl Provider for NasdaqScreener {
    const NAME: &'static str = NASDAQ_SCREENER;
    const OFFERS: &'static [Offer] = &[Offer::new(Capability::Facts, &[TickerKind::Stock])];

    fn covers(ticker: &TickerInfo) -> bool {
        is_covered(ticker)
    }
}

impl Source for NasdaqScreener {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.poll(context))
    }
}

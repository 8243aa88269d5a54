//! Binance's public market data, which needs no API key: quotes and bars of coins while no preferred provider has them. Binance quotes
//! coins in USDT, which is not a dollar: prices are converted with Coinbase's price of USDT, and without a recent one they are not used.
//! Binance refuses some countries.

mod dollars;
mod pair;
mod stream;
mod wire;

use std::{
    collections::{HashMap, HashSet},
    time::Duration,
};

use jiff::{SignedDuration, Timestamp, ToSpan as _};

pub use self::stream::BinanceStream;
pub(crate) use self::stream::DESCRIPTION as STREAM_DESCRIPTION;
use self::{
    dollars::{DollarRates, RATE_IS_OLD},
    pair::{Pair, REFUSED_PAUSE, refused},
};
use crate::{
    domain::{
        bar::{Bar, Interval},
        figure::Figure,
        quote::{QuoteUpdate, is_from_the_future, percent_change},
        session::{Calendar, exchange_date},
        source_directory::SourceDescription,
    },
    providers::{
        core::{
            bars::{completed_days, day_start, first_day, lacks_days},
            capability::{COINS, Capability, DataKind, Offer, Provider, Registry},
            client::{Client, Outcome},
            cross_check::{COMPARED_DAYS, compared_bars},
            due_times::DueTimes,
            plausible::{far_price, fetched_bars},
            probe::Probe,
        },
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update, health::HealthRecord},
};

/// How often to check whether a request is due.
const POLL_INTERVAL: Duration = Duration::from_secs(2);
/// The maximum number of pairs per request.
pub(super) const BATCH_SIZE: usize = 80;
/// Interval between requests for the list of pairs.
const PAIRS_INTERVAL: SignedDuration = SignedDuration::from_hours(24);
/// Interval between requests for a ticker's daily bars.
const DAILY_BARS_INTERVAL: SignedDuration = SignedDuration::from_hours(6);
/// Interval between requests for a ticker's shorter bars.
const INTRADAY_BARS_INTERVAL: SignedDuration = SignedDuration::from_mins(30);
/// The maximum number of bars in a response.
const MAX_BARS: usize = 1_000;
/// The number of years of daily bars to request. Bars without a price of USDT are not used.
const YEARS: i16 = 10;

/// Polls quotes and bars.
pub struct Binance {
    client: Client,
    /// Scheme and host of the price of USDT.
    rates_url: String,
    quote_interval: SignedDuration,
    registry: Registry,
    rates: DollarRates,
    /// The pairs that trade, and when they were requested.
    pairs: Option<(HashSet<String>, Timestamp)>,
    due_times: DueTimes<(String, RequestKind)>,
}

#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash)]
enum RequestKind {
    Quote,
    Bars(Interval),
    /// Daily bars that are compared with the preferred provider's.
    ComparedBars,
}

/// All kinds of requests, the most important first.
const REQUEST_KINDS: [RequestKind; 5] = [
    RequestKind::Quote,
    RequestKind::Bars(Interval::Day),
    RequestKind::Bars(Interval::FiveMinutes),
    RequestKind::Bars(Interval::Hour),
    RequestKind::ComparedBars,
];

impl RequestKind {
    fn data(self) -> DataKind {
        match self {
            Self::Quote => DataKind::Prices,
            Self::Bars(Interval::Day) | Self::ComparedBars => DataKind::DailyBars,
            Self::Bars(_) => DataKind::IntradayBars,
        }
    }
}

impl Binance {
    /// Creates a source. `registry` decides which provider is active.
    pub fn new(settings: &settings::Binance, registry: Registry, health: HealthRecord) -> Self {
        let interval = i64::try_from(settings.every_seconds.max(30)).unwrap_or(i64::MAX);
        Self {
            client: Client::new(settings.http_options(), health),
            rates_url: settings.rates_host(),
            quote_interval: SignedDuration::from_secs(interval),
            registry,
            rates: DollarRates::default(),
            pairs: None,
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
        self.update_pairs(context).await?;
        if Pair::of(&ticker).is_some_and(|pair| pair.is_in_usdt) {
            self.rates
                .update(&self.client, &self.rates_url, context)
                .await?;
        }
        let now = context.clock.now();
        let outcome = match kind {
            RequestKind::Quote => self.request_quotes(context).await,
            RequestKind::Bars(interval) => self.request_bars(context, &ticker, interval).await,
            RequestKind::ComparedBars => self.request_compared_bars(context, &ticker).await,
        };
        let key = (ticker.symbol.clone(), kind);
        let outcome = self.due_times.retry_after_outage(key, outcome, now);
        outcome.map(|()| Duration::ZERO)
    }

    fn next_request(&self, context: &Context) -> Option<(TickerInfo, RequestKind)> {
        let now = context.clock.now();
        self.due_times
            .next_request(context, &REQUEST_KINDS, |ticker, kind| {
                // Bars are compared with the price, so they follow it.
                let has_price = || context.market.price(&ticker.symbol).is_some();
                self.is_wanted(ticker, kind, now)
                    && (kind == RequestKind::Quote || has_price())
                    && (kind != RequestKind::ComparedBars
                        || self
                            .registry
                            .is_cross_check_due(Self::NAME, ticker, context))
            })
    }

    /// Returns true if no other provider supplies the data at present, or if it must be compared.
    fn is_wanted(&self, ticker: &TickerInfo, kind: RequestKind, now: Timestamp) -> bool {
        let Some(pair) = Pair::of(ticker) else {
            return false;
        };
        let pairs = self.pairs.as_ref();
        if pairs.is_some_and(|(pairs, _)| !pairs.contains(&pair.name)) {
            self.registry
                .record_absence(Self::NAME, &DataKind::ALL, &ticker.symbol);
            return false;
        }
        let is_missing = || match kind {
            RequestKind::ComparedBars => true,
            RequestKind::Quote => !self.registry.is_streamed(&ticker.symbol, now),
            RequestKind::Bars(Interval::Day) => lacks_days(ticker, now),
            RequestKind::Bars(interval) => {
                !ticker
                    .fetched
                    .is_recent(interval, INTRADAY_BARS_INTERVAL, now)
            }
        };
        let is_active = || {
            let registry = &self.registry;
            kind == RequestKind::ComparedBars
                || registry.is_active_for(Self::NAME, kind.data(), ticker)
        };
        is_missing() && is_active()
    }

    /// Requests the list of pairs if it is old. A request for a pair that does not exist would fail as a whole.
    async fn update_pairs(&mut self, context: &Context) -> Result<(), SourceError> {
        let now = context.clock.now();
        let is_recent = |at: Timestamp| at <= now && now.duration_since(at) < PAIRS_INTERVAL;
        if self.pairs.as_ref().is_some_and(|(_, at)| is_recent(*at)) {
            return Ok(());
        }
        let body = self.get("/api/v3/ticker/price").await?;
        self.pairs = Some((wire::pairs(&body)?, now));
        Ok(())
    }

    /// Requests the quotes of all coins that are due, at most [`BATCH_SIZE`].
    async fn request_quotes(&mut self, context: &Context) -> Result<(), SourceError> {
        let now = context.clock.now();
        let kind = RequestKind::Quote;
        let due = self
            .due_times
            .due_tickers(context, kind, BATCH_SIZE, |ticker| {
                self.is_wanted(ticker, kind, now)
            });
        let next = now
            .saturating_add(self.quote_interval)
            .unwrap_or(Timestamp::MAX);
        for ticker in &due {
            self.due_times.set((ticker.symbol.clone(), kind), next, now);
        }
        let mut names: Vec<String> = due.iter().filter_map(Pair::of).map(|p| p.name).collect();
        names.sort();
        names.dedup();
        if names.is_empty() {
            return Ok(());
        }
        let statistics = wire::statistics(&self.get(&statistics_path(&names)).await?)?;
        let by_pair: HashMap<&str, &wire::Statistics> = statistics
            .iter()
            .filter_map(|one| Some((one.symbol.as_deref()?, one)))
            .collect();
        let (mut updates, mut lacks_rate) = (Vec::new(), false);
        for ticker in &due {
            let Some(pair) = Pair::of(ticker) else {
                continue;
            };
            let Some((statistics, as_of)) = by_pair
                .get(pair.name.as_str())
                .and_then(|one| Some((one, one.close_time.0?)))
            else {
                continue;
            };
            let rate = if pair.is_in_usdt {
                self.rates.newest_at(as_of)
            } else {
                Some(1.0)
            };
            lacks_rate |= rate.is_none();
            let quote = rate.and_then(|rate| quote(ticker, statistics, as_of, rate));
            if let Some(quote) = quote {
                context.health.symbol_succeeded(&ticker.symbol);
                self.registry
                    .record_presence(Self::NAME, kind.data(), &ticker.symbol);
                updates.push(quote);
            }
        }
        let Some(newest) = updates.iter().map(|quote| quote.as_of).min() else {
            return Err(if lacks_rate {
                SourceError::OutOfDate(RATE_IS_OLD.to_owned())
            } else {
                SourceError::InvalidResponse("no price with a time".to_owned())
            });
        };
        if is_from_the_future(newest, now) {
            return Err(SourceError::ClockBehind(newest));
        }
        context.sink.send(Update::Quotes(updates)).await
    }

    /// Requests the daily bars of the last weeks for a comparison.
    async fn request_compared_bars(
        &mut self,
        context: &Context,
        ticker: &TickerInfo,
    ) -> Result<(), SourceError> {
        let now = context.clock.now();
        let due = self.registry.record_cross_check(Self::NAME, now);
        let key = (ticker.symbol.clone(), RequestKind::ComparedBars);
        self.due_times.set(key, due, now);
        let Some(pair) = Pair::of(ticker) else {
            return Ok(());
        };
        let today = exchange_date(Calendar::Always, now);
        let from = day_start(today.saturating_sub(COMPARED_DAYS.days()));
        let mut bars = self.daily_bars(&pair, from).await?;
        if pair.is_in_usdt {
            bars = self.rates.convert(bars);
        }
        if far_price(context, ticker, &bars).is_some() {
            bars.clear();
        }
        context.sink.send(compared_bars(ticker, bars, now)).await
    }

    async fn request_bars(
        &mut self,
        context: &Context,
        ticker: &TickerInfo,
        interval: Interval,
    ) -> Result<(), SourceError> {
        let now = context.clock.now();
        let delay = match interval {
            Interval::Day => DAILY_BARS_INTERVAL,
            _ => INTRADAY_BARS_INTERVAL,
        };
        let due = now.saturating_add(delay).unwrap_or(Timestamp::MAX);
        let key = (ticker.symbol.clone(), RequestKind::Bars(interval));
        self.due_times.set(key, due, now);
        let Some(pair) = Pair::of(ticker) else {
            return Ok(());
        };
        let (from, over_years) = first_day(context, ticker, YEARS);
        let mut bars = if interval == Interval::Day {
            let from = day_start(from);
            let from = if pair.is_in_usdt {
                from.max(dollars::FIRST_DAY)
            } else {
                from
            };
            self.daily_bars(&pair, from).await?
        } else {
            let (name, step) = (&pair.name, interval.as_str());
            let path = format!("/api/v3/klines?symbol={name}&interval={step}&limit={MAX_BARS}");
            wire::klines(&self.get(&path).await?)?
        };
        if pair.is_in_usdt {
            bars = self.rates.convert(bars);
        }
        let kind = RequestKind::Bars(interval);
        if let Some(far) = far_price(context, ticker, &bars) {
            // Binance may use the letters for another coin.
            self.registry
                .record_absence(Self::NAME, &[kind.data()], &ticker.symbol);
            let (key, what) = ((ticker.symbol.clone(), kind), format!("usable bars: {far}"));
            self.due_times
                .skip_part(context, (&ticker.symbol, &what), [key], now);
            return Ok(());
        }
        self.registry
            .record_presence(Self::NAME, kind.data(), &ticker.symbol);
        if interval == Interval::Day {
            bars = completed_days(bars, ticker.calendar, now);
        }
        let over_years = over_years && interval == Interval::Day;
        for update in fetched_bars(context, ticker, interval, bars, over_years) {
            context.sink.send(update).await?;
        }
        Ok(())
    }

    /// Requests daily bars from a time (Unix seconds) until now, several responses if necessary.
    async fn daily_bars(&self, pair: &Pair, from: i64) -> Result<Vec<Bar>, SourceError> {
        let (mut all_bars, mut from) = (Vec::<Bar>::new(), from);
        loop {
            let path = format!(
                "/api/v3/klines?symbol={}&interval=1d&startTime={}&limit={MAX_BARS}",
                pair.name,
                from * 1_000
            );
            let bars = wire::klines(&self.get(&path).await?)?;
            let count = bars.len();
            all_bars.extend(bars.into_iter().filter(|bar| bar.start >= from));
            match all_bars.last() {
                Some(last) if count >= MAX_BARS && last.start >= from => from = last.start + 1,
                _ => return Ok(all_bars),
            }
        }
    }

    async fn get(&self, path: &str) -> Result<bytes::Bytes, SourceError> {
        match self.client.get_outcome(path, &[]).await? {
            Outcome::Success(response) => Ok(response.body),
            Outcome::Refused(status, _) if matches!(status.as_u16(), 403 | 451) => {
                Err(refused(status.as_u16(), REFUSED_PAUSE))
            }
            Outcome::Refused(status, _) => Err(SourceError::Status(status.as_u16())),
        }
    }
}

/// Returns the quote of a coin; `None` without a price. `rate` is the price of the pair's quote currency in the currency of the ticker.
fn quote(
    ticker: &TickerInfo,
    pair: &wire::Statistics,
    as_of: Timestamp,
    rate: f64,
) -> Option<QuoteUpdate> {
    let last = pair.last_price.positive()?;
    let converted = |price: f64| price * rate;
    Some(QuoteUpdate {
        symbol: ticker.symbol.clone(),
        price: converted(last),
        as_of,
        change_24h: percent_change(pair.open_price.positive(), last),
        day_high: pair.high_price.positive().map(converted),
        day_low: pair.low_price.positive().map(converted),
        volume_24h: pair.quote_volume.positive().map(converted),
        ..QuoteUpdate::default()
    })
}

/// Returns the path of the statistics of 24 hours of pairs.
fn statistics_path(names: &[String]) -> String {
    let names: Vec<String> = names.iter().map(|name| format!("%22{name}%22")).collect();
    format!(
        "/api/v3/ticker/24hr?type=MINI&symbols=%5B{}%5D",
        names.join("%2C")
    )
}

/// Returns a probe of Binance: the price of Bitcoin.
pub(crate) fn probe(settings: &settings::Binance) -> Probe {
    let path = statistics_path(&["BTCUSDT".to_owned()]);
    Probe::get(Binance::NAME, settings.http_options(), &path, |body| {
        let statistics = wire::statistics(body)?;
        let price = statistics.iter().find_map(|one| one.last_price.positive());
        let price =
            price.ok_or_else(|| SourceError::InvalidResponse("no price of BTCUSDT".to_owned()))?;
        Ok(format!("BTC {price} USDT"))
    })
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Binance::NAME,
    config_table: Some("binance"),
    title: "Binance",
    figures: &[Figure::CoinPrices, Figure::CoinHistory],
    delay: "Seconds",
    limit: Binance::LIMIT,
    terms: "Public market data. Not offered in some countries.",
    terms_url: "https://www.binance.com/en/terms",
};

impl Provider for Binance {
    const NAME: &'static str = "binance";
    const OFFERS: &'static [Offer] = &[
        Offer::new(Capability::Quotes, COINS),
        Offer::new(Capability::Bars, COINS),
    ];
    const LIMIT: Option<&'static str> = Some("6,000 weights a minute");

    fn covers(ticker: &TickerInfo) -> bool {
        Pair::of(ticker).is_some()
    }
}

impl Source for Binance {
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
    use crate::domain::{
        currency::Currency,
        ticker::{FollowInfo, Profile, Ticker, TickerId, TickerKind},
    };

    fn pair(symbol: &str, currency: &str, is_followed: bool) -> Option<String> {
        let profile = Profile {
            currency: Currency::parse(currency).unwrap(),
            ..Profile::new(symbol, symbol, TickerKind::Crypto)
        };
        let mut ticker = Ticker::new(TickerId(1), profile);
        ticker.followed = is_followed.then(|| FollowInfo {
            symbol: symbol.to_owned(),
            at: Timestamp::UNIX_EPOCH,
            used_at: Timestamp::UNIX_EPOCH,
        });
        Pair::of(&TickerInfo::of(&ticker)).map(|pair| pair.name)
    }

    #[test]
    fn coins_in_dollars_have_a_pair_in_usdt_and_coins_in_euros_one_in_euros() {
        assert_eq!(pair("BTC", "USD", false).as_deref(), Some("BTCUSDT"));
        assert_eq!(pair("BTC-EUR", "EUR", true).as_deref(), Some("BTCEUR"));
        assert_eq!(
            pair("SUI20947-USD", "USD", true).as_deref(),
            Some("SUIUSDT")
        );
        assert_eq!(
            pair("USDT", "USD", false),
            None,
            "USDT has no pair with itself"
        );
        assert_eq!(pair("BTC-JPY", "JPY", true), None);
    }
}

//! Logos of companies and coins: fetched once, stored in the database, and renewed once a month. Opt-in, because the
//! image hosts are requested, which no other provider does.

mod addresses;

use std::{collections::HashMap, time::Duration};

use jiff::{SignedDuration, Timestamp};

pub use self::addresses::LogoAddresses;
use self::addresses::is_usable;
use crate::{
    domain::{
        logo::{LogoImage, MAX_LOGOS},
        ticker::TickerKind,
    },
    providers::{
        core::{
            capability::{Capability, Offer, Provider},
            client::{Client, Outcome, Validators},
        },
        finnhub::FinnhubProfiles,
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update, health::HealthRecord},
};

/// How often to check whether a logo is due.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// Delay before an unreachable logo is retried; it may be a general failure.
const RETRY_DELAY: SignedDuration = SignedDuration::from_hours(6);

/// Delay before any request after a host asked to slow down.
const THROTTLED_DELAY: Duration = Duration::from_secs(3_600);

/// Providers of logo URLs.
pub struct LogoSources {
    /// URLs from `CoinGecko`, and its base URL.
    pub coins: (LogoAddresses, String),
    /// Finnhub's company profiles, if there is a key.
    pub shares: Option<FinnhubProfiles>,
}

/// The source of logos.
pub struct Logos {
    client: Client,
    sources: LogoSources,
    /// When each symbol was last tried.
    tried: HashMap<String, Timestamp>,
}

impl Logos {
    /// Creates a source for the logos that `sources` know.
    pub fn new(settings: &settings::Logos, sources: LogoSources, health: HealthRecord) -> Self {
        Self {
            client: Client::new(settings.http_options(), health),
            sources,
            tried: HashMap::new(),
        }
    }

    async fn read(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let now = context.clock.now();
        let Some(ticker) = self.next(context, now) else {
            return Ok(POLL_INTERVAL);
        };
        // Expired entries are removed, since tickers come and go.
        self.tried
            .retain(|_, at| (SignedDuration::ZERO..RETRY_DELAY).contains(&now.duration_since(*at)));
        // Before the request, so that an unreachable logo does not block the others.
        self.tried.insert(ticker.symbol.clone(), now);
        let image = match self.address(&ticker).await? {
            Some(address) => self.image(&address).await?,
            None => Err("not found".to_owned()),
        };
        if let Err(why) = &image {
            let error = SourceError::Shape(format!("the logo of {}: {why}", ticker.symbol));
            context.health.failed_in_part(now, &error);
        }
        let update = Update::Logo {
            symbol: ticker.symbol,
            image: image.ok(),
        };
        context.sink.send(update).await?;
        Ok(Duration::ZERO)
    }

    /// Returns the ticker whose logo to fetch, watched ones first. If the maximum number of logos is stored, only those
    /// are renewed.
    fn next(&self, context: &Context, now: Timestamp) -> Option<TickerInfo> {
        let watched = context.market.watched();
        let tickers = context.market.tickers();
        let is_kept = |ticker: &TickerInfo| ticker.logo.is_some_and(|note| note.is_kept());
        let has_room = tickers.iter().filter(|ticker| is_kept(ticker)).count() < MAX_LOGOS;
        let was_tried = |symbol: &str| {
            let tried = self.tried.get(symbol);
            tried.is_some_and(|at| {
                (SignedDuration::ZERO..RETRY_DELAY).contains(&now.duration_since(*at))
            })
        };
        let is_wanted = |ticker: &TickerInfo| {
            (has_room || is_kept(ticker))
                && ticker.logo.is_none_or(|note| note.is_due(now))
                && !was_tried(&ticker.symbol)
                && self.has_source(ticker)
        };
        tickers
            .into_iter()
            .filter(is_wanted)
            .min_by_key(|ticker| !watched.contains(&ticker.symbol))
    }

    /// Returns true if any provider can supply the logo's URL.
    fn has_source(&self, ticker: &TickerInfo) -> bool {
        match ticker.kind {
            TickerKind::Crypto => self.sources.coins.0.of(&ticker.symbol).is_some(),
            TickerKind::Stock => self.sources.shares.is_some() && FinnhubProfiles::has(ticker),
            _ => false,
        }
    }

    async fn address(&self, ticker: &TickerInfo) -> Result<Option<String>, SourceError> {
        let shares = self.sources.shares.as_ref();
        let shares = shares.filter(|_| ticker.kind == TickerKind::Stock);
        let (url, base) = if let Some(shares) = shares {
            (shares.logo(ticker).await?, shares.base())
        } else {
            let (coins, base) = &self.sources.coins;
            (coins.of(&ticker.symbol), base.as_str())
        };
        Ok(url.filter(|address| is_usable(address, base)))
    }

    /// Fetches an image. The inner error concerns this image only.
    async fn image(&self, address: &str) -> Result<Result<LogoImage, String>, SourceError> {
        match self
            .client
            .fetch(address, &[], &Validators::default())
            .await
        {
            Ok(Outcome::Success(answer)) => Ok(LogoImage::new(&answer.body).map_err(str::to_owned)),
            Ok(Outcome::Refused(status, _)) => {
                Ok(Err(SourceError::Status(status.as_u16()).to_string()))
            }
            Err(error @ (SourceError::TooLarge(_) | SourceError::Shape(_))) => {
                Ok(Err(error.to_string()))
            }
            // Logos are optional, so throttling is not reported as a failure.
            Err(error @ SourceError::Throttled { retry_after, .. }) => {
                Err(SourceError::NotAllowed {
                    why: error.to_string(),
                    rest: retry_after.unwrap_or_default().max(THROTTLED_DELAY),
                })
            }
            Err(error) => Err(error),
        }
    }
}

impl Provider for Logos {
    const NAME: &'static str = "logos";
    const OFFERS: &'static [Offer] = &[Offer::new(
        Capability::Logos,
        &[TickerKind::Stock, TickerKind::Crypto],
    )];
}

impl Source for Logos {
    fn name(&self) -> &'static str {
        Self::NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.read(context))
    }
}

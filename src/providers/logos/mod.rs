//! Logos of companies and coins. They are requested once, stored in the database and renewed once a month. The source is
//! opt-in because the image hosts see the server's address.

mod urls;

use std::{collections::HashMap, time::Duration};

use jiff::{SignedDuration, Timestamp};

pub use self::urls::LogoUrls;
use self::urls::is_allowed;
use crate::{
    domain::{
        figure::Figure,
        logo::{LogoImage, MAX_LOGOS},
        source_directory::SourceDescription,
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

/// The interval at which the source checks whether a logo is due.
const POLL_INTERVAL: Duration = Duration::from_secs(5);
/// The delay before an unreachable logo is retried.
const RETRY_DELAY: SignedDuration = SignedDuration::from_hours(6);

/// The minimum delay before the next request after a host has throttled one.
const THROTTLED_DELAY: Duration = Duration::from_secs(3_600);

/// Providers of logo URLs.
pub struct LogoSources {
    /// The URLs from `CoinGecko`, and its base URL.
    pub coins: (LogoUrls, String),
    /// Finnhub's company profiles, if an API key is configured.
    pub stocks: Option<FinnhubProfiles>,
}

/// The source of logos.
pub struct Logos {
    client: Client,
    sources: LogoSources,
    /// When the logo of each symbol was last requested.
    requested: HashMap<String, Timestamp>,
}

impl Logos {
    /// Creates a source for the logos whose URLs `sources` supply.
    pub fn new(settings: &settings::Logos, sources: LogoSources, health: HealthRecord) -> Self {
        Self {
            client: Client::new(settings.http_options(), health),
            sources,
            requested: HashMap::new(),
        }
    }

    async fn read(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let now = context.clock.now();
        let Some(ticker) = self.next(context, now) else {
            return Ok(POLL_INTERVAL);
        };
        // Old entries are removed because tickers may be removed.
        self.requested
            .retain(|_, at| (SignedDuration::ZERO..RETRY_DELAY).contains(&now.duration_since(*at)));
        // Recorded before the request, so that an unreachable logo does not block the others.
        self.requested.insert(ticker.symbol.clone(), now);
        let image = match self.url(&ticker).await? {
            Some(url) => self.image(&url).await?,
            None => Err("not found".to_owned()),
        };
        if let Err(reason) = &image {
            let error =
                SourceError::InvalidResponse(format!("the logo of {}: {reason}", ticker.symbol));
            context.health.failed_in_part(now, &error);
        }
        let update = Update::Logo {
            symbol: ticker.symbol,
            image: image.ok(),
        };
        context.sink.send(update).await?;
        Ok(Duration::ZERO)
    }

    /// Returns the ticker whose logo to request next, preferring watched ones. Once the maximum number of logos is stored, only
    /// stored logos are renewed.
    fn next(&self, context: &Context, now: Timestamp) -> Option<TickerInfo> {
        let watched = context.market.watched();
        let tickers = context.market.tickers();
        let is_stored = |ticker: &TickerInfo| ticker.logo.is_some_and(|note| note.has_image());
        let has_room = tickers.iter().filter(|ticker| is_stored(ticker)).count() < MAX_LOGOS;
        let was_requested = |symbol: &str| {
            let requested = self.requested.get(symbol);
            requested.is_some_and(|at| {
                (SignedDuration::ZERO..RETRY_DELAY).contains(&now.duration_since(*at))
            })
        };
        let is_due = |ticker: &TickerInfo| {
            (has_room || is_stored(ticker))
                && ticker.logo.is_none_or(|note| note.is_due(now))
                && !was_requested(&ticker.symbol)
                && self.has_source(ticker)
        };
        tickers
            .into_iter()
            .filter(is_due)
            .min_by_key(|ticker| !watched.contains(&ticker.symbol))
    }

    /// Returns true if a provider can supply the URL of the ticker's logo.
    fn has_source(&self, ticker: &TickerInfo) -> bool {
        match ticker.kind {
            TickerKind::Crypto => self.sources.coins.0.get(&ticker.symbol).is_some(),
            TickerKind::Stock => self.sources.stocks.is_some() && FinnhubProfiles::supports(ticker),
            _ => false,
        }
    }

    /// Returns the URL of the ticker's logo; `None` if the provider has none, or if its URL must not be requested.
    async fn url(&self, ticker: &TickerInfo) -> Result<Option<String>, SourceError> {
        let stocks = self.sources.stocks.as_ref();
        let stocks = stocks.filter(|_| ticker.kind == TickerKind::Stock);
        let (url, base) = if let Some(stocks) = stocks {
            (stocks.logo(ticker).await?, stocks.base())
        } else {
            let (coins, base) = &self.sources.coins;
            (coins.get(&ticker.symbol), base.as_str())
        };
        Ok(url.filter(|url| is_allowed(url, base)))
    }

    /// Requests an image. The inner error concerns this image only.
    async fn image(&self, url: &str) -> Result<Result<LogoImage, String>, SourceError> {
        match self.client.fetch(url, &[], &Validators::default()).await {
            Ok(Outcome::Success(response)) => {
                Ok(LogoImage::new(&response.body).map_err(str::to_owned))
            }
            Ok(Outcome::Refused(status, _)) => {
                Ok(Err(SourceError::Status(status.as_u16()).to_string()))
            }
            Err(error @ (SourceError::TooLarge(_) | SourceError::InvalidResponse(_))) => {
                Ok(Err(error.to_string()))
            }
            // Logos are optional, so throttling is not reported as a failure.
            Err(error @ SourceError::Throttled { retry_after, .. }) => {
                Err(SourceError::AccessDenied {
                    reason: error.to_string(),
                    delay: retry_after.unwrap_or_default().max(THROTTLED_DELAY),
                })
            }
            Err(error) => Err(error),
        }
    }
}

/// The description of this source on the page 'Where the numbers come from'.
pub(crate) const DESCRIPTION: SourceDescription = SourceDescription {
    name: Logos::NAME,
    config_table: Some("logos"),
    title: "Logos",
    figures: &[Figure::Logos],
    delay: "Downloaded once",
    limit: Logos::LIMIT,
    terms: "The trademarks of their owners, from the image hosts that CoinGecko and Finnhub name.",
    terms_url: "",
};

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

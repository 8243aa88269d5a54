//! Logos of coins and shares: fetched once by this server, kept in its database, and asked for again once
//! a month. Opt-in, for it asks the places where logos are, which no other provider does.

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
            client::{Client, Outcome, Tags},
        },
        finnhub::FinnhubProfiles,
        settings,
    },
    source::{Context, Refresh, Source, SourceError, TickerInfo, Update, health::HealthRecord},
};

/// How often it is looked whether there is a logo to fetch.
const LOOK: Duration = Duration::from_secs(5);
/// Pause before a logo is asked for again that could not be reached: that may be no fault of its own.
const AGAIN: SignedDuration = SignedDuration::from_hours(6);

/// And before any is, where their place asks to slow down.
const SLOWED: Duration = Duration::from_secs(3_600);

/// Who tells where logos are.
pub struct Tellers {
    /// `CoinGecko`'s coins, and the address that it is asked at.
    pub coins: (LogoAddresses, String),
    /// Finnhub's shares, where there is a key.
    pub shares: Option<FinnhubProfiles>,
}

/// See the module.
pub struct Logos {
    client: Client,
    tellers: Tellers,
    /// When each was last tried.
    tried: HashMap<String, Timestamp>,
}

impl Logos {
    /// Fetches as `settings` say what `tellers` name.
    pub fn new(settings: &settings::Logos, tellers: Tellers, health: HealthRecord) -> Self {
        Self {
            client: Client::new(settings.access(), health),
            tellers,
            tried: HashMap::new(),
        }
    }

    async fn read(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let now = context.clock.now();
        let Some(ticker) = self.next(context, now) else {
            return Ok(LOOK);
        };
        // Tickers come and go: what counts no longer is forgotten.
        self.tried
            .retain(|_, at| (SignedDuration::ZERO..AGAIN).contains(&now.duration_since(*at)));
        // First of all, so that what cannot be reached does not keep the others waiting.
        self.tried.insert(ticker.symbol.clone(), now);
        let image = match self.address(&ticker).await? {
            Some(address) => self.image(&address).await?,
            None => Err("there is none".to_owned()),
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

    /// Whose logo to fetch: of those that somebody looks at first. With as many as are kept, only those
    /// are fetched again.
    fn next(&self, context: &Context, now: Timestamp) -> Option<TickerInfo> {
        let watched = context.known.watched();
        let tickers = context.known.tickers();
        let is_kept = |ticker: &TickerInfo| ticker.logo.is_some_and(|note| note.is_kept());
        let has_room = tickers.iter().filter(|ticker| is_kept(ticker)).count() < MAX_LOGOS;
        let was_tried = |symbol: &str| {
            let tried = self.tried.get(symbol);
            tried.is_some_and(|at| (SignedDuration::ZERO..AGAIN).contains(&now.duration_since(*at)))
        };
        let is_wanted = |ticker: &TickerInfo| {
            (has_room || is_kept(ticker))
                && ticker.logo.is_none_or(|note| note.is_due(now))
                && !was_tried(&ticker.symbol)
                && self.is_told(ticker)
        };
        tickers
            .into_iter()
            .filter(is_wanted)
            .min_by_key(|ticker| !watched.contains(&ticker.symbol))
    }

    /// Whether anybody tells where the logo is, when asked.
    fn is_told(&self, ticker: &TickerInfo) -> bool {
        match ticker.kind {
            TickerKind::Crypto => self.tellers.coins.0.of(&ticker.symbol).is_some(),
            TickerKind::Stock => self.tellers.shares.is_some() && FinnhubProfiles::has(ticker),
            _ => false,
        }
    }

    async fn address(&self, ticker: &TickerInfo) -> Result<Option<String>, SourceError> {
        let shares = self.tellers.shares.as_ref();
        let shares = shares.filter(|_| ticker.kind == TickerKind::Stock);
        let (told, base) = if let Some(shares) = shares {
            (shares.logo(ticker).await?, shares.base())
        } else {
            let (coins, base) = &self.tellers.coins;
            (coins.of(&ticker.symbol), base.as_str())
        };
        Ok(told.filter(|address| is_usable(address, base)))
    }

    /// The image at `address`; why there is none, where that is about this one alone.
    async fn image(&self, address: &str) -> Result<Result<LogoImage, String>, SourceError> {
        match self.client.fetch(address, &[], &Tags::default()).await {
            Ok(Outcome::Answer(answer)) => Ok(LogoImage::new(&answer.body).map_err(str::to_owned)),
            Ok(Outcome::Refused(status, _)) => {
                Ok(Err(SourceError::Status(status.as_u16()).to_string()))
            }
            Err(error @ (SourceError::TooLarge(_) | SourceError::Shape(_))) => {
                Ok(Err(error.to_string()))
            }
            // Logos can be done without: that is no fault to be told of.
            Err(error @ SourceError::Throttled { retry_after, .. }) => {
                Err(SourceError::NotAllowed {
                    why: error.to_string(),
                    rest: retry_after.unwrap_or_default().max(SLOWED),
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

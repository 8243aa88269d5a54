//! What a simulated ticker is made of: shares of common movement, and a movement of its own.
//!
//! Common movement is what makes it look like a market: an index is the market, an index fund
//! follows its index, a company moves with the market and its sector, gold funds with gold.

mod funds;

use super::{engine::nature, walk::Nature};
use crate::{
    catalogue::{Catalogue, Instrument},
    domain::{session::Calendar, ticker::TickerKind},
};

/// Deviation of the stock market's daily change.
const MARKET: f64 = 0.0098;
/// Deviation of what a sector adds to it.
const SECTOR: f64 = 0.0090;
/// Of all crypto currencies together.
const CRYPTO: f64 = 0.0215;
/// Of a group of commodities.
const GROUP: f64 = 0.0085;
/// The least share of its deviation that a ticker has to itself.
const LEAST_OWN: f64 = 0.35;
/// Followers stray from what they follow by this much a day: fees, and quotes that lag.
const TRACKING: f64 = 0.0002;

/// Growth of the logarithm of a stock of beta 1, per year.
const GROWTH: f64 = 0.05;

/// One walk's part.
#[derive(Debug, Clone, PartialEq)]
pub(super) struct Factor {
    /// Names the walk.
    pub(super) name: String,
    /// What the walk is like: the same for everyone who names it.
    pub(super) nature: Nature,
    /// How much of it is taken.
    pub(super) loading: f64,
}

/// See the module.
#[derive(Debug, Clone, PartialEq, Default)]
pub(super) struct FactorModel {
    pub(super) factors: Vec<Factor>,
    /// Growth of the logarithm per year.
    pub(super) drift: f64,
}

impl FactorModel {
    /// The model for one ticker of the catalogue.
    pub(super) fn of(instrument: &Instrument, catalogue: &Catalogue) -> Self {
        let symbol = instrument.profile.symbol.as_str();
        let followed = FOLLOWERS
            .iter()
            .find(|(follower, ..)| *follower == symbol)
            .and_then(|(_, leader, times)| Some((catalogue.get(leader)?, *times)));
        if let Some((leader, times)) = followed {
            return Self::follow(leader, times, instrument, catalogue);
        }
        match instrument.profile.kind {
            TickerKind::Stock => company(instrument),
            TickerKind::Etf => funds::fund(instrument, catalogue),
            TickerKind::Index => index(instrument),
            TickerKind::Crypto | TickerKind::Ico => coin(instrument),
            TickerKind::Commodity => commodity(instrument),
        }
    }

    fn with(mut self, name: impl Into<String>, nature: Nature, loading: f64) -> Self {
        if loading != 0.0 {
            let name = name.into();
            self.factors.push(Factor {
                name,
                nature,
                loading,
            });
        }
        self
    }

    fn grows(mut self, drift: f64) -> Self {
        self.drift = drift;
        self
    }

    /// Adds the ticker's own movement, so that all together deviate by `sigma` a day; at least
    /// `least` of it is its own.
    fn own(self, instrument: &Instrument, sigma: f64, least: f64) -> Self {
        let common: f64 = self
            .factors
            .iter()
            .map(|part| (part.loading * part.nature.sigma).powi(2))
            .sum();
        let own = (sigma * sigma - common).max((least * sigma).powi(2)).sqrt();
        let usual = nature(instrument.profile.kind.calendar(), own);
        // One company's news is forgotten sooner than the market's.
        let pull = 2.0 * usual.pull;
        self.with(
            format!("own {}", instrument.profile.symbol),
            Nature { pull, ..usual },
            1.0,
        )
    }

    /// Moves with another ticker, so many times over, tracking error aside.
    fn follow(
        leader: &Instrument,
        times: f64,
        follower: &Instrument,
        catalogue: &Catalogue,
    ) -> Self {
        let Self { mut factors, drift } = Self::of(leader, catalogue);
        for part in &mut factors {
            part.loading *= times;
        }
        let tracking = Nature {
            // Arbitrage ends a fund's straying within days.
            pull: 0.3,
            overnight: 0.0,
            ..nature(follower.profile.kind.calendar(), TRACKING)
        };
        Self { factors, drift }.with(
            format!("tracking {}", follower.profile.symbol),
            tracking,
            1.0,
        )
    }
}

fn market() -> Nature {
    nature(Calendar::NewYork, MARKET)
}

fn sector_walk(sector: &str) -> (String, Nature) {
    (
        format!("sector {sector}"),
        nature(Calendar::NewYork, SECTOR),
    )
}

fn company(instrument: &Instrument) -> FactorModel {
    let sigma = instrument.volatility;
    let beta = instrument.beta;
    let model = FactorModel::default()
        .with("market", market(), beta)
        .grows(GROWTH * beta.clamp(0.3, 1.5));
    let model = match &instrument.profile.sector {
        Some(sector) => {
            let (name, nature) = sector_walk(sector);
            // A calm company is calmer than its sector, too.
            model.with(name, nature, (0.6 * sigma / SECTOR).min(1.0))
        }
        None => model,
    };
    model.own(instrument, sigma, LEAST_OWN)
}

fn index(instrument: &Instrument) -> FactorModel {
    let symbol = instrument.profile.symbol.as_str();
    let technology = sector_walk("Technology");
    let base = FactorModel::default().grows(GROWTH);
    match symbol {
        "^GSPC" => base.with("market", market(), 1.0),
        "^IXIC" => base
            .with("market", market(), 1.12)
            .with(technology.0, technology.1, 0.55),
        _ => base.with("market", market(), instrument.beta).own(
            instrument,
            instrument.volatility,
            0.2,
        ),
    }
}

fn coin(instrument: &Instrument) -> FactorModel {
    let sigma = instrument.volatility;
    let is_pegged = sigma < 0.001;
    if is_pegged {
        // Pulled back to its peg within hours.
        let pegged = Nature {
            pull: 0.6,
            ..nature(Calendar::Always, sigma)
        };
        return FactorModel::default().with(
            format!("own {}", instrument.profile.symbol),
            pegged,
            1.0,
        );
    }
    FactorModel::default()
        .with(
            "crypto",
            nature(Calendar::Always, CRYPTO),
            instrument.beta.clamp(0.5, 0.9 * sigma / CRYPTO),
        )
        .grows(0.06)
        .own(instrument, sigma, 0.25)
}

fn commodity(instrument: &Instrument) -> FactorModel {
    let sigma = instrument.volatility;
    let group = instrument.profile.sector.as_deref().unwrap_or("Materials");
    let share = (0.65 * sigma / GROUP).min(1.6);
    FactorModel::default()
        .with(
            format!("commodities {group}"),
            nature(Calendar::Futures, GROUP),
            share,
        )
        .grows(0.01)
        .own(instrument, sigma, LEAST_OWN)
}

/// What moves with another ticker (a fund with its index, one class of shares with the other): with
/// which, and how many times over.
const FOLLOWERS: [(&str, &str, f64); 16] = [
    ("GOOG", "GOOGL", 1.0),
    ("SPY", "^GSPC", 1.0),
    ("VOO", "^GSPC", 1.0),
    ("IVV", "^GSPC", 1.0),
    ("SCHX", "^GSPC", 1.0),
    ("QQQ", "^IXIC", 1.0),
    ("TQQQ", "^IXIC", 3.0),
    ("DIA", "^DJI", 1.0),
    ("IWM", "^RUT", 1.0),
    ("IJR", "^RUT", 1.0),
    ("GLD", "GC=F", 1.0),
    ("IAU", "GC=F", 1.0),
    ("SLV", "SI=F", 1.0),
    ("USO", "CL=F", 1.0),
    ("UNG", "NG=F", 1.0),
    ("IBIT", "BTC", 1.0),
];

//! What a simulated ticker is made of: shares of common movement, and a movement of its own.
//!
//! Common movement is what makes it look like a market: an index is the market, an index fund
//! follows its index, a company moves with the market and its sector, gold funds with gold.

mod funds;
mod model;

pub(super) use self::model::{Factor, FactorModel};
use self::model::{GROUP, GROWTH, SECTOR, market, parameters, sector_walk};
use super::walk::WalkParameters;
use crate::{
    catalogue::{Catalogue, Instrument},
    domain::{session::Calendar, ticker::TickerKind},
};

/// Of all crypto currencies together.
const CRYPTO: f64 = 0.0215;
/// The least share of its deviation that a ticker has to itself.
const LEAST_OWN: f64 = 0.35;
/// Followers stray from what they follow by this much a day: fees, and quotes that lag.
const TRACKING: f64 = 0.0002;

/// The model for one ticker of the catalogue.
pub(super) fn model_of(instrument: &Instrument, catalogue: &Catalogue) -> FactorModel {
    let symbol = instrument.profile.symbol.as_str();
    let followed = FOLLOWERS
        .iter()
        .find(|(follower, ..)| *follower == symbol)
        .and_then(|(_, leader, times)| Some((catalogue.get(leader)?, *times)));
    if let Some((leader, times)) = followed {
        return follow(leader, times, instrument, catalogue);
    }
    match instrument.profile.kind {
        TickerKind::Stock => company(instrument),
        TickerKind::Etf | TickerKind::Fund => funds::fund(instrument, catalogue),
        TickerKind::Index => index(instrument),
        TickerKind::Crypto | TickerKind::Ico => coin(instrument),
        TickerKind::Commodity | TickerKind::Currency => commodity(instrument),
    }
}

/// Moves with another ticker, so many times over, tracking error aside.
fn follow(
    leader: &Instrument,
    times: f64,
    follower: &Instrument,
    catalogue: &Catalogue,
) -> FactorModel {
    let FactorModel { mut factors, drift } = model_of(leader, catalogue);
    for part in &mut factors {
        part.loading *= times;
    }
    let tracking = WalkParameters {
        // Arbitrage ends a fund's straying within days.
        reversion: 0.3,
        overnight: 0.0,
        ..parameters(follower.profile.kind.calendar(), TRACKING)
    };
    FactorModel { factors, drift }.with(
        format!("tracking {}", follower.profile.symbol),
        tracking,
        1.0,
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
            let (name, parameters) = sector_walk(sector);
            // A calm company is calmer than its sector, too.
            model.with(name, parameters, (0.6 * sigma / SECTOR).min(1.0))
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
        let pegged = WalkParameters {
            reversion: 0.6,
            ..parameters(Calendar::Always, sigma)
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
            parameters(Calendar::Always, CRYPTO),
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
            parameters(Calendar::Futures, GROUP),
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

//! The factor model of each simulated ticker: common movements and its own.
//!
//! The common movements make the tickers behave like a market: an index is the market, an index fund follows
//! its index, a company moves with the market and its sector, gold funds with gold.

mod funds;
mod model;

pub(super) use self::model::{Factor, FactorModel};
use self::model::{GROUP, GROWTH, SECTOR, market, parameters, sector_walk};
use super::walk::WalkParameters;
use crate::{
    catalogue::{Catalogue, Instrument},
    domain::{session::Calendar, ticker::TickerKind},
};

/// Daily standard deviation of all crypto together.
const CRYPTO: f64 = 0.0215;
/// Minimum of the idiosyncratic standard deviation, as a share of the ticker's total one.
const MIN_OWN_SHARE: f64 = 0.35;
/// Daily tracking error of followers: fees, and late quotes.
const TRACKING: f64 = 0.0002;

/// Returns the model of a ticker.
pub(super) fn model_of(instrument: &Instrument, catalogue: &Catalogue) -> FactorModel {
    let symbol = instrument.profile.symbol.as_str();
    let followed = TRACKED_TICKERS
        .iter()
        .find(|(follower, ..)| *follower == symbol)
        .and_then(|(_, leader, times)| Some((catalogue.get(leader)?, *times)));
    if let Some((leader, times)) = followed {
        return tracking_model(leader, times, instrument, catalogue);
    }
    match instrument.profile.kind {
        TickerKind::Stock => company(instrument),
        TickerKind::Etf | TickerKind::Fund | TickerKind::Bond => funds::fund(instrument, catalogue),
        TickerKind::Index => index(instrument),
        TickerKind::Crypto | TickerKind::Ico => coin(instrument),
        TickerKind::Commodity | TickerKind::Currency => commodity(instrument),
    }
}

/// Returns the model of a ticker that moves like `leader`, multiplied by `times`, with a tracking error.
fn tracking_model(
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
        // Arbitrage corrects a fund's tracking error within days.
        reversion: 0.3,
        overnight: 0.0,
        ..parameters(follower.profile.kind.default_calendar(), TRACKING)
    };
    FactorModel { factors, drift }.with_factor(
        format!("tracking {}", follower.profile.symbol),
        tracking,
        1.0,
    )
}

fn company(instrument: &Instrument) -> FactorModel {
    let sigma = instrument.volatility;
    let beta = instrument.beta;
    let model = FactorModel::default()
        .with_factor("market", market(), beta)
        .with_drift(GROWTH * beta.clamp(0.3, 1.5));
    let model = match &instrument.profile.sector {
        Some(sector) => {
            let (name, parameters) = sector_walk(sector);
            // A company with low volatility is also less sensitive to its sector.
            model.with_factor(name, parameters, (0.6 * sigma / SECTOR).min(1.0))
        }
        None => model,
    };
    model.idiosyncratic(instrument, sigma, MIN_OWN_SHARE)
}

fn index(instrument: &Instrument) -> FactorModel {
    let symbol = instrument.profile.symbol.as_str();
    let technology = sector_walk("Technology");
    let base = FactorModel::default().with_drift(GROWTH);
    match symbol {
        "^GSPC" => base.with_factor("market", market(), 1.0),
        "^IXIC" => {
            base.with_factor("market", market(), 1.12)
                .with_factor(technology.0, technology.1, 0.55)
        }
        _ => base
            .with_factor("market", market(), instrument.beta)
            .idiosyncratic(instrument, instrument.volatility, 0.2),
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
        return FactorModel::default().with_factor(
            format!("own {}", instrument.profile.symbol),
            pegged,
            1.0,
        );
    }
    FactorModel::default()
        .with_factor(
            "crypto",
            parameters(Calendar::Always, CRYPTO),
            instrument.beta.clamp(0.5, 0.9 * sigma / CRYPTO),
        )
        .with_drift(0.06)
        .idiosyncratic(instrument, sigma, 0.25)
}

fn commodity(instrument: &Instrument) -> FactorModel {
    let sigma = instrument.volatility;
    let group = instrument.profile.sector.as_deref().unwrap_or("Materials");
    let loading = (0.65 * sigma / GROUP).min(1.6);
    FactorModel::default()
        .with_factor(
            format!("commodities {group}"),
            parameters(Calendar::Futures, GROUP),
            loading,
        )
        .with_drift(0.01)
        .idiosyncratic(instrument, sigma, MIN_OWN_SHARE)
}

/// Tickers that follow another one (a fund its index, a share class the other one), with the
/// multiple.
const TRACKED_TICKERS: [(&str, &str, f64); 16] = [
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

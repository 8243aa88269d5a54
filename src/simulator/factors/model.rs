//! A ticker's factors: the walks it is made of, and how much it takes of each.

use crate::{catalogue::Instrument, domain::session::Calendar, simulator::walk::WalkParameters};

/// Deviation of the stock market's daily change.
pub(super) const MARKET: f64 = 0.0098;
/// Deviation of what a sector adds to it.
pub(super) const SECTOR: f64 = 0.0090;
/// Of a group of commodities.
pub(super) const GROUP: f64 = 0.0085;
/// Growth of the logarithm of a stock of beta 1, per year.
pub(super) const GROWTH: f64 = 0.05;

/// One walk's part.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::simulator) struct Factor {
    /// Names the walk.
    pub(in crate::simulator) name: String,
    /// What the walk is like: the same for everyone who names it.
    pub(in crate::simulator) parameters: WalkParameters,
    /// How much of it is taken.
    pub(in crate::simulator) loading: f64,
}

/// All factors of a ticker.
#[derive(Debug, Clone, PartialEq, Default)]
pub(in crate::simulator) struct FactorModel {
    pub(in crate::simulator) factors: Vec<Factor>,
    /// Growth of the logarithm per year.
    pub(in crate::simulator) drift: f64,
}

impl FactorModel {
    pub(super) fn with(
        mut self,
        name: impl Into<String>,
        parameters: WalkParameters,
        loading: f64,
    ) -> Self {
        if loading != 0.0 {
            let name = name.into();
            self.factors.push(Factor {
                name,
                parameters,
                loading,
            });
        }
        self
    }

    pub(super) fn grows(mut self, drift: f64) -> Self {
        self.drift = drift;
        self
    }

    /// The same model for a market that never closes: what moved overnight moves in the course of the day.
    pub(in crate::simulator) fn always_open(mut self) -> Self {
        for Factor { parameters, .. } in &mut self.factors {
            if parameters.calendar != Calendar::Always {
                parameters.calendar = Calendar::Always;
                parameters.overnight = 0.0;
            }
        }
        self
    }

    /// Adds the ticker's own movement, so that all together deviate by `sigma` a day; at least
    /// `least` of it is its own.
    pub(super) fn own(self, instrument: &Instrument, sigma: f64, least: f64) -> Self {
        let common: f64 = self
            .factors
            .iter()
            .map(|part| (part.loading * part.parameters.sigma).powi(2))
            .sum();
        let own = (sigma * sigma - common).max((least * sigma).powi(2)).sqrt();
        let usual = parameters(instrument.profile.kind.calendar(), own);
        // One company's news is forgotten sooner than the market's.
        let reversion = 2.0 * usual.reversion;
        self.with(
            format!("own {}", instrument.profile.symbol),
            WalkParameters { reversion, ..usual },
            1.0,
        )
    }
}

pub(super) fn market() -> WalkParameters {
    parameters(Calendar::NewYork, MARKET)
}

pub(super) fn sector_walk(sector: &str) -> (String, WalkParameters) {
    (
        format!("sector {sector}"),
        parameters(Calendar::NewYork, SECTOR),
    )
}

/// A walk's parameters with the usual reversion: half of a deviation is taken back within a year or so;
/// sooner where movement is wilder, so that every price stays within a factor of a few.
pub(super) fn parameters(calendar: Calendar, sigma: f64) -> WalkParameters {
    let (overnight, reversion) = match calendar {
        Calendar::NewYork | Calendar::Exchange(_) => (0.25, 0.0020),
        Calendar::Futures | Calendar::Currencies => (0.04, 0.0040),
        Calendar::Always => (0.0, 0.0035),
    };
    WalkParameters {
        calendar,
        sigma,
        overnight,
        reversion,
    }
}

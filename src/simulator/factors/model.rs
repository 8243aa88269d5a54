//! A ticker's factors: its walks and their loadings.

use crate::{catalogue::Instrument, domain::session::Calendar, simulator::walk::WalkParameters};

/// Standard deviation of the stock market's daily return.
pub(super) const MARKET: f64 = 0.0098;
/// Standard deviation that a sector adds.
pub(super) const SECTOR: f64 = 0.0090;
/// Standard deviation of a group of commodities.
pub(super) const GROUP: f64 = 0.0085;
/// Growth of the logarithm of a stock with beta 1, per year.
pub(super) const GROWTH: f64 = 0.05;

/// One walk's contribution.
#[derive(Debug, Clone, PartialEq)]
pub(in crate::simulator) struct Factor {
    /// Name of the walk.
    pub(in crate::simulator) name: String,
    /// Parameters of the walk, the same for all its followers.
    pub(in crate::simulator) parameters: WalkParameters,
    /// Factor by which the walk's movement counts.
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
    pub(super) fn with_factor(
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

    pub(super) fn with_drift(mut self, drift: f64) -> Self {
        self.drift = drift;
        self
    }

    /// Returns the model for a market that never closes: overnight moves happen during the day.
    pub(in crate::simulator) fn always_open(mut self) -> Self {
        for Factor { parameters, .. } in &mut self.factors {
            if parameters.calendar != Calendar::Always {
                parameters.calendar = Calendar::Always;
                parameters.overnight = 0.0;
            }
        }
        self
    }

    /// Adds the ticker's idiosyncratic movement, so that the total daily standard deviation is `sigma`. The
    /// idiosyncratic part is at least `min_share` of it.
    pub(super) fn idiosyncratic(self, instrument: &Instrument, sigma: f64, min_share: f64) -> Self {
        let common: f64 = self
            .factors
            .iter()
            .map(|part| (part.loading * part.parameters.sigma).powi(2))
            .sum();
        let idiosyncratic = (sigma * sigma - common)
            .max((min_share * sigma).powi(2))
            .sqrt();
        let usual = parameters(instrument.profile.kind.default_calendar(), idiosyncratic);
        // Company news fades faster than market news.
        let reversion = 2.0 * usual.reversion;
        self.with_factor(
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

/// Returns a walk's parameters with the usual reversion, so that no price moves too far from its start. Half of a
/// deviation is reverted within 6 to 17 months, sooner in more volatile markets.
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

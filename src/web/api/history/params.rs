//! What a request for a history asks for.

use super::thinned::MOST;
use crate::{
    domain::bar::{Interval, Timeframe},
    web::http::{
        error::{ApiError, Result},
        format::Format,
        request::{ApiRequest, flag, whole},
    },
};

/// Points of an answer at least, where a request limits them: a narrower chart has no use for fewer.
const FEWEST: usize = 50;

/// The parameters of a request.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Params {
    pub(super) timeframe: Timeframe,
    /// Ours to choose where it is missing.
    pub(super) interval: Option<Interval>,
    /// At most so many points.
    pub(super) most: usize,
    /// With open, high, low and volume.
    pub(super) with_bars: bool,
    /// What lies before the timeframe, in its stead.
    pub(super) earlier: bool,
    /// With the price that the timeframe's change is counted from.
    pub(super) with_base: bool,
    pub(super) format: Format,
}

impl Params {
    pub(super) fn of(request: &ApiRequest) -> Result<Self> {
        Ok(Self {
            timeframe: timeframe(request)?,
            interval: interval(request)?,
            most: most(request)?,
            with_bars: flag(request, "bars")?,
            earlier: flag(request, "earlier")?,
            with_base: flag(request, "base")?,
            format: Format::of(request)?,
        })
    }
}

fn timeframe(request: &ApiRequest) -> Result<Timeframe> {
    let Some(word) = request.query("timeframe") else {
        return Ok(Timeframe::Week);
    };
    Timeframe::parse(&word).ok_or_else(|| {
        ApiError::bad_request(format!(
            "'{word}' is no timeframe; possible are 1D, 1W, 7D, 1M, 3M, 6M, YTD, 1Y, 5Y and MAX."
        ))
    })
}

fn interval(request: &ApiRequest) -> Result<Option<Interval>> {
    let Some(word) = request.query("interval") else {
        return Ok(None);
    };
    let interval = Interval::parse(&word).ok_or_else(|| {
        ApiError::bad_request(format!(
            "'{word}' is no interval; possible are 5m, 1h and 1d."
        ))
    })?;
    Ok(Some(interval))
}

fn most(request: &ApiRequest) -> Result<usize> {
    let Some(word) = request.query("points") else {
        return Ok(MOST);
    };
    whole(&word)
        .parse()
        .ok()
        .filter(|points| (FEWEST..=MOST).contains(points))
        .ok_or_else(|| {
            ApiError::bad_request(format!(
                "'{word}' is no number of points; possible are {FEWEST} to {MOST}."
            ))
        })
}

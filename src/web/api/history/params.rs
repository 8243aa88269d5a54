//! Query parameters of price histories.

use super::downsample::MAX_POINTS;
use crate::{
    domain::bar::{Interval, Timeframe},
    web::http::{
        error::{ApiError, Result},
        format::Format,
        request::{ApiRequest, flag, whole},
    },
};

/// Minimum of the requested number of points: fewer make no useful chart.
const MIN_POINTS: usize = 50;

/// The query parameters of a history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Params {
    pub(super) timeframe: Timeframe,
    /// Chosen by the server if missing.
    pub(super) interval: Option<Interval>,
    /// Maximum number of points.
    pub(super) most: usize,
    /// Include open, high, low and volume.
    pub(super) with_bars: bool,
    /// Return what precedes the timeframe instead.
    pub(super) earlier: bool,
    /// Include the price that the timeframe's change is relative to.
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
            "Invalid timeframe '{word}'; expected one of: 1D, 1W, 7D, 1M, 3M, 6M, YTD, 1Y, 5Y, MAX."
        ))
    })
}

fn interval(request: &ApiRequest) -> Result<Option<Interval>> {
    let Some(word) = request.query("interval") else {
        return Ok(None);
    };
    let interval = Interval::parse(&word).ok_or_else(|| {
        ApiError::bad_request(format!(
            "Invalid interval '{word}'; expected one of: 5m, 1h, 1d."
        ))
    })?;
    Ok(Some(interval))
}

fn most(request: &ApiRequest) -> Result<usize> {
    let Some(word) = request.query("points") else {
        return Ok(MAX_POINTS);
    };
    whole(&word)
        .parse()
        .ok()
        .filter(|points| (MIN_POINTS..=MAX_POINTS).contains(points))
        .ok_or_else(|| {
            ApiError::bad_request(format!(
                "Invalid points '{word}'; expected {MIN_POINTS} to {MAX_POINTS}."
            ))
        })
}

//! Query parameters of price histories.

use super::downsample::MAX_POINTS;
use crate::{
    domain::bar::{Interval, Timeframe},
    web::http::{
        error::{ApiError, Result},
        format::Format,
        request::{ApiRequest, bool_param, count_param},
    },
};

/// Smallest number of points that a request may ask for; a chart with fewer is useless.
const MIN_POINTS: usize = 50;

/// The query parameters of a price history.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) struct Params {
    pub(super) timeframe: Timeframe,
    /// Length of the bars; the server chooses it if missing.
    pub(super) interval: Option<Interval>,
    /// Maximum number of points in the response.
    pub(super) max_points: usize,
    /// Whether to include open, high, low and volume.
    pub(super) with_bars: bool,
    /// Whether to return the bars before the timeframe instead.
    pub(super) earlier: bool,
    /// Whether to include the price that the timeframe's change is relative to.
    pub(super) with_base: bool,
    pub(super) format: Format,
}

impl Params {
    pub(super) fn parse(request: &ApiRequest) -> Result<Self> {
        Ok(Self {
            timeframe: parse_timeframe(request)?,
            interval: parse_interval(request)?,
            max_points: parse_max_points(request)?,
            with_bars: bool_param(request, "bars")?,
            earlier: bool_param(request, "earlier")?,
            with_base: bool_param(request, "base")?,
            format: Format::from_request(request)?,
        })
    }
}

fn parse_timeframe(request: &ApiRequest) -> Result<Timeframe> {
    let Some(word) = request.query("timeframe") else {
        return Ok(Timeframe::Week);
    };
    Timeframe::parse(&word).ok_or_else(|| {
        ApiError::bad_request(format!(
            "Invalid timeframe '{word}'; expected one of: 1D, 1W, 7D, 1M, 3M, 6M, YTD, 1Y, 5Y, MAX."
        ))
    })
}

fn parse_interval(request: &ApiRequest) -> Result<Option<Interval>> {
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

fn parse_max_points(request: &ApiRequest) -> Result<usize> {
    let points = count_param(request, "points", MIN_POINTS, MAX_POINTS)?;
    Ok(points.unwrap_or(MAX_POINTS))
}

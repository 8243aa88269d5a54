//! The yield curve of US Treasury securities.

use jiff::{ToSpan as _, civil::Date};
use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::fixing::{Fixing, Series},
    market::{MarketState, Topic},
    web::{
        AppState,
        api::shapes::SAMPLE_PROVIDER,
        http::{
            cache::CacheVersion,
            error::Result,
            reply::{CachedBody, Reply},
            request::ApiRequest,
        },
    },
};

/// Page of the US Treasury that publishes the curve.
const SOURCE_URL: &str = "https://home.treasury.gov/resource-center/data-chart-center/interest-rates/TextView?type=daily_treasury_yield_curve";
/// Maximum number of days by which an earlier curve may be older than requested: the longest time between two fixings.
const MAX_DAYS_OFF: i32 = 7;

/// The newest yield curve, and the ones a month and a year earlier.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct YieldCurve {
    /// Unit of the yields: `percent`, a year.
    #[schema(value_type = String, pattern = "^percent$")]
    unit: &'static str,
    /// Name of the source, `treasury`; null if no curve is known.
    source: Option<String>,
    /// URL of the page that publishes the curve; null for sample data.
    source_url: Option<&'static str>,
    /// True for a simulated curve.
    is_sample: bool,
    /// The newest curve; null if none is known.
    newest: Option<Curve>,
    /// The curve a month before the newest; null if unknown.
    month_earlier: Option<Curve>,
    /// The curve a year before the newest; null if unknown.
    year_earlier: Option<Curve>,
}

/// The yield curve of a day.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct Curve {
    /// The day.
    #[schema(value_type = String, format = Date)]
    date: Date,
    /// The points, shortest maturity first.
    points: Vec<CurvePoint>,
}

/// A point of the yield curve.
#[derive(Debug, Serialize, ToSchema)]
pub(crate) struct CurvePoint {
    /// The maturity: `1M` is a month, `10Y` ten years.
    maturity: String,
    /// The maturity in months.
    months: f64,
    /// The yield in percent; may be negative.
    percent: f64,
}

/// Returns the newest par yield curve of US Treasury securities, and the ones a month and a year earlier.
#[utoipa::path(get, path = "/api/yield-curve", responses((status = 200, description = "The curves.", body = YieldCurve)))]
pub(crate) async fn newest(state: &AppState, request: &ApiRequest) -> Result<Reply> {
    // The data changes once a day.
    let version =
        CacheVersion::of(&state.market, &[Topic::Fixings], state.now()).without_coalescing();
    let collect = |market: &MarketState, _| YieldCurve::of(market);
    let write = |curve| CachedBody::json(&curve);
    let body = state
        .cached_with(request.person(), "yield-curve", &version, collect, write)
        .await?;
    Ok(body.to_reply(&request.headers))
}

impl YieldCurve {
    fn of(market: &MarketState) -> Self {
        let newest = market.fixings.newest(Series::TreasuryYields);
        let source = newest.map(|fixing| fixing.provider.clone());
        let earlier = |date: fn(Date) -> Date| {
            let date = date(newest?.date);
            let fixing = market.fixings.on(Series::TreasuryYields, date)?;
            let oldest = date.saturating_sub(MAX_DAYS_OFF.days());
            (fixing.date >= oldest).then(|| Curve::of(fixing))
        };
        let is_sample = source.as_deref() == Some(SAMPLE_PROVIDER);
        Self {
            unit: "percent",
            source_url: (newest.is_some() && !is_sample).then_some(SOURCE_URL),
            is_sample,
            source,
            newest: newest.map(Curve::of),
            month_earlier: earlier(|date| date.saturating_sub(1.month())),
            year_earlier: earlier(|date| date.saturating_sub(1.year())),
        }
    }
}

impl Curve {
    fn of(fixing: &Fixing) -> Self {
        let points = fixing.curve().into_iter().map(|point| CurvePoint {
            maturity: point.maturity.code.as_str().to_owned(),
            months: point.maturity.months,
            percent: point.percent,
        });
        Self {
            date: fixing.date,
            points: points.collect(),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::fixing::FixingCode;

    fn curve(day: &str, percent: f64) -> Fixing {
        let code = FixingCode::parse("10Y").unwrap();
        let curve = Fixing::new(
            Series::TreasuryYields,
            day.parse().unwrap(),
            [(code, percent)],
        );
        Fixing {
            provider: "treasury".to_owned(),
            ..curve
        }
    }

    #[test]
    fn earlier_curves_are_from_the_same_day_or_shortly_before() {
        let mut market = MarketState::default();
        for (day, percent) in [
            ("2025-11-19", 4.4),
            ("2026-10-01", 4.3),
            ("2026-11-20", 4.1),
        ] {
            market.fixings.put(curve(day, percent));
        }
        let shown = YieldCurve::of(&market);
        let date = |curve: &Option<Curve>| curve.as_ref().map(|curve| curve.date.to_string());
        assert_eq!(date(&shown.newest).as_deref(), Some("2026-11-20"));
        assert_eq!(date(&shown.year_earlier).as_deref(), Some("2025-11-19"));
        assert_eq!(
            date(&shown.month_earlier),
            None,
            "a curve from three weeks before is too old"
        );
        assert_eq!(shown.source.as_deref(), Some("treasury"));
        assert!(!shown.is_sample && shown.source_url.is_some());
    }

    #[test]
    fn without_a_curve_the_curve_and_its_source_are_null() {
        let shown = YieldCurve::of(&MarketState::default());
        assert!(shown.newest.is_none() && shown.source.is_none() && shown.source_url.is_none());
    }
}

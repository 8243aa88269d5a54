//! Drawings on price charts: trend lines, rays, levels, Fibonacci retracements and measurements.

use jiff::{Timestamp, tz::TimeZone};
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    price::{MAX_PRICE, round_to_15_digits},
    session::Calendar,
    split::Split,
    ticker::TickerId,
    validation::{DAYS, ValidationError},
};

/// Maximum number of drawings.
pub const MAX_DRAWINGS: usize = 2_000;
/// Maximum number of drawings on one ticker.
pub const MAX_DRAWINGS_PER_TICKER: usize = 100;

/// What a drawing shows.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum DrawingTool {
    /// A straight line from the first to the second point.
    Trend,
    /// A straight line from the first point through the second to the edge of the chart.
    Ray,
    /// A horizontal line at the price of its only point.
    Level,
    /// Horizontal lines at fixed shares of the way from the second price (0 %) to the first (100 %).
    Fibonacci,
    /// The change of price and time from the first to the second point.
    Measure,
}

impl DrawingTool {
    /// Returns the number of points of a drawing.
    fn point_count(self) -> usize {
        match self {
            Self::Level => 1,
            Self::Trend | Self::Ray | Self::Fibonacci | Self::Measure => 2,
        }
    }
}

/// A point of a drawing.
#[derive(Debug, Clone, Copy, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct DrawingPoint {
    /// The time, which need not be the start of a bar.
    #[schema(value_type = String, format = DateTime)]
    pub time: Timestamp,
    /// The price, in the ticker's currency.
    #[schema(minimum = -10_000_000_000.0, maximum = 10_000_000_000.0)]
    pub price: f64,
}

/// A drawing on the price charts of a ticker.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Drawing {
    /// Id in this store.
    pub id: u32,
    /// The ticker.
    pub ticker_id: TickerId,
    /// The kind of the drawing.
    pub tool: DrawingTool,
    /// One or two points, in the order in which they were drawn. The prices are in the units of `changed_at`.
    pub points: Vec<DrawingPoint>,
    /// Time at which the drawing was created.
    pub created_at: Timestamp,
    /// Time at which the drawing was last moved.
    pub changed_at: Timestamp,
}

impl Drawing {
    /// Returns the points with prices in the units of the bars at `now`: like bars from before a split, they are divided by the
    /// ratio of every split since `changed_at`.
    pub(crate) fn points_at(
        &self,
        now: Timestamp,
        splits: &[Split],
        calendar: Calendar,
    ) -> Vec<DrawingPoint> {
        let since = self.changed_at.as_second();
        let is_due = |split: &&Split| {
            let at = split.effective_at(calendar);
            at > since && at <= now.as_second()
        };
        let ratio: f64 = splits.iter().filter(is_due).map(Split::ratio).product();
        let mut points = self.points.clone();
        if (ratio - 1.0).abs() > f64::EPSILON {
            for point in &mut points {
                point.price = round_to_15_digits(point.price / ratio);
            }
        }
        points
    }

    /// Returns true if another drawing has the same tool, points and ticker.
    pub fn is_same(&self, other: &Self) -> bool {
        self.ticker_id == other.ticker_id && self.tool == other.tool && self.points == other.points
    }
}

/// Validates the points of a drawing.
///
/// # Errors
/// A sentence, if the tool needs another number of points, if a time or price is out of range, or if both points are the same (for
/// trend lines and rays: if they have the same time).
pub fn check_points(tool: DrawingTool, points: &[DrawingPoint]) -> Result<(), ValidationError> {
    let expected = tool.point_count();
    if points.len() != expected {
        let (plural, verb) = if expected == 1 {
            ("", "is")
        } else {
            ("s", "are")
        };
        return Err(ValidationError(format!(
            "Invalid points: {expected} point{plural} {verb} expected, not {}.",
            points.len()
        )));
    }
    for (index, point) in points.iter().enumerate() {
        let day = point.time.to_zoned(TimeZone::UTC).date();
        if !DAYS.contains(&day) {
            return Err(ValidationError(format!(
                "Invalid points[{index}].time {}; expected a time from 1900 to 2199.",
                point.time
            )));
        }
        if !point.price.is_finite() || point.price.abs() > MAX_PRICE {
            return Err(ValidationError(format!(
                "Invalid points[{index}].price {}; expected a number from -{MAX_PRICE} to {MAX_PRICE}.",
                point.price
            )));
        }
    }
    if let [first, second] = points {
        let is_line = matches!(tool, DrawingTool::Trend | DrawingTool::Ray);
        if is_line && first.time == second.time {
            return Err(ValidationError(
                "Invalid points: the two points of a line need different times.".into(),
            ));
        }
        if first == second {
            return Err(ValidationError(
                "Invalid points: the two points are the same.".into(),
            ));
        }
    }
    Ok(())
}

#[cfg(test)]
mod tests {
    use super::*;

    fn at(text: &str) -> Timestamp {
        text.parse().unwrap()
    }

    fn point(time: &str, price: f64) -> DrawingPoint {
        DrawingPoint {
            time: at(time),
            price,
        }
    }

    #[test]
    fn points_that_cannot_be_drawn_have_an_error_of_one_sentence() {
        let first = point("2026-11-02T21:00:00Z", 100.0);
        let later = point("2026-11-20T21:00:00Z", 110.0);
        let above = point("2026-11-02T21:00:00Z", 110.0);
        assert!(check_points(DrawingTool::Level, &[first]).is_ok());
        assert!(check_points(DrawingTool::Ray, &[later, first]).is_ok());
        assert!(check_points(DrawingTool::Measure, &[first, above]).is_ok());
        let below_zero = point("2026-11-02T21:00:00Z", -37.63);
        assert!(
            check_points(DrawingTool::Level, &[below_zero]).is_ok(),
            "prices may be negative, as that of oil was in 2020"
        );
        let old = point("1812-01-01T00:00:00Z", 1.0);
        let infinite = point("2026-11-02T21:00:00Z", f64::INFINITY);
        for (tool, points, error) in [
            (
                DrawingTool::Level,
                vec![first, later],
                "Invalid points: 1 point is expected, not 2.",
            ),
            (
                DrawingTool::Trend,
                vec![first],
                "Invalid points: 2 points are expected, not 1.",
            ),
            (
                DrawingTool::Level,
                vec![old],
                "Invalid points[0].time 1812-01-01T00:00:00Z; expected a time from 1900 to 2199.",
            ),
            (
                DrawingTool::Fibonacci,
                vec![first, infinite],
                "Invalid points[1].price inf; expected a number from -10000000000 to 10000000000.",
            ),
            (
                DrawingTool::Trend,
                vec![first, above],
                "Invalid points: the two points of a line need different times.",
            ),
            (
                DrawingTool::Measure,
                vec![first, first],
                "Invalid points: the two points are the same.",
            ),
        ] {
            let found = check_points(tool, &points).unwrap_err().to_string();
            assert_eq!(found, error, "{tool:?}");
        }
    }

    #[test]
    fn prices_are_adjusted_for_each_split_since_the_last_move() {
        let drawing = Drawing {
            id: 1,
            ticker_id: TickerId(1),
            tool: DrawingTool::Level,
            points: vec![point("2026-11-02T21:00:00Z", 240.0)],
            created_at: at("2026-11-01T12:00:00Z"),
            changed_at: at("2026-11-12T12:00:00Z"),
        };
        let split = |day: &str, numerator| Split {
            date: day.parse().unwrap(),
            numerator,
            denominator: 1.0,
        };
        let splits = [split("2026-11-20", 4.0), split("2026-11-10", 2.0)];
        let level = |price| vec![point("2026-11-02T21:00:00Z", price)];
        let adjusted = |now: &str| drawing.points_at(at(now), &splits, Calendar::NewYork);
        // The session in new units opens at 9:30 in New York.
        assert_eq!(adjusted("2026-11-20T14:29:59Z"), level(240.0));
        assert_eq!(adjusted("2026-11-20T14:30:00Z"), level(60.0));
        let reverse = Split {
            numerator: 1.0,
            denominator: 10.0,
            ..splits[0]
        };
        let points = drawing.points_at(at("2026-12-01T00:00:00Z"), &[reverse], Calendar::NewYork);
        assert_eq!(points, level(2_400.0));
    }
}

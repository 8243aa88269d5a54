//! The yield curve in a fixing of Treasury yields.

use super::{Fixing, FixingCode};

/// A maturity of the curve: a number of months or years.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct Maturity {
    /// The code: `1M`, `1.5M`, `10Y`.
    pub code: FixingCode,
    /// The length in months.
    pub months: f64,
}

impl Maturity {
    /// Parses a maturity as the US Treasury writes it in its files: `1 Mo`, `1.5 Month`, `10 Yr`, or as a code: `10Y`.
    pub fn parse(text: &str) -> Option<Self> {
        let text = text.trim();
        let end = text.find(|c: char| !(c.is_ascii_digit() || c == '.'))?;
        let (number, unit) = text.split_at(end);
        let count: f64 = number.parse().ok().filter(|count| *count > 0.0)?;
        let unit = unit.trim().to_ascii_lowercase();
        let (letter, months) = match unit.as_str() {
            "m" | "mo" | "month" | "months" => ('M', count),
            "y" | "yr" | "year" | "years" => ('Y', count * 12.0),
            _ => return None,
        };
        let code = FixingCode::parse(&format!("{number}{letter}"))?;
        Some(Self { code, months })
    }
}

/// A point of the yield curve.
#[derive(Debug, Clone, Copy, PartialEq)]
pub struct CurvePoint {
    /// The maturity.
    pub maturity: Maturity,
    /// The yield in percent a year. May be negative.
    pub percent: f64,
}

impl Fixing {
    /// Returns the points of a fixing of Treasury yields, shortest maturity first.
    pub fn curve(&self) -> Vec<CurvePoint> {
        let point = |(code, percent): &(FixingCode, f64)| {
            let maturity = Maturity::parse(code.as_str())?;
            Some(CurvePoint {
                maturity,
                percent: *percent,
            })
        };
        let mut points: Vec<_> = self.values.iter().filter_map(point).collect();
        points.sort_by(|a, b| a.maturity.months.total_cmp(&b.maturity.months));
        points
    }
}

#[cfg(test)]
mod tests {
    use jiff::civil::Date;

    use super::*;
    use crate::domain::fixing::Series;

    #[test]
    fn maturities_are_parsed_from_file_headers_and_codes() {
        for (text, code, months) in [
            ("1 Mo", "1M", 1.0),
            ("1.5 Month", "1.5M", 1.5),
            ("10 Yr", "10Y", 120.0),
            ("2Y", "2Y", 24.0),
        ] {
            let maturity = Maturity::parse(text).unwrap();
            assert_eq!((maturity.code.as_str(), maturity.months), (code, months));
        }
        for text in ["", "Date", "10", "0 Mo", "1 Week", "12345 Yr", "1.2.3 Mo"] {
            assert_eq!(Maturity::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_curve_starts_with_the_shortest_maturity() {
        let values = [("10Y", 4.1), ("1.5M", 3.9), ("1M", 3.95), ("USD", 1.0)];
        let values = values.map(|(code, percent)| (FixingCode::parse(code).unwrap(), percent));
        let curve =
            Fixing::new(Series::TreasuryYields, Date::constant(2026, 11, 20), values).curve();
        let points: Vec<_> = curve
            .iter()
            .map(|point| (point.maturity.code.as_str(), point.percent))
            .collect();
        assert_eq!(points, [("1M", 3.95), ("1.5M", 3.9), ("10Y", 4.1)]);
    }
}

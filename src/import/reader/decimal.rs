//! Decides the decimal mark of a file from all of its numbers.

use super::{
    error::{CellSample, LineError, at},
    number::{DecimalMark, NumberParts, is_group_mark},
};

/// What the separators of a number say about the decimal mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Signs {
    /// The number has no separators.
    None,
    /// Only one decimal mark is possible.
    Only(DecimalMark),
    /// `1.234` or `1,234`: a fraction or a thousand.
    Either,
}

impl Signs {
    fn of(cell: &str) -> Self {
        let bare = NumberParts::of(cell).digits;
        let mark = |sign| match sign {
            '.' => DecimalMark::Point,
            _ => DecimalMark::Comma,
        };
        let other = |sign| match sign {
            '.' => DecimalMark::Comma,
            _ => DecimalMark::Point,
        };
        let Some(last) = bare.rfind([',', '.']) else {
            return Self::None;
        };
        let (before, after) = bare.split_at(last);
        let (sign, after) = (if after.starts_with('.') { '.' } else { ',' }, &after[1..]);
        if before.contains(is_group_mark) {
            // After separators between thousands, the next one is the decimal mark.
            return Self::Only(mark(sign));
        }
        if before.contains(sign) {
            return Self::Only(other(sign));
        }
        let whole = before.trim_start_matches(['-', '+']);
        let group = after.len() == 3 && after.bytes().all(|byte| byte.is_ascii_digit());
        let first = (1..=3).contains(&whole.len()) && !whole.starts_with('0');
        if before.contains([',', '.']) || !group || !first {
            Self::Only(mark(sign))
        } else {
            Self::Either
        }
    }
}

/// Evidence about the decimal mark, collected from all numbers of a file.
#[derive(Debug, Default)]
pub(super) struct DecimalEvidence {
    point: Option<CellSample>,
    comma: Option<CellSample>,
    either: Option<CellSample>,
    /// Evidence from cells other than prices, such as changes in percent.
    aside: Option<DecimalMark>,
}

impl DecimalEvidence {
    /// Adds one number.
    pub(super) fn observe(&mut self, line: u64, cell: &str) {
        let sample = match Signs::of(cell) {
            Signs::None => return,
            Signs::Only(DecimalMark::Point) => &mut self.point,
            Signs::Only(DecimalMark::Comma) => &mut self.comma,
            Signs::Either => &mut self.either,
        };
        sample.get_or_insert_with(|| CellSample::new(line, cell));
    }

    /// Adds a change in percent: it decides if the prices do not.
    pub(super) fn observe_percent(&mut self, cell: &str) {
        if let Some(number) = cell.strip_suffix('%')
            && let Signs::Only(mark) = Signs::of(number)
        {
            self.aside.get_or_insert(mark);
        }
    }

    /// Returns the decimal mark, or an error if the file uses two or stays ambiguous. In
    /// comma-separated files a decimal comma is too rare to ask about.
    pub(super) fn decide(self, is_comma_separated: bool) -> Result<DecimalMark, LineError> {
        if let (None, None, Some(mark)) = (&self.point, &self.comma, self.aside) {
            return Ok(mark);
        }
        match (self.point, self.comma, self.either) {
            (Some(point), Some(comma), _) => {
                let (first, second) = if point.line < comma.line {
                    (point, comma)
                } else {
                    (comma, point)
                };
                Err(at(
                    second.line,
                    format!(
                        "'{}' and '{}' in line {} use different decimal marks; specify --decimal point or --decimal comma",
                        second.cell, first.cell, first.line
                    ),
                ))
            }
            (None, Some(_), _) => Ok(DecimalMark::Comma),
            (None, None, Some(either)) if !is_comma_separated => {
                let digits = either.cell.replace([',', '.'], "");
                let fraction = either.cell.replace(',', ".");
                Err(at(
                    either.line,
                    format!(
                        "'{}' could be {digits} or {fraction}, and no other line decides; specify --decimal point or --decimal comma",
                        either.cell
                    ),
                ))
            }
            _ => Ok(DecimalMark::Point),
        }
    }
}

#[cfg(test)]
mod tests {
    use super::{super::number::number, *};

    /// Every price from 0.001 to 99,999.99 in steps, with either mark, survives a round trip.
    #[test]
    fn a_number_is_parsed_back_from_either_decimal_mark() {
        let grouped = |digits: u32, sign: &str| {
            let (thousands, rest) = (digits / 1_000, digits % 1_000);
            match thousands {
                0 => rest.to_string(),
                _ => format!("{thousands}{sign}{rest:03}"),
            }
        };
        for whole in (0..100_000).step_by(37) {
            for cents in [0, 5, 29, 99] {
                let value: f64 = format!("{whole}.{cents:02}").parse().unwrap();
                let point = format!("{}.{cents:02}", grouped(whole, ","));
                let comma = format!("{},{cents:02}", grouped(whole, "."));
                assert_eq!(number(&point, DecimalMark::Point), Ok(value), "{point}");
                assert_eq!(number(&comma, DecimalMark::Comma), Ok(value), "{comma}");
                assert_eq!(Signs::of(&point), Signs::Only(DecimalMark::Point));
                assert_eq!(Signs::of(&comma), Signs::Only(DecimalMark::Comma));
            }
        }
    }

    #[test]
    fn a_percent_change_determines_the_mark_of_three_decimal_prices() {
        for (percent, mark) in [
            ("0,12%", DecimalMark::Comma),
            ("-0.12%", DecimalMark::Point),
        ] {
            let mut evidence = DecimalEvidence::default();
            evidence.observe(2, "204,538");
            evidence.observe_percent(percent);
            assert_eq!(evidence.decide(true).ok(), Some(mark), "{percent}");
        }
    }

    fn decided(cells: &[&str], separator: u8) -> Result<DecimalMark, String> {
        let mut evidence = DecimalEvidence::default();
        for (line, cell) in (2..).zip(cells) {
            evidence.observe(line, cell);
        }
        evidence
            .decide(separator == b',')
            .map_err(|error| error.to_string())
    }

    #[test]
    fn one_unambiguous_number_determines_the_mark_of_the_file() {
        let (point, comma) = (Ok(DecimalMark::Point), Ok(DecimalMark::Comma));
        assert_eq!(decided(&["101", "1.234", "101,29"], b';'), comma);
        assert_eq!(decided(&["1,234", "101.29"], b';'), point);
        assert_eq!(decided(&["1.234.567"], b';'), comma);
        assert_eq!(
            decided(&["0,123"], b';'),
            comma,
            "no thousand begins with 0"
        );
        assert_eq!(decided(&["1,234"], b','), point, "quoted between commas");
        assert_eq!(decided(&["101", "7"], b';'), point);
    }

    #[test]
    fn an_ambiguous_thousands_mark_is_refused() {
        for cell in ["1,234", "1.234"] {
            let refused = decided(&["7", cell], b';').unwrap_err();
            assert!(
                refused.starts_with(&format!("line 3: '{cell}' could be 1234 or 1.234, ")),
                "{refused}"
            );
            assert!(refused.contains("--decimal comma"), "{refused}");
        }
        let mixed = decided(&["101,29", "101.29"], b';').unwrap_err();
        assert!(
            mixed
                .starts_with("line 3: '101.29' and '101,29' in line 2 use different decimal marks"),
            "{mixed}"
        );
    }
}

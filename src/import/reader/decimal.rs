//! Determines the decimal mark of a file from all of its numbers.

use super::{
    error::{CellSample, LineError, at},
    number::{DecimalMark, NumberParts, is_thousands_separator},
};

/// The decimal marks that are possible for a number, according to its separators.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum PossibleMark {
    /// The number has no separators.
    None,
    /// Only one decimal mark is possible.
    Only(DecimalMark),
    /// The number may be a fraction or have thousands, as in `1.234` or `1,234`.
    Either,
}

impl PossibleMark {
    fn of(cell: &str) -> Self {
        let bare = NumberParts::of(cell).digits;
        let mark = |separator| match separator {
            '.' => DecimalMark::Point,
            _ => DecimalMark::Comma,
        };
        let other = |separator| match separator {
            '.' => DecimalMark::Comma,
            _ => DecimalMark::Point,
        };
        let Some(last) = bare.rfind([',', '.']) else {
            return Self::None;
        };
        let (before, after) = bare.split_at(last);
        let (separator, after) = (if after.starts_with('.') { '.' } else { ',' }, &after[1..]);
        if before.contains(is_thousands_separator) {
            // A separator after spaces or apostrophes between thousands is the decimal mark.
            return Self::Only(mark(separator));
        }
        if before.contains(separator) {
            return Self::Only(other(separator));
        }
        let whole = before.trim_start_matches(['-', '+']);
        let group = after.len() == 3 && after.bytes().all(|byte| byte.is_ascii_digit());
        let first = (1..=3).contains(&whole.len()) && !whole.starts_with('0');
        if before.contains([',', '.']) || !group || !first {
            Self::Only(mark(separator))
        } else {
            Self::Either
        }
    }
}

/// Evidence about the decimal mark, which is collected from all numbers of a file. The first three
/// fields contain the first number of each kind.
#[derive(Debug, Default)]
pub(in crate::import) struct DecimalEvidence {
    point: Option<CellSample>,
    comma: Option<CellSample>,
    either: Option<CellSample>,
    /// The decimal mark of the first change in percent that shows one.
    percent_mark: Option<DecimalMark>,
}

impl DecimalEvidence {
    /// Adds a number.
    pub(in crate::import) fn observe(&mut self, line: u64, cell: &str) {
        let sample = match PossibleMark::of(cell) {
            PossibleMark::None => return,
            PossibleMark::Only(DecimalMark::Point) => &mut self.point,
            PossibleMark::Only(DecimalMark::Comma) => &mut self.comma,
            PossibleMark::Either => &mut self.either,
        };
        sample.get_or_insert_with(|| CellSample::new(line, cell));
    }

    /// Adds a change in percent. Its decimal mark is used if the prices do not show theirs.
    pub(super) fn observe_percent(&mut self, cell: &str) {
        if let Some(number) = cell.strip_suffix('%')
            && let PossibleMark::Only(mark) = PossibleMark::of(number)
        {
            self.percent_mark.get_or_insert(mark);
        }
    }

    /// Returns the decimal mark, or an error if the file uses both or remains ambiguous. A
    /// comma-separated file is never ambiguous, because decimal commas are very rare in such files.
    pub(in crate::import) fn decide(
        self,
        is_comma_separated: bool,
    ) -> Result<DecimalMark, LineError> {
        if let (None, None, Some(mark)) = (&self.point, &self.comma, self.percent_mark) {
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

    /// Formats prices up to 99,999.99 with either decimal mark and parses them back.
    #[test]
    fn a_number_is_parsed_back_from_either_decimal_mark() {
        let group = |digits: u32, separator: &str| {
            let (thousands, rest) = (digits / 1_000, digits % 1_000);
            match thousands {
                0 => rest.to_string(),
                _ => format!("{thousands}{separator}{rest:03}"),
            }
        };
        for whole in (0..100_000).step_by(37) {
            for cents in [0, 5, 29, 99] {
                let value: f64 = format!("{whole}.{cents:02}").parse().unwrap();
                let point = format!("{}.{cents:02}", group(whole, ","));
                let comma = format!("{},{cents:02}", group(whole, "."));
                assert_eq!(number(&point, DecimalMark::Point), Ok(value), "{point}");
                assert_eq!(number(&comma, DecimalMark::Comma), Ok(value), "{comma}");
                assert_eq!(
                    PossibleMark::of(&point),
                    PossibleMark::Only(DecimalMark::Point)
                );
                assert_eq!(
                    PossibleMark::of(&comma),
                    PossibleMark::Only(DecimalMark::Comma)
                );
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

    fn decide(cells: &[&str], separator: u8) -> Result<DecimalMark, String> {
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
        assert_eq!(decide(&["101", "1.234", "101,29"], b';'), comma);
        assert_eq!(decide(&["1,234", "101.29"], b';'), point);
        assert_eq!(decide(&["1.234.567"], b';'), comma);
        assert_eq!(
            decide(&["0,123"], b';'),
            comma,
            "a number with thousands does not start with 0"
        );
        assert_eq!(
            decide(&["1,234"], b','),
            point,
            "a comma between thousands in a quoted cell"
        );
        assert_eq!(decide(&["101", "7"], b';'), point);
    }

    #[test]
    fn an_ambiguous_decimal_mark_is_rejected() {
        for cell in ["1,234", "1.234"] {
            let error = decide(&["7", cell], b';').unwrap_err();
            assert!(
                error.starts_with(&format!("line 3: '{cell}' could be 1234 or 1.234, ")),
                "{error}"
            );
            assert!(error.contains("--decimal comma"), "{error}");
        }
        let mixed = decide(&["101,29", "101.29"], b';').unwrap_err();
        assert!(
            mixed
                .starts_with("line 3: '101.29' and '101,29' in line 2 use different decimal marks"),
            "{mixed}"
        );
    }
}

//! Which sign a file puts before the decimals, as its numbers show it.

use super::{
    error::{LineError, at},
    number::{DecimalMark, Written, is_group_mark},
    seen::Seen,
};

/// What a number's signs show of the decimal mark.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Signs {
    /// There are none.
    None,
    /// They can be read in one way only.
    Only(DecimalMark),
    /// `1.234` and `1,234`: one and a bit, or more than a thousand.
    Either,
}

impl Signs {
    fn of(cell: &str) -> Self {
        let bare = Written::of(cell).digits;
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
            // What stands behind other signs between thousands is the decimal mark.
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

/// What the numbers of a file show of its decimal mark.
#[derive(Debug, Default)]
pub(super) struct DecimalEvidence {
    point: Option<Seen>,
    comma: Option<Seen>,
    either: Option<Seen>,
    /// What cells beside the prices show, such as changes in percent.
    aside: Option<DecimalMark>,
}

impl DecimalEvidence {
    /// Looks at one number.
    pub(super) fn observe(&mut self, line: u64, cell: &str) {
        let seen = match Signs::of(cell) {
            Signs::None => return,
            Signs::Only(DecimalMark::Point) => &mut self.point,
            Signs::Only(DecimalMark::Comma) => &mut self.comma,
            Signs::Either => &mut self.either,
        };
        seen.get_or_insert_with(|| Seen::new(line, cell));
    }

    /// Looks at a change in percent: it says how the prices beside it are written where those do not.
    pub(super) fn observe_percent(&mut self, cell: &str) {
        if let Some(number) = cell.strip_suffix('%')
            && let Signs::Only(mark) = Signs::of(number)
        {
            self.aside.get_or_insert(mark);
        }
    }

    /// The decimal mark of the file, unless it is written in two ways or might be read in two.
    /// Between commas a decimal comma is too rare to ask about.
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
                        "'{}' and '{}' in line {} do not have the same decimal mark; say --decimal point or --decimal comma",
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
                        "'{}' may be {digits} or {fraction}, and no other line settles it; say --decimal point or --decimal comma",
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

    /// Every price from 0.001 to 99,999.99 in steps, written in both ways, comes back as it was.
    #[test]
    fn a_number_written_in_either_way_comes_back_as_it_was() {
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
    fn a_change_in_percent_settles_prices_of_three_decimals() {
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
    fn one_number_that_can_be_read_in_one_way_only_settles_the_file() {
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
    fn a_number_that_may_be_a_thousand_times_another_is_refused() {
        for cell in ["1,234", "1.234"] {
            let refused = decided(&["7", cell], b';').unwrap_err();
            assert!(
                refused.starts_with(&format!("line 3: '{cell}' may be 1234 or 1.234, ")),
                "{refused}"
            );
            assert!(refused.contains("--decimal comma"), "{refused}");
        }
        let mixed = decided(&["101,29", "101.29"], b';').unwrap_err();
        assert!(
            mixed.starts_with("line 3: '101.29' and '101,29' in line 2 do not have"),
            "{mixed}"
        );
    }
}

//! Numbers as people write them, and which sign a file puts before the decimals.

use std::borrow::Cow;

use super::{
    error::{LineError, at},
    money::Money,
    seen::Seen,
};

/// The sign before the decimals.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecimalMark {
    /// `1,234.5`
    Point,
    /// `1.234,5`
    Comma,
}

impl DecimalMark {
    /// Reads `point` or `comma`.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        match word {
            "point" => Some(Self::Point),
            "comma" => Some(Self::Comma),
            _ => None,
        }
    }
}

/// How files say that there is no value.
const NOTHING: [&str; 22] = [
    "", "null", "nan", "n/a", "na", "none", "-", "--", "–", "—", "−", "#n/a", "#n/a n/a", "n.a.",
    "k.a.", "n.v.", "n/d", "n.d.", "nd", "<na>", "nil", ".",
];

/// Whether the cell is one of the ways to say nothing.
pub(super) fn is_nothing(cell: &str) -> bool {
    NOTHING.iter().any(|word| cell.eq_ignore_ascii_case(word))
}

/// A number, such as `187.15`, `1,469.25`, `$12`, `3.5M`, `(37.63)` or `1e6`, or with a decimal comma `1.469,25`.
/// Thousands may also stand apart by spaces or apostrophes, or as in India: `1,02,34,567`.
/// Reasons complete the sentence 'the close …'.
pub(super) fn number(cell: &str, mark: DecimalMark) -> Result<f64, String> {
    let wrong = || format!("'{cell}' is not a number");
    let Written {
        digits,
        factor,
        is_negative,
        ..
    } = Written::of(cell);
    let digits = without_thousands(digits, mark).ok_or_else(|| {
        let way = match mark {
            DecimalMark::Point => "a decimal point and commas between thousands",
            DecimalMark::Comma => "a decimal comma and points between thousands",
        };
        format!("'{cell}' is not a number with {way}")
    })?;
    if digits.starts_with(['-', '+']) {
        return Err(wrong());
    }
    let value: f64 = digits.parse().map_err(|_| wrong())?;
    // '1e999' parses to infinity, and 'inf' is a word Rust knows.
    if value.is_finite() {
        let value = value * factor;
        Ok(if is_negative { -value } else { value })
    } else {
        Err(format!("'{cell}' is not a finite number"))
    }
}

/// The currency that a cell names beside its number.
pub(super) fn money_of(cell: &str) -> Option<Money> {
    Written::of(cell).money
}

/// A number without what stands around its digits.
struct Written<'a> {
    digits: &'a str,
    factor: f64,
    is_negative: bool,
    money: Option<Money>,
}

impl<'a> Written<'a> {
    fn of(cell: &'a str) -> Self {
        let mut written = Self {
            digits: cell.trim(),
            factor: 1.0,
            is_negative: false,
            money: None,
        };
        // A sign may stand within parentheses or around them, and a minus before it or behind.
        for _ in 0..3 {
            written.take_sign();
            if written.money.is_none() {
                (written.money, written.digits) = Money::strip(written.digits);
            }
        }
        (written.digits, written.factor) = without_suffix(written.digits);
        written
    }

    fn take_sign(&mut self) {
        const MINUS: [char; 3] = ['-', '\u{2212}', '–'];
        let text = self.digits;
        let inner = text
            .strip_prefix('(')
            .and_then(|text| text.strip_suffix(')'));
        let is_exponent = |rest: &str| rest.ends_with(['e', 'E']);
        let bare = inner
            .or_else(|| text.strip_prefix(MINUS))
            .or_else(|| text.strip_suffix(MINUS).filter(|rest| !is_exponent(rest)));
        if let Some(bare) = bare
            && !self.is_negative
        {
            self.is_negative = true;
            self.digits = bare.trim();
        } else if let Some(bare) = text.strip_prefix('+') {
            self.digits = bare.trim();
        }
    }
}

/// `8.5M` → `8.5` and a million.
fn without_suffix(bare: &str) -> (&str, f64) {
    const SUFFIXES: [(&str, f64); 16] = [
        ("Tsd.", 1e3),
        ("Tsd", 1e3),
        ("Mio.", 1e6),
        ("Mio", 1e6),
        ("Mln", 1e6),
        ("mln", 1e6),
        ("Mrd.", 1e9),
        ("Mrd", 1e9),
        ("Bn", 1e9),
        ("bn", 1e9),
        ("K", 1e3),
        ("k", 1e3),
        ("M", 1e6),
        ("m", 1e6),
        ("B", 1e9),
        ("b", 1e9),
    ];
    for (suffix, factor) in SUFFIXES {
        if let Some(bare) = bare.strip_suffix(suffix) {
            return (bare.trim_end(), factor);
        }
    }
    (bare, 1.0)
}

/// Signs between thousands whatever the decimal mark: spaces of every width, and apostrophes.
fn is_group_mark(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\'' | '\u{2019}' | '\u{2018}' | '\u{b4}' | '`')
}

/// The number with a decimal point and nothing between thousands; `None` when the signs between
/// thousands stand anywhere but before groups of three digits (or, in India, of two and a last of three).
fn without_thousands(text: &str, mark: DecimalMark) -> Option<Cow<'_, str>> {
    let (thousands, decimal) = match mark {
        DecimalMark::Point => (',', '.'),
        DecimalMark::Comma => ('.', ','),
    };
    let is_group = |c: char| c == thousands || is_group_mark(c);
    let (whole, fraction) = text
        .split_once(decimal)
        .map_or((text, None), |(whole, fraction)| (whole, Some(fraction)));
    if fraction.is_some_and(|fraction| fraction.contains(is_group)) {
        return None;
    }
    let mut marks = whole.chars().filter(|c| is_group(*c));
    let Some(first_mark) = marks.next() else {
        return Some(match (mark, fraction) {
            (DecimalMark::Comma, Some(fraction)) => format!("{whole}.{fraction}").into(),
            _ => text.into(),
        });
    };
    if marks.any(|mark| mark != first_mark) {
        return None;
    }
    let groups: Vec<&str> = whole.split(first_mark).collect();
    let [first, middle @ .., last] = &groups[..] else {
        return None;
    };
    let has = |group: &str, count: usize| {
        group.len() == count && group.bytes().all(|byte| byte.is_ascii_digit())
    };
    let begins = |most: usize| (1..=most).any(|count| has(first, count));
    let western = begins(3) && middle.iter().all(|group| has(group, 3));
    let indian = first_mark == ','
        && begins(2)
        && !middle.is_empty()
        && middle.iter().all(|group| has(group, 2));
    if !has(last, 3) || !(western || indian) {
        return None;
    }
    let whole = groups.concat();
    Some(match fraction {
        Some(fraction) => format!("{whole}.{fraction}").into(),
        None => whole.into(),
    })
}

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

    /// The decimal mark of the file, unless it is written in two ways or might be read in two.
    /// Between commas a decimal comma is too rare to ask about.
    pub(super) fn decide(self, is_comma_separated: bool) -> Result<DecimalMark, LineError> {
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
    use super::*;

    #[test]
    fn numbers_are_read_as_people_write_them() {
        for (cell, value) in [
            ("187.15", 187.15),
            ("1469.250000", 1469.25),
            ("1,469.25", 1469.25),
            ("12,345,678", 12_345_678.0),
            ("$187.15", 187.15),
            ("187.15 €", 187.15),
            ("8.5M", 8_500_000.0),
            ("2K", 2_000.0),
            ("1.2B", 1.2e9),
            ("1.5e3", 1_500.0),
            ("1.2345e-6", 0.000_001_234_5),
            ("-3", -3.0),
            ("(37.63)", -37.63),
            ("$(37.63)", -37.63),
            ("-$37.63", -37.63),
            ("$-37.63", -37.63),
            ("\u{2212}37.63", -37.63),
            ("37.63-", -37.63),
            ("+2.5", 2.5),
            ("1,02,34,567", 10_234_567.0),
            ("98,76,543.25", 9_876_543.25),
            ("1 234.50", 1_234.5),
            ("1\u{a0}234.50", 1_234.5),
            ("1\u{202f}234\u{202f}567.50", 1_234_567.5),
            ("1'234.50", 1_234.5),
            ("1\u{2019}234.50", 1_234.5),
            ("1.2 Mio.", 1_200_000.0),
        ] {
            assert_eq!(number(cell, DecimalMark::Point), Ok(value), "{cell}");
        }
        for (cell, value) in [
            ("101,29", 101.29),
            ("1.101,29", 1_101.29),
            ("12.345.678", 12_345_678.0),
            ("1,23M", 1_230_000.0),
            ("101", 101.0),
            ("1\u{202f}234,50", 1_234.5),
            ("1 234,50 €", 1_234.5),
            ("1'234,50", 1_234.5),
        ] {
            assert_eq!(number(cell, DecimalMark::Comma), Ok(value), "{cell}");
        }
        for cell in [
            "12,34",
            "1,2345",
            "inf",
            "1e999",
            "12 34",
            "abc",
            ",5",
            "1.2.3",
            "$",
            "1,2,345",
            "1 234,567",
            "12,34,56",
            "1 23 456",
            "--3",
            "",
        ] {
            assert!(number(cell, DecimalMark::Point).is_err(), "{cell}");
        }
        for cell in ["12.34", "1.101.29", "1,2,3", "1.234.5"] {
            assert!(number(cell, DecimalMark::Comma).is_err(), "{cell}");
        }
    }

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

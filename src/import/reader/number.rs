//! Parsing of numbers in the formats of people and spreadsheets.

use std::borrow::Cow;

use super::money::Money;

/// The decimal mark of numbers in a file.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum DecimalMark {
    /// `1,234.5`
    Point,
    /// `1.234,5`
    Comma,
}

impl DecimalMark {
    /// Parses `point` or `comma`.
    pub(crate) fn parse(word: &str) -> Option<Self> {
        match word {
            "point" => Some(Self::Point),
            "comma" => Some(Self::Comma),
            _ => None,
        }
    }
}

/// Texts that stand for a missing value.
const EMPTY_CELLS: [&str; 24] = [
    "", "null", "nan", "n/a", "na", "none", "-", "--", "–", "—", "−", "―", "ー", "#n/a",
    "#n/a n/a", "n.a.", "k.a.", "n.v.", "n/d", "n.d.", "nd", "<na>", "nil", ".",
];

/// Returns true if the cell stands for a missing value.
pub(in crate::import) fn is_empty_cell(cell: &str) -> bool {
    let is_number = cell.starts_with(|c: char| c.is_ascii_digit());
    !is_number
        && EMPTY_CELLS
            .iter()
            .any(|word| cell.eq_ignore_ascii_case(word))
}

/// Parses a number such as `187.15`, `1,469.25`, `$12`, `3.5M`, `(37.63)` or `1e6`, or with a
/// decimal comma `1.469,25`. Spaces or apostrophes may separate thousands, and Indian grouping such
/// as `1,02,34,567` is accepted. An error message can follow the name of a column, as in 'the close
/// … is not a number'.
pub(in crate::import) fn number(cell: &str, mark: DecimalMark) -> Result<f64, String> {
    let error = || format!("'{cell}' is not a number");
    let NumberParts {
        digits,
        factor,
        is_negative,
        ..
    } = NumberParts::of(cell);
    let digits = without_thousands(digits, mark).ok_or_else(|| {
        let format = match mark {
            DecimalMark::Point => "a decimal point and commas between thousands",
            DecimalMark::Comma => "a decimal comma and points between thousands",
        };
        format!("'{cell}' is not a number with {format}")
    })?;
    if digits.starts_with(['-', '+']) {
        return Err(error());
    }
    let value: f64 = digits.parse().map_err(|_| error())?;
    // Rust parses '1e999' and 'inf' as infinity.
    if value.is_finite() {
        let value = value * factor;
        Ok(if is_negative { -value } else { value })
    } else {
        Err(format!("'{cell}' is not a finite number"))
    }
}

/// Returns the currency in a number cell, if any.
pub(in crate::import) fn money_of(cell: &str) -> Option<Money> {
    NumberParts::of(cell).money
}

/// The parts of a number cell: digits, sign, factor of a suffix such as `M`, and currency.
pub(super) struct NumberParts<'a> {
    pub(super) digits: &'a str,
    factor: f64,
    is_negative: bool,
    money: Option<Money>,
}

impl<'a> NumberParts<'a> {
    pub(super) fn of(cell: &'a str) -> Self {
        let mut parts = Self {
            digits: cell.trim(),
            factor: 1.0,
            is_negative: false,
            money: None,
        };
        // Fast path: a cell that starts and ends with a digit has no sign or currency. This is true
        // for nearly all cells of a large file.
        if is_bare(parts.digits) {
            return parts;
        }
        // A currency sign may be inside or outside of parentheses, and a minus sign may come before
        // or after it.
        for _ in 0..3 {
            parts.strip_sign();
            if parts.money.is_none() {
                (parts.money, parts.digits) = Money::strip(parts.digits);
            }
        }
        (parts.digits, parts.factor) = without_suffix(parts.digits);
        parts
    }

    fn strip_sign(&mut self) {
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

/// Returns true if a cell starts and ends with a digit.
fn is_bare(cell: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    cell.starts_with(is_digit) && cell.ends_with(is_digit)
}

/// Splits off a suffix and returns its factor: `8.5M` → `8.5` and 1,000,000.
fn without_suffix(bare: &str) -> (&str, f64) {
    const SUFFIXES: [(&str, f64); 25] = [
        ("Tsd.", 1e3),
        ("Tsd", 1e3),
        ("Mio.", 1e6),
        ("Mio", 1e6),
        ("Mln", 1e6),
        ("mln", 1e6),
        ("Mrd.", 1e9),
        ("Mrd", 1e9),
        ("Mil", 1e6),
        ("Mds", 1e9),
        ("Md", 1e9),
        ("Bn", 1e9),
        ("bn", 1e9),
        // The crore of India, and the units of China and Japan.
        ("Cr", 1e7),
        ("万", 1e4),
        ("千", 1e3),
        ("億", 1e8),
        ("亿", 1e8),
        ("T", 1e12),
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

/// Returns true for characters that separate thousands with either decimal mark, which are white
/// space and apostrophes.
pub(super) fn is_thousands_separator(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\'' | '\u{2019}' | '\u{2018}' | '\u{b4}' | '`')
}

/// Returns the number with a decimal point and without thousands separators. Returns `None` unless
/// all groups have three digits or, with Indian grouping, two digits and the last group three.
fn without_thousands(text: &str, mark: DecimalMark) -> Option<Cow<'_, str>> {
    let (thousands, decimal) = match mark {
        DecimalMark::Point => (',', '.'),
        DecimalMark::Comma => ('.', ','),
    };
    let is_group = |c: char| c == thousands || is_thousands_separator(c);
    let (whole, fraction) = text
        .split_once(decimal)
        .map_or((text, None), |(whole, fraction)| (whole, Some(fraction)));
    if fraction.is_some_and(|fraction| fraction.contains(is_group)) {
        return None;
    }
    let mut separators = whole.chars().filter(|c| is_group(*c));
    let Some(separator) = separators.next() else {
        return Some(match (mark, fraction) {
            (DecimalMark::Comma, Some(fraction)) => format!("{whole}.{fraction}").into(),
            _ => text.into(),
        });
    };
    if separators.any(|other| other != separator) {
        return None;
    }
    let groups: Vec<&str> = whole.split(separator).collect();
    let [first, middle @ .., last] = &groups[..] else {
        return None;
    };
    let has = |group: &str, count: usize| {
        group.len() == count && group.bytes().all(|byte| byte.is_ascii_digit())
    };
    let first_group_has_at_most = |max: usize| (1..=max).any(|count| has(first, count));
    let is_western = first_group_has_at_most(3) && middle.iter().all(|group| has(group, 3));
    let is_indian = separator == ','
        && first_group_has_at_most(2)
        && !middle.is_empty()
        && middle.iter().all(|group| has(group, 2));
    if !has(last, 3) || !(is_western || is_indian) {
        return None;
    }
    let whole = groups.concat();
    Some(match fraction {
        Some(fraction) => format!("{whole}.{fraction}").into(),
        None => whole.into(),
    })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn common_number_forms_are_parsed() {
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
            ("1.5T", 1.5e12),
            ("12.5万", 125_000.0),
            ("3.2億", 3.2e8),
            ("2.5 Cr", 2.5e7),
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
}

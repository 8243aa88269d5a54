//! Parses numbers as people write them.

use std::borrow::Cow;

use super::money::Money;

/// Decimal mark.
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

/// Texts for a missing value.
const EMPTY_CELLS: [&str; 24] = [
    "", "null", "nan", "n/a", "na", "none", "-", "--", "–", "—", "−", "―", "ー", "#n/a",
    "#n/a n/a", "n.a.", "k.a.", "n.v.", "n/d", "n.d.", "nd", "<na>", "nil", ".",
];

/// Returns true if the cell stands for a missing value.
pub(super) fn is_empty_cell(cell: &str) -> bool {
    let is_number = cell.starts_with(|c: char| c.is_ascii_digit());
    !is_number
        && EMPTY_CELLS
            .iter()
            .any(|word| cell.eq_ignore_ascii_case(word))
}

/// Parses a number such as `187.15`, `1,469.25`, `$12`, `3.5M`, `(37.63)` or `1e6`, or with a decimal comma `1.469,25`.
/// Spaces or apostrophes may separate thousands, and Indian grouping is accepted: `1,02,34,567`. Errors complete the
/// sentence 'the close …'.
pub(super) fn number(cell: &str, mark: DecimalMark) -> Result<f64, String> {
    let wrong = || format!("'{cell}' is not a number");
    let NumberParts {
        digits,
        factor,
        is_negative,
        ..
    } = NumberParts::of(cell);
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
    // '1e999' parses to infinity, and Rust accepts 'inf'.
    if value.is_finite() {
        let value = value * factor;
        Ok(if is_negative { -value } else { value })
    } else {
        Err(format!("'{cell}' is not a finite number"))
    }
}

/// Returns the currency in a cell next to its number.
pub(super) fn money_of(cell: &str) -> Option<Money> {
    NumberParts::of(cell).money
}

/// A number cell, split into digits, sign, suffix and currency.
pub(super) struct NumberParts<'a> {
    pub(super) digits: &'a str,
    factor: f64,
    is_negative: bool,
    money: Option<Money>,
}

impl<'a> NumberParts<'a> {
    pub(super) fn of(cell: &'a str) -> Self {
        let mut written = Self {
            digits: cell.trim(),
            factor: 1.0,
            is_negative: false,
            money: None,
        };
        // Fast path: a cell that starts and ends with a digit has no sign or currency. In files of a million lines
        // nearly every cell is like that.
        if is_bare(written.digits) {
            return written;
        }
        // A currency sign may be inside or outside of parentheses, and a minus before or after it.
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

/// Returns true if a cell starts and ends with a digit.
fn is_bare(cell: &str) -> bool {
    let is_digit = |c: char| c.is_ascii_digit();
    cell.starts_with(is_digit) && cell.ends_with(is_digit)
}

/// Splits off a suffix: `8.5M` → `8.5` and a million.
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
        // India's crore, and the ten thousands and hundred millions of China and Japan.
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

/// Returns true for separators of thousands with either decimal mark: white space and apostrophes.
pub(super) fn is_group_mark(c: char) -> bool {
    c.is_whitespace() || matches!(c, '\'' | '\u{2019}' | '\u{2018}' | '\u{b4}' | '`')
}

/// Returns the number with a decimal point and no separators. Returns `None` if separators are not before groups of
/// three digits (in India, of two and a last of three).
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

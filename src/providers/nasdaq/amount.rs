//! Parses amounts per share as Nasdaq writes them.

/// The maximum plausible amount per share in US dollars. The most expensive share earns about ten thousand per quarter.
const MAX_AMOUNT: f64 = 100_000.0;

/// Parses an amount such as `$1,234.50`, or a loss such as `($0.12)`, `$(0.12)` or `-$0.12`; `None` for other texts.
pub(super) fn parse_amount(text: &str) -> Option<f64> {
    let mut rest = text.trim();
    let (mut is_loss, mut has_dollar_sign) = (false, false);
    loop {
        let bare = if let Some(bare) = rest.strip_prefix('$').filter(|_| !has_dollar_sign) {
            has_dollar_sign = true;
            bare
        } else if let Some(bare) = rest.strip_prefix(['-', '\u{2212}']).filter(|_| !is_loss) {
            is_loss = true;
            bare
        } else if let Some(inside) = rest.strip_prefix('(').filter(|_| !is_loss) {
            is_loss = true;
            inside.strip_suffix(')')?
        } else {
            break;
        };
        rest = bare.trim();
    }
    let absolute: f64 = without_commas(rest)?.parse().ok()?;
    (absolute <= MAX_AMOUNT).then_some(if is_loss && absolute > 0.0 {
        -absolute
    } else {
        absolute
    })
}

/// Parses a price above zero, such as `$231.42`, `1,234.5` or `$742,000`. Prices of some shares exceed [`MAX_AMOUNT`].
pub(super) fn parse_price(text: &str) -> Option<f64> {
    let price = parse_amount(text).or_else(|| parse_count(text.trim().trim_start_matches('$')))?;
    (price > 0.0).then_some(price)
}

/// Parses a number of units or a sum of money, such as `58,414,460` or `3480000000000.00`.
pub(super) fn parse_count(text: &str) -> Option<f64> {
    let plain = text.trim().trim_start_matches('$').replace(',', "");
    let is_number = plain
        .bytes()
        .all(|byte| byte.is_ascii_digit() || byte == b'.');
    let count = plain.parse::<f64>().ok().filter(|_| is_number)?;
    count.is_finite().then_some(count)
}

/// Removes commas between thousands; `None` if the rest is not digits with an optional decimal point.
fn without_commas(text: &str) -> Option<String> {
    let (whole, cents) = text.split_once('.').unwrap_or((text, ""));
    let is_digits = |text: &str| text.bytes().all(|byte| byte.is_ascii_digit());
    let mut groups = whole.split(',');
    let first = groups.next()?;
    let has_commas = whole.contains(',');
    let is_valid_whole = if has_commas {
        (1..=3).contains(&first.len())
            && is_digits(first)
            && groups.all(|group| group.len() == 3 && is_digits(group))
    } else {
        is_digits(first)
    };
    let has_digits = !(whole.is_empty() && cents.is_empty());
    (is_valid_whole && is_digits(cents) && has_digits).then(|| text.replace(',', ""))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn negative_amounts_are_read_in_each_form() {
        for loss in [
            "($0.50)",
            "$(0.50)",
            "-$0.50",
            "$-0.50",
            "-0.50",
            "(0.50)",
            "\u{2212}$0.50",
            "$ (0.50)",
        ] {
            assert_eq!(parse_amount(loss), Some(-0.5), "{loss}");
        }
    }

    #[test]
    fn commas_are_allowed_only_between_thousands() {
        assert_eq!(parse_amount("$1,234.50"), Some(1_234.5));
        assert_eq!(parse_amount("$12,345"), Some(12_345.0));
        assert_eq!(parse_amount("2.01"), Some(2.01));
        assert_eq!(parse_amount(".5"), Some(0.5));
        for invalid in ["1,5", "1,23,456", "1.234,50", ",500", "1,2345", "12,"] {
            assert_eq!(parse_amount(invalid), None, "{invalid}");
        }
    }

    #[test]
    fn implausible_or_invalid_amounts_are_unknown() {
        for invalid in [
            "999,999,999",
            "$1e9",
            "1e300",
            "N/A",
            "",
            "$",
            "()",
            "--",
            "- -1",
            "$$1",
            "inf",
            "NaN",
            "0x1",
            "(0.50",
            "0.50)",
            "1 2",
        ] {
            assert_eq!(parse_amount(invalid), None, "{invalid}");
        }
        assert_eq!(parse_amount("$0.00"), Some(0.0));
        assert!(parse_amount("($0.00)").is_some_and(f64::is_sign_positive));
    }
}

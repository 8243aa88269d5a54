//! Counts in arguments, and rounded and cut figures in answers.

use crate::web::http::error::{ApiError, Result};

/// Returns an optional count, or an error if it is out of range.
pub(super) fn count(
    value: Option<u32>,
    name: &str,
    (min, max, default): (u32, u32, u32),
) -> Result<u32> {
    let value = value.unwrap_or(default);
    if (min..=max).contains(&value) {
        return Ok(value);
    }
    Err(ApiError::bad_request(format!(
        "Invalid {name} {value}; expected {min} to {max}."
    )))
}

/// Rounds a percentage or an amount to two decimal places; never returns a negative zero.
pub(super) fn round(value: f64) -> f64 {
    (value * 100.0).round() / 100.0 + 0.0
}

/// Keeps the first `max` items and returns the number of the others.
pub(super) fn truncate<T>(items: &mut Vec<T>, max: usize) -> usize {
    let more = items.len().saturating_sub(max);
    items.truncate(max);
    more
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn counts_out_of_range_are_refused_with_the_range() {
        let range = (1, 50, 20);
        assert_eq!(count(None, "limit", range).unwrap(), 20);
        assert_eq!(count(Some(50), "limit", range).unwrap(), 50);
        for wrong in [0, 51] {
            let error = count(Some(wrong), "limit", range).unwrap_err();
            assert!(
                error.message.ends_with("expected 1 to 50."),
                "{}",
                error.message
            );
        }
    }

    #[test]
    fn amounts_are_rounded_and_never_a_negative_zero() {
        assert!((round(1.005_1) - 1.01).abs() < 1e-9);
        assert!(round(-0.001).is_sign_positive());
    }
}

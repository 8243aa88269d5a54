//! The `Retry-After` header (RFC 9110, section 10.2.3), which contains seconds or a date.

use std::time::Duration;

use jiff::fmt::rfc2822;

/// Returns the delay before a retry. A date is compared with the `Date` of the response (`date`),
/// so that the local clock does not matter.
pub(crate) fn retry_after(value: &str, date: Option<&str>) -> Option<Duration> {
    if let Ok(seconds) = value.trim().parse() {
        return Some(Duration::from_secs(seconds));
    }
    let parse = |text: &str| {
        rfc2822::DateTimeParser::new()
            .parse_timestamp(text.trim())
            .ok()
    };
    parse(value)?.duration_since(parse(date?)?).try_into().ok()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn seconds_and_dates_are_accepted() {
        let date = Some("Fri, 20 Nov 2026 10:00:00 GMT");
        assert_eq!(retry_after("60", None), Some(Duration::from_secs(60)));
        assert_eq!(
            retry_after("Fri, 20 Nov 2026 10:05:00 GMT", date),
            Some(Duration::from_secs(300))
        );
        assert_eq!(
            retry_after("Fri, 20 Nov 2026 09:05:00 GMT", date),
            None,
            "a date in the past is ignored"
        );
        assert_eq!(retry_after("soon", date), None);
    }
}

//! Holidays, short days and extra trading days that follow no rule. They are listed in `assets/exchange-days.txt`,
//! which is embedded and describes its format.

use std::{collections::HashMap, ops::RangeInclusive, sync::LazyLock};

use super::{civil, phase::time_of_day};

/// A day in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListedDay {
    /// Closed, with the name of the holiday.
    Closed(&'static str),
    /// Closes early, at this many seconds since local midnight.
    ClosesAt(i64),
    /// Open on a day that is usually closed.
    Open,
}

/// The listed days of an exchange.
#[derive(Debug, Default)]
struct ExchangeDays {
    /// Key: day number.
    days: HashMap<i64, ListedDay>,
    /// Years whose holidays are all listed.
    complete_years: Option<RangeInclusive<i64>>,
}

/// The list, by MIC (ISO 10383).
static LIST: LazyLock<HashMap<&'static str, ExchangeDays>> = LazyLock::new(|| {
    let text = include_str!("../../../assets/exchange-days.txt");
    let mut list: HashMap<&'static str, ExchangeDays> = HashMap::new();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    for (code, rest) in lines.filter_map(|line| line.split_once(' ')) {
        let Some((word, rest)) = rest.split_once(' ') else {
            continue;
        };
        let exchange_days = list.entry(code).or_default();
        if word == "complete" {
            exchange_days.complete_years = parse_years(rest);
        } else if let Ok(date) = word.parse() {
            let day = parse_day(rest);
            exchange_days.days.insert(civil::day_number(date), day);
        }
    }
    list
});

/// Parses `until 12:30`, `open` or the name of a holiday.
fn parse_day(text: &'static str) -> ListedDay {
    let close = text.strip_prefix("until ").and_then(|time| {
        let (hour, minute) = time.split_once(':')?;
        Some(time_of_day(hour.parse().ok()?, minute.parse().ok()?))
    });
    match (close, text) {
        (Some(second), _) => ListedDay::ClosesAt(second),
        (None, "open") => ListedDay::Open,
        (None, name) => ListedDay::Closed(name),
    }
}

/// Parses `2024-2026` or `2024`.
fn parse_years(text: &str) -> Option<RangeInclusive<i64>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some(first.parse().ok()?..=last.parse().ok()?)
}

/// Returns the listed day of the exchange with the MIC `code`.
pub(super) fn find(code: &str, day: i64) -> Option<ListedDay> {
    LIST.get(code)?.days.get(&day).copied()
}

/// Returns true if the list contains all holidays of the exchange with the MIC `code` in a year.
pub(super) fn is_complete(code: &str, year: i64) -> bool {
    let complete_years = LIST
        .get(code)
        .and_then(|exchange_days| exchange_days.complete_years.as_ref());
    complete_years.is_some_and(|years| years.contains(&year))
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn every_line_of_the_list_is_valid() {
        let text = include_str!("../../../assets/exchange-days.txt");
        let lines = text
            .lines()
            .filter(|line| !line.starts_with('#') && !line.is_empty());
        let mut day_count = 0;
        for line in lines {
            let words: Vec<&str> = line.splitn(3, ' ').collect();
            let [code, word, rest] = words[..] else {
                panic!("{line}");
            };
            if word == "complete" {
                let years = parse_years(rest).unwrap_or_else(|| panic!("{line}"));
                assert!(is_complete(code, *years.end()), "{line}");
                continue;
            }
            let date: jiff::civil::Date = word.parse().unwrap_or_else(|_| panic!("{line}"));
            let listed = find(code, civil::day_number(date)).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(listed, parse_day(rest), "duplicate day: {line}");
            let is_early_close = matches!(listed, ListedDay::ClosesAt(_));
            assert_eq!(rest.starts_with("until "), is_early_close, "{line}");
            day_count += 1;
        }
        assert!(day_count > 500, "{day_count}");
    }
}

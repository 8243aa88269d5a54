//! Holidays, short days and extra trading days that follow no rule: the embedded list `assets/exchange-days.txt`,
//! which explains its format.

use std::{collections::HashMap, ops::RangeInclusive, sync::LazyLock};

use super::{civil, phase::clock};

/// Entry for a day in the list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum ListedDay {
    /// Closed, with the name of the holiday.
    Closed(&'static str),
    /// Closes at this second of the local day.
    Until(i64),
    /// Open on a day that is usually closed.
    Open,
}

#[derive(Debug, Default)]
struct Days {
    days: HashMap<i64, ListedDay>,
    complete: Option<RangeInclusive<i64>>,
}

static LIST: LazyLock<HashMap<&'static str, Days>> = LazyLock::new(|| {
    let text = include_str!("../../../assets/exchange-days.txt");
    let mut list: HashMap<&'static str, Days> = HashMap::new();
    let lines = text.lines().filter(|line| !line.starts_with('#'));
    for (code, rest) in lines.filter_map(|line| line.split_once(' ')) {
        let Some((word, rest)) = rest.split_once(' ') else {
            continue;
        };
        let of_exchange = list.entry(code).or_default();
        if word == "complete" {
            of_exchange.complete = years(rest);
        } else if let Ok(date) = word.parse() {
            let day = entry(rest);
            of_exchange.days.insert(civil::number(date), day);
        }
    }
    list
});

fn entry(text: &'static str) -> ListedDay {
    let time = text.strip_prefix("until ").and_then(|time| {
        let (hour, minute) = time.split_once(':')?;
        Some(clock(hour.parse().ok()?, minute.parse().ok()?))
    });
    match (time, text) {
        (Some(second), _) => ListedDay::Until(second),
        (None, "open") => ListedDay::Open,
        (None, reason) => ListedDay::Closed(reason),
    }
}

/// Parses `2024-2026` or `2024`.
fn years(text: &str) -> Option<RangeInclusive<i64>> {
    let (first, last) = text.split_once('-').unwrap_or((text, text));
    Some(first.parse().ok()?..=last.parse().ok()?)
}

/// Returns the entry for a day of the exchange with this MIC (ISO 10383).
pub(super) fn of(code: &str, day: i64) -> Option<ListedDay> {
    LIST.get(code)?.days.get(&day).copied()
}

/// Returns true if the list contains all holidays of a year.
pub(super) fn is_complete(code: &str, year: i64) -> bool {
    let complete = LIST.get(code).and_then(|days| days.complete.as_ref());
    complete.is_some_and(|years| years.contains(&year))
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
        let mut days = 0;
        for line in lines {
            let words: Vec<&str> = line.splitn(3, ' ').collect();
            let [code, word, rest] = words[..] else {
                panic!("{line}");
            };
            if word == "complete" {
                let years = years(rest).unwrap_or_else(|| panic!("{line}"));
                assert!(is_complete(code, *years.end()), "{line}");
                continue;
            }
            let date: jiff::civil::Date = word.parse().unwrap_or_else(|_| panic!("{line}"));
            let listed = of(code, civil::number(date)).unwrap_or_else(|| panic!("{line}"));
            assert_eq!(listed, entry(rest), "{line} is there twice");
            assert!(rest.starts_with("until ") == matches!(listed, ListedDay::Until(_)));
            days += 1;
        }
        assert!(days > 500, "{days}");
    }
}

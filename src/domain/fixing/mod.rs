//! Fixings: the values that an authority publishes for a day or a month. The series are the euro foreign exchange reference rates
//! of the European Central Bank, the par yield curve of the US Treasury, and US statistics and the federal funds rate, which the
//! economic calendar shows.

pub mod curve;
pub(crate) mod rates;
mod schedule;

use std::{collections::BTreeMap, ops::RangeInclusive};

use jiff::civil::Date;
use serde::{Deserialize, Serialize};

/// The kind of values in a fixing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(rename_all = "snake_case")]
pub enum Series {
    /// Units of each currency per euro, by ISO 4217 code.
    EuroRates,
    /// Par yields of US Treasury securities in percent, by maturity (`1M`, `10Y`).
    TreasuryYields,
    /// Levels of US labor and price statistics, by the codes of [`super::economy::results`]. The date is the first day of the month
    /// that they cover.
    LaborStatistics,
    /// The target range of the federal funds rate (`LOW`, `HIGH`) and the effective rate (`EFFR`) in percent, by the day for which
    /// they are valid.
    FederalFunds,
}

impl Series {
    /// Returns the name in keys of the database.
    pub(crate) fn as_str(self) -> &'static str {
        match self {
            Self::EuroRates => "euro_rates",
            Self::TreasuryYields => "treasury_yields",
            Self::LaborStatistics => "labor_statistics",
            Self::FederalFunds => "federal_funds",
        }
    }

    /// Returns true if the values of a date are published at different times, so that a fixing may contain only some of them.
    fn is_published_in_parts(self) -> bool {
        matches!(self, Self::LaborStatistics | Self::FederalFunds)
    }

    /// Returns true if the economic calendar shows the series.
    pub(crate) fn is_economic(self) -> bool {
        matches!(self, Self::LaborStatistics | Self::FederalFunds)
    }
}

/// The code of a value: a currency or a maturity, one to four ASCII letters, digits or dots.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Hash, PartialOrd, Ord, Serialize, Deserialize)]
#[serde(try_from = "String", into = "String")]
pub struct FixingCode([u8; 4]);

impl FixingCode {
    /// Parses a code; `None` if it is empty, longer than four characters, or contains other characters.
    pub fn parse(text: &str) -> Option<Self> {
        let is_valid = |byte: u8| byte.is_ascii_alphanumeric() || byte == b'.';
        let mut bytes = [0; 4];
        bytes
            .get_mut(..text.len())?
            .copy_from_slice(text.as_bytes());
        (!text.is_empty() && text.bytes().all(is_valid)).then_some(Self(bytes))
    }

    /// Returns the code as text.
    pub fn as_str(&self) -> &str {
        let end = self.0.iter().position(|byte| *byte == 0);
        // Contains only ASCII.
        std::str::from_utf8(&self.0[..end.unwrap_or(self.0.len())]).unwrap_or_default()
    }
}

impl TryFrom<String> for FixingCode {
    type Error = String;

    fn try_from(text: String) -> Result<Self, Self::Error> {
        Self::parse(&text).ok_or_else(|| format!("invalid code '{text}'"))
    }
}

impl From<FixingCode> for String {
    fn from(code: FixingCode) -> Self {
        code.as_str().to_owned()
    }
}

/// The values of one day.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize)]
pub struct Fixing {
    /// The series of the values.
    pub series: Series,
    /// The day that the authority states.
    pub date: Date,
    /// The values, ascending by code, each once.
    pub values: Vec<(FixingCode, f64)>,
    /// Name of the provider; empty until `ingest` sets it.
    #[serde(default)]
    pub provider: String,
}

impl Fixing {
    /// Creates a fixing without a provider. Keeps the first value of each code, and no value that is not finite.
    pub fn new(
        series: Series,
        date: Date,
        values: impl IntoIterator<Item = (FixingCode, f64)>,
    ) -> Self {
        let mut values: Vec<_> = values
            .into_iter()
            .filter(|(_, value)| value.is_finite())
            .collect();
        values.sort_by_key(|(code, _)| *code);
        values.dedup_by_key(|(code, _)| *code);
        values.shrink_to_fit();
        Self {
            series,
            date,
            values,
            provider: String::new(),
        }
    }

    /// Returns the value of a code.
    pub fn value(&self, code: &str) -> Option<f64> {
        let code = FixingCode::parse(code)?;
        let found = self.values.binary_search_by_key(&code, |(each, _)| *each);
        found.ok().map(|at| self.values[at].1)
    }

    /// Returns the key of the record in the database: the name of the series and the number of days since 1970-01-01.
    pub(crate) fn key(&self) -> (String, i32) {
        let epoch = Date::constant(1970, 1, 1);
        let days = self.date.duration_since(epoch).as_hours() / 24;
        (self.series.as_str().to_owned(), days as i32)
    }
}

/// All known fixings, by series and date.
#[derive(Debug, Clone, Default, PartialEq)]
pub struct Fixings {
    euro_rates: BTreeMap<Date, Fixing>,
    treasury_yields: BTreeMap<Date, Fixing>,
    labor_statistics: BTreeMap<Date, Fixing>,
    federal_funds: BTreeMap<Date, Fixing>,
}

impl Fixings {
    /// Adds a fixing like [`Fixings::put`]. If the values of its series are published at different times, it keeps the known values
    /// of its date that the fixing lacks. Returns the resulting fixing if anything changed.
    pub fn merge(&mut self, mut fixing: Fixing) -> Option<Fixing> {
        let known = self.days(fixing.series).get(&fixing.date);
        if let Some(known) = known.filter(|_| fixing.series.is_published_in_parts()) {
            let values = fixing.values.iter().chain(&known.values).copied();
            fixing.values = Fixing::new(fixing.series, fixing.date, values).values;
        }
        self.put(fixing.clone()).then_some(fixing)
    }

    /// Adds a fixing, or replaces the one of its day. Returns false if it is empty or known already.
    pub fn put(&mut self, fixing: Fixing) -> bool {
        let days = self.days_mut(fixing.series);
        if fixing.values.is_empty() || days.get(&fixing.date) == Some(&fixing) {
            return false;
        }
        days.insert(fixing.date, fixing);
        true
    }

    /// Returns the newest fixing of a series.
    pub fn newest(&self, series: Series) -> Option<&Fixing> {
        self.days(series).values().next_back()
    }

    /// Returns the fixing that is valid on a day: the day's own, or the last one before.
    pub fn on(&self, series: Series, date: Date) -> Option<&Fixing> {
        let days = self.days(series).range(..=date);
        days.map(|(_, fixing)| fixing).next_back()
    }

    /// Returns the fixings of a range of days, ascending.
    pub fn within(
        &self,
        series: Series,
        range: RangeInclusive<Date>,
    ) -> impl DoubleEndedIterator<Item = &Fixing> {
        // `BTreeMap::range` panics if the range is reversed.
        let range = (!range.is_empty()).then_some(range);
        let days = range.map(|range| self.days(series).range(range));
        days.into_iter().flatten().map(|(_, fixing)| fixing)
    }

    /// Returns the days of the oldest and the newest fixing of a series.
    pub fn days_known(&self, series: Series) -> Option<(Date, Date)> {
        let days = self.days(series);
        Some((*days.first_key_value()?.0, *days.last_key_value()?.0))
    }

    /// Returns the number of days of a series.
    pub fn count(&self, series: Series) -> usize {
        self.days(series).len()
    }

    fn days(&self, series: Series) -> &BTreeMap<Date, Fixing> {
        match series {
            Series::EuroRates => &self.euro_rates,
            Series::TreasuryYields => &self.treasury_yields,
            Series::LaborStatistics => &self.labor_statistics,
            Series::FederalFunds => &self.federal_funds,
        }
    }

    fn days_mut(&mut self, series: Series) -> &mut BTreeMap<Date, Fixing> {
        match series {
            Series::EuroRates => &mut self.euro_rates,
            Series::TreasuryYields => &mut self.treasury_yields,
            Series::LaborStatistics => &mut self.labor_statistics,
            Series::FederalFunds => &mut self.federal_funds,
        }
    }
}

impl FromIterator<Fixing> for Fixings {
    fn from_iter<I: IntoIterator<Item = Fixing>>(fixings: I) -> Self {
        let mut all = Self::default();
        for fixing in fixings {
            all.put(fixing);
        }
        all
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn date(text: &str) -> Date {
        text.parse().unwrap()
    }

    fn fixing(day: &str, dollars: f64) -> Fixing {
        let code = FixingCode::parse("USD").unwrap();
        Fixing::new(Series::EuroRates, date(day), [(code, dollars)])
    }

    #[test]
    fn codes_are_one_to_four_letters_digits_or_dots() {
        for text in ["USD", "10Y", "1.5M", "A"] {
            assert_eq!(FixingCode::parse(text).unwrap().as_str(), text);
        }
        for text in ["", "EUROS", "U D", "€", "A\0"] {
            assert_eq!(FixingCode::parse(text), None, "{text}");
        }
    }

    #[test]
    fn a_day_without_a_fixing_has_the_one_before() {
        let all: Fixings = [fixing("2026-11-20", 1.25), fixing("2026-11-19", 1.2)]
            .into_iter()
            .collect();
        let dollars = |day| all.on(Series::EuroRates, date(day))?.value("USD");
        assert_eq!(dollars("2026-11-18"), None);
        assert_eq!(dollars("2026-11-19"), Some(1.2));
        assert_eq!(dollars("2026-11-22"), Some(1.25));
        assert_eq!(all.newest(Series::TreasuryYields), None);
        let reversed = date("2026-11-20")..=date("2026-11-19");
        assert_eq!(all.within(Series::EuroRates, reversed).count(), 0);
    }

    #[test]
    fn the_same_or_an_empty_fixing_changes_nothing() {
        let mut all = Fixings::default();
        assert!(all.put(fixing("2026-11-20", 1.25)));
        assert!(!all.put(fixing("2026-11-20", 1.25)));
        assert!(all.put(fixing("2026-11-20", 1.26)));
        assert!(!all.put(fixing("2026-11-21", f64::NAN)));
        assert_eq!(all.count(Series::EuroRates), 1);
    }

    #[test]
    fn statistics_of_a_month_are_merged_by_code() {
        let mut all = Fixings::default();
        let month = |values: &[(&str, f64)]| {
            let code = |(code, value): &(&str, f64)| (FixingCode::parse(code).unwrap(), *value);
            let values = values.iter().map(code);
            Fixing::new(Series::LaborStatistics, date("2026-10-01"), values)
        };
        assert!(all.merge(month(&[("UNEM", 4.1)])).is_some());
        let merged = all.merge(month(&[("CPIU", 320.5)])).unwrap();
        assert_eq!(merged, month(&[("UNEM", 4.1), ("CPIU", 320.5)]));
        let revised = all.merge(month(&[("UNEM", 4.2)])).unwrap();
        assert_eq!(revised.value("UNEM"), Some(4.2));
        assert_eq!(all.merge(month(&[("CPIU", 320.5)])), None);
        all.merge(fixing("2026-11-20", 1.25));
        let code = FixingCode::parse("JPY").unwrap();
        let other = Fixing::new(Series::EuroRates, date("2026-11-20"), [(code, 180.0)]);
        assert_eq!(
            all.merge(other.clone()),
            Some(other),
            "a fixing of a series that is published as a whole replaces the known one"
        );
    }

    #[test]
    fn a_fixing_survives_storage() {
        let stored = serde_json::to_string(&fixing("2026-11-20", 1.25)).unwrap();
        let read: Fixing = serde_json::from_str(&stored).unwrap();
        assert_eq!(read, fixing("2026-11-20", 1.25));
        assert_eq!(read.key(), ("euro_rates".to_owned(), 20_777));
    }
}

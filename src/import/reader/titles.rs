//! Matches the titles in the header of a file with columns.

use csv::StringRecord;

use super::{
    column::Column,
    column_names::names_of,
    money::Money,
    title::{normalize_title, split_unit},
};
use crate::domain::currency::Currency;

/// Words that show that a volume is in thousands or millions.
const MULTIPLES: [&str; 10] = [
    "000",
    "THOUSAND",
    "TSD",
    "MILLION",
    "MIO",
    "MLN",
    "พัน",
    "千",
    "万",
    "百万",
];

/// The titles of a file in three forms.
pub(super) struct Titles<'a> {
    pub(super) raw: Vec<&'a str>,
    pub(super) normalized: Vec<String>,
    /// Normalized titles without units.
    without_units: Vec<String>,
}

impl<'a> Titles<'a> {
    pub(super) fn of(header: &'a StringRecord) -> Self {
        let raw: Vec<&str> = header.iter().collect();
        let prefix = common_prefix(&raw);
        let raw: Vec<&str> = raw
            .into_iter()
            .map(|name| name.strip_prefix(prefix).unwrap_or(name))
            .collect();
        Self {
            normalized: raw.iter().map(|name| normalize_title(name)).collect(),
            without_units: raw
                .iter()
                .map(|name| normalize_title(split_unit(name).0))
                .collect(),
            raw,
        }
    }

    pub(super) fn find(&self, column: Column) -> Option<usize> {
        // Candles may have 't' for the open time and 'T' for the close time, so a title with the
        // same case is preferred.
        let find_in = |names: &[String]| {
            names_of(column).find_map(|known| {
                let matching = (0..names.len()).filter(|index| names[*index] == known);
                matching.min_by_key(|index| self.raw[*index] != known)
            })
        };
        let found = find_in(&self.normalized);
        // Titles of volumes with units are handled by `volume_in_pieces`.
        if found.is_some() || column == Column::Volume {
            return found;
        }
        let index = find_in(&self.without_units)?;
        // A title that consists only of brackets does not count as an empty title.
        (!self.without_units[index].is_empty()).then_some(index)
    }

    /// Finds a volume whose title has a unit that means pieces or coins, and not money, thousands
    /// or millions.
    pub(super) fn volume_in_pieces(&self) -> Option<usize> {
        let volumes = (0..self.raw.len()).filter(|index| {
            let name = self.without_units[*index].as_str();
            names_of(Column::Volume).any(|known| known == name) || name == "umsatz"
        });
        let has_other_unit = |index: &usize| {
            let unit = split_unit(self.raw[*index]).1.unwrap_or_default();
            let upper = unit.trim().to_uppercase();
            let coins = ["USDT", "USDC", "BUSD", "FDUSD", "EURO"];
            coins.contains(&upper.as_str())
                || MULTIPLES.iter().any(|word| upper.contains(word))
                || upper.contains(['€', '$', '£'])
                || Currency::in_use(&upper).is_some()
        };
        let mut volumes = volumes.filter(|index| !has_other_unit(index));
        let first = volumes.next()?;
        // 'Umsatz' without a unit may be an amount of money.
        let is_plain_turnover = self.normalized[first] == "umsatz";
        (!is_plain_turnover).then_some(first)
    }

    /// Returns the currency that the titles of the price columns name.
    pub(super) fn money(
        &self,
        prices: impl Iterator<Item = usize>,
    ) -> Result<Option<Money>, String> {
        let mut found: Option<(Money, &str)> = None;
        for index in prices {
            let unit = split_unit(self.raw[index]).1;
            let Some(money) = unit.and_then(|unit| Money::parse(unit.trim())) else {
                continue;
            };
            match found {
                Some((other, title)) if !money.agrees(other) => {
                    return Err(format!(
                        "'{title}' and '{}' are in different currencies",
                        self.raw[index]
                    ));
                }
                _ => found = Some((money, self.raw[index])),
            }
        }
        Ok(found.map(|(money, _)| money))
    }
}

/// Returns the symbol and the dot that R writes before each title, as in `AAPL.Open` and
/// `AAPL.High`, or an empty string.
fn common_prefix<'a>(names: &[&'a str]) -> &'a str {
    let prefix_of = |name: &'a str| Some(&name[..=name.rfind('.')?]);
    let mut prefixes = names.iter().filter_map(|name| prefix_of(name));
    let Some(first) = prefixes.next() else {
        return "";
    };
    let count = 1 + prefixes.filter(|prefix| *prefix == first).count();
    if count >= 4 && !first.contains(' ') && first.len() > 2 {
        first
    } else {
        ""
    }
}

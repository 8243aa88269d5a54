//! Matches the titles of a file with columns.

use csv::StringRecord;

use super::{
    column::Column,
    column_names::names_of,
    money::Money,
    title::{plain, without_measure},
};
use crate::domain::currency::Currency;

/// Words for units larger than one piece.
const THOUSANDS: [&str; 10] = [
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

/// The titles of a file in several forms.
pub(super) struct Titles<'a> {
    pub(super) raw: Vec<&'a str>,
    pub(super) plain: Vec<String>,
    /// Without a unit in brackets or a currency.
    bare: Vec<String>,
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
            plain: raw.iter().map(|name| plain(name)).collect(),
            bare: raw
                .iter()
                .map(|name| plain(without_measure(name).0))
                .collect(),
            raw,
        }
    }

    pub(super) fn find(&self, column: Column) -> Option<usize> {
        // Candles have 't' for the open time and 'T' for the close time: prefer an exact match of case.
        let among = |names: &[String]| {
            names_of(column).find_map(|known| {
                let called = (0..names.len()).filter(|at| names[*at] == known);
                called.min_by_key(|at| self.raw[*at] != known)
            })
        };
        let found = among(&self.plain);
        // A volume in pieces is searched for separately among several volumes.
        if found.is_some() || column == Column::Volume {
            return found;
        }
        let bare = among(&self.bare)?;
        // A title that is entirely in brackets is not one.
        (!self.bare[bare].is_empty()).then_some(bare)
    }

    /// Finds a volume whose title has a unit of pieces or coins, not of money, thousands or millions.
    pub(super) fn volume_in_pieces(&self) -> Option<usize> {
        let volumes = (0..self.raw.len()).filter(|at| {
            let name = self.bare[*at].as_str();
            names_of(Column::Volume).any(|known| known == name) || name == "umsatz"
        });
        let is_other = |at: &usize| {
            let measure = without_measure(self.raw[*at]).1.unwrap_or_default();
            let upper = measure.trim().to_uppercase();
            let coins = ["USDT", "USDC", "BUSD", "FDUSD", "EURO"];
            coins.contains(&upper.as_str())
                || THOUSANDS.iter().any(|word| upper.contains(word))
                || upper.contains(['€', '$', '£'])
                || Currency::in_use(&upper).is_some()
        };
        let mut volumes = volumes.filter(|at| !is_other(at));
        let first = volumes.next()?;
        // 'Umsatz' alone may be money.
        let is_plain_turnover = self.plain[first] == "umsatz";
        (!is_plain_turnover).then_some(first)
    }

    /// Returns the currency that the titles of the price columns name.
    pub(super) fn money(
        &self,
        prices: impl Iterator<Item = usize>,
    ) -> Result<Option<Money>, String> {
        let mut found: Option<(Money, &str)> = None;
        for at in prices {
            let measure = without_measure(self.raw[at]).1;
            let Some(money) = measure.and_then(|measure| Money::parse(measure.trim())) else {
                continue;
            };
            match found {
                Some((other, title)) if !money.agrees(other) => {
                    return Err(format!(
                        "'{title}' and '{}' are in different currencies",
                        self.raw[at]
                    ));
                }
                _ => found = Some((money, self.raw[at])),
            }
        }
        Ok(found.map(|(money, _)| money))
    }
}

/// Returns the symbol that R writes before each title, with its dot: `AAPL.Open`, `AAPL.High`.
fn common_prefix<'a>(names: &[&'a str]) -> &'a str {
    let prefix_of = |name: &'a str| Some(&name[..=name.rfind('.')?]);
    let mut prefixes = names.iter().filter_map(|name| prefix_of(name));
    let Some(first) = prefixes.next() else {
        return "";
    };
    let shared = 1 + prefixes.filter(|prefix| *prefix == first).count();
    if shared >= 4 && !first.contains(' ') && first.len() > 2 {
        first
    } else {
        ""
    }
}

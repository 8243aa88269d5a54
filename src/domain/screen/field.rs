//! The values of a ticker that a screen compares, sorts and shows.

/// Unit of a [`NumberField`].
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum Unit {
    /// Amount in the ticker's own currency; points for an index.
    Price,
    /// Percent: 1.5 is 1.5 %.
    Percent,
    /// US dollars.
    Dollars,
    /// A multiple, such as of the earnings.
    Times,
    /// Points from 0 to 100.
    Points,
    /// Units traded: shares for a stock.
    Units,
}

impl Unit {
    /// Returns the name used in the API.
    pub fn as_str(self) -> &'static str {
        match self {
            Self::Price => "price",
            Self::Percent => "percent",
            Self::Dollars => "dollars",
            Self::Times => "times",
            Self::Points => "points",
            Self::Units => "units",
        }
    }
}

/// Declares the number fields: variant, name in queries, noun for sentences, and unit.
macro_rules! number_fields {
    ($($(#[$doc:meta])* $field:ident: $name:literal, $noun:literal, $unit:ident;)+) => {
        /// A number of a ticker.
        #[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
        pub enum NumberField {
            $($(#[$doc])* $field),+
        }

        impl NumberField {
            /// All fields, in the order of a table.
            pub const ALL: [Self; [$(Self::$field),+].len()] = [$(Self::$field),+];

            /// Returns the name used in queries, such as `change1Y`.
            pub fn name(self) -> &'static str {
                match self { $(Self::$field => $name),+ }
            }

            /// Returns the noun for sentences, such as 'change over 1 year'.
            pub fn noun(self) -> &'static str {
                match self { $(Self::$field => $noun),+ }
            }

            /// Returns the unit.
            pub fn unit(self) -> Unit {
                match self { $(Self::$field => Unit::$unit),+ }
            }
        }
    };
}

number_fields! {
    /// Last price.
    Price: "price", "price", Price;
    /// Change since the previous close, or over 24 hours.
    ChangeDay: "change1D", "change over 1 day", Percent;
    /// Change over seven days.
    ChangeWeek: "change1W", "change over 1 week", Percent;
    /// Change over one month.
    ChangeMonth: "change1M", "change over 1 month", Percent;
    /// Change over three months.
    ChangeQuarter: "change3M", "change over 3 months", Percent;
    /// Change over six months.
    ChangeHalfYear: "change6M", "change over 6 months", Percent;
    /// Change since the last close of the previous year.
    ChangeYearToDate: "changeYTD", "change since the start of the year", Percent;
    /// Change over one year.
    ChangeYear: "change1Y", "change over 1 year", Percent;
    /// Change over three years.
    ChangeThreeYears: "change3Y", "change over 3 years", Percent;
    /// Change over five years.
    ChangeFiveYears: "change5Y", "change over 5 years", Percent;
    /// Market capitalization.
    MarketCap: "marketCap", "market cap", Dollars;
    /// Price ÷ diluted earnings per share of the last four quarters, or of the last fiscal year where it is newer.
    PriceToEarnings: "pe", "P/E", Times;
    /// Regular dividends of the last twelve months in percent of the price.
    DividendYield: "dividendYield", "dividend yield", Percent;
    /// Growth of revenue over twelve months.
    RevenueGrowth: "revenueGrowth", "revenue growth", Percent;
    /// Distance of the price below its 52-week high, in percent of the high; 0 at the high.
    BelowHigh: "belowHigh", "52-week high", Percent;
    /// Relative strength index over 14 daily closes.
    Rsi: "rsi", "RSI", Points;
    /// Volume of the session, or over 24 hours.
    Volume: "volume", "volume", Units;
}

impl NumberField {
    /// Number of fields.
    pub const COUNT: usize = Self::ALL.len();

    /// Parses the result of [`NumberField::name`].
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.name() == name)
    }
}

/// A word of a ticker.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash)]
pub enum TextField {
    /// Sector.
    Sector,
    /// Country of domicile.
    Country,
    /// ISO code of the currency of the price.
    Currency,
}

impl TextField {
    /// All fields, in the order of a table.
    pub const ALL: [Self; 3] = [Self::Sector, Self::Country, Self::Currency];

    /// Returns the name used in queries, which is also the noun for sentences.
    pub fn name(self) -> &'static str {
        match self {
            Self::Sector => "sector",
            Self::Country => "country",
            Self::Currency => "currency",
        }
    }

    /// Parses the result of [`TextField::name`].
    pub fn parse(name: &str) -> Option<Self> {
        Self::ALL.into_iter().find(|field| field.name() == name)
    }
}

/// A value that a screen can sort by.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub enum SortField {
    /// Symbol.
    Symbol,
    /// Full name.
    Name,
    /// A number.
    Number(NumberField),
    /// A word.
    Text(TextField),
}

impl SortField {
    /// Returns the name used in queries.
    pub fn name(self) -> &'static str {
        match self {
            Self::Symbol => "symbol",
            Self::Name => "name",
            Self::Number(field) => field.name(),
            Self::Text(field) => field.name(),
        }
    }

    /// Parses the result of [`SortField::name`].
    pub fn parse(name: &str) -> Option<Self> {
        match name {
            "symbol" => Some(Self::Symbol),
            "name" => Some(Self::Name),
            _ => NumberField::parse(name)
                .map(Self::Number)
                .or_else(|| TextField::parse(name).map(Self::Text)),
        }
    }

    /// Returns true if the largest values come first unless a query says otherwise.
    pub fn is_descending_by_default(self) -> bool {
        matches!(self, Self::Number(_))
    }
}

#[cfg(test)]
mod tests {
    use std::collections::HashSet;

    use super::*;

    #[test]
    fn every_field_is_found_by_its_unique_name() {
        let mut names = HashSet::from(["symbol", "name", "universe", "list", "sort", "dir"]);
        for field in NumberField::ALL {
            assert!(names.insert(field.name()), "{}", field.name());
            assert_eq!(NumberField::parse(field.name()), Some(field));
            assert_eq!(
                SortField::parse(field.name()),
                Some(SortField::Number(field))
            );
        }
        for field in TextField::ALL {
            assert!(names.insert(field.name()), "{}", field.name());
            assert_eq!(SortField::parse(field.name()), Some(SortField::Text(field)));
        }
        assert_eq!(SortField::parse("PE"), None);
    }
}

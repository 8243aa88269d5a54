//! Chart layouts: one, two or four price charts side by side.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{
    symbol,
    validation::{MAX_URL_NAME_LENGTH, ValidationError, is_url_name},
};

/// Maximum number of layouts.
pub const MAX_LAYOUTS: usize = 50;
/// Maximum length of a chart's settings, in characters.
const MAX_SETTINGS_LENGTH: usize = 500;
/// The possible numbers of charts.
const CHART_COUNTS: [usize; 3] = [1, 2, 4];

/// Price charts side by side.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct ChartLayout {
    /// Last path segment of the layout's URL: lower-case letters, digits and '-'. In requests, the URL takes precedence over this field.
    #[serde(default)]
    #[schema(pattern = "^[a-z0-9-]{0,40}$")]
    pub name: String,
    /// Title.
    #[schema(min_length = 1, max_length = 80, pattern = "<name>")]
    pub title: String,
    /// One, two or four charts, from left to right and top to bottom.
    #[schema(min_items = 1, max_items = 4)]
    pub charts: Vec<LayoutChart>,
    /// What the charts share.
    #[serde(default)]
    pub links: ChartLinks,
}

/// A chart of a layout.
#[derive(Debug, Clone, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct LayoutChart {
    /// The ticker.
    #[schema(pattern = "<symbol>", max_length = 20)]
    pub symbol: String,
    /// Range, style, indicators and compared tickers, as in the query of a ticker page: `range=1Y&style=candles`. The server does not
    /// interpret it.
    #[serde(default)]
    #[schema(max_length = 500, pattern = "^[!-~]*$")]
    pub settings: String,
}

/// What the charts of a layout share: if it changes in one chart, it changes in all.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(default, deny_unknown_fields)]
pub struct ChartLinks {
    /// The ticker.
    pub symbol: bool,
    /// The range and the visible part of it.
    pub range: bool,
    /// The time under the crosshair.
    pub crosshair: bool,
}

impl ChartLayout {
    /// Returns the symbols of the charts.
    pub fn symbols(&self) -> impl Iterator<Item = &str> {
        self.charts.iter().map(|chart| &*chart.symbol)
    }

    /// Returns the layout with upper-case symbols. The title is not checked.
    ///
    /// # Errors
    /// A sentence, if the name, the number of charts, a symbol or the settings of a chart are invalid.
    pub fn checked(mut self) -> Result<Self, ValidationError> {
        if !is_url_name(&self.name) {
            return Err(ValidationError(format!(
                "Invalid layout name; use 1 to {MAX_URL_NAME_LENGTH} lower-case letters, digits and hyphens."
            )));
        }
        if !CHART_COUNTS.contains(&self.charts.len()) {
            return Err(ValidationError(format!(
                "A layout has 1, 2 or 4 charts, not {}.",
                self.charts.len()
            )));
        }
        for (index, chart) in self.charts.iter_mut().enumerate() {
            chart.symbol = symbol::normalize(&chart.symbol).ok_or_else(|| {
                ValidationError(format!(
                    "Invalid charts[{index}].symbol '{}'.",
                    chart.symbol
                ))
            })?;
            let is_visible = chart.settings.bytes().all(|byte| byte.is_ascii_graphic());
            if !is_visible || chart.settings.len() > MAX_SETTINGS_LENGTH {
                return Err(ValidationError(format!(
                    "Invalid charts[{index}].settings; expected at most {MAX_SETTINGS_LENGTH} visible ASCII characters."
                )));
            }
        }
        Ok(self)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn layout(symbols: &[&str]) -> ChartLayout {
        let chart = |symbol: &&str| LayoutChart {
            symbol: (*symbol).to_owned(),
            settings: "range=1Y".to_owned(),
        };
        ChartLayout {
            name: "mine".to_owned(),
            title: "Mine".to_owned(),
            charts: symbols.iter().map(chart).collect(),
            links: ChartLinks::default(),
        }
    }

    #[test]
    fn invalid_layouts_have_an_error_of_one_sentence() {
        let checked = layout(&["aapl", "BTC"]).checked().unwrap();
        assert_eq!(checked.charts[0].symbol, "AAPL");
        let error = |layout: ChartLayout| layout.checked().unwrap_err().to_string();
        assert_eq!(
            error(layout(&["A", "B", "C"])),
            "A layout has 1, 2 or 4 charts, not 3."
        );
        assert_eq!(error(layout(&[])), "A layout has 1, 2 or 4 charts, not 0.");
        let mut named = layout(&["A"]);
        named.name = "My charts".to_owned();
        assert_eq!(
            error(named),
            "Invalid layout name; use 1 to 40 lower-case letters, digits and hyphens."
        );
        let mut long = layout(&["A", "B"]);
        long.charts[1].settings = "x".repeat(501);
        assert_eq!(
            error(long),
            "Invalid charts[1].settings; expected at most 500 visible ASCII characters."
        );
        assert_eq!(error(layout(&["A", ""])), "Invalid charts[1].symbol ''.");
    }
}

//! Boards: grids of tiles for wall screens.

mod address;
mod check;
mod presets;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) use self::check::{MAX_SYMBOLS, MAX_TEXT_LENGTH};
pub use self::{address::BoardAddress, presets::presets};

/// Columns of the grid.
pub const COLUMNS: u8 = 12;
/// Rows of the grid.
pub const ROWS: u8 = 8;

/// A grid of tiles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Board {
    /// Last path segment of the board's URL: lower-case letters, digits and '-'. In requests, the URL takes precedence
    /// over this field.
    #[serde(default)]
    #[schema(pattern = "^[a-z0-9-]{0,40}$")]
    pub name: String,
    /// Version, which changes with every save; 0 for a preset board that was never changed. A request that names another version than
    /// the current one is rejected; a request without a version replaces any version.
    #[serde(default, skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Title.
    #[schema(min_length = 1, max_length = 40, pattern = "<name>")]
    pub title: String,
    /// Light, dark, or the system setting of the screen.
    #[serde(default)]
    pub theme: BoardTheme,
    /// Seconds until the next board in a rotation.
    #[serde(default = "default_seconds")]
    #[schema(minimum = 5, maximum = 3600)]
    pub seconds: u16,
    /// Whether the board is part of the rotation.
    #[serde(default = "default_true")]
    pub in_rotation: bool,
    /// Whether the screen stays on while the board is shown.
    #[serde(default = "default_true")]
    pub keep_awake: bool,
    /// Whether the mouse pointer is hidden.
    #[serde(default = "default_true")]
    pub hide_pointer: bool,
    /// Tiles, which must not overlap.
    #[serde(default)]
    #[schema(max_items = 96)]
    pub tiles: Vec<Tile>,
}

fn default_seconds() -> u16 {
    60
}

fn default_true() -> bool {
    true
}

/// Color scheme of a board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum BoardTheme {
    /// The system setting of the screen.
    #[default]
    System,
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

/// A tile: its position, size and content.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// Column, from 0.
    #[schema(maximum = 11)]
    pub x: u8,
    /// Row, from 0.
    #[schema(maximum = 7)]
    pub y: u8,
    /// Width in columns.
    #[schema(minimum = 3, maximum = 12)]
    pub width: u8,
    /// Height in rows.
    #[schema(minimum = 1, maximum = 8)]
    pub height: u8,
    /// Content of the tile.
    pub content: TileContent,
}

/// Content of a tile.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum TileContent {
    /// A large price with a sparkline.
    Quote {
        /// The ticker.
        #[schema(pattern = "<symbol>", max_length = 20)]
        symbol: String,
        /// Range of the sparkline.
        #[serde(default)]
        range: TileRange,
        /// Whether the tile shows when its market opens or closes.
        #[serde(rename = "sessionLine", default = "default_true")]
        session_line: bool,
        /// Whether the tile shows the day's low and high.
        #[serde(rename = "dayRange", default = "default_true")]
        day_range: bool,
    },
    /// A chart of one ticker.
    Chart {
        /// The ticker.
        #[schema(pattern = "<symbol>", max_length = 20)]
        symbol: String,
        /// Range of the chart.
        #[serde(default)]
        range: TileRange,
    },
    /// A heatmap of a market.
    Heatmap {
        /// Market of the heatmap.
        #[serde(default)]
        market: TileMarket,
    },
    /// A list of prices.
    List {
        /// Title of the list; not needed for a watchlist.
        #[serde(default)]
        #[schema(max_length = 40, pattern = "<plain text>")]
        title: String,
        /// Symbols in the list, if it is not a watchlist.
        #[serde(default)]
        #[schema(max_items = 24, value_type = Vec<String>)]
        symbols: Vec<String>,
        /// Id of the watchlist to show.
        #[serde(default)]
        watchlist: Option<u32>,
    },
    /// The largest gains and losses.
    Movers {
        /// Market to rank.
        #[serde(default)]
        market: TileMarket,
    },
    /// Headlines in rotation.
    News {},
    /// Upcoming earnings and dividends.
    Calendar {},
    /// The fear and greed index.
    FearGreed {
        /// Market of the index: stocks or crypto.
        #[serde(default)]
        market: TileMarket,
    },
    /// The yield curve of US Treasury securities.
    YieldCurve {},
    /// Opening status of exchanges.
    Sessions {},
    /// Alerts that are closest to their limit.
    Alerts {},
    /// Holdings: total value, today's gain and gain.
    Holdings {
        /// Id of the watchlist whose holdings are shown; null for all lists.
        #[serde(default)]
        watchlist: Option<u32>,
        /// Whether the tile shows amounts of money; otherwise only percentages, as others may see the screen.
        #[serde(default)]
        amounts: bool,
    },
}

/// Range of a chart or sparkline.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum TileRange {
    /// One day.
    #[default]
    #[serde(rename = "1D")]
    Day,
    /// One week.
    #[serde(rename = "1W")]
    Week,
    /// One month.
    #[serde(rename = "1M")]
    Month,
    /// One year.
    #[serde(rename = "1Y")]
    Year,
}

/// Market of a tile.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TileMarket {
    /// Stocks.
    #[default]
    Stocks,
    /// Cryptocurrencies.
    Crypto,
    /// Commodities.
    Commodities,
}

impl Board {
    /// Returns the symbols of all tiles.
    pub fn symbols(&self) -> impl Iterator<Item = &str> {
        self.tiles.iter().flat_map(|tile| match &tile.content {
            TileContent::Quote { symbol, .. } | TileContent::Chart { symbol, .. } => {
                std::slice::from_ref(symbol).iter().map(String::as_str)
            }
            TileContent::List { symbols, .. } => symbols.iter().map(String::as_str),
            _ => [].iter().map(String::as_str),
        })
    }

    /// Returns mutable references to the symbols of all tiles, to correct their spelling.
    pub(crate) fn symbols_mut(&mut self) -> impl Iterator<Item = &mut String> {
        self.tiles
            .iter_mut()
            .flat_map(|tile| match &mut tile.content {
                TileContent::Quote { symbol, .. } | TileContent::Chart { symbol, .. } => {
                    std::slice::from_mut(symbol).iter_mut()
                }
                TileContent::List { symbols, .. } => symbols.iter_mut(),
                _ => [].iter_mut(),
            })
    }

    /// Returns the ids of the watchlists that the tiles show.
    pub fn watchlists(&self) -> impl Iterator<Item = u32> {
        self.tiles.iter().filter_map(|tile| match tile.content {
            TileContent::List { watchlist, .. } | TileContent::Holdings { watchlist, .. } => {
                watchlist
            }
            _ => None,
        })
    }
}

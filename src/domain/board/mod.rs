//! Boards: what a screen on a wall shows.

mod check;
mod presets;

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

pub(crate) use self::check::{LETTERS, SYMBOLS, is_name};
pub use self::presets::presets;

/// Columns of the grid that tiles stand on.
pub const COLUMNS: u8 = 12;
/// Rows of it.
pub const ROWS: u8 = 8;

/// A screen of tiles.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", deny_unknown_fields)]
pub struct Board {
    /// What its address ends in: small letters, digits and '-'. Where a board is sent, its address counts.
    #[serde(default)]
    #[schema(pattern = "^[a-z0-9-]{0,40}$")]
    pub name: String,
    /// What people call it.
    #[schema(min_length = 1, max_length = 40, pattern = "<name>")]
    pub title: String,
    /// Light, dark, or as the screen's system has it.
    #[serde(default)]
    pub theme: BoardTheme,
    /// How long it stays before the next one comes, in seconds.
    #[serde(default = "default_seconds")]
    #[schema(minimum = 5, maximum = 3600)]
    pub seconds: u16,
    /// Whether it takes its turn where boards follow one another.
    #[serde(default = "yes")]
    pub in_rotation: bool,
    /// Whether the screen may not go dark while it is shown.
    #[serde(default = "yes")]
    pub keep_awake: bool,
    /// Whether the pointer is hidden.
    #[serde(default = "yes")]
    pub hide_pointer: bool,
    /// None of them covers another.
    #[serde(default)]
    #[schema(max_items = 96)]
    pub tiles: Vec<Tile>,
}

fn default_seconds() -> u16 {
    60
}

fn yes() -> bool {
    true
}

/// The colours of a board.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum BoardTheme {
    /// Those of the screen's system.
    #[default]
    System,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// A part of a board: where it stands, and what it shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(deny_unknown_fields)]
pub struct Tile {
    /// Columns to the left of it.
    #[schema(maximum = 11)]
    pub x: u8,
    /// Rows above it.
    #[schema(maximum = 7)]
    pub y: u8,
    /// In columns.
    #[schema(minimum = 3, maximum = 12)]
    pub width: u8,
    /// In rows.
    #[schema(minimum = 1, maximum = 8)]
    pub height: u8,
    /// What it shows.
    pub content: TileContent,
}

/// What a tile shows.
#[derive(Debug, Clone, PartialEq, Serialize, Deserialize, ToSchema)]
#[serde(tag = "kind", rename_all = "camelCase", deny_unknown_fields)]
pub enum TileContent {
    /// One price, large, with its line.
    Quote {
        /// The ticker.
        #[schema(pattern = "<symbol>", max_length = 20)]
        symbol: String,
        /// How far back its line goes.
        #[serde(default)]
        range: TileRange,
        /// Whether it says when its market opens or closes.
        #[serde(rename = "sessionLine", default = "yes")]
        session_line: bool,
        /// Whether it says the lowest and the highest price of the day.
        #[serde(rename = "dayRange", default = "yes")]
        day_range: bool,
    },
    /// One ticker's chart.
    Chart {
        /// The ticker.
        #[schema(pattern = "<symbol>", max_length = 20)]
        symbol: String,
        /// How far back it goes.
        #[serde(default)]
        range: TileRange,
    },
    /// A map of a market.
    Heatmap {
        /// Which.
        #[serde(default)]
        market: TileMarket,
    },
    /// Prices in rows.
    List {
        /// What stands above it, where it is no watchlist.
        #[serde(default)]
        #[schema(max_length = 40, pattern = "<plain text>")]
        title: String,
        /// Its tickers, where it is no watchlist.
        #[serde(default)]
        #[schema(max_items = 24, value_type = Vec<String>)]
        symbols: Vec<String>,
        /// The number of the watchlist that it shows.
        #[serde(default)]
        watchlist: Option<u32>,
    },
    /// What rose and fell most.
    Movers {
        /// Of which market.
        #[serde(default)]
        market: TileMarket,
    },
    /// Headlines, one after another.
    News {},
    /// What comes next: earnings and dividends.
    Calendar {},
    /// The fear and greed index.
    FearGreed {
        /// Of which market: shares or crypto currencies.
        #[serde(default)]
        market: TileMarket,
    },
    /// Which exchanges are open.
    Sessions {},
    /// The alerts that are nearest to their limit.
    Alerts {},
}

/// How far back a line goes.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
pub enum TileRange {
    /// A day.
    #[default]
    #[serde(rename = "1D")]
    Day,
    /// A week.
    #[serde(rename = "1W")]
    Week,
    /// A month.
    #[serde(rename = "1M")]
    Month,
    /// A year.
    #[serde(rename = "1Y")]
    Year,
}

/// A market whose tickers a tile shows.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub enum TileMarket {
    /// Shares.
    #[default]
    Stocks,
    /// Crypto currencies.
    Crypto,
    /// Raw materials.
    Commodities,
}

impl Board {
    /// Every ticker that its tiles name.
    pub fn symbols(&self) -> impl Iterator<Item = &str> {
        self.tiles.iter().flat_map(|tile| match &tile.content {
            TileContent::Quote { symbol, .. } | TileContent::Chart { symbol, .. } => {
                std::slice::from_ref(symbol).iter().map(String::as_str)
            }
            TileContent::List { symbols, .. } => symbols.iter().map(String::as_str),
            _ => [].iter().map(String::as_str),
        })
    }

    /// The same, to be spelled in another way.
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

    /// Every watchlist that its tiles name, by number.
    pub fn watchlists(&self) -> impl Iterator<Item = u32> {
        self.tiles.iter().filter_map(|tile| match tile.content {
            TileContent::List { watchlist, .. } => watchlist,
            _ => None,
        })
    }
}

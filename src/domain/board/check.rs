//! Validates boards. Each error is one sentence.

use super::{Board, COLUMNS, ROWS, Tile, TileContent, TileMarket};
use crate::domain::{
    symbol,
    validation::{MAX_URL_NAME_LENGTH, ValidationError, is_blank, is_control, is_url_name},
};

/// Maximum length of a title, in characters.
pub(crate) const MAX_TEXT_LENGTH: usize = 40;
/// Allowed display time of a board in a rotation, in seconds.
const DISPLAY_SECONDS: std::ops::RangeInclusive<u16> = 5..=3_600;
/// Maximum number of tickers in a list tile.
pub(crate) const MAX_SYMBOLS: usize = 24;

type CheckResult = Result<(), ValidationError>;

fn invalid(sentence: impl Into<String>) -> CheckResult {
    Err(ValidationError(sentence.into()))
}

impl Board {
    /// Returns the board with trimmed texts and upper-case symbols.
    ///
    /// # Errors
    /// A sentence for the user if a value is invalid.
    pub fn checked(mut self) -> Result<Self, ValidationError> {
        check_name(&self.name)?;
        self.title = self.title.trim().to_owned();
        check_title(&self.title)?;
        if !DISPLAY_SECONDS.contains(&self.seconds) {
            return Err(ValidationError(format!(
                "Invalid display time; expected {} to {} seconds.",
                DISPLAY_SECONDS.start(),
                DISPLAY_SECONDS.end()
            )));
        }
        // A grid cannot hold more tiles; the limit also bounds the quadratic overlap check below.
        let max_tiles = usize::from(COLUMNS) * usize::from(ROWS);
        if self.tiles.len() > max_tiles {
            return Err(ValidationError(format!(
                "A board can have at most {max_tiles} tiles."
            )));
        }
        for tile in &mut self.tiles {
            check_placement(tile)?;
            normalize_content(&mut tile.content)?;
        }
        check_overlaps(&self.tiles)?;
        Ok(self)
    }
}

fn check_name(name: &str) -> CheckResult {
    if is_url_name(name) {
        return Ok(());
    }
    invalid(format!(
        "Invalid board name; use 1 to {MAX_URL_NAME_LENGTH} lower-case letters, digits and hyphens."
    ))
}

fn check_title(title: &str) -> CheckResult {
    if is_blank(title) {
        return invalid("Please enter a title for the board.");
    }
    if title.chars().any(is_control) {
        return invalid("A title can't contain control characters.");
    }
    if title.chars().count() > MAX_TEXT_LENGTH {
        return invalid(format!(
            "A title can have at most {MAX_TEXT_LENGTH} characters."
        ));
    }
    Ok(())
}

fn check_placement(tile: &Tile) -> CheckResult {
    let (name, [min_width, min_height]) = name_and_min_size(&tile.content);
    if tile.width < min_width || tile.height < min_height {
        return invalid(format!(
            "{name} must be at least {min_width} × {min_height} cells; this one is {} × {}.",
            tile.width, tile.height
        ));
    }
    let end = |start: u8, length: u8| u16::from(start) + u16::from(length);
    if end(tile.x, tile.width) > COLUMNS.into() || end(tile.y, tile.height) > ROWS.into() {
        return invalid(format!(
            "{name} at column {}, row {} extends beyond the {COLUMNS} × {ROWS} grid.",
            u16::from(tile.x) + 1,
            u16::from(tile.y) + 1
        ));
    }
    Ok(())
}

/// Returns the name of a tile in error messages, and its minimum width and height in grid cells.
fn name_and_min_size(content: &TileContent) -> (&'static str, [u8; 2]) {
    match content {
        TileContent::Quote { .. } => ("A big quote", [3, 2]),
        TileContent::Chart { .. } => ("A chart", [3, 2]),
        TileContent::Heatmap { .. } => ("A heatmap", [3, 3]),
        TileContent::List { .. } => ("A list", [3, 2]),
        TileContent::Movers { .. } => ("A list of movers", [3, 2]),
        TileContent::News {} => ("A news ticker", [4, 1]),
        TileContent::YieldCurve {} => ("A yield curve", [3, 2]),
        TileContent::Calendar {} => ("A calendar", [4, 2]),
        TileContent::FearGreed { .. } => ("A fear and greed index", [3, 2]),
        TileContent::Sessions {} => ("A session clock", [4, 2]),
        TileContent::Alerts {} => ("A list of alerts", [3, 2]),
        TileContent::Holdings { .. } => ("A tile of holdings", [3, 2]),
    }
}

fn normalize_content(content: &mut TileContent) -> CheckResult {
    match content {
        TileContent::Quote { symbol, .. } | TileContent::Chart { symbol, .. } => {
            normalize_symbol(symbol)
        }
        TileContent::List {
            title: list_title,
            symbols,
            watchlist,
        } => {
            *list_title = list_title.trim().to_owned();
            if watchlist.is_none() {
                // A list without a watchlist needs a title.
                if is_blank(list_title) {
                    return invalid("Please enter a title for the list.");
                }
                check_title(list_title)?;
            }
            if symbols.len() > MAX_SYMBOLS {
                return invalid(format!(
                    "A list tile can have at most {MAX_SYMBOLS} tickers."
                ));
            }
            symbols.iter_mut().try_for_each(normalize_symbol)?;
            let duplicate = symbols
                .iter()
                .enumerate()
                .find(|(index, symbol)| symbols[..*index].contains(symbol));
            duplicate.map_or(Ok(()), |(_, symbol)| {
                invalid(format!("'{symbol}' is in the list twice."))
            })
        }
        TileContent::FearGreed {
            market: TileMarket::Commodities,
        } => invalid("There is no fear and greed index of commodities."),
        _ => Ok(()),
    }
}

fn normalize_symbol(symbol: &mut String) -> CheckResult {
    match symbol::normalize(symbol) {
        Some(normalized) => {
            *symbol = normalized;
            Ok(())
        }
        None => invalid(format!("Invalid symbol '{symbol}'.")),
    }
}

fn check_overlaps(tiles: &[Tile]) -> CheckResult {
    for (index, tile) in tiles.iter().enumerate() {
        if let Some(other) = tiles[..index].iter().find(|other| overlap(tile, other)) {
            let (name, _) = name_and_min_size(&tile.content);
            let (other, _) = name_and_min_size(&other.content);
            return invalid(format!(
                "{name} at column {}, row {} overlaps another tile ({}).",
                tile.x + 1,
                tile.y + 1,
                other.to_lowercase()
            ));
        }
    }
    Ok(())
}

fn overlap(one: &Tile, other: &Tile) -> bool {
    one.x < other.x + other.width
        && other.x < one.x + one.width
        && one.y < other.y + other.height
        && other.y < one.y + one.height
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::board::presets;

    fn main_board() -> Board {
        presets(None).remove(0)
    }

    fn error_after(change: impl FnOnce(&mut Board)) -> String {
        let mut board = main_board();
        change(&mut board);
        board.checked().unwrap_err().to_string()
    }

    #[test]
    fn built_in_boards_are_valid() {
        for board in presets(Some(7)).into_iter().chain(presets(None)) {
            assert_eq!(board.clone().checked(), Ok(board));
        }
    }

    #[test]
    fn each_invalid_value_has_an_error_of_one_sentence() {
        let errors = [
            error_after(|board| board.name = "My board".into()),
            error_after(|board| board.title = " \u{200b}".into()),
            error_after(|board| board.title = "Wa\u{202e}ll".into()),
            error_after(|board| board.title = "W".repeat(41)),
            error_after(|board| board.seconds = 4),
            error_after(|board| board.tiles[0].width = 2),
            error_after(|board| board.tiles[2].x = 9),
            error_after(|board| board.tiles[8].y = u8::MAX),
            error_after(|board| board.tiles[1].x = 3),
            error_after(|board| board.tiles = vec![board.tiles[0].clone(); 97]),
            error_after(|board| {
                board.tiles[0].content = TileContent::Chart {
                    symbol: "S&P 500".into(),
                    range: super::super::TileRange::Day,
                };
            }),
            error_after(|board| {
                board.tiles[2].content = TileContent::List {
                    title: "Twice".into(),
                    symbols: vec!["ko".into(), "KO".into()],
                    watchlist: None,
                };
            }),
            error_after(|board| {
                board.tiles[2].content = TileContent::List {
                    title: " ".into(),
                    symbols: Vec::new(),
                    watchlist: None,
                };
            }),
        ];
        assert_eq!(
            errors.each_ref().map(String::as_str),
            [
                "Invalid board name; use 1 to 40 lower-case letters, digits and hyphens.",
                "Please enter a title for the board.",
                "A title can't contain control characters.",
                "A title can have at most 40 characters.",
                "Invalid display time; expected 5 to 3600 seconds.",
                "A big quote must be at least 3 × 2 cells; this one is 2 × 3.",
                "A list at column 10, row 1 extends beyond the 12 × 8 grid.",
                "A news ticker at column 1, row 256 extends beyond the 12 × 8 grid.",
                "A big quote at column 4, row 1 overlaps another tile (a big quote).",
                "A board can have at most 96 tiles.",
                "Invalid symbol 'S&P 500'.",
                "'KO' is in the list twice.",
                "Please enter a title for the list.",
            ]
        );
    }

    #[test]
    fn symbols_and_titles_are_normalized() {
        let mut board = main_board();
        board.title = "  Wall ".into();
        board.tiles[0].content = TileContent::Chart {
            symbol: " btc ".into(),
            range: super::super::TileRange::Year,
        };
        let board = board.checked().unwrap();
        assert_eq!(board.title, "Wall");
        assert_eq!(board.symbols().next(), Some("BTC"));
    }
}

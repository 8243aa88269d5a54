//! Validation of boards. Each error is one sentence.

use super::{Board, COLUMNS, ROWS, Tile, TileContent, TileMarket};
use crate::domain::{
    symbol,
    validation::ValidationError,
    validation::{is_blank, is_control},
};

/// Maximum number of characters of a name and of a title.
pub(crate) const MAX_LETTERS: usize = 40;
/// Range of the display time of a board in a rotation, in seconds.
const SECONDS: std::ops::RangeInclusive<u16> = 5..=3_600;
/// Maximum number of tickers in a list tile.
pub(crate) const MAX_SYMBOLS: usize = 24;

type Result = std::result::Result<(), ValidationError>;

fn wrong(sentence: impl Into<String>) -> Result {
    Err(ValidationError(sentence.into()))
}

/// Returns true for a valid board name (1 to 40 lower-case letters, digits and hyphens).
pub(crate) fn is_name(name: &str) -> bool {
    (1..=MAX_LETTERS).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

impl Board {
    /// Returns the board with trimmed texts and upper-case symbols.
    ///
    /// # Errors
    /// A sentence for the user if a value is invalid.
    pub fn checked(mut self) -> std::result::Result<Self, ValidationError> {
        name(&self.name)?;
        self.title = self.title.trim().to_owned();
        title(&self.title)?;
        if !SECONDS.contains(&self.seconds) {
            return Err(ValidationError(format!(
                "Invalid display time; expected {} to {} seconds.",
                SECONDS.start(),
                SECONDS.end()
            )));
        }
        // More tiles cannot fit, so the quadratic overlap check below stays small.
        let most = usize::from(COLUMNS) * usize::from(ROWS);
        if self.tiles.len() > most {
            return Err(ValidationError(format!(
                "A board can have at most {most} tiles."
            )));
        }
        for tile in &mut self.tiles {
            place(tile)?;
            content(&mut tile.content)?;
        }
        overlaps(&self.tiles)?;
        Ok(self)
    }
}

fn name(name: &str) -> Result {
    if is_name(name) {
        return Ok(());
    }
    wrong(format!(
        "Invalid board name; use 1 to {MAX_LETTERS} lower-case letters, digits and hyphens."
    ))
}

fn title(title: &str) -> Result {
    if is_blank(title) {
        return wrong("Please enter a title for the board.");
    }
    if title.chars().any(is_control) {
        return wrong("A title can't contain control characters.");
    }
    if title.chars().count() > MAX_LETTERS {
        return wrong(format!(
            "A title can have at most {MAX_LETTERS} characters."
        ));
    }
    Ok(())
}

fn place(tile: &Tile) -> Result {
    let (name, [width, height]) = size(&tile.content);
    if tile.width < width || tile.height < height {
        return wrong(format!(
            "{name} must be at least {width} × {height} cells; this one is {} × {}.",
            tile.width, tile.height
        ));
    }
    let ends = |start: u8, length: u8| u16::from(start) + u16::from(length);
    if ends(tile.x, tile.width) > COLUMNS.into() || ends(tile.y, tile.height) > ROWS.into() {
        return wrong(format!(
            "{name} at column {}, row {} extends beyond the {COLUMNS} × {ROWS} grid.",
            u16::from(tile.x) + 1,
            u16::from(tile.y) + 1
        ));
    }
    Ok(())
}

/// Returns the name of a tile in error messages, and its minimum width and height in grid cells.
fn size(content: &TileContent) -> (&'static str, [u8; 2]) {
    match content {
        TileContent::Quote { .. } => ("A big quote", [3, 2]),
        TileContent::Chart { .. } => ("A chart", [3, 2]),
        TileContent::Heatmap { .. } => ("A heatmap", [3, 3]),
        TileContent::List { .. } => ("A list", [3, 2]),
        TileContent::Movers { .. } => ("A list of movers", [3, 2]),
        TileContent::News {} => ("A news ticker", [4, 1]),
        TileContent::Calendar {} => ("A calendar", [4, 2]),
        TileContent::FearGreed { .. } => ("A fear and greed index", [3, 2]),
        TileContent::Sessions {} => ("A session clock", [4, 2]),
        TileContent::Alerts {} => ("A list of alerts", [3, 2]),
    }
}

fn content(content: &mut TileContent) -> Result {
    match content {
        TileContent::Quote { symbol, .. } | TileContent::Chart { symbol, .. } => capitals(symbol),
        TileContent::List {
            title: above,
            symbols,
            watchlist,
        } => {
            *above = above.trim().to_owned();
            if watchlist.is_none() {
                // Title and watchlist are optional, but one of them is required.
                if is_blank(above) {
                    return wrong("Please enter a title for the list.");
                }
                title(above)?;
            }
            if symbols.len() > MAX_SYMBOLS {
                return wrong(format!(
                    "A list tile can have at most {MAX_SYMBOLS} tickers."
                ));
            }
            symbols.iter_mut().try_for_each(capitals)?;
            let twice = symbols
                .iter()
                .enumerate()
                .find(|(at, symbol)| symbols[..*at].contains(symbol));
            twice.map_or(Ok(()), |(_, symbol)| {
                wrong(format!("'{symbol}' is in the list twice."))
            })
        }
        TileContent::FearGreed {
            market: TileMarket::Commodities,
        } => wrong("There is no fear and greed index of commodities."),
        _ => Ok(()),
    }
}

fn capitals(typed: &mut String) -> Result {
    match symbol::normalize(typed) {
        Some(symbol) => {
            *typed = symbol;
            Ok(())
        }
        None => wrong(format!("Invalid symbol '{typed}'.")),
    }
}

fn overlaps(tiles: &[Tile]) -> Result {
    for (at, tile) in tiles.iter().enumerate() {
        if let Some(other) = tiles[..at].iter().find(|other| covers(tile, other)) {
            let (name, _) = size(&tile.content);
            let (other, _) = size(&other.content);
            return wrong(format!(
                "{name} at column {}, row {} overlaps another tile ({}).",
                tile.x + 1,
                tile.y + 1,
                other.to_lowercase()
            ));
        }
    }
    Ok(())
}

fn covers(one: &Tile, other: &Tile) -> bool {
    one.x < other.x + other.width
        && other.x < one.x + one.width
        && one.y < other.y + other.height
        && other.y < one.y + one.height
}

#[cfg(test)]
mod tests {
    use super::*;
    use crate::domain::board::presets;

    fn main() -> Board {
        presets(None).remove(0)
    }

    fn fault(change: impl FnOnce(&mut Board)) -> String {
        let mut board = main();
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
            fault(|board| board.name = "My board".into()),
            fault(|board| board.title = " \u{200b}".into()),
            fault(|board| board.title = "Wa\u{202e}ll".into()),
            fault(|board| board.title = "W".repeat(41)),
            fault(|board| board.seconds = 4),
            fault(|board| board.tiles[0].width = 2),
            fault(|board| board.tiles[2].x = 9),
            fault(|board| board.tiles[8].y = u8::MAX),
            fault(|board| board.tiles[1].x = 3),
            fault(|board| board.tiles = vec![board.tiles[0].clone(); 97]),
            fault(|board| {
                board.tiles[0].content = TileContent::Chart {
                    symbol: "S&P 500".into(),
                    range: super::super::TileRange::Day,
                };
            }),
            fault(|board| {
                board.tiles[2].content = TileContent::List {
                    title: "Twice".into(),
                    symbols: vec!["ko".into(), "KO".into()],
                    watchlist: None,
                };
            }),
            fault(|board| {
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
        let mut board = main();
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

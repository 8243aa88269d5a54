//! What a board may be. Each fault is one sentence.

use super::{Board, COLUMNS, ROWS, Tile, TileContent, TileMarket};
use crate::domain::{
    symbol,
    validation::Fault,
    validation::{is_blank, is_control},
};

/// Letters of a name, and of a title, at most.
pub(crate) const LETTERS: usize = 40;
/// How long a board may stay, in seconds.
const SECONDS: std::ops::RangeInclusive<u16> = 5..=3_600;
/// Tickers of a list at most.
pub(crate) const SYMBOLS: usize = 24;

type Result = std::result::Result<(), Fault>;

fn wrong(sentence: impl Into<String>) -> Result {
    Err(Fault(sentence.into()))
}

/// Whether a board may be called so.
pub(crate) fn is_name(name: &str) -> bool {
    (1..=LETTERS).contains(&name.len())
        && name
            .bytes()
            .all(|byte| byte.is_ascii_lowercase() || byte.is_ascii_digit() || byte == b'-')
}

impl Board {
    /// The board with its texts trimmed and its symbols in capitals, or a sentence that says what cannot
    /// be.
    pub fn checked(mut self) -> std::result::Result<Self, Fault> {
        name(&self.name)?;
        self.title = self.title.trim().to_owned();
        title(&self.title)?;
        if !SECONDS.contains(&self.seconds) {
            return Err(Fault(format!(
                "A board is shown for {} to {} seconds.",
                SECONDS.start(),
                SECONDS.end()
            )));
        }
        // So many of the smallest cannot stand side by side: the overlaps below need not be counted.
        let most = usize::from(COLUMNS) * usize::from(ROWS);
        if self.tiles.len() > most {
            return Err(Fault(format!("A board has room for {most} tiles at most.")));
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
        "The name of a board has 1 to {LETTERS} small letters, digits and '-'."
    ))
}

fn title(title: &str) -> Result {
    if is_blank(title) {
        return wrong("Please enter a title for the board.");
    }
    if title.chars().any(is_control) {
        return wrong("A title may hold no control characters.");
    }
    if title.chars().count() > LETTERS {
        return wrong(format!("A title may have at most {LETTERS} letters."));
    }
    Ok(())
}

fn place(tile: &Tile) -> Result {
    let (name, [width, height]) = size(&tile.content);
    if tile.width < width || tile.height < height {
        return wrong(format!(
            "{name} is at least {width} × {height}, and this one is {} × {}.",
            tile.width, tile.height
        ));
    }
    let ends = |start: u8, length: u8| u16::from(start) + u16::from(length);
    if ends(tile.x, tile.width) > COLUMNS.into() || ends(tile.y, tile.height) > ROWS.into() {
        return wrong(format!(
            "{name} at column {}, row {} goes over the edge of the grid of {COLUMNS} × {ROWS}.",
            u16::from(tile.x) + 1,
            u16::from(tile.y) + 1
        ));
    }
    Ok(())
}

/// What a tile is called in a sentence, and the columns and rows that it needs.
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
                // Each may be left out, but not both.
                if is_blank(above) {
                    return wrong("Please enter a title for the list.");
                }
                title(above)?;
            }
            if symbols.len() > SYMBOLS {
                return wrong(format!("A list on a board has at most {SYMBOLS} tickers."));
            }
            symbols.iter_mut().try_for_each(capitals)?;
            let twice = symbols
                .iter()
                .enumerate()
                .find(|(at, symbol)| symbols[..*at].contains(symbol));
            twice.map_or(Ok(()), |(_, symbol)| {
                wrong(format!("'{symbol}' stands twice in a list."))
            })
        }
        TileContent::FearGreed {
            market: TileMarket::Commodities,
        } => wrong("There is no fear and greed index of commodities."),
        _ => Ok(()),
    }
}

fn capitals(typed: &mut String) -> Result {
    match symbol::checked(typed) {
        Some(symbol) => {
            *typed = symbol;
            Ok(())
        }
        None => wrong(format!("'{typed}' is no symbol.")),
    }
}

fn overlaps(tiles: &[Tile]) -> Result {
    for (at, tile) in tiles.iter().enumerate() {
        if let Some(other) = tiles[..at].iter().find(|other| covers(tile, other)) {
            let (name, _) = size(&tile.content);
            let (other, _) = size(&other.content);
            return wrong(format!(
                "{name} at column {}, row {} covers a part of another tile ({}).",
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
    fn the_boards_that_are_there_from_the_start_keep_the_rules() {
        for board in presets(Some(7)).into_iter().chain(presets(None)) {
            assert_eq!(board.clone().checked(), Ok(board));
        }
    }

    #[test]
    fn each_fault_is_told_in_one_sentence() {
        let told = [
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
            told.each_ref().map(String::as_str),
            [
                "The name of a board has 1 to 40 small letters, digits and '-'.",
                "Please enter a title for the board.",
                "A title may hold no control characters.",
                "A title may have at most 40 letters.",
                "A board is shown for 5 to 3600 seconds.",
                "A big quote is at least 3 × 2, and this one is 2 × 3.",
                "A list at column 10, row 1 goes over the edge of the grid of 12 × 8.",
                "A news ticker at column 1, row 256 goes over the edge of the grid of 12 × 8.",
                "A big quote at column 4, row 1 covers a part of another tile (a big quote).",
                "A board has room for 96 tiles at most.",
                "'S&P 500' is no symbol.",
                "'KO' stands twice in a list.",
                "Please enter a title for the list.",
            ]
        );
    }

    #[test]
    fn symbols_and_titles_are_taken_as_people_type_them() {
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

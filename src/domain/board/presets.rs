//! The built-in boards.

use super::{Board, BoardTheme, Tile, TileContent, TileMarket, TileRange};

/// Returns the two built-in boards, which users can change. `first_list` is the id of the watchlist on the first board;
/// if it is `None`, the board shows well-known tickers.
pub fn presets(first_list: Option<u32>) -> Vec<Board> {
    vec![main_board(first_list), branch_board()]
}

fn main_board(first_list: Option<u32>) -> Board {
    let list = TileContent::List {
        title: "To watch".to_owned(),
        symbols: owned(&["AAPL", "MSFT", "NVDA", "TSLA", "VYM", "KO", "GC=F"]),
        watchlist: first_list,
    };
    let stocks = TileMarket::Stocks;
    let crypto = TileMarket::Crypto;
    board(
        "main",
        "Wall display",
        60,
        vec![
            tile([0, 0, 4, 3], quote_tile("^GSPC")),
            tile([4, 0, 4, 3], quote_tile("BTC")),
            tile([8, 0, 4, 4], list),
            tile([0, 3, 5, 4], TileContent::Heatmap { market: stocks }),
            tile([5, 3, 3, 2], TileContent::Movers { market: crypto }),
            tile([5, 5, 3, 2], TileContent::FearGreed { market: stocks }),
            tile([8, 4, 4, 2], TileContent::Sessions {}),
            tile([8, 6, 4, 2], TileContent::Calendar {}),
            tile([0, 7, 8, 1], TileContent::News {}),
        ],
    )
}

fn branch_board() -> Board {
    let funds = TileContent::List {
        title: "House funds".to_owned(),
        symbols: owned(&["VTI", "VXUS", "BND", "VYM", "GC=F", "BTC"]),
        watchlist: None,
    };
    let stocks = TileMarket::Stocks;
    board(
        "branch",
        "Branch office",
        30,
        vec![
            tile([0, 0, 7, 4], quote_tile("^GSPC")),
            tile([7, 0, 5, 7], funds),
            tile([0, 4, 4, 3], TileContent::Sessions {}),
            tile([4, 4, 3, 3], TileContent::FearGreed { market: stocks }),
            tile([0, 7, 12, 1], TileContent::News {}),
        ],
    )
}

fn board(name: &str, title: &str, seconds: u16, tiles: Vec<Tile>) -> Board {
    Board {
        version: None,
        name: name.to_owned(),
        title: title.to_owned(),
        theme: BoardTheme::System,
        seconds,
        in_rotation: true,
        keep_awake: true,
        hide_pointer: true,
        tiles,
    }
}

fn tile([x, y, width, height]: [u8; 4], content: TileContent) -> Tile {
    Tile {
        x,
        y,
        width,
        height,
        content,
    }
}

fn quote_tile(symbol: &str) -> TileContent {
    TileContent::Quote {
        symbol: symbol.to_owned(),
        range: TileRange::Day,
        session_line: true,
        day_range: true,
    }
}

fn owned(symbols: &[&str]) -> Vec<String> {
    symbols.iter().map(|symbol| (*symbol).to_owned()).collect()
}

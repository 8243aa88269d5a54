//! The `kiosk` option: which board a kiosk shows.

use crate::domain::board::is_name;

/// Returns the board's name in `/board/main`, with or without the leading slash and `?kiosk`; `None` for other addresses.
pub(super) fn board(path: &str) -> Option<&str> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let name = path.strip_prefix("board/")?;
    let name = name.strip_suffix("?kiosk").unwrap_or(name);
    is_name(name).then_some(name)
}

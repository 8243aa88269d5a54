//! Which board a kiosk shows.

use crate::domain::board::is_name;

/// The name of the board at `/board/main`, with or without the first slash and `?kiosk`; `None` where that is
/// no board's address.
pub(super) fn board(path: &str) -> Option<&str> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let name = path.strip_prefix("board/")?;
    let name = name.strip_suffix("?kiosk").unwrap_or(name);
    is_name(name).then_some(name)
}

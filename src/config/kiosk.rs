//! The `kiosk` option, which names the board that a kiosk shows.

use crate::domain::validation::is_url_name;

/// Returns the name of the board in an address such as `/board/main`, or `None` for other
/// addresses. The leading slash may be missing, and `?kiosk` may follow.
pub(super) fn board(path: &str) -> Option<&str> {
    let path = path.strip_prefix('/').unwrap_or(path);
    let name = path.strip_prefix("board/")?;
    let name = name.strip_suffix("?kiosk").unwrap_or(name);
    is_url_name(name).then_some(name)
}

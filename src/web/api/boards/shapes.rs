//! Response types for boards.

use serde::Serialize;
use utoipa::ToSchema;

use crate::{
    domain::{
        board::{Board, BoardTheme, Tile},
        person::PersonId,
        sharing::Permission,
    },
    store::SharedBoard,
    web::api::sharing::PersonShare,
};

/// A board as a person sees it.
#[derive(Debug, Serialize, ToSchema)]
#[serde(rename_all = "camelCase")]
pub(crate) struct BoardView {
    /// Last path segment of the board's URL: lower-case letters, digits and '-'. For a board of another person it ends with '@' and
    /// the id of that person.
    #[schema(pattern = "^[a-z0-9-]{1,40}(@[0-9]+)?$")]
    name: String,
    /// Version, which changes with every save; 0 for a preset board that was never changed.
    version: u32,
    /// Title.
    title: String,
    /// Light, dark, or the system setting of the screen.
    theme: BoardTheme,
    /// Seconds until the next board in a rotation.
    seconds: u16,
    /// Whether the board is part of the rotation.
    in_rotation: bool,
    /// Whether the screen stays on while the board is shown.
    keep_awake: bool,
    /// Whether the mouse pointer is hidden.
    hide_pointer: bool,
    /// Tiles, which do not overlap.
    tiles: Vec<Tile>,
    /// Name of the person who owns the board; null for an own board.
    owner_name: Option<String>,
    /// own, write (another person's board, shared to change it) or read (shared to read it).
    access: &'static str,
    /// The people who may use an own board; empty for a board of another person.
    shares: Vec<PersonShare>,
}

impl BoardView {
    /// Shows a board to a person. `name_of` returns the name of another person.
    pub(super) fn of(
        board: SharedBoard,
        person: PersonId,
        name_of: impl FnOnce(PersonId) -> Option<String>,
    ) -> Self {
        let address = board.address(person).to_string();
        let permission = board.permission(person).unwrap_or(Permission::Read);
        let is_own = board.owner == person;
        let Board {
            name: _,
            version,
            title,
            theme,
            seconds,
            in_rotation,
            keep_awake,
            hide_pointer,
            tiles,
        } = board.board;
        let shares = board.shares.into_iter().filter(|_| is_own);
        Self {
            name: address,
            version: version.unwrap_or_default(),
            title,
            theme,
            seconds,
            in_rotation,
            keep_awake,
            hide_pointer,
            tiles,
            owner_name: if is_own { None } else { name_of(board.owner) },
            access: permission.name(),
            shares: shares.map(PersonShare::from).collect(),
        }
    }
}

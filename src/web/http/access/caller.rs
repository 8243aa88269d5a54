//! The authenticated caller of a request.

use crate::domain::credential::Scope;

/// The authenticated caller of a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Caller {
    /// Not authenticated, although a password is set.
    #[default]
    Unauthenticated,
    /// The server has no password.
    AuthDisabled,
    /// A program that sent the server's password.
    Password,
    /// A signed-in browser, with the id of its session.
    Browser(u32),
    /// A program, with the id and scope of its token.
    Program(u32, Scope),
}

impl Caller {
    /// Returns true if the caller may write and may download all data.
    pub(crate) fn may_write(self) -> bool {
        !matches!(self, Self::Unauthenticated | Self::Program(_, Scope::Read))
    }

    /// Returns true if the caller may manage tokens and sessions. A token may not, as it could be leaked.
    pub(crate) fn may_manage_tokens(self) -> bool {
        !matches!(self, Self::Unauthenticated | Self::Program(..))
    }

    /// Returns the id of the caller's token or session.
    pub(in crate::web::http) fn credential_id(self) -> Option<u32> {
        match self {
            Self::Browser(id) | Self::Program(id, _) => Some(id),
            _ => None,
        }
    }
}

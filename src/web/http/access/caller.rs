//! Who sends a request.

use crate::domain::credential::Scope;

/// The authenticated caller of a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Caller {
    /// Not authenticated, although a password is set.
    #[default]
    Unauthenticated,
    /// No password is set.
    AuthDisabled,
    /// Sent the password.
    Password,
    /// A signed-in browser, with the id of its session.
    Browser(u32),
    /// A program, with the id and scope of its token.
    Program(u32, Scope),
}

impl Caller {
    /// Returns true if the caller may write, and download a backup.
    pub(crate) fn may_write(self) -> bool {
        !matches!(self, Self::Unauthenticated | Self::Program(_, Scope::Read))
    }

    /// Returns true if the caller may manage tokens, which a (possibly leaked) token must not.
    pub(crate) fn may_manage(self) -> bool {
        !matches!(self, Self::Unauthenticated | Self::Program(..))
    }

    /// Returns the id of the caller's token or session.
    pub(in crate::web::http) fn credential(self) -> Option<u32> {
        match self {
            Self::Browser(id) | Self::Program(id, _) => Some(id),
            _ => None,
        }
    }
}

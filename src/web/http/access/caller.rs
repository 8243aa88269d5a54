//! Who asks, and what they may.

use crate::domain::credential::Scope;

/// Who asks.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Caller {
    /// Somebody of whom nothing is known, where a password is asked for.
    #[default]
    Stranger,
    /// Anybody: no password is asked for.
    Anybody,
    /// Who sent the password along.
    Password,
    /// A browser that signed in, by the number of its session.
    Browser(u32),
    /// A program with a token, by its number.
    Program(u32, Scope),
}

impl Caller {
    /// Whether they may change things, and take a copy of everything.
    pub(crate) fn may_write(self) -> bool {
        !matches!(self, Self::Stranger | Self::Program(_, Scope::Read))
    }

    /// Whether they may make and revoke tokens: a token that leaked must not make another one.
    pub(crate) fn may_manage(self) -> bool {
        !matches!(self, Self::Stranger | Self::Program(..))
    }

    /// The number of the token or session that lets them in.
    pub(super) fn credential(self) -> Option<u32> {
        match self {
            Self::Browser(id) | Self::Program(id, _) => Some(id),
            _ => None,
        }
    }
}

//! The authenticated caller of a request.

use crate::domain::{
    credential::Scope,
    person::{PersonId, Role},
};

/// A person, with the role that they have at the moment.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Identity {
    pub(crate) person: PersonId,
    pub(crate) role: Role,
}

impl Identity {
    /// The owner of the server.
    pub(crate) const OWNER: Self = Self {
        person: PersonId::OWNER,
        role: Role::Owner,
    };
}

/// The authenticated caller of a request.
#[derive(Debug, Clone, Copy, Default, PartialEq, Eq)]
pub(crate) enum Caller {
    /// Not authenticated, although a password is set.
    #[default]
    Unauthenticated,
    /// The server has no password, so that everybody is the owner.
    AuthDisabled,
    /// A program that sent a person's password.
    Password(Identity),
    /// A signed-in browser, with the id of its session.
    Browser(u32, Identity),
    /// A program, with the id and scope of its token.
    Program(u32, Scope, Identity),
    /// A person whom a trusted proxy named.
    Proxy(Identity),
}

impl Caller {
    /// Returns the person, or `None` for an unauthenticated caller.
    pub(crate) fn identity(self) -> Option<Identity> {
        match self {
            Self::Unauthenticated => None,
            Self::AuthDisabled => Some(Identity::OWNER),
            Self::Password(identity)
            | Self::Browser(_, identity)
            | Self::Program(_, _, identity)
            | Self::Proxy(identity) => Some(identity),
        }
    }

    /// Returns true if the caller is the owner of the server.
    pub(crate) fn is_owner(self) -> bool {
        self.role() == Some(Role::Owner)
    }

    /// Returns the person's role, or `None` for an unauthenticated caller.
    pub(crate) fn role(self) -> Option<Role> {
        self.identity().map(|identity| identity.role)
    }

    /// Returns true unless the caller is unauthenticated or a token that may only read.
    pub(crate) fn may_write(self) -> bool {
        !matches!(
            self,
            Self::Unauthenticated | Self::Program(_, Scope::Read, _)
        )
    }

    /// Returns true if the caller may manage tokens and sessions. A token may not, as it could be leaked.
    pub(crate) fn may_manage_tokens(self) -> bool {
        !matches!(self, Self::Unauthenticated | Self::Program(..))
    }

    /// Returns the id of the caller's token or session.
    pub(in crate::web::http) fn credential_id(self) -> Option<u32> {
        match self {
            Self::Browser(id, _) | Self::Program(id, ..) => Some(id),
            _ => None,
        }
    }
}

//! Sharing of watchlists and boards with other people who use the server.

use serde::{Deserialize, Serialize};

use super::person::PersonId;

/// Permission of other people to use a watchlist or a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize)]
pub struct Share {
    /// Who has the permission; `None` for everybody.
    pub with: Option<PersonId>,
    /// True if the person may also change it.
    pub may_write: bool,
}

/// What a person may do with a watchlist or a board.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord)]
pub enum Permission {
    /// Read it.
    Read,
    /// Also change its name and content.
    Write,
    /// Also delete and share it.
    Own,
}

impl Permission {
    /// Returns what `person` may do with something that belongs to `owner`; `None` if they may not see it.
    pub fn of(person: PersonId, owner: PersonId, shares: &[Share]) -> Option<Self> {
        if owner == person {
            return Some(Self::Own);
        }
        let applies = |share: &&Share| share.with.is_none_or(|with| with == person);
        let granted = shares.iter().filter(applies).map(|share| {
            if share.may_write {
                Self::Write
            } else {
                Self::Read
            }
        });
        granted.max()
    }

    /// Returns the name of the permission in the API.
    pub(crate) fn name(self) -> &'static str {
        match self {
            Self::Read => "read",
            Self::Write => "write",
            Self::Own => "own",
        }
    }
}

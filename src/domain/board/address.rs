//! Addresses of boards in URLs.

use std::fmt;

use crate::domain::person::PersonId;

/// The address of a board in URLs: its name, and for a board of another person `@` and the id of its owner, as in `kitchen@3`.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct BoardAddress {
    /// The name of the board.
    pub name: String,
    /// The owner of the board; `None` for the person who asks.
    pub owner: Option<PersonId>,
}

impl BoardAddress {
    /// Reads an address. A text without a valid owner is the name of an own board.
    pub fn parse(text: &str) -> Self {
        let of_other = text
            .split_once('@')
            .and_then(|(name, owner)| Some((name, owner.parse().ok()?)));
        match of_other {
            Some((name, owner)) => Self {
                name: name.to_owned(),
                owner: Some(PersonId(owner)),
            },
            None => Self {
                name: text.to_owned(),
                owner: None,
            },
        }
    }
}

impl fmt::Display for BoardAddress {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter.write_str(&self.name)?;
        match self.owner {
            Some(owner) => write!(formatter, "@{owner}"),
            None => Ok(()),
        }
    }
}

//! The people of a household who use a server. Each has their own lists, alerts, boards and settings; the market is shared.

use std::fmt;

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::validation::{ValidationError, is_blank, is_control};

/// Id of a person in this store. Ids are not reused.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Hash, Serialize, Deserialize)]
#[serde(transparent)]
pub struct PersonId(pub u32);

impl PersonId {
    /// The owner of the server: its only person unless others are added.
    pub const OWNER: Self = Self(1);
    /// Nobody: the person of a caller who is not authenticated. Nothing is stored under this id.
    pub const NOBODY: Self = Self(0);

    /// Returns true for the owner of the server.
    pub fn is_owner(&self) -> bool {
        *self == Self::OWNER
    }
}

/// Records without a person belong to the owner, because they were written before others could be added.
impl Default for PersonId {
    fn default() -> Self {
        Self::OWNER
    }
}

impl fmt::Display for PersonId {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        self.0.fmt(formatter)
    }
}

/// What a person may do.
#[derive(Debug, Clone, Copy, PartialEq, Eq, PartialOrd, Ord, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Role {
    /// Read the market and their own data, and change nothing, as a screen in the kitchen does.
    Viewer,
    /// Also change their own data.
    Member,
    /// Also change what all people share: the followed tickers, the settings of the server, backups, and the people themselves.
    Owner,
}

/// A person other than the owner.
#[derive(Clone, PartialEq, Eq, Serialize, Deserialize)]
pub struct Person {
    /// Id in this store.
    pub id: PersonId,
    /// Name for the sign-in, unique without regard to case.
    pub name: String,
    /// What the person may do.
    pub role: Role,
    /// Hash of the password in the PHC format; `None` for a person who cannot sign in with a password.
    #[serde(default)]
    pub password_hash: Option<String>,
    /// Where the person was added.
    pub origin: PersonOrigin,
    /// Time at which the person was added.
    pub since: Timestamp,
}

/// A person of the configuration file.
#[derive(Clone, PartialEq, Eq)]
pub struct ConfiguredPerson {
    /// Name for the sign-in.
    pub name: String,
    /// What the person may do.
    pub role: Role,
    /// Hash of the password; `None` without a password.
    pub password_hash: Option<String>,
}

/// Leaves out the hash of the password.
impl fmt::Debug for ConfiguredPerson {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("ConfiguredPerson")
            .field("name", &self.name)
            .field("role", &self.role)
            .finish_non_exhaustive()
    }
}

impl Person {
    /// Creates the owner of a server. An empty hash means that they have no password.
    pub fn owner(name: &str, password_hash: &str) -> Self {
        Self {
            id: PersonId::OWNER,
            name: name.to_owned(),
            role: Role::Owner,
            password_hash: (!password_hash.is_empty()).then(|| password_hash.to_owned()),
            origin: PersonOrigin::File,
            since: Timestamp::UNIX_EPOCH,
        }
    }
}

/// Returns true for two spellings of one name, which differ only in case and surrounding spaces.
pub fn is_same_name(one: &str, other: &str) -> bool {
    one.trim().to_lowercase() == other.trim().to_lowercase()
}

/// Maximum length of a name in characters.
const MAX_NAME_CHARS: usize = 60;

/// Checks and trims the name of a person.
///
/// # Errors
/// Returns a sentence for an empty or too long name, and for one with a colon, which separates name and password in HTTP.
pub fn check_name(name: &str) -> Result<String, ValidationError> {
    let name = name.trim();
    let error = if is_blank(name) {
        "A person needs a name."
    } else if name.contains(':') || name.chars().any(is_control) {
        "The name of a person can't contain colons or control characters."
    } else if name.chars().count() > MAX_NAME_CHARS {
        "The name of a person can have at most 60 characters."
    } else {
        return Ok(name.to_owned());
    };
    Err(ValidationError(error.to_owned()))
}

/// Where a person was added.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum PersonOrigin {
    /// In the configuration file.
    File,
    /// On the page or with `marketdeck people`.
    Page,
    /// In the configuration file, which no longer names the person. They cannot sign in, and their data stays until the owner removes
    /// them.
    Removed,
}

/// Leaves out the hash of the password.
impl fmt::Debug for Person {
    fn fmt(&self, formatter: &mut fmt::Formatter<'_>) -> fmt::Result {
        formatter
            .debug_struct("Person")
            .field("id", &self.id)
            .field("name", &self.name)
            .field("role", &self.role)
            .field("origin", &self.origin)
            .finish_non_exhaustive()
    }
}

//! The people in the configuration, who use this server in addition to its owner.

use super::{
    ConfigError, Options,
    options::{PersonOptions, REDACTED},
    secret::secret,
};
use crate::{
    domain::person::{ConfiguredPerson, Role, check_name, is_same_name},
    runtime::password::PasswordHash,
};

/// Key of the list of people.
const PEOPLE: &str = "people";
/// Key of the header in which a proxy names the person.
const USER_HEADER: &str = "trusted_user_header";
/// Name of the owner if the configuration has none.
const OWNER: &str = "Owner";

/// The people of the configuration, checked.
#[derive(Debug, Clone, PartialEq, Eq)]
pub struct PeopleConfig {
    /// Name of the owner.
    pub owner_name: String,
    /// Header in which a trusted proxy names the person; empty for none.
    pub trusted_user_header: String,
    /// The people other than the owner.
    pub others: Vec<ConfiguredPerson>,
}

impl Default for PeopleConfig {
    fn default() -> Self {
        Self {
            owner_name: OWNER.to_owned(),
            trusted_user_header: String::new(),
            others: Vec::new(),
        }
    }
}

/// Checks the people. Returns them, and the hash of the owner's password if it is in the owner's `[[people]]` table. Adds errors to
/// `problems`.
pub(super) fn resolve(
    options: &Options,
    owner_hash: String,
    problems: &mut Vec<ConfigError>,
) -> (PeopleConfig, String) {
    let mut people = PeopleConfig {
        trusted_user_header: user_header(options, problems),
        ..PeopleConfig::default()
    };
    let mut owner_hash = owner_hash;
    let mut has_owner = false;
    let mut names: Vec<String> = Vec::new();
    for person in &options.people {
        let key = |key: &str| format!("{PEOPLE}.{}.{key}", person.name);
        let mut refuse = |name: &str, message: String| {
            problems.push(ConfigError::invalid(key(name), message));
        };
        let name = match check_name(&person.name) {
            Ok(name) => name,
            Err(error) => {
                refuse("name", error.to_string());
                continue;
            }
        };
        if names.iter().any(|known| is_same_name(known, &name)) {
            refuse("name", "two people have this name".to_owned());
            continue;
        }
        names.push(name.clone());
        let hash = match hash(person) {
            Ok(hash) => hash,
            Err(message) => {
                refuse("password_hash", message);
                continue;
            }
        };
        if person.role != Role::Owner {
            let (role, password_hash) = (person.role, hash);
            people.others.push(ConfiguredPerson {
                name,
                role,
                password_hash,
            });
            continue;
        }
        if has_owner {
            refuse("role", "there can be only one owner".to_owned());
        }
        if hash.is_some() && !owner_hash.is_empty() {
            refuse(
                "password_hash",
                "password_hash is also set outside of [[people]]; remove one of the two".to_owned(),
            );
        }
        has_owner = true;
        people.owner_name = name;
        owner_hash = hash.unwrap_or(owner_hash);
    }
    let is_open = owner_hash.is_empty() && people.trusted_user_header.is_empty();
    if is_open && !people.others.is_empty() {
        problems.push(ConfigError::invalid(
            PEOPLE,
            "several people need a password of the owner; set password_hash, or trusted_user_header if a proxy signs them in",
        ));
    }
    (people, owner_hash)
}

/// Returns the hash of a person's password; `None` without a password.
fn hash(person: &PersonOptions) -> Result<Option<String>, String> {
    let (file, hash) = (&person.password_hash_file, &person.password_hash);
    let hash = match (file.is_empty(), hash.is_empty()) {
        (true, true) => return Ok(None),
        (true, false) => hash.clone(),
        (false, true) => secret(file).map_err(|error| error.to_string())?,
        (false, false) => {
            return Err("password_hash_file is also set; remove one of the two".to_owned());
        }
    };
    // The error does not contain the value, which may be the password itself by mistake.
    if hash == REDACTED || PasswordHash::parse(&hash).is_none() {
        return Err(
            "not a password hash; expected the output of marketdeck hash-password".to_owned(),
        );
    }
    Ok(Some(hash))
}

fn user_header(options: &Options, problems: &mut Vec<ConfigError>) -> String {
    let header = options.trusted_user_header.trim();
    let is_valid = header
        .bytes()
        .all(|byte| byte.is_ascii_alphanumeric() || byte == b'-');
    if !is_valid {
        problems.push(ConfigError::invalid(
            USER_HEADER,
            "not the name of a header; expected letters, digits and hyphens, as in Remote-User",
        ));
    } else if !header.is_empty() && options.trusted_proxies.is_empty() {
        problems.push(ConfigError::invalid(
            USER_HEADER,
            "only a proxy in trusted_proxies may name the person; add its address there",
        ));
    }
    header.to_owned()
}

//! The people who may use this server, with their passwords.

use std::sync::Arc;

use super::{caller::Identity, secret};
use crate::{
    domain::person::{Person, PersonId, PersonOrigin, is_same_name},
    runtime::password::PasswordHash,
};

/// A person and their password.
pub(crate) struct Account {
    pub(crate) person: Person,
    /// Hash of the password; `None` without a password, and if the hash is invalid: then no password is correct.
    pub(super) password: Option<Arc<PasswordHash>>,
    /// Id of the password. A session stores the id, and ends when the password changes.
    pub(super) password_id: String,
}

impl Account {
    pub(super) fn new(person: Person) -> Self {
        let hash = person.password_hash.as_deref().unwrap_or_default();
        let password_id = match person.id {
            PersonId::OWNER => secret::hash(&format!("marketdeck sessions {hash}")),
            id => secret::hash(&format!("marketdeck sessions {id} {hash}")),
        };
        Self {
            password: PasswordHash::parse(hash).map(Arc::new),
            password_id,
            person,
        }
    }

    pub(super) fn identity(&self) -> Identity {
        Identity {
            person: self.person.id,
            role: self.person.role,
        }
    }
}

/// The people who may use this server; the owner is the first.
pub(crate) struct Accounts(Vec<Account>);

impl Accounts {
    /// Creates the list from the name and the password hash of the owner and from the stored people. People that the configuration no
    /// longer names are left out.
    pub(super) fn new(owner_name: &str, owner_hash: &str, others: Vec<Person>) -> Self {
        let owner = Person::owner(owner_name, owner_hash);
        let others = others
            .into_iter()
            .filter(|person| person.origin != PersonOrigin::Removed);
        let all = std::iter::once(owner).chain(others);
        Self(all.map(Account::new).collect())
    }

    /// Returns true if there are people other than the owner.
    pub(crate) fn has_others(&self) -> bool {
        self.0.len() > 1
    }

    /// Returns the account of a person, unless they were removed.
    pub(crate) fn get(&self, id: PersonId) -> Option<&Account> {
        self.0.iter().find(|account| account.person.id == id)
    }

    /// Returns the account with a name, ignoring case.
    pub(crate) fn by_name(&self, name: &str) -> Option<&Account> {
        let mut accounts = self.0.iter();
        accounts.find(|account| is_same_name(&account.person.name, name))
    }

    /// Returns a password of any account, to verify something for a name that nobody has.
    pub(super) fn any_password(&self) -> Option<Arc<PasswordHash>> {
        self.0.iter().find_map(|account| account.password.clone())
    }

    /// Returns the account of the owner.
    pub(super) fn owner(&self) -> Option<&Account> {
        self.get(PersonId::OWNER)
    }
}

//! Properties of a table that do not depend on the types of its keys and values.

use super::replication::scope::Scope;

/// Properties of a table, which its row in `schema.rs` declares.
#[derive(Clone, Copy)]
pub(super) struct TableInfo {
    pub(super) name: &'static str,
    /// The cluster members to which the table is replicated; `None` for a table that is not
    /// replicated.
    pub(super) scope: Option<Scope>,
    /// The noun for a record in error messages. If it is empty, messages say "record in 'name'".
    noun: &'static str,
    /// True for a table that older files with this schema version lack, and whose content no
    /// provider can send again. `meta` records that such a table has been created, so that its loss
    /// is reported as damage.
    pub(super) added_later: bool,
    /// True for a table whose records belong to people.
    pub(super) personal: bool,
}

impl TableInfo {
    pub(super) const fn new(name: &'static str, scope: Option<Scope>) -> Self {
        Self {
            name,
            scope,
            noun: "",
            added_later: false,
            personal: false,
        }
    }

    pub(super) const fn personal(self) -> Self {
        Self {
            personal: true,
            ..self
        }
    }

    pub(super) const fn noun(self, noun: &'static str) -> Self {
        Self { noun, ..self }
    }

    pub(super) const fn added_later(self) -> Self {
        Self {
            added_later: true,
            ..self
        }
    }

    /// Returns the noun that error messages use for a record of the table.
    pub(super) fn record_noun(&self) -> String {
        match self.noun {
            "" => format!("record in '{}'", self.name),
            noun => noun.to_owned(),
        }
    }
}

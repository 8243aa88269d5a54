//! The properties of a table that do not depend on the types of its keys and values.

use super::replication::scope::Scope;

/// Properties of a table that follow from its row in `schema.rs`.
#[derive(Clone, Copy)]
pub(super) struct TableInfo {
    pub(super) name: &'static str,
    /// The cluster members that may hold the table; `None` for a table that is never replicated.
    pub(super) scope: Option<Scope>,
    /// What an error sentence calls a record; empty for "record in 'name'".
    noun: &'static str,
    /// True for a table that older files of this schema lack and that no source can fill again. `meta` lists these tables,
    /// so that a missing one counts as damage and not as age.
    pub(super) added_later: bool,
}

impl TableInfo {
    pub(super) const fn new(name: &'static str, scope: Option<Scope>) -> Self {
        Self {
            name,
            scope,
            noun: "",
            added_later: false,
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

    /// What error sentences call a record of the table.
    pub(super) fn record_noun(&self) -> String {
        match self.noun {
            "" => format!("record in '{}'", self.name),
            noun => noun.to_owned(),
        }
    }
}

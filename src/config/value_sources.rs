//! Finds where an option's value is set: in a flag, an environment variable or the file.

use toml::Table;

use super::{file::File, variables};

/// The sources of the configuration's values, from the highest to the lowest priority.
pub(super) struct ValueSources {
    pub(super) flags: Table,
    pub(super) variables: Table,
    pub(super) file: Option<File>,
}

impl ValueSources {
    /// Returns the location of the value of `key`, which is a variable or a line in the file.
    /// Returns `None` for a flag, whose location is obvious.
    pub(super) fn location(&self, key: &str) -> Option<String> {
        let is_in = |table: &Table| {
            let (first, rest) = key.split_once('.').unwrap_or((key, ""));
            let mut rest = rest.split('.').filter(|key| !key.is_empty());
            let value = table.get(first);
            value.is_some_and(|value| rest.try_fold(value, |value, key| value.get(key)).is_some())
        };
        if is_in(&self.flags) {
            return None;
        }
        if is_in(&self.variables) {
            return Some(variables::name(key.split('.')));
        }
        self.file.as_ref()?.location(key)
    }
}

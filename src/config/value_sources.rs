//! Finds where an option's value is set: in a flag, an environment variable, the file, or the
//! settings of the web interface.

use toml::Table;

use super::{file::File, page_settings, variables};

/// The place where the value of an option is set.
#[derive(Debug, Clone, PartialEq, Eq)]
pub(crate) enum Origin {
    /// Nowhere.
    Default,
    /// The settings that the web interface saves.
    Page,
    /// A line of the configuration file, as in `marketdeck.toml line 3`.
    File(String),
    /// An environment variable.
    Variable(String),
    /// A flag of the command line, as in `--market`.
    Flag(String),
}

/// The sources of the configuration's values, from the highest to the lowest priority.
pub(super) struct ValueSources {
    pub(super) flags: Table,
    pub(super) variables: Table,
    pub(super) file: Option<File>,
    pub(super) page_settings: Option<File>,
}

impl ValueSources {
    /// Returns the location of the value of `key`, which is a variable or a line in a file.
    /// Returns `None` for a flag, whose location is obvious.
    pub(super) fn location(&self, key: &str) -> Option<String> {
        if page_settings::get(&self.flags, key).is_some() {
            return None;
        }
        if page_settings::get(&self.variables, key).is_some() {
            return Some(variables::name(key.split('.')));
        }
        let mut files = [&self.file, &self.page_settings].into_iter().flatten();
        files.find_map(|file| file.location(key))
    }

    /// Returns the origin of the value of `key`. The value of a secret may be in a file that
    /// another key names.
    pub(super) fn origin(&self, key: &str) -> Origin {
        let keys = [key.to_owned(), format!("{key}_file")];
        let in_table = |table: &Table| {
            keys.iter()
                .find(|key| page_settings::get(table, key).is_some())
        };
        if let Some(key) = in_table(&self.flags) {
            return Origin::Flag(format!("--{}", key.replace('_', "-")));
        }
        if let Some(key) = in_table(&self.variables) {
            return Origin::Variable(variables::name(key.split('.')));
        }
        let location = |file: &Option<File>| {
            let file = file.as_ref()?;
            keys.iter().find_map(|key| file.location(key))
        };
        if let Some(location) = location(&self.file) {
            return Origin::File(location);
        }
        match location(&self.page_settings) {
            Some(_) => Origin::Page,
            None => Origin::Default,
        }
    }
}

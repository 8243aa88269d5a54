//! Reads the configuration file and finds the lines of keys.

use std::{ops::Range, path::Path};

use serde::Deserialize as _;
use toml::{
    Table,
    de::{DeTable, DeValue, Deserializer, Error},
};

use super::{ConfigError, Options, wording};

/// The text of a configuration file.
pub(super) struct File {
    name: String,
    text: String,
}

impl File {
    /// Reads the file at `path`. `kind` names the file in an error.
    pub(super) fn read(path: &Path, kind: &'static str) -> Result<Self, ConfigError> {
        match std::fs::read_to_string(path) {
            Ok(text) => Ok(Self::with_text(path, &text)),
            Err(error) => Err(ConfigError::Unreadable {
                kind,
                path: path.display().to_string(),
                error: error.to_string(),
            }),
        }
    }

    /// Returns a file at `path` with this text.
    pub(super) fn with_text(path: &Path, text: &str) -> Self {
        Self {
            name: path.display().to_string(),
            text: text.to_owned(),
        }
    }

    /// Returns the options in the file and all errors. Unknown keys and values of the wrong type
    /// are left out and reported as errors with their lines. For a file that is not valid TOML,
    /// returns no options.
    pub(super) fn options(&self) -> (Table, Vec<ConfigError>) {
        let (mut document, syntax_errors) = DeTable::parse_recoverable(&self.text);
        let mut errors: Vec<_> = syntax_errors
            .iter()
            .map(|error| self.to_config_error(error, ""))
            .collect();
        if !errors.is_empty() {
            // The parser often reports the same mistake twice.
            errors.dedup_by(|a, b| a.subject() == b.subject());
            return (Table::new(), errors);
        }
        while let Err(error) = Options::deserialize(Deserializer::from(document.clone())) {
            let mut path = Vec::new();
            let span = error.span().unwrap_or_default();
            let is_removed = remove_at_span(document.get_mut(), &span, &mut path);
            if error.message().starts_with("unknown field") {
                path.pop();
            }
            let key = path.join(".");
            // Errors in channels already contain their key.
            let has_key = error.message().starts_with(&format!("{key}."));
            errors.push(self.to_config_error(&error, if has_key { "" } else { &key }));
            if !is_removed {
                return (Table::new(), errors);
            }
        }
        // Deserializing a parsed document into a table always succeeds.
        let table = Table::deserialize(Deserializer::from(document)).unwrap_or_default();
        (table, errors)
    }

    /// Returns the location of `key`, such as `marketdeck.toml line 3`. A key of a table in a list
    /// contains the name of the table, as in `channels.phone.topic`.
    pub(super) fn location(&self, key: &str) -> Option<String> {
        let document = DeTable::parse(&self.text).ok()?;
        let start = key_offset(document.get_ref(), key)?;
        Some(format!("{} line {}", self.name, self.line(start)))
    }

    fn to_config_error(&self, error: &Error, key: &str) -> ConfigError {
        let mut subject = self.name.clone();
        if let Some(span) = error.span() {
            subject = format!("{subject} line {}", self.line(span.start));
        }
        if !key.is_empty() {
            subject = format!("{subject}: {key}");
        }
        ConfigError::invalid(subject, wording::reword(error.message()))
    }

    fn line(&self, start: usize) -> usize {
        let before = &self.text.as_bytes()[..start.min(self.text.len())];
        before.split(|byte| *byte == b'\n').count()
    }
}

/// Removes the value at `span` from `table` and appends its key to `path`. Returns false if no
/// value is at `span`.
fn remove_at_span(table: &mut DeTable<'_>, span: &Range<usize>, path: &mut Vec<String>) -> bool {
    let mut key_to_remove = None;
    for (key, value) in table.iter_mut() {
        path.push(key.get_ref().to_string());
        let (key_span, value_span) = (key.span(), value.span());
        if remove_in_value(value.get_mut(), span, path) {
            return true;
        }
        if span_contains(&key_span, span) || span_contains(&value_span, span) {
            key_to_remove = Some(key.clone());
            break;
        }
        path.pop();
    }
    key_to_remove.is_some_and(|key| table.remove(&key).is_some())
}

fn remove_in_value(value: &mut DeValue<'_>, span: &Range<usize>, path: &mut Vec<String>) -> bool {
    match value {
        DeValue::Table(table) => remove_at_span(table, span, path),
        DeValue::Array(array) => {
            for n in 0..array.len() {
                if remove_in_value(array.as_mut()[n].get_mut(), span, path) {
                    return true;
                }
                if span_contains(&array[n].span(), span) {
                    let empty = [].into_iter().collect();
                    let items = std::mem::replace(array, empty).into_iter().enumerate();
                    let remaining = items.filter(|(index, _)| *index != n);
                    *array = remaining.map(|(_, item)| item).collect();
                    return true;
                }
            }
            false
        }
        _ => false,
    }
}

fn span_contains(outer: &Range<usize>, inner: &Range<usize>) -> bool {
    outer.start <= inner.start && inner.end <= outer.end
}

/// Returns the byte offset of `key` in `table`.
fn key_offset(table: &DeTable<'_>, key: &str) -> Option<usize> {
    let (first, rest) = key.split_once('.').unwrap_or((key, ""));
    let (name, value) = table.iter().find(|(name, _)| name.get_ref() == first)?;
    if rest.is_empty() {
        return Some(name.span().start);
    }
    match value.get_ref() {
        DeValue::Table(table) => key_offset(table, rest),
        DeValue::Array(items) => items.iter().find_map(|item| {
            let table = item.get_ref().as_table()?;
            let rest = ["name", "symbol"].into_iter().find_map(|key| {
                let name = table.get(key)?.get_ref().as_str()?;
                rest.strip_prefix(name)?.strip_prefix('.')
            })?;
            // The location of a missing key is its table's.
            Some(key_offset(table, rest).unwrap_or(item.span().start))
        }),
        _ => None,
    }
}

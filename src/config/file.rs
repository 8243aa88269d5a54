//! Reads the configuration file and finds the line of a key.

use std::{ops::Range, path::Path};

use serde::Deserialize as _;
use toml::{
    Table,
    de::{DeTable, DeValue, Deserializer, Error},
};

use super::{ConfigError, Options, wording};

/// A configuration file.
pub(super) struct File {
    name: String,
    text: String,
}

impl File {
    /// Reads the file at `path`.
    pub(super) fn read(path: &Path) -> Result<Self, ConfigError> {
        let name = path.display().to_string();
        match std::fs::read_to_string(path) {
            Ok(text) => Ok(Self { name, text }),
            Err(error) => Err(ConfigError::Unreadable {
                what: "configuration file",
                path: name,
                error: error.to_string(),
            }),
        }
    }

    /// Returns the options in the file. Unknown keys and values of the wrong type are left out and reported, each with its
    /// line. A file that is not valid TOML yields no options.
    pub(super) fn options(&self) -> (Table, Vec<ConfigError>) {
        let (mut document, broken) = DeTable::parse_recoverable(&self.text);
        let mut wrong: Vec<_> = broken.iter().map(|error| self.problem(error, "")).collect();
        if !wrong.is_empty() {
            // The parser often reports one mistake twice.
            wrong.dedup_by(|a, b| a.origin() == b.origin());
            return (Table::new(), wrong);
        }
        while let Err(error) = Options::deserialize(Deserializer::from(document.clone())) {
            let mut path = Vec::new();
            let span = error.span().unwrap_or_default();
            let is_removed = remove_at_span(document.get_mut(), &span, &mut path);
            if error.message().starts_with("unknown field") {
                path.pop();
            }
            let key = path.join(".");
            // Errors of channels contain their key already.
            let names_itself = error.message().starts_with(&format!("{key}."));
            wrong.push(self.problem(&error, if names_itself { "" } else { &key }));
            if !is_removed {
                return (Table::new(), wrong);
            }
        }
        // A parsed document always deserializes into a table.
        let table = Table::deserialize(Deserializer::from(document)).unwrap_or_default();
        (table, wrong)
    }

    /// Returns the location of `key`, as in `marketdeck.toml line 3`. A table in a list is addressed by its name:
    /// `channels.phone.topic`.
    pub(super) fn place(&self, key: &str) -> Option<String> {
        let document = DeTable::parse(&self.text).ok()?;
        let start = key_offset(document.get_ref(), key)?;
        Some(format!("{} line {}", self.name, self.line(start)))
    }

    fn problem(&self, error: &Error, key: &str) -> ConfigError {
        let mut origin = self.name.clone();
        if let Some(span) = error.span() {
            origin = format!("{origin} line {}", self.line(span.start));
        }
        if !key.is_empty() {
            origin = format!("{origin}: {key}");
        }
        ConfigError::invalid(origin, wording::reword(error.message()))
    }

    fn line(&self, start: usize) -> usize {
        let before = &self.text.as_bytes()[..start.min(self.text.len())];
        before.split(|byte| *byte == b'\n').count()
    }
}

/// Removes what is at `span` from `table` and stores its path in `path`; returns false if there is nothing.
fn remove_at_span(table: &mut DeTable<'_>, span: &Range<usize>, path: &mut Vec<String>) -> bool {
    let mut whole = None;
    for (key, value) in table.iter_mut() {
        path.push(key.get_ref().to_string());
        let (key_span, value_span) = (key.span(), value.span());
        if remove_in_value(value.get_mut(), span, path) {
            return true;
        }
        if span_contains(&key_span, span) || span_contains(&value_span, span) {
            whole = Some(key.clone());
            break;
        }
        path.pop();
    }
    whole.is_some_and(|key| table.remove(&key).is_some())
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
                    let none = [].into_iter().collect();
                    let items = std::mem::replace(array, none).into_iter().enumerate();
                    let rest = items.filter(|(at, _)| *at != n);
                    *array = rest.map(|(_, item)| item).collect();
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

/// Returns the offset of `key` below `table`.
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
            // A missing key is located at its table.
            Some(key_offset(table, rest).unwrap_or(item.span().start))
        }),
        _ => None,
    }
}

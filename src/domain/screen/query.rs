//! The text form of a screen: the query of a URL, such as `universe=sp500&pe=5..20&sector=Energy&sort=pe&dir=asc`.

use percent_encoding::{AsciiSet, NON_ALPHANUMERIC, percent_decode_str, utf8_percent_encode};

use super::{Choice, NumberField, Range, Screen, Sort, SortField, TextField, Universe};

/// Maximum number of values of a criterion on a text.
const MAX_CHOICES: usize = 50;
/// Maximum length of a value of a criterion on a text, in characters.
const MAX_CHOICE_CHARS: usize = 80;
/// Separates the limits of a range.
const RANGE: &str = "..";
/// The characters of a value that need no escape.
const ESCAPED: &AsciiSet = &NON_ALPHANUMERIC.remove(b'-').remove(b'.').remove(b'_');

/// The reason why a query is not a valid screen, as a sentence.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("{0}")]
pub struct QueryError(pub String);

impl Screen {
    /// Parses a screen from a query without the question mark.
    ///
    /// # Errors
    /// [`QueryError`] for an unknown parameter, an invalid value, and a parameter that occurs twice.
    pub fn from_query(query: &str) -> Result<Self, QueryError> {
        Self::from_pairs(pairs(query))
    }

    /// Parses a screen from decoded parameters.
    ///
    /// # Errors
    /// The same as those of [`Screen::from_query`].
    pub fn from_pairs(pairs: impl Iterator<Item = (String, String)>) -> Result<Self, QueryError> {
        let (mut universe, mut list) = (None, None);
        let (mut sort, mut direction) = (None, None);
        let mut screen = Self::default();
        for (name, value) in pairs {
            match &*name {
                "universe" => set_once(&mut universe, &name, parse_universe(&value)?)?,
                "list" => set_once(&mut list, &name, parse_list(&value)?)?,
                "sort" => set_once(&mut sort, &name, parse_sort(&value)?)?,
                "dir" => set_once(&mut direction, &name, parse_direction(&value)?)?,
                _ => screen.add_criterion(&name, &value)?,
            }
        }
        screen.universe = match (universe, list) {
            (Some(_), Some(_)) => {
                return Err(QueryError(
                    "Send either 'universe' or 'list', not both.".into(),
                ));
            }
            (_, Some(list)) => Universe::List(list),
            (universe, None) => universe.unwrap_or_default(),
        };
        let field = sort.unwrap_or(Sort::default().field);
        screen.sort = Sort {
            field,
            is_descending: direction.unwrap_or(field.is_descending_by_default()),
        };
        screen.ranges.sort_by_key(|range| range.field);
        screen.choices.sort_by_key(|choice| choice.field);
        Ok(screen)
    }

    fn add_criterion(&mut self, name: &str, value: &str) -> Result<(), QueryError> {
        if let Some(field) = NumberField::parse(name) {
            if self.ranges.iter().any(|range| range.field == field) {
                return Err(duplicate(name));
            }
            self.ranges.push(parse_range(field, value)?);
            return Ok(());
        }
        let Some(field) = TextField::parse(name) else {
            return Err(QueryError(format!("Unknown query parameter '{name}'.")));
        };
        let value = parse_choice(field, value)?;
        let index = self.choices.iter().position(|choice| choice.field == field);
        let index = index.unwrap_or_else(|| {
            let any_of = Vec::new();
            self.choices.push(Choice { field, any_of });
            self.choices.len() - 1
        });
        let any_of = &mut self.choices[index].any_of;
        let is_known = any_of.iter().any(|known| is_same_text(known, &value));
        if !is_known {
            any_of.push(value);
        }
        if any_of.len() > MAX_CHOICES {
            return Err(QueryError(format!(
                "Too many values of '{name}'; the maximum is {MAX_CHOICES}."
            )));
        }
        Ok(())
    }

    /// Returns the query of the screen in its canonical form, without default values; empty for the default screen.
    pub fn to_query(&self) -> String {
        let mut pairs: Vec<(&str, String)> = Vec::new();
        match self.universe {
            Universe::Stocks => {}
            Universe::Sp500 => pairs.push(("universe", "sp500".into())),
            Universe::List(id) => pairs.push(("list", id.to_string())),
        }
        for range in &self.ranges {
            let limit = |limit: Option<f64>| limit.map_or(String::new(), |limit| limit.to_string());
            let text = format!("{}{RANGE}{}", limit(range.min), limit(range.max));
            pairs.push((range.field.name(), text));
        }
        for choice in &self.choices {
            let escaped = choice.any_of.iter().map(|value| escape(value));
            pairs.extend(escaped.map(|value| (choice.field.name(), value)));
        }
        let Sort {
            field,
            is_descending,
        } = self.sort;
        let has_default_direction = is_descending == field.is_descending_by_default();
        if field != Sort::default().field {
            pairs.push(("sort", field.name().into()));
        }
        if !has_default_direction {
            let direction = if is_descending { "desc" } else { "asc" };
            pairs.push(("dir", direction.into()));
        }
        let pairs: Vec<String> = pairs
            .into_iter()
            .map(|(name, value)| format!("{name}={value}"))
            .collect();
        pairs.join("&")
    }
}

/// Splits a query into decoded parameters.
pub(crate) fn pairs(query: &str) -> impl Iterator<Item = (String, String)> {
    let decode = |text: &str| {
        let text = text.replace('+', " ");
        percent_decode_str(&text).decode_utf8_lossy().into_owned()
    };
    let pairs = query.split('&').filter(|pair| !pair.is_empty());
    pairs.map(move |pair| {
        let (name, value) = pair.split_once('=').unwrap_or((pair, ""));
        (decode(name), decode(value))
    })
}

/// Escapes a value; a space becomes `+`, as in forms.
fn escape(value: &str) -> String {
    let escaped = utf8_percent_encode(value, ESCAPED).to_string();
    escaped.replace("%20", "+")
}

fn set_once<T>(known: &mut Option<T>, name: &str, value: T) -> Result<(), QueryError> {
    match known.replace(value) {
        Some(_) => Err(duplicate(name)),
        None => Ok(()),
    }
}

fn duplicate(name: &str) -> QueryError {
    QueryError(format!("Duplicate query parameter '{name}'."))
}

fn parse_universe(text: &str) -> Result<Universe, QueryError> {
    match text {
        "stocks" => Ok(Universe::Stocks),
        "sp500" => Ok(Universe::Sp500),
        _ => Err(QueryError(format!(
            "Invalid universe '{text}'; expected stocks or sp500."
        ))),
    }
}

fn parse_list(text: &str) -> Result<u32, QueryError> {
    let id = text.parse().ok().filter(|id| *id > 0);
    id.ok_or_else(|| QueryError(format!("Invalid watchlist number '{text}'.")))
}

fn parse_sort(text: &str) -> Result<SortField, QueryError> {
    SortField::parse(text).ok_or_else(|| {
        let names: Vec<_> = NumberField::ALL.iter().map(|field| field.name()).collect();
        QueryError(format!(
            "Invalid sort '{text}'; expected one of: symbol, name, sector, country, currency, {}.",
            names.join(", ")
        ))
    })
}

fn parse_direction(text: &str) -> Result<bool, QueryError> {
    match text {
        "asc" => Ok(false),
        "desc" => Ok(true),
        _ => Err(QueryError(format!(
            "Invalid dir '{text}'; expected asc or desc."
        ))),
    }
}

fn parse_range(field: NumberField, text: &str) -> Result<Range, QueryError> {
    let invalid = || {
        QueryError(format!(
            "Invalid {} '{text}'; expected a range such as 5..20, 5.. or ..20.",
            field.name()
        ))
    };
    let (min, max) = text.split_once(RANGE).ok_or_else(invalid)?;
    let limit = |text: &str| match text.trim() {
        "" => Ok(None),
        text => {
            let number = text.parse::<f64>().ok().filter(|number| number.is_finite());
            number.map(Some).ok_or_else(invalid)
        }
    };
    let (min, max) = (limit(min)?, limit(max)?);
    match (min, max) {
        (None, None) => Err(invalid()),
        (Some(min), Some(max)) if min > max => Err(QueryError(format!(
            "Invalid {} '{text}'; the minimum is above the maximum.",
            field.name()
        ))),
        _ => Ok(Range { field, min, max }),
    }
}

fn parse_choice(field: TextField, text: &str) -> Result<String, QueryError> {
    let value = text.trim();
    if value.is_empty() || value.chars().count() > MAX_CHOICE_CHARS {
        return Err(QueryError(format!(
            "Invalid {}; expected 1 to {MAX_CHOICE_CHARS} characters.",
            field.name()
        )));
    }
    Ok(value.to_owned())
}

/// Compares the values of texts, ignoring case.
pub(super) fn is_same_text(one: &str, other: &str) -> bool {
    one == other || one.to_lowercase() == other.to_lowercase()
}

//! Templates with variables, such as `{{symbol}} fell`.

use crate::alerts::channels::{http::percent_encode, notification::Notification};

/// A value of the message that a template can insert.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Variable {
    Title,
    Text,
    Symbol,
    Price,
    Currency,
    FiredAt,
    Url,
    Key,
    Count,
}

const VARIABLES: [(&str, Variable); 10] = [
    ("title", Variable::Title),
    ("text", Variable::Text),
    ("sentence", Variable::Text),
    ("symbol", Variable::Symbol),
    ("price", Variable::Price),
    ("currency", Variable::Currency),
    ("firedAt", Variable::FiredAt),
    ("url", Variable::Url),
    ("key", Variable::Key),
    ("count", Variable::Count),
];

/// How values are escaped.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Escape {
    /// Not escaped.
    None,
    /// Escaped for use inside a JSON string.
    Json,
    /// Percent-encoded, for a URL or a form.
    Url,
}

impl Escape {
    /// Returns the escaping for a body of this content type.
    pub(super) fn for_content_type(content_type: &str) -> Self {
        if content_type.contains("json") {
            Self::Json
        } else if content_type.contains("form-urlencoded") {
            Self::Url
        } else {
            Self::None
        }
    }

    fn apply(self, text: &str) -> String {
        match self {
            Self::None => text.to_owned(),
            Self::Json => {
                let quoted = serde_json::Value::from(text).to_string();
                quoted[1..quoted.len() - 1].to_owned()
            }
            Self::Url => percent_encode(text),
        }
    }
}

/// A parsed template.
#[derive(Debug, Clone)]
pub(super) struct Template {
    /// Pairs of a literal text and the variable after it.
    parts: Vec<(String, Variable)>,
    /// The literal text after the last variable.
    end: String,
    escape: Escape,
}

impl Template {
    /// Parses a template.
    ///
    /// # Errors
    /// Returns the name of an unknown variable.
    pub(super) fn parse(text: &str, escape: Escape) -> Result<Self, String> {
        let mut parts = vec![];
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("{{") {
            let (name, tail) = after.split_once("}}").ok_or(after)?;
            let mut variables = VARIABLES.iter();
            let variable = variables.find(|(variable, _)| *variable == name.trim());
            let (_, variable) = variable.ok_or(name)?;
            parts.push((before.to_owned(), *variable));
            rest = tail;
        }
        Ok(Self {
            parts,
            end: rest.to_owned(),
            escape,
        })
    }

    /// Renders the template for a message.
    pub(super) fn render(&self, notification: &Notification<'_>) -> String {
        let mut text = String::new();
        for (before, variable) in &self.parts {
            text.push_str(before);
            text.push_str(&self.escape.apply(&value(*variable, notification)));
        }
        text.push_str(&self.end);
        text
    }
}

/// Returns the names of all variables for an error message.
pub(super) fn variables() -> String {
    let names = VARIABLES.map(|(name, _)| name);
    names.join(", ")
}

fn value(variable: Variable, notification: &Notification<'_>) -> String {
    let message = notification.message;
    let single = message.single();
    match variable {
        Variable::Title => message.title(),
        Variable::Text => message.text(),
        Variable::Symbol => message.symbols().join(", "),
        // A number or `null`: both are valid JSON without quotes.
        Variable::Price => {
            let price = single.and_then(|fired| fired.price);
            price.map_or("null".to_owned(), |price| price.to_string())
        }
        Variable::Currency => {
            let currency = single.and_then(|fired| fired.currency);
            currency.map_or(String::new(), |currency| currency.to_string())
        }
        Variable::FiredAt => format!("{:.0}", message.at),
        Variable::Url => notification.link.clone().unwrap_or_default(),
        Variable::Key => message.key.clone(),
        Variable::Count => message.reports.len().to_string(),
    }
}

//! Texts with places for what an alert says: `{{symbol}} fell`.

use crate::alerts::channels::{outgoing::Outgoing, percent::percent_encoded};

/// What stands for a place.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
enum Place {
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

const PLACES: [(&str, Place); 10] = [
    ("title", Place::Title),
    ("text", Place::Text),
    ("sentence", Place::Text),
    ("symbol", Place::Symbol),
    ("price", Place::Price),
    ("currency", Place::Currency),
    ("firedAt", Place::FiredAt),
    ("url", Place::Url),
    ("key", Place::Key),
    ("count", Place::Count),
];

/// How what is put in is written.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Escape {
    /// As it is.
    None,
    /// As within the quotes of a JSON text.
    Json,
    /// As in an address or a form.
    Url,
}

impl Escape {
    /// What a body of this type needs.
    pub(super) fn of(content_type: &str) -> Self {
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
            Self::Url => percent_encoded(text),
        }
    }
}

/// A text with places.
#[derive(Debug, Clone)]
pub(super) struct Template {
    /// Texts, each with the place behind it.
    parts: Vec<(String, Place)>,
    end: String,
    escape: Escape,
}

impl Template {
    /// The template of a text; the name of a place that nothing stands for.
    pub(super) fn parse(text: &str, escape: Escape) -> Result<Self, String> {
        let mut parts = vec![];
        let mut rest = text;
        while let Some((before, after)) = rest.split_once("{{") {
            let (name, behind) = after.split_once("}}").ok_or(after)?;
            let known = PLACES.iter().find(|(place, _)| *place == name.trim());
            let (_, place) = known.ok_or(name)?;
            parts.push((before.to_owned(), *place));
            rest = behind;
        }
        Ok(Self {
            parts,
            end: rest.to_owned(),
            escape,
        })
    }

    /// The text for a message.
    pub(super) fn render(&self, outgoing: &Outgoing<'_>) -> String {
        let mut text = String::new();
        for (before, place) in &self.parts {
            text.push_str(before);
            text.push_str(&self.escape.apply(&value(*place, outgoing)));
        }
        text.push_str(&self.end);
        text
    }
}

/// The names of all places, in a clause.
pub(super) fn places() -> String {
    let names = PLACES.map(|(name, _)| name);
    format!("possible are {}", names.join(", "))
}

fn value(place: Place, outgoing: &Outgoing<'_>) -> String {
    let message = outgoing.message;
    let only = message.only();
    match place {
        Place::Title => message.title(),
        Place::Text => message.text(),
        Place::Symbol => message.symbols().join(", "),
        // A number or nothing, also where no quotes are around it.
        Place::Price => {
            let price = only.and_then(|fired| fired.price);
            price.map_or("null".to_owned(), |price| price.to_string())
        }
        Place::Currency => {
            let currency = only.and_then(|fired| fired.currency);
            currency.map_or(String::new(), |currency| currency.to_string())
        }
        Place::FiredAt => format!("{:.0}", message.at),
        Place::Url => outgoing.link.clone().unwrap_or_default(),
        Place::Key => message.key.clone(),
        Place::Count => message.reports.len().to_string(),
    }
}

//! What a person chose for every device: how Marketdeck looks and writes. A device may choose otherwise for itself.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{currency::Currency, validation::Fault};

/// Letters of a language tag at most (RFC 5646, section 4.4.1).
const TAG_LETTERS: usize = 35;

/// What was chosen for every device; null where nothing was: a device then goes by its own.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Settings {
    /// Light, dark, or as the device has it.
    pub color_scheme: Option<ColorScheme>,
    /// How up and down are coloured.
    pub direction_colours: Option<DirectionColours>,
    /// Whether prices stand above the header.
    pub market_strip: Option<Switch>,
    /// What the first page opens with.
    pub home_view: Option<HomeView>,
    /// The number of the watchlist that it shows; the first one where there is none of this number.
    pub home_list: Option<u32>,
    /// How close the rows of tables stand.
    pub density: Option<Density>,
    /// A BCP 47 tag: whose separators numbers have, and whose order and clock dates and times have. Texts stay
    /// English.
    #[schema(
        max_length = 35,
        pattern = "^(auto|[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*)$"
    )]
    pub language: Option<String>,
    /// 12 or 24 hours.
    pub hour_cycle: Option<HourCycle>,
    /// With which day a week begins.
    pub first_day: Option<FirstDay>,
    /// What amounts of other currencies are converted to (ISO 4217); null for the configured one.
    #[schema(value_type = Option<String>, pattern = "^[A-Z]{3}$")]
    pub display_currency: Option<Currency>,
}

/// Colours of the pages.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColorScheme {
    /// As the device has it.
    Auto,
    /// Dark on light.
    Light,
    /// Light on dark.
    Dark,
}

/// Colours of what rises and falls.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "kebab-case")]
pub enum DirectionColours {
    /// Green up, red down.
    GreenUp,
    /// Red up, green down.
    RedUp,
    /// Blue up, orange down.
    ColourBlind,
}

/// Shown or not.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    /// Shown.
    On,
    /// Not shown.
    Off,
}

/// What the first page opens with.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HomeView {
    /// The introduction on the first visits, the deck afterwards.
    Auto,
    /// A person's own lists, events and alerts.
    Deck,
    /// What Marketdeck is.
    Introduction,
}

/// How close the rows of tables stand.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Density {
    /// 52 px.
    Comfortable,
    /// 36 px.
    Compact,
    /// 28 px.
    Terminal,
}

/// How the hours of a day are counted.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HourCycle {
    /// As the language has it.
    Auto,
    /// 4:05 PM.
    H12,
    /// 16:05.
    H23,
}

/// With which day a week begins.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FirstDay {
    /// As the language has it.
    Auto,
    /// In most of Europe.
    Monday,
    /// In most of the Middle East.
    Saturday,
    /// In America.
    Sunday,
}

impl Settings {
    /// The settings, or a sentence that says which of them cannot be.
    pub fn checked(self) -> Result<Self, Fault> {
        if let Some(tag) = &self.language
            && tag != "auto"
            && !is_language_tag(tag)
        {
            return Err(Fault(
                "The language is a tag such as 'de' or 'en-GB'.".to_owned(),
            ));
        }
        if let Some(currency) = self.display_currency
            && Currency::in_use(currency.as_str()).is_none()
        {
            return Err(Fault(format!("'{currency}' is no currency in use.")));
        }
        Ok(self)
    }
}

/// Whether a text has the form of a language tag: letters first, then parts of one to eight letters and digits.
fn is_language_tag(tag: &str) -> bool {
    let mut parts = tag.split('-');
    let language = parts.next().unwrap_or_default();
    tag.len() <= TAG_LETTERS
        && (2..=3).contains(&language.len())
        && language.bytes().all(|byte| byte.is_ascii_alphabetic())
        && parts.all(|part| {
            (1..=8).contains(&part.len()) && part.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_language_is_a_tag_or_left_to_the_device() {
        let refused = |tag: &str| {
            let language = Some(tag.to_owned());
            Settings {
                language,
                ..Settings::default()
            }
            .checked()
            .is_err()
        };
        for tag in [
            "auto",
            "de",
            "en-GB",
            "zh-Hant-TW",
            "de-CH-1996",
            "en-u-ca-gregory",
        ] {
            assert!(!refused(tag), "{tag}");
        }
        for tag in [
            "",
            "d",
            "german",
            "en_GB",
            "en-",
            "de-<script>",
            "1e-GB",
            "en-GB-waytoolongpart",
        ] {
            assert!(refused(tag), "{tag}");
        }
        assert!(refused(&format!("en{}", "-abcdefgh".repeat(4))));
    }

    #[test]
    fn what_was_not_chosen_is_null_and_what_nobody_knows_is_refused() {
        let json = serde_json::to_value(Settings::default()).unwrap();
        let fields = json.as_object().unwrap();
        assert_eq!(fields.len(), 10);
        assert!(fields.values().all(serde_json::Value::is_null));
        let read = |json| serde_json::from_str::<Settings>(json);
        let dark = read(r#"{"colorScheme": "dark", "hourCycle": "h23"}"#).unwrap();
        assert_eq!(
            (dark.color_scheme, dark.hour_cycle, dark.density),
            (Some(ColorScheme::Dark), Some(HourCycle::H23), None)
        );
        assert!(read(r#"{"colour": "dark"}"#).is_err());
    }
}

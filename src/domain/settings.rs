//! User settings shared by all devices. A device may override them.

use serde::{Deserialize, Serialize};
use utoipa::ToSchema;

use super::{currency::Currency, validation::ValidationError};

/// Maximum length of a language tag (RFC 5646, section 4.4.1).
const MAX_TAG_LENGTH: usize = 35;

/// Settings shared by all devices. If a field is null, each device chooses the value.
#[derive(Debug, Clone, Default, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "camelCase", default, deny_unknown_fields)]
pub struct Settings {
    /// Version, which changes with every save. A request that names another version than the current one is rejected; a request
    /// without a version replaces any version.
    #[serde(skip_serializing_if = "Option::is_none")]
    pub version: Option<u32>,
    /// Light, dark, or the device's setting.
    pub color_scheme: Option<ColorScheme>,
    /// Colors of rising and falling prices.
    pub direction_colours: Option<DirectionColours>,
    /// Whether the market strip is shown above the header.
    pub market_strip: Option<Switch>,
    /// Content of the home page.
    pub home_view: Option<HomeView>,
    /// Id of the watchlist on the home page; the first one if it does not exist.
    pub home_list: Option<u32>,
    /// Row height of tables.
    pub density: Option<Density>,
    /// BCP 47 tag that determines separators of numbers, order of dates, and clock. Texts stay English.
    #[schema(
        max_length = 35,
        pattern = "^(auto|[A-Za-z]{2,3}(-[A-Za-z0-9]{1,8})*)$"
    )]
    pub language: Option<String>,
    /// 12-hour or 24-hour clock.
    pub hour_cycle: Option<HourCycle>,
    /// First day of the week.
    pub first_day: Option<FirstDay>,
    /// Currency that amounts are converted to (ISO 4217); null for the configured one.
    #[schema(value_type = Option<String>, pattern = "^[A-Z]{3}$")]
    pub display_currency: Option<Currency>,
}

/// Color scheme.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum ColorScheme {
    /// The device's setting.
    Auto,
    /// Dark text on a light background.
    Light,
    /// Light text on a dark background.
    Dark,
}

/// Colors of rising and falling prices.
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

/// On or off.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum Switch {
    /// Shown.
    On,
    /// Not shown.
    Off,
}

/// Content of the home page.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HomeView {
    /// The introduction on the first visits, then the deck.
    Auto,
    /// The user's lists, events and alerts.
    Deck,
    /// An introduction to Marketdeck.
    Introduction,
}

/// Row height of tables.
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

/// Clock format.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum HourCycle {
    /// The format of the language.
    Auto,
    /// 4:05 PM.
    H12,
    /// 16:05.
    H23,
}

/// First day of the week.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize, Deserialize, ToSchema)]
#[serde(rename_all = "lowercase")]
pub enum FirstDay {
    /// The format of the language.
    Auto,
    /// Monday, as in most of Europe.
    Monday,
    /// Saturday, as in most of the Middle East.
    Saturday,
    /// Sunday, as in America.
    Sunday,
}

impl Settings {
    /// Returns the settings if they are valid.
    ///
    /// # Errors
    /// A sentence for the user if a value is invalid.
    pub fn checked(self) -> Result<Self, ValidationError> {
        if let Some(tag) = &self.language
            && tag != "auto"
            && !is_language_tag(tag)
        {
            return Err(ValidationError(
                "Invalid language; expected a tag such as 'de' or 'en-GB'.".to_owned(),
            ));
        }
        if let Some(currency) = self.display_currency
            && Currency::in_use(currency.as_str()).is_none()
        {
            return Err(ValidationError(format!("Unknown currency '{currency}'.")));
        }
        Ok(self)
    }
}

/// Returns true for a well-formed language tag: two or three letters, then subtags of one to eight letters and digits.
fn is_language_tag(tag: &str) -> bool {
    let mut subtags = tag.split('-');
    let language = subtags.next().unwrap_or_default();
    tag.len() <= MAX_TAG_LENGTH
        && (2..=3).contains(&language.len())
        && language.bytes().all(|byte| byte.is_ascii_alphabetic())
        && subtags.all(|subtag| {
            (1..=8).contains(&subtag.len())
                && subtag.bytes().all(|byte| byte.is_ascii_alphanumeric())
        })
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn language_is_a_valid_tag_or_auto() {
        let is_rejected = |tag: &str| {
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
            assert!(!is_rejected(tag), "{tag}");
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
            assert!(is_rejected(tag), "{tag}");
        }
        assert!(is_rejected(&format!("en{}", "-abcdefgh".repeat(4))));
    }

    #[test]
    fn missing_settings_are_null_and_unknown_settings_are_rejected() {
        let json = serde_json::to_value(Settings::default()).unwrap();
        let fields = json.as_object().unwrap();
        assert_eq!(fields.len(), 10);
        assert!(fields.values().all(serde_json::Value::is_null));
        let parse = |json| serde_json::from_str::<Settings>(json);
        let dark = parse(r#"{"colorScheme": "dark", "hourCycle": "h23"}"#).unwrap();
        assert_eq!(
            (dark.color_scheme, dark.hour_cycle, dark.density),
            (Some(ColorScheme::Dark), Some(HourCycle::H23), None)
        );
        assert!(parse(r#"{"colour": "dark"}"#).is_err());
    }
}

//! Checks a change of the settings and applies it to the table that is saved.

use std::fmt::Write as _;

use toml::{Table, Value};

use crate::{
    config::{ConfigError, page_settings},
    domain::{
        symbol,
        validation::{is_blank, is_control},
    },
    runtime::password,
    web::setup::{MarketChoice, SettingsChange, SetupError},
};

/// Maximum length of an email address (RFC 5321, section 4.5.3.1.3).
const MAX_ADDRESS_CHARS: usize = 254;
/// Maximum length of a password in characters.
const MAX_PASSWORD_CHARS: usize = 1_000;
/// Maximum length of an API key in characters.
const MAX_KEY_CHARS: usize = 500;
/// Maximum number of symbols.
const MAX_SYMBOLS: usize = 1_000;

/// The name of each field and the key of its setting.
const FIELDS: [(&str, &str); 6] = [
    ("market", "market"),
    ("displayCurrency", "display_currency"),
    ("contactEmail", "contact_email"),
    ("secContact", page_settings::SEC_CONTACT),
    ("symbols", "symbols"),
    ("password", "password_hash"),
];

/// Returns an error if the configuration sets a value that `change` contains. `set_by` returns
/// where the configuration sets the value of a key.
pub(super) fn check_not_fixed(
    change: &SettingsChange,
    set_by: impl Fn(&str) -> Option<String>,
) -> Result<(), SetupError> {
    let is_changed = |field: &str| match field {
        "market" => change.market.is_some(),
        "displayCurrency" => change.display_currency.is_some(),
        "contactEmail" => change.contact_email.is_some(),
        "secContact" => change.sec_contact.is_some(),
        "symbols" => change.symbols.is_some(),
        _ => change.password.is_some(),
    };
    let fields = FIELDS.iter().filter(|(field, _)| is_changed(field));
    let fields = fields.map(|(field, key)| ((*field).to_owned(), (*key).to_owned()));
    let keys = change.keys.keys().map(|provider| {
        let key = page_settings::api_key_setting(provider);
        (format!("keys.{provider}"), key)
    });
    for (field, key) in fields.chain(keys) {
        if let Some(place) = set_by(&key) {
            return Err(SetupError::Fixed(format!(
                "{field}: set by {place}; change it there."
            )));
        }
    }
    Ok(())
}

/// Applies `change` to `settings`. Loading the configuration checks the other values.
pub(super) fn apply(change: SettingsChange, settings: &mut Table) -> Result<(), SetupError> {
    if let Some(market) = change.market {
        let market = match market {
            MarketChoice::Sample => "sample",
            MarketChoice::Live => "live",
        };
        page_settings::set(settings, "market", Value::from(market));
    }
    if let Some(currency) = change.display_currency {
        page_settings::set(settings, "display_currency", Value::from(currency));
    }
    let addresses = [
        ("contactEmail", "contact_email", change.contact_email),
        ("secContact", page_settings::SEC_CONTACT, change.sec_contact),
    ];
    for (field, key, address) in addresses {
        if let Some(address) = address {
            let address = address.trim();
            check_address(field, address)?;
            set_or_remove(settings, key, address);
        }
    }
    if let Some(symbols) = change.symbols {
        let symbols = normalize_symbols(&symbols)?;
        page_settings::set(settings, "symbols", Value::from(symbols));
    }
    if let Some(password) = change.password {
        let chars = password.chars().count();
        if !(password::MIN_CHARS..=MAX_PASSWORD_CHARS).contains(&chars) {
            return Err(SetupError::Invalid(format!(
                "password: a password needs {} to {MAX_PASSWORD_CHARS} characters.",
                password::MIN_CHARS
            )));
        }
        let hash = password::hash_password(&password)
            .ok_or_else(|| SetupError::Failed("The system has no random numbers.".to_owned()))?;
        page_settings::set(settings, "password_hash", Value::from(hash));
    }
    let providers = page_settings::providers_with_keys();
    for (provider, key) in change.keys {
        if !providers.contains(&provider) {
            return Err(SetupError::Invalid(format!(
                "keys: unknown provider '{provider}'; expected one of: {}.",
                providers.join(", ")
            )));
        }
        let key = key.trim();
        let is_valid = key.len() <= MAX_KEY_CHARS && key.chars().all(|c| c.is_ascii_graphic());
        if !is_valid {
            return Err(SetupError::Invalid(format!(
                "keys.{provider}: invalid key; expected at most {MAX_KEY_CHARS} letters, digits and punctuation marks."
            )));
        }
        set_or_remove(settings, &page_settings::api_key_setting(&provider), key);
    }
    Ok(())
}

fn set_or_remove(settings: &mut Table, key: &str, value: &str) {
    if value.is_empty() {
        page_settings::remove(settings, key);
    } else {
        page_settings::set(settings, key, Value::from(value));
    }
}

/// Accepts an empty text, or an email address: something before and after an `@`.
fn check_address(field: &str, address: &str) -> Result<(), SetupError> {
    let is_text = |text: &str| !is_blank(text) && !text.contains([' ', '@']);
    let is_address = address
        .split_once('@')
        .is_some_and(|(name, host)| is_text(name) && is_text(host));
    let is_allowed = !address.chars().any(is_control)
        && address.is_ascii()
        && address.len() <= MAX_ADDRESS_CHARS;
    if address.is_empty() || is_address && is_allowed {
        return Ok(());
    }
    Err(SetupError::Invalid(format!(
        "{field}: invalid email address '{address}'; expected one such as you@example.com."
    )))
}

/// Returns the symbols in their usual spelling, each once.
fn normalize_symbols(typed: &[String]) -> Result<Vec<String>, SetupError> {
    if typed.len() > MAX_SYMBOLS {
        return Err(SetupError::Invalid(format!(
            "symbols: {} symbols; expected at most {MAX_SYMBOLS}.",
            typed.len()
        )));
    }
    let mut symbols: Vec<String> = Vec::with_capacity(typed.len());
    for text in typed {
        let symbol = symbol::normalize(text)
            .ok_or_else(|| SetupError::Invalid(format!("symbols: invalid symbol '{text}'.")))?;
        if !symbols.contains(&symbol) {
            symbols.push(symbol);
        }
    }
    Ok(symbols)
}

/// Converts the errors of a configuration to an error that names fields instead of keys.
pub(super) fn rejection(errors: &[ConfigError]) -> SetupError {
    let mut text = String::new();
    for error in errors {
        let sentence = match error {
            ConfigError::Invalid { subject, message } => {
                let key = subject.rsplit(": ").next().unwrap_or_default();
                let field = FIELDS.iter().find(|(_, name)| *name == key);
                let name = field.map_or(subject.as_str(), |(field, _)| field);
                format!("{name}: {message}")
            }
            ConfigError::Unreadable { .. } => error.to_string(),
        };
        let separator = if text.is_empty() { "" } else { " " };
        let _ = write!(text, "{separator}{sentence}.");
    }
    SetupError::Invalid(text)
}

#[cfg(test)]
mod tests {
    use super::*;

    fn applied(change: &str, settings: &str) -> Result<Table, String> {
        let change = serde_json::from_str(change).unwrap();
        let mut settings = settings.parse().unwrap();
        apply(change, &mut settings).map_err(|error| error.to_string())?;
        Ok(settings)
    }

    #[test]
    fn only_the_fields_of_the_change_are_replaced() {
        let before =
            "market = 'live'\ncontact_email = 'a@b.example'\n[providers.finnhub]\napi_key = 'old'";
        let change = r#"{"symbols": ["aapl", "SAP.DE", "AAPL"], "contactEmail": "", "secContact": " me@example.com ",
            "keys": {"finnhub": "", "bls": "n3w"}}"#;
        let expected: Table = "market = 'live'\nsymbols = ['AAPL', 'SAP.DE']\n\
            [providers.sec]\ncontact = 'me@example.com'\n[providers.bls]\napi_key = 'n3w'"
            .parse()
            .unwrap();
        assert_eq!(applied(change, before), Ok(expected));
    }

    #[test]
    fn a_password_is_saved_as_its_hash() {
        let settings = applied(r#"{"password": "swordfish"}"#, "").unwrap();
        let hash = settings["password_hash"].as_str().unwrap();
        let hash = password::PasswordHash::parse(hash).unwrap();
        assert!(hash.verify("swordfish", &mut password::HashMemory::default()));
    }

    #[test]
    fn invalid_values_are_rejected_with_their_field() {
        for (change, error) in [
            (
                r#"{"contactEmail": "me"}"#,
                "contactEmail: invalid email address 'me'; expected one such as you@example.com.",
            ),
            (
                r#"{"secContact": "me@example.com\r\nx: y"}"#,
                "secContact: invalid email address 'me@example.com\r\nx: y'; expected one such as you@example.com.",
            ),
            (
                r#"{"password": "short"}"#,
                "password: a password needs 8 to 1000 characters.",
            ),
            (
                r#"{"symbols": ["A B C D"]}"#,
                "symbols: invalid symbol 'A B C D'.",
            ),
            (
                r#"{"keys": {"yahoo": "k3y"}}"#,
                "keys: unknown provider 'yahoo'; expected one of: bls, coingecko, finnhub, openfigi, twelve_data.",
            ),
            (
                r#"{"keys": {"finnhub": "a b"}}"#,
                "keys.finnhub: invalid key; expected at most 500 letters, digits and punctuation marks.",
            ),
        ] {
            assert_eq!(applied(change, "").unwrap_err(), error);
        }
    }

    #[test]
    fn values_that_the_configuration_sets_cannot_be_changed() {
        let change: SettingsChange =
            serde_json::from_str(r#"{"symbols": [], "keys": {"finnhub": "k3y"}}"#).unwrap();
        let fixed = |fixed_key: &'static str| {
            let set_by = |key: &str| (key == fixed_key).then(|| "the place".to_owned());
            check_not_fixed(&change, set_by).map_err(|error| error.to_string())
        };
        assert_eq!(fixed("market"), Ok(()));
        let error = "symbols: set by the place; change it there.".to_owned();
        assert_eq!(fixed("symbols"), Err(error));
        let error = "keys.finnhub: set by the place; change it there.".to_owned();
        assert_eq!(fixed("providers.finnhub.api_key"), Err(error));
    }
}

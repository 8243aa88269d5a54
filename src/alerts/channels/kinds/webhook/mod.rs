//! Webhook channel: sends an HTTP request to a URL. The body is in Marketdeck's own format, in the format of a preset, or
//! rendered from a template. `alerts::delivery::worker` retries failed requests.

mod presets;
mod template;

use std::collections::BTreeMap;

use hyper::{
    HeaderMap, Method, Request,
    header::{self, HeaderName, HeaderValue},
};
use ring::hmac;
use serde::{Deserialize, Serialize};

use self::{
    presets::Preset,
    template::{Escape, Template},
};
use crate::{
    alerts::{
        channels::{
            http::{self, USER_AGENT},
            notification::{Notification, Preview},
            transport::{KindSettings, Transport},
            validate::{self, InvalidSetting, Result},
        },
        delivery::{Attempt, DeliveryError, Message},
    },
    domain::Timestamp,
    net::Body,
};

/// The header with the time of the attempt, and the signature of that time and the body.
const SIGNATURE: HeaderName = HeaderName::from_static("x-marketdeck-signature");
/// The header with the message key, which is the same on every retry
/// (<https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/>).
const IDEMPOTENCY_KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// The keys of a `[[channels]]` table with `kind = "webhook"`.
#[derive(Clone, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct WebhookSettings {
    /// The name of a preset; empty for Marketdeck's own format.
    preset: String,
    method: String,
    url: String,
    url_file: String,
    headers: BTreeMap<String, String>,
    /// The paths of files with the values of headers, by header name.
    header_files: BTreeMap<String, String>,
    content_type: String,
    /// The template of the body; empty for the format of the preset.
    body: String,
    /// The key that signs the request.
    secret: String,
    secret_file: String,
    /// The token of a Telegram bot or a Gotify application.
    token: String,
    token_file: String,
    /// The id of a Telegram chat.
    chat_id: String,
}

impl Default for WebhookSettings {
    fn default() -> Self {
        let empty = String::new;
        Self {
            preset: empty(),
            method: "POST".to_owned(),
            url: empty(),
            url_file: empty(),
            headers: BTreeMap::new(),
            header_files: BTreeMap::new(),
            content_type: "application/json".to_owned(),
            body: empty(),
            secret: empty(),
            secret_file: empty(),
            token: empty(),
            token_file: empty(),
            chat_id: empty(),
        }
    }
}

impl WebhookSettings {
    /// A webhook's URL is as secret as a token.
    pub(in crate::alerts::channels::kinds) const SECRETS: &[&str] = &["token", "secret", "url"];
}

impl KindSettings for WebhookSettings {
    fn transport(&self) -> Result<Box<dyn Transport>> {
        Ok(Box::new(Webhook::new(self)?))
    }

    /// Shows the URL only if it contains variables and no preset is chosen.
    fn preview(&self, notification: &Notification<'_>) -> Result<Preview> {
        let preset = Preset::from_name(&self.preset)?;
        let method = parse_method(&self.method)?;
        let body = BodyFormat::new(self, preset)?.render(notification, &self.chat_id);
        let has_variables = preset == Preset::Marketdeck && self.url.contains("{{");
        let address = has_variables.then(|| parse_template("url", &self.url, Escape::Url));
        let has_body = method != Method::GET;
        Ok(Preview {
            method: Some(method.to_string()),
            address: address.transpose()?.map(|url| url.render(notification)),
            subject: None,
            body: has_body.then_some(body),
        })
    }

    fn receiver(&self) -> Option<String> {
        Some(validate::origin(&self.url))
    }
}

/// Everything needed to send requests to a URL.
struct Webhook {
    method: Method,
    url: Template,
    headers: HeaderMap,
    body: BodyFormat,
    /// The key that signs requests.
    secret: Option<hmac::Key>,
    chat_id: String,
    /// The host of the URL.
    target: String,
    secrets: Vec<String>,
}

/// The format of the request body.
enum BodyFormat {
    Preset(Preset),
    Template(Template),
}

impl BodyFormat {
    fn new(settings: &WebhookSettings, preset: Preset) -> Result<Self> {
        if settings.body.is_empty() {
            return Ok(Self::Preset(preset));
        }
        let escape = Escape::for_content_type(&settings.content_type);
        parse_template("body", &settings.body, escape).map(Self::Template)
    }

    /// Renders the body of a message; `chat_id` is the id of a Telegram chat.
    fn render(&self, notification: &Notification<'_>, chat_id: &str) -> String {
        match self {
            Self::Preset(preset) => preset.body(notification, chat_id).to_string(),
            Self::Template(template) => template.render(notification),
        }
    }
}

impl Webhook {
    fn new(settings: &WebhookSettings) -> Result<Self> {
        let preset = Preset::from_name(&settings.preset)?;
        let address = preset.address(&settings.url, &settings.token, &settings.chat_id)?;
        let plain_address = without_variables(&address);
        validate::check_url("url", &plain_address)?;
        let mut secrets = vec![
            settings.secret.clone(),
            settings.token.clone(),
            address.clone(),
        ];
        secrets.extend(settings.headers.values().cloned());
        let secret = settings.secret.as_bytes();
        Ok(Self {
            target: validate::host(&plain_address).unwrap_or_default(),
            method: parse_method(&settings.method)?,
            headers: build_headers(settings, preset)?,
            body: BodyFormat::new(settings, preset)?,
            url: parse_template("url", &address, Escape::Url)?,
            secret: (!secret.is_empty()).then(|| hmac::Key::new(hmac::HMAC_SHA256, secret)),
            chat_id: settings.chat_id.clone(),
            secrets,
        })
    }

    fn request(
        &self,
        notification: &Notification<'_>,
        now: Timestamp,
    ) -> std::result::Result<Request<Body>, DeliveryError> {
        let body = self.body.render(notification, &self.chat_id);
        let mut request = Request::new(Body::default());
        *request.method_mut() = self.method.clone();
        let invalid_url =
            |_| DeliveryError::Failed("the settings do not form a valid URL".to_owned());
        *request.uri_mut() = self.url.render(notification).parse().map_err(invalid_url)?;
        *request.headers_mut() = self.headers.clone();
        if let Ok(key) = HeaderValue::from_str(&notification.message.key) {
            request.headers_mut().insert(IDEMPOTENCY_KEY, key);
        }
        if let Some(secret) = &self.secret
            && let Ok(signature) = HeaderValue::from_str(&signature(secret, now, &body))
        {
            request.headers_mut().insert(SIGNATURE, signature);
        }
        if self.method != Method::GET {
            *request.body_mut() = Body::from(body);
        }
        Ok(request)
    }
}

impl Transport for Webhook {
    fn target(&self) -> String {
        self.target.clone()
    }

    fn secrets(&self) -> Vec<String> {
        self.secrets.clone()
    }

    fn send<'a>(&'a self, notification: &'a Notification<'a>, now: Timestamp) -> Attempt<'a> {
        let request = self.request(notification, now);
        Box::pin(async move { http::send(request?).await })
    }
}

/// Returns `t=<Unix seconds>,v1=<hex>`, where the hex digits are the HMAC-SHA256 of the time, a dot and the body. A receiver
/// can reject replayed requests by their time.
fn signature(secret: &hmac::Key, now: Timestamp, body: &str) -> String {
    let time = now.as_second();
    let tag = hmac::sign(secret, format!("{time}.{body}").as_bytes());
    let hex = data_encoding::HEXLOWER.encode(tag.as_ref());
    format!("t={time},v1={hex}")
}

fn parse_method(name: &str) -> Result<Method> {
    match name {
        "GET" => Ok(Method::GET),
        "POST" => Ok(Method::POST),
        "PUT" => Ok(Method::PUT),
        "PATCH" => Ok(Method::PATCH),
        other => Err(InvalidSetting::new(
            "method",
            format!("invalid value '{other}'; expected GET, POST, PUT or PATCH"),
        )),
    }
}

fn build_headers(settings: &WebhookSettings, preset: Preset) -> Result<HeaderMap> {
    let invalid = |name: &str| {
        // The value may be secret, so the message contains only the name.
        InvalidSetting::new(
            "headers",
            format!("invalid name or value of header '{name}'"),
        )
    };
    let defaults = [
        ("user-agent", USER_AGENT),
        ("content-type", &settings.content_type),
    ];
    let preset = preset.headers(&settings.token);
    let configured = settings
        .headers
        .iter()
        .map(|(name, value)| (&**name, &**value));
    let mut headers = HeaderMap::new();
    for (name, value) in defaults.into_iter().chain(preset).chain(configured) {
        let value = HeaderValue::from_str(value).map_err(|_| invalid(name))?;
        let name = HeaderName::try_from(name).map_err(|_| invalid(name))?;
        headers.insert(name, value);
    }
    if settings.method == "GET" {
        headers.remove(header::CONTENT_TYPE);
    }
    Ok(headers)
}

/// Parses a template and checks it.
///
/// # Errors
/// Returns an error for an unknown variable, or if a JSON template does not render to valid JSON.
fn parse_template(key: &'static str, text: &str, escape: Escape) -> Result<Template> {
    let template = Template::parse(text, escape).map_err(|name| {
        InvalidSetting::new(
            key,
            format!(
                "unknown variable '{{{{{name}}}}}'; expected one of: {}",
                template::variables()
            ),
        )
    })?;
    if escape == Escape::Json {
        let message = Message::test("example", Timestamp::UNIX_EPOCH);
        let notification = Notification::new(&message, "");
        if serde_json::from_str::<serde_json::Value>(&template.render(&notification)).is_err() {
            return Err(InvalidSetting::new(
                key,
                "the result is not valid JSON; put text variables in quotes, as in \"{{text}}\"",
            ));
        }
    }
    Ok(template)
}

/// Replaces each variable in an address with `x`, so that the address can be parsed.
fn without_variables(address: &str) -> String {
    let mut parts = address.split("{{");
    let mut plain = parts.next().unwrap_or_default().to_owned();
    for part in parts {
        let (_, rest) = part.split_once("}}").unwrap_or(("", part));
        plain.push('x');
        plain.push_str(rest);
    }
    plain
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn signature_covers_time_and_body() {
        let key = hmac::Key::new(hmac::HMAC_SHA256, b"swordfish");
        let time = Timestamp::from_second(1_700_000_000).unwrap();
        // printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac swordfish
        let expected = "8f1701c54ae5132691656d186f95251b9ae92f79d732c3a8d1037301c9d4513c";
        assert_eq!(
            signature(&key, time, "{\"a\":1}"),
            format!("t=1700000000,v1={expected}")
        );
    }
}

//! A request to an address of the operator's choice.

mod presets;
mod template;

use hyper::{
    HeaderMap, Method, Request,
    header::{self, HeaderName, HeaderValue},
};
use ring::hmac;

use self::{
    presets::Preset,
    template::{Escape, Template},
};
use super::{
    http::{self, USER_AGENT},
    outgoing::{Outgoing, Preview},
    parse::{self, Result, WrongSetting},
    settings::WebhookSettings,
};
use crate::{
    alerts::delivery::{DeliveryError, Message},
    domain::Timestamp,
    net::Body,
};

/// Carries the time of an attempt and the signature of it and the body.
const SIGNATURE: HeaderName = HeaderName::from_static("x-marketdeck-signature");
/// Carries the key of a message (<https://datatracker.ietf.org/doc/draft-ietf-httpapi-idempotency-key-header/>).
const KEY: HeaderName = HeaderName::from_static("idempotency-key");

/// An address with everything that a request to it needs.
#[derive(Clone)]
pub(super) struct Webhook {
    method: Method,
    url: Template,
    headers: HeaderMap,
    body: Written,
    secret: Option<hmac::Key>,
    chat_id: String,
    /// The machine that it asks.
    target: String,
    /// What must not be repeated.
    secrets: Vec<String>,
}

/// How a body is written.
#[derive(Clone)]
enum Written {
    Preset(Preset),
    Template(Template),
}

impl Written {
    fn new(settings: &WebhookSettings, preset: Preset) -> Result<Self> {
        if settings.body.is_empty() {
            return Ok(Self::Preset(preset));
        }
        let escape = Escape::of(&settings.content_type);
        template("body", &settings.body, escape).map(Self::Template)
    }

    /// The body for a message; `chat_id` is the chat of a Telegram bot.
    fn render(&self, outgoing: &Outgoing<'_>, chat_id: &str) -> String {
        match self {
            Self::Preset(preset) => preset.body(outgoing, chat_id).to_string(),
            Self::Template(template) => template.render(outgoing),
        }
    }
}

/// What a request would say; of its address only one of our own format with places.
pub(super) fn preview(settings: &WebhookSettings, outgoing: &Outgoing<'_>) -> Result<Preview> {
    let preset = Preset::named(&settings.preset)?;
    let method = method(&settings.method)?;
    let body = Written::new(settings, preset)?.render(outgoing, &settings.chat_id);
    let has_places = preset == Preset::Marketdeck && settings.url.contains("{{");
    let address = has_places.then(|| template("url", &settings.url, Escape::Url));
    let has_body = method != Method::GET;
    Ok(Preview {
        method: Some(method.to_string()),
        address: address.transpose()?.map(|url| url.render(outgoing)),
        subject: None,
        body: has_body.then_some(body),
    })
}

impl Webhook {
    pub(super) fn new(settings: WebhookSettings) -> Result<Self> {
        let preset = Preset::named(&settings.preset)?;
        let address = preset.address(&settings)?;
        parse::web_address("url", &without_places(&address))?;
        let target = parse::host(&without_places(&address)).unwrap_or_default();
        let method = method(&settings.method)?;
        let headers = headers(&settings, preset)?;
        let body = Written::new(&settings, preset)?;
        let mut secrets = vec![
            settings.secret.clone(),
            settings.token.clone(),
            address.clone(),
        ];
        secrets.extend(settings.headers.values().cloned());
        let url = template("url", &address, Escape::Url)?;
        let secret = settings.secret.as_bytes();
        Ok(Self {
            method,
            url,
            headers,
            body,
            secret: (!secret.is_empty()).then(|| hmac::Key::new(hmac::HMAC_SHA256, secret)),
            chat_id: settings.chat_id,
            target,
            secrets,
        })
    }

    pub(super) fn target(&self) -> &str {
        &self.target
    }

    pub(super) fn secrets(&self) -> Vec<String> {
        self.secrets.clone()
    }

    pub(super) async fn send(
        &self,
        outgoing: &Outgoing<'_>,
        now: Timestamp,
    ) -> std::result::Result<String, DeliveryError> {
        let body = self.body.render(outgoing, &self.chat_id);
        let mut request = Request::new(Body::default());
        *request.method_mut() = self.method.clone();
        let no_address = |_| DeliveryError::Failed("its settings make no address".to_owned());
        *request.uri_mut() = self.url.render(outgoing).parse().map_err(no_address)?;
        *request.headers_mut() = self.headers.clone();
        if let Ok(key) = HeaderValue::from_str(&outgoing.message.key) {
            request.headers_mut().insert(KEY, key);
        }
        if let Some(secret) = &self.secret
            && let Ok(signature) = HeaderValue::from_str(&signature(secret, now, &body))
        {
            request.headers_mut().insert(SIGNATURE, signature);
        }
        if self.method != Method::GET {
            *request.body_mut() = Body::from(body);
        }
        http::send(request).await
    }
}

/// `t=<seconds since 1970>,v1=<hex>`: HMAC-SHA256 of the time, a dot and the body, so that who listened in
/// cannot send the same again an hour later.
fn signature(secret: &hmac::Key, now: Timestamp, body: &str) -> String {
    let time = now.as_second();
    let tag = hmac::sign(secret, format!("{time}.{body}").as_bytes());
    let hex = data_encoding::HEXLOWER.encode(tag.as_ref());
    format!("t={time},v1={hex}")
}

fn method(name: &str) -> Result<Method> {
    match name {
        "GET" => Ok(Method::GET),
        "POST" => Ok(Method::POST),
        "PUT" => Ok(Method::PUT),
        "PATCH" => Ok(Method::PATCH),
        other => Err(WrongSetting::new(
            "method",
            format!("'{other}' is not possible, only GET, POST, PUT and PATCH"),
        )),
    }
}

fn headers(settings: &WebhookSettings, preset: Preset) -> Result<HeaderMap> {
    let wrong = |name: &str| {
        // The value may be a key, so it is not repeated.
        WrongSetting::new("headers", format!("'{name}' cannot be sent as it is"))
    };
    let own = [
        ("user-agent", USER_AGENT),
        ("content-type", &settings.content_type),
    ];
    let preset = preset.headers(settings);
    let given = settings
        .headers
        .iter()
        .map(|(name, value)| (&**name, &**value));
    let mut headers = HeaderMap::new();
    for (name, value) in own.into_iter().chain(preset).chain(given) {
        let value = HeaderValue::from_str(value).map_err(|_| wrong(name))?;
        let name = HeaderName::try_from(name).map_err(|_| wrong(name))?;
        headers.insert(name, value);
    }
    if settings.method == "GET" {
        headers.remove(header::CONTENT_TYPE);
    }
    Ok(headers)
}

/// A template that makes sense: its places are known, and what is to be JSON is JSON.
fn template(key: &'static str, text: &str, escape: Escape) -> Result<Template> {
    let template = Template::parse(text, escape).map_err(|place| {
        WrongSetting::new(
            key,
            format!("'{{{{{place}}}}}' is no variable; {}", template::places()),
        )
    })?;
    if escape == Escape::Json {
        let message = Message::test("example", Timestamp::UNIX_EPOCH);
        let outgoing = Outgoing::new(&message, "");
        if serde_json::from_str::<serde_json::Value>(&template.render(&outgoing)).is_err() {
            return Err(WrongSetting::new(
                key,
                "it makes no JSON; variables of texts stand in quotes, as in \"{{text}}\"",
            ));
        }
    }
    Ok(template)
}

/// An address as it is when something stands in its places.
fn without_places(address: &str) -> String {
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
    fn a_signature_is_that_of_time_and_body() {
        let key = hmac::Key::new(hmac::HMAC_SHA256, b"swordfish");
        let at = Timestamp::from_second(1_700_000_000).unwrap();
        // printf '1700000000.{"a":1}' | openssl dgst -sha256 -hmac swordfish
        let signed = "8f1701c54ae5132691656d186f95251b9ae92f79d732c3a8d1037301c9d4513c";
        assert_eq!(
            signature(&key, at, "{\"a\":1}"),
            format!("t=1700000000,v1={signed}")
        );
    }
}

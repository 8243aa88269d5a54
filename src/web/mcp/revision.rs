//! Revisions of the protocol. The current one is stateless: each request names its revision. Earlier ones begin with a handshake,
//! `initialize`.

use data_encoding::BASE64;
use hyper::{HeaderMap, header::HeaderName};
use serde_json::{Value, json};

use super::message::{Request, RpcError, code};
use crate::web::http::security::single_value;

/// The current revision.
pub(super) const CURRENT: &str = "2026-07-28";
/// Revisions with a handshake, newest first.
const WITH_HANDSHAKE: [&str; 2] = ["2025-11-25", "2025-06-18"];

/// Header with the revision.
const VERSION: HeaderName = HeaderName::from_static("mcp-protocol-version");
/// Header with the method of the body.
const METHOD: HeaderName = HeaderName::from_static("mcp-method");
/// Header with the name of the tool in the body.
const NAME: HeaderName = HeaderName::from_static("mcp-name");

/// Keys of `params._meta` that every request of the current revision has.
const VERSION_KEY: &str = "io.modelcontextprotocol/protocolVersion";
const CAPABILITIES_KEY: &str = "io.modelcontextprotocol/clientCapabilities";

/// The revision of a request. The supported revisions with a handshake do not differ in any answer of this server.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(super) enum Revision {
    Current,
    WithHandshake,
}

/// Returns all supported revisions, newest first.
pub(super) fn supported() -> Vec<&'static str> {
    std::iter::once(CURRENT).chain(WITH_HANDSHAKE).collect()
}

/// Returns the revision for a client that begins with a handshake and requests `requested`: the same one, or the newest one with a
/// handshake.
pub(super) fn negotiate(requested: &str) -> &'static str {
    let found = WITH_HANDSHAKE.into_iter().find(|known| *known == requested);
    found.unwrap_or(WITH_HANDSHAKE[0])
}

impl Revision {
    /// Determines the revision of a request, and checks that headers and body agree.
    pub(super) fn of(request: &Request, headers: &HeaderMap) -> Result<Self, RpcError> {
        let header = check_header(headers)?;
        let meta = request.params.get("_meta");
        let Some(in_body) = meta.and_then(|meta| meta.get(VERSION_KEY)) else {
            if header == Some(CURRENT) {
                return Err(RpcError::new(
                    code::INVALID_PARAMS,
                    format!("Missing '{VERSION_KEY}' in params._meta."),
                ));
            }
            // Without a header, the client is older than the header, or tries the endpoint by hand.
            return Ok(Self::WithHandshake);
        };
        if in_body.as_str() != header {
            return Err(mismatch(&VERSION));
        }
        if header != Some(CURRENT) {
            return Ok(Self::WithHandshake);
        }
        let capabilities = meta.and_then(|meta| meta.get(CAPABILITIES_KEY));
        if !capabilities.is_some_and(Value::is_object) {
            return Err(RpcError::new(
                code::INVALID_PARAMS,
                format!("Missing '{CAPABILITIES_KEY}' in params._meta."),
            ));
        }
        if text(headers, &METHOD)? != Some(&request.method) {
            return Err(mismatch(&METHOD));
        }
        if request.method == "tools/call"
            && let Some(name) = request.params.get("name")
            && text(headers, &NAME)?.and_then(decode).as_deref() != name.as_str()
        {
            return Err(mismatch(&NAME));
        }
        Ok(Self::Current)
    }
}

/// Returns the revision in the header. Fails if it is not supported.
pub(super) fn check_header(headers: &HeaderMap) -> Result<Option<&str>, RpcError> {
    let requested = text(headers, &VERSION)?;
    let Some(unknown) = requested.filter(|requested| !supported().contains(requested)) else {
        return Ok(requested);
    };
    Err(RpcError {
        data: Some(json!({ "supported": supported(), "requested": unknown })),
        ..RpcError::new(
            code::UNSUPPORTED_PROTOCOL_VERSION,
            format!(
                "Unsupported protocol version '{unknown}'; expected one of: {}.",
                supported().join(", ")
            ),
        )
    })
}

fn text<'a>(headers: &'a HeaderMap, name: &HeaderName) -> Result<Option<&'a str>, RpcError> {
    single_value(headers, name).map_err(|error| RpcError::new(code::HEADER_MISMATCH, error.message))
}

fn mismatch(header: &HeaderName) -> RpcError {
    RpcError::new(
        code::HEADER_MISMATCH,
        format!("The header '{header}' is missing or differs from the body."),
    )
}

/// Decodes a header value. A value outside of visible ASCII is sent as `=?base64?…?=`.
fn decode(value: &str) -> Option<String> {
    let encoded = value
        .strip_prefix("=?base64?")
        .and_then(|rest| rest.strip_suffix("?="));
    match encoded {
        None => Some(value.to_owned()),
        Some(encoded) => String::from_utf8(BASE64.decode(encoded.as_bytes()).ok()?).ok(),
    }
}

#[cfg(test)]
mod tests {
    use hyper::header::HeaderValue;

    use super::*;

    fn headers(pairs: &[(&HeaderName, &str)]) -> HeaderMap {
        let value = |text: &str| HeaderValue::from_str(text).unwrap();
        let pairs = pairs.iter();
        pairs
            .map(|(name, text)| ((*name).clone(), value(text)))
            .collect()
    }

    fn call(meta: &Value) -> Request {
        let params = json!({ "name": "quote", "_meta": meta });
        Request {
            id: json!(1),
            method: "tools/call".to_owned(),
            params: params.as_object().unwrap().clone(),
        }
    }

    fn current() -> Request {
        call(&json!({ VERSION_KEY: CURRENT, CAPABILITIES_KEY: {} }))
    }

    #[test]
    fn a_request_of_the_current_revision_repeats_itself_in_headers() {
        let complete = [
            (&VERSION, CURRENT),
            (&METHOD, "tools/call"),
            (&NAME, "quote"),
        ];
        let revision = |pairs: &[_]| Revision::of(&current(), &headers(pairs));
        assert_eq!(revision(&complete), Ok(Revision::Current));
        let encoded = (&NAME, "=?base64?cXVvdGU=?=");
        assert_eq!(
            revision(&[complete[0], complete[1], encoded]),
            Ok(Revision::Current)
        );
        for wrong in [
            vec![complete[1], complete[2]],
            vec![complete[0], complete[2]],
            vec![complete[0], complete[1]],
            vec![complete[0], (&METHOD, "tools/list"), complete[2]],
            vec![complete[0], complete[1], (&NAME, "history")],
            vec![complete[0], complete[1], (&NAME, "=?base64?!?=")],
            vec![(&VERSION, "2025-11-25"), complete[1], complete[2]],
        ] {
            let error = revision(&wrong).unwrap_err();
            assert_eq!(error.code, code::HEADER_MISMATCH, "{wrong:?}");
        }
        let mut repeated = headers(&complete);
        repeated.append(&NAME, HeaderValue::from_static("quote"));
        let error = Revision::of(&current(), &repeated).unwrap_err();
        assert_eq!(error.code, code::HEADER_MISMATCH);
    }

    #[test]
    fn a_request_of_the_current_revision_names_version_and_capabilities() {
        let pairs = [
            (&VERSION, CURRENT),
            (&METHOD, "tools/call"),
            (&NAME, "quote"),
        ];
        for meta in [
            json!({}),
            json!(null),
            json!({ CAPABILITIES_KEY: {} }),
            json!({ VERSION_KEY: CURRENT }),
            json!({ VERSION_KEY: CURRENT, CAPABILITIES_KEY: 1 }),
        ] {
            let error = Revision::of(&call(&meta), &headers(&pairs)).unwrap_err();
            assert_eq!(error.code, code::INVALID_PARAMS, "{meta}");
        }
    }

    #[test]
    fn an_unsupported_revision_is_refused_with_the_supported_ones() {
        let error = check_header(&headers(&[(&VERSION, "1900-01-01")])).unwrap_err();
        assert_eq!(error.code, code::UNSUPPORTED_PROTOCOL_VERSION);
        let data = json!({ "supported": supported(), "requested": "1900-01-01" });
        assert_eq!(error.data, Some(data));
    }

    #[test]
    fn a_handshake_keeps_a_known_revision_and_replaces_others() {
        assert_eq!(negotiate("2025-06-18"), "2025-06-18");
        assert_eq!(negotiate("2024-11-05"), "2025-11-25");
        // The current revision has no handshake.
        assert_eq!(negotiate(CURRENT), "2025-11-25");
        let request = call(&json!({}));
        for pairs in [vec![], vec![(&VERSION, "2025-11-25")]] {
            let revision = Revision::of(&request, &headers(&pairs));
            assert_eq!(revision, Ok(Revision::WithHandshake));
        }
    }
}

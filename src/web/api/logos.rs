//! Endpoint for logos. They are stored on this server; browsers never load them from other servers.

use bytes::Bytes;
use hyper::{
    Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderValue, VARY},
};

use crate::web::{
    AppState,
    api::tickers::lookup::resolve_id,
    http::{
        error::{ApiError, Result},
        negotiation,
        reply::{self, Reply},
        request::ApiRequest,
        response_body::Body,
    },
};

/// Caching header. A new image gets a new URL, so browsers may keep the old one.
const CACHE_ONE_MONTH: HeaderValue = HeaderValue::from_static("public, max-age=2592000, immutable");

/// Media type for clients that ask for it instead of an image type.
const OCTET_STREAM: &str = "application/octet-stream";

/// Returns the logo of a ticker: a PNG, JPEG or WebP image.
#[utoipa::path(get, path = "/api/tickers/{id}/logo", params(("id" = u32, Path)),
    responses((status = 200, description = "The image; as `application/octet-stream` for a client that accepts that type.",
            content((Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/webp"), (Vec<u8> = "application/octet-stream"))),
        (status = 404, description = "There is no such ticker, or it has no logo.", body = String)))]
pub(crate) async fn image(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let no_logo = || ApiError::not_found("This ticker has no logo.");
    let (id, fetched_at, unsaved) = {
        let market = state.market.read();
        let id = resolve_id(&market, id)?;
        let logo = market.get(id).and_then(|listing| listing.ticker.logo);
        let fetched_at = logo.and_then(|logo| logo.fetched_at).ok_or_else(no_logo)?;
        (id, fetched_at, market.unsaved_logo(id).cloned())
    };
    let tag = reply::entity_tag(&format!("{:x}", fetched_at.as_second()));
    let mut reply = if negotiation::has_version(&request.headers, &tag) {
        reply::empty(StatusCode::NOT_MODIFIED)
    } else {
        let image = if let Some(image) = unsaved {
            image
        } else {
            let stored = state.store.run(move |store| store.logo(id)).await?;
            stored.ok_or_else(no_logo)?
        };
        let mut reply = Response::new(Body::from(Bytes::copy_from_slice(image.bytes())));
        let image_type = image.format().content_type();
        let prefers_octets = negotiation::prefers(&request.headers, OCTET_STREAM, image_type);
        let content_type = HeaderValue::from_static(if prefers_octets {
            OCTET_STREAM
        } else {
            image_type
        });
        reply.headers_mut().insert(CONTENT_TYPE, content_type);
        reply
    };
    reply.headers_mut().insert(CACHE_CONTROL, CACHE_ONE_MONTH);
    reply
        .headers_mut()
        .insert(VARY, HeaderValue::from_static("accept"));
    reply.headers_mut().insert(ETAG, tag);
    Ok(reply)
}

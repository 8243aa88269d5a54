//! Logos, stored on this server: browsers never load them from elsewhere.

use bytes::Bytes;
use hyper::{
    Response, StatusCode,
    header::{CACHE_CONTROL, CONTENT_TYPE, ETAG, HeaderValue, VARY},
};

use crate::web::{
    AppState,
    api::tickers::lookup::id_or_symbol,
    http::{
        body::Body,
        error::{ApiError, Result},
        negotiation,
        reply::{self, Reply},
        request::ApiRequest,
    },
};

/// The URL of a logo changes with its image.
const CACHE_ONE_MONTH: HeaderValue = HeaderValue::from_static("public, max-age=2592000, immutable");

/// Media type for clients that do not accept images.
const OCTET_STREAM: &str = "application/octet-stream";

/// Returns the logo of a ticker: a PNG, JPEG or WebP.
#[utoipa::path(get, path = "/api/tickers/{id}/logo", params(("id" = u32, Path)),
    responses((status = 200, description = "The image; as `application/octet-stream` for a client that accepts that type.",
            content((Vec<u8> = "image/png"), (Vec<u8> = "image/jpeg"), (Vec<u8> = "image/webp"), (Vec<u8> = "application/octet-stream"))),
        (status = 404, description = "There is no such ticker, or it has no logo.", body = String)))]
pub(crate) async fn image(state: &AppState, request: &ApiRequest, id: &str) -> Result<Reply> {
    let none = || ApiError::not_found("This ticker has no logo.");
    let (id, fetched_at, unsaved) = {
        let market = state.market.read();
        let id = id_or_symbol(&market, id)?;
        let asked = market.get(id).and_then(|listing| listing.ticker.logo);
        let fetched_at = asked.and_then(|asked| asked.fetched_at).ok_or_else(none)?;
        (id, fetched_at, market.unsaved_logo(id).cloned())
    };
    let tag = reply::tag(&format!("{:x}", fetched_at.as_second()));
    let mut reply = if negotiation::has(&request.headers, &tag) {
        reply::empty(StatusCode::NOT_MODIFIED)
    } else {
        let image = if let Some(image) = unsaved {
            image
        } else {
            let stored = state.store.run(move |store| store.logo(id)).await?;
            stored.ok_or_else(none)?
        };
        let mut reply = Response::new(Body::from(Bytes::copy_from_slice(image.bytes())));
        let usual = image.format().content_type();
        let is_plain = negotiation::prefers(&request.headers, OCTET_STREAM, usual);
        let content_type = HeaderValue::from_static(if is_plain { OCTET_STREAM } else { usual });
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

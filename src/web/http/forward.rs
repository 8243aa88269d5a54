//! Passing a request on to the process that answers what this one cannot.

use hyper::{
    Method, StatusCode,
    header::{CONTENT_TYPE, HeaderName, IF_MATCH},
};

use super::{
    access::caller::Caller,
    error::{ApiError, Result},
    reply::Reply,
    request::ApiRequest,
};
use crate::web::elsewhere::{Call, Rights, Upstream, picked};

/// What headers of a request concern its answer.
const ASKED: [HeaderName; 2] = [CONTENT_TYPE, IF_MATCH];
/// The request at a path (between its slashes, decoded) as another process gets it.
pub(super) fn call(method: &Method, path: &[&str], request: &ApiRequest) -> Call {
    let rights = match request.caller {
        Caller::Anybody => Rights::Unasked,
        caller if caller.may_write() => Rights::Write,
        _ => Rights::Read,
    };
    Call {
        key: request.key().map_or_else(random_key, str::to_owned),
        method: method.as_str().to_owned(),
        path: path.iter().map(|part| (*part).to_owned()).collect(),
        query: request.raw_query().to_owned(),
        headers: picked(&request.headers, &ASKED),
        rights,
        caller: request.sender(),
        origin: request.seen.origin.clone(),
        base: request.seen.base.clone(),
        body: request.body().to_vec(),
    }
}

/// 128 bits: two calls never share one.
fn random_key() -> String {
    format!("{:032x}", fastrand::u128(..))
}

/// Has a call answered by the other process.
pub(super) async fn ask(upstream: &dyn Upstream, call: Call) -> Result<Reply> {
    match upstream.ask(call).await {
        Ok(answered) => Ok(answered.into_reply()),
        Err(sentence) => Err(ApiError::new(StatusCode::SERVICE_UNAVAILABLE, sentence)),
    }
}

//! Pages of lists that grow with the number of tickers. Such a route has [`Flag::Paged`](crate::web::routes::Flag) and returns the
//! whole list unless the request has `offset` or `limit`.

use hyper::{
    HeaderMap,
    header::{HeaderName, HeaderValue, LINK},
};
use serde::Serialize;

use crate::web::{
    AppState,
    http::{
        error::Result,
        reply::{CachedBody, Reply},
        request::{ApiRequest, count_param, decode},
    },
};

/// Number of rows of a page without the parameter `limit`.
pub(crate) const DEFAULT_LIMIT: usize = 100;
/// Maximum number of rows of a page.
pub(crate) const MAX_LIMIT: usize = 500;
/// Maximum number of rows to skip.
pub(crate) const MAX_OFFSET: usize = 1_000_000;

const TOTAL_COUNT: HeaderName = HeaderName::from_static("x-total-count");

/// The requested page of a list.
#[derive(Debug, Clone, Copy, PartialEq, Eq)]
pub(crate) struct Page {
    /// Number of rows to skip.
    pub(crate) offset: usize,
    /// Maximum number of rows.
    pub(crate) limit: usize,
}

impl Page {
    /// Parses `offset` and `limit`; `None` if the request has neither.
    pub(crate) fn from_request(request: &ApiRequest) -> Result<Option<Self>> {
        let offset = count_param(request, "offset", 0, MAX_OFFSET)?;
        let limit = count_param(request, "limit", 1, MAX_LIMIT)?;
        let is_paged = offset.is_some() || limit.is_some();
        Ok(is_paged.then(|| Self {
            offset: offset.unwrap_or(0),
            limit: limit.unwrap_or(DEFAULT_LIMIT),
        }))
    }

    /// Returns the rows of this page.
    pub(crate) fn of<T>(self, rows: impl IntoIterator<Item = T>) -> impl Iterator<Item = T> {
        rows.into_iter().skip(self.offset).take(self.limit)
    }

    /// Creates the response to a request for this page of the list at `path` (without a leading slash), which has `total` rows in
    /// all. `value` contains the rows of the page.
    pub(crate) async fn reply<T: Serialize + Send + 'static>(
        self,
        (state, request): (&AppState, &ApiRequest),
        path: &str,
        total: usize,
        value: T,
    ) -> Result<Reply> {
        let body = CachedBody::build(move || CachedBody::json(&value)).await?;
        let mut reply = body.to_reply(&request.headers);
        let url = format!("{}{path}", state.settings.base_url(&request.server_url));
        self.add_headers(reply.headers_mut(), &url, request.raw_query(), total);
        Ok(reply)
    }

    /// Adds the number of rows of the whole list and, except on the last page, a link to the next page.
    fn add_headers(self, headers: &mut HeaderMap, url: &str, query: &str, total: usize) {
        headers.insert(TOTAL_COUNT, total.into());
        let next = self.offset + self.limit;
        if next >= total {
            return;
        }
        let (next, limit) = (format!("offset={next}"), format!("limit={}", self.limit));
        let others = query.split('&').filter(|pair| {
            let name = pair.split('=').next().unwrap_or_default();
            !pair.is_empty() && !matches!(&*decode(name, true), "offset" | "limit")
        });
        let pairs: Vec<&str> = others.chain([&*next, &limit]).collect();
        let link = format!("<{url}?{}>; rel=\"next\"", pairs.join("&"));
        if let Ok(link) = HeaderValue::from_str(&link) {
            headers.insert(LINK, link);
        }
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    fn headers(page: Page, query: &str, total: usize) -> (String, Option<String>) {
        let mut headers = HeaderMap::new();
        page.add_headers(&mut headers, "/deck/api/tickers", query, total);
        let text = |name: HeaderName| {
            let value = headers.get(name)?;
            Some(value.to_str().unwrap().to_owned())
        };
        (text(TOTAL_COUNT).unwrap(), text(LINK))
    }

    #[test]
    fn the_link_to_the_next_page_keeps_the_other_parameters() {
        let page = Page {
            offset: 20,
            limit: 10,
        };
        let (total, link) = headers(page, "offset=20&type=stock&&li%6Dit=10&x=a%26b", 31);
        assert_eq!(total, "31");
        assert_eq!(
            link.as_deref(),
            Some("</deck/api/tickers?type=stock&x=a%26b&offset=30&limit=10>; rel=\"next\"")
        );
    }

    #[test]
    fn the_last_page_and_pages_after_it_have_no_next_page() {
        for offset in [20, 30, 1_000_000] {
            let page = Page { offset, limit: 10 };
            assert_eq!(headers(page, "", 30), ("30".to_owned(), None), "{offset}");
        }
    }
}

//! Pages of lists that grow with the number of tickers.

use marketdeck::{
    domain::ticker::{Profile, TickerKind},
    source::Update,
};
use serde_json::{Value, json};

use crate::common::{Response, TestServer};

/// Starts a server with `count` stocks (`S000`, `S001`, …) in addition to its usual tickers.
async fn server(count: usize) -> TestServer {
    let server = TestServer::open().await;
    let profiles = (0..count).map(|number| {
        Profile::new(
            format!("S{number:03}"),
            format!("Stock {number}"),
            TickerKind::Stock,
        )
    });
    server
        .send_update(Update::Profiles(profiles.collect()))
        .await;
    server
}

fn rows(response: &Response) -> Vec<Value> {
    assert_eq!(response.status, 200, "{}", response.text());
    response.json().as_array().unwrap().clone()
}

/// Returns the path of the next page.
fn next_page(response: &Response) -> Option<String> {
    let link = response.header("link")?;
    let path = link.strip_prefix('<')?.strip_suffix(">; rel=\"next\"")?;
    Some(path.to_owned())
}

/// P22: a client reads a long list in pages, and gets each ticker once and in the order of the whole list.
#[tokio::test]
async fn the_pages_of_all_tickers_add_up_to_the_whole_list() {
    let server = server(120).await;
    let whole = server.get("/api/tickers?type=stock").await;
    assert_eq!(
        (whole.header("x-total-count"), whole.header("link")),
        (None, None),
        "the whole list is one response"
    );
    let whole = rows(&whole);
    assert_eq!(whole.len(), 122, "AAPL and MSFT, too");
    let (mut path, mut read, mut sizes) = (
        Some("/api/tickers?type=stock&limit=50".to_owned()),
        Vec::new(),
        Vec::new(),
    );
    while let Some(page) = path {
        let response = server.get(&page).await;
        assert_eq!(response.header("x-total-count"), Some("122"), "{page}");
        path = next_page(&response);
        let rows = rows(&response);
        sizes.push(rows.len());
        read.extend(rows);
    }
    assert_eq!(sizes, [50, 50, 22]);
    let symbols = |rows: &[Value]| rows.iter().map(|row| row["symbol"].clone()).collect();
    let (read, whole): (Vec<Value>, Vec<Value>) = (symbols(&read), symbols(&whole));
    assert_eq!(read, whole);
    // A page has an entity tag like the whole list.
    let first = server.get("/api/tickers?limit=2").await;
    let tag = first.header("etag").unwrap();
    let again = server
        .request("GET", "/api/tickers?limit=2", &[("if-none-match", tag)], "")
        .await;
    assert_eq!(again.status, 304);
    assert!(again.header("x-total-count").is_some());
}

#[tokio::test]
async fn a_page_has_100_rows_by_default_and_may_be_after_the_end() {
    let server = server(150).await;
    let page = server.get("/api/tickers?type=stock&offset=10").await;
    assert_eq!(rows(&page).len(), 100);
    assert_eq!(
        next_page(&page).as_deref(),
        Some("/api/tickers?type=stock&offset=110&limit=100")
    );
    let after = server.get("/api/tickers?type=stock&offset=152").await;
    assert!(rows(&after).is_empty());
    assert_eq!(after.header("x-total-count"), Some("152"));
    assert_eq!(next_page(&after), None);
}

#[tokio::test]
async fn a_watchlist_is_read_in_pages() {
    let server = server(3).await;
    let list = server
        .send("POST", "/api/watchlists", r#"{"name":"Mine","userId":1}"#)
        .await
        .json()["id"]
        .clone();
    for symbol in ["S002", "S000", "S001"] {
        let body = json!({"tickerId": server.id(symbol)}).to_string();
        let path = format!("/api/watchlists/{list}/tickers");
        assert_eq!(server.send("POST", &path, &body).await.status, 201);
    }
    let path = format!("/api/watchlists/{list}/tickers?offset=1&limit=1");
    let page = server.get(&path).await;
    let contents = page.json();
    assert_eq!(
        (&contents["id"], &contents["name"]),
        (&list, &json!("Mine"))
    );
    let symbols: Vec<_> = contents["tickers"].as_array().unwrap().iter().collect();
    assert_eq!(symbols.len(), 1);
    assert_eq!(symbols[0]["symbol"], "S000", "the order of the list");
    assert_eq!(page.header("x-total-count"), Some("3"));
    let next = format!("/api/watchlists/{list}/tickers?offset=2&limit=1");
    assert_eq!(next_page(&page), Some(next));
    let whole = server
        .get(&format!("/api/watchlists/{list}/tickers"))
        .await
        .json();
    assert_eq!(whole["tickers"].as_array().unwrap().len(), 3);
}

/// The other lists: every list has at most one row with `limit=1`, and says how many there are.
#[tokio::test]
async fn every_list_that_grows_with_the_tickers_has_pages() {
    let server = server(5).await;
    for path in [
        "/api/tickers?",
        "/api/tickers/commodities?",
        "/api/dividends?",
        "/api/earnings?",
        "/api/price-ranges?type=stock&",
        "/api/period-closes?type=stock&",
    ] {
        let whole = rows(&server.get(path).await);
        let page = server.get(&format!("{path}limit=1")).await;
        assert_eq!(rows(&page).len(), whole.len().min(1), "{path}");
        assert_eq!(rows(&page).first(), whole.first(), "{path}");
        let total = page.header("x-total-count").unwrap();
        assert_eq!(total, whole.len().to_string(), "{path}");
        for (query, sentence) in [
            ("limit=0", "Invalid limit '0'; expected 1 to 500."),
            ("limit=501", "Invalid limit '501'; expected 1 to 500."),
            ("limit=all", "Invalid limit 'all'; expected 1 to 500."),
            ("offset=-1", "Invalid offset '-1'; expected 0 to 1000000."),
            ("offset=", "Invalid offset ''; expected 0 to 1000000."),
        ] {
            let refused = server.get(&format!("{path}{query}")).await;
            assert_eq!(
                (refused.status, &*refused.text()),
                (400, sentence),
                "{path}{query}"
            );
        }
    }
}

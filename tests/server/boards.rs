//! The HTTP API of boards.

use crate::common::{Response, TestServer, now};
use marketdeck::web::Settings;
use serde_json::{Value, json};

/// A board of two tiles.
fn example_board() -> Value {
    json!({
        "title": "Office",
        "tiles": [
            {"x": 0, "y": 0, "width": 4, "height": 3, "content": {"kind": "quote", "symbol": "btc"}},
            {"x": 4, "y": 0, "width": 4, "height": 4,
             "content": {"kind": "list", "title": "Mine", "symbols": ["AAPL", "MSFT"]}},
        ],
    })
}

async fn put_board(server: &TestServer, name: &str, board: &Value) -> Response {
    server
        .send("PUT", &format!("/api/boards/{name}"), &board.to_string())
        .await
}

async fn names(server: &TestServer) -> Vec<String> {
    let boards = server.get("/api/boards").await.json();
    let boards = boards.as_array().unwrap();
    let name = |board: &Value| board["name"].as_str().unwrap().to_owned();
    boards.iter().map(name).collect()
}

#[tokio::test]
async fn there_are_two_built_in_boards_and_a_new_one_comes_after_them() {
    let server = TestServer::open().await;
    assert_eq!(names(&server).await, ["main", "branch"]);
    let created = put_board(&server, "office", &example_board()).await;
    assert_eq!(created.status, 201, "{}", created.text());
    let board = server.get("/api/boards/office").await.json();
    assert_eq!(board, created.json());
    // Missing fields have defaults, and symbols are in capitals.
    assert_eq!(
        json!([board["seconds"], board["inRotation"], board["theme"]]),
        json!([60, true, "system"])
    );
    assert_eq!(
        board["tiles"][0]["content"],
        json!({"kind": "quote", "symbol": "BTC", "range": "1D", "sessionLine": true, "dayRange": true})
    );
    let mut changed = board.clone();
    changed["title"] = json!("Kitchen");
    let saved = put_board(&server, "office", &changed).await;
    assert_eq!(saved.status, 200);
    assert_eq!(names(&server).await, ["main", "branch", "office"]);
    changed["version"] = saved.json()["version"].clone();
    assert_eq!(server.get("/api/boards/office").await.json(), changed);
}

#[tokio::test]
async fn a_changed_built_in_board_keeps_its_position_and_a_deleted_one_stays_deleted() {
    let server = TestServer::open().await;
    let delete = async |name: &str| {
        let path = format!("/api/boards/{name}");
        server.request("DELETE", &path, &[], "").await.status
    };
    put_board(&server, "office", &example_board()).await;
    assert_eq!(
        put_board(&server, "main", &example_board()).await.status,
        200
    );
    assert_eq!(names(&server).await, ["main", "branch", "office"]);
    assert_eq!(delete("main").await, 204);
    assert_eq!(delete("main").await, 404);
    let server = server.restart(now()).await;
    assert_eq!(names(&server).await, ["branch", "office"]);
    assert_eq!(
        put_board(&server, "main", &example_board()).await.status,
        201
    );
    assert_eq!(names(&server).await, ["main", "branch", "office"]);
}

#[tokio::test]
async fn the_last_board_cannot_be_deleted() {
    let server = TestServer::open().await;
    let delete = async |name: &str| {
        let path = format!("/api/boards/{name}");
        server.request("DELETE", &path, &[], "").await
    };
    assert_eq!(delete("branch").await.status, 204);
    let rejected = delete("main").await;
    assert_eq!(
        (rejected.status, rejected.text().as_str()),
        (409, "This is the last board; create another one first.")
    );
    assert_eq!(names(&server).await, ["main"]);
}

#[tokio::test]
async fn an_invalid_board_is_rejected_with_an_error_message_and_changes_nothing() {
    let server = TestServer::open().await;
    put_board(&server, "office", &example_board()).await;
    let board_with = |pointer: &str, value: Value| {
        let mut board = example_board();
        *board.pointer_mut(pointer).unwrap() = value;
        board
    };
    let list = "/tiles/1/content";
    for (board, status, message) in [
        (
            board_with("/title", json!(" ")),
            422,
            "Please enter a title for the board.",
        ),
        (
            board_with("/tiles/1/x", json!(3)),
            422,
            "A list at column 4, row 1 overlaps another tile (a big quote).",
        ),
        (
            board_with("/tiles/0/content/symbol", json!("NOPE")),
            422,
            "Unknown symbol 'NOPE'.",
        ),
        (
            board_with(list, json!({"kind": "list", "watchlist": 7})),
            422,
            "There is no watchlist with the number 7.",
        ),
        (
            board_with("/tiles/0/content/kind", json!("clock")),
            400,
            "Invalid body: unknown variant `clock`",
        ),
        (
            board_with("/tiles/0/content", json!({"kind": "news", "symbol": "BTC"})),
            400,
            "Invalid body: unknown field `symbol`",
        ),
        (
            board_with("/tiles/0/x", json!(-1)),
            400,
            "Invalid body: invalid value",
        ),
    ] {
        let rejected = put_board(&server, "office", &board).await;
        assert_eq!(rejected.status, status, "{board}");
        let text = rejected.text();
        assert!(text.starts_with(message), "{text}");
        assert_eq!(text.lines().count(), 1, "{text}");
    }
    let rejected = put_board(&server, "My%20board", &example_board()).await;
    assert_eq!(
        (rejected.status, rejected.text().as_str()),
        (
            422,
            "Invalid board name; use 1 to 40 lower-case letters, digits and hyphens."
        )
    );
    let missing = server.get("/api/boards/kitchen").await;
    assert_eq!(
        (missing.status, missing.text().as_str()),
        (404, "There is no board called 'kitchen'.")
    );
    let saved = server.get("/api/boards/office").await.json();
    assert_eq!(saved["tiles"][1]["x"], 4);
    let huge = board_with("/title", json!("x".repeat(70_000)));
    assert_eq!(put_board(&server, "office", &huge).await.status, 413);
}

#[tokio::test]
async fn an_exported_board_can_be_imported_elsewhere_with_the_tickers_of_its_watchlist() {
    let server = TestServer::open().await;
    let list = server
        .send("POST", "/api/watchlists", r#"{"name":"Funds"}"#)
        .await
        .json()["id"]
        .clone();
    let item = json!({"tickerId": server.id("VYM")}).to_string();
    let path = format!("/api/watchlists/{list}/tickers");
    assert_eq!(server.send("POST", &path, &item).await.status, 201);
    // The first board shows the first watchlist.
    let main = server.get("/api/boards/main").await.json();
    assert_eq!(main["tiles"][2]["content"]["watchlist"], list);
    let mut board = example_board();
    board["tiles"][1]["content"] = json!({"kind": "list", "watchlist": list});
    assert_eq!(put_board(&server, "office", &board).await.status, 201);
    let exported = server.get("/api/boards/office/export").await;
    assert!(
        exported
            .header("content-disposition")
            .is_some_and(|name| name.contains("\"office.json\"")),
        "{}",
        exported.head
    );

    let other = TestServer::open().await;
    assert_eq!(
        put_board(&other, "office", &exported.json()).await.status,
        201
    );
    let imported = other.get("/api/boards/office").await.json();
    assert_eq!(
        imported["tiles"][1]["content"],
        json!({"kind": "list", "title": "Funds", "symbols": ["VYM"], "watchlist": null})
    );
    assert_eq!(imported["tiles"][0], exported.json()["tiles"][0]);
}

/// A tile may keep a list that was deleted, so that the rest of the board can be changed.
#[tokio::test]
async fn a_board_with_a_deleted_watchlist_can_be_changed() {
    let server = TestServer::open().await;
    let created = server.send("POST", "/api/watchlists", r#"{"name":"Funds"}"#);
    let list = created.await.json()["id"].clone();
    let mut board = example_board();
    board["tiles"][1]["content"] = json!({"kind": "list", "watchlist": list});
    assert_eq!(put_board(&server, "office", &board).await.status, 201);
    let path = format!("/api/watchlists/{list}");
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 204);
    board["title"] = json!("Kitchen");
    assert_eq!(put_board(&server, "office", &board).await.status, 200);
    assert_eq!(put_board(&server, "another", &board).await.status, 422);
}

#[tokio::test]
async fn an_unchanged_board_returns_304() {
    let server = TestServer::open().await;
    let boards = server.get("/api/boards").await;
    let etag = boards.header("etag").unwrap();
    let if_none_match = [("if-none-match", etag)];
    let response = server
        .request("GET", "/api/boards", &if_none_match, "")
        .await;
    assert_eq!(response.status, 304);
    put_board(&server, "office", &example_board()).await;
    let response = server
        .request("GET", "/api/boards", &if_none_match, "")
        .await;
    assert_eq!(response.status, 200);
}

#[tokio::test]
async fn a_read_only_server_shows_boards_and_changes_none() {
    let server = TestServer::with(Settings {
        read_only: true,
        ..Settings::default()
    })
    .await;
    server.fill().await;
    assert_eq!(names(&server).await, ["main", "branch"]);
    assert_eq!(
        put_board(&server, "main", &example_board()).await.status,
        403
    );
    let rejected = server.request("DELETE", "/api/boards/main", &[], "").await;
    assert_eq!(
        (rejected.status, rejected.text().as_str()),
        (403, "This server is read-only.")
    );
}

#[tokio::test]
async fn a_kiosk_redirects_to_its_board_but_not_for_the_service_worker() {
    let server = TestServer::with(Settings {
        kiosk: Some("main".into()),
        base_path: "/deck/".into(),
        ..Settings::default()
    })
    .await;
    for headers in [&[][..], &[("sec-fetch-mode", "navigate")]] {
        let redirect = server.request("GET", "/deck/", headers, "").await;
        assert_eq!(redirect.status, 302);
        assert_eq!(redirect.header("location"), Some("/deck/board/main?kiosk"));
    }
    let saved = server
        .request("GET", "/deck/", &[("sec-fetch-mode", "cors")], "")
        .await;
    assert_eq!(saved.status, 200);
    assert_eq!(server.get("/deck/board/main?kiosk").await.status, 200);
    assert_eq!(server.get("/deck/watchlist").await.status, 200);
}

#[tokio::test]
async fn exchanges_have_breaks_and_holidays() {
    // A Friday, 2:32 PM in New York; the next Thursday is Thanksgiving.
    let server = TestServer::open().await;
    let message = server.get("/api/exchange-sessions").await.json();
    let name = |at: usize| message[at]["name"].as_str().unwrap();
    assert_eq!([name(0), name(1), name(2)], ["Tokyo", "London", "New York"]);
    let starting = |at: usize, day: &str| -> Vec<(String, String)> {
        let sessions = message[at]["sessions"].as_array().unwrap().iter();
        let text = |value: &Value| value.as_str().unwrap().to_owned();
        sessions
            .map(|hours| (text(&hours["opensAt"]), text(&hours["closesAt"])))
            .filter(|(opens, _)| opens.starts_with(day))
            .collect()
    };
    let pair = |(opens, closes): (&str, &str)| (opens.to_owned(), closes.to_owned());
    assert_eq!(
        starting(0, "2026-11-24"),
        [
            ("2026-11-24T00:00:00Z", "2026-11-24T02:30:00Z"),
            ("2026-11-24T03:30:00Z", "2026-11-24T06:30:00Z"),
        ]
        .map(pair)
    );
    assert_eq!(
        starting(2, "2026-11-27"),
        [("2026-11-27T14:30:00Z", "2026-11-27T18:00:00Z")].map(pair),
        "the day after Thanksgiving ends early"
    );
    assert!(starting(2, "2026-11-26").is_empty(), "Thanksgiving");
    assert_eq!(
        starting(1, "2026-11-20"),
        [("2026-11-20T08:00:00Z", "2026-11-20T16:30:00Z")].map(pair)
    );
}

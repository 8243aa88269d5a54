//! Rate limits for wrong passwords.

use super::{FORM, basic, cookies, server_with_password};
use crate::common::{Response, TestServer};

async fn guess(server: &TestServer, address: &str, password: &str, cookies: &str) -> Response {
    let headers = [FORM, ("x-forwarded-for", address), ("cookie", cookies)];
    let body = format!("password={password}");
    server.request("POST", "/login", &headers, &body).await
}

/// As many wrong passwords as are allowed before a client must wait.
const WRONG: [&str; 5] = ["a", "b", "c", "d", "e"];
const GUESSER: &str = "198.51.100.7";
const OTHER: &str = "198.51.100.8";

/// Behind a proxy, each client has its own limit.
#[tokio::test]
async fn a_client_that_guesses_must_wait_but_others_need_not() {
    let server = server_with_password().await;
    for password in WRONG {
        assert_eq!(guess(&server, GUESSER, password, "").await.status, 403);
    }
    let locked = guess(&server, GUESSER, "password", "").await;
    assert_eq!(
        (locked.status, locked.header("retry-after")),
        (429, Some("30"))
    );
    let text = locked.text();
    assert!(text.contains("Try again in 30 seconds"), "{text}");
    assert_eq!(guess(&server, OTHER, "password", "").await.status, 302);
    server.clock.advance(30);
    assert_eq!(guess(&server, GUESSER, "password", "").await.status, 302);
}

/// Otherwise the response would reveal to a waiting client whether a password is right.
#[tokio::test]
async fn a_waiting_client_is_rejected_even_with_the_right_password() {
    let server = server_with_password().await;
    let password = basic("password");
    let program = |address| {
        [
            ("authorization", password.as_str()),
            ("x-forwarded-for", address),
        ]
    };
    for password in WRONG {
        guess(&server, GUESSER, password, "").await;
    }
    let signed_in = server
        .request("GET", "/api/news", &program(OTHER), "")
        .await;
    assert_eq!(signed_in.status, 200);
    let locked = server
        .request("GET", "/api/news", &program(GUESSER), "")
        .await;
    assert_eq!(locked.status, 429);
}

#[tokio::test]
async fn a_browser_that_signed_in_before_is_not_locked_out_with_its_address() {
    let server = server_with_password().await;
    let signed_in = guess(&server, GUESSER, "password", "").await;
    let cookies = cookies(&signed_in);
    let signed_in = ("cookie", cookies.as_str());
    server.request("POST", "/logout", &[signed_in], "").await;
    for password in WRONG {
        guess(&server, GUESSER, password, "").await;
    }
    assert_eq!(guess(&server, GUESSER, "password", "").await.status, 429);
    assert_eq!(
        guess(&server, GUESSER, "password", &cookies).await.status,
        302
    );
    // The browser has five attempts of its own.
    for password in WRONG {
        assert_eq!(guess(&server, OTHER, password, &cookies).await.status, 403);
    }
    assert_eq!(
        guess(&server, OTHER, "password", &cookies).await.status,
        429
    );
}

/// A dashboard sends many requests before the first response arrives; they must not count as guesses.
#[tokio::test]
async fn a_program_with_the_right_password_may_send_twenty_requests_at_once() {
    let server = server_with_password().await;
    let password = basic("password");
    let headers = [("authorization", password.as_str())];
    let all = (0..20).map(|_| server.request("GET", "/api/news", &headers, ""));
    for response in futures_util::future::join_all(all).await {
        assert_eq!(response.status, 200, "{}", response.text());
    }
}

#[tokio::test]
async fn simultaneous_guesses_are_counted_one_by_one() {
    let server = server_with_password().await;
    let guess = async |n: usize| {
        let wrong = basic(&format!("wrong {n}"));
        let headers = [("authorization", wrong.as_str())];
        server.request("GET", "/api/news", &headers, "").await
    };
    let responses = futures_util::future::join_all((0..20).map(guess)).await;
    let checked = responses.iter().filter(|response| response.status == 401);
    assert_eq!(checked.count(), 5, "the other guesses must wait");
}

/// Programs that still send the previous password after a change must not lock out their owner.
#[tokio::test]
async fn a_program_that_repeats_the_previous_password_locks_out_no_one() {
    let server = server_with_password().await;
    let [old, older] = ["previous password", "older password"].map(basic);
    for _ in 0..20 {
        for password in [&old, &older] {
            let headers = [
                ("authorization", password.as_str()),
                ("x-forwarded-for", GUESSER),
            ];
            let rejected = server.request("GET", "/api/news", &headers, "").await;
            assert_eq!(rejected.status, 401);
        }
        server.clock.advance(60);
    }
    assert_eq!(guess(&server, GUESSER, "password", "").await.status, 302);
}

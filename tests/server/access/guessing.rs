//! Wrong passwords.

use super::{FORM, basic, cookies, guarded};
use crate::common::{Answer, TestServer};

async fn guess(server: &TestServer, address: &str, password: &str, cookies: &str) -> Answer {
    let headers = [FORM, ("x-forwarded-for", address), ("cookie", cookies)];
    let body = format!("password={password}");
    server.ask("POST", "/login", &headers, &body).await
}

/// The number of wrong passwords without a wait.
const WRONG: [&str; 5] = ["a", "b", "c", "d", "e"];
const GUESSER: &str = "198.51.100.7";
const OTHER: &str = "198.51.100.8";

/// Behind a proxy, each client has its own limit.
#[tokio::test]
async fn a_client_that_guesses_must_wait_and_others_need_not() {
    let server = guarded().await;
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

/// Otherwise a waiting client could still tell right passwords from wrong ones.
#[tokio::test]
async fn a_waiting_client_is_refused_with_the_right_password_too() {
    let server = guarded().await;
    let right = basic("password");
    let program = |address| {
        [
            ("authorization", right.as_str()),
            ("x-forwarded-for", address),
        ]
    };
    for password in WRONG {
        guess(&server, GUESSER, password, "").await;
    }
    let known = server.ask("GET", "/api/news", &program(OTHER), "").await;
    assert_eq!(known.status, 200);
    let locked = server.ask("GET", "/api/news", &program(GUESSER), "").await;
    assert_eq!(locked.status, 429);
}

#[tokio::test]
async fn a_browser_that_signed_in_before_is_not_locked_out_with_its_address() {
    let server = guarded().await;
    let right = guess(&server, GUESSER, "password", "").await;
    let cookies = cookies(&right);
    let signed_in = ("cookie", cookies.as_str());
    server.ask("POST", "/logout", &[signed_in], "").await;
    for password in WRONG {
        guess(&server, GUESSER, password, "").await;
    }
    assert_eq!(guess(&server, GUESSER, "password", "").await.status, 429);
    assert_eq!(
        guess(&server, GUESSER, "password", &cookies).await.status,
        302
    );
    // It has its own five attempts.
    for password in WRONG {
        assert_eq!(guess(&server, OTHER, password, &cookies).await.status, 403);
    }
    assert_eq!(
        guess(&server, OTHER, "password", &cookies).await.status,
        429
    );
}

/// A dashboard sends many requests before the first response arrives.
#[tokio::test]
async fn a_program_with_the_right_password_may_send_twenty_requests_at_once() {
    let server = guarded().await;
    let right = basic("password");
    let headers = [("authorization", right.as_str())];
    let all = (0..20).map(|_| server.ask("GET", "/api/news", &headers, ""));
    for answer in futures_util::future::join_all(all).await {
        assert_eq!(answer.status, 200, "{}", answer.text());
    }
}

#[tokio::test]
async fn simultaneous_guesses_are_counted_one_by_one() {
    let server = guarded().await;
    let ask = async |n: usize| {
        let wrong = basic(&format!("wrong {n}"));
        let headers = [("authorization", wrong.as_str())];
        server.ask("GET", "/api/news", &headers, "").await
    };
    let answers = futures_util::future::join_all((0..20).map(ask)).await;
    let judged = answers.iter().filter(|answer| answer.status == 401);
    assert_eq!(judged.count(), 5);
}

/// After a change of the password, every program that still sends the old one would lock its owner out.
#[tokio::test]
async fn a_program_that_repeats_the_former_password_locks_nobody_out() {
    let server = guarded().await;
    let [old, older] = ["of before", "of long ago"].map(basic);
    for _ in 0..20 {
        for password in [&old, &older] {
            let headers = [
                ("authorization", password.as_str()),
                ("x-forwarded-for", GUESSER),
            ];
            let refused = server.ask("GET", "/api/news", &headers, "").await;
            assert_eq!(refused.status, 401);
        }
        server.clock.advance(60);
    }
    assert_eq!(guess(&server, GUESSER, "password", "").await.status, 302);
}

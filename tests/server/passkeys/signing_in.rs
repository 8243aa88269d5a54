//! Signing in with a passkey.

use marketdeck::{domain::person::PersonId, web::Settings};
use serde_json::{Value, json};

use super::{
    Authenticator, OPTIONS, ORIGIN, PASSKEYS, Page, SIGN_IN, SIGN_IN_OPTIONS,
    authenticator::{Claims, ONLY_PRESENT, SYNCED},
    settings,
};
use crate::{
    access::FORM,
    common::{NOW, TestServer},
};

const REFUSED: &str = "This passkey doesn't work here. Sign in with your password.";

#[tokio::test]
async fn a_passkey_signs_in_and_starts_a_new_session() {
    let server = TestServer::with(settings()).await;
    for mut authenticator in [Authenticator::p256(), Authenticator::ed25519()] {
        let owner = Page::signed_in(&server).await;
        owner.add(&mut authenticator).await;
        let mut page = Page::open(&server);
        let response = page.sign_in(&mut authenticator).await;
        assert_eq!(response.status, 204, "{}", response.text());
        let cookie = response.header("set-cookie").unwrap();
        assert!(
            cookie.starts_with("__Secure-marketdeck_session_sample="),
            "{cookie}"
        );
        assert!(
            cookie.contains("; HttpOnly; SameSite=Lax; Secure"),
            "{cookie}"
        );
        let overview = page.overview().await;
        let used = overview["passkeys"].as_array().unwrap().iter();
        let used: Vec<_> = used.filter(|row| row["id"] == authenticator.id()).collect();
        assert_eq!(used[0]["usedAt"], NOW);
        // Signing in again ends the session of this browser, and starts another one.
        let first = page.cookies.clone();
        page.sign_in(&mut authenticator).await;
        assert_ne!(page.cookies, first);
        let former = Page {
            cookies: first,
            ..Page::open(&server)
        };
        assert_eq!(
            former.send("GET", "/api/access", &Value::Null).await.status,
            401
        );
        page.overview().await;
    }
}

/// The answer of an authenticator to new options, with changed claims and a changed body.
async fn changed(
    page: &Page<'_>,
    authenticator: &mut Authenticator,
    claim: impl FnOnce(&mut Claims),
    body: impl FnOnce(&mut Value),
) -> Value {
    let options = page.options(SIGN_IN_OPTIONS).await;
    let mut answer = authenticator.sign_with(&options, page.origin, claim);
    body(&mut answer);
    answer
}

#[tokio::test]
async fn every_check_refuses_a_sign_in_with_the_same_answer() {
    let server = TestServer::with(settings()).await;
    let owner = Page::signed_in(&server).await;
    let (mut own, mut other) = (Authenticator::p256(), Authenticator::p256());
    owner.add(&mut own).await;
    owner.add(&mut other).await;
    let mut page = Page::open(&server);
    let (id, same) = (own.id(), |_: &mut Value| {});
    let claims = |_: &mut Claims| {};
    let mut signature_of_other = changed(&page, &mut other, claims, same).await;
    signature_of_other["id"] = id.into();
    let unknown = Authenticator::p256().id();
    let answers = [
        (
            "purpose",
            changed(&page, &mut own, |c| c.kind = "webauthn.create", same).await,
        ),
        (
            "origin",
            changed(
                &page,
                &mut own,
                |c| c.origin = "https://evil.example".to_owned(),
                same,
            )
            .await,
        ),
        (
            "frame",
            changed(&page, &mut own, |c| c.cross_origin = true, same).await,
        ),
        (
            "host",
            changed(
                &page,
                &mut own,
                |c| c.host = "evil.example".to_owned(),
                same,
            )
            .await,
        ),
        (
            "not verified",
            changed(&page, &mut own, |c| c.flags = ONLY_PRESENT, same).await,
        ),
        (
            "not present",
            changed(&page, &mut own, |c| c.flags = 0b100, same).await,
        ),
        (
            "backup eligibility",
            changed(&page, &mut own, |c| c.flags = SYNCED, same).await,
        ),
        (
            "unknown id",
            changed(&page, &mut own, claims, |body| body["id"] = unknown.into()).await,
        ),
        (
            "user handle",
            changed(&page, &mut own, claims, |body| {
                body["userHandle"] = "AAAA".into();
            })
            .await,
        ),
        (
            "empty signature",
            changed(&page, &mut own, claims, |body| {
                body["signature"] = "".into();
            })
            .await,
        ),
        ("signature of another", signature_of_other),
        ("changed data", {
            let mut answer = changed(&page, &mut own, claims, same).await;
            let later = changed(&page, &mut own, |c| c.count = 9, same).await;
            answer["authenticatorData"] = later["authenticatorData"].clone();
            answer
        }),
    ];
    for (number, (what, answer)) in answers.into_iter().enumerate() {
        // Each from another address, as refused passkeys are counted.
        page.address = format!("198.51.100.{}", number + 10);
        let response = page.send("POST", SIGN_IN, &answer).await;
        assert_eq!(
            (response.status, response.text().as_str()),
            (403, REFUSED),
            "{what}"
        );
        assert_eq!(response.header("set-cookie"), None, "{what}");
    }
    for malformed in ["id", "clientData", "authenticatorData", "signature"] {
        let answer = changed(&page, &mut own, claims, |body| body[malformed] = "?".into()).await;
        assert_eq!(page.send("POST", SIGN_IN, &answer).await.status, 400);
    }
    page.address = "198.51.100.1".to_owned();
    assert_eq!(page.sign_in(&mut own).await.status, 204);
}

#[tokio::test]
async fn a_challenge_signs_in_once_within_five_minutes() {
    let server = TestServer::with(settings()).await;
    let owner = Page::signed_in(&server).await;
    let mut authenticator = Authenticator::p256();
    owner.add(&mut authenticator).await;
    let page = Page::open(&server);
    let options = page.options(SIGN_IN_OPTIONS).await;
    let answer = authenticator.sign(&options, ORIGIN);
    assert_eq!(page.send("POST", SIGN_IN, &answer).await.status, 204);
    let expired = page.options(SIGN_IN_OPTIONS).await;
    let expired = authenticator.sign(&expired, ORIGIN);
    server.clock.advance(300);
    let of_adding = owner.options(OPTIONS).await;
    let of_adding = authenticator.sign(&of_adding, ORIGIN);
    let made_up = json!({ "challenge": "A".repeat(43), "host": "deck.home" });
    let made_up = authenticator.sign(&made_up, ORIGIN);
    for (what, answer) in [
        ("used twice", answer),
        ("expired", expired),
        ("for adding", of_adding),
        ("made up", made_up),
    ] {
        let response = page.send("POST", SIGN_IN, &answer).await;
        assert_eq!(
            (response.status, response.text().as_str()),
            (403, "Signing in took too long. Try again."),
            "{what}"
        );
    }
}

#[tokio::test]
async fn a_counter_that_does_not_rise_is_refused() {
    let server = TestServer::with(settings()).await;
    let owner = Page::signed_in(&server).await;
    let mut authenticator = Authenticator::p256();
    authenticator.count = 5;
    owner.add(&mut authenticator).await;
    let mut page = Page::open(&server);
    assert_eq!(page.sign_in(&mut authenticator).await.status, 204);
    let stored = || server.store.of(PersonId::OWNER).passkeys().unwrap()[0].sign_count;
    assert_eq!(stored(), 6);
    for count in [6, 3, 0] {
        let answer = changed(&page, &mut authenticator, |c| c.count = count, |_| {}).await;
        let response = page.send("POST", SIGN_IN, &answer).await;
        assert_eq!((response.status, response.text().as_str()), (403, REFUSED));
    }
    authenticator.count = 20;
    assert_eq!(page.sign_in(&mut authenticator).await.status, 204);
    assert_eq!(stored(), 21);
}

/// Also on a server with a pattern of hosts, which accepts pages of both.
#[tokio::test]
async fn a_passkey_works_only_on_the_host_where_it_was_added() {
    let server = TestServer::with(settings()).await;
    let owner = Page::signed_in(&server).await;
    let mut authenticator = Authenticator::p256();
    owner.add(&mut authenticator).await;
    let mut page = Page::open(&server);
    page.origin = "https://other.home";
    let refused = page.sign_in(&mut authenticator).await;
    assert_eq!((refused.status, refused.text().as_str()), (403, REFUSED));
    // Another port is the same host.
    page.origin = "https://deck.home:8443";
    assert_eq!(page.sign_in(&mut authenticator).await.status, 204);
}

/// As wrong passwords are, of which they share the limit.
#[tokio::test]
async fn refused_passkeys_are_counted() {
    let server = TestServer::with(settings()).await;
    let owner = Page::signed_in(&server).await;
    let mut authenticator = Authenticator::p256();
    owner.add(&mut authenticator).await;
    let mut page = Page::open(&server);
    for _ in 0..5 {
        let answer = changed(&page, &mut authenticator, |c| c.flags = 0, |_| {}).await;
        assert_eq!(page.send("POST", SIGN_IN, &answer).await.status, 403);
    }
    let locked = page.sign_in(&mut authenticator).await;
    assert_eq!(
        (locked.status, locked.header("retry-after")),
        (429, Some("30"))
    );
    let headers = [FORM, ("x-forwarded-for", page.address.as_str())];
    let password = server.request("POST", "/login", &headers, "password=password");
    assert_eq!(password.await.status, 429);
    let mut other = Page::open(&server);
    other.address = "198.51.100.2".to_owned();
    assert_eq!(other.sign_in(&mut authenticator).await.status, 204);
    server.clock.advance(30);
    assert_eq!(page.sign_in(&mut authenticator).await.status, 204);
}

#[tokio::test]
async fn a_read_only_server_lets_people_sign_in_and_add_no_passkey() {
    let server = TestServer::with(settings()).await;
    let owner = Page::signed_in(&server).await;
    let mut authenticator = Authenticator::p256();
    owner.add(&mut authenticator).await;
    let passkey = server
        .store
        .of(PersonId::OWNER)
        .passkeys()
        .unwrap()
        .remove(0);
    let read_only = TestServer::with(Settings {
        read_only: true,
        ..settings()
    })
    .await;
    read_only
        .store
        .of(PersonId::OWNER)
        .add_passkey(&passkey)
        .unwrap();
    let mut page = Page::open(&read_only);
    assert_eq!(page.sign_in(&mut authenticator).await.status, 204);
    let refused = page.send("POST", OPTIONS, &Value::Null).await;
    assert_eq!(
        (refused.status, refused.text().as_str()),
        (403, "This server is read-only.")
    );
    let path = format!("{PASSKEYS}/{}", authenticator.id());
    assert_eq!(page.send("DELETE", &path, &Value::Null).await.status, 403);
}

#[tokio::test]
async fn the_sign_in_page_offers_passkeys_once_somebody_has_one() {
    let server = TestServer::with(settings()).await;
    let form = |path: &'static str| server.request("GET", path, &[("accept", "text/html")], "");
    let before = form("/login").await.text();
    assert!(!before.contains("passkey\""), "{before}");
    let owner = Page::signed_in(&server).await;
    owner.add(&mut Authenticator::p256()).await;
    for (path, target) in [
        ("/login", "/"),
        ("/login?next=/news%3Fa%3D%22b", "/"),
        ("/login?next=/news%3Fa%3Db", "/news?a=b"),
        ("/login?next=//evil.example", "/"),
    ] {
        let text = form(path).await.text();
        let button = format!(
            "<button type=\"button\" id=\"passkey\" hidden data-base=\"/\" data-target=\"{target}\">"
        );
        assert!(
            path.contains("%22") || text.contains(&button),
            "{path}: {text}"
        );
        assert!(
            text.contains("<script src=\"/sign-in.js\" defer></script>"),
            "{text}"
        );
        assert!(!text.contains("a=\"b"), "{text}");
    }
}

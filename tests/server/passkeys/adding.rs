//! Adding, renaming and listing passkeys.

use marketdeck::{domain::person::PersonId, web::Settings};
use serde_json::{Value, json};

use super::{
    Authenticator, OPTIONS, ORIGIN, PASSKEYS, Page, SIGN_IN, SIGN_IN_OPTIONS,
    authenticator::{Claims, ONLY_PRESENT, SYNCED},
    settings,
};
use crate::{
    access::tokens::token,
    common::{NOW, TestServer},
};

#[tokio::test]
async fn a_passkey_is_added_listed_and_renamed() {
    let server = TestServer::with(settings()).await;
    let page = Page::signed_in(&server).await;
    let options = page.options(OPTIONS).await;
    assert_eq!(options["host"], "deck.home");
    assert_eq!(options["userName"], "Owner");
    assert_eq!(options["algorithms"], json!([-8, -7, -257]));
    assert_eq!(options["timeout"], 300_000);
    assert_eq!(options["existingIds"], json!([]));
    assert_eq!(options["challenge"].as_str().unwrap().len(), 43);
    let mut phone = Authenticator::p256();
    phone.flags = SYNCED;
    let added = page.add(&mut phone).await;
    let expected = json!({
        "id": phone.id(), "name": "iPhone", "host": "deck.home", "isSynced": true,
        "madeAt": NOW, "usedAt": null,
    });
    assert_eq!(added, expected);
    assert_eq!(page.overview().await["passkeys"], json!([expected]));
    // A second passkey of the same person has the same user handle, and no authenticator creates two.
    let again = page.options(OPTIONS).await;
    assert_eq!(again["existingIds"], json!([phone.id()]));
    assert_ne!(again["userHandle"], options["userHandle"]);
    server.clock.advance(60);
    page.add(&mut Authenticator::ed25519()).await;
    let third = page.options(OPTIONS).await;
    assert_eq!(third["userHandle"], again["userHandle"]);

    let path = format!("{PASSKEYS}/{}", phone.id());
    let renamed = page
        .send("PATCH", &path, &json!({ "name": " Phone " }))
        .await;
    assert_eq!(renamed.json()["name"], "Phone");
    let long = "x".repeat(61);
    for invalid in ["", " ", "a\nb", &long] {
        let response = page.send("PATCH", &path, &json!({ "name": invalid })).await;
        assert_eq!(response.status, 422, "{invalid:?}: {}", response.text());
    }
    let unknown = page
        .send(
            "PATCH",
            "/api/access/passkeys/AAAA",
            &json!({ "name": "a" }),
        )
        .await;
    assert_eq!(unknown.status, 404);
    let names = page.overview().await;
    let names = names["passkeys"].as_array().unwrap();
    let names: Vec<_> = names.iter().map(|passkey| &passkey["name"]).collect();
    assert_eq!(names, ["Phone", "iPhone"]);
}

/// The answer of a browser to new options, with changed claims and a changed body.
async fn changed(
    page: &Page<'_>,
    claim: impl FnOnce(&mut Claims),
    body: impl FnOnce(&mut Value),
) -> Value {
    let options = page.options(OPTIONS).await;
    let mut answer = Authenticator::p256().create_with(&options, page.origin, claim);
    body(&mut answer);
    answer
}

#[tokio::test]
async fn every_check_refuses_a_new_passkey() {
    let server = TestServer::with(settings()).await;
    let page = Page::signed_in(&server).await;
    let (ed25519, _) = Authenticator::ed25519().public_key();
    let ed25519 = data_encoding::BASE64URL_NOPAD.encode(&ed25519);
    let same = |_: &mut Value| {};
    let claims = |_: &mut Claims| {};
    let answers = [
        (
            "another purpose",
            changed(&page, |c| c.kind = "webauthn.get", same).await,
        ),
        (
            "another page",
            changed(
                &page,
                |c| c.origin = "https://evil.example".to_owned(),
                same,
            )
            .await,
        ),
        (
            "another page",
            changed(&page, |c| c.origin = format!("{ORIGIN}:8443"), same).await,
        ),
        (
            "in a frame",
            changed(&page, |c| c.cross_origin = true, same).await,
        ),
        (
            "another host",
            changed(&page, |c| c.host = "home".to_owned(), same).await,
        ),
        (
            "did not verify",
            changed(&page, |c| c.flags = ONLY_PRESENT | 1 << 6, same).await,
        ),
        (
            "did not verify",
            changed(&page, |c| c.flags &= !1, same).await,
        ),
        (
            "synced although",
            changed(&page, |c| c.flags |= 1 << 4, same).await,
        ),
        (
            "id is not",
            changed(&page, |c| c.flags &= !(1 << 6), same).await,
        ),
        (
            "id is not",
            changed(&page, claims, |body| body["id"] = "AAAA".into()).await,
        ),
        (
            "algorithm is not supported",
            changed(&page, claims, |body| body["algorithm"] = (-35).into()).await,
        ),
        (
            "public key is invalid",
            changed(&page, claims, |body| body["algorithm"] = (-8).into()).await,
        ),
        (
            "public key is invalid",
            changed(&page, claims, |body| body["publicKey"] = ed25519.into()).await,
        ),
        (
            "public key is invalid",
            changed(&page, claims, |body| body["publicKey"] = "AAAA".into()).await,
        ),
        (
            "took too long",
            changed(&page, |c| c.challenge = "AAAA".to_owned(), same).await,
        ),
        (
            "enter a name",
            changed(&page, claims, |body| body["name"] = " ".into()).await,
        ),
    ];
    for (reason, answer) in answers {
        let response = page.send("POST", PASSKEYS, &answer).await;
        let text = response.text();
        assert_eq!(response.status, 422, "{reason}: {text}");
        assert!(text.contains(reason), "{reason}: {text}");
    }
    for malformed in ["id", "clientData", "authenticatorData", "publicKey"] {
        let answer = changed(&page, claims, |body| body[malformed] = "?".into()).await;
        let response = page.send("POST", PASSKEYS, &answer).await;
        assert_eq!(response.status, 400, "{malformed}: {}", response.text());
    }
    assert_eq!(server.store.of(PersonId::OWNER).passkeys().unwrap(), []);
}

#[tokio::test]
async fn a_challenge_is_valid_once_for_five_minutes_and_for_its_purpose() {
    let server = TestServer::with(settings()).await;
    let page = Page::signed_in(&server).await;
    let options = page.options(OPTIONS).await;
    let answer = Authenticator::p256().create(&options, ORIGIN);
    assert_eq!(page.send("POST", PASSKEYS, &answer).await.status, 201);
    let answer = Authenticator::p256().create(&options, ORIGIN);
    assert_eq!(page.send("POST", PASSKEYS, &answer).await.status, 422);

    let options = page.options(OPTIONS).await;
    server.clock.advance(300);
    let answer = Authenticator::p256().create(&options, ORIGIN);
    assert_eq!(page.send("POST", PASSKEYS, &answer).await.status, 422);

    let mut options = page.options(OPTIONS).await;
    options["challenge"] = page.options(SIGN_IN_OPTIONS).await["challenge"].take();
    let answer = Authenticator::p256().create(&options, ORIGIN);
    assert_eq!(page.send("POST", PASSKEYS, &answer).await.status, 422);
    assert_eq!(
        server.store.of(PersonId::OWNER).passkeys().unwrap().len(),
        1
    );
}

/// A passkey works on one host, which must have a name, and only over TLS or on this computer.
#[tokio::test]
async fn pages_without_passkeys_get_the_reason() {
    let server = TestServer::with(settings()).await;
    let mut page = Page::signed_in(&server).await;
    for (origin, expected) in [
        ("http://deck.home", Some("Passkeys need HTTPS")),
        ("https://192.168.1.5", Some("Passkeys need a host name")),
        ("http://127.0.0.1:8080", Some("Passkeys need a host name")),
        ("https://deck.home:8443", None),
        ("http://localhost:8080", None),
    ] {
        page.origin = origin;
        for path in [OPTIONS, SIGN_IN_OPTIONS] {
            let response = page.send("POST", path, &Value::Null).await;
            let text = response.text();
            match expected {
                Some(reason) => {
                    assert_eq!(response.status, 409, "{origin}: {text}");
                    assert!(text.starts_with(reason), "{origin}: {text}");
                }
                None => assert_eq!(response.status, 200, "{origin}: {text}"),
            }
        }
    }
    // A program, and a page of another site.
    let program = server.send("POST", SIGN_IN_OPTIONS, "").await;
    assert_eq!(program.status, 400, "{}", program.text());
    let headers = [("origin", "https://evil.example"), ("host", "deck.home")];
    let other = server.request("POST", SIGN_IN_OPTIONS, &headers, "").await;
    assert_eq!(other.status, 403, "{}", other.text());
}

#[tokio::test]
async fn tokens_proxies_and_servers_without_a_password_have_no_passkeys() {
    let server = TestServer::with(settings()).await;
    let page = Page::signed_in(&server).await;
    let (bearer, _) = token(&server, &page.cookies, "write").await;
    let headers = [
        ("authorization", bearer.as_str()),
        ("origin", ORIGIN),
        ("host", "deck.home"),
    ];
    let by_token = server.request("POST", OPTIONS, &headers, "").await;
    assert_eq!(by_token.status, 403, "{}", by_token.text());

    let by_proxy = Settings {
        trusted_user_header: "Remote-User".to_owned(),
        ..settings()
    };
    let server = TestServer::with(by_proxy).await;
    let headers = [
        ("remote-user", "Owner"),
        ("origin", ORIGIN),
        ("host", "deck.home"),
    ];
    let refused = server.request("POST", OPTIONS, &headers, "").await;
    assert_eq!(
        (refused.status, refused.text().as_str()),
        (
            409,
            "A proxy signs you in, so you don't need a passkey here."
        )
    );

    let open = TestServer::open().await;
    let page = Page::open(&open);
    for (path, body) in [
        (OPTIONS, Value::Null),
        (SIGN_IN_OPTIONS, Value::Null),
        (
            SIGN_IN,
            Authenticator::p256().sign(&json!({ "challenge": "", "host": "" }), ORIGIN),
        ),
    ] {
        let response = page.send("POST", path, &body).await;
        assert_eq!(
            (response.status, response.text().as_str()),
            (
                409,
                "No password is set, so there is nothing to sign in to."
            ),
            "{path}"
        );
    }
}

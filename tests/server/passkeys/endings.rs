//! What a removed passkey and a removed person end.

use marketdeck::domain::person::PersonId;
use serde_json::{Value, json};

use super::{Authenticator, OPTIONS, ORIGIN, PASSKEYS, Page, cookies, settings};
use crate::{access::FORM, common::TestServer};

/// Adds a person and signs them in with their password.
async fn add_person<'s>(owner: &Page<'s>, name: &str) -> (Page<'s>, Value) {
    let new = json!({ "name": name, "role": "member", "password": "password" });
    let added = owner.send("POST", "/api/people", &new).await;
    assert_eq!(added.status, 201, "{}", added.text());
    let form = format!("name={name}&password=password");
    let response = owner.server.request("POST", "/login", &[FORM], &form).await;
    assert_eq!(response.status, 302, "{}", response.text());
    let page = Page {
        cookies: cookies(&response),
        ..Page::open(owner.server)
    };
    (page, added.json()["id"].clone())
}

async fn is_signed_in(page: &Page<'_>) -> bool {
    page.send("GET", "/api/access", &Value::Null).await.status == 200
}

#[tokio::test]
async fn removing_a_passkey_signs_out_the_browsers_that_used_it() {
    let server = TestServer::with(settings()).await;
    let owner = Page::signed_in(&server).await;
    let (mut phone, mut laptop) = (Authenticator::p256(), Authenticator::ed25519());
    owner.add(&mut phone).await;
    owner.add(&mut laptop).await;
    let [mut first, mut second, mut other] = [(); 3].map(|()| Page::open(&server));
    first.sign_in(&mut phone).await;
    second.sign_in(&mut phone).await;
    other.sign_in(&mut laptop).await;
    let path = format!("{PASSKEYS}/{}", phone.id());
    let removed = first.send("DELETE", &path, &Value::Null).await;
    assert_eq!(removed.status, 204, "{}", removed.text());
    // The browser that removed it stays, and so do those that signed in otherwise.
    for (page, expected) in [
        (&first, true),
        (&second, false),
        (&other, true),
        (&owner, true),
    ] {
        assert_eq!(is_signed_in(page).await, expected);
    }
    let ids = server.store.of(PersonId::OWNER).credentials().unwrap();
    assert_eq!(ids.len(), 3);
    assert_eq!(Page::open(&server).sign_in(&mut phone).await.status, 403);
    assert_eq!(owner.send("DELETE", &path, &Value::Null).await.status, 404);
}

#[tokio::test]
async fn a_passkey_belongs_to_one_person_and_ends_with_them() {
    let server = TestServer::with(settings()).await;
    let owner = Page::signed_in(&server).await;
    let (lea, lea_id) = add_person(&owner, "Lea").await;
    let mut phone = Authenticator::p256();
    let options = lea.options(OPTIONS).await;
    assert_eq!(options["userName"], "Lea");
    // Another person can't use the challenge.
    let stolen = phone.create(&options, ORIGIN);
    assert_eq!(owner.send("POST", PASSKEYS, &stolen).await.status, 422);
    lea.add(&mut phone).await;
    assert_eq!(owner.overview().await["passkeys"], json!([]));
    let path = format!("{PASSKEYS}/{}", phone.id());
    for (method, body) in [
        ("PATCH", json!({ "name": "Mine" })),
        ("DELETE", Value::Null),
    ] {
        assert_eq!(owner.send(method, &path, &body).await.status, 404);
    }
    // An id that somebody has is refused for everybody.
    let options = owner.options(OPTIONS).await;
    let copy = phone.create(&options, ORIGIN);
    let refused = owner.send("POST", PASSKEYS, &copy).await;
    assert_eq!(
        (refused.status, refused.text().as_str()),
        (409, "This passkey is registered already.")
    );
    let options = lea.options(OPTIONS).await;
    let _ = phone.create(&options, ORIGIN);

    let mut page = Page::open(&server);
    assert_eq!(page.sign_in(&mut phone).await.status, 204);
    let me = page.send("GET", "/api/me", &Value::Null).await.json();
    assert_eq!(me["name"], "Lea");
    let remove = format!("/api/people/{lea_id}?lists=delete");
    let removed = owner.send("DELETE", &remove, &Value::Null).await;
    assert_eq!(removed.status, 204, "{}", removed.text());
    assert!(!is_signed_in(&page).await);
    assert_eq!(Page::open(&server).sign_in(&mut phone).await.status, 403);
    assert_eq!(server.store.find_passkey(&phone.id()).unwrap(), None);
}

/// The password is changed when somebody may know it. The passkey stays, as only the person has it.
#[tokio::test]
async fn a_new_password_ends_sessions_of_passkeys_but_not_the_passkey() {
    let server = TestServer::with(settings()).await;
    let owner = Page::signed_in(&server).await;
    let (lea, lea_id) = add_person(&owner, "Lea").await;
    let mut phone = Authenticator::p256();
    lea.add(&mut phone).await;
    let mut page = Page::open(&server);
    page.sign_in(&mut phone).await;
    let path = format!("/api/people/{lea_id}");
    let new_password = json!({ "password": "new password" });
    let changed = owner.send("PATCH", &path, &new_password).await;
    assert_eq!(changed.status, 200);
    assert!(!is_signed_in(&page).await && !is_signed_in(&lea).await);
    assert_eq!(page.sign_in(&mut phone).await.status, 204);
    assert!(is_signed_in(&page).await);
}

//! Adding, changing and removing people, and their sign-in.

use serde_json::{Value, json};

use super::{Person, household, try_sign_in};
use crate::{
    access::settings,
    common::{TestServer, now},
    ws::Tab,
};

async fn add(owner: &Person<'_>, name: &str) -> Value {
    let new = json!({ "name": name, "password": "password" });
    owner.create("/api/people", &new.to_string()).await["id"].clone()
}

/// ACC: a server gets its first other person on the page; before that, no name is asked.
#[tokio::test]
async fn the_owner_adds_a_person_who_signs_in() {
    let server = TestServer::with(settings()).await;
    server.fill().await;
    let form = server.request("GET", "/login", &[], "").await.text();
    assert!(!form.contains("name=\"name\""), "{form}");
    let owner = Person::sign_in(&server, "").await;
    assert_eq!(owner.get("/api/config").await["person"], Value::Null);
    add(&owner, "Anna").await;
    let form = server.request("GET", "/login", &[], "").await.text();
    assert!(form.contains("name=\"name\""), "{form}");
    let anna = Person::sign_in(&server, "anna").await;
    let me = anna.get("/api/me").await;
    assert_eq!(
        me,
        json!({ "id": 2, "name": "Anna", "role": "member", "signIn": "password", "hasPeople": true, "canChangePassword": true })
    );
    assert_eq!(owner.get("/api/config").await["person"]["name"], "Owner");
    // Others get names only.
    let people = anna.get("/api/people").await;
    assert_eq!(
        people[0],
        json!({ "id": 1, "name": "Owner", "isOwn": false, "role": null, "origin": null, "hasPassword": null, "since": null })
    );
    let people = owner.get("/api/people").await;
    assert_eq!(
        people[1],
        json!({ "id": 2, "name": "Anna", "isOwn": false, "role": "member", "origin": "page", "hasPassword": true,
            "since": now().to_string() })
    );
}

#[tokio::test]
async fn invalid_people_are_refused_with_a_sentence() {
    let server = household().await;
    let owner = Person::sign_in(&server, "Owner").await;
    for (body, status, sentence) in [
        (json!({ "name": " " }), 422, "A person needs a name."),
        (
            json!({ "name": "a:b" }),
            422,
            "The name of a person can't contain colons or control characters.",
        ),
        (
            json!({ "name": "ANNA" }),
            409,
            "There is already a person called 'Anna'.",
        ),
        (
            json!({ "name": "owner" }),
            409,
            "There is already a person called 'Owner'.",
        ),
        (
            json!({ "name": "Lea", "password": "short" }),
            422,
            "A password needs 8 to 1,000 characters.",
        ),
        (
            json!({ "name": "Lea", "role": "owner" }),
            422,
            "There is only one owner; expected the role member or viewer.",
        ),
    ] {
        let response = owner.send("POST", "/api/people", &body.to_string()).await;
        assert_eq!(
            (response.status, response.text()),
            (status, sentence.to_owned())
        );
    }
    let of_file = owner
        .send("PATCH", "/api/people/2", r#"{"role":"viewer"}"#)
        .await;
    assert_eq!(of_file.status, 409, "{}", of_file.text());
    let of_file = owner.send("DELETE", "/api/people/2?lists=move", "").await;
    assert_eq!(of_file.status, 409, "{}", of_file.text());
    assert_eq!(owner.get("/api/people").await.as_array().unwrap().len(), 4);
}

/// Without a password everybody is the owner, so that nobody else can be added.
#[tokio::test]
async fn without_a_password_there_is_one_person() {
    let server = TestServer::open().await;
    let me = server.get("/api/me").await.json();
    assert_eq!(
        me,
        json!({ "id": 1, "name": "Owner", "role": "owner", "signIn": "none", "hasPeople": false, "canChangePassword": false })
    );
    let headers = [super::JSON];
    let body = r#"{"name":"Anna","password":"password"}"#;
    let refused = server.request("POST", "/api/people", &headers, body).await;
    assert_eq!(refused.status, 409);
    assert!(
        refused
            .text()
            .starts_with("Set a password for yourself first")
    );
}

#[tokio::test]
async fn a_new_password_ends_the_other_sessions_of_its_person() {
    let server = household().await;
    let owner = Person::sign_in(&server, "Owner").await;
    add(&owner, "Lea").await;
    let (phone, desktop) = (
        Person::sign_in(&server, "Lea").await,
        Person::sign_in(&server, "Lea").await,
    );
    let wrong = json!({ "current": "wrong", "new": "a new password" }).to_string();
    assert_eq!(
        phone.send("PUT", "/api/me/password", &wrong).await.status,
        403
    );
    let change = json!({ "current": "password", "new": "a+new+password" }).to_string();
    let changed = phone.send("PUT", "/api/me/password", &change).await;
    assert_eq!(changed.status, 204, "{}", changed.text());
    assert_eq!(phone.send("GET", "/api/me", "").await.status, 200);
    assert_eq!(desktop.send("GET", "/api/me", "").await.status, 401);
    assert_eq!(owner.send("GET", "/api/me", "").await.status, 200);
    assert!(try_sign_in(&server, "Lea", "password").await.is_err());
    assert!(
        try_sign_in(&server, "Lea", "a%2Bnew%2Bpassword")
            .await
            .is_ok()
    );
    // The passwords of the configuration cannot be changed here.
    let anna = Person::sign_in(&server, "Anna").await;
    assert_eq!(
        anna.send("PUT", "/api/me/password", &change).await.status,
        409
    );
    assert_eq!(
        owner.send("PUT", "/api/me/password", &change).await.status,
        409
    );
}

#[tokio::test]
async fn a_removed_person_is_signed_out_and_their_lists_move_or_end() {
    let server = household().await;
    let owner = Person::sign_in(&server, "Owner").await;
    for (name, lists, expected) in [("Lea", "move", 1), ("Max", "delete", 1)] {
        let id = add(&owner, name).await;
        let person = Person::sign_in(&server, name).await;
        let list = format!(r#"{{"name":"{name}'s list"}}"#);
        person.create("/api/watchlists", &list).await;
        let note = json!({ "symbol": "AAPL", "text": "mine" }).to_string();
        person.create("/api/notes", &note).await;
        let alert = json!({ "symbol": "AAPL", "type": "price", "condition": "above", "value": 1e6, "frequency": "once" });
        person.create("/api/alerts", &alert.to_string()).await;
        let mut tab = Tab::with(&server, &[("cookie", &person.cookies)])
            .await
            .unwrap();
        let missing = owner.send("DELETE", &format!("/api/people/{id}"), "").await;
        assert_eq!(missing.status, 400, "{}", missing.text());
        let path = format!("/api/people/{id}?lists={lists}");
        let removed = owner.send("DELETE", &path, "").await;
        assert_eq!(removed.status, 204, "{}", removed.text());
        assert_eq!(tab.close_code().await, 1008);
        assert_eq!(person.send("GET", "/api/me", "").await.status, 401);
        assert!(try_sign_in(&server, name, "password").await.is_err());
        let lists = owner.get("/api/watchlists").await;
        assert_eq!(lists.as_array().unwrap().len(), expected, "{lists}");
        assert_eq!(owner.get("/api/notes").await, json!([]));
        assert_eq!(owner.get("/api/alerts").await, json!([]));
    }
    // A new person does not get the id, and so none of the data, of a removed one.
    assert_eq!(add(&owner, "Lea").await, 7);
    let lea = Person::sign_in(&server, "Lea").await;
    assert_eq!(lea.get("/api/watchlists").await, json!([]));
    assert_eq!(lea.get("/api/alerts/history").await, json!([]));
}

/// A wrong name and a wrong password cannot be told apart, and guesses of one person's password do not lock out another.
#[tokio::test]
async fn names_cannot_be_found_out_and_guesses_lock_out_one_person() {
    let server = household().await;
    let mut answers = vec![];
    for name in ["Anna", "Nobody"] {
        for attempt in 0..7 {
            let wrong = format!("wrong{attempt}");
            let response = try_sign_in(&server, name, &wrong).await.unwrap_err();
            answers.push((name, response.status, response.text().replace(name, "")));
        }
    }
    let of = |wanted: &str| -> Vec<_> {
        let of_name = answers.iter().filter(|(name, ..)| *name == wanted);
        of_name
            .map(|(_, status, text)| (*status, text.clone()))
            .collect()
    };
    assert_eq!(of("Anna"), of("Nobody"));
    assert_eq!(of("Anna")[0].0, 403);
    assert_eq!(of("Anna")[6].0, 429);
    let locked_out = try_sign_in(&server, "Anna", "password").await;
    assert_eq!(locked_out.unwrap_err().status, 429);
    assert!(try_sign_in(&server, "Ben", "password").await.is_ok());
}

/// A sign-in as another person starts a new session, and the previous one ends (session fixation).
#[tokio::test]
async fn changing_over_starts_a_new_session() {
    let server = household().await;
    let anna = Person::sign_in(&server, "Anna").await;
    let headers = [("cookie", anna.cookies.as_str()), crate::access::FORM];
    let response = server
        .request("POST", "/login", &headers, "name=Ben&password=password")
        .await;
    let cookies = crate::access::cookies(&response);
    assert_ne!(cookies, anna.cookies);
    assert_eq!(anna.send("GET", "/api/me", "").await.status, 401);
    let ben = Person {
        server: &server,
        cookies,
    };
    assert_eq!(ben.get("/api/me").await["name"], "Ben");
    assert_eq!(
        ben.get("/api/access").await["sessions"]
            .as_array()
            .unwrap()
            .len(),
        1
    );
}

//! Several people in one household: each sees and changes only their own data.

mod apart;
mod managing;
mod proxy;
mod roles;
mod sharing;

use marketdeck::{
    alerts::Channels,
    domain::person::{ConfiguredPerson, Role},
    store::Store,
    web::Settings,
};
use serde_json::Value;

use super::access::{self, settings};
use crate::common::{Response, TestServer, now};

/// The people besides the owner. The password of each is `password`.
const PEOPLE: [(&str, Role); 3] = [
    ("Anna", Role::Member),
    ("Ben", Role::Member),
    ("Kim", Role::Viewer),
];

const JSON: (&str, &str) = ("content-type", "application/json");

/// Starts a server with an owner and three other people.
async fn household() -> TestServer {
    household_with(settings()).await
}

async fn household_with(settings: Settings) -> TestServer {
    let folder = tempfile::tempdir().unwrap();
    let people = PEOPLE.map(|(name, role)| ConfiguredPerson {
        name: name.to_owned(),
        role,
        password_hash: Some(access::HASH.to_owned()),
    });
    let store = Store::open(&folder.path().join("test.redb")).unwrap();
    store.sync_people(&people, now()).unwrap();
    store.close().unwrap();
    drop(store);
    let server = TestServer::with_channels(folder, settings, now(), Channels::default()).await;
    server.fill().await;
    server
}

/// A signed-in person.
struct Person<'s> {
    server: &'s TestServer,
    cookies: String,
}

impl<'s> Person<'s> {
    /// Signs in with the password `password`.
    async fn sign_in(server: &'s TestServer, name: &str) -> Self {
        let cookies = try_sign_in(server, name, "password").await;
        let cookies = cookies.unwrap_or_else(|response| panic!("{name}: {}", response.text()));
        Self { server, cookies }
    }

    async fn send(&self, method: &str, path: &str, body: &str) -> Response {
        let headers = [("cookie", self.cookies.as_str()), JSON];
        self.server.request(method, path, &headers, body).await
    }

    async fn get(&self, path: &str) -> Value {
        let response = self.send("GET", path, "").await;
        assert_eq!(response.status, 200, "{path}: {}", response.text());
        response.json()
    }

    async fn create(&self, path: &str, body: &str) -> Value {
        let response = self.send("POST", path, body).await;
        assert_eq!(response.status, 201, "{path}: {}", response.text());
        response.json()
    }
}

/// Signs in and returns the cookies, or the response if name or password are wrong.
async fn try_sign_in(server: &TestServer, name: &str, password: &str) -> Result<String, Response> {
    let form = [access::FORM];
    let body = format!("name={name}&password={password}");
    let response = server.request("POST", "/login", &form, &body).await;
    if response.status == 302 {
        Ok(access::cookies(&response))
    } else {
        Err(response)
    }
}

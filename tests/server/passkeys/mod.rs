//! Passkeys, with a software authenticator.

mod adding;
mod authenticator;
mod endings;
mod signing_in;

use serde_json::Value;

use self::authenticator::Authenticator;
use super::access::{cookies, settings, sign_in};
use crate::common::{Response, TestServer};

/// The origin of the pages.
const ORIGIN: &str = "https://deck.home";
const OPTIONS: &str = "/api/access/passkeys/options";
const PASSKEYS: &str = "/api/access/passkeys";
const SIGN_IN_OPTIONS: &str = "/api/session/passkey/options";
const SIGN_IN: &str = "/api/session/passkey";

/// A browser on a page of the server.
struct Page<'s> {
    server: &'s TestServer,
    origin: &'static str,
    /// Address of the browser, as a proxy forwards it.
    address: String,
    cookies: String,
}

impl<'s> Page<'s> {
    /// A browser that is not signed in.
    fn open(server: &'s TestServer) -> Self {
        Self {
            server,
            origin: ORIGIN,
            address: "198.51.100.1".to_owned(),
            cookies: String::new(),
        }
    }

    /// A browser of the owner.
    async fn signed_in(server: &'s TestServer) -> Self {
        Self {
            cookies: sign_in(server).await,
            ..Self::open(server)
        }
    }

    async fn send(&self, method: &str, path: &str, body: &Value) -> Response {
        let host = self.origin.split_once("://").unwrap().1;
        let headers = [
            ("host", host),
            ("origin", self.origin),
            ("cookie", &self.cookies),
            ("content-type", "application/json"),
            ("x-forwarded-for", &self.address),
        ];
        let body = if body.is_null() {
            String::new()
        } else {
            body.to_string()
        };
        self.server.request(method, path, &headers, &body).await
    }

    async fn options(&self, path: &str) -> Value {
        let response = self.send("POST", path, &Value::Null).await;
        assert_eq!(response.status, 200, "{path}: {}", response.text());
        response.json()
    }

    async fn add(&self, authenticator: &mut Authenticator) -> Value {
        let options = self.options(OPTIONS).await;
        let body = authenticator.create(&options, self.origin);
        let response = self.send("POST", PASSKEYS, &body).await;
        assert_eq!(response.status, 201, "{}", response.text());
        response.json()
    }

    /// Signs in with a passkey; the session's cookies are used from now on.
    async fn sign_in(&mut self, authenticator: &mut Authenticator) -> Response {
        let options = self.options(SIGN_IN_OPTIONS).await;
        let body = authenticator.sign(&options, self.origin);
        let response = self.send("POST", SIGN_IN, &body).await;
        if response.status == 204 {
            self.cookies = cookies(&response);
        }
        response
    }

    async fn overview(&self) -> Value {
        let response = self.send("GET", "/api/access", &Value::Null).await;
        assert_eq!(response.status, 200, "{}", response.text());
        response.json()
    }
}

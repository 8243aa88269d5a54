//! Access control with a password: signing in, guessing, and tokens.

mod endings;
mod everywhere;
mod guessing;
mod signing_in;
pub(crate) mod tokens;

use data_encoding::BASE64;
use marketdeck::web::Settings;

use crate::common::{Response, TestServer};

/// Hash of `password`, created by the reference implementation.
pub(crate) const HASH: &str =
    "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";
const PAGE: (&str, &str) = ("accept", "text/html,*/*");
pub(crate) const FORM: (&str, &str) = ("content-type", "application/x-www-form-urlencoded");

pub(crate) fn settings() -> Settings {
    Settings {
        password_hash: HASH.to_owned(),
        trusted_proxies: vec!["127.0.0.1".to_owned()],
        ..Settings::default()
    }
}

async fn server_with_password() -> TestServer {
    let server = TestServer::with(settings()).await;
    server.fill().await;
    server
}

fn basic(password: &str) -> String {
    format!(
        "Basic {}",
        BASE64.encode(format!("me:{password}").as_bytes())
    )
}

/// Returns all cookies set by a response, as a browser sends them back.
pub(crate) fn cookies(response: &Response) -> String {
    let set = response.head.lines().filter_map(|line| {
        let (name, value) = line.split_once(':')?;
        name.eq_ignore_ascii_case("set-cookie")
            .then(|| value.trim().split(';').next().unwrap_or_default())
    });
    set.collect::<Vec<_>>().join("; ")
}

/// Signs in and returns the cookies.
pub(crate) async fn sign_in(server: &TestServer) -> String {
    let right = server
        .request("POST", "/login", &[FORM], "password=password")
        .await;
    assert_eq!(right.status, 302, "{}", right.text());
    cookies(&right)
}

/// Returns the status of a GET request with this header.
async fn status(server: &TestServer, path: &str, header: (&str, &str)) -> u16 {
    server.request("GET", path, &[header], "").await.status
}

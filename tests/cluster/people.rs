//! Several people in a cluster: each sees and changes only their own data, at every process.

use std::{fs, path::Path};

use data_encoding::BASE64;
use serde_json::{Value, json};
use tempfile::TempDir;

use crate::{
    nats::Nats,
    process::program,
    program::{Running, poll, poll_or},
};

/// Hash of the password `password`.
const HASH: &str =
    "$argon2id$v=19$m=256,t=2,p=1$c29tZXNhbHQ$nf65EOgLrQMR/uIPnA4rEsF5h7TKyQwu9U1bMCHGi/4";

/// Starts a process with a password. `people` are the names of its configuration.
fn start(role: &str, nats: &Nats, folder: &Path, people: &[&str]) -> Running {
    let people = people
        .iter()
        .map(|name| format!("[[people]]\nname = \"{name}\"\npassword_hash = \"{HASH}\"\n"));
    let people: Vec<String> = people.collect();
    let configuration = format!("password_hash = \"{HASH}\"\n{}", people.concat());
    let file = folder.join("marketdeck.toml");
    fs::write(&file, configuration).unwrap();
    let mut program = program(role, &nats.url(), folder);
    program.command.arg("--config").arg(file);
    program.serve()
}

/// A person at a process.
#[derive(Clone, Copy)]
struct Person<'p> {
    process: &'p Running,
    name: &'p str,
}

impl Person<'_> {
    fn send(&self, method: &str, path: &str, more: &str, body: &Value) -> (u16, Value) {
        let secret = BASE64.encode(format!("{}:password", self.name).as_bytes());
        let headers = format!("authorization: Basic {secret}\r\n{more}");
        let body = match body {
            Value::Null => String::new(),
            body => body.to_string(),
        };
        poll("a response after loading", || {
            let response = self.process.request_with(method, path, &headers, &body)?;
            (response.0 != 503).then(|| {
                let (status, text) = response;
                (
                    status,
                    serde_json::from_str(&text).unwrap_or(Value::String(text)),
                )
            })
        })
    }

    fn get(&self, path: &str) -> Value {
        self.send("GET", path, "", &Value::Null).1
    }

    /// Waits until the response of `path` satisfies `condition`.
    fn wait_for(&self, path: &str, condition: impl Fn(&Value) -> bool) -> Value {
        poll_or(path, || {
            let body = self.get(path);
            if condition(&body) {
                return Ok(body);
            }
            Err(format!("{}: {body}", self.name))
        })
    }
}

#[test]
fn each_person_sees_and_changes_only_their_own_data_at_every_process() {
    let nats = Nats::start();
    let folders: [TempDir; 2] = [(); 2].map(|()| tempfile::tempdir().unwrap());
    let source = start("source", &nats, folders[0].path(), &["Anna", "Ben"]);
    let at = |process, name| Person { process, name };
    at(&source, "Anna").wait_for("/api/me", |me| me["name"] == "Anna");
    // The edge gets the people from the source.
    let edge = start("edge", &nats, folders[1].path(), &[]);
    let (anna, ben) = (at(&edge, "Anna"), at(&edge, "Ben"));
    let me = anna.wait_for("/api/me", |me| me["name"] == "Anna");
    let id_of_ben = ben.wait_for("/api/me", |me| me["name"] == "Ben")["id"].clone();

    // The same idempotency key of two people creates a list for each.
    let new = json!({ "name": "Harbours" });
    let key = "idempotency-key: the-same\r\n";
    let [list, list_of_ben] = [anna, ben].map(|person| {
        let (status, list) = person.send("POST", "/api/watchlists", key, &new);
        assert_eq!(status, 201, "{list}");
        list["id"].clone()
    });
    assert_ne!(list, list_of_ben);
    let ids = |lists: &Value| -> Vec<Value> {
        let lists = lists.as_array().into_iter().flatten();
        lists.map(|list| list["id"].clone()).collect()
    };
    at(&source, "Anna").wait_for("/api/watchlists", |lists| ids(lists) == [list.clone()]);
    for process in [&source, &edge] {
        assert_eq!(at(process, "Owner").get("/api/watchlists"), json!([]));
        let ben = at(process, "Ben");
        ben.wait_for("/api/watchlists", |lists| {
            ids(lists) == [list_of_ben.clone()]
        });
        let path = format!("/api/watchlists/{list}");
        let renamed = json!({ "name": "Taken over" });
        assert_eq!(ben.send("PATCH", &path, "", &renamed).0, 404);
        assert_eq!(ben.send("DELETE", &path, "", &Value::Null).0, 404);
    }

    // What is shared at one process can be read, but not changed, at the other.
    let shares = json!({ "shares": [{ "personId": id_of_ben, "mayWrite": false }] });
    let board = json!({ "title": "Kitchen", "tiles": [] });
    assert_eq!(anna.send("PUT", "/api/boards/kitchen", "", &board).0, 201);
    for path in [
        format!("/api/watchlists/{list}/shares"),
        "/api/boards/kitchen/shares".to_owned(),
    ] {
        assert_eq!(anna.send("PUT", &path, "", &shares).0, 200, "{path}");
    }
    let address = format!("/api/boards/kitchen@{}", me["id"]);
    for process in [&source, &edge] {
        let ben = at(process, "Ben");
        ben.wait_for("/api/watchlists", |lists| ids(lists).contains(&list));
        ben.wait_for(&address, |board| board["title"] == "Kitchen");
        let path = format!("/api/watchlists/{list}");
        let renamed = json!({ "name": "Taken over" });
        assert_eq!(ben.send("PATCH", &path, "", &renamed).0, 403);
        let changed = json!({ "title": "Taken over", "tiles": [] });
        assert_eq!(ben.send("PUT", &address, "", &changed).0, 403);
        assert_eq!(
            at(process, "Owner")
                .send("GET", &address, "", &Value::Null)
                .0,
            404
        );
    }
    let names = anna.get("/api/watchlists");
    assert_eq!(names[0]["name"], "Harbours");
}

//! Backups over HTTP.

use marketdeck::domain::person::PersonId;
use marketdeck::{store::Store, web};

use crate::common::{TestServer, now};

#[tokio::test]
async fn a_backup_is_a_complete_database_named_after_its_market_and_time() {
    let server = TestServer::open().await;
    let created = server
        .send("POST", "/api/watchlists", r#"{"name": "Mine"}"#)
        .await;
    assert_eq!(created.status, 201);
    let response = server.get("/api/backup").await;
    assert_eq!(response.status, 200);
    assert_eq!(
        response.header("content-type"),
        Some("application/octet-stream")
    );
    assert_eq!(response.header("cache-control"), Some("no-store"));
    let name = response.header("content-disposition").unwrap();
    assert!(
        name.contains("\"marketdeck-sample-20261120T193200Z.redb\""),
        "{name}"
    );
    let length = response.header("content-length").unwrap();
    assert_eq!(length, response.body.len().to_string());

    let folder = tempfile::tempdir().unwrap();
    let path = folder.path().join("backup.redb");
    std::fs::write(&path, &response.body).unwrap();
    let backup = Store::open(&path).unwrap();
    backup.verify().unwrap();
    let names = |store: &Store| {
        let lists = store.of(PersonId::OWNER).watchlists().unwrap().into_iter();
        lists.map(|list| list.name).collect::<Vec<_>>()
    };
    assert_eq!(names(&backup), names(&server.store));
    assert!(names(&backup).contains(&"Mine".to_owned()));
    // Only one backup runs at a time. The next one may start as soon as the client has read the last byte.
    for _ in 0..20 {
        assert_eq!(server.get("/api/backup").await.status, 200);
    }
}

#[tokio::test]
async fn backup_is_refused_on_a_read_only_server_and_to_pages_of_other_sites() {
    let settings = web::Settings {
        read_only: true,
        ..web::Settings::default()
    };
    let read_only = TestServer::at(now(), settings).await;
    assert_eq!(read_only.get("/api/backup").await.status, 403);

    let server = TestServer::open().await;
    let request = format!(
        "GET /api/backup HTTP/1.1\r\nhost: {}\r\nsec-fetch-site: cross-site\r\nconnection: close\r\n\r\n",
        server.address
    );
    let response = server.raw(request.as_bytes()).await;
    assert_eq!(response.status, 403, "{}", response.text());
}

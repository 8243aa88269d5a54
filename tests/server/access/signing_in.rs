//! Signing in with a browser.

use marketdeck::domain::person::PersonId;
use marketdeck::web::Settings;

use super::{FORM, HASH, PAGE, basic, cookies, server_with_password, settings, sign_in, status};
use crate::{common::TestServer, ws::Tab};

#[tokio::test]
async fn without_the_password_only_health_and_the_interface_files_are_served() {
    let server = server_with_password().await;
    for path in [
        "/api/tickers",
        "/api/access",
        "/api/backup",
        "/api/openapi.json",
        "/api/health/",
        "/api//health",
        "/api/%68ealth",
        "/metrics",
        "/calendar.ics",
        "/news.atom",
        "/ws",
        "/news",
        "/",
        "/login/",
    ] {
        let response = server.get(path).await;
        assert_eq!(response.status, 401, "{path}");
        assert!(
            response
                .header("www-authenticate")
                .unwrap()
                .starts_with("Basic")
        );
        assert!(!response.text().contains("AAPL"));
    }
    let write = server
        .send("POST", "/api/watchlists", r#"{"name":"Mine","userId":1}"#)
        .await;
    assert_eq!(write.status, 401);
    assert_eq!(server.get("/api/health").await.text(), r#"{"status":"ok"}"#);
    for path in ["/robots.txt", "/manifest.webmanifest"] {
        assert_eq!(server.get(path).await.status, 200, "{path}");
    }
    // A request by a page's script must not open the browser's password dialog.
    for page_header in [
        ("referer", "http://localhost/"),
        ("sec-fetch-site", "same-origin"),
    ] {
        let call = server
            .request("GET", "/api/tickers", &[page_header], "")
            .await;
        assert_eq!(
            (call.status, call.header("location")),
            (302, Some("/login"))
        );
        assert_eq!(call.header("www-authenticate"), None);
    }
    assert_eq!(Tab::with(&server, &[]).await.err(), Some(401));
}

#[tokio::test]
async fn a_browser_signs_in_returns_to_its_page_and_signs_out() {
    let server = server_with_password().await;
    let visit = server
        .request("GET", "/news?sentiment=bullish", &[PAGE], "")
        .await;
    let to_login = visit.header("location").unwrap().to_owned();
    assert_eq!(
        (visit.status, &*to_login),
        (302, "/login?next=/news%3Fsentiment%3Dbullish")
    );
    let form = server.request("GET", &to_login, &[PAGE], "").await;
    let action = "action=\"/login?next=/news%3Fsentiment%3Dbullish\"";
    assert!(form.text().contains(action), "{}", form.text());
    // The icon is inline, because no other file is served before signing in.
    let icon = "<link rel=\"icon\" href=\"data:image/svg+xml,";
    assert!(form.text().contains(icon), "{}", form.text());
    let wrong = server
        .request("POST", &to_login, &[FORM], "password=Password")
        .await;
    assert_eq!((wrong.status, wrong.header("set-cookie")), (403, None));
    assert!(wrong.text().contains("Wrong password."));
    let signed_in = server
        .request("POST", &to_login, &[FORM], "password=password")
        .await;
    assert_eq!(
        (signed_in.status, signed_in.header("location")),
        (302, Some("/news?sentiment=bullish"))
    );
    let cookie = signed_in.header("set-cookie").unwrap();
    for part in [
        "marketdeck_session_sample=",
        "; Path=/;",
        "; HttpOnly",
        "; SameSite=Lax",
    ] {
        assert!(cookie.contains(part), "{cookie}");
    }
    assert!(!cookie.contains("Secure"));
    let cookies = cookies(&signed_in);
    let headers = [("cookie", cookies.as_str()), PAGE];
    let tickers = server.request("GET", "/api/tickers", &headers, "").await;
    assert_eq!(tickers.status, 200);
    let response = server.request("GET", "/login", &headers, "").await;
    assert!(response.text().contains("You are signed in"));
    let signed_out = server.request("POST", "/logout", &headers, "").await;
    assert!(
        signed_out
            .header("set-cookie")
            .unwrap()
            .contains("Max-Age=0")
    );
    // A copied cookie is invalid, too.
    let copied = server.request("GET", "/api/tickers", &headers, "").await;
    assert_eq!(copied.status, 302);
}

#[tokio::test]
async fn each_sign_in_creates_a_new_session_with_a_random_secret() {
    let server = server_with_password().await;
    let chosen = "marketdeck_session_sample=chosen";
    let headers = [FORM, ("cookie", chosen)];
    let signed_in = server
        .request("POST", "/login", &headers, "password=password")
        .await;
    let first = cookies(&signed_in);
    assert!(!first.contains("chosen"), "{first}");
    assert_eq!(status(&server, "/api/news", ("cookie", chosen)).await, 401);
    // The previous session has ended.
    let headers = [FORM, ("cookie", first.as_str())];
    let signed_in = server
        .request("POST", "/login", &headers, "password=password")
        .await;
    let second = cookies(&signed_in);
    assert_eq!(status(&server, "/api/news", ("cookie", &first)).await, 401);
    assert_eq!(status(&server, "/api/news", ("cookie", &second)).await, 200);
}

#[tokio::test]
async fn a_session_survives_a_restart_until_it_expires_or_the_password_changes() {
    let server = server_with_password().await;
    // Another site on the same domain may have set a cookie of the same name.
    let cookies = format!(
        "marketdeck_session_sample=tossed; {}",
        sign_in(&server).await
    );
    let cookie = ("cookie", cookies.as_str());
    let days = |days: i64| days * 24 * 3_600;
    server.clock.advance(days(60));
    assert_eq!(status(&server, "/api/news", cookie).await, 200);
    let id = server.store.of(PersonId::OWNER).credentials().unwrap()[0].id;
    // The time of last use is saved in the background.
    while server.store.of(PersonId::OWNER).credentials().unwrap()[0].used_at
        == Some(server.store.of(PersonId::OWNER).credentials().unwrap()[0].made_at)
    {
        tokio::task::yield_now().await;
    }
    assert_eq!(
        server.store.of(PersonId::OWNER).credentials().unwrap()[0].id,
        id
    );
    let later = "2027-03-20T00:00:00Z".parse().unwrap();
    let server = server.restart_with(later, settings()).await;
    assert_eq!(status(&server, "/api/news", cookie).await, 200);
    server.clock.advance(days(91));
    assert_eq!(status(&server, "/api/news", cookie).await, 401);

    let cookies = sign_in(&server).await;
    let cookie = ("cookie", cookies.as_str());
    let new_password = Settings {
        password_hash: HASH.replace("c29tZXNhbHQ", "b3RoZXJzYWx0"),
        ..settings()
    };
    let later = "2027-08-20T00:00:00Z".parse().unwrap();
    let server = server.restart_with(later, new_password).await;
    assert_eq!(status(&server, "/api/news", cookie).await, 401);
}

#[tokio::test]
async fn a_form_of_another_site_signs_nobody_in_or_out_and_redirects_stay_local() {
    let server = server_with_password().await;
    let foreign = [FORM, ("origin", "https://evil.example")];
    for path in ["/login", "/logout"] {
        let response = server
            .request("POST", path, &foreign, "password=password")
            .await;
        assert_eq!(
            (response.status, response.header("set-cookie")),
            (403, None)
        );
    }
    assert_eq!(server.get("/logout").await.status, 405);
    for next in [
        "//evil.example",
        "https://evil.example",
        "/%5Cevil.example",
        "/%09/evil.example",
        "/%0d%0aset-cookie:a=b",
    ] {
        let path = format!("/login?next={next}");
        let response = server
            .request("POST", &path, &[FORM], "password=password")
            .await;
        assert_eq!(response.header("location"), Some("/"), "{next}");
    }
    let page = server.get("/login?next=/%22%3E%3Cscript%3E").await;
    assert!(!page.text().contains("<script"), "{}", page.text());
}

/// Whether the browser uses TLS is known from a trusted proxy or from the browser's Origin header.
#[tokio::test]
async fn over_tls_cookies_are_secure_and_limited_to_the_base_path() {
    let server = server_with_password().await;
    let through_proxy = [
        FORM,
        ("x-forwarded-proto", "https, http"),
        ("x-forwarded-prefix", "/deck"),
    ];
    let host = server.address.to_string();
    let origin = format!("https://{host}");
    let direct = [FORM, ("origin", origin.as_str())];
    for (headers, path) in [(&through_proxy[..], "/deck/"), (&direct[..], "/")] {
        let signed_in = server
            .request("POST", "/login", headers, "password=password")
            .await;
        assert_eq!(signed_in.header("location"), Some(path));
        let cookie = signed_in.header("set-cookie").unwrap();
        assert!(
            cookie.starts_with("__Secure-marketdeck_session_sample="),
            "{cookie}"
        );
        assert!(cookie.contains(&format!("; Path={path};")) && cookie.ends_with("; Secure"));
        let cookies = cookies(&signed_in);
        assert_eq!(
            status(&server, "/api/news", ("cookie", &cookies)).await,
            200
        );
    }
}

#[tokio::test]
async fn live_connections_end_with_the_session() {
    let server = server_with_password().await;
    let cookies = sign_in(&server).await;
    let cookie = ("cookie", cookies.as_str());
    let mut tab = Tab::with(&server, &[cookie]).await.ok().unwrap();
    let other_session = sign_in(&server).await;
    let mut other_tab = Tab::with(&server, &[("cookie", other_session.as_str())])
        .await
        .ok()
        .unwrap();
    server.request("POST", "/logout", &[cookie], "").await;
    assert_eq!(tab.close_code().await, 1008);
    // The connection of another browser stays open.
    let id = server.id("AAPL");
    other_tab.subscribe(id).await;
    assert_eq!(other_tab.next_message().await["data"]["id"], id);
}

#[tokio::test]
async fn a_browser_can_sign_out_another_one() {
    let server = server_with_password().await;
    let stolen = sign_in(&server).await;
    let own_session = sign_in(&server).await;
    let cookie = ("cookie", own_session.as_str());
    let list = server.request("GET", "/api/access", &[cookie], "").await;
    assert_eq!(list.header("cache-control"), Some("no-store"));
    let sessions = list.json()["sessions"].clone();
    assert_eq!(sessions.as_array().unwrap().len(), 2);
    assert_eq!(
        (&sessions[0]["isOwn"], &sessions[1]["isOwn"]),
        (&false.into(), &true.into())
    );
    let path = format!("/api/access/sessions/{}", sessions[0]["id"]);
    let ended = server.request("DELETE", &path, &[cookie], "").await;
    assert_eq!(ended.status, 204);
    assert_eq!(status(&server, "/api/news", ("cookie", &stolen)).await, 401);
    assert_eq!(status(&server, "/api/news", cookie).await, 200);
    let response = server.request("DELETE", &path, &[cookie], "").await;
    assert_eq!(
        (response.status, response.text().as_str()),
        (404, "Unknown session '1'.")
    );
    // Sessions and tokens have separate ids.
    let path = path.replace("sessions", "tokens");
    assert_eq!(
        server.request("DELETE", &path, &[cookie], "").await.status,
        404
    );
}

/// Once the user has answered a proxy's Basic authentication prompt, the browser sends those credentials with every request.
/// These requests must not count as guesses.
#[tokio::test]
async fn the_password_of_a_proxy_is_not_a_guess() {
    let server = server_with_password().await;
    let of_proxy = basic("of the proxy");
    let headers = [("authorization", of_proxy.as_str()), PAGE];
    for _ in 0..10 {
        let visit = server.request("GET", "/news", &headers, "").await;
        assert_eq!(visit.header("location"), Some("/login?next=/news"));
    }
    let headers = [("authorization", of_proxy.as_str()), FORM];
    let signed_in = server
        .request("POST", "/login", &headers, "password=password")
        .await;
    let cookies = cookies(&signed_in);
    let headers = [
        ("authorization", of_proxy.as_str()),
        ("cookie", cookies.as_str()),
    ];
    assert_eq!(
        server.request("GET", "/news", &headers, "").await.status,
        200
    );
}

#[tokio::test]
async fn without_a_password_access_is_open_and_there_are_no_tokens() {
    let server = TestServer::open().await;
    let list = server.get("/api/access").await;
    assert_eq!(
        list.json(),
        serde_json::json!({ "asksPassword": false, "tokens": [], "sessions": [], "passkeys": [] })
    );
    let body = r#"{"name":"Grafana","scope":"read"}"#;
    let created = server.send("POST", "/api/access/tokens", body).await;
    assert_eq!(created.status, 409, "{}", created.text());
    // Without a password there is no login page: the interface's not-found page is served.
    assert_eq!(server.get("/login").await.status, 404);
    let health = server.get("/api/health").await.json();
    assert!(health["version"].is_string());
}

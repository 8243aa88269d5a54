//! Settings over HTTP.

use crate::common::{Response, TestServer, now, profile, quote};
use marketdeck::{domain::ticker::TickerKind, source::Update, web};
use serde_json::{Value, json};

async fn put_settings(server: &TestServer, settings: &Value) -> Response {
    server
        .send("PUT", "/api/settings", &settings.to_string())
        .await
}

async fn stored(server: &TestServer) -> Value {
    server.get("/api/settings").await.json()
}

#[tokio::test]
async fn settings_are_empty_at_first_and_survive_a_restart() {
    let server = TestServer::open().await;
    let mut nothing = stored(&server).await;
    let fields = nothing.as_object_mut().unwrap();
    assert_eq!(fields.remove("version"), Some(json!(0)));
    assert!(
        fields.len() >= 10 && fields.values().all(Value::is_null),
        "{nothing:?}"
    );
    let chosen = json!({"colorScheme": "dark", "density": "compact", "language": "de-CH", "hourCycle": "h23"});
    let saved = put_settings(&server, &chosen).await;
    assert_eq!(saved.status, 200, "{}", saved.text());
    assert_eq!(stored(&server).await, saved.json());
    let server = server.restart(now()).await;
    let after = stored(&server).await;
    assert_eq!(after, saved.json());
    assert_eq!(
        json!([after["colorScheme"], after["language"], after["homeView"]]),
        json!(["dark", "de-CH", null])
    );
    // A missing field is unset.
    nothing["version"] = json!(2);
    assert_eq!(put_settings(&server, &json!({})).await.json(), nothing);
    assert_eq!(stored(&server).await, nothing);
}

#[tokio::test]
async fn an_invalid_setting_is_rejected_with_an_error_message_and_changes_nothing() {
    let server = TestServer::open().await;
    put_settings(&server, &json!({"density": "terminal"})).await;
    let before = stored(&server).await;
    for (settings, status, message) in [
        (
            json!(["dark", null]),
            400,
            "Invalid body: expected an object, found a list.",
        ),
        (
            json!({"language": "en_GB"}),
            422,
            "Invalid language; expected a tag such as 'de' or 'en-GB'.",
        ),
        (
            json!({"homeList": 7}),
            422,
            "There is no watchlist with the number 7.",
        ),
        (
            json!({"displayCurrency": "EUA"}),
            422,
            "Unknown currency 'EUA'.",
        ),
        (
            json!({"displayCurrency": "EUR"}),
            409,
            "No exchange rate is known for that currency; follow EURUSD=X first.",
        ),
        (
            json!({"colorScheme": "pink"}),
            400,
            "Invalid body: unknown variant `pink`",
        ),
        (
            json!({"colour": "dark"}),
            400,
            "Invalid body: unknown field `colour`",
        ),
    ] {
        let rejected = put_settings(&server, &settings).await;
        assert_eq!(rejected.status, status, "{settings}");
        assert!(rejected.text().starts_with(message), "{}", rejected.text());
    }
    assert_eq!(stored(&server).await, before);
}

#[tokio::test]
async fn a_deleted_home_list_does_not_block_other_settings() {
    let server = TestServer::open().await;
    let list = server
        .send("POST", "/api/watchlists", r#"{"name":"Mine","userId":1}"#)
        .await
        .json()["id"]
        .clone();
    let chosen = put_settings(&server, &json!({"homeList": list})).await;
    assert_eq!(chosen.status, 200, "{}", chosen.text());
    let path = format!("/api/watchlists/{list}");
    assert_eq!(server.request("DELETE", &path, &[], "").await.status, 204);
    let dark = json!({"homeList": list, "colorScheme": "dark"});
    assert_eq!(put_settings(&server, &dark).await.status, 200);
}

#[tokio::test]
async fn the_chosen_display_currency_applies_at_once_and_survives_a_restart() {
    let server = TestServer::open().await;
    server
        .send_update(Update::Profiles(vec![profile(
            "EURUSD=X",
            TickerKind::Currency,
            None,
        )]))
        .await;
    server
        .send_update(Update::Quotes(vec![quote("EURUSD=X", 1.25)]))
        .await;
    let currency = async |server: &TestServer, path: &str| {
        let response = server.get(path).await.json();
        let row = if response.is_array() {
            &response[0]
        } else {
            &response
        };
        row["displayRate"]["currency"].clone()
    };
    let lists = [
        "/api/tickers/AAPL",
        "/api/tickers",
        "/api/tickers/MSFT/related",
    ];
    for path in lists {
        assert_eq!(currency(&server, path).await, "USD", "{path}");
    }
    let chosen = put_settings(&server, &json!({"displayCurrency": "EUR"})).await;
    assert_eq!(chosen.status, 200, "{}", chosen.text());
    for path in lists {
        assert_eq!(currency(&server, path).await, "EUR", "{path}");
    }
    let server = server.restart(now()).await;
    for path in lists {
        assert_eq!(
            currency(&server, path).await,
            "EUR",
            "{path}, after a restart"
        );
    }
    put_settings(&server, &json!({})).await;
    for path in lists {
        assert_eq!(currency(&server, path).await, "USD", "{path}, taken back");
    }
}

#[tokio::test]
async fn a_read_only_server_shows_settings_and_changes_none() {
    let server = TestServer::with(web::Settings {
        read_only: true,
        ..web::Settings::default()
    })
    .await;
    let rejected = put_settings(&server, &json!({"density": "compact"})).await;
    assert_eq!(
        (rejected.status, rejected.text().as_str()),
        (403, "This server is read-only.")
    );
    assert_eq!(stored(&server).await["density"], json!(null));
}

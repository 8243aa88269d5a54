//! Settings over HTTP.

use crate::common::{Answer, TestServer, now, profile, quote};
use marketdeck::{domain::ticker::TickerKind, source::Update, web};
use serde_json::{Value, json};

async fn put(server: &TestServer, settings: &Value) -> Answer {
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
    let nothing = stored(&server).await;
    let fields = nothing.as_object().unwrap();
    assert!(
        fields.len() >= 10 && fields.values().all(Value::is_null),
        "{nothing}"
    );
    let chosen = json!({"colorScheme": "dark", "density": "compact", "language": "de-CH", "hourCycle": "h23"});
    let saved = put(&server, &chosen).await;
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
    assert_eq!(put(&server, &json!({})).await.json(), nothing);
    assert_eq!(stored(&server).await, nothing);
}

#[tokio::test]
async fn an_invalid_setting_is_refused_with_one_sentence_and_changes_nothing() {
    let server = TestServer::open().await;
    put(&server, &json!({"density": "terminal"})).await;
    let before = stored(&server).await;
    for (settings, status, told) in [
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
        let refused = put(&server, &settings).await;
        assert_eq!(refused.status, status, "{settings}");
        assert!(refused.text().starts_with(told), "{}", refused.text());
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
    let chosen = put(&server, &json!({"homeList": list})).await;
    assert_eq!(chosen.status, 200, "{}", chosen.text());
    let path = format!("/api/watchlists/{list}");
    assert_eq!(server.ask("DELETE", &path, &[], "").await.status, 204);
    let dark = json!({"homeList": list, "colorScheme": "dark"});
    assert_eq!(put(&server, &dark).await.status, 200);
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
        let answer = server.get(path).await.json();
        let row = if answer.is_array() {
            &answer[0]
        } else {
            &answer
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
    let chosen = put(&server, &json!({"displayCurrency": "EUR"})).await;
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
    put(&server, &json!({})).await;
    for path in lists {
        assert_eq!(currency(&server, path).await, "USD", "{path}, taken back");
    }
}

/// D12
#[tokio::test]
async fn a_read_only_server_shows_settings_and_changes_none() {
    let server = TestServer::with(web::Settings {
        read_only: true,
        ..web::Settings::default()
    })
    .await;
    let refused = put(&server, &json!({"density": "compact"})).await;
    assert_eq!(
        (refused.status, refused.text().as_str()),
        (403, "This server is read-only.")
    );
    assert_eq!(stored(&server).await["density"], json!(null));
}

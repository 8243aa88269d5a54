//! Backtests over HTTP.

use super::*;

/// ALRT-02: the backtest of a draft over a year creates no alert.
#[tokio::test]
async fn draft_is_backtested_on_a_year_of_daily_bars() {
    let server = TestServer::open().await;
    let path = "/api/alert-backtest?type=price&symbol=btc&condition=above&value=300";
    let few = server.get(path).await.json();
    assert_eq!((&few["known"], &few["fired"]), (&json!(false), &json!([])));

    // Above 300 on every tenth day.
    let closes: Vec<f64> = (0..100)
        .map(|day| if day % 10 == 5 { 310.0 } else { 290.0 })
        .collect();
    send_days(&server, &closes).await;
    let tried = server.get(path).await;
    assert_eq!(tried.status, 200, "{}", tried.text());
    let tried = tried.json();
    assert_eq!(
        (&tried["known"], &tried["interval"]),
        (&json!(true), &json!("1d"))
    );
    let fired = tried["fired"].as_array().unwrap();
    assert_eq!(fired.len(), 9, "{fired:?}");
    assert_eq!(fired[0]["price"], 310.0, "it opened above its line");
    assert_eq!(
        tried["closes"].as_array().unwrap().len(),
        92,
        "those of the first week say where it was"
    );
    assert_eq!(server.get("/api/alerts").await.json(), json!([]));

    let news = server
        .get("/api/alert-backtest?type=news&symbol=BTC")
        .await
        .json();
    assert_eq!(news["known"], false);
    for (query, status, sentence) in [
        (
            "type=price&symbol=BTC&condition=above&value=x",
            400,
            "Invalid number 'x'.",
        ),
        (
            "type=price&symbol=BTC&condition=above",
            422,
            "The value must be a number above zero.",
        ),
        (
            "type=price&symbol=NOPE&condition=above&value=1",
            404,
            "There is no ticker called NOPE.",
        ),
    ] {
        let refused = server.get(&format!("/api/alert-backtest?{query}")).await;
        assert_eq!(
            (refused.status, refused.text().as_str()),
            (status, sentence)
        );
    }
    let refused = server.get("/api/alert-backtest?symbol=BTC").await;
    assert_eq!(refused.status, 400);
}

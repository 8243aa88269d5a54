//! Backtests over HTTP.

use super::*;

/// ALRT-02: the backtest of a draft over a year creates no alert.
#[tokio::test]
async fn draft_is_backtested_on_a_year_of_daily_bars() {
    let server = TestServer::open().await;
    let path = "/api/alert-backtest?type=price&symbol=btc&condition=above&value=300";
    let too_few_bars = server.get(path).await.json();
    assert_eq!(
        (&too_few_bars["known"], &too_few_bars["fired"]),
        (&json!(false), &json!([]))
    );

    // Above 300 on every tenth day.
    let closes: Vec<f64> = (0..100)
        .map(|day| if day % 10 == 5 { 310.0 } else { 290.0 })
        .collect();
    send_days(&server, &closes).await;
    let backtest = server.get(path).await;
    assert_eq!(backtest.status, 200, "{}", backtest.text());
    let backtest = backtest.json();
    assert_eq!(
        (&backtest["known"], &backtest["interval"]),
        (&json!(true), &json!("1d"))
    );
    let reports = backtest["fired"].as_array().unwrap();
    assert_eq!(reports.len(), 9, "{reports:?}");
    assert_eq!(
        reports[0]["price"], 310.0,
        "the bar opened above the threshold"
    );
    assert_eq!(
        backtest["closes"].as_array().unwrap().len(),
        92,
        "the bars of the first week only set the initial state"
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
        let rejected = server.get(&format!("/api/alert-backtest?{query}")).await;
        assert_eq!(
            (rejected.status, rejected.text().as_str()),
            (status, sentence)
        );
    }
    let rejected = server.get("/api/alert-backtest?symbol=BTC").await;
    assert_eq!(rejected.status, 400);
}

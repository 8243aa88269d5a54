//! Tests alert delivery to a real mail server and a real web server, by their responses.

use std::{
    thread,
    time::{Duration, Instant},
};

use serde_json::{Value, json};

use crate::{
    mail::MailServer,
    neighbor::nginx,
    program::{Program, ReservedPort, Running, poll},
};

/// A permanent rejection is final after five attempts, with delays of at most 75 seconds in total.
const GIVE_UP_TIMEOUT: Duration = Duration::from_secs(150);

fn mail_channel(name: &str, port: u16, to: &str) -> String {
    format!(
        "[[channels]]\nname = \"{name}\"\nkind = \"smtp\"\nhost = \"127.0.0.1\"\nport = {port}\nsecurity = \"none\"\nfrom = \"deck@example.org\"\nto = {to}\n"
    )
}

/// Fires one alert to `channels`: its threshold is slightly below the price.
fn fire(server: &Running, channels: &[&str]) {
    let price = poll("a price of BTC", || {
        let (status, body) = server.get("/api/tickers/BTC");
        let ticker: Value = serde_json::from_str(&body).ok()?;
        ticker["price"].as_f64().filter(|_| status == 200)
    });
    for part in [-9e-5, -5e-5, -2e-5, 2e-5, 5e-5, 9e-5] {
        let alert = json!({
            "type": "price", "symbol": "BTC", "condition": "crosses", "value": price * (1.0 + part),
            "frequency": "once", "delivery": channels,
        });
        let created = server.request("POST", "/api/alerts", &alert.to_string());
        let (status, response) = created.expect("the server responds");
        assert_eq!(status, 201, "{response}");
    }
    poll("the alert to fire", || {
        let deliveries = server.json("/api/alert-deliveries");
        (!deliveries.as_array()?.is_empty()).then_some(())
    });
}

/// The delivery attempts of a channel for its first report, oldest first.
fn attempts(server: &Running, channel: &str) -> Vec<Value> {
    let deliveries = server.json("/api/alert-deliveries");
    let mut own: Vec<_> = deliveries
        .as_array()
        .expect("the attempts are a list")
        .iter()
        .filter(|attempt| attempt["channel"] == channel)
        .cloned()
        .collect();
    own.sort_by_key(|attempt| (attempt["report"].as_u64(), attempt["attempt"].as_u64()));
    let first = own.first().map(|attempt| attempt["report"].clone());
    own.retain(|attempt| Some(&attempt["report"]) == first.as_ref());
    own
}

fn outcomes(attempts: &[Value]) -> Vec<&str> {
    let outcomes = attempts.iter().map(|attempt| attempt["outcome"].as_str());
    outcomes.flatten().collect()
}

/// Waits until the last attempt over `channel` is final and returns all attempts.
fn finished(server: &Running, channel: &str) -> Vec<Value> {
    let began = Instant::now();
    loop {
        let attempts = attempts(server, channel);
        let last = attempts.last().map(|attempt| attempt["outcome"].clone());
        if last.is_some_and(|outcome| outcome == "delivered" || outcome == "given_up") {
            return attempts;
        }
        assert!(began.elapsed() < GIVE_UP_TIMEOUT, "{channel}: {attempts:?}");
        thread::sleep(Duration::from_millis(100));
    }
}

#[test]
fn delivery_succeeds_retries_or_gives_up_by_response() {
    let unavailable = ReservedPort::new();
    let web_server = nginx(&format!(
        "server {{ listen {}; location / {{ return 410; }} }}",
        unavailable.address
    ));
    let mail_server = MailServer::start();
    let (mut config, mut channels) = (vec![], vec![]);
    if web_server.is_some() {
        config.push(format!(
            "[[channels]]\nname = \"hook-gone\"\nkind = \"webhook\"\nurl = \"http://{}/\"\n",
            unavailable.address
        ));
        channels.push("hook-gone");
    }
    if let Some(mail_server) = &mail_server {
        for (name, to) in [
            ("two", "[\"me@example.org\", \"refused@example.org\"]"),
            ("later", "[\"later@example.org\"]"),
            ("refused", "[\"refused@example.org\"]"),
        ] {
            config.push(mail_channel(name, mail_server.port, to));
            channels.push(name);
        }
    }
    if channels.is_empty() {
        return;
    }
    let data = tempfile::tempdir().unwrap();
    let path = data.path().join("marketdeck.toml");
    std::fs::write(&path, config.concat()).unwrap();
    let mut program = Program::new(data.path());
    program.command.arg("--config").arg(&path);
    program.command.args(["--sample-every-ms", "100"]);
    let server = program.serve();
    fire(&server, &channels);

    if let Some(mail_server) = &mail_server {
        // If one of two recipients is rejected, the other gets the mail at the first attempt.
        let partial = finished(&server, "two");
        assert_eq!(outcomes(&partial), ["delivered"], "{partial:?}");
        let response = partial[0]["answer"].as_str().unwrap();
        assert!(
            response.contains("refused@example.org") && response.contains("550"),
            "{response}"
        );
        // A 451 is retried.
        let retried = finished(&server, "later");
        assert_eq!(outcomes(&retried), ["failed", "delivered"], "{retried:?}");
        assert!(retried[0]["answer"].as_str().unwrap().contains("451"));
        let accepted_mails = |address: &str| {
            let mails = mail_server.mails();
            let to = mails.iter().map(|mail| mail["to"].clone());
            to.filter(|to| *to == json!([address])).count()
        };
        poll("the mails to both recipients", || {
            (accepted_mails("me@example.org") >= 1 && accepted_mails("later@example.org") >= 1)
                .then_some(())
        });
        // A 550 for all recipients is final after a few attempts.
        let rejected = finished(&server, "refused");
        let given_up = ["failed", "failed", "failed", "failed", "given_up"];
        assert_eq!(outcomes(&rejected), given_up, "{rejected:?}");
        assert!(rejected[4]["answer"].as_str().unwrap().contains("550"));
    }
    if web_server.is_some() {
        let hook = finished(&server, "hook-gone");
        assert_eq!(hook.last().unwrap()["outcome"], "given_up", "{hook:?}");
        assert!(hook.len() <= 5, "{hook:?}");
        assert!(
            hook[0]["answer"].as_str().unwrap().contains("410"),
            "{hook:?}"
        );
        let reasons = server.json("/api/status")["reasons"].to_string();
        assert!(reasons.contains("hook-gone"), "{reasons}");
    }
}

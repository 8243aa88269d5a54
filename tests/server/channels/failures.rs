//! Receivers that are down, and programs that fail.

use std::{os::unix::fs::PermissionsExt as _, path::Path};

use super::*;

/// A program that appends what it reads to `taken`, and fails while `down` is there.
fn program(folder: &Path) -> String {
    let path = folder.join("notify");
    let (taken, down) = (folder.join("taken"), folder.join("down"));
    let script = format!(
        "#!/bin/sh\nif [ -e '{}' ]; then echo 'no signal' >&2; exit 3; fi\ncat >> '{}'; echo \" $1\" >> '{}'\n",
        down.display(),
        taken.display(),
        taken.display()
    );
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    format!(
        "name = 'program'\nkind = 'command'\nprogram = '{}'\narguments = ['a b; $(id)']",
        path.display()
    )
}

/// ALRT-05: what is down for ten minutes gets its alert once when it is back, under the key of all attempts.
#[tokio::test]
async fn a_receiver_that_is_down_for_ten_minutes_gets_its_alert_once_after() {
    let receiver = HttpReceiver::start().await;
    receiver.answer(502);
    let ntfy = format!(
        "name = 'phone'\nkind = 'ntfy'\nserver = '{}'\ntopic = 'deck'",
        receiver.url
    );
    for toml in [webhook(&receiver.url, ""), ntfy] {
        receiver.answer(502);
        let (before, taken) = (receiver.asked().len(), receiver.taken().len());
        let mut delivery = Delivery::new(&toml);
        delivery.record(&[7]);
        delivery.pass(600).await;
        assert_eq!((receiver.taken().len(), delivery.waiting()), (taken, 1));
        receiver.answer(200);
        delivery.pass(3_600).await;
        assert_eq!((receiver.taken().len(), delivery.waiting()), (taken + 1, 0));
        let asked = &receiver.asked()[before..];
        assert!(asked.len() > 4 && asked.len() < 30, "{}", asked.len());
        assert!(asked.iter().all(|each| each.key() == asked[0].key()));
        let log = delivery.store.delivery_attempts(Some(7), 100).unwrap();
        assert_eq!(log.len(), asked.len());
        assert_eq!(log[0].outcome, AttemptOutcome::Delivered);
        assert!(log[1].answer.contains("502"), "{}", log[1].answer);
    }

    let mails = SmtpReceiver::start().await;
    mails.answer(421);
    let mut delivery = Delivery::new(&smtp(mails.port));
    delivery.record(&[7]);
    delivery.pass(600).await;
    assert_eq!((mails.mails().len(), delivery.waiting()), (0, 1));
    mails.answer(250);
    delivery.pass(3_600).await;
    assert_eq!((mails.mails().len(), delivery.waiting()), (1, 0));

    let folder = tempfile::tempdir().unwrap();
    let mut delivery = Delivery::new(&program(folder.path()));
    std::fs::write(folder.path().join("down"), "").unwrap();
    delivery.record(&[7]);
    delivery.pass(600).await;
    let log = delivery.store.delivery_attempts(None, 100).unwrap();
    assert!(log[0].answer.ends_with("no signal"), "{}", log[0].answer);
    std::fs::remove_file(folder.path().join("down")).unwrap();
    delivery.pass(3_600).await;
    let taken = std::fs::read_to_string(folder.path().join("taken")).unwrap();
    assert_eq!(taken.lines().count(), 1, "{taken}");
    assert!(
        taken.ends_with(" a b; $(id)\n"),
        "no shell in between: {taken}"
    );
    let json: serde_json::Value = serde_json::from_str(
        taken
            .rsplit_once('}')
            .map(|(json, _)| format!("{json}}}"))
            .unwrap()
            .as_str(),
    )
    .unwrap();
    assert_eq!(json["alerts"][0]["symbol"], "S7");
}

/// ALRT-05: what is never taken is given up after a day, and the log says so.
#[tokio::test]
async fn what_fails_for_a_day_is_given_up_and_said() {
    let receiver = HttpReceiver::start().await;
    receiver.answer(404);
    let mut delivery = Delivery::new(&webhook(&receiver.url, ""));
    delivery.record(&[7]);
    delivery.pass(26 * 3_600).await;
    assert_eq!(delivery.waiting(), 0);
    let log = delivery.store.delivery_attempts(Some(7), 100).unwrap();
    assert_eq!(log[0].outcome, AttemptOutcome::GivenUp);
    assert!(log.len() > 24 && log.len() < 200, "{}", log.len());
}

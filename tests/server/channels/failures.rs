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
    receiver.answer(502);
    let mut delivery = Delivery::new(&webhook(&receiver.url, ""));
    delivery.record(&[7]);
    delivery.pass(26 * 3_600).await;
    assert_eq!(delivery.waiting(), 0);
    let log = delivery.store.delivery_attempts(Some(7), 100).unwrap();
    assert_eq!(log[0].outcome, AttemptOutcome::GivenUp);
    assert!(log.len() > 24 && log.len() < 200, "{}", log.len());
}

/// ALRT-05: what a receiver refuses for good is given up after a few attempts and said; the next report is tried again.
#[tokio::test]
async fn what_is_refused_for_good_is_given_up_after_a_few_attempts() {
    let receiver = HttpReceiver::start().await;
    for status in [404, 410, 422] {
        receiver.answer(status);
        let before = receiver.asked().len();
        let mut delivery = Delivery::new(&webhook(&receiver.url, ""));
        delivery.record(&[7]);
        delivery.pass(3_600).await;
        assert_eq!(delivery.waiting(), 0, "{status}");
        let log = delivery.store.delivery_attempts(Some(7), 100).unwrap();
        assert_eq!(log[0].outcome, AttemptOutcome::GivenUp);
        assert!(
            log[0].answer.contains(&status.to_string()),
            "{}",
            log[0].answer
        );
        assert_eq!(receiver.asked().len() - before, 5, "{status}");
        receiver.answer(200);
        delivery.record(&[7]);
        delivery.pass(60).await;
        assert_eq!(delivery.waiting(), 0);
        assert_eq!(receiver.asked().len() - before, 6, "{status}");
    }

    let mails = SmtpReceiver::start().await;
    for who in ["me@example.net", "you@example.net"] {
        mails.answer_recipient(who, 550);
    }
    let mut delivery = Delivery::new(&smtp(mails.port));
    delivery.record(&[7]);
    delivery.pass(3_600).await;
    assert_eq!((mails.mails().len(), delivery.waiting()), (0, 0));
    let log = delivery.store.delivery_attempts(Some(7), 100).unwrap();
    assert_eq!((log.len(), log[0].outcome), (5, AttemptOutcome::GivenUp));
    assert!(log[0].answer.contains("no such user"), "{}", log[0].answer);
}

/// ALRT-05: a proxy that answers 404 for a moment, while what is behind it starts, costs no alert.
#[tokio::test]
async fn a_refusal_that_ends_is_followed_by_the_delivery() {
    let receiver = HttpReceiver::start().await;
    receiver.answer(404);
    let mut delivery = Delivery::new(&webhook(&receiver.url, ""));
    delivery.record(&[7]);
    delivery.pass(2).await;
    assert_eq!(delivery.waiting(), 1);
    receiver.answer(200);
    delivery.pass(3_600).await;
    assert_eq!((receiver.taken().len(), delivery.waiting()), (1, 0));
}

/// ALRT-05: an address that a mail server refuses keeps no other one from its mail, and is named.
#[tokio::test]
async fn one_refused_recipient_keeps_no_other_from_the_mail() {
    let mails = SmtpReceiver::start().await;
    mails.answer_recipient("me@example.net", 550);
    let mut delivery = Delivery::new(&smtp(mails.port));
    delivery.record(&[7]);
    delivery.pass(600).await;
    assert_eq!(delivery.waiting(), 0);
    let [mail] = &mails.mails()[..] else {
        panic!("{:?}", mails.mails())
    };
    assert_eq!(mail.to, ["RCPT TO:<you@example.net>"]);
    let log = delivery.store.delivery_attempts(Some(7), 100).unwrap();
    assert_eq!((log.len(), log[0].outcome), (1, AttemptOutcome::Delivered));
    assert!(log[0].answer.contains("me@example.net") && log[0].answer.contains("550"));
}

/// ALRT-05: an address that is refused for now gets the mail later, and nobody gets it twice.
#[tokio::test]
async fn a_recipient_refused_for_now_gets_the_mail_later_and_the_other_only_once() {
    let mails = SmtpReceiver::start().await;
    mails.answer_recipient("you@example.net", 451);
    let mut delivery = Delivery::new(&smtp(mails.port));
    delivery.record(&[7]);
    delivery.pass(600).await;
    assert_eq!((mails.mails().len(), delivery.waiting()), (1, 1));
    mails.answer_recipient("you@example.net", 250);
    delivery.pass(3_600).await;
    assert_eq!(delivery.waiting(), 0);
    let to: Vec<_> = mails.mails().into_iter().map(|mail| mail.to).collect();
    assert_eq!(
        to,
        [["RCPT TO:<me@example.net>"], ["RCPT TO:<you@example.net>"]]
    );
}

/// ALRT-05: a self-signed certificate that `ca_file` names is trusted, and another one is refused with the cure.
#[tokio::test]
async fn a_self_signed_mail_server_named_as_ca_file_is_trusted() {
    const SELF_SIGNED: &str = "tests/fixtures/smtp/self-signed.pem";
    let mails = SmtpReceiver::start_as(receivers::Identity {
        certificate: SELF_SIGNED,
        key: "tests/fixtures/smtp/self-signed.key",
    })
    .await;
    let named = smtp(mails.port).replace("tests/fixtures/smtp/ca.pem", SELF_SIGNED);
    let mut delivery = Delivery::new(&named);
    delivery.record(&[7]);
    delivery.pass(60).await;
    assert_eq!((mails.mails().len(), delivery.waiting()), (1, 0));

    let mut delivery = Delivery::new(&smtp(mails.port));
    delivery.record(&[7]);
    delivery.pass(60).await;
    assert_eq!((mails.mails().len(), delivery.waiting()), (1, 1));
    let log = delivery.store.delivery_attempts(Some(7), 100).unwrap();
    assert!(log[0].answer.contains("as ca_file"), "{}", log[0].answer);
}

/// A program whose own child keeps its error output open, and one that writes without end there: both have ended when they end.
#[tokio::test]
async fn what_a_program_writes_to_its_error_output_holds_nothing_up() {
    let folder = tempfile::tempdir().unwrap();
    for (name, script, complaint) in [
        ("done", "sleep 300 &\necho $! >> \"$0.child\"\nexit 0", None),
        (
            "failed",
            "sleep 300 &\necho $! >> \"$0.child\"\necho 'no signal' >&2\nexit 3",
            Some("no signal"),
        ),
        (
            "loud",
            "head -c 3000000 /dev/zero | tr '\\0' x >&2\nexit 4",
            Some("xxxx"),
        ),
    ] {
        let path = folder.path().join(name);
        std::fs::write(&path, format!("#!/bin/sh\n{script}\n")).unwrap();
        std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
        let toml = format!(
            "name = 'program'\nkind = 'command'\nprogram = '{}'",
            path.display()
        );
        let mut delivery = Delivery::new(&toml);
        delivery.record(&[7]);
        delivery.pass(10).await;
        let log = delivery.store.delivery_attempts(Some(7), 100).unwrap();
        let first = log.last().expect("an attempt");
        match complaint {
            None => assert_eq!(
                first.outcome,
                AttemptOutcome::Delivered,
                "{name}: {}",
                first.answer
            ),
            Some(complaint) => {
                assert!(first.answer.contains(complaint), "{name}: {}", first.answer);
                assert!(first.answer.len() < 300, "{name}");
            }
        }
        if let Ok(children) = std::fs::read_to_string(folder.path().join(format!("{name}.child"))) {
            let _ = std::process::Command::new("kill")
                .args(children.lines())
                .status();
        }
    }
}

//! Receivers that are down, and programs that fail.

use marketdeck::domain::person::PersonId;
use std::{os::unix::fs::PermissionsExt as _, path::Path};

use super::*;

/// A program that appends its input to `accepted`, and fails while the file `down` exists.
fn program(folder: &Path) -> String {
    let path = folder.join("notify");
    let (accepted, down) = (folder.join("accepted"), folder.join("down"));
    let script = format!(
        "#!/bin/sh\nif [ -e '{}' ]; then echo 'no signal' >&2; exit 3; fi\ncat >> '{}'; echo \" $1\" >> '{}'\n",
        down.display(),
        accepted.display(),
        accepted.display()
    );
    std::fs::write(&path, script).unwrap();
    std::fs::set_permissions(&path, std::fs::Permissions::from_mode(0o755)).unwrap();
    format!(
        "name = 'program'\nkind = 'command'\nprogram = '{}'\narguments = ['a b; $(id)']",
        path.display()
    )
}

/// ALRT-05: a receiver that was down for ten minutes gets the alert once, with the same key on every attempt.
#[tokio::test]
async fn receiver_gets_its_alert_once_after_an_outage() {
    let receiver = HttpReceiver::start().await;
    receiver.set_status(502);
    let ntfy = format!(
        "name = 'phone'\nkind = 'ntfy'\nserver = '{}'\ntopic = 'deck'",
        receiver.url
    );
    for toml in [webhook(&receiver.url, ""), ntfy] {
        receiver.set_status(502);
        let (before, accepted) = (receiver.requests().len(), receiver.accepted().len());
        let mut delivery = ChannelFixture::new(&toml);
        delivery.record(&[7]);
        delivery.advance(600).await;
        assert_eq!(
            (receiver.accepted().len(), delivery.pending()),
            (accepted, 1)
        );
        receiver.set_status(200);
        delivery.advance(3_600).await;
        assert_eq!(
            (receiver.accepted().len(), delivery.pending()),
            (accepted + 1, 0)
        );
        let requests = &receiver.requests()[before..];
        assert!(
            requests.len() > 4 && requests.len() < 30,
            "{}",
            requests.len()
        );
        assert!(requests.iter().all(|each| each.key() == requests[0].key()));
        let log = delivery
            .store
            .of(PersonId::OWNER)
            .delivery_attempts(Some(7), 100)
            .unwrap();
        assert_eq!(log.len(), requests.len());
        assert_eq!(log[0].outcome, AttemptOutcome::Delivered);
        assert!(log[1].answer.contains("502"), "{}", log[1].answer);
    }

    let mails = SmtpReceiver::start().await;
    mails.set_status(421);
    let mut delivery = ChannelFixture::new(&smtp(mails.port));
    delivery.record(&[7]);
    delivery.advance(600).await;
    assert_eq!((mails.mails().len(), delivery.pending()), (0, 1));
    mails.set_status(250);
    delivery.advance(3_600).await;
    assert_eq!((mails.mails().len(), delivery.pending()), (1, 0));

    let folder = tempfile::tempdir().unwrap();
    let mut delivery = ChannelFixture::new(&program(folder.path()));
    std::fs::write(folder.path().join("down"), "").unwrap();
    delivery.record(&[7]);
    delivery.advance(600).await;
    let log = delivery
        .store
        .of(PersonId::OWNER)
        .delivery_attempts(None, 100)
        .unwrap();
    assert!(log[0].answer.ends_with("no signal"), "{}", log[0].answer);
    std::fs::remove_file(folder.path().join("down")).unwrap();
    delivery.advance(3_600).await;
    let accepted = std::fs::read_to_string(folder.path().join("accepted")).unwrap();
    assert_eq!(accepted.lines().count(), 1, "{accepted}");
    assert!(
        accepted.ends_with(" a b; $(id)\n"),
        "not interpreted by a shell: {accepted}"
    );
    let json: serde_json::Value = serde_json::from_str(
        accepted
            .rsplit_once('}')
            .map(|(json, _)| format!("{json}}}"))
            .unwrap()
            .as_str(),
    )
    .unwrap();
    assert_eq!(json["alerts"][0]["symbol"], "S7");
}

/// ALRT-05: a message that is never accepted is given up after a day, with an entry in the log.
#[tokio::test]
async fn delivery_is_given_up_after_a_day_of_failures() {
    let receiver = HttpReceiver::start().await;
    receiver.set_status(502);
    let mut delivery = ChannelFixture::new(&webhook(&receiver.url, ""));
    delivery.record(&[7]);
    delivery.advance(26 * 3_600).await;
    assert_eq!(delivery.pending(), 0);
    let log = delivery
        .store
        .of(PersonId::OWNER)
        .delivery_attempts(Some(7), 100)
        .unwrap();
    assert_eq!(log[0].outcome, AttemptOutcome::GivenUp);
    assert!(log.len() > 24 && log.len() < 200, "{}", log.len());
}

/// ALRT-05: a message that is permanently rejected is given up after five attempts and logged; the next report is sent.
#[tokio::test]
async fn permanently_rejected_message_is_given_up_after_five_attempts() {
    let receiver = HttpReceiver::start().await;
    for status in [404, 410, 422] {
        receiver.set_status(status);
        let before = receiver.requests().len();
        let mut delivery = ChannelFixture::new(&webhook(&receiver.url, ""));
        delivery.record(&[7]);
        delivery.advance(3_600).await;
        assert_eq!(delivery.pending(), 0, "{status}");
        let log = delivery
            .store
            .of(PersonId::OWNER)
            .delivery_attempts(Some(7), 100)
            .unwrap();
        assert_eq!(log[0].outcome, AttemptOutcome::GivenUp);
        assert!(
            log[0].answer.contains(&status.to_string()),
            "{}",
            log[0].answer
        );
        assert_eq!(receiver.requests().len() - before, 5, "{status}");
        receiver.set_status(200);
        delivery.record(&[7]);
        delivery.advance(60).await;
        assert_eq!(delivery.pending(), 0);
        assert_eq!(receiver.requests().len() - before, 6, "{status}");
    }

    let mails = SmtpReceiver::start().await;
    for who in ["me@example.net", "you@example.net"] {
        mails.set_recipient_status(who, 550);
    }
    let mut delivery = ChannelFixture::new(&smtp(mails.port));
    delivery.record(&[7]);
    delivery.advance(3_600).await;
    assert_eq!((mails.mails().len(), delivery.pending()), (0, 0));
    let log = delivery
        .store
        .of(PersonId::OWNER)
        .delivery_attempts(Some(7), 100)
        .unwrap();
    assert_eq!((log.len(), log[0].outcome), (5, AttemptOutcome::GivenUp));
    assert!(log[0].answer.contains("no such user"), "{}", log[0].answer);
}

/// ALRT-05: no alert is lost while a proxy returns 404 because its backend is starting.
#[tokio::test]
async fn temporarily_rejected_message_is_retried() {
    let receiver = HttpReceiver::start().await;
    receiver.set_status(404);
    let mut delivery = ChannelFixture::new(&webhook(&receiver.url, ""));
    delivery.record(&[7]);
    delivery.advance(2).await;
    assert_eq!(delivery.pending(), 1);
    receiver.set_status(200);
    delivery.advance(3_600).await;
    assert_eq!((receiver.accepted().len(), delivery.pending()), (1, 0));
}

/// ALRT-05: a recipient that the mail server rejects is named in the log and does not affect the others.
#[tokio::test]
async fn rejected_recipient_does_not_affect_the_others() {
    let mails = SmtpReceiver::start().await;
    mails.set_recipient_status("me@example.net", 550);
    let mut delivery = ChannelFixture::new(&smtp(mails.port));
    delivery.record(&[7]);
    delivery.advance(600).await;
    assert_eq!(delivery.pending(), 0);
    let [mail] = &mails.mails()[..] else {
        panic!("{:?}", mails.mails())
    };
    assert_eq!(mail.to, ["RCPT TO:<you@example.net>"]);
    let log = delivery
        .store
        .of(PersonId::OWNER)
        .delivery_attempts(Some(7), 100)
        .unwrap();
    assert_eq!((log.len(), log[0].outcome), (1, AttemptOutcome::Delivered));
    assert!(log[0].answer.contains("me@example.net") && log[0].answer.contains("550"));
}

/// ALRT-05: a recipient that is rejected temporarily gets the mail later, and no recipient gets it twice.
#[tokio::test]
async fn temporarily_rejected_recipient_gets_the_mail_later_and_others_only_once() {
    let mails = SmtpReceiver::start().await;
    mails.set_recipient_status("you@example.net", 451);
    let mut delivery = ChannelFixture::new(&smtp(mails.port));
    delivery.record(&[7]);
    delivery.advance(600).await;
    assert_eq!((mails.mails().len(), delivery.pending()), (1, 1));
    mails.set_recipient_status("you@example.net", 250);
    delivery.advance(3_600).await;
    assert_eq!(delivery.pending(), 0);
    let to: Vec<_> = mails.mails().into_iter().map(|mail| mail.to).collect();
    assert_eq!(
        to,
        [["RCPT TO:<me@example.net>"], ["RCPT TO:<you@example.net>"]]
    );
}

/// ALRT-05: a self-signed certificate in `ca_file` is trusted; any other one is rejected with a hint.
#[tokio::test]
async fn self_signed_certificate_in_ca_file_is_trusted() {
    const SELF_SIGNED: &str = "tests/fixtures/smtp/self-signed.pem";
    let mails = SmtpReceiver::start_with(receivers::Identity {
        certificate: SELF_SIGNED,
        key: "tests/fixtures/smtp/self-signed.key",
    })
    .await;
    let named = smtp(mails.port).replace("tests/fixtures/smtp/ca.pem", SELF_SIGNED);
    let mut delivery = ChannelFixture::new(&named);
    delivery.record(&[7]);
    delivery.advance(60).await;
    assert_eq!((mails.mails().len(), delivery.pending()), (1, 0));

    let mut delivery = ChannelFixture::new(&smtp(mails.port));
    delivery.record(&[7]);
    delivery.advance(60).await;
    assert_eq!((mails.mails().len(), delivery.pending()), (1, 1));
    let log = delivery
        .store
        .of(PersonId::OWNER)
        .delivery_attempts(Some(7), 100)
        .unwrap();
    assert!(log[0].answer.contains("as ca_file"), "{}", log[0].answer);
}

/// A program whose child process keeps stderr open, or that writes endlessly to stderr, does not block the delivery.
#[tokio::test]
async fn stderr_of_a_program_does_not_block_the_delivery() {
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
        let mut delivery = ChannelFixture::new(&toml);
        delivery.record(&[7]);
        delivery.advance(10).await;
        let log = delivery
            .store
            .of(PersonId::OWNER)
            .delivery_attempts(Some(7), 100)
            .unwrap();
        let first = log.last().expect("the log has an attempt");
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

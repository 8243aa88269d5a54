//! Tests with aiosmtpd as the mail server.

use std::path::Path;

use serde_json::Value;

use crate::{
    certificate::Certificate,
    neighbor::{Neighbor, python_with},
    program::{Program, Running, poll},
};

/// A running mail server.
pub(crate) struct MailServer {
    server: Neighbor,
    pub(crate) port: u16,
}

impl MailServer {
    /// Starts a mail server without TLS; `None` without aiosmtpd.
    pub(crate) fn start() -> Option<Self> {
        Self::with(&[])
    }

    fn encrypted(certificate: &Path, key: &Path) -> Option<Self> {
        Self::with(&[certificate, key])
    }

    fn with(arguments: &[&Path]) -> Option<Self> {
        let mut command = python_with("aiosmtpd")?;
        let script = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/neighbors/mail_server.py"
        );
        let server = Neighbor::start(command.arg(script).args(arguments));
        let port = poll("the mail server to start", || {
            server.lines().iter().find_map(|line| line.parse().ok())
        });
        Some(Self { server, port })
    }

    /// Returns the configuration of a channel that sends mail to this server with TLS.
    fn channel(&self, name: &str) -> String {
        format!(
            "[[channels]]\nname = \"{name}\"\nkind = \"smtp\"\nhost = \"localhost\"\nport = {}\nsecurity = \"starttls\"\nfrom = \"deck@example.org\"\nto = [\"me@example.org\"]\n",
            self.port
        )
    }

    /// Waits for `count` mails, because the server's output arrives with a delay.
    fn first_mails(&self, count: usize) -> Vec<Value> {
        poll("the expected number of mails", || {
            let mails = self.mails();
            (mails.len() >= count).then_some(mails)
        })
    }

    /// Returns the mails received so far.
    pub(crate) fn mails(&self) -> Vec<Value> {
        let lines = self.server.lines();
        let mails = lines.iter().filter(|line| line.starts_with('{'));
        mails
            .map(|line| serde_json::from_str(line).expect("the text is JSON"))
            .collect()
    }
}

/// Sends a test message over a channel and returns the result.
fn send_test(server: &Running, channel: &str) -> Value {
    let path = format!("/api/alert-channels/{channel}/test");
    let (_, response) = server
        .request("POST", &path, "")
        .expect("the server responds");
    serde_json::from_str(&response).unwrap_or_else(|_| panic!("{response}"))
}

#[test]
fn system_certificate_authorities_are_trusted_for_mail() {
    let fixtures = Path::new(env!("CARGO_MANIFEST_DIR")).join("tests/fixtures/smtp");
    let certificate = fixtures.join("server.pem");
    let Some(mail_server) = MailServer::encrypted(&certificate, &fixtures.join("server.key"))
    else {
        return;
    };
    for (authority, is_trusted) in [("ca.pem", true), ("self-signed.pem", false)] {
        let data = tempfile::tempdir().unwrap();
        let config = data.path().join("marketdeck.toml");
        std::fs::write(&config, mail_server.channel("mail")).unwrap();
        let mut program = Program::new(data.path());
        program.command.arg("--config").arg(&config);
        // The location of the system's certificates for OpenSSL and rustls-native-certs.
        program
            .command
            .env("SSL_CERT_FILE", fixtures.join(authority));
        let response = send_test(&program.serve(), "mail");
        assert_eq!(response["delivered"], is_trusted, "{authority}: {response}");
    }
    assert_eq!(mail_server.first_mails(1).len(), 1);
}

#[test]
fn self_signed_mail_server_works_with_its_ca_file() {
    let (Some(own), Some(other)) = (Certificate::self_signed(), Certificate::self_signed()) else {
        return;
    };
    let Some(mail_server) = MailServer::encrypted(&own.file, &own.key) else {
        return;
    };
    let channel = |name: &str, ca_file: &Certificate| {
        let ca_file = ca_file.file.display();
        format!("{}ca_file = \"{ca_file}\"\n", mail_server.channel(name))
    };
    let data = tempfile::tempdir().unwrap();
    let config = data.path().join("marketdeck.toml");
    std::fs::write(&config, channel("own", &own) + &channel("other", &other)).unwrap();
    let mut program = Program::new(data.path());
    program.command.arg("--config").arg(&config);
    let server = program.serve();

    let test = |channel: &str| send_test(&server, channel);
    let response = test("own");
    assert_eq!(response["delivered"], true, "{response}");
    let mails = mail_server.first_mails(1);
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!(mails[0]["encrypted"], true);
    let mail = mails[0]["mail"].as_str().unwrap();
    assert!(mail.contains("MIME-Version: 1.0"), "{mail}");

    let response = test("other");
    assert_eq!(response["delivered"], false, "{response}");
    let why = response["answer"].as_str().unwrap();
    assert!(why.contains("ca_file"), "the error names ca_file: {why}");
    assert_eq!(mail_server.mails().len(), 1);
}

//! aiosmtpd as the mail server.

use std::path::Path;

use serde_json::Value;

use crate::{
    certificate::Certificate,
    neighbor::{Neighbor, python_with_aiosmtpd},
    program::{Program, Running, poll},
};

/// A mail server that is running.
pub(crate) struct MailServer {
    server: Neighbor,
    pub(crate) port: u16,
}

impl MailServer {
    /// One that takes mail in the clear; none where aiosmtpd is not installed.
    pub(crate) fn start() -> Option<Self> {
        Self::with(&[])
    }

    fn encrypted(certificate: &Path, key: &Path) -> Option<Self> {
        Self::with(&[certificate, key])
    }

    fn with(arguments: &[&Path]) -> Option<Self> {
        let mut command = python_with_aiosmtpd()?;
        let script = concat!(
            env!("CARGO_MANIFEST_DIR"),
            "/tests/neighbors/mail_server.py"
        );
        let server = Neighbor::start(command.arg(script).args(arguments));
        let port = poll("the mail server", || {
            server.lines().iter().find_map(|line| line.parse().ok())
        });
        Some(Self { server, port })
    }

    /// The lines of a configuration that send mail to it, encrypted.
    fn channel(&self, name: &str) -> String {
        format!(
            "[[channels]]\nname = \"{name}\"\nkind = \"smtp\"\nhost = \"localhost\"\nport = {}\nsecurity = \"starttls\"\nfrom = \"deck@example.org\"\nto = [\"me@example.org\"]\n",
            self.port
        )
    }

    /// Waits for at least `count` mails and returns all of them. The server's output arrives a moment after its reply.
    fn first_mails(&self, count: usize) -> Vec<Value> {
        poll("the mails", || {
            let mails = self.mails();
            (mails.len() >= count).then_some(mails)
        })
    }

    /// Returns the mails received so far.
    pub(crate) fn mails(&self) -> Vec<Value> {
        let lines = self.server.lines();
        let mails = lines.iter().filter(|line| line.starts_with('{'));
        mails
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    }
}

/// What a test message of a channel came to.
fn send_test(server: &Running, channel: &str) -> Value {
    let path = format!("/api/alert-channels/{channel}/test");
    let (_, answer) = server.request("POST", &path, "").expect("it answers");
    serde_json::from_str(&answer).unwrap_or_else(|_| panic!("{answer}"))
}

#[test]
fn an_authority_that_the_system_trusts_is_trusted_for_mail_too() {
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
        // Where the system's certificates are, as OpenSSL and rustls-native-certs read it.
        program
            .command
            .env("SSL_CERT_FILE", fixtures.join(authority));
        let answer = send_test(&program.serve(), "mail");
        assert_eq!(answer["delivered"], is_trusted, "{authority}: {answer}");
    }
    assert_eq!(mail_server.first_mails(1).len(), 1);
}

#[test]
fn a_mail_server_with_a_self_signed_certificate_takes_a_mail_where_ca_file_names_it() {
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
    let answer = test("own");
    assert_eq!(answer["delivered"], true, "{answer}");
    let mails = mail_server.first_mails(1);
    assert_eq!(mails.len(), 1, "{mails:?}");
    assert_eq!(mails[0]["encrypted"], true);
    let mail = mails[0]["mail"].as_str().unwrap();
    assert!(mail.contains("MIME-Version: 1.0"), "{mail}");

    let answer = test("other");
    assert_eq!(answer["delivered"], false, "{answer}");
    let why = answer["answer"].as_str().unwrap();
    assert!(why.contains("ca_file"), "it names the cure: {why}");
    assert_eq!(mail_server.mails().len(), 1);
}

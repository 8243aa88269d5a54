//! aiosmtpd as the mail server.

use std::path::Path;

use serde_json::Value;

use crate::{
    certificate::Certificate,
    neighbor::{Neighbor, python_with_aiosmtpd},
    program::{Program, poll},
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

    fn encrypted(certificate: &Certificate) -> Option<Self> {
        Self::with(&[&certificate.file, &certificate.key])
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

    /// The mails that it took.
    pub(crate) fn mails(&self) -> Vec<Value> {
        let lines = self.server.lines();
        let mails = lines.iter().filter(|line| line.starts_with('{'));
        mails
            .map(|line| serde_json::from_str(line).expect("JSON"))
            .collect()
    }
}

#[test]
fn a_mail_server_with_a_self_signed_certificate_takes_a_mail_where_ca_file_names_it() {
    let (Some(own), Some(other)) = (Certificate::self_signed(), Certificate::self_signed()) else {
        return;
    };
    let Some(mail_server) = MailServer::encrypted(&own) else {
        return;
    };
    let channel = |name: &str, ca_file: &Certificate| {
        format!(
            "[[channels]]\nname = \"{name}\"\nkind = \"smtp\"\nhost = \"localhost\"\nport = {}\nsecurity = \"starttls\"\nca_file = \"{}\"\nfrom = \"deck@example.org\"\nto = [\"me@example.org\"]\n",
            mail_server.port,
            ca_file.file.display()
        )
    };
    let data = tempfile::tempdir().unwrap();
    let config = data.path().join("marketdeck.toml");
    std::fs::write(&config, channel("own", &own) + &channel("other", &other)).unwrap();
    let mut program = Program::new(data.path());
    program.command.arg("--config").arg(&config);
    let server = program.serve();

    let test = |channel: &str| {
        let path = format!("/api/alert-channels/{channel}/test");
        let (_, answer) = server.request("POST", &path, "").expect("it answers");
        serde_json::from_str::<Value>(&answer).unwrap_or_else(|_| panic!("{answer}"))
    };
    let answer = test("own");
    assert_eq!(answer["delivered"], true, "{answer}");
    let mails = mail_server.mails();
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

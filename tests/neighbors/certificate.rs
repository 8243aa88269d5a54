//! A self-signed certificate, created with openssl.

use std::{fs, path::PathBuf, process::Command};

use tempfile::TempDir;

/// Certificate and key for `localhost` and `deck.example.org`, in a temporary directory.
pub(crate) struct Certificate {
    pub(crate) folder: TempDir,
    pub(crate) file: PathBuf,
    pub(crate) key: PathBuf,
}

impl Certificate {
    /// Creates a certificate with `openssl req -x509`; `None` without openssl.
    pub(crate) fn self_signed() -> Option<Self> {
        let folder = tempfile::tempdir().unwrap();
        let [file, key] = ["deck.pem", "deck.key"].map(|name| folder.path().join(name));
        let created = Command::new("openssl")
            .args([
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
            ])
            .args(["-subj", "/CN=localhost", "-addext"])
            .arg("subjectAltName=DNS:localhost,DNS:deck.example.org,IP:127.0.0.1")
            .arg("-keyout")
            .arg(&key)
            .arg("-out")
            .arg(&file)
            .output();
        let Ok(created) = created else {
            println!("skipped: openssl is not installed");
            return None;
        };
        assert!(created.status.success(), "{created:?}");
        // HAProxy reads both from one file.
        let both = [&file, &key].map(|part| fs::read_to_string(part).unwrap());
        fs::write(folder.path().join("deck.both.pem"), both.concat()).unwrap();
        Some(Self { folder, file, key })
    }
}

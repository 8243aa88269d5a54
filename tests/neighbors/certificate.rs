//! A self-signed certificate, created with openssl.

use std::{
    fs,
    path::{Path, PathBuf},
    process::Command,
};

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
        Some(Self::complete(folder, file, key))
    }

    /// Creates a certificate that is signed by an authority of its own; `None` without openssl. Returns the file of the authority's
    /// certificate, too.
    pub(crate) fn signed() -> Option<(Self, PathBuf)> {
        let folder = tempfile::tempdir().unwrap();
        let [authority, authority_key, file, key] =
            ["authority.pem", "authority.key", "deck.pem", "deck.key"]
                .map(|name| folder.path().join(name));
        let create = |arguments: &[&str], file: &Path, key: &Path| {
            let mut command = Command::new("openssl");
            command.args([
                "req", "-x509", "-newkey", "rsa:2048", "-nodes", "-days", "2",
            ]);
            command.args(arguments);
            command.arg("-keyout").arg(key).arg("-out").arg(file);
            command.output()
        };
        let subject = ["-subj", "/CN=Test authority"];
        let Ok(created) = create(&subject, &authority, &authority_key) else {
            println!("skipped: openssl is not installed");
            return None;
        };
        assert!(created.status.success(), "{created:?}");
        let [by, with] = [&authority, &authority_key].map(|path| path.display().to_string());
        let leaf = [
            "-subj",
            "/CN=localhost",
            "-addext",
            "subjectAltName=DNS:localhost",
            "-addext",
            "basicConstraints=critical,CA:FALSE",
            "-CA",
            &by,
            "-CAkey",
            &with,
        ];
        let created = create(&leaf, &file, &key).unwrap();
        assert!(created.status.success(), "{created:?}");
        Some((Self::complete(folder, file, key), authority))
    }

    fn complete(folder: TempDir, file: PathBuf, key: PathBuf) -> Self {
        // HAProxy reads both from one file.
        let both = [&file, &key].map(|part| fs::read_to_string(part).unwrap());
        fs::write(folder.path().join("deck.both.pem"), both.concat()).unwrap();
        Self { folder, file, key }
    }
}

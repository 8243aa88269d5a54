//! The package files that are generated for a release.

#![cfg(unix)]

use std::{fs, process::Command};

#[test]
fn formula_and_flake_contain_the_version_the_checksums_and_the_sandbox_of_the_unit() {
    if Command::new("python3").arg("-V").output().is_err() {
        println!("skipped: python3 is not installed");
        return;
    }
    let folder = tempfile::tempdir().unwrap();
    for name in ["source", "linux-amd64", "linux-arm64", "linux-armv7"] {
        let path = format!("marketdeck-9.8.7-{name}.tar.gz");
        fs::write(folder.path().join(path), name).unwrap();
    }
    let filled = Command::new("scripts/fill-packaging")
        .args(["9.8.7", "somebody/marketdeck"])
        .arg(folder.path())
        .status();
    assert!(filled.unwrap().success());
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let (formula, flake) = (read("marketdeck.rb"), read("flake.nix"));
    // From 'linux-amd64'.
    let checksum = "abb35c616421af72198ad7c2aeeef38516f08f6a7afb2a728cf0068a8a712ddc";
    for text in [&formula, &flake] {
        assert!(text.contains("\"9.8.7\"") && text.contains("github.com/somebody/marketdeck"));
        assert!(text.contains(checksum), "{text}");
        assert!(!text.contains("@SHA256") && !text.contains("@VERSION") && !text.contains("@REPO"));
    }
    assert!(flake.contains("ProtectSystem = \"strict\";") && !flake.contains("@HARDENING"));
}

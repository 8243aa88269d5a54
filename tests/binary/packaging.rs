//! The package files and store manifests that are generated for a release, the workflows, and the fail2ban filter.

#![cfg(unix)]

use std::{fs, path::Path, process::Command};

use crate::images::run_script;

/// The archives from which scripts/fill-packaging reads checksums. Each contains its own name.
const ARCHIVES: [&str; 7] = [
    "source.tar.gz",
    "linux-amd64.tar.gz",
    "linux-arm64.tar.gz",
    "linux-armv7.tar.gz",
    "macos-amd64.tar.gz",
    "macos-arm64.tar.gz",
    "windows-amd64.zip",
];

/// Fills the package files of version 9.8.7; returns false if Python is missing.
fn fill(folder: &Path) -> bool {
    if Command::new("python3").arg("-V").output().is_err() {
        println!("skipped: python3 is not installed");
        return false;
    }
    for name in ARCHIVES {
        let path = format!("marketdeck-9.8.7-{name}");
        fs::write(folder.join(path), name).unwrap();
    }
    let filled = Command::new("scripts/fill-packaging")
        .args(["9.8.7", "Somebody/marketdeck"])
        .arg(folder)
        .status();
    assert!(filled.unwrap().success());
    true
}

#[test]
fn package_files_contain_the_version_the_checksums_and_the_sandbox_of_the_unit() {
    let folder = tempfile::tempdir().unwrap();
    if !fill(folder.path()) {
        return;
    }
    let read = |name: &str| fs::read_to_string(folder.path().join(name)).unwrap();
    let (formula, flake) = (read("marketdeck.rb"), read("flake.nix"));
    // From 'linux-amd64.tar.gz'.
    let checksum = "87cd25eec014a456ef176e6cc246ec258d02e5a7b9a0cd3622d8dcabcbd2b505";
    for text in [&formula, &flake, &read("stores/aur/PKGBUILD")] {
        assert!(text.contains("9.8.7") && text.contains("github.com/Somebody/marketdeck"));
        assert!(text.contains(checksum), "{text}");
    }
    assert!(flake.contains("ProtectSystem = \"strict\";"), "{flake}");
    let image = "image: ghcr.io/somebody/marketdeck:9.8.7\n";
    for name in ["compose.yaml", "stores/umbrel/docker-compose.yml"] {
        assert!(read(name).contains(image), "{name}");
    }
}

#[test]
fn package_files_and_store_manifests_are_valid() {
    let folder = tempfile::tempdir().unwrap();
    if fill(folder.path()) {
        run_script("check-packaging", [folder.path()]);
    }
}

#[test]
fn workflows_pass_their_linters() {
    run_script("check-workflows", [] as [&str; 0]);
}

/// Home Assistant's ingress, as a proxy that strips its path and names it in a header.
#[test]
fn pages_and_live_prices_work_through_home_assistants_ingress() {
    run_script("check-ingress", [env!("CARGO_BIN_EXE_marketdeck")]);
}

#[test]
fn the_fail2ban_filter_finds_wrong_passwords_in_the_log() {
    run_script("check-fail2ban", [env!("CARGO_BIN_EXE_marketdeck")]);
}

//! The container image and the compose files, run with Podman.

#![cfg(target_os = "linux")]

use std::process::Command;

/// Exit code of scripts that could not run here.
pub(crate) const SKIPPED: i32 = 77;

#[test]
fn images_run_without_privileges_alone_and_composed() {
    let output = Command::new("scripts/check-images")
        .arg(env!("CARGO_BIN_EXE_marketdeck"))
        .output();
    let Ok(output) = output else {
        println!("skipped: python3 is not installed");
        return;
    };
    let text = String::from_utf8_lossy(&output.stdout);
    println!("{text}");
    let error = String::from_utf8_lossy(&output.stderr);
    assert!(
        output.status.success() || output.status.code() == Some(SKIPPED),
        "{text}{error}"
    );
}

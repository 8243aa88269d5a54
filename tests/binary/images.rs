//! The container image and the compose files, run with Podman.

#![cfg(unix)]

use std::{ffi::OsStr, process::Command};

/// Exit code of scripts whose programs are missing.
const SKIPPED: i32 = 77;

/// Runs a script of the repository and fails unless it succeeds or reports what it cannot run here.
pub(crate) fn run_script(name: &str, arguments: impl IntoIterator<Item = impl AsRef<OsStr>>) {
    let mut command = Command::new(format!("scripts/{name}"));
    let Ok(output) = command.args(arguments).output() else {
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

#[test]
fn images_run_without_privileges_alone_and_composed() {
    run_script("check-images", [env!("CARGO_BIN_EXE_marketdeck")]);
}

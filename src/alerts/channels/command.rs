//! A program on this machine: it gets the alert as JSON on its standard input. No shell is in between.

use std::process::Stdio;

use tokio::{io::AsyncWriteExt as _, process::Command as Process};

use super::{
    outgoing::Outgoing,
    parse::{Result, WrongSetting},
    settings::CommandSettings,
};
use crate::alerts::delivery::DeliveryError;

/// Letters of what it complains about that are repeated at most.
const MOST_TOLD: usize = 200;

/// A program with its arguments.
#[derive(Clone)]
pub(super) struct Command(CommandSettings);

impl Command {
    pub(super) fn new(settings: CommandSettings) -> Result<Self> {
        if !settings.program.is_absolute() {
            return Err(WrongSetting::new(
                "program",
                "write the whole path of the program, as in /usr/local/bin/notify",
            ));
        }
        Ok(Self(settings))
    }

    /// The program, without its arguments.
    pub(super) fn target(&self) -> String {
        self.0.program.display().to_string()
    }

    /// Delivered when the program ends with 0. One that is not waited for any longer is killed.
    pub(super) async fn send(
        &self,
        outgoing: &Outgoing<'_>,
    ) -> std::result::Result<String, DeliveryError> {
        let failed =
            |what: &str, error: std::io::Error| DeliveryError::Failed(format!("{what}: {error}"));
        let CommandSettings { program, arguments } = &self.0;
        let mut child = Process::new(program)
            .args(arguments)
            .env("MARKETDECK_KEY", &outgoing.message.key)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| failed("the program did not start", error))?;
        let json = outgoing.json().to_string();
        let input = child.stdin.take();
        let write = async {
            if let Some(mut input) = input {
                // One that does not read its input may be done already: how it ends counts.
                let _ = input.write_all(json.as_bytes()).await;
            }
        };
        let ((), output) = tokio::join!(write, child.wait_with_output());
        let output = output.map_err(|error| failed("the program was lost", error))?;
        if output.status.success() {
            return Ok("The program ended with 0".to_owned());
        }
        let complaint = String::from_utf8_lossy(&output.stderr);
        let complaint: String = complaint.trim().chars().take(MOST_TOLD).collect();
        Err(DeliveryError::Failed(if complaint.is_empty() {
            format!("the program ended with {}", output.status)
        } else {
            format!("the program ended with {}: {complaint}", output.status)
        }))
    }
}

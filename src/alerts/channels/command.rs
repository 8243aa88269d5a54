//! A program on this machine: it gets the alert as JSON on its standard input. No shell is in between.

use std::{pin::pin, process::Stdio, time::Duration};

use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _},
    process::Command as Process,
    time::timeout,
};

use super::{
    outgoing::Outgoing,
    parse::{Result, WrongSetting},
    settings::CommandSettings,
};
use crate::alerts::delivery::DeliveryError;

/// Letters of what it complains about that are repeated at most.
const MOST_TOLD: usize = 200;
/// Bytes of them that are kept; the rest is read and dropped, so that the program does not wait for a reader.
const MAX_ERROR_BYTES: usize = 4 * MOST_TOLD;
/// How long what a program wrote before it ended is read. Another program that it started may keep the pipe open.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(500);

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
        let errors = child.stderr.take();
        let mut told = Vec::new();
        let status = {
            let mut streams = pin!(async { tokio::join!(write, first_bytes(errors, &mut told)) });
            let (status, are_over) = tokio::select! {
                status = child.wait() => (status, false),
                _ = &mut streams => (child.wait().await, true),
            };
            let status = status.map_err(|error| failed("the program was lost", error))?;
            if status.success() {
                return Ok("The program ended with 0".to_owned());
            }
            if !are_over {
                let _ = timeout(DRAIN_TIMEOUT, streams).await;
            }
            status
        };
        let complaint = String::from_utf8_lossy(&told);
        let complaint: String = complaint.trim().chars().take(MOST_TOLD).collect();
        Err(DeliveryError::Failed(if complaint.is_empty() {
            format!("the program ended with {status}")
        } else {
            format!("the program ended with {status}: {complaint}")
        }))
    }
}

/// Reads `stream` to its end; its first bytes are kept.
async fn first_bytes(stream: Option<impl AsyncRead + Unpin>, kept: &mut Vec<u8>) {
    let Some(mut stream) = stream else { return };
    let mut piece = [0; 1_024];
    // One that cannot be read says nothing more.
    while let Ok(count @ 1..) = stream.read(&mut piece).await {
        let room = MAX_ERROR_BYTES.saturating_sub(kept.len());
        kept.extend_from_slice(&piece[..count.min(room)]);
    }
}

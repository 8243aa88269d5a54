//! Command channel: runs a program on the server, which reads the alert as JSON from standard input. No shell is involved.

use std::{path::PathBuf, pin::pin, process::Stdio, time::Duration};

use jiff::Timestamp;
use serde::{Deserialize, Serialize};
use tokio::{
    io::{AsyncRead, AsyncReadExt as _, AsyncWriteExt as _},
    process::Command as Process,
    time::timeout,
};

use crate::alerts::{
    channels::{
        notification::{Notification, Preview},
        transport::{KindSettings, Transport},
        validate::{InvalidSetting, Result},
    },
    delivery::{Attempt, DeliveryError},
};

/// The maximum number of characters of the program's standard error that the delivery error quotes.
const MAX_ERROR_CHARS: usize = 200;
/// The maximum number of bytes of standard error that are stored. The rest is read and dropped, so that the program never
/// blocks on a full pipe.
const MAX_ERROR_BYTES: usize = 4 * MAX_ERROR_CHARS;
/// How long standard error is read after the program exited: a child process may keep the pipe open.
const DRAIN_TIMEOUT: Duration = Duration::from_millis(500);

/// The keys of a `[[channels]]` table with `kind = "command"`.
#[derive(Clone, Default, PartialEq, Serialize, Deserialize)]
#[serde(default, deny_unknown_fields)]
pub(crate) struct CommandSettings {
    program: PathBuf,
    arguments: Vec<String>,
}

impl CommandSettings {
    pub(super) const SECRETS: &[&str] = &[];
}

impl KindSettings for CommandSettings {
    fn transport(&self) -> Result<Box<dyn Transport>> {
        if !self.program.is_absolute() {
            return Err(InvalidSetting::new(
                "program",
                "expected an absolute path such as /usr/local/bin/notify",
            ));
        }
        Ok(Box::new(Command(self.clone())))
    }

    fn preview(&self, notification: &Notification<'_>) -> Result<Preview> {
        Ok(Preview {
            body: Some(notification.json().to_string()),
            ..Preview::default()
        })
    }
}

/// A program with its arguments.
struct Command(CommandSettings);

impl Transport for Command {
    fn target(&self) -> String {
        self.0.program.display().to_string()
    }

    fn send<'a>(&'a self, notification: &'a Notification<'a>, _now: Timestamp) -> Attempt<'a> {
        Box::pin(self.run(notification))
    }
}

impl Command {
    /// Runs the program; exit code 0 means delivered. Dropping the future kills the program.
    async fn run(
        &self,
        notification: &Notification<'_>,
    ) -> std::result::Result<String, DeliveryError> {
        let failed =
            |step: &str, error: std::io::Error| DeliveryError::Failed(format!("{step}: {error}"));
        let CommandSettings { program, arguments } = &self.0;
        let mut child = Process::new(program)
            .args(arguments)
            .env("MARKETDECK_KEY", &notification.message.key)
            .stdin(Stdio::piped())
            .stdout(Stdio::null())
            .stderr(Stdio::piped())
            .kill_on_drop(true)
            .spawn()
            .map_err(|error| failed("could not start the program", error))?;
        let json = notification.json().to_string();
        let input = child.stdin.take();
        let write = async {
            if let Some(mut input) = input {
                // Writing fails if the program exited without reading its input. Only the exit code counts.
                let _ = input.write_all(json.as_bytes()).await;
            }
        };
        let stderr = child.stderr.take();
        let mut error_bytes = Vec::new();
        let status = {
            let mut streams =
                pin!(async { tokio::join!(write, read_start(stderr, &mut error_bytes)) });
            let (status, streams_ended) = tokio::select! {
                status = child.wait() => (status, false),
                _ = &mut streams => (child.wait().await, true),
            };
            let status = status.map_err(|error| failed("could not wait for the program", error))?;
            if status.success() {
                return Ok("The program exited with code 0".to_owned());
            }
            if !streams_ended {
                let _ = timeout(DRAIN_TIMEOUT, streams).await;
            }
            status
        };
        let error_text = String::from_utf8_lossy(&error_bytes);
        let error_text: String = error_text.trim().chars().take(MAX_ERROR_CHARS).collect();
        Err(DeliveryError::Failed(if error_text.is_empty() {
            format!("the program failed with {status}")
        } else {
            format!("the program failed with {status}: {error_text}")
        }))
    }
}

/// Reads `stream` to its end and stores the first [`MAX_ERROR_BYTES`] bytes in `output`.
async fn read_start(stream: Option<impl AsyncRead + Unpin>, output: &mut Vec<u8>) {
    let Some(mut stream) = stream else { return };
    let mut buffer = [0; 1_024];
    // A read error counts as the end of the output.
    while let Ok(count @ 1..) = stream.read(&mut buffer).await {
        let free = MAX_ERROR_BYTES.saturating_sub(output.len());
        output.extend_from_slice(&buffer[..count.min(free)]);
    }
}

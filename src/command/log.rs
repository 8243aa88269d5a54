//! Sets up the log with its output, format and filter.

use std::{
    fmt::{Debug, Write as _},
    fs::{File, OpenOptions},
    io::{self, IsTerminal as _},
    path::{Path, PathBuf},
    sync::{Arc, Mutex, PoisonError},
    time::Instant,
};

use anyhow::Context as _;
use tracing::{
    Event, Level, Metadata, field::Field, level_filters::LevelFilter, subscriber::Interest,
};
use tracing_subscriber::{
    Layer, Registry,
    field::Visit,
    filter::{FilterExt as _, Targets, filter_fn},
    fmt::{self, MakeWriter},
    layer::{Context, Filter, SubscriberExt as _},
    reload,
    util::SubscriberInitExt as _,
};

use crate::{
    config::{AccessLog, LogConfig, LogFormat},
    runtime::{
        panics,
        repeat_filter::{RepeatFilter, UNFILTERED},
    },
    web::ACCESS_LOG_TARGET,
};

type BoxedLayer = Box<dyn Layer<Registry> + Send + Sync>;

/// The log of a server, whose filter can be changed.
pub(super) struct Log {
    filter: reload::Handle<Targets, Registry>,
    access: Option<AccessFile>,
    pub(super) repeats: Arc<RepeatFilter>,
}

impl Log {
    /// Starts logging to standard error, in color on a terminal, or as JSON if configured. Writes
    /// the access log to a separate file if configured.
    pub(super) fn start(config: &LogConfig) -> anyhow::Result<Self> {
        let (filter, handle) = reload::Layer::new(filter(config)?);
        let repeats = Arc::<RepeatFilter>::default();
        let in_color = io::stderr().is_terminal() && std::env::var_os("NO_COLOR").is_none();
        let main_layer = line_layer(io::stderr, in_color, config.format);
        let access = match &config.access {
            AccessLog::File(path) => Some(AccessFile::open(path)?),
            AccessLog::Off | AccessLog::Log => None,
        };
        let access_layer = access.clone().map(|file| {
            line_layer(file, false, config.format)
                .with_filter(filter_fn(|event| event.target() == ACCESS_LOG_TARGET))
                .boxed()
        });
        let main_layer = main_layer
            .with_filter(filter.and(SuppressRepeats(Arc::clone(&repeats))))
            .boxed();
        let mut layers = vec![main_layer];
        layers.extend(access_layer);
        tracing_subscriber::registry().with(layers).init();
        panics::log_panics();
        Ok(Self {
            filter: handle,
            access,
            repeats,
        })
    }

    /// Applies the filter of a new configuration, and reopens the access log because it may have
    /// been rotated.
    pub(super) fn change(&self, config: &LogConfig) -> anyhow::Result<()> {
        self.filter.reload(filter(config)?)?;
        self.access.as_ref().map_or(Ok(()), AccessFile::reopen)
    }
}

/// Returns a layer that writes lines to `writer`. Write errors are ignored, because they cannot be
/// reported anywhere else.
fn line_layer<W>(writer: W, in_color: bool, format: LogFormat) -> BoxedLayer
where
    W: for<'a> MakeWriter<'a> + Send + Sync + 'static,
{
    let lines = fmt::layer()
        .with_writer(writer)
        .with_ansi(in_color)
        .log_internal_errors(false);
    match format {
        LogFormat::Text => lines.boxed(),
        LogFormat::Json => lines.json().flatten_event(true).boxed(),
    }
}

/// Returns the filter for the log on standard error.
fn filter(config: &LogConfig) -> anyhow::Result<Targets> {
    let filter: Targets = config
        .filter
        .parse()
        .with_context(|| format!("invalid log filter '{}'", config.filter))?;
    // The access log is independent of the configured level.
    let level = match config.access {
        AccessLog::Log => LevelFilter::INFO,
        AccessLog::Off | AccessLog::File(_) => LevelFilter::OFF,
    };
    Ok(filter.with_target(ACCESS_LOG_TARGET, level))
}

/// A filter that suppresses repeated warnings and errors.
struct SuppressRepeats(Arc<RepeatFilter>);

/// Returns true if repeats of events from this callsite are suppressed.
fn is_suppressed(metadata: &Metadata<'_>) -> bool {
    *metadata.level() <= Level::WARN && metadata.target() != UNFILTERED
}

impl<S> Filter<S> for SuppressRepeats {
    fn enabled(&self, _: &Metadata<'_>, _: &Context<'_, S>) -> bool {
        true
    }

    fn callsite_enabled(&self, metadata: &'static Metadata<'static>) -> Interest {
        // `always` would make tracing-subscriber treat an event that is rejected later as an error.
        if is_suppressed(metadata) {
            Interest::sometimes()
        } else {
            Interest::always()
        }
    }

    fn max_level_hint(&self) -> Option<LevelFilter> {
        Some(LevelFilter::TRACE)
    }

    fn event_enabled(&self, event: &Event<'_>, _: &Context<'_, S>) -> bool {
        if !is_suppressed(event.metadata()) {
            return true;
        }
        let mut text = EventText::default();
        event.record(&mut text);
        self.0.admit(text.0, Instant::now())
    }
}

/// The message and the fields of an event as text.
#[derive(Default)]
struct EventText(String);

impl Visit for EventText {
    fn record_debug(&mut self, field: &Field, value: &dyn Debug) {
        let space = if self.0.is_empty() { "" } else { " " };
        // Writing to a string always succeeds.
        let _ = match field.name() {
            "message" => write!(self.0, "{space}{value:?}"),
            name => write!(self.0, "{space}{name}={value:?}"),
        };
    }
}

/// The file of the access log.
#[derive(Clone)]
struct AccessFile {
    path: PathBuf,
    file: Arc<Mutex<File>>,
}

impl AccessFile {
    fn open(path: &Path) -> anyhow::Result<Self> {
        Ok(Self {
            path: path.to_owned(),
            file: Arc::new(Mutex::new(open_for_append(path)?)),
        })
    }

    fn reopen(&self) -> anyhow::Result<()> {
        let file = open_for_append(&self.path)?;
        *self.file.lock().unwrap_or_else(PoisonError::into_inner) = file;
        Ok(())
    }
}

fn open_for_append(path: &Path) -> anyhow::Result<File> {
    let file = OpenOptions::new().create(true).append(true).open(path);
    file.with_context(|| format!("access_log: cannot write to {}", path.display()))
}

impl<'a> MakeWriter<'a> for AccessFile {
    type Writer = <Mutex<File> as MakeWriter<'a>>::Writer;

    fn make_writer(&'a self) -> Self::Writer {
        self.file.make_writer()
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    /// Runs `work` and returns the text that a log with the repeat filter writes while it runs.
    fn log_of(work: impl FnOnce()) -> String {
        let folder = tempfile::tempdir().unwrap();
        let path = folder.path().join("log");
        let lines = fmt::layer()
            .without_time()
            .with_ansi(false)
            .with_target(false)
            .with_writer(AccessFile::open(&path).unwrap());
        let lines = lines.with_filter(SuppressRepeats(Arc::default()));
        tracing::subscriber::with_default(tracing_subscriber::registry().with(lines), work);
        std::fs::read_to_string(&path).unwrap()
    }

    #[test]
    fn a_repeated_warning_is_written_once() {
        let text = log_of(|| {
            for provider in ["yahoo", "rss", "yahoo"] {
                tracing::warn!(provider, error = %"timed out", "request failed");
            }
            for _ in 0..2 {
                tracing::info!("made a backup");
                tracing::error!(target: UNFILTERED, "configuration reloaded");
            }
        });
        let count = |part: &str| text.matches(part).count();
        assert_eq!(count("provider=\"yahoo\""), 1, "{text}");
        assert_eq!(count("provider=\"rss\""), 1, "{text}");
        assert_eq!(count("made a backup"), 2, "{text}");
        assert_eq!(count("configuration"), 2, "{text}");
    }
}

//! The import folder. The running server imports the CSV and JSON files that the user puts into
//! `<data-dir>/import/`. It skips invalid rows. When the rows of a file are on disk (and
//! replicated, in a cluster), the file is moved to `done/`. A file without valid rows is moved to
//! `rejected/`. Both get a report. While the store cannot be written to, files stay in the folder.

mod bars;
mod kinds;
mod records;
mod rows;

use std::{
    collections::HashMap,
    fs,
    path::{Path, PathBuf},
    sync::Arc,
    time::{Duration, SystemTime},
};

use tokio::task::spawn_blocking;

#[cfg(test)]
pub(super) use self::bars::parse_bar_rows;
pub(crate) use self::kinds::NAME;
use self::kinds::{Kind, ParsedRows};
use crate::{
    domain::Timestamp,
    import::input::Input,
    market::Market,
    source::{Context, Refresh, Source, SourceError, Update},
    store::Store,
};

/// Interval between two scans of the folder.
const SCAN_INTERVAL: Duration = Duration::from_secs(3);
/// Maximum size of a file of bars in bytes. The command `import bars` accepts larger files.
const MAX_BYTES: u64 = 64 << 20;
/// Maximum size of other files in bytes. All their rows are in memory at once.
const MAX_RECORD_FILE_BYTES: u64 = 16 << 20;
/// Number of bars per batch. A batch is sent when the previous one is on disk.
const BARS_PER_BATCH: usize = 16_384;
const DONE: &str = "done";
const REJECTED: &str = "rejected";

/// Length and modification time of a file.
type FileState = (u64, Option<SystemTime>);

/// The source that imports files from the folder.
pub(crate) struct ImportFolder {
    folder: PathBuf,
    market: Arc<Market>,
    store: Store,
    /// The files that the last scan found. A file that is still being written has changed in the
    /// next scan.
    seen: HashMap<PathBuf, FileState>,
}

impl ImportFolder {
    /// Creates the source. The first scan creates `folder` if it is missing.
    pub(crate) fn new(folder: PathBuf, market: Arc<Market>, store: Store) -> Self {
        Self {
            folder,
            market,
            store,
            seen: HashMap::new(),
        }
    }

    async fn scan(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let folder = self.folder.clone();
        let found = blocking(move || list(&folder)).await?;
        let seen = std::mem::replace(&mut self.seen, found.clone());
        if !self.store.condition().writable {
            return Ok(SCAN_INTERVAL);
        }
        let mut complete: Vec<(PathBuf, FileState)> = found
            .into_iter()
            .filter(|(path, state)| seen.get(path) == Some(state))
            .collect();
        // Files of tickers come first, because other files refer to their tickers.
        complete.sort_by_key(|(path, _)| {
            (
                Kind::of(&name_of(path)) != Some(Kind::Tickers),
                path.clone(),
            )
        });
        for (path, state) in complete {
            self.import_file(context, path, state).await?;
        }
        Ok(SCAN_INTERVAL)
    }

    /// Sends the contents of a file to `ingest`, and moves the file when they are on disk. If they
    /// could not be saved or the file has changed meanwhile, the file stays and is read again.
    async fn import_file(
        &mut self,
        context: &Context,
        path: PathBuf,
        state: FileState,
    ) -> Result<(), SourceError> {
        let (now, market, file) = (context.clock.now(), Arc::clone(&self.market), path.clone());
        let result = spawn_blocking(move || read(&file, &market, now)).await;
        let result = result.map_err(|error| SourceError::InvalidResponse(error.to_string()))?;
        let name = name_of(&path);
        let ParsedRows {
            updates,
            series,
            quotes,
            rows: imported,
            problems,
            more_problems,
            notes,
        } = result.unwrap_or_else(ParsedRows::rejected);
        if !problems.is_empty() {
            let error = SourceError::InvalidResponse(format!("{name}: {}", problems[0]));
            context.health.failed_in_part(now, &error);
        }
        let report = report(imported, &problems, more_problems, &notes);
        if imported == 0 {
            tracing::warn!(file = name, "import: rejected a file without valid rows");
            let folder = self.folder.clone();
            return blocking(move || move_file(&folder, (&path, state), REJECTED, &report)).await;
        }
        for update in updates {
            context.sink.send(update).await?;
        }
        for (symbol, interval, bars) in series {
            let mut bars = bars.iter().peekable();
            while bars.peek().is_some() {
                let bars = bars.by_ref().take(BARS_PER_BATCH).collect();
                let symbol = symbol.clone();
                let update = Update::Bars {
                    symbol,
                    interval,
                    bars,
                };
                context.sink.send(update).await?;
                if !context.sink.save().await? {
                    warn_not_saved(&name);
                    return Ok(());
                }
            }
        }
        if let Some(quotes) = quotes {
            context.sink.send(quotes).await?;
        }
        if !context.sink.save().await? {
            warn_not_saved(&name);
            return Ok(());
        }
        self.store.wait_replicated().await;
        tracing::info!(
            file = name,
            imported,
            skipped = problems.len() + more_problems,
            "import: imported a file"
        );
        let folder = self.folder.clone();
        blocking(move || move_file(&folder, (&path, state), DONE, &report)).await
    }
}

/// Logs that the rows of a file could not be saved.
fn warn_not_saved(file: &str) {
    tracing::warn!(
        file,
        "import: could not save the rows of a file; it will be read again"
    );
}

impl Source for ImportFolder {
    fn name(&self) -> &'static str {
        NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.scan(context))
    }
}

/// Runs file operations on a thread for blocking work.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T, SourceError> {
    let result = spawn_blocking(work).await;
    result
        .map_err(std::io::Error::other)
        .and_then(|result| result)
        .map_err(|error| {
            SourceError::InvalidResponse(format!("cannot access the import folder: {error}"))
        })
}

/// Returns the files to import in the folder.
fn list(folder: &Path) -> std::io::Result<HashMap<PathBuf, FileState>> {
    fs::create_dir_all(folder)?;
    let mut found = HashMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, metadata) = (entry.path(), entry.metadata()?);
        if metadata.is_file() && is_importable(&path) {
            found.insert(path, file_state(&metadata));
        }
    }
    Ok(found)
}

fn file_state(metadata: &fs::Metadata) -> FileState {
    (metadata.len(), metadata.modified().ok())
}

/// Returns true if a file has the extension .csv or .json. Files of bars may also have the
/// extension .txt or .tsv.
fn is_importable(path: &Path) -> bool {
    let extension = path.extension().unwrap_or_default().to_ascii_lowercase();
    rows::Format::of(path).is_some()
        || (Kind::of(&name_of(path)) == Some(Kind::Bars)
            && (extension == "txt" || extension == "tsv"))
}

/// Reads a file. The error is a message for the report.
fn read(path: &Path, market: &Market, now: Timestamp) -> Result<ParsedRows, String> {
    let name = name_of(path);
    let kind = Kind::of(&name).ok_or_else(|| {
        format!(
            "unknown kind of file; its name must start with one of: {}",
            Kind::words()
        )
    })?;
    let unreadable = |error: std::io::Error| format!("the file cannot be read: {error}");
    let input = Input::open(path, MAX_BYTES).map_err(unreadable)?;
    if kind == Kind::Bars {
        if input.len() > MAX_BYTES {
            return Err(
                "the file is larger than 64 MB; import it with 'marketdeck import bars'".to_owned(),
            );
        }
        return Ok(bars::parse_bar_rows(input, market, now));
    }
    if input.len() > MAX_RECORD_FILE_BYTES {
        return Err("the file is larger than 16 MB; split it into several files".to_owned());
    }
    let format = rows::Format::of(path).ok_or("the file is neither CSV nor JSON")?;
    let text = rows::decode_text(input)?;
    Ok(kinds::parse_record_rows(
        kind,
        rows::read(format, &text)?,
        market,
        now,
    ))
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn report(imported: usize, problems: &[String], unlisted: usize, notes: &[String]) -> String {
    let skipped = problems.len() + unlisted;
    let mut report = format!("Imported: {imported}. Skipped: {skipped}.\n");
    let rest = (unlisted > 0).then(|| format!("And {unlisted} unlisted rows were skipped."));
    for line in problems.iter().chain(&rest).chain(notes) {
        report.push_str(line);
        report.push('\n');
    }
    if problems
        .iter()
        .any(|problem| problem.contains("specify --"))
    {
        report.push_str(
"In the import folder, specify an option such as --time-zone ZONE with a first line '# time-zone: ZONE'.\n",
        );
    }
    report
}

/// Moves a file to the subfolder `subfolder` under an unused name, and writes its report there.
/// Leaves the file in place if it changed after it was read.
fn move_file(
    folder: &Path,
    (path, state): (&Path, FileState),
    subfolder: &str,
    report: &str,
) -> std::io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if file_state(&metadata) == state => {}
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        // The file was changed or removed while it was read.
        _ => return Ok(()),
    }
    let target = folder.join(subfolder);
    fs::create_dir_all(&target)?;
    let name = name_of(path);
    let free_name = (0..1_000)
        .map(|number| match number {
            0 => name.clone(),
            number => format!("{number}-{name}"),
        })
        .find(|name| !target.join(name).exists())
        .unwrap_or(name);
    // A program that waits for the report must not read a part of it.
    let unfinished = target.join(format!(".{free_name}.report.txt"));
    fs::write(&unfinished, report)?;
    fs::rename(unfinished, target.join(format!("{free_name}.report.txt")))?;
    fs::rename(path, target.join(free_name))
}

#[cfg(test)]
mod tests;

//! The import folder: the running server imports files that the user puts into `<data-dir>/import/`, row by row.
//! A file is moved to `done/` when its rows are on disk (in a cluster: and replicated), or to `rejected/` if it has no
//! valid rows, each with a report. While the store cannot be written, files wait.

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
pub(super) use self::bars::parse_rows as take_bars;
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
/// Maximum size of a file of bars in bytes; the command `import bars` accepts larger ones.
const MAX_BYTES: u64 = 64 << 20;
/// Maximum size of other files in bytes: their rows are in memory as a whole.
const MAX_RECORD_FILE_BYTES: u64 = 16 << 20;
/// Number of bars per batch; the next batch is sent when the previous one is on disk.
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
    /// Files of the last scan: a file that is still being written differs in the next one.
    seen: HashMap<PathBuf, FileState>,
}

impl ImportFolder {
    /// Creates a source for `folder`, which is created if it is missing.
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
        // Tickers first: other files refer to them.
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

    /// Sends the contents of a file to `ingest`, and moves the file once they are on disk. If they could not be saved,
    /// or the file changed meanwhile, it stays and is read again.
    async fn import_file(
        &mut self,
        context: &Context,
        path: PathBuf,
        state: FileState,
    ) -> Result<(), SourceError> {
        let (now, market, file) = (context.clock.now(), Arc::clone(&self.market), path.clone());
        let read = spawn_blocking(move || read(&file, &market, now)).await;
        let read = read.map_err(|error| SourceError::Shape(error.to_string()))?;
        let name = name_of(&path);
        let ParsedRows {
            updates,
            series,
            quotes,
            rows: taken,
            problems,
            more_problems,
            notes,
        } = read.unwrap_or_else(ParsedRows::rejected);
        if !problems.is_empty() {
            let error = SourceError::Shape(format!("{name}: {}", problems[0]));
            context.health.failed_in_part(now, &error);
        }
        let report = report(taken, &problems, more_problems, &notes);
        if taken == 0 {
            tracing::warn!(file = name, "import folder: file rejected, no valid rows");
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
            taken,
            skipped = problems.len() + more_problems,
            "import folder: file imported"
        );
        let folder = self.folder.clone();
        blocking(move || move_file(&folder, (&path, state), DONE, &report)).await
    }
}

/// Logs that a file stays because its rows could not be saved.
fn warn_not_saved(file: &str) {
    tracing::warn!(
        file,
        "import folder: rows not saved, file will be read again"
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

/// Runs file operations off the async threads.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T, SourceError> {
    let done = spawn_blocking(work).await;
    done.map_err(std::io::Error::other)
        .and_then(|done| done)
        .map_err(|error| SourceError::Shape(format!("the import folder: {error}")))
}

/// Returns the data files of the folder.
fn list(folder: &Path) -> std::io::Result<HashMap<PathBuf, FileState>> {
    fs::create_dir_all(folder)?;
    let mut found = HashMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, metadata) = (entry.path(), entry.metadata()?);
        if metadata.is_file() && is_data(&path) {
            found.insert(path, file_state(&metadata));
        }
    }
    Ok(found)
}

fn file_state(metadata: &fs::Metadata) -> FileState {
    (metadata.len(), metadata.modified().ok())
}

/// Returns true for a data file by its name; files of bars may also be .txt and .tsv.
fn is_data(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    rows::Format::of(path).is_some()
        || (Kind::of(&name_of(path)) == Some(Kind::Bars) && (ending == "txt" || ending == "tsv"))
}

/// Reads a file. The error is a sentence.
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
        return Ok(bars::parse_rows(input, market, now));
    }
    if input.len() > MAX_RECORD_FILE_BYTES {
        return Err("the file is larger than 16 MB; split it into several files".to_owned());
    }
    let format = rows::Format::of(path).ok_or("the file is neither CSV nor JSON")?;
    let text = rows::decoded(input)?;
    Ok(kinds::parse_rows(
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

fn report(taken: usize, problems: &[String], more: usize, notes: &[String]) -> String {
    let skipped = problems.len() + more;
    let mut report = format!("Imported: {taken}. Skipped: {skipped}.\n");
    let rest = (more > 0).then(|| format!("And {more} more rows were skipped."));
    for line in problems.iter().chain(&rest).chain(notes) {
        report.push_str(line);
        report.push('\n');
    }
    if problems
        .iter()
        .any(|problem| problem.contains("specify --"))
    {
        report.push_str(
"In the import folder, an option such as --time-zone ZONE is given by a first line '# time-zone: ZONE'.\n",
        );
    }
    report
}

/// Moves a file and its report into the subfolder `place`, under an unused name. A file that changed since it was
/// read stays.
fn move_file(
    folder: &Path,
    (path, state): (&Path, FileState),
    place: &str,
    report: &str,
) -> std::io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if file_state(&metadata) == state => {}
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        // The file was changed or removed meanwhile.
        _ => return Ok(()),
    }
    let place = folder.join(place);
    fs::create_dir_all(&place)?;
    let name = name_of(path);
    let free = (0..1_000)
        .map(|nth| match nth {
            0 => name.clone(),
            nth => format!("{nth}-{name}"),
        })
        .find(|name| !place.join(name).exists())
        .unwrap_or(name);
    fs::write(place.join(format!("{free}.report.txt")), report)?;
    fs::rename(path, place.join(free))
}

#[cfg(test)]
mod tests;

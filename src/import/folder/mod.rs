//! The watched folder: what a person puts into `<data-dir>/import/` is taken by the running server, row by
//! row. A file goes to `done/` when what was taken of it is on disk (in a cluster: and passed on), or to `rejected/` when
//! nothing could be taken, each with a report beside it. While nothing can be written, files wait.

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
pub(super) use self::bars::take as take_bars;
pub(crate) use self::kinds::NAME;
use self::kinds::{Kind, Taken};
use crate::{
    domain::Timestamp,
    import::input::Input,
    market::Market,
    source::{Context, Refresh, Source, SourceError, Update},
    store::Store,
};

/// Pause between two looks into the folder.
const EVERY: Duration = Duration::from_secs(3);
/// Larger files are refused: the command `import bars` takes those.
const MOST_BYTES: u64 = 64 << 20;
/// Files of anything but bars: what is made of their rows is whole in memory.
const MOST_BYTES_OF_OTHERS: u64 = 16 << 20;
/// Bars that are handed on together: the next follow when these are on disk.
const BARS_TOGETHER: usize = 16_384;
const DONE: &str = "done";
const REJECTED: &str = "rejected";

/// What a file looked like from outside.
type Look = (u64, Option<SystemTime>);

/// The source that reads the folder.
pub(crate) struct ImportFolder {
    folder: PathBuf,
    market: Arc<Market>,
    store: Store,
    /// Files that were there at the last look: one that is still being written changes.
    seen: HashMap<PathBuf, Look>,
}

impl ImportFolder {
    /// Reads `folder`, which is made when it is missing.
    pub(crate) fn new(folder: PathBuf, market: Arc<Market>, store: Store) -> Self {
        Self {
            folder,
            market,
            store,
            seen: HashMap::new(),
        }
    }

    async fn look(&mut self, context: &Context) -> Result<Duration, SourceError> {
        let folder = self.folder.clone();
        let found = blocking(move || list(&folder)).await?;
        let seen = std::mem::replace(&mut self.seen, found.clone());
        if !self.store.condition().writable {
            return Ok(EVERY);
        }
        let mut complete: Vec<(PathBuf, Look)> = found
            .into_iter()
            .filter(|(path, look)| seen.get(path) == Some(look))
            .collect();
        // What other files speak of comes first.
        complete.sort_by_key(|(path, _)| {
            (
                Kind::of(&name_of(path)) != Some(Kind::Tickers),
                path.clone(),
            )
        });
        for (path, look) in complete {
            self.take(context, path, look).await?;
        }
        Ok(EVERY)
    }

    /// Hands on what a file holds, and moves the file once that is on disk. Where it could not be written, or the file
    /// changed meanwhile, it stays and is read again.
    async fn take(
        &mut self,
        context: &Context,
        path: PathBuf,
        look: Look,
    ) -> Result<(), SourceError> {
        let (now, market, file) = (context.clock.now(), Arc::clone(&self.market), path.clone());
        let read = spawn_blocking(move || read(&file, &market, now)).await;
        let read = read.map_err(|error| SourceError::Shape(error.to_string()))?;
        let name = name_of(&path);
        let Taken {
            updates,
            series,
            quotes,
            rows: taken,
            problems,
            more_problems,
            notes,
        } = read.unwrap_or_else(Taken::refused);
        if !problems.is_empty() {
            let error = SourceError::Shape(format!("{name}: {}", problems[0]));
            context.health.failed_in_part(now, &error);
        }
        let report = report(taken, &problems, more_problems, &notes);
        if taken == 0 {
            tracing::warn!(
                file = name,
                "nothing of a file in the import folder was taken"
            );
            let folder = self.folder.clone();
            return blocking(move || put_away(&folder, (&path, look), REJECTED, &report)).await;
        }
        for update in updates {
            context.sink.send(update).await?;
        }
        for (symbol, interval, bars) in series {
            let mut bars = bars.iter().peekable();
            while bars.peek().is_some() {
                let bars = bars.by_ref().take(BARS_TOGETHER).collect();
                let symbol = symbol.clone();
                let update = Update::Bars {
                    symbol,
                    interval,
                    bars,
                };
                context.sink.send(update).await?;
                if !context.sink.save().await? {
                    not_saved(&name);
                    return Ok(());
                }
            }
        }
        if let Some(quotes) = quotes {
            context.sink.send(quotes).await?;
        }
        if !context.sink.save().await? {
            not_saved(&name);
            return Ok(());
        }
        self.store.wait_replicated().await;
        tracing::info!(
            file = name,
            taken,
            left_out = problems.len() + more_problems,
            "a file in the import folder was read"
        );
        let folder = self.folder.clone();
        blocking(move || put_away(&folder, (&path, look), DONE, &report)).await
    }
}

/// Says that a file stays.
fn not_saved(file: &str) {
    tracing::warn!(
        file,
        "import folder: rows could not be saved; the file stays and is read again"
    );
}

impl Source for ImportFolder {
    fn name(&self) -> &'static str {
        NAME
    }

    fn refresh<'a>(&'a mut self, context: &'a Context) -> Refresh<'a> {
        Box::pin(self.look(context))
    }
}

/// Work with files, where it may take its time.
async fn blocking<T: Send + 'static>(
    work: impl FnOnce() -> std::io::Result<T> + Send + 'static,
) -> Result<T, SourceError> {
    let done = spawn_blocking(work).await;
    done.map_err(std::io::Error::other)
        .and_then(|done| done)
        .map_err(|error| SourceError::Shape(format!("the import folder: {error}")))
}

/// The files of the folder that are data.
fn list(folder: &Path) -> std::io::Result<HashMap<PathBuf, Look>> {
    fs::create_dir_all(folder)?;
    let mut found = HashMap::new();
    for entry in fs::read_dir(folder)? {
        let entry = entry?;
        let (path, metadata) = (entry.path(), entry.metadata()?);
        if metadata.is_file() && is_data(&path) {
            found.insert(path, look_of(&metadata));
        }
    }
    Ok(found)
}

fn look_of(metadata: &fs::Metadata) -> Look {
    (metadata.len(), metadata.modified().ok())
}

/// Whether a file is data by its name; bars also come as text and between tabs.
fn is_data(path: &Path) -> bool {
    let ending = path.extension().unwrap_or_default().to_ascii_lowercase();
    rows::Format::of(path).is_some()
        || (Kind::of(&name_of(path)) == Some(Kind::Bars) && (ending == "txt" || ending == "tsv"))
}

/// What a file holds; the error is one sentence.
fn read(path: &Path, market: &Market, now: Timestamp) -> Result<Taken, String> {
    let name = name_of(path);
    let kind = Kind::of(&name).ok_or_else(|| {
        format!(
            "its name does not say what it holds: it begins with {}",
            Kind::words()
        )
    })?;
    let unreadable = |error: std::io::Error| format!("it cannot be read: {error}");
    let input = Input::open(path, MOST_BYTES).map_err(unreadable)?;
    if kind == Kind::Bars {
        if input.len() > MOST_BYTES {
            return Err(
                "it is larger than 64 MB; 'marketdeck import bars' takes such a file".to_owned(),
            );
        }
        return Ok(bars::take(input, market, now));
    }
    if input.len() > MOST_BYTES_OF_OTHERS {
        return Err("it is larger than 16 MB; split it into several files".to_owned());
    }
    let format = rows::Format::of(path).ok_or("it is neither CSV nor JSON")?;
    let text = rows::decoded(input)?;
    Ok(kinds::take(kind, rows::read(format, &text)?, market, now))
}

fn name_of(path: &Path) -> String {
    path.file_name()
        .unwrap_or_default()
        .to_string_lossy()
        .into_owned()
}

fn report(taken: usize, problems: &[String], more: usize, notes: &[String]) -> String {
    let left_out = problems.len() + more;
    let mut report = format!("Taken: {taken}. Left out: {left_out}.\n");
    let rest = (more > 0).then(|| format!("And {more} more lines were left out."));
    for line in problems.iter().chain(&rest).chain(notes) {
        report.push_str(line);
        report.push('\n');
    }
    if problems.iter().any(|problem| problem.contains("say --")) {
        report.push_str(
            "In a file of this folder, an option such as --time-zone ZONE is a first line '# time-zone: ZONE'.\n",
        );
    }
    report
}

/// Moves a file into `place` below the folder, under a name that is free there, with its report. A file that no
/// longer looks as it did when it was read stays.
fn put_away(
    folder: &Path,
    (path, look): (&Path, Look),
    place: &str,
    report: &str,
) -> std::io::Result<()> {
    match fs::metadata(path) {
        Ok(metadata) if look_of(&metadata) == look => {}
        Err(error) if error.kind() != std::io::ErrorKind::NotFound => return Err(error),
        // Somebody changed it, or took it away.
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

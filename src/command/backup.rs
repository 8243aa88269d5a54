//! The commands `backup`, `restore`, `check` and `salvage`.

use std::{
    fs::{self, File},
    io::{self, IsTerminal as _, Read as _, Write as _},
    path::Path,
    process::{self, ExitCode},
    time::Duration,
};

use anyhow::Context as _;

use super::{
    http, print,
    progress::{Progress, Unit},
    with_market,
};
use crate::{
    app,
    config::{Config, MarketKind},
    runtime::private_file,
    store::{self, PreparedRestore, StoreError},
};

/// Exit code if a file is damaged or records are lost.
const EXIT_DAMAGED: u8 = 3;
/// Maximum time in which a server makes a backup and sends the first byte.
const BACKUP_TIMEOUT: Duration = Duration::from_secs(600);

/// Backs up the database of the configured market to a new file or to standard output (`-`). If a
/// server has the database open, the server makes the backup.
pub fn backup(config: Config, to: &Path) -> anyhow::Result<()> {
    let config = with_market(config)?;
    let (from, market) = (config.database(), config.market.kind.as_str());
    // Opening a missing database would create it.
    anyhow::ensure!(from.exists(), "there is no database at {}", from.display());
    if to == Path::new("-") {
        backup_to_output(&config)?;
        // The message goes to standard error, because standard output contains the backup.
        errln!("Backed up the {market} market from {}", from.display());
        return Ok(());
    }
    ensure_missing(to)?;
    make_backup(&config, to)?;
    outln!(
        "Backed up the {market} market from {} to {}; use 'marketdeck restore' to restore it",
        from.display(),
        to.display()
    )
}

/// Makes and verifies a backup at `to`, which must not exist yet.
fn make_backup(config: &Config, to: &Path) -> anyhow::Result<()> {
    let result = match app::open_store(config) {
        Ok(store) => {
            let progress = Progress::new("Copying", Unit::Records);
            let result = store.backup(to, &|done, total| progress.update(done, total));
            store.close()?;
            result.map_err(anyhow::Error::from)
        }
        Err(error) => match error.downcast_ref() {
            Some(StoreError::Locked(_)) => request_backup(config, to),
            _ => return Err(error),
        },
    };
    result.with_context(|| format!("cannot make a backup at {}", to.display()))
}

/// Writes a backup to standard output, for programs such as `restic backup --stdin`. The backup is
/// first made and verified in the data directory, so nothing is written to the output if that
/// fails.
fn backup_to_output(config: &Config) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    anyhow::ensure!(
        !out.is_terminal(),
        "cannot write a backup to a terminal; specify a file name, or redirect the output"
    );
    let name = format!("backup-{}.redb", process::id());
    let temporary = config.storage.data_dir.join(name);
    ensure_missing(&temporary)?;
    make_backup(config, &temporary)?;
    let file = File::open(&temporary);
    // The open file stays readable and disappears when the process ends, even if the process is killed.
    fs::remove_file(&temporary)
        .with_context(|| format!("cannot remove {}", temporary.display()))?;
    let mut backup = file.with_context(|| format!("cannot read {}", temporary.display()))?;
    io::copy(&mut backup, &mut out)
        .and_then(|_| out.flush())
        .context("cannot write the backup to standard output")?;
    Ok(())
}

fn ensure_missing(to: &Path) -> anyhow::Result<()> {
    anyhow::ensure!(
        !to.exists(),
        "{} already exists; choose a new file name",
        to.display()
    );
    Ok(())
}

/// Requests a backup from the server at the configured address and verifies it.
fn request_backup(config: &Config, to: &Path) -> anyhow::Result<()> {
    let mut partial = to.as_os_str().to_owned();
    partial.push(".partial");
    let partial = Path::new(&partial);
    let result = download(config, partial).and_then(|()| {
        let progress = Progress::new("Checking", Unit::Records);
        let report = store::check(partial, &|done, total| progress.update(done, total))?;
        let (market, expected) = (report.market.as_deref(), config.market.kind.as_str());
        anyhow::ensure!(
            market == Some(expected),
            "the server at this address serves the {} market, but another server has {} open; specify its address with --listen", market.unwrap_or("empty"),
            config.database().display()
        );
        fs::rename(partial, to)?;
        Ok(private_file::sync_folder_of(to)?)

    });
    if result.is_err() {
        let _ = fs::remove_file(partial);
    }
    result
}

fn download(config: &Config, to: &Path) -> anyhow::Result<()> {
    let address = http::local_address(config.server.listen);
    let stream = http::connect(address).with_context(|| {
        format!(
            "{} is in use by another Marketdeck, but no server responds on {address}; specify its address with --listen",
            config.database().display()
        )
    })?;
    let path = format!("{}api/backup", config.server.base_path);
    let progress = Progress::new("Copying", Unit::Bytes);
    // The total is unknown until the server has made the backup.
    progress.update(0, 0);
    let mut response = http::get(stream, &path, config.token.as_deref(), BACKUP_TIMEOUT)
        .context("no response from the server")?;
    if response.status == "401" {
        anyhow::bail!(
            "the server on {address} requires a token; set MARKETDECK_TOKEN to a token with write access (see /settings)"
        );
    }
    if response.status != "200" {
        anyhow::bail!(
            "the server on {address} rejected the request: {}",
            response.text()
        );
    }
    let length = response
        .length
        .context("the server did not send the length of the backup")?;
    let mut file = File::create(to).with_context(|| format!("cannot create {}", to.display()))?;
    let (mut buffer, mut received) = (vec![0; 64 * 1_024], 0);
    loop {
        let read = response.body.read(&mut buffer)?;
        if read == 0 {
            break;
        }
        file.write_all(&buffer[..read])?;
        received += read as u64;
        progress.update(received, length);
    }
    anyhow::ensure!(
        received == length,
        "the server on {address} closed the connection after {received} of {length} bytes"
    );
    Ok(file.sync_all()?)
}

/// Verifies a backup and replaces the database of its market with it.
pub fn restore(config: &Config, from: &Path) -> anyhow::Result<()> {
    let folder = &config.storage.data_dir;
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the data directory {}", folder.display()))?;
    let progress = Progress::new("Reading", Unit::Records);
    let copy = PreparedRestore::prepare(from, folder, &|done, total| progress.update(done, total))
        .with_context(|| format!("cannot restore {}", from.display()))?;
    drop(progress);
    let market = copy.market();
    let kind = MarketKind::ALL
        .into_iter()
        .find(|kind| Some(kind.as_str()) == market);
    let kind = kind.unwrap_or(config.market.kind);
    anyhow::ensure!(
        !config.market.is_explicit || kind == config.market.kind,
        "{} contains the {} market and cannot replace the {} market",
        from.display(),
        kind.as_str(),
        config.market.kind.as_str()
    );
    let database = config.storage.database(kind);
    let preserved = copy.install(&database)?;
    let note =
        preserved.map(|path| format!("; the previous database was kept as {}", path.display()));
    outln!(
        "Restored the {} market to {} from {}{}",
        kind.as_str(),
        database.display(),
        from.display(),
        note.unwrap_or_default()
    )
}

/// Verifies every record of a file, or of the database of the configured market, and reports
/// whether it is intact.
pub fn check(config: Config, file: Option<&Path>) -> anyhow::Result<ExitCode> {
    let path = match file {
        Some(file) => file.to_owned(),
        None => with_market(config)?.database(),
    };
    let progress = Progress::new("Checking", Unit::Records);
    let result = store::check(&path, &|done, total| progress.update(done, total));
    drop(progress);
    match result {
        Ok(report) => {
            outln!(
                "{} is intact: {} records (schema {}, {} market)",
                path.display(),
                report.records,
                report.schema,
                report.market.as_deref().unwrap_or("no")
            )?;
            Ok(ExitCode::SUCCESS)
        }
        Err(error) if error.is_damage() => {
            outln!("{}: {error}", path.display())?;
            Ok(ExitCode::from(EXIT_DAMAGED))
        }
        Err(error) => Err(error.into()),
    }
}

/// Copies the intact records of a damaged file to a new file and reports the result.
pub fn salvage(from: &Path, to: Option<&Path>) -> anyhow::Result<ExitCode> {
    let to = to.map_or_else(|| from.with_extension("salvaged.redb"), Path::to_owned);
    ensure_missing(&to)?;
    let progress = Progress::new("Reading", Unit::Records);
    let report = store::salvage(from, &to, &|done, total| progress.update(done, total)).map_err(
        |error| match error {
            // The message of this error recommends `salvage`, which has just failed.
            StoreError::Damaged(reason) => anyhow::anyhow!(
                "nothing can be recovered from {}: {reason}; restore a backup",
                from.display()
            ),
            error => anyhow::Error::new(error)
                .context(format!("cannot recover anything from {}", from.display())),
        },
    )?;
    drop(progress);
    let (recovered, lost) = (report.recovered(), report.lost());
    print(&report.to_string())?;
    let total = if report.is_scanned {
        String::new()
    } else {
        format!(" of {}", recovered + lost)
    };
    outln!(
        "Recovered {recovered}{total} records from {} to {}; stop Marketdeck and replace the damaged file with the new one",
        from.display(),
        to.display()
    )?;
    if report.is_scanned {
        outln!(
            "The file's index was damaged, so its pages were scanned: records may be missing, older than the last change, or \
             already deleted; check lists, alerts and API tokens"
        )?;
        return Ok(ExitCode::from(EXIT_DAMAGED));
    }
    if lost == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    let records = if lost == 1 {
        "1 record was lost".to_owned()
    } else {
        format!("{lost} records were lost")
    };
    outln!("{records}; prices, bars and news will be fetched again from their sources")?;
    Ok(ExitCode::from(EXIT_DAMAGED))
}

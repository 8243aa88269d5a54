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
    store::{self, PreparedRestore, StoreError},
};

/// Exit code if a file is damaged or records are lost.
const EXIT_DAMAGED: u8 = 3;
/// Time limit for the server to make a backup before it sends the first byte.
const BACKUP_TIMEOUT: Duration = Duration::from_secs(600);

/// Backs up the database of the chosen market to a new file, or to standard output (`-`). If a server has the database open,
/// the server makes the backup.
pub fn backup(config: Config, to: &Path) -> anyhow::Result<()> {
    let config = with_market(config)?;
    let (from, market) = (config.database(), config.market.kind.as_str());
    // Opening would create a database.
    anyhow::ensure!(from.exists(), "there is no database at {}", from.display());
    if to == Path::new("-") {
        backup_to_output(&config)?;
        // Standard output is the backup.
        errln!("Backed up the {market} market from {}", from.display());
        return Ok(());
    }
    refuse_existing(to)?;
    copy(&config, to)?;
    outln!(
        "Backed up the {market} market from {} to {}; use 'marketdeck restore' to restore it",
        from.display(),
        to.display()
    )
}

/// Makes and verifies a backup at `to`, which must not exist.
fn copy(config: &Config, to: &Path) -> anyhow::Result<()> {
    let copied = match app::open_store(config) {
        Ok(store) => {
            let progress = Progress::new("Copying", Unit::Records);
            let copied = store.backup(to, &|done, of| progress.at(done, of));
            store.close()?;
            copied.map_err(anyhow::Error::from)
        }
        Err(error) => match error.downcast_ref() {
            Some(StoreError::Locked(_)) => ask_for_copy(config, to),
            _ => return Err(error),
        },
    };
    copied.with_context(|| format!("cannot make a backup at {}", to.display()))
}

/// Writes a backup to standard output, for programs such as `restic backup --stdin`. It is first made and verified in the data
/// directory, so nothing is written if that fails.
fn backup_to_output(config: &Config) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    anyhow::ensure!(
        !out.is_terminal(),
        "cannot write a backup to a terminal; give a file name, or redirect the output"
    );
    let name = format!("backup-{}.redb", process::id());
    let place = config.storage.data_dir.join(name);
    refuse_existing(&place)?;
    copy(config, &place)?;
    let opened = File::open(&place);
    // The open file stays readable and disappears however the process ends.
    fs::remove_file(&place).with_context(|| format!("cannot remove {}", place.display()))?;
    let mut copy = opened.with_context(|| format!("cannot read {}", place.display()))?;
    io::copy(&mut copy, &mut out)
        .and_then(|_| out.flush())
        .context("cannot write the backup to standard output")?;
    Ok(())
}

fn refuse_existing(to: &Path) -> anyhow::Result<()> {
    anyhow::ensure!(
        !to.exists(),
        "{} already exists; choose a new file name",
        to.display()
    );
    Ok(())
}

/// Requests a backup from the server at the configured address, and verifies it.
fn ask_for_copy(config: &Config, to: &Path) -> anyhow::Result<()> {
    let mut part = to.as_os_str().to_owned();
    part.push(".part");
    let part = Path::new(&part);
    let taken = download(config, part).and_then(|()| {
        let progress = Progress::new("Checking", Unit::Records);
        let checked = store::check(part, &|done, of| progress.at(done, of))?;
        let (held, wanted) = (checked.market.as_deref(), config.market.kind.as_str());
        anyhow::ensure!(
            held == Some(wanted),
            "the server at this address serves the {} market, but another one has {} open; give its address with --listen",
            held.unwrap_or("empty"),
            config.database().display()
        );
        fs::rename(part, to)?;
        sync_folder_of(to)

    });
    if taken.is_err() {
        let _ = fs::remove_file(part);
    }
    taken
}

/// Syncs the folder of a file, so that its name survives a power cut.
fn sync_folder_of(file: &Path) -> anyhow::Result<()> {
    // Windows cannot open a folder as a file, and does not need this.
    if cfg!(unix) {
        let folder = file
            .parent()
            .filter(|folder| !folder.as_os_str().is_empty());
        File::open(folder.unwrap_or(Path::new(".")))?.sync_all()?;
    }
    Ok(())
}

fn download(config: &Config, to: &Path) -> anyhow::Result<()> {
    let address = http::reachable(config.server.listen);
    let stream = http::connect(address).with_context(|| {
        format!(
            "{} is in use by another Marketdeck, but none responds on {address}; give its address with --listen",
            config.database().display()
        )
    })?;
    let path = format!("{}api/backup", config.server.base_path);
    let progress = Progress::new("Copying", Unit::Bytes);
    // The server makes the whole backup before it sends the first byte.
    progress.at(0, 0);
    let mut answer = http::get(stream, &path, config.token.as_deref(), BACKUP_TIMEOUT)
        .context("no response from the server")?;
    if answer.status == "401" {
        anyhow::bail!(
            "the server on {address} requires a token; set MARKETDECK_TOKEN to one with write access (see /settings)"
        );
    }
    if answer.status != "200" {
        anyhow::bail!("the server on {address} refused: {}", answer.text());
    }
    let length = answer
        .length
        .context("the server did not send the length of the backup")?;
    let mut file = File::create(to).with_context(|| format!("cannot create {}", to.display()))?;
    let (mut piece, mut taken) = (vec![0; 64 * 1_024], 0);
    loop {
        let read = answer.body.read(&mut piece)?;
        if read == 0 {
            break;
        }
        file.write_all(&piece[..read])?;
        taken += read as u64;
        progress.at(taken, length);
    }
    anyhow::ensure!(
        taken == length,
        "the server on {address} closed the connection after {taken} of {length} bytes"
    );
    Ok(file.sync_all()?)
}

/// Replaces the database of a backup's market by the backup, after reading all of it.
pub fn restore(config: &Config, from: &Path) -> anyhow::Result<()> {
    let folder = &config.storage.data_dir;
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the data directory {}", folder.display()))?;
    let progress = Progress::new("Reading", Unit::Records);
    let copy = PreparedRestore::prepare(from, folder, &|done, of| progress.at(done, of))
        .with_context(|| format!("cannot restore {}", from.display()))?;
    drop(progress);
    let held = copy.market();
    let held = MarketKind::ALL
        .into_iter()
        .find(|kind| Some(kind.as_str()) == held);
    let kind = held.unwrap_or(config.market.kind);
    anyhow::ensure!(
        !config.market.is_chosen || kind == config.market.kind,
        "{} holds the {} market and cannot replace the {} market",
        from.display(),
        kind.as_str(),
        config.market.kind.as_str()
    );
    let database = config.storage.database(kind);
    let kept = copy.install(&database)?;
    let kept = kept.map(|kept| format!("; the previous database was kept as {}", kept.display()));
    outln!(
        "Restored the {} market to {} from {}{}",
        kind.as_str(),
        database.display(),
        from.display(),
        kept.unwrap_or_default()
    )
}

/// Reads every record of a file, or of the database of the chosen market, and reports whether it is intact.
pub fn check(config: Config, file: Option<&Path>) -> anyhow::Result<ExitCode> {
    let path = match file {
        Some(file) => file.to_owned(),
        None => with_market(config)?.database(),
    };
    let progress = Progress::new("Checking", Unit::Records);
    let checked = store::check(&path, &|done, of| progress.at(done, of));
    drop(progress);
    match checked {
        Ok(checked) => {
            outln!(
                "{} is intact: {} records (schema {}, {} market)",
                path.display(),
                checked.records,
                checked.schema,
                checked.market.as_deref().unwrap_or("no")
            )?;
            Ok(ExitCode::SUCCESS)
        }
        Err(damaged) if damaged.is_damage() => {
            outln!("{}: {damaged}", path.display())?;
            Ok(ExitCode::from(EXIT_DAMAGED))
        }
        Err(error) => Err(error.into()),
    }
}

/// Copies the intact records of a damaged file to a new one, and reports the result.
pub fn salvage(from: &Path, to: Option<&Path>) -> anyhow::Result<ExitCode> {
    let to = to.map_or_else(|| from.with_extension("salvaged.redb"), Path::to_owned);
    refuse_existing(&to)?;
    let progress = Progress::new("Reading", Unit::Records);
    let salvaged = store::salvage(from, &to, &|done, of| progress.at(done, of)).map_err(
        |error| match error {
            // The message of this error recommends the command that just failed.
            StoreError::Damaged(what) => anyhow::anyhow!(
                "nothing can be recovered from {}: {what}; restore a backup",
                from.display()
            ),
            error => anyhow::Error::new(error)
                .context(format!("cannot recover anything from {}", from.display())),
        },
    )?;
    drop(progress);
    let (recovered, lost) = (salvaged.recovered(), salvaged.lost());
    print(&salvaged.to_string())?;
    let of = if salvaged.is_scanned {
        String::new()
    } else {
        format!(" of {}", recovered + lost)
    };
    outln!(
        "Recovered {recovered}{of} records from {} to {}; stop Marketdeck and replace the damaged file with the new one",
        from.display(),
        to.display()
    )?;
    if salvaged.is_scanned {
        outln!(
            "The file's index was damaged, so its pages were scanned: records may be missing, older than the last change, or \
             already deleted; check lists, alerts and access tokens"
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

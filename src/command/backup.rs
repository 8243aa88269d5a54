//! Copies of the database: made, checked, gone back to, and what is whole taken out of a damaged one.

use std::{
    fs::{self, File},
    io::{self, IsTerminal as _, Read as _, Write as _},
    path::Path,
    process::{self, ExitCode},
    time::Duration,
};

use anyhow::Context as _;

use super::{
    http, of_market, print,
    progress::{Progress, Unit},
};
use crate::{
    app,
    config::{Config, MarketKind},
    store::{self, Restorable, StoreError},
};

/// Exit code where something is damaged.
const LOSSES: u8 = 3;
/// How long the server may take to make a copy before it sends any of it.
const MAKING: Duration = Duration::from_secs(600);

/// Copies the database of the chosen market into a new file, or to standard output (`-`): by itself, or by the server that
/// has it open.
pub fn backup(config: Config, to: &Path) -> anyhow::Result<()> {
    let config = of_market(config)?;
    let (from, market) = (config.database(), config.market.kind.as_str());
    // Opening would make one.
    anyhow::ensure!(
        from.exists(),
        "there is no database at {} to copy",
        from.display()
    );
    if to == Path::new("-") {
        backup_to_output(&config)?;
        // Standard output holds the copy.
        complain!("Copied the {market} market, {}", from.display());
        return Ok(());
    }
    refuse_existing(to)?;
    copy(&config, to)?;
    say!(
        "Copied the {market} market, {}, to {}; 'marketdeck restore' goes back to it",
        from.display(),
        to.display()
    )
}

/// Makes a checked copy at `to`, which does not exist.
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
    copied.with_context(|| format!("no copy could be made at {}", to.display()))
}

/// Writes a copy to standard output, for programs that read one (`restic backup --stdin`). It is made and checked in the data
/// directory first: what cannot be copied writes nothing.
fn backup_to_output(config: &Config) -> anyhow::Result<()> {
    let mut out = io::stdout().lock();
    anyhow::ensure!(
        !out.is_terminal(),
        "a copy is not for a terminal; name a file, or redirect the output"
    );
    let name = format!("backup-{}.redb", process::id());
    let place = config.storage.data_dir.join(name);
    refuse_existing(&place)?;
    copy(config, &place)?;
    let opened = File::open(&place);
    // What is open can be read all the same, and is gone however this ends.
    fs::remove_file(&place).with_context(|| format!("{} could not be removed", place.display()))?;
    let mut copy = opened.with_context(|| format!("{} could not be read", place.display()))?;
    io::copy(&mut copy, &mut out)
        .and_then(|_| out.flush())
        .context("the copy could not be written to standard output")?;
    Ok(())
}

fn refuse_existing(to: &Path) -> anyhow::Result<()> {
    anyhow::ensure!(
        !to.exists(),
        "{} exists already; name a file that does not",
        to.display()
    );
    Ok(())
}

/// Has the server at the configured address make a copy, and checks what arrived.
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
            "the server that answers serves the {} market, and another one has {} open; name its address with --listen",
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

/// Has the name of a file last over a power cut: 'it was copied' is said of what is there afterwards as well.
fn sync_folder_of(file: &Path) -> anyhow::Result<()> {
    // On Windows no folder can be opened as a file, and names last by themselves.
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
            "{} is in use by another Marketdeck, and none answers on {address}; name its address with --listen",
            config.database().display()
        )
    })?;
    let path = format!("{}api/backup", config.server.base_path);
    let progress = Progress::new("Copying", Unit::Bytes);
    // The server makes all of its copy before it sends any of it.
    progress.at(0, 0);
    let mut answer = http::get(stream, &path, config.token.as_deref(), MAKING)
        .context("the server did not answer")?;
    if answer.status == "401" {
        anyhow::bail!(
            "the server on {address} asks for a password; put a token that may write into MARKETDECK_TOKEN (see /settings)"
        );
    }
    if answer.status != "200" {
        anyhow::bail!("the server on {address} refused: {}", answer.text());
    }
    let length = answer
        .length
        .context("the server does not say how long its copy is")?;
    let mut file = File::create(to).with_context(|| format!("{} cannot be made", to.display()))?;
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
        "the server on {address} broke off after {taken} of {length} bytes"
    );
    Ok(file.sync_all()?)
}

/// Puts a copy in the place of the database of its market, after reading all of it.
pub fn restore(config: &Config, from: &Path) -> anyhow::Result<()> {
    let folder = &config.storage.data_dir;
    fs::create_dir_all(folder)
        .with_context(|| format!("the data directory {} could not be made", folder.display()))?;
    let progress = Progress::new("Reading", Unit::Records);
    let copy = Restorable::of(from, folder, &|done, of| progress.at(done, of))
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
    let kept = copy.put(&database)?;
    let kept = kept.map(|kept| format!("; what was there stays as {}", kept.display()));
    say!(
        "Restored the {} market, {}, from {}{}",
        kind.as_str(),
        database.display(),
        from.display(),
        kept.unwrap_or_default()
    )
}

/// Reads every record of a file, or of the database of the chosen market, and says whether it is whole.
pub fn check(config: Config, file: Option<&Path>) -> anyhow::Result<ExitCode> {
    let path = match file {
        Some(file) => file.to_owned(),
        None => of_market(config)?.database(),
    };
    let progress = Progress::new("Checking", Unit::Records);
    let checked = store::check(&path, &|done, of| progress.at(done, of));
    drop(progress);
    match checked {
        Ok(checked) => {
            say!(
                "{} is whole: {} records (schema {}, {} market)",
                path.display(),
                checked.records,
                checked.schema,
                checked.market.as_deref().unwrap_or("no")
            )?;
            Ok(ExitCode::SUCCESS)
        }
        Err(damaged) if damaged.is_damage() => {
            say!("{}: {damaged}", path.display())?;
            Ok(ExitCode::from(LOSSES))
        }
        Err(error) => Err(error.into()),
    }
}

/// Takes what is whole out of a damaged file into a new one, and says what that was.
pub fn salvage(from: &Path, to: Option<&Path>) -> anyhow::Result<ExitCode> {
    let to = to.map_or_else(|| from.with_extension("salvaged.redb"), Path::to_owned);
    refuse_existing(&to)?;
    let progress = Progress::new("Reading", Unit::Records);
    let salvaged = store::salvage(from, &to, &|done, of| progress.at(done, of)).map_err(
        |error| match error {
            // Its own sentence advises to do what was just tried.
            StoreError::Damaged(what) => anyhow::anyhow!(
                "nothing can be recovered from {}: {what}; restore a backup",
                from.display()
            ),
            error => anyhow::Error::new(error).context(format!(
                "nothing could be recovered from {}",
                from.display()
            )),
        },
    )?;
    drop(progress);
    let (taken, lost) = (salvaged.taken(), salvaged.lost());
    print(&salvaged.to_string())?;
    let of = if salvaged.is_scanned {
        String::new()
    } else {
        format!(" of {}", taken + lost)
    };
    say!(
        "Took {taken}{of} records out of {} into {}; put that in the place of the first while Marketdeck is stopped",
        from.display(),
        to.display()
    )?;
    if salvaged.is_scanned {
        say!(
            "The index of the file was damaged, so its pages were searched: records may be missing, older than the last change, or \
             deleted since; look through lists, alerts and access tokens"
        )?;
        return Ok(ExitCode::from(LOSSES));
    }
    if lost == 0 {
        return Ok(ExitCode::SUCCESS);
    }
    let records = if lost == 1 {
        "1 record is lost".to_owned()
    } else {
        format!("{lost} records are lost")
    };
    say!("{records}; prices, bars and news come again from their sources")?;
    Ok(ExitCode::from(LOSSES))
}

//! Opening the database of the chosen market, for the server and for the commands.

use std::{
    fs::{self, OpenOptions},
    io::ErrorKind,
    path::Path,
};

use anyhow::Context as _;
use jiff::Timestamp;

use crate::{
    catalogue::Catalogue,
    config::{Config, MarketConfig, MarketKind},
    domain::ticker::{Ticker, TickerId},
    store::{Identity, MarketBatch, Store},
};

/// Opens the database of the chosen market, making the data directory when it is missing.
pub(crate) fn open_store(config: &Config) -> anyhow::Result<Store> {
    let (folder, database) = (&config.storage.data_dir, config.database());
    fs::create_dir_all(folder)
        .with_context(|| format!("the data directory {} could not be made", folder.display()))
        .map_err(|error| with_user(error, folder))?;
    check_access(folder, &database)?;
    let store = Store::open(&database)?;
    store.check_identity(&identity(config, None))?;
    Ok(store)
}

/// What the database of this configuration is for. The sample market has a clock of its own, and of
/// the commands only the server knows its seed and its hours.
pub(super) fn identity(config: &Config, simulated: Option<&MarketConfig>) -> Identity {
    let (market, now) = (config.market.kind, config.market.now);
    let simulated = simulated.filter(|_| market == MarketKind::Sample);
    Identity {
        market: market.as_str().to_owned(),
        seed: simulated.map(|config| config.seed),
        hours: simulated.map(|config| config.sample_hours.as_str().to_owned()),
        clock_set: (market == MarketKind::Live).then_some(now.is_some()),
    }
}

/// Refuses a folder or file that this process may not write, with its path and the user's number:
/// a folder that Docker made belongs to root, and the server does not run as root.
fn check_access(folder: &Path, database: &Path) -> anyhow::Result<()> {
    let refused = |path: &Path| {
        anyhow::anyhow!(
            "{} may not be written by {}, as whom Marketdeck runs; give it to that user (chown), or choose another folder with --data-dir",
            path.display(),
            user()
        )
    };
    if !may_write(folder) {
        return Err(refused(folder));
    }
    let opened = OpenOptions::new().read(true).write(true).open(database);
    match opened {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(refused(database)),
        // Whatever else there is to say of it, the store says better.
        _ => Ok(()),
    }
}

fn with_user(error: anyhow::Error, folder: &Path) -> anyhow::Error {
    let denied = error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::PermissionDenied);
    if denied {
        error.context(format!(
            "{}, as whom Marketdeck runs, may not write where {} should be",
            user(),
            folder.display()
        ))
    } else {
        error
    }
}

#[cfg(unix)]
fn may_write(folder: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(folder, Access::WRITE_OK | Access::EXEC_OK).is_ok()
}

/// Opening the database says it.
#[cfg(windows)]
fn may_write(_: &Path) -> bool {
    true
}

#[cfg(unix)]
fn user() -> String {
    format!("user {}", rustix::process::geteuid().as_raw())
}

#[cfg(windows)]
fn user() -> String {
    "the user".to_owned()
}

/// Gives the catalogue's tickers their numbers in a database that has none yet, so that ticker 1 is
/// the S&P 500 even where a file is imported before the first start.
pub(crate) fn number_tickers(store: &Store, market: MarketKind) -> anyhow::Result<()> {
    if !store.snapshot()?.tickers.is_empty() {
        return Ok(());
    }
    let catalogue = Catalogue::embedded().context("the embedded catalogue is damaged")?;
    let profiles = match market {
        MarketKind::Sample => catalogue.profiles(),
        MarketKind::Live => catalogue.names(),
    };
    let ticker = |(id, profile)| Ticker::new(TickerId(id), profile);
    let tickers = (1..).zip(profiles).map(ticker).collect();
    let batch = MarketBatch {
        tickers,
        ..MarketBatch::default()
    };
    Ok(store.commit(&batch, Timestamp::UNIX_EPOCH)?)
}

//! Opens the database of the configured market for the server and for commands.

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

/// Opens the database of the configured market. Creates the data directory if it is missing.
pub(crate) fn open_store(config: &Config) -> anyhow::Result<Store> {
    let (folder, database) = (&config.storage.data_dir, config.database());
    fs::create_dir_all(folder)
        .with_context(|| format!("cannot create the data directory {}", folder.display()))
        .map_err(|error| with_user(error, folder))?;
    check_access(folder, &database)?;
    let store = Store::open(&database)?;
    store.check_identity(&identity(config, None))?;
    Ok(store)
}

/// Returns the expected identity of the database. `simulated` is the configuration of the sample
/// market, which only the server has. Commands accept any seed and hours.
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

/// Returns an error with the path and the user if this process may not write to the folder or the
/// file. This happens with a folder that Docker creates, which belongs to root, because the server
/// does not run as root.
fn check_access(folder: &Path, database: &Path) -> anyhow::Result<()> {
    let not_writable = |path: &Path| {
        anyhow::anyhow!(
            "{} is not writable by {}, which runs Marketdeck; give it to that user (chown), or choose another folder with --data-dir",
            path.display(),
            user()
        )
    };
    if !is_writable(folder) {
        return Err(not_writable(folder));
    }
    let file = OpenOptions::new().read(true).write(true).open(database);
    match file {
        Err(error) if error.kind() == ErrorKind::PermissionDenied => Err(not_writable(database)),
        // Other errors are reported when the store is opened.
        _ => Ok(()),
    }
}

/// Adds the user to an error about missing permissions.
fn with_user(error: anyhow::Error, folder: &Path) -> anyhow::Error {
    let is_denied = error
        .downcast_ref::<std::io::Error>()
        .is_some_and(|error| error.kind() == ErrorKind::PermissionDenied);
    if is_denied {
        error.context(format!(
            "{}, which runs Marketdeck, is not allowed to create {}",
            user(),
            folder.display()
        ))
    } else {
        error
    }
}

#[cfg(unix)]
fn is_writable(folder: &Path) -> bool {
    use rustix::fs::{Access, access};
    access(folder, Access::WRITE_OK | Access::EXEC_OK).is_ok()
}

/// Returns true. On Windows, missing permissions are reported when the database is opened.
#[cfg(windows)]
fn is_writable(_: &Path) -> bool {
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

/// Stores the tickers of the catalogue in a new database, so that they have the usual ids (ticker 1
/// is the S&P 500) even if a file is imported before the first start.
pub(crate) fn number_tickers(store: &Store, market: MarketKind) -> anyhow::Result<()> {
    if !store.snapshot()?.tickers.is_empty() {
        return Ok(());
    }
    let catalogue = Catalogue::embedded().context("the embedded catalogue is damaged")?;
    let profiles = match market {
        MarketKind::Sample => catalogue.profiles(),
        MarketKind::Live => catalogue.live_profiles(),
    };
    let ticker = |(id, profile)| Ticker::new(TickerId(id), profile);
    let tickers = (1..).zip(profiles).map(ticker).collect();
    let batch = MarketBatch {
        tickers,
        ..MarketBatch::default()
    };
    Ok(store.commit(&batch, Timestamp::UNIX_EPOCH)?)
}

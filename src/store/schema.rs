//! The database schema: every table, declared once.

use redb::{
    Database, ReadTransaction, ReadableDatabase as _, TableDefinition, TableError, TableHandle,
    WriteTransaction,
};

use super::{
    Result, StoreError,
    bars::{codec, tail::Tail},
    file::legacy,
    record::{
        BoardRecord, CallAnswer, Cursor, DeliveryAttempt, OutboxEntry, PushKey, StoredIdentity,
    },
    replication::scope::Scope,
    table::{Record, Table, definition, from_json, to_json},
    table_info::TableInfo,
};
use crate::domain::{
    alert::{Alert, FiredAlert},
    bar::{Bar, Interval},
    channel::UserChannel,
    credential::Credential,
    dividend::Dividend,
    earnings::EarningsEvent,
    economy::EconomicEvent,
    fear_greed::FearGreed,
    fund::FundFacts,
    ico::Ico,
    logo::LogoImage,
    news::NewsItem,
    quote::Quote,
    settings::Settings,
    split::Split,
    subscription::Subscription,
    ticker::Ticker,
    watchlist::Watchlist,
};

/// Schema version. A file of an older version is migrated when it is opened.
pub(super) const SCHEMA: u32 = 3;

/// Replicated to all cluster members.
const ALL: Option<Scope> = Some(Scope::AllMembers);
/// Replicated to members that may become the source.
const SOURCES: Option<Scope> = Some(Scope::Sources);
/// Stays in its own file.
const LOCAL: Option<Scope> = None;

/// Declares the tables. A row `NAME: Key => Value = new("name in the file", scope)` makes the constant `NAME` and an entry in
/// [`TABLES`]. Retention is in `retention.rs`, the maximum record size in `record_size.rs`.
macro_rules! tables {
    ($($(#[$doc:meta])* $table:ident: $key:ty => $value:ty = new($name:literal, $scope:ident) $(.$property:ident($($argument:literal)?))*;)*) => {
        $($(#[$doc])* pub(super) const $table: Table<$key, $value> =
            Table::new(TableInfo::new($name, $scope)$(.$property($($argument)?))*);)*

        /// All tables except those of bars; user data first, which is the order of backups and salvages.
        const TABLES: &[TableInfo] = &[$($table.info()),*];
    };
}

tables! {
    /// What the file is for: one record with the key [`ONLY`].
    IDENTITY: u32 => StoredIdentity = new("identity", LOCAL);
    /// How far this file has applied each replication stream, by scope.
    REPLICA: String => Cursor = new("replica", LOCAL).added_later();
    /// Answers to forwarded calls, by idempotency key.
    CALLS: String => CallAnswer = new("calls", SOURCES).added_later();
    /// Calls that changed a table of all members, by idempotency key. The value holds the request's fingerprint and the
    /// number of scopes with such a record.
    DONE_CALLS: String => u64 = new("done_calls", ALL).added_later();
    /// Like [`DONE_CALLS`], for calls that changed a table of sources.
    DONE_SECRET_CALLS: String => u64 = new("done_secret_calls", SOURCES).added_later();
    /// The keys in [`DONE_CALLS`] with their time in Unix seconds first, so that old ones can be removed.
    CALL_TIMES: (u64, String) => u64 = new("call_times", ALL).added_later();
    /// Like [`CALL_TIMES`], for [`DONE_SECRET_CALLS`] and [`CALLS`].
    SECRET_CALL_TIMES: (u64, String) => u64 = new("secret_call_times", SOURCES).added_later();
    /// Growing numbers, by name.
    COUNTERS: String => u64 = new("counters", ALL);
    /// By id, entries included.
    WATCHLISTS: u32 => Watchlist = new("watchlists", ALL).noun("watchlist");
    /// By name.
    BOARDS: String => BoardRecord = new("boards", ALL).noun("board").added_later();
    /// Settings of all devices: one record with the key [`ONLY`].
    SETTINGS: u32 => Settings = new("settings", ALL).noun("settings record").added_later();
    /// API tokens and browser sessions, by id. Each member has its own.
    CREDENTIALS: u32 => Credential = new("credentials", LOCAL).added_later();
    /// Browsers with push subscriptions, by name.
    SUBSCRIPTIONS: String => Subscription = new("subscriptions", SOURCES).noun("browser subscription").added_later();
    /// The server's key for push services: one record with the key [`ONLY`].
    PUSH_KEY: u32 => PushKey = new("push_key", SOURCES).added_later();
    /// Delivery methods created in the app, by name.
    CHANNELS: String => UserChannel = new("channels", SOURCES).noun("delivery method").added_later();
    /// By id.
    ALERTS: u32 => Alert = new("alerts", ALL).noun("alert");
    /// Alert reports, by a growing number.
    REPORTS: u64 => FiredAlert = new("reports", ALL).noun("alert report");
    /// Reports waiting for delivery, by report number and channel.
    OUTBOX: (u64, String) => OutboxEntry = new("outbox", SOURCES);
    /// Delivery attempts, by report number, channel and attempt.
    DELIVERIES: (u64, String) => DeliveryAttempt = new("deliveries", SOURCES).added_later();
    /// By ticker id.
    TICKERS: u32 => Ticker = new("tickers", ALL).noun("ticker");
    /// The newest quote of each ticker, by ticker id.
    QUOTES: u32 => Quote = new("quotes", ALL);
    /// All dividends of a ticker, by ticker id: sources send complete lists.
    DIVIDENDS: u32 => Vec<Dividend> = new("dividends", ALL).noun("list of dividends");
    /// All splits of a ticker, by ticker id.
    SPLITS: u32 => Vec<Split> = new("splits", ALL).noun("list of splits");
    /// By id.
    NEWS: u32 => NewsItem = new("news", ALL).noun("article");
    /// By id.
    ICOS: u32 => Ico = new("icos", ALL);
    /// By date and symbol, `2026-11-21 AAPL`: in calendar order.
    EARNINGS: String => EarningsEvent = new("earnings", ALL);
    /// By name and period, separated by a line feed.
    ECONOMY: String => EconomicEvent = new("economy", ALL).added_later();
    /// By symbol.
    FUNDS: String => FundFacts = new("funds", ALL);
    /// The newest reading of each day, by index (its market and provider: `stocks cnn`) and days since 1970.
    FEAR_GREED: (String, i32) => FearGreed = new("fear_greed", ALL);
    /// By ticker id.
    LOGOS: u32 => LogoImage = new("logos", ALL).noun("logo");
}

/// The key of the record in a table that holds a single one.
pub(super) const ONLY: u32 = 1;

/// The table of packed bars of an interval, by (chunk number, ticker id). Time comes first in the key, so that the records of
/// one commit are neighbors.
pub(super) fn chunks(interval: Interval) -> Table<(i32, u32), Vec<Bar>> {
    let name = match interval {
        Interval::FiveMinutes => "bars_5m",
        Interval::Hour => "bars_1h",
        Interval::Day => "bars_1d",
    };
    Table::new(TableInfo::new(name, ALL))
}

/// The table of tails of an interval, by ticker id: the newest bars, which are not in a chunk yet, and the list of chunks.
pub(super) fn tails(interval: Interval) -> Table<u32, Tail> {
    let name = match interval {
        Interval::FiveMinutes => "tails_5m",
        Interval::Hour => "tails_1h",
        Interval::Day => "tails_1d",
    };
    Table::new(TableInfo::new(name, ALL))
}

/// The names of all tables, user data first.
pub(super) fn names() -> Vec<&'static str> {
    let mut names: Vec<_> = TABLES.iter().map(|table| table.name).collect();
    for interval in Interval::ALL {
        names.extend([tails(interval).name(), chunks(interval).name()]);
    }
    names
}

fn info(table: &str) -> Option<&'static TableInfo> {
    TABLES.iter().find(|info| info.name == table)
}

impl Scope {
    /// The scope of a table; `None` for a table that is not replicated, or unknown.
    pub fn of(table: &str) -> Option<Self> {
        match info(table) {
            Some(info) => info.scope,
            None if names().contains(&table) => ALL,
            None => None,
        }
    }
}

/// What error sentences call a record of a table.
#[cfg(feature = "cluster")]
pub(crate) fn record_noun(table: &str) -> String {
    match info(table) {
        Some(info) => info.record_noun(),
        None => format!("record in '{table}'"),
    }
}

macro_rules! json_records {
    ($($record:ty),*) => {$(
        impl Record for $record {
            fn to_bytes(&self) -> Result<Vec<u8>> {
                to_json(self)
            }

            fn from_bytes(bytes: &[u8]) -> Result<Self> {
                from_json(bytes)
            }
        }
    )*};
}
json_records!(
    u64,
    Alert,
    BoardRecord,
    Credential,
    Cursor,
    DeliveryAttempt,
    EarningsEvent,
    EconomicEvent,
    FearGreed,
    FiredAlert,
    FundFacts,
    Ico,
    CallAnswer,
    UserChannel,
    StoredIdentity,
    NewsItem,
    OutboxEntry,
    PushKey,
    Quote,
    Settings,
    Subscription,
    Ticker,
    Vec<Dividend>,
    Vec<Split>,
    Watchlist
);

/// The error for bytes that do not decode as bars.
pub(super) fn invalid_bars() -> StoreError {
    StoreError::Damaged("bars do not unpack".into())
}

impl Record for Vec<Bar> {
    fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(codec::pack(self))
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self> {
        codec::unpack(bytes).ok_or_else(invalid_bars)
    }
}

/// The table that holds the schema version, in every version.
const META: TableDefinition<&str, &[u8]> = TableDefinition::new("meta");
const VERSION: &str = "schema";

/// The schema version of a file; `None` if Marketdeck did not write the file.
pub(super) fn version(txn: &ReadTransaction) -> Result<Option<u32>> {
    let meta = match txn.open_table(META) {
        Ok(meta) => meta,
        Err(TableError::TableDoesNotExist(_) | TableError::TableTypeMismatch { .. }) => {
            return without_meta(txn);
        }
        Err(error) => return Err(error.into()),
    };
    let row = meta
        .get(VERSION)?
        .ok_or_else(|| StoreError::Damaged("the schema version is missing".into()))?;
    legacy::number(row.value()).map(Some)
}

/// Distinguishes a foreign file (`None`) from one whose `meta` table was lost (damaged): the latter has other tables of Marketdeck.
fn without_meta(txn: &ReadTransaction) -> Result<Option<u32>> {
    let ours = names();
    let lost = txn.list_tables()?.any(|table| ours.contains(&table.name()));
    if lost {
        Err(StoreError::Damaged("the schema version is missing".into()))
    } else {
        Ok(None)
    }
}

/// Creates the tables that an older file lacks. Sources send logos and splits again; the other added tables are listed in
/// `meta`, so that their loss counts as damage and not as age.
pub(super) fn create_missing(database: &Database) -> Result<()> {
    let missing = {
        let txn = database.begin_read()?;
        let there: Vec<_> = txn.list_tables()?.collect();
        let meta = txn.open_table(META)?;
        let mut missing = vec![];
        for name in [LOGOS.name(), SPLITS.name()]
            .into_iter()
            .chain(added_later())
        {
            let is_there = there.iter().any(|table| table.name() == name);
            if !is_there && meta.get(name)?.is_none() {
                missing.push(name);
            }
        }
        missing
    };
    if missing.is_empty() {
        return Ok(());
    }
    let mut txn = database.begin_write()?;
    txn.set_quick_repair(true);
    for name in missing {
        txn.open_table(definition(name))?;
    }
    record_added_tables(&txn)?;
    Ok(txn.commit()?)
}

/// The tables that [`TableInfo::added_later`] marks.
fn added_later() -> impl Iterator<Item = &'static str> {
    let added = TABLES.iter().filter(|table| table.added_later);
    added.map(|table| table.name)
}

fn record_added_tables(txn: &WriteTransaction) -> Result<()> {
    let mut meta = txn.open_table(META)?;
    for name in added_later() {
        meta.insert(name, [].as_slice())?;
    }
    Ok(())
}

/// Creates every table and writes the schema version: a table that is missing later was lost.
pub(super) fn create_all(txn: &WriteTransaction) -> Result<()> {
    for name in names() {
        txn.open_table(definition(name))?;
    }
    record_added_tables(txn)?;
    let mut meta = txn.open_table(META)?;
    meta.insert(VERSION, legacy::number_bytes(SCHEMA).as_slice())?;
    Ok(())
}

//! The database schema, which declares every table.

use std::sync::Arc;

use redb::{
    Database, ReadTransaction, ReadableDatabase as _, TableDefinition, TableError, TableHandle,
    WriteTransaction,
};

use super::{
    Result, StoreError,
    bars::{codec, tail::Tail},
    file::legacy,
    personal_table::PersonalTable,
    record::{
        BoardRecord, CallResponse, Cursor, DeliveryAttempt, OutboxEntry, PushKey, StoredIdentity,
    },
    replication::scope::Scope,
    table::{self, Record, Table, definition, from_json, to_json},
    table_info::TableInfo,
};
use crate::domain::{
    alert::{Alert, FiredAlert},
    bar::{Bar, Interval},
    channel::UserChannel,
    chart_layout::ChartLayout,
    credential::Credential,
    cross_check::CrossCheck,
    dividend::Dividend,
    drawing::Drawing,
    earnings::EarningsEvent,
    economy::EconomicEvent,
    fear_greed::FearGreed,
    fixing::Fixing,
    fund::FundFacts,
    fundamentals::{Fundamentals, filing::Filing},
    ico::Ico,
    logo::LogoImage,
    news::NewsItem,
    note::Note,
    passkey::Passkey,
    person::{Person, PersonId},
    quote::Quote,
    screen::SavedScreen,
    settings::Settings,
    split::Split,
    subscription::Subscription,
    ticker::Ticker,
    watchlist::Watchlist,
};

/// Schema version. A file of an older version is migrated when it is opened.
pub(super) const SCHEMA: u32 = 3;
/// Schema version of a file with people other than the owner. Everything else is as in version 3.
pub(super) const SCHEMA_WITH_PEOPLE: u32 = 4;

/// Scope of tables that are replicated to all cluster members.
const ALL: Option<Scope> = Some(Scope::AllMembers);
/// Scope of tables that are replicated to members that may become the cluster source, which is the
/// member that requests data from providers.
const SOURCES: Option<Scope> = Some(Scope::Sources);
/// Scope of tables that are not replicated.
const LOCAL: Option<Scope> = None;

/// Declares the tables. A row `NAME: Key => Value = Table("name in the file", scope)` defines the
/// constant `NAME` and adds an entry to [`TABLES`]. The records of a [`PersonalTable`] belong to people. For retention see `retention.rs`, and for the
/// maximum record size `record_size.rs`.
macro_rules! tables {
    ($($(#[$doc:meta])* $table:ident: $key:ty => $value:ty = $kind:ident($name:literal, $scope:ident) $(.$property:ident($($argument:literal)?))*;)*) => {
        $($(#[$doc])* pub(super) const $table: $kind<$key, $value> =
            <$kind<$key, $value>>::new(TableInfo::new($name, $scope)$(.$property($($argument)?))*);)*

        /// All tables except the tables of bars. User data comes first, which is also the order of
        /// backups and salvages.
        const TABLES: &[TableInfo] = &[$($table.info()),*];
    };
}

tables! {
    /// The identity of the file: one record with the key [`SINGLE_RECORD_KEY`].
    IDENTITY: u32 => StoredIdentity = Table("identity", LOCAL);
    /// How far this file has applied each replication stream, by scope.
    REPLICA: String => Cursor = Table("replica", LOCAL).added_later();
    /// Responses to forwarded calls, by idempotency key.
    CALLS: String => CallResponse = Table("calls", SOURCES).added_later();
    /// Executed calls that changed a table with the scope `ALL`, by idempotency key. The value
    /// packs the fingerprint of the request and the number of scopes (1 or 2) with a record of the
    /// call.
    DONE_CALLS: String => u64 = Table("done_calls", ALL).added_later();
    /// Like [`DONE_CALLS`], for calls that changed a table with the scope `SOURCES`. Each scope is
    /// replicated in a stream of its own, and the record of a call must arrive together with its
    /// changes.
    DONE_SECRET_CALLS: String => u64 = Table("done_secret_calls", SOURCES).added_later();
    /// An index of [`DONE_CALLS`] by time in Unix seconds, to find expired calls.
    CALL_TIMES: (u64, String) => u64 = Table("call_times", ALL).added_later();
    /// Like [`CALL_TIMES`], for [`DONE_SECRET_CALLS`] and [`CALLS`].
    SECRET_CALL_TIMES: (u64, String) => u64 = Table("secret_call_times", SOURCES).added_later();
    /// Counters, by name.
    COUNTERS: String => u64 = Table("counters", ALL);
    /// The people other than the owner, by id.
    PEOPLE: u32 => Person = Table("people", ALL).noun("person").added_later();
    /// Watchlists with their entries, by id.
    WATCHLISTS: u32 => Watchlist = PersonalTable("watchlists", ALL).noun("watchlist");
    /// Boards, by name.
    BOARDS: String => BoardRecord = PersonalTable("boards", ALL).noun("board").added_later();
    /// Saved stock screens, by id.
    SCREENS: u32 => SavedScreen = PersonalTable("screens", ALL).noun("screen").added_later();
    /// Chart layouts, by name.
    CHART_LAYOUTS: String => ChartLayout = PersonalTable("chart_layouts", ALL).noun("chart layout").added_later();
    /// Notes on tickers, by id.
    NOTES: u32 => Note = PersonalTable("notes", ALL).noun("note").added_later();
    /// Drawings on price charts, by id.
    DRAWINGS: u32 => Drawing = PersonalTable("drawings", ALL).noun("drawing").added_later();
    /// Settings of all devices: one record with the key [`SINGLE_RECORD_KEY`].
    SETTINGS: u32 => Settings = PersonalTable("settings", ALL).noun("settings record").added_later();
    /// API tokens and browser sessions, by id. Each cluster member has its own.
    CREDENTIALS: u32 => Credential = PersonalTable("credentials", LOCAL).added_later();
    /// Passkeys, by the id of the credential. Each cluster member has its own.
    PASSKEYS: String => Passkey = PersonalTable("passkeys", LOCAL).noun("passkey").added_later();
    /// Browsers with push subscriptions, by name.
    SUBSCRIPTIONS: String => Subscription = PersonalTable("subscriptions", SOURCES).noun("browser subscription").added_later();
    /// The server's key for push services: one record with the key [`SINGLE_RECORD_KEY`].
    PUSH_KEY: u32 => PushKey = Table("push_key", SOURCES).added_later();
    /// Channels created in the app, by name.
    CHANNELS: String => UserChannel = PersonalTable("channels", SOURCES).noun("channel").added_later();
    /// Alerts, by id.
    ALERTS: u32 => Alert = PersonalTable("alerts", ALL).noun("alert");
    /// Alert reports, by ascending number.
    REPORTS: u64 => FiredAlert = PersonalTable("reports", ALL).noun("alert report");
    /// Reports waiting for delivery, by report number and channel.
    OUTBOX: (u64, String) => OutboxEntry = PersonalTable("outbox", SOURCES);
    /// Delivery attempts, by report number, channel and attempt.
    DELIVERIES: (u64, String) => DeliveryAttempt = PersonalTable("deliveries", SOURCES).added_later();
    /// Tickers, by id.
    TICKERS: u32 => Ticker = Table("tickers", ALL).noun("ticker");
    /// The newest quote of each ticker, by ticker id.
    QUOTES: u32 => Quote = Table("quotes", ALL);
    /// All dividends of each ticker, by ticker id. Providers send complete lists.
    DIVIDENDS: u32 => Vec<Dividend> = Table("dividends", ALL).noun("list of dividends");
    /// All splits of each ticker, by ticker id.
    SPLITS: u32 => Vec<Split> = Table("splits", ALL).noun("list of splits");
    /// Articles, by id.
    NEWS: u32 => NewsItem = Table("news", ALL).noun("article");
    /// Token offerings, by id.
ICOS: u32 => Ico = Table("icos", ALL);
    /// Earnings announcements, by date and symbol (`2026-11-21 AAPL`), and so in calendar order.
    EARNINGS: String => EarningsEvent = Table("earnings", ALL);
    /// Economic events, by name and period, which are separated by a line feed.
    ECONOMY: String => EconomicEvent = Table("economy", ALL).added_later();
    /// Facts about funds, by symbol.
    FUNDS: String => FundFacts = Table("funds", ALL);
    /// The newest fear and greed reading of each day, by index (market and provider, such as
    /// `stocks cnn`) and number of days since 1970-01-01.
    FEAR_GREED: (String, i32) => FearGreed = Table("fear_greed", ALL);
    /// Currency rates and yields that an authority publishes daily, by series and number of days
    /// since 1970-01-01.
    FIXINGS: (String, i32) => Fixing = Table("fixings", ALL).added_later();
    /// Fundamentals of companies, by ticker id.
    FUNDAMENTALS: u32 => Arc<Fundamentals> = Table("fundamentals", ALL).noun("set of fundamentals").added_later();
    /// Filings of companies, newest first, by ticker id.
    FILINGS: u32 => Arc<[Filing]> = Table("filings", ALL).noun("list of filings").added_later();
    /// Figures compared across sources, by ticker id.
CROSS_CHECKS: u32 => CrossCheck = Table("cross_checks", ALL).noun("cross-check").added_later();
    /// Logos, by ticker id.
LOGOS: u32 => LogoImage = Table("logos", ALL).noun("logo");
}

/// The key of the only record in a table with a single record.
pub(super) const SINGLE_RECORD_KEY: u32 = 1;

/// Returns the table of packed bars of an interval, by (chunk number, ticker id). The key starts
/// with the chunk number, so that records of the same time are stored together.
pub(super) fn chunks(interval: Interval) -> Table<(i32, u32), Vec<Bar>> {
    let name = match interval {
        Interval::FiveMinutes => "bars_5m",
        Interval::Hour => "bars_1h",
        Interval::Day => "bars_1d",
    };
    Table::new(TableInfo::new(name, ALL))
}

/// Returns the table of tails of an interval, by ticker id. A tail contains the newest bars, which
/// may not be in a chunk yet, and the list of chunks.
pub(super) fn tails(interval: Interval) -> Table<u32, Tail> {
    let name = match interval {
        Interval::FiveMinutes => "tails_5m",
        Interval::Hour => "tails_1h",
        Interval::Day => "tails_1d",
    };
    Table::new(TableInfo::new(name, ALL))
}

/// Returns the names of all tables, user data first.
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
    /// Returns the scope of a table, or `None` if the table is unknown or not replicated.
    pub fn of(table: &str) -> Option<Self> {
        match info(table) {
            Some(info) => info.scope,
            None if names().contains(&table) => ALL,
            None => None,
        }
    }
}

/// Returns the noun that error messages use for a record of a table.
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
    ChartLayout,
    Credential,
    Cursor,
    DeliveryAttempt,
    Drawing,
    EarningsEvent,
    EconomicEvent,
    FearGreed,
    FiredAlert,
    Fixing,
    FundFacts,
    Ico,
    CallResponse,
    UserChannel,
    StoredIdentity,
    NewsItem,
    Note,
    OutboxEntry,
    Passkey,
    Person,
    PushKey,
    Quote,
    SavedScreen,
    Settings,
    Subscription,
    Ticker,
    CrossCheck,
    Vec<Dividend>,
    Vec<Split>,
    Watchlist
);

/// Returns the error for bytes that do not decode as bars.
pub(super) fn invalid_bars() -> StoreError {
    StoreError::Damaged("bars cannot be unpacked".into())
}

impl Record for Vec<Bar> {
    fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(codec::pack(self))
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self> {
        codec::unpack(bytes).ok_or_else(invalid_bars)
    }
}

/// The table that contains the schema version in files of all versions.
const META: TableDefinition<&str, &[u8]> = TableDefinition::new("meta");
const VERSION: &str = "schema";

/// Returns the schema version of a file, or `None` if Marketdeck did not write the file.
pub(super) fn version(txn: &ReadTransaction) -> Result<Option<u32>> {
    let meta = match txn.open_table(META) {
        Ok(meta) => meta,
        Err(TableError::TableDoesNotExist(_) | TableError::TableTypeMismatch { .. }) => {
            return ensure_not_ours(txn);
        }
        Err(error) => return Err(error.into()),
    };
    let row = meta
        .get(VERSION)?
        .ok_or_else(|| StoreError::Damaged("the schema version is missing".into()))?;
    legacy::number(row.value()).map(Some)
}

/// Returns `None` for a file without `meta` that another program wrote. Fails if the file has other
/// tables of Marketdeck, because then it has lost its `meta` table.
fn ensure_not_ours(txn: &ReadTransaction) -> Result<Option<u32>> {
    let own_tables = names();
    let is_meta_lost = txn
        .list_tables()?
        .any(|table| own_tables.contains(&table.name()));
    if is_meta_lost {
        Err(StoreError::Damaged("the schema version is missing".into()))
    } else {
        Ok(None)
    }
}

/// Returns true for a schema version that is read and written as it is.
pub(super) fn is_current(version: u32) -> bool {
    matches!(version, SCHEMA | SCHEMA_WITH_PEOPLE)
}

/// Removes all records of a person other than the owner.
pub(super) fn remove_records_of(txn: &WriteTransaction, person: PersonId) -> Result<()> {
    for table in TABLES.iter().filter(|table| table.personal) {
        table::remove_of(txn, *table, person)?;
    }
    Ok(())
}

/// Raises the schema version of a file with people other than the owner, so that programs that do not know of people refuse the file
/// instead of reporting their records as damage.
pub(super) fn set_version(txn: &WriteTransaction) -> Result<()> {
    if PEOPLE.write(txn)?.len()? > 0 {
        let mut meta = txn.open_table(META)?;
        let version = legacy::number_bytes(SCHEMA_WITH_PEOPLE);
        meta.insert(VERSION, version.as_slice())?;
    }
    Ok(())
}

/// Creates the tables that a file of an older version lacks. `meta` records which of the
/// later-added tables have been created, so that losing one afterwards is reported as damage.
/// Logos and splits are not recorded, because providers send them again.
pub(super) fn create_missing_tables(database: &Database) -> Result<()> {
    let missing = {
        let txn = database.begin_read()?;
        let existing: Vec<_> = txn.list_tables()?.collect();
        let meta = txn.open_table(META)?;
        let mut missing = vec![];
        for name in [LOGOS.name(), SPLITS.name()]
            .into_iter()
            .chain(added_later())
        {
            let exists = existing.iter().any(|table| table.name() == name);
            if !exists && meta.get(name)?.is_none() {
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

/// Returns the names of the tables marked with [`TableInfo::added_later`].
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

/// Creates every table and writes the schema version. A table that is missing later has been lost.
pub(super) fn create_all(txn: &WriteTransaction) -> Result<()> {
    for name in names() {
        txn.open_table(definition(name))?;
    }
    record_added_tables(txn)?;
    let mut meta = txn.open_table(META)?;
    meta.insert(VERSION, legacy::number_bytes(SCHEMA).as_slice())?;
    Ok(())
}

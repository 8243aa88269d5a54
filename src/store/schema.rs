//! Every table there is: this page is the schema.

use redb::{
    Database, ReadTransaction, ReadableDatabase as _, TableDefinition, TableError, TableHandle,
    WriteTransaction,
};

use super::{
    Result, StoreError,
    bars::{codec, tail::Tail},
    file::legacy,
    record::{BoardRecord, Cursor, DeliveryAttempt, Kept, Known, OutboxEntry, PushKey},
    table::{Record, Table, definition, from_json, to_json},
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

/// The version of this page. `migrate` brings older files up to it.
pub(super) const SCHEMA: u32 = 3;

/// By ticker id.
pub(super) const TICKERS: Table<u32, Ticker> = Table::new("tickers");
/// The newest of each ticker, by its id.
pub(super) const QUOTES: Table<u32, Quote> = Table::new("quotes");
/// All of a ticker, by its id: a source always brings all it knows.
pub(super) const DIVIDENDS: Table<u32, Vec<Dividend>> = Table::new("dividends");
/// All of a ticker, by its id.
pub(super) const SPLITS: Table<u32, Vec<Split>> = Table::new("splits");
/// By id.
pub(super) const NEWS: Table<u32, NewsItem> = Table::new("news");
/// By id.
pub(super) const ICOS: Table<u32, Ico> = Table::new("icos");
/// By date and symbol, `2026-11-21 AAPL`: the table's order is the calendar's.
pub(super) const EARNINGS: Table<String, EarningsEvent> = Table::new("earnings");
/// By name and period, with a line feed between them.
pub(super) const ECONOMY: Table<String, EconomicEvent> = Table::new("economy");
/// By symbol.
pub(super) const FUNDS: Table<String, FundFacts> = Table::new("funds");
/// The newest of a day, by index (its market and provider: `stocks cnn`) and day since 1970.
pub(super) const FEAR_GREED: Table<(String, i32), FearGreed> = Table::new("fear_greed");
/// By id, entries included.
pub(super) const WATCHLISTS: Table<u32, Watchlist> = Table::new("watchlists");
/// By name.
pub(super) const BOARDS: Table<String, BoardRecord> = Table::new("boards");
/// By id.
pub(super) const ALERTS: Table<u32, Alert> = Table::new("alerts");
/// What alerts reported, by a number that grows.
pub(super) const REPORTS: Table<u64, FiredAlert> = Table::new("reports");
/// Reports that are still to be delivered, by number and channel.
pub(super) const OUTBOX: Table<(u64, String), OutboxEntry> = Table::new("outbox");
/// Attempts to deliver them, by number, channel and attempt.
pub(super) const DELIVERIES: Table<(u64, String), DeliveryAttempt> = Table::new("deliveries");
/// Numbers that grow, by name.
pub(super) const COUNTERS: Table<String, u64> = Table::new("counters");
/// By ticker id.
pub(super) const LOGOS: Table<u32, LogoImage> = Table::new("logos");
/// What was chosen for every device: one record, of number 1.
pub(super) const SETTINGS: Table<u32, Settings> = Table::new("settings");
/// Tokens and sessions, by id.
pub(super) const CREDENTIALS: Table<u32, Credential> = Table::new("credentials");
/// Browsers that are told of alerts, by name.
pub(super) const SUBSCRIPTIONS: Table<String, Subscription> = Table::new("subscriptions");
/// Channels of alerts that were made on the page, by name.
pub(super) const CHANNELS: Table<String, UserChannel> = Table::new("channels");
/// The key by which push services know this server: one record, of number 1.
pub(super) const PUSH_KEY: Table<u32, PushKey> = Table::new("push_key");
/// The key of a table's one record.
pub(super) const ONLY: u32 = 1;
/// What was answered to calls that came from other processes, by their key.
pub(super) const CALLS: Table<String, Kept> = Table::new("calls");
/// Keys of calls that were done, in the scope of what they changed: in how many scopes that was.
pub(super) const DONE_CALLS: Table<String, u64> = Table::new("done_calls");
/// The same of calls that changed what only sources know.
pub(super) const DONE_SECRET_CALLS: Table<String, u64> = Table::new("done_secret_calls");
/// When each of these calls was done or answered (seconds since 1970), with its key: the oldest first.
pub(super) const CALL_TIMES: Table<(u64, String), u64> = Table::new("call_times");
/// The same of what only sources have: calls that changed what only they know, and answers.
pub(super) const SECRET_CALL_TIMES: Table<(u64, String), u64> = Table::new("secret_call_times");
/// How far the file is with what another one passes on, by scope.
pub(super) const REPLICA: Table<String, Cursor> = Table::new("replica");
/// What the file is for: one record, of number 1.
pub(super) const IDENTITY: Table<u32, Known> = Table::new("identity");

/// Packed bars by (chunk number, ticker id), one table an interval. Time comes first, so that what
/// a commit writes for all tickers lies side by side.
pub(super) fn chunks(interval: Interval) -> Table<(i32, u32), Vec<Bar>> {
    Table::new(match interval {
        Interval::FiveMinutes => "bars_5m",
        Interval::Hour => "bars_1h",
        Interval::Day => "bars_1d",
    })
}

/// The newest bars by ticker id, not yet in their chunk, and which chunks there are.
pub(super) fn tails(interval: Interval) -> Table<u32, Tail> {
    Table::new(match interval {
        Interval::FiveMinutes => "tails_5m",
        Interval::Hour => "tails_1h",
        Interval::Day => "tails_1d",
    })
}

/// The names of all tables: what people made first.
pub(super) fn names() -> Vec<&'static str> {
    let mut names = vec![
        IDENTITY.name(),
        REPLICA.name(),
        CALLS.name(),
        DONE_CALLS.name(),
        DONE_SECRET_CALLS.name(),
        CALL_TIMES.name(),
        SECRET_CALL_TIMES.name(),
        COUNTERS.name(),
        WATCHLISTS.name(),
        BOARDS.name(),
        SETTINGS.name(),
        CREDENTIALS.name(),
        SUBSCRIPTIONS.name(),
        PUSH_KEY.name(),
        CHANNELS.name(),
        ALERTS.name(),
        REPORTS.name(),
        OUTBOX.name(),
        DELIVERIES.name(),
        TICKERS.name(),
        QUOTES.name(),
        DIVIDENDS.name(),
        SPLITS.name(),
        NEWS.name(),
        ICOS.name(),
        EARNINGS.name(),
        ECONOMY.name(),
        FUNDS.name(),
        FEAR_GREED.name(),
        LOGOS.name(),
    ];
    for interval in Interval::ALL {
        names.extend([tails(interval).name(), chunks(interval).name()]);
    }
    names
}

macro_rules! kept_as_json {
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
kept_as_json!(
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
    Kept,
    UserChannel,
    Known,
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

/// What is told of bytes that are no bars.
pub(super) fn not_bars() -> StoreError {
    StoreError::Damaged("bars do not unpack".into())
}

impl Record for Vec<Bar> {
    fn to_bytes(&self) -> Result<Vec<u8>> {
        Ok(codec::pack(self))
    }

    fn from_bytes(bytes: &[u8]) -> Result<Self> {
        codec::unpack(bytes).ok_or_else(not_bars)
    }
}

/// Where every version keeps the version of its schema.
const META: TableDefinition<&str, &[u8]> = TableDefinition::new("meta");
const VERSION: &str = "schema";

/// The schema version of a file; `None` when it is no file of ours.
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

/// A file without that table is not ours, unless it has another table of ours: then it was lost.
fn without_meta(txn: &ReadTransaction) -> Result<Option<u32>> {
    let ours = names();
    let lost = txn.list_tables()?.any(|table| ours.contains(&table.name()));
    if lost {
        Err(StoreError::Damaged("the schema version is missing".into()))
    } else {
        Ok(None)
    }
}

/// Makes the tables that a file is too old to have. Logos and splits come again; that there is a table of
/// what people made is noted beside the version, so that its loss is not taken for age.
pub(super) fn complete(database: &Database) -> Result<()> {
    let missing = {
        let txn = database.begin_read()?;
        let there: Vec<_> = txn.list_tables()?.collect();
        let meta = txn.open_table(META)?;
        let mut missing = vec![];
        for name in [LOGOS.name(), SPLITS.name()].into_iter().chain(MADE_LATER) {
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
    note_made_later(&txn)?;
    Ok(txn.commit()?)
}

/// Tables that do not come again, and that older files of this schema do not have.
const MADE_LATER: [&str; 14] = [
    BOARDS.name(),
    ECONOMY.name(),
    SETTINGS.name(),
    DELIVERIES.name(),
    CREDENTIALS.name(),
    SUBSCRIPTIONS.name(),
    PUSH_KEY.name(),
    CHANNELS.name(),
    REPLICA.name(),
    CALLS.name(),
    DONE_CALLS.name(),
    DONE_SECRET_CALLS.name(),
    CALL_TIMES.name(),
    SECRET_CALL_TIMES.name(),
];

fn note_made_later(txn: &WriteTransaction) -> Result<()> {
    let mut meta = txn.open_table(META)?;
    for name in MADE_LATER {
        meta.insert(name, [].as_slice())?;
    }
    Ok(())
}

/// Makes every table and writes the schema version: a table that is missing later was lost.
pub(super) fn create_all(txn: &WriteTransaction) -> Result<()> {
    for name in names() {
        txn.open_table(definition(name))?;
    }
    note_made_later(txn)?;
    let mut meta = txn.open_table(META)?;
    meta.insert(VERSION, legacy::number_bytes(SCHEMA).as_slice())?;
    Ok(())
}

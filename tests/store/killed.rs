//! The process is killed during an import of bars, a backup or a migration.

use std::{
    fs,
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Command, Stdio},
    thread,
    time::Duration,
};

use flate2::Crc;
use jiff::civil::date;
use marketdeck::{
    domain::{
        bar::{Bar, Interval},
        holding::{Holding, Lot},
        person::{PersonId, PersonOrigin, Role},
        ticker::{ImportInfo, Ticker, TickerId},
    },
    store::Store,
};
use redb::{Database, TableDefinition};

use super::support::{DAY, bar, folder, noon, rng, rounds, ticker};

/// Environment variables with the work of the child process and the path of its database.
const WORK: &str = "MARKETDECK_TEST_WORK";
const PATH: &str = "MARKETDECK_TEST_STORE";
/// Number of bars per import.
const BARS: i64 = 4_000;
/// Number of watchlists in a database of an older schema.
const LISTS: u32 = 3_000;
/// Maximum delay between a step and the kill, in microseconds.
const MAX_DELAY_MICROS: u64 = 40_000;

/// Not a test: the child process, which prints each step until it is killed.
#[test]
#[ignore = "started by the tests below"]
fn child_that_works_until_it_is_killed() {
    let (Ok(work), Ok(path)) = (std::env::var(WORK), std::env::var(PATH)) else {
        return;
    };
    let print_step = |step: &str, number: u32| {
        println!("{step} {number}");
        std::io::stdout().flush().unwrap();
    };
    print_step("begun", 0);
    let path = Path::new(&path);
    let store = Store::open(path).unwrap();
    print_step("opened", 0);
    match work.as_str() {
        "import" => {
            let first = stored_import(&store).map_or(0, |close| close + 1);
            for number in first.. {
                let bars = [(Interval::Day, file_of_bars(number))];
                let owned = from_file(number);
                store.import_bars(&owned, &bars, None, &|_, _| ()).unwrap();
                print_step("done", number);
            }
        }
        "backup" => {
            let list = store.of(PersonId::OWNER).watchlists().unwrap()[0].clone();
            for number in list.items.len() as u32 + 1.. {
                let entry = store
                    .of(PersonId::OWNER)
                    .add_watchlist_item(list.id, TickerId(number));
                entry.unwrap();
                let copy = path.with_file_name("copy.redb");
                store.backup(&copy, &|_, _| ()).unwrap();
                print_step("done", number);
            }
        }
        "holdings" => {
            let list = store.of(PersonId::OWNER).watchlists().unwrap()[0].id;
            for number in stored_quantity(&store) + 1.. {
                store
                    .of(PersonId::OWNER)
                    .set_holdings(list, &held(number))
                    .unwrap();
                print_step("done", number);
            }
        }
        "people" => {
            let written = written_by_people(&store);
            for number in written.into_iter().min().unwrap_or_default() + 1.. {
                // Several people write at the same time.
                thread::scope(|scope| {
                    for person in PEOPLE {
                        let store = store.of(person);
                        scope.spawn(move || {
                            let list = store.watchlists().unwrap()[0].id;
                            let name = list_name(person, number);
                            store.rename_watchlist(list, &name).unwrap();
                        });
                    }
                });
                print_step("done", number);
            }
        }
        _ => {}
    }
    // After the migration, the process waits to be killed.
    loop {
        thread::park();
    }
}

/// Starts a child, kills it shortly after a number of steps, and returns the last finished step.
fn kill_during(work: &str, path: &Path, steps: usize, max_delay: Duration) -> Option<u32> {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "killed::child_that_works_until_it_is_killed"])
        .args(["--ignored", "--nocapture"])
        .env(WORK, work)
        .env(PATH, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    let (mut steps_done, mut last) = (0, None);
    for line in output.lines() {
        let line = line.unwrap();
        let Some((step @ ("begun" | "opened" | "done"), number)) = line.split_once(' ') else {
            continue;
        };
        if step == "done" {
            last = Some(number.parse().unwrap());
        }
        steps_done += 1;
        if steps_done == steps {
            // The kill must be at a random time.
            thread::sleep(max_delay);
            child.kill().unwrap();
        }
    }
    child.wait().unwrap();
    assert!(steps_done >= steps, "the child exited before it was killed");
    last
}

fn file_of_bars(number: u32) -> Vec<Bar> {
    let close = f64::from(number) + 1.0;
    (0..BARS).map(|day| bar(day * DAY, close)).collect()
}

fn from_file(number: u32) -> Ticker {
    Ticker {
        imported: Some(ImportInfo {
            file: format!("{number}.csv"),
            at: noon(),
            bars: BARS as u32,
            intervals: vec![Interval::Day],
        }),
        ..ticker(1, "OWN")
    }
}

/// Returns the number of the stored import and asserts that it is complete.
fn stored_import(store: &Store) -> Option<u32> {
    let bars = store.bars(TickerId(1), Interval::Day, i64::MIN..i64::MAX);
    let bars = bars.unwrap();
    let close = bars.first()?.close;
    assert_eq!(bars.len(), BARS as usize);
    assert!(bars.iter().all(|bar| bar.close.total_cmp(&close).is_eq()));
    let number = (close - 1.0) as u32;
    let tickers = store.snapshot().unwrap().tickers;
    assert_eq!(tickers, [from_file(number)]);
    Some(number)
}

/// `MARKETDECK_TEST_ROUNDS=50` sets the number of kills.
#[test]
fn a_killed_import_is_complete_or_absent() {
    let (_folder, path) = folder();
    let (mut rng, kills) = (rng(31), rounds(4));
    let mut acknowledged = None;
    for round in 0..kills {
        let max_delay = Duration::from_micros(rng.u64(..MAX_DELAY_MICROS));
        let done = kill_during("import", &path, rng.usize(2..5), max_delay);
        acknowledged = acknowledged.max(done);
        let store = Store::open(&path).unwrap();
        store.verify().unwrap();
        let stored = stored_import(&store);
        assert!(stored >= acknowledged, "round {round}: {stored:?} {done:?}");
        store.close().unwrap();
    }
    println!(
        "{kills} kills during imports, last acknowledged import {acknowledged:?}: none lost or incomplete"
    );
}

/// The holdings in two tickers after `number` changes.
fn held(number: u32) -> [(TickerId, Holding); 2] {
    let quantity = f64::from(number);
    let since = date(2026, 11, 20);
    let lot = Lot {
        date: since,
        quantity,
        price: 2.5,
        fee: None,
    };
    let average = Holding::average(quantity, Some(2.5), since).unwrap();
    let lots = Holding::lots(vec![lot], &[], since).unwrap();
    [(TickerId(1), average), (TickerId(2), lots)]
}

/// Returns the number of stored changes of holdings and asserts that the last one is complete; 0 for none.
fn stored_quantity(store: &Store) -> u32 {
    let list = store.of(PersonId::OWNER).watchlists().unwrap().remove(0);
    let holdings = list.items.into_iter();
    let holdings: Vec<_> = holdings
        .filter_map(|item| Some((item.ticker_id, item.holding?)))
        .collect();
    let Some((_, Holding::Average { quantity, .. })) = holdings.first() else {
        assert!(holdings.is_empty(), "{holdings:?}");
        return 0;
    };
    let number = *quantity as u32;
    assert_eq!(holdings, held(number));
    number
}

/// `MARKETDECK_TEST_ROUNDS=50` sets the number of kills.
#[test]
fn a_killed_change_of_holdings_is_complete_or_absent() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    store.of(PersonId::OWNER).create_watchlist("Mine").unwrap();
    store.close().unwrap();
    let (mut rng, kills) = (rng(34), rounds(4));
    let mut acknowledged = 0;
    for round in 0..kills {
        let max_delay = Duration::from_micros(rng.u64(..MAX_DELAY_MICROS));
        let done = kill_during("holdings", &path, rng.usize(2..8), max_delay);
        acknowledged = acknowledged.max(done.unwrap_or_default());
        let store = Store::open(&path).unwrap();
        store.verify().unwrap();
        let stored = stored_quantity(&store);
        assert!(stored >= acknowledged, "round {round}: {stored} {done:?}");
        store.close().unwrap();
    }
    println!(
        "{kills} kills during changes of holdings, {acknowledged} acknowledged: none lost or incomplete"
    );
}

/// The people who write at the same time.
const PEOPLE: [PersonId; 3] = [PersonId::OWNER, PersonId(2), PersonId(3)];

fn list_name(person: PersonId, number: u32) -> String {
    format!("{person} {number}")
}

/// Returns the number of the last change of each person, and asserts that each has only their own list.
fn written_by_people(store: &Store) -> [u32; 3] {
    PEOPLE.map(|person| {
        let lists = store.of(person).watchlists().unwrap();
        assert_eq!((lists.len(), lists[0].user_id), (1, person));
        let (owner, number) = lists[0].name.split_once(' ').unwrap();
        assert_eq!(owner, person.to_string());
        number.parse().unwrap()
    })
}

/// `MARKETDECK_TEST_ROUNDS=50` sets the number of kills.
#[test]
fn a_kill_while_several_people_write_loses_nothing_of_anybody() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    for name in ["Anna", "Ben"] {
        let added = store.add_person(name, Role::Member, None, PersonOrigin::Page, noon());
        added.unwrap();
    }
    for person in PEOPLE {
        let name = list_name(person, 0);
        store.of(person).create_watchlist(&name).unwrap();
    }
    store.close().unwrap();
    let (mut rng, kills) = (rng(35), rounds(4));
    let mut acknowledged = 0;
    for round in 0..kills {
        let max_delay = Duration::from_micros(rng.u64(..MAX_DELAY_MICROS));
        let done = kill_during("people", &path, rng.usize(2..5), max_delay);
        acknowledged = acknowledged.max(done.unwrap_or_default());
        let store = Store::open(&path).unwrap();
        store.verify().unwrap();
        let written = written_by_people(&store);
        let is_kept = written.iter().all(|count| *count >= acknowledged);
        assert!(is_kept, "round {round}: {written:?} {acknowledged}");
        store.close().unwrap();
    }
    println!(
        "{kills} kills while three people wrote, {acknowledged} acknowledged writes of each: none lost"
    );
}

/// `MARKETDECK_TEST_ROUNDS=50` sets the number of kills.
#[test]
fn a_killed_backup_keeps_the_previous_backup_and_the_database() {
    let (folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let list = store
        .of(PersonId::OWNER)
        .create_watchlist("Tech")
        .unwrap()
        .id;
    store.close().unwrap();
    let (mut rng, kills) = (rng(32), rounds(4));
    let mut copied = 0;
    let entries = |store: &Store| {
        store
            .of(PersonId::OWNER)
            .watchlist(list)
            .unwrap()
            .items
            .len() as u32
    };
    for round in 0..kills {
        let max_delay = Duration::from_micros(rng.u64(..MAX_DELAY_MICROS));
        let done = kill_during("backup", &path, rng.usize(2..5), max_delay);
        copied = done.unwrap_or_default().max(copied);
        let store = Store::open(&path).unwrap();
        store.verify().unwrap();
        assert!(entries(&store) >= copied, "round {round}");
        store.close().unwrap();
        let copy = folder.path().join("copy.redb");
        if copied > 0 {
            let copy = Store::open(&copy).unwrap();
            copy.verify().unwrap();
            assert!(entries(&copy) >= copied, "round {round}");
            copy.close().unwrap();
        }
    }
    // The next backup deletes temporary files of killed backups.
    let store = Store::open(&path).unwrap();
    let copy = folder.path().join("copy.redb");
    store.backup(&copy, &|_, _| ()).unwrap();
    store.close().unwrap();
    assert_eq!(names(folder.path()), ["copy.redb", "sample.redb"]);
    println!("{kills} kills during backups, {copied} acknowledged backups: all complete");
}

/// `MARKETDECK_TEST_ROUNDS=50` sets the number of kills.
#[test]
fn a_killed_migration_restarts_and_loses_nothing() {
    let (mut rng, kills) = (rng(33), rounds(4));
    let mut unfinished = 0;
    for round in 0..kills {
        let (folder, path) = folder();
        old_file(&path);
        let max_delay = Duration::from_micros(rng.u64(..MAX_DELAY_MICROS * 4));
        kill_during("migrate", &path, 1, max_delay);
        if !folder.path().join("sample.schema2.redb").exists() {
            unfinished += 1;
        }
        let store = Store::open(&path).unwrap();
        store.verify().unwrap();
        let lists = store.of(PersonId::OWNER).watchlists().unwrap();
        let names_of_lists = lists.iter().map(|list| list.name.clone());
        let expected = (1..=LISTS).map(|number| format!("List {number}"));
        assert!(names_of_lists.eq(expected), "round {round}");
        store.close().unwrap();
        let expected = ["sample.redb", "sample.schema2.redb"];
        assert_eq!(names(folder.path()), expected, "round {round}");
    }
    println!("{kills} kills during migrations, {unfinished} before the end: nothing lost");
}

fn names(folder: &Path) -> Vec<String> {
    let entries = fs::read_dir(folder).unwrap();
    let mut names: Vec<String> = entries
        .map(|entry| entry.unwrap().file_name().into_string().unwrap())
        .collect();
    names.sort();
    names
}

/// Not a test: writes a file of schema 2, from which `scripts/check-deb` upgrades.
#[test]
#[ignore = "for scripts/check-deb"]
fn file_of_schema_2_is_written() {
    if let Ok(path) = std::env::var(PATH) {
        old_file(Path::new(&path));
    }
}

/// Writes a database of schema 2, in which each value starts with its checksum (CRC-32, little-endian).
fn old_file(path: &Path) {
    let with_checksum = |record: &[u8]| {
        let mut crc = Crc::new();
        crc.update(record);
        [crc.sum().to_le_bytes().as_slice(), record].concat()
    };
    let database = Database::create(path).unwrap();
    let mut txn = database.begin_write().unwrap();
    txn.set_quick_repair(true);
    let meta: TableDefinition<&str, &[u8]> = TableDefinition::new("meta");
    let lists: TableDefinition<u32, &[u8]> = TableDefinition::new("watchlists");
    let (mut meta, mut lists) = (
        txn.open_table(meta).unwrap(),
        txn.open_table(lists).unwrap(),
    );
    for (name, number) in [("schema", 2_u32), ("last_watchlist", LISTS)] {
        let record = with_checksum(&number.to_le_bytes());
        meta.insert(name, record.as_slice()).unwrap();
    }
    for id in 1..=LISTS {
        let list = format!(
            r#"{{"id":{id},"user_id":1,"name":"List {id}","items":[{{"id":{id},"ticker_id":2}}]}}"#
        );
        let record = with_checksum(list.as_bytes());
        lists.insert(id, record.as_slice()).unwrap();
    }
    drop((meta, lists));
    txn.commit().unwrap();
}

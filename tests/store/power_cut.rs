//! Acknowledged writes survive a killed process.

use marketdeck::domain::person::PersonId;
use std::{
    io::{BufRead, BufReader, Write},
    path::Path,
    process::{Child, ChildStdout, Command, Stdio},
};

use marketdeck::{
    domain::{
        bar::Interval,
        drawing::{Drawing, DrawingPoint, DrawingTool},
        note::Note,
        settings::Settings,
        ticker::TickerId,
    },
    store::{MarketBatch, Store},
};

use super::support::{DAY, bars, folder, noon, rng, rounds};

/// Environment variable with the path of the child's database.
const PATH: &str = "MARKETDECK_TEST_STORE";

/// Not a test: the child process. Until it is killed, it adds entries to a list, saves a board, settings, a note and a drawing, and prints each step, while
/// another thread commits market data.
#[test]
#[ignore = "started by the test below"]
fn child_that_writes_until_it_is_killed() {
    let Ok(path) = std::env::var(PATH) else {
        return;
    };
    let store = Store::open(Path::new(&path)).unwrap();
    let market = store.clone();
    std::thread::spawn(move || {
        for day in 0.. {
            let batch = MarketBatch {
                bars: (1..=30)
                    .map(|id| (TickerId(id), Interval::Day, bars(day * DAY, DAY, 20)))
                    .collect(),
                ..MarketBatch::default()
            };
            market.commit(&batch, noon()).unwrap();
        }
    });
    let list = store.of(PersonId::OWNER).watchlists().unwrap()[0].clone();
    let mut board = store.of(PersonId::OWNER).board("main").unwrap();
    for next in list.items.len() as u32.. {
        let item = store
            .of(PersonId::OWNER)
            .add_watchlist_item(list.id, TickerId(next))
            .unwrap();
        board.title = format!("Board {}", item.id);
        store.of(PersonId::OWNER).save_board(&board).unwrap();
        let home_list = Some(item.id);
        let settings = Settings {
            home_list,
            ..Settings::default()
        };
        store.of(PersonId::OWNER).save_settings(&settings).unwrap();
        store
            .of(PersonId::OWNER)
            .create_note(&note(item.id))
            .unwrap();
        store
            .of(PersonId::OWNER)
            .create_drawing(&drawing(item.id))
            .unwrap();
        println!("added {} as {}", item.ticker_id, item.id);
        std::io::stdout().flush().unwrap();
    }
}

fn note(item: u32) -> Note {
    Note {
        id: 0,
        ticker_id: TickerId(1),
        date: jiff::civil::date(2026, 11, 20),
        text: format!("Entry {item}"),
        created_at: noon(),
        changed_at: noon(),
    }
}

/// A drawing on a ticker of its own, because their number per ticker is limited.
fn drawing(item: u32) -> Drawing {
    Drawing {
        id: 0,
        ticker_id: TickerId(item),
        tool: DrawingTool::Level,
        points: vec![DrawingPoint {
            time: noon(),
            price: f64::from(item),
        }],
        created_at: noon(),
        changed_at: noon(),
    }
}

fn start(path: &Path) -> (Child, BufReader<ChildStdout>) {
    let mut child = Command::new(std::env::current_exe().unwrap())
        .args(["--exact", "power_cut::child_that_writes_until_it_is_killed"])
        .args(["--ignored", "--nocapture"])
        .env(PATH, path)
        .stdout(Stdio::piped())
        .spawn()
        .unwrap();
    let output = BufReader::new(child.stdout.take().unwrap());
    (child, output)
}

/// `MARKETDECK_TEST_ROUNDS=500` sets the number of kills.
#[test]
fn nothing_acknowledged_is_lost_when_the_process_is_killed() {
    let (_folder, path) = folder();
    let store = Store::open(&path).unwrap();
    let list = store
        .of(PersonId::OWNER)
        .create_watchlist("Tech")
        .unwrap()
        .id;
    store.close().unwrap();
    drop(store);
    let mut rng = rng(12);
    let mut acknowledged = Vec::new();
    let kills = rounds(6);
    for round in 0..kills {
        let (mut child, output) = start(&path);
        let lines_until_kill = rng.usize(5..40);
        // Every printed line was acknowledged.
        let mut line_count = 0;
        for line in output.lines() {
            let line = line.unwrap();
            let Some((ticker, item)) = line
                .strip_prefix("added ")
                .and_then(|l| l.split_once(" as "))
            else {
                continue;
            };
            acknowledged.push((item.parse().unwrap(), TickerId(ticker.parse().unwrap())));
            line_count += 1;
            if line_count == lines_until_kill {
                child.kill().unwrap();
            }
        }
        child.wait().unwrap();
        assert!(
            line_count >= lines_until_kill,
            "round {round}: the child exited before it was killed"
        );

        let store = Store::open(&path).unwrap();
        store.verify().unwrap();
        let items: Vec<(u32, TickerId)> = store
            .of(PersonId::OWNER)
            .watchlist(list)
            .unwrap()
            .items
            .iter()
            .map(|item| (item.id, item.ticker_id))
            .collect();
        assert!(
            items.starts_with(&acknowledged),
            "round {round}: an entry is missing"
        );
        // A board and settings were saved after each entry, before it was printed.
        let title = store.of(PersonId::OWNER).board("main").unwrap().title;
        let saved: u32 = title.strip_prefix("Board ").unwrap().parse().unwrap();
        assert!(
            Some(saved) >= acknowledged.last().map(|(item, _)| *item),
            "round {round}: a board is missing"
        );
        let chosen = store.of(PersonId::OWNER).settings().unwrap().home_list;
        assert!(
            chosen >= acknowledged.last().map(|(item, _)| *item),
            "round {round}: settings are missing"
        );
        let notes: Vec<String> = store
            .of(PersonId::OWNER)
            .notes()
            .unwrap()
            .into_iter()
            .map(|note| note.text)
            .collect();
        let is_noted = |(item, _): &(u32, TickerId)| notes.contains(&format!("Entry {item}"));
        assert!(
            acknowledged.last().is_none_or(is_noted),
            "round {round}: a note is missing"
        );
        let drawings = store.of(PersonId::OWNER).drawings().unwrap();
        let is_drawn = |(item, _): &(u32, TickerId)| {
            drawings
                .iter()
                .any(|drawing| drawing.ticker_id == TickerId(*item))
        };
        assert!(
            acknowledged.last().is_none_or(is_drawn),
            "round {round}: a drawing is missing"
        );
        // One more entry may have been written but not printed.
        assert!(items.len() <= acknowledged.len() + 1, "round {round}");
        acknowledged = items;
        store.close().unwrap();
    }
    println!(
        "{kills} kills, {} acknowledged entries: none lost",
        acknowledged.len()
    );
}

//! A backup, and a database restored from it, contain every record of every table.

use marketdeck::domain::person::PersonId;
use std::{collections::BTreeMap, path::Path};

use marketdeck::{
    domain::{
        alert::{Alert, AlertFrequency, AlertKind, Condition},
        chart_layout::{ChartLayout, ChartLinks, LayoutChart},
        drawing::{Drawing, DrawingPoint, DrawingTool},
        note::Note,
        settings::Settings,
        ticker::TickerId,
    },
    store::{Identity, PreparedRestore, Store, StoreError, check},
};
use redb::{
    Database, ReadableDatabase as _, ReadableTable as _, TableDefinition, TableHandle as _,
};

use super::support::{folder, noon, whole_market};

type Rows = Vec<(Vec<u8>, Vec<u8>)>;

/// Returns every row of every table in the file.
fn tables(path: &Path) -> BTreeMap<String, Rows> {
    let database = Database::open(path).unwrap();
    let txn = database.begin_read().unwrap();
    let names: Vec<_> = txn
        .list_tables()
        .unwrap()
        .map(|table| table.name().to_owned())
        .collect();
    let rows = |name: &String| {
        let table = TableDefinition::<&[u8], &[u8]>::new(name);
        let Ok(table) = txn.open_table(table) else {
            // The `meta` table has different key and value types.
            return vec![];
        };
        let rows = table.iter().unwrap().map(Result::unwrap);
        rows.map(|(key, value)| (key.value().to_vec(), value.value().to_vec()))
            .collect()
    };
    names
        .iter()
        .map(|name| (name.clone(), rows(name)))
        .collect()
}

fn fill(path: &Path) -> Store {
    let store = Store::open(path).unwrap();
    let identity = Identity {
        market: "sample".into(),
        seed: Some(1),
        hours: None,
        clock_set: None,
    };
    store.check_identity(&identity).unwrap();
    store.commit(&whole_market(), noon()).unwrap();
    let list = store.of(PersonId::OWNER).create_watchlist("Mine").unwrap();
    store
        .of(PersonId::OWNER)
        .add_watchlist_item(list.id, TickerId(1))
        .unwrap();
    let alert = Alert {
        condition: Some(Condition::Above),
        value: Some(250.0),
        ..Alert::new(AlertKind::Price, "AAPL", AlertFrequency::Once, noon())
    };
    store.of(PersonId::OWNER).create_alert(&alert).unwrap();
    store
        .of(PersonId::OWNER)
        .save_settings(&Settings::default())
        .unwrap();
    let note = Note {
        id: 0,
        ticker_id: TickerId(1),
        date: jiff::civil::date(2026, 11, 20),
        text: "Waits for margins".into(),
        created_at: noon(),
        changed_at: noon(),
    };
    store.of(PersonId::OWNER).create_note(&note).unwrap();
    let drawing = Drawing {
        id: 0,
        ticker_id: TickerId(1),
        tool: DrawingTool::Level,
        points: vec![DrawingPoint {
            time: noon(),
            price: 271.5,
        }],
        created_at: noon(),
        changed_at: noon(),
    };
    store.of(PersonId::OWNER).create_drawing(&drawing).unwrap();
    let layout = ChartLayout {
        name: "mine".into(),
        title: "Mine".into(),
        charts: vec![LayoutChart {
            symbol: "AAPL".into(),
            settings: "range=1Y".into(),
        }],
        links: ChartLinks::default(),
    };
    store
        .of(PersonId::OWNER)
        .save_chart_layout(&layout)
        .unwrap();
    store
}

#[test]
fn a_backup_and_the_restored_database_have_equal_tables() {
    let (folder, path) = folder();
    let store = fill(&path);
    let [named, unnamed, restored] =
        ["named", "unnamed", "restored"].map(|name| folder.path().join(format!("{name}.redb")));
    store.backup(&named, &|_, _| ()).unwrap();
    let mut open = store.backup_without_name().unwrap();
    std::io::copy(&mut open, &mut std::fs::File::create(&unnamed).unwrap()).unwrap();
    store.close().unwrap();
    let copy = PreparedRestore::prepare(&named, folder.path(), &|_, _| ()).unwrap();
    assert_eq!(copy.market(), Some("sample"));
    assert_eq!(copy.install(&restored).unwrap(), None);

    let whole = tables(&path);
    let filled = whole.values().filter(|rows| !rows.is_empty()).count();
    assert!(
        whole.len() > 20 && filled >= 15,
        "{filled} of {}",
        whole.len()
    );
    for copy in [named, unnamed, restored] {
        assert!(tables(&copy) == whole, "{} has other rows", copy.display());
    }
    let file_count = std::fs::read_dir(folder.path()).unwrap().count();
    assert_eq!(file_count, 4, "no other file is left");
}

#[test]
fn check_counts_every_record_and_reports_progress() {
    let (_folder, path) = folder();
    let store = fill(&path);
    let error = check(&path, &|_, _| ()).unwrap_err();
    assert!(matches!(error, StoreError::Locked(_)), "{error}");
    store.close().unwrap();
    let before = std::fs::read(&path).unwrap();
    let progress = std::cell::RefCell::new(vec![]);
    let checked = check(&path, &|done, of| progress.borrow_mut().push((done, of))).unwrap();
    assert!(
        std::fs::read(&path).unwrap() == before,
        "the check does not change the file"
    );
    let records: usize = tables(&path).values().map(Vec::len).sum();
    assert_eq!(checked.records, records as u64);
    assert_eq!(checked.market.as_deref(), Some("sample"));
    let progress = progress.into_inner();
    assert_eq!(progress.first(), Some(&(0, checked.records)));
    assert_eq!(progress.last(), Some(&(checked.records, checked.records)));
}

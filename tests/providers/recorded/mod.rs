//! Compares each recorded body and stream message with what the running program shows.
//!
//! `reader` reads a recording with generic JSON and plain arithmetic; it shares no code with the program. `served` and
//! `streamed` give the recording to the real program, whose clock is a minute later, and read its API; `rejected` does
//! the same for recordings without prices. All files of the folders are used, so a new recording is tested too.

pub(crate) mod cases;
mod closed_days;
mod facts;
mod files;
mod frames;
mod reader;
mod rejected;
mod served;
mod streamed;
mod table;

use std::{path::Path, sync::Arc};

use tokio::sync::Semaphore;

use self::{
    files::{Recording, Shape},
    table::{Row, assert_all_equal},
};

/// How many programs run at the same time.
const MAX_PROGRAMS: usize = 3;

async fn rows_of(recording: Recording) -> Vec<Row> {
    match &recording.shape {
        Shape::Stream => streamed::rows(&recording).await,
        Shape::Refused => rejected::rows(&recording).await,
        Shape::Unsupported(why) => vec![Row::note(&recording.name, "-", why)],
        _ => served::rows(&recording).await,
    }
}

/// The table of all recordings below `folder`, one row per figure.
async fn table_of(folder: &Path) -> Vec<Row> {
    let permits = Arc::new(Semaphore::new(MAX_PROGRAMS));
    let running: Vec<_> = files::walk(folder)
        .into_iter()
        .map(|recording| {
            let permits = Arc::clone(&permits);
            tokio::spawn(async move {
                let _permit = permits.acquire().await.unwrap();
                rows_of(recording).await
            })
        })
        .collect();
    let mut rows = Vec::new();
    for recording in running {
        rows.extend(recording.await.unwrap());
    }
    rows
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn hand_written_bodies_are_shown_as_the_reference_reader_reads_them() {
    assert_all_equal(&table_of(Path::new("tests/fixtures/recordings")).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn every_recording_is_shown_as_the_reference_reader_reads_it() {
    let folder = Path::new("../shared/recordings");
    if !folder.exists() {
        println!("skipped: there are no recordings in ../shared");
        return;
    }
    assert_all_equal(&table_of(folder).await);
}

//! What every recorded body and stream frame says, and what the running program showed.
//!
//! `reader` takes from a recording what a careful person would, by generic JSON and plain arithmetic; it
//! shares nothing with the code that is judged. `served` and `streamed` hand the recording to the real
//! program, whose clock stands a minute after it, and read its API; `refused` does so with what has no
//! price in it. Folders are walked, so other recordings in the same folders are judged the same way.

pub(crate) mod cases;
mod closed_days;
mod facts;
mod files;
mod frames;
mod reader;
mod refused;
mod served;
mod streamed;
mod table;

use std::{path::Path, sync::Arc};

use tokio::sync::Semaphore;

use self::{
    files::{Recording, Shape},
    table::{Row, judged},
};

/// So many programs run at a time.
const AT_ONCE: usize = 3;

async fn rows_of(recording: Recording) -> Vec<Row> {
    match &recording.shape {
        Shape::Stream => streamed::rows(&recording).await,
        Shape::Refused => refused::rows(&recording).await,
        Shape::NotAsked(why) => vec![Row::note(&recording.name, "-", why)],
        _ => served::rows(&recording).await,
    }
}

/// The table of everything below `folder`, one row per figure.
async fn table_of(folder: &Path) -> Vec<Row> {
    let permits = Arc::new(Semaphore::new(AT_ONCE));
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
async fn the_table_of_what_bodies_written_by_hand_say_and_what_the_program_showed() {
    judged(&table_of(Path::new("tests/fixtures/recordings")).await);
}

#[tokio::test(flavor = "multi_thread", worker_threads = 8)]
async fn the_table_of_what_every_recording_says_and_what_the_program_showed() {
    let folder = Path::new("../shared/recordings");
    if !folder.exists() {
        println!("NOT CHECKED: there are no recordings in ../shared to check against");
        return;
    }
    judged(&table_of(folder).await);
}

//! The delivery worker on a real store.

use crate::domain::person::PersonId;
use std::{collections::VecDeque, path::Path, sync::Mutex, time::Duration};

use tokio::{sync::watch, time::Instant};

use super::at;
use crate::{
    alerts::{
        Channel, DeliveryWorker,
        delivery::{Attempt, DeliveryError, Message},
    },
    domain::{Clock, Timestamp, alert::FiredAlert},
    store::{NewReport, OutboxEntry, Store},
    testing::ManualClock,
};
use std::sync::Arc;

/// What a channel does with a report.
#[derive(Clone, Copy)]
enum Reaction {
    Deliver,
    Fail,
    Hang,
    Panic,
    /// Delivers and never returns.
    DeliverAndHang,
}
use Reaction::{Deliver, DeliverAndHang, Fail, Hang, Panic};

/// A channel with scripted reactions. It delivers after the end of the script.
struct ScriptedChannel {
    script: Mutex<VecDeque<Reaction>>,
    delivered: watch::Sender<Vec<u64>>,
}

impl ScriptedChannel {
    fn new(script: &[Reaction]) -> Arc<Self> {
        Arc::new(Self {
            script: Mutex::new(script.iter().copied().collect()),
            delivered: watch::Sender::default(),
        })
    }

    /// The numbers of delivered reports, in order.
    fn delivered(&self) -> Vec<u64> {
        self.delivered.borrow().clone()
    }

    async fn wait_for_deliveries(&self, count: usize) {
        let mut delivered = self.delivered.subscribe();
        delivered.wait_for(|all| all.len() >= count).await.unwrap();
    }
}

impl Channel for ScriptedChannel {
    fn name(&self) -> &'static str {
        "ntfy"
    }

    fn person(&self) -> PersonId {
        PersonId::OWNER
    }

    fn deliver<'a>(&'a self, message: &'a Message, _now: Timestamp) -> Attempt<'a> {
        let numbers: Vec<_> = message.reports.iter().map(|(number, _)| *number).collect();
        let reaction = self.script.lock().unwrap().pop_front();
        let reaction = reaction.unwrap_or(Deliver);
        Box::pin(async move {
            if matches!(reaction, Deliver | DeliverAndHang) {
                self.delivered.send_modify(|all| all.extend(numbers));
            }
            match reaction {
                Deliver => Ok("ok".into()),
                Fail => Err(DeliveryError::Failed("no route to host".into())),
                Panic => panic!("scripted panic"),
                Hang | DeliverAndHang => std::future::pending().await,
            }
        })
    }
}

/// A clock driven by tokio's time.
struct TokioClock(Instant);

impl Clock for TokioClock {
    fn now(&self) -> Timestamp {
        at(0) + self.0.elapsed()
    }
}

fn open(folder: &Path) -> Store {
    Store::open(&folder.join("test.redb")).unwrap()
}

/// Records a report of each of these alerts for the channel. The first report has the number 0.
fn record(store: &Store, alerts: &[u32], now: Timestamp) {
    let report = |alert: &u32| NewReport {
        person: PersonId::OWNER,
        fired: FiredAlert {
            price: Some(101.0),
            ..FiredAlert::new(*alert, "BTC", now, "BTC price rose above $100")
        },
        channels: vec!["ntfy".into()],
    };
    let reports: Vec<_> = alerts.iter().map(report).collect();
    store.record_fired(&reports, &[], now).unwrap();
}

fn pending(store: &Store) -> Vec<OutboxEntry> {
    let pending = store
        .of(PersonId::OWNER)
        .undelivered("ntfy")
        .unwrap()
        .into_iter();
    pending.map(|each| each.entry).collect()
}

fn worker(channel: &Arc<ScriptedChannel>, store: &Store, clock: Arc<dyn Clock>) -> DeliveryWorker {
    let random = fastrand::Rng::with_seed(7);
    let never = watch::Sender::default().subscribe();
    DeliveryWorker::new(channel.clone(), store.clone(), clock, never, random)
}

/// ALRT-05: No alert is lost during an outage of a mail server.
#[tokio::test(start_paused = true)]
async fn report_is_delivered_after_several_failures() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let channel = ScriptedChannel::new(&[Fail; 6]);
    let start = Instant::now();
    let recorded = watch::Sender::new(0);
    let worker = DeliveryWorker::new(
        channel.clone(),
        store.clone(),
        Arc::new(TokioClock(start)),
        recorded.subscribe(),
        fastrand::Rng::with_seed(7),
    );
    let task = tokio::spawn(worker.run());
    record(&store, &[1], at(0));
    recorded.send_replace(1);
    channel.wait_for_deliveries(1).await;
    // The delays are five seconds, doubled five times, with jitter.
    let took = start.elapsed();
    assert!(took > Duration::from_secs(6) && took < Duration::from_secs(330));
    // The worker saves its outcomes and ends when the recorder is dropped.
    drop(recorded);
    task.await.unwrap();
    assert_eq!(pending(&store), []);
    assert_eq!(channel.delivered(), [0]);
}

/// ALRT-05: The reason, the number of attempts and the time of the next attempt are stored.
#[tokio::test]
async fn failed_delivery_waits_for_its_next_attempt() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let clock = Arc::new(ManualClock::new(at(0)));
    let channel = ScriptedChannel::new(&[Fail]);
    record(&store, &[1], at(0));
    let mut worker = worker(&channel, &store, clock.clone());
    let pause = worker.deliver_due().await;
    assert!(pause <= Duration::from_secs(5), "{pause:?}");
    let [failed] = &pending(&store)[..] else {
        panic!("expected one pending report");
    };
    assert_eq!(failed.attempt, 1);
    assert_eq!(failed.last_error.as_deref(), Some("no route to host"));
    assert_eq!(failed.next_attempt_at, at(0) + pause);
    worker.deliver_due().await;
    assert_eq!(channel.delivered(), [0; 0], "the next attempt is not due");
    clock.advance(5);
    worker.deliver_due().await;
    assert_eq!(channel.delivered(), [0]);
    assert_eq!(pending(&store), []);
}

/// ALRT-05: A report is never delivered after a later report of the same alert.
#[tokio::test]
async fn reports_are_ordered_per_alert_and_do_not_block_other_alerts() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let clock = Arc::new(ManualClock::new(at(0)));
    let channel = ScriptedChannel::new(&[Fail]);
    record(&store, &[1, 1, 2, 1], at(0));
    let mut worker = worker(&channel, &store, clock.clone());
    worker.deliver_due().await;
    assert_eq!(channel.delivered(), [2]);
    clock.advance(5);
    worker.deliver_due().await;
    assert_eq!(channel.delivered(), [2, 0, 1, 3]);
}

/// ALRT-05: Retries end after a day, and later reports are delivered.
#[tokio::test]
async fn report_is_given_up_after_a_day_and_the_next_is_delivered() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let clock = Arc::new(ManualClock::new(at(0)));
    let channel = ScriptedChannel::new(&[Fail, Fail]);
    record(&store, &[1, 1], at(0));
    let mut worker = worker(&channel, &store, clock.clone());
    worker.deliver_due().await;
    assert_eq!(pending(&store).len(), 2);
    clock.advance(86_400);
    worker.deliver_due().await;
    assert_eq!(channel.delivered(), [1]);
    assert_eq!(pending(&store), []);
    assert_eq!(
        store.of(PersonId::OWNER).reports(10).unwrap().len(),
        2,
        "the history contains both"
    );
}

/// ALRT-05: A failing report does not stop the reports of other alerts.
#[tokio::test(start_paused = true)]
async fn hang_or_panic_does_not_stop_other_reports() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let channel = ScriptedChannel::new(&[Hang, Panic]);
    record(&store, &[1, 2, 3], at(0));
    let clock = Arc::new(TokioClock(Instant::now()));
    worker(&channel, &store, clock).deliver_due().await;
    assert_eq!(channel.delivered(), [2]);
    let errors: Vec<_> = pending(&store)
        .into_iter()
        .filter_map(|entry| entry.last_error)
        .collect();
    assert_eq!(
        errors,
        ["timed out after 30 s", "internal error: scripted panic"]
    );
}

/// ALRT-05: No delivery is lost in a power failure.
#[tokio::test]
async fn delivery_during_a_power_failure_is_repeated() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    record(&store, &[1], at(0));
    let channel = ScriptedChannel::new(&[DeliverAndHang]);
    let clock = Arc::new(ManualClock::new(at(0)));
    let mut first_worker = worker(&channel, &store, clock.clone());
    tokio::select! {
        _ = first_worker.deliver_due() => unreachable!("the delivery hangs"),
        () = channel.wait_for_deliveries(1) => {}
    }
    // The copied file has the content that a power failure would leave.
    let restarted = tempfile::tempdir().unwrap();
    let file = |folder: &Path| folder.join("test.redb");
    std::fs::copy(file(folder.path()), file(restarted.path())).unwrap();
    let store = open(restarted.path());
    worker(&channel, &store, clock).deliver_due().await;
    assert_eq!(channel.delivered(), [0, 0]);
    assert_eq!(pending(&store), []);
}

/// ALRT-05: While the disk is full, a notification is not repeated every five seconds.
#[tokio::test]
async fn delivery_is_not_repeated_while_it_cannot_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    record(&store, &[1], at(0));
    let (path, moved_path) = (folder.path().join("test.redb"), folder.path().join("away"));
    let channel = ScriptedChannel::new(&[]);
    let mut worker = worker(&channel, &store, Arc::new(ManualClock::new(at(0))));
    std::fs::rename(&path, &moved_path).unwrap();
    for _ in 0..3 {
        worker.deliver_due().await;
    }
    assert_eq!((channel.delivered(), pending(&store).len()), (vec![0], 1));
    std::fs::rename(&moved_path, &path).unwrap();
    worker.deliver_due().await;
    assert_eq!((channel.delivered(), pending(&store)), (vec![0], vec![]));
}

/// ALRT-05: A clock that was set back by a year does not delay deliveries by a year.
#[tokio::test]
async fn retry_time_from_a_clock_ahead_counts_as_due() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let clock = Arc::new(ManualClock::new(at(31_536_000)));
    record(&store, &[1], at(31_536_000));
    let channel = ScriptedChannel::new(&[Fail]);
    let mut worker = worker(&channel, &store, clock.clone());
    worker.deliver_due().await;
    clock.set(at(0));
    worker.deliver_due().await;
    assert_eq!(channel.delivered(), [0]);
}

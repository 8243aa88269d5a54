//! The worker of a channel, on a real store.

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
enum Behaviour {
    Deliver,
    Fail,
    Hang,
    Panic,
    /// Delivers, and never says so.
    DeliverAndHang,
}
use Behaviour::{Deliver, DeliverAndHang, Fail, Hang, Panic};

/// A channel that does what it is told to, and delivers when it is told nothing.
struct Scripted {
    script: Mutex<VecDeque<Behaviour>>,
    delivered: watch::Sender<Vec<u64>>,
}

impl Scripted {
    fn new(script: &[Behaviour]) -> Arc<Self> {
        Arc::new(Self {
            script: Mutex::new(script.iter().copied().collect()),
            delivered: watch::Sender::default(),
        })
    }

    /// Numbers of the reports that came through, in their order.
    fn delivered(&self) -> Vec<u64> {
        self.delivered.borrow().clone()
    }

    async fn has_delivered(&self, count: usize) {
        let mut delivered = self.delivered.subscribe();
        delivered.wait_for(|all| all.len() >= count).await.unwrap();
    }
}

impl Channel for Scripted {
    fn name(&self) -> &'static str {
        "ntfy"
    }

    fn deliver<'a>(&'a self, message: &'a Message, _now: Timestamp) -> Attempt<'a> {
        let numbers: Vec<_> = message.reports.iter().map(|(number, _)| *number).collect();
        let behaviour = self.script.lock().unwrap().pop_front();
        let behaviour = behaviour.unwrap_or(Deliver);
        Box::pin(async move {
            if matches!(behaviour, Deliver | DeliverAndHang) {
                self.delivered.send_modify(|all| all.extend(numbers));
            }
            match behaviour {
                Deliver => Ok("fine".into()),
                Fail => Err(DeliveryError::Failed("no route to host".into())),
                Panic => panic!("not this one"),
                Hang | DeliverAndHang => std::future::pending().await,
            }
        })
    }
}

/// A clock that goes with the time of tokio.
struct TokioClock(Instant);

impl Clock for TokioClock {
    fn now(&self) -> Timestamp {
        at(0) + self.0.elapsed()
    }
}

fn open(folder: &Path) -> Store {
    Store::open(&folder.join("test.redb")).unwrap()
}

/// Records a report of each of these alerts for the channel; the first one has the number 0.
fn record(store: &Store, alerts: &[u32], now: Timestamp) {
    let report = |alert: &u32| NewReport {
        fired: FiredAlert {
            price: Some(101.0),
            ..FiredAlert::new(*alert, "BTC", now, "BTC price rose above $100")
        },
        channels: vec!["ntfy".into()],
    };
    let reports: Vec<_> = alerts.iter().map(report).collect();
    store.record_fired(&reports, &[], now).unwrap();
}

fn waiting(store: &Store) -> Vec<OutboxEntry> {
    let waiting = store.undelivered("ntfy").unwrap().into_iter();
    waiting.map(|each| each.entry).collect()
}

fn worker(channel: &Arc<Scripted>, store: &Store, clock: Arc<dyn Clock>) -> DeliveryWorker {
    let random = fastrand::Rng::with_seed(7);
    let never = watch::Sender::default().subscribe();
    DeliveryWorker::new(channel.clone(), store.clone(), clock, never, random)
}

/// ALRT-05: a mail server that is down for a while loses no alert.
#[tokio::test(start_paused = true)]
async fn a_channel_that_fails_some_times_gets_its_report_in_the_end() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let channel = Scripted::new(&[Fail; 6]);
    let began = Instant::now();
    let recorded = watch::Sender::new(0);
    let worker = DeliveryWorker::new(
        channel.clone(),
        store.clone(),
        Arc::new(TokioClock(began)),
        recorded.subscribe(),
        fastrand::Rng::with_seed(7),
    );
    let working = tokio::spawn(worker.run());
    record(&store, &[1], at(0));
    recorded.send_replace(1);
    channel.has_delivered(1).await;
    // Five seconds, doubled five times and not quite drawn whole each time.
    let took = began.elapsed();
    assert!(took > Duration::from_secs(6) && took < Duration::from_secs(330));
    // Nobody is left who records anything: the worker saves what it did, and ends.
    drop(recorded);
    working.await.unwrap();
    assert_eq!(waiting(&store), []);
    assert_eq!(channel.delivered(), [0]);
}

/// ALRT-05: why a delivery failed, how often, and when the next attempt is due is kept.
#[tokio::test]
async fn a_failed_delivery_waits_for_its_time() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let clock = Arc::new(ManualClock::new(at(0)));
    let channel = Scripted::new(&[Fail]);
    record(&store, &[1], at(0));
    let mut worker = worker(&channel, &store, clock.clone());
    let pause = worker.deliver_due().await;
    assert!(pause <= Duration::from_secs(5), "{pause:?}");
    let [failed] = &waiting(&store)[..] else {
        panic!("one waits");
    };
    assert_eq!(failed.attempt, 1);
    assert_eq!(failed.last_error.as_deref(), Some("no route to host"));
    assert_eq!(failed.next_attempt_at, at(0) + pause);
    worker.deliver_due().await;
    assert_eq!(channel.delivered(), [0; 0], "not before its time");
    clock.advance(5);
    worker.deliver_due().await;
    assert_eq!(channel.delivered(), [0]);
    assert_eq!(waiting(&store), []);
}

/// ALRT-05: 'rose above' is never told after the 'fell below' that followed it.
#[tokio::test]
async fn an_alerts_reports_come_in_their_order_and_keep_no_other_alert_waiting() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let clock = Arc::new(ManualClock::new(at(0)));
    let channel = Scripted::new(&[Fail]);
    record(&store, &[1, 1, 2, 1], at(0));
    let mut worker = worker(&channel, &store, clock.clone());
    worker.deliver_due().await;
    assert_eq!(channel.delivered(), [2]);
    clock.advance(5);
    worker.deliver_due().await;
    assert_eq!(channel.delivered(), [2, 0, 1, 3]);
}

/// ALRT-05: there is an end, and what comes after it is delivered.
#[tokio::test]
async fn after_a_day_of_failures_a_report_is_given_up_and_the_next_has_its_turn() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let clock = Arc::new(ManualClock::new(at(0)));
    let channel = Scripted::new(&[Fail, Fail]);
    record(&store, &[1, 1], at(0));
    let mut worker = worker(&channel, &store, clock.clone());
    worker.deliver_due().await;
    assert_eq!(waiting(&store).len(), 2);
    clock.advance(86_400);
    worker.deliver_due().await;
    assert_eq!(channel.delivered(), [1]);
    assert_eq!(waiting(&store), []);
    assert_eq!(store.reports(10).unwrap().len(), 2, "the history keeps it");
}

/// ALRT-05: one bad report does not stop those of other alerts.
#[tokio::test(start_paused = true)]
async fn a_channel_that_hangs_or_panics_on_a_report_goes_on_with_the_others() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let channel = Scripted::new(&[Hang, Panic]);
    record(&store, &[1, 2, 3], at(0));
    let clock = Arc::new(TokioClock(Instant::now()));
    worker(&channel, &store, clock).deliver_due().await;
    assert_eq!(channel.delivered(), [2]);
    let errors: Vec<_> = waiting(&store)
        .into_iter()
        .filter_map(|entry| entry.last_error)
        .collect();
    assert_eq!(
        errors,
        [
            "it took longer than 30 seconds",
            "the program failed on it: not this one"
        ]
    );
}

/// ALRT-05: a power cut costs no delivery.
#[tokio::test]
async fn a_report_that_was_delivered_when_the_power_went_is_delivered_again() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    record(&store, &[1], at(0));
    let channel = Scripted::new(&[DeliverAndHang]);
    let clock = Arc::new(ManualClock::new(at(0)));
    let mut cut = worker(&channel, &store, clock.clone());
    tokio::select! {
        _ = cut.deliver_due() => unreachable!("it hangs"),
        () = channel.has_delivered(1) => {}
    }
    // What is in the file now is what a power cut leaves.
    let later = tempfile::tempdir().unwrap();
    let file = |folder: &Path| folder.join("test.redb");
    std::fs::copy(file(folder.path()), file(later.path())).unwrap();
    let store = open(later.path());
    worker(&channel, &store, clock).deliver_due().await;
    assert_eq!(channel.delivered(), [0, 0]);
    assert_eq!(waiting(&store), []);
}

/// ALRT-05: a full disk makes nobody's phone ring every five seconds.
#[tokio::test]
async fn what_was_delivered_is_not_delivered_again_while_nothing_can_be_saved() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    record(&store, &[1], at(0));
    let (path, away) = (folder.path().join("test.redb"), folder.path().join("away"));
    let channel = Scripted::new(&[]);
    let mut worker = worker(&channel, &store, Arc::new(ManualClock::new(at(0))));
    std::fs::rename(&path, &away).unwrap();
    for _ in 0..3 {
        worker.deliver_due().await;
    }
    assert_eq!((channel.delivered(), waiting(&store).len()), (vec![0], 1));
    std::fs::rename(&away, &path).unwrap();
    worker.deliver_due().await;
    assert_eq!((channel.delivered(), waiting(&store)), (vec![0], vec![]));
}

/// ALRT-05: a clock that was set back by a year does not silence alerts for a year.
#[tokio::test]
async fn a_delivery_that_failed_while_the_clock_ran_ahead_is_due() {
    let folder = tempfile::tempdir().unwrap();
    let store = open(folder.path());
    let clock = Arc::new(ManualClock::new(at(31_536_000)));
    record(&store, &[1], at(31_536_000));
    let channel = Scripted::new(&[Fail]);
    let mut worker = worker(&channel, &store, clock.clone());
    worker.deliver_due().await;
    clock.set(at(0));
    worker.deliver_due().await;
    assert_eq!(channel.delivered(), [0]);
}

//! Many alerts at once, a flapping price, nights, and power cuts in between.

use std::collections::{BTreeMap, BTreeSet};

use super::{receivers::NEVER, *};

/// ALRT-05: nobody is woken, and in the morning one message says it all.
#[tokio::test]
async fn quiet_hours_hold_alerts_and_their_end_brings_them_together() {
    let receiver = HttpReceiver::start().await;
    // It is 14:32 in New York.
    let quiet = "quiet_hours = '14:00-15:00'\ntime_zone = 'America/New_York'";
    let mut delivery = Delivery::new(&webhook(&receiver.url, quiet));
    delivery.record(&[1, 2]);
    delivery.pass(27 * 60).await;
    delivery.record(&[3]);
    assert_eq!((receiver.asked().len(), delivery.waiting()), (0, 3));
    delivery.pass(120).await;
    let asked = receiver.asked();
    assert_eq!((asked.len(), delivery.waiting()), (1, 0));
    assert_eq!(asked[0].reports(), [0, 1, 2]);
    assert_eq!(asked[0].json()["title"], "3 alerts");
}

/// ALRT-05: alerts that fire within two seconds are one message from the fourth on.
#[tokio::test]
async fn many_alerts_at_once_are_one_message_and_few_are_their_own() {
    let receiver = HttpReceiver::start().await;
    let mut delivery = Delivery::new(&webhook(&receiver.url, ""));
    delivery.record(&[1, 2, 3]);
    delivery.pass(10).await;
    assert_eq!(receiver.asked().len(), 3);
    delivery.record(&[4, 5]);
    delivery.pass(1).await;
    delivery.record(&[6, 7]);
    delivery.pass(10).await;
    let asked = receiver.asked();
    assert_eq!(asked.len(), 4);
    assert_eq!(asked[3].reports(), [3, 4, 5, 6]);
}

impl Delivery {
    /// When messages came through, in seconds from the beginning on.
    fn sent_at(&self) -> Vec<i64> {
        let log = self.store.delivery_attempts(None, usize::MAX).unwrap();
        let seconds = log
            .iter()
            .map(|line| line.at.duration_since(now()).as_secs());
        let distinct: BTreeSet<_> = seconds.collect();
        distinct.into_iter().collect()
    }
}

/// ALRT-05: alerts without end fill nobody's phone: every report arrives once, in as few messages as were asked for,
/// and these are spread over the hour.
#[tokio::test]
async fn a_thousand_reports_in_an_hour_come_in_a_few_messages_and_none_is_lost() {
    println!(
        "{:>8} {:>8} {:>9} {:>9} {:>12}",
        "reports", "an hour", "messages", "largest", "longest wait"
    );
    for (most, messages) in [(30, 30), (6, 6), (1, 1)] {
        let receiver = HttpReceiver::start().await;
        let limit = format!("most_per_hour = {most}");
        let mut delivery = Delivery::new(&webhook(&receiver.url, &limit));
        for _ in 0..100 {
            delivery.record(&[1; 10]);
            delivery.pass(36).await;
        }
        let in_time = receiver.asked().len();
        assert_eq!(in_time, messages, "messages in the hour");
        delivery.pass(2 * 3_600).await;
        let asked = receiver.asked();
        let mut reports: Vec<u64> = asked.iter().flat_map(Asked::reports).collect();
        let largest = asked.iter().map(|each| each.reports().len()).max();
        let sent = delivery.sent_at();
        let pauses = sent.windows(2).map(|pair| pair[1] - pair[0]);
        let longest = pauses.max().unwrap_or(0);
        println!(
            "{:>8} {most:>8} {:>9} {:>9} {longest:>10} s",
            reports.len(),
            asked.len(),
            largest.unwrap_or(0)
        );
        assert!(longest <= 3_600 / most + 40, "spread over the hour");
        assert!(reports.is_sorted(), "in their order");
        reports.dedup();
        assert_eq!((reports.len(), delivery.waiting()), (1_000, 0));
    }
}

/// ALRT-05: a program that starts again has not forgotten what it sent in the hour before.
#[tokio::test]
async fn a_restart_gives_no_new_messages() {
    let receiver = HttpReceiver::start().await;
    let toml = webhook(&receiver.url, "most_per_hour = 12");
    let mut delivery = Delivery::new(&toml);
    // Two at once, and another one every five minutes and a half.
    delivery.record(&[1, 2]);
    delivery.pass(10).await;
    assert_eq!(receiver.asked().len(), 2);
    let Delivery {
        folder,
        store,
        clock,
        ..
    } = delivery;
    let mut delivery = Delivery::of(folder, store, clock, &toml);
    delivery.record(&[1, 2, 3]);
    delivery.pass(300).await;
    assert_eq!((receiver.asked().len(), delivery.waiting()), (2, 3));
    delivery.pass(60).await;
    let asked = receiver.asked();
    assert_eq!((asked.len(), delivery.waiting()), (3, 0));
    assert_eq!(asked[2].reports(), [2, 3, 4], "what waited goes together");
}

/// ALRT-05: the power goes after a message was sent and before that was noted. The same message comes
/// again, under its key, and nothing is added to it.
#[tokio::test]
async fn what_was_sent_when_the_power_went_comes_again_as_the_same_message() {
    let receiver = HttpReceiver::start().await;
    let toml = webhook(&receiver.url, "");
    let mut delivery = Delivery::new(&toml);
    delivery.record(&[1, 2, 3, 4]);
    delivery.clock.set(now() + SignedDuration::from_secs(3));
    // The file as it is while the message is on its way: that is what a power cut leaves.
    receiver.answer(NEVER);
    let is_asked = async {
        while receiver.asked().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        _ = delivery.worker.deliver_due() => panic!("it is never answered"),
        () = is_asked => {}
    }
    receiver.answer(200);
    let folder = tempfile::tempdir().unwrap();
    let file = |folder: &tempfile::TempDir| folder.path().join("test.redb");
    std::fs::copy(file(&delivery.folder), file(&folder)).unwrap();
    let store = Store::open(&folder.path().join("test.redb")).unwrap();
    let mut delivery = Delivery::of(folder, store, Arc::clone(&delivery.clock), &toml);
    delivery.record(&[5, 6, 7, 8, 9]);
    delivery.pass(60).await;
    let mut by_key: BTreeMap<String, Vec<Vec<u64>>> = BTreeMap::new();
    for asked in receiver.asked() {
        by_key
            .entry(asked.key().to_owned())
            .or_default()
            .push(asked.reports());
    }
    let first = vec![0, 1, 2, 3];
    let messages: Vec<_> = by_key.into_values().collect();
    assert_eq!(
        messages,
        [vec![first.clone(), first], vec![vec![4, 5, 6, 7, 8]]]
    );
    assert_eq!(delivery.waiting(), 0);
}

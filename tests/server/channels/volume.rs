//! Delivery of many alerts: quiet hours, digests, rate limits, and power failures.

use marketdeck::domain::person::PersonId;
use std::collections::{BTreeMap, BTreeSet};

use super::{receivers::NO_RESPONSE, *};

/// ALRT-05: quiet hours hold alerts and end with one message.
#[tokio::test]
async fn quiet_hours_end_with_one_message() {
    let receiver = HttpReceiver::start().await;
    // The clock is at 14:32 in New York.
    let quiet = "quiet_hours = '14:00-15:00'\ntime_zone = 'America/New_York'";
    let mut delivery = ChannelFixture::new(&webhook(&receiver.url, quiet));
    delivery.record(&[1, 2]);
    delivery.advance(27 * 60).await;
    delivery.record(&[3]);
    assert_eq!((receiver.requests().len(), delivery.pending()), (0, 3));
    delivery.advance(120).await;
    let requests = receiver.requests();
    assert_eq!((requests.len(), delivery.pending()), (1, 0));
    assert_eq!(requests[0].reports(), [0, 1, 2]);
    assert_eq!(requests[0].json()["title"], "3 alerts");
}

/// ALRT-05: alerts that fire within two seconds are one message from the fourth on.
#[tokio::test]
async fn four_simultaneous_alerts_share_one_message() {
    let receiver = HttpReceiver::start().await;
    let mut delivery = ChannelFixture::new(&webhook(&receiver.url, ""));
    delivery.record(&[1, 2, 3]);
    delivery.advance(10).await;
    assert_eq!(receiver.requests().len(), 3);
    delivery.record(&[4, 5]);
    delivery.advance(1).await;
    delivery.record(&[6, 7]);
    delivery.advance(10).await;
    let requests = receiver.requests();
    assert_eq!(requests.len(), 4);
    assert_eq!(requests[3].reports(), [3, 4, 5, 6]);
}

impl ChannelFixture {
    /// The times of delivered messages, in seconds from the start.
    fn sent_at(&self) -> Vec<i64> {
        let log = self
            .store
            .of(PersonId::OWNER)
            .delivery_attempts(None, usize::MAX)
            .unwrap();
        let seconds = log
            .iter()
            .map(|line| line.at.duration_since(now()).as_secs());
        let distinct: BTreeSet<_> = seconds.collect();
        distinct.into_iter().collect()
    }
}

/// ALRT-05: every report arrives once, and the messages stay within the rate limit and are spread over the hour.
#[tokio::test]
async fn a_thousand_reports_arrive_within_the_rate_limit() {
    println!(
        "{:>8} {:>8} {:>9} {:>9} {:>12}",
        "reports", "an hour", "messages", "largest", "longest wait"
    );
    for (max, messages) in [(30, 30), (6, 6), (1, 1)] {
        let receiver = HttpReceiver::start().await;
        let limit = format!("most_per_hour = {max}");
        let mut delivery = ChannelFixture::new(&webhook(&receiver.url, &limit));
        for _ in 0..100 {
            delivery.record(&[1; 10]);
            delivery.advance(36).await;
        }
        let in_time = receiver.requests().len();
        assert_eq!(in_time, messages, "messages within the hour");
        delivery.advance(2 * 3_600).await;
        let requests = receiver.requests();
        let mut reports: Vec<u64> = requests.iter().flat_map(ReceivedRequest::reports).collect();
        let largest = requests.iter().map(|each| each.reports().len()).max();
        let sent = delivery.sent_at();
        let pauses = sent.windows(2).map(|pair| pair[1] - pair[0]);
        let longest = pauses.max().unwrap_or(0);
        println!(
            "{:>8} {max:>8} {:>9} {:>9} {longest:>10} s",
            reports.len(),
            requests.len(),
            largest.unwrap_or(0)
        );
        assert!(
            longest <= 3_600 / max + 40,
            "messages are spread over the hour"
        );
        assert!(reports.is_sorted(), "reports are in order");
        reports.dedup();
        assert_eq!((reports.len(), delivery.pending()), (1_000, 0));
    }
}

/// ALRT-05: a restart does not reset the rate limit.
#[tokio::test]
async fn restart_does_not_reset_the_rate_limit() {
    let receiver = HttpReceiver::start().await;
    let toml = webhook(&receiver.url, "most_per_hour = 12");
    let mut delivery = ChannelFixture::new(&toml);
    // Two messages are allowed at once, then one every five and a half minutes.
    delivery.record(&[1, 2]);
    delivery.advance(10).await;
    assert_eq!(receiver.requests().len(), 2);
    let ChannelFixture {
        folder,
        store,
        clock,
        ..
    } = delivery;
    let mut delivery = ChannelFixture::of(folder, store, clock, &toml);
    delivery.record(&[1, 2, 3]);
    delivery.advance(300).await;
    assert_eq!((receiver.requests().len(), delivery.pending()), (2, 3));
    delivery.advance(60).await;
    let requests = receiver.requests();
    assert_eq!((requests.len(), delivery.pending()), (3, 0));
    assert_eq!(
        requests[2].reports(),
        [2, 3, 4],
        "the waiting reports are one message"
    );
}

/// ALRT-05: after a power failure between sending and saving, the same message is repeated unchanged with its key.
#[tokio::test]
async fn message_is_repeated_unchanged_after_a_power_failure() {
    let receiver = HttpReceiver::start().await;
    let toml = webhook(&receiver.url, "");
    let mut delivery = ChannelFixture::new(&toml);
    delivery.record(&[1, 2, 3, 4]);
    delivery.clock.set(now() + SignedDuration::from_secs(3));
    // A copy of the database during the delivery equals the file that a power failure would leave.
    receiver.set_status(NO_RESPONSE);
    let is_asked = async {
        while receiver.requests().is_empty() {
            tokio::task::yield_now().await;
        }
    };
    tokio::select! {
        _ = delivery.worker.deliver_due() => panic!("the delivery must wait for a response that never comes"),
        () = is_asked => {}
    }
    receiver.set_status(200);
    let folder = tempfile::tempdir().unwrap();
    let file = |folder: &tempfile::TempDir| folder.path().join("test.redb");
    std::fs::copy(file(&delivery.folder), file(&folder)).unwrap();
    let store = Store::open(&folder.path().join("test.redb")).unwrap();
    let mut delivery = ChannelFixture::of(folder, store, Arc::clone(&delivery.clock), &toml);
    delivery.record(&[5, 6, 7, 8, 9]);
    delivery.advance(60).await;
    let mut by_key: BTreeMap<String, Vec<Vec<u64>>> = BTreeMap::new();
    for request in receiver.requests() {
        by_key
            .entry(request.key().to_owned())
            .or_default()
            .push(request.reports());
    }
    let first = vec![0, 1, 2, 3];
    let messages: Vec<_> = by_key.into_values().collect();
    assert_eq!(
        messages,
        [vec![first.clone(), first], vec![vec![4, 5, 6, 7, 8]]]
    );
    assert_eq!(delivery.pending(), 0);
}

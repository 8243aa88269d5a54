//! The pause between two requests to one provider, whoever in the program sends them.

use std::{sync::Arc, time::Duration};

use tokio::{sync::Mutex, time::Instant};

/// Lets one request through at a time, and none sooner than `gap` after the one before.
#[derive(Debug, Clone)]
pub(crate) struct Limiter {
    gap: Duration,
    next: Arc<Mutex<Instant>>,
}

impl Limiter {
    /// The first request passes at once.
    pub(crate) fn new(gap: Duration) -> Self {
        Self {
            gap,
            next: Arc::new(Mutex::new(Instant::now())),
        }
    }

    /// Waits for a turn. Whoever gives up waiting takes no turn from anybody.
    pub(crate) async fn turn(&self) {
        let mut next = self.next.lock().await;
        tokio::time::sleep_until(*next).await;
        *next = Instant::now() + self.gap;
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    const GAP: Duration = Duration::from_secs(2);

    #[tokio::test(start_paused = true)]
    async fn requests_keep_their_distance() {
        let limiter = Limiter::new(GAP);
        let start = Instant::now();
        for turn in 0..4 {
            limiter.clone().turn().await;
            assert_eq!(start.elapsed(), GAP * turn);
        }
    }

    #[tokio::test(start_paused = true)]
    async fn a_long_rest_saves_up_no_burst() {
        let limiter = Limiter::new(GAP);
        limiter.turn().await;
        tokio::time::advance(GAP * 100).await;
        let start = Instant::now();
        limiter.turn().await;
        limiter.turn().await;
        assert_eq!(start.elapsed(), GAP);
    }

    #[tokio::test(start_paused = true)]
    async fn who_gives_up_waiting_takes_no_turn() {
        let limiter = Limiter::new(GAP);
        let start = Instant::now();
        limiter.turn().await;
        assert!(
            tokio::time::timeout(GAP / 2, limiter.turn()).await.is_err(),
            "it is not its turn yet"
        );
        limiter.turn().await;
        assert_eq!(start.elapsed(), GAP);
    }
}

//! Every task of the process, by name: whether it runs, what became of it, and what follows.
//!
//! A panic unwinds only the task it happens in. Without somebody who looks, the server would go on
//! with frozen prices and say that all is well. So every task is spawned here: the end of an
//! essential one ends the process, and one that can start afresh is started again.

use std::{
    panic::AssertUnwindSafe,
    sync::{Arc, Mutex, MutexGuard, PoisonError},
    time::{Duration, Instant},
};

use futures_util::FutureExt as _;
use serde::Serialize;
use tokio::{
    sync::watch,
    task::{AbortHandle, JoinHandle},
};

use super::{backoff::full_jitter, panics::panic_message};

/// Longest pause after a first panic.
const FIRST_PAUSE: Duration = Duration::from_secs(1);
/// Longest pause after many.
const LONGEST_PAUSE: Duration = Duration::from_secs(60);
/// Shortest pause.
const SHORTEST_PAUSE: Duration = Duration::from_millis(100);
/// A task that ran this long before it panicked starts again with the first pause.
const HEALTHY_AFTER: Duration = Duration::from_secs(600);

/// What the end of a task means.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TaskKind {
    /// Nothing works without it: its end before the stop ends the process.
    Essential,
    /// Starts again, with growing pauses, when it panics.
    Restartable,
}

/// What a task is doing.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TaskState {
    /// It runs.
    Running,
    /// It panicked and starts again after a pause.
    Waiting,
    /// It did what it was there for.
    Ended,
    /// It is gone though it should not be.
    Failed,
}

/// One task, as `/api/status` shows it.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct TaskStatus {
    /// Its name, as in the log.
    pub name: String,
    /// What its end means.
    pub kind: TaskKind,
    /// What it is doing.
    pub state: TaskState,
    /// How often it was started again.
    pub restarts: u32,
    /// Why it last panicked.
    pub last_error: Option<String>,
}

/// The end of an essential task.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("the task '{task}' {how}, and nothing works without it")]
pub(crate) struct TaskFailure {
    /// Its name.
    pub task: String,
    /// `ended by itself`, or the panic.
    pub how: String,
}

/// Spawns tasks and knows how they are. Clones share one list.
#[derive(Debug, Clone)]
pub struct Supervisor(Arc<Inner>);

#[derive(Debug)]
struct Inner {
    tasks: Mutex<Vec<TaskStatus>>,
    handles: Mutex<Vec<AbortHandle>>,
    failed: watch::Sender<Option<TaskFailure>>,
    stopping: watch::Sender<bool>,
}

impl Default for Supervisor {
    fn default() -> Self {
        Self(Arc::new(Inner {
            tasks: Mutex::default(),
            handles: Mutex::default(),
            failed: watch::Sender::new(None),
            stopping: watch::Sender::new(false),
        }))
    }
}

/// A spawned task, to be waited for at the stop.
#[derive(Debug)]
pub(crate) struct Task(JoinHandle<()>);

impl Task {
    /// Resolves when the task is over, however it ended.
    pub(crate) async fn ended(self) {
        // The wrapper below catches panics, and nobody aborts it.
        let _ = self.0.await;
    }
}

impl Supervisor {
    /// Spawns a task whose end before the stop ends the process; see [`Self::failure`].
    pub(crate) fn essential(
        &self,
        name: &str,
        work: impl Future<Output = ()> + Send + 'static,
    ) -> Task {
        let (at, supervisor) = (self.add(name, TaskKind::Essential), self.clone());
        self.spawned(tokio::spawn(async move {
            let outcome = AssertUnwindSafe(work).catch_unwind().await;
            supervisor.essential_ended(at, outcome.err().map(|panic| panic_message(&*panic)));
        }))
    }

    /// Spawns a task that `make` makes anew, after a pause, whenever it panicked. One that returns
    /// is done.
    pub(crate) fn restartable<W: Future<Output = ()> + Send + 'static>(
        &self,
        name: &str,
        mut make: impl FnMut() -> W + Send + 'static,
    ) -> Task {
        let (at, supervisor) = (self.add(name, TaskKind::Restartable), self.clone());
        self.spawned(tokio::spawn(async move {
            let mut stopping = supervisor.0.stopping.subscribe();
            let mut pauses = Pauses::new(fastrand::Rng::new());
            loop {
                let started = Instant::now();
                // `make` is within: what it builds may panic as well.
                let work = AssertUnwindSafe(async { make().await }).catch_unwind();
                let Err(panic) = work.await else {
                    supervisor.change(at, |task| task.state = TaskState::Ended);
                    return;
                };
                let pause = pauses.next(started.elapsed());
                supervisor.restartable_panicked(at, panic_message(&*panic), pause);
                tokio::select! {
                    () = tokio::time::sleep(pause) => {}
                    _ = stopping.wait_for(|stopping| *stopping) => return,
                }
                supervisor.change(at, |task| {
                    task.state = TaskState::Running;
                    task.restarts += 1;
                });
            }
        }))
    }

    fn spawned(&self, handle: JoinHandle<()>) -> Task {
        let mut handles = self
            .0
            .handles
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        handles.push(handle.abort_handle());
        Task(handle)
    }

    /// Ends every task that is left after a stop, where the process goes on.
    #[cfg(feature = "cluster")]
    pub(crate) fn abort_all(&self) {
        let handles = self.0.handles.lock();
        for handle in handles.unwrap_or_else(PoisonError::into_inner).iter() {
            handle.abort();
        }
    }

    /// From now on tasks end because they are told to.
    pub(crate) fn stopping(&self) {
        self.0.stopping.send_replace(true);
    }

    /// Resolves when an essential task ended before the stop.
    pub(crate) async fn failure(&self) -> TaskFailure {
        let mut failed = self.0.failed.subscribe();
        let failure = match failed.wait_for(Option::is_some).await {
            Ok(failure) => failure.clone(),
            Err(_) => None,
        };
        match failure {
            Some(failure) => failure,
            None => std::future::pending().await,
        }
    }

    /// Every task there was since the start, in the order of their spawning.
    pub(crate) fn tasks(&self) -> Vec<TaskStatus> {
        self.lock().clone()
    }

    fn add(&self, name: &str, kind: TaskKind) -> usize {
        let mut tasks = self.lock();
        tasks.push(TaskStatus {
            name: name.to_owned(),
            kind,
            state: TaskState::Running,
            restarts: 0,
            last_error: None,
        });
        tasks.len() - 1
    }

    fn essential_ended(&self, at: usize, panic: Option<String>) {
        let stopping = *self.0.stopping.borrow();
        if stopping && panic.is_none() {
            return self.change(at, |task| task.state = TaskState::Ended);
        }
        let how = match &panic {
            Some(message) => format!("panicked ({message})"),
            None => "ended by itself".to_owned(),
        };
        let name = self.change(at, |task| {
            task.state = TaskState::Failed;
            task.last_error = panic;
            task.name.clone()
        });
        if stopping {
            tracing::error!(task = name, "{how} while the program stops");
        } else {
            let failure = TaskFailure { task: name, how };
            self.0.failed.send_if_modified(|first| {
                let is_first = first.is_none();
                first.get_or_insert(failure);
                is_first
            });
        }
    }

    fn restartable_panicked(&self, at: usize, message: String, pause: Duration) {
        let name = self.change(at, |task| {
            task.state = TaskState::Waiting;
            task.last_error = Some(message);
            task.name.clone()
        });
        tracing::error!(task = name, pause = ?pause, "panicked; it starts again after a pause");
    }

    fn change<T>(&self, at: usize, change: impl FnOnce(&mut TaskStatus) -> T) -> T {
        change(&mut self.lock()[at])
    }

    fn lock(&self) -> MutexGuard<'_, Vec<TaskStatus>> {
        self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The pauses between the runs of a task that panics.
struct Pauses {
    random: fastrand::Rng,
    panics: u32,
}

impl Pauses {
    fn new(random: fastrand::Rng) -> Self {
        Self { random, panics: 0 }
    }

    /// The pause after a run of this length.
    fn next(&mut self, ran: Duration) -> Duration {
        if ran >= HEALTHY_AFTER {
            self.panics = 0;
        }
        let pause = full_jitter(FIRST_PAUSE, LONGEST_PAUSE, self.panics, &mut self.random);
        self.panics = self.panics.saturating_add(1);
        pause.max(SHORTEST_PAUSE)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn the_end_of_an_essential_task_is_told_with_its_name() {
        let supervisor = Supervisor::default();
        supervisor.essential("lasting", std::future::pending());
        supervisor.essential("ingest", async { panic!("out of {}", "bounds") });
        let failure = supervisor.failure().await;
        assert_eq!(failure.task, "ingest");
        assert!(failure.to_string().contains("out of bounds"), "{failure}");
        assert_eq!(supervisor.tasks()[1].state, TaskState::Failed);
    }

    #[tokio::test]
    async fn an_essential_task_that_returns_too_soon_is_a_failure_too() {
        let supervisor = Supervisor::default();
        supervisor.essential("accept loop", async {});
        let failure = supervisor.failure().await;
        assert!(failure.to_string().contains("ended by itself"), "{failure}");
    }

    #[tokio::test]
    async fn tasks_that_end_after_the_stop_are_no_failure() {
        let supervisor = Supervisor::default();
        supervisor.stopping();
        supervisor.essential("ingest", async {}).ended().await;
        assert_eq!(supervisor.tasks()[0].state, TaskState::Ended);
        let failure = tokio::time::timeout(Duration::ZERO, supervisor.failure()).await;
        assert!(failure.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn a_restartable_task_comes_back_after_each_panic_and_is_counted() {
        let supervisor = Supervisor::default();
        let mut runs = 0;
        let task = supervisor.restartable("provider yahoo", move || {
            runs += 1;
            let last = runs == 4;
            async move { assert!(last, "not this time") }
        });
        task.ended().await;
        let [status] = &supervisor.tasks()[..] else {
            panic!("one task")
        };
        assert_eq!((status.restarts, status.state), (3, TaskState::Ended));
        assert_eq!(status.last_error.as_deref(), Some("not this time"));
    }

    #[test]
    fn pauses_grow_to_a_minute_and_start_small_after_a_long_healthy_run() {
        let longest = |panics| {
            let mut pauses = Pauses::new(fastrand::Rng::with_seed(7));
            let mut all = (0..200).map(|_| {
                pauses.panics = panics;
                pauses.next(Duration::ZERO)
            });
            all.by_ref().max().unwrap()
        };
        assert!(longest(0) <= FIRST_PAUSE);
        assert!(longest(3) > FIRST_PAUSE * 6 && longest(3) <= FIRST_PAUSE * 8);
        assert!(longest(40) <= LONGEST_PAUSE);
        let mut pauses = Pauses::new(fastrand::Rng::with_seed(7));
        pauses.panics = 10;
        assert!(pauses.next(HEALTHY_AFTER) <= FIRST_PAUSE);
    }
}

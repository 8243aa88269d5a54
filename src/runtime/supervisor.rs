//! The supervisor of all tasks of the process.
//!
//! A panic ends only the task in which it happens. Without supervision, the server would keep
//! serving outdated prices and report that it is healthy. Therefore the supervisor spawns all
//! tasks. When an essential task ends, the process ends. When a restartable task panics, it is
//! restarted.

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

/// Maximum delay before the restart after the first panic.
const MAX_FIRST_DELAY: Duration = Duration::from_secs(1);
/// Maximum delay before the restart after many panics.
const MAX_DELAY: Duration = Duration::from_secs(60);
/// Minimum delay before a restart.
const MIN_DELAY: Duration = Duration::from_millis(100);
/// If a task ran for this long before it panicked, the count of its panics starts from 0 again.
const HEALTHY_AFTER: Duration = Duration::from_secs(600);

/// The kind of a task, which decides what follows when the task ends.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TaskKind {
    /// The server cannot work without the task. If it ends before shutdown, the process ends.
    Essential,
    /// The task is restarted with increasing delays when it panics.
    Restartable,
}

/// The state of a task.
#[derive(Debug, Clone, Copy, PartialEq, Eq, Serialize)]
#[serde(rename_all = "lowercase")]
pub(crate) enum TaskState {
    /// The task is running.
    Running,
    /// The task has panicked and will be restarted after a delay.
    Waiting,
    /// The task has finished.
    Ended,
    /// The task has ended unexpectedly and will not be restarted.
    Failed,
}

/// The status of one task, which `/api/status` shows.
#[derive(Debug, Clone, PartialEq, Eq, Serialize)]
pub(crate) struct TaskStatus {
    /// Name of the task, which is also used in the log.
    pub name: String,
    /// Kind of the task.
    pub kind: TaskKind,
    /// Current state of the task.
    pub state: TaskState,
    /// Number of restarts.
    pub restarts: u32,
    /// Message of the last panic.
    pub last_error: Option<String>,
}

/// The unexpected end of an essential task.
#[derive(Debug, Clone, PartialEq, Eq, thiserror::Error)]
#[error("essential task '{task}' {description}")]
pub(crate) struct TaskFailure {
    /// Name of the task.
    pub task: String,
    /// `ended unexpectedly`, or a description of the panic.
    pub description: String,
}

/// Spawns tasks and tracks their state. Clones share the same list of tasks.
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

/// A spawned task, which is awaited at shutdown.
#[derive(Debug)]
pub(crate) struct Task(JoinHandle<()>);

impl Task {
    /// Resolves when the task has ended for any reason.
    pub(crate) async fn wait(self) {
        // The spawned future catches panics, so the only possible error is an abort.
        let _ = self.0.await;
    }
}

impl Supervisor {
    /// Spawns an essential task. If it ends before shutdown, [`Self::failure`] resolves.
    pub(crate) fn essential(
        &self,
        name: &str,
        work: impl Future<Output = ()> + Send + 'static,
    ) -> Task {
        let (index, supervisor) = (self.add(name, TaskKind::Essential), self.clone());
        self.track(tokio::spawn(async move {
            let outcome = AssertUnwindSafe(work).catch_unwind().await;
            supervisor.essential_ended(index, outcome.err().map(|panic| panic_message(&*panic)));
        }))
    }

    /// Spawns a task that runs the future from `create`. When the future panics, the task runs a
    /// new one from `create` after a delay. When the future returns, the task is finished.
    pub(crate) fn restartable<W: Future<Output = ()> + Send + 'static>(
        &self,
        name: &str,
        mut create: impl FnMut() -> W + Send + 'static,
    ) -> Task {
        let (index, supervisor) = (self.add(name, TaskKind::Restartable), self.clone());
        self.track(tokio::spawn(async move {
            let mut stopping = supervisor.0.stopping.subscribe();
            let mut delays = RestartDelays::new(fastrand::Rng::new());
            loop {
                let started = Instant::now();
                // `create` is called inside the guarded block because it may panic too.
                let work = AssertUnwindSafe(async { create().await }).catch_unwind();
                let Err(panic) = work.await else {
                    supervisor.change(index, |task| task.state = TaskState::Ended);
                    return;
                };
                let delay = delays.next(started.elapsed());
                supervisor.restartable_panicked(index, panic_message(&*panic), delay);
                tokio::select! {
                    () = tokio::time::sleep(delay) => {}
                    _ = stopping.wait_for(|stopping| *stopping) => return,
                }
                supervisor.change(index, |task| {
                    task.state = TaskState::Running;
                    task.restarts += 1;
                });
            }
        }))
    }

    fn track(&self, handle: JoinHandle<()>) -> Task {
        let mut handles = self
            .0
            .handles
            .lock()
            .unwrap_or_else(PoisonError::into_inner);
        handles.push(handle.abort_handle());
        Task(handle)
    }

    /// Aborts all tasks that still run after the shutdown of a role. Used when the process
    /// continues in another role.
    #[cfg(feature = "cluster")]
    pub(crate) fn abort_all(&self) {
        let handles = self.0.handles.lock();
        for handle in handles.unwrap_or_else(PoisonError::into_inner).iter() {
            handle.abort();
        }
    }

    /// Marks the start of the shutdown. After this, tasks may end without an error.
    pub(crate) fn begin_shutdown(&self) {
        self.0.stopping.send_replace(true);
    }

    /// Resolves when an essential task has ended before shutdown.
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

    /// Returns the status of all tasks since the start, in the order in which they were spawned.
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

    fn essential_ended(&self, index: usize, panic: Option<String>) {
        let stopping = *self.0.stopping.borrow();
        if stopping && panic.is_none() {
            return self.change(index, |task| task.state = TaskState::Ended);
        }
        let description = match &panic {
            Some(message) => format!("panicked ({message})"),
            None => "ended unexpectedly".to_owned(),
        };
        let name = self.change(index, |task| {
            task.state = TaskState::Failed;
            task.last_error = panic;
            task.name.clone()
        });
        if stopping {
            tracing::error!(
                task = name,
                "supervisor: task {description} during shutdown"
            );
        } else {
            let failure = TaskFailure {
                task: name,
                description,
            };
            self.0.failed.send_if_modified(|first| {
                let is_first = first.is_none();
                first.get_or_insert(failure);
                is_first
            });
        }
    }

    fn restartable_panicked(&self, index: usize, message: String, delay: Duration) {
        let name = self.change(index, |task| {
            task.state = TaskState::Waiting;
            task.last_error = Some(message);
            task.name.clone()
        });
        tracing::error!(
            task = name,
            ?delay,
            "supervisor: a task panicked and will be restarted"
        );
    }

    fn change<T>(&self, index: usize, change: impl FnOnce(&mut TaskStatus) -> T) -> T {
        change(&mut self.lock()[index])
    }

    fn lock(&self) -> MutexGuard<'_, Vec<TaskStatus>> {
        self.0.tasks.lock().unwrap_or_else(PoisonError::into_inner)
    }
}

/// The delays between restarts of a task that panics.
struct RestartDelays {
    random: fastrand::Rng,
    panics: u32,
}

impl RestartDelays {
    fn new(random: fastrand::Rng) -> Self {
        Self { random, panics: 0 }
    }

    /// Returns the delay before the restart after a run that took `duration`.
    fn next(&mut self, duration: Duration) -> Duration {
        if duration >= HEALTHY_AFTER {
            self.panics = 0;
        }
        let delay = full_jitter(MAX_FIRST_DELAY, MAX_DELAY, self.panics, &mut self.random);
        self.panics = self.panics.saturating_add(1);
        delay.max(MIN_DELAY)
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[tokio::test]
    async fn a_panic_of_an_essential_task_is_reported_with_the_name_of_the_task() {
        let supervisor = Supervisor::default();
        supervisor.essential("endless", std::future::pending());
        supervisor.essential("ingest", async { panic!("out of {}", "bounds") });
        let failure = supervisor.failure().await;
        assert_eq!(failure.task, "ingest");
        assert!(failure.to_string().contains("out of bounds"), "{failure}");
        assert_eq!(supervisor.tasks()[1].state, TaskState::Failed);
    }

    #[tokio::test]
    async fn an_essential_task_that_returns_early_is_a_failure() {
        let supervisor = Supervisor::default();
        supervisor.essential("accept loop", async {});
        let failure = supervisor.failure().await;
        assert!(
            failure.to_string().contains("ended unexpectedly"),
            "{failure}"
        );
    }

    #[tokio::test]
    async fn tasks_that_end_during_shutdown_are_not_failures() {
        let supervisor = Supervisor::default();
        supervisor.begin_shutdown();
        supervisor.essential("ingest", async {}).wait().await;
        assert_eq!(supervisor.tasks()[0].state, TaskState::Ended);
        let failure = tokio::time::timeout(Duration::ZERO, supervisor.failure()).await;
        assert!(failure.is_err());
    }

    #[tokio::test(start_paused = true)]
    async fn a_restartable_task_restarts_after_each_panic() {
        let supervisor = Supervisor::default();
        let mut runs = 0;
        let task = supervisor.restartable("provider yahoo", move || {
            runs += 1;
            let last = runs == 4;
            async move { assert!(last, "not this time") }
        });
        task.wait().await;
        let [status] = &supervisor.tasks()[..] else {
            panic!("expected one task")
        };
        assert_eq!((status.restarts, status.state), (3, TaskState::Ended));
        assert_eq!(status.last_error.as_deref(), Some("not this time"));
    }

    #[test]
    fn restart_delays_increase_to_a_minute_and_are_reset_after_a_long_healthy_run() {
        let max_delay = |panics| {
            let mut delays = RestartDelays::new(fastrand::Rng::with_seed(7));
            let mut all = (0..200).map(|_| {
                delays.panics = panics;
                delays.next(Duration::ZERO)
            });
            all.by_ref().max().unwrap()
        };
        assert!(max_delay(0) <= MAX_FIRST_DELAY);
        assert!(max_delay(3) > MAX_FIRST_DELAY * 6 && max_delay(3) <= MAX_FIRST_DELAY * 8);
        assert!(max_delay(40) <= MAX_DELAY);
        let mut delays = RestartDelays::new(fastrand::Rng::with_seed(7));
        delays.panics = 10;
        assert!(delays.next(HEALTHY_AFTER) <= MAX_FIRST_DELAY);
    }
}

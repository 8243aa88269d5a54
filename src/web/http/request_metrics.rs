//! Request metrics: number, status and duration by method and route.

use std::{
    collections::BTreeMap,
    sync::{PoisonError, RwLock},
    time::Duration,
};

use hyper::{Method, StatusCode};

use crate::runtime::metrics::{Counter, Durations, Histogram};

/// Label of all pages of the interface.
pub(super) const PAGE_LABEL: &str = "page";
/// Label of all files of the interface.
pub(super) const FILE_LABEL: &str = "file";
/// Label of requests that match no route or page, or that are refused before routing.
pub(super) const UNMATCHED_LABEL: &str = "none";

/// Status classes by first digit.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// Metrics of all requests since the start.
#[derive(Debug, Default)]
pub(crate) struct RequestMetrics(RwLock<BTreeMap<Key, RouteMetrics>>);

/// A method label and a route's path. Both are constants, so clients cannot add entries without limit.
type Key = (&'static str, &'static str);

#[derive(Debug, Default)]
struct RouteMetrics {
    by_class: [Counter; CLASSES.len()],
    duration: Histogram,
}

impl RouteMetrics {
    fn add(&self, status: StatusCode, duration: Duration) {
        let class = usize::from(status.as_u16() / 100).clamp(1, CLASSES.len()) - 1;
        self.by_class[class].add(1);
        self.duration.observe(duration);
    }
}

/// Metrics of one method and route.
#[derive(Debug)]
pub(crate) struct MetricsRow {
    pub(crate) method: &'static str,
    /// Path of the route, such as `/api/alerts/{id}`, or one of the labels above.
    pub(crate) route: &'static str,
    /// Number of responses by status class, without classes that have none.
    pub(crate) by_class: Vec<(&'static str, u64)>,
    pub(crate) duration: Durations,
}

impl RequestMetrics {
    /// Counts a response and records its duration.
    pub(super) fn record(
        &self,
        method: &'static str,
        route: &'static str,
        status: StatusCode,
        duration: Duration,
    ) {
        let key = (method, route);
        let routes = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(metrics) = routes.get(&key) {
            metrics.add(status, duration);
            return;
        }
        drop(routes);
        let mut routes = self.0.write().unwrap_or_else(PoisonError::into_inner);
        routes.entry(key).or_default().add(status, duration);
    }

    /// Returns the metrics of each method and route.
    pub(crate) fn rows(&self) -> Vec<MetricsRow> {
        let routes = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let row = |(&(method, route), metrics): (&Key, &RouteMetrics)| {
            let counts = metrics.by_class.iter().map(Counter::get);
            MetricsRow {
                method,
                route,
                by_class: CLASSES
                    .into_iter()
                    .zip(counts)
                    .filter(|(_, n)| *n > 0)
                    .collect(),
                duration: metrics.duration.read(),
            }
        };
        routes.iter().map(row).collect()
    }
}

/// Returns the label of a method. Clients may send any method, so unknown ones share a label.
pub(super) fn method_label(method: &Method) -> &'static str {
    match *method {
        Method::GET => "GET",
        Method::HEAD => "HEAD",
        Method::POST => "POST",
        Method::PUT => "PUT",
        Method::PATCH => "PATCH",
        Method::DELETE => "DELETE",
        _ => "other",
    }
}

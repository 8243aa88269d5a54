//! Request metrics: number, status and duration by method and route.

use std::{
    collections::BTreeMap,
    sync::{PoisonError, RwLock},
    time::Duration,
};

use hyper::{Method, StatusCode};

use crate::runtime::metrics::{Counter, Durations, Histogram};

/// Label of all pages of the interface.
pub(super) const PAGE: &str = "page";
/// Label of all files of the interface.
pub(super) const FILE: &str = "file";
/// Label of requests without a route or page, or refused before routing.
pub(super) const UNMATCHED: &str = "none";

/// Status classes by first digit.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// Metrics of all requests since the start.
#[derive(Debug, Default)]
pub(crate) struct RequestMetrics(RwLock<BTreeMap<Key, RouteMetrics>>);

/// A method and a route's path. Both are constants, so their number is limited.
type Key = (&'static str, &'static str);

#[derive(Debug, Default)]
struct RouteMetrics {
    by_class: [Counter; CLASSES.len()],
    took: Histogram,
}

impl RouteMetrics {
    fn add(&self, status: StatusCode, took: Duration) {
        let class = usize::from(status.as_u16() / 100).clamp(1, CLASSES.len()) - 1;
        self.by_class[class].add(1);
        self.took.observe(took);
    }
}

/// Metrics of one method and route.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) method: &'static str,
    /// Path of the route, such as `/api/alerts/{id}`, or one of the labels above.
    pub(crate) route: &'static str,
    /// Number of responses by status class, without zeros.
    pub(crate) by_class: Vec<(&'static str, u64)>,
    pub(crate) took: Durations,
}

impl RequestMetrics {
    /// Counts a response.
    pub(super) fn record(
        &self,
        method: &'static str,
        route: &'static str,
        status: StatusCode,
        took: Duration,
    ) {
        let asked = (method, route);
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        if let Some(known) = all.get(&asked) {
            known.add(status, took);
            return;
        }
        drop(all);
        let mut all = self.0.write().unwrap_or_else(PoisonError::into_inner);
        all.entry(asked).or_default().add(status, took);
    }

    /// Returns the metrics by method and route.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let row = |(&(method, route), answered): (&Key, &RouteMetrics)| {
            let counts = answered.by_class.iter().map(Counter::get);
            Row {
                method,
                route,
                by_class: CLASSES
                    .into_iter()
                    .zip(counts)
                    .filter(|(_, n)| *n > 0)
                    .collect(),
                took: answered.took.read(),
            }
        };
        all.iter().map(row).collect()
    }
}

/// Maps the method to a label, as clients may send any method.
pub(super) fn method(method: &Method) -> &'static str {
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

//! Requests by what they asked for: how many, how they ended and how long they took.

use std::{
    collections::BTreeMap,
    sync::{PoisonError, RwLock},
    time::Duration,
};

use hyper::{Method, StatusCode};

use crate::runtime::metrics::{Counter, Durations, Histogram};

/// A page of the interface, whichever it is.
pub(super) const PAGE: &str = "page";
/// A file of the interface.
pub(super) const FILE: &str = "file";
/// Neither a route nor a page: what was refused before anybody knew, and what is not there.
pub(super) const NOWHERE: &str = "none";

/// The classes of a status, by its first digit.
const CLASSES: [&str; 5] = ["1xx", "2xx", "3xx", "4xx", "5xx"];

/// Every request that was answered since the start.
#[derive(Debug, Default)]
pub(crate) struct Requests(RwLock<BTreeMap<Asked, Answered>>);

/// A method and the pattern of a route. Both are the program's own words, so that there are only so many.
type Asked = (&'static str, &'static str);

#[derive(Debug, Default)]
struct Answered {
    by_class: [Counter; CLASSES.len()],
    took: Histogram,
}

impl Answered {
    fn add(&self, status: StatusCode, took: Duration) {
        let class = usize::from(status.as_u16() / 100).clamp(1, CLASSES.len()) - 1;
        self.by_class[class].add(1);
        self.took.observe(took);
    }
}

/// The requests of one method and one route.
#[derive(Debug)]
pub(crate) struct Row {
    pub(crate) method: &'static str,
    /// As it is described, such as `/api/alerts/{id}`, or one of the words above.
    pub(crate) route: &'static str,
    /// How many were answered with which class of status; those that there were.
    pub(crate) by_class: Vec<(&'static str, u64)>,
    pub(crate) took: Durations,
}

impl Requests {
    /// A request was answered.
    pub(super) fn answered(
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

    /// All so far, by method and route.
    pub(crate) fn rows(&self) -> Vec<Row> {
        let all = self.0.read().unwrap_or_else(PoisonError::into_inner);
        let row = |(&(method, route), answered): (&Asked, &Answered)| {
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

/// The method as one of a few words: a client may invent any.
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

//! Writes metrics in the Prometheus text format, version 0.0.4 of the
//! [exposition formats](https://prometheus.io/docs/instrumenting/exposition_formats/).

use std::fmt::Write as _;

use crate::runtime::metrics::Durations;

/// Media type of the Prometheus text format.
pub(super) const MEDIA_TYPE: &str = "text/plain; version=0.0.4; charset=utf-8";

/// A label's name and value.
pub(super) type Label<'a> = (&'a str, &'a str);

/// Metrics in the Prometheus text format.
#[derive(Debug, Default)]
pub(super) struct Exposition(String);

/// A metric to which samples are added.
pub(super) struct Metric<'a> {
    text: &'a mut String,
    name: &'static str,
}

impl Exposition {
    /// Starts a counter; its name ends in `_total`.
    pub(super) fn counter(&mut self, name: &'static str, help: &str) -> Metric<'_> {
        self.metric(name, "counter", help)
    }

    /// Starts a gauge.
    pub(super) fn gauge(&mut self, name: &'static str, help: &str) -> Metric<'_> {
        self.metric(name, "gauge", help)
    }

    /// Starts a histogram of durations; its name ends in `_seconds`.
    pub(super) fn histogram(&mut self, name: &'static str, help: &str) -> Metric<'_> {
        self.metric(name, "histogram", help)
    }

    /// Returns the metrics as text.
    pub(super) fn into_text(self) -> String {
        self.0
    }

    fn metric(&mut self, name: &'static str, kind: &str, help: &str) -> Metric<'_> {
        // Writing into a `String` cannot fail.
        let _ = writeln!(self.0, "# HELP {name} {help}\n# TYPE {name} {kind}");
        Metric {
            text: &mut self.0,
            name,
        }
    }
}

impl Metric<'_> {
    /// Adds a sample. Each sample of a metric must have different labels.
    pub(super) fn sample(&mut self, labels: &[Label<'_>], value: f64) -> &mut Self {
        self.line("", labels, value);
        self
    }

    /// Adds a sample without labels, unless `value` is `None`.
    pub(super) fn value(&mut self, value: Option<f64>) {
        if let Some(value) = value {
            self.line("", &[], value);
        }
    }

    /// Adds the samples of a histogram: its buckets, sum and count.
    pub(super) fn durations(&mut self, labels: &[Label<'_>], durations: &Durations) {
        let bucket = |metric: &mut Self, bound: &str, count: u64| {
            let labels: Vec<_> = labels.iter().copied().chain([("le", bound)]).collect();
            metric.line("_bucket", &labels, count as f64);
        };
        for (bound, count) in &durations.buckets {
            bucket(self, &bound.to_string(), *count);
        }
        bucket(self, "+Inf", durations.count);
        self.line("_sum", labels, durations.total);
        self.line("_count", labels, durations.count as f64);
    }

    /// Writes a line with a sample. `suffix` is appended to the metric's name.
    fn line(&mut self, suffix: &str, labels: &[Label<'_>], value: f64) {
        let _ = write!(self.text, "{}{suffix}", self.name);
        let mut separator = '{';
        for (name, value) in labels {
            let _ = write!(self.text, "{separator}{name}=\"{}\"", escaped(value));
            separator = ',';
        }
        let end = if labels.is_empty() { "" } else { "}" };
        let _ = writeln!(self.text, "{end} {value}");
    }
}

/// Converts a boolean to 1 or 0, the Prometheus convention.
pub(super) fn bool_value(value: bool) -> f64 {
    f64::from(u8::from(value))
}

/// Escapes the value of a label.
fn escaped(value: &str) -> String {
    value
        .replace('\\', "\\\\")
        .replace('"', "\\\"")
        .replace('\n', "\\n")
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn label_values_are_escaped() {
        let mut text = Exposition::default();
        text.gauge("up", "Whether.")
            .sample(&[("channel", "a\"b\\c\nd"), ("kind", "x")], 1.0)
            .sample(&[], 0.5);
        let expected = "# HELP up Whether.\n# TYPE up gauge\nup{channel=\"a\\\"b\\\\c\\nd\",kind=\"x\"} 1\nup 0.5\n";
        assert_eq!(text.into_text(), expected);
    }
}

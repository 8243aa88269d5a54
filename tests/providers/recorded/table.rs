//! The printed table of comparisons.

use serde_json::Value;

/// One figure of a recording.
pub(super) struct Row {
    recording: String,
    what: String,
    /// The value from the reference reader.
    reads: String,
    /// The value that the program showed.
    shows: String,
    is_equal: bool,
}

impl Row {
    /// A figure that must be equal.
    pub(super) fn figure(recording: &str, what: &str, reads: &Value, shows: &Value) -> Self {
        Self {
            recording: recording.to_owned(),
            what: what.to_owned(),
            reads: text(reads),
            shows: text(shows),
            is_equal: is_equal(reads, shows),
        }
    }

    /// Information that is not compared.
    pub(super) fn note(recording: &str, what: &str, shows: &str) -> Self {
        Self::claim(recording, what, "nothing to show", shows, true)
    }

    pub(super) fn is_equal(&self) -> bool {
        self.is_equal
    }

    /// A statement in words.
    pub(super) fn claim(
        recording: &str,
        what: &str,
        reads: &str,
        shows: &str,
        is_true: bool,
    ) -> Self {
        Self {
            recording: recording.to_owned(),
            what: what.to_owned(),
            reads: reads.to_owned(),
            shows: shows.to_owned(),
            is_equal: is_true,
        }
    }
}

fn text(value: &Value) -> String {
    match value {
        Value::Null => "unknown".to_owned(),
        Value::String(text) => text.clone(),
        other => other.to_string(),
    }
}

/// Equal except for rounding by single precision or division; times are compared as instants.
pub(super) fn is_equal(one: &Value, other: &Value) -> bool {
    match (one, other) {
        (Value::Number(one), Value::Number(other)) => {
            let (Some(one), Some(other)) = (one.as_f64(), other.as_f64()) else {
                return one == other;
            };
            (one - other).abs() <= 1e-5_f64.min(1e-3 * one.abs()) + 1e-6 * one.abs()
        }
        (Value::Array(one), Value::Array(other)) => {
            one.len() == other.len()
                && one
                    .iter()
                    .zip(other)
                    .all(|(one, other)| is_equal(one, other))
        }
        (Value::String(one), Value::String(other)) if one != other => {
            let moment = |text: &str| text.parse::<marketdeck::domain::Timestamp>().ok();
            moment(one).is_some_and(|one| moment(other) == Some(one))
        }
        (one, other) => one == other,
    }
}

/// Prints the rows in columns. Panics if one differs.
pub(super) fn assert_all_equal(rows: &[Row]) {
    let longest = |of: fn(&Row) -> &str, most: usize| {
        let lengths = rows.iter().map(|row| of(row).chars().count());
        lengths.max().unwrap_or_default().min(most)
    };
    let (recording, what) = (
        longest(|row| &row.recording, 60),
        longest(|row| &row.what, 30),
    );
    let reads = longest(|row| &row.reads, 60);
    println!(
        "\n{:<recording$}  {:<what$}  {:<reads$}  equal  the API showed",
        "recording", "figure", "expected"
    );
    for row in rows {
        let equal = if row.is_equal { "yes" } else { "NO" };
        println!(
            "{:<recording$}  {:<what$}  {:<reads$}  {equal:<5}  {}",
            row.recording, row.what, row.reads, row.shows
        );
    }
    let wrong: Vec<String> = rows
        .iter()
        .filter(|row| !row.is_equal)
        .map(|row| {
            format!(
                "{} {}: {} / {}",
                row.recording, row.what, row.reads, row.shows
            )
        })
        .collect();
    println!("{} figures, {} not equal", rows.len(), wrong.len());
    assert!(rows.len() > 10, "there are hardly any rows");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

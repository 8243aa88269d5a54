//! The table of comparisons that the tests print.

use serde_json::Value;

/// One figure of a recording.
pub(super) struct Row {
    recording: String,
    label: String,
    /// The value from the reference reader.
    expected: String,
    /// The value that the program showed.
    actual: String,
    is_equal: bool,
}

impl Row {
    /// Creates a row for a figure that must be equal.
    pub(super) fn figure(recording: &str, label: &str, expected: &Value, actual: &Value) -> Self {
        Self {
            recording: recording.to_owned(),
            label: label.to_owned(),
            expected: text(expected),
            actual: text(actual),
            is_equal: is_equal(expected, actual),
        }
    }

    /// Creates a row with information that is not compared.
    pub(super) fn note(recording: &str, label: &str, actual: &str) -> Self {
        Self::claim(recording, label, "no data", actual, true)
    }

    pub(super) fn is_equal(&self) -> bool {
        self.is_equal
    }

    /// Creates a row with a statement in words.
    pub(super) fn claim(
        recording: &str,
        label: &str,
        expected: &str,
        actual: &str,
        is_true: bool,
    ) -> Self {
        Self {
            recording: recording.to_owned(),
            label: label.to_owned(),
            expected: expected.to_owned(),
            actual: actual.to_owned(),
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
    let column_width = |of: fn(&Row) -> &str, max: usize| {
        let lengths = rows.iter().map(|row| of(row).chars().count());
        lengths.max().unwrap_or_default().min(max)
    };
    let (recording, label) = (
        column_width(|row| &row.recording, 60),
        column_width(|row| &row.label, 30),
    );
    let expected = column_width(|row| &row.expected, 60);
    println!(
        "\n{:<recording$}  {:<label$}  {:<expected$}  equal  the API showed",
        "recording", "figure", "expected"
    );
    for row in rows {
        let equal = if row.is_equal { "yes" } else { "NO" };
        println!(
            "{:<recording$}  {:<label$}  {:<expected$}  {equal:<5}  {}",
            row.recording, row.label, row.expected, row.actual
        );
    }
    let wrong: Vec<String> = rows
        .iter()
        .filter(|row| !row.is_equal)
        .map(|row| {
            format!(
                "{} {}: {} / {}",
                row.recording, row.label, row.expected, row.actual
            )
        })
        .collect();
    println!("{} figures, {} not equal", rows.len(), wrong.len());
    assert!(rows.len() > 10, "too few rows were compared");
    assert!(wrong.is_empty(), "{}", wrong.join("\n"));
}

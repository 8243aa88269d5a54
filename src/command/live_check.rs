//! The table that `config check --live` prints: the answer of each enabled source.

use std::time::Duration;

use crate::app::ProbeResult;

/// Prints the results; `None` means the sample market. Returns true if all sources answered.
pub(super) fn print(results: Option<&[ProbeResult]>) -> anyhow::Result<bool> {
    let Some(results) = results else {
        outln!(
            "The sample market uses no sources; add --market live to check those of the live market"
        )?;
        return Ok(true);
    };
    let mut rows = vec![["source", "result", "time", "answer"].map(str::to_owned)];
    for result in results {
        let (word, text) = match &result.answer {
            Ok(text) => ("ok", text),
            Err(reason) => ("failed", reason),
        };
        let time = format_time(result.elapsed);
        rows.push([result.name.clone(), word.to_owned(), time, text.clone()]);
    }
    for line in format_table(&rows) {
        outln!("{line}")?;
    }
    let failed = results
        .iter()
        .filter(|result| result.answer.is_err())
        .count();
    match (results.len(), failed) {
        (0, _) => outln!("No source is enabled")?,
        (total, 0) => outln!("All {total} sources answered")?,
        (total, failed) => outln!("{failed} of {total} sources did not answer")?,
    }
    Ok(failed == 0)
}

/// Returns a duration in milliseconds, or in seconds if it is longer.
fn format_time(time: Duration) -> String {
    if time < Duration::from_secs(1) {
        format!("{} ms", time.as_millis())
    } else {
        format!("{:.1} s", time.as_secs_f64())
    }
}

/// Pads the columns to the same width. The third column is aligned to the right.
fn format_table(rows: &[[String; 4]]) -> Vec<String> {
    let width = |column: usize| {
        let cells = rows.iter().map(|row| row[column].chars().count());
        cells.max().unwrap_or_default()
    };
    let [name, result, time] = [width(0), width(1), width(2)];
    let line = |row: &[String; 4]| {
        let [source, word, elapsed, answer] = row;
        format!("{source:<name$}  {word:<result$}  {elapsed:>time$}  {answer}")
    };
    rows.iter().map(line).collect()
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn columns_are_aligned() {
        let row = |cells: [&str; 4]| cells.map(str::to_owned);
        let rows = [
            row(["source", "result", "time", "answer"]),
            row(["ecb", "ok", "87 ms", "rates of 2026-11-27"]),
            row(["twelve_data", "failed", "10.0 s", "No answer."]),
        ];
        assert_eq!(
            format_table(&rows),
            [
                "source       result    time  answer",
                "ecb          ok       87 ms  rates of 2026-11-27",
                "twelve_data  failed  10.0 s  No answer.",
            ]
        );
    }

    #[test]
    fn long_times_are_in_seconds() {
        assert_eq!(format_time(Duration::from_millis(87)), "87 ms");
        assert_eq!(format_time(Duration::from_millis(10_004)), "10.0 s");
    }
}

//! The command `marketdeck import bars`.

use std::{
    io::Write as _,
    process::{Command, Output, Stdio},
};

use super::*;

fn marketdeck(data: &Path) -> Command {
    let mut command = Command::new(env!("CARGO_BIN_EXE_marketdeck"));
    for (name, _) in std::env::vars().filter(|(name, _)| name.starts_with("MARKETDECK_")) {
        command.env_remove(name);
    }
    command.args(["import", "bars", "--data-dir"]).arg(data);
    command
}

fn text((output, stream): (Output, fn(&Output) -> &Vec<u8>)) -> String {
    String::from_utf8_lossy(stream(&output)).trim().to_owned()
}

/// The standard output of a command that succeeds.
fn standard_output(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(output.status.success(), "{output:?}");
    text((output, |output| &output.stdout))
}

/// The standard error of a command that fails.
fn standard_error(command: &mut Command) -> String {
    let output = command.output().unwrap();
    assert!(!output.status.success(), "{output:?}");
    text((output, |output| &output.stderr))
}

#[test]
fn the_message_names_market_and_database_and_forget_undoes_the_import() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    let suffix = format!("; live market, {}", data.join("live.redb").display());
    let live = || {
        let mut command = marketdeck(&data);
        command.env("MARKETDECK_MARKET", "live");
        command
    };
    let import = standard_output(live().args(["--symbol", "GOOG"]).arg(fixture("nasdaq.csv")));
    assert_eq!(
        import,
        format!("Imported 2 1d bars of GOOG, from 2024-01-02 to 2024-01-16{suffix}")
    );
    let forget = standard_output(live().args(["--symbol", "GOOG", "--forget"]));
    assert_eq!(
        forget,
        format!("Removed the bars of nasdaq.csv: GOOG gets its bars from the market again{suffix}")
    );
    let again = standard_error(live().args(["--symbol", "GOOG", "--forget"]));
    assert!(again.contains("GOOG do not come from a file"), "{again}");
}

#[test]
fn a_hyphen_reads_standard_input() {
    let folder = tempfile::tempdir().unwrap();
    let mut command = marketdeck(folder.path());
    command.args(["--symbol", "XYZ", "-"]);
    command.stdin(Stdio::piped()).stdout(Stdio::piped());
    let mut child = command.spawn().unwrap();
    let mut input = child.stdin.take().unwrap();
    input.write_all(b"Date,Close\n2024-01-02,5\n").unwrap();
    drop(input);
    let output = child.wait_with_output().unwrap();
    assert!(output.status.success(), "{output:?}");
    let message = text((output, |output| &output.stdout));
    assert!(
        message.starts_with("Imported 1 1d bars of the new ticker XYZ"),
        "{message}"
    );
}

#[test]
fn a_rejected_file_does_not_leave_a_database_behind() {
    let folder = tempfile::tempdir().unwrap();
    let data = folder.path().join("data");
    for file in ["day-or-month-first.csv", "wrong-lines.csv", "none.csv"] {
        standard_error(
            marketdeck(&data)
                .args(["--symbol", "XYZ"])
                .arg(fixture(file)),
        );
        assert!(!data.exists(), "{file}");
    }
    let forget = standard_error(marketdeck(&data).args(["--symbol", "XYZ", "--forget"]));
    assert!(forget.contains("there is no database at"), "{forget}");
    assert!(!data.exists());
}

#[test]
fn date_order_and_decimal_mark_can_be_specified() {
    let folder = tempfile::tempdir().unwrap();
    let import = |flags: [&str; 2], file: &str| {
        let mut command = marketdeck(folder.path());
        // If the day came first, some dates would be Saturdays.
        command
            .args(["--symbol", "XYZ", "--kind", "crypto"])
            .args(flags);
        standard_output(command.arg(fixture(file)))
    };
    let dates = import(["--date-order", "dmy"], "day-or-month-first.csv");
    assert!(dates.contains("from 2025-02-01 to 2025-04-01"), "{dates}");
    import(["--decimal", "comma"], "point-or-thousands.csv");
}

#[test]
fn an_invalid_flag_is_rejected_with_a_message() {
    let folder = tempfile::tempdir().unwrap();
    let error_with = |flags: &[&str]| {
        let mut command = marketdeck(folder.path());
        standard_error(command.args(["--symbol", "XYZ", "file.csv"]).args(flags))
    };
    let warrant = error_with(&["--kind", "warrant"]);
    assert!(
        warrant.contains("expected stock, etf, fund, crypto"),
        "{warrant}"
    );
    assert!(error_with(&["--date-order", "ydm"]).contains("expected dmy, mdy or ymd"));
    assert!(error_with(&["--decimal", "dot"]).contains("expected point or comma"));
    assert!(error_with(&["--forget"]).contains("cannot be used with"));
    let nothing = standard_error(marketdeck(folder.path()).args(["--symbol", "XYZ"]));
    assert!(nothing.contains("FILE"), "{nothing}");
}

#[test]
fn symbols_are_normalized() {
    let folder = tempfile::tempdir().unwrap();
    for (symbol, stored) in [
        ("m&m.ns", "of the new ticker M&M.NS"),
        ("BRK.B", "of BRK-B"),
        ("^GDAXI", "of the new ticker ^GDAXI"),
        ("EURUSD=X", "of the new ticker EURUSD=X"),
    ] {
        let mut command = marketdeck(folder.path());
        let message = standard_output(
            command
                .args(["--symbol", symbol])
                .arg(fixture("close-only.tsv")),
        );
        assert!(
            message.contains(&format!(" {stored}, ")),
            "{symbol}: {message}"
        );
    }
}

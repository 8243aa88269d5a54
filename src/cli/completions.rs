//! The shell completions in packaging/completions, which are generated from the command line.
//!
//! `MARKETDECK_WRITE_COMPLETIONS=1 cargo test --lib -- cli::completions` regenerates the files.

use std::collections::BTreeMap;

use clap::CommandFactory as _;
use clap_complete::{Generator as _, Shell, generate};

use super::{Cli, generated_files::check_files};

const FOLDER: &str = "packaging/completions";

/// Returns the completions by file name: marketdeck.bash, _marketdeck (zsh) and marketdeck.fish.
fn completions() -> BTreeMap<String, String> {
    let shells = [Shell::Bash, Shell::Zsh, Shell::Fish];
    let completions = shells.map(|shell| {
        let mut text = Vec::new();
        generate(shell, &mut Cli::command(), "marketdeck", &mut text);
        let text = String::from_utf8(text).expect("the help text is UTF-8");
        (shell.file_name("marketdeck"), text)
    });
    completions.into()
}

#[test]
fn completions_match_the_command_line() {
    check_files(FOLDER, &completions(), "MARKETDECK_WRITE_COMPLETIONS");
}

//! The manual pages in packaging/man, generated from the help texts of the command line.
//!
//! `MARKETDECK_WRITE_MANUAL=1 cargo test --lib -- cli::manual` regenerates them.

use std::{collections::BTreeMap, fs, io, path::Path};

use clap::{Command, CommandFactory as _};
use clap_mangen::Man;

use super::Cli;

const FOLDER: &str = "packaging/man";

/// Returns the pages by file name: one for the program and one for each command.
fn pages() -> BTreeMap<String, String> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    let mut pages = BTreeMap::new();
    add(&program, &mut pages);
    pages
}

fn add(command: &Command, pages: &mut BTreeMap<String, String>) {
    let man = Man::new(command.clone())
        .manual("Marketdeck")
        .source("Marketdeck");
    let text = page(&man, command).expect("memory can be written");
    let text = String::from_utf8(text).expect("help is UTF-8");
    pages.insert(man.get_filename(), text);
    for inner in command.get_subcommands() {
        add(inner, pages);
    }
}

/// Returns a page with all sections except the version, which the package states.
fn page(man: &Man, command: &Command) -> io::Result<Vec<u8>> {
    let mut text = Vec::new();
    man.render_title(&mut text)?;
    man.render_name_section(&mut text)?;
    man.render_synopsis_section(&mut text)?;
    man.render_description_section(&mut text)?;
    man.render_options_section(&mut text)?;
    if command.has_subcommands() {
        man.render_subcommands_section(&mut text)?;
    }
    if command.get_after_help().is_some() {
        man.render_extra_section(&mut text)?;
    }
    Ok(text)
}

#[test]
fn manual_pages_match_the_help() {
    let folder = Path::new(FOLDER);
    let pages = pages();
    if std::env::var_os("MARKETDECK_WRITE_MANUAL").is_some() {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).expect("a folder");
        for (name, text) in &pages {
            fs::write(folder.join(name), text).expect("a file");
        }
    }
    let files = fs::read_dir(folder).expect("the pages are part of the repository");
    let mut written: Vec<_> = files
        .map(|file| {
            file.expect("a file")
                .file_name()
                .into_string()
                .expect("a name")
        })
        .collect();
    written.sort();
    assert!(written.iter().eq(pages.keys()), "{written:?}");
    for (name, text) in &pages {
        let written = fs::read_to_string(folder.join(name)).expect("a page");
        assert!(
            written == *text,
            "{name} is not what the help says: MARKETDECK_WRITE_MANUAL=1 cargo test --lib -- cli::manual"
        );
    }
}

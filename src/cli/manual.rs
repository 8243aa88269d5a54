//! The manual pages in packaging/man, which are generated from the help texts of the command line.
//!
//! `MARKETDECK_WRITE_MANUAL=1 cargo test --lib -- cli::manual` regenerates the pages.

use std::{collections::BTreeMap, fs, io, path::Path};

use clap::{Command, CommandFactory as _};
use clap_mangen::Man;

use super::Cli;

const FOLDER: &str = "packaging/man";

/// Returns the pages by file name. The program and each command have a page.
fn pages() -> BTreeMap<String, String> {
    let mut program = Cli::command().disable_help_subcommand(true);
    program.build();
    let mut pages = BTreeMap::new();
    add_pages(&program, &mut pages);
    pages
}

fn add_pages(command: &Command, pages: &mut BTreeMap<String, String>) {
    let man = Man::new(command.clone())
        .manual("Marketdeck")
        .source("Marketdeck");
    let text = render_page(&man, command).expect("writing to memory succeeds");
    let text = String::from_utf8(text).expect("the help text is UTF-8");
    pages.insert(man.get_filename(), text);
    for inner in command.get_subcommands() {
        add_pages(inner, pages);
    }
}

/// Renders a page with all sections except the version, which the package contains.
fn render_page(man: &Man, command: &Command) -> io::Result<Vec<u8>> {
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
fn manual_pages_match_the_help_texts() {
    let folder = Path::new(FOLDER);
    let pages = pages();
    if std::env::var_os("MARKETDECK_WRITE_MANUAL").is_some() {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).expect("the folder is created");
        for (name, text) in &pages {
            fs::write(folder.join(name), text).expect("the page is written");
        }
    }
    let files = fs::read_dir(folder).expect("the repository contains the pages");
    let mut file_names: Vec<_> = files
        .map(|file| {
            file.expect("the folder is readable")
                .file_name()
                .into_string()
                .expect("the file name is UTF-8")
        })
        .collect();
    file_names.sort();
    assert!(file_names.iter().eq(pages.keys()), "{file_names:?}");
    for (name, text) in &pages {
        let stored = fs::read_to_string(folder.join(name)).expect("the page is readable");
        assert!(
            stored == *text,
            "{name} differs from the help text; regenerate it with MARKETDECK_WRITE_MANUAL=1 cargo test --lib -- cli::manual"
        );
    }
}

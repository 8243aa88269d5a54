//! The manual pages in packaging/man, which are generated from the help texts of the command line.
//!
//! `MARKETDECK_WRITE_MANUAL=1 cargo test --lib -- cli::manual` regenerates the pages.

use std::{collections::BTreeMap, io};

use clap::{Command, CommandFactory as _};
use clap_mangen::Man;

use super::{Cli, generated_files::check_files};

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
    check_files(FOLDER, &pages(), "MARKETDECK_WRITE_MANUAL");
}

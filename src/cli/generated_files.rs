//! Compares the files of a folder in the repository with generated texts, or regenerates them.

use std::{collections::BTreeMap, fs, path::Path};

/// Fails unless `folder` contains exactly `files`, by file name. If the environment variable `write` is set, writes them first.
pub(super) fn check_files(folder: &str, files: &BTreeMap<String, String>, write: &str) {
    let folder = Path::new(folder);
    if std::env::var_os(write).is_some() {
        let _ = fs::remove_dir_all(folder);
        fs::create_dir_all(folder).expect("the folder is created");
        for (name, text) in files {
            fs::write(folder.join(name), text).expect("the file is written");
        }
    }
    let stored = fs::read_dir(folder).expect("the repository contains the files");
    let mut names: Vec<_> = stored
        .map(|file| {
            file.expect("the folder is readable")
                .file_name()
                .into_string()
                .expect("the file name is UTF-8")
        })
        .collect();
    names.sort();
    assert!(names.iter().eq(files.keys()), "{names:?}");
    for (name, text) in files {
        let stored = fs::read_to_string(folder.join(name)).expect("the file is readable");
        assert!(
            stored == *text,
            "{name} differs from the command line; regenerate it with {write}=1 cargo test --lib -- cli::"
        );
    }
}

//! Source files that no `mod` line includes: the compiler never sees them, so their tests never run.

use std::{
    fs,
    path::{Path, PathBuf},
};

/// Returns the files below `folder` that their parent module does not declare.
fn orphans(folder: &Path) -> Vec<PathBuf> {
    let entries = fs::read_dir(folder).expect("the folder is readable");
    let mut found = Vec::new();
    for path in entries.flatten().map(|entry| entry.path()) {
        if path.is_dir() {
            found.extend(orphans(&path));
        } else if path.extension().is_some_and(|extension| extension == "rs") && !is_declared(&path)
        {
            found.push(path);
        }
    }
    found
}

fn is_declared(file: &Path) -> bool {
    let folder = file.parent().expect("the file is below src");
    let name = |path: &Path| {
        path.file_stem()
            .map(|stem| stem.to_string_lossy().into_owned())
    };
    let (module, folder) = match name(file).as_deref() {
        Some("lib" | "main") if folder == Path::new("src") => return true,
        Some("mod") => (name(folder), folder.parent().unwrap_or(folder)),
        _ => (name(file), folder),
    };
    let declaration = format!("mod {};", module.unwrap_or_default());
    let parents = [
        folder.join("mod.rs"),
        folder.with_extension("rs"),
        folder.join("lib.rs"),
        folder.join("main.rs"),
    ];
    parents
        .iter()
        .filter_map(|parent| fs::read_to_string(parent).ok())
        .any(|text| text.contains(&declaration))
}

#[test]
fn every_source_file_is_compiled() {
    let found = orphans(Path::new("src"));
    assert!(found.is_empty(), "no `mod` line includes {found:?}");
}

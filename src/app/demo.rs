//! A public demo: a database in a temporary folder, with prepared user data.

use std::{
    fs::{self, DirBuilder},
    io::ErrorKind,
    path::{Path, PathBuf},
};

use anyhow::Context as _;

use crate::web;

/// Lists, holdings, notes, alerts, a screen, a drawing and a board, in the format of an export. The purchases have the prices that the
/// sample market had on their days.
const USER_DATA: &[u8] = include_bytes!("../../assets/demo.json");

/// The folder of a demo's database; deleted on drop.
pub(super) struct DemoFolder(PathBuf);

impl DemoFolder {
    /// Creates an empty folder for the demo at a port. A folder that a killed demo left behind is deleted.
    pub(super) fn create(port: u16) -> anyhow::Result<Self> {
        let path = std::env::temp_dir().join(format!("marketdeck-demo-{port}"));
        create_empty(&path)
            .with_context(|| format!("cannot create the folder {} for the demo", path.display()))?;
        Ok(Self(path))
    }

    pub(super) fn path(&self) -> &Path {
        &self.0
    }
}

impl Drop for DemoFolder {
    fn drop(&mut self) {
        if let Err(error) = fs::remove_dir_all(&self.0) {
            tracing::warn!(%error, path = %self.0.display(), "demo: could not delete the temporary folder");
        }
    }
}

/// Creates a folder that only this user can read. Other users can write to the parent, so an existing folder or link is never used.
fn create_empty(path: &Path) -> std::io::Result<()> {
    match fs::remove_dir_all(path) {
        Err(error) if error.kind() != ErrorKind::NotFound => return Err(error),
        _ => {}
    }
    let mut builder = DirBuilder::new();
    #[cfg(unix)]
    std::os::unix::fs::DirBuilderExt::mode(&mut builder, 0o700);
    builder.create(path)
}

/// Adds the prepared user data. The market must be loaded.
pub(super) async fn fill(state: &web::AppState) {
    if let Err(error) = web::import_user_data(state, USER_DATA).await {
        tracing::error!(error = %error.message, "demo: could not add the prepared lists");
    }
}

#[cfg(test)]
mod tests {
    use super::*;

    #[test]
    fn a_folder_left_behind_is_replaced_and_deleted_at_the_end() {
        // Port 0 is never the port of a running demo.
        let first = DemoFolder::create(0).unwrap();
        let path = first.path().to_owned();
        fs::write(path.join("sample.redb"), "old").unwrap();
        std::mem::forget(first);
        let second = DemoFolder::create(0).unwrap();
        assert_eq!(fs::read_dir(&path).unwrap().count(), 0);
        drop(second);
        assert!(!path.exists());
    }
}

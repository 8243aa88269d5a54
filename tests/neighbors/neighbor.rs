//! Other programs as child processes.

use std::{
    env, fs,
    io::{BufRead as _, BufReader, Read},
    path::{Path, PathBuf},
    process::{Child, Command, Stdio},
    sync::{Arc, Mutex},
    thread,
};

use tempfile::TempDir;

/// The directory to which `scripts/install-neighbors` downloads programs.
const FOLDER: &str = concat!(env!("CARGO_MANIFEST_DIR"), "/target/neighbors");

/// Finds a program; prints a note if it is missing.
pub(crate) fn find(program: &str) -> Option<PathBuf> {
    let path = env::var_os("PATH").unwrap_or_default();
    let folders =
        env::split_paths(&path).chain([PathBuf::from("/usr/sbin"), Path::new(FOLDER).join("bin")]);
    let found = folders
        .map(|folder| folder.join(program))
        .find(|file| file.is_file());
    if found.is_none() {
        println!("skipped: {program} is not installed (scripts/install-neighbors)");
    }
    found
}

/// Returns a command for Python with a module; prints a note if it is missing.
pub(crate) fn python_with(module: &str) -> Option<Command> {
    let python = || {
        let mut command = Command::new("python3");
        command.env("PYTHONPATH", Path::new(FOLDER).join("python"));
        command
    };
    let import = format!("import {module}");
    let imported = python().args(["-c", &import]).output();
    if imported.is_ok_and(|output| output.status.success()) {
        return Some(python());
    }
    println!("skipped: {module} is not installed (scripts/install-neighbors)");
    None
}

/// A running program; killed on drop.
pub(crate) struct Neighbor {
    child: Child,
    lines: Arc<Mutex<Vec<String>>>,
}

impl Neighbor {
    pub(crate) fn start(command: &mut Command) -> Self {
        command.stdin(Stdio::null());
        command.stdout(Stdio::piped()).stderr(Stdio::piped());
        let mut child = command.spawn().expect("the program starts");
        let lines = Arc::<Mutex<Vec<String>>>::default();
        follow(child.stdout.take().expect("the stream is piped"), &lines);
        follow(child.stderr.take().expect("the stream is piped"), &lines);
        Self { child, lines }
    }

    /// The lines of output so far.
    pub(crate) fn lines(&self) -> Vec<String> {
        self.lines.lock().unwrap().clone()
    }
}

fn follow(output: impl Read + Send + 'static, lines: &Arc<Mutex<Vec<String>>>) {
    let lines = Arc::clone(lines);
    thread::spawn(move || {
        for line in BufReader::new(output).lines().map_while(Result::ok) {
            lines.lock().unwrap().push(line);
        }
    });
}

impl Drop for Neighbor {
    fn drop(&mut self) {
        let _ = self.child.kill();
        let _ = self.child.wait();
        if thread::panicking() {
            println!("output of the program:\n{}", self.lines().join("\n"));
        }
    }
}

/// Starts nginx in a temporary directory, with `servers` in its `http` block. Nothing is written elsewhere.
pub(crate) fn nginx(servers: &str) -> Option<(TempDir, Neighbor)> {
    let program = find("nginx")?;
    let folder = tempfile::tempdir().unwrap();
    let own = folder.path().display();
    let temporary = ["client_body", "proxy", "fastcgi", "uwsgi", "scgi"]
        .map(|kind| format!("{kind}_temp_path {own}/{kind};\n"))
        .concat();
    let config = folder.path().join("nginx.conf");
    let text = format!(
        "daemon off;\nmaster_process off;\npid {own}/pid;\nerror_log stderr;\nevents {{}}\nhttp {{\naccess_log off;\n{temporary}{servers}\n}}\n"
    );
    fs::write(&config, text).unwrap();
    let mut command = Command::new(program);
    // Until nginx has read its configuration, it logs errors to a compiled-in path.
    command.args(["-e", "stderr", "-p"]).arg(folder.path());
    command.arg("-c").arg(&config);
    Some((folder, Neighbor::start(&mut command)))
}

//! Embeds the web interface and the compressed `OpenAPI` document into the binary.
//!
//! Packagers can set `MARKETDECK_UI_DIST` to a directory with a finished build of the interface. If
//! neither this directory nor npm is available, a debug build embeds a placeholder page and a
//! release build fails.

use std::{
    env, fs,
    io::Write as _,
    path::{Path, PathBuf},
    process::Command,
};

use flate2::{Compression, write::GzEncoder};

/// Source files of the interface. A change to one of them triggers a rebuild.
const UI_SOURCES: [&str; 10] = [
    "ui/src",
    "ui/worker",
    "ui/build",
    "ui/prerender",
    "ui/public",
    "ui/index.html",
    "ui/package.json",
    "ui/package-lock.json",
    "ui/vite.config.ts",
    "ui/tsconfig.json",
];

fn main() {
    let out = PathBuf::from(env::var_os("OUT_DIR").expect("cargo sets OUT_DIR"));
    compress("assets/openapi.json", &out.join("openapi.json.gz"));
    let dist = out.join("ui-dist");
    println!("cargo:rerun-if-env-changed=MARKETDECK_UI_DIST");
    println!("cargo:rerun-if-changed=build.rs");
    pack_relocations();
    if let Some(prebuilt) = env::var_os("MARKETDECK_UI_DIST") {
        println!("cargo:rerun-if-changed={}", Path::new(&prebuilt).display());
        let _ = fs::remove_dir_all(&dist);
        copy(Path::new(&prebuilt), &dist);
        return;
    }
    for path in UI_SOURCES {
        println!("cargo:rerun-if-changed={path}");
    }
    if npm(&["--version"]).is_err() || !Path::new("ui/package.json").exists() {
        handle_missing_npm(&dist);
        return;
    }
    if let Err(error) = install().and_then(|()| {
        npm(&[
            "run",
            "build",
            "--",
            "--outDir",
            &dist.display().to_string(),
            "--emptyOutDir",
        ])
    }) {
        println!("cargo::error=building the web interface failed: {error}");
    }
}

/// Makes the linker pack relative relocations (`DT_RELR`), so that every start reads 30 kB of them
/// instead of 0.9 MB. A static binary applies the relocations itself, which needs glibc 2.36 or
/// newer. For a cross build the version of glibc is unknown, so relocations are not packed.
fn pack_relocations() {
    let is_native = env::var_os("HOST") == env::var_os("TARGET");
    let is_gnu = env::var("CARGO_CFG_TARGET_ENV").is_ok_and(|env| env == "gnu");
    let version = || {
        let output = Command::new("getconf")
            .arg("GNU_LIBC_VERSION")
            .output()
            .ok()?;
        let text = String::from_utf8(output.stdout).ok()?;
        let (major, minor) = text.trim().strip_prefix("glibc ")?.split_once('.')?;
        Some((major.parse::<u32>().ok()?, minor.parse::<u32>().ok()?))
    };
    if is_native && is_gnu && version().is_some_and(|version| version >= (2, 36)) {
        println!("cargo:rustc-link-arg-bins=-Wl,-z,pack-relative-relocs");
    }
}

/// Compresses the file `from` to the file `to`.
fn compress(from: &str, to: &Path) {
    println!("cargo:rerun-if-changed={from}");
    let plain = fs::read(from).expect("the file is part of this repository");
    let file = fs::File::create(to).expect("OUT_DIR is writable");
    let mut encoder = GzEncoder::new(file, Compression::best());
    encoder
        .write_all(&plain)
        .and_then(|()| encoder.finish())
        .expect("OUT_DIR is writable");
}

/// Runs `npm ci` if the lockfile has changed since the last installation.
fn install() -> Result<(), String> {
    let lock = fs::read_to_string("ui/package-lock.json")
        .map_err(|e| format!("ui/package-lock.json: {e}"))?;
    let installed_lock = Path::new("ui/node_modules/.marketdeck-lock");
    if fs::read_to_string(installed_lock).is_ok_and(|installed| installed == lock) {
        return Ok(());
    }
    npm(&["ci", "--include=dev", "--no-audit", "--no-fund"])?;
    fs::write(installed_lock, lock).map_err(|e| e.to_string())
}

fn npm(args: &[&str]) -> Result<(), String> {
    let output = Command::new("npm")
        .args(args)
        .current_dir("ui")
        .output()
        .map_err(|e| format!("npm: {e}"))?;
    if output.status.success() {
        return Ok(());
    }
    let text = [output.stdout, output.stderr].concat();
    Err(format!(
        "npm {}: {}",
        args.join(" "),
        String::from_utf8_lossy(&text).replace('\n', " | ")
    ))
}

fn handle_missing_npm(dist: &Path) {
    // A path that never exists makes cargo run this script again at the next build.
    println!("cargo:rerun-if-changed=ui/npm-was-missing");
    if env::var("PROFILE").as_deref() == Ok("release") {
        println!(
            "cargo::error=npm was not found; install Node.js 20 or newer, or set MARKETDECK_UI_DIST"
        );
        return;
    }
    println!("cargo:warning=npm was not found: the web interface is a placeholder page");
    fs::create_dir_all(dist).expect("OUT_DIR is writable");
    let page = "<!doctype html><html lang=en><head><base href=\"/\"><meta name=\"marketdeck-base\" content=\"/\">\
                <title>Marketdeck</title></head><body><div id=\"root\">The web interface was not built because npm \
                was not found. The API is at api/health.</div></body></html>";
    fs::write(dist.join("index.html"), page).expect("OUT_DIR is writable");
}

fn copy(from: &Path, to: &Path) {
    fs::create_dir_all(to).expect("OUT_DIR is writable");
    for entry in fs::read_dir(from)
        .expect("MARKETDECK_UI_DIST is a directory")
        .flatten()
    {
        let target = to.join(entry.file_name());
        if entry.path().is_dir() {
            copy(&entry.path(), &target);
        } else {
            fs::copy(entry.path(), target).expect("OUT_DIR is writable");
        }
    }
}

//! P7: cost of sending the largest script of the home page; the reference is nginx with the same compressed file.

use std::{
    fs,
    net::SocketAddr,
    path::Path,
    process::Command,
    sync::Arc,
    thread,
    time::{Duration, Instant},
};

use anyhow::Context as _;

use crate::{
    http::{self, Load},
    market::{self, Hours, Market},
    process::{self, Process},
    report::{Report, Row},
    requests::{CONNECTIONS, cpu_per_request, runtime},
};

/// Duration of one round of one side.
const ROUND: Duration = Duration::from_millis(900);
/// The only encoding for which Debian's nginx serves precompressed files.
const ENCODING: &str = "gzip";

pub(crate) fn measure(report: &mut Report) -> anyhow::Result<()> {
    report.part("P7 the largest script");
    if Command::new("nginx").arg("-v").output().is_err() {
        report.note("P7 was not measured, because nginx is not installed.");
        return Ok(());
    }
    let folder = market::folder_with_year_of_data(Hours::Exchange)?;
    let (server, address) = Market::new(folder.path(), true)?
        .trading(Hours::Exchange)
        .serve()?;
    let page = String::from_utf8(http::get(address, "/")?.body)?;
    let mut scripts = vec![];
    for path in scripts_of(&page) {
        let packed = http::send(address, &http::request(&path, ENCODING))?;
        anyhow::ensure!(
            packed.head.contains("content-encoding: gzip"),
            "{path} is not compressed"
        );
        scripts.push((path, packed));
    }
    // The entry module only loads the others.
    let largest = scripts.into_iter().max_by_key(|(_, it)| it.body.len());
    let (path, packed) = largest.context("the home page references no script")?;
    let request = http::request(&path, ENCODING);
    let root = tempfile::tempdir()?;
    let name = root.path().join("main.js");
    fs::write(&name, http::get(address, &path)?.body)?;
    fs::write(name.with_extension("js.gz"), &packed.body)?;
    let (nginx, nginx_address) = nginx(root.path())?;
    // The same path on both sides, so that both get the same request.
    let runtime = runtime()?;
    let load = Load {
        requests: Arc::new(vec![request]),
        connections: CONNECTIONS,
        time: ROUND,
        rate: None,
    };
    let [ours, reference] = cpu_per_request(
        &runtime,
        &load,
        [(&server, address), (&nginx, nginx_address)],
    )?;
    let label = format!(
        "CPU per request: largest script of the home page, {} kB gzipped; reference: nginx with gzip_static",
        packed.body.len() / 1_000
    );
    report.add(Row::ratio("P7", label, (ours, reference), "µs", Some(1.3)));
    server.stop()
}

/// The paths of the modules that a page references.
fn scripts_of(page: &str) -> impl Iterator<Item = String> {
    let values = page.split('"');
    let paths = values.filter(|value| {
        let file = Path::new(value);
        value.contains("assets/") && file.extension().is_some_and(|it| it == "js")
    });
    paths.map(|path| format!("/{}", path.trim_start_matches(['.', '/'])))
}

/// Starts nginx as one process that serves the files in `root`.
fn nginx(root: &Path) -> anyhow::Result<(Process, SocketAddr)> {
    let address = process::free_port()?;
    let folder = root.display();
    let configuration = format!(
        "daemon off; master_process off; pid {folder}/pid; error_log stderr;\n\
         events {{ worker_connections 512; }}\n\
         http {{\n\
         access_log off; sendfile on; tcp_nopush on; keepalive_requests 100000000;\n\
         open_file_cache max=10; types {{ text/javascript js; }}\n\
         client_body_temp_path {folder}/1; proxy_temp_path {folder}/2; fastcgi_temp_path {folder}/3;\n\
         uwsgi_temp_path {folder}/4; scgi_temp_path {folder}/5;\n\
         server {{ listen {address}; root {folder}; gzip_static on; location / {{ try_files /main.js =404; }} }}\n\
         }}\n"
    );
    let file = root.join("nginx.conf");
    fs::write(&file, configuration)?;
    let mut command = process::on_first_core("nginx");
    command.arg("-p").arg(root).arg("-c").arg(&file);
    let process = Process::start(command)?;
    let deadline = Instant::now() + Duration::from_secs(10);
    while http::get(address, "/main.js").is_err() {
        anyhow::ensure!(
            Instant::now() < deadline,
            "timed out waiting for nginx to start"
        );
        thread::sleep(Duration::from_millis(20));
    }
    Ok((process, address))
}

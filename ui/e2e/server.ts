import { type ChildProcess, spawn } from 'node:child_process';
import { existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** A Friday afternoon in New York, two hours and a half before the close: everything moves. */
const NOW = '2026-11-20T19:32:00Z';
const SERVING = /is serving the sample market on (http:\/\/\S+)/;
const START_LIMIT_MS = 60_000;

export interface Server {
  url: string;
  stop: () => Promise<void>;
}

/** Starts the real binary with a fresh sample market on a free port. */
export async function startServer(extra: string[] = []): Promise<Server> {
  const data = mkdtempSync(join(tmpdir(), 'marketdeck-e2e-'));
  const options = [
    '--listen',
    '127.0.0.1:0',
    '--data-dir',
    data,
    '--market',
    'sample',
    '--now',
    NOW,
    ...extra,
  ];
  const child = spawn(binary(), options, { stdio: ['ignore', 'pipe', 'pipe'] });
  try {
    return { url: await servingAddress(child), stop: () => stop(child, data) };
  } catch (cause) {
    await stop(child, data);
    throw cause;
  }
}

/** `MARKETDECK_BIN`, or the newest build in the target folder. */
function binary(): string {
  if (process.env.MARKETDECK_BIN) return resolve(process.env.MARKETDECK_BIN);
  const target = resolve(import.meta.dirname, '../../target');
  const folders = existsSync(target) ? readdirSync(target).map((name) => join(target, name)) : [];
  const built = [target, ...folders]
    .flatMap((folder) => ['release', 'debug'].map((profile) => join(folder, profile, 'marketdeck')))
    .filter((path) => existsSync(path))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (!built[0]) throw new Error('No marketdeck binary: run cargo build, or set MARKETDECK_BIN.');
  return built[0];
}

function servingAddress(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let heard = '';
    const late = setTimeout(() => fail(new Error(`The server did not start:\n${heard}`)), START_LIMIT_MS);
    child.stderr?.on('data', (text) => {
      heard += text;
    });
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`The server ended with ${code}:\n${heard}`)));
    if (!child.stdout) return;
    createInterface(child.stdout).on('line', (line) => {
      heard += `${line}\n`;
      const address = SERVING.exec(line)?.[1];
      if (!address) return;
      clearTimeout(late);
      done(address.endsWith('/') ? address : `${address}/`);
    });
  });
}

async function stop(child: ChildProcess, data: string): Promise<void> {
  if (child.exitCode === null && child.signalCode === null) {
    const ended = new Promise((done) => child.once('exit', done));
    child.kill('SIGTERM');
    await ended;
  }
  rmSync(data, { recursive: true, force: true });
}

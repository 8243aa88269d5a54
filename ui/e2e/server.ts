import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** A Friday afternoon in New York, 2.5 hours before the close: all markets move. */
const NOW = '2026-11-20T19:32:00Z';
const SERVING = /is serving the (?:sample|live) market on (http:\/\/\S+)/;
const START_LIMIT_MS = 60_000;
/** The folder with prepared sample-market data, passed to the test processes. */
const SAMPLE_MARKET = 'MARKETDECK_E2E_SAMPLE_MARKET';

/** Running servers; a test that fails halfway leaves its server behind, which would slow later tests. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface Server {
  /** With a trailing slash. */
  url: string;
  /** Shuts down gracefully and deletes the data. */
  stop: () => Promise<void>;
  /** Shuts down gracefully and keeps the data. */
  leave: () => Promise<void>;
  /** Kills the process as in a power cut and keeps the data. */
  kill: () => Promise<void>;
  data: string;
}

/**
 * Starts the real binary on a free port with an unchanged sample market. `more` are command-line options, `settings`
 * environment variables.
 */
export async function startServer(
  at = '127.0.0.1:0',
  data = copyOfSampleMarket(),
  more: string[] = [],
  settings: Record<string, string> = {},
): Promise<Server> {
  return start(['--listen', at, '--market', 'sample', ...more], data, settings);
}

/** The providers that a live test market doesn't use: all but Yahoo. */
const OTHERS = 'ALTERNATIVE_ME CNN COINBASE COINGECKO DEFILLAMA KRAKEN NASDAQ RSS YAHOO_STREAM'.split(' ');

/**
 * Starts the real binary with an empty live market that asks `yahoo` (an address) about `symbols`; `more` are
 * environment variables.
 */
export function startLiveServer(
  yahoo: string,
  symbols: string[],
  more: Record<string, string> = {},
): Promise<Server> {
  const settings = {
    MARKETDECK_PROVIDERS_YAHOO_BASE_URL: yahoo,
    MARKETDECK_PROVIDERS_YAHOO_SYMBOLS: symbols.join(','),
    MARKETDECK_PROVIDERS_YAHOO_MIN_GAP_MS: '20',
    MARKETDECK_PROVIDERS_YAHOO_FACTS: 'false',
    ...Object.fromEntries(OTHERS.map((name) => [`MARKETDECK_PROVIDERS_${name}_ENABLED`, 'false'])),
    ...more,
  };
  const data = mkdtempSync(join(tmpdir(), 'marketdeck-e2e-'));
  return start(['--listen', '127.0.0.1:0', '--market', 'live'], data, settings);
}

async function start(more: string[], data: string, settings: Record<string, string> = {}): Promise<Server> {
  const now = more.includes('--now') ? [] : ['--now', NOW];
  const options = ['--data-dir', data, ...now, ...more];
  const env = { ...process.env, ...settings };
  const child = spawn(binary(), options, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  try {
    const url = await servingAddress(child);
    return {
      url,
      data,
      stop: () => stop(child, data),
      leave: () => end(child, 'SIGTERM'),
      kill: () => end(child, 'SIGKILL'),
    };
  } catch (cause) {
    await stop(child, data);
    throw cause;
  }
}

/** Returns `MARKETDECK_BIN`, or the newest build in the target folder. */
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

/**
 * Prepares sample-market data that each test server copies: a debug build needs 15 s to create a year of history.
 * Returns a function that deletes the data.
 */
export async function makeSampleMarket(): Promise<() => void> {
  const server = await startServer();
  for (;;) {
    const { providers } = await (await fetch(`${server.url}api/status`)).json();
    // The provider is 'waiting' until its history is written.
    if (providers.find(({ name }: { name: string }) => name === 'sample').state === 'ok') break;
    await new Promise((done) => setTimeout(done, 200));
  }
  await server.leave();
  process.env[SAMPLE_MARKET] = server.data;
  return () => rmSync(server.data, { recursive: true, force: true });
}

function copyOfSampleMarket(): string {
  const data = mkdtempSync(join(tmpdir(), 'marketdeck-e2e-'));
  const sample = process.env[SAMPLE_MARKET];
  if (sample) cpSync(sample, data, { recursive: true });
  return data;
}

async function stop(child: ChildProcess, data: string): Promise<void> {
  await end(child, 'SIGTERM');
  rmSync(data, { recursive: true, force: true });
}

async function end(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await ended;
}

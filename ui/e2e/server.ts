import { type ChildProcess, spawn } from 'node:child_process';
import { cpSync, existsSync, mkdtempSync, readdirSync, rmSync, statSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join, resolve } from 'node:path';
import { createInterface } from 'node:readline';

/** A Friday afternoon in New York, 1.5 hours before the close, when all markets trade. */
const NOW = '2026-11-20T19:32:00Z';
const SERVING = /is serving the (?:sample|live) market on (http:\/\/\S+)/;
const START_TIMEOUT_MS = 60_000;
/** The environment variable with the folder of the prepared sample data, for the test processes. */
const SAMPLE_MARKET = 'MARKETDECK_E2E_SAMPLE_MARKET';

/** Running servers. They are killed at exit, because a test that fails does not stop its server. */
const running = new Set<ChildProcess>();
process.once('exit', () => {
  for (const child of running) child.kill('SIGKILL');
});

export interface Server {
  /** With a trailing slash. */
  url: string;
  /** Shuts down gracefully and deletes the data. */
  stop: () => Promise<void>;
  /** Shuts down gracefully without deleting the data. */
  shutDown: () => Promise<void>;
  /** Kills the process, without deleting the data. */
  kill: () => Promise<void>;
  data: string;
}

/**
 * Starts the real binary with a copy of the prepared sample market, by default on a free port. `extraOptions` are
 * command-line options, `settings` environment variables.
 */
export async function startServer(
  address = '127.0.0.1:0',
  data = copySampleMarket(),
  extraOptions: string[] = [],
  settings: Record<string, string> = {},
): Promise<Server> {
  return start(['--listen', address, '--market', 'sample', ...extraOptions], data, settings);
}

/** All providers except Yahoo, which most live test servers don't use. */
const OTHER_PROVIDERS =
  'ALTERNATIVE_ME BINANCE BLS CBOE CNBC CNN COINBASE COINGECKO DEFILLAMA DEUTSCHE_BOERSE ECB EURONEXT FED KRAKEN NASDAQ OPENFIGI RSS TREASURY YAHOO_STREAM'.split(
    ' ',
  );

/**
 * Starts the real binary with an empty live market that requests `symbols` from the URL `yahoo`. `extraSettings` are
 * environment variables.
 */
export function startLiveServer(
  yahoo: string,
  symbols: string[],
  extraSettings: Record<string, string> = {},
): Promise<Server> {
  return startLive([], { ...yahooSettings(yahoo, symbols), ...extraSettings });
}

/**
 * Starts the real binary with an empty live market without Yahoo. It requests `providers` from paths below the URL `base`,
 * such as `base`/cboe, and follows `symbols`.
 */
export function startServerWithoutYahoo(
  base: string,
  providers: string[],
  symbols: string[],
): Promise<Server> {
  return startLive(providers, {
    MARKETDECK_WITHOUT_YAHOO: 'true',
    MARKETDECK_SYMBOLS: symbols.join(','),
    ...settingsOf(base, providers),
  });
}

/**
 * Starts the real binary at the time `now` with an empty live market, which requests `symbols` from the URL `yahoo`, and compares its
 * closes with those of `providers`, at paths below the URL `base`.
 */
export function startComparingServer(
  yahoo: string,
  base: string,
  providers: string[],
  symbols: string[],
  now: string,
): Promise<Server> {
  const settings = { ...yahooSettings(yahoo, symbols), ...settingsOf(base, providers) };
  return startLive(providers, settings, ['--now', now]);
}

const settingsOf = (base: string, providers: string[]): Record<string, string> =>
  Object.fromEntries(
    providers.flatMap((name) => [
      [`MARKETDECK_PROVIDERS_${name}_BASE_URL`, `${base}/${name.toLowerCase()}`],
      [`MARKETDECK_PROVIDERS_${name}_MIN_GAP_MS`, '5'],
    ]),
  );

const yahooSettings = (yahoo: string, symbols: string[]): Record<string, string> => ({
  MARKETDECK_PROVIDERS_YAHOO_BASE_URL: yahoo,
  MARKETDECK_PROVIDERS_YAHOO_SYMBOLS: symbols.join(','),
  MARKETDECK_PROVIDERS_YAHOO_MIN_GAP_MS: '20',
  MARKETDECK_PROVIDERS_YAHOO_FACTS: 'false',
});

/** Starts the real binary without any configuration of the market, as a new server. The live market requests the URL `yahoo`. */
export function startNewServer(yahoo: string, extraOptions: string[] = []): Promise<Server> {
  return start(['--listen', '127.0.0.1:0', ...extraOptions], copySampleMarket(), {
    ...Object.fromEntries(OTHER_PROVIDERS.map((name) => [`MARKETDECK_PROVIDERS_${name}_ENABLED`, 'false'])),
    ...yahooSettings(yahoo, ['AAPL']),
  });
}

/** Starts the real binary with an empty live market, in which Yahoo and `providers` are enabled. */
function startLive(
  providers: string[],
  settings: Record<string, string>,
  extraOptions: string[] = [],
): Promise<Server> {
  const disabled = OTHER_PROVIDERS.filter((name) => !providers.includes(name));
  const data = mkdtempSync(join(tmpdir(), 'marketdeck-e2e-'));
  return start(['--listen', '127.0.0.1:0', '--market', 'live', ...extraOptions], data, {
    ...Object.fromEntries(disabled.map((name) => [`MARKETDECK_PROVIDERS_${name}_ENABLED`, 'false'])),
    ...settings,
  });
}

async function start(
  extraOptions: string[],
  data: string,
  settings: Record<string, string> = {},
): Promise<Server> {
  const now = extraOptions.includes('--now') ? [] : ['--now', NOW];
  const options = ['--data-dir', data, ...now, ...extraOptions];
  const env = { ...process.env, ...settings };
  const child = spawn(findBinary(), options, { env, stdio: ['ignore', 'pipe', 'pipe'] });
  running.add(child);
  child.once('exit', () => running.delete(child));
  try {
    const url = await waitForUrl(child);
    return {
      url,
      data,
      stop: () => stop(child, data),
      shutDown: () => endProcess(child, 'SIGTERM'),
      kill: () => endProcess(child, 'SIGKILL'),
    };
  } catch (error) {
    await stop(child, data);
    throw error;
  }
}

/** Returns the path in `MARKETDECK_BIN`, or the newest binary in the target folder. */
function findBinary(): string {
  if (process.env.MARKETDECK_BIN) return resolve(process.env.MARKETDECK_BIN);
  const target = resolve(import.meta.dirname, '../../target');
  const folders = existsSync(target) ? readdirSync(target).map((name) => join(target, name)) : [];
  const binaries = [target, ...folders]
    .flatMap((folder) => ['release', 'debug'].map((profile) => join(folder, profile, 'marketdeck')))
    .filter((path) => existsSync(path))
    .sort((a, b) => statSync(b).mtimeMs - statSync(a).mtimeMs);
  if (!binaries[0]) throw new Error('No marketdeck binary: run cargo build, or set MARKETDECK_BIN.');
  return binaries[0];
}

function waitForUrl(child: ChildProcess): Promise<string> {
  return new Promise((done, fail) => {
    let output = '';
    const timeout = setTimeout(
      () => fail(new Error(`The server did not start:\n${output}`)),
      START_TIMEOUT_MS,
    );
    child.stderr?.on('data', (text) => {
      output += text;
    });
    child.once('error', fail);
    child.once('exit', (code) => fail(new Error(`The server exited with ${code}:\n${output}`)));
    if (!child.stdout) return;
    createInterface(child.stdout).on('line', (line) => {
      output += `${line}\n`;
      const address = SERVING.exec(line)?.[1];
      if (!address) return;
      clearTimeout(timeout);
      done(address.endsWith('/') ? address : `${address}/`);
    });
  });
}

/**
 * Creates the sample data that each test server copies, because a debug build needs 15 s to create a year of history.
 * Returns a function that deletes the data.
 */
export async function createSampleMarket(): Promise<() => void> {
  const server = await startServer();
  for (;;) {
    const { providers } = await (await fetch(`${server.url}api/status`)).json();
    // The provider is 'waiting' until its history is written.
    if (providers.find(({ name }: { name: string }) => name === 'sample').state === 'ok') break;
    await new Promise((done) => setTimeout(done, 200));
  }
  await server.shutDown();
  process.env[SAMPLE_MARKET] = server.data;
  return () => rmSync(server.data, { recursive: true, force: true });
}

function copySampleMarket(): string {
  const data = mkdtempSync(join(tmpdir(), 'marketdeck-e2e-'));
  const sample = process.env[SAMPLE_MARKET];
  if (sample) cpSync(sample, data, { recursive: true });
  return data;
}

async function stop(child: ChildProcess, data: string): Promise<void> {
  await endProcess(child, 'SIGTERM');
  rmSync(data, { recursive: true, force: true });
}

async function endProcess(child: ChildProcess, signal: NodeJS.Signals): Promise<void> {
  if (child.exitCode !== null || child.signalCode !== null) return;
  const ended = new Promise((done) => child.once('exit', done));
  child.kill(signal);
  await ended;
}

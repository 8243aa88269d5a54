import { existsSync } from 'node:fs';

/** Chromium without browser windows is first, because the tests then take half the time. */
const CHROMIUM_PATHS = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * Returns the path of Chromium: the one in `CHROMIUM`, or the system's. Returns `undefined` instead of throwing, because
 * linters read the configuration on machines without a browser.
 */
export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM || CHROMIUM_PATHS.find((path) => existsSync(path));
}

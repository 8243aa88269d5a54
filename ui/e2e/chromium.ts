import { existsSync } from 'node:fs';

/** Headless shell first: without browser windows the tests take half the time. */
const USUAL = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * Returns the system's Chromium or the one in `CHROMIUM`; `undefined` if there is none. Doesn't throw: linters also
 * read the configuration, on machines without a browser.
 */
export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM || USUAL.find((path) => existsSync(path));
}

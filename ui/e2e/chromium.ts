import { existsSync } from 'node:fs';

/** The headless shell first: without a browser's windows around the page the tests take half the time. */
const USUAL = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/**
 * The system's Chromium, or the one `CHROMIUM` names; `undefined` where there is none. It does not throw: linters read the
 * configuration too, on machines where no browser is installed yet.
 */
export function chromiumPath(): string | undefined {
  return process.env.CHROMIUM || USUAL.find((path) => existsSync(path));
}

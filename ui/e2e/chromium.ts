import { existsSync } from 'node:fs';

/** The headless shell first: without a browser's windows around the page the tests take half the time. */
const USUAL = [
  '/usr/bin/chromium-headless-shell',
  '/usr/bin/chromium',
  '/usr/bin/chromium-browser',
  '/usr/bin/google-chrome',
];

/** The system's Chromium, or the one `CHROMIUM` names. */
export function chromiumPath(): string {
  const found = process.env.CHROMIUM || USUAL.find((path) => existsSync(path));
  if (!found) throw new Error('Chromium was not found: install it, or set CHROMIUM to its path.');
  return found;
}

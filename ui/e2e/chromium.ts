import { existsSync } from 'node:fs';

const USUAL = ['/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

/** The system's Chromium, or the one `CHROMIUM` names. */
export function chromiumPath(): string {
  const found = process.env.CHROMIUM || USUAL.find((path) => existsSync(path));
  if (!found) throw new Error('Chromium was not found: install it, or set CHROMIUM to its path.');
  return found;
}

import type { ServerStatus } from '~/api/types';

interface Parts {
  status: ServerStatus;
  /** The answer of /api/health, or why there was none. */
  health: unknown;
  /** Milliseconds of the server's clock. */
  at: number;
  /** The browser's own name. */
  browser: string;
}

/** Addresses in an error may carry a name, a password or a key: what stands before the host and after the path goes. */
const withoutSecrets = (text: string): string =>
  text.replace(/\b([a-z]+:\/\/)[^\s/@]*@/gi, '$1').replace(/(\b[a-z]+:\/\/[^\s?#]*)[?#][^\s"]*/gi, '$1?…');

/** The file: its name, and JSON that a person can read before it is sent. */
export function diagnostics({ status, health, at, browser }: Parts): { name: string; text: string } {
  const made = new Date(at).toISOString();
  const report = { made, browser, status, health };
  const safe = (_: string, value: unknown) => (typeof value === 'string' ? withoutSecrets(value) : value);
  return {
    name: `marketdeck-diagnostics-${made.slice(0, 10)}.json`,
    text: `${JSON.stringify(report, safe, 2)}\n`,
  };
}

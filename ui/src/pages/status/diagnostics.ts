import type { ServerStatus } from '~/api/types';

interface Parts {
  status: ServerStatus;
  /** The response of /api/health, or its error. */
  health: unknown;
  /** Server time in milliseconds. */
  at: number;
  /** The browser's user agent. */
  browser: string;
}

/** URLs in error texts may contain user names, passwords or keys: removes credentials and query strings. */
const withoutSecrets = (text: string): string =>
  text.replace(/\b([a-z]+:\/\/)[^\s/@]*@/gi, '$1').replace(/(\b[a-z]+:\/\/[^\s?#]*)[?#][^\s"]*/gi, '$1?…');

/** The file's name, and its content as readable JSON. */
export function diagnostics({ status, health, at, browser }: Parts): { name: string; text: string } {
  const createdAt = new Date(at).toISOString();
  const report = { made: createdAt, browser, status, health };
  const safe = (_: string, value: unknown) => (typeof value === 'string' ? withoutSecrets(value) : value);
  return {
    name: `marketdeck-diagnostics-${createdAt.slice(0, 10)}.json`,
    text: `${JSON.stringify(report, safe, 2)}\n`,
  };
}

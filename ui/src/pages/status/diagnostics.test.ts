import { expect, test } from 'vitest';
import type { ServerStatus } from '~/api/types';
import { diagnostics } from './diagnostics';

test("the file is named by day and has the server's status, without secrets in addresses", () => {
  const status = {
    version: '0.2.0',
    providers: [
      { name: 'finnhub', lastError: 'No answer from wss://me:secret@ws.finnhub.io/?token=abc123 in 15 s.' },
    ],
  } as unknown as ServerStatus;
  const at = Date.parse('2026-11-20T19:32:00Z');
  const { name, text } = diagnostics({ status, health: '503: The disk is full.', at, browser: 'Test' });
  expect(name).toBe('marketdeck-diagnostics-2026-11-20.json');
  expect(text).not.toMatch(/secret|abc123/);
  const content = JSON.parse(text);
  expect(content.status.providers[0].lastError).toBe('No answer from wss://ws.finnhub.io/?… in 15 s.');
  expect(content).toMatchObject({ made: '2026-11-20T19:32:00.000Z', health: '503: The disk is full.' });
  expect(content.status.version).toBe('0.2.0');
});

import { expect, test } from 'vitest';
import { offlineText } from './offlineText';

const now = Date.parse('2026-11-20T19:32:00Z'); // 2:32 PM in New York

test('the banner shows the time of the data, with the date if it is from another day', () => {
  expect(offlineText(Date.parse('2026-11-20T19:05:00Z'), now)).toBe('Offline. Showing data from 2:05 PM.');
  expect(offlineText(Date.parse('2026-11-19T19:05:00Z'), now)).toBe(
    'Offline. Showing data from Nov 19, 2026, 2:05 PM EST.',
  );
});

test('the banner has no time if there is no data', () => {
  expect(offlineText(null, now)).toBe("Offline. Couldn't reach the server.");
});

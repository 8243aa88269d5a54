import { expect, test } from 'vitest';
import type { AlertDelivery } from '~/api/types';
import { deliveredInADay, lastAttempts } from './deliveries';

const attempt = (reportId: number, channel: string, outcome: string, at: string) =>
  ({ report: reportId, channel, outcome, at }) as AlertDelivery;
/** Attempts to deliver two alert reports, newest first. */
const LOG = [
  attempt(8, 'mail', 'delivered', '2026-11-20T19:10:00Z'),
  attempt(8, 'mail', 'failed', '2026-11-20T19:09:00Z'),
  attempt(8, 'in_app', 'delivered', '2026-11-20T19:08:00Z'),
  attempt(7, 'mail', 'given_up', '2026-11-18T19:00:00Z'),
];
const NOW = Date.parse('2026-11-20T20:00:00Z');

test('only the last attempt counts, for each alert report and channel', () => {
  const last = lastAttempts(LOG);
  expect(last.get(8)?.map(({ channel, outcome }) => `${channel} ${outcome}`)).toEqual([
    'mail delivered',
    'in_app delivered',
  ]);
  expect(last.get(7)).toEqual([LOG[3]]);
});

test('deliveries in the last 24 hours are not counted if the log was cut off within them', () => {
  expect(deliveredInADay(LOG, NOW, 4)).toBe(2);
  expect(deliveredInADay(LOG.slice(0, 3), NOW, 3)).toBeNull();
  expect(deliveredInADay(LOG.slice(0, 3), NOW, 200)).toBe(2);
});

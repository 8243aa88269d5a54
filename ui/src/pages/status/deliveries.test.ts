import type { AlertDelivery } from '~/api/types';
import { recentDeliveries } from './deliveries';

const NOW = Date.parse('2026-11-20T19:32:00Z');
const attempt = (hoursAgo: number, outcome: string) =>
  ({ at: new Date(NOW - hoursAgo * 3_600_000).toISOString(), outcome }) as AlertDelivery;

test('deliveries of the last day are counted by outcome', () => {
  const log = [
    attempt(1, 'delivered'),
    attempt(2, 'given_up'),
    attempt(3, 'failed'),
    attempt(25, 'delivered'),
  ];
  const { recent, delivered, givenUp } = recentDeliveries(log, NOW);
  expect(recent).toEqual(log.slice(0, 3));
  expect([delivered, givenUp]).toEqual([1, 1]);
});

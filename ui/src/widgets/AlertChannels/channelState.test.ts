import { expect, test } from 'vitest';
import type { AlertChannel, AlertDelivery } from '~/api/types';
import { channelState, outcomeText, tookText } from './channelState';

const NOW = Date.parse('2026-11-20T20:00:00Z');
const channel = (fields: Partial<AlertChannel>) =>
  ({
    channel: 'phone',
    kind: 'ntfy',
    available: true,
    failing: false,
    lastDeliveredAt: null,
    lastFailedAt: null,
    lastFailure: null,
    nextAttemptAt: null,
    waiting: 0,
    ...fields,
  }) as AlertChannel;

test('a channel shows its last delivery and waiting messages', () => {
  expect(channelState(channel({}), NOW)).toEqual({ tone: 'idle', text: 'Nothing delivered yet' });
  const works = channelState(channel({ lastDeliveredAt: '2026-11-20T19:32:00Z', waiting: 1 }), NOW);
  expect(works.tone).toBe('works');
  expect(works.text).toMatch(/^Last delivered \d+:32 [AP]M, 1 message waiting$/);
  const oldState = channelState(channel({ lastDeliveredAt: '2026-11-18T19:32:00Z' }), NOW);
  expect(oldState.text).toMatch(/^Last delivered Wed, Nov 18, /);
});

test('a channel that is switched off has the state off, whatever its last delivery', () => {
  const off = channel({ available: false, failing: true, lastFailure: 'HTTP 502' });
  expect(channelState(off, NOW)).toEqual({ tone: 'idle', text: 'Switched off' });
});

test('a failing channel shows the reason, the next attempt and waiting messages', () => {
  const failing = channel({
    failing: true,
    lastDeliveredAt: '2026-11-20T10:00:00Z',
    lastFailedAt: '2026-11-20T19:50:00Z',
    lastFailure: 'HTTP 502 Bad Gateway.',
    nextAttemptAt: '2026-11-20T20:10:00Z',
    waiting: 2,
  });
  expect(channelState(failing, NOW)).toMatchObject({ tone: 'failing' });
  expect(channelState(failing, NOW).text).toMatch(
    /^HTTP 502 Bad Gateway \(\d+:50 [AP]M\), next attempt \d+:10 [AP]M, 2 messages waiting\.$/,
  );
});

test('an attempt describes its outcome', () => {
  const attempt = (fields: Partial<AlertDelivery>) =>
    ({ outcome: 'delivered', answer: '200 OK', attempt: 1, together: 1, ...fields }) as AlertDelivery;
  expect(outcomeText(attempt({}))).toBe('Delivered');
  expect(outcomeText(attempt({ attempt: 2, together: 5 }))).toBe(
    'Delivered on attempt 2, 5 alerts in one message',
  );
  expect(outcomeText(attempt({ outcome: 'failed', answer: 'HTTP 502' }))).toBe('HTTP 502, will retry');
  expect(outcomeText(attempt({ outcome: 'given_up', answer: 'it timed out.' }))).toBe(
    'It timed out, gave up',
  );
  expect(outcomeText(attempt({ outcome: 'cancelled', answer: 'the channel was removed' }))).toBe(
    'Not sent: the channel was removed',
  );
  expect(tookText(412)).toBe('0.4 s');
  expect(tookText(12)).toBe('12 ms');
});

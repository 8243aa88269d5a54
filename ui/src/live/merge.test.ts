import { expect, test } from 'vitest';
import { merge } from './merge';
import { fakeTicker } from './ticker.fake';

const at = (time: string) => Date.parse(`2026-11-20T${time}Z`);
const loaded = fakeTicker(1);
const tick = fakeTicker(1, {
  price: 101,
  updatedAt: '2026-11-20T15:01:00Z',
  staleAt: '2026-11-20T15:21:00Z',
});

test('a newer live price replaces the loaded one, an older one does not', () => {
  expect(merge(loaded, tick, at('15:02:00')).price).toBe(101);
  expect(merge(tick, { ...loaded, price: 99 }, at('15:02:00')).price).toBe(101);
  expect(merge(loaded, undefined, at('15:02:00'))).toBe(loaded);
});

test('times with fractions of a second are compared correctly', () => {
  const early = { ...loaded, updatedAt: '2026-11-20T15:00:05Z' };
  const late = { ...loaded, price: 102, updatedAt: '2026-11-20T15:00:05.9Z' };
  expect(merge(early, late, at('15:00:06')).price).toBe(102);
  expect(merge(late, early, at('15:00:06')).price).toBe(102);
});

test('other fields of a loaded row are kept', () => {
  const row = { ...loaded, spark: [1, 2] };
  expect(merge(row, tick, at('15:02:00'))).toMatchObject({ spark: [1, 2], price: 101 });
});

test('a live price becomes stale if no further ticks arrive', () => {
  expect(merge(loaded, tick, at('15:20:59')).stale).toBe(false);
  expect(merge(loaded, tick, at('15:21:00')).stale).toBe(true);
});

test('a newer live price ends the staleness of a row', () => {
  const stale = { ...loaded, stale: true, staleAt: '2026-11-20T15:00:30Z' };
  expect(merge(stale, tick, at('15:02:00')).stale).toBe(false);
});

test('the session changes with the clock, also without a tick', () => {
  expect(merge(loaded, tick, at('20:59:59')).session).toBe('regular');
  expect(merge(loaded, tick, at('21:00:00')).session).toBe('post');
});

test('an old tick does not restore an earlier session', () => {
  const evening = fakeTicker(1, {
    session: 'post',
    sessionEndsAt: '2026-11-21T01:00:00Z',
    nextSession: 'closed',
  });
  expect(merge(evening, tick, at('21:30:00')).session).toBe('post');
});

test('a market that never closes stays open', () => {
  const coin = fakeTicker(2, { session: 'always', sessionEndsAt: null, nextSession: 'always' });
  expect(merge(coin, coin, at('23:00:00')).session).toBe('always');
});

test('a newer extended-hours price is used although its regular price is unchanged', () => {
  const post = { price: 102, change: 2, session: 'post', updatedAt: '2026-11-20T22:10:00Z' } as const;
  const later = { ...post, price: 103, updatedAt: '2026-11-20T22:11:00Z' };
  expect(merge(loaded, { ...loaded, extended: post }, at('22:12:00')).extended).toBe(post);
  expect(merge({ ...loaded, extended: post }, { ...loaded, extended: later }, at('22:12:00')).extended).toBe(
    later,
  );
  expect(merge({ ...loaded, extended: later }, { ...loaded, extended: post }, at('22:12:00')).extended).toBe(
    later,
  );
});

test('the next regular price removes the pre-market price', () => {
  const pre = { price: 102, change: 2, session: 'pre', updatedAt: '2026-11-20T14:29:00Z' } as const;
  const morning = { ...loaded, updatedAt: '2026-11-19T21:00:00Z', extended: pre };
  expect(merge(morning, tick, at('15:02:00')).extended).toBeNull();
});

test('an unchanged state is the same object until it changes with the clock', () => {
  const noon = merge(loaded, tick, at('15:02:00'));
  expect(merge(loaded, tick, at('15:20:59'))).toBe(noon);
  expect(merge(loaded, tick, at('15:21:00')).stale).toBe(true);
  // The clock was set back.
  expect(merge(loaded, tick, at('15:02:00')).stale).toBe(false);
  expect(merge(loaded, { ...tick, price: 102 }, at('15:02:00')).price).toBe(102);
});

test('a past quote replaces price and change, at any time and in place of an extended-hours price', () => {
  const post = { price: 102, change: 2, session: 'post', updatedAt: '2026-11-20T22:10:00Z' } as const;
  const past = { price: 99, change24h: -1, extended: null, isPast: true } as const;
  const state = merge({ ...loaded, extended: post }, past, at('22:12:00'));
  expect(state).toMatchObject({ price: 99, change24h: -1, extended: null, symbol: loaded.symbol });
  const unknown = merge(loaded, { change24h: null, extended: null, isPast: true }, at('22:12:00'));
  expect(unknown).toMatchObject({ price: loaded.price, change24h: null });
});

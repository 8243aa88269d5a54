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

test('a newer price heard live replaces the loaded one, an older one does not', () => {
  expect(merge(loaded, tick, at('15:02:00')).price).toBe(101);
  expect(merge(tick, { ...loaded, price: 99 }, at('15:02:00')).price).toBe(101);
  expect(merge(loaded, undefined, at('15:02:00'))).toBe(loaded);
});

test('times are compared as times: a tick within the same second is newer', () => {
  const early = { ...loaded, updatedAt: '2026-11-20T15:00:05Z' };
  const late = { ...loaded, price: 102, updatedAt: '2026-11-20T15:00:05.9Z' };
  expect(merge(early, late, at('15:00:06')).price).toBe(102);
  expect(merge(late, early, at('15:00:06')).price).toBe(102);
});

test('what a loaded row has besides the quote stays', () => {
  const row = { ...loaded, spark: [1, 2] };
  expect(merge(row, tick, at('15:02:00'))).toMatchObject({ spark: [1, 2], price: 101 });
});

test('a price of a dead source turns stale on a page that heard ticks', () => {
  expect(merge(loaded, tick, at('15:20:59')).stale).toBe(false);
  expect(merge(loaded, tick, at('15:21:00')).stale).toBe(true);
});

test('a newer price heard live makes a stale row fresh again', () => {
  const stale = { ...loaded, stale: true, staleAt: '2026-11-20T15:00:30Z' };
  expect(merge(stale, tick, at('15:02:00')).stale).toBe(false);
});

test('the session ends by the clock, also when no tick tells of it', () => {
  expect(merge(loaded, tick, at('20:59:59')).session).toBe('regular');
  expect(merge(loaded, tick, at('21:00:00')).session).toBe('post');
});

test('an old tick does not bring back the session of its time', () => {
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

test('a price after the session is heard though the regular price beside it is as old as before', () => {
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

test('the next regular price ends a price from before the session', () => {
  const pre = { price: 102, change: 2, session: 'pre', updatedAt: '2026-11-20T14:29:00Z' } as const;
  const before = { ...loaded, updatedAt: '2026-11-19T21:00:00Z', extended: pre };
  expect(merge(before, tick, at('15:02:00')).extended).toBeNull();
});

test('a state that nothing has changed stays the same object, until the moment at which it changes', () => {
  const noon = merge(loaded, tick, at('15:02:00'));
  expect(merge(loaded, tick, at('15:20:59'))).toBe(noon);
  expect(merge(loaded, tick, at('15:21:00')).stale).toBe(true);
  // A clock that was set back.
  expect(merge(loaded, tick, at('15:02:00')).stale).toBe(false);
  expect(merge(loaded, { ...tick, price: 102 }, at('15:02:00')).price).toBe(102);
});

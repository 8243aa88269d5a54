import { expect, test } from 'vitest';
import type { StreamStatus } from '~/api/types';
import { ageText, connectionName, isStream, perSecond, streamsText } from './streams';

const stream = (source: string, number: number, fields: Partial<StreamStatus> = {}): StreamStatus => ({
  source,
  number,
  symbols: 100,
  mostSymbols: 100,
  openedAt: '2026-11-20T15:00:00Z',
  lastMessageAt: '2026-11-20T15:10:00Z',
  messagesPerSecond: 100,
  ...fields,
});

test('connections of one source are numbered, and a single one has just the name', () => {
  const all = [stream('yahoo_stream', 1), stream('yahoo_stream', 2), stream('kraken', 1)];
  expect(all.map((one) => connectionName(one, all))).toEqual(['Yahoo stream 1', 'Yahoo stream 2', 'Kraken']);
});

test('open connections are summarized, with the period of the message rate', () => {
  const closed = stream('yahoo_stream', 2, { openedAt: null, symbols: 0, messagesPerSecond: null });
  expect(streamsText([stream('yahoo_stream', 1), closed, stream('kraken', 1, { symbols: 1_208 })])).toBe(
    '2 connections, 1,308 symbols, 200 messages a second over the last minute',
  );
  expect(streamsText([stream('kraken', 1, { symbols: 1, messagesPerSecond: 0.25 })])).toMatch(
    /^1 connection, 1 symbol, 0\.[23] messages a second/,
  );
  expect(streamsText([closed])).toBe('');
});

test('ages and rates are formatted as short texts', () => {
  expect([0, 900, 18_400, 150_000].map(ageText)).toEqual(['now', 'now', '18 s ago', '3 min ago']);
  expect([0, 1.5, 212.4].map(perSecond)).toEqual(['0/s', '1.5/s', '212/s']);
});

test('a source that also answers requests is not a stream', () => {
  const feed = (what: string) => ({ what, kinds: [] });
  expect(isStream({ feeds: [feed('ticks')] })).toBe(true);
  expect(isStream({ feeds: [feed('ticks'), feed('quotes')] })).toBe(false);
  expect(isStream({ feeds: [] })).toBe(false);
});

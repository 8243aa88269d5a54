import { expect, test } from 'vitest';
import type { ProviderHealth } from '~/api/types';
import { fakeTicker } from '~/live/ticker.fake';
import { describeAffected } from './describeAffected';

const NOW = Date.parse('2026-11-20T16:00:00Z');
const source = (name: string, state: string, kind: string, ...kinds: string[]) =>
  ({ name, state, feeds: [{ what: kind, kinds }] }) as unknown as ProviderHealth;
const outdated = (id: number, type: 'crypto' | 'stock') =>
  fakeTicker(id, { type, staleAt: '2026-11-20T15:59:00Z' });
const current = fakeTicker(9, { type: 'crypto', staleAt: '2026-11-20T16:20:00Z' });

test('a failing source is reported with the number of old prices on the page', () => {
  const sources = [
    source('coingecko', 'failing', 'quotes', 'crypto'),
    source('yahoo', 'ok', 'quotes', 'stock'),
  ];
  expect(
    describeAffected(sources, '/crypto', [outdated(1, 'crypto'), outdated(2, 'crypto'), current], NOW),
  ).toBe('CoinGecko is failing: 2 prices on this page are old.');
  expect(describeAffected(sources, '/ticker/BTC', [outdated(1, 'crypto')], NOW)).toBe(
    'CoinGecko is failing: a price on this page is old.',
  );
  const withoutPrice = fakeTicker(3, { type: 'crypto', price: null, source: null, staleAt: null });
  expect(describeAffected(sources, '/crypto', [outdated(1, 'crypto'), withoutPrice], NOW)).toBe(
    'CoinGecko is failing: 2 prices on this page are old or missing.',
  );
});

test('a failing source is not reported if another replaces it or the page shows none of its data', () => {
  const sources = [
    source('coingecko', 'failing', 'quotes', 'crypto'),
    source('kraken', 'ok', 'ticks', 'crypto'),
  ];
  expect(describeAffected(sources, '/crypto', [current], NOW)).toBeUndefined();
  expect(describeAffected(sources, '/commodities', [outdated(1, 'stock')], NOW)).toBeUndefined();
  expect(describeAffected(sources, '/news', [], NOW)).toBeUndefined();
});

test('news, earnings and the Fear & Greed Index are reported only if all of their sources fail', () => {
  const cnn = source('cnn', 'failing', 'fear_greed', 'stock');
  const other = (state: string) => source('alternative_me', state, 'fear_greed', 'crypto');
  expect(describeAffected([cnn, other('ok')], '/', [], NOW)).toBeUndefined();
  expect(describeAffected([cnn, other('failing')], '/', [], NOW)).toBe(
    'CNN and alternative.me are failing: the Fear & Greed Index is not updated.',
  );
  const nasdaq = source('nasdaq', 'failing', 'earnings', 'stock');
  const facts = source('yahoo_facts', 'refused', 'earnings', 'stock');
  expect(describeAffected([facts], '/earnings-calendar', [], NOW)).toBeUndefined();
  expect(describeAffected([nasdaq, facts], '/earnings-calendar', [], NOW)).toBe(
    'Nasdaq is failing: dates may be out of date.',
  );
  expect(describeAffected([source('rss', 'failing', 'news')], '/news', [], NOW)).toBe(
    'News feeds are failing: the newest articles may be missing.',
  );
});

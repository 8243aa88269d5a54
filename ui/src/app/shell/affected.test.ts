import { expect, test } from 'vitest';
import type { ProviderHealth } from '~/api/types';
import { fakeTicker } from '~/live/ticker.fake';
import { affected } from './affected';

const NOW = Date.parse('2026-11-20T16:00:00Z');
const source = (name: string, state: string, what: string, ...kinds: string[]) =>
  ({ name, state, feeds: [{ what, kinds }] }) as unknown as ProviderHealth;
const old = (id: number, type: 'crypto' | 'stock') =>
  fakeTicker(id, { type, staleAt: '2026-11-20T15:59:00Z' });
const fresh = fakeTicker(9, { type: 'crypto', staleAt: '2026-11-20T16:20:00Z' });

test('a failing source is reported with the number of old prices on the page', () => {
  const sources = [
    source('coingecko', 'failing', 'quotes', 'crypto'),
    source('yahoo', 'ok', 'quotes', 'stock'),
  ];
  expect(affected(sources, '/crypto', [old(1, 'crypto'), old(2, 'crypto'), fresh], NOW)).toBe(
    'CoinGecko is failing: 2 prices on this page are old.',
  );
  expect(affected(sources, '/ticker/BTC', [old(1, 'crypto')], NOW)).toBe(
    'CoinGecko is failing: a price on this page is old.',
  );
  const none = fakeTicker(3, { type: 'crypto', price: null, source: null, staleAt: null });
  expect(affected(sources, '/crypto', [old(1, 'crypto'), none], NOW)).toBe(
    'CoinGecko is failing: 2 prices on this page are old or missing.',
  );
});

test('a failing source is not reported if another replaces it or the page shows none of its data', () => {
  const sources = [
    source('coingecko', 'failing', 'quotes', 'crypto'),
    source('kraken', 'ok', 'ticks', 'crypto'),
  ];
  expect(affected(sources, '/crypto', [fresh], NOW)).toBeUndefined();
  expect(affected(sources, '/commodities', [old(1, 'stock')], NOW)).toBeUndefined();
  expect(affected(sources, '/news', [], NOW)).toBeUndefined();
});

test('news, earnings and the Fear & Greed Index are reported only if all of their sources fail', () => {
  const cnn = source('cnn', 'failing', 'fear_greed', 'stock');
  const other = (state: string) => source('alternative_me', state, 'fear_greed', 'crypto');
  expect(affected([cnn, other('ok')], '/', [], NOW)).toBeUndefined();
  expect(affected([cnn, other('failing')], '/', [], NOW)).toBe(
    'CNN and alternative.me are failing: the Fear & Greed Index is not renewed.',
  );
  const nasdaq = source('nasdaq', 'failing', 'earnings', 'stock');
  const facts = source('yahoo_facts', 'refused', 'earnings', 'stock');
  expect(affected([facts], '/earnings-calendar', [], NOW)).toBeUndefined();
  expect(affected([nasdaq, facts], '/earnings-calendar', [], NOW)).toBe(
    'Nasdaq is failing: dates may be out of date.',
  );
  expect(affected([source('rss', 'failing', 'news')], '/news', [], NOW)).toBe(
    'News feeds are failing: the newest stories may be missing.',
  );
});

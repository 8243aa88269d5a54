import { expect, test } from 'vitest';
import {
  bestFirst,
  type EntryItem,
  type Group,
  type Item,
  matching,
  splitAtMatch,
  tickersFor,
} from './items';

const entry = (label: string, keywords?: string): EntryItem => ({
  kind: 'entry',
  key: label,
  label,
  icon: 'grid',
  run: () => undefined,
  ...(keywords && { keywords }),
});
const ticker = (symbol: string, name: string): Item => ({
  kind: 'ticker',
  key: symbol,
  hit: { id: 1, symbol, name, type: 'stock' },
  row: undefined,
});
const titles = (groups: readonly Group[]) => groups.map(({ title }) => title);

test('the group with the best match comes first', () => {
  const groups = (tickers: Item[], pages: Item[], actions: Item[]): Group[] => [
    { title: 'Tickers', items: tickers },
    { title: 'Pages', items: pages },
    { title: 'Actions', items: actions },
  ];
  const apple = groups([ticker('AAPL', 'Apple Inc.')], [entry('Sitemap')], [entry('Alert AAPL above 320')]);
  expect(titles(bestFirst('ap', apple))).toEqual(['Tickers', 'Pages', 'Actions']);
  const dark = groups([ticker('DRK', 'Something darker')], [], [entry('Dark')]);
  expect(titles(bestFirst('dark', dark))).toEqual(['Actions', 'Tickers']);
  const heat = groups([ticker('HO=F', 'Heating Oil')], [entry('Heatmap')], []);
  expect(titles(bestFirst('heat', heat))).toEqual(['Pages', 'Tickers']);
  const short = groups([ticker('NEE', 'NextEra')], [entry('News')], []);
  expect(titles(bestFirst('ne', short))).toEqual(['Tickers', 'Pages']);
  const named = groups([ticker('NEW', 'New Inc.')], [entry('News')], []);
  expect(titles(bestFirst('new', named))).toEqual(['Tickers', 'Pages']);
  const gold = groups([ticker('GC=F', 'Gold')], [entry('Gold news')], []);
  expect(titles(bestFirst('gold', gold))).toEqual(['Tickers', 'Pages']);
});

test('tickers that are still loading are listed after a page with exactly the name, and before other pages', () => {
  const groups = (text: string, page: string) =>
    titles(
      bestFirst(text, [
        { title: 'Tickers', items: [], pending: 5 },
        { title: 'Pages', items: [entry(page)] },
      ]),
    );
  expect(groups('ap', 'Heatmap')).toEqual(['Tickers', 'Pages']);
  expect(groups('heatmap', 'Heatmap')).toEqual(['Pages', 'Tickers']);
});

test('cached tickers match if their symbol or a word of their name starts with the text', () => {
  const row = {
    price: 1,
    volume24h: 1,
    fund: null,
    displayRate: { currency: 'USD', value: 1, asOf: null, basis: null, isCrossRate: false },
  };
  const yen = {
    displayRate: { currency: 'USD', value: 0.0065, asOf: null, basis: null, isCrossRate: false },
  };
  const cached = [
    { id: 1, symbol: 'VIG', name: 'Dividend Appreciation', type: 'etf', marketCap: 90 },
    { id: 2, symbol: 'IJH', name: 'Core Mid-Cap', type: 'etf', marketCap: 80 },
    { id: 3, symbol: 'APH', name: 'Amphenol', type: 'stock', marketCap: 5 },
    { id: 4, symbol: 'AAPL', name: 'Apple Inc.', type: 'stock', marketCap: 70 },
    { id: 4, symbol: 'AAPL', name: 'Apple Inc.', type: 'stock', marketCap: 70 },
    { id: 5, symbol: 'APT', name: 'Aptos', type: 'crypto', marketCap: null },
    // A market cap of about 3 dollars after conversion.
    { id: 6, symbol: '9984.T', name: 'Apex Holdings', type: 'stock', marketCap: 460, ...yen },
  ].map((ticker) => ({ ...row, ...ticker, type: ticker.type as 'stock' }));
  const found = (text: string) => tickersFor(text, cached).map(({ symbol }) => symbol);
  expect(found('ap')).toEqual(['AAPL', 'APH', '9984.T', 'APT', 'VIG']);
  expect(found('aapl')).toEqual(['AAPL']);
  expect(found('zz')).toEqual([]);
});

test('matching pages and actions are sorted by their best matching word', () => {
  const pages = [entry('ICO Calendar'), entry('Commodities'), entry('Crypto Tracker', 'coins')];
  const labels = (text: string) => matching(text, pages).map(({ label }) => label);
  expect(labels('c')).toEqual(['Commodities', 'Crypto Tracker', 'ICO Calendar']);
  expect(labels('coin')).toEqual(['Crypto Tracker']);
  expect(labels('zzz')).toEqual([]);
  expect(labels('')).toHaveLength(3);
});

test('a name is split at the match with the search text', () => {
  expect(splitAtMatch('Apple Inc.', 'ap')).toEqual(['', 'Ap', 'ple Inc.']);
  expect(splitAtMatch('SPDR Gold Shares', 'gold')).toEqual(['SPDR ', 'Gold', ' Shares']);
  expect(splitAtMatch('Amphenol', 'ap')).toEqual(['Amphenol', '', '']);
  expect(splitAtMatch('Amphenol', '')).toEqual(['Amphenol', '', '']);
});

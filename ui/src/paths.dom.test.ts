import { afterEach, expect, test } from 'vitest';
import { apiUrl, basePath, liveUrl, paths } from './paths';

const mount = (base: string) => {
  document.head.innerHTML = `<meta name="marketdeck-base" content="${base}">`;
};
afterEach(() => {
  document.head.innerHTML = '';
});

test('the base path comes from the page, and ends with a slash', () => {
  expect(basePath()).toBe('/');
  mount('/deck');
  expect(basePath()).toBe('/deck/');
  expect(apiUrl('tickers')).toBe('/deck/api/tickers');
});

test('LIVE-01 the feed is at /ws, and wss on https', () => {
  expect(liveUrl({ protocol: 'http:', host: 'box:8080' })).toBe('ws://box:8080/ws');
  mount('/deck/');
  expect(liveUrl({ protocol: 'https:', host: 'box' })).toBe('wss://box/deck/ws');
});

test('SRCH-02 a symbol keeps its case, and its odd characters survive the address', () => {
  expect(paths.ticker('aapl')).toBe('/ticker/aapl');
  expect(paths.ticker('^GSPC')).toBe('/ticker/%5EGSPC');
});

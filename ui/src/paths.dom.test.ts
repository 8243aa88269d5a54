import { afterEach, expect, test } from 'vitest';
import { apiUrl, basePath, liveUrl, paths } from './paths';

const setBasePath = (base: string) => {
  document.head.innerHTML = `<meta name="marketdeck-base" content="${base}">`;
};
afterEach(() => {
  document.head.innerHTML = '';
});

test('the base path is read from the page and ends with a slash', () => {
  expect(basePath()).toBe('/');
  setBasePath('/deck');
  expect(basePath()).toBe('/deck/');
  expect(apiUrl('tickers')).toBe('/deck/api/tickers');
});

test('LIVE-01 the live feed has the path /ws, and uses wss on https pages', () => {
  expect(liveUrl({ protocol: 'http:', host: 'box:8080' })).toBe('ws://box:8080/ws');
  setBasePath('/deck/');
  expect(liveUrl({ protocol: 'https:', host: 'box' })).toBe('wss://box/deck/ws');
});

test('SRCH-02 a ticker path keeps the case of the symbol and encodes special characters', () => {
  expect(paths.ticker('aapl')).toBe('/ticker/aapl');
  expect(paths.ticker('^GSPC')).toBe('/ticker/%5EGSPC');
});

import { afterEach, expect, test } from 'vitest';
import { listAround, listToWalk, nextIndex, storedList, storeListOf, symbolOfPath } from './currentList';

afterEach(() => {
  document.body.replaceChildren();
  sessionStorage.clear();
});

const linkTo = (symbol: string): HTMLAnchorElement => {
  const link = document.querySelector<HTMLAnchorElement>(`a[href="/ticker/${symbol}"]`);
  if (!link) throw new Error(`no link to ${symbol}`);
  return link;
};
const row = (symbol: string) => `<tr><td><a href="/ticker/${symbol}">${symbol}</a></td></tr>`;

test('the symbol of a path is decoded', () => {
  expect(symbolOfPath('/ticker/GC%3DF')).toBe('GC=F');
  expect(symbolOfPath('/watchlist')).toBeUndefined();
});

test('listAround returns the tickers of a table in order and without duplicates', () => {
  document.body.innerHTML = `<table aria-label="Stocks">${['MSFT', 'AAPL', 'GC%3DF', 'AAPL'].map(row).join('')}</table>`;
  expect(listAround(linkTo('AAPL'))).toEqual({ name: 'Stocks', symbols: ['MSFT', 'AAPL', 'GC=F'] });
});

test('listAround returns the innermost list with several tickers, named by its panel', () => {
  document.body.innerHTML = `
    <section><h2>Most Mentioned</h2>
      <ul>
        <li><ul><li><a href="/ticker/BTC">BTC</a></li></ul></li>
        <li><a href="/ticker/ETH">ETH</a> <a href="/news">News</a></li>
      </ul>
    </section>
    <section><a href="/ticker/SPY">SPY</a></section>`;
  expect(listAround(linkTo('BTC'))).toEqual({ name: 'Most Mentioned', symbols: ['BTC', 'ETH'] });
  expect(listAround(linkTo('SPY'))).toBeUndefined();
});

test('the list of a clicked link is stored, and a link without a list keeps the stored one', () => {
  document.body.innerHTML = `<table aria-label="Stocks">${['MSFT', 'AAPL'].map(row).join('')}</table><a href="/ticker/SPY">SPY</a>`;
  document.addEventListener('click', storeListOf);
  for (const symbol of ['AAPL', 'SPY']) {
    linkTo(symbol).addEventListener('click', (event) => event.preventDefault());
    linkTo(symbol).click();
  }
  expect(storedList()).toEqual({ name: 'Stocks', symbols: ['MSFT', 'AAPL'] });
  document.removeEventListener('click', storeListOf);
});

test('nextIndex wraps around at the ends, and starts at an end if the ticker is not in the list', () => {
  const list = { name: '', symbols: ['A', 'B', 'C'] };
  expect(nextIndex(list, 'b', 1)).toBe(2);
  expect(nextIndex(list, 'C', 1)).toBe(0);
  expect(nextIndex(list, 'A', -1)).toBe(2);
  expect(nextIndex(list, 'X', 1)).toBe(0);
  expect(nextIndex(list, 'X', -1)).toBe(2);
});

test('listToWalk returns the list that contains the ticker, or else the first one', () => {
  const stored = { name: 'Stocks', symbols: ['A', 'B'] };
  const home = { name: 'Mine', symbols: ['C'] };
  expect(listToWalk([stored, home], 'C')).toBe(home);
  expect(listToWalk([stored, home], 'X')).toBe(stored);
  expect(listToWalk([undefined, home], 'X')).toBe(home);
  expect(listToWalk([undefined, { name: 'Empty', symbols: [] }], 'X')).toBeUndefined();
});

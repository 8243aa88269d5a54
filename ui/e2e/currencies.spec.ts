import { writeFileSync } from 'node:fs';
import { join } from 'node:path';
import { type Server, startLiveServer } from './server.ts';
import { expect, type Page, test } from './test.ts';
import { type FakeYahoo, startYahoo, type YahooListing } from './yahoo.ts';

/** Tickers in yen, pence, South African cents and euros, and the currency pairs that convert their amounts. */
const LISTINGS: Record<string, YahooListing> = {
  '7203.T': {
    ...{ name: 'Toyota', price: 2680, previousClose: 2650, currency: 'JPY', volume: 2e7, marketCap: 40e12 },
  },
  'VOD.L': {
    ...{ name: 'Vodafone', price: 80.54, previousClose: 79.5, currency: 'GBp', volume: 5e7, marketCap: 20e9 },
    // The share is quoted in pence, its dividend is in euros.
    dividend: { amount: 0.045, currency: 'EUR' },
  },
  'NPN.JO': {
    ...{ name: 'Naspers', price: 380_000, previousClose: 376_000, currency: 'ZAc', volume: 4e5 },
    ...{ marketCap: 6.5e11, dividend: { amount: 1264.12, currency: 'KZT' } },
  },
  'SAP.DE': {
    name: 'SAP SE',
    price: 238.65,
    previousClose: 236,
    currency: 'EUR',
    volume: 2e6,
    marketCap: 2.8e11,
  },
  'VWCE.DE': {
    name: 'World Fund',
    price: 121.3,
    previousClose: 120,
    currency: 'EUR',
    volume: 3e5,
    type: 'ETF',
  },
  'BTC-EUR': {
    ...{ name: 'Bitcoin', price: 78_900.5, previousClose: 78_100, currency: 'EUR', volume: 2.5e10 },
    ...{ marketCap: 1.6e12, type: 'CRYPTOCURRENCY' },
  },
  'NANO1-EUR': {
    ...{ name: 'Nano Coin', price: 1.35e-8, previousClose: 1.2e-8, currency: 'EUR', volume: 4e6 },
    ...{ marketCap: 7e6, type: 'CRYPTOCURRENCY', priceHint: 10 },
  },
  'EURUSD=X': { price: 1.1585, previousClose: 1.15, type: 'CURRENCY', priceHint: 4 },
  'GBPUSD=X': { price: 1.31, previousClose: 1.3, type: 'CURRENCY', priceHint: 4 },
  'JPY=X': { price: 154.2, previousClose: 153, currency: 'JPY', type: 'CURRENCY' },
  'ZAR=X': { price: 17.2, previousClose: 17.1, currency: 'ZAR', type: 'CURRENCY', priceHint: 4 },
};
const TICKERS = Object.keys(LISTINGS).filter((symbol) => !symbol.endsWith('=X'));

const FILES = {
  'earnings.csv': [
    'symbol,date,time,estimatedEps,actualEps,currency',
    '7203.T,2026-11-23,after,61.5,,JPY',
    'VOD.L,2026-11-24,before,4.2,,GBp',
    'NPN.JO,2026-11-24,before,1250,,ZAc',
    // This company reports in another currency than that of its quote.
    'SAP.DE,2026-11-20,before,12.71,13.02,CNY',
  ],
  'dividends.csv': [
    'symbol,exDate,amount,currency',
    'SAP.DE,2026-11-23,1264.12,KZT',
    '7203.T,2026-11-24,55,JPY',
    'VWCE.DE,2026-11-24,0.4512,EUR',
  ],
};

/** Every page that shows amounts of money, with texts that it must contain. */
const PAGES: readonly [path: string, ...texts: string[]][] = [
  ['', '¥2,680'],
  ...TICKERS.map((symbol): [string] => [`ticker/${encodeURIComponent(symbol)}`]),
  ['stock-analysis', '¥2,680', '£0.8054', 'ZAR\u00a03,800.00', '€238.65', '¥40.0T'],
  ['stock-analysis?tab=sectors', '¥2,680'],
  ['stock-analysis?tab=performers', '¥2,680'],
  ['stock-analysis?tab=comparison&stocks=7203.T,SAP.DE', '¥2,680', '€238.65'],
  ['heatmap'],
  ['heatmap?market=crypto'],
  ['etfs', '€121.30'],
  ['etf-screener'],
  ['crypto', '€78,900.50', '€0.0000000135'],
  ['crypto-tracker', '€0.0000000135', '€1.6T'],
  ['crypto-tracker?tab=comparison'],
  ['crypto-tracker?tab=trending'],
  ['commodities'],
  ['earnings-calendar'],
  ['earnings-calendar?tab=upcoming', '¥40.0T', '¥61.5', '£0.04', 'ZAR\u00a012.50'],
  ['earnings-calendar?tab=recent', 'CN¥12.71', 'CN¥13.02'],
  ['dividend-calendar', 'KZT\u00a01,264.12', '¥55'],
  ['watchlist', '¥2,680', '€0.0000000135'],
  ['premium-alerts', '¥2,700', '€0.00000002'],
  ['board/main'],
  ['board/foreign', '€0.0000000135', '¥2,680'],
];

test.describe.configure({ mode: 'serial' });

test.describe('a market without dollars', () => {
  let yahoo: FakeYahoo;
  let server: Server;

  test.beforeAll(async ({ request }) => {
    test.setTimeout(400_000);
    yahoo = await startYahoo(LISTINGS);
    const symbols = Object.keys(LISTINGS);
    server = await startLiveServer(yahoo.url, symbols, {
      MARKETDECK_PROVIDERS_YAHOO_FACTS: 'true',
      // The server also follows these symbols, which are not in the catalogue.
      MARKETDECK_SYMBOLS: symbols.join(),
    });
    const post = (path: string, data: object) => request.post(`${server.url}api/${path}`, { data });
    const rows = async () => {
      const response = await request.get(`${server.url}api/tickers?symbols=${TICKERS.join()}`);
      const tickers = (await response.json()) as ({
        id: number;
        symbol: string;
        price: number | null;
        marketCap: number | null;
      } | null)[];
      // The response has null for a ticker that is not followed yet.
      return tickers.filter((row) => row !== null);
    };
    const pollOptions = { timeout: 150_000 };
    await expect
      .poll(async () => (await rows()).filter(({ price }) => price).length, pollOptions)
      .toBe(TICKERS.length);
    for (const [name, lines] of Object.entries(FILES))
      writeFileSync(join(server.data, 'import', name), `${lines.join('\n')}\n`);
    const countReports = async () => (await (await request.get(`${server.url}api/earnings`)).json()).length;
    await expect.poll(countReports, pollOptions).toBe(FILES['earnings.csv'].length - 1);
    // Market caps arrive with the second request to Yahoo, 30 seconds after the first.
    const countMarketCaps = async () => (await rows()).filter(({ marketCap }) => marketCap).length;
    await expect.poll(countMarketCaps, { timeout: 120_000 }).toBe(6);
    const settings = await (await request.get(`${server.url}api/settings`)).json();
    const response = await request.put(`${server.url}api/settings`, {
      data: { ...settings, displayCurrency: 'EUR' },
    });
    expect(response.ok(), await response.text()).toBe(true);
    const list = await (await post('watchlists', { userId: 1, name: 'Abroad' })).json();
    for (const { id } of await rows()) {
      const added = await post(`watchlists/${list.id}/tickers`, { tickerId: id });
      expect(added.ok(), await added.text()).toBe(true);
    }
    for (const [symbol, value] of [
      ['7203.T', 2700],
      ['NANO1-EUR', 2e-8],
    ] as const) {
      const response = await post('alerts', {
        ...{ symbol, type: 'price', condition: 'above', value, frequency: 'once' },
      });
      expect(response.ok(), await response.text()).toBe(true);
    }
    const tiles = [
      { x: 0, y: 0, width: 4, height: 3, content: { kind: 'quote', symbol: 'NANO1-EUR' } },
      { x: 4, y: 0, width: 4, height: 4, content: { kind: 'list', watchlist: list.id } },
      { x: 8, y: 0, width: 4, height: 3, content: { kind: 'heatmap', market: 'stocks' } },
      { x: 0, y: 3, width: 4, height: 3, content: { kind: 'calendar' } },
      { x: 8, y: 3, width: 4, height: 3, content: { kind: 'alerts' } },
    ];
    const board = await request.put(`${server.url}api/boards/foreign`, {
      data: { title: 'Foreign', inRotation: false, tiles },
    });
    expect(board.ok(), await board.text()).toBe(true);
  });

  test.afterAll(async () => {
    await server?.stop();
    yahoo?.stop();
  });

  test('no page shows a dollar amount or a price of zero', async ({ page }) => {
    test.setTimeout(300_000);
    for (const [path, ...texts] of PAGES) {
      await page.goto(`${server.url}${path}`);
      const softExpect = expect.soft.configure({ timeout: 10_000 });
      for (const text of texts) await softExpect.poll(() => pageText(page), `/${path}`).toContain(text);
      await expectNoDollarsOrZeros(page, `/${path}`);
    }
  });

  test('a chart shows yen prices in its table, readout and crosshair', async ({ page }) => {
    await page.goto(`${server.url}ticker/7203.T?range=1M`);
    const plot = page.getByRole('slider', { name: 'Price chart crosshair' });
    await plot.focus();
    await page.keyboard.press('End');
    await expect(plot).toHaveAttribute('aria-valuetext', /¥2,680/);
    await page.getByRole('button', { name: 'Show as table' }).click();
    await expect(page.getByRole('region', { name: 'Prices of the chart' })).toContainText('¥2,680');
    await expectNoDollarsOrZeros(page);
  });

  test('a comparison shows each price in its own currency', async ({ page }) => {
    await page.goto(`${server.url}stock-analysis?tab=comparison&stocks=7203.T,SAP.DE`);
    await page.getByRole('button', { name: 'Show as table' }).click();
    const table = page.getByRole('region', { name: 'Changes and prices of the chart' });
    await expect(table).toContainText('(¥2,680)');
    await expect(table).toContainText('(€238.65)');
    await expectNoDollarsOrZeros(page);
  });

  test('the largest companies are sorted in one currency', async ({ page }) => {
    await page.goto(`${server.url}earnings-calendar?tab=upcoming`);
    const rows = page.getByRole('list', { name: 'Largest companies' }).getByRole('listitem');
    // In euros: 216, 33 and 23 billion.
    await expect(rows).toContainText(['7203.T', 'NPN.JO', 'VOD.L']);
  });

  test('a yield is unknown if its exchange rate is unknown', async ({ page }) => {
    await page.goto(`${server.url}ticker/NPN.JO`);
    const dividends = page.getByRole('region', { name: 'Dividend History' });
    await expect(dividends).toContainText('KZT\u00a01,264.12');
    await expect(dividends).not.toContainText(/\d%/);
    await page.goto(`${server.url}ticker/VOD.L`);
    await expect(dividends).toContainText('€0.045');
    await expect(dividends).toContainText('converted from EUR');
  });
});

/** Returns the text of a page, including tooltips and labels for screen readers. */
async function pageText(page: Page): Promise<string> {
  return page.evaluate(() => {
    const labels = [...document.querySelectorAll('[title], [aria-label], [aria-valuetext]')].flatMap(
      (element) => ['title', 'aria-label', 'aria-valuetext'].map((name) => element.getAttribute(name) ?? ''),
    );
    return [document.body.innerText, ...labels].join('\n');
  });
}

async function expectNoDollarsOrZeros(page: Page, path?: string): Promise<void> {
  const lines = (await pageText(page)).split('\n');
  // Matches a dollar sign before or after a number, because the name of a fund may contain a dollar sign.
  const dollarLines = lines.filter((line) => /\$\s?[\d.]|\d\s?\$/.test(line));
  expect.soft(dollarLines, path).toEqual([]);
  const zeroPattern =
    /(?:[€£]|ZAR\u00a0|KZT\u00a0)0\.0+(?!\d)|¥0(?:\.0+)?(?![.\d])|(?<![\d.,])0\.0{3,}(?![\d%])/;
  const zeroLines = lines.filter((line) => zeroPattern.test(line));
  expect.soft(zeroLines, path).toEqual([]);
}

import { expectAccessible } from './axe.ts';
import { button, cell, crosshair, expectTicker, openCharts, range, tickerOf } from './chartsPage.ts';
import { checkPage } from './checkPage.ts';
import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';
import { expectToast } from './toasts.ts';

/** All browsers share the layouts and lists of a server, so each test starts its own server. */
let server: Server;
test.beforeEach(async ({ page }) => {
  server = await startServer();
  await expect.poll(async () => (await page.request.get(`${server.url}api/tickers/AAPL`)).ok()).toBe(true);
});
test.afterEach(async () => server?.stop());

/** Below the polling interval, which is one minute. */
const BEFORE_POLLING = { timeout: 8_000 };

const open = (page: Page, charts: string[]) => openCharts(page, server.url, charts);

/** Saves a layout on the server and opens it. */
async function openSaved(page: Page, charts: string[], links = {}): Promise<void> {
  const data = {
    title: 'Mine',
    charts: charts.map((chart) => {
      const [symbol, settings = ''] = chart.split('?');
      return { symbol, settings };
    }),
    links,
  };
  await page.request.put(`${server.url}api/chart-layouts/mine`, { data });
  await page.goto(`${server.url}charts/mine`);
  for (const [index] of charts.entries()) await expect(crosshair(page, index + 1)).toBeVisible();
}

const savedCharts = async (page: Page) => {
  const response = await page.request.get(`${server.url}api/chart-layouts/mine`);
  const { charts } = await response.json();
  return charts.map(({ symbol, settings }: Record<string, string>) => `${symbol} ${settings}`.trim());
};

test('plots below each other end at one line, whichever prices they have', async ({ page }) => {
  await open(page, ['AAPL', 'MSFT', 'BTC', '^GSPC']);
  const ends = await page
    .locator('[data-cell] [data-stage]')
    .evaluateAll((stages) => stages.map((stage) => Math.round(stage.getBoundingClientRect().right)));
  expect(ends).toHaveLength(4);
  expect([ends[2], ends[3]]).toEqual([ends[0], ends[1]]);
});

test('new charts show the S&P 500 and the first ticker of the first list, and fill the window', async ({
  page,
}) => {
  const post = (call: string, data: object) => page.request.post(`${server.url}api/${call}`, { data });
  const { id } = await (await post('watchlists', { name: 'Mine', userId: 1 })).json();
  await post(`watchlists/${id}/import`, [{ symbol: 'NVDA', note: '' }]);
  await page.goto(`${server.url}charts`);
  await expectTicker(page, 1, '^GSPC');
  await expectTicker(page, 2, 'NVDA');
  for (const count of ['4', '1', '2']) {
    await button(page, count).click();
    await expect(page.getByRole('main').getByRole('slider', { name: 'Price chart crosshair' })).toHaveCount(
      Number(count),
    );
    const bottoms = await page
      .locator('[data-cell]')
      .evaluateAll((all) => all.map((each) => each.getBoundingClientRect().bottom));
    expect(Math.max(...bottoms)).toBeLessThanOrEqual(900);
    expect(Math.max(...bottoms)).toBeGreaterThan(850);
  }
  // Each chart is taller than its controls: the plot has at least half of the cell.
  await button(page, '4').click();
  const plot = await cell(page, 4).locator('[data-pane="price"]').boundingBox();
  expect(plot?.height).toBeGreaterThan(130);
});

test('charts in the address are shared and reloaded; removed charts return', async ({ page }) => {
  await open(page, ['AAPL?range=1Y&mode=candles', 'BTC']);
  await expect(range(page, 1, '1Y')).toHaveAttribute('aria-pressed', 'true');
  await expect(cell(page, 1).getByLabel('Chart type')).toHaveValue('candles');
  await expect(cell(page, 2).getByLabel('Chart type')).toHaveValue('line');
  await range(page, 2, '3M').click();
  await cell(page, 2).getByLabel('Chart type').selectOption('bars');
  await expect(page).toHaveURL(/chart2=BTC%3Frange%3D3M%26mode%3Dbars/);
  await page.reload();
  await expect(range(page, 2, '3M')).toHaveAttribute('aria-pressed', 'true');
  await expect(range(page, 1, '1Y')).toHaveAttribute('aria-pressed', 'true');
  await button(page, '1').click();
  await expect(cell(page, 2)).toHaveCount(0);
  await button(page, '2').click();
  await expect(range(page, 2, '3M')).toHaveAttribute('aria-pressed', 'true');

  // The next ticker page doesn't take over the style and range of a chart in the layout.
  await page.goto(`${server.url}ticker/AAPL`);
  const chart = page.getByRole('region', { name: 'Price Chart', exact: true });
  await expect(chart.getByRole('button', { name: '1W', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
  await expect(chart.getByRole('button', { name: 'Line', exact: true })).toHaveAttribute(
    'aria-pressed',
    'true',
  );
});

test('typing changes the ticker of the active chart, and Alt with an arrow walks through the list', async ({
  page,
}) => {
  const post = (call: string, data: object) => page.request.post(`${server.url}api/${call}`, { data });
  const { id } = await (await post('watchlists', { name: 'Mine', userId: 1 })).json();
  await post(`watchlists/${id}/import`, [
    { symbol: 'AAPL', note: '' },
    { symbol: 'BTC', note: '' },
  ]);
  await open(page, ['^GSPC', 'AAPL?range=1Y&vs=MSFT']);
  await range(page, 2, '3M').focus();
  await expect(cell(page, 2)).toHaveAttribute('aria-current', 'true');
  await page.keyboard.type('nvda');
  const field = cell(page, 2).getByLabel('Search for a ticker');
  await expect(field).toHaveValue('nvda');
  await expectAccessible(page);
  await page.keyboard.press('Enter');
  await expectTicker(page, 2, 'NVDA');
  await expectTicker(page, 1, '^GSPC');
  await expect(range(page, 2, '1Y')).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveURL(/chart2=NVDA%3Frange%3D1Y(&|$)/);

  // By pointer: the ticker's button opens the same search.
  await tickerOf(page, 1).click();
  await cell(page, 1).getByLabel('Search for a ticker').fill('micros');
  await cell(page, 1).getByRole('option', { name: /MSFT/ }).click();
  await expectTicker(page, 1, 'MSFT');

  await crosshair(page, 1).focus();
  await page.keyboard.press('Alt+ArrowDown');
  await expectTicker(page, 1, 'AAPL');
  await page.keyboard.press('Alt+ArrowDown');
  await expectTicker(page, 1, 'BTC');
  await expectTicker(page, 2, 'NVDA');

  await cell(page, 1).getByRole('link', { name: 'Open the page of BTC' }).click();
  await expect(page).toHaveURL(/\/ticker\/BTC$/);
  // On a ticker page, typing letters opens the search again.
  await expect(page.getByRole('heading', { level: 1, name: /Bitcoin/ })).toBeVisible();
  await page.keyboard.type('aapl');
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toHaveValue('aapl');
});

test('a letter typed as soon as a ticker page replaces the charts opens the search of that page', async ({
  page,
}) => {
  await open(page, ['AAPL', 'BTC']);
  // The code of the keys is loaded with the first input.
  await page.keyboard.press('Shift');
  await page.evaluate(() => {
    const typeAtHeading = () => {
      if (!document.querySelector('h1')?.textContent?.includes('Bitcoin')) return;
      observer.disconnect();
      document.body.dispatchEvent(
        new KeyboardEvent('keydown', { key: 'm', bubbles: true, cancelable: true }),
      );
    };
    const observer = new MutationObserver(typeAtHeading);
    observer.observe(document.body, { childList: true, subtree: true, characterData: true });
  });
  await cell(page, 2).getByRole('link', { name: 'Open the page of BTC' }).click();
  await expect(page.getByRole('dialog', { name: 'Search' }).getByRole('combobox')).toHaveValue('m');
});

test('linked charts share their ticker, range or crosshair', async ({ page }) => {
  await open(page, ['AAPL?range=1M', 'MSFT?range=3M']);
  await test.step('Ticker: all charts show the same ticker, each in its own range', async () => {
    await tickerOf(page, 2).focus();
    await button(page, 'Ticker').click();
    await expectTicker(page, 1, 'MSFT');
    await range(page, 1, '1M').focus();
    await page.keyboard.type('nvda');
    await page.keyboard.press('Enter');
    for (const number of [1, 2]) await expectTicker(page, number, 'NVDA');
    await expect(range(page, 2, '3M')).toHaveAttribute('aria-pressed', 'true');
    await expect(range(page, 1, '1M')).toHaveAttribute('aria-pressed', 'true');
  });
  await test.step('Range: all charts show the same range and the same part of it', async () => {
    await button(page, 'Range').click();
    await expect(range(page, 2, '1M')).toHaveAttribute('aria-pressed', 'true');
    await range(page, 2, '1Y').click();
    await expect(range(page, 1, '1Y')).toHaveAttribute('aria-pressed', 'true');
    await crosshair(page, 1).focus();
    await expect(crosshair(page, 1)).toHaveAttribute('data-zoom');
    await page.keyboard.press('+');
    await expect(page).toHaveURL(/chart2=[^&]*from%3D/);
    await page.keyboard.press('0');
    await expect(page).not.toHaveURL(/from%3D/);
  });
  await test.step('Crosshair: the bar at the time under the pointer is marked in the other chart', async () => {
    await button(page, 'Range').click();
    await range(page, 2, '3M').click();
    await button(page, 'Crosshair').click();
    const slider = crosshair(page, 1);
    const box = (await slider.boundingBox()) ?? { x: 0, y: 0, width: 0, height: 0 };
    const last = await crosshair(page, 2).getAttribute('aria-valuenow');
    // The pointer is in the last three months of the one-year chart, which the other chart shows too.
    await page.mouse.move(box.x + box.width * 0.9, box.y + 40);
    await expect(crosshair(page, 2)).not.toHaveAttribute('aria-valuenow', last ?? '');
    const day = async (number: number) =>
      /\w+ \d+, 20\d\d/.exec((await crosshair(page, number).getAttribute('aria-valuetext')) ?? '')?.[0];
    expect(await day(2)).toBe(await day(1));
    // The pointer is nine months earlier, outside the other chart's range.
    await page.mouse.move(box.x + box.width * 0.1, box.y + 40);
    await expect(crosshair(page, 2)).toHaveAttribute('aria-valuenow', last ?? '');
  });
});

test('a layout is saved, renamed, changed, seen on another device, deleted and restored', async ({
  page,
  browser,
}) => {
  await open(page, ['AAPL?range=1Y', 'BTC']);
  await button(page, 'Save as…').click();
  const title = page.getByLabel('Title', { exact: true });
  await expect(title).toBeFocused();
  await page.keyboard.press('Enter');
  await expect(page.getByText('Enter a title.')).toBeVisible();
  await title.fill('Mine');
  await title.press('Enter');
  await expect(page).toHaveURL(/\/charts\/mine$/);
  expect(await savedCharts(page)).toEqual(['AAPL range=1Y', 'BTC']);

  const other = await (await browser.newContext()).newPage();
  const firstFrame = other.waitForEvent('websocket').then((socket) => socket.waitForEvent('framereceived'));
  await other.goto(`${server.url}charts/mine`);
  await firstFrame;
  await range(page, 2, '5Y').click();
  await expect(page.getByText('Saved', { exact: true })).toBeVisible();
  expect(await savedCharts(page)).toEqual(['AAPL range=1Y', 'BTC range=5Y']);
  await expect(range(other, 2, '5Y')).toHaveAttribute('aria-pressed', 'true', BEFORE_POLLING);

  await button(page, 'Rename the layout Mine').click();
  await page.getByLabel('Title of the layout').fill('Coins and more');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('heading', { level: 1, name: 'Coins and more' })).toBeAttached();
  await expect(other.getByRole('heading', { level: 1, name: 'Coins and more' })).toBeAttached(BEFORE_POLLING);
  await other.context().close();
  await page.reload();
  await expect(range(page, 2, '5Y')).toHaveAttribute('aria-pressed', 'true');
  await expect(page).toHaveTitle(/^Coins and more/);

  await button(page, 'Layouts').click();
  const menu = page.getByRole('dialog', { name: 'Chart layouts' });
  await expect(menu.getByRole('link', { name: /Coins and more/ })).toHaveAttribute('aria-current', 'page');
  await expectAccessible(page);
  await menu.getByRole('button', { name: 'Delete this layout' }).click();
  await expectToast(page, 'Layout deleted', 'Coins and more');
  await expect(page).toHaveURL(/\/charts$/);
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(page).toHaveURL(/\/charts\/mine$/);
  await expect(range(page, 2, '5Y')).toHaveAttribute('aria-pressed', 'true');

  // A new layout starts with its own charts.
  await button(page, 'Layouts').click();
  await menu.getByRole('link', { name: 'New layout' }).click();
  await expect(page).toHaveURL(/\/charts$/);
  await expectTicker(page, 1, '^GSPC');
});

test('indicators and a comparison are part of a saved chart', async ({ page }) => {
  await openSaved(page, ['AAPL?range=1Y', 'BTC']);
  await cell(page, 1)
    .getByRole('button', { name: /^Indicators/ })
    .click();
  const list = page.getByRole('dialog', { name: 'Technical indicators' });
  await list.getByLabel('Simple moving average').check({ force: true });
  await page.keyboard.press('Escape');
  await expect(cell(page, 1).getByText('SMA 20')).toBeVisible();
  await expect.poll(() => savedCharts(page)).toEqual(['AAPL range=1Y&indicators=sma', 'BTC']);
  await page.reload();
  await expect(cell(page, 1).getByText('SMA 20')).toBeVisible();
  await expect(cell(page, 2).getByText('SMA 20')).toHaveCount(0);
  await cell(page, 2)
    .getByRole('button', { name: /^Compare/ })
    .click();
  await page
    .getByRole('dialog', { name: 'Compare with other tickers' })
    .getByLabel('Add a ticker')
    .fill('ETH');
  await page.getByRole('button', { name: /^ETH/ }).click();
  await expect.poll(() => savedCharts(page)).toEqual(['AAPL range=1Y&indicators=sma', 'BTC vs=ETH']);
});

test('a change is saved even if the user leaves the page at once', async ({ page }) => {
  await openSaved(page, ['AAPL', 'BTC']);
  await range(page, 1, '5Y').click();
  await page.getByRole('banner').getByRole('link', { name: 'Watchlist' }).click();
  await expect.poll(() => savedCharts(page)).toEqual(['AAPL range=5Y', 'BTC']);
});

test('an unknown layout offers new charts, and an unknown ticker offers the search', async ({ page }) => {
  await page.goto(`${server.url}charts/nope`);
  await expect(page.getByText("There's no chart layout named 'nope'.")).toBeVisible();
  await expectAccessible(page);
  await page.getByRole('link', { name: 'Open new charts' }).click();
  await expectTicker(page, 1, '^GSPC');

  await page.goto(`${server.url}charts?chart1=AAPL&chart2=NOPE9`);
  await expect(page.getByText("There's no ticker 'NOPE9' on this server.")).toBeVisible();
  await cell(page, 2).getByRole('button', { name: 'Choose another ticker' }).click();
  await page.keyboard.type('btc');
  await page.keyboard.press('Enter');
  await expectTicker(page, 2, 'BTC');
  await expect(crosshair(page, 2)).toBeVisible();
});

test('full screen shows only the charts, where keys still act on the active one', async ({ page }) => {
  await open(page, ['AAPL', 'BTC']);
  await crosshair(page, 2).focus();
  await page.keyboard.press('f');
  await expect(button(page, 'Leave full screen')).toBeVisible();
  const box = await cell(page, 2).boundingBox();
  expect((box?.y ?? 0) + (box?.height ?? 0)).toBeGreaterThan(880);
  await page.keyboard.type('eth');
  await expect(cell(page, 2).getByLabel('Search for a ticker')).toHaveValue('eth');
  await page.keyboard.press('Enter');
  await expectTicker(page, 2, 'ETH');
  await page.keyboard.press('Escape');
  await expect(button(page, 'Full screen')).toBeVisible();
  await expect(page.getByRole('banner')).not.toHaveAttribute('inert');
});

test('a full-screen chart of a ticker page opens next to other charts and keeps its settings', async ({
  page,
}) => {
  await page.goto(`${server.url}ticker/NVDA?range=1Y&mode=candles&indicators=rsi`);
  const chart = page.getByRole('region', { name: 'Price Chart', exact: true });
  await expect(chart.getByText('RSI 14')).toBeVisible();
  await chart.getByRole('button', { name: 'Full screen' }).click();
  await chart.getByRole('link', { name: 'Open in charts' }).click();
  await expectTicker(page, 1, 'NVDA');
  await expect(range(page, 1, '1Y')).toHaveAttribute('aria-pressed', 'true');
  await expect(cell(page, 1).getByLabel('Chart type')).toHaveValue('candles');
  await expect(cell(page, 1).getByText('RSI 14')).toBeVisible();
  await button(page, '2').click();
  await expect(crosshair(page, 2)).toBeVisible();
});

test('on a read-only server, changes to a layout are kept in the URL', async ({ page }) => {
  await openSaved(page, ['AAPL', 'BTC']);
  await server.shutDown();
  server = await startServer('127.0.0.1:0', server.data, ['--read-only']);
  await page.goto(`${server.url}charts/mine`);
  await range(page, 2, '1Y').click();
  await expect(page).toHaveURL(/charts\/mine\?chart1=AAPL&chart2=BTC%3Frange%3D1Y/);
  await page.reload();
  await expect(range(page, 2, '1Y')).toHaveAttribute('aria-pressed', 'true');
  await button(page, 'Layouts').click();
  const menu = page.getByRole('dialog', { name: 'Chart layouts' });
  await expect(menu.getByRole('link', { name: /Mine/ })).toBeVisible();
  await expect(menu.getByRole('button')).toHaveCount(0);
  expect(await savedCharts(page)).toEqual(['AAPL', 'BTC']);
});

test('a phone stacks the charts', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page, ['AAPL?range=1Y&indicators=rsi', 'BTC']);
  const [first, second] = [await cell(page, 1).boundingBox(), await cell(page, 2).boundingBox()];
  expect(first?.width).toBeGreaterThan(350);
  expect(second?.y).toBeGreaterThanOrEqual((first?.y ?? 0) + (first?.height ?? 0));
  await tickerOf(page, 2).click();
  const sheet = page.getByRole('dialog', { name: 'Ticker of chart 2' });
  await sheet.getByLabel('Search for a ticker').fill('nvda');
  await sheet.getByRole('option', { name: /NVDA/ }).click();
  await expectTicker(page, 2, 'NVDA');
});

checkPage(
  'charts?chart1=AAPL%3Fmode%3Dcandles&chart2=BTC&chart3=%5EGSPC&chart4=NVDA%3Frange%3D1Y',
  async (page) => {
    for (const number of [1, 2, 3, 4]) await expect(crosshair(page, number)).toBeVisible();
  },
  () => server.url,
);

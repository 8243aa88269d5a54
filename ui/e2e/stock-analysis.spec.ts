import { readFile } from 'node:fs/promises';
import { expectAccessible } from './axe.ts';
import { checkPage, checkTableColumns, failUntilRetry, holdRequests } from './checkPage.ts';
import { sharedPage } from './sharedPage.ts';
import { expect, type Page, test } from './test.ts';

const testOnSharedPage = sharedPage('stock-analysis');

interface Row {
  id: number;
  symbol: string;
  sector: string;
  price: number;
  change24h: number | null;
  marketCap: number | null;
}

const fetchRows = async (page: Page, type: string): Promise<Row[]> =>
  (await page.request.get(`api/tickers?type=${type}`)).json();
const table = (page: Page, name: string) => page.getByRole('table', { name });
const rows = (page: Page, name: string) => table(page, name).locator('tbody tr');
const figures = (page: Page) => table(page, 'Fundamentals');
const comparedTickers = (page: Page) => figures(page).locator('thead strong');
/** The cells of a row of the comparison. */
const figure = (page: Page, name: string) =>
  figures(page)
    .getByRole('row')
    .filter({ has: page.getByRole('rowheader', { name, exact: true }) })
    .getByRole('cell');
const tab = (page: Page, name: string) => page.getByRole('tab', { name });

testOnSharedPage(
  'STCK-01 the overview has four indices, the trend of the S&P 500 and the market leaders',
  async ({ page }) => {
    await expect(page).toHaveTitle(/Stock Analysis/);
    const indices = await fetchRows(page, 'index');
    for (const [symbol, title] of [
      ['^GSPC', 'S&P 500'],
      ['^IXIC', 'NASDAQ'],
      ['^DJI', 'DOW'],
      ['^RUT', 'RUSSELL 2000'],
    ]) {
      const card = page
        .getByRole('link')
        .filter({ has: page.getByRole('heading', { name: title, exact: true }) });
      const level = card.locator('[class*=level]');
      await expect(level).toHaveText(/^[\d,]+\.\d\d$/);
      const shown = Number((await level.textContent())?.replaceAll(',', ''));
      // The level changes between the two responses.
      expect(Math.abs(shown / (indices.find((row) => row.symbol === symbol)?.price ?? 0) - 1)).toBeLessThan(
        0.02,
      );
      await expect(card).toContainText(/[+−]\d+\.\d\d%/);
    }
    await expect(page.getByRole('region', { name: 'Market Trend: S&P 500' })).toBeVisible();
    await page.getByRole('group', { name: 'Chart range' }).getByRole('button', { name: '1M' }).click();
    await expect(page.getByText(/^1M: from/)).toBeVisible();
    const stocks = await fetchRows(page, 'stock');
    const largest = [...stocks].sort((a, b) => (b.marketCap ?? 0) - (a.marketCap ?? 0));
    await expect(rows(page, 'Market Leaders')).toHaveCount(10);
    await expect(rows(page, 'Market Leaders').first()).toContainText(largest[0]?.symbol ?? '');
    await page.getByRole('link', { name: /^DOW/ }).click();
    // The page opens with the range that was selected last.
    await expect(page).toHaveURL(/\/ticker\/(\^|%5E)DJI\?range=1M$/);
  },
);

testOnSharedPage('STCK-01 index levels follow the live feed', async ({ page }) => {
  const level = page.getByRole('link', { name: /^NASDAQ/ }).locator('[class*=level]');
  await expect(level).toHaveText(/\d/);
  const before = (await level.textContent()) ?? '';
  await expect(level).not.toHaveText(before, { timeout: 60_000 });
});

test('STCK-02 a chip for each sector filters the stocks, and the selected sector is in the URL', async ({
  page,
}) => {
  await page.goto('stock-analysis');
  await tab(page, 'Sector Analysis').click();
  await expect(page).toHaveURL(/tab=sectors/);
  const stocks = await fetchRows(page, 'stock');
  const sectors = [...new Set(stocks.map(({ sector }) => sector))].sort((a, b) => a.localeCompare(b));
  const chips = page.getByRole('group', { name: 'Sector' }).getByRole('button');
  await expect(chips).toHaveText(['All', ...sectors]);
  await expect(rows(page, 'Stocks by sector')).toHaveCount(25);
  await page.getByRole('button', { name: 'Show More' }).click();
  await expect(rows(page, 'Stocks by sector')).toHaveCount(50);
  for (const sector of ['Energy', 'Utilities']) {
    await chips.filter({ hasText: sector }).click();
    const count = stocks.filter((row) => row.sector === sector).length;
    await expect(rows(page, 'Stocks by sector')).toHaveCount(Math.min(25, count));
  }
  await page.reload();
  await expect(chips.filter({ hasText: 'Utilities' })).toHaveAttribute('aria-pressed', 'true');
  for (const name of ['Name', 'Sector', '7 days', 'Price', 'Change', '7d Change', 'Market Cap']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('columnheader', { name, exact: true })).not.toHaveAttribute(
      'aria-sort',
      'none',
    );
  }
});

testOnSharedPage('STCK-03 Top Performers has the top five gainers and losers', async ({ page }) => {
  await tab(page, 'Top Performers').click();
  for (const [name, direction] of [
    ['Top Gainers', -1],
    ['Top Losers', 1],
  ] as const) {
    await expect(rows(page, name)).toHaveCount(5);
    const shownSymbols = await rows(page, name).locator('td:first-child strong').allTextContents();
    // Prices change between the two responses, so the five rows must only be among the top twelve.
    const newTop = (await fetchRows(page, 'stock'))
      .filter(({ change24h }) => change24h !== null)
      .sort((a, b) => direction * ((a.change24h ?? 0) - (b.change24h ?? 0)))
      .slice(0, 12)
      .map(({ symbol }) => symbol);
    expect(newTop).toEqual(expect.arrayContaining(shownSymbols));
  }
  const amounts = await rows(page, 'Most Traded').locator('td:nth-child(7)').allTextContents();
  expect(amounts).toHaveLength(5);
  for (const each of amounts) expect(each).toMatch(/^\$[\d.]+[BM]$/);
  await table(page, 'Top Gainers').getByRole('button', { name: 'Price' }).click();
  await expect(page).toHaveURL(/gainers-sort=price/);
  await expect(
    table(page, 'Top Losers').getByRole('columnheader', { name: 'Change', exact: true }),
  ).toHaveAttribute('aria-sort', 'ascending');
});

test('STCK-04 the compared stocks open in the chart of the first one, over the same range', async ({
  page,
}) => {
  await page.goto('stock-analysis?tab=comparison&range=7D&stocks=AAPL,MSFT,META');
  await page.getByRole('link', { name: 'Open in chart' }).click();
  await expect(page).toHaveURL(/\/ticker\/AAPL\?range=1W&vs=MSFT%2CMETA$/);
  const chart = page.getByRole('region', { name: 'Price Chart', exact: true });
  for (const symbol of ['MSFT', 'META']) await expect(chart).toContainText(symbol);
});

test('STCK-04 stocks are compared in percent; each selection is requested, and lines can be hidden', async ({
  page,
}) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('price-history')) requests.push(request.url().split('/api/')[1] ?? '');
  });
  await page.goto('stock-analysis?tab=comparison');
  const stocks = await fetchRows(page, 'stock');
  const idOf = (symbol: string) => stocks.find((row) => row.symbol === symbol)?.id;
  const stockOptions = page.getByRole('group', { name: 'Stocks to compare' });
  for (const symbol of ['AAPL', 'MSFT']) await expect(stockOptions.getByLabel(symbol)).toBeChecked();
  for (const symbol of ['AMZN', 'GOOGL', 'META'])
    await expect(stockOptions.getByLabel(symbol)).not.toBeChecked();
  const range = page.getByRole('group', { name: 'Range' });
  await expect(range.getByRole('button', { name: '1M' })).toHaveAttribute('aria-pressed', 'true');
  const legend = page.getByRole('group', { name: 'Lines of the chart' }).getByRole('button');
  await expect(legend).toHaveText([/^AAPL[+−]\d/, /^MSFT[+−]\d/]);
  await expect.poll(() => requests).toContain(`tickers/${idOf('AAPL')}/price-history?timeframe=1M&base=true`);

  await stockOptions.getByLabel('META').check();
  await expect(legend).toHaveCount(3);
  await expect(page).toHaveURL(/stocks=AAPL(,|%2C)MSFT(,|%2C)META/);
  await expect.poll(() => requests).toContain(`tickers/${idOf('META')}/price-history?timeframe=1M&base=true`);
  await expect(comparedTickers(page)).toHaveText([/^AAPL/, /^MSFT/, /^META/]);
  // The column has the figures of the ticker's own endpoint.
  const apple = await (await page.request.get('api/tickers/AAPL')).json();
  await expect(figure(page, '52-week range').first()).toContainText(apple.yearHigh.toFixed(2));
  await expect(figure(page, 'Dividend yield').first()).toContainText(
    `${apple.trailingDividends.yield.toFixed(2)}%`,
  );
  for (const [label, query] of [
    ['1D', 'timeframe=1D&interval=1h'],
    ['7D', 'timeframe=7D'],
    ['YTD', 'timeframe=YTD'],
  ] as const) {
    await range.getByRole('button', { name: label }).click();
    await expect(
      page.getByText(new RegExp(`^${label} change, from the last close before the period: AAPL`)),
    ).toBeVisible();
    await expect.poll(() => requests).toContain(`tickers/${idOf('AAPL')}/price-history?${query}&base=true`);
  }
  await page.reload();
  await expect(range.getByRole('button', { name: 'YTD' })).toHaveAttribute('aria-pressed', 'true');
  await expect(legend).toHaveCount(3);

  await legend.first().click();
  await expect(legend.first()).toHaveAttribute('aria-pressed', 'false');
  await expect(page.getByText(/^YTD change, from the last close before the period: MSFT/)).toBeVisible();
  await legend.first().click();

  await page.getByRole('button', { name: 'Show as table' }).click();
  const chartTable = page.getByRole('region', { name: 'Changes and prices of the chart' });
  await expect(chartTable.getByRole('columnheader')).toHaveText(['Time', 'AAPL', 'MSFT', 'META']);
  // Changes count from the last close of the previous year, so the first day of this year has a change.
  const expectedChange = async (symbol: string) => {
    const response = await page.request.get(
      `api/tickers/${idOf(symbol)}/price-history?timeframe=YTD&base=true`,
    );
    const [{ price, base }] = await response.json();
    const percent = (price / base.price - 1) * 100;
    return `${percent < 0 ? '−' : '+'}${Math.abs(percent).toFixed(2)}%`;
  };
  const changes = [await expectedChange('AAPL'), await expectedChange('MSFT'), await expectedChange('META')];
  const first = chartTable.getByRole('row').last();
  await expect(first.getByRole('rowheader')).toContainText('2026');
  await expect(first.getByRole('cell')).toContainText(changes);
  await page.getByRole('button', { name: 'Show as chart' }).click();

  const crosshair = page.getByRole('slider', { name: 'Comparison chart crosshair' });
  await crosshair.focus();
  // All lines begin at zero, with the price before the range.
  await page.keyboard.press('Home');
  await expect(crosshair).toHaveAttribute(
    'aria-valuetext',
    /2025, AAPL \+0\.00%, MSFT \+0\.00%, META \+0\.00%$/,
  );
  await page.keyboard.press('ArrowRight');
  await expect(crosshair).toHaveAttribute(
    'aria-valuetext',
    new RegExp(['AAPL', 'MSFT', 'META'].map((symbol, index) => `${symbol} \\${changes[index]}`).join(', ')),
  );
  await crosshair.hover();

  const before = requests.length;
  await page.getByRole('button', { name: 'Compare Stocks' }).click();
  await expect.poll(() => requests.length).toBe(before + 3);
  for (const symbol of ['AAPL', 'MSFT', 'META']) await stockOptions.getByLabel(symbol).uncheck();
  await expect(page.getByRole('button', { name: 'Compare Stocks' })).toBeDisabled();
  await expect(page.getByText('Choose at least one stock to compare.').first()).toBeVisible();
});

test('STCK-04 the button is disabled while prices load, and a message names a stock that fails', async ({
  page,
}) => {
  await page.goto('stock-analysis?tab=comparison');
  const microsoft = (await fetchRows(page, 'stock')).find(({ symbol }) => symbol === 'MSFT')?.id;
  const release = await holdRequests(page, `**/api/tickers/${microsoft}/price-history**`, {
    status: 500,
    body: 'No.',
  });
  await page.reload();
  await expect(page.getByRole('button', { name: 'Compare Stocks' })).toBeDisabled();
  await release();
  await expect(page.getByText('No price history for MSFT in this range.')).toBeVisible();
  await expect(page.getByRole('group', { name: 'Lines of the chart' }).getByRole('button')).toHaveText([
    /^AAPL/,
  ]);
});

test('STCK-04 a range that is selected again shows cached data until new data arrives', async ({ page }) => {
  const requests: string[] = [];
  page.on('request', (request) => {
    if (request.url().includes('price-history')) requests.push(request.url().split('timeframe=')[1] ?? '');
  });
  await page.goto('stock-analysis?tab=comparison');
  const range = page.getByRole('group', { name: 'Range' });
  for (const label of ['1M', '7D']) {
    await range.getByRole('button', { name: label }).click();
    await expect(page.getByText(new RegExp(`^${label} change, from`))).toBeVisible();
  }
  const before = requests.filter((each) => each === '1M&base=true').length;
  const release = await holdRequests(page, '**/price-history?timeframe=1M&base=true');
  await range.getByRole('button', { name: '1M' }).click();
  await expect.poll(() => requests.filter((each) => each === '1M&base=true').length).toBe(before + 2);
  await expect(page.getByText(/^1M change, from/)).toBeVisible();
  await release();
  await expect(page.getByRole('button', { name: 'Compare Stocks' })).toBeEnabled();
});

/** Returns points that end at 19:00 UTC on November 20, oldest first. */
const createPoints = (count: number, stepHours: number) =>
  Array.from({ length: count }, (_, index) => ({
    timestamp: new Date(
      Date.UTC(2026, 10, 20, 19) - (count - 1 - index) * stepHours * 3_600_000,
    ).toISOString(),
    price: 100 + index,
  }));

test('STCK-04 a range shows its last 24, 168 or 30 points, and YTD begins on January 1', async ({ page }) => {
  await page.route('**/price-history?timeframe=**', (route) => {
    const isDaily = /timeframe=(1M|YTD)/.test(route.request().url());
    return route.fulfill({ json: createPoints(isDaily ? 400 : 200, isDaily ? 24 : 1) });
  });
  await page.goto('stock-analysis?tab=comparison');
  const chartTable = page
    .getByRole('region', { name: 'Changes and prices of the chart' })
    .locator('tbody tr');
  for (const [label, count] of [
    ['1M', 30],
    ['1D', 24],
    ['7D', 168],
    ['YTD', 324], // November 20 is day 324 of the year.
  ] as const) {
    await page.getByRole('group', { name: 'Range' }).getByRole('button', { name: label }).click();
    await page.getByRole('button', { name: 'Show as table' }).click();
    await expect(chartTable).toHaveCount(count);
  }
});

test('STCK-04 a line keeps its color when another one is removed', async ({ page }) => {
  await page.goto('stock-analysis?tab=comparison');
  const legend = page.getByRole('group', { name: 'Lines of the chart' }).getByRole('button');
  await expect(legend).toHaveText([/^AAPL/, /^MSFT/]);
  const color = (line: number) =>
    legend
      .nth(line)
      .locator('i')
      .evaluate((each) => each.style.background);
  const [apple, microsoft] = [await color(0), await color(1)];
  expect(apple).not.toBe(microsoft);
  await page.getByRole('group', { name: 'Stocks to compare' }).getByLabel('AAPL').uncheck();
  await expect(legend).toHaveText([/^MSFT/]);
  expect(await color(0)).toBe(microsoft);
});

test('up to five tickers of any kind can be compared, and they are in the URL', async ({ page }) => {
  await page.goto('stock-analysis?tab=comparison');
  const stockOptions = page.getByRole('group', { name: 'Stocks to compare' });
  const legend = page.getByRole('group', { name: 'Lines of the chart' }).getByRole('button');
  await expect(legend).toHaveText([/^AAPL/, /^MSFT/]);
  const addButton = page.getByRole('button', { name: 'Add a ticker' });
  await addButton.click();
  const search = page.getByRole('dialog', { name: 'Stocks to compare' });
  const field = search.getByRole('textbox', { name: 'Add a ticker' });
  await expect(field).toBeFocused();
  await search.getByRole('list', { name: 'Suggested tickers' }).getByRole('button').first().click();
  await expect(legend).toHaveCount(3);
  await field.fill('bitcoin');
  await expect(search.getByRole('button', { name: /^BTC/ })).toBeVisible();
  await field.press('Enter');
  await expect(legend).toHaveCount(4);
  await field.fill('GC=F');
  await search.getByRole('button', { name: /^GC=F/ }).click();
  await expect(search.getByText('Up to five: remove one to add another.')).toBeVisible();
  await expectAccessible(page);
  await page.keyboard.press('Escape');
  await expect(addButton).toBeFocused();
  await expect(stockOptions.getByLabel('META')).toBeDisabled();
  await expect(page.getByText(/^1M change, from .* BTC [+−][\d.]+%, GC=F /)).toBeVisible();
  await expect(comparedTickers(page)).toHaveCount(5);
  // A removed ticker keeps its checkbox, and the other lines keep their colors.
  const gold = legend.last().locator('i');
  const color = await gold.evaluate((each) => each.style.background);
  await stockOptions.getByLabel('BTC').uncheck();
  await expect(legend).toHaveCount(4);
  await expect(stockOptions.getByLabel('BTC')).not.toBeChecked();
  expect(await gold.evaluate((each) => each.style.background)).toBe(color);
  await page.reload();
  await expect(legend.last()).toHaveText(/^GC=F/);
  await page.goto('stock-analysis?tab=comparison&stocks=MSFT,NOSUCH');
  await expect(page.getByText('No price history for NOSUCH in this range.')).toBeVisible();
  await expect(legend).toHaveText([/^MSFT/]);
});

test('STCK-04 changes in the comparison are those of the screener, and the best value of a row is marked', async ({
  page,
}) => {
  await page.goto('stock-analysis?tab=comparison&stocks=AAPL,MSFT,NVDA');
  const { rows: found } = await (
    await page.request.get('api/screener?limit=500&sort=marketCap&dir=desc')
  ).json();
  const valuesOf = (symbol: string): Record<string, number> =>
    found.find((row: Row) => row.symbol === symbol).values;
  for (const [name, key] of [
    ['1M', 'change1M'],
    ['3M', 'change3M'],
    ['YTD', 'changeYTD'],
    ['1Y', 'change1Y'],
  ] as const) {
    const cells = figure(page, name);
    const values = ['AAPL', 'MSFT', 'NVDA'].map((symbol) => valuesOf(symbol)[key] as number);
    await expect(cells).toHaveCount(3);
    await expect(async () => {
      const shown = await cells.evaluateAll((each) =>
        each.map((cell) => Number.parseFloat((cell.textContent ?? '').replace('−', '-').replace('+', ''))),
      );
      // Prices change between the two responses.
      for (const [index, value] of values.entries())
        expect(Math.abs((shown[index] as number) - value)).toBeLessThan(1);
      const best = await cells.evaluateAll((each) =>
        each.map((cell) => /best$/.test(cell.textContent ?? '')),
      );
      expect(best).toEqual(shown.map((value) => value === Math.max(...shown)));
    }).toPass();
  }
  await expect(figure(page, 'Correlation with AAPL')).toHaveText([/^—$/, /^[−\d.]+$/, /^[−\d.]+$/]);
  await expect(figure(page, 'Revenue growth').first()).toHaveText(/%/);
  const download = page.waitForEvent('download');
  await page.getByRole('button', { name: 'Download Stock comparison as CSV' }).click();
  const text = (await readFile(await (await download).path(), 'utf8')).split('\r\n');
  expect(text[0]).toContain('Symbol,Name,Price,Change,7d Change,1M,3M,YTD,1Y,5Y');
  expect(text.slice(1, 4).map((line) => line.split(',')[0])).toEqual(['AAPL', 'MSFT', 'NVDA']);
});

test('STCK-04 tickers of the same sector are added, and a column is removed, with one click', async ({
  page,
}) => {
  await page.goto('stock-analysis?tab=comparison&range=1Y');
  await expect(comparedTickers(page)).toHaveText([/^AAPL/, /^MSFT/]);
  const more = page.getByRole('list', { name: 'More in Technology' }).getByRole('button');
  const symbol = (await more.first().textContent()) ?? '';
  await more.first().click();
  await expect(comparedTickers(page).last()).toHaveText(new RegExp(`^${symbol}`));
  await expect(page.getByText(new RegExp(`^1Y change, from .* ${symbol} [+−]`))).toBeVisible();
  await figures(page).getByRole('button', { name: 'Remove MSFT' }).click();
  await expect(comparedTickers(page)).toHaveText([/^AAPL/, new RegExp(`^${symbol}`)]);
  await page.reload();
  await expect(comparedTickers(page)).toHaveText([/^AAPL/, new RegExp(`^${symbol}`)]);
});

test('STCK-04 on a phone the comparison scrolls sideways, and the names of the figures stay in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('stock-analysis?tab=comparison&stocks=AAPL,MSFT,NVDA,META');
  const name = figures(page).getByRole('rowheader', { name: 'Market Cap', exact: true });
  await expect(figure(page, 'Market Cap').last()).toHaveText(/\$/);
  const before = await name.boundingBox();
  await figure(page, 'Market Cap').last().scrollIntoViewIfNeeded();
  await expect(figure(page, 'Market Cap').last()).toBeInViewport({ ratio: 0.9 });
  expect((await name.boundingBox())?.x).toBe(before?.x);
  expect(await page.evaluate(() => document.documentElement.scrollWidth)).toBe(390);
});

test('STCK-01 without index levels the page shows a message', async ({ page }) => {
  await page.route('**/api/tickers?type=index', (route) => route.fulfill({ json: [] }));
  await page.goto('stock-analysis');
  await expect(page.getByText('No index levels available at this time.')).toBeVisible();
});

test('STCK-01 a panel that fails to load offers a retry', async ({ page }) => {
  const retry = await failUntilRetry(page, '**/api/tickers?type=stock');
  await page.goto('stock-analysis');
  await retry();
  await expect(rows(page, 'Market Leaders')).toHaveCount(10);
});

test('STCK-04 on a phone the button is below the ranges, and the selected tab is in view', async ({
  page,
}) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('stock-analysis?tab=comparison');
  await expect(page.getByRole('tab', { name: 'Stock Comparison' })).toBeInViewport({ ratio: 0.95 });
  const compare = page.getByRole('button', { name: 'Compare Stocks' });
  await expect(compare).toBeEnabled();
  await page.getByRole('button', { name: 'YTD' }).click(); // A click fails if another element covers the button.
  await expect(page).toHaveURL(/range=YTD/);
  await expect(async () => {
    const [button, ranges] = [
      await compare.boundingBox(),
      await page.getByRole('group', { name: 'Range' }).boundingBox(),
    ];
    expect(button?.y).toBeGreaterThanOrEqual((ranges?.y ?? 0) + (ranges?.height ?? 0));
    expect(button?.width).toBe(ranges?.width);
    expect(button?.height).toBe(44);
  }).toPass();
});

checkTableColumns('STCK-02', 'stock-analysis?tab=sectors', 'Stocks by sector', [
  'Name',
  'Sector',
  'Price',
  'Market Cap',
]);
checkPage('stock-analysis', (page) => expect(page.getByText(/^1W: from/)).toBeVisible());
checkPage('stock-analysis?tab=sectors', (page) => expect(page.getByText('AAPL').first()).toBeVisible());
checkPage('stock-analysis?tab=performers', (page) =>
  expect(page.getByText('Top Losers').first()).toBeVisible(),
);
checkPage('stock-analysis?tab=comparison', (page) =>
  expect(page.getByText(/^1M change, from/)).toBeVisible(),
);

test('STCK-02 on a phone the sectors are one row, scrolled to the selected sector', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('stock-analysis?tab=sectors&sector=Utilities');
  const chips = page.getByRole('group', { name: 'Sector' });
  const selectedSector = chips.getByRole('button', { name: 'Utilities' });
  await expect(selectedSector).toHaveAttribute('aria-pressed', 'true');
  await expect(selectedSector).toBeInViewport({ ratio: 0.9 });
  await expect(async () => {
    const views = await page.getByRole('group', { name: 'View' }).boundingBox();
    const row = await chips.boundingBox();
    expect(row?.height).toBeLessThanOrEqual(48);
    expect(views?.y).toBeGreaterThanOrEqual((row?.y ?? 0) + (row?.height ?? 0));
  }).toPass();
});

test("on a phone the sector in a card doesn't overlap the number next to it", async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await page.goto('stock-analysis?tab=sectors&sector=Communication+Services');
  const card = page.getByRole('list', { name: 'Stocks by sector' }).getByRole('listitem').first();
  await expect(card).toContainText('Communication Services');
  const [sector, week] = await card.locator('dd').evaluateAll((elements) =>
    elements.map((element) => {
      const text = document.createRange();
      text.selectNodeContents(element);
      const { left, right } = text.getBoundingClientRect();
      return { left, right };
    }),
  );
  expect(sector?.right).toBeLessThanOrEqual(week?.left ?? 0);
});

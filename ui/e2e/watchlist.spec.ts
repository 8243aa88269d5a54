import { readFileSync } from 'node:fs';
import { expectAccessible } from './axe.ts';
import { checkPage, failUntilRetry, holdRequests } from './checkPage.ts';
import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';
import { expectErrorToast, expectToast } from './toasts.ts';

/** All browsers share the lists of a server, so each test starts its own server. */
let server: Server;
test.beforeEach(async ({ page }) => {
  server = await startServer();
  await expect
    .poll(async () => {
      const response = await page.request.get(`${server.url}api/tickers/BTC`);
      return response.ok() ? (await response.json()).price : 0;
    })
    .toBeGreaterThan(0);
});
test.afterEach(async () => server?.stop());

const open = (page: Page, query = '') => page.goto(`${server.url}watchlist${query}`);
const rows = (page: Page, list: string) => page.getByRole('table', { name: list }).locator('tbody tr');
const symbols = (page: Page, list: string) => rows(page, list).locator('a strong');
const fetchEntries = async (page: Page, id: number) =>
  (await (await page.request.get(`${server.url}api/watchlists/${id}/tickers`)).json()).tickers.map(
    ({ symbol, note }: { symbol: string; note: string }) => ({ symbol, note }),
  );

/** Creates a list with the API and returns its id. */
async function createList(page: Page, name: string, tickers: readonly string[]): Promise<number> {
  const post = (call: string, data: object) => page.request.post(`${server.url}api/${call}`, { data });
  const { id } = await (await post('watchlists', { name, userId: 1 })).json();
  await post(
    `watchlists/${id}/import`,
    tickers.map((symbol) => ({ symbol, note: '' })),
  );
  return id;
}

test('WTCH-01 WTCH-02 the first list is created, and a ticker is added by search and removed', async ({
  page,
}) => {
  await open(page);
  await expect(page).toHaveTitle(/My Watchlists/);
  await expect(page.getByText('No Watchlists Found')).toBeVisible();
  await page.getByRole('button', { name: 'Create Watchlist' }).click();
  const dialog = page.getByRole('dialog', { name: 'Create New Watchlist' });
  await dialog.getByRole('button', { name: 'Cancel' }).click();
  await expect(dialog).toBeHidden();
  await page.getByRole('button', { name: 'Create Watchlist' }).click();
  await dialog.getByLabel('Name').fill('   ');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expectErrorToast(page, 'Error', 'Please enter a name for your watchlist.');
  await dialog.getByLabel('Name').fill('Dividend payers');
  await dialog.getByRole('button', { name: 'Create', exact: true }).click();
  await expectToast(page, 'Watchlist created', 'Your new watchlist has been created.');

  await expect(page.getByText('No tickers in this watchlist')).toBeVisible();
  await page.getByRole('button', { name: 'Add Tickers' }).click();
  const search = page.getByRole('dialog', { name: 'Add Ticker' });
  await search.getByRole('searchbox').fill('zzzz');
  await expect(search.getByText('No results found')).toBeVisible();
  await search.getByRole('searchbox').fill('a');
  await expect(search.getByRole('row')).not.toHaveCount(0);
  expect((await search.getByRole('region', { name: 'Results' }).boundingBox())?.height).toBe(240);
  await search.getByRole('searchbox').fill('apple');
  await search.getByRole('button', { name: 'Add AAPL' }).click();
  await expectToast(page, 'Ticker added', 'Ticker has been added to your watchlist.');
  await expect(search).toBeHidden();
  await expect(symbols(page, 'Dividend payers')).toHaveText(['AAPL']);
  await expect(page.getByRole('columnheader')).toHaveText([
    'Order',
    'Symbol',
    'Name',
    '7 days',
    'Price',
    '24h Change',
    'Actions',
  ]);

  const confirmation = page.getByRole('dialog', { name: 'Remove ticker' });
  await page.getByRole('button', { name: 'Remove AAPL' }).click();
  await expect(confirmation).toContainText(
    'Are you sure you want to remove this ticker from your watchlist?',
  );
  await confirmation.getByRole('button', { name: 'Cancel' }).click();
  await expect(confirmation).toBeHidden();
  await expect(symbols(page, 'Dividend payers')).toHaveText(['AAPL']);
  await page.getByRole('button', { name: 'Remove AAPL' }).click();
  await confirmation.getByRole('button', { name: 'Remove', exact: true }).click();
  await expectToast(page, 'Ticker removed', 'Ticker has been removed from your watchlist.');
  await expect(page.getByText('No tickers in this watchlist')).toBeVisible();
});

test('WTCH-02 an empty list suggests popular tickers, which one click adds', async ({ page }) => {
  await createList(page, 'New', []);
  await open(page);
  const suggestions = page.getByRole('region', { name: 'Popular tickers' });
  await expect(suggestions.getByRole('listitem')).toHaveCount(8);
  await expect(suggestions.getByRole('listitem').first()).toContainText(/SPY.*\$[\d.]+.*%/);
  await suggestions.getByRole('button', { name: 'Add BTC' }).click();
  await expectToast(page, 'Ticker added', 'Ticker has been added to your watchlist.');
  await expect(symbols(page, 'New')).toHaveText(['BTC']);
  await expect(suggestions).toHaveCount(0);
});

test('a list shows upcoming events and news of its tickers, on a wide screen next to the table', async ({
  page,
}) => {
  await createList(page, 'Mine', ['NVDA', 'KO']);
  await open(page);
  const events = page.getByRole('region', { name: 'Next events' });
  await expect(events.getByRole('link', { name: 'NVDA Earnings' })).toBeVisible();
  await expect(events.getByRole('link', { name: 'KO Ex-dividend' }).first()).toBeVisible();
  const news = page.getByRole('region', { name: 'News about this list' });
  await expect(news.getByRole('listitem').first()).toContainText(/^(NVDA|KO)/);
  const list = page.getByRole('region', { name: 'Mine', exact: true });
  const top = async (region: typeof list) => Math.round((await region.boundingBox())?.y ?? 0);
  expect(await top(events)).toBeGreaterThan(await top(list));
  await page.setViewportSize({ width: 1920, height: 1080 });
  await expect.poll(async () => (await top(events)) - (await top(list))).toBe(0);
  await expect(page.getByRole('columnheader', { name: 'Market Cap' })).toBeVisible();
});

test('WTCH-01 WTCH-03 the first list is selected at first, a click selects another one, and each list has a URL', async ({
  page,
}) => {
  const first = await createList(page, 'First', ['BTC']);
  const second = await createList(page, 'Second', ['AAPL', 'SPY']);
  await open(page);
  const names = page.getByRole('list', { name: 'Watchlists' }).getByRole('button');
  await expect(names).toHaveText([/First\s*1 ticker/, /Second\s*2 tickers/]);
  await expect(symbols(page, 'First')).toHaveText(['BTC']);
  await names.last().click();
  await expect(page).toHaveURL(new RegExp(`list=${second}$`));
  await expect(symbols(page, 'Second')).toHaveText(['AAPL', 'SPY']);
  await page.reload();
  await expect(symbols(page, 'Second')).toHaveText(['AAPL', 'SPY']);
  await rows(page, 'Second').first().locator('th, td').nth(4).dblclick();
  await expect(page).toHaveURL(/\/ticker\/AAPL$/);
  expect(first).toBeLessThan(second);
});

test('WTCH-03 a list is renamed, and deleted after confirmation', async ({ page }) => {
  const id = await createList(page, 'Old name', ['BTC']);
  await open(page);
  await page.getByRole('button', { name: 'List actions' }).click();
  await page.getByRole('button', { name: 'Rename' }).click();
  const dialog = page.getByRole('dialog', { name: 'Rename Watchlist' });
  await dialog.getByLabel('Name').fill('New name');
  await dialog.getByRole('button', { name: 'Rename' }).click();
  await expect(page.getByRole('heading', { name: 'New name' })).toBeVisible();
  const lists = async () => (await page.request.get(`${server.url}api/watchlists`)).json();
  expect(await lists()).toMatchObject([{ id, name: 'New name' }]);
  await page.getByRole('button', { name: 'List actions' }).click();
  await page.getByRole('button', { name: 'Delete' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Delete watchlist' });
  await expect(confirmation).toContainText('"New name" with its 1 ticker');
  await confirmation.getByRole('button', { name: 'Delete' }).click();
  await expect(page.getByText('No Watchlists Found')).toBeVisible();
  expect(await lists()).toEqual([]);
});

test('WTCH-02 without lists, one press on a popular ticker creates the first one', async ({ page }) => {
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const popular = page.getByRole('region', { name: 'Popular tickers' }).getByRole('listitem');
  await expect(popular).toHaveCount(8);
  // Several of them are on the first screen of a phone, above its bar.
  const bottom = (await popular.nth(3).boundingBox()) ?? { y: 0, height: 0 };
  expect(bottom.y + bottom.height).toBeLessThan(844 - 56);
  await page.getByRole('button', { name: 'Add NVDA' }).click();
  await expectToast(page, 'Ticker added', 'Ticker has been added to your watchlist.');
  await expect(page.getByRole('combobox', { name: 'Watchlist' })).toHaveText('My Watchlist (1)');
});

test('WTCH-02 without lists, a file becomes the first one', async ({ page }) => {
  await open(page);
  await page.getByLabel('File to import').setInputFiles({
    name: 'mine.csv',
    mimeType: 'text/csv',
    buffer: Buffer.from('symbol,note\nAAPL,held\nNOSUCH,\n'),
  });
  const report = page.getByRole('dialog', { name: 'Import a list' });
  await expect(report).toContainText('1 of 2 rows are in the list.');
  await report.getByRole('button', { name: 'Done' }).click();
  await expect(symbols(page, 'Imported list')).toHaveText(['AAPL']);
});

test('WTCH-03 rows are moved by keyboard and by dragging, and a rejected order is undone', async ({
  page,
}) => {
  const id = await createList(page, 'Mine', ['AAPL', 'BTC', 'SPY', 'GC=F']);
  await open(page);
  const order = () =>
    fetchEntries(page, id).then((entries) => entries.map(({ symbol }: { symbol: string }) => symbol));
  const grip = (symbol: string) => page.getByRole('button', { name: new RegExp(`^Move ${symbol}:`) });
  await grip('AAPL').focus();
  await page.keyboard.press('ArrowDown');
  await expect(symbols(page, 'Mine')).toHaveText(['BTC', 'AAPL', 'SPY', 'GC=F']);
  await expect(grip('AAPL')).toBeFocused();
  await page.keyboard.press('ArrowDown');
  await expect(symbols(page, 'Mine')).toHaveText(['BTC', 'SPY', 'AAPL', 'GC=F']);
  await expect(page.getByText('AAPL moved to position 3 of 4.')).toBeAttached();
  await expect.poll(order).toEqual(['BTC', 'SPY', 'AAPL', 'GC=F']);

  const gripCenter = async (symbol: string) => {
    const box = await grip(symbol).boundingBox();
    if (!box) throw new Error('the grip is not visible');
    return { x: box.x + box.width / 2, y: box.y + box.height / 2 };
  };
  const [from, to] = [await gripCenter('GC=F'), await gripCenter('BTC')];
  await page.mouse.move(from.x, from.y);
  await page.mouse.down();
  await page.mouse.move(to.x, to.y - 10, { steps: 12 });
  await page.mouse.up();
  await expect(symbols(page, 'Mine')).toHaveText(['GC=F', 'BTC', 'SPY', 'AAPL']);
  await expect.poll(order).toEqual(['GC=F', 'BTC', 'SPY', 'AAPL']);
  await page.reload();
  await expect(symbols(page, 'Mine')).toHaveText(['GC=F', 'BTC', 'SPY', 'AAPL']);

  await page.route('**/order', (route) => route.fulfill({ status: 500, body: 'The store is full.' }));
  await grip('GC=F').press('ArrowDown');
  await expectErrorToast(page, 'Error', 'The store is full.');
  await expect(symbols(page, 'Mine')).toHaveText(['GC=F', 'BTC', 'SPY', 'AAPL']);
});

test('WTCH-01 any column sorts, and the custom order can be restored', async ({ page }) => {
  await createList(page, 'Mine', ['SPY', 'AAPL', 'BTC']);
  await open(page);
  await expect(symbols(page, 'Mine')).toHaveText(['SPY', 'AAPL', 'BTC']);
  for (const name of ['Name', 'Price', '24h Change', '7 days', 'Symbol']) {
    await page.getByRole('button', { name, exact: true }).click();
    await expect(page.getByRole('columnheader', { name, exact: true })).not.toHaveAttribute(
      'aria-sort',
      'none',
    );
  }
  await expect(symbols(page, 'Mine')).toHaveText(['AAPL', 'BTC', 'SPY']);
  await expect(page.getByRole('button', { name: /^Move SPY/ })).toHaveCount(0);
  await page.getByRole('button', { name: 'Show your own order' }).click();
  await expect(symbols(page, 'Mine')).toHaveText(['SPY', 'AAPL', 'BTC']);
});

test('WTCH-01 name, actions and table controls share a row, and all rows of what is held are equally high', async ({
  page,
}) => {
  await page.setViewportSize({ width: 1440, height: 900 });
  const id = await createList(page, 'Long names', ['VYM', 'JPM', 'KO', 'BTC']);
  const { tickers } = await (await page.request.get(`${server.url}api/watchlists/${id}/tickers`)).json();
  await page.request.patch(`${server.url}api/watchlist-items/${tickers[0].watchlistItemId}`, {
    data: { quantity: 1000, cost: 40 },
  });
  await open(page);
  await expect(page.getByRole('columnheader', { name: 'Gain', exact: true })).toBeVisible();
  const center = async (role: 'heading' | 'button', name: string | RegExp) => {
    const box = await page.getByRole(role, { name }).boundingBox();
    return Math.round((box?.y ?? 0) + (box?.height ?? 0) / 2);
  };
  const row = await center('heading', 'Long names');
  for (const name of ['Add Ticker', 'List actions', /^Columns/, /as CSV$/]) {
    await expect(page.getByRole('button', { name })).toBeVisible();
    expect(Math.abs((await center('button', name)) - row)).toBeLessThanOrEqual(2);
  }
  const heights = await rows(page, 'Long names').evaluateAll((each) => each.map((one) => one.clientHeight));
  expect(new Set(heights)).toEqual(new Set([52]));
});

test('the chosen columns are those of all lists, and are kept', async ({ page }) => {
  await createList(page, 'One', ['AAPL']);
  await createList(page, 'Two', ['BTC']);
  await open(page);
  const header = page.getByRole('columnheader', { name: 'Sector', exact: true });
  await page.getByRole('button', { name: /^Columns/ }).click();
  await page.getByRole('dialog', { name: 'Columns' }).getByLabel('Sector', { exact: true }).check();
  await page.keyboard.press('Escape');
  await expect(header).toBeVisible();
  await page.getByRole('button', { name: /^Two/ }).click();
  await expect(rows(page, 'Two')).toHaveCount(1);
  await expect(header).toBeVisible();
  await page.reload();
  await expect(header).toBeVisible();
});

test('WTCH-03 a note is edited in place, and Escape cancels', async ({ page }) => {
  const id = await createList(page, 'Mine', ['AAPL']);
  await open(page);
  const add = page.getByRole('button', { name: 'Add a note on AAPL' });
  await expect(add).toHaveCSS('opacity', '1'); // The button is visible without hovering over the row.
  await add.click();
  await page.getByLabel('Note on AAPL').fill('Buy below 250');
  await page.keyboard.press('Enter');
  await expect(page.getByRole('button', { name: 'Edit the note on AAPL: Buy below 250' })).toBeFocused();
  expect(await fetchEntries(page, id)).toEqual([{ symbol: 'AAPL', note: 'Buy below 250' }]);
  await page.getByRole('button', { name: /^Edit the note on AAPL/ }).click();
  await page.getByLabel('Note on AAPL').fill('Something else');
  await page.keyboard.press('Escape');
  await expect(page.getByRole('button', { name: /^Edit the note on AAPL/ })).toBeFocused();
  await expect(page.getByText('Buy below 250')).toBeVisible();
});

for (const format of ['CSV', 'JSON']) {
  test(`WTCH-03 a list that is exported as ${format}, deleted and imported is the same as before`, async ({
    page,
  }) => {
    const id = await createList(page, 'Mine', ['SPY', 'AAPL', 'BTC']);
    const { tickers } = await (await page.request.get(`${server.url}api/watchlists/${id}/tickers`)).json();
    await page.request.patch(`${server.url}api/watchlist-items/${tickers[1].watchlistItemId}`, {
      data: { note: 'Sell above 300, "perhaps"' },
    });
    const before = await fetchEntries(page, id);
    await open(page);
    await page.getByRole('button', { name: 'List actions' }).click();
    const download = page.waitForEvent('download');
    await page.getByRole('link', { name: `Export ${format}` }).click();
    const file = await download;
    expect(file.suggestedFilename()).toBe(`Mine.${format.toLowerCase()}`);
    const text = readFileSync(await file.path());

    await page.getByRole('button', { name: 'List actions' }).click();
    await page.getByRole('button', { name: 'Delete' }).click();
    await page
      .getByRole('dialog', { name: 'Delete watchlist' })
      .getByRole('button', { name: 'Delete' })
      .click();
    await page.getByRole('button', { name: 'Create Watchlist' }).click();
    await page.getByLabel('Name').fill('Mine');
    await page.getByRole('button', { name: 'Create', exact: true }).click();
    await expect(page.getByText('No tickers in this watchlist')).toBeVisible();
    await page.getByRole('button', { name: 'List actions' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import from a file' }).click();
    await (await chooser).setFiles({ name: file.suggestedFilename(), mimeType: 'text/plain', buffer: text });
    await expectToast(page, 'Watchlist imported', 'Added 3 tickers.');
    await expect(symbols(page, 'Mine')).toHaveText(['SPY', 'AAPL', 'BTC']);
    const [{ id: importedId }] = await (await page.request.get(`${server.url}api/watchlists`)).json();
    expect(await fetchEntries(page, importedId)).toEqual(before);
  });
}

test('WTCH-03 an import reports existing and unknown tickers, and rejects files that are not lists', async ({
  page,
}) => {
  await createList(page, 'Mine', ['AAPL']);
  await open(page);
  const importText = async (text: string) => {
    await page.getByRole('button', { name: 'List actions' }).click();
    const chooser = page.waitForEvent('filechooser');
    await page.getByRole('button', { name: 'Import from a file' }).click();
    await (await chooser).setFiles({ name: 'list.txt', mimeType: 'text/plain', buffer: Buffer.from(text) });
  };
  await importText('AAPL\nBTC\nNOSUCH\n');
  await expectToast(
    page,
    'Watchlist imported',
    'Added 1 ticker. Already in the list: AAPL. Not found: NOSUCH.',
  );
  await expect(symbols(page, 'Mine')).toHaveText(['AAPL', 'BTC']);
  await importText('price,volume\n1,2\n');
  await expectErrorToast(page, 'Error', "This isn't a watchlist file");
});

test('WTCH-02 every failure has its message, and a ticker can be in a list only once', async ({ page }) => {
  await createList(page, 'Mine', ['AAPL']);
  await open(page);
  const fail = (path: string) => page.route(path, (route) => route.abort());
  await page.getByRole('button', { name: 'Add Ticker' }).click();
  const search = page.getByRole('dialog', { name: 'Add Ticker' });
  await search.getByRole('searchbox').fill('aapl');
  await expect(search.getByRole('button', { name: 'AAPL is in this list' })).toBeDisabled();
  await fail('**/api/tickers/search**');
  await search.getByRole('searchbox').fill('btc');
  await expectErrorToast(page, 'Error', 'Failed to search for tickers.');
  await page.unroute('**/api/tickers/search**');
  await search.getByRole('searchbox').fill('bitco');
  await expect(search.getByRole('button', { name: 'Add BTC' })).toBeVisible();
  await fail('**/api/watchlists/*/tickers');
  await search.getByRole('button', { name: 'Add BTC' }).click();
  await expectErrorToast(page, 'Error', 'Failed to add ticker to watchlist.');
  await page.keyboard.press('Escape');
  await fail('**/api/watchlist-items/*');
  await page.getByRole('button', { name: 'Remove AAPL' }).click();
  await page.getByRole('dialog').getByRole('button', { name: 'Remove', exact: true }).click();
  await expectErrorToast(page, 'Error', 'Failed to remove ticker from watchlist.');
  await page.route('**/api/watchlists', (route) => route.fulfill({ status: 500, body: 'No.' }));
  await page.getByRole('button', { name: 'Create New Watchlist' }).click();
  await page.getByLabel('Name').fill('Another');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expectErrorToast(page, 'Error', 'Failed to create watchlist.');
});

test("WTCH-02 the page shows messages while it loads, and 'Creating...' while a list is created", async ({
  page,
}) => {
  await createList(page, 'Mine', ['AAPL']);
  const releaseLists = await holdRequests(page, '**/api/watchlists');
  await open(page);
  await expect(page.getByText('Loading watchlists...')).toBeVisible();
  const releaseTickers = await holdRequests(page, '**/api/watchlists/*/tickers');
  await releaseLists();
  await expect(page.getByText('Loading tickers...')).toBeVisible();
  await releaseTickers();
  await expect(symbols(page, 'Mine')).toHaveText(['AAPL']);
  const releaseCreation = await holdRequests(page, '**/api/watchlists');
  await page.getByRole('button', { name: 'Create New Watchlist' }).click();
  await page.getByLabel('Name').fill('Another');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expect(page.getByRole('button', { name: 'Creating...' })).toBeDisabled();
  await releaseCreation();
  await expectToast(page, 'Watchlist created', 'Your new watchlist has been created.');
});

test('WTCH-02 a list that fails to load offers a retry', async ({ page }) => {
  await createList(page, 'Mine', ['AAPL']);
  const retry = await failUntilRetry(page, '**/api/watchlists/*/tickers');
  await open(page);
  await retry();
  await expect(symbols(page, 'Mine')).toHaveText(['AAPL']);
});

test('WTCH-02 lists that fail to load offer a retry', async ({ page }) => {
  await createList(page, 'Mine', ['AAPL']);
  const retry = await failUntilRetry(page, '**/api/watchlists');
  await open(page);
  await retry();
  await expect(symbols(page, 'Mine')).toHaveText(['AAPL']);
});

test('WTCH-01 the lists are to the left of the tickers, and search results scroll within 15rem', async ({
  page,
}) => {
  await createList(page, 'Mine', ['AAPL']);
  const [result] = await (await page.request.get(`${server.url}api/tickers/search?q=aapl`)).json();
  await page.route('**/api/tickers/search**', (route) =>
    route.fulfill({
      json: Array.from({ length: 30 }, (_, index) => ({ ...result, id: 9000 + index, symbol: `S${index}` })),
    }),
  );
  await open(page);
  await expect(async () => {
    const left = await page.getByRole('region', { name: 'Watchlists' }).boundingBox();
    const right = await page.getByRole('region', { name: 'Mine' }).boundingBox();
    expect((left?.x ?? 0) + (left?.width ?? 0)).toBeLessThanOrEqual(right?.x ?? 0);
  }).toPass();
  await page.getByRole('button', { name: 'Add Ticker' }).click();
  await page.getByRole('searchbox').fill('s');
  const results = page.getByRole('region', { name: 'Results' });
  await expect(results.getByRole('button', { name: /^Add S/ })).toHaveCount(30);
  expect((await results.boundingBox())?.height).toBe(240);
  await expect(results.getByText('S29')).not.toBeInViewport();
  await results.hover();
  await page.mouse.wheel(0, 5000);
  await expect(results.getByText('S29')).toBeInViewport();
});

test('WTCH-03 a confirmed change survives a kill of the server', async ({ page }) => {
  await open(page);
  await page.getByRole('button', { name: 'Create Watchlist' }).click();
  await page.getByLabel('Name').fill('Kept');
  await page.getByRole('button', { name: 'Create', exact: true }).click();
  await expectToast(page, 'Watchlist created', 'Your new watchlist has been created.');
  await server.kill();
  server = await startServer('127.0.0.1:0', server.data);
  await open(page);
  await expect(page.getByRole('heading', { name: 'Kept' })).toBeVisible();
});

test('WTCH-01 prices in a list follow the live feed', async ({ page }) => {
  await createList(page, 'Mine', ['BTC']);
  await open(page);
  const price = rows(page, 'Mine').locator('[class*=price]').last();
  const before = await price.textContent();
  await expect(price).not.toHaveText(before ?? '', { timeout: 60_000 });
});

test('WTCH-01 WTCH-03 on a phone a row is at most 72 px high, and a menu has its actions', async ({
  page,
}) => {
  const id = await createList(page, 'Mine', ['AAPL', 'BTC', 'SPY']);
  await createList(page, 'Other', ['KO']);
  await page.setViewportSize({ width: 390, height: 844 });
  await open(page);
  const cards = page.getByRole('list', { name: 'Mine' }).getByRole('listitem');
  await expect(cards).toHaveCount(3);
  for (const card of await cards.all()) {
    const box = await card.boundingBox();
    expect(box?.height).toBeLessThanOrEqual(72);
    await expect(card.locator('[class*=price]').last()).toBeInViewport();
  }
  const more = page.getByRole('button', { name: 'More on AAPL' });
  const menu = page.getByRole('dialog', { name: 'More on AAPL' });
  await more.click();
  await expect(menu.getByLabel('Note on AAPL')).toBeVisible();
  await expectAccessible(page);
  await menu.getByLabel('Note on AAPL').fill('Buy below 250');
  await menu.getByLabel('Note on AAPL').press('Enter');
  await expect(menu).toBeHidden();
  await expect(more).toBeFocused();
  await expect(cards.first()).toContainText('Buy below 250');

  await more.press('Enter');
  await expect(menu.getByRole('button', { name: 'Move up' })).toBeDisabled();
  await menu.getByRole('button', { name: 'Move down' }).press('Enter');
  await expect(cards.locator('a strong')).toHaveText(['BTC', 'AAPL', 'SPY']);
  await menu.getByRole('button', { name: 'Move down' }).click();
  await expect(cards.locator('a strong')).toHaveText(['BTC', 'SPY', 'AAPL']);
  await expect(menu.getByRole('button', { name: 'Move down' })).toBeDisabled();
  await page.keyboard.press('Escape');
  await expect(more).toBeFocused();
  await expect
    .poll(() => fetchEntries(page, id))
    .toEqual([
      { symbol: 'BTC', note: '' },
      { symbol: 'SPY', note: '' },
      { symbol: 'AAPL', note: 'Buy below 250' },
    ]);

  await page.setViewportSize({ width: 320, height: 640 });
  await more.click();
  await menu.getByRole('button', { name: 'Remove AAPL' }).click();
  const confirmation = page.getByRole('dialog', { name: 'Remove ticker' });
  await confirmation.getByRole('button', { name: 'Remove', exact: true }).click();
  await expect(cards).toHaveCount(2);
  await page.getByLabel('Watchlist', { exact: true }).selectOption('Other (1)');
  await expect(page.getByRole('list', { name: 'Other' }).getByRole('listitem')).toHaveCount(1);
  await page.getByRole('button', { name: 'Create New Watchlist' }).click();
  await expect(page.getByRole('dialog', { name: 'Create New Watchlist' })).toBeVisible();
});

for (const scheme of ['light', 'dark'] as const) {
  test(`WTCH-01 a full list and its dialogs are accessible at both widths, ${scheme}`, async ({ page }) => {
    await createList(page, 'Mine', ['AAPL', 'BTC', 'SPY', 'GC=F']);
    await page.emulateMedia({ colorScheme: scheme, reducedMotion: 'reduce' });
    for (const width of [1440, 390, 320]) {
      await page.setViewportSize({ width, height: 900 });
      await open(page);
      const buttonName = width < 768 ? 'More on BTC' : 'Remove BTC';
      await expect(page.getByRole('button', { name: buttonName })).toBeVisible();
      await expectAccessible(page);
      const overflow = await page.evaluate(() => document.documentElement.scrollWidth - window.innerWidth);
      expect(overflow).toBeLessThanOrEqual(0);
      await page.getByRole('button', { name: 'Add Ticker' }).click();
      await page.getByRole('searchbox').fill('eth');
      await expect(page.getByRole('button', { name: 'Add ETH', exact: true })).toBeVisible();
      await expectAccessible(page);
    }
  });
}

checkPage(
  'watchlist',
  (page) => expect(page.getByText('No Watchlists Found')).toBeVisible(),
  () => server.url,
);

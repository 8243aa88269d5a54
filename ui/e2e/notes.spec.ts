import { expectAccessible } from './axe.ts';
import { type Server, startServer } from './server.ts';
import { expect, type Page, test } from './test.ts';
import { expectToast } from './toasts.ts';

/** All browsers share the notes and lists of a server, so each test starts its own server. */
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

const panel = (page: Page, name: string) => page.getByRole('region', { name, exact: true });
const notes = (page: Page) => panel(page, 'Notes');
const post = (page: Page, call: string, data: object) =>
  page.request.post(`${server.url}api/${call}`, { data });

/** Creates a list in which these tickers are held. */
async function hold(page: Page, held: Readonly<Record<string, { quantity: number; cost: number }>>) {
  const { id } = await (await post(page, 'watchlists', { name: 'Mine', userId: 1 })).json();
  for (const [symbol, holding] of Object.entries(held)) {
    const ticker = await (await page.request.get(`${server.url}api/tickers/${symbol}`)).json();
    const added = await post(page, `watchlists/${id}/tickers`, { tickerId: ticker.id });
    const { watchlistItemId } = await added.json();
    await page.request.patch(`${server.url}api/watchlist-items/${watchlistItemId}`, { data: holding });
  }
  return id as number;
}

test('a note is written by keyboard, changed, deleted and restored', async ({ page }) => {
  await page.goto(`${server.url}ticker/AAPL`);
  await expect(notes(page)).toContainText('No notes on AAPL yet.');
  await notes(page).getByRole('button', { name: 'Add a note' }).press('Enter');
  await expect(notes(page).getByLabel('Note', { exact: true })).toBeFocused();
  await page.keyboard.type('Waits for margins');
  await page.keyboard.press('Control+Enter');
  await expectToast(page, 'Note saved', 'AAPL');
  await expect(notes(page).getByRole('listitem')).toContainText('Waits for margins');

  await notes(page)
    .getByRole('button', { name: /^Edit the note of/ })
    .click();
  await notes(page).getByLabel('Day').fill('2026-03-02');
  await notes(page).getByLabel('Note', { exact: true }).fill('Sold\nhalf of it');
  await notes(page).getByRole('button', { name: 'Save' }).click();
  await expect(notes(page).getByRole('listitem')).toContainText('half of it');
  await expect(notes(page).locator('time')).toHaveAttribute('datetime', '2026-03-02');

  await notes(page)
    .getByRole('button', { name: /^Edit the note of/ })
    .click();
  await page.keyboard.press('Escape');
  await expect(notes(page).getByRole('button', { name: 'Save' })).toHaveCount(0);

  await notes(page)
    .getByRole('button', { name: /^Delete the note of/ })
    .click();
  await expect(notes(page)).toContainText('No notes on AAPL yet.');
  await page.getByRole('button', { name: 'Undo' }).last().click();
  await expect(notes(page).getByRole('listitem')).toContainText('half of it');

  for (const [width, colorScheme] of [
    [1440, 'light'],
    [390, 'dark'],
  ] as const) {
    await page.setViewportSize({ width, height: 900 });
    await page.emulateMedia({ colorScheme });
    await page.reload();
    await notes(page).getByRole('button', { name: 'Add a note' }).click();
    await expect(notes(page).getByLabel('Day')).toBeVisible();
    await expectAccessible(page);
  }
});

test('a note has a mark in the chart, and the search finds its ticker by its words', async ({ page }) => {
  const { date } = await (await post(page, 'notes', { symbol: 'AAPL', text: 'Waits for margins' })).json();
  await page.goto(`${server.url}ticker/AAPL`);
  const chart = panel(page, 'Price Chart');
  await chart.getByRole('button', { name: '1M', exact: true }).click();
  const mark = chart.getByRole('button', { name: /Your note, .*: Waits for margins/ }).last();
  await mark.click();
  await expect(chart.getByText('Waits for margins')).toBeVisible();
  expect(date).toMatch(/^\d{4}-\d\d-\d\d$/);

  await page.goto(`${server.url}news`);
  await page.keyboard.press('/');
  await page.keyboard.type('margins waits');
  const option = page.getByRole('group', { name: 'Notes' }).getByRole('option');
  await expect(option).toContainText('Waits for margins');
  await option.click();
  // The page opens with the range that was selected last.
  await expect(page).toHaveURL(/\/ticker\/AAPL\?range=1M$/);
});

test('the pages of a ticker and the dashboard show the holdings, and H hides the amounts', async ({
  page,
}) => {
  await hold(page, { AAPL: { quantity: 10, cost: 150 }, MSFT: { quantity: 4, cost: 100 } });
  await page.goto(`${server.url}ticker/AAPL`);
  const line = page.getByText(/^You own/);
  await expect(line).toHaveText('You own 10 at $150.00');
  await page.keyboard.press('h');
  await expect(line).not.toContainText('150');
  await page.keyboard.press('h');
  await page.goto(`${server.url}ticker/NVDA`);
  await expect(page.getByRole('heading', { level: 1 })).toContainText('NVDA');
  await expect(line).toHaveCount(0);

  await page.evaluate(() => localStorage.setItem('marketdeck.home-view', 'deck'));
  await page.goto(server.url);
  await expect(panel(page, 'Holdings')).toContainText(/Holdings\$[\d,.]+Today/);
});

test('the columns of all-time highs can be added to a table', async ({ page }) => {
  const id = await hold(page, { AAPL: { quantity: 10, cost: 150 } });
  await page.goto(`${server.url}watchlist?list=${id}`);
  await page.getByRole('button', { name: /^Columns/ }).click();
  const chooser = page.getByRole('dialog', { name: 'Columns' });
  for (const name of ['All-time high', 'From all-time high', '52-week position'])
    await chooser.getByLabel(name, { exact: true }).check();
  await page.keyboard.press('Escape');
  const row = page.getByRole('table', { name: 'Mine' }).locator('tbody tr');
  await expect(row.getByTitle(/^(All-time high|High since \d{4})/)).toHaveText(/^[\d,.]+$/);
  await expect(row.getByTitle(/^[\d,.]+ to [\d,.]+$/)).toHaveText(/^\d+%$/);
  expect(await page.evaluate(() => document.documentElement.scrollWidth <= window.innerWidth)).toBe(true);
  await expectAccessible(page);
});

test('a board tile shows holdings in percent, and amounts only if that is set', async ({ page }) => {
  await hold(page, { AAPL: { quantity: 10, cost: 150 } });
  const board = (amounts: boolean) => ({
    title: 'Office',
    tiles: [{ x: 0, y: 0, width: 4, height: 3, content: { kind: 'holdings', watchlist: null, amounts } }],
  });
  const put = (amounts: boolean) =>
    page.request.put(`${server.url}api/boards/office`, { data: board(amounts) });
  expect((await put(false)).ok()).toBe(true);
  await page.goto(`${server.url}board/office?kiosk`);
  const tile = page.locator('section').filter({ hasText: 'Holdings' }).last();
  await expect(tile).toContainText(/Today.*%.*Gain.*%/);
  await expect(tile).not.toContainText('$');
  await put(true);
  await expect(tile).toContainText(/\$[\d,]+/);
  await expectAccessible(page);
});
